//! Finds leaks of a surface: faces are filtered down the finished tree, and every piece must reach a leaf of
//! the right kind.
//!
//! The faces of a box around everything must reach leaves of one kind: the outside is all empty, or all
//! solid. A face of the surface itself must have empty leaves in front and solid ones behind. If another
//! solid touches it there, that solid's leaves may be in front.

use super::super::tree::NodeRef;
use super::arena::Arena;
use super::plane_table::PlaneTable;
use super::polygon::{Polygon, Side, area, classify, split, square, width};
use super::report::Leak;
use super::surface::Face;
use super::tolerances::Tolerances;
use super::winding::Winding;
use crate::Result;
use crate::progress::ProgressStages;
use crate::vectors::{collected, push};
use glam::DVec3;

/// The fraction of area that may seem to leak by rounding.
const ALLOWED: f64 = 1e-6;

/// Leaking area, and the place of its largest piece.
#[derive(Default)]
struct Fault {
    total: f64,
    wrong: f64,
    largest: f64,
    position: DVec3,
}

impl Fault {
    fn count(&mut self, polygon: &[DVec3], wrong: bool) {
        let area = area(polygon);
        self.total += area;
        if wrong {
            self.wrong += area;
            if area > self.largest {
                self.largest = area;
                self.position = polygon.iter().sum::<DVec3>() / polygon.len() as f64;
            }
        }
    }

    fn leak(&self, outside: bool) -> Option<Leak> {
        let fraction = self.wrong / self.total.max(f64::MIN_POSITIVE);
        let leak = Leak { position: self.position.as_vec3(), fraction, outside };
        (fraction > ALLOWED).then_some(leak)
    }
}

/// The result of a search for leaks.
pub(super) struct Found {
    pub(super) leak: Option<Leak>,
    /// True if solids touch, so that part of the surface is inside of all of them together.
    pub(super) touching: bool,
}

/// Looks for leaks of a surface in its tree.
pub(super) fn find(
    arena: &Arena,
    table: &PlaneTable,
    faces: &[Face],
    (winding, inverse): (&Winding, bool),
    deviation: f64,
    tolerances: &Tolerances,
    stages: &mut ProgressStages,
) -> Result<Found> {
    let filter = Filter { arena, table, winding, inverse, epsilon: tolerances.epsilon };
    let mut touching = false;
    let leak = match filter.outside(tolerances.scale)? {
        None => filter.faces(faces, deviation, &mut touching, stages)?,
        leak => leak,
    };
    let position = |leak: Leak| (leak.position.as_dvec3() + tolerances.origin).as_vec3();
    Ok(Found { leak: leak.map(|leak| Leak { position: position(leak), ..leak }), touching })
}

struct Filter<'a> {
    arena: &'a Arena,
    table: &'a PlaneTable,
    winding: &'a Winding,
    /// True if faces are flipped.
    inverse: bool,
    epsilon: f64,
}

impl Filter<'_> {
    /// Checks that the six faces of a box around everything are of one kind.
    fn outside(&self, scale: f64) -> Result<Option<Leak>> {
        let reach = scale * 1.125;
        let (mut solid, mut empty) = (Fault::default(), Fault::default());
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            for normal in [axis, -axis] {
                let face = square((normal, reach), DVec3::ZERO, reach)?;
                self.filter(face, &mut |leaf, piece| {
                    let is_solid = leaf != NodeRef::EMPTY;
                    solid.count(piece, is_solid);
                    empty.count(piece, !is_solid);
                })?;
            }
        }
        // The kind with less area leaks.
        Ok(if solid.wrong < empty.wrong { solid.leak(true) } else { empty.leak(true) })
    }

    /// Checks that all faces have empty leaves in front and solid ones behind. Tested a little away from the
    /// face, because right at it there may be cells that are nothing but rounding.
    fn faces(
        &self,
        faces: &[Face],
        deviation: f64,
        touching: &mut bool,
        stages: &mut ProgressStages,
    ) -> Result<Option<Leak>> {
        let away = 4.0 * (self.epsilon + deviation);
        let mut fault = Fault::default();
        for (i, face) in faces.iter().enumerate() {
            stages.advance(i as f64 / faces.len() as f64)?;
            let (normal, _) = self.table.half_space(face.plane);
            for front in [true, false] {
                let shift = normal * if front { away } else { -away };
                let polygon = collected(face.polygon.iter().map(|corner| *corner + shift), "leaks")?;
                self.filter(polygon, &mut |leaf, piece| {
                    let is_wrong = (leaf == NodeRef::EMPTY) != front && width(piece) > 16.0 * away;
                    // If solids touch, faces of both lie there, and cancel each other.
                    let touches = is_wrong && front != self.inverse && self.touches(piece, shift);
                    *touching |= touches;
                    fault.count(piece, is_wrong && !touches);
                })?;
            }
        }
        Ok(fault.leak(false))
    }

    /// Returns true if the winding number is the same on both sides of a piece of a face that was moved by
    /// `shift`.
    fn touches(&self, piece: &[DVec3], shift: DVec3) -> bool {
        let middle = piece.iter().sum::<DVec3>() / piece.len() as f64;
        self.winding.number(middle) == self.winding.number(middle - shift * 2.0)
    }

    /// Visits the pieces of a polygon with the leaves that they are in.
    fn filter(&self, polygon: Polygon, found: &mut impl FnMut(NodeRef, &[DVec3])) -> Result<()> {
        let mut pending = Vec::new();
        push(&mut pending, (self.arena.root(), polygon), "leaks")?;
        while let Some((child, polygon)) = pending.pop() {
            let Some(index) = child.index() else {
                found(child, &polygon);
                continue;
            };
            let (node, before, behind) = self.arena.node(index);
            let space = self.table.half_space(node);
            match classify(&polygon, space, self.epsilon) {
                Side::Front => push(&mut pending, (before, polygon), "leaks")?,
                Side::Back | Side::On => push(&mut pending, (behind, polygon), "leaks")?,
                Side::Cross => {
                    let (a, b) = split(&polygon, space, self.epsilon)?;
                    for (part, child) in [(a, before), (b, behind)] {
                        if width(&part) > self.epsilon {
                            push(&mut pending, (child, part), "leaks")?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
