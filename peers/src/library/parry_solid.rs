//! parry: a compound of convex hulls; and for surfaces a triangle mesh that knows its inside.

use super::one_by_one::{OneByOne, Single};
use super::parry::vector;
use super::{Contender, Subject};
use crate::mesh::Mesh;
use crate::work::{Cast, Sphere, Work};
use anyhow::{Context, Result, anyhow};
use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, PointQuery, ShapeCastOptions};
use parry3d::shape::{Ball, Compound, ConvexPolyhedron, Shape, SharedShape, TriMesh, TriMeshFlags};
use std::hint::black_box;

/// The ways, as those of meshes: parry's own query for balls; and the distance of each hull that its tree
/// lists.
const OWN: usize = 0;
const LISTED: usize = 1;

pub(super) fn contenders() -> Vec<Contender> {
    let hulls = |(way, configuration): (usize, &str)| Contender {
        library: "parry",
        configuration: configuration.to_owned(),
        build: |mesh, _| Ok(Box::new(OneByOne::new(Hulls::new(mesh)?))),
        structure: 1,
        way,
        works: |work, way| way == OWN || matches!(work, Work::BspThreshold | Work::BspExact),
        subject: Subject::Brushes,
        quick: true,
    };
    let mut contenders: Vec<Contender> = [(OWN, "hulls"), (LISTED, "hulls listed")].map(hulls).into();
    contenders.push(Contender {
        library: "parry",
        configuration: "oriented".to_owned(),
        build: |mesh, _| Ok(Box::new(OneByOne::new(Oriented::new(mesh)?))),
        structure: 2,
        way: OWN,
        // The others are asked of the mesh as it is.
        works: |work, _| matches!(work, Work::BspPoint | Work::BspContact | Work::BspBuild),
        subject: Subject::Surface,
        quick: true,
    });
    contenders
}

/// Hulls around their own middles.
struct Hulls {
    compound: Compound,
}

impl Hulls {
    fn new(mesh: &Mesh) -> Result<Hulls> {
        let solid = mesh.solid.as_ref().context("not a solid")?;
        let hull = |corners: Vec<[f32; 3]>| {
            let corners: Vec<Vector> = corners.into_iter().map(vector).collect();
            let bounds = Aabb::from_points(corners.iter().copied());
            let middle = bounds.center();
            let corners: Vec<Vector> = corners.iter().map(|&corner| corner - middle).collect();
            let hull = ConvexPolyhedron::from_convex_hull(&corners).context("no hull")?;
            Ok((Pose::from_translation(middle), SharedShape::new(hull)))
        };
        let hulls = solid.hulls().map(hull).collect::<Result<Vec<_>>>()?;
        Ok(Hulls { compound: Compound::new(hulls) })
    }

    fn touches_listed(&self, sphere: &Sphere) -> bool {
        let center = vector(sphere.center);
        let bounds = Aabb::from_half_extents(center, Vector::splat(sphere.radius));
        self.compound.bvh().intersect_aabb(&bounds).any(|id| {
            let (place, hull) = &self.compound.shapes()[id as usize];
            let nearest = hull.project_point(place, center, true).point;
            (nearest - center).length_squared() <= sphere.radius * sphere.radius
        })
    }
}

impl Single for Hulls {
    fn bytes(&self) -> usize {
        let of_hull = |(_, shape): &(Pose, SharedShape)| {
            let Some(hull) = shape.as_convex_polyhedron() else { return 0 };
            size_of_val(hull)
                + size_of_val(hull.points())
                + size_of_val(hull.vertices())
                + size_of_val(hull.edges())
                + size_of_val(hull.faces())
                + size_of_val(hull.vertices_adj_to_face())
                + size_of_val(hull.edges_adj_to_face())
                + size_of_val(hull.faces_adj_to_vertex())
        };
        let (compound, hulls) = (&self.compound, self.compound.shapes());
        let lists = size_of_val(hulls) + size_of_val(compound.aabbs()) + compound.bvh().heap_memory_size();
        lists + hulls.iter().map(of_hull).sum::<usize>()
    }

    fn sphere(&self, sphere: &Sphere, way: usize) -> bool {
        if way == LISTED { self.touches_listed(sphere) } else { touches(&self.compound, sphere) }
    }

    fn contains(&self, point: [f32; 3]) -> bool {
        self.compound.contains_local_point(vector(point))
    }

    fn depth(&self, sphere: &Sphere) -> f32 {
        depth(&self.compound, sphere)
    }

    fn cast(&self, cast: &Cast) -> f32 {
        let place = Pose::from_translation(vector(cast.origin));
        // As carom does it: balls that touch at the start may move away.
        let options = ShapeCastOptions {
            max_time_of_impact: 1.0,
            stop_at_penetration: false,
            ..ShapeCastOptions::default()
        };
        let (still, motion) = (Vector::ZERO, vector(cast.displacement));
        let ball = Ball::new(cast.radius);
        let hit = query::cast_shapes(&place, motion, &ball, &Pose::IDENTITY, still, &self.compound, options);
        match black_box(hit) {
            Ok(Some(hit)) => hit.time_of_impact,
            _ => f32::INFINITY,
        }
    }
}

/// A closed mesh with the normals of its edges and corners.
struct Oriented {
    mesh: TriMesh,
}

impl Oriented {
    fn new(mesh: &Mesh) -> Result<Oriented> {
        let positions = mesh.positions().iter().copied().map(vector).collect();
        let mesh = TriMesh::with_flags(positions, mesh.triangles.clone(), TriMeshFlags::ORIENTED);
        Ok(Oriented { mesh: mesh.map_err(|error| anyhow!("{error}"))? })
    }
}

impl Single for Oriented {
    fn bytes(&self) -> usize {
        self.mesh.heap_memory_size()
    }

    fn contains(&self, point: [f32; 3]) -> bool {
        self.mesh.contains_local_point(vector(point))
    }

    fn depth(&self, sphere: &Sphere) -> f32 {
        depth(&self.mesh, sphere)
    }
}

fn touches(shape: &dyn Shape, sphere: &Sphere) -> bool {
    let place = Pose::from_translation(vector(sphere.center));
    let touch = query::intersection_test(&place, &Ball::new(sphere.radius), &Pose::IDENTITY, shape);
    touch.is_ok_and(|test| test.intersecting)
}

fn depth(shape: &dyn Shape, sphere: &Sphere) -> f32 {
    let place = Pose::from_translation(vector(sphere.center));
    let contact = query::contact(&place, &Ball::new(sphere.radius), &Pose::IDENTITY, shape, 0.0);
    match black_box(contact) {
        Ok(Some(contact)) => (-contact.dist).max(0.0),
        _ => 0.0,
    }
}
