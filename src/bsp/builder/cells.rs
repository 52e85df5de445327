//! Labels the leaves of a surface's tree solid or empty: by the winding number at a point of each cell.
//!
//! The face by whose plane a cell was split last usually gives the same label. It does not if it is a sliver,
//! coincides with another, or lies inside of another part. Cells are pushed down the tree as polytopes. If a
//! cell has no volume but rounding, the node that splits it off is removed.

use super::arena::{Arena, Slot};
use super::brush::Fragment;
use super::plane_table::PlaneTable;
use super::polygon::Side;
use super::tolerances::Tolerances;
use super::winding::Winding;
use crate::Result;
use crate::bsp::tree::NodeRef;
use crate::progress::ProgressStages;
use crate::vectors::push;
use glam::DVec3;

/// Labels every leaf.
pub(super) fn label(
    arena: &mut Arena,
    table: &mut PlaneTable,
    winding: &Winding,
    tolerances: &Tolerances,
    stages: &mut ProgressStages,
) -> Result<()> {
    each_leaf(arena, table, tolerances, stages, |arena, _, _, slot, _, cell| {
        let solid = winding.is_solid(cell.middle());
        arena.set(slot, if solid { NodeRef::solid(0) } else { NodeRef::EMPTY });
        Ok(())
    })
}

/// Visits every leaf: its slot, depth, and cell, clipped to the bounds. Removes nodes one of whose sides has
/// no volume.
pub(super) fn each_leaf(
    arena: &mut Arena,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    stages: &mut ProgressStages,
    mut found: impl FnMut(&mut Arena, &PlaneTable, NodeRef, Slot, usize, Fragment) -> Result<()>,
) -> Result<()> {
    let whole = Fragment::cube(tolerances.scale * 2.0, table)?;
    let mut pending = Vec::new();
    push(&mut pending, (arena.root(), Slot::Root, 0, whole), "cells")?;
    let (count, mut done) = (arena.len() as f64, 0.0);
    while let Some((child, slot, depth, cell)) = pending.pop() {
        done += 0.5;
        stages.advance(done / count)?;
        let Some(index) = child.index() else {
            arena.set(slot, child);
            found(arena, table, child, slot, depth, cell)?;
            continue;
        };
        let (plane, front, back) = arena.node(index);
        let space = table.half_space(plane);
        let (before, behind) = match cell.classify(plane, space, tolerances.epsilon) {
            Side::Front => (Some(cell), None),
            Side::Back | Side::On => (None, Some(cell)),
            Side::Cross => {
                let (before, behind) = cell.split(plane, space, tolerances)?;
                (Some(before), Some(behind))
            }
        };
        match (before, behind) {
            (Some(before), Some(behind)) => {
                arena.set(slot, child);
                push(&mut pending, (front, Slot::Front(index as u32), depth + 1, before), "cells")?;
                push(&mut pending, (back, Slot::Back(index as u32), depth + 1, behind), "cells")?;
            }
            // The other side has no volume.
            (Some(before), None) => push(&mut pending, (front, slot, depth, before), "cells")?,
            (None, Some(behind)) => push(&mut pending, (back, slot, depth, behind), "cells")?,
            (None, None) => arena.set(slot, NodeRef::EMPTY),
        }
    }
    Ok(())
}

impl Fragment {
    /// A cube around the origin.
    pub(super) fn cube(reach: f64, table: &mut PlaneTable) -> Result<Fragment> {
        let mut faces = Vec::new();
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            for normal in [axis, -axis] {
                let plane = table.find(normal, reach, &[normal * reach])?;
                let polygon = super::polygon::square((normal, reach), DVec3::ZERO, reach)?;
                push(&mut faces, super::brush::Face { plane, used: true, polygon }, "cells")?;
            }
        }
        Ok(Fragment::new(0, faces))
    }

    /// The mean of the corners: inside, unless it is nearly flat.
    fn middle(&self) -> DVec3 {
        let (sum, count) =
            self.corners().fold((DVec3::ZERO, 0.0), |(sum, count), corner| (sum + *corner, count + 1.0));
        sum / count
    }
}
