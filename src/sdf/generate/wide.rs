//! The mesh's tree with eight children a node, for boxes and slabs of eight at once.

use super::affine::Affine;
use crate::Result;
use crate::arrays::MapEach;
use crate::error::{filled, push, reserve};
use crate::geometry::{Aabb, Triangle, Vec3, max, min};
use crate::mesh::{BinaryTree, MeshInput};
use crate::sdf::nearest::KEY_ERROR;
use glam::DVec3;

/// As many triangles as a leaf may have.
const LEAF: u32 = 4;
/// The same where they are bounded together: as many as there are lanes.
const LEAF_IN_LANES: u32 = 8;
/// They are where triangles are no smaller than this, on average, in faces of a cell. Of smaller ones, most are nearest to some
/// node of a block, and nothing is gained.
const LEAST_AREA: f64 = 0.2;
/// Sets of more triangles get no slab: a surface as large is hardly flat.
const LARGEST_SLAB: u32 = 64;

/// Eight subtrees: for each its box, a slab around it, and where it is.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Node {
    pub(super) min: [[f32; 8]; 3],
    pub(super) max: [[f32; 8]; 3],
    /// Not longer than 1.
    pub(super) normal: [[f32; 8]; 3],
    /// The slab's middle, as the normal sees it from the box's smallest corner.
    pub(super) middle: [f32; 8],
    /// Half the slab's thickness, padded; infinite if there is none.
    pub(super) half: [f32; 8],
    /// A node, or a leaf: which it is, or its first triangle where leaves are not in lanes.
    pub(super) child: [u32; 8],
    /// The triangles of a leaf; 0 for a node.
    pub(super) count: [u32; 8],
}

impl Node {
    /// No box is nearer than another than this one, which is nowhere.
    const EMPTY: Node = Node {
        min: [[f32::INFINITY; 8]; 3],
        max: [[f32::NEG_INFINITY; 8]; 3],
        normal: [[0.0; 8]; 3],
        middle: [0.0; 8],
        half: [f32::INFINITY; 8],
        child: [0; 8],
        count: [0; 8],
    };
}

/// Some triangles, for bounds of eight at once.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Leaf {
    /// By corner and axis.
    pub(super) corners: [[[f32; 8]; 3]; 3],
    /// About the inverse of each edge's squared length.
    pub(super) inverse_squares: [[f32; 8]; 3],
    /// The place of the first.
    pub(super) first: u32,
}

/// What the search reads: triangles in the tree's order.
pub(super) struct WideTree {
    pub(super) nodes: Vec<Node>,
    /// Empty where triangles are tested one by one.
    pub(super) leaves: Vec<Leaf>,
    pub(super) affine: Vec<Affine>,
    pub(super) triangles: Vec<Triangle>,
    /// The numbers of these triangles.
    pub(super) order: Vec<u32>,
    /// The places of triangles in this order, by their numbers.
    pub(super) places: Vec<u32>,
    /// How many nodes lie on the longest path.
    pub(super) depth: usize,
    /// The most triangles of a leaf.
    most: u32,
}

/// A subtree of the binary tree; over one triangle it has no node.
#[derive(Clone, Copy)]
struct Subtree {
    node: usize,
    first: u32,
    count: u32,
}

impl WideTree {
    /// From a complete tree of at least one triangle, for a grid of such cells.
    pub(super) fn new(input: &MeshInput, tree: BinaryTree, cell: f32) -> Result<WideTree> {
        let count = tree.order.len();
        let mut triangles: Vec<Triangle> = reserve(count, "generate")?;
        triangles.extend(tree.order.iter().map(|&i| input.triangle(i as usize)));
        let mut affine = reserve(count, "generate")?;
        affine.extend(triangles.iter().map(Affine::new));
        let area: f64 = triangles.iter().map(|t| f64::from(t.area_vector().length())).sum();
        let in_lanes = area * 0.5 > LEAST_AREA * count as f64 * f64::from(cell).powi(2);
        let mut wide = WideTree {
            nodes: reserve(count / 6 + 1, "generate")?,
            leaves: reserve(if in_lanes { count / 4 + 1 } else { 0 }, "generate")?,
            affine,
            triangles,
            order: Vec::new(),
            places: filled(0, count, "generate")?,
            depth: 0,
            most: if in_lanes { LEAF_IN_LANES } else { LEAF },
        };
        let whole = Subtree { node: 0, first: 0, count: count as u32 };
        let mut todo = Vec::new();
        push(&mut wide.nodes, Node::EMPTY, "generate")?;
        push(&mut todo, (whole, 0, 1), "generate")?;
        while let Some((subtree, place, depth)) = todo.pop() {
            wide.depth = wide.depth.max(depth);
            let mut node = Node::EMPTY;
            for (i, child) in wide.children(&tree, subtree).into_iter().flatten().enumerate() {
                wide.describe(&tree, child, &mut node, i);
                if wide.ends(&tree, child) {
                    (node.child[i], node.count[i]) = (child.first, child.count);
                    if in_lanes {
                        node.child[i] = wide.leaves.len() as u32;
                        let leaf = wide.leaf(child);
                        push(&mut wide.leaves, leaf, "generate")?;
                    }
                } else {
                    node.child[i] = wide.nodes.len() as u32;
                    push(&mut todo, (child, wide.nodes.len(), depth + 1), "generate")?;
                    push(&mut wide.nodes, Node::EMPTY, "generate")?;
                }
            }
            wide.nodes[place] = node;
        }
        wide.order = tree.order;
        for (place, &number) in (0..).zip(&wide.order) {
            wide.places[number as usize] = place;
        }
        Ok(wide)
    }

    /// Up to eight subtrees that make up one: the largest are divided first.
    fn children(&self, tree: &BinaryTree, subtree: Subtree) -> [Option<Subtree>; 8] {
        let mut children = [None; 8];
        children[0] = Some(subtree);
        for count in 1..8 {
            let divisible = (0..count).filter_map(|i| children[i].map(|child| (i, child)));
            let divisible = divisible.filter(|&(_, child)| !self.ends(tree, child));
            let area = |child: Subtree| self.bounds(tree, child).half_area();
            let largest = divisible.max_by(|a, b| area(a.1).total_cmp(&area(b.1)));
            let Some((place, child)) = largest else { break };
            let left = tree.nodes[child.node].left_count;
            children[place] = Some(Subtree { node: child.node + 1, count: left, ..child });
            children[count] = Some(Subtree {
                node: child.node + left as usize,
                first: child.first + left,
                count: child.count - left,
            });
        }
        children
    }

    fn bounds(&self, tree: &BinaryTree, subtree: Subtree) -> Aabb {
        match subtree.count {
            1 => self.triangles[subtree.first as usize].bounds(),
            _ => tree.nodes[subtree.node].bounds,
        }
    }

    /// Whether a subtree is a leaf.
    fn ends(&self, tree: &BinaryTree, subtree: Subtree) -> bool {
        subtree.count <= self.most || tree.nodes[subtree.node].left_count == 0
    }

    fn describe(&self, tree: &BinaryTree, child: Subtree, node: &mut Node, i: usize) {
        let bounds = self.bounds(tree, child);
        // A little larger, as keys may be less than distances by a part of a triangle's size.
        let error = ((bounds.max - bounds.min).as_dvec3().length() * KEY_ERROR) as f32;
        let mut padded = bounds;
        for axis in 0..3 {
            padded.min[axis] = min(bounds.min[axis] - error, bounds.min[axis].next_down());
            padded.max[axis] = max(bounds.max[axis] + error, bounds.max[axis].next_up());
            (node.min[axis][i], node.max[axis][i]) = (padded.min[axis], padded.max[axis]);
        }
        if child.count <= LARGEST_SLAB
            && let Some((normal, middle, half)) =
                slab(&self.triangles[child.first as usize..][..child.count as usize], &padded)
        {
            for axis in 0..3 {
                node.normal[axis][i] = normal[axis];
            }
            (node.middle[i], node.half[i]) = (middle, half);
        }
    }

    /// The triangles of a subtree that ends. The last one fills the lanes that are left.
    fn leaf(&self, subtree: Subtree) -> Leaf {
        let triangles = &self.triangles[subtree.first as usize..][..subtree.count as usize];
        let mut leaf =
            Leaf { corners: [[[0.0; 8]; 3]; 3], inverse_squares: [[0.0; 8]; 3], first: subtree.first };
        for i in 0..8 {
            let Triangle { a, b, c } = triangles[i.min(triangles.len() - 1)];
            for (inverse, edge) in leaf.inverse_squares.iter_mut().zip([b - a, c - b, a - c]) {
                inverse[i] = 1.0 / edge.length_squared();
            }
            for (corner, at) in leaf.corners.iter_mut().zip([a, b, c]) {
                for axis in 0..3 {
                    corner[axis][i] = at[axis];
                }
            }
        }
        leaf
    }
}

/// The slab across some triangles' mean normal, over the smallest corner of `bounds`, from which heights of nodes are
/// computed as well. Its thickness is padded by 2^-19 of the box, which is more than rounding takes of such a height
/// where the box itself is not too far.
fn slab(triangles: &[Triangle], bounds: &Aabb) -> Option<(Vec3, f32, f32)> {
    let origin = bounds.min.as_dvec3();
    let area = |t: &Triangle| {
        let [a, b, c] = [t.a, t.b, t.c].map_each(|corner| corner.as_dvec3());
        (b - a).cross(c - a)
    };
    let sum = triangles.iter().fold(DVec3::ZERO, |sum, t| sum + area(t));
    let normal = (sum.try_normalize()? * 0.999_999).as_vec3();
    let heights = triangles.iter().flat_map(|t| [t.a, t.b, t.c]);
    let heights = heights.map(|corner| normal.as_dvec3().dot(corner.as_dvec3() - origin));
    let (low, high) = heights
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), height| (low.min(height), high.max(height)));
    let middle = ((low + high) * 0.5) as f32;
    let half = (high - f64::from(middle)).max(f64::from(middle) - low);
    let size = (bounds.max.as_dvec3() - origin).length();
    Some((normal, middle, (half + size * PAD) as f32))
}

/// What a slab is padded by, of its box's diagonal.
const PAD: f64 = 1.0 / (1u64 << 19) as f64;
