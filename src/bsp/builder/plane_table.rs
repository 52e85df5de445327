//! The table of planes: each plane once, for faces of both directions, rounded to f32.
//!
//! Faces that lie in one plane but for rounding get the same number. From here on, coplanar means equal
//! numbers. Geometry is defined by the table, not by the input, so that the tree, the brushes and the queries
//! use the same planes to the bit.

use super::super::tree::{MAX_PLANES, Plane, PlaneRef};
use crate::arrays::MapEach;
use crate::vectors::{make_room_in_map, push};
use crate::{Error, Result};
use glam::DVec3;
use rustc_hash::FxHashMap;

/// The tolerances within which faces are snapped to a plane.
#[derive(Clone, Copy, Debug)]
pub(super) struct Snap {
    /// Largest difference of normals, a component.
    pub(super) normal: f64,
    /// Largest distance of a corner of the face from the plane.
    pub(super) distance: f64,
}

/// The planes so far.
pub(super) struct PlaneTable {
    planes: Vec<Plane>,
    buckets: FxHashMap<[i32; 4], Vec<u32>>,
    snap: Snap,
    /// Width of a bucket in distance from the origin.
    bucket: f64,
}

/// Width of a bucket in each component of the normal.
const NORMAL_BUCKET: f64 = 1.0 / 256.0;

impl PlaneTable {
    /// A table for coordinates of up to `scale`.
    pub(super) fn new(snap: Snap, scale: f64) -> PlaneTable {
        let bucket = (scale / 512.0).max(snap.distance * 4.0).max(f64::MIN_POSITIVE);
        PlaneTable { planes: Vec::new(), buckets: FxHashMap::default(), snap, bucket }
    }

    pub(super) fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// The half-space behind a plane.
    #[inline]
    pub(super) fn half_space(&self, plane: PlaneRef) -> (DVec3, f64) {
        plane.half_space(&self.planes)
    }

    /// The plane that a face lies in: one of the table that is near enough, or a new one.
    pub(super) fn find(&mut self, normal: DVec3, d: f64, corners: &[DVec3]) -> Result<PlaneRef> {
        let (normal, d, flipped) = canonical(normal, d);
        let snap = self.snap;
        let fits = |plane: &Plane| {
            let [x, y, z, e] = plane.map_each(f64::from);
            let n = DVec3::new(x, y, z);
            (n - normal).abs().max_element() <= snap.normal
                && corners.iter().all(|&corner| (n.dot(corner) - e).abs() <= snap.distance)
        };
        // Planes whose corners are near may differ in `d` by the tilt over the distance from the origin.
        let far = corners.iter().map(|corner| corner.length()).fold(0.0, f64::max);
        let reach = [snap.normal, snap.normal, snap.normal, snap.distance + 2.0 * snap.normal * far];
        let width = [NORMAL_BUCKET, NORMAL_BUCKET, NORMAL_BUCKET, self.bucket];
        let at = [normal.x, normal.y, normal.z, d];
        let range = |k: usize| {
            let cell = |value: f64| (value / width[k]).floor() as i32;
            cell(at[k] - reach[k])..=cell(at[k] + reach[k])
        };
        for x in range(0) {
            for y in range(1) {
                for z in range(2) {
                    for e in range(3) {
                        let found = self.buckets.get(&[x, y, z, e]).and_then(|bucket| {
                            bucket.iter().find(|&&plane| fits(&self.planes[plane as usize]))
                        });
                        if let Some(&plane) = found {
                            return Ok(PlaneRef::new(plane, flipped));
                        }
                    }
                }
            }
        }
        let plane = rounded(normal, d, corners);
        self.push(plane).map(|number| PlaneRef::new(number, flipped))
    }

    /// A new plane of about this normal that has all the corners behind it, rounding included.
    pub(super) fn behind(&mut self, normal: DVec3, corners: &[DVec3]) -> Result<PlaneRef> {
        let (normal, _, flipped) = canonical(normal, 0.0);
        let n = normal.as_vec3();
        let heights = corners.iter().map(|&corner| n.as_dvec3().dot(corner));
        let d = match flipped {
            false => (heights.fold(f64::NEG_INFINITY, f64::max) as f32).next_up(),
            true => (heights.fold(f64::INFINITY, f64::min) as f32).next_down(),
        };
        let number = self.push([n.x, n.y, n.z, d].map_each(|value| value + 0.0))?;
        Ok(PlaneRef::new(number, flipped))
    }

    fn push(&mut self, plane: Plane) -> Result<u32> {
        if self.planes.len() >= MAX_PLANES {
            return Err(Error::too_large(text!("planes: more than {MAX_PLANES}")));
        }
        let number = self.planes.len() as u32;
        let [x, y, z, d] = plane.map_each(f64::from);
        let cell = |value: f64, width: f64| (value / width).floor() as i32;
        let normal = |value: f64| cell(value, NORMAL_BUCKET);
        let key = [normal(x), normal(y), normal(z), cell(d, self.bucket)];
        push(&mut self.planes, plane, "planes")?;
        make_room_in_map(&mut self.buckets, 1, "planes")?;
        push(self.buckets.entry(key).or_default(), number, "planes")?;
        Ok(number)
    }
}

/// The canonical one of a plane's two directions, whose largest component is positive, and true if the plane
/// was flipped for it. Normals that are axis-aligned, but for rounding, become so exactly.
fn canonical(normal: DVec3, d: f64) -> (DVec3, f64, bool) {
    let mut normal = normal;
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        let along = axis * normal.dot(axis).signum();
        // All components are compared: normals that are not quite of unit length may have one of 1 and still
        // lean.
        if (normal - along).length_squared() < 2e-12 {
            normal = along;
        }
    }
    let size = normal.abs();
    // The first among almost equal ones, so that rounding cannot flip a plane.
    let (mut k, mut largest) = (0, size.x);
    for (i, value) in [size.y, size.z].into_iter().enumerate() {
        if value > largest * (1.0 + 1e-6) {
            (k, largest) = (i + 1, value);
        }
    }
    if normal[k] < 0.0 { (-normal, -d, true) } else { (normal, d, false) }
}

/// The plane in f32 that is nearest to the face.
fn rounded(normal: DVec3, d: f64, corners: &[DVec3]) -> Plane {
    let n = normal.as_vec3();
    let exact = n.as_dvec3();
    // A plane that needs no rounding stays unchanged.
    let d = if exact == normal || corners.is_empty() {
        d
    } else {
        let heights = corners.iter().map(|&corner| exact.dot(corner));
        let low = heights.clone().fold(f64::INFINITY, f64::min);
        let high = heights.fold(f64::NEG_INFINITY, f64::max);
        (low + high) * 0.5
    };
    [n.x, n.y, n.z, d as f32].map_each(|value| value + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> PlaneTable {
        PlaneTable::new(Snap { normal: 1e-5, distance: 1e-4 }, 10.0)
    }

    #[test]
    fn a_plane_that_leans_is_not_taken_for_one_along_an_axis() {
        for lean in [4.4e-4, 1e-4, 1e-5, 3e-6] {
            let (normal, _, _) = canonical(DVec3::new(lean, 0.0, 1.0), 0.0);
            assert_eq!(normal, DVec3::new(lean, 0.0, 1.0));
        }
        assert_eq!(canonical(DVec3::new(1e-8, 0.0, -1.0 - 1e-8), 0.0), (DVec3::Z, -0.0, true));
    }

    #[test]
    fn coplanar_faces_share_a_plane_whichever_way_they_look() {
        let mut table = table();
        let corners = [DVec3::new(0.0, 0.0, 2.0), DVec3::new(1.0, 0.0, 2.0)];
        let up = table.find(DVec3::Z, 2.0, &corners).unwrap();
        let down = table.find(-DVec3::Z, -2.0, &corners).unwrap();
        assert_eq!(up.flipped(), down);
        let tilted = DVec3::new(5e-6, 0.0, 1.0).normalize();
        assert_eq!(table.find(tilted, 2.0, &corners).unwrap(), up);
        // The same tilt, but on a face that is so long that its end is elsewhere.
        let long = [corners[0], DVec3::new(100.0, 0.0, 2.0 - 5e-4)];
        assert_ne!(table.find(tilted, 2.0, &long).unwrap(), up);
        assert_eq!(table.planes().len(), 2);
    }

    #[test]
    fn planes_on_both_sides_of_a_bucket_are_found() {
        let mut table = table();
        let width = table.bucket;
        for k in [-3.0, 0.0, 1.0, 7.0] {
            let d = k * width;
            let at = |d: f64| [DVec3::new(0.0, d, 0.0)];
            let one = table.find(DVec3::Y, d - 4e-5, &at(d - 4e-5)).unwrap();
            assert_eq!(table.find(DVec3::Y, d + 4e-5, &at(d + 4e-5)).unwrap(), one);
        }
        assert_eq!(table.planes().len(), 4);
    }

    #[test]
    fn exact_f32_planes_stay_as_they_are() {
        let mut table = table();
        let (normal, d) = (DVec3::new(0.6f32.into(), 0.0, 0.8f32.into()), f64::from(1.1f32));
        let plane = table.find(normal, d, &[normal * d]).unwrap();
        assert_eq!(table.half_space(plane), (normal, d));
    }
}
