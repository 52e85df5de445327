//! The rows of the report: everybody at one work on one mesh.

use crate::work::Work;

/// Up to so many triangles, carom's tree takes about a core's second-level cache or less; from there on,
/// queries wait for memory. The two are told apart.
pub(super) const SMALL: usize = 100_000;

/// One contender at one work on one mesh.
pub(super) struct Entry {
    pub(super) library: &'static str,
    pub(super) configuration: String,
    /// Queries or triangles a second.
    pub(super) rate: f64,
    pub(super) bytes_per_triangle: f64,
    /// Too many answers differ.
    pub(super) differs: bool,
    pub(super) differing: usize,
    pub(super) below: usize,
    pub(super) above: usize,
    pub(super) compared: usize,
    /// To Embree's default scene on the faster of two instruction sets, asked the same way; round by round.
    pub(super) to_embree: Option<f64>,
    /// Of an exact check: its time to that of the threshold, asked the same way; round by round.
    pub(super) to_threshold: Option<f64>,
}

impl Entry {
    pub(super) fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }

    pub(super) fn is_ours(&self) -> bool {
        self.library == "carom"
    }
}

/// The owner of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Ours,
    Theirs,
    /// Ours, to compare with: meshes where solids are asked.
    Beside,
}

/// Everybody at one work on one mesh.
pub(super) struct Row {
    pub(super) work: Work,
    /// The text behind the name of the work.
    pub(super) suffix: &'static str,
    /// The part of the compared questions that hit, at bounded works.
    pub(super) hits: Option<f64>,
    pub(super) mesh: String,
    pub(super) triangles: usize,
    pub(super) entries: Vec<Entry>,
}

impl Row {
    /// The name of the work that is measured.
    pub(super) fn name(&self) -> String {
        self.work.name() + self.suffix
    }

    pub(super) fn side(&self, entry: &Entry) -> Side {
        match entry.is_ours() {
            false => Side::Theirs,
            true if self.work.is_bsp() && !entry.configuration.starts_with("bsp") => Side::Beside,
            true => Side::Ours,
        }
    }

    /// The fastest of ours, or of the others that answer well.
    pub(super) fn best(&self, ours: bool) -> Option<&Entry> {
        let side = if ours { Side::Ours } else { Side::Theirs };
        let of_side = self.entries.iter().filter(|entry| self.side(entry) == side && !entry.differs);
        of_side.max_by(|a, b| a.rate.total_cmp(&b.rate))
    }

    /// Our fastest to the others' fastest.
    pub(super) fn lead(&self) -> Option<f64> {
        Some(self.best(true)?.rate / self.best(false)?.rate)
    }

    pub(super) fn is_small(&self) -> bool {
        self.triangles <= SMALL
    }
}

/// Bytes a triangle.
pub(super) fn per(bytes: usize, triangles: usize) -> f64 {
    bytes as f64 / triangles.max(1) as f64
}
