//! The faces of a convex solid: each plane's square, clipped by all others (f64).

use super::faces::Face;
use glam::{DVec3, Vec3};

/// No level is larger, in its own units.
const FAR: f64 = 1e6;

/// Corners nearer to a plane than this lie on it, in the level's units.
const ON_PLANE: f64 = 1e-5;

/// Faces with less area are none, in square units.
const SMALLEST: f64 = 1e-4;

/// Planes with unit normals, each once.
pub(super) fn half_spaces(planes: &[[f32; 4]]) -> Vec<(DVec3, f64)> {
    let mut unit: Vec<(DVec3, f64)> = Vec::new();
    for &[x, y, z, d] in planes {
        let normal = Vec3::new(x, y, z).as_dvec3();
        let (normal, d) = (normal / normal.length(), f64::from(d) / normal.length());
        let is_same = |other: &(DVec3, f64)| {
            (other.0 - normal).abs().max_element() < 1e-7 && (other.1 - d).abs() < ON_PLANE
        };
        if !unit.iter().any(is_same) {
            unit.push((normal, d));
        }
    }
    unit
}

/// The faces of the intersection of all half-spaces; none if it has no volume or no end.
pub(super) fn faces(planes: &[(DVec3, f64)]) -> Vec<Face> {
    let mut faces = Vec::new();
    for (i, &(normal, d)) in planes.iter().enumerate() {
        let mut corners = square(normal, d);
        for (k, &(other, limit)) in planes.iter().enumerate() {
            if k != i {
                corners = clip(&corners, other, limit);
            }
        }
        corners.dedup_by(|a, b| a.distance(*b) < ON_PLANE);
        if corners.len() < 3 || area(&corners, normal) < SMALLEST {
            continue;
        }
        if corners.iter().any(|corner| corner.abs().max_element() > FAR / 2.0) {
            return Vec::new();
        }
        faces.push(Face { normal, d, corners });
    }
    if faces.len() < 4 { Vec::new() } else { faces }
}

fn area(corners: &[DVec3], normal: DVec3) -> f64 {
    let twice = |k: usize| (corners[k - 1] - corners[0]).cross(corners[k] - corners[0]).dot(normal);
    (2..corners.len()).map(twice).sum::<f64>() / 2.0
}

/// A large square on a plane, counter-clockwise seen from where the normal points.
fn square(normal: DVec3, d: f64) -> Vec<DVec3> {
    let (u, v) = normal.any_orthonormal_pair();
    let (u, v) = if u.cross(v).dot(normal) > 0.0 { (u, v) } else { (v, u) };
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(a, b)| normal * d + (u * a + v * b) * FAR)
        .to_vec()
}

/// The part of a polygon in `normal . p <= d`; nothing if that is a line at most.
fn clip(corners: &[DVec3], normal: DVec3, d: f64) -> Vec<DVec3> {
    let heights: Vec<f64> = corners.iter().map(|corner| normal.dot(*corner) - d).collect();
    if heights.iter().all(|&height| height > -ON_PLANE) {
        return Vec::new();
    }
    let mut inside = Vec::with_capacity(corners.len() + 1);
    for (i, &corner) in corners.iter().enumerate() {
        let next = (i + 1) % corners.len();
        let (here, there) = (heights[i], heights[next]);
        if here <= ON_PLANE {
            inside.push(corner);
        }
        if (here > ON_PLANE && there < -ON_PLANE) || (here < -ON_PLANE && there > ON_PLANE) {
            inside.push(corner + (corners[next] - corner) * (here / (here - there)));
        }
    }
    inside
}
