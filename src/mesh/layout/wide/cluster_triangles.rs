//! The triangles of a cluster, in lanes and one by one.

use super::arena::field;
use super::cluster::{Cluster, DEGENERATE, LARGEST, WINDOW};
use crate::arrays::MapEach;
use crate::bits::bits;
use crate::geometry::{Triangle, Vec3};
use crate::mesh::layout::vertex_tables::VertexTables;
use crate::mesh::tree::{Block, LeafPlace, LeafTriangle, Triangles};
use crate::simd::{ALL_LANES, LANES, Simd, width};

impl<const VERTEX_TABLES: usize, const DIRECT: bool> Cluster<'_, VERTEX_TABLES, DIRECT> {
    /// The coordinates of the vertices of a table along an axis.
    #[inline(always)]
    fn coordinate<S: Simd>(&self, simd: S, table: usize, axis: usize) -> S::F {
        if self.is_plain() {
            self.plain_coordinate(simd, axis)
        } else {
            self.packed_coordinate(simd, table, axis)
        }
    }

    #[inline(always)]
    fn plain_coordinate<S: Simd>(&self, simd: S, axis: usize) -> S::F {
        simd.load_bytes(field(self.fields, self.offset(axis)))
    }

    #[inline(always)]
    fn packed_coordinate<S: Simd>(&self, simd: S, table: usize, axis: usize) -> S::F {
        let mut at = self.offset(axis);
        let code = self.code(axis);
        if table > 0 {
            // Sixteen fields are so many bytes.
            at += 2 * width(code) as usize;
        }
        simd.as_f32(simd.unpack(field(self.fields, at), code, self.zeros(axis), self.base(axis)))
    }

    /// The coordinates of all vertices along an axis.
    #[inline(always)]
    fn plain_coordinates<S: Simd>(&self, simd: S, axis: usize) -> VertexTables<S, VERTEX_TABLES> {
        VertexTables([self.plain_coordinate(simd, axis); VERTEX_TABLES])
    }

    #[inline(always)]
    fn packed_coordinates<S: Simd>(&self, simd: S, axis: usize) -> VertexTables<S, VERTEX_TABLES> {
        let mut tables = [simd.splat(0.0); VERTEX_TABLES];
        for (table, coordinates) in tables.iter_mut().enumerate() {
            *coordinates = self.packed_coordinate(simd, table, axis);
        }
        VertexTables(tables)
    }

    /// All its triangles one by one.
    #[inline(always)]
    pub(super) fn for_each<S: Simd>(&self, simd: S, mut visit: impl FnMut(LeafTriangle)) {
        let (mut half, mut rest) = (*self, self.all());
        while rest != 0 {
            half.each(simd, rest & ALL_LANES, |_, leaf| visit(leaf));
            (half, rest) = (half.second_half(), rest >> LANES);
        }
    }

    /// The vertices of one of its triangles.
    #[inline(always)]
    fn corners_of(&self, number: usize) -> [u32; 3] {
        let width = Self::CORNER_BITS / 3;
        let corners = self.bits(self.offset(3), number % LARGEST, Self::CORNER_BITS as u32);
        let mask = (1 << width) - 1;
        [corners & mask, corners >> width & mask, corners >> (2 * width)]
    }

    /// The triangle in `lane`, when no other is wanted. The first half's lanes go on into the second.
    #[inline(always)]
    pub(super) fn triangle_in<S: Simd>(&self, simd: S, lane: usize) -> Triangle {
        let vertices = self.corners_of(self.number(lane));
        let mut axes = [[0.0; 3]; 3];
        for (axis, found) in axes.iter_mut().enumerate() {
            *found = simd.look_up_three(self.coordinate(simd, 0, axis), vertices);
            if Self::IS_LARGE {
                let second = simd.look_up_three(self.coordinate(simd, 1, axis), vertices);
                for k in 0..3 {
                    found[k] = if vertices[k] < LANES as u32 { found[k] } else { second[k] };
                }
            }
        }
        let [x, y, z] = axes;
        let corner = |k: usize| Vec3::new(x[k], y[k], z[k]);
        Triangle { a: corner(0), b: corner(1), c: corner(2) }
    }

    /// The coordinates of three vertices along an axis. Their common part is found once.
    #[inline(always)]
    fn three_of(&self, [a, b, c]: [usize; 3], axis: usize) -> [f32; 3] {
        let at = self.offset(axis);
        if self.is_plain() {
            let bytes = self.fields;
            return [plain(bytes, at, a), plain(bytes, at, b), plain(bytes, at, c)];
        }
        let (width, zeros, base) = (width(self.code(axis)), self.zeros(axis), self.base(axis));
        let (a, b, c) = (self.bits(at, a, width), self.bits(at, b, width), self.bits(at, c, width));
        [packed(a, zeros, base), packed(b, zeros, base), packed(c, zeros, base)]
    }
}

impl<const VERTEX_TABLES: usize, const DIRECT: bool> Block for Cluster<'_, VERTEX_TABLES, DIRECT> {
    type Vertices<S: Simd> = VertexTables<S, VERTEX_TABLES>;

    #[inline(always)]
    fn triangles<S: Simd>(&self, simd: S, axes: [usize; 3]) -> Triangles<S, Self::Vertices<S>> {
        // The corners of eight triangles are so many bytes.
        let bytes = field(self.fields, self.offset(3) + self.first() / 8 * Self::CORNER_BITS);
        // Three fields of four or five bits, of which only the lowest in a lane mean anything.
        let groups = simd.spread(bytes, Self::CORNER_BITS as u32);
        let corners = match Self::IS_LARGE {
            true => [groups, simd.shift_right::<5>(groups), simd.shift_right::<10>(groups)],
            false => [groups, simd.shift_right::<4>(groups), simd.shift_right::<8>(groups)],
        };
        let [x, y, z] = axes;
        // The kind of cluster is asked once.
        let vertices = if self.is_plain() {
            [
                self.plain_coordinates(simd, x),
                self.plain_coordinates(simd, y),
                self.plain_coordinates(simd, z),
            ]
        } else {
            [
                self.packed_coordinates(simd, x),
                self.packed_coordinates(simd, y),
                self.packed_coordinates(simd, z),
            ]
        };
        Triangles { vertices, corners, valid: (self.all() >> self.first()) & ALL_LANES }
    }

    #[inline(always)]
    fn ids<S: Simd>(&self, simd: S) -> S::U {
        let bytes = field(self.fields, self.ids_at() + self.first() / 8 * self.id_width() as usize);
        simd.unpack(bytes, self.code(3), 0, self.least_id())
    }

    #[inline(always)]
    fn each<S: Simd>(&self, simd: S, lanes: u32, mut visit: impl FnMut(usize, LeafTriangle)) {
        if lanes == 0 {
            return;
        }
        let corners = self.triangles(simd, [0, 1, 2]).plain_corners(simd);
        let ids = simd.to_array_u(self.ids(simd));
        for lane in bits(lanes) {
            let lane = lane as usize;
            let [a, b, c] = corners.of(lane);
            let attributes = self.attributes(lane);
            let (triangle, place) = (Triangle { a, b, c }, self.place(lane));
            visit(lane, LeafTriangle { index: ids[lane], attributes, triangle, place });
        }
    }

    #[inline(always)]
    fn id(&self, lane: usize) -> u32 {
        self.bits(self.ids_at(), self.number(lane) % LARGEST, self.id_width()).wrapping_add(self.least_id())
    }

    #[inline(always)]
    fn place(&self, lane: usize) -> LeafPlace {
        LeafPlace { leaf: self.reference(), lane: self.number(lane) as u32 }
    }

    #[inline]
    fn triangle(&self, lane: usize) -> LeafTriangle {
        let vertices = self.corners_of(self.number(lane)).map_each(|vertex| vertex as usize);
        let (x, y, z) = (self.three_of(vertices, 0), self.three_of(vertices, 1), self.three_of(vertices, 2));
        let corner = |k: usize| Vec3::new(x[k], y[k], z[k]);
        let triangle = Triangle { a: corner(0), b: corner(1), c: corner(2) };
        let (index, attributes) = (self.id(lane), self.attributes(lane));
        LeafTriangle { index, attributes, triangle, place: self.place(lane) }
    }

    #[inline(always)]
    fn has_degenerate(&self) -> bool {
        self.meta & DEGENERATE != 0
    }

    #[inline(always)]
    fn triangle_at(&self, place: LeafPlace) -> LeafTriangle {
        self.other(place.leaf).triangle(place.lane as usize)
    }
}

/// A coordinate from its field.
#[inline(always)]
fn packed(bits: u32, zeros: u32, base: u32) -> f32 {
    f32::from_bits((bits << zeros).wrapping_add(base))
}

/// Coordinate `i` of those that begin at byte `at` as they are.
#[inline(always)]
fn plain(bytes: &[u8; WINDOW], at: usize, i: usize) -> f32 {
    f32::from_le_bytes(*field(bytes, at + 4 * i))
}
