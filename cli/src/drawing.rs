//! Triangles in paints of their own, drawn as a picture.

use crate::camera::{Camera, Wishes};
use crate::picture::{self, Picture, Work};
use crate::render::{Paint, Scene};
use anyhow::{Context, Result};
use carom::geometry::{Triangle, Vec3};
use carom::mesh::{CookOptions, Mesh, MeshInput};

/// The triangles so far.
#[derive(Default)]
pub(crate) struct Drawing {
    triangles: Vec<(Triangle, u16)>,
    paints: Vec<Paint>,
}

impl Drawing {
    pub(crate) fn add(&mut self, triangle: Triangle, paint: Paint) {
        self.triangles.push((triangle, 0));
        self.paints.push(paint);
    }

    /// Adds all triangles of a mesh, each as `look` says.
    pub(crate) fn add_mesh(
        &mut self,
        mesh: &Mesh,
        look: impl Fn(usize, &Triangle) -> (Triangle, Paint),
    ) -> Result<()> {
        let nothing = (Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0u16);
        let mut own = vec![nothing; mesh.triangle_count() as usize];
        mesh.triangles(0, &mut own[..])?;
        for (i, (triangle, _)) in own.iter().enumerate() {
            let (triangle, paint) = look(i, triangle);
            self.add(triangle, paint);
        }
        Ok(())
    }

    /// The camera that sees all of them, or what else is wished for.
    pub(crate) fn camera(&self, wishes: &Wishes) -> Camera {
        Camera::new(wishes, &self.triangles)
    }

    /// Draws them and saves the picture.
    pub(crate) fn save(
        self,
        camera: Camera,
        size: (u32, u32),
        (work, picture): (&Work, &Picture),
    ) -> Result<()> {
        let name = || work.file.display().to_string();
        let corners = self.triangles.iter().flat_map(|(t, _)| [t.a, t.b, t.c]);
        let positions: Vec<[f32; 3]> = corners.map(|corner| corner.to_array()).collect();
        let count =
            u32::try_from(positions.len()).ok().with_context(|| format!("{}: too many triangles", name()))?;
        let indices: Vec<u32> = (0..count).collect();
        let mesh =
            Mesh::build(&MeshInput::new(&positions, &indices), CookOptions::default()).with_context(name)?;
        camera.check(work.file)?;
        let scene = Scene::new(&mesh, self.triangles, camera, self.paints);
        picture::draw(work, size, picture, |y, row| scene.draw_row(y, size, row))?;
        Ok(())
    }
}
