//! The winding number of a surface around a point. It separates inside from outside for any surface.
//!
//! A line from the point along z crosses the surface. Each crossing out of it counts 1, each into it -1. A
//! polygon is crossed if its projection contains the point's, by the half-open rule for edges. The
//! computation for an edge is the same for both of its polygons: of polygons that share edges, exactly one is
//! crossed.

use super::polygon::Polygon;
use crate::Result;
use crate::vectors::zeroed;
use glam::DVec3;

/// Polygons in a grid over the xy plane.
pub(super) struct Winding {
    polygons: Vec<Polygon>,
    origin: DVec3,
    step: DVec3,
    side: usize,
    /// The index of each cell's first polygon, and the end of the last cell's.
    starts: Vec<u32>,
    members: Vec<u32>,
    /// The winding number of points far away: 1 if the surface faces inwards, and the solid is around it.
    base: i64,
}

impl Winding {
    pub(super) fn new(polygons: Vec<Polygon>) -> Result<Winding> {
        let corners = || polygons.iter().flatten();
        let min = corners().fold(DVec3::INFINITY, |min, corner| min.min(*corner));
        let max = corners().fold(DVec3::NEG_INFINITY, |max, corner| max.max(*corner));
        let side = ((polygons.len() as f64).sqrt() as usize).clamp(1, 2048);
        let step = ((max - min) / side as f64).max(DVec3::splat(f64::MIN_POSITIVE));
        let mut winding = Winding {
            origin: min,
            step,
            side,
            starts: zeroed(side * side + 1, "winding")?,
            members: Vec::new(),
            base: i64::from(volume(&polygons, min) < 0.0),
            polygons,
        };
        let mut counts = zeroed::<u32>(side * side + 1, "winding")?;
        winding.each_cell(|cell, _| counts[cell + 1] += 1);
        for i in 0..side * side {
            counts[i + 1] += counts[i];
        }
        winding.starts.copy_from_slice(&counts);
        let mut members = zeroed(counts[side * side] as usize, "winding")?;
        winding.each_cell(|cell, polygon| {
            members[counts[cell] as usize] = polygon;
            counts[cell] += 1;
        });
        winding.members = members;
        Ok(winding)
    }

    /// Visits the grid cells that each polygon's box touches.
    fn each_cell(&self, mut found: impl FnMut(usize, u32)) {
        for (i, polygon) in self.polygons.iter().enumerate() {
            let corners = || polygon.iter().map(|&corner| self.cell(corner));
            let x = corners().map(|cell| cell.0);
            let y = corners().map(|cell| cell.1);
            let (x0, x1) = (x.clone().min().unwrap_or(0), x.max().unwrap_or(0));
            let (y0, y1) = (y.clone().min().unwrap_or(0), y.max().unwrap_or(0));
            for y in y0..=y1 {
                for x in x0..=x1 {
                    found(y * self.side + x, i as u32);
                }
            }
        }
    }

    fn cell(&self, point: DVec3) -> (usize, usize) {
        let at = (point - self.origin) / self.step;
        let last = self.side - 1;
        ((at.x as usize).min(last), (at.y as usize).min(last))
    }

    /// Returns true if a point is in the solid.
    pub(super) fn is_solid(&self, point: DVec3) -> bool {
        self.number(point) >= 1
    }

    /// The winding number at a point: 1 in a solid, 0 outside, more where solids overlap.
    pub(super) fn number(&self, point: DVec3) -> i64 {
        let (x, y) = self.cell(point);
        let cell = y * self.side + x;
        let members = &self.members[self.starts[cell] as usize..self.starts[cell + 1] as usize];
        let crossings: i64 = members.iter().map(|&i| crossing(&self.polygons[i as usize], point)).sum();
        self.base + crossings
    }
}

/// The crossing number of a polygon: 1 if the line upwards from a point leaves through it, -1 if it enters,
/// else 0.
fn crossing(polygon: &Polygon, point: DVec3) -> i64 {
    let mut inside = false;
    let mut twice_area = 0.0;
    for (i, &a) in polygon.iter().enumerate() {
        let b = polygon[(i + 1) % polygon.len()];
        twice_area +=
            (a.x - polygon[0].x) * (b.y - polygon[0].y) - (b.x - polygon[0].x) * (a.y - polygon[0].y);
        if (a.y > point.y) != (b.y > point.y) {
            let (low, high) = if a.y > b.y { (b, a) } else { (a, b) };
            let x = low.x + (high.x - low.x) * ((point.y - low.y) / (high.y - low.y));
            inside ^= point.x < x;
        }
    }
    if !inside || height(polygon, point) <= point.z {
        return 0;
    }
    if twice_area > 0.0 { 1 } else { -1 }
}

/// The height at which the line through a point along z meets the polygon's plane, clamped to the polygon's
/// own heights.
fn height(polygon: &Polygon, point: DVec3) -> f64 {
    let normal = super::polygon::area_vector(polygon);
    let low = polygon.iter().fold(f64::INFINITY, |low, corner| low.min(corner.z));
    let high = polygon.iter().fold(f64::NEG_INFINITY, |high, corner| high.max(corner.z));
    let from = polygon[0];
    let z = from.z - (normal.x * (point.x - from.x) + normal.y * (point.y - from.y)) / normal.z;
    // A polygon on edge has no such point; its middle is as good as any.
    if z.is_nan() { (low + high) * 0.5 } else { z.clamp(low, high) }
}

/// Six times the volume inside.
fn volume(polygons: &[Polygon], origin: DVec3) -> f64 {
    let fan = |polygon: &Polygon| {
        let a = polygon[0] - origin;
        polygon.windows(2).map(|pair| a.dot((pair[0] - origin).cross(pair[1] - origin))).sum::<f64>()
    };
    polygons.iter().filter(|polygon| !polygon.is_empty()).map(fan).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube from 0 to 1, facing inwards if asked.
    fn cube(inwards: bool) -> Vec<Polygon> {
        let mut faces = Vec::new();
        for k in 0..3 {
            for high in [0.0, 1.0] {
                let at = |u: f64, v: f64| {
                    let mut corner = DVec3::ZERO;
                    (corner[k], corner[(k + 1) % 3], corner[(k + 2) % 3]) = (high, u, v);
                    corner
                };
                let mut face = vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)];
                if (high == 0.0) != inwards {
                    face.reverse();
                }
                faces.push(face);
            }
        }
        faces
    }

    #[test]
    fn a_cube_is_solid_inside_and_a_room_outside() {
        let (block, room) = (Winding::new(cube(false)).unwrap(), Winding::new(cube(true)).unwrap());
        for (point, inside) in [
            (DVec3::splat(0.5), true),
            (DVec3::new(0.5, 0.5, 1.5), false),
            (DVec3::new(0.5, 0.5, -0.5), false),
            (DVec3::new(1.5, 0.5, 0.5), false),
            // On the diagonal of grid cells.
            (DVec3::new(0.25, 0.25, 0.75), true),
        ] {
            assert_eq!(block.is_solid(point), inside, "{point}");
            assert_eq!(room.is_solid(point), !inside, "{point}");
        }
    }

    #[test]
    fn nothing_is_empty() {
        assert!(!Winding::new(Vec::new()).unwrap().is_solid(DVec3::ZERO));
    }
}
