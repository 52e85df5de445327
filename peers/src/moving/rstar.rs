//! rstar: a tree that is loaded in bulk each frame, and asked with every box, or joined with itself.

use super::rival::{Contender, Rival, key};
use crate::work::{Box3, Work};
use ::rstar::primitives::{GeomWithData, Rectangle};
use ::rstar::{AABB, RTree};
use anyhow::Result;

pub(super) fn contenders() -> Vec<Contender> {
    const WORKS: &[Work] = &[Work::WorldPairs, Work::WorldBoxQuery, Work::WorldInsert];
    vec![
        Contender::new("rstar", "bulk", WORKS, || Ok(Box::new(Star::new(false)))),
        Contender::new("rstar", "bulk join", &[Work::WorldPairs], || Ok(Box::new(Star::new(true)))),
    ]
}

type Entry = GeomWithData<Rectangle<[f32; 3]>, u32>;

struct Star {
    tree: RTree<Entry>,
    joins: bool,
    keys: Vec<u64>,
    found: Vec<u32>,
}

impl Star {
    fn new(joins: bool) -> Star {
        Star { tree: RTree::new(), joins, keys: Vec::new(), found: Vec::new() }
    }

    fn load(&mut self, all: &[Box3]) {
        let entry = |(i, of): (usize, &Box3)| Entry::new(Rectangle::from_corners(of.min, of.max), i as u32);
        self.tree = RTree::bulk_load(all.iter().enumerate().map(entry).collect());
    }
}

impl Rival for Star {
    fn begin(&mut self, all: &[Box3]) -> Result<()> {
        self.load(all);
        Ok(())
    }

    fn clear(&mut self) {
        *self = Star::new(self.joins);
    }

    fn move_to(&mut self, _: &[u32], _: &[Box3], all: &[Box3]) {
        self.load(all);
    }

    fn pairs(&mut self) -> usize {
        let Star { tree, joins, keys, .. } = self;
        keys.clear();
        if *joins {
            let pairs = tree.intersection_candidates_with_other_tree(tree);
            keys.extend(pairs.filter(|(a, b)| a.data < b.data).map(|(a, b)| key(a.data, b.data)));
        } else {
            for a in tree.iter() {
                let around = AABB::from_corners(a.geom().lower(), a.geom().upper());
                let touching = tree.locate_in_envelope_intersecting(around).filter(|b| a.data < b.data);
                keys.extend(touching.map(|b| key(a.data, b.data)));
            }
        }
        keys.len()
    }

    fn keys(&mut self) -> Vec<u64> {
        self.keys.clone()
    }

    fn list_boxes(&mut self, boxes: &[Box3], counts: &mut [f32]) {
        for (query, count) in boxes.iter().zip(counts) {
            let around = AABB::from_corners(query.min, query.max);
            self.found.clear();
            self.found.extend(self.tree.locate_in_envelope_intersecting(around).map(|entry| entry.data));
            *count = self.found.len() as f32;
        }
    }
}
