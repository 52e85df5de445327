//! What callers describe in structs that begin with their size: descriptors, filters, outputs.

use super::pointer::slice;
use super::struct_size;
use super::types::*;
use crate::ffi::mesh::types::*;
use crate::mesh::{
    Backfaces, CookOptions, Filter, Indices, LayoutKind, MeshInput, Positions, Quality, SplitRule, WidePreset,
};
use crate::{Error, Result};

/// A filter that may be NULL.
///
/// # Safety
/// As for [`struct_size::read`].
#[inline(always)]
pub(in crate::ffi) unsafe fn filter(pointer: *const CaromFilter, name: &str) -> Result<Filter> {
    match pointer.is_null() {
        true => Ok(Filter::default()),
        // SAFETY: the caller's promise.
        false => unsafe { filter_at(pointer, name) },
    }
}

/// A filter that is there.
///
/// # Safety
/// As for [`filter`].
#[inline(never)]
unsafe fn filter_at(pointer: *const CaromFilter, name: &str) -> Result<Filter> {
    // SAFETY: the caller's promise.
    let filter = unsafe { struct_size::read(pointer, name) }?;
    let mask = |bits: u32, field: &str| {
        u16::try_from(bits)
            .map_err(|_| Error::InvalidArgument(format!("{name}.{field}: {bits:#x} has more than 16 bits")))
    };
    let backfaces = match filter.backfaces {
        CAROM_BACKFACES_HIT => Backfaces::Hit,
        CAROM_BACKFACES_CULL => Backfaces::Cull,
        CAROM_BACKFACES_ONLY => Backfaces::Only,
        other => return Err(Error::InvalidArgument(format!("{name}.backfaces: {other} is unknown"))),
    };
    Ok(Filter {
        require: mask(filter.require, "require")?,
        exclude: mask(filter.exclude, "exclude")?,
        backfaces,
        any_of: mask(filter.any_of, "any_of")?,
    })
}

/// The input that a descriptor describes.
///
/// # Safety
/// The descriptor's arrays must be as its comments say.
pub(in crate::ffi) unsafe fn input<'a>(desc: &CaromMeshDesc) -> Result<MeshInput<'a>> {
    let vertices = desc.vertex_count as usize;
    let triangles = desc.triangle_count as usize;
    check_stride::<3>(desc.position_stride, "position_stride")?;
    let stride = if desc.position_stride == 0 { 12 } else { desc.position_stride as usize };
    let too_large = |name: &str, count: usize, size: usize| {
        Error::TooLarge(format!("{name}: {count} elements of {size} bytes do not fit in memory"))
    };
    let bytes = match vertices {
        0 => 0,
        n => (n - 1)
            .checked_mul(stride)
            .and_then(|n| n.checked_add(12))
            .ok_or_else(|| too_large("positions", vertices, stride))?,
    };
    if vertices > 0 && desc.positions.is_null() {
        return Err(Error::NullArgument(format!("positions: NULL with vertex_count {vertices}")));
    }
    if vertices > 0 && !desc.positions.is_aligned() {
        return Err(Error::Misaligned("positions: address is not a multiple of 4".into()));
    }
    // SAFETY (here and below): the caller's promise.
    let bytes = unsafe { slice(desc.positions.cast::<u8>(), bytes, "positions") }?;
    let positions = Positions::strided(bytes, vertices, stride)?;
    let index_size = if desc.index_size == 0 { 4 } else { desc.index_size as usize };
    let count = triangles.checked_mul(3).ok_or_else(|| too_large("indices", triangles, 3 * index_size))?;
    let indices = match index_size {
        2 => Indices::U16(unsafe { slice(desc.indices.cast(), count, "indices") }?),
        4 => Indices::U32(unsafe { slice(desc.indices.cast(), count, "indices") }?),
        other => return Err(Error::InvalidArgument(format!("desc.index_size: {other} is neither 2 nor 4"))),
    };
    let attributes = match desc.attributes.is_null() {
        true => None,
        false => Some(unsafe { slice(desc.attributes, triangles, "attributes") }?),
    };
    Ok(MeshInput { positions, indices, attributes })
}

/// Checks the bytes from one element of `N` floats to the next; 0 for no gap.
pub(in crate::ffi) fn check_stride<const N: usize>(stride: u32, name: &str) -> Result<()> {
    let packed = size_of::<[f32; N]>() as u32;
    if !stride.is_multiple_of(4) {
        return Err(Error::InvalidArgument(format!("desc.{name}: {stride} is not a multiple of 4")));
    }
    if stride > 0 && stride < packed {
        return Err(Error::InvalidArgument(format!("desc.{name}: {stride} is below {packed} bytes")));
    }
    Ok(())
}

/// What the library calls options are fields of a descriptor here.
#[cold]
pub(in crate::ffi) fn in_desc(mut error: Error) -> Error {
    let names = [
        ("options.cooked_order:", "desc.flags: CAROM_BUILD_COOKED_ORDER"),
        ("options.inverse:", "desc.flags: CAROM_BSP_INVERSE"),
        ("options.", "desc."),
        // Of fields.
        ("grid.", "desc."),
        ("grid:", "desc:"),
        ("resolution:", "desc.resolution:"),
    ];
    let text = error.text_mut();
    if let Some((name, field)) = names.into_iter().find(|(name, _)| text.starts_with(name)) {
        text.replace_range(..name.len(), field);
        *text = text.replace(" options.", " desc.");
    }
    error
}

/// The error for a value of an enumeration that is none.
#[cold]
pub(in crate::ffi) fn unknown(field: &str, value: u32) -> Error {
    Error::InvalidArgument(format!("desc.{field}: {value} is unknown"))
}

/// Checks a field that has no meaning yet.
pub(in crate::ffi) fn check_reserved(reserved: u32) -> Result<()> {
    match reserved {
        0 => Ok(()),
        _ => Err(Error::InvalidArgument(format!("desc.reserved: {reserved} is not zero"))),
    }
}

/// The number of threads that a descriptor asks for.
pub(in crate::ffi) fn thread_count(count: u32) -> Result<usize> {
    match count > MAX_THREADS {
        true => Err(Error::InvalidArgument(format!("desc.thread_count: {count} exceeds {MAX_THREADS}"))),
        false => Ok(count as usize),
    }
}

/// The options that a descriptor names, but for progress.
pub(in crate::ffi) fn options<'a>(desc: &CaromMeshDesc) -> Result<CookOptions<'a>> {
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
        return Err(Error::InvalidArgument(format!("desc.flags: {:#x} is unknown", desc.flags)));
    }
    let has = |flag: u32| desc.flags & flag != 0;
    let (cooked_order, triangle_table) = (has(CAROM_BUILD_COOKED_ORDER), has(CAROM_BUILD_TRIANGLE_TABLE));
    check_reserved(desc.reserved)?;
    let thread_count = thread_count(desc.thread_count)?;
    let progress = None;
    Ok(CookOptions { layout, preset, quality, split, thread_count, cooked_order, triangle_table, progress })
}

/// More build threads than this are taken for a mistake.
const MAX_THREADS: u32 = 1024;

// The library's own numbers are the enumerators.
const _: () = assert!(
    WidePreset::Default as u32 == CAROM_PRESET_DEFAULT
        && WidePreset::Small as u32 == CAROM_PRESET_SMALL
        && WidePreset::Fast as u32 == CAROM_PRESET_FAST
);
