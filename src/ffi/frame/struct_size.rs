//! Structs that begin with their size, so that a caller and the library may know different versions of them.
//! Versions only add fields at the end. Fields that the caller's version lacks are zero; fields that the
//! library's lacks must be.

use super::pointer::{check_present, slice};
use crate::{Error, Result};
use bytemuck::Zeroable;

/// A struct that begins with its size.
///
/// # Safety
/// The type is `repr(C)` without padding, and its first field is `struct_size: u32`.
pub(in crate::ffi) unsafe trait Versioned: Copy + Zeroable {
    /// Its name in C.
    const NAME: &'static str;
    /// The size of its first version, in bytes.
    const FIRST: usize;
}

/// Declares structs that begin with their size; `without` names the first field that the first version
/// lacked, if any did.
macro_rules! versioned {
    (@first $name:ident) => { size_of::<$name>() };
    (@first $name:ident $field:ident) => { std::mem::offset_of!($name, $field) };
    ($($name:ident $(without $field:ident)?,)*) => {
        $(
            const _: () = assert!(std::mem::offset_of!($name, struct_size) == 0);
            // SAFETY: the size comes first, as just asserted; `repr(C)` without padding, as it is declared.
            unsafe impl $crate::ffi::frame::struct_size::Versioned for $name {
                const NAME: &'static str = stringify!($name);
                const FIRST: usize = $crate::ffi::frame::struct_size::versioned!(@first $name $($field)?);
            }
        )*

        /// Every struct, for tests.
        pub const VERSIONED_STRUCTS: &[$crate::ffi::frame::struct_size::VersionedStruct] =
            &[$($crate::ffi::frame::struct_size::VersionedStruct::of::<$name>(),)*];
    };
}
pub(in crate::ffi) use versioned;

/// The facts about a struct that begins with its size.
pub struct VersionedStruct {
    /// Its name in C.
    pub name: &'static str,
    /// The size of its first version, in bytes.
    pub first_size: usize,
    /// The size of this version, in bytes.
    pub size: usize,
    /// In bytes.
    pub align: usize,
    read: unsafe fn(*const u8) -> Result<()>,
}

impl VersionedStruct {
    pub(in crate::ffi) const fn of<T: Versioned>() -> VersionedStruct {
        VersionedStruct {
            name: T::NAME,
            first_size: T::FIRST,
            size: size_of::<T>(),
            align: align_of::<T>(),
            // SAFETY: the caller's promise, which is that of `check`.
            read: |pointer| unsafe { read::<T>(pointer.cast(), "it") }.map(drop),
        }
    }

    /// Reads a struct, as every function does that takes one.
    ///
    /// # Safety
    /// `pointer` is that of a struct whose first field is its size in bytes. If that is a size that its version may have, so
    /// many bytes are readable, and a value of the struct.
    pub unsafe fn check(&self, pointer: *const u8) -> Result<()> {
        // SAFETY: the caller's promise.
        unsafe { (self.read)(pointer) }
    }
}

/// A larger size is taken for a mistake, such as an uninitialised struct. Said in docs/conventions.md.
const LARGEST: usize = 4096;

/// An input: the caller's fields, and zeros behind them.
///
/// # Safety
/// If not null, `pointer` must begin with a readable u32, and if that is a size that [`Versioned`] allows, so
/// many bytes must be readable. What they mean must be as the comments of `T` say.
pub(in crate::ffi) unsafe fn read<T: Versioned>(pointer: *const T, name: &str) -> Result<T> {
    // SAFETY (here and below): the caller's promise.
    let size = unsafe { size(pointer, name) }?;
    let bytes = unsafe { slice(pointer.cast::<u8>(), size, name) }?;
    let known = size.min(size_of::<T>());
    for (i, &word) in bytes[known..].as_chunks::<4>().0.iter().enumerate() {
        let (value, offset) = (u32::from_ne_bytes(word), known + 4 * i);
        if value != 0 {
            return Err(Error::struct_size(text!(
                "{name}.struct_size: {size}, but {} ends at {known} in this version, and what is at offset {offset} is \
                 {value}, not zero",
                T::NAME
            )));
        }
    }
    let mut value = T::zeroed();
    // SAFETY: no more bytes than either has, and whole fields.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), (&raw mut value).cast::<u8>(), known) };
    Ok(value)
}

/// An output that must be there, written at most once and as far as the caller's version of it goes.
pub(in crate::ffi) struct OutStruct<T> {
    pointer: *mut T,
    size: usize,
}

impl<T: Versioned> OutStruct<T> {
    /// # Safety
    /// If not null, `pointer` must begin with a readable u32, and if that is a size that [`Versioned`]
    /// allows, so many bytes must be writable.
    pub(in crate::ffi) unsafe fn new(pointer: *mut T, name: &str) -> Result<OutStruct<T>> {
        // SAFETY: the caller's promise.
        Ok(OutStruct { pointer, size: unsafe { size(pointer, name) }? })
    }

    /// Writes all but the size, and zeros where this version of the struct ends.
    pub(in crate::ffi) fn write(self, value: T) {
        let begin = size_of::<u32>();
        let known = self.size.min(size_of::<T>());
        let (from, to) = ((&raw const value).cast::<u8>(), self.pointer.cast::<u8>());
        // SAFETY: `size` checked that there is room; that it is writable is the promise made to `new`.
        // `value` has as many bytes and no padding.
        unsafe {
            to.add(begin).copy_from_nonoverlapping(from.add(begin), known - begin);
            to.add(known).write_bytes(0, self.size - known);
        }
    }
}

/// Fills a struct of the caller's size with zeros, which are the defaults of every descriptor, and its size.
/// The caller's version may be older: the library must not write by its own size.
///
/// # Safety
/// If `pointer` is not null and `size` is one that [`Versioned`] allows, so many bytes must be writable.
pub(in crate::ffi) unsafe fn init<T: Versioned>(pointer: *mut T, size: usize, name: &str) -> Result<()> {
    check_present(pointer, name)?;
    check_size::<T>(size, || text!("struct_size"))?;
    // SAFETY: neither null nor misaligned; writable by the caller's promise. `check_size` leaves room for the
    // u32, which comes first.
    unsafe {
        pointer.cast::<u8>().write_bytes(0, size);
        pointer.cast::<u32>().write(size as u32);
    }
    Ok(())
}

/// The checked size with which a struct begins.
///
/// # Safety
/// If not null, `pointer` must begin with a readable u32.
unsafe fn size<T: Versioned>(pointer: *const T, name: &str) -> Result<usize> {
    check_present(pointer, name)?;
    // SAFETY: neither null nor misaligned; readable by the caller's promise. The rest may be uninitialised.
    let size = unsafe { pointer.cast::<u32>().read() } as usize;
    check_size::<T>(size, || text!("{name}.struct_size"))?;
    Ok(size)
}

/// Checks that a size is that of an older version, this one, or a newer one. `name` is only called for the
/// error text, since queries with filters allocate nothing.
fn check_size<T: Versioned>(size: usize, name: impl Fn() -> String) -> Result<()> {
    let wrong = |what: String| Err(Error::struct_size(text!("{}: {size} {what}", name())));
    if size < T::FIRST {
        return wrong(text!("is below the {} of the first version of {}", T::FIRST, T::NAME));
    }
    if size > LARGEST {
        return wrong(text!("exceeds {LARGEST}; {} has {}", T::NAME, size_of::<T>()));
    }
    // No compiler makes a struct of another size. So none cuts a number or a pointer in two.
    if !size.is_multiple_of(align_of::<T>()) {
        return wrong(text!("is no multiple of {}, so no version of {} has it", align_of::<T>(), T::NAME));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ffi::frame::types::CaromFilter;

    /// A filter of a version that has two fields more.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Newer {
        struct_size: u32,
        require: u32,
        exclude: u32,
        backfaces: u32,
        any_of: u32,
        more: [u32; 2],
    }

    const NEWER: Newer =
        Newer { struct_size: 28, require: 1, exclude: 2, backfaces: 1, any_of: 8, more: [0, 0] };

    fn read_filter(filter: &Newer) -> Result<CaromFilter> {
        // SAFETY: what is allowed for a size is no more than a `Newer` has; anything else is not read.
        unsafe { read((&raw const *filter).cast::<CaromFilter>(), "filter") }
    }

    fn fields(filter: CaromFilter) -> [u32; 4] {
        [filter.require, filter.exclude, filter.backfaces, filter.any_of]
    }

    #[test]
    fn older_and_newer_versions_are_read() {
        for (struct_size, any_of) in [(16, 0), (20, 8), (24, 8), (28, 8)] {
            let filter = read_filter(&Newer { struct_size, ..NEWER }).unwrap();
            assert_eq!(fields(filter), [1, 2, 1, any_of], "{struct_size}");
        }
        // Memory behind the struct is not read.
        assert!(read_filter(&Newer { struct_size: 24, more: [0, 7], ..NEWER }).is_ok());
        assert!(read_filter(&Newer { struct_size: 20, more: [7, 7], ..NEWER }).is_ok());
    }

    #[test]
    fn sizes_that_no_version_has_are_errors() {
        let text = |filter: Newer| read_filter(&filter).unwrap_err().to_string();
        for (size, says) in [
            (0, "is below the 16 of the first version of CaromFilter"),
            (3, "is below the 16 of the first version of CaromFilter"),
            (15, "is below the 16 of the first version of CaromFilter"),
            (17, "is no multiple of 4, so no version of CaromFilter has it"),
            (21, "is no multiple of 4, so no version of CaromFilter has it"),
            (26, "is no multiple of 4, so no version of CaromFilter has it"),
            (4097, "exceeds 4096; CaromFilter has 20"),
            (u32::MAX, "exceeds 4096; CaromFilter has 20"),
        ] {
            assert_eq!(
                text(Newer { struct_size: size, ..NEWER }),
                format!("filter.struct_size: {size} {says}")
            );
        }
        let ends = "CaromFilter ends at 20 in this version, and what is at offset";
        assert_eq!(
            text(Newer { more: [0, 77], ..NEWER }),
            format!("filter.struct_size: 28, but {ends} 24 is 77, not zero")
        );
        assert_eq!(
            text(Newer { more: [1 << 31, 77], ..NEWER }),
            format!("filter.struct_size: 28, but {ends} 20 is 2147483648, not zero")
        );
    }

    #[test]
    fn descriptors_are_filled_as_far_as_they_go() {
        let poisoned =
            Newer { struct_size: 9, require: 9, exclude: 9, backfaces: 9, any_of: 9, more: [9, 9] };
        let init = |size: usize| {
            let mut out = poisoned;
            // SAFETY: no more than a `Newer` has, or it is an error before anything is written.
            let result = unsafe { init::<CaromFilter>((&raw mut out).cast(), size, "filter") };
            (result, out)
        };
        for (size, any_of, more) in [(16, 9, [9, 9]), (20, 0, [9, 9]), (24, 0, [0, 9]), (28, 0, [0, 0])] {
            let expected = Newer { struct_size: size, require: 0, exclude: 0, backfaces: 0, any_of, more };
            assert_eq!(init(size as usize).1, expected);
        }
        for size in [0, 3, 15, 17, 21, 4097, usize::MAX] {
            let (result, out) = init(size);
            assert!(result.unwrap_err().to_string().starts_with(&format!("struct_size: {size} ")));
            assert_eq!(out, poisoned, "{size}");
        }
    }

    #[test]
    fn outputs_are_written_as_far_as_they_go() {
        let value = CaromFilter { struct_size: 0, require: 1, exclude: 2, backfaces: 3, any_of: 4 };
        for (struct_size, any_of, more) in
            [(16, 9, [9, 9]), (20, 4, [9, 9]), (24, 4, [0, 9]), (28, 4, [0, 0])]
        {
            let mut out =
                Newer { struct_size, require: 9, exclude: 9, backfaces: 9, any_of: 9, more: [9, 9] };
            // SAFETY: as large as it says, at least.
            unsafe { OutStruct::<CaromFilter>::new((&raw mut out).cast(), "out") }.unwrap().write(value);
            let expected = Newer { struct_size, require: 1, exclude: 2, backfaces: 3, any_of, more };
            assert_eq!(out, expected);
        }
    }
}
