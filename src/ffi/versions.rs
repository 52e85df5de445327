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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_struct_is_read_from_its_first_version_on() {
        for known in ALL {
            let ([first, now], align, name) = (known.sizes, known.align, known.name);
            assert!(first >= 4 && first <= now && first.is_multiple_of(align), "{name}");
            let mut bytes = [0u64; 32];
            for size in (0..=200u32).chain([4097]) {
                let [a, b, c, d] = size.to_ne_bytes();
                bytes[0] = u64::from_ne_bytes([a, b, c, d, 0, 0, 0, 0]);
                let size = size as usize;
                let good = size >= first && size <= 200 && size.is_multiple_of(align);
                // SAFETY: so many bytes are there, or it is an error before they are read. Zeros are a value of
                // each of these structs.
                let is_read = unsafe { (known.read)(bytes.as_ptr().cast()) }.is_ok();
                assert_eq!(is_read, good, "{name} {size}");
            }
        }
    }

    #[test]
    #[cfg(target_pointer_width = "64")]
    fn sizes_are_those_that_the_conventions_name() {
        let conventions = include_str!("../../docs/conventions.md");
        for known in ALL {
            let row = format!("| `{}` | {} | {} |", known.name, known.sizes[0], known.sizes[1]);
            assert!(conventions.contains(&row), "{row}");
        }
    }
}
