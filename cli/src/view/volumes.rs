//! The volumes of a world as triangles.

use anyhow::{Context, Result};
use carom::geometry::{Aabb, Sphere, Vec3};
use carom::mesh::{CookOptions, Mesh, MeshInput};
use carom::world::{Volume, World};

/// Triangles along a sphere's equator, and from pole to pole.
const SLICES: usize = 16;
const STACKS: usize = 8;

/// The volumes of a world as a mesh, with the lowest sixteen groups of an object as attribute bits; and the object of each
/// triangle, a u64 in little endian each.
pub(super) fn mesh(world: &World) -> Result<(Mesh<'static>, Vec<u8>)> {
    let mut volumes = Volumes::default();
    let (mut attributes, mut objects) = (Vec::new(), Vec::new());
    for id in world.ids() {
        let groups = world.object(id)?.filter.group as u16;
        for volume in world.volumes(id)? {
            match volume {
                Volume::Box(bounds) => volumes.add_box(&bounds)?,
                Volume::Sphere(sphere) => volumes.add_sphere(&sphere)?,
            }
        }
        attributes.resize(volumes.indices.len() / 3, groups);
        while objects.len() < 8 * attributes.len() {
            objects.extend(id.0.to_le_bytes());
        }
    }
    let input = MeshInput::new(&volumes.positions, &volumes.indices).with_attributes(&attributes);
    Ok((Mesh::build(&input, CookOptions::default())?, objects))
}

/// Triangles, with their normals outside.
#[derive(Default)]
struct Volumes {
    positions: Vec<[f32; 3]>,
    indices: Vec<u32>,
}

impl Volumes {
    fn add(&mut self, corners: impl IntoIterator<Item = Vec3>, quads: &[[usize; 4]]) -> Result<()> {
        let first = self.positions.len();
        self.positions.extend(corners.into_iter().map(|corner| corner.to_array()));
        u32::try_from(self.positions.len()).context("too many volumes")?;
        for [a, b, c, d] in quads {
            self.indices.extend([a, b, c, a, c, d].map(|corner| (first + corner) as u32));
        }
        Ok(())
    }

    /// Its corners, whose numbers have a bit for each axis along which they are at the upper end.
    fn add_box(&mut self, Aabb { min, max }: &Aabb) -> Result<()> {
        const QUADS: [[usize; 4]; 6] =
            [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let end = |corner: usize, axis: usize| if corner >> axis & 1 == 1 { max[axis] } else { min[axis] };
        self.add((0..8).map(|corner| Vec3::new(end(corner, 0), end(corner, 1), end(corner, 2))), &QUADS)
    }

    /// Rings from pole to pole; their corners lie on the sphere. Those at the poles are in one place.
    fn add_sphere(&mut self, &Sphere { center, radius }: &Sphere) -> Result<()> {
        let corners = (0..=STACKS).flat_map(|stack| {
            (0..SLICES).map(move |slice| {
                let polar = std::f32::consts::PI * stack as f32 / STACKS as f32;
                let around = std::f32::consts::TAU * slice as f32 / SLICES as f32;
                let aside = polar.sin();
                center + radius * Vec3::new(aside * around.cos(), aside * around.sin(), polar.cos())
            })
        });
        let quads = (0..STACKS).flat_map(|stack| {
            (0..SLICES).map(move |slice| {
                let (next, below) = ((slice + 1) % SLICES, SLICES);
                let at = stack * SLICES;
                [at + slice, at + below + slice, at + below + next, at + next]
            })
        });
        self.add(corners, &quads.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The volume that triangles with their normals outside enclose.
    fn enclosed(Volumes { positions, indices }: &Volumes) -> f32 {
        let corner = |i: u32| Vec3::from_array(positions[i as usize]);
        let six = indices.chunks(3).map(|t| corner(t[0]).dot(corner(t[1]).cross(corner(t[2]))));
        six.sum::<f32>() / 6.0
    }

    #[test]
    fn volumes_are_closed_with_normals_outside() {
        let mut one = Volumes::default();
        one.add_box(&Aabb::new(Vec3::new(1.0, 2.0, 3.0), Vec3::new(2.0, 4.0, 6.0))).unwrap();
        assert!((enclosed(&one) - 6.0).abs() < 1e-4);
        let mut one = Volumes::default();
        one.add_sphere(&Sphere { center: Vec3::new(1.0, 0.0, 2.0), radius: 1.0 }).unwrap();
        // Somewhat less than a sphere.
        assert!((3.7..4.19).contains(&enclosed(&one)), "{}", enclosed(&one));
    }
}
