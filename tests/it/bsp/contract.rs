//! The contract of casts, as properties, for brushes, for surfaces, and for meshes where it is the same.

use crate::common::bsp::{build, cast, collide, exact, raycast};
use crate::common::solid::{Brush, World, random_world, vector};
use crate::common::{CUBE_FACES, TestMesh, sphere};
use carom::bsp::*;
use carom::geometry::{Ray, Sphere, SphereCast, Vec3};
use carom::mesh::{ContactEdges, CookOptions, Mesh, MeshInput, ShapeHit};
use fastrand::Rng;
use proptest::prelude::*;
use std::sync::LazyLock;

/// A world of brushes, and a ball as a surface and as a mesh.
struct Fixtures {
    worlds: Vec<(World, Bsp<'static>)>,
    boxes: Vec<(Brush, Bsp<'static>)>,
    ball: Bsp<'static>,
    ball_mesh: Mesh<'static>,
}

static FIXTURES: LazyLock<Fixtures> = LazyLock::new(|| {
    let worlds = (0..12).map(|seed| random_world(seed, 1 + seed as usize).0);
    let rng = &mut Rng::with_seed(3);
    let boxes = (0..12).map(|_| crate::common::solid::random_brush(rng, 2.0));
    let mesh: TestMesh = sphere(10, 2.0);
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    Fixtures {
        worlds: worlds.map(|world| (world.clone(), build(&world))).collect(),
        boxes: boxes.map(|brush| (brush.clone(), build(&World::new(vec![brush])))).collect(),
        ball: Bsp::build(&input, &BspOptions::default()).unwrap(),
        ball_mesh: Mesh::build(&MeshInput::new(&mesh.positions, &mesh.indices), CookOptions::default())
            .unwrap(),
    }
});

fn mesh_cast(mesh: &Mesh, origin: Vec3, radius: f32, displacement: Vec3) -> ShapeHit {
    let mut hit = [ShapeHit::MISS];
    let cast = SphereCast { origin, radius, displacement };
    mesh.cast_sphere(&[cast], &Default::default(), ContactEdges::Smooth, &mut hit[..]).unwrap();
    hit[0]
}

fn mesh_overlaps(mesh: &Mesh, center: Vec3, radius: f32) -> bool {
    let mut answer = [0];
    mesh.overlap_sphere(&[Sphere { center, radius }], &Default::default(), &mut answer[..]).unwrap();
    answer[0] == 1
}

fn point(range: f32) -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-range..range).prop_map(Vec3::from)
}

fn motion() -> impl Strategy<Value = Vec3> {
    prop_oneof![
        1 => Just(Vec3::ZERO),
        4 => point(4.0),
        1 => (point(1.0), prop::sample::select(vec![1e-30f32, 1e-6, 1e4])).prop_map(|(v, size)| v * size),
        1 => (0usize..3, -3.0f32..3.0).prop_map(|(k, size)| Vec3::AXES[k] * size),
    ]
}

fn radius() -> impl Strategy<Value = f32> {
    prop_oneof![4 => 0.01f32..1.5, 1 => Just(0.0), 1 => Just(1e-6f32)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, max_global_rejects: 20_000, ..ProptestConfig::default() })]

    /// A ball without motion that touches has t = 0 and the contact of `collide_sphere`. A moving ball is
    /// stopped at the start only if it touches, and only by solids that it moves into.
    #[test]
    fn the_start_decides_first(which in 0usize..13, origin in point(4.0), radius in radius(), motion in motion()) {
        let bsp = FIXTURES.worlds.get(which).map_or(&FIXTURES.ball, |world| &world.1);
        let hit = cast(bsp, origin, radius, motion);
        let contact = collide(bsp, origin.as_dvec3(), radius, &Filter::default());
        prop_assert_eq!(contact.is_hit(), exact(bsp, origin.as_dvec3(), radius));
        if !hit.is_hit() {
            prop_assert_eq!(hit, BspCastHit::MISS);
            prop_assert!(motion != Vec3::ZERO || !contact.is_hit());
            return Ok(());
        }
        prop_assert!((0.0..=1.0).contains(&hit.t) && (hit.normal.length() - 1.0).abs() < 1e-5);
        if motion == Vec3::ZERO {
            prop_assert_eq!((hit.t, hit.point, hit.normal), (0.0, contact.point, contact.normal));
        } else if which < 12 {
            // Balls are stopped by solids that they move into. Rays from inside are not stopped by solids
            // that they leave.
            prop_assert!(hit.normal.as_dvec3().dot(motion.as_dvec3()) < 1e-5 * motion.as_dvec3().length(), "{hit:?}");
            // Rounding the time may bring it to the start.
            let way = f64::from(hit.t) * motion.as_dvec3().length();
            prop_assert!(contact.is_hit() || hit.t > 0.0 || way < 1e-5, "{hit:?}");
        }
    }

    /// The centre is inside. Motion against the way out is a hit at once, whatever the radius, and the normal
    /// leads out by the depth. Motion along the way out is no hit with the solid that the centre is in.
    #[test]
    fn inside_the_way_out_is_free(which in 0usize..12, at in point(1.0), radius in radius(), motion in motion()) {
        let (world, bsp) = &FIXTURES.worlds[which];
        let (min, max) = world.brushes[0].bounds();
        let origin = ((min + max) * 0.5 + (max - min) * 0.5 * at.as_dvec3()).as_vec3();
        prop_assume!(world.brushes[0].depth(origin.as_dvec3()) > 1e-4);
        let hit = cast(bsp, origin, radius, motion);
        let contact = collide(bsp, origin.as_dvec3(), radius, &Filter::default());
        let along = contact.normal.as_dvec3().dot(motion.as_dvec3());
        let rounding = 1e-5 * motion.as_dvec3().length();
        if motion == Vec3::ZERO || along < -rounding {
            prop_assert_eq!((hit.t, hit.point, hit.normal), (0.0, contact.point, contact.normal));
        } else if which == 0 {
            // There is nothing else.
            prop_assert!(along <= rounding || hit == BspCastHit::MISS, "{hit:?}");
        }
        let way = f64::from(contact.depth) - f64::from(radius);
        prop_assert!(way >= -1e-6);
        // The point is on the surface, not inside of anything.
        let point = contact.point.as_dvec3();
        prop_assert!(world.depth(point) < 1e-5, "{contact:?}");
        prop_assert!((origin.as_dvec3() + contact.normal.as_dvec3() * way - point).length() < 1e-5);
    }

    /// Apart from a convex solid, however little, and not towards it: no contact, ever.
    #[test]
    fn along_and_away_is_no_contact(
        which in 0usize..12, origin in point(5.0), radius in 0.01f32..1.0, aside in point(1.0),
        apart in prop::sample::select(vec![2e-6f32, 1e-5, 1e-3, 0.1]), along in any::<bool>(), far in 0.1f32..30.0,
    ) {
        let (brush, bsp) = &FIXTURES.boxes[which];
        prop_assume!(brush.depth(origin.as_dvec3()) < -1e-3);
        let nearest = brush.nearest(origin.as_dvec3());
        let normal = (origin.as_dvec3() - nearest).normalize();
        let start = nearest + normal * f64::from(radius + apart);
        let aside = aside.as_dvec3();
        let tangent = aside - normal * normal.dot(aside);
        // Exactly along is a matter of rounding: a little away.
        let motion = (tangent + normal * if along { 1e-5 } else { 0.5 }) * f64::from(far);
        prop_assert_eq!(cast(bsp, start.as_vec3(), radius, motion.as_vec3()), BspCastHit::MISS);
        // And towards it is.
        let towards = (-normal * f64::from(apart * 4.0)).as_vec3();
        prop_assert!(cast(bsp, start.as_vec3(), radius, towards).is_hit());
    }

    /// Along a face, exactly: none, be it apart by the last bit or touching. Into it: at once.
    #[test]
    fn exactly_along_a_face(
        k in 0usize..3, side in any::<bool>(), radius in 1u16..4096, u in -2.0f32..2.0, v in -2.0f32..2.0, far in -9.0f32..9.0,
    ) {
        let bsp = &*BLOCK;
        let radius = f32::from(radius) / 1024.0;
        let at = |height: f32, u: f32, v: f32| {
            let mut p = Vec3::ZERO;
            (p[k], p[(k + 1) % 3], p[(k + 2) % 3]) = (if side { height } else { -height }, u, v);
            p
        };
        let along = at(0.0, far, far * 0.5);
        let touching = 1.0 + radius;
        prop_assert_eq!(cast(bsp, at(touching.next_up(), u, v), radius, along), BspCastHit::MISS);
        prop_assert_eq!(mesh_cast(&BLOCK_MESH, at(touching.next_up(), u, v), radius, along), ShapeHit::MISS);
        if u.abs() <= 1.0 && v.abs() <= 1.0 && far != 0.0 {
            for height in [touching, touching.next_down()] {
                prop_assert_eq!(cast(bsp, at(height, u, v), radius, along), BspCastHit::MISS);
                prop_assert_eq!(cast(bsp, at(height, u, v), radius, at(1.0, far, far)), BspCastHit::MISS);
                let hit = cast(bsp, at(height, u, v), radius, at(-1.0, far, far));
                prop_assert_eq!((hit.t, hit.normal), (0.0, at(1.0, 0.0, 0.0)));
            }
        }
    }

    /// Contact at exactly t = 1 counts, and a little less is none: brushes, surfaces and meshes.
    #[test]
    fn the_end_belongs_to_the_motion(
        k in 0usize..3, side in any::<bool>(), radius in 0u16..4096, way in 256u16..9999, u in -1.0f32..1.0, v in -1.0f32..1.0,
    ) {
        let (radius, way) = (f32::from(radius) / 1024.0, f32::from(way) / 1024.0);
        let at = |height: f32, u: f32, v: f32| {
            let mut p = Vec3::ZERO;
            (p[k], p[(k + 1) % 3], p[(k + 2) % 3]) = (if side { height } else { -height }, u, v);
            p
        };
        let height = 1.0 + radius + way;
        let start = at(height, u, v);
        // Triangles are touched by the mesh's arithmetic, which is f32: early by the last bits of where it
        // starts.
        let rounds_to_end = |t: f32| t <= 1.0 && (1.0 - t) * way <= height * 4.0 * f32::EPSILON;
        for bsp in [&*BLOCK, &*BLOCK_SURFACE] {
            let hit = cast(bsp, start, radius, at(-way, 0.0, 0.0));
            let is_end = if std::ptr::eq(bsp, &*BLOCK) { hit.t == 1.0 } else { rounds_to_end(hit.t) };
            prop_assert!(is_end, "{hit:?}");
            prop_assert!((hit.normal - at(1.0, 0.0, 0.0)).length() < 1e-4, "{hit:?}");
            prop_assert!((hit.point - at(1.0, u, v)).length() < 1e-6);
            prop_assert_eq!(cast(bsp, start, radius, at(-way * 0.9999, 0.0, 0.0)), BspCastHit::MISS);
        }
        let mesh = mesh_cast(&BLOCK_MESH, start, radius, at(-way, 0.0, 0.0));
        prop_assert!(rounds_to_end(mesh.t), "{mesh:?}");
        prop_assert_eq!(mesh_cast(&BLOCK_MESH, start, radius, at(-way * 0.9999, 0.0, 0.0)), ShapeHit::MISS);
        let ray = Ray { origin: start, t_min: 0.0, direction: at(-1.0, 0.0, 0.0), t_max: radius + way };
        let hit = raycast(&BLOCK, ray);
        prop_assert_eq!((hit.t, hit.normal), (radius + way, at(1.0, 0.0, 0.0)));
        let short = Ray { t_max: (radius + way) * 0.9999, ..ray };
        prop_assert_eq!(raycast(&BLOCK, short), BspCastHit::MISS);
        let behind = Ray { t_min: radius + way + 0.5, t_max: f32::INFINITY, ..ray };
        prop_assert_eq!(raycast(&BLOCK, behind).t, behind.t_min);
    }

    /// From outside, a surface's casts and checks are the mesh's, bit for bit.
    #[test]
    fn a_surface_is_its_mesh_from_outside(origin in point(5.0), radius in radius(), motion in motion()) {
        let (bsp, mesh) = (&FIXTURES.ball, &FIXTURES.ball_mesh);
        prop_assume!(!exact(bsp, origin.as_dvec3(), 0.0));
        prop_assert_eq!(exact(bsp, origin.as_dvec3(), radius), mesh_overlaps(mesh, origin, radius));
        let (ours, theirs) = (cast(bsp, origin, radius, motion), mesh_cast(mesh, origin, radius, motion));
        prop_assert_eq!(ours.t, theirs.t);
        if ours.t > 0.0 && ours.is_hit() {
            // The mesh reports the contact of the first triangle that is touched, the tree that of the
            // nearest one.
            let centre = origin + motion * ours.t;
            let off = |hit: Vec3| (hit - centre).length() - radius;
            prop_assert!(off(ours.point) <= off(theirs.point) + 1e-5, "{ours:?} {theirs:?}");
        }
    }

    /// A cast that stops short of the contact is a miss, and one that goes on has it at the same place.
    #[test]
    fn the_contact_does_not_depend_on_the_way_after_it(
        which in 0usize..12, origin in point(6.0), radius in 0.05f32..1.0, target in point(3.0),
    ) {
        let bsp = &FIXTURES.worlds[which].1;
        let motion = target - origin;
        let hit = cast(bsp, origin, radius, motion);
        if !hit.is_hit() || hit.t < 1e-3 {
            return Ok(());
        }
        let length = motion.length();
        let short = cast(bsp, origin, radius, motion * (hit.t - 2e-5 / length.max(1e-3)));
        prop_assert_eq!(short, BspCastHit::MISS);
        let longer = cast(bsp, origin, radius, motion * 2.0);
        prop_assert!((longer.t * 2.0 - hit.t).abs() * length < 1e-5, "{longer:?} {hit:?}");
        prop_assert!((longer.point - hit.point).length() < 1e-3, "{longer:?} {hit:?}");
    }
}

static BLOCK: LazyLock<Bsp<'static>> =
    LazyLock::new(|| build(&World::new(vec![Brush::aabb(-Vec3::ONE, Vec3::ONE)])));

const CORNERS: [[f32; 3]; 8] = [
    [-1., -1., -1.],
    [1., -1., -1.],
    [-1., 1., -1.],
    [1., 1., -1.],
    [-1., -1., 1.],
    [1., -1., 1.],
    [-1., 1., 1.],
    [1., 1., 1.],
];

static BLOCK_SURFACE: LazyLock<Bsp<'static>> = LazyLock::new(|| {
    let input = BspInput::Surface(SurfaceInput::triangles(&CORNERS, &CUBE_FACES));
    Bsp::build(&input, &BspOptions::default()).unwrap()
});

static BLOCK_MESH: LazyLock<Mesh<'static>> =
    LazyLock::new(|| Mesh::build(&MeshInput::new(&CORNERS, &CUBE_FACES), CookOptions::default()).unwrap());

#[test]
fn bad_queries_are_errors_that_name_the_element() {
    let bsp = &*BLOCK;
    let filter = Filter::default();
    let good = Sphere { center: Vec3::ZERO, radius: 1.0 };
    for (radius, message) in [
        (-1.0, "spheres[1].radius: -1 is negative"),
        (f32::INFINITY, "spheres[1].radius: inf is not finite"),
        (f32::NAN, "spheres[1].radius: NaN is not a number"),
    ] {
        let spheres = [good, Sphere { radius, ..good }];
        for mode in [SphereMode::Exact, SphereMode::Threshold] {
            let mut answers = [7u8; 2];
            let error = bsp.overlap_sphere(&spheres, mode, &filter, &mut answers[..]).unwrap_err();
            assert_eq!((error.to_string().as_str(), answers), (message, [7, 7]));
        }
        let mut contacts = [BspContact { depth: 7.0, ..BspContact::MISS }; 2];
        let error = bsp.collide_sphere(&spheres, &filter, &mut contacts[..]).unwrap_err();
        assert_eq!((error.to_string().as_str(), contacts[0].depth), (message, 7.0));
    }
    let cast = SphereCast { origin: Vec3::ZERO, radius: 1.0, displacement: Vec3::X };
    let bad = SphereCast { displacement: Vec3::new(0.0, 0.0, f32::NAN), ..cast };
    let error = bsp.cast_sphere(&[cast, bad], &filter, &mut [BspCastHit::MISS; 2][..]).unwrap_err();
    assert_eq!(error.to_string(), "casts[1].displacement.z: NaN is not finite");
    let ray = Ray { t_min: 0.0, ..Ray::new(Vec3::ZERO, Vec3::ZERO) };
    let error = bsp.raycast(&[ray], &filter, &mut [BspCastHit::MISS][..]).unwrap_err();
    assert_eq!(error.to_string(), "rays[0].direction: no component of [0.0, 0.0, 0.0] reaches 1e-28");
    let point = Vec3::new(0.0, f32::NEG_INFINITY, 0.0);
    let error = bsp.contains_point(&[point], &filter, &mut [PointContent::EMPTY][..]).unwrap_err();
    assert_eq!(error.to_string(), "points[0].y: -inf is not finite");
    let error = bsp.contains_point(&[Vec3::ZERO], &filter, &mut [PointContent::EMPTY; 2][..]).unwrap_err();
    assert_eq!(error.to_string(), "answers: room for 2, but there are 1 queries");
}

#[test]
fn numbers_without_end_are_answered() {
    let rng = &mut Rng::with_seed(2);
    for i in 0..3000 {
        let size = [1e-38f64, 1e-3, 1e6, 1e12, 1e18][i % 5];
        let (origin, motion) = (vector(rng, size), vector(rng, size * [0.0, 1e-3, 1.0][i % 3]));
        for bsp in [&*BLOCK, &FIXTURES.ball, &FIXTURES.worlds[5].1] {
            let hit = cast(bsp, origin.as_vec3(), (size * 0.5) as f32, motion.as_vec3());
            assert!(
                !hit.t.is_nan() && hit.point.is_finite() && hit.normal.is_finite(),
                "{origin} {motion} {hit:?}"
            );
            let contact = collide(bsp, origin, (size * 0.5) as f32, &Filter::default());
            assert!(contact.point.is_finite() && contact.normal.is_finite(), "{origin} {contact:?}");
            assert_eq!(contact.is_hit(), exact(bsp, origin, (size * 0.5) as f32), "{origin} {size}");
            let far = origin.length() - 20.0 > size * 0.5 * 1.000001;
            assert!(!(far && contact.is_hit()), "{origin} {size}");
        }
    }
}
