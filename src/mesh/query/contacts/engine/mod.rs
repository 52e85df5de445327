//! The contacts of any shape, by one rule.
//!
//! Of each triangle within reach, the shape names the normals that a contact may have, in the order in which
//! they are tried. A trial is decided by the triangles that share the part of the triangle which is farthest
//! along the normal. Where one normal is tried, these are first looked for among the triangles within reach; only
//! if none speaks against it, and not all that share the part are known to be within reach, the tree is asked
//! for those at its corners. Where there are too many triangles for the stack, the tree is asked always. Where many
//! normals are tried, the tree is asked once, for all around the triangle ([`super::around::Around`]).
//!
//! Rounding may put a triangle within reach, and out of reach the one across its edge that is nearer, and whose
//! contact it is. So all that are no farther than the farthest within reach count as within reach, measured
//! better than the query that finds them: then whatever is within reach has a contact.

mod decide;
mod each;
mod few;
mod question;

use super::super::shape::Shape;
use super::candidates::Candidates;
use super::contact::Contact;
use super::lists::write_contacts;
use super::options::{ContactEdges, ContactOptions};
use super::trial::ContactShape;
use super::within::Within;
use crate::Result;
use crate::batch::{Batch, Filter, ListOutput, Lists, Output};
use crate::mesh::stored::EveryLayoutTest;
use crate::mesh::tree::LeafTriangle;
use crate::mesh::{Mesh, MeshTree};
use decide::decide;
use each::{Each, Farthest};
use few::answer_from;
use question::Question;

/// The rounding of the tests that find what is within reach, as a part of [`ContactShape::farthest`]: 2^-18; see
/// `docs/exactness.md`.
const REACH_ROUNDING: f32 = 1.0 / 262_144.0;
/// More than squares that underflow take: 2^-70.
const REACH_UNDERFLOW: f32 = 1.0 / (1u128 << 70) as f32;

/// Adds the contact of a shape with a triangle, by the rule for edges, if they overlap; returns whether they do.
pub(super) fn contacts_at<T: ContactShape>(
    shape: &T,
    leaf: &LeafTriangle,
    tree: MeshTree,
    filter: &Filter,
    found: &mut dyn FnMut(Contact),
) -> bool {
    let (reach, ..) = shape.reach(0.0).prepare(tree.whole());
    let question = Question::new(shape, tree, reach, filter, 0.0, true);
    let own = shape.own(&leaf.triangle);
    let touch = question.touch(&leaf.triangle, question.reaches(&leaf.triangle), &own);
    let overlap = touch.is_some_and(|touch| T::distance(&touch).is_none());
    if overlap {
        decide(&question, leaf, true, &own, found, |trial, around| {
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
    let question = Question::new(shape, tree, reach, filter, max_distance, is_smooth);
    if !is_smooth {
        let mut each = Each::alone(&question, limit, found);
        return tree.run(Within { test, filter, visitor: &mut each });
    }
    let farthest = shape.farthest(tree.whole());
    let margin = farthest.map_or(0.0, |far| far * REACH_ROUNDING + REACH_UNDERFLOW);
    let mut question = question.wider(farthest.is_some());
    let wider = shape.reach(max_distance + margin);
    let (within, wide, wide_limit) = wider.prepare(tree.whole());
    let mut candidates = Candidates::<T::Reach>::new(&within, wide_limit);
    tree.run(Within { test: wide, filter, visitor: &mut candidates });
    if !candidates.are_many {
        return answer_from(&mut question, candidates.sorted(), found);
    }
    if farthest.is_some() {
        let mut farthest = Farthest::new(&question, limit);
        tree.run(Within { test, filter, visitor: &mut farthest });
        let distance = farthest.distance();
        question.reach_out(distance);
    }
    let mut each = Each::smooth(&question, &within, wide_limit, found);
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
