//! Checks what memory safety and termination depend on in a COMPACT tree that came as bytes.

use super::{Compact, PAGE_TRIANGLES};
use crate::mesh::depth::MAX_DEPTH;
use crate::mesh::layout::depth_check::{check_depth, check_level};
use crate::mesh::layout::id_check::IdCheck;
use crate::mesh::layout::position_check::check_positions;
use crate::mesh::split_ratio;
use crate::{Error, Result};
use arrayvec::ArrayVec;

/// One linear pass over everything. Afterwards no query can leave its slices or fail to terminate.
pub(super) fn check(tree: &Compact, depth: u32) -> Result<()> {
    let n = tree.leaves.len();
    if tree.nodes.len() != n.saturating_sub(1) {
        return Err(Error::invalid_blob(text!("{} nodes for {n} leaves", tree.nodes.len())));
    }
    if tree.pages.len() != n.div_ceil(PAGE_TRIANGLES) {
        return Err(Error::invalid_blob(text!("{} pages for {n} leaves", tree.pages.len())));
    }
    if let Some(ids) = tree.ids {
        if ids.len() != n {
            return Err(Error::invalid_blob(text!("{} triangle ids for {n} leaves", ids.len())));
        }
        let mut check = IdCheck::new(n as u32)?;
        ids.iter().try_for_each(|&id| check.note(id))?;
    }
    for (i, page) in tree.pages.iter().enumerate() {
        let end = u64::from(page.first_vertex) + u64::from(page.vertex_count);
        if end > tree.positions.len() as u64 {
            return Err(Error::invalid_blob(text!(
                "pages[{i}]: ends at {end} of {} positions",
                tree.positions.len()
            )));
        }
    }
    for (page, leaves) in tree.leaves.chunks(PAGE_TRIANGLES).enumerate() {
        let count = tree.pages[page].vertex_count;
        for (i, leaf) in leaves.iter().enumerate() {
            if let Some(v) = leaf.vertices.iter().find(|&&v| u32::from(v) >= count) {
                let i = page * PAGE_TRIANGLES + i;
                return Err(Error::invalid_blob(text!("leaves[{i}]: vertex {v} is not below {count}")));
            }
        }
    }
    check_positions(tree.positions)?;
    check_counts(tree, depth)
}

/// Follows the implicit children: every count in range, no path longer than `depth`.
fn check_counts(tree: &Compact, depth: u32) -> Result<()> {
    check_depth(depth)?;
    // Right siblings still to be visited, with their level: one a level at most.
    let mut pending: ArrayVec<(u32, u32), MAX_DEPTH> = ArrayVec::new();
    let (mut count, mut level) = (tree.leaves.len() as u32, 0);
    for (k, node) in tree.nodes.iter().enumerate() {
        let left = split_ratio::left_count(count, node.split);
        if left >= count {
            return Err(Error::invalid_blob(text!("nodes[{k}]: split {} of {count} triangles", node.split)));
        }
        level += 1;
        check_level(k, level, depth)?;
        let right = count - left;
        if left >= 2 {
            if right >= 2 {
                pending.push((right, level));
            }
            count = left;
        } else if right >= 2 {
            count = right;
        } else if let Some(next) = pending.pop() {
            (count, level) = next;
        }
    }
    Ok(())
}
