//! A contact of a moving shape.

use crate::geometry::{Feature, TriangleHit, Vec3};
use crate::mesh::query::NO_TRIANGLE;
use std::cmp::Ordering;

/// The first contact of a moving shape with a triangle.
///
/// ```
/// use carom::prelude::*;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
/// let (origin, displacement) = (Vec3::new(0.25, 0.25, 3.0), Vec3::new(0.0, 0.0, -4.0));
/// let cast = SphereCast { origin, radius: 1.0, displacement };
/// let hit = mesh.cast_sphere_one(&cast, &Filter::ALL, ContactEdges::Smooth)?.expect("it meets it");
/// assert_eq!((hit.normal, hit.triangle), (Vec3::Z, 0));
/// // Never late: there, it is not in the surface yet.
/// assert!(hit.t <= 0.5 && hit.t > 0.499_999);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C)]
pub struct ShapeHit {
    /// Time from 0 to 1, never late; 0 if the shape touches at the start and moves nearer; infinite for a miss.
    pub t: f32,
    /// If `t` is 0, by how much they overlap along the normal; else 0.
    pub depth: f32,
    /// The point of the surface that is touched; zero for a miss.
    pub point: Vec3,
    /// Unit vector from the surface to the shape; zero for a miss.
    pub normal: Vec3,
    /// The triangle, or [`NO_TRIANGLE`].
    pub triangle: u32,
    /// The part of the triangle that is touched, a [`Feature`], in bits 0 to 7.
    pub feature: u32,
    /// The triangle's attribute bits.
    pub attributes: u32,
    /// Zero.
    pub reserved: u32,
}

impl ShapeHit {
    /// The answer of a cast that touches nothing.
    pub const MISS: ShapeHit = ShapeHit {
        t: f32::INFINITY,
        depth: 0.0,
        point: Vec3::ZERO,
        normal: Vec3::ZERO,
        triangle: NO_TRIANGLE,
        feature: 0,
        attributes: 0,
        reserved: 0,
    };

    /// Returns true if anything was touched.
    pub fn is_hit(&self) -> bool {
        self.triangle != NO_TRIANGLE
    }

    /// The part of the triangle that is touched.
    pub fn part(&self) -> Feature {
        Feature::from_number(self.feature & 0xff)
    }

    pub(super) fn new(hit: &TriangleHit, triangle: u32, attributes: u16) -> ShapeHit {
        let &TriangleHit { t, depth, point, normal, feature } = hit;
        ShapeHit {
            t,
            depth,
            point,
            normal,
            triangle,
            feature: feature as u32,
            attributes: attributes.into(),
            reserved: 0,
        }
    }

    /// The order of lists: by time, then by triangle.
    #[inline(always)]
    pub(crate) fn order(a: &ShapeHit, b: &ShapeHit) -> Ordering {
        a.t.partial_cmp(&b.t).unwrap_or(Ordering::Equal).then(a.triangle.cmp(&b.triangle))
    }
}
