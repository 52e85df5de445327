//! Every layout and instruction set against a loop over all triangles and all pairs of them.

use super::scenes::{fan, soup};
use super::{bits, contacts};
use crate::common::brute::Brute;
use crate::common::effort::effort;
use crate::common::queries::{Counts, Queries, filters, on_every_level};
use crate::common::{ASSETS, TestMesh, asset, cook_all, sphere};
use carom::geometry::{
    LARGEST, NormalSum, Sphere, SphereOffset, Triangle, Vec3, is_same_part, part_corners, shares,
    sphere_triangle,
};
use carom::mesh::{Contact, ContactEdges, ContactOptions, Filter};
use rayon::prelude::*;

/// The contacts of a sphere by the definition, without manifolds.
pub(super) fn by_definition(
    mesh: &TestMesh,
    sphere: &Sphere,
    filter: &Filter,
    options: &ContactOptions,
) -> Vec<Contact> {
    let reach = Sphere { radius: sphere.radius + options.max_distance, ..*sphere };
    let seen: Vec<(u32, Triangle)> = Brute::new(mesh).seen(filter).map(|(i, t)| (i, *t)).collect();
    let mut found = Vec::new();
    let is_seen = |offset: &SphereOffset| filter.accepts_side(offset.is_back);
    // All that are no farther than what is touched count.
    let mut farthest = f64::NEG_INFINITY;
    for (_, triangle) in seen.iter().filter(|_| options.edges == ContactEdges::Smooth) {
        let offset = SphereOffset::new(sphere, triangle);
        if is_seen(&offset) && sphere_triangle(&reach, triangle) {
            farthest = farthest.max(offset.distance()[1]);
        }
    }
    let counts = |offset: &SphereOffset, triangle: &Triangle| {
        is_seen(offset) && (sphere_triangle(&reach, triangle) || offset.distance()[0] <= farthest)
    };
    for &(index, triangle) in &seen {
        let offset = SphereOffset::new(sphere, &triangle);
        if !counts(&offset, &triangle) {
            continue;
        }
        let part = part_corners(&triangle, offset.feature);
        let mut normals = NormalSum::default();
        let mut is_contact = true;
        for &(other_index, other) in &seen {
            let is_alone = options.edges == ContactEdges::All;
            if is_alone && other_index != index || !shares(&other, &part) {
                continue;
            }
            normals.add(&other);
            let other_offset = SphereOffset::new(sphere, &other);
            let other_part = part_corners(&other, other_offset.feature);
            let is_lower = other_index < index && counts(&other_offset, &other);
            is_contact &= is_same_part(&part, &other_part) && !is_lower;
        }
        if is_contact {
            let contact = offset.contact(sphere, &triangle, || normals);
            found.push(Contact {
                point: contact.point,
                depth: contact.depth,
                normal: contact.normal,
                triangle: index,
                feature: offset.feature as u32,
                manifold: 0,
                attributes: mesh.attributes[index as usize].into(),
                reserved: 0,
            });
        }
    }
    found.sort_by(|a, b| b.depth.total_cmp(&a.depth).then(a.triangle.cmp(&b.triangle)));
    // A manifold is named by its first contact.
    let mut firsts: Vec<Contact> = Vec::new();
    for contact in &mut found {
        let merges = |first: &Contact| {
            let cos = first.normal.as_dvec3().dot(contact.normal.as_dvec3());
            first.normal == contact.normal || cos >= f64::from(options.merge_cos)
        };
        contact.manifold = firsts.iter().position(merges).unwrap_or(firsts.len()) as u32;
        if contact.manifold == firsts.len() as u32 {
            firsts.push(*contact);
        }
    }
    found
}

fn check(name: &str, mesh: &TestMesh, spheres: &[Sphere], filters: &[Filter]) {
    let options = [
        ContactOptions::default(),
        ContactOptions { max_distance: size(mesh) * 0.03, ..ContactOptions::default() },
        ContactOptions { edges: ContactEdges::All, merge_cos: 0.9, ..ContactOptions::default() },
    ];
    let cooked = cook_all(mesh);
    for filter in filters {
        for options in &options {
            let expected: Vec<Vec<Contact>> =
                spheres.par_iter().map(|sphere| by_definition(mesh, sphere, filter, options)).collect();
            on_every_level(|level| {
                for (layout, cooked) in &cooked {
                    let found = contacts(cooked, spheres, filter, options);
                    for ((found, expected), sphere) in found.iter().zip(&expected).zip(spheres) {
                        assert!(
                            found.iter().map(bits).eq(expected.iter().map(bits)),
                            "{name} {layout} {level:?} {sphere:?} {options:?}: {found:?} {expected:?}"
                        );
                    }
                }
            });
        }
    }
}

fn size(mesh: &TestMesh) -> f32 {
    let bounds = mesh.bounds();
    (bounds.max - bounds.min).max_element()
}

fn spheres(mesh: &TestMesh, count: usize, seed: u64) -> Vec<Sphere> {
    let mut spheres = Queries::random(mesh, seed, Counts { rays: 0, others: count }).spheres;
    // On corners and edges, where all that is exact is needed.
    for (i, sphere) in spheres.iter_mut().enumerate() {
        let t = mesh.input().triangle(i * 7 % (mesh.indices.len() / 3));
        match i % 6 {
            0 => sphere.center = t.a,
            1 => sphere.center = (t.a + t.b) * 0.5,
            2 => sphere.center = (t.a + t.b + t.c) / 3.0,
            _ => {}
        }
        if i % 5 == 3 {
            sphere.radius = 0.0;
        }
    }
    spheres
}

#[test]
fn small_meshes() {
    for (name, mesh) in [("sphere", sphere(9, 1.0)), ("fan", fan(40)), ("soup", soup(200))] {
        check(name, &mesh, &spheres(&mesh, 120, 41), &filters());
    }
}

#[test]
fn assets() {
    for name in ASSETS {
        let mesh = asset(name);
        let all = &filters()[..effort(1, 2)];
        let mut some = spheres(&mesh, effort(4, 8), 42);
        let size = size(&mesh);
        some.iter_mut().for_each(|sphere| sphere.radius = sphere.radius.min(size * 0.02));
        check(name, &mesh, &some, all);
    }
}

#[test]
fn more_triangles_within_reach_than_there_is_room_for() {
    let mesh = fan(600);
    let mut some = spheres(&mesh, 12, 43);
    some.push(Sphere { center: Vec3::new(0.0, 0.0, 0.5), radius: 3.0 });
    check("fan", &mesh, &some, &filters()[..2]);
    let mesh = sphere(20, 1.0);
    // All of the surface is about as near.
    let inside = [0.0f32, 1e-3, 0.1].map(|x| Sphere { center: [x, 0.0, 0.0].into(), radius: 1.2 });
    check("sphere", &mesh, &inside, &filters()[..1]);
}

#[test]
fn extreme_numbers() {
    let mut mesh = sphere(4, 1.0);
    let ask = |mesh: &TestMesh| {
        let queries = Queries::extreme(mesh, 44, Counts { rays: 0, others: 12 });
        check("extremes", mesh, &queries.spheres, &filters()[..1]);
    };
    ask(&mesh);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [0.0, -0.0, 1e-45, -1e-45, 1e-40, f32::MIN_POSITIVE][i % 6];
    }
    ask(&mesh);
    for (i, position) in mesh.positions.iter_mut().enumerate() {
        position[i % 3] = [LARGEST, -LARGEST, 1e18, -1e12][i % 4];
    }
    ask(&mesh);
}
