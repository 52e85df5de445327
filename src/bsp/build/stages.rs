//! Progress in stages, reported through the caller's callback.

use crate::progress::Progress;
use crate::{Error, Result};
use std::time::{Duration, Instant};

/// Reports progress on the caller's thread, and learns whether to cancel.
pub(super) struct ProgressStages<'a> {
    progress: Option<Progress<'a>>,
    told: Instant,
    /// The current stage's part of all the work, from 0 to 1.
    from: f32,
    to: f32,
}

/// Often enough for a progress bar, and for someone who waits for the end of what was cancelled.
const INTERVAL: Duration = Duration::from_millis(20);

impl ProgressStages<'_> {
    pub(super) fn new(progress: Option<Progress>) -> ProgressStages {
        ProgressStages { progress, told: Instant::now(), from: 0.0, to: 0.0 }
    }

    /// Begins the next stage, which ends when `to` of all the work is done.
    pub(super) fn begin(&mut self, to: f32) -> Result<()> {
        (self.from, self.to) = (self.to, to);
        self.tell(self.from)
    }

    /// Reports how much of the stage is done, from 0 to 1.
    #[inline]
    pub(super) fn advance(&mut self, part: f64) -> Result<()> {
        if self.progress.is_none() || self.told.elapsed() < INTERVAL {
            return Ok(());
        }
        self.tell(self.from + (self.to - self.from) * part.clamp(0.0, 1.0) as f32)
    }

    fn tell(&mut self, done: f32) -> Result<()> {
        self.told = Instant::now();
        match self.progress.as_mut().is_none_or(|progress| progress(done)) {
            true => Ok(()),
            false => Err(Error::Cancelled("build: cancelled by the progress callback".into())),
        }
    }

    /// Whether there is a callback.
    pub(super) fn is_watched(&self) -> bool {
        self.progress.is_some()
    }
}

/// Divides the share of a cell among its two parts, by how much is in them.
pub(super) fn shares(whole: f64, front: usize, back: usize) -> (f64, f64) {
    let part = (front as f64 + 0.5) / ((front + back) as f64 + 1.0);
    (whole * part, whole * (1.0 - part))
}
