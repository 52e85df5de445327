//! The test of two triangles in f32, for libraries that leave it to the user, or whose own test is slower.

use carom::geometry::Vec3;

/// Corners.
pub(super) type Corners = [Vec3; 3];

/// Plane against plane, then the intervals on the line where the planes meet (Möller, "A Fast
/// Triangle-Triangle Intersection Test", Journal of Graphics Tools 2(2), 1997). Closed, but for rounding.
pub(super) fn touch(a: &Corners, b: &Corners) -> bool {
    let normal_a = (a[1] - a[0]).cross(a[2] - a[0]);
    let heights_b = b.map(|corner| normal_a.dot(corner - a[0]));
    if one_sided(heights_b) {
        return false;
    }
    let normal_b = (b[1] - b[0]).cross(b[2] - b[0]);
    let heights_a = a.map(|corner| normal_b.dot(corner - b[0]));
    if one_sided(heights_a) {
        return false;
    }
    let line = normal_a.cross(normal_b);
    let along = {
        let size = line.abs();
        if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        }
    };
    match (interval(a, heights_a, along), interval(b, heights_b, along)) {
        (Some(first), Some(second)) => first[0] <= second[1] && second[0] <= first[1],
        _ => touch_in_plane(a, b, normal_a),
    }
}

fn one_sided([x, y, z]: [f32; 3]) -> bool {
    x > 0.0 && y > 0.0 && z > 0.0 || x < 0.0 && y < 0.0 && z < 0.0
}

/// The interval along an axis of a triangle's part in the other's plane; none if all of it is in the plane.
fn interval(corners: &Corners, heights: [f32; 3], along: usize) -> Option<[f32; 2]> {
    let mut range = [f32::INFINITY, f32::NEG_INFINITY];
    for (i, j) in [(0, 1), (1, 2), (2, 0)] {
        let (from, to) = (corners[i][along], corners[j][along]);
        if heights[i] == 0.0 {
            range = [range[0].min(from), range[1].max(from)];
        }
        if heights[i] * heights[j] < 0.0 {
            let place = from + (to - from) * (heights[i] / (heights[i] - heights[j]));
            range = [range[0].min(place), range[1].max(place)];
        }
    }
    (heights != [0.0; 3]).then_some(range)
}

/// Two triangles in one plane: no edge of either separates them.
fn touch_in_plane(a: &Corners, b: &Corners, normal: Vec3) -> bool {
    let separates = |of: &Corners, other: &Corners| {
        (0..3).any(|i| {
            let outward = (of[(i + 1) % 3] - of[i]).cross(normal);
            let inner = outward.dot(of[(i + 2) % 3] - of[i]);
            let outer = other.map(|corner| outward.dot(corner - of[i]));
            outer.iter().all(|&o| if inner <= 0.0 { o > 0.0 } else { o < 0.0 })
        })
    };
    !separates(a, b) && !separates(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_touch() {
        let at = |x: f32, y: f32, z: f32| Vec3::new(x, y, z);
        let flat = [at(0.0, 0.0, 0.0), at(4.0, 0.0, 0.0), at(0.0, 4.0, 0.0)];
        let up = |x: f32| [at(x, 1.0, -1.0), at(x, 1.0, 1.0), at(x + 1.0, 1.0, 1.0)];
        assert!(touch(&flat, &up(1.0)) && touch(&up(1.0), &flat));
        assert!(!touch(&flat, &up(3.5)) && !touch(&up(3.5), &flat));
        let moved = |by: f32| flat.map(|corner| corner + at(by, by, 0.0));
        assert!(touch(&flat, &flat) && touch(&flat, &moved(2.0)));
        assert!(!touch(&flat, &moved(2.5)));
    }
}
