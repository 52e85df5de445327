//! The last word for every structure: whether two objects are a pair, and by how much one answers a query.

use super::meta::Kind;
use super::table::Table;
use super::volume::{Volume, box_sphere, spheres};
use crate::geometry::Aabb;

impl Table {
    /// Returns true if two objects are a pair: they see each other, are not both static, and their volumes
    /// share a point.
    pub(in crate::world) fn are_pair(&self, a: u32, b: u32) -> bool {
        let (first, second) = (self.row(a), self.row(b));
        let (kind_a, kind_b) = (self.kind(a), self.kind(b));
        first.filter().sees(&second.filter())
            && !(self.is_static(a) && self.is_static(b))
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
        match (self.compound(a), self.compound(b)) {
            (Some(a), Some(b)) => a.touches_compound(b),
            (Some(a), None) => a.touches(&self.object(b).volume),
            (None, Some(b)) => b.touches(&self.object(a).volume),
            (None, None) => false,
        }
    }

    /// The least key of an object's volumes that have one. `bound` bounds the keys of all volumes in a box
    /// from below, or says that there are none.
    #[inline(always)]
    pub(in crate::world) fn least_key(
        &self,
        slot: u32,
        bound: impl Fn(&Aabb) -> Option<f64>,
        key: impl Fn(&Volume) -> Option<f64>,
    ) -> Option<f64> {
        match self.kind(slot) {
            Kind::Free => None,
            Kind::Box => key(&Volume::Box(self.bounds(slot))),
            Kind::Sphere => key(&Volume::Sphere(self.sphere(slot))),
            Kind::Compound => self.compound(slot)?.least(&bound, &key),
        }
    }
}
