//! First contacts of moving capsules and boxes with brushes, and all of them.

use super::batch;
use super::core::Core;
use super::moving::{Hit, Moving, Outcome};
use super::neighbours::Neighbours;
use super::reach::{Brushes, enter, grown};
use super::solid::Solid;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, ListWriter, Lists, Output};
use crate::bsp::Bsp;
use crate::bsp::tree::Tree;
use crate::geometry::{BoxCast, Capsule, CapsuleCast, Vec3, max_abs};
use crate::mesh::{ContactEdges, ShapeHit};
use glam::DVec3;
use std::cell::Cell;
use std::ops::ControlFlow;

/// A shape that can be cast.
trait CastShape {
    /// Checks cast `i` of a batch.
    fn check(&self, i: usize) -> Result<()>;

    /// The shape at the start, relative to an origin, its displacement, and the largest number.
    fn parts(&self, origin: DVec3) -> (Core, Vec3, f32);
}

impl CastShape for CapsuleCast {
    fn check(&self, i: usize) -> Result<()> {
        CapsuleCast::check(self, || text!("casts[{i}]"))
    }

    fn parts(&self, origin: DVec3) -> (Core, Vec3, f32) {
        let Capsule { a, radius, b } = self.capsule;
        (Core::capsule(&self.capsule, origin), self.displacement, max_abs(a).max(max_abs(b)).max(radius))
    }
}

impl CastShape for BoxCast {
    fn check(&self, i: usize) -> Result<()> {
        BoxCast::check(self, || text!("casts[{i}]"))
    }

    fn parts(&self, origin: DVec3) -> (Core, Vec3, f32) {
        let largest = max_abs(self.shape.center).max(max_abs(self.shape.half_extents));
        (Core::of_box(&self.shape, origin), self.displacement, largest)
    }
}

/// A cast in a tree.
struct Cast<'a> {
    tree: &'a Tree<'a>,
    filter: &'a Filter,
    moving: Moving,
    /// The growth of boxes for it.
    grow: DVec3,
}

impl<'a> Cast<'a> {
    fn new(tree: &'a Tree<'a>, filter: &'a Filter, cast: &impl CastShape) -> Cast<'a> {
        let (core, displacement, largest) = cast.parts(tree.origin);
        let moving = Moving::new(core, displacement, largest, tree.origin.abs().max_element());
        let grow = grown(&moving.core, moving.slack_of_way(), moving.displacement);
        Cast { tree, filter, moving, grow }
    }

    /// Visits the brushes whose boxes the shape enters, no later than a limit that may shrink.
    fn each(&self, limit: &Cell<f32>, mut found: impl FnMut(u32, &Solid)) {
        let Cast { tree, filter, moving, grow } = self;
        let enters = |low: DVec3, high: DVec3| {
            enter(moving.core.center, moving.displacement, low - *grow, high + *grow)
                .is_some_and(|t| t <= f64::from(limit.get().next_up()))
        };
        let found = |brush: u32, solid: &Solid| {
            found(brush, solid);
            ControlFlow::Continue(())
        };
        tree.solids.boxes.visit(&mut Brushes { tree, filter, enters, found });
    }

    fn neighbours(&self, own: u32) -> Neighbours<'_> {
        Neighbours { tree: self.tree, filter: self.filter, own, any_way: false }
    }

    fn hit(&self, hit: &Hit, brush: u32) -> ShapeHit {
        ShapeHit {
            t: hit.t,
            depth: hit.depth,
            point: (hit.point + self.tree.origin).as_vec3(),
            normal: hit.normal.as_vec3(),
            triangle: brush,
            feature: hit.kind as u32 | (hit.face as u32) << 16,
            attributes: self.tree.solids.attributes[brush as usize].into(),
            reserved: 0,
        }
    }

    /// The first contact with any brush, and whether the shape touches one at the start.
    fn first(&self, is_smooth: bool) -> (Option<(Hit, u32)>, bool) {
        let (mut first, mut is_near) = (None::<(Hit, u32)>, false);
        let limit = Cell::new(1.0);
        let is_before = |hit: &Hit, brush: u32, first: &Option<(Hit, u32)>| {
            first.as_ref().is_none_or(|(other, number)| {
                let deeper = hit.depth > other.depth || hit.depth == other.depth && brush < *number;
                hit.t < other.t || hit.t == other.t && deeper
            })
        };
        self.each(&limit, |brush, solid| {
            let mut found = self.moving.cast(solid, None);
            is_near |= found.is_near;
            // After the start, only what comes first by itself can come first by the rule.
            let may_count = found.is_near || found.hit.is_some_and(|hit| is_before(&hit, brush, &first));
            if is_smooth && may_count {
                found = self.moving.cast(solid, Some(&self.neighbours(brush)));
            }
            if let Some(hit) = found.hit
                && is_before(&hit, brush, &first)
            {
                limit.set(hit.t);
                first = Some((hit, brush));
            }
        });
        (first, is_near)
    }

    /// The first contact by a rule.
    fn answer(&self, edges: ContactEdges) -> ShapeHit {
        let (mut first, is_near) = self.first(false);
        // From a clear start, the rule changes nothing.
        if is_near && edges == ContactEdges::Smooth {
            first = self.first(true).0;
        }
        first.map_or(ShapeHit::MISS, |(hit, brush)| self.hit(&hit, brush))
    }

    /// Every brush's contact.
    fn every(&self, edges: ContactEdges, mut show: impl FnMut(ShapeHit)) {
        let everything = Cell::new(1.0);
        let mut is_near = false;
        if edges == ContactEdges::Smooth {
            self.each(&everything, |_, solid| is_near |= self.moving.cast(solid, None).is_near);
        }
        self.each(&everything, |brush, solid| {
            let neighbours = is_near.then(|| self.neighbours(brush));
            let Outcome { hit, .. } = self.moving.cast(solid, neighbours.as_ref());
            if let Some(hit) = hit {
                show(self.hit(&hit, brush));
            }
        });
    }
}

fn first_contacts<C: CastShape>(
    bsp: &Bsp,
    casts: &dyn Batch<C>,
    filter: &Filter,
    edges: ContactEdges,
    hits: &mut dyn Output<ShapeHit>,
) -> Result<()> {
    batch::answers(bsp, casts, C::check, hits, |tree, cast| Cast::new(tree, filter, cast).answer(edges))
}

fn all_contacts<C: CastShape>(
    bsp: &Bsp,
    casts: &dyn Batch<C>,
    filter: &Filter,
    edges: ContactEdges,
    offsets: &mut dyn Output<u64>,
    hits: &mut dyn ListOutput<ShapeHit>,
) -> Result<Lists> {
    let writer = ListWriter::new(hits, ShapeHit::order, |list| list.sort_unstable_by(ShapeHit::order));
    batch::lists(bsp, casts, C::check, offsets, writer, |tree, cast, found| {
        Cast::new(tree, filter, cast).every(edges, found);
    })
}

impl Bsp<'_> {
    /// The first contact of each moving capsule with a brush, by the rules of
    /// [`Mesh::cast_capsule`](crate::mesh::Mesh::cast_capsule), so that the same program can ask both: `t` is never
    /// late; what touches at the start stops the capsule only if it moves in, against the normal of their contact, and
    /// is passed otherwise; a displacement of zero tests for overlap. The brush is in [`ShapeHit::triangle`]. Among
    /// equally early contacts the lowest brush wins, of those at the start the deepest.
    ///
    /// With [`ContactEdges::Smooth`], a capsule that touches anything at the start is not stopped where another brush
    /// has the point and reaches farther along the normal, unless a face of the brush that is free there is in the way
    /// as well: then the normal is the face's. So what stands on brushes side by side, or a little in them, slides over
    /// them.
    ///
    /// [`ShapeHit::feature`] has the kind of the brush's part in bits 0 to 7, and the number of its face in bits 16 and
    /// up, as in [`Bsp::contacts_sphere`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a cast, before anything is
    /// written; [`crate::ErrorKind::InvalidArgument`] for a tree of a surface, whose triangles are asked as a mesh.
    pub fn cast_capsule(
        &self,
        casts: &(impl Batch<CapsuleCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        hits: &mut (impl Output<ShapeHit> + ?Sized),
    ) -> Result<()> {
        first_contacts::<CapsuleCast>(self, &casts, filter, edges, &mut &mut *hits)
    }

    /// [`Bsp::cast_capsule`] for boxes.
    ///
    /// # Errors
    /// As for [`Bsp::cast_capsule`]. Axes that are not those of a box are an error that names the axis.
    pub fn cast_box(
        &self,
        casts: &(impl Batch<BoxCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        hits: &mut (impl Output<ShapeHit> + ?Sized),
    ) -> Result<()> {
        first_contacts::<BoxCast>(self, &casts, filter, edges, &mut &mut *hits)
    }

    /// The contact of each moving capsule with every brush that it meets on its way, as if there were no other: sorted
    /// by `t`, equal ones by brush. List `i` is `hits[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// As for [`Bsp::cast_capsule`]. Too little room is no error: see [`Lists`].
    pub fn cast_capsule_all(
        &self,
        casts: &(impl Batch<CapsuleCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<ShapeHit> + ?Sized),
    ) -> Result<Lists> {
        all_contacts::<CapsuleCast>(self, &casts, filter, edges, &mut &mut *offsets, &mut &mut *hits)
    }

    /// [`Bsp::cast_capsule_all`] for boxes.
    ///
    /// # Errors
    /// As for [`Bsp::cast_box`].
    pub fn cast_box_all(
        &self,
        casts: &(impl Batch<BoxCast> + ?Sized),
        filter: &Filter,
        edges: ContactEdges,
        offsets: &mut (impl Output<u64> + ?Sized),
        hits: &mut (impl ListOutput<ShapeHit> + ?Sized),
    ) -> Result<Lists> {
        all_contacts::<BoxCast>(self, &casts, filter, edges, &mut &mut *offsets, &mut &mut *hits)
    }
}
