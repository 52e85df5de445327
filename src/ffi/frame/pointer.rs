//! From the caller's pointers to slices and outputs, checked as far as that is possible.

use crate::mesh::{Batch, ListOutput, Output};
use crate::{Error, Result};
use std::alloc::Layout;
use std::marker::PhantomData;

/// Returns true for a pointer that surely leads to `count` elements: aligned, and in the lower half of the address space, so that
/// they do not reach beyond its end. Few instructions, as a single small query has not many more.
#[inline(always)]
fn is_ordinary<T>(pointer: *const T, count: usize) -> bool {
    let is_low = (pointer as usize).cast_signed() > 0;
    is_low && pointer.is_aligned() && count <= isize::MAX as usize / size_of::<T>().max(1)
}

/// Checks a pointer to `count` elements: not null, aligned, addressable. `counted` is the name of their
/// number.
#[inline(always)]
fn check<T>(pointer: *const T, count: usize, counted: &str, name: &str) -> Result<()> {
    if is_ordinary(pointer, count) {
        return Ok(());
    }
    check_address(pointer as usize, Layout::new::<T>(), count, counted, name)
}

/// The same, with words for what is wrong; compiled once for all types.
#[cold]
#[inline(never)]
fn check_address(address: usize, one: Layout, count: usize, counted: &str, name: &str) -> Result<()> {
    if count == 0 {
        return Ok(());
    }
    if address == 0 {
        return Err(Error::null_argument(text!("{name}: NULL with {counted} {count}")));
    }
    let alignment = one.align();
    if !address.is_multiple_of(alignment) {
        return Err(Error::misaligned(text!("{name}: address is not a multiple of {alignment}")));
    }
    let bytes = check_size(one.size(), count, name)?;
    match address.checked_add(bytes) {
        Some(_) => Ok(()),
        None => Err(too_many(count, name)),
    }
}

/// Checks that `count` elements fit in memory; how many bytes they are.
pub(in crate::ffi) fn check_count<T>(count: usize, name: &str) -> Result<usize> {
    check_size(size_of::<T>(), count, name)
}

fn check_size(size: usize, count: usize, name: &str) -> Result<usize> {
    let bytes = count.checked_mul(size).filter(|&bytes| bytes <= isize::MAX as usize);
    bytes.ok_or_else(|| too_many(count, name))
}

#[cold]
fn too_many(count: usize, name: &str) -> Error {
    Error::too_large(text!("{name}: {count} elements do not fit in memory"))
}

/// Checks a pointer to one element that must be there.
#[inline(always)]
pub(in crate::ffi) fn check_present<T>(pointer: *const T, name: &str) -> Result<()> {
    if pointer.is_null() {
        return Err(absent(name));
    }
    check(pointer, 1, "count", name)
}

#[cold]
fn absent(name: &str) -> Error {
    Error::null_argument(text!("{name}: NULL"))
}

/// An input array.
///
/// # Safety
/// If not null, `pointer` must point to `count` initialised elements that outlive `'a`.
#[inline(always)]
pub(in crate::ffi) unsafe fn slice<'a, T>(pointer: *const T, count: usize, name: &str) -> Result<&'a [T]> {
    if !is_ordinary(pointer, count) {
        check_address(pointer as usize, Layout::new::<T>(), count, "count", name)?;
        if count == 0 {
            return Ok(&[]);
        }
    }
    // SAFETY: checked above as far as possible; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count) })
}

/// Input bytes, whose number is called size.
///
/// # Safety
/// As for [`slice`].
pub(in crate::ffi) unsafe fn bytes<'a>(pointer: *const u8, size: usize, name: &str) -> Result<&'a [u8]> {
    check(pointer, size, "size", name)?;
    // SAFETY: the caller's promise.
    unsafe { slice(pointer, size, name) }
}

/// An input that must be there.
///
/// # Safety
/// If not null, `pointer` must point to an initialised `T` that outlives `'a`.
pub(in crate::ffi) unsafe fn reference<'a, T>(pointer: *const T, name: &str) -> Result<&'a T> {
    check_present(pointer, name)?;
    // SAFETY: not null and aligned; the rest is the caller's promise.
    Ok(unsafe { &*pointer })
}

/// An input array of the ABI's `C`, read as the library's type.
pub(in crate::ffi) struct Converted<'a, C>(&'a [C]);

impl<'a, C> Converted<'a, C> {
    /// # Safety
    /// As for [`slice`].
    pub(in crate::ffi) unsafe fn new(pointer: *const C, count: usize, name: &str) -> Result<Self> {
        // SAFETY: the caller's promise.
        Ok(Converted(unsafe { slice(pointer, count, name) }?))
    }

    /// The elements as they are.
    pub(in crate::ffi) fn as_slice(&self) -> &'a [C] {
        self.0
    }

    /// The same memory as the library's type.
    pub(in crate::ffi) fn laid_out<V>(&self) -> &'a [V]
    where
        C: LaidOutAs<V>,
    {
        // SAFETY: by the contract of the trait.
        unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len()) }
    }

    /// Checks that the `reserved` field of every element is zero, so that it can mean something later.
    pub(in crate::ffi) fn check_zero(&self, name: &str, reserved: impl Fn(&C) -> u32) -> Result<()> {
        match self.0.iter().map(reserved).enumerate().find(|&(_, value)| value != 0) {
            Some((i, value)) => {
                Err(Error::invalid_argument(text!("{name}[{i}].reserved: {value} is not zero")))
            }
            None => Ok(()),
        }
    }
}

impl<C: Copy + Into<T>, T> Batch<T> for Converted<'_, C> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> T {
        self.0[i].into()
    }
}

/// A value on the heap, or [`crate::ErrorKind::OutOfMemory`].
pub(in crate::ffi) fn boxed<T>(value: T) -> Result<Box<T>> {
    let mut one = crate::vectors::reserve(1, "handle")?;
    one.push(value);
    // SAFETY: a slice of one element is laid out as the element is.
    Ok(unsafe { Box::from_raw(Box::into_raw(one.into_boxed_slice()).cast::<T>()) })
}

/// A single output that must be there; written at most once, by [`Out::write`].
pub(in crate::ffi) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// # Safety
    /// If not null, `pointer` must be writable.
    pub(in crate::ffi) unsafe fn new(pointer: *mut T, name: &str) -> Result<Out<T>> {
        check_present(pointer, name)?;
        Ok(Out(pointer))
    }

    pub(in crate::ffi) fn write(self, value: T) {
        // SAFETY: `new` checked the pointer; that it is writable is its caller's promise. `write`
        // never reads or drops what was there, which may be uninitialised.
        unsafe { self.0.write(value) }
    }
}

/// An output array that may be uninitialised.
pub(in crate::ffi) struct OutArray<'a, T> {
    pointer: *mut T,
    capacity: usize,
    _lifetime: PhantomData<&'a mut T>,
}

impl<T> OutArray<'_, T> {
    /// # Safety
    /// If not null, `pointer` must be writable for so many elements for as long as this lives.
    pub(in crate::ffi) unsafe fn new(pointer: *mut T, count: usize, name: &str) -> Result<Self> {
        check(pointer, count, "count", name)?;
        Ok(OutArray { pointer, capacity: count, _lifetime: PhantomData })
    }

    /// The same where the caller says how much room there is.
    ///
    /// # Safety
    /// As for [`OutArray::new`].
    pub(in crate::ffi) unsafe fn with_capacity(pointer: *mut T, capacity: usize, name: &str) -> Result<Self> {
        check(pointer, capacity, "capacity", name)?;
        Ok(OutArray { pointer, capacity, _lifetime: PhantomData })
    }
}

/// A type of the ABI that is the library's `V` but for its name, so that arrays of it can be read and written as
/// arrays of `V`.
///
/// # Safety
/// Both have the same size and alignment, and the same fields at the same offsets; every value of one is a value of the
/// other.
pub(in crate::ffi) unsafe trait LaidOutAs<V> {}

/// Declares that types of the ABI are laid out as types of the library's, field by field, and asserts it.
/// Plain numbers all.
macro_rules! same_layout {
    ($($abi:ty => $own:ty { $($field:ident $(= $path:ident . $of:ident)?),* $(,)? })*) => { $(
        // SAFETY: as asserted.
        unsafe impl $crate::ffi::frame::pointer::LaidOutAs<$own> for $abi {}
        const _: () = {
            assert!(size_of::<$abi>() == size_of::<$own>() && align_of::<$abi>() == align_of::<$own>());
            $(assert!(
                std::mem::offset_of!($abi, $field)
                    == $crate::ffi::frame::pointer::same_layout!(@offset $own, $field $($path.$of)?)
            );)*
        };
    )* };
    (@offset $own:ty, $field:ident) => { std::mem::offset_of!($own, $field) };
    (@offset $own:ty, $field:ident $path:ident . $of:ident) => { std::mem::offset_of!($own, $path.$of) };
}
pub(in crate::ffi) use same_layout;

// SAFETY: the same type.
unsafe impl LaidOutAs<u32> for u32 {}

impl<'a, T> OutArray<'a, T> {
    /// The same memory as the library's type.
    pub(in crate::ffi) fn laid_out<V>(self) -> OutArray<'a, V>
    where
        T: LaidOutAs<V>,
    {
        // The checks of `new`, and the promises made to it, about a `T` go for a `V` by the contract of the
        // trait.
        OutArray { pointer: self.pointer.cast(), capacity: self.capacity, _lifetime: PhantomData }
    }
}

impl OutArray<'_, u8> {
    /// Fills the beginning with `bytes`, which must fit.
    pub(in crate::ffi) fn copy_from(&mut self, bytes: &[u8]) {
        assert!(bytes.len() <= self.capacity);
        // SAFETY: in range; writable by the promise made to `new`, and no part of a blob's own memory,
        // which nobody else has a mutable pointer to.
        unsafe { self.pointer.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) }
    }
}

impl<T, V: Into<T>> Output<V> for OutArray<'_, T> {
    fn capacity(&self) -> usize {
        self.capacity
    }

    #[inline]
    fn write(&mut self, i: usize, value: V) {
        assert!(i < self.capacity);
        // SAFETY: in range; writable by the promise made to `new`. Nothing is read or dropped.
        unsafe { self.pointer.add(i).write(value.into()) }
    }
}

impl<T: Copy> ListOutput<T> for OutArray<'_, T> {
    fn written(&mut self, range: std::ops::Range<usize>) -> &mut [T] {
        if range.is_empty() {
            return &mut [];
        }
        assert!(range.start <= range.end && range.end <= self.capacity);
        // SAFETY: in range, writable, aligned; by the contract of this method every element of the range
        // has been written.
        unsafe { std::slice::from_raw_parts_mut(self.pointer.add(range.start), range.len()) }
    }

    #[inline]
    fn write_all(&mut self, first: usize, values: &[T]) {
        assert!(first <= self.capacity && values.len() <= self.capacity - first);
        // SAFETY: in range; writable by the promise made to `new`, and so nobody else's, like `values`.
        unsafe { self.pointer.add(first).copy_from_nonoverlapping(values.as_ptr(), values.len()) }
    }
}
