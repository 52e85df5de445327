//! Brushes: from planes to polytopes, and their fragments in cells.

use super::super::tree::PlaneRef;
use super::plane_table::PlaneTable;
use super::polygon::{Polygon, Side, area_vector, classify, split, square, weld, width};
use super::report::BspReport;
use super::tolerances::{Bounds, Tolerances, union};
use crate::arrays::MapEach;
use crate::bsp::BrushInput;
use crate::vectors::{collected, copied, extend, push, reserve};
use crate::{Error, Result};
use glam::DVec3;

/// A face of a fragment.
pub(super) struct Face {
    /// The brush lies behind it.
    pub(super) plane: PlaneRef,
    /// True if the face lies in the boundary of the cell.
    pub(super) used: bool,
    pub(super) polygon: Polygon,
}

/// The part of a brush in a cell.
pub(super) struct Fragment {
    pub(super) brush: u32,
    pub(super) faces: Vec<Face>,
    pub(super) min: DVec3,
    pub(super) max: DVec3,
}

/// A fragment split by a plane.
pub(super) struct Parts {
    pub(super) front: Option<Fragment>,
    pub(super) back: Option<Fragment>,
}

/// A half-space in f64.
type HalfSpace = (DVec3, f64);

/// The largest extent of brushes, relative to the largest distance of their planes from the origin.
const REACH: f64 = 1024.0;

/// The least cosine of the angle between planes that may be the same, but for rounding.
const SAME: f64 = 1.0 - 1e-6;

/// The least cosine of the angle between planes of which one may stand for the other.
const ALONG: f64 = 0.999;

/// The faces of the intersection of half-spaces.
fn polytope(spaces: &[HalfSpace], reach: f64) -> Result<Faces> {
    let epsilon = reach * 1e-15;
    let mut faces = Vec::new();
    for (i, &space) in spaces.iter().enumerate() {
        let mut polygon = square(space, DVec3::ZERO, reach)?;
        for (j, &other) in spaces.iter().enumerate() {
            if j == i {
                continue;
            }
            polygon = match classify(&polygon, other, epsilon) {
                Side::Back => continue,
                Side::Cross => split(&polygon, other, epsilon)?.1,
                // The same plane twice, but for rounding: the first one counts.
                Side::On if space.0.dot(other.0) > SAME && i < j => continue,
                // A face that lies in the other's plane as well is none, or the brush has no volume.
                Side::On | Side::Front => Polygon::new(),
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

/// An upper bound of the size, from the planes alone.
fn reach_of(spaces: &[HalfSpace]) -> f64 {
    let largest = spaces.iter().map(|space| space.1.abs()).fold(0.0, f64::max);
    // Planes through the origin alone have no size: any reach is valid.
    if largest > 0.0 { largest.max(f64::MIN_POSITIVE) * REACH } else { REACH }
}

/// The planes of a brush in f64, with unit normals, around an origin. Planes whose normals are unit in f32
/// are left as they are.
fn half_spaces(planes: &[[f32; 4]], origin: DVec3) -> Result<Vec<HalfSpace>> {
    let unit = |plane: &[f32; 4]| {
        let [x, y, z, d] = plane.map_each(f64::from);
        let normal = DVec3::new(x, y, z);
        let d = d - normal.dot(origin);
        let length = normal.length();
        if (length - 1.0).abs() < 1e-7 { (normal, d) } else { (normal / length, d / length) }
    };
    collected(planes.iter().map(unit), "brushes")
}

/// The faces of a brush: the indices of their planes, and their corners. Empty if the brush has no volume.
pub(super) type Faces = Vec<(usize, Polygon)>;

/// The faces of all brushes, and the box around those that have volume.
pub(super) fn polytopes(input: &BrushInput) -> Result<(Vec<Faces>, Bounds)> {
    let mut all = reserve(input.brush_count(), "brushes")?;
    let mut bounds = None;
    for (i, planes) in input.brushes().enumerate() {
        let spaces = half_spaces(planes, DVec3::ZERO)?;
        // A brush that only the clipping square bounds would reach as far as that.
        let reach = reach_of(&spaces);
        let faces = polytope(&spaces, reach)?;
        if planes.is_empty() || corners(&faces).any(|corner| corner.abs().max_element() > reach * 0.5) {
            return Err(Error::invalid_argument(text!(
                "brushes[{i}]: its {} planes do not bound it",
                planes.len()
            )));
        }
        if faces.len() >= 4 {
            bounds = corners(&faces).map(|corner| (corner, corner)).fold(bounds, union);
        }
        all.push(faces);
    }
    Ok((all, bounds))
}

fn corners(faces: &[(usize, Polygon)]) -> impl Iterator<Item = DVec3> {
    faces.iter().flat_map(|face| face.1.iter().copied())
}

/// The brushes of an input, with their faces snapped.
pub(super) struct Snapped {
    /// The fragments, made from the planes of the table.
    pub(super) fragments: Vec<Fragment>,
    /// The faces of each brush; those without volume have none.
    pub(super) sides: Vec<Vec<PlaneRef>>,
    /// The largest distance of a corner beyond the plane that a face was snapped to.
    pub(super) lost: f64,
}

/// The brushes of an input from the planes of the table.
pub(super) fn from_input(
    input: &BrushInput,
    polytopes: Vec<Faces>,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    report: &mut BspReport,
) -> Result<Snapped> {
    let (mut fragments, mut lost) = (Vec::new(), 0.0);
    let mut sides_of = reserve(input.brush_count(), "brushes")?;
    for (i, (planes, mut faces)) in input.brushes().zip(polytopes).enumerate() {
        let spaces = half_spaces(planes, tolerances.origin)?;
        faces.iter_mut().flat_map(|face| &mut face.1).for_each(|corner| *corner -= tolerances.origin);
        let mut sides: Vec<PlaneRef> = Vec::new();
        let mut is_same = true;
        if faces.len() >= 4 && is_thick(&faces, &spaces, tolerances.epsilon) {
            for (face, polygon) in &faces {
                let plane = table.find(spaces[*face].0, spaces[*face].1, polygon)?;
                let space = table.half_space(plane);
                for corner in corners(&faces) {
                    lost = f64::max(lost, space.0.dot(corner) - space.1);
                }
                for corner in polygon {
                    report.deviation = report.deviation.max((space.0.dot(*corner) - space.1).abs());
                }
                is_same &= space == spaces[*face] && !sides.contains(&plane);
                if !sides.contains(&plane) {
                    push(&mut sides, plane, "brushes")?;
                }
            }
        }
        // The faces once more, from the planes as they are in the table.
        if is_same {
            for (place, face) in faces.iter_mut().enumerate() {
                face.0 = place;
            }
        }
        let spaces = collected(sides.iter().map(|&plane| table.half_space(plane)), "brushes")?;
        if !is_same || sides.is_empty() {
            faces = polytope(&spaces, reach_of(&spaces))?;
        }
        if faces.len() < 4 || !is_thick(&faces, &spaces, tolerances.epsilon) {
            report.skipped_brushes += 1;
            report.first_skipped.get_or_insert(i as u32);
            sides_of.push(Vec::new());
            continue;
        }
        let face = |(place, polygon): (usize, Polygon)| Face { plane: sides[place], used: false, polygon };
        let fragment = Fragment::new(i as u32, collected(faces.into_iter().map(face), "brushes")?);
        sides_of.push(collected(fragment.faces.iter().map(|face| face.plane), "brushes")?);
        report.faces += fragment.faces.len() as u64;
        push(&mut fragments, fragment, "brushes")?;
    }
    report.deviation = report.deviation.max(lost);
    Ok(Snapped { fragments, sides: sides_of, lost })
}

/// Returns true if some corner is well behind each face.
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

    /// A copy.
    pub(super) fn copy(&self) -> Result<Fragment> {
        let mut faces = reserve(self.faces.len(), "brushes")?;
        for Face { plane, used, polygon } in &self.faces {
            faces.push(Face { plane: *plane, used: *used, polygon: copied(polygon, "brushes")? });
        }
        Ok(Fragment { faces, ..*self })
    }

    /// Returns true if none of its faces is left to split the cell by.
    pub(super) fn is_used(&self) -> bool {
        self.faces.iter().all(|face| face.used)
    }

    /// The number of its faces that are left to split the cell by.
    pub(super) fn unused(&self) -> usize {
        self.faces.iter().filter(|face| !face.used).count()
    }

    /// All corners, as often as faces have them.
    pub(super) fn corners(&self) -> impl Iterator<Item = &DVec3> {
        self.faces.iter().flat_map(|face| &face.polygon)
    }

    /// The largest distance of the fragment outside of half-spaces, and the plane of that half-space.
    pub(super) fn beyond(&self, sides: &[PlaneRef], table: &PlaneTable) -> (f64, Option<PlaneRef>) {
        let mut most = (f64::NEG_INFINITY, None);
        for &plane in sides {
            let (normal, d) = table.half_space(plane);
            // For most planes the box is enough.
            let (center, half) = ((self.min + self.max) * 0.5, (self.max - self.min) * 0.5);
            if normal.dot(center) - d + normal.abs().dot(half) <= most.0 {
                continue;
            }
            let height =
                self.corners().map(|corner| normal.dot(*corner) - d).fold(f64::NEG_INFINITY, f64::max);
            if height > most.0 {
                most = (height, Some(plane));
            }
        }
        most
    }

    /// Classifies it against a plane.
    pub(super) fn classify(&self, plane: PlaneRef, (normal, d): HalfSpace, epsilon: f64) -> Side {
        // A fragment with a face in the plane is on one side, however its corners were rounded.
        if let Some(face) = self.faces.iter().find(|face| face.plane.number() == plane.number()) {
            return if face.plane == plane { Side::Back } else { Side::Front };
        }
        let (center, half) = ((self.min + self.max) * 0.5, (self.max - self.min) * 0.5);
        let (height, reach) = (normal.dot(center) - d, normal.abs().dot(half));
        if height > reach {
            return Side::Front;
        }
        if height < -reach {
            return Side::Back;
        }
        classify(self.corners(), (normal, d), epsilon)
    }

    /// Marks the faces that lie in a plane that now bounds the cell. A face so small that all of it is near
    /// the plane must be parallel to it, too, or a fragment in a corner would fill all of a cell.
    pub(super) fn use_plane(&mut self, plane: PlaneRef, table: &PlaneTable, epsilon: f64) {
        let space = table.half_space(plane);
        for face in &mut self.faces {
            let is_along = || table.half_space(face.plane).0.dot(space.0).abs() > ALONG;
            let in_plane = face.plane.number() == plane.number()
                || !face.used && classify(&face.polygon, space, epsilon) == Side::On && is_along();
            face.used |= in_plane;
        }
    }

    /// The parts in front of and behind a plane.
    pub(super) fn parts(self, plane: PlaneRef, space: HalfSpace, tolerances: &Tolerances) -> Result<Parts> {
        Ok(match self.classify(plane, space, tolerances.noise) {
            Side::Front => Parts { front: Some(self), back: None },
            Side::Back => Parts { front: None, back: Some(self) },
            Side::On => Parts { front: None, back: None },
            Side::Cross => {
                let (front, back) = self.split(plane, space, tolerances)?;
                Parts { front: Some(front), back: Some(back) }
            }
        })
    }

    /// The parts in front of and behind a plane that it crosses. The fragment is split at the plane, but for
    /// the rounding of f64, and nothing is dropped, however thin. Faces that become so narrow that no cell
    /// needs to end there count as used.
    pub(super) fn split(
        self,
        plane: PlaneRef,
        space: HalfSpace,
        tolerances: &Tolerances,
    ) -> Result<(Fragment, Fragment)> {
        let (noise, narrow) = (tolerances.noise, tolerances.epsilon * 0.25);
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut rim: Vec<DVec3> = Vec::new();
        for Face { plane, used, polygon } in self.faces {
            let side = classify(&polygon, space, noise);
            if side != Side::Cross {
                let on_plane = |corner: &DVec3| (space.0.dot(*corner) - space.1).abs() <= noise;
                extend(&mut rim, polygon.iter().copied().filter(on_plane), "brushes")?;
            }
            match side {
                Side::Front => push(&mut front, Face { plane, used, polygon }, "brushes")?,
                Side::Back => push(&mut back, Face { plane, used, polygon }, "brushes")?,
                // A face so small that it is on the plane: its corners belong to both parts.
                Side::On => {
                    let copy = copied(&polygon, "brushes")?;
                    push(&mut front, Face { plane, used, polygon: copy }, "brushes")?;
                    push(&mut back, Face { plane, used, polygon }, "brushes")?;
                }
                Side::Cross => {
                    let (before, behind) = split(&polygon, space, noise)?;
                    let on_plane = |corner: &DVec3| (space.0.dot(*corner) - space.1).abs() <= noise;
                    extend(&mut rim, before.iter().copied().filter(on_plane), "brushes")?;
                    for (polygon, faces) in [(before, &mut front), (behind, &mut back)] {
                        let used = used || width(&polygon) <= narrow;
                        push(faces, Face { plane, used, polygon }, "brushes")?;
                    }
                }
            }
        }
        let cap = cap(rim, space.0, noise)?;
        if cap.len() >= 3 {
            let flipped = collected(cap.iter().rev().copied(), "brushes")?;
            push(&mut front, Face { plane: plane.flipped(), used: true, polygon: flipped }, "brushes")?;
            push(&mut back, Face { plane, used: true, polygon: cap }, "brushes")?;
        }
        Ok((Fragment::new(self.brush, front), Fragment::new(self.brush, back)))
    }
}

/// The cap of a split, from the points where the plane cuts the other faces, ordered by angle around their
/// middle. In place of the angle, a number that grows with it is compared, from -2 to 2; arctangents differ
/// between platforms.
fn cap(mut rim: Vec<DVec3>, normal: DVec3, noise: f64) -> Result<Polygon> {
    let middle = rim.iter().sum::<DVec3>() / rim.len().max(1) as f64;
    let far = |corner: &DVec3| (*corner - middle).length_squared();
    let Some(&farthest) = rim.iter().max_by(|a, b| far(a).total_cmp(&far(b))) else { return Ok(rim) };
    let u = farthest - middle;
    let v = normal.cross(u);
    let angle = |corner: &DVec3| {
        let (x, y) = ((*corner - middle).dot(u), (*corner - middle).dot(v));
        let size = x.abs() + y.abs();
        let part = if size > 0.0 { y.abs() / size } else { 0.0 };
        let half = if x < 0.0 { 2.0 - part } else { part };
        if y < 0.0 { -half } else { half }
    };
    let numbered = rim.iter().enumerate().map(|(i, corner)| (angle(corner), i, *corner));
    let mut around = collected(numbered, "brushes")?;
    // Stable: corners at the same angle keep their order.
    around.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (place, (_, _, corner)) in rim.iter_mut().zip(around) {
        *place = corner;
    }
    weld(&mut rim, noise);
    Ok(if rim.len() >= 3 && area_vector(&rim).dot(normal) > 0.0 { rim } else { Polygon::new() })
}
