//! The reports of the threshold rule at a wedge, in closed form.
//!
//! A wedge is the solid between two half-planes that meet in an edge, at the angle `theta` through the solid.
//! All lengths are in units of the sphere's radius R. The cut is perpendicular to the edge, which is the
//! origin there, and the wedge's bisector is x.
//!
//! Up to 180 degrees a wedge is one convex cell, and a sphere reaches it if no plane of it is farther away
//! than R: the planes shifted by R make a mitre. The true limit is an arc of the angle `pi - theta` around
//! the edge. `n` bevel planes divide this arc into `n + 1` equal parts `a`, each with a mitre of its own: a
//! kite of area `tan(a / 2)` around a sector of area `a / 2`, whose tip is `1 / cos(a / 2)` from the edge.
//! Without bevel planes this is `cot(theta / 2) - (pi - theta) / 2` and `1 / sin(theta / 2)`.
//!
//! From 180 degrees on, the wedge is the union of two half-spaces, and a sphere is near it if it is near one
//! of them.

use glam::DVec2;
use serde::Serialize;
use std::f64::consts::{FRAC_PI_2, PI};

/// The library gives no bevel planes to edges at which the normals' cosine is more than this.
const FLAT: f64 = 0.98;

/// A rule by which spheres touch, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Rule {
    /// As published, with so many bevel planes an edge.
    Threshold {
        /// The number of bevel planes.
        bevels: u32,
    },
    /// The distance to the solid.
    Exact,
}

impl Rule {
    /// Those that are compared. The first is what the others' times are compared with.
    pub(crate) const ALL: [Rule; 4] = [
        Rule::Threshold { bevels: 0 },
        Rule::Threshold { bevels: 1 },
        Rule::Threshold { bevels: 3 },
        Rule::Exact,
    ];

    /// As it is called in tables.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Rule::Threshold { bevels: 0 } => "THRESHOLD",
            Rule::Threshold { bevels: 1 } => "1 bevel",
            Rule::Threshold { bevels: 3 } => "3 bevels",
            Rule::Threshold { .. } => "bevels",
            Rule::Exact => "EXACT",
        }
    }

    /// Bevel planes an edge that its tree is built with.
    pub(crate) fn bevels(self) -> u32 {
        match self {
            Rule::Threshold { bevels } => bevels,
            Rule::Exact => 0,
        }
    }
}

/// The arc around the edge, and the parts that bevel planes make of it.
fn arc(theta: f64, bevels: u32) -> (f64, f64) {
    let arc = (PI - theta).max(0.0);
    let planes = if arc.cos() > FLAT { 0 } else { bevels };
    (arc, f64::from(planes + 1))
}

/// The largest distance beyond R from the solid at which the centre of a reported sphere may be.
pub(crate) fn depth(theta: f64, rule: Rule) -> f64 {
    let Rule::Threshold { bevels } = rule else { return 0.0 };
    let (arc, parts) = arc(theta, bevels);
    1.0 / (arc / parts / 2.0).cos() - 1.0
}

/// The area of the places where it is.
pub(crate) fn area(theta: f64, rule: Rule) -> f64 {
    let Rule::Threshold { bevels } = rule else { return 0.0 };
    let (arc, parts) = arc(theta, bevels);
    parts * (arc / parts / 2.0).tan() - arc / 2.0
}

/// The distance from the solid.
pub(crate) fn distance(theta: f64, p: DVec2) -> f64 {
    let beyond = p.y.atan2(p.x).abs() - theta / 2.0;
    if beyond <= 0.0 {
        0.0
    } else if beyond >= FRAC_PI_2 {
        p.length()
    } else {
        p.length() * beyond.sin()
    }
}

/// The value that the rule takes for the distance. Spheres are reported if it is no more than their radius.
pub(crate) fn height(theta: f64, rule: Rule, p: DVec2) -> f64 {
    let Rule::Threshold { bevels } = rule else { return distance(theta, p) };
    let first = theta / 2.0 + FRAC_PI_2;
    let along = |angle: f64| DVec2::from_angle(angle).dot(p);
    if theta >= PI {
        return along(first).min(along(-first));
    }
    let (arc, parts) = arc(theta, bevels);
    (0..=parts as u32).map(|i| along(first + arc * f64::from(i) / parts)).fold(f64::NEG_INFINITY, f64::max)
}
