//! rapier: its broad phase alone, which reports begun and ended pairs and keeps no list that it would hand
//! out.

use super::rival::{Contender, Rival, key};
use crate::work::{Box3, Work};
use anyhow::Result;
use rapier3d::prelude::{
    Aabb, ActiveCollisionTypes, BroadPhaseBvh, BroadPhasePairEvent, ColliderBuilder, ColliderHandle,
    ColliderSet, IntegrationParameters, RigidBodySet, Vector,
};
use rustc_hash::FxHashSet;

pub(super) fn contenders() -> Vec<Contender> {
    const WORKS: &[Work] = &[Work::WorldPairs, Work::WorldChanges];
    let contender = Contender::new("rapier", "events", WORKS, || Ok(Box::new(Rapier::new())));
    vec![Contender { margin: true, fits: true, ..contender }]
}

struct Rapier {
    phase: BroadPhaseBvh,
    colliders: ColliderSet,
    bodies: RigidBodySet,
    handles: Vec<ColliderHandle>,
    parameters: IntegrationParameters,
    events: Vec<BroadPhasePairEvent>,
    /// The sum of the events. A user who wants a list keeps it, which is not timed.
    pairs: FxHashSet<u64>,
}

impl Rapier {
    fn new() -> Rapier {
        Rapier {
            phase: BroadPhaseBvh::new(),
            colliders: ColliderSet::new(),
            bodies: RigidBodySet::new(),
            handles: Vec::new(),
            parameters: IntegrationParameters::default(),
            events: Vec::new(),
            pairs: FxHashSet::default(),
        }
    }

    fn place(&mut self, i: u32, of: &Box3) {
        let bounds = Aabb { mins: Vector::from_array(of.min), maxs: Vector::from_array(of.max) };
        self.phase.set_aabb(&self.parameters, self.handles[i as usize], bounds);
    }

    fn update(&mut self) {
        let Rapier { phase, colliders, bodies, parameters, events, .. } = self;
        events.clear();
        phase.update(parameters, colliders, bodies, &[], &[], events);
    }

    fn note(&mut self) {
        for event in &self.events {
            let (BroadPhasePairEvent::AddPair(pair) | BroadPhasePairEvent::DeletePair(pair)) = event;
            let key = key(pair.collider1.into_raw_parts().0, pair.collider2.into_raw_parts().0);
            if matches!(event, BroadPhasePairEvent::AddPair(_)) {
                self.pairs.insert(key);
            } else {
                self.pairs.remove(&key);
            }
        }
        self.events.clear();
    }
}

impl Rival for Rapier {
    fn begin(&mut self, all: &[Box3]) -> Result<()> {
        for (i, of) in all.iter().enumerate() {
            // Its shape is never looked at: boxes are set.
            let collider = ColliderBuilder::ball(0.5).active_collision_types(ActiveCollisionTypes::all());
            self.handles.push(self.colliders.insert(collider));
            self.place(i as u32, of);
        }
        self.update();
        self.note();
        Ok(())
    }

    fn clear(&mut self) {
        *self = Rapier::new();
    }

    fn after(&mut self) {
        self.note();
    }

    fn move_to(&mut self, moved: &[u32], boxes: &[Box3], _: &[Box3]) {
        for (&i, of) in moved.iter().zip(boxes) {
            self.place(i, of);
        }
    }

    fn pairs(&mut self) -> usize {
        self.changes()
    }

    fn keys(&mut self) -> Vec<u64> {
        self.pairs.iter().copied().collect()
    }

    fn changes(&mut self) -> usize {
        self.update();
        self.events.len()
    }
}
