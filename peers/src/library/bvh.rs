//! The crate `bvh`: a tree over the user's shapes, which bring their own tests.

use super::one_by_one::{OneByOne, Single};
use super::{Contender, Subject};
use crate::mesh::Mesh;
use crate::work::{Box3, Ray, Work};
use bvh::aabb::{Aabb, Bounded};
use bvh::bounding_hierarchy::BHShape;
use bvh::bvh::Bvh;
use bvh::point_query::PointDistance;
use bvh::ray::Ray as BvhRay;
use carom::geometry::{Triangle, distance_squared_triangle};
use nalgebra::{Point3, Vector3};
use std::hint::black_box;

pub(super) fn contenders() -> Vec<Contender> {
    vec![Contender {
        library: "bvh",
        configuration: "default".to_owned(),
        build: |mesh, _| Ok(Box::new(OneByOne::new(Tree::new(mesh)))),
        structure: 0,
        way: 0,
        works: |work, _| !work.is_sphere_overlap() && work != Work::SphereCast,
        subject: Subject::Mesh,
        quick: false,
    }]
}

/// A triangle as the crate wants it.
struct Shape {
    corners: [Point3<f32>; 3],
    node: usize,
}

impl Bounded<f32, 3> for Shape {
    fn aabb(&self) -> Aabb<f32, 3> {
        self.corners.iter().fold(Aabb::empty(), |aabb, corner| aabb.grow(corner))
    }
}

impl BHShape<f32, 3> for Shape {
    fn set_bh_node_index(&mut self, node: usize) {
        self.node = node;
    }

    fn bh_node_index(&self) -> usize {
        self.node
    }
}

impl PointDistance<f32, 3> for Shape {
    fn distance_squared(&self, point: Point3<f32>) -> f32 {
        let [a, b, c] = self.corners.map(|corner| <[f32; 3]>::from(corner).into());
        distance_squared_triangle(<[f32; 3]>::from(point).into(), &Triangle { a, b, c })
    }
}

struct Tree {
    shapes: Vec<Shape>,
    tree: Bvh<f32, 3>,
    ids: Vec<usize>,
}

impl Tree {
    fn new(mesh: &Mesh) -> Tree {
        let point = |v: carom::geometry::Vec3| Point3::new(v.x, v.y, v.z);
        let shape = |i| Shape { corners: mesh.corners(i).map(point), node: 0 };
        let mut shapes: Vec<Shape> = (0..mesh.triangles.len()).map(shape).collect();
        let tree = Bvh::build(&mut shapes);
        Tree { shapes, tree, ids: Vec::new() }
    }

    /// The hits of the triangles whose boxes a ray meets, in no order.
    fn hits<'a>(
        &'a self,
        ray: &'a BvhRay<f32, 3>,
        direction: &'a Vector3<f32>,
    ) -> impl Iterator<Item = f32> + 'a {
        let candidates = self.tree.traverse_iterator(ray, &self.shapes);
        candidates.filter_map(|shape| intersect(&ray.origin, direction, shape))
    }
}

fn prepared(ray: &Ray) -> (BvhRay<f32, 3>, Vector3<f32>) {
    let direction = Vector3::from(ray.direction);
    (BvhRay::new(Point3::from(ray.origin), direction), direction)
}

/// Möller and Trumbore's test, from both sides and with any length of direction, which the crate's own is not
/// for.
fn intersect(origin: &Point3<f32>, direction: &Vector3<f32>, shape: &Shape) -> Option<f32> {
    let [a, b, c] = &shape.corners;
    let (ab, ac) = (b - a, c - a);
    let p = direction.cross(&ac);
    let scale = 1.0 / ab.dot(&p);
    let from = origin - a;
    let u = from.dot(&p) * scale;
    let q = from.cross(&ab);
    let v = direction.dot(&q) * scale;
    let t = ac.dot(&q) * scale;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0).then_some(t)
}

impl Single for Tree {
    fn bytes(&self) -> usize {
        size_of_val(&self.tree.nodes[..]) + size_of_val(&self.shapes[..])
    }

    fn closest(&self, ray: &Ray) -> f32 {
        let (prepared, direction) = prepared(ray);
        self.hits(&prepared, &direction).fold(f32::INFINITY, f32::min)
    }

    fn any(&self, ray: &Ray) -> bool {
        let (prepared, direction) = prepared(ray);
        self.hits(&prepared, &direction).any(|t| t <= ray.t_max)
    }

    fn list(&mut self, shape: &Box3) -> usize {
        let bounds = Aabb::with_bounds(Point3::from(shape.min), Point3::from(shape.max));
        self.ids.clear();
        let touching = self.tree.traverse_iterator(&bounds, &self.shapes);
        self.ids.extend(touching.map(|shape| shape.node));
        black_box(&self.ids).len()
    }

    fn distance(&self, point: [f32; 3]) -> f32 {
        let nearest = self.tree.nearest_to(Point3::from(point), &self.shapes);
        nearest.map_or(f32::INFINITY, |(_, distance)| distance)
    }
}
