//! The directions along which a solid and a core may be apart: the normals of the faces of the solid that is their
//! Minkowski difference.
//!
//! These are the normals of the solid's faces, those of the core's, and of an edge of each the cross product, if the
//! edges' arcs on the sphere of normals cross (Gregorius, "The Separating Axis Test between Convex Polyhedra", 2013).
//! The arcs of a core's parallel edges make a whole circle together, so two signs decide it, and the solid reaches as
//! far along the cross product as its edge.

use super::core::Core;
use super::solid::{Edge, Face, Solid};
use glam::DVec3;

/// The square of the sine of the angle below which two edges have no cross product: 2^-80.
const PARALLEL: f64 = 1.0 / (1u128 << 80) as f64;

/// The square of the sine of the angle between faces below which rounding turns their edge by so much that others may
/// reach farther: 2^-20.
const FLAT: f64 = 1.0 / (1u64 << 20) as f64;

/// The origin of a direction.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// A face of the solid.
    Face(usize),
    /// A face of the core.
    Own,
    /// An edge of the solid, and the generator of the core's edge.
    Edges(Edge, usize),
}

/// A direction out of the solid, and how far the core is in front of the solid along it.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) normal: DVec3,
    /// Negative if they overlap along it.
    pub(super) gap: f64,
    pub(super) origin: Origin,
}

/// Shows all of them, faces first.
#[inline(always)]
pub(super) fn each_axis(solid: &Solid, core: &Core, mut show: impl FnMut(&Axis)) {
    for i in 0..solid.face_count() {
        let Face { normal, d } = solid.face(i);
        let gap = (normal.dot(core.center) - d) - core.reach(normal);
        show(&Axis { normal, gap, origin: Origin::Face(i) });
    }
    if !core.axes.is_empty() {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        solid.each_edge(|edge| {
            for (k, axis) in core.axes.iter().enumerate() {
                let (a, b) = (axis.dot(edge.a), axis.dot(edge.b));
                low[k] = low[k].min(a).min(b);
                high[k] = high[k].max(a).max(b);
            }
        });
        for (k, &axis) in core.axes.iter().enumerate() {
            let (at, reach) = (axis.dot(core.center), core.reach(axis));
            show(&Axis { normal: axis, gap: (at - high[k]) - reach, origin: Origin::Own });
            show(&Axis { normal: -axis, gap: (low[k] - at) - reach, origin: Origin::Own });
        }
    }
    if core.generators.is_empty() {
        return;
    }
    solid.each_edge(|edge| {
        let [first, second] = edge.faces.map(|face| solid.face(usize::from(face)).normal);
        // More exact than from one end to the other.
        let along = first.cross(second);
        let is_flat = along.length_squared() < FLAT;
        for (k, &generator) in core.generators.iter().enumerate() {
            if first.dot(generator) * second.dot(generator) >= 0.0 {
                continue;
            }
            let across = along.cross(generator);
            let square = across.length_squared();
            if !(square > PARALLEL * along.length_squared() * generator.length_squared()) {
                continue;
            }
            let normal = across / square.sqrt();
            let normal = if normal.dot(first + second) < 0.0 { -normal } else { normal };
            let highest = match is_flat {
                true => solid.highest(normal),
                false => normal.dot(edge.a).max(normal.dot(edge.b)),
            };
            let gap = (normal.dot(core.center) - highest) - core.reach(normal);
            show(&Axis { normal, gap, origin: Origin::Edges(*edge, k) });
        }
    });
}

/// The direction of the largest gap; none of a solid without faces.
pub(super) fn widest(solid: &Solid, core: &Core) -> Option<Axis> {
    let mut widest: Option<Axis> = None;
    each_axis(solid, core, |axis| {
        if widest.is_none_or(|before| axis.gap > before.gap) {
            widest = Some(*axis);
        }
    });
    widest
}
