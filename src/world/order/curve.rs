//! The curve through the middles of objects, and keys that say where on it they lie.

use super::digits::{Counts, SLOT_BITS};
use super::hilbert::{BITS, hilbert};
use crate::arrays::{MapEach, zip_each};
use crate::simd::{Kernel, LANES, Simd};
use crate::world::objects::Row;

/// Size classes, at most.
const CLASSES: usize = 8;
/// Shorter runs of objects in one cell are left as they are.
pub(super) const RUN: usize = 12;
/// The deepest runs within runs that are ordered again.
pub(super) const DEEPEST: u32 = 12;
/// So many rows are fetched before they are looked at.
pub(super) const AHEAD: usize = 8 * LANES;
/// The number of objects that are looked at to find out what sizes are usual.
const SAMPLE: usize = 512;

/// The curve through a box, and the bounds of size classes.
pub(super) struct Curve {
    origin: [f32; 3],
    scale: [f32; 3],
    /// Sizes above which an object is of the next class.
    sizes: [f32; CLASSES - 1],
}

/// Twice the middle.
#[inline(always)]
fn center(row: &Row) -> [f32; 3] {
    [row.min[0] + row.max[0], row.min[1] + row.max[1], row.min[2] + row.max[2]]
}

#[inline(always)]
fn size(row: &Row) -> f32 {
    let [x, y, z] = [row.max[0] - row.min[0], row.max[1] - row.min[1], row.max[2] - row.min[2]];
    let size = if x > y { x } else { y };
    if size > z { size } else { z }
}

/// The ends of nothing.
pub(super) const NOWHERE: [[f32; 3]; 2] = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];

/// The least and the largest coordinates of middles.
pub(super) fn ends<'a>(rows: impl Iterator<Item = &'a Row>) -> [[f32; 3]; 2] {
    rows.fold(NOWHERE, |ends, row| around(ends, [center(row); 2]))
}

#[inline(always)]
pub(super) fn around([low, high]: [[f32; 3]; 2], [other_low, other_high]: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    let least = |k: usize| if other_low[k] < low[k] { other_low[k] } else { low[k] };
    let most = |k: usize| if other_high[k] > high[k] { other_high[k] } else { high[k] };
    [[0, 1, 2].map_each(least), [0, 1, 2].map_each(most)]
}

impl Curve {
    /// Through the middles of objects, which are between these ends; all of one class.
    pub(super) fn between([low, high]: [[f32; 3]; 2]) -> Curve {
        // The same on all axes, or cells would be slabs.
        let extent = (0..3).fold(0.0, |extent: f32, k| extent.max(high[k] - low[k]));
        let scale = if extent > 0.0 { ((1 << BITS) - 1) as f32 / extent } else { 0.0 };
        // A scale so large that it is none leaves all in the first cell.
        let scale = if scale.is_finite() { scale } else { 0.0 };
        Curve { origin: low, scale: [scale; 3], sizes: [f32::INFINITY; CLASSES - 1] }
    }

    /// Returns true if all middles are one point, or so near each other that the curve does not tell them
    /// apart.
    pub(super) fn is_point(&self) -> bool {
        self.scale[0] == 0.0
    }

    /// Sets the classes by the sizes of a sample of so many members.
    pub(super) fn classify(&mut self, rows: &[Row], members: usize, member: impl Fn(usize) -> u32) {
        let mut sample = [0.0f32; SAMPLE];
        let count = members.min(SAMPLE);
        for (i, place) in sample.iter_mut().enumerate().take(count) {
            *place = size(&rows[member(i * members / count) as usize]);
        }
        let sample = &mut sample[..count];
        if sample.is_empty() {
            return;
        }
        let (_, median, _) = sample.select_nth_unstable_by(count / 2, f32::total_cmp);
        let mut bound = median.max(f32::MIN_POSITIVE) * 2.5;
        for place in &mut self.sizes {
            *place = bound;
            bound *= 3.0;
        }
    }

    /// The classes of objects and places on the curve, and their slots below them.
    #[inline(always)]
    fn keys<const N: usize>(&self, min: [[f32; N]; 3], max: [[f32; N]; 3], slots: &[u32; N]) -> [u64; N] {
        let (mut cells, mut sizes) = ([[0; N]; 3], [f32::NEG_INFINITY; N]);
        for k in 0..3 {
            for i in 0..N {
                let (center, size) = (min[k][i] + max[k][i], max[k][i] - min[k][i]);
                let cell = ((center - self.origin[k]) * self.scale[k]) as i32;
                cells[k][i] = cell.clamp(0, (1 << BITS) - 1) as u32;
                sizes[i] = if size > sizes[i] { size } else { sizes[i] };
            }
        }
        let mut classes = [0; N];
        for bound in self.sizes {
            for i in 0..N {
                classes[i] += u32::from(sizes[i] > bound);
            }
        }
        let (places, mut keys) = (hilbert(cells), [0; N]);
        for i in 0..N {
            let place = u64::from(classes[i]) << (3 * BITS) | u64::from(places[i]);
            keys[i] = place << SLOT_BITS | u64::from(slots[i]);
        }
        keys
    }

    /// The key of one object.
    pub(super) fn key(&self, row: &Row, slot: u32) -> u64 {
        self.keys(row.min.map_each(|number| [number]), row.max.map_each(|number| [number]), &[slot])[0]
    }
}

/// The keys of members, and counts of their digits.
pub(super) struct Keys<'a> {
    pub(super) curve: &'a Curve,
    pub(super) rows: &'a [Row],
    pub(super) members: &'a [u32],
    pub(super) keys: &'a mut [u64],
    pub(super) counts: &'a mut Counts,
}

impl Kernel for Keys<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let mut near = [[0.0; 8]; AHEAD];
        for (members, keys) in zip_each(self.members.chunks(AHEAD), self.keys.chunks_mut(AHEAD)) {
            // Nothing else is done meanwhile: rows lie anywhere, and many are waited for at once.
            for (row, &slot) in zip_each(&mut near, members) {
                *row = bytemuck::cast(self.rows[slot as usize]);
            }
            let rows = near.as_chunks().0;
            for (rows, (members, keys)) in
                zip_each(rows, zip_each(members.chunks(LANES), keys.chunks_mut(LANES)))
            {
                find_keys(s, self.curve, rows, members, keys, self.counts);
            }
        }
    }
}

/// The keys of up to sixteen members.
#[inline(always)]
fn find_keys<S: Simd>(
    s: S,
    curve: &Curve,
    rows: &[[f32; 8]; LANES],
    members: &[u32],
    keys: &mut [u64],
    counts: &mut Counts,
) {
    let mut slots = [0; LANES];
    slots[..members.len()].copy_from_slice(members);
    let [x, y, z, _, max_x, max_y, max_z, _] = s.transpose(rows);
    let min = [s.to_array(x), s.to_array(y), s.to_array(z)];
    let max = [s.to_array(max_x), s.to_array(max_y), s.to_array(max_z)];
    let all = curve.keys(min, max, &slots);
    for (place, key) in zip_each(keys, all) {
        *place = key;
        counts.add(key);
    }
}
