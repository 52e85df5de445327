//! The winding number of a closed surface around a point: the sum of the signed crossings of a ray.

use super::Triangle;
use super::triangle_triangle::{side, turn};
use crate::arrays::MapEach;
use crate::geometry::Vec3;

/// The contribution of a triangle to the winding number of its closed mesh around a point that is not on it:
/// 1 if the ray from the point towards +x leaves through it, -1 if it enters, 0 if it misses.
///
/// Exact. A ray through an edge or a corner counts as passing beside it, as if the point were moved by (0, e,
/// e²) with an e smaller than any number (Edelsbrunner and Mücke, "Simulation of Simplicity", 1990). So of
/// the triangles around a corner, the ray crosses those that it should.
pub fn crossing_number(point: Vec3, triangle: &Triangle) -> i32 {
    let crossing = line_crossing(point, triangle);
    if crossing != 0 && is_before(point, triangle, crossing) { crossing } else { 0 }
}

/// The same for the whole line through the point along x: 1 if it leaves through the triangle, -1 if it
/// enters, 0 if it misses. Decided by the same rule, so that it does not depend on the point's place along
/// the line.
#[inline]
pub(crate) fn line_crossing(point: Vec3, triangle: &Triangle) -> i32 {
    let corners = [triangle.a, triangle.b, triangle.c];
    let first = moved_turn(corners[0], corners[1], point);
    let same = |i: usize| moved_turn(corners[i], corners[(i + 1) % 3], point) == first;
    if same(1) && same(2) { first } else { 0 }
}

/// Returns true if a point comes before a triangle on its line along x, which has this [`line_crossing`].
#[inline]
pub(crate) fn is_before(point: Vec3, triangle: &Triangle, crossing: i32) -> bool {
    // A triangle that is counter-clockwise seen along +x faces +x: the point must be behind it.
    side(triangle.a, triangle.b, triangle.c, point) == -crossing
}

/// The side of a triangle's plane on which a point is: 1 in front, -1 behind, 0 only for triangles without
/// area. A point in the plane counts as moved by (1, e, e²) times a length smaller than any number, which
/// agrees with [`crossing_number`].
pub(crate) fn moved_side(point: Vec3, triangle: &Triangle) -> i32 {
    let Triangle { a, b, c } = *triangle;
    let found = side(a, b, c, point);
    if found != 0 {
        return found;
    }
    (0..3).map(|axis| turn(axis, a, b, c)).find(|&turn| turn != 0).unwrap_or(0)
}

/// [`crossing_number`] of a point of a triangle with an area. The point is nearer to the triangle's first
/// corner than any number, and the angle between its direction and the first side is smaller than any number.
/// `None` if the point lies on the other triangle.
///
/// Exact: if a determinant is zero at the corner, its sign nearby is its sign at the second corner, in which
/// it is linear, too; if that is zero, its sign at the third corner.
pub(crate) fn sector_crossing(sector: &Triangle, triangle: &Triangle) -> Option<i32> {
    let Triangle { a, b, c } = *triangle;
    let near = |sign: &dyn Fn(Vec3) -> i32| {
        [sector.a, sector.b, sector.c].into_iter().map(sign).find(|&sign| sign != 0).unwrap_or(0)
    };
    let sides = [[a, b], [b, c], [c, a]];
    let turns_along = |axis: usize| sides.map_each(|[from, to]| near(&|point| turn(axis, from, to, point)));
    let side = || near(&|point| side(a, b, c, point));
    let is_same = |turns: [i32; 3]| turns == [turns[0]; 3];
    let mut turns = turns_along(0);
    for ([from, to], turn) in sides.into_iter().zip(&mut turns) {
        if *turn == 0 {
            *turn = turn_beside(from, to);
        }
    }
    if is_same(turns) {
        return match side() {
            0 => None,
            side => Some(if side == -turns[0] { turns[0] } else { 0 }),
        };
    }
    // In the plane of a triangle that is parallel to the x axis, another axis decides.
    let is_on = turn(0, a, b, c) == 0
        && side() == 0
        && [1, 2].into_iter().any(|axis| turn(axis, a, b, c) != 0 && is_same(turns_along(axis)));
    if is_on { None } else { Some(0) }
}

/// The turn of two points and a third, seen along x. The third is moved if they are on one line.
fn moved_turn(a: Vec3, b: Vec3, point: Vec3) -> i32 {
    match turn(0, a, b, point) {
        0 => turn_beside(a, b),
        turn => turn,
    }
}

/// The turn of two points and a third on their line, which is moved, seen along x.
fn turn_beside(a: Vec3, b: Vec3) -> i32 {
    match sign(a.z, b.z) {
        0 => sign(b.y, a.y),
        sign => sign,
    }
}

/// The sign of a difference.
fn sign(a: f32, b: f32) -> i32 {
    i32::from(a > b) - i32::from(a < b)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A closed octahedron whose corners are at whole numbers, so that rays from whole numbers meet edges and
    /// corners.
    fn octahedron() -> Vec<Triangle> {
        let corner = |axis: usize, sign: f32| {
            let mut corner = Vec3::ZERO;
            corner[axis] = 4.0 * sign;
            corner
        };
        let mut faces = Vec::new();
        for signs in 0..8 {
            let [x, y, z] = [0, 1, 2].map(|axis| if signs >> axis & 1 == 0 { 1.0 } else { -1.0 });
            let (a, b, c) = (corner(0, x), corner(1, y), corner(2, z));
            faces.push(if x * y * z > 0.0 { Triangle::new(a, b, c) } else { Triangle::new(a, c, b) });
        }
        faces
    }

    #[test]
    fn whole_numbers_inside_count_once_and_others_not() {
        let faces = octahedron();
        for x in -6..=6i32 {
            for y in -6..=6i32 {
                for z in -6..=6i32 {
                    let reach = x.abs() + y.abs() + z.abs();
                    if reach == 4 {
                        continue;
                    }
                    let point = Vec3::new(x as f32, y as f32, z as f32);
                    let winding: i32 = faces.iter().map(|face| crossing_number(point, face)).sum();
                    assert_eq!(winding, i32::from(reach < 4), "{point}");
                    let turned = |face: &Triangle| Triangle::new(face.a, face.c, face.b);
                    let winding: i32 = faces.iter().map(|face| crossing_number(point, &turned(face))).sum();
                    assert_eq!(winding, -i32::from(reach < 4), "{point}");
                }
            }
        }
    }
}
