//! The tree of a closed surface: cells are split by the planes of its faces until no faces are left in any.
//!
//! A cell without faces is all solid or all empty, as the face by whose plane it was split last tells. All
//! faces in that plane, of both directions, are consumed at once. Under the published rule, faces of the same
//! direction go to the front; then their plane would be used again, and cells would appear that nothing
//! bounds.
//!
//! Building ends because every cell has fewer faces than its parent. The plane of a face consumes that face,
//! and every other one comes to each child once at most. An axial plane is taken only if it leaves fewer on
//! either side, counted on the parts.

use super::super::tree::{MAX_DEPTH, NodeRef, PlaneRef};
use super::arena::{Arena, Slot, too_deep};
use super::plane_table::PlaneTable;
use super::polygon::{Side, area, classify, split, width};
use super::report::BspReport;
use super::score::{CANDIDATES, Sampler, Score};
use super::shares::shares;
use super::surface::Face;
use super::tolerances::Tolerances;
use crate::geometry::median;
use crate::progress::ProgressStages;
use crate::vectors::{collected, extend, push};
use crate::{Error, Result};
use arrayvec::ArrayVec;
use glam::DVec3;

/// A cell that is to be split.
struct Cell {
    faces: Vec<Face>,
    /// The label of the cell if no faces are in it.
    solid: bool,
    slot: Slot,
    depth: usize,
    sampler: Sampler,
    /// Its estimated share of all the work, for progress.
    share: f64,
}

/// Cells with more faces than this may be split by axis-aligned planes, too.
const MANY_FACES: usize = 32;

/// Builds the tree of a surface. The content of solid leaves is 0.
pub(super) fn build(
    faces: Vec<Face>,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    report: &mut BspReport,
    stages: &mut ProgressStages,
) -> Result<Arena> {
    let mut arena = Arena::new();
    let epsilon = tolerances.epsilon;
    let whole = Cell { faces, solid: false, slot: Slot::Root, depth: 0, sampler: Sampler::new(), share: 1.0 };
    let mut pending = Vec::new();
    push(&mut pending, whole, "tree")?;
    let mut done = 0.0;
    while let Some(cell) = pending.pop() {
        let Cell { faces, solid, slot, depth, sampler, share } = cell;
        if faces.is_empty() {
            done += share;
            arena.set(slot, if solid { NodeRef::solid(0) } else { NodeRef::EMPTY });
            continue;
        }
        stages.advance(done)?;
        if depth == MAX_DEPTH {
            return Err(too_deep());
        }
        let before = faces.len();
        let parts = divide(faces, table, sampler, epsilon)?;
        if parts.front.len().max(parts.back.len()) >= before {
            return Err(Error::too_large(text!(
                "tree: a plane that leaves all of {before} faces on one side"
            )));
        }
        report.splits += parts.splits;
        let (to_front, to_back) = arena.branch(slot, parts.plane)?;
        // Coplanar faces of both directions are walls between rooms, or lie where solids touch: both sides
        // keep the label from before.
        let difference = parts.same - parts.opposite;
        let clear = difference.abs() > 1e-6 * (parts.same + parts.opposite);
        let (in_front, behind) = match clear {
            true => (difference < 0.0, difference > 0.0),
            false => (solid, solid),
        };
        let depth = depth + 1;
        let shares = shares(share, parts.front.len(), parts.back.len());
        let (ahead, rear) = (
            sampler.behind(table.half_space(parts.plane.flipped())),
            sampler.behind(table.half_space(parts.plane)),
        );
        let front = Cell {
            faces: parts.front,
            solid: in_front,
            slot: to_front,
            depth,
            sampler: ahead,
            share: shares.0,
        };
        let back =
            Cell { faces: parts.back, solid: behind, slot: to_back, depth, sampler: rear, share: shares.1 };
        extend(&mut pending, [front, back], "tree")?;
    }
    Ok(arena)
}

/// A cell split by a plane.
struct Parts {
    plane: PlaneRef,
    front: Vec<Face>,
    back: Vec<Face>,
    splits: u64,
    /// Area of the coplanar faces that face as the plane does.
    same: f64,
    /// Area of those that face the other way.
    opposite: f64,
}

/// Splits a cell by the best plane.
fn divide(faces: Vec<Face>, table: &mut PlaneTable, sampler: Sampler, epsilon: f64) -> Result<Parts> {
    let mut best: Option<(i64, PlaneRef)> = None;
    let mut tried: ArrayVec<u32, CANDIDATES> = ArrayVec::new();
    for at in sampler.sample(faces.len()) {
        let plane = faces[at].plane;
        if tried.contains(&plane.number()) {
            continue;
        }
        tried.push(plane.number());
        let score = score(&faces, plane, table.half_space(plane), epsilon).total();
        if best.is_none_or(|best| score < best.0) {
            best = Some((score, plane));
        }
    }
    let (score, plane) = best.unwrap_or((0, faces[0].plane));
    if faces.len() > MANY_FACES
        && let Some((axis, at)) = axial(&faces, score, epsilon)?
    {
        let plane = table.find(axis, at, &[axis * at])?;
        if divides(&faces, plane, table, epsilon)? {
            return cut(faces, plane, table, epsilon);
        }
    }
    cut(faces, plane, table, epsilon)
}

/// Classifies a face against a plane, to which it may have been snapped.
fn classify_face(face: &Face, plane: PlaneRef, space: (DVec3, f64), epsilon: f64) -> Side {
    if face.plane.number() == plane.number() { Side::On } else { classify(&face.polygon, space, epsilon) }
}

fn score(faces: &[Face], plane: PlaneRef, space: (DVec3, f64), epsilon: f64) -> Score {
    let mut score = Score::default();
    for face in faces {
        score.count(classify_face(face, plane, space, epsilon));
    }
    score
}

/// An axis-aligned plane through the middle of the faces with a better score than `best`.
fn axial(faces: &[Face], mut best: i64, epsilon: f64) -> Result<Option<(DVec3, f64)>> {
    let mut found = None;
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        // The same for both directions of a face.
        let middle = |face: &Face| {
            let along = face.polygon.iter().map(|corner| corner.dot(axis));
            along.clone().fold(f64::INFINITY, f64::min) + along.fold(f64::NEG_INFINITY, f64::max)
        };
        let mut middles = collected(faces.iter().map(|face| middle(face) * 0.5), "tree")?;
        // Rounded as in the table.
        let at = f64::from(median(&mut middles) as f32);
        let score = score(faces, PlaneRef::new(u32::MAX >> 1, false), (axis, at), epsilon);
        let most = score.both + score.front.max(score.back) + score.coplanar;
        if most < faces.len() as i64 && score.axial() < best {
            (best, found) = (score.axial(), Some((axis, at)));
        }
    }
    Ok(found)
}

/// Returns true if a plane leaves faces on both of its sides, and fewer than there are. Only the plane of a
/// face can label a cell without faces.
fn divides(faces: &[Face], plane: PlaneRef, table: &PlaneTable, epsilon: f64) -> Result<bool> {
    let space = table.half_space(plane);
    let (mut in_front, mut behind) = (0, 0);
    for face in faces {
        match classify_face(face, plane, space, epsilon) {
            Side::On => {}
            Side::Front => in_front += 1,
            Side::Back => behind += 1,
            Side::Cross => {
                let (front, back) = split(&face.polygon, space, epsilon)?;
                in_front += usize::from(width(&front) > epsilon);
                behind += usize::from(width(&back) > epsilon);
            }
        }
    }
    Ok((1..faces.len()).contains(&in_front) && (1..faces.len()).contains(&behind))
}

fn cut(faces: Vec<Face>, plane: PlaneRef, table: &PlaneTable, epsilon: f64) -> Result<Parts> {
    let space = table.half_space(plane);
    let mut parts = Parts { plane, front: Vec::new(), back: Vec::new(), splits: 0, same: 0.0, opposite: 0.0 };
    for face in faces {
        match classify_face(&face, plane, space, epsilon) {
            Side::On => {
                let same = match face.plane.number() == plane.number() {
                    true => face.plane == plane,
                    false => table.half_space(face.plane).0.dot(space.0) > 0.0,
                };
                *(if same { &mut parts.same } else { &mut parts.opposite }) += area(&face.polygon);
            }
            Side::Front => push(&mut parts.front, face, "tree")?,
            Side::Back => push(&mut parts.back, face, "tree")?,
            Side::Cross => {
                parts.splits += 1;
                let (front, back) = split(&face.polygon, space, epsilon)?;
                for (polygon, to) in [(front, &mut parts.front), (back, &mut parts.back)] {
                    // A sliver would label a cell like any other face, and be wrong.
                    if width(&polygon) > epsilon {
                        push(to, Face { plane: face.plane, polygon }, "tree")?;
                    }
                }
            }
        }
    }
    Ok(parts)
}
