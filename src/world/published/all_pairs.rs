//! No structure at all: every object against every other. It is what all structures are compared with.

use super::crowd::are_near;
use crate::Result;
use crate::world::objects::Objects;
use crate::world::pairs::PairBuffer;
use crate::world::structure::{NodeBox, Structure, StructureStats, Visitor};

/// The loop.
#[derive(Default)]
pub(super) struct AllPairs;

impl Structure for AllPairs {
    fn refresh(&mut self, _: &Objects, _: &[u32]) -> Result<()> {
        Ok(())
    }

    fn pairs(&mut self, objects: &Objects, pairs: &mut PairBuffer) -> Result<()> {
        for a in objects.live().filter(|&a| objects.sights().sees_any(&objects.filter(a))) {
            for b in (a + 1..objects.slots() as u32).filter(|&b| are_near(objects, a, b)) {
                pairs.push(a, b)?;
            }
        }
        Ok(())
    }

    fn visit(&self, objects: &Objects, visitor: &mut dyn Visitor) {
        objects.live().for_each(|slot| visitor.object(slot));
    }

    fn stats(&self) -> StructureStats {
        StructureStats::default()
    }

    fn boxes(&self, _: &Objects, _: &mut dyn FnMut(NodeBox)) {}
}
