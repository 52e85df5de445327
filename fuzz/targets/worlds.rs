//! Scripts of edits, in every structure: pairs and lists are those of a plain loop over all objects.
#![no_main]

use carom::geometry::Aabb;
use carom::world::{ObjectId, QueryFilter, StructureKind, World, WorldOptions};
use carom_fuzz::source::Source;
use libfuzzer_sys::fuzz_target;

const KINDS: [StructureKind; 9] = [
    StructureKind::Auto,
    StructureKind::AllPairs,
    StructureKind::SphereTree,
    StructureKind::BoxTree,
    StructureKind::Bsp,
    StructureKind::Quadtree,
    StructureKind::Octree,
    StructureKind::Grid,
    StructureKind::MultiGrid,
];

fn touch(a: &Aabb, b: &Aabb) -> bool {
    a.min.cmple(b.max).all() && b.min.cmple(a.max).all()
}

fn check(world: &World, objects: &[(ObjectId, Aabb)], source: &mut Source) {
    let mut expected = Vec::new();
    for (i, (a, first)) in objects.iter().enumerate() {
        for (b, second) in &objects[i + 1..] {
            if touch(first, second) {
                expected.push((*a.min(b), *a.max(b)));
            }
        }
    }
    expected.sort();
    let pairs: Vec<_> = world.pairs_vec().unwrap().iter().map(|pair| (pair.a, pair.b)).collect();
    assert_eq!(pairs, expected);
    let asked = source.aabb();
    let mut within: Vec<_> = objects.iter().filter(|(_, of)| touch(of, &asked)).map(|(id, _)| *id).collect();
    within.sort();
    assert_eq!(world.overlap_aabb_all_one(&asked, &QueryFilter::ALL).unwrap(), within);
}

fuzz_target!(|bytes: &[u8]| {
    let source = &mut Source(bytes);
    let structure = KINDS[source.below(KINDS.len())];
    let options = WorldOptions { structure, ..WorldOptions::default() };
    let mut world = World::new(&options).expect("an empty world");
    let mut objects: Vec<(ObjectId, Aabb)> = Vec::new();
    while !source.is_empty() {
        match source.below(8) {
            0..3 if objects.len() < 100 => {
                let bounds = source.aabb();
                objects.push((world.insert_one(bounds).expect("a finite box"), bounds));
            }
            3 | 4 if !objects.is_empty() => {
                let i = source.below(objects.len());
                objects[i].1 = source.aabb();
                world.update_one(objects[i].0, objects[i].1).expect("a finite box");
            }
            5 if !objects.is_empty() => {
                let (id, bounds) = objects.swap_remove(source.below(objects.len()));
                world.remove_one(id).expect("it is there");
                assert!(world.remove_one(id).is_err() && world.update_one(id, bounds).is_err());
            }
            6 => {
                world.compact().expect("memory");
                world = World::open(world.save().expect("memory").bytes(), 1).expect("its own bytes");
            }
            _ => check(&world, &objects, source),
        }
    }
    check(&world, &objects, source);
});
