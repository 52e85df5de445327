//! The oracle: distances and winding numbers by looking at all triangles, in f64, at some of the nodes.

use super::subject::{Slices, Subject};
use carom::geometry::Vec3;
use glam::DVec3;

/// Nodes times triangles that are looked at.
const EFFORT: usize = 150_000_000;

/// A node of which the truth is known.
struct Sample {
    node: usize,
    distance: f64,
    /// Not known where the winding number is one half, which happens on meshes that are not closed.
    is_inside: Option<bool>,
}

/// The truth at some nodes.
pub(super) struct Oracle {
    samples: Vec<Sample>,
    cell: f64,
}

/// The accuracy of answers.
#[derive(Clone, Copy, Default)]
pub(super) struct Accuracy {
    /// Errors of distances in cells.
    pub(super) max: f64,
    pub(super) mean: f64,
    /// The number of distances that are farther from the truth than the next number of f32.
    pub(super) off: usize,
    pub(super) compared: usize,
    /// The number of samples with a wrong sign.
    pub(super) wrong: usize,
}

impl Oracle {
    /// Half of the samples are anywhere, half less than two cells from the surface, by `values`; all of them
    /// at distances less than `farthest` cells, in the slices that everybody is asked.
    pub(super) fn new(subject: &Subject, values: &[f32], farthest: f64) -> Oracle {
        let cell = f64::from(subject.grid.cell());
        let [x, y, _] = subject.grid.dims().map(|nodes| nodes as usize);
        let asked = Slices::FEWEST.of(&subject.grid);
        let nodes = asked.flat_map(|z| z as usize * x * y..(z as usize + 1) * x * y);
        let nearer = |node: &usize, cells: f64| f64::from(values[*node].abs()) < cells * cell;
        let all: Vec<usize> = nodes.filter(|node| nearer(node, farthest)).collect();
        let near: Vec<usize> = all.iter().copied().filter(|node| nearer(node, 2.0)).collect();
        let count = (EFFORT / subject.mesh.triangles.len().max(1)).clamp(64, 2000);
        let mut random = fastrand::Rng::with_seed(1);
        let mut chosen = Vec::new();
        for of in [&all, &near].into_iter().cycle().take(count).filter(|of| !of.is_empty()) {
            chosen.push(of[random.usize(0..of.len())]);
        }
        chosen.sort_unstable();
        chosen.dedup();
        let corners: Vec<[DVec3; 3]> =
            (0..subject.mesh.triangles.len()).map(|i| subject.mesh.corners(i).map(Vec3::as_dvec3)).collect();
        let sample = |node: usize| {
            let at = [node % x, node / x % y, node / (x * y)].map(|i| i as u32);
            let point = subject.grid.node(at).as_dvec3();
            let squared = corners.iter().map(|triangle| squared_distance(point, triangle));
            let distance = squared.fold(f64::INFINITY, f64::min).sqrt();
            let winding: f64 = corners.iter().map(|triangle| solid_angle(point, triangle)).sum();
            let winding = winding / (4.0 * std::f64::consts::PI);
            let is_inside = ((winding - 0.5).abs() > 1e-6 && distance > 0.0).then_some(winding > 0.5);
            Sample { node, distance, is_inside }
        };
        Oracle { samples: chosen.into_iter().map(sample).collect(), cell }
    }

    /// Compares a value a node; of nodes that were not asked, it is not a number.
    pub(super) fn judge(&self, values: &[f32], signs: bool) -> Accuracy {
        let mut accuracy = Accuracy::default();
        for sample in &self.samples {
            let value = values[sample.node];
            if value.is_nan() {
                continue;
            }
            let error = (f64::from(value.abs()) - sample.distance).abs() / self.cell;
            accuracy.compared += 1;
            accuracy.max = accuracy.max.max(error);
            accuracy.mean += error;
            let (found, right) = (value.abs().to_bits(), (sample.distance as f32).to_bits());
            accuracy.off += usize::from(found.abs_diff(right) > 1);
            let is_wrong = sample.is_inside.is_some_and(|inside| inside != (value < 0.0));
            accuracy.wrong += usize::from(signs && is_wrong);
        }
        accuracy.mean /= accuracy.compared.max(1) as f64;
        accuracy
    }
}

/// The squared distance: the least of the edges', and, where the foot of the point is inside, the plane's.
fn squared_distance(point: DVec3, &[a, b, c]: &[DVec3; 3]) -> f64 {
    let to_edge = |from: DVec3, to: DVec3| {
        let (along, there) = (to - from, point - from);
        let length = along.length_squared();
        let t = if length > 0.0 { (along.dot(there) / length).clamp(0.0, 1.0) } else { 0.0 };
        (there - along * t).length_squared()
    };
    let least = to_edge(a, b).min(to_edge(b, c)).min(to_edge(c, a));
    let normal = (b - a).cross(c - a);
    let is_left = |from: DVec3, to: DVec3| normal.cross(to - from).dot(point - from) >= 0.0;
    if normal.length_squared() > 0.0 && is_left(a, b) && is_left(b, c) && is_left(c, a) {
        let height = normal.dot(point - a);
        return least.min(height * height / normal.length_squared());
    }
    least
}

/// Van Oosterom and Strackee, "The Solid Angle of a Plane Triangle" (1983); positive seen from behind.
fn solid_angle(point: DVec3, corners: &[DVec3; 3]) -> f64 {
    let [a, b, c] = corners.map(|corner| corner - point);
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let below = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    2.0 * a.dot(b.cross(c)).atan2(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tetrahedron_is_around_its_inside() {
        let [o, x, y, z] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let triangles = [[o, y, x], [o, z, y], [o, x, z], [x, y, z]];
        let winding = |at: DVec3| triangles.iter().map(|t| solid_angle(at, t)).sum::<f64>() / 12.566_370_6;
        assert!((winding(DVec3::splat(0.1)) - 1.0).abs() < 1e-6);
        assert!(winding(DVec3::ONE).abs() < 1e-6);
        let squared = |at: DVec3| triangles.iter().map(|t| squared_distance(at, t)).fold(9.0, f64::min);
        assert!((squared(DVec3::splat(0.1)) - 0.01).abs() < 1e-12);
        assert!((squared(DVec3::new(2.0, 0.0, 0.0)) - 1.0).abs() < 1e-12);
        assert!((squared(DVec3::ONE) - 4.0 / 3.0).abs() < 1e-12);
    }
}
