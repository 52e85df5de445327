//! Edits one by one, each of which does a part of the sorting, see `rebuild.rs`.

use super::names::FRESH;
use super::rebuild::{work_of, work_to_sort};
use super::tree::AT_ONCE;
use super::trees::{Packed, has_many};
use crate::Result;
use crate::vectors::make_room;
use crate::world::objects::Objects;

impl Packed {
    /// Takes in what has changed, with so many edits, each of which does a part of what is to be sorted.
    pub(super) fn refresh_in_steps(&mut self, objects: &Objects, edits: usize) -> Result<()> {
        let [moving, _, fresh] = &mut self.trees;
        let count = fresh.live() + self.newest.len();
        let moving_fits = moving.refit_some(objects.rows(), &self.dirty) && !moving.is_sparse();
        let fresh_fits = fresh.refit_some(objects.rows(), &self.dirty_fresh) && !fresh.is_sparse();
        let rebuild = &mut self.rebuild;
        rebuild.refit(objects);
        rebuild.wants_moving |= !moving_fits || has_many(count, moving);
        rebuild.wants_fresh |= !fresh_fits || fresh.is_unsorted();
        let is_little = work_to_sort(count) <= work_of(edits);
        if rebuild.wants_fresh && is_little && !rebuild.wants_moving && !rebuild.is_active() {
            return self.build_fresh(objects);
        }
        self.rebuild_some(objects, edits)?;
        self.add_all_newest(objects)
    }

    /// Goes on with the tree that is being built, or begins with one where another has become bad: each edit does a part of
    /// it.
    fn rebuild_some(&mut self, objects: &Objects, edits: usize) -> Result<()> {
        self.rebuild.begin_wanted(self.trees[FRESH as usize].places());
        let now = (&self.trees, &self.places[..], self.names);
        let is_watched = self.only.is_none();
        match self.rebuild.advance(objects, now, &mut self.order, is_watched, work_of(edits))? {
            true => self.take_rebuilt(objects),
            false => Ok(()),
        }
    }

    /// Puts the new tree in the place of the old one. What was added to the fresh tree since is added to the one that is fresh
    /// now: so many as there were edits meanwhile, at most.
    fn take_rebuilt(&mut self, objects: &Objects) -> Result<()> {
        let later = self.rebuild.later(&self.trees[FRESH as usize]);
        make_room(&mut self.members, later.clone().count(), "world tree")?;
        self.members.clear();
        self.members.extend(later);
        self.rebuild.work += self.members.len();
        if self.rebuild.put(&mut self.trees, &mut self.places) == FRESH {
            // Few, as this takes few edits.
            for &slot in &self.members {
                let index = self.trees[FRESH as usize].add(objects.rows(), slot)?;
                self.places[slot as usize] = self.names.place(FRESH, index);
            }
            return Ok(());
        }
        let fresh = &mut self.trees[FRESH as usize];
        fresh.begin(self.members.len(), self.only.is_none())?;
        for members in self.members.chunks(AT_ONCE) {
            fresh.append(objects.rows(), members);
        }
        fresh.end(false);
        for (index, &slot) in self.members.iter().enumerate() {
            self.places[slot as usize] = self.names.place(FRESH, index as u32);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Aabb, Vec3};
    use crate::simd::LANES;
    use crate::world::objects::{GroupFilter, Object, Volume};
    use crate::world::packed::names::index_of;
    use crate::world::packed::rebuild::{PASSES, STEP};
    use crate::world::packed::tree::Tree;
    use crate::world::structure::Structure;
    use crate::world::threads::Threads;

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
    fn check(packed: &Packed, objects: &Objects) {
        assert_eq!(packed.trees.iter().map(Tree::live).sum::<usize>(), objects.len());
        for slot in objects.live() {
            let place = packed.places[slot as usize];
            let (tree, index) =
                (&packed.trees[packed.names.tree_of(place) as usize], index_of(place) as usize);
            assert_eq!(tree.slots().as_flattened()[index], slot);
            let (bounds, mut index) = (objects.bounds(slot), index);
            for level in 0..tree.height() {
                let around = tree.level(level)[index / LANES].bounds(index);
                assert_eq!(around.union(&bounds), around, "level {level}");
                index /= LANES;
            }
        }
    }

    #[test]
    fn each_edit_goes_through_a_bounded_number_of_objects() {
        for scene in [Scene::Uniform, Scene::Clustered, Scene::Filtered] {
            let rng = &mut fastrand::Rng::with_seed(1);
            let mut objects = Objects::new(1).unwrap();
            let mut packed = Packed::new(Threads::new(1).unwrap());
            let count = 64_000;
            objects.make_room(2 * count).unwrap();
            let mut slots: Vec<u32> = (0..count).map(|_| objects.insert(&object(scene, rng))).collect();
            packed.refresh(&objects, &slots).unwrap();
            check(&packed, &objects);
            let (mut builds, mut worst, mut sum) = (packed.stats().builds, 0, 0);
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
                    let before = packed.rebuild.work;
                    packed.refresh(&objects, &changed).unwrap();
                    let work = packed.rebuild.work - before;
                    (worst, sum) = (worst.max(work), sum + work);
                    assert!(work <= STEP + 2048, "{scene:?}, edit {edit} of kind {kind} went through {work}");
                    if packed.stats().builds > builds && rng.u32(0..8) == 0 {
                        check(&packed, &objects);
                    }
                    builds = packed.stats().builds;
                }
                check(&packed, &objects);
            }
            // Large trees have been sorted, several times.
            assert!(sum > 8 * count * PASSES, "{sum}");
            assert!(worst > STEP / 2, "{worst}");
        }
    }
}
