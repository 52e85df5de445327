//! Checks everything in a DELTA tree that came as bytes: what memory safety and termination depend on and, as the walk has
//! the boxes at hand, that each contains what is below it.

use super::{Delta, Reference, sides};
use crate::geometry::Aabb;
use crate::mesh::depth::MAX_DEPTH;
use crate::mesh::layout::depth_check::{check_depth, check_level};
use crate::mesh::layout::id_check::IdCheck;
use crate::mesh::layout::position_check::check_positions;
use crate::{Error, Result};
use arrayvec::ArrayVec;

/// One linear pass over everything. Afterwards no query can leave its slices, fail to terminate or miss a triangle.
pub(super) fn check(tree: &Delta, depth: u32) -> Result<()> {
    let n = tree.corners.len();
    let lengths = [
        ("nodes' children", tree.children.len(), n.saturating_sub(1)),
        ("nodes' flags", tree.flags.len(), n.saturating_sub(1)),
        ("nodes' sides", tree.sides.len(), n.saturating_sub(2)),
        ("attributes", tree.attributes.map_or(n, <[u16]>::len), n),
    ];
    if let Some((what, length, _)) = lengths.iter().find(|(_, length, needed)| length != needed) {
        return Err(Error::invalid_blob(text!("{length} {what} for {n} triangles")));
    }
    let count = tree.positions.len();
    for (i, corners) in tree.corners.iter().enumerate() {
        if let Some(v) = corners.iter().find(|&&v| v as usize >= count) {
            return Err(Error::invalid_blob(text!("triangles[{i}]: vertex {v} is not below {count}")));
        }
    }
    check_positions(tree.positions)?;
    check_depth(depth)?;
    Walk { tree, depth, seen: IdCheck::new(n as u32)?, pending: ArrayVec::new() }.run()
}

/// A pass over all nodes in depth-first order, which is the only one that is accepted. So nodes form a tree.
struct Walk<'a> {
    tree: &'a Delta<'a>,
    depth: u32,
    /// Triangles met so far.
    seen: IdCheck,
    /// Right children still to be visited, with their level: one a level at most.
    pending: ArrayVec<(Reference, u32), MAX_DEPTH>,
}

impl Walk<'_> {
    fn run(mut self) -> Result<()> {
        let Some(root) = self.tree.whole() else { return Ok(()) };
        if root.is_triangle {
            let is_inside = root.bounds.contains(&self.tree.corners(0).bounds());
            return is_inside
                .then_some(())
                .ok_or_else(|| Error::invalid_blob("bounds do not contain the triangle"));
        }
        let (mut current, mut level, mut node) = (root, 0, 0);
        loop {
            level += 1;
            check_level(node, level, self.depth)?;
            let [left, right] = self.children(node, &current.bounds)?;
            node += 1;
            let next = match (left, right) {
                (Some(left), right) => {
                    // There is room for one a level, and no level is deeper than the depth.
                    self.pending.extend(right.map(|right| (right, level)));
                    Some((left, level))
                }
                (None, Some(right)) => Some((right, level)),
                (None, None) => self.pending.pop(),
            };
            match next {
                Some((next, above)) if next.at as usize == node => (current, level) = (next, above),
                Some((next, _)) => {
                    let text = text!("nodes[{}]: is where depth-first order has {node}", next.at);
                    return Err(Error::invalid_blob(text));
                }
                None if node == self.tree.flags.len() => return Ok(()),
                None => return Err(Error::invalid_blob(text!("nodes[{node}]: has no parent"))),
            }
        }
    }

    /// Checks the children of a node; those that are nodes themselves.
    fn children(&mut self, node: usize, bounds: &Aabb) -> Result<[Option<Reference>; 2]> {
        let (flags, children) = (self.tree.flags[node], self.tree.children[node]);
        if !sides::is_split_in_halves(flags) {
            return Err(Error::invalid_blob(text!("nodes[{node}]: flags {flags:#x} do not halve the sides")));
        }
        let mut inner = [None; 2];
        for (child, at) in children.into_iter().enumerate() {
            let is_triangle = sides::is_triangle(flags, child);
            if is_triangle {
                self.seen.note(at)?;
            } else if at == 0 || at as usize >= self.tree.flags.len() {
                return Err(Error::invalid_blob(text!("nodes[{node}]: child {at} is no other node")));
            }
            let reference = self.tree.child(bounds, flags, child, at);
            // No box does whose numbers are not finite.
            if !bounds.contains(&reference.bounds) {
                let text = text!("nodes[{node}]: does not contain child {at}");
                return Err(Error::invalid_blob(text));
            }
            inner[child] = (!is_triangle).then_some(reference);
        }
        Ok(inner)
    }
}
