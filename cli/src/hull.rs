//! Queries of convex hulls on meshes. A hull is given by its points, any number of them.

use crate::printer::{Printer, print_overlap, print_triangles, vec3};
use anyhow::{Context, Result, ensure};
use carom::geometry::{HullPose, PoseMatrix, Vec3};
use carom::hull::Hull;
use carom::mesh::{Filter, Mesh};
use std::io::Write;

/// The points of a hull, three numbers each.
pub(crate) fn points<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Vec3>> {
    let number =
        |word: &'a str| word.parse::<f32>().ok().with_context(|| format!("`{word}` is not a number"));
    let numbers = words.map(number).collect::<Result<Vec<f32>>>()?;
    let count = numbers.len();
    ensure!(count > 0 && count % 3 == 0, "points take 3 numbers each, but there are {count}");
    Ok(numbers.chunks_exact(3).map(vec3).collect())
}

/// Tells whether hulls touch a mesh, or lists the triangles.
pub(crate) fn answer<W: Write>(
    mesh: &Mesh,
    filter: &Filter,
    is_list: bool,
    queries: &[Vec<Vec3>],
    printer: &mut Printer<W>,
) -> Result<()> {
    let hulls = queries.iter().map(|points| Hull::build(points)).collect::<carom::Result<Vec<Hull>>>()?;
    let shapes: Vec<HullPose> = hulls.iter().map(|hull| hull.at(PoseMatrix::IDENTITY)).collect();
    if !is_list {
        let mut answers = vec![0u8; shapes.len()];
        mesh.overlap_hull(&shapes, filter, &mut answers[..])?;
        return answers.iter().try_for_each(|&answer| print_overlap(answer, printer));
    }
    let mut offsets = vec![0u64; shapes.len() + 1];
    let total = mesh.overlap_hull_all(&shapes, filter, &mut (), &mut [0u32; 0][..])?.total;
    let mut triangles = vec![0u32; total];
    mesh.overlap_hull_all(&shapes, filter, &mut offsets[..], &mut triangles[..])?;
    let lists = offsets.windows(2).map(|ends| &triangles[ends[0] as usize..ends[1] as usize]);
    lists.into_iter().try_for_each(|list| print_triangles(list, printer))
}
