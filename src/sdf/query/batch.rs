//! Queries in batches: all inputs are checked before the first answer is written.

use super::chunk::{CHUNK, Chunk};
use super::sampler::{Sampled, Sampler};
use crate::Result;
use crate::batch::{Batch, Output, check_coordinates, check_length, check_length_of};
use crate::geometry::Vec3;

/// Checks that there is room for every answer, and every input.
pub(super) fn check<Q, A>(
    queries: &(impl Batch<Q> + ?Sized),
    answers: &(impl Output<A> + ?Sized),
    one: impl Fn(&Q, usize) -> Result<()>,
) -> Result<()> {
    check_length(queries.count(), answers.capacity())?;
    (0..queries.count()).try_for_each(|i| one(&queries.query(i), i))
}

/// Checks point `i`.
pub(super) fn check_point(point: &Vec3, i: usize) -> Result<()> {
    check_coordinates(*point, || text!("points[{i}]"))
}

/// Checks the distance up to which contacts are reported.
pub(super) fn check_margin(margin: f32) -> Result<()> {
    check_length_of(margin, false, || text!("margin"))
}

/// Samples a point of every query, and answers it from the sample.
#[inline(always)]
pub(super) fn from_samples<Q, A>(
    sampler: &Sampler,
    queries: &(impl Batch<Q> + ?Sized),
    point: impl Fn(&Q) -> Vec3,
    answer: impl Fn(&Q, Vec3, Sampled) -> A,
    answers: &mut (impl Output<A> + ?Sized),
) {
    let count = queries.count();
    if count == 1 {
        // Without the other lanes.
        let query = queries.query(0);
        let at = point(&query);
        answers.write(0, answer(&query, at, sampler.one(at)));
        return;
    }
    let mut chunk = Chunk::new();
    for first in (0..count).step_by(CHUNK) {
        let some = (count - first).min(CHUNK);
        for i in 0..some {
            chunk.put(i, point(&queries.query(first + i)));
        }
        sampler.sample(&mut chunk, some);
        for i in 0..some {
            let sampled = sampler.sampled(&chunk, i);
            answers.write(first + i, answer(&queries.query(first + i), chunk.point(i), sampled));
        }
    }
}
