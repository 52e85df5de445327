//! parry: its tree's own walk over pairs of leaves, in two ways; and its own test of two meshes.

use super::place::{Place, Subject};
use super::rival::{Contender, Rival};
use super::triangle::{self, Corners};
use crate::mesh::Mesh;
use crate::work::Work;
use anyhow::{Result, anyhow};
use carom::geometry::{PoseMatrix, Vec3};
use parry3d::math::{Pose, Rotation, Vector};
use parry3d::partitioning::BvhNode;
use parry3d::query;
use parry3d::shape::TriMesh;
use std::hint::black_box;
use std::rc::Rc;

/// Two meshes.
struct Parry {
    a: Rc<TriMesh>,
    b: Rc<TriMesh>,
    matrix: PoseMatrix,
    pose: Pose,
    keys: Vec<u64>,
    /// True if the first contact is found by parry's own test.
    own: bool,
}

fn mesh_of(mesh: &Mesh) -> Result<Rc<TriMesh>> {
    let positions = mesh.positions().iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect();
    let mesh = TriMesh::new(positions, mesh.triangles.clone()).map_err(|error| anyhow!("{error}"))?;
    Ok(Rc::new(mesh))
}

fn vector(v: Vector) -> Vec3 {
    Vec3::new(v.x, v.y, v.z)
}

fn corners(mesh: &TriMesh, id: u32) -> Corners {
    let triangle = mesh.triangle(id);
    [triangle.a, triangle.b, triangle.c].map(vector)
}

impl Parry {
    /// The pairs that touch, in the order of the walk: boxes of the second tree are turned into boxes of the
    /// first one's frame.
    fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let PoseMatrix { rows, translation } = self.matrix;
        let sizes = rows.map(|row| row.abs());
        let near = move |a: &BvhNode, b: &BvhNode| {
            let (low, high) = (vector(b.mins()), vector(b.maxs()));
            let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
            let middle = Vec3::from(rows.map(|row| row.dot(middle))) + translation;
            let half = Vec3::from(sizes.map(|row| row.dot(half)));
            (middle - half).cmple(vector(a.maxs())).all() && (middle + half).cmpge(vector(a.mins())).all()
        };
        let touch = |&(i, j): &(u32, u32)| {
            let second = corners(&self.b, j).map(|corner| self.matrix.point(corner));
            triangle::touch(&corners(&self.a, i), &second)
        };
        self.a.bvh().leaf_pairs(self.b.bvh(), near).filter(touch)
    }
}

impl Rival for Parry {
    fn place(&mut self, place: &Place) {
        let ([x, y, z], q) = (<[f32; 3]>::from(place.matrix.translation), place.rotation);
        self.matrix = place.matrix;
        self.pose = Pose::from_parts(Vector::new(x, y, z), Rotation::from_xyzw(q.x, q.y, q.z, q.w));
    }

    fn ask(&mut self, work: Work) -> f64 {
        if work == Work::PairsAll {
            let mut keys = std::mem::take(&mut self.keys);
            keys.clear();
            keys.extend(self.pairs().map(|(i, j)| u64::from(i) << 32 | u64::from(j)));
            keys.sort_unstable();
            self.keys = keys;
            return black_box(&self.keys).len() as f64;
        }
        let touches = if self.own {
            query::intersection_test(&Pose::IDENTITY, &*self.a, &self.pose, &*self.b)
                .is_ok_and(|test| test.intersecting)
        } else {
            self.pairs().next().is_some()
        };
        f64::from(u8::from(touches))
    }
}

pub(super) fn contenders(subject: &Subject) -> Result<Vec<Contender<'static>>> {
    let a = mesh_of(subject.a)?;
    let b = if subject.is_one() { Rc::clone(&a) } else { mesh_of(subject.b)? };
    let contender = |configuration, works, own| Contender {
        library: "parry",
        configuration,
        works,
        rival: Box::new(Parry {
            a: Rc::clone(&a),
            b: Rc::clone(&b),
            matrix: PoseMatrix::IDENTITY,
            pose: Pose::IDENTITY,
            keys: Vec::new(),
            own,
        }),
        exact: false,
        quick: true,
    };
    Ok(vec![
        contender("walk", &[Work::PairsAll, Work::PairsFirst], false),
        contender("own", &[Work::PairsFirst], true),
    ])
}
