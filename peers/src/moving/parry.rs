//! parry: its tree of boxes, fitted and improved a little each frame, as its physics engine does, or built
//! anew.

use super::rival::{Contender, Rival, key};
use crate::work::{Box3, Ray, Work};
use anyhow::Result;
use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};
use parry3d::query::{Ray as ParryRay, RayCast};

pub(super) fn contenders() -> Vec<Contender> {
    const WORKS: &[Work] = &[Work::WorldPairs, Work::WorldBoxQuery, Work::WorldRay, Work::WorldInsert];
    let fitted = Contender::new("parry", "bvh", WORKS, || Ok(Box::new(Parry::new(false))));
    let fitted = Contender { fits: true, ..fitted };
    let rebuilt = Contender::new("parry", "bvh anew", WORKS, || Ok(Box::new(Parry::new(true))));
    [fitted, rebuilt].into_iter().map(|contender| Contender { quick: true, ..contender }).collect()
}

struct Parry {
    tree: Bvh,
    workspace: BvhWorkspace,
    boxes: Vec<Aabb>,
    rebuilds: bool,
    frame: usize,
    keys: Vec<u64>,
    found: Vec<u32>,
}

impl Parry {
    fn new(rebuilds: bool) -> Parry {
        Parry {
            tree: Bvh::new(),
            workspace: BvhWorkspace::default(),
            boxes: Vec::new(),
            rebuilds,
            frame: 0,
            keys: Vec::new(),
            found: Vec::new(),
        }
    }
}

fn bounds(of: &Box3) -> Aabb {
    Aabb { mins: Vector::from_array(of.min), maxs: Vector::from_array(of.max) }
}

impl Rival for Parry {
    fn begin(&mut self, all: &[Box3]) -> Result<()> {
        self.boxes.extend(all.iter().map(bounds));
        if self.rebuilds {
            self.tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.boxes);
        } else {
            for (i, of) in self.boxes.iter().enumerate() {
                self.tree.insert(*of, i as u32);
            }
        }
        Ok(())
    }

    fn clear(&mut self) {
        *self = Parry::new(self.rebuilds);
    }

    fn move_to(&mut self, moved: &[u32], boxes: &[Box3], _: &[Box3]) {
        for (&i, of) in moved.iter().zip(boxes) {
            self.boxes[i as usize] = bounds(of);
        }
        if self.rebuilds {
            self.tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &self.boxes);
            return;
        }
        for &i in moved {
            self.tree.insert_or_update_partially(self.boxes[i as usize], i, 0.0);
        }
        self.frame += 1;
        if moved.len() * 16 > self.boxes.len() || self.frame.is_multiple_of(8) {
            self.tree.optimize_incremental(&mut self.workspace);
        }
        self.tree.refit(&mut self.workspace);
    }

    fn pairs(&mut self) -> usize {
        let Parry { tree, workspace, keys, .. } = self;
        keys.clear();
        tree.traverse_bvtt_single_tree::<false>(workspace, &mut |a, b| keys.push(key(a, b)));
        keys.len()
    }

    fn keys(&mut self) -> Vec<u64> {
        self.keys.clone()
    }

    fn list_boxes(&mut self, boxes: &[Box3], counts: &mut [f32]) {
        for (query, count) in boxes.iter().zip(counts) {
            self.found.clear();
            self.found.extend(self.tree.intersect_aabb(&bounds(query)));
            *count = self.found.len() as f32;
        }
    }

    fn cast_rays(&mut self, rays: &[Ray], ts: &mut [f32]) {
        for (ray, t) in rays.iter().zip(ts) {
            let parry = ParryRay::new(Vector::from_array(ray.origin), Vector::from_array(ray.direction));
            let met = |i: u32, best: f32| self.boxes[i as usize].cast_local_ray(&parry, best, true);
            *t = self.tree.cast_ray(&parry, ray.t_max, met).map_or(f32::INFINITY, |(_, t)| t);
        }
    }

    fn bytes(&self) -> Option<usize> {
        Some(self.tree.total_memory_size() + self.boxes.len() * size_of::<Aabb>())
    }
}
