//! obvhs: its compressed tree of eight children a node, and its binary one, with its own triangles.

use super::one_by_one::{OneByOne, Single};
use super::{Contender, Subject};
use crate::mesh::Mesh;
use crate::work::{Box3, Ray, Work};
use glam::Vec3A;
use obvhs::BvhBuildParams;
use obvhs::aabb::Aabb;
use obvhs::bvh2::{self, Bvh2};
use obvhs::cwbvh::{self, CwBvh};
use obvhs::ray::{Ray as ObvhsRay, RayHit};
use obvhs::rt_triangle::RtTriangle;
use obvhs::triangle::Triangle;
use std::hint::black_box;
use std::time::Duration;

const CWBVH: usize = 0;

pub(super) fn contenders() -> Vec<Contender> {
    let contender = |(structure, configuration): (usize, &str)| Contender {
        library: "obvhs",
        configuration: configuration.to_owned(),
        build: |mesh, structure| Ok(Box::new(OneByOne::new(Obvhs::new(mesh, structure)))),
        structure,
        way: structure,
        works: |work, way| match work {
            Work::Build => true,
            Work::AabbList => way != CWBVH,
            _ => work.is_ray(),
        },
        subject: Subject::Mesh,
        quick: false,
    };
    ["cwbvh", "bvh2"].into_iter().enumerate().map(contender).collect()
}

enum Tree {
    Wide(CwBvh),
    Binary(Bvh2),
}

struct Obvhs {
    tree: Tree,
    /// In the tree's order.
    triangles: Vec<RtTriangle>,
    /// In the tree's order, where boxes are asked.
    bounds: Vec<Aabb>,
    ids: Vec<u32>,
}

impl Obvhs {
    fn new(mesh: &Mesh, structure: usize) -> Obvhs {
        let corners = |i| mesh.corners(i).map(|v| Vec3A::from_array(v.into()));
        let soup: Vec<Triangle> =
            (0..mesh.triangles.len()).map(corners).map(|[v0, v1, v2]| Triangle { v0, v1, v2 }).collect();
        let (parameters, mut time) = (BvhBuildParams::medium_build(), Duration::default());
        let tree = if structure == CWBVH {
            Tree::Wide(cwbvh::builder::build_cwbvh_from_tris(&soup, parameters, &mut time))
        } else {
            Tree::Binary(bvh2::builder::build_bvh2_from_tris(&soup, parameters, &mut time))
        };
        let order = match &tree {
            Tree::Wide(tree) => &tree.primitive_indices,
            Tree::Binary(tree) => &tree.primitive_indices,
        };
        let in_order = || order.iter().map(|&i| &soup[i as usize]);
        let triangles = in_order().map(|t| RtTriangle::new(t.v0, t.v1, t.v2)).collect();
        let bounds = match &tree {
            Tree::Wide(_) => Vec::new(),
            Tree::Binary(_) => in_order().map(|t| Aabb::from_points(&[t.v0, t.v1, t.v2])).collect(),
        };
        Obvhs { tree, triangles, bounds, ids: Vec::new() }
    }
}

fn prepared(ray: &Ray) -> ObvhsRay {
    ObvhsRay::new(
        Vec3A::from_array(ray.origin),
        Vec3A::from_array(ray.direction),
        ray.t_min,
        ray.t_max.min(f32::MAX),
    )
}

impl Single for Obvhs {
    fn bytes(&self) -> usize {
        let tree = match &self.tree {
            Tree::Wide(tree) => size_of_val(&tree.nodes[..]) + size_of_val(&tree.primitive_indices[..]),
            Tree::Binary(tree) => size_of_val(&tree.nodes[..]) + size_of_val(&tree.primitive_indices[..]),
        };
        tree + size_of_val(&self.triangles[..])
    }

    fn closest(&self, ray: &Ray) -> f32 {
        let (ray, mut hit) = (prepared(ray), RayHit::none());
        let test = |ray: &ObvhsRay, i: usize| self.triangles[i].intersect(ray);
        let found = match &self.tree {
            Tree::Wide(tree) => tree.ray_traverse(ray, &mut hit, test),
            Tree::Binary(tree) => tree.ray_traverse(ray, &mut hit, test),
        };
        if found { black_box(hit).t } else { f32::INFINITY }
    }

    fn any(&self, ray: &Ray) -> bool {
        let ray = prepared(ray);
        let test = |ray: &ObvhsRay, i: usize| self.triangles[i].intersect(ray);
        let misses = match &self.tree {
            Tree::Wide(tree) => tree.ray_traverse_miss(ray, test),
            Tree::Binary(tree) => tree.ray_traverse_miss(ray, test),
        };
        !misses
    }

    fn list(&mut self, shape: &Box3) -> usize {
        let Tree::Binary(tree) = &self.tree else { unreachable!("not asked") };
        let whole = Aabb::new(Vec3A::from_array(shape.min), Vec3A::from_array(shape.max));
        let (bounds, ids) = (&self.bounds, &mut self.ids);
        ids.clear();
        tree.aabb_traverse(whole, |tree, id| {
            let node = &tree.nodes[id as usize];
            for k in node.first_index..node.first_index + node.prim_count {
                if bounds[k as usize].intersect_aabb(&whole) {
                    ids.push(tree.primitive_indices[k as usize]);
                }
            }
            true
        });
        black_box(&self.ids).len()
    }
}
