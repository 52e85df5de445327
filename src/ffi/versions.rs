//! The structs that begin with their size, and the first version of each.

use super::bsp::types::*;
use super::frame::struct_size::versioned;
use super::frame::types::CaromFilter;
use super::hull::types::*;
use super::mesh::contacts_types::CaromContactOptions;
use super::mesh::published::CAROM_SPLIT_SURFACE_AREA;
use super::mesh::types::*;
use super::sdf::generate_types::*;
use super::sdf::types::*;
use super::world::published::{CAROM_HIERARCHY_INSERTION, CAROM_PLACEMENT_SINGLE};
use super::world::types::*;

versioned! {
    CaromFilter without any_of,
    CaromContactOptions,
    CaromMeshDesc without preset,
    CaromMeshReport,
    CaromMeshStats without preset,
    CaromBspDesc without progress,
    CaromBspReport without repaired_leaves,
    CaromBspStats,
    CaromHullDesc,
    CaromHullStats,
    CaromSdfDesc,
    CaromSdfStats,
    CaromSdfGenerateDesc,
    CaromSdfReport,
    CaromWorldDesc,
    CaromWorldStats,
}

// A descriptor of zeros is one of defaults.
const _: () = assert!(
    CAROM_LAYOUT_DEFAULT == 0
        && CAROM_PRESET_DEFAULT == 0
        && CAROM_QUALITY_DEFAULT == 0
        && CAROM_SPLIT_SURFACE_AREA == 0
        && CAROM_BSP_INPUT_BRUSHES == 0
        && CAROM_WORLD_AUTO == 0
        && CAROM_HIERARCHY_INSERTION == 0
        && CAROM_PLACEMENT_SINGLE == 0
);
