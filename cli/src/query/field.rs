//! `carom query` of distance fields.

use crate::choices::QueryKind;
use crate::misuse::ensure_use;
use crate::printer::{Numbers, Printer, ray, sphere, vec3};
use crate::shapes::answers;
use crate::text::{number, point, vector};
use anyhow::{Result, bail};
use carom::mesh::NO_TRIANGLE;
use carom::sdf::{Interpolation, Sdf, SdfClosestPoint, SdfContact, SdfRayHit, SdfSample};
use serde_json::{Value, json};
use std::io::Write;

/// Answers all queries of a kind; samples are taken by `interpolation`.
pub(super) fn answer<W: Write>(
    sdf: &Sdf,
    interpolation: Interpolation,
    kind: QueryKind,
    queries: &[Numbers],
    printer: &mut Printer<W>,
) -> Result<()> {
    match kind {
        QueryKind::Sample => {
            let samples = answers(
                queries,
                |n| vec3(n),
                SdfSample::NONE,
                |points, samples| sdf.sample(points, interpolation, samples),
            )?;
            samples.iter().try_for_each(|&SdfSample { distance, gradient }| {
                let object = json!({ "distance": number(distance), "gradient": vector(gradient) });
                printer.print(object, format!("distance {distance}, gradient {}", point(gradient)))
            })
        }
        QueryKind::ClosestPoint => {
            let limited = queries.iter().any(|n| n[3] < f32::INFINITY);
            ensure_use!(!limited, "a field has closest points at any distance; max_distance is for meshes");
            let found = answers(
                queries,
                |n| vec3(n),
                SdfClosestPoint::NONE,
                |points, found| sdf.closest_point(points, found),
            )?;
            found.iter().try_for_each(|found| {
                let (object, text) = closest(found);
                printer.print(object, text)
            })
        }
        QueryKind::Raycast => {
            let hits = answers(queries, ray, SdfRayHit::MISS, |rays, hits| sdf.raycast(rays, hits))?;
            hits.iter().try_for_each(|hit| {
                if !hit.is_hit() {
                    return printer.print(json!({ "hit": false }), "miss".into());
                }
                let SdfRayHit { t, point: at, normal, triangle } = *hit;
                let object = json!({
                    "hit": true, "t": number(t), "point": vector(at), "normal": vector(normal),
                });
                let text = format!("t {t}, point {}, normal {}", point(at), point(normal));
                let (object, text) = with_triangle(object, text, triangle);
                printer.print(object, text)
            })
        }
        QueryKind::CollideSphere => {
            let contacts = answers(queries, sphere, SdfContact::MISS, |spheres, contacts| {
                sdf.collide_sphere(spheres, 0.0, contacts)
            })?;
            contacts.iter().try_for_each(|found| {
                if !found.is_hit() {
                    return printer.print(json!({ "hit": false }), "miss".into());
                }
                let SdfContact { point: at, depth, normal, triangle, .. } = *found;
                let object = json!({
                    "hit": true, "depth": number(depth), "point": vector(at), "normal": vector(normal),
                });
                let text = format!("depth {depth}, point {}, normal {}", point(at), point(normal));
                let (object, text) = with_triangle(object, text, triangle);
                printer.print(object, text)
            })
        }
        _ => bail!(
            "a distance field answers sample, closest-point, raycast and collide-sphere; the others are for \
             meshes and BSP trees"
        ),
    }
}

/// An answer with its triangle, if triangles are kept.
fn with_triangle(mut object: Value, text: String, triangle: u32) -> (Value, String) {
    if triangle == NO_TRIANGLE {
        return (object, text);
    }
    object["triangle"] = json!(triangle);
    (object, format!("{text}, triangle {triangle}"))
}

fn closest(found: &SdfClosestPoint) -> (Value, String) {
    let SdfClosestPoint { point: at, distance, normal, triangle, error } = *found;
    if error == f32::INFINITY {
        // There is no surface, or it is farther than the field knows.
        let object = json!({ "found": false, "distance": number(distance) });
        return (object, format!("nothing; the field is {distance}"));
    }
    let object = json!({
        "found": true, "distance": number(distance), "point": vector(at), "normal": vector(normal),
        "error": number(error),
    });
    let text =
        format!("distance {distance}, point {}, normal {}, nearest within {error}", point(at), point(normal));
    with_triangle(object, text, triangle)
}
