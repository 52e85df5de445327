//! The contacts of any shape, by one rule.
//!
//! Of each triangle within reach, the shape names the normals that a contact may have, in the order in which
//! they are tried. A trial is decided by the triangles that share the part of the triangle which is farthest
//! along the normal. Where one normal is tried, these are first looked for among the triangles within reach; only
//! if none speaks against it, and not all that share the part are known to be within reach, the tree is asked
//! for those at its corners. Where there are too many triangles for the stack, the tree is asked always. Where many
//! normals are tried, the tree is asked once, for all around the triangle ([`Around`]).
//!
//! Rounding may put a triangle within reach, and out of reach the one across its edge that is nearer, and whose
//! contact it is. So all that are no farther than the farthest within reach count as within reach, measured
//! better than the query that finds them: then whatever is within reach has a contact.

use super::super::shape::Shape;
use super::around::Around;
use super::candidates::{Candidates, ROOM};
use super::contact::Contact;
use super::decided::DecidedParts;
use super::heard::{Heard, Verdict};
use super::lists::write_contacts;
use super::options::{ContactEdges, ContactOptions};
use super::trial::{ContactShape, Sought, Trial, WayDepths};
use super::within::Within;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, Lists, Output};
use crate::geometry::{Aabb, Ring, Triangle, Vec3, shares};
use crate::mesh::stored::EveryLayoutTest;
use crate::mesh::tree::{AabbTest, Block, LeafTriangle, Visitor};
use crate::mesh::{Mesh, MeshTree};
use crate::simd::Simd;
use arrayvec::ArrayVec;
use std::cell::LazyCell;
use std::ops::ControlFlow;

/// The rounding of the tests that find what is within reach, as a part of [`ContactShape::farthest`]: 2^-18; see
/// `docs/exactness.md`.
const REACH_ROUNDING: f32 = 1.0 / 262_144.0;
/// More than squares that underflow take: 2^-70.
const REACH_UNDERFLOW: f32 = 1.0 / (1u128 << 70) as f32;
/// The part of a contact's depth up to which another is much less deep.
const MUCH_LESS: f64 = 0.25;
/// Below all distances.
const NOWHERE: f64 = f64::NEG_INFINITY;

/// A shape, and what it asks for.
struct Question<'a, T: ContactShape> {
    shape: &'a T,
    tree: MeshTree<'a>,
    reach: <T::Reach as Shape>::Prepared,
    /// The distance up to which triangles count as within reach, too.
    farthest: f64,
    filter: &'a Filter,
    max_distance: f32,
    /// True if triangles are heard about each other's contacts.
    is_smooth: bool,
    /// True if triangles are looked at that may be out of reach.
    is_wider: bool,
}

impl<T: ContactShape> Question<'_, T> {
    /// True if a triangle is within reach.
    fn reaches(&self, triangle: &Triangle) -> bool {
        T::Reach::touches(&self.reach, triangle)
    }

    /// What is found of a triangle that may have a contact, if it is known whether it is within reach.
    fn touch(&self, triangle: &Triangle, touches: bool, own: &T::Own) -> Option<T::Touch> {
        if !touches && self.farthest < 0.0 {
            return None;
        }
        let touch = self.shape.touch(triangle, touches, own, self.filter, self.max_distance)?;
        (touches || T::distance(&touch).is_some_and(|[least, _]| least <= self.farthest)).then_some(touch)
    }

    /// The distance of a triangle within reach, at most; negative for one that overlaps or is not seen.
    fn distance(&self, triangle: &Triangle, own: &T::Own) -> f64 {
        let found = self.shape.touch(triangle, false, own, self.filter, self.max_distance);
        found.as_ref().and_then(T::distance).map_or(NOWHERE, |[_, most]| most)
    }

    /// Hears a triangle about another's trial, if it has the corners. Only those `before` a number are rivals.
    fn hear(
        &self,
        leaf: &LeafTriangle,
        trial: &mut Trial<T::Trial>,
        other: &LeafTriangle,
        touches: impl FnOnce() -> bool,
        before: u32,
        own: impl Fn() -> T::Own,
    ) -> Verdict {
        let triangle = &other.triangle;
        let is_heard =
            || trial.within.iter().any(|corner| has(triangle, corner)) || shares(triangle, &trial.corners);
        if !is_heard() {
            return Verdict::Stands;
        }
        let rival = || (other.index < before).then(|| self.touch(triangle, touches(), &own())).flatten();
        self.shape.hear(&leaf.triangle, trial, triangle, &own, rival)
    }

    /// Hears all that are to be heard about a trial: of the rivals, those `before` a number. The tree is asked, for
    /// many trials at once where that serves them.
    fn ask(&self, leaf: &LeafTriangle, trial: &mut Trial<T::Trial>, before: u32, around: &Around) -> Heard {
        let mut heard = Heard::NOBODY;
        if (!trial.within.is_empty() || around.are_known())
            && let Some(around) = around.of(leaf, self.tree, self.filter)
        {
            for other in around {
                if self.take(leaf, trial, other, before, &mut heard).is_break() {
                    break;
                }
            }
            return heard;
        }
        let places = places_of(trial);
        for at in places {
            let test = AabbTest(Aabb::new(at, at));
            let mut sharers = Sharers { question: self, leaf, trial: &mut *trial, before, heard };
            self.tree.run(Within { test, filter: self.filter, visitor: &mut sharers });
            heard = sharers.heard;
            if heard.is_decided(leaf.index, before) {
                break;
            }
        }
        heard
    }

    /// Hears a triangle, and notes what it says. Breaks if there is no need to hear others.
    fn take(
        &self,
        leaf: &LeafTriangle,
        trial: &mut Trial<T::Trial>,
        other: &LeafTriangle,
        before: u32,
        heard: &mut Heard,
    ) -> ControlFlow<()> {
        let own = || self.shape.own(&other.triangle);
        let touches = || self.reaches(&other.triangle);
        heard.note(self.hear(leaf, trial, other, touches, before, own), other.index);
        match heard.is_decided(leaf.index, before) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    /// Tries the normals of a triangle's contact, and adds it.
    fn decide(
        &self,
        leaf: &LeafTriangle,
        touches: bool,
        own: &T::Own,
        found: &mut dyn FnMut(Contact),
        mut hear: impl FnMut(&mut Trial<T::Trial>, &Around) -> Verdict,
    ) {
        let triangle = &leaf.triangle;
        let Some(touch) = self.touch(triangle, touches, own) else { return };
        let around = Around::default();
        // Where there are many normals to try, most are ruled out at once.
        let ring = LazyCell::new(|| self.ring(leaf, &touch, &around));
        let rises = |unit, edge| ring.as_ref().map_or([false; 2], |ring| ring.rises_above(unit, edge));
        let sought = Sought { rises: self.is_smooth.then_some(&rises), ..Sought::ALL };
        let ways = self.shape.ways(triangle, &touch, &sought);
        for number in 0.. {
            let trial = self.shape.trial(triangle, &touch, &sought, &ways, number);
            let Some(mut trial) = trial else { return };
            match hear(&mut trial, &around) {
                Verdict::Stands if self.is_left_to_another(leaf, &ways, &trial.of, &around) => return,
                Verdict::Stands => return self.add(leaf, &touch, &trial, found),
                Verdict::Falls => {}
                Verdict::Ends | Verdict::Shares => return,
            }
        }
    }

    /// The corners around a triangle, if there is room for so many triangles.
    fn ring(&self, leaf: &LeafTriangle, touch: &T::Touch, around: &Around) -> Option<Ring> {
        let around = around.of(leaf, self.tree, self.filter)?;
        let has = self.shape.has_corners(&leaf.triangle, touch);
        Some(Ring::new(&leaf.triangle, has, around.iter().map(|other| &other.triangle)))
    }

    /// Returns true if a triangle's contact, which is deep because a lesser way was ruled out, is better told by another
    /// that shares a corner: one with a contact of much less depth. As the depth is less each time, the triangle with the
    /// least depth of all always has its contact.
    fn is_left_to_another(
        &self,
        leaf: &LeafTriangle,
        ways: &T::Ways,
        trial: &T::Trial,
        around: &Around,
    ) -> bool {
        let limit = MUCH_LESS * self.shape.depth(trial);
        let is_deep = |depths: WayDepths| depths.least < limit;
        if !self.is_smooth || !self.shape.depths(ways).is_some_and(is_deep) {
            return false;
        }
        let Triangle { a, b, c } = leaf.triangle;
        around.of(leaf, self.tree, self.filter).is_some_and(|all| {
            let mut others = all.iter().filter(|other| !shares(&other.triangle, &[a, b, c]));
            others.any(|other| self.is_less_deep(other, limit))
        })
    }

    /// Returns true if a triangle overlaps the shape, and its normal with the least way of those that are admitted makes a
    /// contact of less than a depth.
    fn is_less_deep(&self, leaf: &LeafTriangle, limit: f64) -> bool {
        let triangle = &leaf.triangle;
        let touch = self.touch(triangle, self.reaches(triangle), &self.shape.own(triangle));
        let Some(touch) = touch.filter(|touch| T::distance(touch).is_none()) else { return false };
        let sought = Sought { below: limit, ..Sought::ALL };
        let depths = self.shape.depths(&self.shape.ways(triangle, &touch, &sought));
        let Some(WayDepths { face, .. }) = depths.filter(|depths| depths.least < limit) else {
            return false;
        };
        // That of the face is always admitted.
        if face < limit {
            return true;
        }
        let around = Around::default();
        let ring = LazyCell::new(|| self.ring(leaf, &touch, &around));
        let rises = |unit, edge| ring.as_ref().map_or([false; 2], |ring| ring.rises_above(unit, edge));
        // Without a face, it matters whether others are admitted, which are as deep or deeper.
        let below = if face.is_finite() { limit } else { f64::INFINITY };
        let sought = Sought { rises: Some(&rises), below };
        let ways = self.shape.ways(triangle, &touch, &sought);
        (0..)
            .map_while(|number| self.shape.trial(triangle, &touch, &sought, &ways, number))
            .find_map(|mut trial| {
                let stands = self.ask(leaf, &mut trial, 0, &around).verdict(0) == Verdict::Stands;
                stands.then(|| self.shape.depth(&trial.of))
            })
            .is_some_and(|depth| depth < limit)
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
    fn answer_from(&mut self, triangles: &[LeafTriangle], found: &mut dyn FnMut(Contact)) {
        let all: ArrayVec<T::Own, ROOM> =
            triangles.iter().map(|leaf| self.shape.own(&leaf.triangle)).collect();
        let touches: ArrayVec<bool, ROOM> =
            triangles.iter().map(|leaf| !self.is_wider || self.reaches(&leaf.triangle)).collect();
        if touches.contains(&false) {
            for ((leaf, own), _) in triangles.iter().zip(&all).zip(&touches).filter(|(_, touches)| **touches)
            {
                self.farthest = self.farthest.max(self.distance(&leaf.triangle, own));
            }
        }
        for ((leaf, own), &own_touches) in triangles.iter().zip(&all).zip(&touches) {
            self.decide(leaf, own_touches, own, found, |trial, around| {
                if around.are_known() || trial.is_open && !trial.within.is_empty() {
                    return self.ask(leaf, trial, leaf.index, around).verdict(leaf.index);
                }
                for ((other, own), &touches) in triangles.iter().zip(&all).zip(&touches) {
                    match self.hear(leaf, trial, other, || touches, leaf.index, || own.clone()) {
                        Verdict::Stands => {}
                        Verdict::Shares => return Verdict::Ends,
                        verdict => return verdict,
                    }
                }
                match trial.is_open {
                    true => self.ask(leaf, trial, leaf.index, around).verdict(leaf.index),
                    false => Verdict::Stands,
                }
            });
        }
    }
}

/// The places at which a trial's sharers are looked for: inside an edge, where there are fewer than at a
/// corner, if they must have all corners; else at those of which one is enough.
fn places_of<T>(trial: &Trial<T>) -> ArrayVec<Vec3, 3> {
    match (&trial.within[..], &trial.corners[..]) {
        ([], [a, b, ..]) => ArrayVec::from_iter([(*a + *b) * 0.5]),
        ([], corners) | (corners, _) => corners.iter().copied().collect(),
    }
}

#[inline(always)]
fn has(triangle: &Triangle, corner: &Vec3) -> bool {
    triangle.a == *corner || triangle.b == *corner || triangle.c == *corner
}

/// Hears the triangles that share the part of a trial.
struct Sharers<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    leaf: &'a LeafTriangle,
    trial: &'a mut Trial<T::Trial>,
    before: u32,
    heard: Heard,
}

impl<T: ContactShape> Visitor for Sharers<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        0.0
    }

    fn triangle(&mut self, other: &LeafTriangle) -> ControlFlow<()> {
        self.question.take(self.leaf, self.trial, other, self.before, &mut self.heard)
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        block.each_until(simd, seen, |leaf| self.triangle(leaf))
    }
}

/// Finds the distance of the farthest triangle that touches the shape grown by the reach.
struct Farthest<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    limit: f32,
    distance: f64,
}

impl<T: ContactShape> Visitor for Farthest<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        let Farthest { question, .. } = *self;
        if question.reaches(&leaf.triangle) {
            let own = question.shape.own(&leaf.triangle);
            self.distance = self.distance.max(question.distance(&leaf.triangle, &own));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        block.each(simd, seen, |_, leaf| {
            let _ = self.triangle(&leaf);
        });
        ControlFlow::Continue(())
    }
}

/// Adds the contact of each triangle within reach.
struct Each<'a, 'b, T: ContactShape> {
    question: &'a Question<'b, T>,
    /// Which triangles are looked at.
    within: &'a <T::Reach as Shape>::Prepared,
    limit: f32,
    /// What is known of parts; none if triangles count by themselves.
    decided: Option<DecidedParts>,
    found: &'a mut dyn FnMut(Contact),
}

impl<T: ContactShape> Each<'_, '_, T> {
    /// Looks at a triangle, of which it is known whether it is within reach.
    fn look_at(&mut self, leaf: &LeafTriangle, touches: bool) {
        let Each { question, found, decided, .. } = self;
        let own = question.shape.own(&leaf.triangle);
        question.decide(leaf, touches, &own, *found, |trial, around| match decided {
            Some(parts) if trial.is_common => parts.decide(&trial.corners.clone(), leaf.index, |before| {
                question.ask(leaf, trial, before, around)
            }),
            Some(_) => question.ask(leaf, trial, leaf.index, around).verdict(leaf.index),
            // It is heard itself.
            None => question.hear(leaf, trial, leaf, || touches, leaf.index, || own.clone()),
        });
    }
}

impl<T: ContactShape> Visitor for Each<'_, '_, T> {
    #[inline(always)]
    fn limit(&self) -> f32 {
        self.limit
    }

    fn triangle(&mut self, leaf: &LeafTriangle) -> ControlFlow<()> {
        self.look_at(leaf, self.question.reaches(&leaf.triangle));
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, block: impl Block, seen: u32) -> ControlFlow<()> {
        let near = T::Reach::touches_lanes(self.within, simd, block, seen);
        block.each(simd, near, |_, leaf| {
            let touches = !self.question.is_wider || self.question.reaches(&leaf.triangle);
            self.look_at(&leaf, touches);
        });
        ControlFlow::Continue(())
    }
}

/// Adds the contact of a shape with a triangle, by the rule for edges, if they overlap; returns whether they do.
pub(super) fn contacts_at<T: ContactShape>(
    shape: &T,
    leaf: &LeafTriangle,
    tree: MeshTree,
    filter: &Filter,
    found: &mut dyn FnMut(Contact),
) -> bool {
    let (reach, ..) = shape.reach(0.0).prepare(tree.whole());
    let question = Question {
        shape,
        tree,
        reach,
        farthest: NOWHERE,
        filter,
        max_distance: 0.0,
        is_smooth: true,
        is_wider: false,
    };
    let own = shape.own(&leaf.triangle);
    let touch = question.touch(&leaf.triangle, question.reaches(&leaf.triangle), &own);
    let overlap = touch.is_some_and(|touch| T::distance(&touch).is_none());
    if overlap {
        question.decide(leaf, true, &own, found, |trial, around| {
            question.ask(leaf, trial, leaf.index, around).verdict(leaf.index)
        });
    }
    overlap
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
    let is_smooth = edges == ContactEdges::Smooth;
    let (reach, test, limit) = shape.reach(max_distance).prepare(tree.whole());
    let mut question =
        Question { shape, tree, reach, farthest: NOWHERE, filter, max_distance, is_smooth, is_wider: false };
    if !is_smooth {
        let within = &question.reach;
        let mut each = Each { question: &question, within, limit, decided: None, found };
        return tree.run(Within { test, filter, visitor: &mut each });
    }
    let farthest = shape.farthest(tree.whole());
    let margin = farthest.map_or(0.0, |far| far * REACH_ROUNDING + REACH_UNDERFLOW);
    question.is_wider = farthest.is_some();
    let wider = shape.reach(max_distance + margin);
    let (within, wide, wide_limit) = wider.prepare(tree.whole());
    let mut candidates = Candidates::<T::Reach>::new(&within, wide_limit);
    tree.run(Within { test: wide, filter, visitor: &mut candidates });
    if !candidates.are_many {
        return question.answer_from(candidates.sorted(), found);
    }
    if question.is_wider {
        let mut farthest = Farthest { question: &question, limit, distance: NOWHERE };
        tree.run(Within { test, filter, visitor: &mut farthest });
        question.farthest = farthest.distance;
    }
    let decided = Some(DecidedParts::default());
    let mut each = Each { question: &question, within: &within, limit: wide_limit, decided, found };
    let (_, wide, _) = wider.prepare(tree.whole());
    tree.run(Within { test: wide, filter, visitor: &mut each });
}

/// A batch of shapes, each of which has its contacts added by `answer`. It is to be called where the arrays' types are
/// known, so that it is compiled once.
pub(super) fn contact_lists<T: Copy + Shape>(
    mesh: &Mesh,
    shapes: &dyn Batch<T>,
    filter: &Filter,
    options: &ContactOptions,
    offsets: &mut dyn Output<u64>,
    contacts: &mut dyn ListOutput<Contact>,
    answer: impl Fn(&T, MeshTree, &mut dyn FnMut(Contact)),
) -> Result<Lists> {
    let tree = mesh.tree();
    let may_accept = tree.may_accept(filter);
    let check = |i: usize| Shape::check(&shapes.query(i), i);
    write_contacts(shapes.count(), check, options, offsets, contacts, |i, found| {
        if may_accept {
            answer(&shapes.query(i), tree, found);
        }
    })
}
