//! The memory of a traversal of two trees, on the thread's stack.

use super::PairTree;
use super::blocks::Blocks;
use crate::stack::Stack;
use std::ops::DerefMut;

/// The sizes of it, for trees of a layout: all of it, with what a traversal calls, within 48 KiB.
pub(crate) trait PairMemory: PairTree {
    /// A stack for [`PairMemory::ROOM`] entries.
    type Stack<T: Copy>: Stack<T>;
    /// At least [`super::LEAST_ROOM`].
    const ROOM: usize;
    /// A stack for [`PairMemory::NEAREST_ROOM`] entries.
    type NearestStack<T: Copy>: Stack<T>;
    /// The same beside a heap.
    const NEAREST_ROOM: usize;
    /// A heap for [`PairMemory::HEAP`] entries.
    type Heap<T: Copy>: Stack<T> + DerefMut<Target = [T]>;
    /// Beyond these, pairs go on the stack.
    const HEAP: usize;
    /// Posed blocks of the first tree's node.
    type First: Blocks;
    /// Those of the second tree's, each of which is compared with all of the first.
    type Second: Blocks;
    /// The same beside a heap.
    type NearestFirst: Blocks;
    type NearestSecond: Blocks;
}
