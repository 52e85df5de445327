//! A traversal's stack, to which a node's children can be added at once.

use super::CHILDREN;
use std::mem::MaybeUninit;

/// A subtree, and a lower bound on the key of every answer in it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub(crate) struct Keyed<T> {
    pub(crate) key: f32,
    pub(crate) subtree: T,
}

/// A stack of fixed capacity, on the machine's own.
pub(crate) trait Stack<T>: Default {
    /// Adds an element on top.
    fn push(&mut self, element: T);
    /// Adds the first `count` of some elements, the last of them on top. There must be room for all of them.
    fn push_first(&mut self, count: usize, elements: [T; CHILDREN]);
    /// Takes the top element.
    fn pop(&mut self) -> Option<T>;
    /// Removes all elements.
    fn clear(&mut self);
}

/// A stack of `N` elements, which are not initialised before they are pushed: it is begun for every query.
pub(crate) struct Pile<T, const N: usize> {
    elements: [MaybeUninit<T>; N],
    /// All elements below this are initialised.
    len: usize,
}

impl<T: Copy, const N: usize> Default for Pile<T, N> {
    #[inline(always)]
    fn default() -> Pile<T, N> {
        Pile { elements: [const { MaybeUninit::uninit() }; N], len: 0 }
    }
}

impl<T: Copy, const N: usize> Stack<T> for Pile<T, N> {
    #[inline(always)]
    fn push(&mut self, element: T) {
        match self.elements.get_mut(self.len) {
            Some(room) => *room = MaybeUninit::new(element),
            None => full(N),
        }
        self.len += 1;
    }

    #[inline(always)]
    fn push_first(&mut self, count: usize, elements: [T; CHILDREN]) {
        let room = self.elements.get_mut(self.len..).and_then(|room| room.first_chunk_mut());
        match room {
            Some(room) => *room = elements.map(MaybeUninit::new),
            None => full(N),
        }
        self.len += count.min(CHILDREN);
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
        let mut pile = Pile::<u32, 12>::default();
        pile.push(7);
        pile.push_first(3, [1, 2, 3, 4, 5, 6, 7, 8]);
        pile.push(9);
        let popped: Vec<u32> = std::iter::from_fn(|| pile.pop()).collect();
        assert_eq!(popped, [9, 3, 2, 1, 7]);
        pile.push(5);
        pile.clear();
        assert_eq!(pile.pop(), None);
    }

    #[test]
    #[should_panic(expected = "a stack of 9 is full")]
    fn there_is_room_for_all_or_none() {
        let mut pile = Pile::<u32, 9>::default();
        pile.push_first(2, [0; 8]);
        pile.push_first(1, [0; 8]);
    }
}
