//! The choice of the plane that splits a cell of brushes: one of the faces of its fragments, or an axial
//! plane between them.

use super::super::tree::PlaneRef;
use super::brush::{Face, Fragment};
use super::plane_table::PlaneTable;
use super::polygon::{Side, classify};
use super::score::{CANDIDATES, Sampler, Score};
use super::tolerances::Tolerances;
use crate::Result;
use crate::geometry::median;
use crate::vectors::collected;
use arrayvec::ArrayVec;
use glam::DVec3;

/// The number of faces of a brush above which it is first halved by axis-aligned planes; otherwise the tree
/// would be as deep as the brush has faces.
const MANY_FACES: usize = 24;

/// Cells with at least this many brushes may be split by axis-aligned planes, too.
const MANY_BRUSHES: usize = 16;

/// The best splitting plane of a cell with these fragments.
pub(super) fn choose(
    fragments: &[Fragment],
    sampler: Sampler,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
) -> Result<PlaneRef> {
    let epsilon = tolerances.epsilon;
    let mut best: Option<(i64, PlaneRef)> = None;
    let largest = fragments.iter().map(Fragment::unused).max().unwrap_or(0);
    if largest > MANY_FACES
        && let Some((axis, at)) = halve(fragments, epsilon)?
        && let Some(plane) = axial(fragments, (axis, at), table, tolerances)?
    {
        return Ok(plane);
    }
    let total: usize = fragments.iter().map(Fragment::unused).sum();
    let mut tried: ArrayVec<u32, CANDIDATES> = ArrayVec::new();
    for at in sampler.sample(total) {
        let Some(plane) = nth_unused(fragments, at) else { continue };
        if tried.contains(&plane.number()) {
            continue;
        }
        tried.push(plane.number());
        let score = score(fragments, plane, table.half_space(plane), epsilon).total();
        if best.is_none_or(|best| score < best.0) {
            best = Some((score, plane));
        }
    }
    if fragments.len() >= MANY_BRUSHES {
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let starts = fragments.iter().map(|fragment| fragment.min.dot(axis));
            let mut starts = collected(starts, "brushes")?;
            let at = median(&mut starts);
            let score = score(fragments, PlaneRef::new(u32::MAX >> 1, false), (axis, at), epsilon);
            // Fragments on the plane go behind it.
            let most = score.both + score.front.max(score.back + score.coplanar);
            if most < fragments.len() as i64
                && best.is_none_or(|best| score.total() < best.0)
                && let Some(plane) = axial(fragments, (axis, at), table, tolerances)?
            {
                best = Some((score.total(), plane));
            }
        }
    }
    // There is always an unused face; otherwise the cell is partly outside of the brush, or the brush fills
    // it.
    Ok(best.map_or(PlaneRef::new(0, false), |best| best.1))
}

/// The plane of the table for an axial one, if each child has less work. It may differ from the given plane,
/// which is snapped.
fn axial(
    fragments: &[Fragment],
    (axis, at): (DVec3, f64),
    table: &mut PlaneTable,
    tolerances: &Tolerances,
) -> Result<Option<PlaneRef>> {
    let plane = table.find(axis, at, &[axis * at])?;
    let space = table.half_space(plane);
    let (mut front, mut back, mut whole) = (0, 0, 0);
    for fragment in fragments {
        let amount = 1 + fragment.unused();
        whole += amount;
        match fragment.classify(plane, space, tolerances.epsilon) {
            Side::Front => front += amount,
            Side::Back | Side::On => back += amount,
            // Counted as the split itself will divide it.
            Side::Cross => {
                let side = |face: &Face| classify(&face.polygon, space, tolerances.noise);
                let open = || fragment.faces.iter().filter(|face| !face.used);
                front += 1 + open().filter(|face| side(face) != Side::Back).count();
                back += 1 + open().filter(|face| side(face) != Side::Front).count();
            }
        }
    }
    Ok((front < whole && back < whole).then_some(plane))
}

fn nth_unused(fragments: &[Fragment], mut n: usize) -> Option<PlaneRef> {
    for fragment in fragments {
        for face in fragment.faces.iter().filter(|face| !face.used) {
            if n == 0 {
                return Some(face.plane);
            }
            n -= 1;
        }
    }
    None
}

fn score(fragments: &[Fragment], plane: PlaneRef, space: (DVec3, f64), epsilon: f64) -> Score {
    let mut score = Score::default();
    for fragment in fragments {
        score.count(fragment.classify(plane, space, epsilon));
        let coplanar = |face: &Face| face.plane.number() == plane.number() && !face.used;
        score.coplanar += i64::from(fragment.faces.iter().any(coplanar));
    }
    score
}

/// An axis, and the place along it at which a plane halves the faces of the brush that has most, if that
/// makes progress.
fn halve(fragments: &[Fragment], epsilon: f64) -> Result<Option<(DVec3, f64)>> {
    let Some(largest) = fragments.iter().max_by_key(|fragment| fragment.unused()) else { return Ok(None) };
    let total = largest.unused();
    let mut best: Option<(usize, DVec3, f64)> = None;
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        let middle = |face: &Face| {
            face.polygon.iter().map(|corner| corner.dot(axis)).sum::<f64>() / face.polygon.len() as f64
        };
        let open = || largest.faces.iter().filter(|face| !face.used);
        let mut middles = collected(open().map(middle), "brushes")?;
        let at = median(&mut middles);
        let (mut front, mut back) = (0, 0);
        for face in open() {
            let side = classify(&face.polygon, (axis, at), epsilon);
            front += usize::from(side != Side::Back);
            back += usize::from(side != Side::Front);
        }
        let most = front.max(back);
        if most * 10 < total * 9 && best.is_none_or(|best| most < best.0) {
            best = Some((most, axis, at));
        }
    }
    Ok(best.map(|(_, axis, at)| (axis, at)))
}
