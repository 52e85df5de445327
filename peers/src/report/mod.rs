//! What is printed and what is written.

mod plot;
mod record;
mod solid;
mod table;

use crate::library::{EMBREE_AVX2, EMBREE_BEST, PACKETS, Subject};
use crate::measure::{Outcome, Standing};
use crate::mesh::Mesh;
use crate::work::{Expected, Work};
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
    below: usize,
    above: usize,
    compared: usize,
    /// To Embree's default scene on the faster of two instruction sets, asked the same way; round by round.
    to_embree: Option<f64>,
    /// Of an exact check: its time to that of the threshold, asked the same way; round by round.
    to_threshold: Option<f64>,
}

impl Entry {
    fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }

    fn is_ours(&self) -> bool {
        self.library == "carom"
    }
}

/// Whose it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Ours,
    Theirs,
    /// Ours, to compare with: meshes where solids are asked.
    Beside,
}

/// Everybody at one work on one mesh.
struct Row {
    work: Work,
    /// What follows the name of the work.
    suffix: &'static str,
    /// Of what is compared, how much is hit, at bounded works.
    hits: Option<f64>,
    mesh: String,
    triangles: usize,
    entries: Vec<Entry>,
}

impl Row {
    /// What is measured.
    fn name(&self) -> String {
        self.work.name() + self.suffix
    }

    fn side(&self, entry: &Entry) -> Side {
        match entry.is_ours() {
            false => Side::Theirs,
            true if self.work.is_bsp() && !entry.configuration.starts_with("bsp") => Side::Beside,
            true => Side::Ours,
        }
    }

    /// The fastest of ours, or of the others that answer well.
    fn best(&self, ours: bool) -> Option<&Entry> {
        let side = if ours { Side::Ours } else { Side::Theirs };
        let of_side = self.entries.iter().filter(|entry| self.side(entry) == side && !entry.differs);
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
        let is_solid = |standing: &Standing| standing.contenders.iter().any(|c| c.subject == Subject::Solid);
        if let Some(solid) = mesh.solid.as_ref().filter(|_| standings.iter().any(is_solid)) {
            solid::print_sizes(mesh, solid, standings);
        }
    }

    /// Keeps a work's outcomes on a mesh.
    pub(crate) fn add(&mut self, mesh: &Mesh, work: Work, suffix: &'static str, outcomes: &[Outcome]) {
        let can = outcomes.iter().filter(|outcome| outcome.contender.can(work, mesh));
        let entry = |outcome: &Outcome| Entry {
            library: outcome.contender.library,
            configuration: outcome.contender.configuration.clone(),
            rate: outcome.rate(),
            bytes_per_triangle: per(outcome.bytes, mesh.triangles.len()),
            differs: outcome.differs(),
            differing: outcome.differing(),
            below: outcome.below,
            above: outcome.above,
            compared: outcome.compared,
            to_embree: embree(work, outcome, outcomes).map(|embree| outcome.ratio_to(embree)),
            to_threshold: threshold(outcome, outcomes).map(|threshold| threshold.ratio_to(outcome)),
        };
        let entries: Vec<Entry> = can.map(entry).collect();
        if !entries.is_empty() {
            let (mesh, triangles) = (mesh.name.clone(), mesh.triangles.len());
            self.rows.push(Row { work, suffix, hits: None, mesh, triangles, entries });
        }
    }

    /// Keeps the outcomes of works that ask the same of a solid.
    pub(crate) fn add_solid(
        &mut self,
        mesh: &Mesh,
        works: &[Work],
        suffix: &'static str,
        outcomes: &[Outcome],
        expected: &[Expected],
    ) {
        let first = self.rows.len();
        works.iter().for_each(|&work| self.add(mesh, work, suffix, outcomes));
        let is_hit = |expected: &&Expected| match works[0] {
            Work::BspCast => expected.low <= 1.0,
            _ => expected.high > 0.0 && expected.low + expected.high > 0.0,
        };
        let share = expected.iter().filter(is_hit).count() as f64 / expected.len().max(1) as f64;
        self.rows[first..].iter_mut().for_each(|row| row.hits = Some(share));
    }

    /// Prints a mesh's table.
    pub(crate) fn end_mesh(&self, mesh: &Mesh, details: bool) {
        let of_mesh = self.rows.iter().filter(|row| row.mesh == mesh.name);
        let (solid, rows): (Vec<&Row>, Vec<&Row>) = of_mesh.partition(|row| row.work.is_bsp());
        if !rows.is_empty() {
            table::print_mesh(&rows, details);
        }
        if !solid.is_empty() {
            solid::print(&solid);
        }
    }

    pub(crate) fn print_summary(&self) {
        table::print_summary(&self.rows);
        solid::print_summary(&self.rows);
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

/// The check by threshold that an exact one is measured against.
fn threshold<'a, 'b>(outcome: &Outcome, outcomes: &'b [Outcome<'a>]) -> Option<&'b Outcome<'a>> {
    let configuration = &outcome.contender.configuration;
    let of_threshold = configuration.replace("exact", "threshold");
    let is_it = |other: &&Outcome| other.contender.configuration == of_threshold;
    outcomes.iter().find(is_it).filter(|_| of_threshold != *configuration)
}

fn per(bytes: usize, triangles: usize) -> f64 {
    bytes as f64 / triangles.max(1) as f64
}
