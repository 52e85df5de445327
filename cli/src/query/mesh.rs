//! `carom query` of meshes.

use crate::choices::QueryKind;
use crate::printer::{
    Numbers, Printer, box_cast, capsule, capsule_cast, oriented_box, print_overlap, print_triangles, ray,
    sphere, sphere_cast, vec3,
};
use crate::query_number::QueryNumber;
use crate::shapes::{
    Of, answer_lists, answers, each_list, feature, print_all_casts, print_casts, print_contacts,
};
use crate::text::{number, point, vector};
use anyhow::{Context, Result, bail};
use carom::geometry::{Aabb, BoxAxes, Capsule, OrientedBox, Ray, Sphere};
use carom::mesh::{
    ClosestPoint, Contact, ContactEdges, ContactOptions, Crossing, Filter, Mesh, NO_TRIANGLE, PointQuery,
    RayHit, ShapeHit,
};
use serde_json::{Value, json};
use std::io::Write;

/// Answers all queries of a kind.
pub(super) fn answer<W: Write>(
    mesh: &Mesh,
    filter: &Filter,
    kind: QueryKind,
    queries: &[Numbers],
    printer: &mut Printer<W>,
) -> Result<()> {
    let rays = || queries.iter().map(ray).collect::<Vec<_>>();
    match kind {
        QueryKind::Raycast => {
            let (rays, mut hits) = (rays(), vec![RayHit::MISS; queries.len()]);
            mesh.raycast(&rays, filter, &mut hits[..])?;
            for (ray, hit) in rays.iter().zip(&hits) {
                let mut object = json!({ "hit": hit.is_hit() });
                let text = if hit.is_hit() {
                    extend(&mut object, ray_hit_json(ray, hit));
                    ray_hit_text(ray, hit)
                } else {
                    "miss".into()
                };
                printer.print(object, text)?;
            }
        }
        QueryKind::RaycastAll => {
            let rays = rays();
            let miss = || RayHit::MISS;
            let all = |rays: &[Ray], offsets: &mut [u64], hits: &mut [RayHit]| {
                mesh.raycast_all(rays, filter, offsets, hits)
            };
            each_list(&rays, miss, all, |i, hits| {
                let object: Vec<Value> = hits.iter().map(|hit| ray_hit_json(&rays[i], hit)).collect();
                let lines: Vec<String> = hits.iter().map(|hit| ray_hit_text(&rays[i], hit)).collect();
                let text = [vec![format!("{} hits", hits.len())], lines].concat().join("\n  ");
                printer.print(json!({ "hits": object }), text)
            })?;
        }
        QueryKind::Crossings => {
            let rays = rays();
            let all = |rays: &[Ray], offsets: &mut [u64], crossings: &mut [Crossing]| {
                mesh.crossings(rays, filter, offsets, crossings)
            };
            each_list(&rays, Crossing::default, all, |i, crossings| {
                let (objects, lines): (Vec<Value>, Vec<String>) =
                    crossings.iter().map(|found| crossing(&rays[i], found)).unzip();
                let text = [vec![format!("{} crossings", crossings.len())], lines].concat().join("\n  ");
                printer.print(json!({ "crossings": objects }), text)
            })?;
        }
        QueryKind::Occluded => {
            let occluded = answers(queries, ray, 0u8, |rays, found| mesh.occluded(rays, filter, found))?;
            for &answer in &occluded {
                let text = if answer == 1 { "occluded" } else { "free" };
                printer.print(json!({ "occluded": answer == 1 }), text.into())?;
            }
        }
        QueryKind::ClosestPoint => {
            let query = |n: &Numbers| PointQuery { point: vec3(n), max_distance: n[3] };
            let found = answers(queries, query, ClosestPoint::NONE, |points, found| {
                mesh.closest_point(points, filter, found)
            })?;
            found.iter().try_for_each(|found| {
                let (object, text) = closest(found);
                printer.print(object, text)
            })?;
        }
        QueryKind::OverlapSphere => {
            let touched = answers(queries, sphere, 0u8, |shapes, touched| {
                mesh.overlap_sphere(shapes, filter, touched)
            })?;
            touched.iter().try_for_each(|&answer| print_overlap(answer, printer))?;
        }
        QueryKind::OverlapSphereAll => {
            let list = |shapes: &[_], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.overlap_sphere_all(shapes, filter, offsets, triangles)
            };
            answer_lists(queries, sphere, NO_TRIANGLE, list, |found| print_triangles(found, printer))?;
        }
        QueryKind::OverlapCapsule => {
            let touched = answers(queries, capsule, 0u8, |shapes, touched| {
                mesh.overlap_capsule(shapes, filter, touched)
            })?;
            touched.iter().try_for_each(|&answer| print_overlap(answer, printer))?;
        }
        QueryKind::OverlapCapsuleAll => {
            let list = |shapes: &[_], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.overlap_capsule_all(shapes, filter, offsets, triangles)
            };
            answer_lists(queries, capsule, NO_TRIANGLE, list, |found| print_triangles(found, printer))?;
        }
        QueryKind::OverlapBox => {
            let touched = answers(queries, oriented_box, 0u8, |shapes, touched| {
                mesh.overlap_box(shapes, filter, touched)
            })?;
            touched.iter().try_for_each(|&answer| print_overlap(answer, printer))?;
        }
        QueryKind::OverlapBoxAll => {
            let list = |shapes: &[_], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.overlap_box_all(shapes, filter, offsets, triangles)
            };
            answer_lists(queries, oriented_box, NO_TRIANGLE, list, |found| print_triangles(found, printer))?;
        }
        QueryKind::ContactsSphere => {
            for (i, query) in queries.iter().enumerate() {
                let options = ContactOptions { max_distance: query[4], ..ContactOptions::default() };
                let all = |spheres: &[Sphere], offsets: &mut [u64], contacts: &mut [Contact]| {
                    mesh.contacts_sphere(spheres, filter, &options, offsets, contacts)
                };
                each_list(&[sphere(query)], Contact::default, all, |_, found| {
                    print_contacts(Of::Triangles, found, printer)
                })
                .context(QueryNumber(i))?;
            }
        }
        QueryKind::ContactsCapsule => {
            for (i, query) in queries.iter().enumerate() {
                let options = ContactOptions { max_distance: query[7], ..ContactOptions::default() };
                let all = |capsules: &[Capsule], offsets: &mut [u64], contacts: &mut [Contact]| {
                    mesh.contacts_capsule(capsules, filter, &options, offsets, contacts)
                };
                each_list(&[capsule(query)], Contact::default, all, |_, found| {
                    print_contacts(Of::Triangles, found, printer)
                })
                .context(QueryNumber(i))?;
            }
        }
        QueryKind::ContactsBox => {
            let all = |boxes: &[OrientedBox], offsets: &mut [u64], contacts: &mut [Contact]| {
                let boxes: Vec<BoxAxes> = boxes.iter().map(|&shape| shape.into()).collect();
                mesh.contacts_box(&boxes, filter, &ContactOptions::default(), offsets, contacts)
            };
            let boxes: Vec<OrientedBox> = queries.iter().map(oriented_box).collect();
            each_list(&boxes, Contact::default, all, |_, found| {
                print_contacts(Of::Triangles, found, printer)
            })?;
        }
        QueryKind::CandidatesAabb => {
            let aabb = |n: &Numbers| Aabb::new(vec3(n), vec3(&n[3..]));
            let list = |boxes: &[Aabb], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.candidates_aabb(boxes, filter, offsets, triangles)
            };
            answer_lists(queries, aabb, NO_TRIANGLE, list, |found| print_triangles(found, printer))?;
        }
        QueryKind::CastSphere => {
            let hits = answers(queries, sphere_cast, ShapeHit::MISS, |casts, hits| {
                mesh.cast_sphere(casts, filter, ContactEdges::Smooth, hits)
            })?;
            print_casts(Of::Triangles, &hits, printer)?;
        }
        QueryKind::CastSphereAll => {
            let list = |casts: &[_], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                mesh.cast_sphere_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            answer_lists(queries, sphere_cast, ShapeHit::MISS, list, |hits| {
                print_all_casts(Of::Triangles, hits, printer)
            })?;
        }
        QueryKind::CastCapsule => {
            let hits = answers(queries, capsule_cast, ShapeHit::MISS, |casts, hits| {
                mesh.cast_capsule(casts, filter, ContactEdges::Smooth, hits)
            })?;
            print_casts(Of::Triangles, &hits, printer)?;
        }
        QueryKind::CastCapsuleAll => {
            let list = |casts: &[_], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                mesh.cast_capsule_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            answer_lists(queries, capsule_cast, ShapeHit::MISS, list, |hits| {
                print_all_casts(Of::Triangles, hits, printer)
            })?;
        }
        QueryKind::CastBox => {
            let hits = answers(queries, box_cast, ShapeHit::MISS, |casts, hits| {
                mesh.cast_box(casts, filter, ContactEdges::Smooth, hits)
            })?;
            print_casts(Of::Triangles, &hits, printer)?;
        }
        QueryKind::CastBoxAll => {
            let list = |casts: &[_], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                mesh.cast_box_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            answer_lists(queries, box_cast, ShapeHit::MISS, list, |hits| {
                print_all_casts(Of::Triangles, hits, printer)
            })?;
        }
        QueryKind::OverlapHull
        | QueryKind::OverlapHullAll
        | QueryKind::ContactsHull
        | QueryKind::CastHull
        | QueryKind::CastHullAll => {
            bail!("a hull takes points")
        }
        QueryKind::Sample => bail!("a mesh has no values to sample; make its field by carom sdf"),
        QueryKind::ContainsPoint | QueryKind::CollideSphere => {
            bail!("a mesh is a surface, which has no inside; cook it --as bsp to ask for it")
        }
    }
    Ok(())
}

fn extend(object: &mut Value, more: Value) {
    if let (Value::Object(object), Value::Object(more)) = (object, more) {
        object.extend(more);
    }
}

fn ray_hit_json(ray: &Ray, hit: &RayHit) -> Value {
    let at = ray.origin + ray.direction * hit.t;
    json!({
        "triangle": hit.triangle, "t": number(hit.t), "u": number(hit.u), "v": number(hit.v), "point": vector(at),
    })
}

fn ray_hit_text(ray: &Ray, hit: &RayHit) -> String {
    let at = point(ray.origin + ray.direction * hit.t);
    format!("triangle {} at t {}, u {}, v {}, point {at}", hit.triangle, hit.t, hit.u, hit.v)
}

fn crossing(ray: &Ray, found: &Crossing) -> (Value, String) {
    let Crossing { t, u, v, triangle, sign } = *found;
    let hit = RayHit { t, u, v, triangle };
    let mut object = ray_hit_json(ray, &hit);
    extend(&mut object, json!({ "sign": sign }));
    (object, format!("{} {}", if sign > 0 { "out of" } else { "into" }, ray_hit_text(ray, &hit)))
}

fn closest(found: &ClosestPoint) -> (Value, String) {
    if found.triangle == NO_TRIANGLE {
        return (json!({ "found": false }), "nothing".into());
    }
    let feature = feature(found.feature);
    let object = json!({
        "found": true, "triangle": found.triangle, "distance": number(found.distance),
        "point": vector(found.point), "feature": feature,
    });
    let (triangle, distance, at) = (found.triangle, found.distance, point(found.point));
    (object, format!("triangle {triangle} ({feature}) at distance {distance}, point {at}"))
}
