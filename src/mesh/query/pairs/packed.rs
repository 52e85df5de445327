//! Pairs of triangles that wait for others, so that lanes are full.

use crate::arrays::zip_each;
use crate::geometry::{Triangle, Vec3};
use crate::simd::{LANES, Lanes3, Simd};

/// Corners of sixteen triangles.
#[derive(Clone, Copy)]
struct PackedTriangles([[[f32; LANES]; 3]; 3]);

impl PackedTriangles {
    #[inline(always)]
    fn lanes<S: Simd>(&self, simd: S) -> [Lanes3<S>; 3] {
        let mut corners = [[simd.splat(0.0); 3]; 3];
        for (corner, rows) in zip_each(&mut corners, &self.0) {
            *corner = [simd.load_array(rows[0]), simd.load_array(rows[1]), simd.load_array(rows[2])];
        }
        corners
    }

    #[inline(always)]
    fn put(&mut self, lane: usize, triangle: &Triangle) {
        for (rows, corner) in self.0.iter_mut().zip([triangle.a, triangle.b, triangle.c]) {
            for (row, coordinate) in rows.iter_mut().zip(corner.to_array()) {
                row[lane % LANES] = coordinate;
            }
        }
    }

    fn triangle(&self, lane: usize) -> Triangle {
        let lane = lane % LANES;
        let [a, b, c] = &self.0;
        let corner = |[x, y, z]: &[[f32; LANES]; 3]| Vec3::new(x[lane], y[lane], z[lane]);
        Triangle::new(corner(a), corner(b), corner(c))
    }
}

/// Up to sixteen pairs of triangles.
pub(super) struct PackedPairs {
    triangles: [PackedTriangles; 2],
    ids: [[u32; 2]; LANES],
    count: usize,
}

impl PackedPairs {
    pub(super) fn new() -> PackedPairs {
        let triangles = [PackedTriangles([[[0.0; LANES]; 3]; 3]); 2];
        PackedPairs { triangles, ids: [[0; 2]; LANES], count: 0 }
    }

    /// Adds a pair; returns whether there is no room for another, and then they must be taken.
    #[inline(always)]
    pub(super) fn push(&mut self, ids: [u32; 2], a: &Triangle, b: &Triangle) -> bool {
        let lane = self.count % LANES;
        self.triangles[0].put(lane, a);
        self.triangles[1].put(lane, b);
        self.ids[lane] = ids;
        self.count += 1;
        self.count == LANES
    }

    /// A bit for each that waits. They are no longer counted, but can still be read.
    #[inline(always)]
    pub(super) fn take(&mut self) -> u32 {
        let mask = (1 << self.count) - 1;
        self.count = 0;
        mask
    }

    /// The corners of the first triangles, and of the second ones.
    #[inline(always)]
    pub(super) fn lanes<S: Simd>(&self, simd: S) -> [[Lanes3<S>; 3]; 2] {
        let [a, b] = &self.triangles;
        [a.lanes(simd), b.lanes(simd)]
    }

    /// The triangles of a pair.
    pub(super) fn pair(&self, lane: usize) -> [Triangle; 2] {
        let [a, b] = &self.triangles;
        [a.triangle(lane), b.triangle(lane)]
    }

    /// Their indices.
    #[inline(always)]
    pub(super) fn ids(&self, lane: usize) -> [u32; 2] {
        self.ids[lane % LANES]
    }
}
