//! Contacts of spheres.
//!
//! All triangles that share the closest point of a contact are as near as it, so that the rule for edges and
//! corners ([`SphereOffset`]) needs no others than those within reach. Where there are too many of them for
//! the stack, the tree is asked again for the triangles at each corner.

use super::candidates::{Candidates, ROOM};
use super::contact::Contact;
use super::manifolds::{number_manifolds, reduce_manifolds};
use super::options::{ContactEdges, ContactOptions};
use crate::Result;
use crate::batch::{Batch, Filter, Found, ListOutput, ListWriter, Lists, Offsets, Output, check_offsets};
use crate::geometry::{
    Aabb, NormalSum, PartCorners, Sphere, SphereOffset, Triangle, Vec3, is_same_part, part_corners, shares,
    sphere_triangle,
};
use crate::mesh::Mesh;
use crate::mesh::query::shape::Shape;
use crate::mesh::tree::{AnyOrder, Block, LeafTriangle, SphereTest, TestedBy, TreeQuery, Visitor, traverse};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// By how much more the triangles reach that are looked at, as a part of the farthest corner's distance: more
/// than rounding takes from the distance of one triangle to a point, and gives to another's that shares it.
/// 2^-18; see `docs/exactness.md`.
const REACH_ROUNDING: f32 = 1.0 / 262_144.0;
/// More than squares that underflow take: 2^-70.
const REACH_UNDERFLOW: f32 = 1.0 / (1u128 << 70) as f32;

/// A sphere, and what it asks for.
#[derive(Clone, Copy)]
struct Question<'a> {
    sphere: Sphere,
    /// Grown by the distance up to which gaps are reported.
    reach: Sphere,
    filter: &'a Filter,
    edges: ContactEdges,
}

/// A triangle with its closest part.
struct Candidate<'a> {
    leaf: &'a LeafTriangle,
    offset: SphereOffset,
    corners: PartCorners,
}

impl<'a> Candidate<'a> {
    fn new(sphere: &Sphere, leaf: &'a LeafTriangle) -> Candidate<'a> {
        let offset = SphereOffset::new(sphere, &leaf.triangle);
        let corners = part_corners(&leaf.triangle, offset.feature);
        Candidate { leaf, offset, corners }
    }
}

/// Gathers what the triangles that share a candidate's closest part say about it.
struct Sharers<'a, 'b> {
    question: &'a Question<'a>,
    candidate: &'a Candidate<'b>,
    /// True if it is a contact, and this triangle's.
    is_contact: bool,
    normals: NormalSum,
}

impl<'a, 'b> Sharers<'a, 'b> {
    fn new(question: &'a Question, candidate: &'a Candidate<'b>) -> Sharers<'a, 'b> {
        Sharers { question, candidate, is_contact: true, normals: NormalSum::default() }
    }

    /// Looks at a triangle with its closest part, if it shares that of the candidate.
    fn add(&mut self, triangle: &Triangle, index: u32, offset: &SphereOffset, corners: &[Vec3]) {
        let Sharers { question, candidate, .. } = *self;
        let is_lower = || {
            index < candidate.leaf.index
                && question.filter.accepts_side(offset.is_back)
                && sphere_triangle(&question.reach, triangle)
        };
        self.is_contact &= is_same_part(corners, &candidate.corners) && !is_lower();
        if candidate.offset.is_on_surface {
            self.normals.add(triangle);
        }
    }

    fn contact(&self) -> Option<Contact> {
        self.is_contact.then(|| self.question.contact(self.candidate, || self.normals))
    }
}

impl Visitor for Sharers<'_, '_> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        0.0
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if shares(&leaf.triangle, &self.candidate.corners) {
            let other = Candidate::new(&self.question.sphere, leaf);
            self.add(&leaf.triangle, leaf.index, &other.offset, &other.corners);
        }
        if self.is_contact { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        block.each(simd, seen, |_, leaf| {
            // In full, and for good.
            let _ = self.triangle(&leaf);
        });
        if self.is_contact { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Asks the tree for what each triangle within reach shares its closest part with.
struct EachWithSharers<'a, L, F> {
    tree: L,
    question: &'a Question<'a>,
    found: &'a mut F,
}

impl<L: TestedBy<SphereTest>, F: Found<Contact>> Visitor for EachWithSharers<'_, L, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.question.reach.radius_squared()
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let question = self.question;
        if let Some(candidate) = question.candidate(leaf) {
            let at = Sphere { center: candidate.corners[0], radius: 0.0 };
            let mut sharers = Sharers::new(question, &candidate);
            traverse::<AnyOrder, L, SphereTest>(self.tree, &SphereTest(at), question.filter, &mut sharers);
            sharers.contact().into_iter().for_each(|contact| self.found.push(contact));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let near = Sphere::touches_lanes(&self.question.reach, simd, block, seen);
        block.each(simd, near, |_, leaf| {
            // In full, and for good.
            let _ = self.triangle(&leaf);
        });
        ControlFlow::Continue(())
    }
}

/// Adds the contacts of triangles by themselves.
struct EachAlone<'a, F> {
    question: &'a Question<'a>,
    found: &'a mut F,
}

impl<F: Found<Contact>> Visitor for EachAlone<'_, F> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.question.reach.radius_squared()
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        if let Some(candidate) = self.question.candidate(leaf) {
            let own = || {
                let mut normals = NormalSum::default();
                normals.add(&leaf.triangle);
                normals
            };
            self.found.push(self.question.contact(&candidate, own));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let near = Sphere::touches_lanes(&self.question.reach, simd, block, seen);
        block.each(simd, near, |_, leaf| {
            // In full, and for good.
            let _ = self.triangle(&leaf);
        });
        ControlFlow::Continue(())
    }
}

impl Question<'_> {
    /// A triangle that may have a contact: within reach, and seen from the side that is wanted.
    fn candidate<'b>(&self, leaf: &'b LeafTriangle) -> Option<Candidate<'b>> {
        if !sphere_triangle(&self.reach, &leaf.triangle) {
            return None;
        }
        let candidate = Candidate::new(&self.sphere, leaf);
        self.filter.accepts_side(candidate.offset.is_back).then_some(candidate)
    }

    fn contact(&self, candidate: &Candidate, around: impl FnOnce() -> NormalSum) -> Contact {
        let Candidate { leaf, offset, .. } = candidate;
        let found = offset.contact(&self.sphere, &leaf.triangle, around);
        Contact {
            point: found.point,
            depth: found.depth,
            normal: found.normal,
            triangle: leaf.index,
            feature: offset.feature as u32,
            manifold: 0,
            attributes: leaf.attributes.into(),
            reserved: 0,
        }
    }

    /// Adds all contacts.
    #[inline(always)]
    fn answer<L: TestedBy<SphereTest>>(&self, tree: L, whole: &Aabb, found: &mut impl Found<Contact>) {
        let test = SphereTest(self.reach);
        if self.edges == ContactEdges::All {
            let mut visitor = EachAlone { question: self, found };
            return traverse::<AnyOrder, L, SphereTest>(tree, &test, self.filter, &mut visitor);
        }
        let Sphere { center, radius } = self.reach;
        let farthest = (whole.min - center).abs().max((whole.max - center).abs()).length();
        let wider = Sphere { center, radius: radius + (farthest * REACH_ROUNDING + REACH_UNDERFLOW) };
        let mut candidates = Candidates::new(wider);
        traverse::<AnyOrder, L, SphereTest>(tree, &SphereTest(wider), self.filter, &mut candidates);
        if candidates.are_many {
            let mut visitor = EachWithSharers { tree, question: self, found };
            return traverse::<AnyOrder, L, SphereTest>(tree, &test, self.filter, &mut visitor);
        }
        self.answer_from(candidates.sorted(), found);
    }

    /// Adds the contacts of triangles that are all that matter.
    #[inline(never)]
    fn answer_from(&self, triangles: &[LeafTriangle], found: &mut impl Found<Contact>) {
        let all: ArrayVec<Candidate, ROOM> =
            triangles.iter().map(|leaf| Candidate::new(&self.sphere, leaf)).collect();
        for candidate in &all {
            if !self.filter.accepts_side(candidate.offset.is_back)
                || !sphere_triangle(&self.reach, &candidate.leaf.triangle)
            {
                continue;
            }
            let mut sharers = Sharers::new(self, candidate);
            for other in &all {
                if shares(&other.leaf.triangle, &candidate.corners) {
                    sharers.add(&other.leaf.triangle, other.leaf.index, &other.offset, &other.corners);
                }
            }
            sharers.contact().into_iter().for_each(|contact| found.push(contact));
        }
    }
}

/// A batch of spheres.
struct SphereContacts<'a, B: ?Sized, F: ?Sized, O: ?Sized> {
    spheres: &'a B,
    /// None if nothing can pass it.
    filter: Option<&'a Filter>,
    options: &'a ContactOptions,
    whole: &'a Aabb,
    offsets: &'a mut F,
    out: &'a mut O,
}

impl<B, F, O> TreeQuery for SphereContacts<'_, B, F, O>
where
    B: Batch<Sphere> + ?Sized,
    F: Output<u64> + ?Sized,
    O: ListOutput<Contact> + ?Sized,
{
    type Test = SphereTest;
    type Output = Lists;

    #[inline(always)]
    fn run<L: TestedBy<SphereTest>>(self, tree: L) -> Lists {
        let SphereContacts { spheres, filter, options, whole, offsets, out } = self;
        let ContactOptions { max_distance, edges, max_points, merge_cos } = *options;
        let mut writer = ListWriter::new(out, Contact::order, |list| list.sort_unstable_by(Contact::order));
        let mut offsets = Offsets::new(offsets);
        for i in 0..spheres.count() {
            let sphere = spheres.query(i);
            if let Some(filter) = filter {
                let reach = Sphere { radius: sphere.radius + max_distance, ..sphere };
                Question { sphere, reach, filter, edges }.answer(tree, whole, &mut writer);
            }
            let end = writer.finish_list_reduced(|list, is_complete| {
                list.sort_unstable_by(Contact::order);
                number_manifolds(list, merge_cos);
                match max_points {
                    1.. if is_complete => reduce_manifolds(list, max_points as usize),
                    _ => list.len(),
                }
            });
            offsets.end_list(i, end);
        }
        writer.finish()
    }
}

impl Mesh<'_> {
    /// The contacts of each sphere with the surface, the deepest first: where the distance to the surface has
    /// a local minimum that is no more than the radius and `max_distance`.
    ///
    /// Of a triangle, the closest point to the center is a contact. If it lies on an edge or at a corner, it
    /// is one only if the same edge or corner is closest on each triangle that shares it and passes the
    /// filter, and then once, for the lowest of them that is within reach and seen from a side that the
    /// filter lets pass. Decided exactly; so inner edges of a flat or concave surface make no contacts.
    /// Corners are shared if their coordinates are equal. Whatever touches has a contact, unless it touches by no
    /// more than rounding: then it may be that of a triangle that rounding puts out of reach. With
    /// [`ContactEdges::All`], each triangle's closest point is a contact.
    ///
    /// The normal leads from the closest point to the center; on a face it is the face's. If the center is on
    /// the surface, it is that of the face, or the mean of those at the edge or corner.
    ///
    /// Contacts belong to a manifold: that of the deepest contact whose normal is the same, or within the
    /// angle of `merge_cos`. With `max_points`, at most so many of each manifold are kept: the deepest, and
    /// those that each add the most area; none that adds no area. A list that does not fit is not reduced, and so counted in full.
    ///
    /// List `i` is `contacts[offsets[i]..offsets[i + 1]]`; `offsets` may be `()`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a sphere or an option, before
    /// anything is written. Too little room is no error: see [`Lists`].
    pub fn contacts_sphere(
        &self,
        spheres: &(impl Batch<Sphere> + ?Sized),
        filter: &Filter,
        options: &ContactOptions,
        offsets: &mut (impl Output<u64> + ?Sized),
        contacts: &mut (impl ListOutput<Contact> + ?Sized),
    ) -> Result<Lists> {
        check_offsets(spheres.count(), offsets)?;
        (0..spheres.count()).try_for_each(|i| spheres.query(i).check(i))?;
        options.check()?;
        let tree = self.tree();
        let filter = tree.may_accept(filter).then_some(filter);
        let whole = tree.whole();
        Ok(tree.run(SphereContacts { spheres, filter, options, whole, offsets, out: contacts }))
    }
}
