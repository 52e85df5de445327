//! A leaf's triangles in lanes: numbers of its vertices, and which of them the corners are.

use super::{LeafPlace, LeafTriangle, VertexLanes};
use crate::arrays::MapEach;
use crate::geometry::Vec3;
use crate::simd::{Arithmetic32, LANES, LANES8, Lanes32, LowerLanes, Simd};
use std::ops::ControlFlow;

/// Up to sixteen triangles of a leaf.
pub(crate) trait Block: Copy {
    /// A number for each of the leaf's vertices.
    type Vertices<S: Simd>: VertexLanes<S>;
    /// Its triangles in lanes, with the coordinates along `axes`.
    fn triangles<S: Simd>(&self, simd: S, axes: [usize; 3]) -> Triangles<S, Self::Vertices<S>>;
    /// The triangles' indices in lanes.
    fn ids<S: Simd>(&self, simd: S) -> S::U;
    /// The triangles one by one, for those lanes whose bit is set.
    fn each<S: Simd>(&self, simd: S, lanes: u32, visit: impl FnMut(usize, LeafTriangle));
    /// The same, until a visit breaks.
    #[inline(always)]
    fn each_until<S: Simd>(
        &self,
        simd: S,
        lanes: u32,
        mut visit: impl FnMut(&LeafTriangle) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        self.each(simd, lanes, |_, leaf| {
            if flow.is_continue() {
                flow = visit(&leaf);
            }
        });
        flow
    }
    /// The index of the triangle in `lane`.
    fn id(&self, lane: usize) -> u32;
    /// The place of the triangle in `lane`.
    fn place(&self, lane: usize) -> LeafPlace;
    /// The triangle in `lane`, without lanes.
    fn triangle(&self, lane: usize) -> LeafTriangle;
    /// The triangle at a place of the same tree.
    fn triangle_at(&self, place: LeafPlace) -> LeafTriangle;
    /// Returns true if any of the leaf's triangles is degenerate.
    fn has_degenerate(&self) -> bool;
}

/// The work on a leaf's block.
pub(crate) trait BlockPart<S: Simd> {
    /// Its result.
    type Output;

    /// Does it; there is a bit in `seen` for each triangle that passes the filter.
    fn run(self, simd: S, block: impl Block, seen: u32) -> Self::Output;
}

/// Triangles in lanes.
#[derive(Clone, Copy)]
pub(crate) struct Triangles<S: Simd, V: VertexLanes<S>> {
    /// The coordinates of the vertices, along the requested axes.
    pub(crate) vertices: [V; 3],
    /// The vertex of each corner. Only as many of the lowest bits count as [`VertexLanes::look_up`] needs.
    pub(crate) corners: [S::U; 3],
    /// A bit for each lane that holds a triangle.
    pub(crate) valid: u32,
}

/// Lanes of a block that are looked at together.
pub(crate) trait BlockLanes<S: Simd> {
    /// Their arithmetic.
    type Lanes: Lanes32;
    /// True if they are two registers, so that what is computed takes too many of these unless it is done half by half.
    const IN_HALVES: bool;
    /// The lower and the upper eight of them together, if they are two registers.
    fn join(
        simd: S,
        lower: <S::LowerLanes as Arithmetic32>::F,
        upper: <S::LowerLanes as Arithmetic32>::F,
    ) -> <Self::Lanes as Arithmetic32>::F;
    /// The proof that the processor can do it.
    fn lanes(simd: S) -> Self::Lanes;
    /// Numbers of the vertices, at the corners of their triangles.
    fn at_corners<V: VertexLanes<S>>(
        simd: S,
        triangles: &Triangles<S, V>,
        numbers: V,
    ) -> [<Self::Lanes as Arithmetic32>::F; 3];
}

/// All of them.
pub(crate) struct AllLanes;

impl<S: Simd> BlockLanes<S> for AllLanes {
    type Lanes = S;
    const IN_HALVES: bool = S::LowerLanes::IS_NARROWER;

    #[inline(always)]
    fn join(
        simd: S,
        lower: <S::LowerLanes as Arithmetic32>::F,
        upper: <S::LowerLanes as Arithmetic32>::F,
    ) -> S::F {
        S::LowerLanes::of(simd).join(lower, upper)
    }

    #[inline(always)]
    fn lanes(simd: S) -> S {
        simd
    }

    #[inline(always)]
    fn at_corners<V: VertexLanes<S>>(simd: S, triangles: &Triangles<S, V>, numbers: V) -> [S::F; 3] {
        triangles.at_corners(simd, numbers)
    }
}

/// The first eight of them, for a block with no more triangles.
pub(crate) struct FirstEight;

impl<S: Simd> BlockLanes<S> for FirstEight {
    type Lanes = S::LowerLanes;
    const IN_HALVES: bool = false;

    #[inline(always)]
    fn join(
        _: S,
        lower: <S::LowerLanes as Arithmetic32>::F,
        _: <S::LowerLanes as Arithmetic32>::F,
    ) -> <S::LowerLanes as Arithmetic32>::F {
        lower
    }

    #[inline(always)]
    fn lanes(simd: S) -> S::LowerLanes {
        S::LowerLanes::of(simd)
    }

    #[inline(always)]
    fn at_corners<V: VertexLanes<S>>(
        simd: S,
        triangles: &Triangles<S, V>,
        numbers: V,
    ) -> [<S::LowerLanes as Arithmetic32>::F; 3] {
        let (lanes, [a, b, c]) = (Self::lanes(simd), triangles.at_corners(simd, numbers));
        [a, b, c].map_each(|corner| lanes.half(corner, false))
    }
}

/// The corners of triangles as plain numbers.
pub(crate) struct Corners<S: Simd, V: VertexLanes<S>> {
    positions: [V::Plain; 3],
    corners: [[u32; LANES]; 3],
}

impl<S: Simd, V: VertexLanes<S>> Corners<S, V> {
    /// Those of the triangle in a lane, along the requested axes.
    #[inline(always)]
    pub(crate) fn of(&self, lane: usize) -> [Vec3; 3] {
        let lane = lane % LANES;
        let [a, b, c] = &self.corners;
        [self.position(a[lane]), self.position(b[lane]), self.position(c[lane])]
    }

    #[inline(always)]
    fn position(&self, vertex: u32) -> Vec3 {
        let [x, y, z] = &self.positions;
        Vec3::new(V::number(x, vertex), V::number(y, vertex), V::number(z, vertex))
    }
}

impl<S: Simd, V: VertexLanes<S>> Triangles<S, V> {
    /// The vertices as seen from a point, which is given along the same axes.
    #[inline(always)]
    pub(crate) fn vertices_from(&self, simd: S, point: Vec3) -> [V; 3] {
        let [x, y, z] = self.vertices;
        [
            x.sub(simd, V::splat(simd, point.x)),
            y.sub(simd, V::splat(simd, point.y)),
            z.sub(simd, V::splat(simd, point.z)),
        ]
    }

    /// The last eight in the place of the first, or all as they are. Without a branch.
    #[inline(always)]
    pub(crate) fn half(&self, simd: S, upper: bool) -> Triangles<S, V> {
        let lanes = S::LowerLanes::of(simd);
        let [a, b, c] = self.corners;
        let corners = [lanes.half_first(a, upper), lanes.half_first(b, upper), lanes.half_first(c, upper)];
        Triangles { corners, valid: if upper { self.valid >> LANES8 } else { self.valid }, ..*self }
    }

    /// The corners as plain numbers.
    #[inline(always)]
    pub(crate) fn plain_corners(&self, simd: S) -> Corners<S, V> {
        let [x, y, z] = self.vertices;
        let [a, b, c] = self.corners;
        Corners {
            positions: [x.plain(simd), y.plain(simd), z.plain(simd)],
            corners: [simd.to_array_u(a), simd.to_array_u(b), simd.to_array_u(c)],
        }
    }

    /// What is given of the vertices, at the corners of all triangles.
    #[inline(always)]
    pub(crate) fn at_corners(&self, simd: S, numbers: V) -> [S::F; 3] {
        let [a, b, c] = self.corners;
        [numbers.look_up(simd, a), numbers.look_up(simd, b), numbers.look_up(simd, c)]
    }

    /// Corner `k` of all triangles, along the requested axes in their order.
    #[inline(always)]
    pub(crate) fn corner(&self, simd: S, k: usize) -> [S::F; 3] {
        let [x, y, z] = self.vertices;
        let corners = self.corners[k];
        [x.look_up(simd, corners), y.look_up(simd, corners), z.look_up(simd, corners)]
    }
}
