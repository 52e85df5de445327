//! Clusters of every size, written and read again.

use super::arena::{CLUSTER, DIRECT_UNIT, LINE};
use super::cluster::{Cluster, DIRECT_HEADER, WINDOW, cluster_size, header_size};
use super::write::{HeaderAt, write};
use crate::geometry::Vec3;
use crate::mesh::tree::{Block, LeafTriangle};
use crate::mesh::view::View;
use crate::mesh::{CookOptions, Filter, Mesh, MeshInput, WidePreset};
use crate::simd::{Kernel, LANES, Simd, dispatch};

/// All triangles of a cluster, and what else it says of them.
struct Read<'a, const VERTEX_TABLES: usize, const DIRECT: bool>(Cluster<'a, VERTEX_TABLES, DIRECT>);

impl<const VERTEX_TABLES: usize, const DIRECT: bool> Kernel for Read<'_, VERTEX_TABLES, DIRECT> {
    type Output = Vec<LeafTriangle>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<LeafTriangle> {
        let mut all = Vec::new();
        let second = self.0.second_half();
        self.0.for_each(simd, |leaf| {
            let place = all.len();
            let half = if place < LANES { self.0 } else { second };
            let lane = place % LANES;
            assert_eq!(half.place(lane).lane, place as u32);
            assert_eq!((half.id(lane), simd.to_array_u(half.ids(simd))[lane]), (leaf.index, leaf.index));
            all.push(leaf);
        });
        all
    }
}

/// Positions of one of several kinds: on a grid, anywhere, or any finite bits at all.
fn position(random: &mut fastrand::Rng, kind: usize) -> [f32; 3] {
    std::array::from_fn(|_| match kind {
        0 => 1.0,
        1 => 3.0 + random.u8(..8) as f32 * 0.25,
        2 => random.f32() - 0.5,
        _ => Some(f32::from_bits(random.u32(..))).filter(|x| x.is_finite()).unwrap_or(-0.0),
    })
}

#[test]
fn clusters_of_every_size_come_back_bit_for_bit() {
    come_back::<1, false>(WidePreset::Default);
    come_back::<1, false>(WidePreset::Fast);
    come_back::<1, true>(WidePreset::Fast);
    come_back::<2, false>(WidePreset::Small);
}

fn come_back<const VERTEX_TABLES: usize, const DIRECT: bool>(preset: WidePreset) {
    let random = &mut fastrand::Rng::with_seed(1);
    {
        for count in 1..=cluster_size(preset) {
            for round in 0..40 {
                let vertices = random.usize(1..=cluster_size(preset));
                let positions: Vec<_> = (0..vertices).map(|_| position(random, round % 4)).collect();
                let ids: Vec<u32> = {
                    let step = 1 << random.u32(0..20);
                    let first = random.u32(0..1000);
                    (0..count as u32).map(|i| first + i * step + random.u32(0..step)).collect()
                };
                // The mesh has these triangles at the places that their ids say.
                let len = *ids.last().unwrap() as usize + 1;
                let mut indices = vec![0u32; 3 * len];
                let mut attributes = vec![0u16; len];
                let mut triangles = Vec::new();
                for &id in &ids {
                    let corners: [u8; 3] = std::array::from_fn(|_| random.u8(..vertices as u8));
                    indices[3 * id as usize..][..3].copy_from_slice(&corners.map(u32::from));
                    attributes[id as usize] = if round % 3 == 0 { random.u16(..) } else { 0 };
                    triangles.push((id, corners));
                }
                let input = MeshInput::new(&positions, &indices).with_attributes(&attributes);
                // As the second cluster of a block in the second line, or at any even byte.
                let (start, header, reference) = match DIRECT {
                    true => (LINE + 18, HeaderAt::Front, CLUSTER | ((LINE + 18) / DIRECT_UNIT) as u32),
                    false => {
                        (LINE + 2 * header_size(preset) + 5, HeaderAt::Block(LINE, 1), CLUSTER | 1 << 3 | 1)
                    }
                };
                let mut arena = vec![0; start];
                write(&input, &triangles, &mut arena, header, preset);
                let size = arena.len() - start - if DIRECT { DIRECT_HEADER } else { 0 };
                arena.resize(start + WINDOW + LINE, 0xff);
                let cluster =
                    Cluster::<VERTEX_TABLES, DIRECT>::find(&arena, header_size(preset), reference).unwrap();
                assert!(cluster.is_of(preset) && cluster.is_ordered());
                assert_eq!((cluster.size(), cluster.count()), (size, count));
                assert!(DIRECT || cluster.start() == start - LINE);
                let read = dispatch(Read(cluster));
                assert_eq!(read.len(), count);
                let bits = |v: Vec3| v.to_array().map(f32::to_bits);
                let mut seen = 0;
                let filter = Filter { require: 1, ..Filter::default() };
                for (i, (leaf, &id)) in read.iter().zip(&ids).enumerate() {
                    let expected = input.triangle(id as usize);
                    assert_eq!((leaf.index, leaf.attributes), (id, attributes[id as usize]));
                    assert_eq!(bits(leaf.triangle.a), bits(expected.a));
                    assert_eq!(bits(leaf.triangle.b), bits(expected.b));
                    assert_eq!(bits(leaf.triangle.c), bits(expected.c));
                    let alone = cluster.triangle(i);
                    assert_eq!((alone.index, alone.attributes), (leaf.index, leaf.attributes));
                    assert_eq!(bits(alone.triangle.a), bits(expected.a));
                    assert_eq!(bits(alone.triangle.b), bits(expected.b));
                    assert_eq!(bits(alone.triangle.c), bits(expected.c));
                    seen |= u32::from(leaf.attributes & 1) << i;
                }
                assert_eq!(cluster.seen(&filter), seen);
                let all = u32::MAX >> (32 - count);
                assert_eq!(cluster.seen(&Filter::default()), all);
                let degenerate = ids.iter().any(|&id| input.triangle(id as usize).is_degenerate());
                assert_eq!(cluster.has_degenerate(), degenerate);
            }
        }
    }
}

/// A mesh of `n * n` pairs of triangles in a square of this size, from a corner on.
fn square(n: u32, size: f32, from: f32, positions: &mut Vec<[f32; 3]>, indices: &mut Vec<u32>) {
    let first = positions.len() as u32;
    let at = |i: u32| from + size * i as f32 / n as f32;
    positions
        .extend((0..=n).flat_map(|y| (0..=n).map(move |x| [at(x), at(y), (x * y % 7) as f32 * size / 50.0])));
    for (x, y) in (0..n).flat_map(|y| (0..n).map(move |x| (x, y))) {
        let [a, b] = [first + y * (n + 1) + x, first + (y + 1) * (n + 1) + x];
        indices.extend([a, a + 1, b, b, a + 1, b + 1]);
    }
}

#[test]
fn nodes_are_direct_in_even_meshes_of_the_fast_preset() {
    let (mut positions, mut indices) = (Vec::new(), Vec::new());
    square(40, 1.0, 0.0, &mut positions, &mut indices);
    let is_direct = |positions: &[[f32; 3]], indices: &[u32], preset| {
        let input = MeshInput::new(positions, indices);
        let options = CookOptions { preset, ..CookOptions::default() };
        let mesh = Mesh::build(&input, options).unwrap();
        let opened = Mesh::open_copy(mesh.bytes()).unwrap();
        matches!(opened.tree().view(), View::DirectWide(_))
    };
    assert!(is_direct(&positions, &indices, WidePreset::Fast));
    assert!(!is_direct(&positions, &indices, WidePreset::Default));
    // As large as a step of a grid of 16 bits.
    square(40, 1e-2, 30.0, &mut positions, &mut indices);
    square(40, 1e-2, 1000.0, &mut positions, &mut indices);
    assert!(!is_direct(&positions, &indices, WidePreset::Fast));
}
