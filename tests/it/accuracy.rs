//! The accuracy of answers, for triangles of every shape. Distances, closest points, ray parameters and hit
//! points are within 4 units in the last place of the largest coordinate of the query and the triangle.
//! Overlaps are decided within the same error.
//!
//! The truth is a second arithmetic, from the definition and in f64 with differences that are exact. It
//! shares no code with the reference and uses another method. The distance of a triangle is found by
//! projecting onto the plane from the corner that lies best, and onto edges by their lines. A ray's parameter
//! is a ratio of volumes.

use carom::geometry::*;
use carom::mesh::{
    ClosestPoint, ContactEdges, CookOptions, Filter, LayoutKind, Mesh, MeshInput, PointQuery, RayHit,
    ShapeHit,
};
use glam::DVec3;

/// The number of triangles of each shape, at each scale.
const TRIANGLES: usize = 60_000;
const SCALES: [f32; 5] = [1e-6, 1e-3, 1.0, 1e3, 1e6];
/// The width of slivers over their length.
const WIDTHS: [f32; 7] = [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];

/// Four units in the last place of a number.
fn four_ulp(size: f32) -> f64 {
    let size = size.abs().max(f32::MIN_POSITIVE);
    4.0 * f64::from(size.next_up() - size)
}

fn largest(vectors: &[Vec3]) -> f32 {
    vectors.iter().fold(0.0, |largest, v| v.abs().max_element().max(largest))
}

/// A triangle about as long as `scale`, `width` times that wide, and turned in every way: a cap, a needle or
/// plump.
fn sliver(rng: &mut fastrand::Rng, scale: f32, width: f32) -> Triangle {
    let a = vector(rng) * scale;
    let (along, aside) = (vector(rng) * scale, vector(rng) * scale * width);
    let part = [0.5, 0.0, 1.0, rng.f32(), -0.3][rng.usize(0..5)];
    let mut corners = [a, a + along, a + along * part + aside];
    corners.rotate_left(rng.usize(0..3));
    Triangle::new(corners[0], corners[1], corners[2])
}

fn vector(rng: &mut fastrand::Rng) -> Vec3 {
    Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0
}

/// A point of the triangle, rounded.
fn on(rng: &mut fastrand::Rng, t: &Triangle) -> Vec3 {
    let (u, v) = (rng.f32(), rng.f32());
    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
    let (u, v) = if rng.u8(0..4) == 0 { (u, 0.0) } else { (u, v) };
    t.a + (t.b - t.a) * u + (t.c - t.a) * v
}

/// The closest point of the triangle, by the plane through it and its edges' lines.
fn truth(p: Vec3, t: &Triangle) -> DVec3 {
    let p = p.as_dvec3();
    let corners = [t.a, t.b, t.c].map(|corner| corner.as_dvec3());
    let mut best = corners[0];
    let mut consider = |candidate: DVec3| {
        if candidate.distance_squared(p) < best.distance_squared(p) {
            best = candidate;
        }
    };
    for k in 0..3 {
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        let unit = (to - from).normalize_or_zero();
        let along = (p - from).dot(unit).clamp(0.0, from.distance(to));
        consider(if along == from.distance(to) { to } else { from + unit * along });
    }
    // From the corner with the largest angle, the sides' cross product is the best.
    let opposite = |k: usize| corners[(k + 1) % 3].distance(corners[(k + 2) % 3]);
    let k = (0..3).max_by(|&i, &j| opposite(i).total_cmp(&opposite(j))).unwrap();
    let (from, e, f) = (corners[k], corners[(k + 1) % 3] - corners[k], corners[(k + 2) % 3] - corners[k]);
    let normal = e.cross(f);
    // Thinner than f64 can tell: the edges are as near.
    if normal.length() > 1e-9 * e.length() * f.length() {
        let unit = normal.normalize();
        let foot = p - unit * unit.dot(p - from);
        let is_inside = (0..3).all(|k| {
            let (u, v) = (corners[k], corners[(k + 1) % 3]);
            (v - u).cross(foot - u).dot(unit) >= 0.0
        });
        if is_inside {
            consider(foot);
        }
    }
    best
}

/// One triangle as a mesh, in each layout.
fn meshes(t: &Triangle) -> [Mesh<'static>; 3] {
    let positions = [t.a, t.b, t.c].map(|corner| corner.to_array());
    LayoutKind::ALL.map(|layout| {
        let options = CookOptions { layout, ..CookOptions::default() };
        Mesh::build(&MeshInput::new(&positions, &[0, 1, 2]), options).unwrap()
    })
}

fn for_each_triangle(seed: u64, mut check: impl FnMut(&mut fastrand::Rng, f32, Triangle)) {
    let rng = &mut fastrand::Rng::with_seed(seed);
    for scale in SCALES {
        for width in WIDTHS {
            for _ in 0..TRIANGLES {
                let triangle = sliver(rng, scale, width);
                check(rng, scale, triangle);
            }
        }
    }
}

#[test]
fn closest_points_and_distances() {
    for_each_triangle(1, |rng, scale, t| {
        let near = [1.0, 1e-2, 1e-4, 1e-6, 0.0][rng.usize(0..5)];
        let point = on(rng, &t) + vector(rng) * scale * near;
        let error = four_ulp(largest(&[point, t.a, t.b, t.c]));
        let expected = truth(point, &t);
        let distance = expected.distance(point.as_dvec3());
        let found = closest_point_triangle(point, &t);
        let off = (f64::from(found.distance()) - distance).abs();
        assert!(off <= error.max(four_ulp(distance as f32)), "{point:?} {t:?}: {found:?}, not {distance}");
        // The point is on the triangle, and as near as any.
        let at = found.point(point);
        assert!(truth(at, &t).distance(at.as_dvec3()) <= error, "{point:?} {t:?}: {at} is beside it");
        assert!(at.as_dvec3().distance(point.as_dvec3()) <= distance + error, "{point:?} {t:?}: {at}");
        // The key by which triangles are compared.
        let key = f64::from(distance_squared_triangle(point, &t)).sqrt();
        assert!(
            (key - distance).abs() <= error.max(four_ulp(distance as f32)),
            "{point:?} {t:?}: key {key}, not {distance}"
        );
    });
}

#[test]
fn spheres_touch_triangles_within_their_radius() {
    for_each_triangle(2, |rng, scale, t| {
        let near = [1.0, 1e-2, 1e-4][rng.usize(0..3)];
        let center = on(rng, &t) + vector(rng) * scale * near;
        let distance = truth(center, &t).distance(center.as_dvec3());
        let error = four_ulp(largest(&[center, t.a, t.b, t.c])).max(four_ulp(distance as f32));
        for (radius, touches) in [(distance + error, true), (distance - error, false)] {
            if radius > 0.0 {
                let radius = radius as f32;
                let radius = if touches { radius.next_up() } else { radius.next_down() };
                assert_eq!(
                    sphere_triangle(&Sphere { center, radius }, &t),
                    touches,
                    "{center:?} {radius} {t:?}"
                );
                let capsule = CapsuleBounds::new(&Capsule { a: center, radius, b: center });
                assert_eq!(capsule_triangle(&capsule, &t), touches, "{center:?} {radius} {t:?}");
            }
        }
    });
}

#[test]
fn hits_of_rays_are_accurate() {
    let (mut hits, mut expected_hits) = (0, 0);
    for_each_triangle(3, |rng, scale, t| {
        let target = on(rng, &t);
        let from = if rng.bool() {
            vector(rng) * scale * [1.0, 10.0, 0.1][rng.usize(0..3)]
        } else {
            // Along a side, so that the triangle is seen from its edge, or a needle from its end.
            let sides = [t.b - t.a, t.c - t.b, t.a - t.c];
            let aside = vector(rng) * scale * 10f32.powi(-rng.i32(0..7));
            sides[rng.usize(0..3)] * (rng.f32() * 4.0 - 2.0) + aside
        };
        let origin = target + from;
        let direction = (target - origin) * [1.0, 0.01, 300.0][rng.usize(0..3)];
        if direction.abs().max_element() < 1e-20 {
            return;
        }
        let size = largest(&[origin, t.a, t.b, t.c]);
        let error = four_ulp(size);
        let ray = WatertightRay::new(origin, direction);
        let found = ray_triangle(&ray, &t, f32::NEG_INFINITY, f32::INFINITY);
        let (o, d) = (origin.as_dvec3(), direction.as_dvec3());
        let [a, b, c] = [t.a, t.b, t.c].map(|corner| corner.as_dvec3() - o);
        // Volumes: signed by the side of each edge that the ray passes on.
        let (u, v, w) = (d.dot(b.cross(c)), d.dot(c.cross(a)), d.dot(a.cross(b)));
        let all = d.dot((b - a).cross(c - a));
        let clear = [(u, c - b), (v, a - c), (w, b - a)]
            .iter()
            .all(|(side, edge)| side * all.signum() > 8.0 * error * d.cross(*edge).length());
        let is_sharp = all.abs() > 1e-7 * d.length() * (b - a).length() * (c - a).length();
        if clear && is_sharp {
            expected_hits += 1;
            let t_true = a.dot((b - a).cross(c - a)) / all;
            let hit = found.unwrap_or_else(|| panic!("{origin:?} {direction:?} {t:?} is missed"));
            let off = (f64::from(hit.t) - t_true).abs() * d.length();
            let rounding = four_ulp(hit.t) * d.length();
            assert!(off <= error.max(rounding), "{origin:?} {direction:?} {t:?}: {hit:?}, not {t_true}");
            let weights = [f64::from(hit.u) - v / all, f64::from(hit.v) - w / all];
            let aside = (b - a) * weights[0] + (c - a) * weights[1];
            assert!(aside.length() <= error, "{origin:?} {direction:?} {t:?}: {hit:?} is off by {aside}");
        }
        if let Some(hit) = found {
            hits += 1;
            // The hit point is on the triangle and on the ray.
            let by_weights = a + (b - a) * f64::from(hit.u) + (c - a) * f64::from(hit.v) + o;
            let near = truth(by_weights.as_vec3(), &t).distance(by_weights);
            assert!(near <= error, "{origin:?} {direction:?} {t:?}: {hit:?} is {near} beside the triangle");
            let unit = d.normalize();
            let aside = (by_weights - o).cross(unit).length();
            let far = four_ulp(largest(&[t.a - origin, t.b - origin, t.c - origin])).max(error);
            assert!(aside <= 2.0 * far, "{origin:?} {direction:?} {t:?}: {hit:?} is {aside} beside the ray");
            let off = (by_weights - o - d * f64::from(hit.t)).length();
            let rounding = four_ulp(hit.t) * d.length();
            assert!(
                off <= 2.0 * far.max(rounding),
                "{origin:?} {direction:?} {t:?}: {hit:?} is {off} from its t"
            );
        }
    });
    assert!(hits > 100_000 && expected_hits > 50_000, "{hits} {expected_hits}");
}

/// The same through meshes: queries hand on the answers of the reference, in every layout.
#[test]
fn meshes_are_as_accurate() {
    let rng = &mut fastrand::Rng::with_seed(4);
    for i in 0..3000 {
        let t = sliver(rng, SCALES[i % 5], WIDTHS[i % 7]);
        let point = on(rng, &t) + vector(rng) * SCALES[i % 5] * [1e-3, 1.0, 0.0][i % 3];
        let error = four_ulp(largest(&[point, t.a, t.b, t.c]));
        let expected = truth(point, &t).distance(point.as_dvec3());
        for mesh in meshes(&t) {
            let query = PointQuery { point, max_distance: f32::INFINITY };
            let mut found = [ClosestPoint { point, distance: 0.0, triangle: 9, feature: Feature::Face }];
            mesh.closest_point(&[query], &Filter::default(), &mut found[..]).unwrap();
            assert!((f64::from(found[0].distance) - expected).abs() <= error.max(four_ulp(expected as f32)));
            let ray = Ray::new(point + (t.a - t.c), on(rng, &t) - (point + (t.a - t.c)));
            let mut hit = [RayHit::MISS];
            mesh.raycast(&[ray], &Filter::default(), &mut hit[..]).unwrap();
            let prepared = WatertightRay::new(ray.origin, ray.direction);
            let reference = ray_triangle(&prepared, &t, 0.0, f32::INFINITY);
            assert_eq!(hit[0].is_hit().then_some(hit[0].t), reference.map(|hit| hit.t), "{ray:?} {t:?}");
        }
    }
}

/// Far away and large, up to the limit: shapes that say the same thing say so.
#[test]
fn shapes_agree_up_to_the_largest_numbers() {
    let rng = &mut fastrand::Rng::with_seed(5);
    for i in 0..20_000 {
        let scale = [1e9, 1e14, 1e17, LARGEST][i % 4];
        let t = Triangle::new(vector(rng) * scale, vector(rng) * scale, vector(rng) * scale);
        let center = vector(rng) * scale;
        let radius = rng.f32() * scale;
        let sphere = Sphere { center, radius };
        let touches = sphere_triangle(&sphere, &t);
        assert_eq!(
            capsule_triangle(&CapsuleBounds::new(&Capsule { a: center, radius, b: center }), &t),
            touches
        );
        let cast = SphereCast { origin: center, radius, displacement: Vec3::ZERO };
        let found = CapsuleCastBounds::new(&cast.into()).cast(&t, None);
        assert_eq!(found.hit.map(|hit| hit.t), touches.then_some(0.0));
        let distance = truth(center, &t).distance(center.as_dvec3());
        if (distance - f64::from(radius)).abs() > 1e-6 * f64::from(scale) {
            assert_eq!(touches, distance < f64::from(radius), "{sphere:?} {t:?}");
        }
        let [mesh, ..] = meshes(&t);
        let mut hit = [ShapeHit::MISS];
        mesh.cast_sphere(&[cast], &Filter::default(), ContactEdges::Smooth, &mut hit[..]).unwrap();
        assert_eq!(hit[0].t == 0.0, touches);
    }
}

/// Every query and the builder refuse numbers beyond `LARGEST`.
#[test]
fn too_large_numbers_are_errors() {
    let beyond = LARGEST.next_up();
    let far = [[0.0; 3], [beyond, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let error = Mesh::build(&MeshInput::new(&far, &[0, 1, 2]), CookOptions::default()).err().unwrap();
    assert!(error.to_string().starts_with("positions[1].x: 1.15"), "{error}");
    let t = Triangle::new(Vec3::ZERO, Vec3::X * LARGEST, Vec3::Y * -LARGEST);
    for mesh in meshes(&t) {
        let filter = Filter::default();
        let (far, near) = (Vec3::new(0.0, -beyond, 0.0), Vec3::ZERO);
        let mut no = [0u8];
        let spheres = [Sphere { center: far, radius: 1.0 }, Sphere { center: near, radius: beyond }];
        let texts = spheres
            .map(|sphere| mesh.overlap_sphere(&[sphere], &filter, &mut no[..]).unwrap_err().to_string());
        assert!(
            texts[0].starts_with("spheres[0].center.y: -1.15")
                && texts[1].starts_with("spheres[0].radius: 1.15")
        );
        let mut hit = [RayHit::MISS];
        for ray in [Ray::new(far, Vec3::X), Ray::new(near, far)] {
            assert!(mesh.raycast(&[ray], &filter, &mut hit[..]).is_err());
        }
        let mut hit = [ShapeHit::MISS];
        for (origin, radius, displacement) in [(far, 0.0, near), (near, beyond, near), (near, 0.0, far)] {
            let cast = SphereCast { origin, radius, displacement };
            assert!(mesh.cast_sphere(&[cast], &filter, ContactEdges::Smooth, &mut hit[..]).is_err());
        }
        for (a, radius, b) in [(far, 0.0, near), (near, beyond, near), (near, 0.0, far)] {
            assert!(mesh.overlap_capsule(&[Capsule { a, radius, b }], &filter, &mut no[..]).is_err());
        }
        let shape = OrientedBox { center: far, half_extents: near, rotation: Quat::IDENTITY };
        assert!(mesh.overlap_box(&[shape], &filter, &mut no[..]).is_err());
        let query = PointQuery { point: near, max_distance: f32::MAX };
        let mut found = [ClosestPoint { point: near, distance: 1.0, triangle: 9, feature: Feature::Face }];
        mesh.closest_point(&[query], &filter, &mut found[..]).unwrap();
        assert_eq!((found[0].distance, found[0].triangle), (0.0, 0));
        assert!(mesh.closest_point(&[PointQuery { point: far, ..query }], &filter, &mut found[..]).is_err());
    }
}
