//! Writes a collapsed tree as layout WIDE.

use super::cluster::{self, HEADER};
use super::collapse::{Collapse, Subtree, too_large};
use super::{Children, Grid, LINE, MAX_LINES, SLACK_LINES};
use crate::error::reserve;
use crate::geometry::Aabb;
use crate::mesh::MeshInput;
use crate::mesh::build::BinaryTree;
use crate::simd::CHILDREN;
use crate::{Error, Result};

/// What a WIDE tree consists of.
pub(crate) struct WideParts {
    /// Nodes and clusters, a whole number of lines.
    pub(crate) arena: Vec<u8>,
    pub(crate) grid: Grid,
    /// How many nodes lie on the longest path.
    pub(crate) depth: u32,
    /// The triangles in the order in which they are stored.
    pub(crate) order: Vec<u32>,
}

impl WideParts {
    /// No triangles.
    pub(crate) fn empty() -> WideParts {
        let grid = Grid { origin: crate::geometry::Vec3::ZERO, step: 1.0 };
        WideParts { arena: Vec::new(), grid, depth: 0, order: Vec::new() }
    }
}

/// Encodes a tree over at least one triangle.
pub(crate) fn encode(input: &MeshInput, tree: &BinaryTree) -> Result<WideParts> {
    let collapse = Collapse::new(input, tree)?;
    let order = reserve(tree.order.len(), "build")?;
    let parts = WideParts { arena: vec![0; LINE], grid: Grid::new(&tree.bounds), depth: 0, order };
    let mut encoder = Encoder { input, tree, collapse, parts };
    let root = encoder.collapse.root();
    if encoder.collapse.is_cluster(root) {
        encoder.node(0, root, &[root], 1)?;
    } else {
        let mut children = Vec::with_capacity(CHILDREN);
        encoder.collapse.node_children(root, &mut children);
        encoder.node(0, root, &children, 1)?;
    }
    let len = encoder.parts.arena.len();
    encoder.grow(len + SLACK_LINES * LINE)?;
    Ok(encoder.parts)
}

struct Encoder<'a> {
    input: &'a MeshInput<'a>,
    tree: &'a BinaryTree,
    collapse: Collapse<'a>,
    parts: WideParts,
}

impl Encoder<'_> {
    /// Lengthens the arena with zeros.
    fn grow(&mut self, len: usize) -> Result<()> {
        let arena = &mut self.parts.arena;
        if len.div_ceil(LINE) > MAX_LINES {
            return Err(too_large(len.div_ceil(LINE)));
        }
        let more = len.saturating_sub(arena.len());
        arena.try_reserve(more).map_err(|_| Error::OutOfMemory(format!("build: {len} bytes")))?;
        arena.resize(len, 0);
        Ok(())
    }

    fn bounds(&self, subtree: Subtree) -> Aabb {
        match subtree.count {
            1 => self.input.triangle(self.collapse.triangles(subtree)[0] as usize).bounds(),
            _ => self.tree.nodes[subtree.node as usize].bounds,
        }
    }

    /// Writes a node into its line, its block behind everything, and then its inner children.
    fn node(&mut self, line: usize, subtree: Subtree, children: &[Subtree], level: u32) -> Result<()> {
        self.parts.depth = self.parts.depth.max(level);
        let whole = children.len() == 1 && children[0] == subtree;
        let (clusters, inner): (Vec<Subtree>, Vec<Subtree>) =
            children.iter().partition(|&&child| whole || self.collapse.is_cluster(child));
        let block = self.parts.arena.len() / LINE;
        let header =
            Children { block: block as u32, inner: inner.len() as u32, count: children.len() as u32 };
        let ordered: Vec<Subtree> = inner.iter().chain(&clusters).copied().collect();
        let node = self.encode_node(subtree, &ordered, header);
        self.parts.arena[line * LINE..][..LINE].copy_from_slice(&node);
        self.grow((block + inner.len()) * LINE)?;
        self.clusters(&clusters)?;
        let mut grandchildren = Vec::with_capacity(CHILDREN);
        for (i, &child) in inner.iter().enumerate() {
            grandchildren.clear();
            self.collapse.node_children(child, &mut grandchildren);
            self.node(block + i, child, &grandchildren, level + 1)?;
        }
        Ok(())
    }

    /// Appends the clusters of a block, first their headers, up to a whole line.
    fn clusters(&mut self, clusters: &[Subtree]) -> Result<()> {
        if clusters.is_empty() {
            return Ok(());
        }
        let mut bytes = vec![0; HEADER * clusters.len()];
        for (i, &subtree) in clusters.iter().enumerate() {
            let mut triangles = self.collapse.triangles(subtree).to_vec();
            triangles.sort_unstable();
            cluster::write(self.input, &triangles, &mut bytes, i);
            self.parts.order.extend(triangles);
        }
        let start = self.parts.arena.len();
        self.grow(start + bytes.len().next_multiple_of(LINE))?;
        self.parts.arena[start..start + bytes.len()].copy_from_slice(&bytes);
        Ok(())
    }

    fn encode_node(&self, subtree: Subtree, children: &[Subtree], header: Children) -> [u8; LINE] {
        let mut node = [0; LINE];
        let whole = self.parts.grid.cover(&self.bounds(subtree));
        let boxes: Vec<_> = children.iter().map(|&c| self.parts.grid.cover(&self.bounds(c))).collect();
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
