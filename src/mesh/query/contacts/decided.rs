//! Edges and corners that have been decided, so that what thousands of triangles share is asked for once.

use super::heard::{Heard, Verdict};
use crate::geometry::{PartCorners, is_same_part};
use arrayvec::ArrayVec;

/// So many are remembered, the latest.
const ROOM: usize = 8;

/// A part that has been decided.
struct Decided {
    corners: PartCorners,
    heard: Heard,
}

/// Parts that have been decided.
#[derive(Default)]
pub(super) struct DecidedParts {
    parts: ArrayVec<Decided, ROOM>,
    next: usize,
}

impl DecidedParts {
    /// The verdict on the contact of a triangle at a part, from what was heard about another's, or from what
    /// `ask` hears: of rivals, those below a number.
    pub(super) fn decide(
        &mut self,
        corners: &PartCorners,
        index: u32,
        ask: impl FnOnce(u32) -> Heard,
    ) -> Verdict {
        if let Some(part) = self.parts.iter().find(|part| is_same_part(&part.corners, corners)) {
            let verdict = part.heard.verdict(index);
            if verdict == Verdict::Stands {
                // For what the trial gathers of all that share the part.
                ask(0);
            }
            return verdict;
        }
        let heard = ask(u32::MAX);
        let part = Decided { corners: corners.clone(), heard };
        if self.parts.len() < ROOM {
            self.parts.push(part);
        } else {
            self.parts[self.next] = part;
            self.next = (self.next + 1) % ROOM;
        }
        heard.verdict(index)
    }
}
