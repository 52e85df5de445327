//! Checks what memory safety and termination depend on in a WIDE tree that came as bytes.

use super::arena::{LINE, cluster_block};
use super::children::Children;
use super::cluster::{Cluster, header_size};
use super::tree::{SLACK_LINES, STACK, Wide, WideFrame};
use crate::mesh::depth::MAX_DEPTH;
use crate::mesh::layout::census::Census;
use crate::mesh::layout::id_check::IdCheck;
use crate::simd::{Kernel, Simd, dispatch};
use crate::{Error, Result};
use arrayvec::ArrayVec;

/// One linear pass. Blocks must lie in the order in which the encoder writes them, depth first, without
/// gaps: so every line belongs to one parent, and no walk can be longer than the arena.
pub(super) fn check<const VERTEX_TABLES: usize>(tree: &Wide<(), VERTEX_TABLES>, depth: u32) -> Result<()> {
    let Wide { arena, frame: &WideFrame { preset, grid, triangle_count, .. }, .. } = *tree;
    if triangle_count == 0 {
        return if arena.is_empty() { Ok(()) } else { Err(Error::invalid_blob("nodes without triangles")) };
    }
    if depth as usize > MAX_DEPTH {
        return Err(Error::invalid_blob(text!("depth {depth} exceeds {MAX_DEPTH}")));
    }
    let lines = (arena.len() / LINE).checked_sub(SLACK_LINES);
    let Some(lines) = lines.filter(|&lines| lines > 0 && arena.len().is_multiple_of(LINE)) else {
        return Err(Error::invalid_blob(text!("{} bytes of nodes", arena.len())));
    };
    let step = grid.step.size;
    if !(step.is_normal() && step > 0.0 && grid.origin.is_finite()) {
        return Err(Error::invalid_blob(text!(
            "a grid of step {step:e} from {:?} on",
            grid.origin.to_array()
        )));
    }
    // Each has more than a byte of corners. The check below needs memory for as many as INFO says.
    if triangle_count as usize > arena.len() {
        return Err(Error::invalid_blob(text!("{triangle_count} triangles in {lines} lines")));
    }
    let mut seen = 0u64;
    let mut ids = IdCheck::new(triangle_count)?;
    // The line where the next block must begin, and the nodes still to be visited with their levels.
    let mut next = 1usize;
    let mut pending = ArrayVec::<(u32, u32), STACK>::from_iter([(0, 1)]);
    while let Some((line, level)) = pending.pop() {
        if level > depth {
            return Err(Error::invalid_blob(text!("nodes[{line}]: level {level} exceeds the depth {depth}")));
        }
        let children = Children::of(arena, line);
        let Children { block, inner, count } = children;
        if inner > count || block as usize != next || next + inner as usize > lines {
            return Err(Error::invalid_blob(text!(
                "nodes[{line}]: {count} children, {inner} of them nodes, from line {block} on do not fit"
            )));
        }
        next += inner as usize;
        if count > inner {
            let clusters = (count - inner) as usize;
            let start = next * LINE;
            let mut at = start + header_size(preset) * clusters;
            if at > lines * LINE {
                return Err(Error::invalid_blob(text!("nodes[{line}]: {clusters} clusters do not fit")));
            }
            for i in inner..count {
                // The slack behind the last line covers the fields of any header.
                let Some(cluster) = Cluster::<VERTEX_TABLES>::find(arena, preset, children.reference(i))
                    .filter(|c| start + c.start() == at)
                else {
                    return Err(Error::invalid_blob(text!("nodes[{line}]: cluster {i} is misplaced")));
                };
                if !cluster.is_of(preset) {
                    return Err(Error::invalid_blob(text!(
                        "nodes[{line}]: cluster {i} is of another preset"
                    )));
                }
                if !cluster.is_ordered() || at + cluster.size() > lines * LINE {
                    return Err(Error::invalid_blob(text!("nodes[{line}]: cluster {i} does not fit")));
                }
                dispatch(CheckCluster { cluster, ids: &mut ids })?;
                seen += cluster.count() as u64;
                at += cluster.size();
            }
            next = at.div_ceil(LINE);
        }
        // There is room: no node that is looked at lies deeper than the deepest tree's.
        pending.extend((0..inner).rev().map(|i| (block + i, level + 1)));
    }
    if next != lines || seen != u64::from(triangle_count) {
        return Err(Error::invalid_blob(text!(
            "{seen} triangles in {next} lines, not {triangle_count} in {lines}"
        )));
    }
    Ok(())
}

/// Checks the numbers in a cluster.
struct CheckCluster<'a, 'b, const VERTEX_TABLES: usize> {
    cluster: Cluster<'a, VERTEX_TABLES>,
    ids: &'b mut IdCheck,
}

impl<const VERTEX_TABLES: usize> Kernel for CheckCluster<'_, '_, VERTEX_TABLES> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Result<()> {
        let CheckCluster { cluster, ids } = self;
        let mut failure = Ok(());
        cluster.for_each(simd, |leaf| {
            let bounds = leaf.triangle.bounds();
            if !(bounds.min.is_finite() && bounds.max.is_finite()) {
                let at = cluster_block(cluster.reference());
                failure = Err(Error::invalid_blob(text!("clusters at {at}: a position is not finite")));
            } else if failure.is_ok() {
                failure = ids.note(leaf.index);
            }
        });
        failure
    }
}

/// Counts the parts of a checked arena.
pub(super) fn census<const VERTEX_TABLES: usize>(tree: &Wide<(), VERTEX_TABLES>) -> Census {
    let Wide { arena, frame: &WideFrame { preset, triangle_count, .. }, .. } = *tree;
    let mut census = Census::default();
    let mut pending = ArrayVec::<u32, STACK>::new();
    pending.extend((triangle_count > 0).then_some(0));
    while let Some(line) = pending.pop() {
        census.node_count += 1;
        census.nodes += LINE as u64;
        let children = Children::of(arena, line);
        pending.extend(children.block..children.block + children.inner);
        for i in children.inner..children.count {
            let cluster = Cluster::<VERTEX_TABLES>::new(arena, preset, children.reference(i));
            let [positions, ids] = cluster.parts();
            census.positions += positions as u64;
            census.triangle_ids += ids as u64;
            census.leaves += (header_size(preset) + cluster.size() - positions - ids) as u64;
            census.position_count += cluster.vertex_count() as u32;
        }
    }
    census
}
