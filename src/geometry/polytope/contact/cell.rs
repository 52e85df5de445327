//! A triangle cut off by planes.

use super::corners::Corners;
use crate::geometry::Feature;
use crate::geometry::contact_normal::Place;

/// The parts of the triangle's edges behind all planes so far (Cyrus and Beck, "Generalized two- and three-dimensional
/// clipping", Computers & Graphics 3(1), 1978). Each end is told by its distance from the end that is inside of what
/// cuts it, so that both triangles at an edge have the same points.
pub(super) struct Cell {
    /// From the end of the edge, and from its beginning; 1 for the corner.
    ends: [[f64; 2]; 3],
}

impl Cell {
    pub(super) const WHOLE: Cell = Cell { ends: [[1.0; 2]; 3] };

    /// Cuts off what is in front of a plane, over which the corners are so high.
    #[inline(always)]
    pub(super) fn cut(&mut self, heights: [f64; 3]) {
        for (k, [back, forth]) in self.ends.iter_mut().enumerate() {
            let (first, last) = (heights[k], heights[(k + 1) % 3]);
            match (first <= 0.0, last <= 0.0) {
                (true, true) => {}
                (true, false) => *forth = forth.min(first / (first - last)),
                (false, true) => *back = back.min(last / (last - first)),
                (false, false) => *forth = -1.0,
            }
        }
    }

    /// Shows the corners that are left of a part of the triangle.
    pub(super) fn corners(&self, corners: &Corners, part: Feature, mut found: impl FnMut(Place)) {
        let own = part.corners();
        if let [k] = *own {
            return self.corner(corners, k, found);
        }
        // An edge has the number of the corner that it begins with.
        let edges = if own.len() == 2 { &own[..1] } else { own };
        for &k in edges {
            let (from, to) = (corners.0[k], corners.0[(k + 1) % 3]);
            let [back, forth] = self.ends[k];
            if back + forth < 1.0 {
                continue;
            }
            found(if back == 1.0 { from } else { to.between(from, back) });
            let is_closed = edges.len() > 1 && forth == 1.0;
            // The next edge begins with its corner.
            if !is_closed && back + forth > 1.0 {
                found(if forth == 1.0 { to } else { from.between(to, forth) });
            }
        }
    }

    fn corner(&self, corners: &Corners, k: usize, mut found: impl FnMut(Place)) {
        let [back, forth] = self.ends[k];
        if back == 1.0 && forth >= 0.0 {
            found(corners.0[k]);
        }
    }
}
