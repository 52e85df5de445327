//! The published rule to the letter, on the inverse tree, beside the mirrored walk on the ordinary one.

use crate::common::{asset, sphere};
use crate::cost::{self, Cost, Effort};
use crate::shapes::wedge_surface;
use crate::solid::room;
use anyhow::Result;
use carom::bsp::{Bsp, BspInput, BspOptions, Filter, SphereMode, SurfaceInput};
use carom::geometry::Sphere;
use fastrand::Rng;
use serde::Serialize;

/// Both rules on one closed surface, or on several of a kind.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) faces: usize,
    /// The numbers of spheres that were put to both, that the ordinary tree reports, and that got one answer.
    pub(crate) spheres: u64,
    pub(crate) hits: u64,
    pub(crate) equal: u64,
    /// Spheres that touch by the exact check, and that one of the two does not report.
    pub(crate) missed: u64,
    pub(crate) ordinary_nodes: u64,
    pub(crate) inverse_nodes: u64,
    /// Of the inverse tree; to the ordinary one.
    pub(crate) cost: Cost,
}

/// Compares the rules on wedges, a room, a sphere, and, unless it should be quick, a scan.
///
/// # Errors
/// None but the library's own.
pub(crate) fn measure(quick: bool, spheres: usize, effort: Effort) -> Result<Vec<Row>> {
    let mut wedges = Row { name: "35 wedges".to_owned(), ..Row::default() };
    let mut ratios = Vec::new();
    for degrees in (10..=350).step_by(10) {
        let surface = wedge_surface(f64::from(degrees).to_radians());
        let row = compare("", &surface.input(), spheres / 8, effort, false)?;
        wedges.faces += surface.counts.len();
        wedges.spheres += row.spheres;
        wedges.hits += row.hits;
        wedges.equal += row.equal;
        wedges.missed += row.missed;
        wedges.ordinary_nodes += row.ordinary_nodes;
        wedges.inverse_nodes += row.inverse_nodes;
        ratios.push(row.cost);
    }
    let of = |of: fn(&Cost) -> f64| cost::median(ratios.iter().map(of).collect());
    wedges.cost = Cost { ns: of(|cost| cost.ns), ratio: of(|cost| cost.ratio) };
    let room = room();
    let mut rows = vec![wedges, compare("L-shaped room", &room.input(), spheres, effort, false)?];
    let mut meshes =
        vec![("sphere", sphere(40, 2.0)), ("finer sphere", sphere(if quick { 60 } else { 120 }, 2.0))];
    if !quick {
        meshes.push(("scan of a skull", asset("skull")));
    }
    for (name, mesh) in meshes {
        let surface = SurfaceInput::triangles(&mesh.positions, &mesh.indices);
        rows.push(compare(name, &BspInput::Surface(surface), spheres, effort, name == "scan of a skull")?);
    }
    Ok(rows)
}

/// Puts spheres of many sizes, in and around a surface, to both trees.
fn compare(name: &str, input: &BspInput, count: usize, effort: Effort, ignore_leaks: bool) -> Result<Row> {
    let options = |inverse| BspOptions { inverse, ignore_leaks, ..BspOptions::default() };
    let trees = [Bsp::build(input, &options(false))?, Bsp::build(input, &options(true))?];
    let bounds = trees[0].bounds();
    let (middle, half) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min) * 0.5);
    let rng = &mut Rng::with_seed(count as u64);
    let mut next = |_| {
        // From a ten-thousandth of the size to a third.
        let radius = half.max_element() * 10f32.powf(rng.f32() * 3.5 - 4.0);
        let unit = crate::solid::vector(rng, 1.2).as_vec3();
        Sphere { center: middle + unit * half, radius }
    };
    let spheres: Vec<Sphere> = (0..count).map(&mut next).collect();
    let mut answers = vec![vec![0u8; spheres.len()]; 2];
    for (tree, answers) in trees.iter().zip(&mut answers) {
        tree.overlap_sphere(&spheres, SphereMode::Threshold, &Filter::default(), &mut answers[..])?;
    }
    let equal = answers[0].iter().zip(&answers[1]).filter(|(a, b)| a == b).count() as u64;
    let hits = answers[0].iter().map(|&answer| u64::from(answer)).sum();
    let mut touching = vec![0u8; spheres.len()];
    trees[0].overlap_sphere(&spheres, SphereMode::Exact, &Filter::default(), &mut touching[..])?;
    let pairs = answers[0].iter().zip(&answers[1]).map(|(a, b)| a & b);
    let missed = touching.iter().zip(pairs).filter(|(touches, both)| **touches > *both).count() as u64;
    let timed = &spheres[..spheres.len().min(8192)];
    let mut ways: Vec<Box<dyn FnMut()>> = Vec::new();
    for (tree, answers) in trees.iter().zip(&mut answers) {
        ways.push(Box::new(|| {
            // The same spheres have just been answered.
            let done =
                tree.overlap_sphere(timed, SphereMode::Threshold, &Filter::default(), &mut answers[..]);
            done.unwrap_or_default();
        }));
    }
    let costs = cost::in_turns(&mut ways, timed.len(), effort);
    let faces = match input {
        BspInput::Surface(surface) => surface.polygon_count(),
        BspInput::Brushes(_) => 0,
    };
    Ok(Row {
        name: name.to_owned(),
        faces,
        spheres: spheres.len() as u64,
        hits,
        equal,
        missed,
        ordinary_nodes: trees[0].stats().node_count.into(),
        inverse_nodes: trees[1].stats().node_count.into(),
        cost: costs[1],
    })
}

/// The rows in which the two rules answer differently on trees of the same size, or one of them misses
/// anything. The false reports of the threshold depend on the splitters. Those of large surfaces are drawn
/// from a sample, which need not be the same for both trees.
pub(crate) fn failures(rows: &[Row]) -> Vec<String> {
    let mut failures = Vec::new();
    for row in rows {
        if row.equal != row.spheres && row.ordinary_nodes == row.inverse_nodes {
            failures.push(format!("{}: {} answers differ", row.name, row.spheres - row.equal));
        }
        if row.missed > 0 {
            failures.push(format!("{}: {} missed", row.name, row.missed));
        }
    }
    failures
}
