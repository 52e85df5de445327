//! Clusters: up to sixteen triangles over up to sixteen distinct vertices, complete in themselves.
//!
//! A header:
//!
//! ```text
//! 0   meta, 64 bits: triangles - 1 (4), widths of x, y, z (5 each), trailing zeros of x, y, z (4 each),
//!     width of ids (5), offsets of the y, z and corner fields (8 each), has attributes (1),
//!     has degenerate triangles (1), positions are plain (1)
//! 8   where the fields begin, in bytes from the block's first header, u16
//! 10  smallest triangle index, u32
//! 14  bases of x, y, z, u32 each; not in clusters of plain positions
//! ```
//!
//! and fields: x of all vertices, then y, then z, then 12 bits of corners a triangle, then differences of the
//! triangle indices from the smallest, each begun at a byte; if there are attributes: their union, their
//! intersection, then one a triangle, u16 each.
//!
//! A coordinate is the bits of its f32: the base plus a field shifted left by the trailing zeros that all
//! vertices share. That loses nothing, whatever the numbers are; where they are close together, or on a
//! grid, the fields are short. Triangles are in ascending order of their index.
//!
//! The preset for most speed has plain positions, whose fields are the coordinates themselves.

use super::cluster_block;
use crate::geometry::{Triangle, Vec3};
use crate::mesh::build::{Corners, NUMBERS};
use crate::mesh::layout::LeafTriangle;
use crate::mesh::{MeshInput, WidePreset};
use crate::simd::{LANES, Simd, WHOLE, width};
use arrayvec::ArrayVec;

/// Most triangles of a cluster, and most vertices.
pub(crate) const CLUSTER_SIZE: usize = 16;
/// Bytes of a header, with bases and without.
const HEADER: usize = 26;
const PLAIN_HEADER: usize = 14;

const ATTRIBUTES: u64 = 1 << 60;
const DEGENERATE: u64 = 1 << 61;
const PLAIN: u64 = 1 << 62;

/// How many bytes from where its fields begin on are looked at, whatever a header says: more than the largest
/// cluster has, so that one check of the arena's length serves for all of them.
pub(super) const WINDOW: usize = 512;

/// Widths up to 25 are themselves; above, 32 bits are written, so that a field and its bit offset fit in
/// four bytes.
fn code(width: u32) -> u64 {
    if width <= 25 { width.into() } else { WHOLE.into() }
}

/// Bytes of a header.
#[inline(always)]
pub(super) fn header_size(preset: WidePreset) -> usize {
    if preset == WidePreset::Fast { PLAIN_HEADER } else { HEADER }
}

/// A cluster where it lies in the arena.
#[derive(Clone, Copy)]
pub(crate) struct Cluster<'a> {
    header: &'a [u8; HEADER],
    fields: &'a [u8; WINDOW],
    reference: u32,
    meta: u64,
}

/// The triangles of a cluster in lanes.
#[derive(Clone, Copy)]
pub(crate) struct Triangles<'a, S: Simd> {
    /// Where they come from.
    pub(crate) cluster: Cluster<'a>,
    /// The coordinates of the vertices, along the axes that were asked for.
    pub(crate) vertices: [S::F; 3],
    /// Which vertex is which corner; only the lowest four bits count.
    pub(crate) corners: [S::U; 3],
    /// A bit for each lane that holds a triangle.
    pub(crate) valid: u32,
}

impl<'a> Cluster<'a> {
    /// The cluster that a reference names.
    #[inline(always)]
    pub(crate) fn new(arena: &'a [u8], preset: WidePreset, reference: u32) -> Cluster<'a> {
        let block = cluster_block(reference);
        // The slack behind the arena covers what is not there of a shorter one.
        let header: &[u8; HEADER] = field(arena, block + header_size(preset) * (reference & 7) as usize);
        let start = block + usize::from(u16::from_le_bytes(*field(header, 8)));
        let meta = u64::from_le_bytes(*field(header, 0));
        Cluster { header, fields: field(arena, start), reference, meta }
    }

    /// The same, if its header says that it lies in the arena.
    pub(super) fn find(arena: &'a [u8], preset: WidePreset, reference: u32) -> Option<Cluster<'a>> {
        let block = cluster_block(reference);
        let at = block + header_size(preset) * (reference & 7) as usize;
        let header = arena.get(at..)?.first_chunk::<HEADER>()?;
        let start = block + usize::from(u16::from_le_bytes(*field(header, 8)));
        arena.get(start..)?.first_chunk::<WINDOW>()?;
        Some(Cluster::new(arena, preset, reference))
    }

    #[inline(always)]
    fn word(&self, at: usize) -> u32 {
        u32::from_le_bytes(*field(self.header, at))
    }

    /// Where its fields begin, in bytes from the block's first header.
    #[inline(always)]
    pub(super) fn start(&self) -> usize {
        u16::from_le_bytes(*field(self.header, 8)).into()
    }

    /// How many triangles.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        (self.meta & 15) as usize + 1
    }

    /// Whether it is of the kind that trees of a preset consist of.
    pub(super) fn is_of(&self, preset: WidePreset) -> bool {
        (self.meta & PLAIN != 0) == (preset == WidePreset::Fast) && self.meta >> 63 == 0
    }

    /// The reference that names it.
    pub(crate) fn reference(&self) -> u32 {
        self.reference
    }

    /// Whether any of its triangles is degenerate.
    #[inline(always)]
    pub(crate) fn has_degenerate(&self) -> bool {
        self.meta & DEGENERATE != 0
    }

    /// Where the y, z and corner fields begin, behind the x fields' begin.
    #[inline(always)]
    fn offset(&self, k: usize) -> usize {
        if k == 0 { 0 } else { (self.meta >> (28 + 8 * k)) as usize & 255 }
    }

    /// The code of the width of the fields along an axis, or of the triangle indices for axis 3.
    #[inline(always)]
    fn code(&self, axis: usize) -> u32 {
        let shift = if axis == 3 { 31 } else { 4 + 5 * axis };
        (self.meta >> shift) as u32 & 31
    }

    fn id_width(&self) -> u32 {
        width(self.code(3))
    }

    #[inline(always)]
    fn ids_at(&self) -> usize {
        self.offset(3) + (12 * self.count()).div_ceil(8)
    }

    fn attributes_at(&self) -> usize {
        self.ids_at() + (self.id_width() as usize * self.count()).div_ceil(8)
    }

    /// How many vertices.
    pub(crate) fn vertex_count(&self) -> usize {
        let corners = &self.fields[self.offset(3)..];
        let nibble = |i: usize| corners[i / 2] >> (4 * (i % 2)) & 15;
        1 + usize::from((0..3 * self.count()).map(nibble).max().unwrap_or(0))
    }

    /// The size of its fields in bytes.
    pub(crate) fn size(&self) -> usize {
        let attributes = if self.meta & ATTRIBUTES != 0 { 4 + 2 * self.count() } else { 0 };
        self.attributes_at() + attributes
    }

    /// How many of its bytes are coordinates, and how many triangle indices.
    pub(crate) fn parts(&self) -> [usize; 2] {
        [self.offset(3), 4 + self.attributes_at() - self.ids_at()]
    }

    /// Whether its inner offsets are in order: what [`Cluster::size`] and the lanes rely on.
    pub(super) fn is_ordered(&self) -> bool {
        self.offset(1) <= self.offset(2) && self.offset(2) <= self.offset(3)
    }

    /// The coordinates of the vertices along an axis.
    #[inline(always)]
    fn coordinate<S: Simd>(&self, simd: S, axis: usize) -> S::F {
        // Never more than 2, which nobody can prove to the compiler otherwise.
        let axis = axis & 3;
        if self.meta & PLAIN != 0 {
            return simd.load_bytes(field(self.fields, self.offset(axis)));
        }
        let bytes = field(self.fields, self.offset(axis));
        let zeros = (self.meta >> (19 + 4 * axis)) as u32 & 15;
        let base = self.word((14 + 4 * axis).min(HEADER - 4));
        simd.as_f32(simd.unpack(bytes, (self.meta >> (4 + 5 * axis)) as u32 & 31, zeros, base))
    }

    /// Its triangles in lanes, with the coordinates along `axes`.
    #[inline(always)]
    pub(crate) fn triangles<S: Simd>(&self, simd: S, axes: [usize; 3]) -> Triangles<'a, S> {
        let corners = simd.unpack_corners(field(self.fields, self.offset(3)));
        Triangles {
            cluster: *self,
            vertices: [
                self.coordinate(simd, axes[0]),
                self.coordinate(simd, axes[1]),
                self.coordinate(simd, axes[2]),
            ],
            corners,
            valid: (1u32 << self.count()) - 1,
        }
    }

    /// The triangles' indices in lanes.
    #[inline(always)]
    pub(crate) fn ids<S: Simd>(&self, simd: S) -> [u32; LANES] {
        let bytes = field(self.fields, self.ids_at());
        simd.to_array_u(simd.unpack(bytes, self.code(3), 0, self.word(10)))
    }

    /// Field `i` of those of `width` bits that begin at byte `at`.
    #[inline(always)]
    fn bits(&self, at: usize, i: usize, width: u32) -> u32 {
        let bit = i * width as usize;
        let bytes = u64::from_le_bytes(*field(self.fields, at + bit / 8));
        let mask = ((1u64 << width) - 1) as u32;
        (bytes >> (bit % 8)) as u32 & mask
    }

    /// The index of the triangle in `lane`.
    #[inline(always)]
    pub(crate) fn id(&self, lane: usize) -> u32 {
        self.bits(self.ids_at(), lane % LANES, self.id_width()).wrapping_add(self.word(10))
    }

    /// The triangle in `lane`, when no other is wanted.
    pub(crate) fn triangle(&self, lane: usize) -> LeafTriangle {
        let lane = lane % LANES;
        let corners = self.bits(self.offset(3), lane, 12) as usize;
        let corner = |k: usize| {
            Vec3::from_array(std::array::from_fn(|axis| self.coordinate_of(corners >> (4 * k) & 15, axis)))
        };
        let triangle = Triangle { a: corner(0), b: corner(1), c: corner(2) };
        LeafTriangle { index: self.id(lane), attributes: self.attributes(lane), triangle }
    }

    fn coordinate_of(&self, vertex: usize, axis: usize) -> f32 {
        if self.meta & PLAIN != 0 {
            return f32::from_le_bytes(*field(self.fields, self.offset(axis) + 4 * vertex));
        }
        let zeros = (self.meta >> (19 + 4 * axis)) as u32 & 15;
        let bits = self.bits(self.offset(axis), vertex, width(self.code(axis)));
        f32::from_bits((bits << zeros).wrapping_add(self.word(14 + 4 * axis)))
    }

    /// The attribute bits of the triangle in `lane`.
    pub(crate) fn attributes(&self, lane: usize) -> u16 {
        self.attribute_word(2 + lane)
    }

    fn attribute_word(&self, i: usize) -> u16 {
        if self.meta & ATTRIBUTES == 0 {
            return 0;
        }
        u16::from_le_bytes(*field(self.fields, self.attributes_at() + 2 * i))
    }

    /// The lanes whose attributes pass the filter.
    #[inline(always)]
    pub(crate) fn seen(&self, filter: &crate::mesh::Filter) -> u32 {
        let valid = (1u32 << self.count()) - 1;
        if filter.require == 0 && filter.exclude == 0 {
            return valid;
        }
        self.seen_through(filter, valid)
    }

    #[inline(never)]
    fn seen_through(&self, filter: &crate::mesh::Filter, valid: u32) -> u32 {
        if self.meta & ATTRIBUTES == 0 {
            return if filter.accepts(0) { valid } else { 0 };
        }
        if !filter.may_accept(self.attribute_word(0), self.attribute_word(1)) {
            return 0;
        }
        (0..self.count())
            .fold(0, |seen, lane| seen | u32::from(filter.accepts(self.attributes(lane))) << lane)
    }
}

impl<S: Simd> Triangles<'_, S> {
    /// Corner `k` of all triangles, along the axes in the order that was asked for.
    #[inline(always)]
    pub(crate) fn corner(&self, simd: S, k: usize) -> [S::F; 3] {
        let [x, y, z] = self.vertices;
        let corner = self.corners[k];
        [simd.permute(x, corner), simd.permute(y, corner), simd.permute(z, corner)]
    }

    /// The triangles one by one, for those whose bit is set; the axes must be x, y, z.
    #[inline(always)]
    pub(crate) fn each(&self, simd: S, mut lanes: u32, mut visit: impl FnMut(usize, LeafTriangle)) {
        if lanes == 0 {
            return;
        }
        let [x, y, z] = self.vertices;
        let [x, y, z] = [simd.to_array(x), simd.to_array(y), simd.to_array(z)];
        let [a, b, c] = self.corners;
        let corners = [simd.to_array_u(a), simd.to_array_u(b), simd.to_array_u(c)];
        let ids = self.cluster.ids(simd);
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            let [a, b, c] = corners.map(|corner| {
                let v = corner[lane] as usize % LANES;
                Vec3::new(x[v], y[v], z[v])
            });
            let attributes = self.cluster.attributes(lane);
            visit(lane, LeafTriangle { index: ids[lane], attributes, triangle: Triangle { a, b, c } });
        }
    }
}

/// `N` bytes of the arena from `at` on. The checks of a blob make sure that they are there.
#[inline(always)]
pub(super) fn field<const N: usize>(arena: &[u8], at: usize) -> &[u8; N] {
    match arena.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(chunk) => chunk,
        None => out_of_arena(at),
    }
}

#[cold]
fn out_of_arena(at: usize) -> ! {
    panic!("byte {at} is outside the arena")
}

/// Appends the fields of a cluster of the given triangles, which must be in ascending order and fit, to `out`,
/// and puts its header in place: header `i` of the block that begins at byte `block`. The triangles' corners
/// are numbered in any way below [`NUMBERS`] that tells positions apart.
pub(super) fn write(
    input: &MeshInput,
    triangles: &[(u32, Corners)],
    out: &mut Vec<u8>,
    block: usize,
    i: usize,
    preset: WidePreset,
) {
    const NEW: u8 = u8::MAX;
    let count = triangles.len();
    debug_assert!((1..=CLUSTER_SIZE).contains(&count) && triangles.is_sorted());
    let mut numbers = [NEW; NUMBERS];
    let mut vertices = ArrayVec::<[u32; 3], CLUSTER_SIZE>::new();
    let mut corners = [0u32; CLUSTER_SIZE];
    let mut meta = count as u64 - 1;
    let is_plain = preset == WidePreset::Fast;
    if is_plain {
        meta |= PLAIN;
    }
    for (&(id, places), corners) in triangles.iter().zip(&mut corners) {
        let mut triangle = [Vec3::ZERO; 3];
        for (k, place) in places.into_iter().enumerate() {
            let vertex = &mut numbers[usize::from(place) % NUMBERS];
            if *vertex == NEW {
                *vertex = vertices.len() as u8;
                let position = input.positions.get(input.corners(id as usize)[k] as usize);
                vertices.push(position.to_array().map(f32::to_bits));
            }
            triangle[k] = Vec3::from_array(vertices[usize::from(*vertex)].map(f32::from_bits));
            *corners |= u32::from(*vertex) << (4 * k);
        }
        let [a, b, c] = triangle;
        if (Triangle { a, b, c }).is_degenerate() {
            meta |= DEGENERATE;
        }
    }
    let mut bases = [0u32; 3];
    let mut fields = Fields::new();
    for axis in 0..3 {
        let values = || vertices.iter().map(|v| v[axis]);
        if is_plain {
            fields.push(values(), 32);
            meta |= (fields.len as u64) << (36 + 8 * axis);
            continue;
        }
        let base = values().fold(u32::MAX, u32::min);
        // The bits that differ from the base in any vertex; the lowest is the lowest of any difference.
        let used = values().fold(0, |used, v| used | (v - base));
        let zeros = used.trailing_zeros().min(15);
        let code = code(u32::BITS - (used >> zeros).leading_zeros());
        meta |= code << (4 + 5 * axis) | u64::from(zeros) << (19 + 4 * axis);
        bases[axis] = base;
        fields.push(values().map(|v| (v - base) >> zeros), width(code as u32));
        meta |= (fields.len as u64) << (36 + 8 * axis);
    }
    fields.push(corners[..count].iter().copied(), 12);
    let ids = || triangles.iter().map(|&(id, _)| id);
    let first = triangles[0].0;
    let id_code = code(u32::BITS - (triangles[count - 1].0 - first).leading_zeros());
    fields.push(ids().map(|id| id - first), width(id_code as u32));
    meta |= id_code << 31;
    let attributes = || ids().map(|id| input.attributes(id as usize));
    if attributes().any(|a| a != 0) {
        meta |= ATTRIBUTES;
    }
    let start = (out.len() - block) as u16;
    let header = &mut out[block + header_size(preset) * i..][..header_size(preset)];
    header[..8].copy_from_slice(&meta.to_le_bytes());
    header[8..10].copy_from_slice(&start.to_le_bytes());
    header[10..14].copy_from_slice(&first.to_le_bytes());
    // Where there is room for them.
    for (room, base) in header[14..].chunks_exact_mut(4).zip(bases) {
        room.copy_from_slice(&base.to_le_bytes());
    }
    out.extend_from_slice(&fields.bytes[..fields.len]);
    if meta & ATTRIBUTES != 0 {
        let any = attributes().fold(0, |a, b| a | b);
        let all = attributes().fold(u16::MAX, |a, b| a & b);
        [any, all].into_iter().chain(attributes()).for_each(|a| out.extend_from_slice(&a.to_le_bytes()));
    }
}

/// Most bytes of a cluster's fields: coordinates and indices of 32 bits, corners of 12, and what writing
/// eight bytes at a time needs.
const MAX_FIELDS: usize = CLUSTER_SIZE * (3 * 4 + 4) + (12 * CLUSTER_SIZE).div_ceil(8) + 8;

/// Most bytes of a cluster.
pub(super) const MAX_CLUSTER_BYTES: usize = HEADER + MAX_FIELDS + 2 * (2 + CLUSTER_SIZE);

/// The fields of a cluster while they are written.
struct Fields {
    bytes: [u8; MAX_FIELDS],
    len: usize,
}

impl Fields {
    fn new() -> Fields {
        Fields { bytes: [0; MAX_FIELDS], len: 0 }
    }

    /// Appends fields of `width` bits, the first at the lowest bit, up to a whole byte.
    #[inline(always)]
    fn push(&mut self, fields: impl Iterator<Item = u32>, width: u32) {
        let (mut bits, mut filled, mut at) = (0u64, 0, self.len);
        for field in fields {
            bits |= u64::from(field) << filled;
            filled += width;
            if filled >= 32 {
                self.bytes[at..at + 4].copy_from_slice(&(bits as u32).to_le_bytes());
                at += 4;
                bits >>= 32;
                filled -= 32;
            }
        }
        self.bytes[at..at + 4].copy_from_slice(&(bits as u32).to_le_bytes());
        self.len = at + filled.div_ceil(8) as usize;
    }
}
