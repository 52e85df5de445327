//! The triangles of a solid's faces, for drawing.

use super::builder::polygon::{Polygon, area_vector, split, square};
use super::cooked::Bsp;
use super::tree::{PlaneRef, Tree};
use crate::geometry::Triangle;

use crate::Result;
use glam::DVec3;
use std::ops::ControlFlow;

/// A triangle of a solid's faces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspTriangle {
    /// Counter-clockwise seen from outside. Of brushes, the corners are rounded to f32.
    pub triangle: Triangle,
    /// The brush; 0 of a surface.
    pub brush: u32,
    /// The brush's attribute bits.
    pub attributes: u16,
}

impl Bsp<'_> {
    /// Hands out triangles of what the solid is made of, for drawing and exporting: of brushes, all faces of each, brush
    /// after brush, those inside other brushes too; of a surface, its own triangles, each once. Brushes without volume have
    /// none. Queries do not use them: a face is where its plane is, and corners are rounded.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let cubes = [Aabb::new(Vec3::ZERO, Vec3::ONE), Aabb::new(Vec3::splat(4.0), Vec3::splat(5.0))];
    /// let bsp = Bsp::from_boxes(&cubes)?;
    /// let mut counts = [0; 2];
    /// bsp.triangles(|triangle| counts[triangle.brush as usize] += 1)?;
    /// assert_eq!(counts, [12, 12]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`crate::ErrorKind::OutOfMemory`].
    pub fn triangles(&self, mut each: impl FnMut(BspTriangle)) -> Result<()> {
        let tree = self.tree();
        let attributes = tree.solids.attributes;
        if let Some(surface) = tree.solids.surface {
            let attributes = attributes.first().copied().unwrap_or(0);
            surface.for_each(|leaf| {
                each(BspTriangle { triangle: leaf.triangle, brush: 0, attributes });
                ControlFlow::Continue(())
            });
            return Ok(());
        }
        let bounds = self.bounds();
        let (min, max) = (bounds.min.as_dvec3(), bounds.max.as_dvec3());
        let around = Around { middle: (min + max) * 0.5 - tree.origin, reach: (max - min).length() };
        for (brush, &attributes) in (0..).zip(attributes) {
            let faces = tree.solids.brush(brush);
            for &face in faces {
                let polygon = around.face(&tree, face, faces)?;
                let corner = |i: usize| (polygon[i] + tree.origin).as_vec3();
                for i in 2..polygon.len() {
                    let triangle = Triangle::new(corner(0), corner(i - 1), corner(i));
                    each(BspTriangle { triangle, brush, attributes });
                }
            }
        }
        Ok(())
    }
}

/// A ball around all solids, relative to the origin of the planes.
struct Around {
    middle: DVec3,
    reach: f64,
}

impl Around {
    /// The polygon of a brush's face: a square in its plane, of which all is cut off that is in front of another face.
    fn face(&self, tree: &Tree, face: PlaneRef, others: &[PlaneRef]) -> Result<Polygon> {
        let epsilon = self.reach * 1e-9;
        let plane = unit(tree, face);
        let mut polygon = square(plane, self.middle, 2.0 * self.reach)?;
        for &other in others {
            if other != face {
                polygon = split(&polygon, unit(tree, other), epsilon)?.1;
            }
        }
        if area_vector(&polygon).length() <= epsilon * self.reach {
            polygon.clear();
        }
        Ok(polygon)
    }
}

/// A plane with a normal of unit length.
fn unit(tree: &Tree, face: PlaneRef) -> (DVec3, f64) {
    let (normal, d) = face.half_space(tree.planes);
    let length = normal.length();
    (normal / length, d / length)
}
