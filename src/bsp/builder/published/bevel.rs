//! Bevel planes: extra planes at the convex edges of solid cells, Melax's cure for mitres.
//!
//! A plane through an edge with the whole cell behind it cuts nothing off, but rejects spheres in front of
//! it. False positives remain with any number of planes, and each plane costs a node in every cell at its
//! edge. The exact check needs no bevel planes; they are for comparison.

use crate::Result;
use crate::bsp::builder::arena::{Arena, Slot};
use crate::bsp::builder::brush::Fragment;
use crate::bsp::builder::cells::each_leaf;
use crate::bsp::builder::plane_table::PlaneTable;
use crate::bsp::builder::tolerances::Tolerances;
use crate::bsp::tree::{MAX_DEPTH, NodeRef, PlaneRef};
use crate::progress::ProgressStages;
use crate::vectors::{collected, push};
use glam::DVec3;

/// The largest cosine between the normals at an edge that gets planes. Edges with a larger one give hardly
/// any false positives.
const FLAT: f64 = 0.98;

/// Adds `count` bevel planes at each convex edge of the solid.
pub(in crate::bsp::builder) fn add(
    arena: &mut Arena,
    table: &mut PlaneTable,
    count: u32,
    inverse: bool,
    tolerances: &Tolerances,
    stages: &mut ProgressStages,
) -> Result<()> {
    let mut found = Vec::new();
    each_leaf(arena, table, tolerances, stages, |arena, table, leaf, slot, depth, cell| {
        if (leaf == NodeRef::EMPTY) == inverse {
            let bevels = bevels(arena, table, &cell, count, inverse, tolerances)?;
            if !bevels.is_empty() {
                let corners = collected(cell.corners().copied(), "bevels")?;
                push(&mut found, Bevelled { leaf, slot, depth, bevels, corners }, "bevels")?;
            }
        }
        Ok(())
    })?;
    for Bevelled { leaf, mut slot, depth, bevels, corners } in found {
        for normal in bevels.into_iter().take(MAX_DEPTH - depth) {
            let plane = table.behind(normal, &corners)?;
            let (front, back) = arena.branch(slot, plane)?;
            arena.set(front, if inverse { NodeRef::solid(0) } else { NodeRef::EMPTY });
            slot = back;
        }
        arena.set(slot, leaf);
    }
    Ok(())
}

/// A leaf that gets bevel planes.
struct Bevelled {
    leaf: NodeRef,
    slot: Slot,
    depth: usize,
    /// Normals of the planes.
    bevels: Vec<DVec3>,
    /// The corners of its cell.
    corners: Vec<DVec3>,
}

/// The normals of a cell's bevel planes.
fn bevels(
    arena: &Arena,
    table: &PlaneTable,
    cell: &Fragment,
    count: u32,
    inverse: bool,
    tolerances: &Tolerances,
) -> Result<Vec<DVec3>> {
    let near = tolerances.epsilon * 4.0;
    let mut bevels = Vec::new();
    for (i, face) in cell.faces.iter().enumerate() {
        for (k, &from) in face.polygon.iter().enumerate() {
            let to = face.polygon[(k + 1) % face.polygon.len()];
            let middle = (from + to) * 0.5;
            // At T-junctions, the neighbour that has the edge's middle counts.
            let neighbour =
                cell.faces[i + 1..].iter().find(|other| has_on_edge(&other.polygon, middle, near));
            let Some(neighbour) = neighbour else { continue };
            let (a, b) = (unit(table, face.plane), unit(table, neighbour.plane));
            let outside = middle + (a + b).normalize_or_zero() * (near * 16.0);
            if a.dot(b) > FLAT || is_solid(arena, table, outside, inverse) {
                continue;
            }
            for step in 1..=count {
                let normal = between(a, b, f64::from(step) / f64::from(count + 1));
                if normal != DVec3::ZERO {
                    push(&mut bevels, normal, "bevels")?;
                }
            }
        }
    }
    Ok(bevels)
}

/// The number of halvings of an angle.
const HALVINGS: usize = 16;

/// The unit vector at a part of the angle from one to another; zero if they are opposite. The angle is halved
/// by square roots, which are the same on every platform. The last angle is so small, 5e-5, that its chord is
/// divided instead, with an error below 1e-14.
fn between(mut from: DVec3, mut to: DVec3, mut part: f64) -> DVec3 {
    for _ in 0..HALVINGS {
        let middle = (from + to).normalize_or_zero();
        if middle == DVec3::ZERO {
            return DVec3::ZERO;
        }
        part *= 2.0;
        match part >= 1.0 {
            true => (from, part) = (middle, part - 1.0),
            false => to = middle,
        }
    }
    (from + (to - from) * part).normalize_or_zero()
}

fn unit(table: &PlaneTable, plane: PlaneRef) -> DVec3 {
    table.half_space(plane).0.normalize()
}

/// Returns true if a point lies on an edge of a polygon.
fn has_on_edge(polygon: &[DVec3], point: DVec3, near: f64) -> bool {
    polygon.iter().enumerate().any(|(i, &from)| {
        let edge = polygon[(i + 1) % polygon.len()] - from;
        let t = ((point - from).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
        (from + edge * t - point).length() <= near
    })
}

/// Returns true if the leaf that a point is in is solid.
fn is_solid(arena: &Arena, table: &PlaneTable, point: DVec3, inverse: bool) -> bool {
    let mut current = arena.root();
    while let Some(index) = current.index() {
        let (plane, front, back) = arena.node(index);
        let (normal, d) = table.half_space(plane);
        current = if normal.dot(point) > d { front } else { back };
    }
    (current == NodeRef::EMPTY) == inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_divided_evenly() {
        let a = DVec3::new(0.6, 0.0, 0.8);
        for angle in [0.3f64, 1.0, 1.5, 2.0, 3.0, 3.1] {
            let side = DVec3::new(0.8, 0.0, -0.6);
            let b = a * angle.cos() + side * angle.sin();
            for count in 1..17 {
                for step in 1..=count {
                    let part = f64::from(step) / f64::from(count + 1);
                    let expected = a * (angle * part).cos() + side * (angle * part).sin();
                    assert!((between(a, b, part) - expected).length() < 1e-14, "{angle} {part}");
                }
            }
        }
        assert_eq!(between(a, -a, 0.5), DVec3::ZERO);
    }
}
