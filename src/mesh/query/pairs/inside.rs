//! Whether a closed mesh lies inside of another, which their surfaces alone do not say.
//!
//! Where surfaces do not touch, each part of a mesh that the other's surface does not come near is all inside or all outside. So the
//! tree is descended where the surfaces are near, and for each part that is left, a ray from one of its points counts how often
//! the other surface winds around it.

use super::poses::{PosePair, check_poses};
use super::run::MeshPair;
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::check_length;
use crate::geometry::{Aabb, PoseMatrix, Vec3, crossing_number};
use crate::mesh::tree::pairs::{PairBlock, PairTree, PosedBlock, PosedTree, bits};
use crate::mesh::view::View;
use crate::mesh::{Batch, Filter, Mesh, Output};
use crate::simd::{Kernel, LANES8, Simd, Simd8, dispatch};
use crate::stack::{Slots, Stack};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// How much of a mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Share {
    /// Nothing of it.
    #[default]
    None,
    /// Some of its parts, and others not.
    Some,
    /// All of it.
    All,
}

/// Which of two closed meshes lies inside of the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshInside {
    /// Whether the surfaces touch; then nothing is said about what is inside.
    pub touches: bool,
    /// How much of the first mesh is inside of the second.
    pub a_in_b: Share,
    /// How much of the second mesh is inside of the first.
    pub b_in_a: Share,
}

/// A mesh and its pose.
#[derive(Clone, Copy)]
struct Posed<'a> {
    tree: View<'a>,
    pose: &'a PoseMatrix,
}

/// A child of a node, posed.
#[derive(Clone, Copy)]
struct Child<R> {
    reference: R,
    is_leaf: bool,
    bounds: Aabb,
}

type NodeRef<'a> = <View<'a> as PairTree>::NodeRef;
type Children<'a> = ArrayVec<Child<NodeRef<'a>>, LANES8>;
type NodeStack<'a> = <View<'a> as PairTree>::Stack<NodeRef<'a>>;

/// The children of a node.
struct OpenedNode<'a, 'b> {
    posed: Posed<'a>,
    node: &'b NodeRef<'a>,
}

impl<'a> Kernel for OpenedNode<'a, '_> {
    type Output = Children<'a>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Children<'a> {
        let Posed { tree, pose } = self.posed;
        let expanded = tree.expand(simd, self.node);
        let s = simd.lanes8();
        let [low, high] =
            [expanded.low, expanded.high].map_each(|[x, y, z]| [s.to_array(x), s.to_array(y), s.to_array(z)]);
        let mut children = Children::new();
        for i in bits(expanded.present) {
            let lane = i as usize % LANES8;
            let [low, high] =
                [&low, &high].map_each(|sides| [sides[0][lane], sides[1][lane], sides[2][lane]]);
            // They may have been rounded inward once.
            let bounds = Aabb::new(low.map_each(f32::next_down).into(), high.map_each(f32::next_up).into());
            children.push(Child {
                reference: tree.child(&expanded.children, i),
                is_leaf: expanded.leaves >> i & 1 != 0,
                bounds: pose.bounds_of(&bounds),
            });
        }
        children
    }
}

impl<'a> Posed<'a> {
    /// The children of a node, with boxes around their posed triangles.
    fn children<S: Simd>(self, simd: S, node: &NodeRef<'a>) -> Children<'a> {
        simd.call(OpenedNode { posed: self, node })
    }

    /// Shows the posed blocks of a leaf.
    fn blocks<S: Simd>(
        self,
        simd: S,
        leaf: &NodeRef<'a>,
        mut show: impl FnMut(&PairBlock) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let posed = &PosedTree { tree: self.tree, pose: self.pose, filter: &Filter::default() };
        let slots = &mut Slots::<PairBlock, 1>::new();
        for i in 0..self.tree.block_count(leaf) {
            simd.call(PosedBlock { posed, leaf: *leaf, i, slots: &mut *slots, place: 0 });
            show(slots.get(0))?;
        }
        ControlFlow::Continue(())
    }

    /// Shows the posed blocks of all leaves whose boxes pass.
    fn visit<S: Simd>(
        self,
        simd: S,
        passes: impl Fn(&Aabb) -> bool,
        mut show: impl FnMut(&PairBlock) -> ControlFlow<()>,
    ) {
        let mut stack = NodeStack::default();
        self.tree.pair_root().into_iter().for_each(|root| stack.push(root));
        while let Some(node) = stack.pop() {
            for child in self.children(simd, &node).into_iter().filter(|child| passes(&child.bounds)) {
                if !child.is_leaf {
                    stack.push(child.reference);
                } else if self.blocks(simd, &child.reference, &mut show).is_break() {
                    return;
                }
            }
        }
    }

    /// How often the surface winds around a point that is not on it.
    fn winding<S: Simd>(self, simd: S, point: Vec3) -> i32 {
        let mut winding = 0;
        // What the ray towards +x may meet.
        let ray = Aabb::new(point, point.with_x(f32::INFINITY));
        self.visit(
            simd,
            |bounds| bounds.touches(&ray),
            |block| {
                for lane in bits(block.seen) {
                    winding += crossing_number(point, &block.triangle(lane as usize));
                }
                ControlFlow::Continue(())
            },
        );
        winding
    }

    /// Whether the box of any triangle touches a box.
    fn is_near<S: Simd>(self, simd: S, place: &Aabb) -> bool {
        let mut is_near = false;
        self.visit(
            simd,
            |bounds| bounds.touches(place),
            |block| {
                is_near = bits(block.seen).any(|lane| block.triangle(lane as usize).bounds().touches(place));
                if is_near { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        is_near
    }

    /// A corner of some triangle below a node or a leaf.
    fn some_corner<S: Simd>(self, simd: S, below: Child<NodeRef<'a>>) -> Vec3 {
        let mut child = below;
        while !child.is_leaf {
            let node = child.reference;
            let Some(&first) = self.children(simd, &node).first() else { break };
            child = first;
        }
        let mut corner = Vec3::ZERO;
        // It has enough with the first.
        let _ = self.blocks(simd, &child.reference, |block| {
            corner = block.triangle(0).a;
            ControlFlow::Break(())
        });
        corner
    }

    /// How much of this mesh is inside of another, whose surface it does not touch.
    fn share_in<S: Simd>(self, simd: S, other: Posed) -> Share {
        let (mut inside, mut outside) = (false, false);
        let mut count = |point: Vec3| {
            let is_inside = other.winding(simd, point) != 0;
            (inside, outside) = (inside | is_inside, outside | !is_inside);
            if inside && outside { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let mut stack = NodeStack::default();
        self.tree.pair_root().into_iter().for_each(|root| stack.push(root));
        'search: while let Some(node) = stack.pop() {
            for child in self.children(simd, &node) {
                let flow = if !other.is_near(simd, &child.bounds) {
                    count(self.some_corner(simd, child))
                } else if child.is_leaf {
                    self.blocks(simd, &child.reference, |block| {
                        bits(block.seen).try_for_each(|lane| count(block.triangle(lane as usize).a))
                    })
                } else {
                    stack.push(child.reference);
                    ControlFlow::Continue(())
                };
                if flow.is_break() {
                    break 'search;
                }
            }
        }
        match (inside, outside) {
            (true, true) => Share::Some,
            (true, false) => Share::All,
            (false, _) => Share::None,
        }
    }
}

/// Two meshes whose surfaces do not touch.
struct InsideKernel<'a>([Posed<'a>; 2]);

impl Kernel for InsideKernel<'_> {
    type Output = MeshInside;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> MeshInside {
        let [a, b] = self.0;
        MeshInside { touches: false, a_in_b: a.share_in(simd, b), b_in_a: b.share_in(simd, a) }
    }
}

impl Mesh<'_> {
    /// Whether this mesh or another lies inside of the other one, for each pair of poses. Both must be closed, or what is inside
    /// means nothing; a point is inside where the surface's winding number is not 0.
    ///
    /// Solids overlap if [`MeshInside::touches`], or if anything is inside. Exact, as [`Mesh::pairs`] is.
    ///
    /// # Errors
    /// As for [`Mesh::pairs`].
    pub fn inside(
        &self,
        other: &Mesh,
        poses: &(impl Batch<PosePair> + ?Sized),
        answers: &mut (impl Output<MeshInside> + ?Sized),
    ) -> Result<()> {
        let all = Filter::default();
        let filters = [&all, &all];
        check_length(poses.count(), answers.capacity())?;
        (0..poses.count()).try_for_each(|i| check_poses(self, other, &poses.query(i), i))?;
        let both = MeshPair { trees: [self.tree(), other.tree()], filters };
        for i in 0..poses.count() {
            let poses = poses.query(i);
            let answer = if both.touches(&poses) {
                MeshInside { touches: true, ..MeshInside::default() }
            } else {
                let [a, b] = both.trees.map_each(|tree| tree.view());
                dispatch(InsideKernel([Posed { tree: a, pose: &poses.a }, Posed { tree: b, pose: &poses.b }]))
            };
            answers.write(i, answer);
        }
        Ok(())
    }
}
