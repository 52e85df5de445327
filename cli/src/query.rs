//! `carom query`: answers of a cooked file, one query or many.

use crate::args::QueryArgs;
use crate::bsp;
use crate::choices::{BackfacesArg, QueryKind};
use crate::cooked::{self, Cooked};
use crate::hull;
use crate::input;
use crate::picture::Picture;
use crate::pins;
use crate::printer::{
    Numbers, Printer, box_cast, capsule, capsule_cast, oriented_box, print_overlap, print_triangles, ray,
    sphere, sphere_cast, vec3,
};
use crate::shapes::{Of, each_list, feature, print_all_casts, print_casts, print_contacts};
use crate::text::{number, point, vector};
use anyhow::{Context, Result, bail, ensure};
use carom::bsp::SphereMode;
use carom::geometry::{
    Aabb, BoxAxes, BoxCast, Capsule, CapsuleCast, Feature, OrientedBox, Ray, Sphere, SphereCast, Vec3,
};
use carom::mesh::{
    Backfaces, ClosestPoint, Contact, ContactEdges, ContactOptions, Crossing, Filter, Mesh, NO_TRIANGLE,
    PointQuery, RayHit, ShapeHit,
};
use serde_json::{Value, json};
use std::io::Write;

/// Runs the command.
pub(crate) fn run(args: &QueryArgs, out: &mut impl Write) -> Result<()> {
    let takes_hulls = hull::takes(args.kind);
    let (mut queries, mut hulls) = (Vec::new(), Vec::new());
    if takes_hulls {
        hulls = parsed(args, |words| hull::points(words.iter().copied()))?;
    } else {
        queries = parsed(args, |words| numbers(args.kind, words.iter().copied()))?;
    }
    let png = args.pins.png.as_deref();
    ensure!(png.is_none() || is_of_contacts(args.kind), "--png: is for contacts-...");
    ensure!(png.is_some() || !args.pins.camera.is_given(), "--eye, --target, --up and --fov are for --png");
    let picture = png.map(|path| Picture::new(path, None, &[&args.file])).transpose()?;
    let cooked = cooked::open(&args.file)?;
    let backfaces = match args.backfaces {
        BackfacesArg::Hit => Backfaces::Hit,
        BackfacesArg::Cull => Backfaces::Cull,
        BackfacesArg::Only => Backfaces::Only,
    };
    let filter = Filter { backfaces, ..args.filter.filter() };
    let mut printer = Printer::new(out, args.json);
    if png.is_some() {
        printer.begin_keeping();
    }
    let file = input::name(&args.file);
    match &cooked {
        Cooked::Sdf(_) => bail!("{file}: holds a distance field; queries are for meshes and BSP trees"),
        Cooked::Mesh(mesh) => {
            ensure!(!args.threshold, "{file}: holds a mesh; --threshold is for BSP trees");
            match takes_hulls {
                false => answer(mesh, &filter, args.kind, &queries, &mut printer),
                true => hull::answer(mesh, &filter, args.kind, &hulls, &mut printer),
            }
            .and_then(|()| match png.zip(picture.as_ref()) {
                Some((path, picture)) => pins::draw(&args.pins, mesh, printer.contacts(), (picture, path)),
                None => Ok(()),
            })
        }
        Cooked::Bsp(bsp) => {
            let sphere = args.kind == QueryKind::OverlapSphere;
            ensure!(sphere || !args.threshold, "--threshold: is for overlap-sphere");
            ensure!(backfaces == Backfaces::Hit, "{file}: holds a BSP tree; --backfaces is for meshes");
            ensure!(png.is_none(), "{file}: holds a BSP tree; --png is for meshes");
            let mode = if args.threshold { SphereMode::Threshold } else { SphereMode::Exact };
            bsp::query::answer(bsp, &filter, (args.kind, mode), &queries, &mut printer)
        }
    }
    .map_err(|error| if error.is::<carom::Error>() { error.context(name(args)) } else { error })
}

fn is_of_contacts(kind: QueryKind) -> bool {
    use QueryKind::{ContactsBox, ContactsCapsule, ContactsHull, ContactsSphere};
    matches!(kind, ContactsSphere | ContactsCapsule | ContactsBox | ContactsHull)
}

/// The source of the queries, for messages.
fn name(args: &QueryArgs) -> String {
    match &args.batch {
        None => "query".into(),
        Some(path) => input::name(path),
    }
}

/// Each query, from its words.
fn parsed<T>(args: &QueryArgs, parse: impl Fn(&[&str]) -> Result<T>) -> Result<Vec<T>> {
    let Some(path) = &args.batch else {
        let words: Vec<&str> = args.numbers.iter().map(String::as_str).collect();
        return Ok(vec![parse(&words).context(name(args))?]);
    };
    let text = String::from_utf8(input::bytes(path)?).with_context(|| name(args))?;
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
        .map(|(i, line)| {
            let words: Vec<&str> = line.split_whitespace().collect();
            parse(&words).with_context(|| format!("{}: line {}", name(args), i + 1))
        })
        .collect()
}

/// The numbers of a query, as many as its kind takes at most, the optional ones filled in.
fn numbers<'a>(kind: QueryKind, words: impl Iterator<Item = &'a str>) -> Result<Numbers> {
    let (what, counts, optional): (_, _, &[f32]) = match kind {
        QueryKind::Raycast | QueryKind::RaycastAll | QueryKind::Crossings | QueryKind::Occluded => {
            ("a ray", 6..=8, &[0.0, f32::INFINITY])
        }
        QueryKind::ClosestPoint => ("a point", 3..=4, &[f32::INFINITY]),
        QueryKind::ContainsPoint => ("a point", 3..=3, &[]),
        QueryKind::OverlapSphere | QueryKind::OverlapSphereAll | QueryKind::CollideSphere => {
            ("a sphere", 4..=4, &[])
        }
        QueryKind::OverlapCapsule | QueryKind::OverlapCapsuleAll => ("a capsule", 7..=7, &[]),
        QueryKind::ContactsCapsule => ("a capsule", 7..=8, &[0.0]),
        QueryKind::OverlapBox | QueryKind::OverlapBoxAll | QueryKind::ContactsBox => {
            ("a rotated box", 6..=10, &[0.0, 0.0, 0.0, 1.0])
        }
        QueryKind::CandidatesAabb => ("a box", 6..=6, &[]),
        QueryKind::OverlapHull
        | QueryKind::OverlapHullAll
        | QueryKind::ContactsHull
        | QueryKind::CastHull
        | QueryKind::CastHullAll => {
            bail!("a hull takes points")
        }
        QueryKind::ContactsSphere => ("a sphere", 4..=5, &[0.0]),
        QueryKind::CastSphere | QueryKind::CastSphereAll => ("a cast", 7..=7, &[]),
        QueryKind::CastCapsule | QueryKind::CastCapsuleAll => ("a cast", 10..=10, &[]),
        QueryKind::CastBox | QueryKind::CastBoxAll => ("a cast", 9..=13, &[0.0, 0.0, 0.0, 1.0]),
    };
    let (least, most) = counts.into_inner();
    let mut numbers = [0.0; 13];
    numbers[least..most].copy_from_slice(optional);
    let mut count = 0;
    for word in words {
        let value = word.parse().ok().with_context(|| format!("`{word}` is not a number"))?;
        if let Some(place) = numbers.get_mut(count) {
            *place = value;
        }
        count += 1;
    }
    // A rotation is given as a whole or not at all.
    let fits = (least..=most).contains(&count) && (optional.len() < 4 || count == least || count == most);
    if !fits {
        let range = match most - least {
            0 => least.to_string(),
            4 => format!("{least} or {most}"),
            _ => format!("{least} to {most}"),
        };
        bail!("{what} takes {range} numbers, but there are {count}");
    }
    Ok(numbers)
}

fn answer<W: Write>(
    mesh: &Mesh,
    filter: &Filter,
    kind: QueryKind,
    queries: &[Numbers],
    printer: &mut Printer<W>,
) -> Result<()> {
    let rays = || queries.iter().map(ray).collect::<Vec<_>>();
    let count = queries.len();
    match kind {
        QueryKind::Raycast => {
            let (rays, mut hits) = (rays(), vec![RayHit::MISS; count]);
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
            let mut answers = vec![0u8; count];
            mesh.occluded(&rays(), filter, &mut answers[..])?;
            for &answer in &answers {
                let text = if answer == 1 { "occluded" } else { "free" };
                printer.print(json!({ "occluded": answer == 1 }), text.into())?;
            }
        }
        QueryKind::ClosestPoint => {
            let query = |n: &Numbers| PointQuery { point: vec3(n), max_distance: n[3] };
            let nothing = ClosestPoint {
                point: Vec3::ZERO,
                distance: f32::INFINITY,
                triangle: NO_TRIANGLE,
                feature: Feature::Face,
            };
            let mut answers = vec![nothing; count];
            mesh.closest_point(&queries.iter().map(query).collect::<Vec<_>>(), filter, &mut answers[..])?;
            answers.iter().try_for_each(|found| {
                let (object, text) = closest(found);
                printer.print(object, text)
            })?;
        }
        QueryKind::OverlapSphere => {
            let mut answers = vec![0u8; count];
            mesh.overlap_sphere(&queries.iter().map(sphere).collect::<Vec<_>>(), filter, &mut answers[..])?;
            answers.iter().try_for_each(|&answer| print_overlap(answer, printer))?;
        }
        QueryKind::OverlapSphereAll => {
            let spheres: Vec<Sphere> = queries.iter().map(sphere).collect();
            let list = |spheres: &[Sphere], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.overlap_sphere_all(spheres, filter, offsets, triangles)
            };
            each_list(&spheres, || NO_TRIANGLE, list, |_, triangles| print_triangles(triangles, printer))?;
        }
        QueryKind::OverlapCapsule => {
            let mut answers = vec![0u8; count];
            mesh.overlap_capsule(&queries.iter().map(capsule).collect::<Vec<_>>(), filter, &mut answers[..])?;
            answers.iter().try_for_each(|&answer| print_overlap(answer, printer))?;
        }
        QueryKind::OverlapBox => {
            let mut answers = vec![0u8; count];
            mesh.overlap_box(
                &queries.iter().map(oriented_box).collect::<Vec<_>>(),
                filter,
                &mut answers[..],
            )?;
            answers.iter().try_for_each(|&answer| print_overlap(answer, printer))?;
        }
        QueryKind::OverlapCapsuleAll => {
            let capsules: Vec<Capsule> = queries.iter().map(capsule).collect();
            let list = |capsules: &[Capsule], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.overlap_capsule_all(capsules, filter, offsets, triangles)
            };
            each_list(&capsules, || NO_TRIANGLE, list, |_, triangles| print_triangles(triangles, printer))?;
        }
        QueryKind::OverlapBoxAll => {
            let boxes: Vec<OrientedBox> = queries.iter().map(oriented_box).collect();
            let list = |boxes: &[OrientedBox], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.overlap_box_all(boxes, filter, offsets, triangles)
            };
            each_list(&boxes, || NO_TRIANGLE, list, |_, triangles| print_triangles(triangles, printer))?;
        }
        QueryKind::ContactsSphere => {
            for query in queries {
                let options = ContactOptions { max_distance: query[4], ..ContactOptions::default() };
                let all = |spheres: &[Sphere], offsets: &mut [u64], contacts: &mut [Contact]| {
                    mesh.contacts_sphere(spheres, filter, &options, offsets, contacts)
                };
                each_list(&[sphere(query)], Contact::default, all, |_, found| {
                    print_contacts(Of::Triangles, found, printer)
                })?;
            }
        }
        QueryKind::ContactsCapsule => {
            for query in queries {
                let options = ContactOptions { max_distance: query[7], ..ContactOptions::default() };
                let all = |capsules: &[Capsule], offsets: &mut [u64], contacts: &mut [Contact]| {
                    mesh.contacts_capsule(capsules, filter, &options, offsets, contacts)
                };
                each_list(&[capsule(query)], Contact::default, all, |_, found| {
                    print_contacts(Of::Triangles, found, printer)
                })?;
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
            let boxes: Vec<Aabb> = queries.iter().map(|n| Aabb::new(vec3(n), vec3(&n[3..]))).collect();
            let list = |boxes: &[Aabb], offsets: &mut [u64], triangles: &mut [u32]| {
                mesh.candidates_aabb(boxes, filter, offsets, triangles)
            };
            each_list(&boxes, || NO_TRIANGLE, list, |_, triangles| print_triangles(triangles, printer))?;
        }
        QueryKind::CastSphere => {
            let mut hits = vec![ShapeHit::MISS; count];
            let casts: Vec<SphereCast> = queries.iter().map(sphere_cast).collect();
            mesh.cast_sphere(&casts, filter, ContactEdges::Smooth, &mut hits[..])?;
            print_casts(Of::Triangles, &hits, printer)?;
        }
        QueryKind::CastCapsule => {
            let mut hits = vec![ShapeHit::MISS; count];
            let casts: Vec<CapsuleCast> = queries.iter().map(capsule_cast).collect();
            mesh.cast_capsule(&casts, filter, ContactEdges::Smooth, &mut hits[..])?;
            print_casts(Of::Triangles, &hits, printer)?;
        }
        QueryKind::CastBox => {
            let mut hits = vec![ShapeHit::MISS; count];
            let casts: Vec<BoxCast> = queries.iter().map(box_cast).collect();
            mesh.cast_box(&casts, filter, ContactEdges::Smooth, &mut hits[..])?;
            print_casts(Of::Triangles, &hits, printer)?;
        }
        QueryKind::CastBoxAll => {
            let casts: Vec<BoxCast> = queries.iter().map(box_cast).collect();
            let list = |casts: &[BoxCast], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                mesh.cast_box_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            each_list(
                &casts,
                || ShapeHit::MISS,
                list,
                |_, hits| print_all_casts(Of::Triangles, hits, printer),
            )?;
        }
        QueryKind::CastSphereAll => {
            let casts: Vec<SphereCast> = queries.iter().map(sphere_cast).collect();
            let list = |casts: &[SphereCast], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                mesh.cast_sphere_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            each_list(
                &casts,
                || ShapeHit::MISS,
                list,
                |_, hits| print_all_casts(Of::Triangles, hits, printer),
            )?;
        }
        QueryKind::CastCapsuleAll => {
            let casts: Vec<CapsuleCast> = queries.iter().map(capsule_cast).collect();
            let list = |casts: &[CapsuleCast], offsets: &mut [u64], hits: &mut [ShapeHit]| {
                mesh.cast_capsule_all(casts, filter, ContactEdges::Smooth, offsets, hits)
            };
            each_list(
                &casts,
                || ShapeHit::MISS,
                list,
                |_, hits| print_all_casts(Of::Triangles, hits, printer),
            )?;
        }
        QueryKind::OverlapHull
        | QueryKind::OverlapHullAll
        | QueryKind::ContactsHull
        | QueryKind::CastHull
        | QueryKind::CastHullAll => {
            bail!("a hull takes points")
        }
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
