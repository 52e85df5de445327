//! The input and the options that a descriptor of a BSP tree stands for.

use super::published::*;
use super::query_types::*;
use super::types::*;
use crate::bsp::{BrushInput, BspInput, BspOptions, SphereMode, SurfaceInput};
use crate::ffi::frame::desc::{check_reserved, check_stride, thread_count, unknown};
use crate::ffi::frame::pointer::slice;
use crate::vectors::reserve;
use crate::{Error, Result};
use std::borrow::Cow;

/// The arrays of a descriptor: the caller's own, or copies where the caller's are strided or narrow.
pub(in crate::ffi) enum Arrays<'a> {
    Brushes {
        planes: Cow<'a, [[f32; 4]]>,
        plane_counts: &'a [u32],
        attributes: Option<&'a [u16]>,
    },
    Surface {
        positions: Cow<'a, [[f32; 3]]>,
        indices: Cow<'a, [u32]>,
        corner_counts: Option<&'a [u32]>,
        attributes: u16,
    },
}

impl<'a> Arrays<'a> {
    /// # Safety
    /// The descriptor's arrays must be as its comments say.
    pub(in crate::ffi) unsafe fn new(desc: &CaromBspDesc) -> Result<Arrays<'a>> {
        // A value that makes no sense is an error, whether or not the input uses it.
        check_index_size(desc.index_size)?;
        check_stride::<4>(desc.plane_stride, "plane_stride")?;
        check_stride::<3>(desc.position_stride, "position_stride")?;
        // SAFETY (here and below): the caller's promise.
        match desc.input {
            CAROM_BSP_INPUT_BRUSHES => {
                let foreign = [
                    (desc.vertex_count, "vertex_count"),
                    (desc.index_count, "index_count"),
                    (desc.polygon_count, "polygon_count"),
                ];
                check_unused(foreign, "CAROM_BSP_INPUT_BRUSHES")?;
                let (planes, stride) = (desc.planes, desc.plane_stride);
                let count = desc.brush_count as usize;
                Ok(Arrays::Brushes {
                    planes: unsafe { strided(planes, desc.plane_count, stride, "planes") }?,
                    plane_counts: unsafe { slice(desc.plane_counts, count, "plane_counts") }?,
                    attributes: match desc.attributes.is_null() {
                        true => None,
                        false => Some(unsafe { slice(desc.attributes, count, "attributes") }?),
                    },
                })
            }
            CAROM_BSP_INPUT_SURFACE => {
                let foreign = [(desc.plane_count, "plane_count"), (desc.brush_count, "brush_count")];
                check_unused(foreign, "CAROM_BSP_INPUT_SURFACE")?;
                let (positions, stride) = (desc.positions, desc.position_stride);
                let polygons = desc.polygon_count as usize;
                Ok(Arrays::Surface {
                    positions: unsafe { strided(positions, desc.vertex_count, stride, "positions") }?,
                    indices: unsafe { indices(desc) }?,
                    corner_counts: match desc.corner_counts.is_null() && polygons == 0 {
                        true => None,
                        false => Some(unsafe { slice(desc.corner_counts, polygons, "corner_counts") }?),
                    },
                    attributes: match desc.attributes.is_null() {
                        true => 0,
                        false => unsafe { slice(desc.attributes, 1, "attributes") }?[0],
                    },
                })
            }
            other => Err(unknown("input", other)),
        }
    }

    pub(in crate::ffi) fn input(&self) -> BspInput<'_> {
        match self {
            Arrays::Brushes { planes, plane_counts, attributes } => {
                BspInput::Brushes(BrushInput { planes, plane_counts, attributes: *attributes })
            }
            Arrays::Surface { positions, indices, corner_counts, attributes } => {
                BspInput::Surface(SurfaceInput {
                    positions,
                    indices,
                    corner_counts: *corner_counts,
                    attributes: *attributes,
                })
            }
        }
    }
}

/// Checks that nothing is given that the chosen input would not read.
fn check_unused<const N: usize>(counts: [(u32, &'static str); N], input: &str) -> Result<()> {
    match counts.into_iter().find(|&(count, _)| count != 0) {
        Some((count, name)) => {
            Err(Error::invalid_argument(text!("{count}, but desc.input is {input}")).of("desc", name))
        }
        None => Ok(()),
    }
}

fn check_index_size(size: u32) -> Result<()> {
    match size {
        0 | 2 | 4 => Ok(()),
        other => Err(Error::invalid_argument(text!("{other} is neither 2 nor 4")).of("desc", "index_size")),
    }
}

/// Elements of `N` floats, a number of bytes from one to the next that was checked; 0 for one right after the
/// other.
///
/// # Safety
/// If not null, `pointer` must point to that many elements, which outlive `'a`.
unsafe fn strided<'a, const N: usize>(
    pointer: *const f32,
    count: u32,
    stride: u32,
    name: &str,
) -> Result<Cow<'a, [[f32; N]]>> {
    let (count, packed) = (count as usize, size_of::<[f32; N]>());
    let stride = if stride == 0 { packed } else { stride as usize };
    if stride == packed {
        // SAFETY: the caller's promise.
        return Ok(Cow::Borrowed(unsafe { slice(pointer.cast(), count, name) }?));
    }
    if pointer.is_null() && count > 0 {
        return Err(Error::null_argument(text!("{name}: NULL with count {count}")));
    }
    let floats = match count {
        0 => Some(0),
        n => (n - 1).checked_mul(stride / 4).and_then(|floats| floats.checked_add(N)),
    };
    let floats = floats.ok_or_else(|| {
        Error::too_large(text!("{name}: {count} elements of {stride} bytes do not fit in memory"))
    })?;
    // SAFETY: the caller's promise; nothing behind the last element is read.
    let floats = unsafe { slice(pointer, floats, name) }?;
    let mut elements = reserve(count, name)?;
    elements.extend(floats.chunks(stride / 4).filter_map(|chunk| chunk.first_chunk::<N>().copied()));
    Ok(Cow::Owned(elements))
}

/// The indices of a surface, whose size was checked.
///
/// # Safety
/// As for [`Arrays::new`].
unsafe fn indices<'a>(desc: &CaromBspDesc) -> Result<Cow<'a, [u32]>> {
    let count = desc.index_count as usize;
    // SAFETY (here and below): the caller's promise.
    match desc.index_size {
        2 => {
            let narrow = unsafe { slice(desc.indices.cast::<u16>(), count, "indices") }?;
            let mut indices = reserve(count, "indices")?;
            indices.extend(narrow.iter().copied().map(u32::from));
            Ok(Cow::Owned(indices))
        }
        _ => Ok(Cow::Borrowed(unsafe { slice(desc.indices.cast(), count, "indices") }?)),
    }
}

/// The options that a descriptor names.
pub(in crate::ffi) fn options(desc: &CaromBspDesc) -> Result<BspOptions> {
    let flags = desc.flags;
    if flags & !(CAROM_BSP_IGNORE_LEAKS | CAROM_BSP_INVERSE) != 0 {
        return Err(Error::invalid_argument(text!("{flags:#x} is unknown")).of("desc", "flags"));
    }
    check_reserved(desc.reserved)?;
    Ok(BspOptions {
        snap_distance: desc.snap_distance,
        snap_normal: desc.snap_normal,
        ignore_leaks: flags & CAROM_BSP_IGNORE_LEAKS != 0,
        inverse: flags & CAROM_BSP_INVERSE != 0,
        bevels: desc.bevels,
        thread_count: thread_count(desc.thread_count)?,
    })
}

/// The mode that a number names.
pub(in crate::ffi) fn mode(number: u32) -> Result<SphereMode> {
    match number {
        CAROM_BSP_THRESHOLD => Ok(SphereMode::Threshold),
        CAROM_BSP_EXACT => Ok(SphereMode::Exact),
        other => Err(Error::invalid_argument(text!("mode: {other} is unknown"))),
    }
}

// The library's own numbers are the enumerators.
const _: () = assert!(
    SphereMode::Threshold as u32 == CAROM_BSP_THRESHOLD && SphereMode::Exact as u32 == CAROM_BSP_EXACT
);
