//! Wedges from 10 to 350 degrees, as surfaces and as brushes, by every rule.

use crate::cost::{self, Cost, Effort};
use crate::formula::{self, Rule};
use crate::shapes::{Solid, wedge_brushes, wedge_surface};
use crate::wedge::{self, Asked, FalseHits, ROUNDING, Resolution};
use anyhow::Result;
use carom::geometry::{Sphere, Vec3};
use fastrand::Rng;
use serde::Serialize;

/// The tolerances against the formula: of the depth in radii, and of the area in their squares and relative.
const DEPTH_TOLERANCE: f64 = 1e-3;
const AREA_TOLERANCE: f64 = 1e-3;

/// One rule at one wedge.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) degrees: u32,
    /// The form that the wedge was built from.
    pub(crate) form: &'static str,
    pub(crate) rule: Rule,
    /// By the formula: in radii, and in squares of the radius.
    pub(crate) formula_depth: f64,
    pub(crate) formula_area: f64,
    #[serde(flatten)]
    pub(crate) measured: FalseHits,
    /// Nodes of the tree, bytes of nodes and planes, bytes of the blob.
    pub(crate) nodes: u32,
    pub(crate) tree_bytes: u64,
    pub(crate) bytes: u64,
    /// Of spheres around the edge; to that of the first rule.
    pub(crate) cost: Option<Cost>,
}

/// Measures all wedges with spheres of radius 1.
///
/// # Errors
/// None but the library's own.
pub(crate) fn measure(step: u32, resolution: Resolution, effort: Effort) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for degrees in (10..=350).step_by(step as usize) {
        let theta = f64::from(degrees).to_radians();
        let forms = [
            ("surface", Solid::Surface(wedge_surface(theta))),
            ("brushes", Solid::Brushes(wedge_brushes(theta))),
        ];
        for (form, solid) in forms {
            let asked = Rule::ALL.map(|rule| Asked::new(&solid.input(), rule));
            let asked = asked.into_iter().collect::<carom::Result<Vec<Asked>>>()?;
            let costs = (form == "surface").then(|| times(&asked, effort));
            for (i, asked) in asked.iter().enumerate() {
                let (rule, stats) = (asked.rule, asked.bsp.stats());
                rows.push(Row {
                    degrees,
                    form,
                    rule,
                    formula_depth: formula::depth(theta, rule),
                    formula_area: formula::area(theta, rule),
                    measured: wedge::measure(asked, theta, 1.0, resolution)?,
                    nodes: stats.node_count,
                    tree_bytes: stats.node_bytes + stats.plane_bytes,
                    bytes: stats.total_bytes,
                    cost: costs.as_ref().map(|costs| costs[i]),
                });
            }
        }
    }
    Ok(rows)
}

/// The costs of the rules for spheres of radius 1 whose centres lie up to 4 from the edge.
fn times(asked: &[Asked], effort: Effort) -> Vec<Cost> {
    let rng = &mut Rng::with_seed(1);
    let mut within = |range: f32| (rng.f32() * 2.0 - 1.0) * range;
    let center = |_| Vec3::new(within(4.0), within(4.0), within(4.0));
    let spheres: Vec<Sphere> = (0..4096).map(center).map(|center| Sphere { center, radius: 1.0 }).collect();
    let mut answers = vec![vec![0u8; spheres.len()]; asked.len()];
    let mut ways: Vec<Box<dyn FnMut()>> = Vec::new();
    for (asked, answers) in asked.iter().zip(&mut answers) {
        // The spheres are valid: measuring them before would have failed.
        ways.push(Box::new(|| asked.all(&spheres, answers).unwrap_or_default()));
    }
    cost::in_turns(&mut ways, spheres.len(), effort)
}

/// The measurements that differ from the formulas.
pub(crate) fn failures(rows: &[Row]) -> Vec<String> {
    let mut failures = Vec::new();
    for row in rows {
        let FalseHits { depth, area, departure, departing, missed, .. } = row.measured;
        let what = format!("{} degrees, {}, {}", row.degrees, row.form, row.rule.name());
        if missed > 0 {
            failures.push(format!("{what}: {missed} missed"));
        }
        if (depth - row.formula_depth).abs() > DEPTH_TOLERANCE {
            failures.push(format!("{what}: depth {depth}, not {}", row.formula_depth));
        }
        if (area - row.formula_area).abs() > AREA_TOLERANCE * (1.0 + row.formula_area) {
            failures.push(format!("{what}: area {area}, not {}", row.formula_area));
        }
        if departing > 0 || departure > ROUNDING {
            failures.push(format!("{what}: {departing} places and {departure} off the formula"));
        }
    }
    failures
}
