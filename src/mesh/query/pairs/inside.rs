//! Meshes inside of another one, which their surfaces alone do not tell.
//!
//! Each triangle's first corner is inside of the other mesh or not: a ray counts how often the other surface
//! winds around it. Where that surface is closed and does not touch, each part of a mesh that it does not
//! come near is all inside or all outside. So the tree is descended where the surfaces are near, and one ray
//! is enough for each part that is left. An open surface does not say the same of neighbours, so all that may
//! be behind it are asked.

use super::poses::{PosePair, check_poses};
use super::run::MeshPair;
use crate::Result;
use crate::arrays::MapEach;
use crate::batch::check_length;
use crate::bits::bits;
use crate::geometry::{Aabb, SolidContact, Triangle, crossing_number, sector_crossing};
use crate::mesh::tree::pairs::{
    NodeStack, OneVisitor, OpenPosed, PairBlock, PairTree, PosedNode, PosedTree, traverse_one,
};
use crate::mesh::view::View;
use crate::mesh::{Batch, Filter, Mesh, Output};
use crate::simd::{Kernel, LANES, Simd, dispatch};
use arrayvec::ArrayVec;
use std::ops::ControlFlow;

/// A share of a mesh.
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

/// The relation of the interiors of two closed meshes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interiors {
    /// They have no point in common.
    #[default]
    Apart,
    /// They have points in common.
    Overlap,
    /// A surface is not closed, or they touch at triangles without area, where faces of one mesh lie on each
    /// other, or at edges where more than sixteen triangles meet.
    Unknown,
}

/// The shares of two closed meshes that lie inside of the other one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshInside {
    /// True if the surfaces touch; nothing is said about shares then.
    pub touches: bool,
    /// The share of the first mesh that is inside of the second.
    pub a_in_b: Share,
    /// The share of the second mesh that is inside of the first.
    pub b_in_a: Share,
    /// The relation of the solids; see [`Mesh::inside`] for the meshes of which it is exact if the surfaces
    /// touch.
    pub interiors: Interiors,
}

/// A mesh and its pose.
#[derive(Clone, Copy)]
struct Posed<'a> {
    tree: PosedTree<'a, View<'a>>,
    /// Around all its posed triangles.
    bounds: Aabb,
    is_closed: bool,
}

/// The kinds of triangles that were found in a mesh.
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

/// Finds out how often a surface winds around first corners of triangles.
struct Windings<'a> {
    corners: Corners,
    triangles: &'a [Triangle],
    /// Around all rays from the first corners.
    ahead: Aabb,
    /// A number for each triangle; `None` on the surface.
    found: ArrayVec<Option<i32>, LANES>,
}

impl OneVisitor for Windings<'_> {
    fn passes(&self, bounds: &Aabb) -> bool {
        bounds.touches(&self.ahead)
    }

    fn block(&mut self, block: &PairBlock) -> ControlFlow<()> {
        for lane in bits(block.seen) {
            let own = block.triangle(lane as usize);
            let bounds = own.bounds();
            for (triangle, winding) in self.triangles.iter().zip(&mut self.found) {
                if bounds.touches(&towards_x(&Aabb::new(triangle.a, triangle.a))) {
                    let crossing = match self.corners {
                        Corners::BesideTheSurface => Some(crossing_number(triangle.a, &own)),
                        Corners::Anywhere => sector_crossing(triangle, &own),
                    };
                    *winding = winding.zip(crossing).map(|(winding, crossing)| winding + crossing);
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Finds out whether the box of any triangle touches a box.
struct Nearby<'a> {
    place: &'a Aabb,
    is_near: bool,
}

impl OneVisitor for Nearby<'_> {
    fn passes(&self, bounds: &Aabb) -> bool {
        bounds.touches(self.place)
    }

    fn block(&mut self, block: &PairBlock) -> ControlFlow<()> {
        let touches = |lane| block.triangle(lane as usize).bounds().touches(self.place);
        self.is_near = bits(block.seen).any(touches);
        if self.is_near { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

type NodeRef<'a> = <View<'a> as PairTree>::NodeRef;
type Node<'a> = PosedNode<View<'a>>;

impl<'a> Posed<'a> {
    /// The children of a node.
    fn open<S: Simd>(&self, simd: S, node: &NodeRef<'a>) -> Node<'a> {
        simd.call(OpenPosed { posed: &self.tree, node })
    }

    /// Tells of the first corners of up to sixteen triangles whether they are inside: within the box of the
    /// mesh, where the surface winds around them.
    fn contains<S: Simd>(&self, simd: S, corners: Corners, triangles: &[Triangle]) -> ArrayVec<bool, LANES> {
        let around = triangles.iter().fold(Aabb::EMPTY, |around, t| around.union(&Aabb::new(t.a, t.a)));
        let found = triangles.iter().map(|_| Some(0)).collect();
        let mut windings = Windings { corners, triangles, ahead: towards_x(&around), found };
        traverse_one(simd, &self.tree, &mut windings);
        let is_inside = |(triangle, winding): (&Triangle, Option<i32>)| {
            winding.is_some_and(|winding| winding != 0)
                && self.bounds.touches(&Aabb::new(triangle.a, triangle.a))
        };
        triangles.iter().zip(windings.found).map(is_inside).collect()
    }

    /// Returns true if the box of any triangle touches a box.
    fn is_near<S: Simd>(&self, simd: S, place: &Aabb) -> bool {
        let mut nearby = Nearby { place, is_near: false };
        traverse_one(simd, &self.tree, &mut nearby);
        nearby.is_near
    }

    /// Some triangle below child `i` of a node.
    fn some_triangle<S: Simd>(&self, simd: S, node: &Node<'a>, i: u32) -> Option<Triangle> {
        let (mut child, mut is_leaf) = (node.child(self.tree.tree, i), node.is_leaf(i));
        while !is_leaf {
            let node = self.open(simd, &child);
            let first = bits(node.present.into()).next()?;
            (child, is_leaf) = (node.child(self.tree.tree, first), node.is_leaf(first));
        }
        let mut triangle = None;
        // It has enough with the first.
        let _ = self.tree.blocks(simd, &child, |block| {
            triangle = Some(block.triangle(0));
            ControlFlow::Break(())
        });
        triangle
    }

    /// Tells of triangles whether their first corners are inside of another mesh: of as many as it takes to
    /// say it of all, or until it is enough.
    fn ask<S: Simd>(
        &self,
        simd: S,
        other: &Posed,
        corners: Corners,
        mut add: impl FnMut(bool) -> ControlFlow<()>,
    ) {
        let mut stack = NodeStack::<NodeRef>::default();
        self.tree.tree.pair_root().into_iter().for_each(|root| stack.push(root));
        'search: while let Some((reference, mask)) = stack.pop() {
            let node = self.open(simd, &reference);
            for i in bits(stack.choose(reference, mask & node.present)) {
                let bounds = node.bounds(i);
                // No point of the box is inside, or all or none are, or who knows.
                let is_outside = !bounds.touches(&other.bounds)
                    || !other.is_closed && !other.is_near(simd, &towards_x(bounds));
                let flow = if is_outside {
                    add(false)
                } else if other.is_closed && !other.is_near(simd, bounds) {
                    let some = self.some_triangle(simd, &node, i);
                    let inside = other.contains(simd, Corners::BesideTheSurface, some.as_slice());
                    inside.into_iter().try_for_each(&mut add)
                } else if node.is_leaf(i) {
                    self.tree.blocks(simd, &node.child(self.tree.tree, i), |block| {
                        let triangle = |lane| block.triangle(lane as usize);
                        let triangles: ArrayVec<Triangle, LANES> =
                            bits(block.seen).map(triangle).filter(|t| corners.has(t)).collect();
                        other.contains(simd, corners, &triangles).into_iter().try_for_each(&mut add)
                    })
                } else {
                    stack.push(node.child(self.tree.tree, i));
                    ControlFlow::Continue(())
                };
                if flow.is_break() {
                    break 'search;
                }
            }
        }
    }

    /// The share of this mesh that is inside of another, whose surface it does not touch.
    fn share_in<S: Simd>(&self, simd: S, other: &Posed) -> Share {
        let mut found = Found::default();
        self.ask(simd, other, Corners::BesideTheSurface, |is_inside| found.add(is_inside));
        found.share()
    }

    /// Returns true if any triangle is inside of another mesh beside its first corner. So all are of a part
    /// of the surface that meets the other mesh at most in points that are corners or apart from each other.
    fn has_any_in<S: Simd>(&self, simd: S, other: &Posed) -> bool {
        let mut has_any = false;
        self.ask(simd, other, Corners::Anywhere, |is_inside| {
            has_any |= is_inside;
            if has_any { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        has_any
    }
}

/// The places where first corners of triangles may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Corners {
    /// The surfaces do not touch.
    BesideTheSurface,
    /// They may; what counts is where a triangle is next to its corner.
    Anywhere,
}

impl Corners {
    /// Returns true if a triangle is asked. One without area is nowhere beside its corner.
    fn has(self, triangle: &Triangle) -> bool {
        self == Corners::BesideTheSurface || !triangle.is_degenerate()
    }
}

/// The box of all rays towards +x from the points of a box.
fn towards_x(bounds: &Aabb) -> Aabb {
    Aabb::new(bounds.min, bounds.max.with_x(f32::INFINITY))
}

/// Two meshes whose surfaces touch: whether any part of one is inside of the other that has no border on it.
struct PartsKernel<'a>(&'a [Posed<'a>; 2]);

impl Kernel for PartsKernel<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> bool {
        let [a, b] = self.0;
        a.has_any_in(simd, b) || b.has_any_in(simd, a)
    }
}

/// Two meshes whose surfaces do not touch.
struct InsideKernel<'a>(&'a [Posed<'a>; 2]);

impl Kernel for InsideKernel<'_> {
    type Output = MeshInside;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> MeshInside {
        let [a, b] = self.0;
        let (a_in_b, b_in_a) = (a.share_in(simd, b), b.share_in(simd, a));
        let interiors = match (a_in_b, b_in_a) {
            _ if !a.is_closed || !b.is_closed => Interiors::Unknown,
            (Share::None, Share::None) => Interiors::Apart,
            _ => Interiors::Overlap,
        };
        MeshInside { touches: false, a_in_b, b_in_a, interiors }
    }
}

impl MeshPair<'_> {
    /// The relation of the interiors of meshes whose surfaces touch.
    fn interiors(&self, poses: &PosePair, posed: &[Posed; 2]) -> Interiors {
        if posed.iter().any(|mesh| !mesh.is_closed) {
            return Interiors::Unknown;
        }
        match self.solids_where_they_touch(poses) {
            SolidContact::Overlap => Interiors::Overlap,
            _ if dispatch(PartsKernel(posed)) => Interiors::Overlap,
            SolidContact::Touch => Interiors::Apart,
            SolidContact::Unknown => Interiors::Unknown,
        }
    }
}

impl Mesh<'_> {
    /// The shares of this mesh and another that lie inside of the other one, for each pair of poses.
    ///
    /// A triangle is inside where its first corner is: within the box around the other mesh, where the other
    /// surface's winding number is not 0. That is the number of times that the ray from the corner towards +x
    /// leaves through the surface, less the times that it enters ([`crossing_number`]). If the other mesh is
    /// closed, neighbours that it does not touch are inside together, and every ray says the same. If not,
    /// what is inside means little, and takes the longer, because every triangle may have to be asked; but it
    /// is still the same whatever the layout. A mesh counts as closed if each edge has as many triangles that
    /// run along it in one direction as in the other, by the positions of its ends. The first time that it
    /// matters, that takes a pass over the mesh.
    ///
    /// If the surfaces touch, nothing is said about shares, but [`MeshInside::interiors`] tells interference
    /// from contact: whether the interiors, which are open sets, have a point in common. For meshes that are
    /// closed, wound so that their fronts are outside, and of which no triangles meet but at common corners
    /// and edges, posed, this is exact: a bolt may fill its hole, and boxes may stand flush. A triangle
    /// without area where they touch makes it unknown, unless the interiors overlap elsewhere; of open meshes
    /// it is always unknown. Meshes that cross themselves may get a wrong answer.
    ///
    /// Exact, as [`Mesh::overlap_mesh_all`] is.
    ///
    /// # Errors
    /// As for [`Mesh::overlap_mesh_all`].
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
            answers.write(i, both.inside([self, other], &poses.query(i)));
        }
        Ok(())
    }
}

impl MeshPair<'_> {
    /// The answer for one pair of poses.
    fn inside(&self, meshes: [&Mesh; 2], poses: &PosePair) -> MeshInside {
        let [first, second] = meshes;
        let bounds = [poses.a.bounds_of(&first.bounds()), poses.b.bounds_of(&second.bounds())];
        let touches = self.touches(poses);
        if !touches && !bounds[0].touches(&bounds[1]) {
            return MeshInside::default();
        }
        let [a, b] = self.posed(self.trees.map_each(|tree| tree.view()), poses);
        let posed = &[
            Posed { tree: a, bounds: bounds[0], is_closed: first.is_closed() },
            Posed { tree: b, bounds: bounds[1], is_closed: second.is_closed() },
        ];
        if touches {
            return MeshInside { touches, interiors: self.interiors(poses, posed), ..MeshInside::default() };
        }
        dispatch(InsideKernel(posed))
    }
}
