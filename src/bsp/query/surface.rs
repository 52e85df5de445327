//! Spheres against the triangles of a surface, by the reference arithmetic of `geometry`: away from the solid, answers
//! are those of a plain loop over all triangles. The tree says which triangles need not be looked at, and whether the
//! centre is inside.

use super::super::tree::{Side, Subtree, Tree};
use super::Center;
use super::cast::{BspCastHit, Path, Target};
use super::collide::BspContact;
use super::nearest::nearest;
use super::walk::{Goal, walk};
use crate::batch::Filter;
use crate::geometry::{
    Sphere, SphereCast, SphereCastBounds, Triangle, Vec3, closest_point_triangle, sphere_cast_contact,
    sphere_cast_triangle, sphere_triangle,
};
use std::ops::ControlFlow;

/// Whether a leaf is inside the solid, whatever its attributes.
#[inline(always)]
fn is_solid(tree: &Tree, leaf: Subtree) -> bool {
    (leaf == Subtree::EMPTY) == tree.inverse
}

/// Looks for any triangle within the radius, or for the solid at the centre.
struct Any<'a> {
    tree: &'a Tree<'a>,
    sphere: &'a Sphere,
    reach: f32,
    located: bool,
    found: bool,
}

impl Goal for Any<'_> {
    const FACES: bool = true;

    #[inline(always)]
    fn reach(&self) -> f32 {
        self.reach
    }

    #[inline(always)]
    fn leaf(&mut self, leaf: Subtree, _: &[Side]) -> ControlFlow<()> {
        // The first leaf is the one that the centre is in.
        let first = !std::mem::replace(&mut self.located, true);
        self.found = first && is_solid(self.tree, leaf);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    #[inline(always)]
    fn faces(&mut self, node: usize) -> ControlFlow<()> {
        let touches = |(_, triangle): (u32, Triangle)| {
            // No point of a triangle is found nearer than its box.
            self.sphere.touches(&triangle.bounds()) && sphere_triangle(self.sphere, &triangle)
        };
        self.found = self.tree.solids.surface.at(node).any(touches);
        if self.found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What the reference arithmetic may be off by, for triangles as large as everything: so that the tree lets through
/// whatever that accepts.
#[inline(always)]
pub(super) fn rounding(tree: &Tree) -> f32 {
    tree.slack * 4.0
}

/// Whether a sphere touches the solid behind a surface.
pub(super) fn touches(tree: &Tree, center: Center, reach: f32, sphere: &Sphere) -> bool {
    let reach = reach + rounding(tree);
    let mut goal = Any { tree, sphere, reach, located: false, found: false };
    walk::<false, _>(tree, center.rounded, &mut goal);
    goal.found
}

/// Whether the centre is inside the solid.
pub(super) fn is_inside(tree: &Tree, center: Center) -> bool {
    let mut current = tree.root;
    while let Some(index) = current.index() {
        let node = tree.nodes[index];
        let (front, back) = tree.children(index, node);
        current = if tree.height(node, center.rounded) > 0.0 { front } else { back };
    }
    is_solid(tree, current)
}

/// The contact of a sphere with a surface. None if the tree must say it: there is no surface, or the way out of a
/// solid is asked for whose surface lies inside of it in part.
pub(super) fn contact(tree: &Tree, center: Center, radius: f32) -> Option<BspContact> {
    if !tree.solids.are_cells() {
        return None;
    }
    let inside = is_inside(tree, center);
    if inside && tree.leaky {
        return None;
    }
    let point = center.exact + tree.origin;
    let limit = match inside {
        true => f32::MAX,
        false => Sphere { center: point.as_vec3(), radius }.radius_squared(),
    };
    let Some(nearest) = nearest(tree, center, limit) else {
        let point = point.as_vec3();
        let deep = BspContact { point, depth: f32::INFINITY, normal: Vec3::ZERO, brush: 0 };
        return Some(if inside { deep } else { BspContact::MISS });
    };
    let distance = nearest.offset.length();
    // What cannot be told from the surface: the face says where out is.
    let normal = match distance > point.abs().max_element() * 1e-13 {
        true if inside => nearest.offset / distance,
        true => nearest.offset / -distance,
        false => nearest.triangle.normal().as_dvec3(),
    };
    let depth = f64::from(radius) + if inside { distance } else { -distance };
    Some(BspContact {
        point: (point + nearest.offset).as_vec3(),
        depth: (depth as f32).max(0.0),
        normal: normal.as_vec3(),
        brush: 0,
    })
}

/// Looks for the triangle that is touched first.
struct FirstTriangle<'a> {
    tree: &'a Tree<'a>,
    cast: SphereCastBounds,
    limit: f32,
    first: Option<(u32, Triangle)>,
}

impl Target for FirstTriangle<'_> {
    const PATH: bool = false;
    const FACES: bool = true;

    #[inline(always)]
    fn limit(&self) -> f64 {
        self.limit.into()
    }

    #[inline(always)]
    fn leaf(&mut self, _: Subtree, _: &[Side]) {}

    #[inline(always)]
    fn faces(&mut self, node: usize) {
        for (number, triangle) in self.tree.solids.surface.at(node) {
            if let Some(t) = sphere_cast_triangle(&self.cast, &triangle)
                && (t < self.limit || t == self.limit && self.first.is_none_or(|first| number < first.0))
            {
                self.limit = t;
                self.first = Some((number, triangle));
            }
        }
    }
}

/// The first contact of a moving sphere with a surface.
pub(super) fn first_contact(
    tree: &Tree,
    center: Center,
    path: &Path,
    cast: &SphereCast,
    filter: &Filter,
) -> BspCastHit {
    if !accepts(tree, filter) {
        return BspCastHit::MISS;
    }
    let mut target = FirstTriangle { tree, cast: SphereCastBounds::new(cast), limit: 1.0, first: None };
    let inside = is_inside(tree, center);
    if !inside {
        // The reference pads boxes, so it may touch a little early; never where the box of everything is not.
        let padded = target.cast.line.grow(&tree.bounds) + rounding(tree);
        let path = Path { reach: path.reach.max(padded.into()), ..*path };
        path.follow(tree, &mut target);
    }
    if inside || target.limit == 0.0 {
        let contact = super::collide::contact(tree, center, cast.radius, filter);
        if contact.is_hit() {
            return BspCastHit::at_start(0.0, &contact);
        }
    }
    let Some((_, triangle)) = target.first else { return BspCastHit::MISS };
    let t = target.limit;
    // The nearest triangle at that time need not be the one that f32 found to be touched first.
    let at = Center::relative(path.center + path.motion * f64::from(t));
    let point = at.exact + tree.origin;
    let least = closest_point_triangle(point.as_vec3(), &triangle).distance_squared;
    let limit = least * (1.0 + 1.0 / 262_144.0) + f32::MIN_POSITIVE;
    if let Some(nearest) = nearest(tree, at, limit) {
        let distance = nearest.offset.length();
        if cast.radius > 0.0 && distance > point.abs().max_element() * 1e-9 {
            let point = (point + nearest.offset).as_vec3();
            return BspCastHit { t, point, normal: (nearest.offset / -distance).as_vec3(), brush: 0 };
        }
    }
    let (point, normal) = sphere_cast_contact(cast, t, &triangle);
    BspCastHit { t, point, normal, brush: 0 }
}

/// Whether a filter sees the solid.
#[inline(always)]
pub(super) fn accepts(tree: &Tree, filter: &Filter) -> bool {
    filter.accepts(tree.solids.attributes[0])
}
