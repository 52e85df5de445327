//! Clusters: up to sixteen triangles over up to sixteen distinct vertices, complete in themselves; in the
//! preset for least memory, twice as many of both.
//!
//! A header:
//!
//! ```text
//! 0   meta, 64 bits: triangles - 1 (4), widths of x, y, z (5 each), trailing zeros of x, y, z (4 each),
//!     width of ids (5), offsets of the y, z and corner fields (8 each), has attributes (1),
//!     has degenerate triangles (1), kind (2)
//! 8   where the fields begin, in bytes from the block's first header, u16
//! 10  smallest triangle index, u32
//! 14  bases of x, y, z, u32 each; not in plain clusters
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
//! A cluster of a direct node is plain, and its fields follow its header, of which bytes 8 and 9 are left out.
//!
//! That is kind 0. In a **plain** cluster, of kind 1, in the preset for most speed, the fields are the
//! coordinates themselves. A **large** cluster, in the preset for least memory, is of kind 3 if it has more than
//! sixteen triangles, otherwise of kind 2: kind 3 adds 16 to the number of triangles, there are 15 bits of
//! corners a triangle, and each of the three offsets counts in twos. Its triangles are looked at in two halves
//! of sixteen lanes, the first ones first.

use super::arena::{cluster_block, direct_cluster, field, find_field, out_of_arena};
use crate::mesh::WidePreset;
use crate::simd::{LANES, width};

/// Most triangles of a cluster of any preset, and most vertices.
pub(super) const LARGEST: usize = 2 * LANES;
/// Bytes of a header, with bases and without.
pub(super) const HEADER: usize = 26;
const PLAIN_HEADER: usize = 14;
/// Of clusters of direct nodes, which are plain: their fields are right behind it.
pub(super) const DIRECT_HEADER: usize = 12;

pub(super) const ATTRIBUTES: u64 = 1 << 60;
pub(super) const DEGENERATE: u64 = 1 << 61;
/// The kind of plain clusters; and of large ones, with up to sixteen triangles and with more.
pub(super) const PLAIN: u64 = 1;
pub(super) const LARGE: u64 = 2;
pub(super) const LARGER: u64 = 3;
/// Bits of corners a triangle, in large clusters and in others.
pub(super) const CORNERS: usize = 12;
pub(super) const LARGE_CORNERS: usize = 15;

/// The places of a header's parts: the bits of its first word, and the byte of the base. Looked up, because a ray chooses
/// the axes' order, and that is less than to compute it. A place is a word, so that it is found without a multiplication.
#[repr(align(8))]
struct HeaderPlace {
    code: u8,
    zeros: u8,
    offset: u8,
    offset_mask: u8,
    base: u8,
}

/// Of the axes; then of the triangle indices' width and the corners' offset, which have no zeros and no base here.
const PLACES: [HeaderPlace; 4] = [
    // The first fields are the first axis'.
    HeaderPlace { code: 4, zeros: 19, offset: 28, offset_mask: 0, base: 14 },
    HeaderPlace { code: 9, zeros: 23, offset: 36, offset_mask: 255, base: 18 },
    HeaderPlace { code: 14, zeros: 27, offset: 44, offset_mask: 255, base: 22 },
    HeaderPlace { code: 31, zeros: 27, offset: 52, offset_mask: 255, base: 22 },
];

/// The number of bytes that are looked at from the first field on, whatever a header says: more than the largest
/// cluster has, so that one check of the arena's length serves for all of them.
pub(super) const WINDOW: usize = 768;

/// Most triangles of a cluster, and most vertices.
pub(super) const fn cluster_size(preset: WidePreset) -> usize {
    match preset {
        WidePreset::Small => LARGEST,
        WidePreset::Default | WidePreset::Fast | WidePreset::Rays => LANES,
    }
}

/// Bytes of a header.
pub(super) fn header_size(preset: WidePreset) -> usize {
    if preset.is_plain() { PLAIN_HEADER } else { HEADER }
}

/// A cluster where it lies in the arena. Its vertices fill one table of sixteen or, if it is large, two.
#[derive(Clone, Copy)]
pub(crate) struct Cluster<'a, const VERTEX_TABLES: usize, const DIRECT: bool = false> {
    arena: &'a [u8],
    /// Bytes of each header of its block.
    header_size: usize,
    header: &'a [u8; HEADER],
    pub(super) fields: &'a [u8; WINDOW],
    reference: u32,
    /// The triangle in the first lane: 0, or 16 for the second half of a large cluster.
    pub(super) first: usize,
    pub(super) meta: u64,
}

impl<'a, const VERTEX_TABLES: usize, const DIRECT: bool> Cluster<'a, VERTEX_TABLES, DIRECT> {
    pub(super) const IS_LARGE: bool = VERTEX_TABLES == 2;
    /// The number of bits of a triangle's corners.
    pub(super) const CORNER_BITS: usize = if Self::IS_LARGE { LARGE_CORNERS } else { CORNERS };

    /// The cluster that a reference names, in an arena of headers of a size.
    #[inline(always)]
    pub(crate) fn new(arena: &'a [u8], header_size: usize, reference: u32) -> Self {
        match Cluster::find(arena, header_size, reference) {
            Some(cluster) => cluster,
            None => out_of_arena(Self::header_at(header_size, reference)),
        }
    }

    /// The same, if its header says that it lies in the arena.
    #[inline(always)]
    pub(super) fn find(arena: &'a [u8], header_size: usize, reference: u32) -> Option<Self> {
        let at = Self::header_at(header_size, reference);
        // The slack behind the arena covers what is not there of a shorter header.
        let header = find_field::<HEADER>(arena, at)?;
        let start = match DIRECT {
            true => at + DIRECT_HEADER,
            false => cluster_block(reference) + usize::from(u16::from_le_bytes(*field(header, 8))),
        };
        let fields = find_field(arena, start)?;
        let meta = u64::from_le_bytes(*field(header, 0));
        Some(Cluster { arena, header_size, header, fields, reference, first: 0, meta })
    }

    /// The byte where the header begins of the cluster that a reference names.
    #[inline(always)]
    pub(super) fn header_at(header_size: usize, reference: u32) -> usize {
        match DIRECT {
            true => direct_cluster(reference),
            false => cluster_block(reference) + header_size * (reference & 7) as usize,
        }
    }

    #[inline(always)]
    pub(super) fn word(&self, at: usize) -> u32 {
        u32::from_le_bytes(*field(self.header, at))
    }

    /// The beginning of its fields, in bytes from the block's first header.
    #[inline(always)]
    pub(super) fn start(&self) -> usize {
        u16::from_le_bytes(*field(self.header, 8)).into()
    }

    /// The number of triangles.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        let more = if Self::IS_LARGE { (self.meta >> 62 & 1) as usize * LANES } else { 0 };
        (self.meta & 15) as usize + 1 + more
    }

    #[inline(always)]
    fn kind(&self) -> u64 {
        self.meta >> 62
    }

    /// Returns true if its fields are the coordinates themselves.
    #[inline(always)]
    pub(super) fn is_plain(&self) -> bool {
        // Of the kinds that are not large, one bit tells.
        DIRECT || !Self::IS_LARGE && self.meta & PLAIN << 62 != 0
    }

    /// Returns true if it is of a kind that trees of a preset consist of.
    pub(super) fn is_of(&self, preset: WidePreset) -> bool {
        match preset {
            WidePreset::Default => self.kind() == 0,
            WidePreset::Fast | WidePreset::Rays => self.kind() == PLAIN,
            WidePreset::Small => self.kind() >= LARGE,
        }
    }

    /// The same cluster, with its triangles from the sixteenth on in the lanes.
    #[inline(always)]
    pub(super) fn second_half(self) -> Self {
        Cluster { first: LANES, ..self }
    }

    /// The triangle in the first lane.
    #[inline(always)]
    pub(super) fn first(&self) -> usize {
        if Self::IS_LARGE { self.first } else { 0 }
    }

    /// The cluster that another reference of the same tree names.
    #[inline(always)]
    pub(super) fn other(&self, reference: u32) -> Self {
        Self::new(self.arena, self.header_size, reference)
    }

    /// The reference that names it.
    #[inline(always)]
    pub(super) fn reference(&self) -> u32 {
        self.reference
    }

    /// The number of the triangle that is in `lane`.
    #[inline(always)]
    pub(super) fn number(&self, lane: usize) -> usize {
        self.first() + lane
    }

    /// The beginnings of the y, z and corner fields, behind that of the x fields.
    #[inline(always)]
    pub(super) fn offset(&self, k: usize) -> usize {
        if DIRECT {
            // All axes have as many bytes.
            return ((k & 3) * (self.meta >> 36 & 255) as usize) & 255;
        }
        let place = &PLACES[k & 3];
        // As eight bits, of which the compiler knows that the window reaches beyond.
        usize::from((self.meta >> (place.offset & 63)) as u8 & place.offset_mask) << u32::from(Self::IS_LARGE)
    }

    /// The code of the width of the fields along an axis, or of the triangle indices for axis 3.
    #[inline(always)]
    pub(super) fn code(&self, axis: usize) -> u32 {
        (self.meta >> (PLACES[axis & 3].code & 63)) as u32 & 31
    }

    /// The number of zero bits that the fields along an axis have lost.
    #[inline(always)]
    pub(super) fn zeros(&self, axis: usize) -> u32 {
        (self.meta >> (PLACES[axis & 3].zeros & 63)) as u32 & 15
    }

    /// The base that the fields along an axis are added to.
    #[inline(always)]
    pub(super) fn base(&self, axis: usize) -> u32 {
        self.word(PLACES[axis & 3].base.into())
    }

    pub(super) fn id_width(&self) -> u32 {
        width(self.code(3))
    }

    #[inline(always)]
    pub(super) fn ids_at(&self) -> usize {
        self.offset(3) + (Self::CORNER_BITS * self.count()).div_ceil(8)
    }

    /// The base of all triangle indices: the least of them.
    #[inline(always)]
    pub(super) fn least_id(&self) -> u32 {
        self.word(if DIRECT { 8 } else { 10 })
    }

    #[inline]
    fn attributes_at(&self) -> usize {
        self.ids_at() + (self.id_width() as usize * self.count()).div_ceil(8)
    }

    /// The number of vertices.
    pub(crate) fn vertex_count(&self) -> usize {
        let corner = |i: usize| self.bits(self.offset(3), i, Self::CORNER_BITS as u32 / 3);
        1 + (0..3 * self.count()).map(corner).max().unwrap_or(0) as usize
    }

    /// The size of its fields in bytes.
    pub(crate) fn size(&self) -> usize {
        let attributes = if self.meta & ATTRIBUTES != 0 { 4 + 2 * self.count() } else { 0 };
        self.attributes_at() + attributes
    }

    /// The numbers of bytes of coordinates and of triangle indices.
    pub(crate) fn parts(&self) -> [usize; 2] {
        [self.offset(3), 4 + self.attributes_at() - self.ids_at()]
    }

    /// Returns true if its inner offsets are in order. [`Cluster::size`] and the lanes rely on that.
    pub(super) fn is_ordered(&self) -> bool {
        if DIRECT {
            let [y, z, corners] = [36, 44, 52].map(|at| self.meta >> at & 255);
            return z == 2 * y && corners == 3 * y;
        }
        self.offset(1) <= self.offset(2) && self.offset(2) <= self.offset(3)
    }

    /// A bit for each triangle.
    #[inline(always)]
    pub(super) fn all(&self) -> u32 {
        u32::MAX >> (LARGEST - self.count())
    }

    /// Field `i` of those of `width` bits that begin at byte `at`.
    #[inline(always)]
    pub(super) fn bits(&self, at: usize, i: usize, width: u32) -> u32 {
        let bit = i * width as usize;
        let bytes = u64::from_le_bytes(*field(self.fields, at + bit / 8));
        let mask = ((1u64 << width) - 1) as u32;
        (bytes >> (bit % 8)) as u32 & mask
    }

    /// The attribute bits of the triangle in `lane`.
    #[inline]
    pub(crate) fn attributes(&self, lane: usize) -> u16 {
        self.attribute_word(2 + self.number(lane))
    }

    #[inline]
    fn attribute_word(&self, i: usize) -> u16 {
        if self.meta & ATTRIBUTES == 0 {
            return 0;
        }
        u16::from_le_bytes(*field(self.fields, self.attributes_at() + 2 * i))
    }

    /// The triangles whose attributes pass the filter, a bit for each of the whole cluster.
    #[inline(always)]
    pub(crate) fn seen(&self, filter: &crate::mesh::Filter) -> u32 {
        let valid = self.all();
        if filter.accepts_all() {
            return valid;
        }
        seen_through::<VERTEX_TABLES, DIRECT>(self.arena, self.header_size, self.reference, filter, valid)
    }

    fn seen_by(&self, filter: &crate::mesh::Filter, valid: u32) -> u32 {
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

/// The triangles of a cluster whose attributes pass the filter. Finds the cluster again: what a function has the address of can't
/// be in registers, whether the function is called or not.
#[inline(never)]
fn seen_through<const VERTEX_TABLES: usize, const DIRECT: bool>(
    arena: &[u8],
    header_size: usize,
    reference: u32,
    filter: &crate::mesh::Filter,
    valid: u32,
) -> u32 {
    Cluster::<VERTEX_TABLES, DIRECT>::new(arena, header_size, reference).seen_by(filter, valid)
}
