//! Triangles as points, divided in the middle of their longest side.
//!
//! Nodes search triangles in all directions, and most are far from any. So halving boxes serves them as well
//! as splits by the surface area heuristic, which is for rays, and takes a small part of the time.

use crate::geometry::{Triangle, Vec3, halve_by, longest_axis};
use bytemuck::{Pod, Zeroable};
use glam::Vec4;

/// A triangle: three times its centroid, and its number.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(16))]
pub(super) struct Point {
    at: [f32; 3],
    pub(super) triangle: u32,
}

impl Point {
    #[inline(always)]
    pub(super) fn new(Triangle { a, b, c }: &Triangle, triangle: u32) -> Point {
        Point { at: (*a + *b + *c).to_array(), triangle }
    }

    /// The point in four lanes; the last holds the triangle's number and must not be computed with.
    #[inline(always)]
    fn lanes(self) -> Vec4 {
        bytemuck::cast(self)
    }
}

/// Points that lie together, and the box around them.
pub(super) struct Set<'a> {
    pub(super) points: &'a mut [Point],
    /// The place of the first among all.
    pub(super) first: u32,
    low: Vec3,
    high: Vec3,
    /// The number of divisions that made it.
    level: u32,
}

/// The number of divisions after which sets are divided by their number of points. So no chain of divisions
/// is longer than this, plus one for each bit of the number of points. Fewer divisions separate all points,
/// unless points are closer and closer to each other.
const DEEPEST: u32 = 64;

impl<'a> Set<'a> {
    /// A set of at least one point.
    pub(super) fn new(points: &'a mut [Point]) -> Set<'a> {
        Set::of(points, 0, 0)
    }

    #[inline(always)]
    fn of(points: &'a mut [Point], first: u32, level: u32) -> Set<'a> {
        let (mut low, mut high) = (Vec4::INFINITY, Vec4::NEG_INFINITY);
        for point in points.iter() {
            low = low.min(point.lanes());
            high = high.max(point.lanes());
        }
        Set { points, first, low: low.truncate(), high: high.truncate(), level }
    }

    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    /// Its size: half the surface area of its box.
    #[inline(always)]
    pub(super) fn area(&self) -> f32 {
        let size = self.high - self.low;
        size.x * size.y + size.y * size.z + size.z * size.x
    }

    /// Divides a set of at least two points.
    pub(super) fn halves(self) -> [Set<'a>; 2] {
        let Set { points, first, low, high, level } = self;
        let size = high - low;
        let axis = longest_axis(size);
        let count = if !(size[axis] > 0.0) {
            points.len() / 2
        } else if level >= DEEPEST {
            halve_by(points, |point| point.at[axis])
        } else {
            let middle = low[axis] * 0.5 + high[axis] * 0.5;
            // A middle that is rounded to the lower end would leave nothing below.
            partition(points, axis, if low[axis] < middle { middle } else { high[axis] })
        };
        let (left, right) = points.split_at_mut(count);
        [Set::of(left, first, level + 1), Set::of(right, first + count as u32, level + 1)]
    }
}

/// Moves the points below a coordinate to the front, without branching; returns their number.
#[inline(always)]
fn partition(points: &mut [Point], axis: usize, end: f32) -> usize {
    let mut count = 0;
    for i in 0..points.len() {
        let is_below = points[i].at[axis] < end;
        points.swap(i, count);
        count += usize::from(is_below);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(at: impl IntoIterator<Item = [f32; 3]>) -> Vec<Point> {
        at.into_iter().zip(0..).map(|(at, triangle)| Point { at, triangle }).collect()
    }

    /// Divides down to single points; returns the most divisions that a point took.
    fn depth(set: Set) -> u32 {
        assert!(set.len() > 0);
        if set.len() == 1 {
            return set.level;
        }
        let (first, count) = (set.first, set.len());
        let [left, right] = set.halves();
        assert!(left.first == first && right.first == first + left.len() as u32);
        assert_eq!(left.len() + right.len(), count);
        depth(left).max(depth(right))
    }

    #[test]
    fn halves_are_on_either_side_of_the_middle() {
        let mut all = points([[0.0, 3.0, 0.0], [0.5, 9.0, 0.0], [1.0, 4.0, 0.0], [0.2, 7.0, 0.0]]);
        let [left, right] = Set::new(&mut all).halves();
        let numbers = |set: Set| {
            let mut numbers: Vec<u32> = set.points.iter().map(|point| point.triangle).collect();
            numbers.sort_unstable();
            numbers
        };
        assert_eq!((numbers(left), numbers(right)), (vec![0, 2], vec![1, 3]));
    }

    #[test]
    fn all_points_can_be_divided() {
        let line = |number: &dyn Fn(i32) -> f32, count: i32| {
            let mut all = points((0..count).map(|i| [number(i), 0.0, -number(i)]));
            depth(Set::new(&mut all))
        };
        assert_eq!(line(&|_| 1.0, 1000), 10);
        assert_eq!(line(&|i| [0.0, -0.0][i as usize % 2], 1000), 10);
        assert_eq!(line(&|i| i as f32, 1024), 10);
        // Each half of these has one point.
        assert!(line(&|i| 2f32.powi(i - 140), 200) <= DEEPEST + 8);
        assert_eq!(line(&|i| f32::from_bits(i as u32), 2), 1);
        assert_eq!(line(&|i| f32::from_bits(1f32.to_bits() + i as u32), 2), 1);
        assert_eq!(line(&|i| (i - 1) as f32 * 3.0 * crate::geometry::LARGEST, 3), 2);
    }
}
