//! The nearest triangles of sixteen rays.

use super::engine::Known;
use super::hit_lanes::triangles;
use super::nearest::{KeyBounds, Nearest};
use super::ray_columns::VectorLanes;
use crate::bits::bits;
use crate::geometry::{Triangle, Vec3};
use crate::mesh::tree::{Block, LeafPlace, Tree};
use crate::simd::{LANES, Simd};

/// The nearest triangle so far of each ray, as [`Nearest`] has it.
#[derive(Clone, Copy)]
pub(super) struct NearestLanes {
    low: [f32; LANES],
    high: [f32; LANES],
    index: [u32; LANES],
    leaf: [u32; LANES],
    lane: [u32; LANES],
    /// A bit for each ray where both bounds are the key.
    exact: u32,
    /// The triangles' corners along the rays' axes.
    corners: [VectorLanes; 3],
    /// A bit for each ray where these are the nearest triangle's.
    with_corners: u32,
}

impl NearestLanes {
    #[inline(always)]
    fn get(&self, ray: usize) -> Nearest {
        let place = LeafPlace { leaf: self.leaf[ray], lane: self.lane[ray] };
        Nearest::from_parts(
            [self.low[ray], self.high[ray]],
            self.index[ray],
            self.exact >> ray & 1 != 0,
            place,
        )
    }

    #[inline(always)]
    fn set(&mut self, ray: usize, nearest: Nearest) {
        let ([low, high], index, is_exact, place) = nearest.into_parts();
        if index != self.index[ray] {
            self.with_corners &= !(1 << ray);
        }
        (self.low[ray], self.high[ray], self.index[ray]) = (low, high, index);
        (self.leaf[ray], self.lane[ray]) = (place.leaf, place.lane);
        self.exact = self.exact & !(1 << ray) | u32::from(is_exact) << ray;
    }

    /// The indices of the nearest triangles.
    #[inline(always)]
    pub(super) fn indices(&self) -> &[u32; LANES] {
        &self.index
    }

    /// Reads the corners of those nearest triangles of which they are not known. `axes` are the rays'.
    #[inline(always)]
    pub(super) fn read_corners<L: Tree>(&mut self, tree: L, axes: [usize; 3]) {
        for ray in bits(triangles(&self.index) & !self.with_corners) {
            let ray = ray as usize % LANES;
            if let Some(Triangle { a, b, c }) = self.get(ray).read(tree) {
                for (corners, corner) in self.corners.iter_mut().zip([a, b, c]) {
                    for k in 0..3 {
                        corners[k][ray] = corner[axes[k] % 3];
                    }
                }
            }
        }
    }

    /// The corners of the nearest triangles along the rays' axes.
    #[inline(always)]
    pub(super) fn corners(&self) -> &[VectorLanes; 3] {
        &self.corners
    }
}

impl Known for NearestLanes {
    type Found = Nearest;

    #[inline(always)]
    fn new() -> NearestLanes {
        NearestLanes {
            low: [0.0; LANES],
            high: [0.0; LANES],
            index: [0; LANES],
            leaf: [0; LANES],
            lane: [0; LANES],
            exact: 0,
            corners: [[[0.0; LANES]; 3]; 3],
            with_corners: 0,
        }
    }

    #[inline(always)]
    fn begin(&mut self, t_max: [f32; LANES]) {
        for (ray, t_max) in t_max.into_iter().enumerate() {
            let ([low, high], index, _, LeafPlace { leaf, lane }) = Nearest::within(t_max).into_parts();
            (self.low[ray], self.high[ray], self.index[ray]) = (low, high, index);
            (self.leaf[ray], self.lane[ray]) = (leaf, lane);
        }
        (self.exact, self.with_corners) = (0, 0);
    }

    #[inline(always)]
    fn limits(&self) -> &[f32; LANES] {
        &self.high
    }

    #[inline(always)]
    fn note<S: Simd>(
        &mut self,
        simd: S,
        ray: usize,
        block: impl Block,
        hits: KeyBounds<S>,
        key: impl Fn(&Triangle) -> Option<f32>,
    ) {
        if hits.mask != 0 {
            let mut nearest = self.get(ray);
            nearest.note(simd, block, 0, hits, key);
            self.set(ray, nearest);
        }
    }

    #[inline(always)]
    fn note_triangle<S: Simd>(
        &mut self,
        simd: S,
        block: impl Block,
        lane: usize,
        corners: [Vec3; 3],
        hits: KeyBounds<S>,
        key: impl Fn(usize, f32, &Triangle) -> Option<f32>,
    ) {
        let KeyBounds { mask, sure, low, high } = hits;
        let (known_low, known_high) = (simd.load_array(self.low), simd.load_array(self.high));
        // Certainly nearer, as most are; certainly farther; and those about which more must be known.
        let taken = mask & sure & simd.lt(high, known_low);
        let rest = mask & !taken & !simd.lt(known_high, low);
        let (lows, highs) = (simd.to_array(low), simd.to_array(high));
        if taken != 0 {
            let LeafPlace { leaf, lane: place } = block.place(lane);
            let index = block.id(lane);
            self.low = simd.to_array(simd.select(taken, low, known_low));
            self.high = simd.to_array(simd.select(taken, high, known_high));
            self.exact = self.exact & !taken | simd.eq(low, high) & taken;
            for ray in 0..LANES {
                let is_taken = taken >> ray & 1 != 0;
                self.index[ray] = if is_taken { index } else { self.index[ray] };
                self.leaf[ray] = if is_taken { leaf } else { self.leaf[ray] };
                self.lane[ray] = if is_taken { place } else { self.lane[ray] };
            }
            self.with_corners |= taken;
            for (known, corner) in self.corners.iter_mut().zip(corners) {
                for (known, coordinate) in known.iter_mut().zip(corner.to_array()) {
                    *known =
                        simd.to_array(simd.select(taken, simd.splat(coordinate), simd.load_array(*known)));
                }
            }
        }
        for ray in bits(rest) {
            let ray = ray as usize % LANES;
            let (bounds, is_sure) = ([lows[ray], highs[ray]], sure >> ray & 1 != 0);
            let mut nearest = self.get(ray);
            let limit = nearest.limit();
            nearest.note_one(block, lane, bounds, is_sure, |triangle| key(ray, limit, triangle));
            self.set(ray, nearest);
        }
    }

    #[inline(always)]
    fn found(&self, ray: usize) -> Nearest {
        self.get(ray)
    }
}
