//! A tree with eight children a node, for boxes and slabs of eight at once.

use super::affine::Affine;
use crate::geometry::{Aabb, Triangle, Vec3, max, min};
use crate::sdf::nearest::KEY_ERROR;
use crate::simd::LANES8;
use glam::DVec3;
use std::sync::atomic::{AtomicU32, Ordering};

/// Sets of more triangles get no slab: a surface as large is hardly flat.
pub(super) const LARGEST_SLAB: usize = 64;

/// Eight subtrees: for each its box, a slab around it, and its place.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct Node {
    pub(super) min: [[f32; 8]; 3],
    pub(super) max: [[f32; 8]; 3],
    /// The slab's normal, not longer than 1.
    pub(super) normal: [[f32; 8]; 3],
    /// The slab's middle: its height along the normal over the box's smallest corner.
    pub(super) middle: [f32; 8],
    /// Half the slab's thickness, padded; infinite if there is none.
    pub(super) half: [f32; 8],
    /// A node, or a leaf's first triangle.
    pub(super) child: [u32; 8],
    /// The triangles of a leaf; 0 for a node.
    pub(super) count: [u32; 8],
}

impl Node {
    /// A node of empty boxes, which are infinitely far from everything.
    pub(super) const EMPTY: Node = Node {
        min: [[f32::INFINITY; 8]; 3],
        max: [[f32::NEG_INFINITY; 8]; 3],
        normal: [[0.0; 8]; 3],
        middle: [0.0; 8],
        half: [f32::INFINITY; 8],
        child: [0; 8],
        count: [0; 8],
    };
}

/// Up to eight triangles that follow each other by their first corners and the edges from there, axis by
/// axis.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
pub(super) struct CornerEdges {
    pub(super) corner: [[f32; LANES8]; 3],
    pub(super) edges: [[[f32; LANES8]; 3]; 2],
}

impl CornerEdges {
    pub(super) fn new(triangles: &[Triangle]) -> CornerEdges {
        let zero = [[0.0; LANES8]; 3];
        let mut all = CornerEdges { corner: zero, edges: [zero; 2] };
        for (lane, &Triangle { a, b, c }) in triangles.iter().enumerate() {
            let CornerEdges { corner, edges: [e, f] } = &mut all;
            for axis in 0..3 {
                corner[axis][lane] = a[axis];
                (e[axis][lane], f[axis][lane]) = ((b - a)[axis], (c - a)[axis]);
            }
        }
        all
    }
}

/// The data that the search reads: triangles in the tree's order.
pub(super) struct WideTree {
    pub(super) nodes: Vec<Node>,
    pub(super) affine: Vec<Affine>,
    /// Eight triangles each.
    pub(super) edges: Vec<CornerEdges>,
    pub(super) triangles: Vec<Triangle>,
    /// The numbers of these triangles.
    pub(super) order: Vec<u32>,
    /// The places of triangles in this order, by their numbers. Several threads write them.
    pub(super) places: Vec<AtomicU32>,
    /// The number of nodes on the longest path.
    pub(super) depth: usize,
}

impl WideTree {
    /// The place of a triangle.
    #[inline(always)]
    pub(super) fn place(&self, triangle: u32) -> u32 {
        self.places[triangle as usize].load(Ordering::Relaxed)
    }
}

/// A subtree as its parent describes it.
pub(super) struct Child {
    pub(super) bounds: Aabb,
    /// The box, a little larger.
    padded: Aabb,
    slab: Option<Slab>,
    /// The numbers `child` and `count` of a node.
    pub(super) number: u32,
    pub(super) count: u32,
}

impl Child {
    /// A child over some triangles. If `triangles` is empty, it gets no slab.
    pub(super) fn new(bounds: Aabb, triangles: &[Triangle], number: u32, count: u32) -> Child {
        // Roots of keys may be less than distances by a part of a triangle's size.
        let error = ((bounds.max - bounds.min).as_dvec3().length() * KEY_ERROR) as f32;
        let mut padded = bounds;
        for axis in 0..3 {
            padded.min[axis] = min(bounds.min[axis] - error, bounds.min[axis].next_down());
            padded.max[axis] = max(bounds.max[axis] + error, bounds.max[axis].next_up());
        }
        Child { bounds, padded, slab: slab(triangles, &padded), number, count }
    }
}

impl Node {
    pub(super) fn set(&mut self, i: usize, child: &Child) {
        for axis in 0..3 {
            (self.min[axis][i], self.max[axis][i]) = (child.padded.min[axis], child.padded.max[axis]);
        }
        if let Some(Slab { normal, middle, half }) = child.slab {
            for axis in 0..3 {
                self.normal[axis][i] = normal[axis];
            }
            (self.middle[i], self.half[i]) = (middle, half);
        }
        (self.child[i], self.count[i]) = (child.number, child.count);
    }

    /// The same node, with its children's numbers increased by `nodes`.
    pub(super) fn renumbered(&self, nodes: u32) -> Node {
        let mut node = *self;
        for (child, count) in node.child.iter_mut().zip(self.count) {
            if count == 0 {
                *child += nodes;
            }
        }
        node
    }
}

/// The space between two planes.
struct Slab {
    normal: Vec3,
    middle: f32,
    half: f32,
}

/// The slab perpendicular to some triangles' mean normal. Heights are over the smallest corner of `bounds`,
/// from which heights of nodes are computed as well. Its thickness is padded by 2^-19 of the box, which is
/// more than the rounding of such a height if the box itself is not too far.
fn slab(triangles: &[Triangle], bounds: &Aabb) -> Option<Slab> {
    let origin = bounds.min.as_dvec3();
    let sum = triangles.iter().fold(DVec3::ZERO, |sum, t| sum + t.area_vector_f64());
    let normal = (sum.try_normalize()? * 0.999_999).as_vec3();
    let heights = triangles.iter().flat_map(|t| [t.a, t.b, t.c]);
    let heights = heights.map(|corner| normal.as_dvec3().dot(corner.as_dvec3() - origin));
    let (low, high) = heights
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), height| (low.min(height), high.max(height)));
    let middle = ((low + high) * 0.5) as f32;
    let half = (high - f64::from(middle)).max(f64::from(middle) - low);
    let size = (bounds.max.as_dvec3() - origin).length();
    Some(Slab { normal, middle, half: (half + size * PAD) as f32 })
}

/// The padding of a slab, in diagonals of its box.
const PAD: f64 = 1.0 / (1u64 << 19) as f64;
