//! The input and the options that a descriptor of a mesh stands for.

use super::published::*;
use super::types::*;
use crate::ffi::frame::desc::{check_reserved, check_stride, thread_count, unknown};
use crate::ffi::frame::pointer::slice;
use crate::mesh::{CookOptions, Indices, LayoutKind, MeshInput, Positions, Quality, SplitRule, WidePreset};
use crate::{Error, Result};

/// The input that a descriptor describes.
///
/// # Safety
/// The descriptor's arrays must be as its comments say.
pub(super) unsafe fn input<'a>(desc: &CaromMeshDesc) -> Result<MeshInput<'a>> {
    let vertices = desc.vertex_count as usize;
    let triangles = desc.triangle_count as usize;
    check_stride::<3>(desc.position_stride, "position_stride")?;
    let stride = if desc.position_stride == 0 { 12 } else { desc.position_stride as usize };
    let too_large = |name: &str, count: usize, size: usize| {
        Error::too_large(text!("{name}: {count} elements of {size} bytes do not fit in memory"))
    };
    let bytes = match vertices {
        0 => 0,
        n => (n - 1)
            .checked_mul(stride)
            .and_then(|n| n.checked_add(12))
            .ok_or_else(|| too_large("positions", vertices, stride))?,
    };
    if vertices > 0 && desc.positions.is_null() {
        return Err(Error::null_argument(text!("positions: NULL with vertex_count {vertices}")));
    }
    if vertices > 0 && !desc.positions.is_aligned() {
        return Err(Error::misaligned(text!("positions: address is not a multiple of 4")));
    }
    // SAFETY (here and below): the caller's promise.
    let bytes = unsafe { slice(desc.positions.cast::<u8>(), bytes, "positions") }?;
    let positions = Positions::strided(bytes, vertices, stride)?;
    let index_size = if desc.index_size == 0 { 4 } else { desc.index_size as usize };
    let count = triangles.checked_mul(3).ok_or_else(|| too_large("indices", triangles, 3 * index_size))?;
    let indices = match index_size {
        2 => Indices::U16(unsafe { slice(desc.indices.cast(), count, "indices") }?),
        4 => Indices::U32(unsafe { slice(desc.indices.cast(), count, "indices") }?),
        other => {
            return Err(Error::invalid_argument(text!("{other} is neither 2 nor 4")).of("desc", "index_size"));
        }
    };
    let attributes = match desc.attributes.is_null() {
        true => None,
        false => Some(unsafe { slice(desc.attributes, triangles, "attributes") }?),
    };
    Ok(MeshInput { positions, indices, attributes })
}

/// The options that a descriptor names, but for progress.
pub(super) fn options<'a>(desc: &CaromMeshDesc) -> Result<CookOptions<'a>> {
    let layout = match desc.layout {
        CAROM_LAYOUT_DEFAULT => LayoutKind::default(),
        other => LayoutKind::from_number(other).ok_or_else(|| unknown("layout", other))?,
    };
    let preset = WidePreset::from_number(desc.preset).ok_or_else(|| unknown("preset", desc.preset))?;
    let quality = match desc.quality {
        CAROM_QUALITY_DEFAULT | CAROM_QUALITY_MEDIUM => Quality::Medium,
        CAROM_QUALITY_FAST => Quality::Fast,
        CAROM_QUALITY_HIGH => Quality::High,
        other => return Err(unknown("quality", other)),
    };
    let split = match desc.split {
        CAROM_SPLIT_SURFACE_AREA => SplitRule::SurfaceArea,
        CAROM_SPLIT_MEDIAN => SplitRule::Median,
        other => return Err(unknown("split", other)),
    };
    if desc.flags & !(CAROM_BUILD_COOKED_ORDER | CAROM_BUILD_TRIANGLE_TABLE) != 0 {
        return Err(Error::invalid_argument(text!("{:#x} is unknown", desc.flags)).of("desc", "flags"));
    }
    let has = |flag: u32| desc.flags & flag != 0;
    let (cooked_order, triangle_table) = (has(CAROM_BUILD_COOKED_ORDER), has(CAROM_BUILD_TRIANGLE_TABLE));
    check_reserved(desc.reserved)?;
    let thread_count = thread_count(desc.thread_count)?;
    let progress = None;
    Ok(CookOptions { layout, preset, quality, split, thread_count, cooked_order, triangle_table, progress })
}

// The library's own numbers are the enumerators.
const _: () = assert!(
    WidePreset::Default as u32 == CAROM_PRESET_DEFAULT
        && WidePreset::Small as u32 == CAROM_PRESET_SMALL
        && WidePreset::Fast as u32 == CAROM_PRESET_FAST
        && WidePreset::Rays as u32 == CAROM_PRESET_RAYS
);
