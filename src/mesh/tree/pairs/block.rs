//! Up to sixteen posed triangles in lanes, with what the tests of pairs need of each.

use crate::arrays::{MapEach, zip_each};
use crate::batch::Filter;
use crate::geometry::{Aabb, ORIENTATION_FLOOR, PoseMatrix, SQUARE_AFTER_ROUNDING, Triangle, Vec3};
use crate::mesh::tree::LeafTriangle;
use crate::simd::{LANES, Lanes3, Simd, about_cross, about_dot, max_abs, sub3};

/// Sixteen numbers as they lie in memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [f32; LANES]);

/// Three coordinates of sixteen points.
pub(crate) type Rows = [Row; 3];

/// The vertices of the triangles of a leaf.
#[derive(Clone, Copy)]
pub(crate) enum Corners<S: Simd> {
    /// A table of vertices, and which of them each corner is.
    Shared { vertices: Lanes3<S>, corners: [S::U; 3] },
    /// Each corner of the triangles.
    Apart([Lanes3<S>; 3]),
}

/// Triangles of a leaf, as a layout hands them out: where the mesh lies, not posed.
#[derive(Clone, Copy)]
pub(crate) struct LeafLanes<S: Simd> {
    pub(crate) corners: Corners<S>,
    /// Their indices.
    pub(crate) ids: S::U,
    /// A bit for each triangle that the filter accepts.
    pub(crate) seen: u32,
}

impl<S: Simd> LeafLanes<S> {
    /// From up to sixteen triangles one by one.
    #[inline(always)]
    pub(crate) fn gather(
        simd: S,
        triangles: impl Iterator<Item = LeafTriangle>,
        filter: &Filter,
    ) -> LeafLanes<S> {
        let (mut corners, mut ids, mut seen) = ([[[0.0; LANES]; 3]; 3], [0; LANES], 0);
        for (lane, leaf) in triangles.take(LANES).enumerate() {
            let Triangle { a, b, c } = leaf.triangle;
            for (corner, rows) in zip_each([a, b, c], &mut corners) {
                for (axis, row) in rows.iter_mut().enumerate() {
                    row[lane] = corner[axis];
                }
            }
            ids[lane] = leaf.index;
            seen |= u32::from(filter.accepts(leaf.attributes)) << lane;
        }
        let [a, b, c] = corners;
        let corners = [
            [simd.load_array(a[0]), simd.load_array(a[1]), simd.load_array(a[2])],
            [simd.load_array(b[0]), simd.load_array(b[1]), simd.load_array(b[2])],
            [simd.load_array(c[0]), simd.load_array(c[1]), simd.load_array(c[2])],
        ];
        LeafLanes { corners: Corners::Apart(corners), ids: simd.load_array_u(ids), seen }
    }
}

/// Posed triangles. Numbers in lanes that are not seen mean nothing, but are finite.
#[derive(Clone, Copy)]
pub(crate) struct PairBlock {
    /// The corners.
    corners: [Rows; 3],
    /// The vertices and the corners' numbers, where corners share them; the first corner otherwise.
    vertices: Rows,
    numbers: [[u32; LANES]; 3],
    pub(crate) shares: bool,
    /// The triangles' own boxes; empty where not seen.
    pub(crate) low: Rows,
    pub(crate) high: Rows,
    /// Cross products of two edges, and what the bound on the rounding of determinants with them is made of.
    normal: Rows,
    edges: Row,
    pub(crate) ids: [u32; LANES],
    /// A bit for each triangle.
    pub(crate) seen: u32,
    /// Around all.
    pub(crate) bounds: Aabb,
}

impl PairBlock {
    /// Poses triangles, exactly as [`PoseMatrix::point`] does.
    #[inline(always)]
    pub(crate) fn new<S: Simd>(simd: S, pose: &PoseMatrix, leaf: &LeafLanes<S>) -> PairBlock {
        let (vertices, numbers, shares, corners);
        match leaf.corners {
            Corners::Shared { vertices: table, corners: indices } => {
                let table = posed(simd, pose, table);
                corners = [
                    permuted(simd, table, indices[0]),
                    permuted(simd, table, indices[1]),
                    permuted(simd, table, indices[2]),
                ];
                numbers =
                    [simd.to_array_u(indices[0]), simd.to_array_u(indices[1]), simd.to_array_u(indices[2])];
                (vertices, shares) = (table, true);
            }
            Corners::Apart([a, b, c]) => {
                corners = [posed(simd, pose, a), posed(simd, pose, b), posed(simd, pose, c)];
                (vertices, numbers, shares) = (corners[0], [[0; LANES]; 3], false);
            }
        }
        let [a, b, c] = corners;
        let (least, most) = (simd.splat(f32::INFINITY), simd.splat(f32::NEG_INFINITY));
        let (mut low, mut high) = ([least; 3], [most; 3]);
        for k in 0..3 {
            low[k] = simd.select(leaf.seen, simd.min(simd.min(a[k], b[k]), c[k]), least);
            high[k] = simd.select(leaf.seen, simd.max(simd.max(a[k], b[k]), c[k]), most);
        }
        let zero = simd.splat(0.0);
        let [x, y, z, _] = simd.smallest_of_each([low[0], low[1], low[2], zero]);
        let negated = [simd.sub(zero, high[0]), simd.sub(zero, high[1]), simd.sub(zero, high[2]), zero];
        let [to_x, to_y, to_z, _] = simd.smallest_of_each(negated).map_each(|least| -least);
        let (e, f) = (sub3(simd, b, a), sub3(simd, c, a));
        let sizes = simd.mul(simd.mul(simd.splat(8.0), max_abs(simd, e)), max_abs(simd, f));
        PairBlock {
            corners: [rows(simd, a), rows(simd, b), rows(simd, c)],
            vertices: rows(simd, vertices),
            numbers,
            shares,
            low: rows(simd, low),
            high: rows(simd, high),
            normal: rows(simd, about_cross(simd, e, f)),
            edges: Row(simd.to_array(simd.add(sizes, simd.splat(ORIENTATION_FLOOR)))),
            ids: simd.to_array_u(leaf.ids),
            seen: leaf.seen,
            bounds: Aabb::new(Vec3::new(x, y, z), Vec3::new(to_x, to_y, to_z)),
        }
    }

    /// Corner `k` of all.
    #[inline(always)]
    pub(crate) fn corner<S: Simd>(&self, simd: S, k: usize) -> Lanes3<S> {
        load(simd, &self.corners[k])
    }

    /// Corner `k` of one of them in all lanes.
    #[inline(always)]
    pub(crate) fn corner_of<S: Simd>(&self, simd: S, k: usize, lane: usize) -> Lanes3<S> {
        splat_of(simd, &self.corners[k], lane)
    }

    /// One of them.
    #[inline(always)]
    pub(crate) fn triangle(&self, lane: usize) -> Triangle {
        let corner = |k: usize| {
            let [x, y, z] = &self.corners[k];
            let lane = lane % LANES;
            Vec3::new(x.0[lane], y.0[lane], z.0[lane])
        };
        Triangle::new(corner(0), corner(1), corner(2))
    }

    /// The normals of all, not of unit length.
    #[inline(always)]
    pub(crate) fn normals<S: Simd>(&self, simd: S) -> Lanes3<S> {
        load(simd, &self.normal)
    }

    /// The normal of one of them in all lanes.
    #[inline(always)]
    pub(crate) fn normal_of<S: Simd>(&self, simd: S, lane: usize) -> Lanes3<S> {
        splat_of(simd, &self.normal, lane)
    }

    /// The beginning of `orientation_bound` of `geometry/triangle_triangle` for determinants with their
    /// normals: `8 E F` and the floor.
    #[inline(always)]
    pub(crate) fn edges<S: Simd>(&self, simd: S) -> S::F {
        simd.load_array(self.edges.0)
    }

    /// The same for one of them.
    #[inline(always)]
    pub(crate) fn edges_of(&self, lane: usize) -> f32 {
        self.edges.0[lane % LANES]
    }

    /// `dot(normal, corner - from)` for each corner of all: vertex by vertex where corners share them.
    #[inline(always)]
    pub(crate) fn heights<S: Simd>(&self, simd: S, normal: Lanes3<S>, from: Lanes3<S>) -> [S::F; 3] {
        if self.shares {
            let table = about_dot(simd, normal, sub3(simd, load(simd, &self.vertices), from));
            return [
                simd.permute(table, simd.load_array_u(self.numbers[0])),
                simd.permute(table, simd.load_array_u(self.numbers[1])),
                simd.permute(table, simd.load_array_u(self.numbers[2])),
            ];
        }
        [
            about_dot(simd, normal, sub3(simd, self.corner(simd, 0), from)),
            about_dot(simd, normal, sub3(simd, self.corner(simd, 1), from)),
            about_dot(simd, normal, sub3(simd, self.corner(simd, 2), from)),
        ]
    }

    /// The triangles whose own boxes touch a box.
    #[inline(always)]
    pub(crate) fn touching<S: Simd>(&self, simd: S, low: [f32; 3], high: [f32; 3]) -> u32 {
        let mut gap = simd.splat(0.0);
        for k in 0..3 {
            let before = simd.sub(simd.load_array(self.low[k].0), simd.splat(high[k]));
            let after = simd.sub(simd.splat(low[k]), simd.load_array(self.high[k].0));
            gap = simd.max(gap, simd.max(before, after));
        }
        self.seen & simd.le(gap, simd.splat(0.0))
    }

    /// The triangles whose own boxes may be within a distance of a box, of which the square is given: all that are.
    #[inline(always)]
    pub(crate) fn within<S: Simd>(&self, simd: S, low: [f32; 3], high: [f32; 3], square: f32) -> u32 {
        let mut sum = simd.splat(0.0);
        for k in 0..3 {
            let before = simd.sub(simd.load_array(self.low[k].0), simd.splat(high[k]));
            let after = simd.sub(simd.splat(low[k]), simd.load_array(self.high[k].0));
            let gap = simd.max(simd.max(before, after), simd.splat(0.0));
            sum = simd.about_mul_add(gap, gap, sum);
        }
        // More than rounding and underflow may have added.
        let remaining = simd.mul(sum, simd.splat(SQUARE_AFTER_ROUNDING));
        let sum = simd.sub(remaining, simd.splat(f32::MIN_POSITIVE));
        self.seen & simd.le(sum, simd.splat(square))
    }

    /// The own box of one of them.
    #[inline(always)]
    pub(crate) fn own_box(&self, lane: usize) -> ([f32; 3], [f32; 3]) {
        let lane = lane % LANES;
        let of = |[x, y, z]: &Rows| [x.0[lane], y.0[lane], z.0[lane]];
        (of(&self.low), of(&self.high))
    }
}

#[inline(always)]
fn load<S: Simd>(simd: S, [x, y, z]: &Rows) -> Lanes3<S> {
    [simd.load_array(x.0), simd.load_array(y.0), simd.load_array(z.0)]
}

#[inline(always)]
fn splat_of<S: Simd>(simd: S, [x, y, z]: &Rows, lane: usize) -> Lanes3<S> {
    let lane = lane % LANES;
    [simd.splat(x.0[lane]), simd.splat(y.0[lane]), simd.splat(z.0[lane])]
}

#[inline(always)]
fn rows<S: Simd>(simd: S, [x, y, z]: Lanes3<S>) -> Rows {
    [Row(simd.to_array(x)), Row(simd.to_array(y)), Row(simd.to_array(z))]
}

#[inline(always)]
fn posed<S: Simd>(simd: S, pose: &PoseMatrix, [x, y, z]: Lanes3<S>) -> Lanes3<S> {
    let mut posed = [x, y, z];
    for (k, posed) in posed.iter_mut().enumerate() {
        let row = pose.rows[k];
        let (rx, ry, rz) = (simd.splat(row.x), simd.splat(row.y), simd.splat(row.z));
        let turned = simd.add(simd.add(simd.mul(rx, x), simd.mul(ry, y)), simd.mul(rz, z));
        *posed = simd.add(turned, simd.splat(pose.translation[k]));
    }
    posed
}

#[inline(always)]
fn permuted<S: Simd>(simd: S, [x, y, z]: Lanes3<S>, index: S::U) -> Lanes3<S> {
    [simd.permute(x, index), simd.permute(y, index), simd.permute(z, index)]
}
