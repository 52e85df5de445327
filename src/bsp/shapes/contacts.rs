//! Contacts of spheres, capsules and boxes with brushes, each list by one rule.

use super::batch::brushes;
use super::contact::contact;
use super::core::Core;
use super::neighbours::Neighbours;
use super::overlap::TouchingShape;
use super::reach::each_near;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, Lists, Output};
use crate::bsp::Bsp;
use crate::bsp::tree::Tree;
use crate::geometry::{BoxAxes, Capsule, Sphere};
use crate::mesh::{Contact, ContactEdges, ContactOptions, write_contacts};
use glam::DVec3;
use std::ops::ControlFlow;

impl TouchingShape for Sphere {
    fn check(&self, i: usize) -> Result<()> {
        Sphere::check(self, || text!("spheres[{i}]"))
    }

    fn core(&self, origin: DVec3) -> Core {
        Core::sphere(self, origin)
    }
}

impl TouchingShape for BoxAxes {
    fn check(&self, i: usize) -> Result<()> {
        BoxAxes::check(self, || text!("boxes[{i}]"))
    }

    fn core(&self, origin: DVec3) -> Core {
        Core::of_box(self, origin)
    }
}

/// The rules by which contacts count, the strictest first: what follows is used where nothing counts.
const RULES: [Option<bool>; 3] = [Some(false), Some(true), None];

/// Shows all contacts of a shape; returns how many there are.
fn contacts_of(
    tree: &Tree,
    core: &Core,
    (filter, options): (&Filter, &ContactOptions),
    any_way: Option<bool>,
    found: &mut dyn FnMut(Contact),
) -> usize {
    let max_distance = f64::from(options.max_distance);
    let mut count = 0;
    each_near(tree, core, max_distance, filter, |own, solid| {
        let neighbours = any_way.map(|any_way| Neighbours { tree, filter, own, any_way });
        if let Some(contact) = contact(solid, core, max_distance, neighbours.as_ref()) {
            count += contact.points.len();
            let normal = contact.normal.as_vec3();
            for point in &contact.points {
                found(Contact {
                    point: (point.at + tree.origin).as_vec3(),
                    depth: point.depth as f32,
                    normal,
                    triangle: own,
                    feature: point.kind as u32 | point.part << 8 | (point.face as u32) << 16,
                    attributes: tree.solids.attributes[own as usize].into(),
                    ..Contact::default()
                });
            }
        }
        ControlFlow::Continue(())
    });
    count
}

fn lists<S: TouchingShape>(
    bsp: &Bsp,
    shapes: &dyn Batch<S>,
    filter: &Filter,
    options: &ContactOptions,
    offsets: &mut dyn Output<u64>,
    contacts: &mut dyn ListOutput<Contact>,
) -> Result<Lists> {
    let tree = brushes(bsp)?;
    let check = |i: usize| shapes.query(i).check(i);
    write_contacts(shapes.count(), check, options, offsets, contacts, |i, found| {
        let core = shapes.query(i).core(tree.origin);
        let rules = if options.edges == ContactEdges::All { &[None][..] } else { &RULES[..] };
        let _ = rules.iter().find(|&&rule| contacts_of(&tree, &core, (filter, options), rule, found) > 0);
    })
}

impl Bsp<'_> {
    /// The contacts of each sphere with the brushes, the deepest first, as
    /// [`Mesh::contacts_sphere`](crate::mesh::Mesh::contacts_sphere) gives those with triangles: the same program can
    /// ask both. The brush is in [`Contact::triangle`].
    ///
    /// A brush is a convex solid: outside of it the normal leads from its closest point to the center, inside it is
    /// that of the least way out. With [`ContactEdges::Smooth`], a normal counts at a point that is farthest along it,
    /// only if no other brush that has the point, too, reaches farther along the normal; a face also if it is free
    /// right beside the point. So what touches or buries a face, an edge or a corner of another brush takes its
    /// contact, and brushes side by side are one floor. A way out that is longer than the sphere is wide counts only if
    /// it is the least, or if there is no other contact. Whatever touches has one. With [`ContactEdges::All`], each
    /// brush is taken by itself.
    ///
    /// Two brushes touch if they are no farther apart than rounding: twice [`BspStats::slack`](crate::bsp::BspStats)
    /// and 2^-22 of the coordinates.
    ///
    /// [`Contact::feature`] has the kind of the brush's part in bits 0 to 7, as
    /// [`Feature::Face`](crate::geometry::Feature), `EdgeAb` for any edge, or `VertexA` for any corner; the number of
    /// the shape's part in bits 8 to 15; and the number of the brush's face in bits 16 and up: of an edge, or where the
    /// contact is at a corner, that of one of its faces.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a shape or an option, before
    /// anything is written; [`crate::ErrorKind::InvalidArgument`] for a tree of a surface, whose triangles are asked as
    /// a mesh. Too little room is no error: see [`Lists`].
    pub fn contacts_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        lists::<Sphere>(self, &spheres, filter, options, &mut &mut *offsets, &mut &mut *contacts)
    }

    /// [`Bsp::contacts_sphere`] for capsules. Over a face, or along an edge that is parallel, there are up to two points.
    /// The least way out, where the segment is inside of a brush, is that of a face, or of an edge and the segment.
    ///
    /// # Errors
    /// As for [`Bsp::contacts_sphere`].
    pub fn contacts_capsule(
        &self,
        capsules: &(impl Batch<Capsule> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        lists::<Capsule>(self, &capsules, filter, options, &mut &mut *offsets, &mut &mut *contacts)
    }

    /// [`Bsp::contacts_sphere`] for boxes. The points are the corners of what a face of the brush and the box's face that
    /// opposes the normal have in common, seen along the normal: up to 24, the deepest. Each has its own depth. Two edges
    /// have one point, or two if they are parallel.
    ///
    /// # Errors
    /// As for [`Bsp::contacts_sphere`].
    pub fn contacts_box(
        &self,
        boxes: &(impl Batch<BoxAxes> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        lists::<BoxAxes>(self, &boxes, filter, options, &mut &mut *offsets, &mut &mut *contacts)
    }
}
