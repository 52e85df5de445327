//! Sixteen rays or vectors as columns: one array of lanes for each coordinate.

use crate::batch::Batch;
use crate::geometry::{LineBounds, Ray, Vec3};
use crate::simd::{LANES, Simd};
use std::ops::Range;

/// Vectors, one a lane.
pub(super) type VectorLanes = [[f32; LANES]; 3];

/// Origins, `t_min`, directions and `t_max` of sixteen rays, a ray a lane; the last one fills lanes that are left.
#[inline(always)]
pub(super) fn columns<S: Simd>(simd: S, rays: &(impl Batch<Ray> + ?Sized), range: Range<usize>) -> [S::F; 8] {
    let slice = rays.as_slice().and_then(|rays| rays.get(range.clone()));
    if let Some(rows) = slice.and_then(|rays| bytemuck::cast_slice(rays).first_chunk()) {
        return simd.transpose(rows);
    }
    let mut rows = [[0.0; 8]; LANES];
    for (lane, row) in rows.iter_mut().enumerate() {
        *row = bytemuck::cast(rays.query((range.start + lane).min(range.end - 1)));
    }
    simd.transpose(&rows)
}

/// The reciprocals of directions, as [`LineBounds::new`] has them, from their components and the sizes of these. The largest
/// component is not replaced: that is its reciprocal, and the third number of a [`WatertightRay`]'s shear.
///
/// [`WatertightRay`]: crate::geometry::WatertightRay
#[inline(always)]
pub(super) fn reciprocals<S: Simd>(simd: S, direction: [S::F; 3], size: [S::F; 3]) -> [S::F; 3] {
    let largest = simd.max(simd.max(size[0], size[1]), size[2]);
    let floor = simd.mul(largest, simd.splat(LineBounds::FLATTEST));
    let floor = simd.max(floor, simd.splat(f32::MIN_POSITIVE));
    let (zero, one) = (simd.splat(0.0), simd.splat(1.0));
    let mut inverse = [zero; 3];
    for (k, inverse) in inverse.iter_mut().enumerate() {
        let reciprocal = simd.div(one, simd.max(size[k], floor));
        *inverse = simd.select(simd.signs(direction[k]), simd.sub(zero, reciprocal), reciprocal);
    }
    inverse
}

/// Three arrays as lanes.
#[inline(always)]
pub(super) fn load3<S: Simd>(simd: S, arrays: &VectorLanes) -> [S::F; 3] {
    [simd.load_array(arrays[0]), simd.load_array(arrays[1]), simd.load_array(arrays[2])]
}

/// Three vectors of lanes as arrays.
#[inline(always)]
pub(super) fn store3<S: Simd>(simd: S, [a, b, c]: [S::F; 3]) -> VectorLanes {
    [simd.to_array(a), simd.to_array(b), simd.to_array(c)]
}

/// The vector in a lane.
#[inline(always)]
pub(super) fn get(v: &VectorLanes, lane: usize) -> Vec3 {
    Vec3::new(v[0][lane], v[1][lane], v[2][lane])
}

/// Puts a vector into a lane.
#[inline(always)]
pub(super) fn set(v: &mut VectorLanes, lane: usize, vector: Vec3) {
    (v[0][lane], v[1][lane], v[2][lane]) = (vector.x, vector.y, vector.z);
}
