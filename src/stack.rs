//! A traversal's stack, to which a node's children can be added at once. It replaces the crate `arrayvec`
//! where every instruction counts: the methods that crate pushes and pops with are not marked for inlining.

// Elements are read only below the length, where they have been written.
#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

/// A node that is still to be visited, and a lower bound on the key of every answer below it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(crate) struct StackEntry<T> {
    pub(crate) key: f32,
    pub(crate) node: T,
}

/// A stack of fixed capacity, on the thread's own.
pub(crate) trait Stack<T>: Default {
    /// Adds an element on top.
    fn push(&mut self, element: T);
    /// Adds the first `count` of some elements, the last of them on top. There must be room for all of them.
    fn push_first<const M: usize>(&mut self, count: usize, elements: [T; M]);
    /// Takes the top element.
    fn pop(&mut self) -> Option<T>;
    /// Removes all elements.
    fn clear(&mut self);
    /// The number of elements.
    fn len(&self) -> usize;
}

/// A stack of `N` elements, which are not initialised before they are pushed: it is begun for every query.
pub(crate) struct FixedStack<T, const N: usize> {
    elements: [MaybeUninit<T>; N],
    /// All elements below this are initialised.
    len: usize,
}

impl<T: Copy, const N: usize> Default for FixedStack<T, N> {
    #[inline(always)]
    fn default() -> FixedStack<T, N> {
        FixedStack { elements: [const { MaybeUninit::uninit() }; N], len: 0 }
    }
}

/// Its elements, the last of them on top.
impl<T: Copy, const N: usize> Deref for FixedStack<T, N> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: those below the length have been written.
        unsafe { self.elements[..self.len].assume_init_ref() }
    }
}

impl<T: Copy, const N: usize> DerefMut for FixedStack<T, N> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: those below the length have been written.
        unsafe { self.elements[..self.len].assume_init_mut() }
    }
}

impl<T: Copy, const N: usize> FixedStack<T, N> {
    /// Removes all elements from the top down to `len` of them.
    #[inline(always)]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl<T: Copy, const N: usize> Stack<T> for FixedStack<T, N> {
    #[inline(always)]
    fn push(&mut self, element: T) {
        match self.elements.get_mut(self.len) {
            Some(room) => *room = MaybeUninit::new(element),
            None => full(N),
        }
        self.len += 1;
    }

    #[inline(always)]
    fn push_first<const M: usize>(&mut self, count: usize, elements: [T; M]) {
        let room = self.elements.get_mut(self.len..).and_then(|room| room.first_chunk_mut());
        let room: &mut [MaybeUninit<T>; M] = room.unwrap_or_else(|| full(N));
        for (i, room) in room.iter_mut().enumerate() {
            room.write(elements[i]);
        }
        self.len += count.min(M);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        let top = self.elements.get(self.len)?;
        // SAFETY: it was below the length, and so has been written.
        Some(unsafe { top.assume_init() })
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    fn len(&self) -> usize {
        self.len
    }
}

/// Places for up to `N` elements, which are not initialised before they are put there.
pub(crate) struct Slots<T, const N: usize> {
    elements: [MaybeUninit<T>; N],
    /// A bit for each that is initialised.
    filled: u32,
}

impl<T: Copy, const N: usize> Slots<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Slots<T, N> {
        const { assert!(N <= 32) };
        Slots { elements: [const { MaybeUninit::uninit() }; N], filled: 0 }
    }

    /// Returns true if there is an element at a place.
    #[inline(always)]
    pub(crate) fn has(&self, i: usize) -> bool {
        self.filled >> (i % 32) & 1 != 0
    }

    /// Puts an element at a place, which is below `N`.
    #[inline(always)]
    pub(crate) fn put(&mut self, i: usize, element: T) {
        self.elements[i].write(element);
        self.filled |= 1 << i;
    }

    /// The element at a place, which must be there.
    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> &T {
        let element = &self.elements[i];
        if !self.has(i) {
            missing(i);
        }
        // SAFETY: its bit is set, and so it has been written.
        unsafe { element.assume_init_ref() }
    }

    /// Forgets all elements.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.filled = 0;
    }
}

#[cold]
fn missing(place: usize) -> ! {
    panic!("there is no element {place}")
}

/// The depth of every tree is checked when it is opened, so this is not reached.
#[cold]
fn full(capacity: usize) -> ! {
    panic!("a stack of {capacity} is full")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_that_counts_is_on_top() {
        let mut stack = FixedStack::<u32, 12>::default();
        stack.push(7);
        stack.push_first(3, [1, 2, 3, 4, 5, 6, 7, 8]);
        stack.push(9);
        let popped: Vec<u32> = std::iter::from_fn(|| stack.pop()).collect();
        assert_eq!(popped, [9, 3, 2, 1, 7]);
        stack.push(5);
        stack.push(6);
        stack.truncate(1);
        stack[0] += 1;
        assert_eq!(*stack, [6]);
        stack.clear();
        assert_eq!(stack.pop(), None);
    }

    #[test]
    #[should_panic(expected = "a stack of 9 is full")]
    fn there_is_room_for_all_or_none() {
        let mut stack = FixedStack::<u32, 9>::default();
        stack.push_first(2, [0; 8]);
        stack.push_first(1, [0; 8]);
    }
}
