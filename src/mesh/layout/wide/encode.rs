//! Writes a collapsed tree as layout WIDE.

use super::arena::{CLUSTER, DIRECT_UNIT, LINE};
use super::children::{ABSENT, CHILDREN, Children};
use super::cluster::{CORNERS, LARGE_CORNERS, LARGEST, cluster_size, header_size};
use super::collapse::{Collapse, Siblings, Subtree, too_large};
use super::grid::{Grid, Step};
use super::node::{Node, NodeBytes};
use super::node_boxes::NodeBoxes;
use super::tree::{MAX_LINES, SLACK_LINES};
use super::write::{HeaderAt, MAX_CLUSTER_BYTES, write};
use crate::mesh::WidePreset;
use crate::mesh::builder::{BinaryTree, Corners, CountRule, Primitives};
use crate::parallel::is_subtree_divided;
use crate::vectors::{lengthen, make_room, reserve};
use crate::{Error, Result};
use arrayvec::ArrayVec;

/// The parts of a WIDE tree.
pub(crate) struct WideParts {
    /// Nodes and clusters, a whole number of lines.
    pub(super) arena: Vec<u8>,
    pub(super) grid: Grid,
    /// True if nodes have two lines.
    pub(super) is_direct: bool,
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
    pub(super) fn new(input: Primitives, tree: &mut BinaryTree, preset: WidePreset) -> Result<WideParts> {
        if tree.order.is_empty() {
            let grid = Grid { origin: crate::geometry::Vec3::ZERO, step: Step::new(1.0) };
            return Ok(WideParts { arena: Vec::new(), grid, is_direct: false });
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
    let position = if preset.is_plain() { 12 } else { 0 };
    let fields = position + (count * corners).div_ceil(8) + (count * count.ilog2() as usize).div_ceil(8);
    // And each cluster's part of the line of its node.
    let cluster = header_size(preset) + fields + LINE / CHILDREN;
    MAX_LINES as u64 * LINE as u64 / cluster as u64 * count as u64
}

/// Encodes a tree over at least one triangle; also returns its piece without the arena.
fn encode(input: Primitives, tree: &BinaryTree, preset: WidePreset) -> Result<(WideParts, Piece)> {
    let collapse = Collapse::new(input, tree)?;
    let boxes = NodeBoxes { input, tree, collapse };
    // The part of the visits that direct nodes may add: they save more than that.
    const GAIN: f64 = 0.1;
    if preset.is_plain() {
        let [offsets, direct] = boxes.visits();
        if direct <= offsets * (1.0 + GAIN) {
            return Encoder::<true>::new(&boxes, preset).encode();
        }
    }
    Encoder::<false>::new(&boxes, preset).encode()
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
    fn append<const DIRECT: bool>(&mut self, node: &mut NodeBytes, mut below: Piece) -> Result<()> {
        let start = self.arena.len();
        relocate::<DIRECT>(node, &mut below.arena, (start / LINE) as u32);
        self.grow(start + below.arena.len())?;
        self.arena[start..].copy_from_slice(&below.arena);
        make_room(&mut self.order, below.order.len(), "build")?;
        self.order.extend_from_slice(&below.order);
        self.depth = self.depth.max(below.depth);
        Ok(())
    }

    /// Writes a node at a line.
    fn put<const DIRECT: bool>(&mut self, line: usize, node: &NodeBytes) {
        let size = Node::<DIRECT>::LINES * LINE;
        self.arena[line * LINE..][..size].copy_from_slice(&node[..size]);
    }
}

/// Moves the children of a node, and those of all nodes below it, by some lines.
fn relocate<const DIRECT: bool>(node: &mut NodeBytes, below: &mut [u8], lines: u32) {
    let children = Node::<DIRECT>(node).references();
    if DIRECT {
        let by = |reference: u32| {
            if reference & CLUSTER != 0 { lines * (LINE / DIRECT_UNIT) as u32 } else { lines }
        };
        // An arena that is too large is refused when it grows.
        let moved = children.iter().map(|&reference| reference.wrapping_add(by(reference))).collect();
        refer(node, &moved);
    } else {
        let children = Node::<false>(node).children();
        describe(node, Children { block: children.block + lines, ..children });
    }
    for line in children.into_iter().filter(|reference| reference & CLUSTER == 0) {
        let at = line as usize * LINE;
        let mut child = [0; 2 * LINE];
        let size = Node::<DIRECT>::LINES * LINE;
        child[..size].copy_from_slice(&below[at..at + size]);
        relocate::<DIRECT>(&mut child, below, lines);
        below[at..at + size].copy_from_slice(&child[..size]);
    }
}

/// Writes the last word of a node of one line.
fn describe(node: &mut NodeBytes, children: Children) {
    node[LINE - 4..LINE].copy_from_slice(&children.to_word().to_le_bytes());
}

/// Writes a direct node's references.
fn refer(node: &mut NodeBytes, children: &ArrayVec<u32, CHILDREN>) {
    let all = children.iter().copied().chain(std::iter::repeat(ABSENT));
    for (word, reference) in node[3 * 32..].chunks_exact_mut(4).zip(all) {
        word.copy_from_slice(&reference.to_le_bytes());
    }
}

/// Writes nodes, direct ones or others.
struct Encoder<'a, const DIRECT: bool> {
    boxes: &'a NodeBoxes<'a>,
    grid: Grid,
    preset: WidePreset,
}

impl<'a, const DIRECT: bool> Encoder<'a, DIRECT> {
    fn new(boxes: &'a NodeBoxes<'a>, preset: WidePreset) -> Self {
        let grid = Grid::new(&boxes.tree.bounds, Node::<DIRECT>::LARGEST);
        Encoder { boxes, grid, preset }
    }

    fn encode(self) -> Result<(WideParts, Piece)> {
        let count = self.boxes.tree.order.len();
        // Room for what most meshes need; it grows where that is not enough.
        let mut all = Piece {
            arena: reserve(16 * count + 2 * LINE, "build")?,
            order: reserve(count, "build")?,
            depth: 0,
        };
        all.arena.resize(Node::<DIRECT>::LINES * LINE, 0);
        let node = self.node(self.boxes.collapse.root(), 1, &mut all)?;
        all.put::<DIRECT>(0, &node);
        let len = all.arena.len();
        all.grow(len + SLACK_LINES * LINE)?;
        let arena = std::mem::take(&mut all.arena);
        Ok((WideParts { arena, grid: self.grid, is_direct: DIRECT }, all))
    }

    /// Encodes a node: appends its block, then what lies below its inner children, and returns its lines.
    fn node(&self, subtree: Subtree, level: u32, out: &mut Piece) -> Result<NodeBytes> {
        let children = self.boxes.children(subtree);
        let (clusters, inner): (Siblings, Siblings) =
            children.iter().copied().partition(|&child| self.boxes.collapse.is_cluster(child));
        let block = out.arena.len() / LINE;
        let ordered: Siblings = inner.iter().chain(&clusters).copied().collect();
        out.depth = out.depth.max(level);
        let size = Node::<DIRECT>::LINES;
        out.grow((block + size * inner.len()) * LINE)?;
        let mut references: ArrayVec<_, CHILDREN> =
            (0..inner.len()).map(|i| (block + size * i) as u32).collect();
        references.extend(self.clusters(&clusters, out)?);
        if is_subtree_divided(subtree.count as usize) {
            let mut pieces: ArrayVec<_, CHILDREN> =
                inner.iter().map(|_| Ok(([0; 2 * LINE], Piece::default()))).collect();
            rayon::scope(|scope| {
                for (piece, &child) in pieces.iter_mut().zip(&inner) {
                    scope.spawn(move |_| *piece = self.piece(child, level + 1));
                }
            });
            for (i, piece) in pieces.into_iter().enumerate() {
                let (mut node, below) = piece?;
                out.append::<DIRECT>(&mut node, below)?;
                out.put::<DIRECT>(block + size * i, &node);
            }
        } else {
            for (i, &child) in inner.iter().enumerate() {
                let node = self.node(child, level + 1, out)?;
                out.put::<DIRECT>(block + size * i, &node);
            }
        }
        let mut node = self.encode_node(subtree, &ordered);
        if DIRECT {
            refer(&mut node, &references);
        } else {
            let (block, inner, count) = (block as u32, inner.len() as u32, children.len() as u32);
            describe(&mut node, Children { block, inner, count });
        }
        Ok(node)
    }

    /// Encodes a node on its own.
    fn piece(&self, subtree: Subtree, level: u32) -> Result<(NodeBytes, Piece)> {
        let mut piece = Piece::default();
        Ok((self.node(subtree, level, &mut piece)?, piece))
    }

    /// Appends the clusters of a block, up to a whole line; unless nodes are direct, first their headers. Returns references
    /// to them, as direct nodes have them.
    fn clusters(&self, clusters: &[Subtree], out: &mut Piece) -> Result<ArrayVec<u32, CHILDREN>> {
        let mut references = ArrayVec::new();
        if clusters.is_empty() {
            return Ok(references);
        }
        let start = out.arena.len();
        // Room for the largest clusters there are, so that writing them allocates nothing.
        let more = clusters.len() * MAX_CLUSTER_BYTES + LINE;
        make_room(&mut out.arena, more, "build")?;
        if !DIRECT {
            out.arena.resize(start + header_size(self.preset) * clusters.len(), 0);
        }
        for (i, &subtree) in clusters.iter().enumerate() {
            let triangles = self.boxes.collapse.triangles(subtree);
            let mut triangles: ArrayVec<(u32, Corners), LARGEST> =
                triangles.map(|(primitive, corners)| (self.boxes.input.number(primitive), corners)).collect();
            triangles.sort_unstable();
            // Of pieces of the same triangle one is kept, as it is stored whole.
            let mut last = None;
            triangles.retain(|&mut (triangle, _)| last.replace(triangle) != Some(triangle));
            let header = if DIRECT { HeaderAt::Front } else { HeaderAt::Block(start, i) };
            references.push(CLUSTER | (out.arena.len() / DIRECT_UNIT) as u32);
            write(self.boxes.input.input(), &triangles, &mut out.arena, header, self.preset);
            if DIRECT {
                out.arena.resize(out.arena.len().next_multiple_of(DIRECT_UNIT), 0);
            }
            make_room(&mut out.order, triangles.len(), "build")?;
            out.order.extend(triangles.iter().map(|&(triangle, _)| triangle));
        }
        out.grow(out.arena.len().next_multiple_of(LINE))?;
        Ok(references)
    }

    /// A node without what says where its children are.
    fn encode_node(&self, subtree: Subtree, children: &[Subtree]) -> NodeBytes {
        let mut node = [0; 2 * LINE];
        for (axis, sides) in self.boxes.sides::<DIRECT>(&self.grid, subtree, children).iter().enumerate() {
            let both = sides.both();
            // Of offsets the upper byte is left out.
            let width = if DIRECT { 2 } else { 1 };
            let places = node[2 * CHILDREN * width * axis..].chunks_exact_mut(width);
            for (place, side) in places.zip(both.as_flattened()) {
                place.copy_from_slice(&side.to_le_bytes()[..width]);
            }
            if !DIRECT {
                let (start, exponent) = sides.start_and_exponent();
                let word = start as u32 | (127 + exponent) << 23;
                node[48 + 4 * axis..52 + 4 * axis].copy_from_slice(&word.to_le_bytes());
            }
        }
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
