//! The hull of points in a plane: Andrew, "Another efficient algorithm for convex hulls in two dimensions", Information
//! Processing Letters 9(5), 1979, with exact signs.

use crate::Result;
use crate::geometry::{Vec3, projection, turn};
use crate::vectors::{collected, push};

/// The corners of the hull, of points in the plane of a triangle: counter-clockwise seen along some axis.
pub(super) fn polygon(points: &[Vec3], triangle: [u32; 3]) -> Result<Vec<u32>> {
    let at = |i: u32| points[i as usize];
    let [a, b, c] = triangle.map(at);
    let axis = projection(a, b, c).unwrap_or(0);
    let key = |i: u32| [at(i)[(axis + 1) % 3], at(i)[(axis + 2) % 3]];
    let mut order = collected(0..points.len() as u32, "hull")?;
    order.sort_unstable_by(|&i, &j| key(i).partial_cmp(&key(j)).unwrap_or(std::cmp::Ordering::Equal));
    order.dedup_by(|i, j| key(*i) == key(*j));
    let mut polygon = Vec::new();
    // The lower half, then the upper one, each without the point that ends it.
    for is_upper in [false, true] {
        let begin = polygon.len();
        let mut next = 0..order.len();
        while let Some(k) = if is_upper { next.next_back() } else { next.next() } {
            let point = order[k];
            while let [.., before, last] = polygon[begin..]
                && turn(axis, at(before), at(last), at(point)) <= 0
            {
                polygon.pop();
            }
            push(&mut polygon, point, "hull")?;
        }
        polygon.pop();
    }
    Ok(polygon)
}
