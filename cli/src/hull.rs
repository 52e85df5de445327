//! Queries of convex hulls on meshes. A hull is given by its points, any number of them.

use crate::choices::QueryKind;
use crate::printer::{Printer, print_overlap, print_triangles, vec3};
use crate::query::{each_list, print_contacts};
use anyhow::{Context, Result, ensure};
use carom::geometry::{HullPose, PoseMatrix, Vec3};
use carom::hull::Hull;
use carom::mesh::{Contact, ContactOptions, Filter, Mesh, NO_TRIANGLE};
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

/// True for queries of hulls.
pub(crate) fn takes(kind: QueryKind) -> bool {
    matches!(kind, QueryKind::OverlapHull | QueryKind::OverlapHullAll | QueryKind::ContactsHull)
}

/// Tells whether hulls touch a mesh, or lists the triangles or the contacts.
pub(crate) fn answer<W: Write>(
    mesh: &Mesh,
    filter: &Filter,
    kind: QueryKind,
    queries: &[Vec<Vec3>],
    printer: &mut Printer<W>,
) -> Result<()> {
    let hulls = queries.iter().map(|points| Hull::build(points)).collect::<carom::Result<Vec<Hull>>>()?;
    let shapes: Vec<HullPose> = hulls.iter().map(|hull| hull.at(PoseMatrix::IDENTITY)).collect();
    if kind == QueryKind::OverlapHull {
        let mut answers = vec![0u8; shapes.len()];
        mesh.overlap_hull(&shapes, filter, &mut answers[..])?;
        return answers.iter().try_for_each(|&answer| print_overlap(answer, printer));
    }
    if kind == QueryKind::ContactsHull {
        let list = |hulls: &[HullPose], offsets: &mut [u64], contacts: &mut [Contact]| {
            mesh.contacts_hull(hulls, filter, &ContactOptions::default(), offsets, contacts)
        };
        return each_list(&shapes, Contact::default, list, |_, found| print_contacts(found, printer));
    }
    let list = |hulls: &[HullPose], offsets: &mut [u64], triangles: &mut [u32]| {
        mesh.overlap_hull_all(hulls, filter, offsets, triangles)
    };
    each_list(&shapes, || NO_TRIANGLE, list, |_, triangles| print_triangles(triangles, printer))
}
