//! What is printed and what is written.

mod plot;
mod record;
mod table;

use crate::library::{EMBREE_AVX2, EMBREE_BEST, PACKETS};
use crate::measure::{Outcome, Standing};
use crate::mesh::Mesh;
use crate::work::Work;
use anyhow::Result;
use record::Record;
use std::path::Path;

/// Up to so many triangles, carom's tree takes about a core's second-level cache or less; from there on,
/// queries wait for memory. The two are told apart.
const SMALL: usize = 100_000;

/// One contender at one work on one mesh.
struct Entry {
    library: &'static str,
    configuration: String,
    /// Queries or triangles a second.
    rate: f64,
    bytes_per_triangle: f64,
    /// Too many answers differ.
    differs: bool,
    differing: usize,
    compared: usize,
    /// To Embree's default scene on the faster of two instruction sets, asked the same way; round by round.
    to_embree: Option<f64>,
}

impl Entry {
    fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }

    fn is_ours(&self) -> bool {
        self.library == "carom"
    }
}

/// Everybody at one work on one mesh.
struct Row {
    work: Work,
    mesh: String,
    triangles: usize,
    entries: Vec<Entry>,
}

impl Row {
    /// The fastest of ours, or of the others that answer well.
    fn best(&self, ours: bool) -> Option<&Entry> {
        let of_side = self.entries.iter().filter(|entry| entry.is_ours() == ours && !entry.differs);
        of_side.max_by(|a, b| a.rate.total_cmp(&b.rate))
    }

    /// Our fastest to the others' fastest.
    fn lead(&self) -> Option<f64> {
        Some(self.best(true)?.rate / self.best(false)?.rate)
    }

    fn is_small(&self) -> bool {
        self.triangles <= SMALL
    }
}

/// Collects rows.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

impl Report {
    /// Says what a mesh is and what it takes in each library.
    pub(crate) fn begin_mesh(&mut self, mesh: &Mesh, standings: &[Standing]) {
        let count = mesh.triangles.len();
        let size = if count <= SMALL { "small" } else { "large" };
        println!(
            "\n== {} ({size}): {count} triangles, {:.2} B/triangle raw",
            mesh.name,
            per(mesh.bytes(), count)
        );
        let sizes: Vec<String> = standings
            .iter()
            .map(|s| format!("{} {:.2}", s.contenders[0].name(), per(s.library.bytes(), count)))
            .collect();
        println!("   B/triangle, all in: {}", sizes.join(", "));
    }

    /// Keeps a work's outcomes on a mesh.
    pub(crate) fn add(&mut self, mesh: &Mesh, work: Work, outcomes: &[Outcome]) {
        if outcomes.is_empty() {
            return;
        }
        let entry = |outcome: &Outcome| Entry {
            library: outcome.contender.library,
            configuration: outcome.contender.configuration.clone(),
            rate: outcome.rate(),
            bytes_per_triangle: per(outcome.bytes, mesh.triangles.len()),
            differs: outcome.differs(),
            differing: outcome.differing,
            compared: outcome.compared,
            to_embree: embree(work, outcome, outcomes).map(|embree| outcome.ratio_to(embree)),
        };
        let entries = outcomes.iter().map(entry).collect();
        self.rows.push(Row { work, mesh: mesh.name.clone(), triangles: mesh.triangles.len(), entries });
    }

    /// Prints a mesh's table.
    pub(crate) fn end_mesh(&self, mesh: &Mesh, details: bool) {
        let rows: Vec<&Row> = self.rows.iter().filter(|row| row.mesh == mesh.name).collect();
        table::print_mesh(&rows, details);
    }

    pub(crate) fn print_summary(&self) {
        table::print_summary(&self.rows);
    }

    /// Writes all records.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        record::write(&Record::all(&self.rows), path)
    }

    /// Draws.
    pub(crate) fn plot(&self, folder: &Path) -> Result<()> {
        plot::write(&self.rows, folder)
    }
}

/// What an outcome is measured against: in coherent batches Embree's packets, else its single queries.
fn embree<'a, 'b>(work: Work, outcome: &Outcome, outcomes: &'b [Outcome<'a>]) -> Option<&'b Outcome<'a>> {
    let packets = work == Work::RayClosestCoherent && outcome.contender.configuration.ends_with("batch");
    let is_reference = |other: &&Outcome| {
        let configuration = other.contender.configuration.as_str();
        let (scene, asked_in_packets) = match configuration.strip_suffix(PACKETS) {
            Some(scene) => (scene, true),
            None => (configuration, false),
        };
        other.contender.library == "embree"
            && packets == asked_in_packets
            && [EMBREE_BEST, EMBREE_AVX2].contains(&scene)
    };
    outcomes.iter().filter(is_reference).max_by(|a, b| a.rate().total_cmp(&b.rate()))
}

fn per(bytes: usize, triangles: usize) -> f64 {
    bytes as f64 / triangles.max(1) as f64
}
