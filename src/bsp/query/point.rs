//! The brushes that contain points.

use super::super::Bsp;
use super::super::tree::{NodeRef, PlaneRef, Tree};
use super::batch::Query;
use super::hit::NO_BRUSH;
use super::leaf::LeafSolids;
use super::reach::{Center, SphereVisitor, reach, visit_nearest_first};
use super::surface;
use super::traverse::NoPath;
use crate::Result;
use crate::batch::{Batch, Filter, Output, check_coordinates};
use crate::geometry::{Sphere, Vec3};
use glam::DVec3;
use std::ops::ControlFlow;

/// The content at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointContent {
    /// A brush that contains the point; 0 for a surface; [`NO_BRUSH`] if there is none. If several brushes
    /// with the same attribute bits overlap, the tree stores one of them; of those that it stores, the
    /// lowest.
    pub brush: u32,
    /// Its attribute bits; 0 if there is none.
    pub attributes: u16,
}

impl PointContent {
    /// The content at a point outside of everything.
    pub const EMPTY: PointContent = PointContent { brush: NO_BRUSH, attributes: 0 };

    /// Returns true if the point is inside something.
    pub fn is_solid(&self) -> bool {
        self.brush != NO_BRUSH
    }
}

/// Looks for the lowest brush that contains a point.
struct Lowest<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    point: DVec3,
    reach: f32,
    solids: LeafSolids,
    brush: u32,
}

impl SphereVisitor for Lowest<'_> {
    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: NodeRef, cell: &[PlaneRef]) -> ControlFlow<()> {
        let Lowest { tree, filter, point, .. } = *self;
        let lowest = &mut self.brush;
        self.solids.each(tree, leaf, cell, filter, |brush, convex| {
            if brush < *lowest && convex.nearest(point, 0.0).is_some() {
                *lowest = brush;
            }
            ControlFlow::Continue(())
        })
    }
}

/// Points as spheres of radius 0.
struct Spheres<'a, B: ?Sized>(&'a B);

impl<B: Batch<Vec3> + ?Sized> Batch<Sphere> for Spheres<'_, B> {
    fn count(&self) -> usize {
        self.0.count()
    }

    fn query(&self, i: usize) -> Sphere {
        Sphere { center: self.0.query(i), radius: 0.0 }
    }
}

/// Writes answers of sphere tests against a surface as the content of the spheres' centres.
struct Contents<'a, O: ?Sized> {
    attributes: u16,
    answers: &'a mut O,
}

impl<O: Output<PointContent> + ?Sized> Output<u8> for Contents<'_, O> {
    fn capacity(&self) -> usize {
        self.answers.capacity()
    }

    fn write(&mut self, i: usize, touches: u8) {
        let content = PointContent { brush: 0, attributes: self.attributes };
        self.answers.write(i, if touches == 0 { PointContent::EMPTY } else { content });
    }
}

/// The query for the content of points.
struct Contains;

impl Query for Contains {
    type Input = Vec3;
    type Answer = PointContent;

    fn check(point: &Vec3, i: usize) -> Result<()> {
        check_coordinates(*point, || text!("points[{i}]"))
    }

    #[inline(always)]
    fn answer(&self, tree: &Tree, point: &Vec3, filter: &Filter) -> PointContent {
        let center = Center::new(tree, *point);
        let mut visitor = Lowest {
            tree,
            filter,
            point: center.exact,
            reach: reach(tree, center.rounded, 0.0),
            solids: LeafSolids::new(),
            brush: NO_BRUSH,
        };
        visit_nearest_first::<NoPath>(tree, center.rounded, &mut visitor);
        match visitor.brush {
            NO_BRUSH => PointContent::EMPTY,
            brush => PointContent { brush, attributes: tree.solids.attributes[brush as usize] },
        }
    }
}

impl Bsp<'_> {
    /// Finds the content at each point; the surface belongs to the solid.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] for a point, before anything is written.
    pub fn contains_point(
        &self,
        points: &(impl Batch<Vec3> + ?Sized),
        filter: &Filter,
        answers: &mut (impl Output<PointContent> + ?Sized),
    ) -> Result<()> {
        let tree = self.tree();
        let Some(surface) = tree.solids.surface else {
            return self.answer(&Contains, points, filter, answers);
        };
        self.check::<Contains>(points, answers)?;
        let attributes = tree.solids.attributes[0];
        let mut contents = Contents { attributes, answers };
        surface::check_spheres(&tree, surface, &Spheres(points), filter, &mut contents)
    }
}
