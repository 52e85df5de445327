//! The check for a closed surface of a cooked mesh, without memory: no query may allocate any.
//!
//! A surface is closed, as far as winding numbers go, if its triangles' edges cancel: each has as many triangles that run along it in
//! one direction as in the other. Edges are known by the positions of their ends. Instead of a list of them, two sums of 64
//! bits are kept, to which each edge adds a hash of its ends in one direction and takes it away in the other. Edges
//! that cancel leave zero, and any others do with odds of 2^-128 (a multiset hash that is homomorphic: Clarke and others,
//! "Incremental Multiset Hash Functions and Their Application to Memory Integrity Checking", 2003).

use super::mesh_tree::MeshTree;
use super::tree::LeafTriangle;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering};

/// An answer that is found out when it is first asked for. Threads that ask at the same time find out the same.
#[derive(Default)]
pub(super) struct Known(AtomicU8);

impl Known {
    /// 0 is not known yet.
    const NO: u8 = 1;
    const YES: u8 = 2;

    pub(super) fn get_or(&self, find_out: impl FnOnce() -> bool) -> bool {
        // It is all that is written, so it needs no order with anything else.
        match self.0.load(Ordering::Relaxed) {
            Known::NO => false,
            Known::YES => true,
            _ => {
                let found = find_out();
                self.0.store(if found { Known::YES } else { Known::NO }, Ordering::Relaxed);
                found
            }
        }
    }
}

/// Returns true if the edges of all triangles cancel.
pub(super) fn is_closed(tree: MeshTree) -> bool {
    let mut sums = [0; 2];
    tree.for_each(|LeafTriangle { triangle: Triangle { a, b, c }, .. }| {
        let [a, b, c] = [a, b, c].map_each(End::new);
        for (from, to) in [(&a, &b), (&b, &c), (&c, &a)] {
            add_edge(&mut sums, from, to);
        }
        ControlFlow::Continue(())
    });
    sums == [0; 2]
}

/// An end of an edge.
#[derive(Clone, Copy)]
struct End {
    /// The bits of its position.
    bits: [u64; 2],
    hashes: [u64; 2],
}

impl End {
    fn new(position: Vec3) -> End {
        // Zeros of either sign are one.
        let [x, y, z] =
            (position + Vec3::ZERO).to_array().map_each(|coordinate| u64::from(coordinate.to_bits()));
        let hash = |seed: u64| mix(mix((x | y << 32) ^ seed) ^ z);
        End { bits: [x | y << 32, z], hashes: [hash(0x243f_6a88_85a3_08d3), hash(0x1319_8a2e_0370_7344)] }
    }
}

fn add_edge(sums: &mut [u64; 2], from: &End, to: &End) {
    let hash =
        |[first, second]: [&End; 2], k: usize| mix(first.hashes[k].rotate_left(32) ^ mix(second.hashes[k]));
    for (k, sum) in sums.iter_mut().enumerate() {
        *sum = match from.bits.cmp(&to.bits) {
            std::cmp::Ordering::Less => sum.wrapping_add(hash([from, to], k)),
            std::cmp::Ordering::Equal => *sum,
            std::cmp::Ordering::Greater => sum.wrapping_sub(hash([to, from], k)),
        };
    }
}

/// Stafford's thirteenth variant of the 64-bit finalizer of MurmurHash3, as in SplitMix64.
fn mix(bits: u64) -> u64 {
    let bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
