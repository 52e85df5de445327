//! The trials of a triangle's contact: its normals, one after the other, until one stands.

use super::question::Question;
use crate::geometry::{Ring, Triangle, shares};
use crate::mesh::query::contacts::around::Around;
use crate::mesh::query::contacts::contact::Contact;
use crate::mesh::query::contacts::heard::Verdict;
use crate::mesh::query::contacts::trial::{ContactShape, Sought, Trial, WayDepths};
use crate::mesh::tree::LeafTriangle;
use std::cell::LazyCell;

/// The part of a contact's depth up to which another is much less deep.
const MUCH_LESS: f64 = 0.25;

/// Tries the normals of a triangle's contact, and adds it.
#[inline]
pub(super) fn decide<T: ContactShape>(
    question: &Question<T>,
    leaf: &LeafTriangle,
    touches: bool,
    own: &T::Own,
    found: &mut dyn FnMut(Contact),
    mut hear: impl FnMut(&mut Trial<T::Trial>, &Around) -> Verdict,
) {
    let triangle = &leaf.triangle;
    let Some(touch) = question.touch(triangle, touches, own) else { return };
    let around = Around::default();
    // Where there are many normals to try, most are ruled out at once.
    let ring = LazyCell::new(|| ring(question, leaf, &touch, &around));
    let rises = |unit, edge| ring.as_ref().map_or([false; 2], |ring| ring.rises_above(unit, edge));
    let sought = Sought { rises: question.is_smooth().then_some(&rises), ..Sought::ALL };
    let ways = question.shape().ways(triangle, &touch, &sought);
    for number in 0.. {
        let trial = question.shape().trial(triangle, &touch, &sought, &ways, number);
        let Some(mut trial) = trial else { return };
        match hear(&mut trial, &around) {
            Verdict::Stands if is_left_to_another(question, leaf, &ways, &trial.of, &around) => return,
            Verdict::Stands => return add(question, leaf, &touch, &trial, found),
            Verdict::Falls => {}
            Verdict::Ends | Verdict::Shares => return,
        }
    }
}

/// The corners around a triangle, if there is room for so many triangles.
fn ring<T: ContactShape>(
    question: &Question<T>,
    leaf: &LeafTriangle,
    touch: &T::Touch,
    around: &Around,
) -> Option<Ring> {
    let around = question.around(leaf, around)?;
    let has = question.shape().has_corners(&leaf.triangle, touch);
    Some(Ring::new(&leaf.triangle, has, around.iter().map(|other| &other.triangle)))
}

/// Returns true if a triangle's contact, which is deep because a lesser way was ruled out, is better told by another
/// that shares a corner: one with a contact of much less depth. As the depth is less each time, the triangle with the
/// least depth of all always has its contact.
fn is_left_to_another<T: ContactShape>(
    question: &Question<T>,
    leaf: &LeafTriangle,
    ways: &T::Ways,
    trial: &T::Trial,
    around: &Around,
) -> bool {
    let limit = MUCH_LESS * question.shape().depth(trial);
    let is_deep = |depths: WayDepths| depths.least < limit;
    if !question.is_smooth() || !question.shape().depths(ways).is_some_and(is_deep) {
        return false;
    }
    let Triangle { a, b, c } = leaf.triangle;
    question.around(leaf, around).is_some_and(|all| {
        let mut others = all.iter().filter(|other| !shares(&other.triangle, &[a, b, c]));
        others.any(|other| is_less_deep(question, other, limit))
    })
}

/// Returns true if a triangle overlaps the shape, and its normal with the least way of those that are admitted makes a
/// contact of less than a depth.
fn is_less_deep<T: ContactShape>(question: &Question<T>, leaf: &LeafTriangle, limit: f64) -> bool {
    let triangle = &leaf.triangle;
    let touch = question.touch(triangle, question.reaches(triangle), &question.shape().own(triangle));
    let Some(touch) = touch.filter(|touch| T::distance(touch).is_none()) else { return false };
    let sought = Sought { below: limit, ..Sought::ALL };
    let depths = question.shape().depths(&question.shape().ways(triangle, &touch, &sought));
    let Some(WayDepths { face, .. }) = depths.filter(|depths| depths.least < limit) else {
        return false;
    };
    // That of the face is always admitted.
    if face < limit {
        return true;
    }
    let around = Around::default();
    let ring = LazyCell::new(|| ring(question, leaf, &touch, &around));
    let rises = |unit, edge| ring.as_ref().map_or([false; 2], |ring| ring.rises_above(unit, edge));
    // Without a face, it matters whether others are admitted, which are as deep or deeper.
    let below = if face.is_finite() { limit } else { f64::INFINITY };
    let sought = Sought { rises: Some(&rises), below };
    let ways = question.shape().ways(triangle, &touch, &sought);
    (0..)
        .map_while(|number| question.shape().trial(triangle, &touch, &sought, &ways, number))
        .find_map(|mut trial| {
            let stands = question.ask(leaf, &mut trial, 0, &around).verdict(0) == Verdict::Stands;
            stands.then(|| question.shape().depth(&trial.of))
        })
        .is_some_and(|depth| depth < limit)
}

/// Adds the contact of a trial that stands.
fn add<T: ContactShape>(
    question: &Question<T>,
    leaf: &LeafTriangle,
    touch: &T::Touch,
    trial: &Trial<T::Trial>,
    found: &mut dyn FnMut(Contact),
) {
    question.shape().add(&leaf.triangle, touch, trial, |contact| {
        found(Contact { triangle: leaf.index, attributes: leaf.attributes.into(), ..contact });
    });
}
