//! A picture of contacts: a mesh, the triangles that are touched, and a pin at each contact along its normal.

use crate::args::PinsArgs;
use crate::camera::Camera;
use crate::drawing::Drawing;
use crate::picture::{Picture, Work};
use crate::render::Paint;
use anyhow::Result;
use carom::geometry::Triangle;
use carom::mesh::{Contact, Mesh};
use std::collections::HashSet;
use std::path::Path;

/// The length of a pin, as a part of half the picture's height, and its width at the head, as a part of its length.
const LENGTH: f64 = 0.12;
const WIDTH: f64 = 0.16;
/// The sides of a pin.
const SIDES: usize = 8;

/// Draws the contacts.
pub(crate) fn draw(
    args: &PinsArgs,
    mesh: &Mesh,
    contacts: &[Contact],
    (picture, path): (&Picture, &Path),
) -> Result<()> {
    let touched: HashSet<usize> = contacts.iter().map(|contact| contact.triangle as usize).collect();
    let mut drawing = Drawing::default();
    drawing.add_mesh(mesh, |i, triangle| {
        (*triangle, if touched.contains(&i) { Paint::SLATE } else { Paint::BONE })
    })?;
    let size = args.drawing.size;
    let camera = drawing.camera(&args.camera.wishes(size));
    contacts.iter().for_each(|contact| add_pin(&mut drawing, &camera, contact));
    let work = Work { file: path, threads: args.drawing.threads, quiet: true };
    drawing.save(camera, size, (&work, picture))
}

/// A cone that stands on its tip, as large on the picture wherever it is.
fn add_pin(drawing: &mut Drawing, camera: &Camera, contact: &Contact) {
    let (tip, along) = (contact.point.as_dvec3(), contact.normal.as_dvec3());
    let length = (tip - camera.eye).dot(camera.ahead) * camera.half.1 * LENGTH;
    if length <= 0.0 {
        return;
    }
    let (right, up) = along.any_orthonormal_pair();
    let head = tip + along * length;
    let rim = |i: usize| {
        let (sin, cos) = (i as f64 / SIDES as f64 * std::f64::consts::TAU).sin_cos();
        (head + (right * cos + up * sin) * (length * WIDTH)).as_vec3()
    };
    for i in 0..SIDES {
        drawing.add(Triangle::new(tip.as_vec3(), rim(i + 1), rim(i)), Paint::RED);
        drawing.add(Triangle::new(head.as_vec3(), rim(i), rim(i + 1)), Paint::RED);
    }
}
