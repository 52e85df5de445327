//! Errors that the chapter makes, or that its text invites (Millington 2010, chapter 12): one test each.

use super::model::{pairs, variants};
use carom::geometry::{Aabb, Sphere, Vec3};
use carom::world::*;

fn world_of(options: &WorldOptions, volumes: &[Volume]) -> (World, Vec<ObjectId>) {
    let world = World::new(options).unwrap();
    let mut ids = vec![ObjectId::NONE; volumes.len()];
    let objects: Vec<Object> = volumes.iter().map(|&volume| volume.into()).collect();
    world.insert(&objects, &mut ids[..]).unwrap();
    (world, ids)
}

fn cube(center: Vec3, half: f32) -> Volume {
    Volume::Box(Aabb::new(center - half, center + half))
}

/// The variants with a structure.
fn of(structure: StructureKind) -> impl Iterator<Item = WorldOptions> {
    variants().into_iter().filter(move |options| options.structure == structure)
}

#[test]
fn an_object_as_large_as_a_cell_reaches_into_all_26_neighbours() {
    // Three neighbours, those nearest to where the middle lies in its cell, are enough for one object to be
    // inside of; but its partner reaches over as far again.
    for structure in [StructureKind::Grid, StructureKind::MultiGrid] {
        for options in of(structure).map(|options| WorldOptions { cell_size: 1.0, ..options }) {
            for side in 0..27 {
                let step = Vec3::new((side % 3) as f32, (side / 3 % 3) as f32, (side / 9) as f32) - 1.0;
                // Both in the corners of their cells that are farthest from each other, or nearest.
                for inside in [0.1, 0.45, 0.55, 0.9] {
                    let a = Vec3::splat(4.0) + inside;
                    let b = a + step * 0.9;
                    let (world, ids) = world_of(&options, &[cube(a, 0.5), cube(b, 0.5)]);
                    assert_eq!(pairs(&world), [Pair { a: ids[0], b: ids[1] }], "{options:?} {step} {inside}");
                }
            }
        }
    }
}

#[test]
fn objects_much_larger_than_cells_reach_as_far_as_they_do() {
    // The larger one's size, rounded to f32, is less than it is; they touch in one point.
    let thick = |low: f32, high: f32| Volume::Box(Aabb::new(Vec3::X * low, Vec3::new(high, 1.0, 1.0)));
    let point = |x: f32| Volume::Box(Aabb::new(Vec3::X * x, Vec3::X * x));
    let touching =
        [(thick(4.4, 75.0), point(75.0)), (thick(1.4, 3.4), point(1.4)), (thick(0.1, 0.3), point(0.3))];
    for options in variants() {
        for cell_size in [0.0, 1e-3, 0.1] {
            let options = WorldOptions { cell_size, ..options };
            for (a, b) in touching {
                for volumes in [[a, b], [b, a]] {
                    let (world, ids) = world_of(&options, &volumes);
                    assert_eq!(pairs(&world), [Pair { a: ids[0], b: ids[1] }], "{options:?} {volumes:?}");
                }
            }
        }
    }
}

#[test]
fn a_sphere_is_no_nearer_than_its_box() {
    // Its distance is a difference, which cancels. The nearest object must be the same on all structures.
    for options in variants() {
        for (radius, x) in [(1.0, 1e-17), (1000.0, 1e-14), (1e7, 1e-10)] {
            let sphere = Volume::Sphere(Sphere { center: Vec3::X * -radius, radius });
            let (world, ids) = world_of(&options, &[sphere]);
            for (max_distance, is_found) in [(0.0, false), (0.5 * x, false), (2.0 * x, true)] {
                let query = PointQuery { point: Vec3::X * x, max_distance };
                let mut found = [Neighbor::NONE];
                world.nearest(&[query], 1, &GroupFilter::ALL, &mut found[..]).unwrap();
                let expected = if is_found { Neighbor::new(ids[0], 0, x) } else { Neighbor::NONE };
                assert_eq!(found[0], expected, "{options:?} {query:?}");
            }
        }
    }
}

#[test]
fn cells_are_counted_from_the_origin_downwards_too() {
    // Cast to unsigned without the origin, all negative coordinates would be in the first cell, or far away.
    for options in variants() {
        for at in [-0.5f32, -1.0, -1e3, 1e3, -1e7] {
            let a = Vec3::splat(at);
            let volumes = [cube(a, 0.5), cube(a + 2.0, 0.5), cube(a + Vec3::X, 0.5), cube(-a + 40.0, 0.5)];
            let (world, ids) = world_of(&options, &volumes);
            assert_eq!(pairs(&world), [Pair { a: ids[0], b: ids[2] }], "{options:?} {at}");
        }
    }
}

#[test]
fn a_pair_in_several_leaves_is_listed_once() {
    // Two large objects over many small ones, which make leaves of which both are in several.
    for options in variants() {
        let mut volumes = vec![cube(Vec3::ZERO, 8.0), cube(Vec3::splat(1.0), 8.0)];
        let small = |i: i32| Vec3::new((i % 7) as f32, (i / 7 % 7) as f32, (i / 49) as f32) * 2.5 - 7.5;
        volumes.extend((0..343).map(|i| cube(small(i), 0.4)));
        let (world, ids) = world_of(&options, &volumes);
        let list = pairs(&world);
        assert_eq!(list.iter().filter(|pair| pair.a == ids[0] && pair.b == ids[1]).count(), 1, "{options:?}");
        assert!(list.is_sorted_by(|a, b| a < b), "{options:?}");
        // And a query finds each once.
        let mut found = vec![ObjectId::NONE; 400];
        let all = Aabb::new(Vec3::splat(-20.0), Vec3::splat(20.0));
        let lists = world.overlap_aabb_all(&[all], &GroupFilter::ALL, &mut (), &mut found[..]).unwrap();
        assert_eq!((lists.total, &found[..345]), (345, &ids[..]), "{options:?}");
    }
}

#[test]
fn one_sphere_inside_of_another_is_around_both() {
    // Merged as if they were apart, two spheres of which one contains the other make one that contains
    // neither.
    for options in of(StructureKind::SphereTree) {
        let sphere = |x: f32, radius| Volume::Sphere(Sphere { center: Vec3::X * x, radius });
        let volumes =
            [sphere(0.0, 10.0), sphere(1.0, 0.5), sphere(-9.5, 0.25), sphere(10.5, 0.5), sphere(12.0, 1.0)];
        let (world, ids) = world_of(&options, &volumes);
        let expected = [(0, 1), (0, 2), (0, 3), (3, 4)].map(|(a, b)| Pair { a: ids[a], b: ids[b] });
        assert_eq!(pairs(&world), expected, "{options:?}");
    }
}

#[test]
fn children_of_different_sides_are_compared_too() {
    // Rows of pairs across every plane that halves the world or parts the objects: descending only into left
    // with left and right with right would miss them.
    for options in variants() {
        let mut volumes = Vec::new();
        for i in 0..60 {
            let at = Vec3::new((i % 4) as f32, (i / 4 % 4) as f32, (i / 16) as f32) * 4.0;
            volumes.extend([cube(at - Vec3::X * 0.5, 0.5), cube(at + Vec3::X * 0.5, 0.5)]);
        }
        let (world, ids) = world_of(&options, &volumes);
        let expected: Vec<Pair> = ids.chunks(2).map(|pair| Pair { a: pair[0], b: pair[1] }).collect();
        assert_eq!(pairs(&world), expected, "{options:?}");
    }
}

#[test]
fn a_straddler_is_found_though_only_its_middle_is_placed() {
    for options in variants() {
        // Long bars whose middles are far from where they touch.
        let bar = |y: f32| Volume::Box(Aabb::new(Vec3::new(-50.0, y, 0.0), Vec3::new(50.0, y + 0.1, 0.1)));
        let mut volumes: Vec<Volume> = (0..20).map(|i| bar(i as f32)).collect();
        volumes.push(Volume::Box(Aabb::new(Vec3::new(49.9, -1.0, 0.0), Vec3::new(50.0, 30.0, 0.1))));
        let (world, ids) = world_of(&options, &volumes);
        let expected: Vec<Pair> = ids[..20].iter().map(|&a| Pair { a, b: ids[20] }).collect();
        assert_eq!(pairs(&world), expected, "{options:?}");
    }
}

#[test]
fn removing_makes_the_sibling_the_parent_and_boxes_small_again() {
    for options in [StructureKind::SphereTree, StructureKind::BoxTree].into_iter().flat_map(of) {
        let near: Vec<Volume> = (0..8).map(|i| cube(Vec3::X * i as f32 * 3.0, 1.0)).collect();
        let (world, _) = world_of(&options, &near);
        let before = world.stats().unwrap();
        let mut ids = vec![ObjectId::NONE; 8];
        let far: Vec<Object> = (0..8).map(|i| cube(Vec3::splat(1e3 * i as f32), 1.0).into()).collect();
        world.insert(&far, &mut ids[..]).unwrap();
        assert_eq!(world.stats().unwrap().nodes, 31);
        world.remove(&ids).unwrap();
        let after = world.stats().unwrap();
        assert_eq!((before.nodes, after.nodes), (15, 15));
        let mut largest = 0.0f64;
        world.boxes(|node| largest = largest.max(node.bounds.half_area())).unwrap();
        assert!(largest < 2000.0, "{options:?} {largest}");
    }
}
