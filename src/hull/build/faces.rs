//! Faces in their one order: vertices by their coordinates, each face from its first vertex on, faces by their vertices.
//! So the parts depend on the hull alone, and not on the order in which its points came.

use super::quickhull::Facet;
use crate::geometry::{Aabb, HullEdge, HullPlane, NO_FACE, Vec3, is_on_line, side};
use crate::vectors::{filled, push, reserve};
use crate::{Error, Result};
use glam::DVec3;
use rustc_hash::FxHashMap;
use std::cmp::Ordering;

/// The most vertices that a hull may have.
pub const MAX_VERTICES: usize = 255;

/// What a hull is made of.
pub(in crate::hull) struct Parts {
    pub(in crate::hull) vertices: Vec<Vec3>,
    pub(in crate::hull) starts: Vec<u16>,
    pub(in crate::hull) loops: Vec<u8>,
    pub(in crate::hull) edges: Vec<HullEdge>,
    pub(in crate::hull) planes: Vec<HullPlane>,
}

/// Faces of one plane each, from triangles: without the points inside of them or on their edges.
pub(super) fn merged(points: &[Vec3], facets: &[Facet]) -> Result<Vec<Vec<u32>>> {
    let at = |i: u32| points[i as usize];
    let mut face_of = filled(u32::MAX, facets.len(), "hull")?;
    let mut faces: Vec<Vec<u32>> = Vec::new();
    let mut stack = Vec::new();
    let mut next = FxHashMap::default();
    for first in (0..facets.len()).filter(|&i| facets[i].is_alive) {
        if face_of[first] != u32::MAX {
            continue;
        }
        let face = faces.len() as u32;
        face_of[first] = face;
        push(&mut stack, first, "hull")?;
        let [a, b, c] = facets[first].corners.map(at);
        next.clear();
        let mut begin = u32::MAX;
        while let Some(i) = stack.pop() {
            let Facet { corners, neighbours, .. } = facets[i];
            for (k, neighbour) in neighbours.into_iter().enumerate() {
                let beyond = neighbour as usize;
                // All of the neighbour is in the plane if all its corners are.
                let is_same = face_of[beyond] == face
                    || face_of[beyond] == u32::MAX
                        && facets[beyond].corners.into_iter().all(|corner| side(a, b, c, at(corner)) == 0);
                if !is_same {
                    crate::vectors::make_room_in_map(&mut next, 1, "hull")?;
                    next.insert(corners[k], corners[(k + 1) % 3]);
                    begin = corners[k];
                } else if face_of[beyond] != face {
                    face_of[beyond] = face;
                    push(&mut stack, beyond, "hull")?;
                }
            }
        }
        push(&mut faces, corners_of(points, &next, begin)?, "hull")?;
    }
    Ok(faces)
}

/// The corners of a polygon whose edges lead from a point to the next.
fn corners_of(points: &[Vec3], next: &FxHashMap<u32, u32>, begin: u32) -> Result<Vec<u32>> {
    let at = |i: u32| points[i as usize];
    let mut corners = reserve(next.len(), "hull")?;
    let (mut before, mut this) = (begin, next[&begin]);
    for _ in 0..next.len() {
        let after = next[&this];
        if !is_on_line(at(before), at(this), at(after)) {
            corners.push(this);
        }
        (before, this) = (this, after);
    }
    Ok(corners)
}

/// The order of positions by their coordinates.
fn compare(a: Vec3, b: Vec3) -> Ordering {
    a.to_array().partial_cmp(&b.to_array()).unwrap_or(Ordering::Equal)
}

impl Parts {
    /// Faces of a solid, or front and back of a polygon; or a single point or segment as if it were a face.
    pub(super) fn new(points: &[Vec3], mut faces: Vec<Vec<u32>>) -> Result<Parts> {
        let mut order = Vec::new();
        for &corner in faces.iter().flatten() {
            push(&mut order, corner, "hull")?;
        }
        order.sort_unstable_by(|&i, &j| compare(points[i as usize], points[j as usize]));
        order.dedup();
        let count = order.len();
        if count > MAX_VERTICES {
            return Err(Error::too_large(text!(
                "points: their hull has {count} vertices, more than {MAX_VERTICES}"
            )));
        }
        let mut vertices = reserve(count, "hull")?;
        vertices.extend(order.iter().map(|&i| points[i as usize]));
        let mut numbers = FxHashMap::default();
        crate::vectors::make_room_in_map(&mut numbers, count, "hull")?;
        numbers.extend((0u8..).zip(&order).map(|(number, &i)| (i, number)));
        let (mut starts, mut loops, mut planes) = (Vec::new(), Vec::new(), Vec::new());
        let mut sorted: Vec<Vec<u8>> = Vec::new();
        for face in &mut faces {
            let mut face_loop = reserve(face.len(), "hull")?;
            face_loop.extend(face.iter().map(|i| numbers[i]));
            let first = (0..face_loop.len()).min_by_key(|&k| face_loop[k]).unwrap_or(0);
            face_loop.rotate_left(first);
            push(&mut sorted, face_loop, "hull")?;
        }
        sorted.sort_unstable();
        push(&mut starts, 0, "hull")?;
        if count > 2 {
            for face in &sorted {
                crate::vectors::extend(&mut loops, face.iter().copied(), "hull")?;
                push(&mut starts, loops.len() as u16, "hull")?;
                push(&mut planes, plane(&vertices, face), "hull")?;
            }
        }
        let edges = edges(&sorted, count)?;
        Ok(Parts { vertices, starts, loops, edges, planes })
    }

    /// The box around the vertices.
    pub(in crate::hull) fn bounds(vertices: &[Vec3]) -> Aabb {
        vertices.iter().fold(Aabb::EMPTY, |bounds, &v| bounds.union(&Aabb::new(v, v)))
    }
}

/// The sum of the cross products of a face's fan, and the error of that.
fn plane(vertices: &[Vec3], face: &[u8]) -> HullPlane {
    let at = |k: usize| vertices[usize::from(face[k])].as_dvec3();
    let (mut normal, mut size) = (DVec3::ZERO, 0.0);
    for k in 2..face.len() {
        let (p, q) = (at(k - 1) - at(0), at(k) - at(0));
        normal += p.cross(q);
        let (p, q) = (p.abs(), q.abs());
        size += (p.y * q.z + p.z * q.y) + (p.z * q.x + p.x * q.z) + (p.x * q.y + p.y * q.x);
    }
    HullPlane { normal, size: size * (face.len() as f64 + 8.0) }
}

/// The edges, with the faces on both sides.
fn edges(faces: &[Vec<u8>], vertices: usize) -> Result<Vec<HullEdge>> {
    let mut edges = Vec::new();
    if vertices == 2 {
        push(&mut edges, HullEdge { a: 0, b: 1, left: NO_FACE, right: NO_FACE }, "hull")?;
    }
    if vertices > 2 {
        let around = |face: &Vec<u8>, k: usize| (face[k], face[(k + 1) % face.len()]);
        for (left, face) in (0..).zip(faces) {
            for (a, b) in (0..face.len()).map(|k| around(face, k)).filter(|(a, b)| a < b) {
                push(&mut edges, HullEdge { a, b, left, right: NO_FACE }, "hull")?;
            }
        }
        edges.sort_unstable_by_key(|edge| (edge.a, edge.b));
        for (right, face) in (0..).zip(faces) {
            for (b, a) in (0..face.len()).map(|k| around(face, k)).filter(|(b, a)| a < b) {
                if let Ok(place) = edges.binary_search_by_key(&(a, b), |edge| (edge.a, edge.b)) {
                    edges[place].right = right;
                }
            }
        }
    }
    Ok(edges)
}
