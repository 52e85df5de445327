//! Edits one by one, each of which does a bounded part of the sorting.

use super::*;
use crate::geometry::{Aabb, Vec3};
use crate::world::objects::{Object, Volume};
use crate::world::packed::rebuild::{PASSES, STEP};

#[derive(Clone, Copy, Debug)]
enum Scene {
    Uniform,
    /// Nearly all within a cell of the curve.
    Clustered,
    /// All in one place, and told apart by whom they see.
    Filtered,
}

fn object(scene: Scene, rng: &mut fastrand::Rng) -> Object {
    let at = Vec3::new(rng.f32(), rng.f32(), rng.f32());
    let at = match scene {
        Scene::Uniform => at * 60.0,
        Scene::Clustered if rng.u32(0..1000) > 0 => at,
        Scene::Clustered => at * 1e6,
        Scene::Filtered => Vec3::ZERO,
    };
    let filter = match scene {
        Scene::Filtered => GroupFilter { group: 1 << rng.u32(0..32), mask: 1 << rng.u32(0..32) },
        _ => GroupFilter::default(),
    };
    Object { filter, ..Aabb::new(at, at + 1.0).into() }
}

/// Every object is in one tree, in boxes that hold it, and there is nobody else.
fn check(forest: &Forest, objects: &Objects) {
    assert_eq!(forest.trees.iter().map(Tree::live).sum::<usize>(), objects.len());
    for slot in objects.live() {
        let place = forest.places[slot as usize];
        let (tree, index) = (&forest.trees[forest.names.tree_of(place) as usize], index_of(place) as usize);
        assert_eq!(tree.slots().as_flattened()[index], slot);
        let (bounds, mut index) = (objects.bounds(slot), index);
        for level in 0..tree.height() {
            let around = tree.level(level)[index / LANES].bounds(index);
            assert_eq!(around.union(&bounds), around, "level {level}");
            index /= LANES;
        }
    }
}

/// Takes in changes where nobody asks for pairs.
fn refresh(forest: &mut Forest, objects: &Objects, changed: &[u32]) {
    let is_stepwise = forest.begin(objects, changed.len(), false).unwrap();
    changed.iter().for_each(|&slot| forest.note(objects, slot, changed.len() <= LANES));
    match is_stepwise {
        true => forest.refresh_in_steps(objects, changed.len()).unwrap(),
        false => forest.refresh(objects, false).unwrap(),
    }
}

#[test]
fn each_edit_goes_through_a_bounded_number_of_objects() {
    for scene in [Scene::Uniform, Scene::Clustered, Scene::Filtered] {
        let rng = &mut fastrand::Rng::with_seed(1);
        let mut objects = Objects::new(1).unwrap();
        let mut forest = Forest::new(Threads::new(1).unwrap());
        let count = 64_000;
        objects.make_room(2 * count).unwrap();
        let mut slots: Vec<u32> = (0..count).map(|_| objects.insert(&object(scene, rng))).collect();
        refresh(&mut forest, &objects, &slots);
        check(&forest, &objects);
        let (mut builds, mut worst, mut sum) = (forest.builds(), 0, 0);
        for kind in 0..4 {
            for edit in 0..18_000 {
                let (place, new) = (rng.usize(0..slots.len()), object(scene, rng));
                let mut changed = vec![];
                if kind == 0 || kind == 3 && rng.bool() {
                    slots.push(objects.insert(&new));
                    changed.extend(slots.last());
                } else if kind == 1 || kind == 3 {
                    let slot = slots.swap_remove(place);
                    objects.remove(slot);
                    changed.push(slot);
                } else {
                    objects.change(slots[place], &Volume::from(new.volume.bounds()));
                    changed.push(slots[place]);
                }
                let before = forest.rebuild.work();
                refresh(&mut forest, &objects, &changed);
                let work = forest.rebuild.work() - before;
                (worst, sum) = (worst.max(work), sum + work);
                assert!(work <= STEP + 2048, "{scene:?}, edit {edit} of kind {kind} went through {work}");
                if forest.builds() > builds && rng.u32(0..8) == 0 {
                    check(&forest, &objects);
                }
                builds = forest.builds();
            }
            check(&forest, &objects);
        }
        // Large trees have been sorted, several times.
        assert!(sum > 8 * count * PASSES, "{sum}");
        assert!(worst > STEP / 2, "{worst}");
    }
}
