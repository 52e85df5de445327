//! Checks of fields that descriptors have in common, and filters.

use super::struct_size;
use super::types::*;
use crate::batch::{Backfaces, Filter};
use crate::simd::opaque_ref;
use crate::{Error, Result};

/// A filter that may be NULL.
///
/// # Safety
/// As for [`struct_size::read`].
#[inline(always)]
pub(in crate::ffi) unsafe fn filter<'a>(
    pointer: *const CaromFilter,
    name: &str,
    place: &'a mut Option<Filter>,
) -> Result<&'a Filter> {
    let filter = match pointer.is_null() {
        true => &Filter::ALL,
        // SAFETY: the caller's promise.
        false => place.insert(unsafe { read_filter(pointer, name) }?),
    };
    // Otherwise the compiler chooses between the addresses of each field.
    Ok(opaque_ref(filter))
}

/// Reads a filter that is there.
///
/// # Safety
/// As for [`filter`].
#[inline(never)]
unsafe fn read_filter(pointer: *const CaromFilter, name: &str) -> Result<Filter> {
    // SAFETY: the caller's promise.
    let filter = unsafe { struct_size::read(pointer, name) }?;
    let mask = |bits: u32, field: &str| {
        u16::try_from(bits)
            .map_err(|_| Error::invalid_argument(text!("{name}.{field}: {bits:#x} has more than 16 bits")))
    };
    let backfaces = match filter.backfaces {
        CAROM_BACKFACES_HIT => Backfaces::Hit,
        CAROM_BACKFACES_CULL => Backfaces::Cull,
        CAROM_BACKFACES_ONLY => Backfaces::Only,
        other => return Err(Error::invalid_argument(text!("{name}.backfaces: {other} is unknown"))),
    };
    Ok(Filter {
        require: mask(filter.require, "require")?,
        exclude: mask(filter.exclude, "exclude")?,
        backfaces,
        any_of: mask(filter.any_of, "any_of")?,
    })
}

/// Checks the bytes from one element of `N` floats to the next; 0 for no gap.
pub(in crate::ffi) fn check_stride<const N: usize>(stride: u32, name: &'static str) -> Result<()> {
    let packed = size_of::<[f32; N]>() as u32;
    if !stride.is_multiple_of(4) {
        return Err(Error::invalid_argument(text!("{stride} is not a multiple of 4")).of("desc", name));
    }
    if stride > 0 && stride < packed {
        return Err(Error::invalid_argument(text!("{stride} is below {packed} bytes")).of("desc", name));
    }
    Ok(())
}

/// Names a field of a descriptor, as callers of the ABI know it, instead of one of the library's options or grids.
#[cold]
pub(in crate::ffi) fn in_desc(error: Error) -> Error {
    let Some(context) = error.context() else { return error };
    match (context.object(), context.path()) {
        ("options", "cooked_order") => error.of("desc", "flags").about("CAROM_BUILD_COOKED_ORDER"),
        ("options", "inverse") => error.of("desc", "flags").about("CAROM_BSP_INVERSE"),
        ("options" | "grid", _) | ("", "resolution") => error.within("desc"),
        _ => error,
    }
}

/// The error for a value of an enumeration that is none.
#[cold]
pub(in crate::ffi) fn unknown(field: &'static str, value: u32) -> Error {
    Error::invalid_argument(text!("{value} is unknown")).of("desc", field)
}

/// Checks a field that has no meaning yet.
pub(in crate::ffi) fn check_reserved(reserved: u32) -> Result<()> {
    match reserved {
        0 => Ok(()),
        _ => Err(Error::invalid_argument(text!("{reserved} is not zero")).of("desc", "reserved")),
    }
}

/// The number of threads that a descriptor asks for.
pub(in crate::ffi) fn thread_count(count: u32) -> Result<usize> {
    match count > MAX_THREADS {
        true => {
            Err(Error::invalid_argument(text!("{count} exceeds {MAX_THREADS}")).of("desc", "thread_count"))
        }
        false => Ok(count as usize),
    }
}

/// More build threads than this are taken for a mistake.
const MAX_THREADS: u32 = 1024;
