//! Bytes and times of all storages, mesh by mesh.

use crate::common::delta::DeltaTree;
use crate::cost::{self, Cost, Effort};
use crate::library;
use crate::overlap::Relation;
use crate::poses::{self, Class};
use crate::scenes::{self, Scene};
use crate::storage::{Conventional, LeavesRemoved, Storage, Way, both, box_storage};
use crate::traverse::{self, Tally};
use anyhow::{Result, ensure};
use carom::geometry::triangles_intersect;
use carom::mesh::{CookOptions, LayoutKind, Mesh, TrianglePair};
use serde::Serialize;

/// Up to so many pairs of triangles, the plain loop is worth its time.
const PLAIN_LOOP: u64 = 30_000_000;

/// A mesh.
#[derive(Serialize)]
pub(crate) struct Row {
    pub(crate) mesh: String,
    pub(crate) triangles: u64,
    pub(crate) vertices: u64,
    /// The area of the stored boxes to that of the smallest ones.
    pub(crate) enlargement: f64,
    pub(crate) bytes: Vec<Bytes>,
    pub(crate) classes: Vec<Poses>,
    pub(crate) failures: Vec<String>,
}

/// The bytes of a way, by the memory function.
#[derive(Serialize)]
pub(crate) struct Bytes {
    pub(crate) way: Way,
    /// Nodes and leaves.
    pub(crate) tree: u64,
    /// With vertices and their numbers.
    pub(crate) total: u64,
}

/// The results on the poses of a class.
#[derive(Serialize)]
pub(crate) struct Poses {
    pub(crate) class: Class,
    /// Pairs that touch, in all poses.
    pub(crate) pairs: u64,
    pub(crate) ways: Vec<Measured>,
}

/// A way on these poses.
#[derive(Serialize)]
pub(crate) struct Measured {
    pub(crate) way: Way,
    /// A pose; the ratio is to both published changes.
    pub(crate) cost: Cost,
    /// The work that was done, if it is known.
    pub(crate) tally: Option<Tally>,
}

impl Row {
    /// A way's time, relative to both: the geometric mean over the classes.
    pub(crate) fn ratio(&self, way: Way) -> Option<f64> {
        let ratios: Vec<f64> = self.classes.iter().filter_map(|poses| poses.ratio(way)).collect();
        let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        (!ratios.is_empty()).then(|| (logarithms / ratios.len() as f64).exp())
    }
}

impl Poses {
    pub(crate) fn ratio(&self, way: Way) -> Option<f64> {
        self.ways.iter().find(|measured| measured.way == way).map(|measured| measured.cost.ratio)
    }
}

/// Measures all meshes.
pub(crate) fn all(quick: bool, poses: usize, effort: Effort) -> Result<Vec<Row>> {
    scenes::all(quick).iter().map(|scene| one(scene, poses, effort)).collect()
}

fn one(scene: &Scene, poses: usize, effort: Effort) -> Result<Row> {
    let cook = |layout| {
        let options = CookOptions { layout, ..CookOptions::default() };
        Mesh::build(&scene.mesh.input(), options)
    };
    let (delta, wide) = (cook(LayoutKind::Delta)?, cook(LayoutKind::Wide)?);
    let parts = DeltaTree::of(delta.bytes());
    // In the order of `Way::PUBLISHED`.
    let both = both(&parts);
    let leaves_removed = LeavesRemoved::new(&parts);
    let box_storage = box_storage(&parts);
    let conventional = Conventional::new(&parts);
    let stored =
        [both.tree_bytes(), leaves_removed.tree_bytes(), box_storage.tree_bytes(), conventional.tree_bytes()];
    let mut row = Row {
        mesh: scene.name.clone(),
        triangles: parts.corners.len() as u64,
        vertices: parts.positions.len() as u64,
        enlargement: parts.enlargement(),
        bytes: Vec::new(),
        classes: Vec::new(),
        failures: Vec::new(),
    };
    // Vertices and their numbers: the last two parts of the function.
    let mesh_bytes = (size_of_val(&parts.corners[..]) + size_of_val(&parts.positions[..])) as u64;
    for (way, stored) in Way::PUBLISHED.into_iter().zip(stored) {
        let by_formula = way.tree_bytes(row.triangles);
        ensure!(Some(stored) == by_formula, "{}: {stored} bytes, not {by_formula:?}", way.name());
        row.bytes.push(Bytes { way, tree: stored, total: stored + mesh_bytes });
    }
    for (class, relations) in Class::ALL.into_iter().zip(poses::all(&both, &parts.bounds, poses)?) {
        let tallies = [
            tally(&both, &relations),
            tally(&leaves_removed, &relations),
            tally(&box_storage, &relations),
            tally(&conventional, &relations),
        ];
        let pairs = tallies[0].pairs;
        let mut check = |name: &str, found: u64| {
            if found != pairs {
                let text = format!("{}, {}: {name} finds {found} pairs, not {pairs}", row.mesh, class.name());
                row.failures.push(text);
            }
        };
        for (way, tally) in Way::PUBLISHED.iter().zip(&tallies) {
            check(way.name(), tally.pairs);
        }
        if row.triangles * row.triangles * relations.len() as u64 <= PLAIN_LOOP {
            check("the plain loop", relations.iter().map(|relation| plain(&parts, relation)).sum());
        }
        // More than all poses have, so that too many pairs are noticed.
        let mut room = vec![TrianglePair::default(); pairs as usize + 1];
        let mut ask_library = || -> Result<u64> {
            let one = |relation: &Relation| library::pairs([&wide; 2], &relation.poses, &mut room);
            relations.iter().map(one).sum()
        };
        check(Way::Wide.name(), ask_library()?);
        let mut ways: Vec<Box<dyn FnMut()>> = vec![
            Box::new(|| ask(&both, &relations)),
            Box::new(|| ask(&leaves_removed, &relations)),
            Box::new(|| ask(&box_storage, &relations)),
            Box::new(|| ask(&conventional, &relations)),
            Box::new(|| _ = std::hint::black_box(ask_library())),
        ];
        let named = Way::PUBLISHED.into_iter().zip(tallies.map(Some)).chain([(Way::Wide, None)]);
        let costs = cost::in_turns(&mut ways, relations.len(), effort);
        let ways = named.zip(costs).map(|((way, tally), cost)| Measured { way, cost, tally }).collect();
        row.classes.push(Poses { class, pairs, ways });
    }
    // Everything but the header and the alignment of sections.
    let size = wide.stats().size;
    row.bytes.push(Bytes { way: Way::Wide, tree: size.nodes, total: size.total - size.frame });
    Ok(row)
}

fn tally<S: Storage>(tree: &S, relations: &[Relation]) -> Tally {
    let mut sum = Tally::default();
    for relation in relations {
        let tally = traverse::pairs::<S, true>([tree, tree], relation);
        sum.pairs += tally.pairs;
        sum.box_tests += tally.box_tests;
        sum.triangle_box_tests += tally.triangle_box_tests;
        sum.triangle_tests += tally.triangle_tests;
    }
    sum
}

fn ask<S: Storage>(tree: &S, relations: &[Relation]) {
    for relation in relations {
        std::hint::black_box(traverse::pairs::<S, false>([tree, tree], relation));
    }
}

/// Every triangle with every one.
fn plain(mesh: &DeltaTree, relation: &Relation) -> u64 {
    let posed = relation.poses.map(|pose| -> Vec<_> {
        (0..mesh.corners.len() as u32).map(|i| pose.triangle(&mesh.triangle(i))).collect()
    });
    let [a, b] = &posed;
    a.iter().map(|p| b.iter().filter(|q| triangles_intersect(p, q)).count() as u64).sum()
}
