//! Writes a collapsed tree as layout WIDE.

use super::arena::LINE;
use super::children::Children;
use super::cluster::{CORNERS, LARGE_CORNERS, LARGEST, cluster_size, header_size};
use super::collapse::{Collapse, Siblings, Subtree, too_large};
use super::grid::{Grid, Step};
use super::node::CHILDREN;
use super::tree::{MAX_LINES, SLACK_LINES};
use super::write::{MAX_CLUSTER_BYTES, write};
use crate::geometry::Aabb;
use crate::mesh::builder::{BinaryTree, CountRule};
use crate::mesh::{MeshInput, WidePreset};
use crate::parallel::is_subtree_divided;
use crate::vectors::{lengthen, make_room, reserve};
use crate::{Error, Result};
use arrayvec::ArrayVec;

/// The parts of a WIDE tree.
pub(crate) struct WideParts {
    /// Nodes and clusters, a whole number of lines.
    pub(super) arena: Vec<u8>,
    pub(super) grid: Grid,
}

impl WideParts {
    /// The rule that the tree must be built with.
    pub(super) fn clusters(preset: WidePreset) -> CountRule {
        CountRule::Clusters(cluster_size(preset) as u8)
    }

    /// Refuses more triangles than there is ever room for. Most meshes reach the limit sooner, at a number that only
    /// building tells.
    pub(super) fn refuse_too_many(triangles: usize, preset: WidePreset) -> Result<()> {
        let most = most_triangles(preset);
        if triangles as u64 > most {
            return Err(Error::too_large(text!(
                "triangle_count: {triangles} exceeds {most}, the most that 2 GiB of layout WIDE hold; the other layouts hold more"
            )));
        }
        Ok(())
    }

    /// Encodes a tree that was built with [`WideParts::clusters`], of which the order and the depth become those of what
    /// is stored.
    pub(super) fn new(input: &MeshInput, tree: &mut BinaryTree, preset: WidePreset) -> Result<WideParts> {
        if tree.order.is_empty() {
            let grid = Grid { origin: crate::geometry::Vec3::ZERO, step: Step::new(1.0) };
            return Ok(WideParts { arena: Vec::new(), grid });
        }
        let (parts, Piece { order, depth, .. }) = encode(input, tree, preset)?;
        (tree.order, tree.depth) = (order, depth);
        Ok(parts)
    }
}

/// The number of triangles that the arena could hold if all were at one place and their ids followed one another.
fn most_triangles(preset: WidePreset) -> u64 {
    let count = cluster_size(preset);
    let corners = if preset == WidePreset::Small { LARGE_CORNERS } else { CORNERS };
    let position = if preset == WidePreset::Fast { 12 } else { 0 };
    let fields = position + (count * corners).div_ceil(8) + (count * count.ilog2() as usize).div_ceil(8);
    // And each cluster's part of the line of its node.
    let cluster = header_size(preset) + fields + LINE / CHILDREN;
    MAX_LINES as u64 * LINE as u64 / cluster as u64 * count as u64
}

/// Encodes a tree over at least one triangle; also returns its piece without the arena.
fn encode(input: &MeshInput, tree: &BinaryTree, preset: WidePreset) -> Result<(WideParts, Piece)> {
    let collapse = Collapse::new(input, tree)?;
    let encoder = Encoder { input, tree, collapse, grid: Grid::new(&tree.bounds), preset };
    let root = encoder.collapse.root();
    // Room for what most meshes need; it grows where that is not enough.
    let mut all = Piece {
        arena: reserve(16 * tree.order.len() + LINE, "build")?,
        order: reserve(tree.order.len(), "build")?,
        depth: 0,
    };
    all.arena.resize(LINE, 0);
    let line = encoder.node(root, 1, &mut all)?;
    all.arena[..LINE].copy_from_slice(&line);
    let len = all.arena.len();
    all.grow(len + SLACK_LINES * LINE)?;
    let arena = std::mem::take(&mut all.arena);
    Ok((WideParts { arena, grid: encoder.grid }, all))
}

/// A part of the arena while it grows: what lies below some node. Blocks are counted from its beginning.
#[derive(Default)]
struct Piece {
    arena: Vec<u8>,
    /// Its triangles as they are stored.
    order: Vec<u32>,
    /// The deepest level of its nodes.
    depth: u32,
}

impl Piece {
    /// Lengthens the arena with zeros.
    fn grow(&mut self, len: usize) -> Result<()> {
        if len.div_ceil(LINE) > MAX_LINES {
            return Err(too_large(len.div_ceil(LINE)));
        }
        lengthen(&mut self.arena, len, 0, "build")
    }

    /// Appends what lies below `node`, which was encoded on its own.
    fn append(&mut self, node: &mut [u8; LINE], mut below: Piece) -> Result<()> {
        let start = self.arena.len();
        relocate(node, &mut below.arena, (start / LINE) as u32);
        self.grow(start + below.arena.len())?;
        self.arena[start..].copy_from_slice(&below.arena);
        make_room(&mut self.order, below.order.len(), "build")?;
        self.order.extend_from_slice(&below.order);
        self.depth = self.depth.max(below.depth);
        Ok(())
    }
}

/// Moves the blocks of a node and of all nodes below it by some lines.
fn relocate(node: &mut [u8; LINE], below: &mut [u8], lines: u32) {
    let children = Children::of(node, 0);
    let moved = Children { block: children.block + lines, ..children };
    node[60..].copy_from_slice(&moved.to_word().to_le_bytes());
    for line in children.block..children.block + children.inner {
        let at = line as usize * LINE;
        let mut child = [0; LINE];
        child.copy_from_slice(&below[at..at + LINE]);
        relocate(&mut child, below, lines);
        below[at..at + LINE].copy_from_slice(&child);
    }
}

struct Encoder<'a> {
    input: &'a MeshInput<'a>,
    tree: &'a BinaryTree,
    collapse: Collapse<'a>,
    grid: Grid,
    preset: WidePreset,
}

impl Encoder<'_> {
    fn bounds(&self, subtree: Subtree) -> Aabb {
        match subtree.count {
            1 => self.input.triangle(self.tree.order[subtree.first as usize] as usize).bounds(),
            _ => self.tree.nodes[subtree.node as usize].bounds,
        }
    }

    /// Encodes a node: appends its block, then what lies below its inner children, and returns its line.
    fn node(&self, subtree: Subtree, level: u32, out: &mut Piece) -> Result<[u8; LINE]> {
        let mut children = Siblings::new();
        // Only the root can be a cluster; then it is a node with a single child.
        match self.collapse.is_cluster(subtree) {
            true => children.push(subtree),
            false => self.collapse.node_children(subtree, &mut children),
        }
        let (clusters, inner): (Siblings, Siblings) =
            children.iter().copied().partition(|&child| self.collapse.is_cluster(child));
        let block = out.arena.len() / LINE;
        let header =
            Children { block: block as u32, inner: inner.len() as u32, count: children.len() as u32 };
        let ordered: Siblings = inner.iter().chain(&clusters).copied().collect();
        out.depth = out.depth.max(level);
        out.grow((block + inner.len()) * LINE)?;
        self.clusters(&clusters, out)?;
        let mut pieces = ArrayVec::<_, CHILDREN>::new();
        if is_subtree_divided(subtree.count as usize) {
            pieces.extend(inner.iter().map(|_| Ok(([0; LINE], Piece::default()))));
            rayon::scope(|scope| {
                for (piece, &child) in pieces.iter_mut().zip(&inner) {
                    scope.spawn(move |_| *piece = self.piece(child, level + 1));
                }
            });
        }
        let mut pieces = pieces.into_iter();
        for (i, &child) in inner.iter().enumerate() {
            let line = match pieces.next() {
                Some(piece) => {
                    let (mut line, below) = piece?;
                    out.append(&mut line, below)?;
                    line
                }
                None => self.node(child, level + 1, out)?,
            };
            out.arena[(block + i) * LINE..][..LINE].copy_from_slice(&line);
        }
        Ok(self.encode_node(subtree, &ordered, header))
    }

    /// Encodes a node on its own.
    fn piece(&self, subtree: Subtree, level: u32) -> Result<([u8; LINE], Piece)> {
        let mut piece = Piece::default();
        Ok((self.node(subtree, level, &mut piece)?, piece))
    }

    /// Appends the clusters of a block, first their headers, up to a whole line.
    fn clusters(&self, clusters: &[Subtree], out: &mut Piece) -> Result<()> {
        if clusters.is_empty() {
            return Ok(());
        }
        let start = out.arena.len();
        // Room for the largest clusters there are, so that writing them allocates nothing.
        let more = clusters.len() * MAX_CLUSTER_BYTES + LINE;
        make_room(&mut out.arena, more, "build")?;
        out.arena.resize(start + header_size(self.preset) * clusters.len(), 0);
        for (i, &subtree) in clusters.iter().enumerate() {
            let mut triangles = ArrayVec::<_, LARGEST>::new();
            triangles.extend(self.collapse.triangles(subtree));
            triangles.sort_unstable();
            write(self.input, &triangles, &mut out.arena, start, i, self.preset);
            make_room(&mut out.order, triangles.len(), "build")?;
            out.order.extend(triangles.iter().map(|&(triangle, _)| triangle));
        }
        out.grow(out.arena.len().next_multiple_of(LINE))
    }

    fn encode_node(&self, subtree: Subtree, children: &[Subtree], header: Children) -> [u8; LINE] {
        let mut node = [0; LINE];
        let whole = self.grid.cover(&self.bounds(subtree));
        let boxes: ArrayVec<_, CHILDREN> =
            children.iter().map(|&child| self.grid.cover(&self.bounds(child))).collect();
        for axis in 0..3 {
            let [low, high] = whole[axis];
            // The smallest unit in which all sides fit a byte.
            let mut exponent = 0;
            while (high - low + (1 << exponent) - 1) >> exponent > 255 {
                exponent += 1;
            }
            for i in 0..CHILDREN {
                // An absent child's box is inside out.
                let (mut first, mut last) = (255, 0);
                if let Some(child) = boxes.get(i) {
                    first = (child[axis][0] - low) >> exponent;
                    last = (child[axis][1] - low + (1 << exponent) - 1) >> exponent;
                }
                node[16 * axis + i] = first as u8;
                node[16 * axis + 8 + i] = last as u8;
            }
            let word = low as u32 | (127 + exponent) << 23;
            node[48 + 4 * axis..52 + 4 * axis].copy_from_slice(&word.to_le_bytes());
        }
        node[60..].copy_from_slice(&header.to_word().to_le_bytes());
        node
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    #[test]
    fn too_many_triangles_are_refused_before_they_are_looked_at() {
        for preset in WidePreset::ALL {
            let most = most_triangles(preset) as usize;
            assert!((500_000_000..700_000_000).contains(&most), "{preset:?}: {most}");
            assert_eq!(WideParts::refuse_too_many(most, preset), Ok(()));
            let refused = WideParts::refuse_too_many(most + 1, preset);
            let text = format!("triangle_count: {} exceeds {most}, ", most + 1);
            assert!(
                matches!(refused, Err(error) if error.kind() == ErrorKind::TooLarge && error.to_string().starts_with(&text))
            );
        }
    }
}
