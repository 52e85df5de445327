//! Cheap lower bounds on triangles' distances: of eight triangles at once for a whole block or for a node,
//! and of one triangle for all nodes. For triangles that are much smaller than their distance.
//!
//! The plane perpendicular to the vector from a corner to a node, moved until the triangle is behind it,
//! separates the two. With `r` from the corner to the node and edges `e` and `f` from the corner, `|r| d` is
//! at least `r² - max(0, e.r, f.r)`. That is a third of the work of a distance, and less than the distance by
//! about the square of the triangle's size over twice the distance. The plane for the block's center serves
//! its nodes as well: their distances from it are affine, and compared with the ceiling at the block's
//! corners.

use super::block::{Block, Ceiling, LEAST_SQUARE, SIDE};
use super::bound::{ERROR, all};
use super::wide::{CornerEdges, Node};
use crate::arrays::{MapEach, lane_of};
use crate::bits::wide_bits;
use crate::geometry::{max, min};
use crate::simd::{ALL_LANES, LANES, LANES8, Simd, Simd8};

/// The part of the bounds that all triangles in a box have in common.
pub(super) struct Separation {
    /// The largest error of `|r| d`.
    error: f32,
}

impl Separation {
    /// The separation of the triangles in a child's box.
    #[inline(always)]
    pub(super) fn new<S: Simd>(block: &Block<S>, node: &Node, child: usize) -> Separation {
        let mut size = block.radius;
        for axis in 0..3 {
            let at = block.center[axis];
            size += max((at - node.min[axis][child]).abs(), (node.max[axis][child] - at).abs());
        }
        Separation { error: size * size * ERROR + LEAST_SQUARE }
    }

    /// A bit for each triangle that may be near enough to any node.
    #[inline(always)]
    pub(super) fn near_triangles<S: Simd>(
        &self,
        s: S,
        triangles: &CornerEdges,
        block: &Block<S>,
        ceiling: &Ceiling,
    ) -> u32 {
        let t = s.lanes8();
        let CornerEdges { corner, edges: [e, f] } = triangles;
        let zero = all(t, 0.0);
        let (mut r, mut square, mut along_e, mut along_f) = ([zero; 3], zero, zero, zero);
        for (axis, r) in r.iter_mut().enumerate() {
            *r = t.sub(all(t, block.center[axis]), t.load_array(&corner[axis]));
            square = t.about_mul_add(*r, *r, square);
            along_e = t.about_mul_add(t.load_array(&e[axis]), *r, along_e);
            along_f = t.about_mul_add(t.load_array(&f[axis]), *r, along_f);
        }
        let distance = t.sqrt(square);
        // All terms are multiplied by the distance, which saves a division.
        let mut least = t.sub(t.sub(square, t.max(t.max(along_e, along_f), zero)), all(t, self.error));
        for (axis, &r) in r.iter().enumerate() {
            let turn = t.abs(t.about_neg_mul_add(all(t, ceiling.slope[axis]), distance, r));
            least = t.about_neg_mul_add(turn, all(t, block.reach[axis]), least);
        }
        t.le(least, t.mul(all(t, ceiling.padded), distance))
    }

    /// For each slice, a bit for each triangle that may be near enough to any of some nodes in it, by this
    /// bound.
    #[inline(always)]
    pub(super) fn near_by_slice<S: Simd>(
        &self,
        s: S,
        triangles: &CornerEdges,
        block: &Block<S>,
        nodes: u64,
        upper: &[S::F; SIDE],
    ) -> [u32; SIDE] {
        let t = s.lanes8();
        let CornerEdges { corner, edges: [e, f] } = triangles;
        let (zero, error, slack) = (all(t, 0.0), all(t, self.error), all(t, f32::MIN_POSITIVE));
        let upper = upper.map_each(|upper| s.to_array(upper));
        let mut slices = [0; SIDE];
        for node in wide_bits(nodes) {
            let node = node as usize;
            let (slice, lane) = (node / LANES % SIDE, node % LANES);
            let at = [block.at[0][lane % SIDE], block.at[1][lane / SIDE], block.at[2][slice]];
            let (mut square, mut along_e, mut along_f) = (zero, error, error);
            for (axis, at) in at.into_iter().enumerate() {
                let r = t.sub(all(t, at), t.load_array(&corner[axis]));
                square = t.about_mul_add(r, r, square);
                along_e = t.about_mul_add(t.load_array(&e[axis]), r, along_e);
                along_f = t.about_mul_add(t.load_array(&f[axis]), r, along_f);
            }
            let least = t.max(t.sub(square, t.max(t.max(along_e, along_f), error)), zero);
            // Finite, because it is multiplied by squares that may be zero.
            let upper = all(t, min(upper[slice][lane], f32::MAX));
            slices[slice] |= t.le(t.mul(least, least), t.about_mul_add(square, upper, slack));
        }
        slices
    }

    /// The slices with nodes that triangle `lane` of eight may be near enough to, by this bound.
    #[inline(always)]
    pub(super) fn near_slices<S: Simd>(
        &self,
        s: S,
        triangles: &CornerEdges,
        lane: usize,
        block: &Block<S>,
        upper: &[S::F; SIDE],
    ) -> u32 {
        let lane = lane % LANES8;
        let CornerEdges { corner, edges: [e, f] } = triangles;
        let (corner, e, f) = (lane_of(corner, lane), lane_of(e, lane), lane_of(f, lane));
        let (zero, error, slack) = (s.splat(0.0), s.splat(self.error), s.splat(f32::MIN_POSITIVE));
        let x = s.sub(block.x, s.splat(corner[0]));
        let y = s.sub(block.y, s.splat(corner[1]));
        let in_slice = s.about_mul_add(x, x, s.mul(y, y));
        let along_e = s.about_mul_add(s.splat(e[0]), x, s.about_mul_add(s.splat(e[1]), y, error));
        let along_f = s.about_mul_add(s.splat(f[0]), x, s.about_mul_add(s.splat(f[1]), y, error));
        let mut slices = 0;
        for (k, &upper) in upper.iter().enumerate() {
            let z = s.splat(block.at[2][k] - corner[2]);
            let square = s.about_mul_add(z, z, in_slice);
            let along_e = s.about_mul_add(s.splat(e[2]), z, along_e);
            let along_f = s.about_mul_add(s.splat(f[2]), z, along_f);
            let least = s.max(s.sub(square, s.max(s.max(along_e, along_f), error)), zero);
            // The slack is for products that vanish. If an infinite bound meets a corner, the sum is NaN, and
            // counts as near.
            let is_far = s.lt(s.about_mul_add(square, upper, slack), s.mul(least, least));
            slices |= u32::from(is_far != ALL_LANES) << k;
        }
        slices
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Triangle, Vec3};
    use crate::sdf::Grid;
    use crate::sdf::generate::wide::Child;
    use crate::sdf::nearest::key;
    use crate::simd::{Kernel, run_on_all};

    /// A triangle of some size, which may be a sliver or a point, not farther than 30 cells from a block's
    /// center.
    fn triangle(random: &mut fastrand::Rng, center: Vec3, cell: f32) -> Triangle {
        let mut point = |sizes: &[f32]| {
            let size = random.choice(sizes).unwrap() * cell;
            Vec3::from([(); 3].map(|()| (random.f32() * 2.0 - 1.0) * size))
        };
        let sizes = [0.0, 1e-7, 0.1, 1.0, 8.0];
        let a = center + point(&[0.0, 1.0, 8.0, 30.0]);
        let (b, c) = (a + point(&sizes), a + point(&sizes));
        match random.usize(..4) {
            0 => Triangle::new(a, b, a + (b - a) * random.f32()),
            1 => Triangle::new(a, a, b),
            _ => Triangle::new(a, b, c),
        }
    }

    #[derive(Clone, Copy)]
    struct NothingNearIsFar;

    impl Kernel for NothingNearIsFar {
        type Output = ();

        #[inline(always)]
        fn run<S: Simd>(self, s: S) {
            let mut random = fastrand::Rng::with_seed(23);
            let (mut far, mut told, mut far_blocks, mut told_blocks) = (0, 0, 0, 0);
            for i in 0..4000 {
                let cell = 2f32.powi([0, 0, 0, -30, -60, 40][i % 6]);
                let offset = [0.0, 1.0, 1000.0][i % 3] * 100.0 * cell;
                let grid = Grid::new(Vec3::new(offset, -offset, offset * 0.5), cell, [9; 3]).unwrap();
                let block = Block::new(s, &grid, [(i % 8) as u32, 1, 4]);
                let triangle = triangle(&mut random, block.center, cell);
                let mut node = Node::EMPTY;
                node.set(0, &Child::new(triangle.bounds(), &[], 0, 1));
                // The others are far away.
                let elsewhere = Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
                let place = i % LANES8;
                let mut eight = [elsewhere; LANES8];
                eight[place] = triangle;
                let edges = CornerEdges::new(&eight);
                let separation = Separation::new(&block, &node, 0);
                let mut squares = [[0.0; LANES]; SIDE];
                for slice in 0..SIDE {
                    for lane in 0..LANES {
                        let at = Vec3::new(block.at[0][lane % 4], block.at[1][lane / 4], block.at[2][slice]);
                        let key = key(at, &triangle);
                        let near = |square: f32| {
                            let mut upper = [[0.0; LANES]; SIDE];
                            upper[slice][lane] = square;
                            let upper = upper.map(|square| s.load_array(square));
                            let slices = separation.near_slices(s, &edges, place, &block, &upper);
                            let node = 1 << (slice * LANES + lane);
                            let eight = separation.near_by_slice(s, &edges, &block, node, &upper);
                            let other_slices = (0..SIDE).filter(|&other| other != slice);
                            assert!(other_slices.fold(0, |all, other| all | eight[other]) == 0);
                            [slices >> slice & 1 == 1, eight[slice] >> place & 1 == 1]
                        };
                        // The least upper bound that there may be.
                        let least = (key as f32).next_up() + LEAST_SQUARE;
                        squares[slice][lane] = least;
                        assert!(near(least) == [true; 2], "{triangle:?} {at:?} {key:e}");
                        assert!(near(f32::INFINITY) == [true; 2], "{triangle:?} {at:?}");
                        // Of triangles that are small beside their distance, most that are too far by a
                        // hundredth are rejected.
                        let bounds = triangle.bounds();
                        let is_small = f64::from((bounds.max - bounds.min).length()) < key.sqrt() * 0.1;
                        if cell == 1.0 && is_small {
                            far += 1;
                            told += i32::from(near((key * 0.98) as f32) == [false; 2]);
                        }
                    }
                }
                // Under a ceiling over its own distances it is near; under a lower one it mostly is not.
                let is_near = |part: f32| {
                    let squares = squares.map(|slice| s.load_array(slice.map(|square| square * part)));
                    let ceiling = Ceiling::over(s, &block, &squares);
                    separation.near_triangles(s, &edges, &block, &ceiling) >> place & 1 == 1
                };
                assert!(is_near(1.0), "{triangle:?} {:?}", block.center);
                assert!(is_near(f32::INFINITY), "{triangle:?}");
                let away = (triangle.a - block.center).length();
                let size = (triangle.bounds().max - triangle.bounds().min).length();
                if cell == 1.0 && away > 6.0 * block.radius && size < 0.1 * away {
                    far_blocks += 1;
                    told_blocks += i32::from(!is_near(0.8));
                }
            }
            assert!(far > 10_000 && told * 10 > far * 9, "{told} of {far}");
            assert!(far_blocks > 100 && told_blocks * 10 > far_blocks * 8, "{told_blocks} of {far_blocks}");
        }
    }

    #[test]
    fn nothing_near_is_far() {
        run_on_all(NothingNearIsFar);
    }
}
