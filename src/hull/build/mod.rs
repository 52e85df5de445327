//! From points to the parts of their hull.

mod faces;
mod planar;
mod quickhull;
mod simplex;

pub use faces::MAX_VERTICES;
pub(super) use faces::Parts;

use crate::batch::check_coordinates;
use crate::geometry::Vec3;
use crate::vectors::{collected, collected_results, copied, filled, push, reserve};
use crate::{Error, Result};
use simplex::Start;

/// The hull of points.
pub(super) fn build(points: impl ExactSizeIterator<Item = Vec3>) -> Result<Parts> {
    let count = points.len();
    if count == 0 {
        return Err(Error::invalid_argument(text!("there are none")).at("points"));
    }
    if u32::try_from(count).is_err() {
        return Err(Error::too_large(text!("points: {count} elements exceed {}", u32::MAX)));
    }
    let points = points.enumerate().map(|(i, point)| {
        check_coordinates(point, || text!("points[{i}]"))?;
        // Zeros have one sign.
        Ok(point + Vec3::ZERO)
    });
    hull_of(&collected_results(points, "points")?)
}

/// The hull of points that were checked, whose zeros are positive.
pub(super) fn hull_of(points: &[Vec3]) -> Result<Parts> {
    match simplex::start(points) {
        Start::Point(at) => Parts::new(points, one(filled(at, 1, "hull")?)?),
        Start::Segment(ends) => Parts::new(points, one(copied(&ends, "hull")?)?),
        Start::Plane(triangle) => {
            let front = planar::polygon(points, triangle)?;
            let back = collected(front.iter().rev().copied(), "hull")?;
            let mut faces = one(front)?;
            push(&mut faces, back, "hull")?;
            Parts::new(points, faces)
        }
        Start::Simplex(corners) => {
            let facets = quickhull::facets(points, corners)?;
            Parts::new(points, faces::merged(points, &facets)?)
        }
    }
}

/// One face.
fn one(face: Vec<u32>) -> Result<Vec<Vec<u32>>> {
    let mut faces = reserve(2, "hull")?;
    push(&mut faces, face, "hull")?;
    Ok(faces)
}
