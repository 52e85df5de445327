//! Samples of a few dozen points at a time, in lanes, of which all batches are made.
//!
//! The kernel does not depend on the sources of points and the destinations of answers. So it is compiled
//! once for each storage and instruction set, whatever the query.

use super::super::frame::{Frame, WHOLE_BITS};
use super::super::sections::View;
use super::super::storage::Nodes;
use super::outside::add_outside;
use super::trilinear::trilinear;
use crate::arrays::{array_of, lane_of};
use crate::bits::bits;
use crate::geometry::Vec3;
use crate::simd::{ALL_LANES, Kernel, LANES, Simd, dispatch};

/// The number of points that are sampled at once.
pub(super) const CHUNK: usize = 4 * LANES;

/// Three numbers for each point, an axis at a time.
pub(super) type Vectors = [[f32; CHUNK]; 3];

/// Points and the samples there.
pub(super) struct Chunk {
    pub(super) points: Vectors,
    pub(super) distances: [f32; CHUNK],
    pub(super) gradients: Vectors,
    /// A bit for each point whose block is reduced to its corners.
    pub(super) coarse: u64,
}

impl Chunk {
    #[inline(always)]
    pub(super) fn new() -> Chunk {
        const { assert!(CHUNK <= 64) };
        Chunk { points: [[0.0; CHUNK]; 3], distances: [0.0; CHUNK], gradients: [[0.0; CHUNK]; 3], coarse: 0 }
    }

    /// Puts a point in a place.
    #[inline(always)]
    pub(super) fn put(&mut self, i: usize, point: Vec3) {
        set(&mut self.points, i, point);
    }

    /// The point in a place.
    #[inline(always)]
    pub(super) fn point(&self, i: usize) -> Vec3 {
        get(&self.points, i)
    }

    /// The gradient at the point in a place.
    #[inline(always)]
    pub(super) fn gradient(&self, i: usize) -> Vec3 {
        get(&self.gradients, i)
    }

    /// Samples the first `count` points, which are within the largest coordinate.
    pub(super) fn sample(&mut self, view: View, frame: &Frame, count: usize) {
        match view {
            View::Infinite => {
                self.distances = [f32::INFINITY; CHUNK];
                self.gradients = [[0.0; CHUNK]; 3];
                self.coarse = 0;
            }
            View::Dense(nodes) => dispatch(SampleChunk { nodes, frame, chunk: self, count }),
            View::Bricks16(nodes) => dispatch(SampleChunk { nodes, frame, chunk: self, count }),
            View::Bricks8(nodes) => dispatch(SampleChunk { nodes, frame, chunk: self, count }),
        }
    }
}

#[inline(always)]
fn set(vectors: &mut Vectors, i: usize, vector: Vec3) {
    (vectors[0][i], vectors[1][i], vectors[2][i]) = (vector.x, vector.y, vector.z);
}

#[inline(always)]
fn get(vectors: &Vectors, i: usize) -> Vec3 {
    Vec3::new(vectors[0][i], vectors[1][i], vectors[2][i])
}

struct SampleChunk<'a, N> {
    nodes: N,
    frame: &'a Frame,
    chunk: &'a mut Chunk,
    count: usize,
}

impl<N: Nodes> Kernel for SampleChunk<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let SampleChunk { nodes, frame, chunk, count } = self;
        chunk.coarse = 0;
        for first in (0..count.min(CHUNK)).step_by(LANES) {
            sample_lanes(simd, nodes, frame, chunk, first);
        }
    }
}

/// Sixteen numbers from one place on.
#[inline(always)]
fn load<S: Simd>(simd: S, numbers: &[f32; CHUNK], first: usize) -> S::F {
    simd.load_array(numbers.as_chunks().0[first / LANES])
}

#[inline(always)]
fn store<S: Simd>(simd: S, numbers: &mut [f32; CHUNK], first: usize, values: S::F) {
    numbers.as_chunks_mut().0[first / LANES] = simd.to_array(values);
}

#[inline(always)]
fn sample_lanes<S: Simd, N: Nodes>(simd: S, nodes: N, frame: &Frame, chunk: &mut Chunk, first: usize) {
    let zero = simd.splat(0.0);
    let (mut t, mut widths, mut inside) = ([zero; 3], [zero; 3], ALL_LANES);
    let (mut cells, mut beyond) = ([[0u32; LANES]; 3], [[0.0; LANES]; 3]);
    for axis in 0..3 {
        let place = frame.locate(simd, axis, load(simd, &chunk.points[axis], first));
        (t[axis], widths[axis]) = (place.t, place.width);
        let whole = simd.to_array(place.cell);
        cells[axis] = array_of(|lane| whole[lane].to_bits() & WHOLE_BITS);
        inside &= simd.eq(place.beyond, zero);
        beyond[axis] = simd.to_array(place.beyond);
    }
    let (corners, coarse) = nodes.corners_in_lanes(simd, &cells);
    chunk.coarse |= u64::from(coarse) << first;
    let (distance, gradient) = trilinear(simd, &corners, t, widths);
    store(simd, &mut chunk.distances, first, distance);
    for (numbers, gradient) in chunk.gradients.iter_mut().zip(gradient) {
        store(simd, numbers, first, gradient);
    }
    for lane in bits(!inside & ALL_LANES) {
        let lane = lane as usize % LANES;
        let beyond = Vec3::from_array(lane_of(&beyond, lane));
        let (distance, gradient) =
            add_outside(chunk.distances[first + lane], chunk.gradient(first + lane), beyond);
        chunk.distances[first + lane] = distance;
        set(&mut chunk.gradients, first + lane, gradient);
    }
}

/// The same for a single point, with the same bits: the value, the gradient, and true if the block is reduced
/// to its corners.
#[inline(always)]
pub(super) fn sample_one<N: Nodes>(nodes: &N, frame: &Frame, point: Vec3) -> (f32, Vec3, bool) {
    use crate::simd::Scalar32;
    let (mut cell, mut t, mut widths, mut beyond) = ([0; 3], [0.0; 3], [0.0; 3], Vec3::ZERO);
    for axis in 0..3 {
        let place = frame.locate(Scalar32, axis, point[axis]);
        cell[axis] = place.cell.to_bits() & WHOLE_BITS;
        (t[axis], widths[axis], beyond[axis]) = (place.t, place.width, place.beyond);
    }
    let (distance, gradient) = trilinear(Scalar32, &nodes.corners(cell), t, widths);
    let (distance, gradient) = add_outside(distance, Vec3::from_array(gradient), beyond);
    (distance, gradient, nodes.is_coarse(cell))
}
