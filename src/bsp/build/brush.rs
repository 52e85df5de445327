//! Brushes: from planes to polytopes, and what remains of them in a cell.

use super::super::tree::Side;
use super::plane_table::PlaneTable;
use super::polygon::{Polygon, area_vector, place, split, square, weld, width};
use super::{Bounds, Place, Report, Tolerances, union};
use crate::bsp::BrushInput;
use crate::error::{collected, extend, push, reserve};
use crate::{Error, Result};
use glam::DVec3;

/// A face of what remains of a brush.
#[derive(Clone)]
pub(super) struct Face {
    /// The brush lies behind it.
    pub(super) side: Side,
    /// Whether the cell ends here too.
    pub(super) used: bool,
    pub(super) polygon: Polygon,
}

/// What remains of a brush in a cell.
pub(super) struct Fragment {
    pub(super) brush: u32,
    pub(super) faces: Vec<Face>,
    pub(super) min: DVec3,
    pub(super) max: DVec3,
}

/// A half-space in f64.
type HalfSpace = (DVec3, f64);

/// How far brushes may reach, relative to the largest distance of their planes from the origin.
const REACH: f64 = 1024.0;

/// The cosine of the angle between planes that may be meant as one.
const SAME: f64 = 1.0 - 1e-6;

/// The cosine of the angle between planes of which one may stand for the other.
const ALONG: f64 = 0.999;

/// The faces of the common part of half-spaces: which, and their corners. Empty if it has no volume.
fn polytope(spaces: &[HalfSpace], reach: f64) -> Result<Vec<(usize, Polygon)>> {
    let epsilon = reach * 1e-15;
    let mut faces = Vec::new();
    for (i, &space) in spaces.iter().enumerate() {
        let mut polygon = square(space, DVec3::ZERO, reach)?;
        for (j, &other) in spaces.iter().enumerate() {
            if j == i {
                continue;
            }
            polygon = match place(&polygon, other, epsilon) {
                Place::Back => continue,
                Place::Both => split(&polygon, other, epsilon)?.1,
                // The same plane twice, but for rounding: the first one counts.
                Place::On if space.0.dot(other.0) > SAME && i < j => continue,
                // A face that lies in the other's plane as well is none, or the brush has no volume.
                Place::On | Place::Front => Polygon::new(),
            };
            if polygon.is_empty() {
                break;
            }
        }
        weld(&mut polygon, epsilon * 16.0);
        if polygon.len() >= 3 {
            push(&mut faces, (i, polygon), "brushes")?;
        }
    }
    Ok(faces)
}

/// Size of everything that is bounded, from the planes alone.
fn reach_of(spaces: &[HalfSpace]) -> f64 {
    let largest = spaces.iter().map(|space| space.1.abs()).fold(0.0, f64::max);
    // Planes through the origin alone have no size: any will do.
    if largest > 0.0 { largest.max(f64::MIN_POSITIVE) * REACH } else { REACH }
}

/// The planes of a brush in f64, with unit normals, around an origin. What f32 can hold is left as it is.
fn half_spaces(planes: &[[f32; 4]], origin: DVec3) -> Result<Vec<HalfSpace>> {
    let unit = |plane: &[f32; 4]| {
        let [x, y, z, d] = plane.map(f64::from);
        let normal = DVec3::new(x, y, z);
        let d = d - normal.dot(origin);
        let length = normal.length();
        if (length - 1.0).abs() < 1e-7 { (normal, d) } else { (normal / length, d / length) }
    };
    collected(planes.iter().map(unit), "brushes")
}

/// The box around all brushes that have volume.
pub(super) fn bounds(input: &BrushInput) -> Result<Bounds> {
    let mut bounds = None;
    for (i, planes) in input.brushes().enumerate() {
        let spaces = half_spaces(planes, DVec3::ZERO)?;
        // A brush that only the clipping square bounds would reach as far as that.
        let reach = reach_of(&spaces);
        let faces = polytope(&spaces, reach)?;
        if corners(&faces).any(|corner| corner.abs().max_element() > reach * 0.5) {
            return Err(Error::InvalidArgument(format!(
                "brushes[{i}]: its {} planes do not bound it",
                planes.len()
            )));
        }
        if faces.len() >= 4 {
            bounds = corners(&faces).map(|corner| (corner, corner)).fold(bounds, union);
        }
    }
    Ok(bounds)
}

fn corners(faces: &[(usize, Polygon)]) -> impl Iterator<Item = DVec3> {
    faces.iter().flat_map(|face| face.1.iter().copied())
}

/// The brushes of an input from the planes of the table, and the faces of each. Those without volume have none.
pub(super) fn from_input(
    input: &BrushInput,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    report: &mut Report,
) -> Result<(Vec<Fragment>, Vec<Vec<Side>>)> {
    let mut fragments = Vec::new();
    let mut sides_of = reserve(input.brush_count(), "brushes")?;
    for (i, planes) in input.brushes().enumerate() {
        sides_of.push(Vec::new());
        let spaces = half_spaces(planes, tolerances.origin)?;
        let faces = polytope(&spaces, reach_of(&spaces))?;
        let mut sides: Vec<Side> = Vec::new();
        if faces.len() >= 4 && is_thick(&faces, &spaces, tolerances.epsilon) {
            for (face, polygon) in &faces {
                let side = table.find(spaces[*face].0, spaces[*face].1, polygon)?;
                let (normal, d) = table.half_space(side);
                let beyond = corners(&faces).map(|corner| normal.dot(corner) - d);
                report.deviation = beyond.fold(report.deviation, f64::max);
                if !sides.contains(&side) {
                    push(&mut sides, side, "brushes")?;
                }
            }
        }
        // Once more, from the planes as they are in the table.
        let spaces = collected(sides.iter().map(|&side| table.half_space(side)), "brushes")?;
        let faces = polytope(&spaces, reach_of(&spaces))?;
        if faces.len() < 4 || !is_thick(&faces, &spaces, tolerances.epsilon) {
            report.skipped_brushes += 1;
            report.first_skipped.get_or_insert(i as u32);
            continue;
        }
        let face = |(place, polygon): (usize, Polygon)| Face { side: sides[place], used: false, polygon };
        let fragment = Fragment::new(i as u32, collected(faces.into_iter().map(face), "brushes")?);
        sides_of[i] = collected(fragment.faces.iter().map(|face| face.side), "brushes")?;
        report.faces += fragment.faces.len() as u64;
        push(&mut fragments, fragment, "brushes")?;
    }
    Ok((fragments, sides_of))
}

/// Whether some corner is well behind every face.
fn is_thick(faces: &[(usize, Polygon)], spaces: &[HalfSpace], epsilon: f64) -> bool {
    faces.iter().all(|&(face, _)| {
        let (normal, d) = spaces[face];
        corners(faces).any(|corner| normal.dot(corner) - d < -epsilon)
    })
}

impl Fragment {
    pub(super) fn new(brush: u32, faces: Vec<Face>) -> Fragment {
        let mut fragment = Fragment { brush, faces, min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };
        for corner in fragment.faces.iter().flat_map(|face| &face.polygon) {
            fragment.min = fragment.min.min(*corner);
            fragment.max = fragment.max.max(*corner);
        }
        fragment
    }

    /// Whether it fills its cell.
    pub(super) fn fills(&self) -> bool {
        self.faces.iter().all(|face| face.used)
    }

    /// Where it is from a plane.
    pub(super) fn place(&self, side: Side, (normal, d): HalfSpace, epsilon: f64) -> Place {
        // A fragment with a face in the plane is on one side, whatever rounding did to its corners.
        if let Some(face) = self.faces.iter().find(|face| face.side.plane() == side.plane()) {
            return if face.side == side { Place::Back } else { Place::Front };
        }
        let (center, half) = ((self.min + self.max) * 0.5, (self.max - self.min) * 0.5);
        let (height, reach) = (normal.dot(center) - d, normal.abs().dot(half));
        if height > reach {
            return Place::Front;
        }
        if height < -reach {
            return Place::Back;
        }
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for corner in self.faces.iter().flat_map(|face| &face.polygon) {
            let height = normal.dot(*corner) - d;
            low = low.min(height);
            high = high.max(height);
        }
        match (low < -epsilon, high > epsilon) {
            (true, true) => Place::Both,
            (true, false) => Place::Back,
            (false, true) => Place::Front,
            (false, false) => Place::On,
        }
    }

    /// Marks the faces that lie in a plane at which the cell now ends. A face so small that it is nowhere far from the
    /// plane lies in it only if it looks that way too, or what is left of a brush in a corner would fill all of a cell.
    pub(super) fn use_plane(&mut self, side: Side, table: &PlaneTable, epsilon: f64) {
        let space = table.half_space(side);
        for face in &mut self.faces {
            let is_along = || table.half_space(face.side).0.dot(space.0).abs() > ALONG;
            let in_plane = face.side.plane() == side.plane()
                || !face.used && place(&face.polygon, space, epsilon) == Place::On && is_along();
            face.used |= in_plane;
        }
    }

    /// The parts in front of and behind a plane, where they have volume.
    pub(super) fn split(
        self,
        side: Side,
        space: HalfSpace,
        epsilon: f64,
    ) -> Result<(Option<Fragment>, Option<Fragment>)> {
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut rim: Vec<DVec3> = Vec::new();
        for Face { side, used, polygon } in self.faces {
            match place(&polygon, space, epsilon) {
                Place::Front => push(&mut front, Face { side, used, polygon }, "brushes")?,
                Place::Back => push(&mut back, Face { side, used, polygon }, "brushes")?,
                // Its neighbours meet the plane at its edges.
                Place::On => {}
                Place::Both => {
                    let (before, behind) = split(&polygon, space, epsilon)?;
                    for (part, faces) in [(before, &mut front), (behind, &mut back)] {
                        let on_plane = |corner: &DVec3| (space.0.dot(*corner) - space.1).abs() <= epsilon;
                        extend(&mut rim, part.iter().copied().filter(on_plane), "brushes")?;
                        if width(&part) > epsilon * 0.25 {
                            push(faces, Face { side, used, polygon: part }, "brushes")?;
                        }
                    }
                }
            }
        }
        let cap = cap(rim, space.0, epsilon)?;
        if cap.len() >= 3 {
            let turned = collected(cap.iter().rev().copied(), "brushes")?;
            push(&mut front, Face { side: side.turned(), used: true, polygon: turned }, "brushes")?;
            push(&mut back, Face { side, used: true, polygon: cap }, "brushes")?;
        }
        let whole = |faces: Vec<Face>| (faces.len() >= 4).then(|| Fragment::new(self.brush, faces));
        Ok((whole(front), whole(back)))
    }
}

/// The face that a cut makes, from the points at which it cuts the others: ordered around their middle.
fn cap(mut rim: Vec<DVec3>, normal: DVec3, epsilon: f64) -> Result<Polygon> {
    let middle = rim.iter().sum::<DVec3>() / rim.len().max(1) as f64;
    let Some(&first) = rim.first() else { return Ok(rim) };
    let u = first - middle;
    let v = normal.cross(u);
    let angle = |corner: &DVec3| (*corner - middle).dot(v).atan2((*corner - middle).dot(u));
    let numbered = rim.iter().enumerate().map(|(i, corner)| (angle(corner), i, *corner));
    let mut around = collected(numbered, "brushes")?;
    // Corners in the same direction stay in their order.
    around.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (place, (_, _, corner)) in rim.iter_mut().zip(around) {
        *place = corner;
    }
    weld(&mut rim, epsilon * 0.25);
    Ok(if rim.len() >= 3 && area_vector(&rim).dot(normal) > 0.0 { rim } else { Polygon::new() })
}
