//! Checks what memory safety and termination depend on in a WIDE tree that came as bytes.

use super::arena::{CLUSTER, DIRECT_UNIT, LINE, cluster_block, direct_cluster};
use super::children::{ABSENT, Children};
use super::cluster::{Cluster, DIRECT_HEADER, header_size};
use super::node::Node;
use super::tree::{MAX_LINES, SLACK_LINES, STACK, Wide, WideFrame};
use crate::mesh::layout::census::Census;
use crate::mesh::layout::depth_check::{check_depth, check_level};
use crate::mesh::layout::id_check::IdCheck;
use crate::mesh::layout::info::Info;
use crate::simd::{Kernel, Simd, dispatch};
use crate::{Error, Result};
use arrayvec::ArrayVec;

/// One linear pass. Blocks must lie in the order in which the encoder writes them, depth first, without
/// gaps: so every line belongs to one parent, and no walk can be longer than the arena.
pub(super) fn check<const VERTEX_TABLES: usize, const DIRECT: bool>(
    tree: &Wide<(), VERTEX_TABLES, DIRECT>,
    info: &Info,
) -> Result<()> {
    let depth = info.depth;
    let Wide { arena, frame: &WideFrame { preset, grid, triangle_count, .. }, .. } = *tree;
    if triangle_count == 0 {
        return if arena.is_empty() { Ok(()) } else { Err(Error::invalid_blob("nodes without triangles")) };
    }
    check_depth(depth)?;
    // More would reach bits of references that mean something else.
    let sizes = Node::<DIRECT>::LINES + SLACK_LINES..=MAX_LINES;
    if !arena.len().is_multiple_of(LINE) || !sizes.contains(&(arena.len() / LINE)) {
        return Err(Error::invalid_blob(text!("{} bytes of nodes", arena.len())));
    }
    let lines = arena.len() / LINE - SLACK_LINES;
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
    let mut ids = IdCheck::of(info)?;
    // The line where the next block must begin, and the nodes still to be visited with their levels.
    let size = Node::<DIRECT>::LINES;
    let mut next = size;
    let mut pending = ArrayVec::<(u32, u32), STACK>::from_iter([(0, 1)]);
    while let Some((line, level)) = pending.pop() {
        check_level(line as usize, level, depth)?;
        let node = tree.node(line);
        let references = node.references();
        let inner = references.iter().take_while(|&reference| reference & CLUSTER == 0).count();
        let (nodes, clusters) = references.split_at(inner);
        let below = size * inner;
        if !is_in_place(node, nodes, clusters, next) || next + below > lines {
            let (count, first) = (references.len(), references.first().copied().unwrap_or_default());
            return Err(Error::invalid_blob(text!(
                "nodes[{line}]: {count} children, {inner} of them nodes, from reference {first:#x} on do not fit"
            )));
        }
        next += below;
        if !clusters.is_empty() {
            let start = next * LINE;
            let mut at = start + if DIRECT { 0 } else { header_size(preset) * clusters.len() };
            if at > lines * LINE {
                return Err(Error::invalid_blob(text!(
                    "nodes[{line}]: {} clusters do not fit",
                    clusters.len()
                )));
            }
            for (i, &reference) in (inner..).zip(clusters) {
                // The slack behind the last line covers the fields of any header.
                let Some(cluster) =
                    Cluster::<VERTEX_TABLES, DIRECT>::find(arena, header_size(preset), reference).filter(
                        |cluster| match DIRECT {
                            true => reference == CLUSTER | (at / DIRECT_UNIT) as u32,
                            false => start + cluster.start() == at,
                        },
                    )
                else {
                    return Err(Error::invalid_blob(text!("nodes[{line}]: cluster {i} is misplaced")));
                };
                if !cluster.is_of(preset) {
                    return Err(Error::invalid_blob(text!(
                        "nodes[{line}]: cluster {i} is of another preset"
                    )));
                }
                at += if DIRECT { DIRECT_HEADER } else { 0 };
                if !cluster.is_ordered() || at + cluster.size() > lines * LINE {
                    return Err(Error::invalid_blob(text!("nodes[{line}]: cluster {i} does not fit")));
                }
                dispatch(CheckCluster { cluster, ids: &mut ids })?;
                seen += cluster.count() as u64;
                at = (at + cluster.size()).next_multiple_of(if DIRECT { DIRECT_UNIT } else { 1 });
            }
            next = at.div_ceil(LINE);
        }
        // There is room: no node that is looked at lies deeper than the deepest tree's.
        pending.extend(nodes.iter().rev().map(|&line| (line, level + 1)));
    }
    if next != lines || seen != u64::from(triangle_count) {
        return Err(Error::invalid_blob(text!(
            "{seen} triangles in {next} lines, not {triangle_count} in {lines}"
        )));
    }
    Ok(())
}

/// Returns true if a node has these children and says nothing else, and those that are nodes lie from line `next` on.
fn is_in_place<const DIRECT: bool>(node: Node<DIRECT>, nodes: &[u32], clusters: &[u32], next: usize) -> bool {
    if !DIRECT {
        let Children { block, inner, count } = node.children();
        return inner <= count && block as usize == next;
    }
    let count = nodes.len() + clusters.len();
    let lines = (next..).step_by(Node::<DIRECT>::LINES);
    count > 0
        && node.stored()[count..].iter().all(|&reference| reference == ABSENT)
        && nodes.iter().zip(lines).all(|(&node, line)| node as usize == line)
}

/// Checks the numbers in a cluster.
struct CheckCluster<'a, 'b, const VERTEX_TABLES: usize, const DIRECT: bool> {
    cluster: Cluster<'a, VERTEX_TABLES, DIRECT>,
    ids: &'b mut IdCheck,
}

impl<const VERTEX_TABLES: usize, const DIRECT: bool> Kernel for CheckCluster<'_, '_, VERTEX_TABLES, DIRECT> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Result<()> {
        let CheckCluster { cluster, ids } = self;
        let mut failure = Ok(());
        cluster.for_each(simd, |leaf| {
            let bounds = leaf.triangle.bounds();
            if !(bounds.min.is_finite() && bounds.max.is_finite()) {
                let of = if DIRECT { direct_cluster } else { cluster_block };
                let at = of(cluster.reference());
                failure = Err(Error::invalid_blob(text!("clusters at {at}: a position is not finite")));
            } else if failure.is_ok() {
                failure = ids.note(leaf.index);
            }
        });
        failure
    }
}

/// Counts the parts of a checked arena.
pub(super) fn census<const VERTEX_TABLES: usize, const DIRECT: bool>(
    tree: &Wide<(), VERTEX_TABLES, DIRECT>,
) -> Census {
    let header = if DIRECT { DIRECT_HEADER } else { header_size(tree.frame.preset) };
    let mut census = Census::default();
    let mut pending = ArrayVec::<u32, STACK>::new();
    pending.extend(tree.root_node());
    while let Some(line) = pending.pop() {
        census.node_count += 1;
        census.nodes += (Node::<DIRECT>::LINES * LINE) as u64;
        let references = tree.node(line).references();
        let is_cluster = |&reference: &u32| reference & CLUSTER != 0;
        pending.extend(references.iter().copied().filter(|reference| !is_cluster(reference)));
        for reference in references.into_iter().filter(is_cluster) {
            let cluster = tree.cluster(reference);
            let [positions, ids] = cluster.parts();
            census.positions += positions as u64;
            census.triangle_ids += ids as u64;
            census.leaves += (header + cluster.size() - positions - ids) as u64;
            census.position_count += cluster.vertex_count() as u32;
        }
    }
    census
}
