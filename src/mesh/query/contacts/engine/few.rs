//! The contacts of triangles for which there is room on the stack.

use super::decide::decide;
use super::question::Question;
use crate::mesh::query::contacts::candidates::ROOM;
use crate::mesh::query::contacts::contact::Contact;
use crate::mesh::query::contacts::heard::Verdict;
use crate::mesh::query::contacts::trial::ContactShape;
use crate::mesh::tree::LeafTriangle;
use arrayvec::ArrayVec;

/// Adds the contacts of triangles that are all that matter.
#[inline(never)]
pub(super) fn answer_from<T: ContactShape>(
    question: &mut Question<T>,
    triangles: &[LeafTriangle],
    found: &mut dyn FnMut(Contact),
) {
    let all: ArrayVec<T::Own, ROOM> =
        triangles.iter().map(|leaf| question.shape().own(&leaf.triangle)).collect();
    let touches: ArrayVec<bool, ROOM> =
        triangles.iter().map(|leaf| question.reaches_found(&leaf.triangle)).collect();
    if touches.contains(&false) {
        for ((leaf, own), _) in triangles.iter().zip(&all).zip(&touches).filter(|(_, touches)| **touches) {
            question.reach_out(question.distance(&leaf.triangle, own));
        }
    }
    for ((leaf, own), &own_touches) in triangles.iter().zip(&all).zip(&touches) {
        decide(question, leaf, own_touches, own, found, |trial, around| {
            if around.are_known() || trial.is_open && !trial.within.is_empty() {
                return question.ask(leaf, trial, leaf.index, around).verdict(leaf.index);
            }
            for ((other, own), &touches) in triangles.iter().zip(&all).zip(&touches) {
                match question.hear(leaf, trial, other, || touches, leaf.index, || own.clone()) {
                    Verdict::Stands => {}
                    Verdict::Shares => return Verdict::Ends,
                    verdict => return verdict,
                }
            }
            match trial.is_open {
                true => question.ask(leaf, trial, leaf.index, around).verdict(leaf.index),
                false => Verdict::Stands,
            }
        });
    }
}
