//! The median rule of "Collision data compression" (2013): along the longest axis, of the counts that the layout can
//! represent, the one whose two boxes have the most similar lengths.

use crate::Result;
use crate::mesh::builder::best::Best;
use crate::mesh::builder::count::CountRule;
use crate::mesh::builder::lanes::{Box4, Key, Primitive, key};
use crate::vectors::reserve;

/// The number of triangles on the left.
pub(in crate::mesh::builder) fn split(
    primitives: &[Primitive],
    axis: usize,
    counts: CountRule,
) -> Result<Option<usize>> {
    let n = primitives.len();
    let mut sorted: Vec<(Key, u32)> = reserve(n, "build")?;
    sorted.extend(primitives.iter().enumerate().map(|(i, p)| (key(p, axis), i as u32)));
    sorted.sort_unstable();
    let mut lengths = reserve(n, "build")?;
    lengths.resize(n, 0.0);
    let bounds = |i: usize| primitives[sorted[i].1 as usize].bounds();
    Ok(similar_lengths(counts, axis, &mut lengths, bounds))
}

/// The same for boxes that are in order along the axis; `lengths` is room for a number each.
pub(in crate::mesh::builder) fn similar_lengths(
    counts: CountRule,
    axis: usize,
    lengths: &mut [f32],
    bounds: impl Fn(usize) -> Box4,
) -> Option<usize> {
    let n = lengths.len();
    let mut all = Box4::EMPTY;
    for i in (1..n).rev() {
        all = all.union(bounds(i));
        lengths[i] = all.extent()[axis];
    }
    let mut best = Best::default();
    let mut all = Box4::EMPTY;
    for (i, right) in lengths.iter().enumerate().skip(1) {
        all = all.union(bounds(i - 1));
        if counts.nearest(n, i) == i {
            best.offer((all.extent()[axis] - right).abs(), n, i, i);
        }
    }
    best.place
}
