//! Whether two objects are a pair, and whether one is an answer to a query: the last word for every structure.

use super::meta::Kind;
use super::objects::Objects;
use super::predicate::Predicate;
use super::query_filter::Seen;
use super::volume::{Volume, box_sphere, spheres};

impl Objects {
    /// Whether two objects are a pair: they see each other, are not both static, and
    /// their volumes share a point.
    pub(super) fn are_pair(&self, a: u32, b: u32) -> bool {
        let (first, second) = (&self.rows[a as usize], &self.rows[b as usize]);
        let (kind_a, kind_b) = (self.metas[a as usize].kind, self.metas[b as usize].kind);
        first.filter().sees(&second.filter())
            && !(self.metas[a as usize].is_static && self.metas[b as usize].is_static)
            && first.bounds().touches(&second.bounds())
            && match (kind_a, kind_b) {
                (Kind::Free, _) | (_, Kind::Free) => false,
                (Kind::Box, Kind::Box) => true,
                (Kind::Box, Kind::Sphere) => box_sphere(&first.bounds(), &self.sphere(b)),
                (Kind::Sphere, Kind::Box) => box_sphere(&second.bounds(), &self.sphere(a)),
                (Kind::Sphere, Kind::Sphere) => spheres(&self.sphere(a), &self.sphere(b)),
                (Kind::Compound, _) | (_, Kind::Compound) => self.compounds_touch(a, b),
            }
    }

    fn compounds_touch(&self, a: u32, b: u32) -> bool {
        match (self.compounds.get(&a), self.compounds.get(&b)) {
            (Some(a), Some(b)) => a.touches_compound(b),
            (Some(a), None) => a.touches(&self.object(b).volume),
            (None, Some(b)) => b.touches(&self.object(a).volume),
            (None, None) => false,
        }
    }

    /// An object's key for a query, if it is an answer.
    #[inline]
    pub(super) fn key(&self, slot: u32, predicate: &impl Predicate, seen: &Seen) -> Option<f64> {
        let row = &self.rows[slot as usize];
        if !seen.sees(self, slot) {
            return None;
        }
        match self.metas[slot as usize].kind {
            Kind::Free => None,
            Kind::Box => predicate.key(&Volume::Box(row.bounds())),
            Kind::Sphere => predicate.key(&Volume::Sphere(self.sphere(slot))),
            Kind::Compound => self
                .compounds
                .get(&slot)?
                .least(&|bounds| predicate.bound(bounds), &|volume| predicate.key(volume)),
        }
    }
}
