//! `carom query` of solids.

use crate::choices::QueryKind;
use crate::printer::{
    Numbers, Printer, box_cast, capsule, capsule_cast, oriented_box, print_overlap, ray, sphere, sphere_cast,
    vec3,
};
use crate::shapes::{Of, answer_lists, answers, each_list, print_all_casts, print_casts, print_contacts};
use crate::text::{number, point, vector};
use anyhow::{Result, bail};
use carom::bsp::{Bsp, BspCastHit, BspContact, Filter, NO_BRUSH, PointContent, SphereMode};
use carom::geometry::{BoxAxes, Capsule, OrientedBox, Sphere};
use carom::mesh::{Contact, ContactEdges, ContactOptions, ShapeHit};
use serde_json::{Value, json};
use std::io::Write;

/// Answers all queries of a kind; spheres are checked in `mode`.
pub(crate) fn answer<W: Write>(
    bsp: &Bsp,
    filter: &Filter,
    (kind, mode): (QueryKind, SphereMode),
    queries: &[Numbers],
    printer: &mut Printer<W>,
) -> Result<()> {
    match kind {
        QueryKind::ContainsPoint => {
            let contents = answers(
                queries,
                |n| vec3(n),
                PointContent::EMPTY,
                |points, contents| bsp.contains_point(points, filter, contents),
            )?;
            contents.iter().try_for_each(|content| {
                let (object, text) = point_content(content);
                printer.print(object, text)
            })
        }
        QueryKind::OverlapSphere => {
            let touched = answers(queries, sphere, 0u8, |spheres, touched| {
                bsp.overlap_sphere(spheres, mode, filter, touched)
            })?;
            touched.iter().try_for_each(|&answer| print_overlap(answer, printer))
        }
        QueryKind::CollideSphere => {
            let contacts = answers(queries, sphere, BspContact::MISS, |spheres, contacts| {
                bsp.collide_sphere(spheres, filter, contacts)
            })?;
            contacts.iter().try_for_each(|found| {
                let (object, text) = contact(found);
                printer.print(object, text)
            })
        }
        QueryKind::CastSphere => {
            let hits = answers(queries, sphere_cast, BspCastHit::MISS, |casts, hits| {
                bsp.cast_sphere(casts, filter, hits)
            })?;
            print_hits(&hits, printer)
        }
        QueryKind::Raycast => {
            let hits = answers(queries, ray, BspCastHit::MISS, |rays, hits| bsp.raycast(rays, filter, hits))?;
            print_hits(&hits, printer)
        }
        QueryKind::OverlapCapsule => {
            let touched = answers(queries, capsule, 0u8, |shapes, touched| {
                bsp.overlap_capsule(shapes, filter, touched)
            })?;
            touched.iter().try_for_each(|&answer| print_overlap(answer, printer))
        }
        QueryKind::OverlapCapsuleAll => {
            let list = |shapes: &[_], offsets: &mut [u64], brushes: &mut [u32]| {
                bsp.overlap_capsule_all(shapes, filter, offsets, brushes)
            };
            answer_lists(queries, capsule, NO_BRUSH, list, |brushes| print_brushes(brushes, printer))
        }
        QueryKind::OverlapBox => {
            let touched = answers(queries, oriented_box, 0u8, |shapes, touched| {
                bsp.overlap_box(shapes, filter, touched)
            })?;
            touched.iter().try_for_each(|&answer| print_overlap(answer, printer))
        }
        QueryKind::OverlapBoxAll => {
            let list = |shapes: &[_], offsets: &mut [u64], brushes: &mut [u32]| {
                bsp.overlap_box_all(shapes, filter, offsets, brushes)
            };
            answer_lists(queries, oriented_box, NO_BRUSH, list, |brushes| print_brushes(brushes, printer))
        }
        QueryKind::ContactsSphere => queries.iter().try_for_each(|query| {
            let options = ContactOptions { max_distance: query[4], ..ContactOptions::default() };
            let all = |spheres: &[Sphere], offsets: &mut [u64], contacts: &mut [Contact]| {
                bsp.contacts_sphere(spheres, filter, &options, offsets, contacts)
            };
            each_list(&[sphere(query)], Contact::default, all, |_, found| {
                print_contacts(Of::Brushes, found, printer)
            })
        }),
        QueryKind::ContactsCapsule => queries.iter().try_for_each(|query| {
            let options = ContactOptions { max_distance: query[7], ..ContactOptions::default() };
            let all = |capsules: &[Capsule], offsets: &mut [u64], contacts: &mut [Contact]| {
                bsp.contacts_capsule(capsules, filter, &options, offsets, contacts)
            };
            each_list(&[capsule(query)], Contact::default, all, |_, found| {
                print_contacts(Of::Brushes, found, printer)
            })
        }),
        QueryKind::ContactsBox => {
            let all = |boxes: &[OrientedBox], offsets: &mut [u64], contacts: &mut [Contact]| {
                let boxes: Vec<BoxAxes> = boxes.iter().map(|&shape| shape.into()).collect();
                bsp.contacts_box(&boxes, filter, &ContactOptions::default(), offsets, contacts)
            };
            let boxes: Vec<OrientedBox> = queries.iter().map(oriented_box).collect();
            each_list(&boxes, Contact::default, all, |_, found| print_contacts(Of::Brushes, found, printer))
        }
        QueryKind::CastCapsule => {
            let hits = answers(queries, capsule_cast, ShapeHit::MISS, |casts, hits| {
                bsp.cast_capsule(casts, filter, ContactEdges::Smooth, hits)
            })?;
            print_casts(Of::Brushes, &hits, printer)
        }
        QueryKind::CastCapsuleAll => {
            let list = |casts: &[_], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                bsp.cast_capsule_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            answer_lists(queries, capsule_cast, ShapeHit::MISS, list, |hits| {
                print_all_casts(Of::Brushes, hits, printer)
            })
        }
        QueryKind::CastBox => {
            let hits = answers(queries, box_cast, ShapeHit::MISS, |casts, hits| {
                bsp.cast_box(casts, filter, ContactEdges::Smooth, hits)
            })?;
            print_casts(Of::Brushes, &hits, printer)
        }
        QueryKind::CastBoxAll => {
            let list = |casts: &[_], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                bsp.cast_box_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            answer_lists(queries, box_cast, ShapeHit::MISS, list, |hits| {
                print_all_casts(Of::Brushes, hits, printer)
            })
        }
        QueryKind::RaycastAll
        | QueryKind::Crossings
        | QueryKind::Occluded
        | QueryKind::ClosestPoint
        | QueryKind::OverlapSphereAll
        | QueryKind::CastSphereAll
        | QueryKind::OverlapHull
        | QueryKind::OverlapHullAll
        | QueryKind::ContactsHull
        | QueryKind::CastHull
        | QueryKind::CastHullAll
        | QueryKind::CandidatesAabb
        | QueryKind::Sample => {
            bail!(
                "a BSP tree answers raycast, contains-point, collide-sphere, and overlap, contacts and cast of spheres, \
                 capsules and boxes; the others are for meshes and fields"
            )
        }
    }
}

fn print_brushes(brushes: &[u32], printer: &mut Printer<impl Write>) -> Result<()> {
    let numbers: Vec<String> = brushes.iter().map(u32::to_string).collect();
    let text = format!("{} brushes: {}", brushes.len(), numbers.join(" "));
    printer
        .print(json!({ "count": brushes.len(), "brushes": brushes }), text.trim_end_matches(": ").to_string())
}

fn point_content(content: &PointContent) -> (Value, String) {
    if !content.is_solid() {
        return (json!({ "solid": false }), "empty".into());
    }
    let PointContent { brush, attributes } = *content;
    let object = json!({ "solid": true, "brush": brush, "attributes": attributes });
    (object, format!("inside brush {brush}, attributes {attributes:#06x}"))
}

fn contact(found: &BspContact) -> (Value, String) {
    if !found.is_hit() {
        return (json!({ "hit": false }), "miss".into());
    }
    let BspContact { brush, depth, .. } = *found;
    let object = json!({
        "hit": true, "brush": brush, "depth": number(depth),
        "point": vector(found.point), "normal": vector(found.normal),
    });
    let (at, normal) = (point(found.point), point(found.normal));
    (object, format!("brush {brush}, depth {depth}, point {at}, normal {normal}"))
}

fn print_hits<W: Write>(hits: &[BspCastHit], printer: &mut Printer<W>) -> Result<()> {
    hits.iter().try_for_each(|hit| {
        if !hit.is_hit() {
            return printer.print(json!({ "hit": false }), "miss".into());
        }
        let object = json!({
            "hit": true, "brush": hit.brush, "t": number(hit.t),
            "point": vector(hit.point), "normal": vector(hit.normal),
        });
        let (at, normal) = (point(hit.point), point(hit.normal));
        printer.print(object, format!("brush {} at t {}, point {at}, normal {normal}", hit.brush, hit.t))
    })
}
