//! The intersections of touching triangles.

use super::{Subject, all_pairs, part, sheet, some_poses};
use crate::common::{asset, cook_all};
use carom::geometry::intersection;
use carom::mesh::{Filter, PairIntersection, PosePair};

#[test]
fn intersections_are_those_of_the_pairs() {
    let skull = Subject::new(part(&asset("skull"), 900));
    let sheet = Subject::new(sheet(6, 20.0));
    let rng = &mut fastrand::Rng::with_seed(12);
    let all = Filter::default();
    let mut polygons = 0;
    for (subject, count) in [(&skull, 6), (&sheet, 3)] {
        for (name, mesh) in cook_all(&subject.mesh) {
            for i in 0..count {
                let mut poses = some_poses(rng, &mesh.bounds(), &mesh.bounds());
                if i == 0 {
                    poses = PosePair::default();
                    poses.b.translation.x = 3.0;
                }
                let expected = all_pairs(subject, subject, &poses, [&all, &all]);
                let mut found = vec![PairIntersection::default(); expected.len()];
                let filters = [&all, &all];
                let lists = mesh.intersections(&mesh, &[poses], filters, &mut (), &mut found[..]).unwrap();
                assert_eq!(lists.total, expected.len(), "{name}");
                for (found, pair) in found.iter().zip(&expected) {
                    assert_eq!(found.pair, *pair, "{name}");
                    let a = poses.a.triangle(&subject.triangles[pair.a as usize]);
                    let b = poses.b.triangle(&subject.triangles[pair.b as usize]);
                    let shared = intersection(&a, &b).unwrap();
                    assert_eq!(&found.points[..found.point_count as usize], shared.points());
                    let is = |flag: u32| found.flags & flag != 0;
                    assert_eq!(is(PairIntersection::COPLANAR), shared.is_coplanar());
                    assert_eq!(is(PairIntersection::AREA), shared.has_area());
                    assert!(is(PairIntersection::AREA) || found.point_count == 2);
                    polygons += usize::from(found.point_count > 2);
                }
            }
        }
    }
    assert!(polygons > 100, "{polygons}");
}
