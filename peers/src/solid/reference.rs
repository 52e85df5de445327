//! The reference: distances, contents and first contacts in f64, by looking at every piece.

use super::faces::{Face, Piece, Solid};
use glam::DVec3;

impl Solid {
    /// The distance of a point from the solid, or from the surface of a mesh; `limit` if it is not nearer.
    pub(super) fn distance(&self, point: DVec3, limit: f64) -> f64 {
        let mut best = limit * limit;
        for group in &self.groups {
            if to_box(point, group.low, group.high) >= best {
                continue;
            }
            for piece in &self.pieces[group.pieces.clone()] {
                if to_box(point, piece.low, piece.high) < best {
                    best = best.min(self.to_piece(point, piece));
                }
            }
        }
        best.sqrt()
    }

    /// True if a point is in the solid by more than `margin`, false if it is outside by as much. `None` if it
    /// is too close to say.
    pub(super) fn contains(&self, point: DVec3, margin: f64) -> Option<bool> {
        if self.brushes.is_none() {
            let is_apart = self.distance(point, margin) >= margin;
            return is_apart.then(|| self.crossings(point) > 0);
        }
        let mut may_be_inside = false;
        let reach = DVec3::splat(margin);
        let is_in =
            |low: DVec3, high: DVec3| point.cmpge(low - reach).all() && point.cmple(high + reach).all();
        for group in self.groups.iter().filter(|group| is_in(group.low, group.high)) {
            for piece in self.pieces[group.pieces.clone()].iter().filter(|piece| is_in(piece.low, piece.high))
            {
                let height = |&(normal, d): &(DVec3, f64)| normal.dot(point) - d;
                let highest = piece.planes.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
                if highest <= -margin {
                    return Some(true);
                }
                may_be_inside |= highest < margin;
            }
        }
        (!may_be_inside).then_some(false)
    }

    /// The number of parts of the solid that the point is in: the exits of a ray along x from the solid, less
    /// the entries.
    fn crossings(&self, point: DVec3) -> i32 {
        let may_meet = |low: DVec3, high: DVec3| {
            let beside = low.y > point.y || high.y < point.y || low.z > point.z || high.z < point.z;
            !beside && high.x >= point.x
        };
        let groups = self.groups.iter().filter(|group| may_meet(group.low, group.high));
        let pieces = groups.flat_map(|group| &self.pieces[group.pieces.clone()]);
        let faces = pieces
            .filter(|piece| may_meet(piece.low, piece.high))
            .map(|piece| &self.faces[piece.faces.start]);
        faces.filter(|face| face.is_ahead(point)).map(|face| if face.normal.x > 0.0 { 1 } else { -1 }).sum()
    }

    /// The time at which a ball on its way first touches; infinite if it does not.
    ///
    /// Conservative advancement: it may always move by its distance.
    pub(super) fn cast(&self, origin: DVec3, motion: DVec3, radius: f64) -> f64 {
        let length = motion.length();
        let (mut t, mut limit) = (0.0, f64::INFINITY);
        for _ in 0..10_000 {
            let gap = self.distance(origin + motion * t, limit) - radius;
            if gap <= 1e-7 * radius {
                return t;
            }
            t += gap / length;
            // It cannot be farther away than it was, and the way it goes.
            limit = (2.0 * gap + radius) * (1.0 + 1e-9);
            if t > 1.0 {
                return f64::INFINITY;
            }
        }
        t
    }

    /// The squared distance.
    fn to_piece(&self, point: DVec3, piece: &Piece) -> f64 {
        let is_brush = self.brushes.is_some();
        if is_brush && piece.planes.iter().all(|&(normal, d)| normal.dot(point) <= d) {
            return 0.0;
        }
        let faces = self.faces[piece.faces.clone()].iter();
        // A brush is nearest with a face that looks at the point.
        let facing = faces.filter(|face| !is_brush || face.normal.dot(point) > face.d);
        // Outside of faces alone that are too small to be there, it is as good as inside.
        facing.map(|face| face.distance_squared(point)).reduce(f64::min).unwrap_or(0.0)
    }
}

impl Face {
    fn edges(&self) -> impl Iterator<Item = (DVec3, DVec3)> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
    }

    fn distance_squared(&self, point: DVec3) -> f64 {
        let is_within = |(a, b): (DVec3, DVec3)| (b - a).cross(point - a).dot(self.normal) >= 0.0;
        if self.normal != DVec3::ZERO && self.edges().all(is_within) {
            let height = self.normal.dot(point) - self.d;
            return height * height;
        }
        let to_edge = |(a, b): (DVec3, DVec3)| {
            let along = b - a;
            let share =
                ((point - a).dot(along) / along.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
            (a + along * share).distance_squared(point)
        };
        self.edges().map(to_edge).fold(f64::INFINITY, f64::min)
    }

    /// Returns true if a ray along x meets the face. The side of an edge on which it passes is worked out the
    /// same way for both faces of the edge, so that it meets one of them.
    fn is_ahead(&self, point: DVec3) -> bool {
        let side = |(a, b): (DVec3, DVec3)| {
            let is_turned = (a.y, a.z, a.x) > (b.y, b.z, b.x);
            let (a, b) = if is_turned { (b, a) } else { (a, b) };
            ((b.y - a.y) * (point.z - a.z) >= (b.z - a.z) * (point.y - a.y)) != is_turned
        };
        let mut sides = self.edges().map(side);
        let Some(first) = sides.next() else { return false };
        let height = self.normal.dot(point) - self.d;
        sides.all(|side| side == first) && (height < 0.0) == (self.normal.x > 0.0)
    }
}

/// The squared distance from a point to a box.
fn to_box(point: DVec3, low: DVec3, high: DVec3) -> f64 {
    (low - point).max(point - high).max(DVec3::ZERO).length_squared()
}
