//! Queries of convex hulls on meshes. A hull is given by its points, any number of them; before those of a moving one
//! comes its displacement.

use crate::choices::QueryKind;
use crate::printer::{Printer, print_overlap, print_triangles, vec3};
use crate::query_number::QueryNumber;
use crate::shapes::{Of, each_list, print_all_casts, print_casts, print_contacts};
use crate::values::float;
use anyhow::{Context, Error, Result, bail, ensure};
use carom::geometry::{HullCast, HullPose, PoseMatrix, Vec3};
use carom::hull::Hull;
use carom::mesh::{Contact, ContactEdges, ContactOptions, Filter, Mesh, NO_TRIANGLE, ShapeHit};
use std::io::Write;

/// The points of a hull, three numbers each.
pub(crate) fn points<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Vec3>> {
    let numbers = words.map(|word| float(word).map_err(Error::msg)).collect::<Result<Vec<f32>>>()?;
    let count = numbers.len();
    ensure!(count > 0 && count % 3 == 0, "points take 3 numbers each, but there are {count}");
    Ok(numbers.chunks_exact(3).map(vec3).collect())
}

/// True for queries of hulls.
pub(crate) fn takes(kind: QueryKind) -> bool {
    let stays = matches!(kind, QueryKind::OverlapHull | QueryKind::OverlapHullAll | QueryKind::ContactsHull);
    stays || moves(kind)
}

fn moves(kind: QueryKind) -> bool {
    matches!(kind, QueryKind::CastHull | QueryKind::CastHullAll)
}

/// Tells what hulls touch, or what moving ones do.
pub(crate) fn answer<W: Write>(
    mesh: &Mesh,
    filter: &Filter,
    kind: QueryKind,
    queries: &[Vec<Vec3>],
    printer: &mut Printer<W>,
) -> Result<()> {
    let (mut hulls, mut displacements) = (Vec::new(), Vec::new());
    for (i, mut points) in queries.iter().map(Vec::as_slice).enumerate() {
        if moves(kind) {
            let (&displacement, rest) = points.split_first().context("a cast takes a displacement")?;
            ensure!(!rest.is_empty(), "a cast takes points after the displacement");
            displacements.push(displacement);
            points = rest;
        }
        hulls.push(Hull::build(points).context(QueryNumber(i))?);
    }
    let shapes: Vec<HullPose> = hulls.iter().map(|hull| hull.at(PoseMatrix::IDENTITY)).collect();
    let moving = shapes.iter().zip(&displacements);
    let casts: Vec<HullCast> =
        moving.map(|(&shape, &displacement)| HullCast { shape, displacement }).collect();
    match kind {
        QueryKind::OverlapHull => {
            let mut answers = vec![0u8; shapes.len()];
            mesh.overlap_hull(&shapes, filter, &mut answers[..])?;
            answers.iter().try_for_each(|&answer| print_overlap(answer, printer))
        }
        QueryKind::OverlapHullAll => {
            let list = |hulls: &[HullPose], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.overlap_hull_all(hulls, filter, offsets, triangles)
            };
            each_list(&shapes, || NO_TRIANGLE, list, |_, triangles| print_triangles(triangles, printer))
        }
        QueryKind::ContactsHull => {
            let list = |hulls: &[HullPose], offsets: &mut [u64], contacts: &mut [Contact]| {
                mesh.contacts_hull(hulls, filter, &ContactOptions::default(), offsets, contacts)
            };
            each_list(&shapes, Contact::default, list, |_, found| {
                print_contacts(Of::Triangles, found, printer)
            })
        }
        QueryKind::CastHull => {
            let mut hits = vec![ShapeHit::MISS; casts.len()];
            mesh.cast_hull(&casts, filter, ContactEdges::Smooth, &mut hits[..])?;
            print_casts(Of::Triangles, &hits, printer)
        }
        QueryKind::CastHullAll => {
            let list = |casts: &[HullCast], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                mesh.cast_hull_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            each_list(
                &casts,
                || ShapeHit::MISS,
                list,
                |_, hits| print_all_casts(Of::Triangles, hits, printer),
            )
        }
        _ => bail!("not a query of hulls"),
    }
}
