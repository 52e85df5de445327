//! Lists of the objects of packed trees.

use super::splat::Splat;
use super::touched::TouchedLeaves;
use crate::batch::{Found, Gathered};
use crate::geometry::Aabb;
use crate::simd::{Kernel, Simd, dispatch};
use crate::world::packed::tree::Tree;
use crate::world::packed::watch::Look;
use crate::world::structure::Sieve;

/// Lists the objects that are seen, whose boxes touch one, and that a sieve keeps; returns whether in order.
pub(in crate::world::packed) fn list(
    trees: &[Tree],
    bounds: &Aabb,
    seen: impl Look,
    sieve: Option<&dyn Sieve>,
    found: &mut dyn Found<u32>,
) -> bool {
    dispatch(ListKernel { trees, bounds, seen, sieve, found })
}

/// The list as a kernel.
struct ListKernel<'a, L> {
    trees: &'a [Tree],
    bounds: &'a Aabb,
    seen: L,
    sieve: Option<&'a dyn Sieve>,
    found: &'a mut dyn Found<u32>,
}

impl<L: Look> Kernel for ListKernel<'_, L> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, s: S) -> bool {
        let bounds = Splat::of(s, self.bounds);
        let mut gathered = Gathered::new(self.found);
        for tree in self.trees {
            let mut touched = TouchedLeaves::new(tree, bounds, self.seen);
            while let Some((leaf, mask)) = touched.next(s) {
                let mut slots = s.compress(mask, s.load_array_u(tree.slots()[leaf]));
                let mut count = mask.count_ones() as usize;
                if let Some(sieve) = self.sieve {
                    count = sieve.keep(&mut slots, count);
                }
                gathered.add(&slots, count);
            }
        }
        gathered.finish()
    }
}
