//! The audit of a tree of brushes: no solid part may be missing from the leaves.
//!
//! Each brush is pushed down the finished tree as a polytope, by nothing but the nodes' planes. If a fragment
//! that is thicker than the slack reaches a leaf that does not hold its brush, the leaf is split by the
//! brush's remaining faces, and the brush is added behind all of them. The builder should leave nothing to
//! repair. The report has the number of repairs.

use super::super::tree::NodeRef;
use super::arena::{Arena, Slot};
use super::brush::{Fragment, Parts};
use super::brush_tree::{Brushes, Lists};
use super::plane_table::PlaneTable;
use super::polygon::Side;
use super::tolerances::Tolerances;
use crate::Result;
use crate::progress::ProgressStages;
use crate::vectors::push;

/// The factor by which a fragment may reach farther beyond a plane than in the builder without being cut:
/// rounding must not decide otherwise than it did there.
const MARGIN: f64 = 1.25;

/// The data that decides if a leaf holds a fragment.
pub(super) struct Audit<'a> {
    pub(super) brushes: &'a Brushes<'a>,
    pub(super) table: &'a PlaneTable,
    pub(super) tolerances: &'a Tolerances,
    /// The thickness up to which parts may be missing.
    pub(super) slack: f64,
}

impl Audit<'_> {
    /// Looks for all fragments, and repairs the tree where one is missing. Returns the number of leaves
    /// repaired.
    pub(super) fn repair(
        &self,
        fragments: Vec<Fragment>,
        arena: &mut Arena,
        lists: &mut Lists,
        stages: &mut ProgressStages,
    ) -> Result<u64> {
        let (count, mut repaired) = (fragments.len() as f64, 0);
        let mut pending = Vec::new();
        for (i, fragment) in fragments.into_iter().enumerate() {
            stages.advance(i as f64 / count)?;
            push(&mut pending, (arena.root(), Slot::Root, fragment), "audit")?;
            while let Some((child, slot, fragment)) = pending.pop() {
                let Some(index) = child.index() else {
                    if self.is_missing(lists, child, &fragment)
                        && let Some(fragment) = self.cut_off(fragment, slot, arena)?
                        && self.is_missing(lists, child, &fragment)
                    {
                        self.add(&fragment, child, slot, arena, lists)?;
                        repaired += 1;
                    }
                    continue;
                };
                let (plane, front, back) = arena.node(index);
                let (front, back) = ((front, Slot::Front(index as u32)), (back, Slot::Back(index as u32)));
                let space = self.table.half_space(plane);
                let parts = match fragment.classify(plane, space, self.tolerances.epsilon * MARGIN) {
                    Side::Front => Parts { front: Some(fragment), back: None },
                    Side::Back => Parts { front: None, back: Some(fragment) },
                    Side::On | Side::Cross => fragment.parts(plane, space, self.tolerances)?,
                };
                for (part, (child, slot)) in [(parts.front, front), (parts.back, back)] {
                    if let Some(part) = part {
                        push(&mut pending, (child, slot, part), "audit")?;
                    }
                }
            }
        }
        Ok(repaired)
    }

    /// Returns true if a leaf lacks a fragment, and the fragment is thick.
    fn is_missing(&self, lists: &Lists, leaf: NodeRef, fragment: &Fragment) -> bool {
        !self.holds(lists, leaf, fragment) && self.is_thick(fragment)
    }

    /// The part of a fragment that is exactly inside of a leaf's cell, if any. Most parts that seem to be
    /// missing were left uncut on the path by the margin.
    #[cold]
    fn cut_off(&self, fragment: Fragment, slot: Slot, arena: &Arena) -> Result<Option<Fragment>> {
        let mut rest = Some(fragment);
        for plane in arena.path(slot)? {
            let Some(fragment) = rest else { break };
            rest = fragment.parts(plane, self.table.half_space(plane), self.tolerances)?.back;
        }
        Ok(rest)
    }

    /// Returns true if a leaf has the fragment's brush, or an equivalent one that contains the fragment.
    fn holds(&self, lists: &Lists, leaf: NodeRef, fragment: &Fragment) -> bool {
        let attributes = self.brushes.attributes(fragment.brush);
        lists.any(leaf, |brush| {
            brush == fragment.brush
                || self.brushes.attributes(brush) == attributes
                    && fragment.beyond(self.brushes.sides(brush), self.table).0 <= self.slack
        })
    }

    /// Returns true if a fragment is thicker than the slack: for each face, some corner is farther than that
    /// behind it.
    fn is_thick(&self, fragment: &Fragment) -> bool {
        fragment.faces.iter().all(|face| {
            let (normal, d) = self.table.half_space(face.plane);
            fragment.corners().any(|corner| normal.dot(*corner) - d < -self.slack)
        })
    }

    /// Splits a leaf by the faces that a fragment has of its brush, and adds the brush behind all of them.
    /// The other faces lie in the boundary of the leaf's cell.
    fn add(
        &self,
        fragment: &Fragment,
        leaf: NodeRef,
        mut slot: Slot,
        arena: &mut Arena,
        lists: &mut Lists,
    ) -> Result<()> {
        let sides = self.brushes.sides(fragment.brush);
        for face in fragment.faces.iter().filter(|face| sides.contains(&face.plane)) {
            let (front, back) = arena.branch(slot, face.plane)?;
            arena.set(front, leaf);
            slot = back;
        }
        arena.set(slot, lists.with(leaf, fragment.brush)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BrushInput, BspOptions, BspReport, brush, brush_tree};
    use super::*;
    use glam::DVec3;

    /// Boxes that overlap and touch, one cut off at an angle, as planes.
    fn planes() -> (Vec<[f32; 4]>, Vec<u32>) {
        let mut planes = Vec::new();
        for (min, max) in
            [([0, 0, 0], [4, 4, 4]), ([4, 0, 0], [6, 4, 2]), ([1, 1, 2], [3, 3, 9]), ([5, 1, 1], [9, 2, 5])]
        {
            for k in 0..3 {
                let mut normal = [0.0; 4];
                (normal[k], normal[3]) = (1.0, max[k] as f32);
                planes.push(normal);
                (normal[k], normal[3]) = (-1.0, -min[k] as f32);
                planes.push(normal);
            }
        }
        planes.push([0.6, 0.0, 0.8, 8.0]);
        (planes, vec![6, 6, 6, 7])
    }

    /// A leaf is emptied on purpose: the audit finds the damage, and restores the content.
    #[test]
    fn damaged_leaves_are_repaired() {
        let (planes, counts) = planes();
        let input = BrushInput { attributes: Some(&[1, 1, 2, 1]), ..BrushInput::new(&planes, &counts) };
        let (polytopes, bounds) = brush::polytopes(&input).unwrap();
        let tolerances = Tolerances::new(bounds, true, &BspOptions::default()).unwrap();
        let mut table = PlaneTable::new(tolerances.snap, tolerances.scale);
        let (mut report, mut stages) = (BspReport::default(), ProgressStages::new(None));
        let brush::Snapped { fragments, sides, lost } =
            brush::from_input(&input, polytopes, &mut table, &tolerances, &mut report).unwrap();
        let all = || fragments.iter().map(|fragment| fragment.copy().unwrap()).collect::<Vec<_>>();
        let brushes = Brushes { sides: &sides, input: &input };
        let (mut arena, mut lists) =
            brush_tree::build(all(), &brushes, &mut table, &tolerances, &mut report, &mut stages).unwrap();
        let slack = tolerances.epsilon + lost;
        let audit = Audit { brushes: &brushes, table: &table, tolerances: &tolerances, slack };
        let mut mend =
            |arena: &mut Arena, lists: &mut Lists| audit.repair(all(), arena, lists, &mut stages).unwrap();
        assert_eq!(mend(&mut arena, &mut lists), 0);

        let holds = |arena: &Arena, lists: &Lists, point: DVec3, brush: u32| {
            let mut at = arena.root();
            while let Some(index) = at.index() {
                let (plane, front, back) = arena.node(index);
                let (normal, d) = table.half_space(plane);
                at = if normal.dot(point) > d { front } else { back };
            }
            let attributes = brushes.attributes(brush);
            lists.any(at, |other| brushes.attributes(other) == attributes)
        };
        let points: Vec<(DVec3, u32)> = (0..4096)
            .map(|i| {
                DVec3::new((i % 16) as f64 * 0.6, (i / 16 % 16) as f64 * 0.3, (i / 256) as f64 * 0.6) + 0.05
            })
            .flat_map(|point| (0..4).map(move |brush| (point, brush)))
            .filter(|(point, brush)| {
                let mut spaces = sides[*brush as usize].iter().map(|plane| table.half_space(*plane));
                spaces.all(|(normal, d)| normal.dot(*point) < d - 0.01)
            })
            .collect();
        assert!(points.len() > 500);
        let mut damaged = 0;
        for i in 0..arena.len() {
            let (_, front, back) = arena.node(i);
            for (leaf, slot) in [(front, Slot::Front(i as u32)), (back, Slot::Back(i as u32))] {
                if leaf.content().is_none() {
                    continue;
                }
                damaged += 1;
                arena.set(slot, NodeRef::EMPTY);
                assert!(
                    points.iter().any(|&(point, brush)| !holds(&arena, &lists, point, brush)),
                    "{slot:?}"
                );
                assert!(mend(&mut arena, &mut lists) > 0, "{slot:?}");
                assert_eq!(mend(&mut arena, &mut lists), 0, "{slot:?}");
                assert!(points.iter().all(|&(point, brush)| holds(&arena, &lists, point, brush)), "{slot:?}");
                arena.set(slot, leaf);
            }
        }
        assert!(damaged > 4);
    }
}
