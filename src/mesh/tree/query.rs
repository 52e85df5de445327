//! Computations on a tree of any layout.

use super::{BoxTest, PacketTree, StreamTree, TestedBy};
use crate::simd::Simd;

/// A computation on a tree of any layout: what a generic closure would be. Its functions must be `#[inline(always)]`, and
/// so must all lane code that they call.
pub(crate) trait TreeQuery: Sized {
    /// Its box test.
    type Test: BoxTest;
    /// Its result.
    type Output;
    /// Runs it.
    fn run<L: TestedBy<Self::Test>>(self, tree: L) -> Self::Output;
    /// Runs it on a tree that packets and streams can traverse, too.
    #[inline(always)]
    fn run_in_lanes<S: Simd, L: StreamTree<Self::Test> + PacketTree<S>>(self, tree: L) -> Self::Output {
        self.run(tree)
    }
}
