//! The report, printed and written.

mod plot;
mod record;
mod row;
mod solid;
mod table;

use crate::library::{EMBREE, EMBREE_4, EMBREE_AVX2, EMBREE_BEST, PACKETS, Subject};
use crate::measure::{Outcome, Standing};
use crate::mesh::Mesh;
use crate::work::{Expected, Work};
use anyhow::Result;
pub(crate) use record::Record;
use row::{Entry, Row, SMALL, per};
use std::path::Path;
pub(crate) use table::print_columns;

/// Collects rows.
#[derive(Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
    /// Of works that have tables of their own.
    others: Vec<Record>,
}

impl Report {
    /// Prints a mesh and its bytes in each library.
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

    /// Keeps a record that belongs to no row.
    pub(crate) fn keep(&mut self, record: Record) {
        self.others.push(record);
    }

    /// Writes all records.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let of_rows = Record::all(&self.rows);
        record::write(&of_rows.iter().chain(&self.others).collect::<Vec<_>>(), path)
    }

    /// Draws.
    pub(crate) fn plot(&self, folder: &Path) -> Result<()> {
        plot::write(&self.rows, folder)
    }
}

/// The outcome that another is measured against: in coherent batches Embree's packets, else its single
/// queries.
fn embree<'a, 'b>(work: Work, outcome: &Outcome, outcomes: &'b [Outcome<'a>]) -> Option<&'b Outcome<'a>> {
    let packets = work == Work::RayClosestCoherent && outcome.contender.configuration.ends_with("batch");
    let is_reference = |other: &&Outcome| {
        let configuration = other.contender.configuration.as_str();
        let (scene, asked_in_packets) = match configuration.strip_suffix(PACKETS) {
            Some(scene) => (scene, true),
            None => (configuration, false),
        };
        [EMBREE, EMBREE_4].contains(&other.contender.library)
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
