//! parry: its own projection of a point on a mesh, without and with normals that tell the inside.

use super::rival::{Contender, Rival, Run, timed};
use super::subject::{Slices, Subject};
use anyhow::{Result, anyhow};
use parry3d::math::Vector;
use parry3d::query::PointQuery;
use parry3d::shape::{TriMesh, TriMeshFlags};

struct Parry {
    flags: TriMeshFlags,
}

impl Rival for Parry {
    fn run(&mut self, subject: &Subject, slices: Slices) -> Result<Run> {
        let points = slices.nodes(&subject.grid);
        let (build, mesh) = timed(|| {
            let positions = subject.mesh.positions().iter().map(|&[x, y, z]| Vector::new(x, y, z)).collect();
            TriMesh::with_flags(positions, subject.mesh.triangles.clone(), self.flags)
        });
        let mesh = mesh.map_err(|error| anyhow!("{error}"))?;
        let signed = self.flags.contains(TriMeshFlags::ORIENTED);
        let distance = |&[x, y, z]: &[f32; 3]| {
            let point = Vector::new(x, y, z);
            let nearest = mesh.project_local_point(point, false);
            let distance = (nearest.point - point).length();
            if signed && nearest.is_inside { -distance } else { distance }
        };
        let (nodes, values) = timed(|| points.iter().map(distance).collect());
        Ok(Run { build, nodes, values })
    }
}

pub(super) fn contenders() -> Vec<Contender> {
    let contender = |(configuration, flags): (&'static str, TriMeshFlags)| Contender {
        library: "parry",
        configuration,
        signs: flags.contains(TriMeshFlags::ORIENTED),
        rival: Box::new(Parry { flags }),
        by_node: true,
        quick: true,
        largest: u32::MAX,
    };
    [("unsigned", TriMeshFlags::empty()), ("pseudonormals", TriMeshFlags::ORIENTED)].map(contender).into()
}
