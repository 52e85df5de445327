//! A contact.

use crate::geometry::{Feature, Vec3};
use std::cmp::Ordering;

/// A contact of a shape with a triangle.
///
/// ```
/// use carom::prelude::*;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
/// let ball = Sphere { center: Vec3::new(0.25, 0.25, 0.75), radius: 1.0 };
/// let contacts = mesh.contacts_sphere_one(&ball, &Filter::ALL, &ContactOptions::default())?;
/// let [Contact { point, depth, normal, .. }] = contacts[..] else { panic!("there is one") };
/// assert_eq!((point, depth, normal), (Vec3::new(0.25, 0.25, 0.0), 0.25, Vec3::Z));
/// // Moved by that, it only touches.
/// let moved = Sphere { center: ball.center + normal * depth, ..ball };
/// assert!(mesh.overlap_sphere_one(&moved, &Filter::ALL)?);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Contact {
    /// On the triangle.
    pub point: Vec3,
    /// By how much they overlap, along the normal; negative for a gap.
    pub depth: f32,
    /// Unit, from the surface to the shape.
    pub normal: Vec3,
    /// The triangle.
    pub triangle: u32,
    /// The part of the triangle that is touched, a [`Feature`], in bits 0 to 7; that of the shape in the
    /// others: 0 for a sphere.
    pub feature: u32,
    /// The number of its manifold in the list.
    pub manifold: u32,
    /// The triangle's attribute bits.
    pub attributes: u32,
    /// Zero.
    pub reserved: u32,
}

impl Contact {
    /// The part of the triangle that is touched.
    pub fn part(&self) -> Feature {
        Feature::from_number(self.feature & 0xff)
    }

    /// The order of lists: the deepest first, then the lowest triangle, then the lowest coordinates.
    #[inline(always)]
    pub(super) fn order(a: &Contact, b: &Contact) -> Ordering {
        let by_triangle = b.depth.total_cmp(&a.depth).then(a.triangle.cmp(&b.triangle));
        by_triangle.then_with(|| by_place(a.point, b.point))
    }
}

/// The order of points: the lowest coordinates first.
#[inline(always)]
pub(super) fn by_place(a: Vec3, b: Vec3) -> Ordering {
    let axes = a.to_array().into_iter().zip(b.to_array());
    axes.map(|(a, b)| a.total_cmp(&b)).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}
