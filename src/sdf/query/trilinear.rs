//! The trilinear interpolant of a cell, and its gradient.

use super::super::storage::lerp;
use crate::simd::Arithmetic32;

/// The value and the gradient, from the values at the corners (x fastest), the place in the cell and the
/// cell's widths.
///
/// First along x on the four edges, then along y, then z; each step is `a (1 - t) + b t`. A component of the
/// gradient is the same interpolant of the edges' differences, over the width.
#[inline(always)]
pub(super) fn trilinear<N: Arithmetic32>(
    n: N,
    corners: &[N::F; 8],
    t: [N::F; 3],
    widths: [N::F; 3],
) -> (N::F, [N::F; 3]) {
    let mut rows = [n.splat(0.0); 4];
    let mut steps = rows;
    for k in 0..4 {
        rows[k] = lerp(n, corners[2 * k], corners[2 * k + 1], t[0]);
        steps[k] = n.sub(corners[2 * k + 1], corners[2 * k]);
    }
    let (low, high) = (lerp(n, rows[0], rows[1], t[1]), lerp(n, rows[2], rows[3], t[1]));
    let along_x = lerp(n, lerp(n, steps[0], steps[1], t[1]), lerp(n, steps[2], steps[3], t[1]), t[2]);
    let along_y = lerp(n, n.sub(rows[1], rows[0]), n.sub(rows[3], rows[2]), t[2]);
    let along_z = n.sub(high, low);
    let gradient = [n.div(along_x, widths[0]), n.div(along_y, widths[1]), n.div(along_z, widths[2])];
    (lerp(n, low, high, t[2]), gradient)
}
