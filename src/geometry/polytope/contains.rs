//! What of a triangle is certainly inside of a hull, and which boxes are.

use super::PosedHull;
use super::posed::{Polytope, ULP};
use crate::geometry::Aabb;

/// The parts of a triangle's edges that are certainly inside of all planes so far: Cyrus and Beck, "Generalized two- and
/// three-dimensional clipping", Computers & Graphics 3(1), 1978.
pub(super) struct Clip([[f64; 2]; 3]);

impl Default for Clip {
    fn default() -> Clip {
        Clip([[0.0, 1.0]; 3])
    }
}

impl Clip {
    /// Cuts off what is in front of a plane, over which the corners are so high, with an error below `bound`.
    #[inline(always)]
    pub(super) fn cut(&mut self, heights: [f64; 3], bound: f64) {
        // Far enough inside to make up for the heights' errors and the division's.
        let limit = -4.0 * bound;
        for (k, [begin, end]) in self.0.iter_mut().enumerate() {
            let (first, last) = (heights[k], heights[(k + 1) % 3]);
            let at = (limit - first) / (last - first);
            match (first <= limit, last <= limit) {
                (true, true) => {}
                (true, false) => *end = end.min(at),
                (false, true) => *begin = begin.max(at),
                (false, false) => *end = -1.0,
            }
        }
    }

    /// Returns true if something is left.
    #[inline(always)]
    pub(super) fn is_left(&self) -> bool {
        // More than the rounding of the ends.
        self.0.iter().any(|[begin, end]| end - begin > 1e-9)
    }
}

/// Where a box lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BoxPlace {
    /// It shares no point with the hull.
    Outside,
    /// It is wholly inside.
    Inside,
    /// Neither is certain.
    Across,
}

impl PosedHull<'_> {
    /// The largest number of faces that boxes are tested against.
    const MOST_FACES: usize = 32;

    /// Where a box lies: outside or inside only if that is certain.
    #[inline(always)]
    pub(crate) fn place(&self, bounds: &Aabb) -> BoxPlace {
        if !self.world().touches(bounds) {
            return BoxPlace::Outside;
        }
        self.place_of_near(bounds)
    }

    /// The same for a box that touches the world's box.
    #[inline]
    pub(crate) fn place_of_near(&self, bounds: &Aabb) -> BoxPlace {
        let hull = self.hull();
        if hull.dimension() < 3 || hull.face_count() > Self::MOST_FACES {
            return BoxPlace::Across;
        }
        let from = self.origin().as_dvec3();
        let (low, high) = (bounds.min.as_dvec3() - from, bounds.max.as_dvec3() - from);
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let far = low.abs().max(high.abs()).max_element();
        // Four times what a height over a face may be off by: the middle and the half size have two roundings more.
        let delta = 4.0 * (4.0 * ULP * self.local_size(far) + self.local_rounding(far));
        let mut place = BoxPlace::Inside;
        for (i, plane) in hull.planes().iter().enumerate() {
            let normal = self.world_direction(plane.normal);
            let height = normal.dot(middle) - plane.normal.dot(hull.face_origin(i).as_dvec3());
            let reach = normal.abs().dot(half);
            let bound = plane.size * delta;
            if height - reach > bound {
                return BoxPlace::Outside;
            }
            if !(height + reach < -bound) {
                place = BoxPlace::Across;
            }
        }
        place
    }
}
