//! The common part of all libraries that are asked one question a call, from Rust.

use super::Library;
use crate::work::{Batch, Box3, Cast, Ray, Sphere};

/// A library that answers one question a call. It is never asked for things that it cannot do.
pub(super) trait Single {
    /// As [`Library::bytes`].
    fn bytes(&self) -> usize;

    /// The ray's `t`, infinite for a miss.
    fn closest(&self, _: &Ray) -> f32 {
        unreachable!("not asked")
    }

    /// Returns true if the ray hits anything.
    fn any(&self, _: &Ray) -> bool {
        unreachable!("not asked")
    }

    /// The number of triangles with boxes that touch it. They are listed as well.
    fn list(&mut self, _: &Box3) -> usize {
        unreachable!("not asked")
    }

    /// The distance of the surface from a point.
    fn distance(&self, _: [f32; 3]) -> f32 {
        unreachable!("not asked")
    }

    /// Returns true if a ball touches the surface, asked in one of the library's ways.
    fn sphere(&self, _: &Sphere, _: usize) -> bool {
        unreachable!("not asked")
    }

    /// Returns true if a point is inside.
    fn contains(&self, _: [f32; 3]) -> bool {
        unreachable!("not asked")
    }

    /// The depth of a ball, 0 if it does not touch. The place and the direction are found as well.
    fn depth(&self, _: &Sphere) -> f32 {
        unreachable!("not asked")
    }

    /// The time at which a moving ball first touches, infinite if it does not.
    fn cast(&self, _: &Cast) -> f32 {
        unreachable!("not asked")
    }
}

/// Such a library, and its answers.
pub(super) struct OneByOne<S> {
    single: S,
    values: Vec<f32>,
}

impl<S: Single> OneByOne<S> {
    pub(super) fn new(single: S) -> OneByOne<S> {
        OneByOne { single, values: Vec::new() }
    }
}

impl<S: Single> Library for OneByOne<S> {
    fn bytes(&self) -> usize {
        self.single.bytes()
    }

    fn run(&mut self, batch: Batch, way: usize) {
        let single = &mut self.single;
        self.values = match batch {
            Batch::Closest(rays) | Batch::Coherent(rays) => {
                rays.iter().map(|ray| single.closest(ray)).collect()
            }
            Batch::Any(rays) => rays.iter().map(|ray| single.any(ray).into()).collect(),
            Batch::Spheres(balls) => balls.iter().map(|ball| single.sphere(ball, way).into()).collect(),
            Batch::Points(points) => points.iter().map(|&point| single.distance(point)).collect(),
            Batch::Boxes(boxes) => boxes.iter().map(|shape| single.list(shape) as f32).collect(),
            Batch::Casts(casts) => casts.iter().map(|cast| single.cast(cast)).collect(),
            Batch::Inside(points) => points.iter().map(|&point| single.contains(point).into()).collect(),
            Batch::Contacts(balls) => balls.iter().map(|ball| single.depth(ball)).collect(),
        };
    }

    fn answers(&self) -> Vec<f32> {
        self.values.clone()
    }
}
