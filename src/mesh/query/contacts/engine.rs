//! The contacts of any shape, by one rule.
//!
//! Of each triangle within reach, the shape names the normals that a contact may have, in the order in which
//! they are tried. A trial is decided by the triangles that share the part of the triangle which is farthest
//! along the normal. These are first looked for among the triangles within reach, where most trials fail; only
//! if none speaks against it, and not all that share the part are known to be within reach, the tree is asked
//! for those at its corners. Where there are too many triangles for the stack, the tree is asked always.

use super::super::shape::Shape;
use super::candidates::{Candidates, ROOM};
use super::contact::Contact;
use super::manifolds::{number_manifolds, reduce_manifolds};
use super::options::{ContactEdges, ContactOptions};
use crate::Result;
use crate::batch::{Batch, Filter, Found, ListOutput, ListWriter, Lists, Offsets, Output, check_offsets};
use crate::geometry::{Aabb, PartCorners, Triangle, Vec3, shares};
use crate::mesh::stored::EveryLayoutTest;
use crate::mesh::tree::{
    AabbTest, AnyOrder, Block, BoxTest, LeafTriangle, TestedBy, TreeQuery, Visitor, traverse,
};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// What a triangle says about the trial of another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing against it.
    Stands,
    /// It rises above the part: the next normal is tried.
    Falls,
    /// The contact is that of another triangle.
    Ends,
}

/// A normal of a triangle's contact on trial.
pub(super) struct Trial<T> {
    /// What the shape knows of it.
    pub(super) of: T,
    /// The corners of the part that is farthest along it.
    pub(super) corners: PartCorners,
    /// True if triangles are heard that share all of the corners; false if one is enough.
    pub(super) needs_all: bool,
    /// True if triangles that are not within reach may speak against it.
    pub(super) is_open: bool,
}

/// A shape that has contacts.
pub(super) trait ContactShape: Copy {
    /// The shape that touches the triangles within reach.
    type Reach: Shape;
    /// What a triangle by itself says, and others ask.
    type Own: Clone;
    /// What is found of a triangle within reach.
    type Touch;
    /// What is known of a normal on trial.
    type Trial;

    /// The shape grown by a distance.
    fn reach(&self, max_distance: f32) -> Self::Reach;

    /// A shape within reach of which are all triangles that are heard about the contacts of those within
    /// `reach`, if there is one: no trial is open then.
    fn wider(reach: &Self::Reach, whole: &Aabb) -> Option<Self::Reach> {
        let _ = (reach, whole);
        None
    }

    /// Looks at a triangle by itself.
    fn own(&self, triangle: &Triangle) -> Self::Own;

    /// Looks at a triangle within reach; `None` if it has no contact on a side that is seen.
    fn touch(
        &self,
        triangle: &Triangle,
        own: &Self::Own,
        filter: &Filter,
        max_distance: f32,
    ) -> Option<Self::Touch>;

    /// The normal that is tried after `number` others. There is always one that stands, unless the contact is
    /// another triangle's.
    fn trial(&self, triangle: &Triangle, touch: &Self::Touch, number: usize) -> Option<Trial<Self::Trial>>;

    /// Hears a triangle that has corners of a trial's part. `comes_first` tells what is found of it if it has
    /// a lower number.
    fn hear(
        &self,
        triangle: &Triangle,
        trial: &mut Trial<Self::Trial>,
        other: &Triangle,
        own: impl FnOnce() -> Self::Own,
        comes_first: impl FnOnce() -> Option<Self::Touch>,
    ) -> Verdict;

    /// Adds the contact of a trial that stands.
    fn add(
        &self,
        triangle: &Triangle,
        touch: &Self::Touch,
        trial: &Trial<Self::Trial>,
        found: impl FnMut(Contact),
    );
}

/// A shape, and what it asks for.
struct Question<'a, T: ContactShape> {
    shape: &'a T,
    tree: MeshTree<'a>,
    reach: <T::Reach as Shape>::Prepared,
    filter: &'a Filter,
    max_distance: f32,
}

impl<T: ContactShape> Question<'_, T> {
    /// What is found of a triangle that may have a contact.
    fn touch(&self, triangle: &Triangle, own: &T::Own) -> Option<T::Touch> {
        let is_near = T::Reach::touches(&self.reach, triangle);
        is_near.then(|| self.shape.touch(triangle, own, self.filter, self.max_distance)).flatten()
    }

    /// Hears a triangle about another's trial, if it has the corners.
    fn hear(
        &self,
        leaf: &LeafTriangle,
        trial: &mut Trial<T::Trial>,
        other: &LeafTriangle,
        own: impl Fn() -> T::Own,
    ) -> Verdict {
        let triangle = &other.triangle;
        let is_heard = match trial.needs_all {
            true => shares(triangle, &trial.corners),
            false => trial.corners.iter().any(|corner| has(triangle, corner)),
        };
        if !is_heard {
            return Verdict::Stands;
        }
        let comes_first = || (other.index < leaf.index).then(|| self.touch(triangle, &own())).flatten();
        self.shape.hear(&leaf.triangle, trial, triangle, &own, comes_first)
    }

    /// Asks the tree for all that are to be heard about a trial.
    fn ask(&self, leaf: &LeafTriangle, trial: &mut Trial<T::Trial>) -> Verdict {
        let mut verdict = Verdict::Stands;
        // All of them are at the first corner, if they must have all.
        let count = if trial.needs_all { 1 } else { trial.corners.len() };
        for i in 0..count {
            let at = trial.corners[i];
            let visitor = Sharers { question: self, leaf, trial: &mut *trial, verdict };
            verdict = self.tree.run(At { at, filter: self.filter, visitor }).verdict;
            if verdict != Verdict::Stands {
                break;
            }
        }
        verdict
    }

    /// Tries the normals of a triangle's contact, and adds it.
    fn decide(
        &self,
        leaf: &LeafTriangle,
        own: &T::Own,
        found: &mut dyn FnMut(Contact),
        hear: impl Fn(&mut Trial<T::Trial>) -> Verdict,
    ) {
        let triangle = &leaf.triangle;
        let Some(touch) = self.touch(triangle, own) else { return };
        for number in 0.. {
            let Some(mut trial) = self.shape.trial(triangle, &touch, number) else { return };
            match hear(&mut trial) {
                Verdict::Stands => return self.add(leaf, &touch, &trial, found),
                Verdict::Falls => {}
                Verdict::Ends => return,
            }
        }
    }

    /// Adds the contact of a trial that stands.
    fn add(
        &self,
        leaf: &LeafTriangle,
        touch: &T::Touch,
        trial: &Trial<T::Trial>,
        found: &mut dyn FnMut(Contact),
    ) {
        self.shape.add(&leaf.triangle, touch, trial, |contact| {
            found(Contact { triangle: leaf.index, attributes: leaf.attributes.into(), ..contact });
        });
    }

    /// Adds the contacts of triangles that are all that matter.
    #[inline(never)]
    fn answer_from(&self, triangles: &[LeafTriangle], found: &mut dyn FnMut(Contact)) {
        let all: ArrayVec<T::Own, ROOM> =
            triangles.iter().map(|leaf| self.shape.own(&leaf.triangle)).collect();
        for (leaf, own) in triangles.iter().zip(&all) {
            self.decide(leaf, own, found, |trial| {
                for (other, own) in triangles.iter().zip(&all) {
                    let verdict = self.hear(leaf, trial, other, || own.clone());
                    if verdict != Verdict::Stands {
                        return verdict;
                    }
                }
                if trial.is_open { self.ask(leaf, trial) } else { Verdict::Stands }
            });
        }
    }
}

#[inline(always)]
fn has(triangle: &Triangle, corner: &Vec3) -> bool {
    triangle.a == *corner || triangle.b == *corner || triangle.c == *corner
}

/// Asks the tree for the triangles at a point.
struct At<'a, V> {
    at: Vec3,
    filter: &'a Filter,
    visitor: V,
}

impl<V: Visitor> TreeQuery for At<'_, V> {
    type Test = AabbTest;
    type Output = V;

    #[inline(always)]
    fn run<L: TestedBy<AabbTest>>(self, tree: L) -> V {
        let At { at, filter, mut visitor } = self;
        traverse::<AnyOrder, L, AabbTest>(tree, &AabbTest(Aabb::new(at, at)), filter, &mut visitor);
        visitor
    }
}

/// Hears the triangles that share the part of a trial.
struct Sharers<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    leaf: &'a LeafTriangle,
    trial: &'a mut Trial<T::Trial>,
    verdict: Verdict,
}

impl<T: ContactShape> Visitor for Sharers<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        0.0
    }

    fn triangle(&mut self, other: &LeafTriangle) -> ControlFlow<()> {
        if self.verdict == Verdict::Stands {
            let own = || self.question.shape.own(&other.triangle);
            self.verdict = self.question.hear(self.leaf, self.trial, other, own);
        }
        if self.verdict == Verdict::Stands { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        block.each(simd, seen, |_, leaf| {
            if flow.is_continue() {
                flow = self.triangle(&leaf);
            }
        });
        flow
    }
}

/// Asks the tree for the triangles within reach.
struct Within<'a, B, V> {
    test: B,
    filter: &'a Filter,
    visitor: &'a mut V,
}

impl<B: BoxTest, V: Visitor> TreeQuery for Within<'_, B, V> {
    type Test = B;
    type Output = ();

    #[inline(always)]
    fn run<L: TestedBy<B>>(self, tree: L) {
        traverse::<AnyOrder, L, B>(tree, &self.test, self.filter, self.visitor);
    }
}

/// Adds the contact of each triangle within reach.
struct Each<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    limit: f32,
    /// True if the triangles that share its part are heard.
    asks: bool,
    found: &'a mut dyn FnMut(Contact),
}

impl<T: ContactShape> Visitor for Each<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let Each { question, asks, .. } = *self;
        let own = question.shape.own(&leaf.triangle);
        question.decide(leaf, &own, self.found, |trial| match asks {
            true => question.ask(leaf, trial),
            // It is heard itself.
            false => question.hear(leaf, trial, leaf, || own.clone()),
        });
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let near = T::Reach::touches_lanes(&self.question.reach, simd, block, seen);
        block.each(simd, near, |_, leaf| {
            // In full, and for good.
            let _ = self.triangle(&leaf);
        });
        ControlFlow::Continue(())
    }
}

/// Adds all contacts of a shape with a mesh, in any order.
pub(super) fn contacts_of<T>(
    shape: &T,
    tree: MeshTree,
    filter: &Filter,
    options: &ContactOptions,
    found: &mut dyn FnMut(Contact),
) where
    T: ContactShape,
    <T::Reach as Shape>::Test: EveryLayoutTest,
{
    let ContactOptions { max_distance, edges, .. } = *options;
    let reach = shape.reach(max_distance);
    let (prepared, test, limit) = reach.prepare(tree.whole());
    let question = Question { shape, tree, reach: prepared, filter, max_distance };
    if edges == ContactEdges::Smooth {
        let wider = T::wider(&reach, tree.whole()).unwrap_or(reach);
        let (prepared, test, limit) = wider.prepare(tree.whole());
        let mut candidates = Candidates::<T::Reach>::new(&prepared, limit);
        tree.run(Within { test, filter, visitor: &mut candidates });
        if !candidates.are_many {
            return question.answer_from(candidates.sorted(), found);
        }
    }
    let asks = edges == ContactEdges::Smooth;
    let mut each = Each { question: &question, limit, asks, found };
    tree.run(Within { test, filter, visitor: &mut each });
}

/// A batch of shapes, each of which has its contacts added by `answer`.
pub(super) fn contact_lists<T: Copy + Shape>(
    mesh: &Mesh,
    shapes: &(impl Batch<T> + ?Sized),
    filter: &Filter,
    options: &ContactOptions,
    offsets: &mut (impl Output<u64> + ?Sized),
    contacts: &mut (impl ListOutput<Contact> + ?Sized),
    answer: impl Fn(&T, MeshTree, &mut dyn FnMut(Contact)),
) -> Result<Lists> {
    check_offsets(shapes.count(), offsets)?;
    (0..shapes.count()).try_for_each(|i| Shape::check(&shapes.query(i), i))?;
    options.check()?;
    let tree = mesh.tree();
    let may_accept = tree.may_accept(filter);
    let mut writer = ListWriter::new(contacts, Contact::order, |list| list.sort_unstable_by(Contact::order));
    let mut offsets = Offsets::new(offsets);
    for i in 0..shapes.count() {
        if may_accept {
            answer(&shapes.query(i), tree, &mut |contact| writer.push(contact));
        }
        let end = writer.finish_list_reduced(|list, is_complete| {
            list.sort_unstable_by(Contact::order);
            number_manifolds(list, options.merge_cos);
            match options.max_points {
                most @ 1.. if is_complete => reduce_manifolds(list, most as usize),
                _ => list.len(),
            }
        });
        offsets.end_list(i, end);
    }
    Ok(writer.finish())
}
