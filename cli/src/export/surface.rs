//! Triangles with common vertices.

use anyhow::{Context, Result};
use carom::bsp::Bsp;
use carom::geometry::{Triangle, Vec3};
use carom::mesh::Mesh;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(crate) struct Surface {
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Surface {
    /// The triangles of a mesh by their numbers: in the order of the input, or as cooked if that is not kept.
    pub(crate) fn of_mesh(mesh: &Mesh) -> Result<Surface> {
        let nothing = (Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0u16);
        let mut triangles = vec![nothing; mesh.triangle_count() as usize];
        mesh.triangles(0, &mut triangles[..])?;
        Surface::of(triangles.iter().map(|(triangle, _)| triangle))
    }

    /// The triangles of all brushes' faces, brush after brush, or of the surface that a solid was made of.
    pub(crate) fn of_solid(bsp: &Bsp) -> Result<Surface> {
        let mut triangles = Vec::new();
        bsp.triangles(|found| triangles.push(found.triangle))?;
        Surface::of(&triangles)
    }

    /// Corners with the same bits are one vertex, in the order of first use.
    fn of<'a>(triangles: impl IntoIterator<Item = &'a Triangle>) -> Result<Surface> {
        let mut surface = Surface::default();
        let mut places = FxHashMap::default();
        for triangle in triangles {
            let mut corners = [0; 3];
            for (corner, position) in corners.iter_mut().zip([triangle.a, triangle.b, triangle.c]) {
                let position = position.to_array();
                *corner = match places.get(&position.map(f32::to_bits)) {
                    Some(&place) => place,
                    None => {
                        let place = surface.push(position)?;
                        places.insert(position.map(f32::to_bits), place);
                        place
                    }
                };
            }
            surface.triangles.push(corners);
        }
        Ok(surface)
    }

    /// Adds a vertex and returns its number.
    pub(super) fn push(&mut self, position: [f32; 3]) -> Result<u32> {
        let place =
            u32::try_from(self.positions.len()).ok().context("more vertices than 32 bits can count")?;
        self.positions.push(position);
        Ok(place)
    }
}
