//! `carom query` of solids.

use crate::choices::QueryKind;
use crate::printer::{Numbers, Printer, print_overlap, ray, sphere, sphere_cast, vec3};
use crate::text::{number, point, vector};
use anyhow::{Result, bail};
use carom::bsp::{Bsp, BspCastHit, BspContact, Filter, PointContent, SphereMode};
use carom::geometry::{Ray, Sphere, SphereCast, Vec3};
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
    let count = queries.len();
    let spheres = || queries.iter().map(sphere).collect::<Vec<Sphere>>();
    match kind {
        QueryKind::ContainsPoint => {
            let points: Vec<Vec3> = queries.iter().map(|n| vec3(n)).collect();
            let mut contents = vec![PointContent::EMPTY; count];
            bsp.contains_point(&points, filter, &mut contents[..])?;
            contents.iter().try_for_each(|content| {
                let (object, text) = point_content(content);
                printer.print(object, text)
            })
        }
        QueryKind::OverlapSphere => {
            let mut answers = vec![0u8; count];
            bsp.overlap_sphere(&spheres(), mode, filter, &mut answers[..])?;
            answers.iter().try_for_each(|&answer| print_overlap(answer, printer))
        }
        QueryKind::CollideSphere => {
            let mut contacts = vec![BspContact::MISS; count];
            bsp.collide_sphere(&spheres(), filter, &mut contacts[..])?;
            contacts.iter().try_for_each(|found| {
                let (object, text) = contact(found);
                printer.print(object, text)
            })
        }
        QueryKind::CastSphere => {
            let casts: Vec<SphereCast> = queries.iter().map(sphere_cast).collect();
            let mut hits = vec![BspCastHit::MISS; count];
            bsp.cast_sphere(&casts, filter, &mut hits[..])?;
            print_hits(&hits, printer)
        }
        QueryKind::Raycast => {
            let rays: Vec<Ray> = queries.iter().map(ray).collect();
            let mut hits = vec![BspCastHit::MISS; count];
            bsp.raycast(&rays, filter, &mut hits[..])?;
            print_hits(&hits, printer)
        }
        QueryKind::RaycastAll
        | QueryKind::Crossings
        | QueryKind::Occluded
        | QueryKind::ClosestPoint
        | QueryKind::OverlapCapsule
        | QueryKind::OverlapBox
        | QueryKind::OverlapSphereAll
        | QueryKind::OverlapCapsuleAll
        | QueryKind::ContactsSphere
        | QueryKind::ContactsCapsule
        | QueryKind::ContactsBox
        | QueryKind::CastSphereAll
        | QueryKind::CastCapsule
        | QueryKind::CastCapsuleAll
        | QueryKind::CastBox
        | QueryKind::CastBoxAll
        | QueryKind::OverlapBoxAll
        | QueryKind::OverlapHull
        | QueryKind::OverlapHullAll
        | QueryKind::ContactsHull
        | QueryKind::CastHull
        | QueryKind::CastHullAll
        | QueryKind::CandidatesAabb => {
            bail!(
                "a BSP tree answers raycast, overlap-sphere, cast-sphere, contains-point and collide-sphere; the others are \
                 for meshes"
            )
        }
    }
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
