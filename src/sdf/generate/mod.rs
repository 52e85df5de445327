//! Generation: triangles in, distances at the nodes of a grid out.

mod affine;
mod block;
mod blocks;
mod bound;
mod build;
mod candidates;
mod fields;
mod points;
mod published;
mod search;
mod separation;
mod wide;

use super::sign::{Signs, thin_triangles};
use super::{DistanceMethod, Distances, GenerateOptions, Grid, SignMethod, SignReport};
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3};
use crate::mesh::{Mesh, MeshInput};
use crate::progress::{Amount, run_monitored};
use crate::vectors::{filled, reserve};
use crate::{Error, Result};
use fields::Field;
use published::{face_by_face, node_by_node};

/// Generates the field of a mesh on a grid.
///
/// # Errors
/// The errors of [`MeshInput::validate`], [`crate::ErrorKind::NotFinite`] or
/// [`crate::ErrorKind::InvalidArgument`] for an option, [`crate::ErrorKind::OutOfMemory`],
/// [`crate::ErrorKind::Cancelled`].
pub fn generate(input: &MeshInput, grid: &Grid, options: GenerateOptions) -> Result<Distances> {
    input.validate()?;
    options.check()?;
    let GenerateOptions { sign, inside, max_distance, thread_count, keep_triangles, method, progress } =
        options;
    let farthest = max_distance.unwrap_or(f32::INFINITY);
    // The pseudonormal method needs the nearest triangle of farther nodes, too.
    let by_triangle = sign == SignMethod::Pseudonormal;
    let reach = if by_triangle { f32::INFINITY } else { farthest };
    let mut field = Field::new(grid, reach, keep_triangles || by_triangle)?;
    // Building a tree counts its triangles, and every node is counted once.
    let elements = input.triangle_count() + grid.node_count() as usize;
    let amount = Amount { elements, passes: 1 };
    let sign = run_monitored("generate", thread_count, amount, progress, |monitor| {
        if input.triangle_count() > 0 {
            match method {
                DistanceMethod::Blocks => blocks::distances(input, grid, reach, &mut field, monitor),
                DistanceMethod::KdTree => node_by_node::distances(input, grid, reach, &mut field, monitor),
                DistanceMethod::FaceByFace => {
                    face_by_face::distances(input, grid, reach, &mut field, monitor)
                }
            }?;
        }
        let signs = Signs { input, grid, rule: inside, monitor };
        let report = signs.apply(sign, &mut field.values, &field.triangles)?;
        let thin_triangles = match sign {
            SignMethod::Unsigned => 0,
            _ => thin_triangles(input, grid, &field.values, monitor)?,
        };
        Ok::<_, Error>(SignReport { thin_triangles, ..report })
    })??;
    if reach > farthest {
        field.limit(farthest);
    }
    let triangles = keep_triangles.then_some(field.triangles);
    let max_distance = match sign.method {
        SignMethod::Thickness(thickness) => farthest - thickness,
        _ => farthest,
    };
    Ok(Distances { grid: *grid, values: field.values, triangles, max_distance, sign })
}

/// The same of a cooked mesh.
///
/// # Errors
/// As for [`generate`].
pub fn generate_from_mesh(mesh: &Mesh, grid: &Grid, options: GenerateOptions) -> Result<Distances> {
    let count = mesh.triangle_count() as usize;
    let none = (Triangle::new(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO), 0);
    let mut triangles = filled(none, count, "generate")?;
    mesh.triangles(0, &mut triangles[..])?;
    let mut positions: Vec<[f32; 3]> = reserve(3 * count, "generate")?;
    positions
        .extend(triangles.iter().flat_map(|(t, _)| [t.a, t.b, t.c].map_each(|corner| corner.to_array())));
    let mut indices: Vec<u32> = reserve(3 * count, "generate")?;
    let Ok(corners) = u32::try_from(3 * count) else {
        return Err(Error::too_large(text!(
            "triangle_count: {count} triangles have more corners than can be numbered"
        )));
    };
    indices.extend(0..corners);
    generate(&MeshInput::new(&positions, &indices), grid, options)
}
