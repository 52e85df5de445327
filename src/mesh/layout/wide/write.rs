//! Writes clusters: see [`super::cluster`].

use super::cluster::{
    ATTRIBUTES, CORNERS, DEGENERATE, HEADER, LARGE, LARGE_CORNERS, LARGER, LARGEST, PLAIN, cluster_size,
    header_size,
};
use crate::arrays::MapEach;
use crate::geometry::Triangle;
use crate::mesh::builder::{Corners, NUMBERS};
use crate::mesh::{MeshInput, WidePreset};
use crate::simd::{LANES, WHOLE, width};

/// Widths up to 25 are themselves; above, 32 bits are written, so that a field and its bit offset fit in
/// four bytes.
fn code(width: u32) -> u64 {
    if width <= 25 { width.into() } else { WHOLE.into() }
}

/// The place of a cluster's header.
#[derive(Clone, Copy)]
pub(super) enum HeaderAt {
    /// It is header `i` of the block that begins at a byte.
    Block(usize, usize),
    /// It is in front of the fields, as those of direct nodes' clusters are.
    Front,
}

/// Appends the fields of a cluster of the given triangles, which must be in ascending order and fit, to `out`,
/// and puts its header in place. The triangles' corners are numbered in any way below [`NUMBERS`] that tells positions
/// apart.
pub(super) fn write(
    input: &MeshInput,
    triangles: &[(u32, Corners)],
    out: &mut Vec<u8>,
    header: HeaderAt,
    preset: WidePreset,
) {
    const NEW: u8 = u8::MAX;
    let count = triangles.len();
    debug_assert!((1..=cluster_size(preset)).contains(&count) && triangles.is_sorted());
    let mut numbers = [NEW; NUMBERS];
    let mut vertices = [[0u32; 3]; LARGEST];
    let mut vertex_count = 0;
    let mut corners = [[0u8; 3]; LARGEST];
    let mut meta = (count as u64 - 1) & 15;
    for (&(id, places), corners) in triangles.iter().zip(&mut corners) {
        let triangle = input.triangle(id as usize);
        let Triangle { a, b, c } = triangle;
        for ((position, place), corner) in [a, b, c].into_iter().zip(places).zip(corners) {
            let vertex = &mut numbers[usize::from(place) % NUMBERS];
            // Known ones are written again, as they are: nobody can predict which are known.
            let is_new = *vertex == NEW;
            *vertex = if is_new { vertex_count } else { *vertex };
            vertex_count += u8::from(is_new);
            vertices[usize::from(*vertex)] = position.to_array().map_each(f32::to_bits);
            *corner = *vertex;
        }
        if triangle.is_degenerate() {
            meta |= DEGENERATE;
        }
    }
    let vertices = &vertices[..vertex_count.into()];
    let is_plain = preset.is_plain();
    let is_large = preset == WidePreset::Small;
    // Large clusters count their offsets in twos.
    let unit = if is_large { 2 } else { 1 };
    let kind = match preset {
        WidePreset::Default => 0,
        WidePreset::Fast | WidePreset::Rays => PLAIN,
        WidePreset::Small if count > LANES => LARGER,
        WidePreset::Small => LARGE,
    };
    meta |= kind << 62;
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
        fields.len = fields.len.next_multiple_of(unit);
        meta |= ((fields.len / unit) as u64) << (36 + 8 * axis);
    }
    let each = corners[..count].as_flattened().iter();
    fields.push(each.map(|&corner| corner.into()), if is_large { LARGE_CORNERS } else { CORNERS } as u32 / 3);
    let ids = || triangles.iter().map(|&(id, _)| id);
    let first = triangles[0].0;
    let id_code = code(u32::BITS - (triangles[count - 1].0 - first).leading_zeros());
    fields.push(ids().map(|id| id - first), width(id_code as u32));
    meta |= id_code << 31;
    let attributes = || ids().map(|id| input.attributes(id as usize));
    if attributes().any(|a| a != 0) {
        meta |= ATTRIBUTES;
    }
    match header {
        HeaderAt::Block(block, i) => {
            let start = (out.len() - block) as u16;
            let header = &mut out[block + header_size(preset) * i..][..header_size(preset)];
            header[..8].copy_from_slice(&meta.to_le_bytes());
            header[8..10].copy_from_slice(&start.to_le_bytes());
            header[10..14].copy_from_slice(&first.to_le_bytes());
            // As far as there is room for them.
            for (room, base) in header[14..].chunks_exact_mut(4).zip(bases) {
                room.copy_from_slice(&base.to_le_bytes());
            }
        }
        HeaderAt::Front => {
            out.extend_from_slice(&meta.to_le_bytes());
            out.extend_from_slice(&first.to_le_bytes());
        }
    }
    out.extend_from_slice(&fields.bytes[..fields.len]);
    if meta & ATTRIBUTES != 0 {
        let any = attributes().fold(0, |a, b| a | b);
        let all = attributes().fold(u16::MAX, |a, b| a & b);
        [any, all].into_iter().chain(attributes()).for_each(|a| out.extend_from_slice(&a.to_le_bytes()));
    }
}

/// Most bytes of a cluster's fields: coordinates and indices of 32 bits, corners, and what writing eight bytes
/// at a time needs.
const MAX_FIELDS: usize = LARGEST * (3 * 4 + 4) + (LARGE_CORNERS * LARGEST).div_ceil(8) + 8;

/// Most bytes of a cluster.
pub(super) const MAX_CLUSTER_BYTES: usize = HEADER + MAX_FIELDS + 2 * (2 + LARGEST);

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
                self.put(at, bits as u32);
                at += 4;
                bits >>= 32;
                filled -= 32;
            }
        }
        self.put(at, bits as u32);
        self.len = at + filled.div_ceil(8) as usize;
    }

    #[inline(always)]
    fn put(&mut self, at: usize, bits: u32) {
        let place: &mut [u8; 4] = self.bytes[at..].first_chunk_mut().unwrap_or_else(|| full());
        *place = bits.to_le_bytes();
    }
}

/// Fields have room for those of the largest cluster.
#[cold]
fn full() -> ! {
    panic!("there is no room for another field")
}
