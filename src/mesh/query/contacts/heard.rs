//! What the triangles around one say about a normal of its contact.

/// What a triangle says about the trial of another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Nothing against it.
    Stands,
    /// It rises above the part: the next normal is tried.
    Falls,
    /// The contact is that of another triangle.
    Ends,
    /// It has the same contact itself.
    Shares,
}

/// What has been heard about a trial.
#[derive(Clone, Copy)]
pub(super) struct Heard {
    against: Option<Verdict>,
    /// The lowest triangle that has the same contact.
    lowest: u32,
}

impl Heard {
    pub(super) const NOBODY: Heard = Heard { against: None, lowest: u32::MAX };

    /// Notes what a triangle says.
    pub(super) fn note(&mut self, verdict: Verdict, index: u32) {
        match verdict {
            Verdict::Stands => {}
            Verdict::Shares => self.lowest = self.lowest.min(index),
            against => self.against = Some(against),
        }
    }

    /// True if there is no need to hear others about the contact of a triangle.
    pub(super) fn is_decided(&self, index: u32, before: u32) -> bool {
        self.against.is_some() || (before <= index && self.lowest < index)
    }

    /// The verdict on the trial of a triangle.
    pub(super) fn verdict(&self, index: u32) -> Verdict {
        let is_own = self.lowest >= index;
        self.against.unwrap_or(if is_own { Verdict::Stands } else { Verdict::Ends })
    }
}
