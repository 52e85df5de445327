//! Whether a closed mesh lies inside of another, which their surfaces alone do not say.
//!
//! Each triangle's first corner is inside of the other mesh or not: a ray counts how often the other surface winds around it. Where
//! that surface is closed and does not touch, each part of a mesh that it does not come near is all inside or all outside. So the
//! tree is descended where the surfaces are near, and one ray is enough for each part that is left. An open surface does not
//! say the same of neighbours, so all that may be behind it are asked.

use super::poses::{PosePair, check_poses};
use super::run::MeshPair;
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::check_length;
use crate::geometry::{Aabb, PoseMatrix, Vec3, crossing_number};
use crate::mesh::tree::pairs::{NodeStack, PairBlock, PairTree, PosedBlock, PosedTree, bits};
use crate::mesh::view::View;
use crate::mesh::{Batch, Filter, Mesh, Output};
use crate::simd::{Kernel, LANES, LANES8, Simd, Simd8, dispatch};
use crate::stack::Slots;
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
    /// Around all its posed triangles.
    bounds: Aabb,
    is_closed: bool,
}

/// What was found of a mesh's triangles.
#[derive(Clone, Copy, Default)]
struct Found {
    inside: bool,
    outside: bool,
}

impl Found {
    /// Breaks when there is nothing else to find.
    fn add(&mut self, is_inside: bool) -> ControlFlow<()> {
        self.inside |= is_inside;
        self.outside |= !is_inside;
        if self.inside && self.outside { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn share(self) -> Share {
        match (self.inside, self.outside) {
            (true, true) => Share::Some,
            (true, false) => Share::All,
            (false, _) => Share::None,
        }
    }
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

/// The children of a node.
struct OpenedNode<'a, 'b> {
    posed: Posed<'a>,
    node: &'b NodeRef<'a>,
}

impl<'a> Kernel for OpenedNode<'a, '_> {
    type Output = Children<'a>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Children<'a> {
        let Posed { tree, pose, .. } = self.posed;
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
        let mut stack = NodeStack::<NodeRef>::default();
        self.tree.pair_root().into_iter().for_each(|root| stack.push(root));
        while let Some((node, mask)) = stack.pop() {
            let children = self.children(simd, &node);
            for i in bits(stack.choose(node, mask & all_of(&children))) {
                let child = children[i as usize];
                if !passes(&child.bounds) {
                    continue;
                }
                if !child.is_leaf {
                    stack.push(child.reference);
                } else if self.blocks(simd, &child.reference, &mut show).is_break() {
                    return;
                }
            }
        }
    }

    /// Whether each of up to sixteen points, none of which is on the surface, is inside: within the box of the mesh, where
    /// the surface winds around it.
    fn contains<S: Simd>(self, simd: S, points: &[Vec3]) -> ArrayVec<bool, LANES> {
        let mut windings: ArrayVec<i32, LANES> = points.iter().map(|_| 0).collect();
        let around = points.iter().fold(Aabb::EMPTY, |around, &point| around.union(&Aabb::new(point, point)));
        let ahead = towards_x(&around);
        self.visit(
            simd,
            |bounds| bounds.touches(&ahead),
            |block| {
                for lane in bits(block.seen) {
                    let triangle = block.triangle(lane as usize);
                    let bounds = triangle.bounds();
                    for (&point, winding) in points.iter().zip(&mut windings) {
                        if bounds.touches(&towards_x(&Aabb::new(point, point))) {
                            *winding += crossing_number(point, &triangle);
                        }
                    }
                }
                ControlFlow::Continue(())
            },
        );
        let is_inside =
            |(&point, winding): (&Vec3, i32)| winding != 0 && self.bounds.touches(&Aabb::new(point, point));
        points.iter().zip(windings).map(is_inside).collect()
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
        let mut found = Found::default();
        let mut stack = NodeStack::<NodeRef>::default();
        self.tree.pair_root().into_iter().for_each(|root| stack.push(root));
        'search: while let Some((node, mask)) = stack.pop() {
            let children = self.children(simd, &node);
            for i in bits(stack.choose(node, mask & all_of(&children))) {
                let child = children[i as usize];
                // No point of the box is inside, or all or none are, or who knows.
                let is_outside = !child.bounds.touches(&other.bounds)
                    || !other.is_closed && !other.is_near(simd, &towards_x(&child.bounds));
                let flow = if is_outside {
                    found.add(false)
                } else if other.is_closed && !other.is_near(simd, &child.bounds) {
                    let corner = self.some_corner(simd, child);
                    other.contains(simd, &[corner]).into_iter().try_for_each(|is_inside| found.add(is_inside))
                } else if child.is_leaf {
                    self.blocks(simd, &child.reference, |block| {
                        let corner = |lane| block.triangle(lane as usize).a;
                        let corners: ArrayVec<Vec3, LANES> = bits(block.seen).map(corner).collect();
                        let mut inside = other.contains(simd, &corners).into_iter();
                        inside.try_for_each(|is_inside| found.add(is_inside))
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
        found.share()
    }
}

/// What rays towards +x from the points of a box may meet.
fn towards_x(bounds: &Aabb) -> Aabb {
    Aabb::new(bounds.min, bounds.max.with_x(f32::INFINITY))
}

/// A bit for each child.
fn all_of(children: &Children) -> u8 {
    ((1u32 << children.len()) - 1) as u8
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
    /// Whether this mesh or another lies inside of the other one, for each pair of poses.
    ///
    /// A triangle is inside where its first corner is: within the box around the other mesh, where the other surface's winding
    /// number is not 0. That is the number of times that the ray from the corner towards +x leaves through the surface, less the
    /// times that it enters ([`crossing_number`]). If the other mesh is closed, neighbours that it does not touch are inside
    /// together, and every ray says the same. If not, what is inside means little, and takes the longer, because every triangle
    /// may have to be asked; but it is still the same whatever the layout. A mesh counts as closed if each edge has as many
    /// triangles that run along it in one direction as in the other, by the positions of its ends. The first time that it
    /// matters, that takes a pass over the mesh.
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
            let [a, b] = [poses.a.bounds_of(&self.bounds()), poses.b.bounds_of(&other.bounds())];
            let answer = if both.touches(&poses) {
                MeshInside { touches: true, ..MeshInside::default() }
            } else if !a.touches(&b) {
                MeshInside::default()
            } else {
                let [tree, other_tree] = both.trees.map_each(|tree| tree.view());
                dispatch(InsideKernel([
                    Posed { tree, pose: &poses.a, bounds: a, is_closed: self.is_closed() },
                    Posed { tree: other_tree, pose: &poses.b, bounds: b, is_closed: other.is_closed() },
                ]))
            };
            answers.write(i, answer);
        }
        Ok(())
    }
}
