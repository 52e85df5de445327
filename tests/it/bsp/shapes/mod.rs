//! Capsules and boxes against brushes: overlaps, contacts and casts, against arithmetic that has nothing of the
//! library's.

mod brute;
mod contacts;
mod distances;
mod errors;
mod floors;
mod moving;
mod scales;

use crate::common::solid::{Brush, World, direction, vector};
use carom::bsp::*;
use carom::geometry::{BoxAxes, BoxCast, Capsule, CapsuleCast, OrientedBox, Quat, Sphere, Vec3};
use carom::mesh::{Contact, ContactEdges, ContactOptions, ShapeHit};
use fastrand::Rng;
use glam::DVec3;

/// A capsule within a cube, at times without length or radius.
fn random_capsule(rng: &mut Rng, range: f64) -> Capsule {
    let a = vector(rng, range);
    let length = [0.0, 0.3, 1.0, 3.0][rng.usize(0..4)];
    let radius = [0.0, 0.05, 0.3, 0.8][rng.usize(0..4)];
    Capsule { a: a.as_vec3(), radius, b: (a + direction(rng) * length).as_vec3() }
}

/// A box within a cube, turned or not, at times flat.
fn random_box(rng: &mut Rng, range: f64) -> OrientedBox {
    let half = Vec3::from_array(std::array::from_fn(|_| [0.0, 0.1, 0.4, 0.9][rng.usize(0..4)]));
    let rotation = match rng.usize(0..3) {
        0 => Quat::IDENTITY,
        _ => Quat::from_axis_angle(direction(rng).as_vec3(), rng.f32() * 6.0),
    };
    OrientedBox { center: vector(rng, range).as_vec3(), half_extents: half, rotation }
}

fn overlap_capsule(bsp: &Bsp, capsule: Capsule) -> bool {
    let mut answer = [9];
    bsp.overlap_capsule(&[capsule], &Filter::default(), &mut answer[..]).unwrap();
    answer[0] == 1
}

fn overlap_box(bsp: &Bsp, shape: OrientedBox) -> bool {
    let mut answer = [9];
    bsp.overlap_box(&[shape], &Filter::default(), &mut answer[..]).unwrap();
    answer[0] == 1
}

/// The list of one query, which is asked for its length first.
fn listed<T: Copy>(empty: T, mut ask: impl FnMut(&mut [T]) -> carom::mesh::Lists) -> Vec<T> {
    let mut found = vec![empty; ask(&mut []).total];
    let lists = ask(&mut found);
    assert_eq!(lists.total, lists.written);
    found.truncate(lists.written);
    found
}

fn contacts_sphere(bsp: &Bsp, sphere: Sphere, filter: &Filter, options: &ContactOptions) -> Vec<Contact> {
    listed(Contact::default(), |out| bsp.contacts_sphere(&[sphere], filter, options, &mut (), out).unwrap())
}

fn contacts_capsule(bsp: &Bsp, capsule: Capsule, filter: &Filter, options: &ContactOptions) -> Vec<Contact> {
    listed(Contact::default(), |out| bsp.contacts_capsule(&[capsule], filter, options, &mut (), out).unwrap())
}

fn contacts_box(bsp: &Bsp, shape: BoxAxes, filter: &Filter, options: &ContactOptions) -> Vec<Contact> {
    listed(Contact::default(), |out| bsp.contacts_box(&[shape], filter, options, &mut (), out).unwrap())
}

fn cast_capsule(bsp: &Bsp, cast: CapsuleCast, filter: &Filter, edges: ContactEdges) -> ShapeHit {
    let mut hits = [ShapeHit::MISS];
    bsp.cast_capsule(&[cast], filter, edges, &mut hits[..]).unwrap();
    hits[0]
}

fn cast_box(bsp: &Bsp, cast: BoxCast, filter: &Filter, edges: ContactEdges) -> ShapeHit {
    let mut hits = [ShapeHit::MISS];
    bsp.cast_box(&[cast], filter, edges, &mut hits[..]).unwrap();
    hits[0]
}

/// Every triangle's options.
fn all(max_distance: f32) -> ContactOptions {
    ContactOptions { max_distance, edges: ContactEdges::All, ..ContactOptions::default() }
}

/// The default options.
fn smooth(max_distance: f32) -> ContactOptions {
    ContactOptions { max_distance, ..ContactOptions::default() }
}

/// A world whose brushes can be asked for one by one: attributes are numbers.
fn numbered(world: World) -> World {
    let brushes = world.brushes.into_iter().enumerate();
    World::new(brushes.map(|(i, brush)| Brush { attributes: i as u16, ..brush }).collect())
}

/// The filter that sees one brush of such a world.
fn only(brush: usize) -> Filter {
    Filter { require: brush as u16, exclude: !(brush as u16), ..Filter::default() }
}

/// The farthest corner of a brush along a direction, as a height.
fn highest(brush: &Brush, direction: DVec3) -> f64 {
    let corners = brush.faces.iter().flat_map(|face| &face.2);
    corners.map(|corner| direction.dot(*corner)).fold(f64::NEG_INFINITY, f64::max)
}

/// The lowest height of a capsule along a direction.
fn lowest_of_capsule(capsule: &Capsule, direction: DVec3) -> f64 {
    let (a, b) = (direction.dot(capsule.a.as_dvec3()), direction.dot(capsule.b.as_dvec3()));
    a.min(b) - f64::from(capsule.radius)
}

/// The lowest height of a box along a direction.
fn lowest_of_box(shape: &BoxAxes, direction: DVec3) -> f64 {
    let reach: f64 = (0..3)
        .map(|k| (direction.dot(shape.axes[k].as_dvec3()) * f64::from(shape.half_extents[k])).abs())
        .sum();
    direction.dot(shape.center.as_dvec3()) - reach
}

/// The distance of a segment from a brush: of points to the brush, which is convex along the segment.
fn distance_of_segment(brush: &Brush, a: DVec3, b: DVec3) -> f64 {
    let at = |s: f64| {
        let p = a + (b - a) * s;
        (brush.nearest(p) - p).length()
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..100 {
        let (u, v) = (low + (high - low) * 0.45, low + (high - low) * 0.55);
        if at(u) <= at(v) {
            high = v;
        } else {
            low = u;
        }
    }
    at(0.0).min(at(1.0)).min(at((low + high) * 0.5))
}

/// Returns true if a box, grown by some length, has points in common with a brush: if anything is left of any face of
/// either that is cut by the other.
fn box_meets(brush: &Brush, shape: &BoxAxes, grow: f64) -> bool {
    let mut planes: Vec<(DVec3, f64)> = brush.faces.iter().map(|(n, d, _)| (*n, *d)).collect();
    let center = shape.center.as_dvec3();
    for k in 0..3 {
        let (axis, half) = (shape.axes[k].as_dvec3(), f64::from(shape.half_extents[k]) + grow);
        if half < 0.0 {
            return false;
        }
        planes.push((axis, axis.dot(center) + half));
        planes.push((-axis, half - axis.dot(center)));
    }
    // A corner of what they share lies on three planes.
    for i in 0..planes.len() {
        for j in i + 1..planes.len() {
            for k in j + 1..planes.len() {
                let ((a, d), (b, e), (c, f)) = (planes[i], planes[j], planes[k]);
                let det = a.dot(b.cross(c));
                if det.abs() < 1e-9 {
                    continue;
                }
                let corner = (b.cross(c) * d + c.cross(a) * e + a.cross(b) * f) / det;
                if planes.iter().all(|(n, d)| n.dot(corner) - d <= 1e-9) {
                    return true;
                }
            }
        }
    }
    false
}
