//! Short forms of queries give what brute force gives, and are written as one would write them.

mod systems;

use crate::common::brute::Brute;
use crate::common::queries::{Counts, Queries, filters};
use crate::common::sphere;
use carom::mesh::{Batch, NO_TRIANGLE, RayHit, SurfacePoint};
use carom::prelude::*;

#[test]
fn one_question_equals_brute_force() {
    let test = sphere(12, 3.0);
    let (brute, queries) = (Brute::new(&test), Queries::random(&test, 7, Counts { rays: 200, others: 60 }));
    let mesh = Mesh::build(&test.input(), CookOptions::default()).unwrap();
    let edges = ContactEdges::Smooth;
    for filter in &filters() {
        for ray in &queries.rays {
            let expected = brute.raycast(ray, filter);
            let hit = mesh.raycast_one(ray, filter).unwrap();
            assert_eq!(hit.map_or(NO_TRIANGLE, |hit| hit.triangle), expected.triangle);
            assert_eq!(mesh.occluded_one(ray, filter).unwrap(), expected.is_hit());
            assert_eq!(mesh.raycast_all_one(ray, filter).unwrap(), brute.raycast_all(ray, filter));
            assert_eq!(mesh.crossings_one(ray, filter).unwrap(), brute.crossings(ray, filter));
            if let Some(hit) = hit {
                assert_eq!((hit.t, hit.u, hit.v), (expected.t, expected.u, expected.v));
                let (triangle, attributes) = mesh.triangle(hit.triangle).unwrap();
                assert_eq!((hit.normal, hit.attributes), (triangle.normal(), attributes));
            }
        }
        let (from, to): (Vec<_>, Vec<_>) =
            queries.rays.iter().map(|ray| (ray.origin, ray.origin + ray.direction)).unzip();
        let mut visible = vec![2; from.len()];
        mesh.line_of_sight(&from, &to, filter, &mut visible).unwrap();
        for ((&from, &to), visible) in from.iter().zip(&to).zip(visible) {
            let expected = from == to || !brute.raycast(&Ray::between(from, to), filter).is_hit();
            assert_eq!(visible, u8::from(expected));
            assert_eq!(mesh.line_of_sight_one(from, to, filter).unwrap(), expected);
            assert!(mesh.line_of_sight_one(from, from, filter).unwrap());
        }
        for &point in &queries.points {
            let expected = brute.closest_point(&point, filter);
            let found = mesh.closest_point_one(point, filter).unwrap();
            assert_eq!(found, (expected.triangle != NO_TRIANGLE).then_some(expected));
        }
        for shape in &queries.spheres {
            let expected = brute.overlap_sphere_all(shape, filter);
            assert_eq!(mesh.overlap_sphere_one(shape, filter).unwrap(), !expected.is_empty());
            assert_eq!(mesh.overlap_sphere_all_one(shape, filter).unwrap(), expected);
        }
        for shape in &queries.capsules {
            assert_eq!(
                mesh.overlap_capsule_all_one(shape, filter).unwrap(),
                brute.overlap_capsule_all(shape, filter)
            );
        }
        for shape in &queries.boxes {
            assert_eq!(
                mesh.overlap_box_all_one(shape, filter).unwrap(),
                brute.overlap_box_all(shape, filter)
            );
        }
        for cast in &queries.casts {
            let expected = brute.cast_sphere(cast, filter, edges);
            assert_eq!(
                mesh.cast_sphere_one(cast, filter, edges).unwrap(),
                expected.is_hit().then_some(expected)
            );
        }
    }
}

#[test]
fn vectors_equal_brute_force() {
    let test = sphere(12, 3.0);
    let (brute, queries) = (Brute::new(&test), Queries::random(&test, 8, Counts { rays: 500, others: 100 }));
    let mesh = Mesh::build(&test.input(), CookOptions::default()).unwrap();
    for filter in &filters() {
        let hits: Vec<_> = queries.rays.iter().map(|ray| brute.raycast(ray, filter)).collect();
        assert_eq!(mesh.raycast_vec(&queries.rays, filter).unwrap(), hits);
        let mut into = vec![RayHit::MISS; hits.len()];
        mesh.raycast(&queries.rays, filter, &mut into).unwrap();
        assert_eq!(into, hits);
        let nearest: Vec<_> = queries.points.iter().map(|point| brute.closest_point(point, filter)).collect();
        assert_eq!(mesh.closest_point_vec(&queries.points, filter).unwrap(), nearest);
        let lists = mesh.overlap_sphere_all_vec(&queries.spheres, filter).unwrap();
        assert_eq!(lists.len(), queries.spheres.len());
        for (i, (list, sphere)) in lists.iter().zip(&queries.spheres).enumerate() {
            assert_eq!((list, &lists[i]), (&brute.overlap_sphere_all(sphere, filter)[..], list));
        }
        let lists = mesh.raycast_all_vec(&queries.rays, filter).unwrap();
        let every: Vec<_> = queries.rays.iter().flat_map(|ray| brute.raycast_all(ray, filter)).collect();
        assert_eq!(lists.items(), every);
    }
    assert!(mesh.raycast_vec(&[], &Filter::ALL).unwrap().is_empty());
    assert!(mesh.overlap_box_all_vec(&[], &Filter::ALL).unwrap().is_empty());
}

/// What a new user writes.
#[test]
fn expressions() -> Result<(), Box<dyn std::error::Error>> {
    let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Mesh::new(&positions, &[0, 1, 2])?;
    for other in [
        Mesh::new(&positions, &[[0, 1, 2]])?,
        Mesh::new(&positions.to_vec(), &vec![0u32, 1, 2])?,
        Mesh::new(&positions, &vec![0u16, 1, 2])?,
        Mesh::new(&positions, &vec![[0u32, 1, 2]])?,
        Mesh::new(&positions, &vec![[0u16, 1, 2]])?,
        Mesh::new(&positions[..], &[0u16, 1, 2][..])?,
        Mesh::new(&positions.map(Vec3::from).to_vec(), &[0, 1, 2])?,
        Mesh::new(&positions.map(Vec3::from), &[0, 1, 2])?,
    ] {
        assert_eq!(other.bytes(), mesh.bytes());
    }
    assert_eq!(format!("{mesh:?}").split(' ').next(), Some("Mesh"));
    assert_eq!(mesh.bounds().max, Vec3::new(1.0, 1.0, 0.0));
    let down = Ray::new([0.25, 0.25, 1.0].into(), [0.0, 0.0, -1.0].into());
    let Some(hit) = mesh.raycast_one(&down, &Filter::ALL)? else { panic!("it hits") };
    assert_eq!((hit.t, hit.point, hit.normal), (1.0, Vec3::new(0.25, 0.25, 0.0), Vec3::Z));
    assert!(
        mesh.closest_point_one([0.0, 0.0, 2.0], &Filter::ALL)?.is_some_and(|closest| closest.distance == 2.0)
    );
    assert!(mesh.closest_point_one(Vec3::Z, &Filter::ALL)?.is_some());
    let near = PointQuery { max_distance: 0.5, ..Vec3::Z.into() };
    assert!(mesh.closest_point_one(near, &Filter::ALL)?.is_none());
    assert!(mesh.overlap_sphere_one(&Sphere { center: Vec3::Z, radius: 1.0 }, &Filter::ALL)?);
    let contacts = mesh.contacts_sphere_one(
        &Sphere { center: Vec3::new(0.25, 0.25, 0.5), radius: 1.0 },
        &Filter::ALL,
        &ContactOptions::default(),
    )?;
    assert_eq!((contacts.len(), contacts[0].depth), (1, 0.5));
    let error = mesh.raycast_one(&Ray::new(Vec3::NAN, Vec3::Z), &Filter::ALL).unwrap_err();
    assert_eq!(
        (error.kind(), error.to_string().as_str()),
        (ErrorKind::NotFinite, "rays[0].origin.x: NaN is not finite")
    );
    Ok(())
}

/// Points so near or so far that the direction between them may not be a ray's.
#[test]
fn lines_of_sight_are_of_any_length() {
    for size in [1e-37, 1e-28, 1.0, carom::geometry::LARGEST] {
        let corners = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]]
            .map(|corner| corner.map(|c: f32| c * size));
        let mesh = Mesh::new(&corners, &[[0, 1, 2]]).unwrap();
        let seen = |from: Vec3, to: Vec3| mesh.line_of_sight_one(from, to, &Filter::ALL).unwrap();
        assert!(!seen(size * Vec3::Z, -size * Vec3::Z), "{size}");
        assert!(seen(size * Vec3::Z, 0.5 * size * Vec3::Z), "{size}");
        assert!(seen(Vec3::ZERO, Vec3::ZERO), "{size}");
    }
    let mesh = Mesh::new(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]]).unwrap();
    let asked = |from: &[Vec3], to: &[Vec3], room| {
        mesh.line_of_sight(from, to, &Filter::ALL, &mut vec![0; room]).unwrap_err().to_string()
    };
    assert_eq!(asked(&[Vec3::X; 3], &[Vec3::X; 2], 3), "to: 2 points for 3 in from");
    assert_eq!(asked(&[Vec3::X; 3], &[Vec3::X; 3], 2), "answers: room for 2, but there are 3 queries");
    assert_eq!(asked(&[Vec3::X, Vec3::NAN], &[Vec3::X; 2], 2), "from[1].x: NaN is not finite");
}

/// Rays in columns: no slice of rays lies in memory.
struct Columns {
    origins: Vec<Vec3>,
    directions: Vec<Vec3>,
}

impl Batch<Ray> for Columns {
    fn count(&self) -> usize {
        self.origins.len()
    }

    fn query(&self, i: usize) -> Ray {
        Ray::new(self.origins[i], self.directions[i])
    }
}

#[test]
fn rays_that_do_not_lie_in_a_slice_are_answered_alike() {
    let test = sphere(12, 3.0);
    let queries = Queries::random(&test, 8, Counts { rays: 500, others: 0 });
    let mesh = Mesh::build(&test.input(), CookOptions::default()).unwrap();
    // Some alone, some in packets; more than are copied at once, and not a multiple of that.
    let alike = (0..200).map(|i| (Vec3::new(i as f32 * 0.01, 0.3, 9.0), -Vec3::Z));
    let (origins, directions) =
        queries.rays.iter().map(|ray| (ray.origin, ray.direction)).chain(alike).unzip();
    let mut columns = Columns { origins, directions };
    let rays: Vec<Ray> = (0..columns.count()).map(|i| columns.query(i)).collect();
    assert!(columns.as_slice().is_none() && rays.count() > 600);
    for filter in &filters() {
        assert_eq!(mesh.raycast_vec(&columns, filter).unwrap(), mesh.raycast_vec(&rays, filter).unwrap());
        let asked = |rays: &dyn Batch<Ray>| {
            let (mut hits, mut any) = (vec![RayHit::MISS; rays.count()], vec![2; rays.count()]);
            let mut surface = vec![SurfacePoint::MISS; rays.count()];
            mesh.raycast_surface(&rays, filter, &mut hits, &mut surface).unwrap();
            mesh.occluded(&rays, filter, &mut any).unwrap();
            (hits, surface, any)
        };
        assert_eq!(asked(&columns), asked(&rays));
    }
    let last = columns.count() - 1;
    columns.directions[last] = Vec3::ZERO;
    let error = mesh.raycast_vec(&columns, &Filter::ALL).unwrap_err().to_string();
    assert!(error.contains(&format!("[{last}].direction")), "{error}");
}
