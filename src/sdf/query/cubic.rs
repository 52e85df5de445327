//! The tricubic interpolant: Keys, "Cubic Convolution Interpolation for Digital Image Processing" (1981),
//! with a = -1/2, which is the spline of Catmull and Rom. Its gradient is continuous. Beyond the grid's last
//! nodes, values continue the straight line of the last two.

use super::super::frame::WHOLE_BITS;
use super::super::sections::View;
use super::super::storage::Nodes;
use super::outside::add_outside;
use super::sampler::{Sampled, Sampler};
use crate::arrays::MapEach;
use crate::geometry::Vec3;
use crate::simd::Scalar32;

/// Four weights, and their derivatives.
type Weights = [[f32; 4]; 2];

/// The weights at `t`. At the first or the last cell along an axis, those of the missing node are given to
/// its neighbours.
fn weights(t: f32, is_first: bool, is_last: bool) -> Weights {
    let values = [
        0.5 * (t * (t * (2.0 - t) - 1.0)),
        0.5 * (t * t * (3.0 * t - 5.0)) + 1.0,
        0.5 * (t * (t * (4.0 - 3.0 * t) + 1.0)),
        0.5 * (t * t * (t - 1.0)),
    ];
    let slopes = [
        0.5 * (t * (4.0 - 3.0 * t) - 1.0),
        0.5 * (t * (9.0 * t - 10.0)),
        0.5 * (t * (8.0 - 9.0 * t) + 1.0),
        0.5 * (t * (3.0 * t - 2.0)),
    ];
    [values, slopes].map_each(|[mut a, mut b, mut c, mut d]| {
        if is_first {
            (a, b, c) = (0.0, b + 2.0 * a, c - a);
        }
        if is_last {
            (b, c, d) = (b - d, c + 2.0 * d, 0.0);
        }
        [a, b, c, d]
    })
}

fn sum(weights: [f32; 4], values: [f32; 4]) -> f32 {
    let [a, b, c, d]: [f32; 4] = [0, 1, 2, 3].map_each(|k| weights[k] * values[k]);
    (a + b) + (c + d)
}

/// The value and the gradient at a point.
pub(super) fn cubic(sampler: &Sampler, point: Vec3) -> Sampled {
    match &sampler.view {
        View::Infinite => sampler.one(point),
        View::Dense(values) => interpolate(sampler, values, point),
        View::Bricks16(values) => interpolate(sampler, values, point),
        View::Bricks8(values) => interpolate(sampler, values, point),
    }
}

fn interpolate<N: Nodes>(sampler: &Sampler, values: &N, point: Vec3) -> Sampled {
    let dims = sampler.nodes;
    let (mut nodes, mut along, mut widths) = ([[0; 4]; 3], [[[0.0; 4]; 2]; 3], [0.0; 3]);
    let mut beyond = Vec3::ZERO;
    for axis in 0..3 {
        let place = sampler.frame.locate(Scalar32, axis, point[axis]);
        let cell = place.cell.to_bits() & WHOLE_BITS;
        let last = dims[axis] - 1;
        nodes[axis] = [cell.saturating_sub(1), cell, cell + 1, (cell + 2).min(last)];
        along[axis] = weights(place.t, cell == 0, cell + 1 == last);
        (widths[axis], beyond[axis]) = (place.width, place.beyond);
    }
    let [x, y, z] = along;
    // Along x, then y, then z.
    let (mut value, mut slope_x, mut slope_y) = ([0.0; 4], [0.0; 4], [0.0; 4]);
    for (k, &nz) in nodes[2].iter().enumerate() {
        let (mut rows, mut slopes) = ([0.0; 4], [0.0; 4]);
        for (j, &ny) in nodes[1].iter().enumerate() {
            let row = values.row(nodes[0], ny, nz);
            (rows[j], slopes[j]) = (sum(x[0], row), sum(x[1], row));
        }
        (value[k], slope_x[k], slope_y[k]) = (sum(y[0], rows), sum(y[0], slopes), sum(y[1], rows));
    }
    let distance = sum(z[0], value);
    let gradient = Vec3::new(
        sum(z[0], slope_x) / widths[0],
        sum(z[0], slope_y) / widths[1],
        sum(z[1], value) / widths[2],
    );
    let (distance, gradient) = add_outside(distance, gradient, beyond);
    Sampled { distance, gradient, error: sampler.errors.near }
}
