//! Scenes: boxes, and frames in which some of them are elsewhere. Made once, the same for every library.

use crate::work::Box3;

/// The objects that have moved, ascending, and their boxes now.
pub(super) struct Frame {
    pub(super) moved: Vec<u32>,
    pub(super) boxes: Vec<Box3>,
}

/// Boxes that move.
pub(super) struct Scene {
    pub(super) name: String,
    /// The boxes of all objects before the first frame.
    pub(super) start: Vec<Box3>,
    pub(super) frames: Vec<Frame>,
    /// True if few objects move, so that times are told a mover.
    pub(super) rests: bool,
    /// True if everything is somewhere else in each frame.
    pub(super) jumps: bool,
}

impl Scene {
    pub(super) fn count(&self) -> usize {
        self.start.len()
    }

    /// The number by which a frame's nanoseconds are divided: objects, or movers if there are few.
    pub(super) fn share(&self) -> f64 {
        let movers = || self.frames.iter().map(|frame| frame.moved.len()).sum::<usize>() / self.frames.len();
        if self.rests { movers() as f64 } else { self.count() as f64 }
    }

    pub(super) fn unit(&self) -> &'static str {
        if self.rests { "ns/mover" } else { "ns/object" }
    }

    /// The boxes of all objects after so many frames.
    pub(super) fn after(&self, frames: usize) -> Vec<Box3> {
        let mut all = self.start.clone();
        self.frames[..frames].iter().for_each(|frame| apply(frame, &mut all));
        all
    }
}

/// Puts the boxes that have moved into the places of all.
pub(super) fn apply(frame: &Frame, all: &mut [Box3]) {
    for (&i, &bounds) in frame.moved.iter().zip(&frame.boxes) {
        all[i as usize] = bounds;
    }
}
