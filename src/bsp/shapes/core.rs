//! The core of a shape: a point, a segment or a box, around which the shape is round.
//!
//! All of them are sums of segments around a middle (zonotopes), which is what makes their supports and edges simple.

use crate::arrays::MapEach;
use crate::geometry::{BoxAxes, Capsule, Sphere, steepest};
use arrayvec::ArrayVec;
use glam::DVec3;

/// A core with its radius.
#[derive(Clone)]
pub(super) struct Core {
    pub(super) center: DVec3,
    /// Half of each segment: one of a capsule, three of a box.
    pub(super) generators: ArrayVec<DVec3, 3>,
    /// The unit normals of a box's faces.
    pub(super) axes: ArrayVec<DVec3, 3>,
    pub(super) radius: f64,
    /// The largest coordinate.
    pub(super) size: f64,
    /// Half of the box around the core and the radius.
    pub(super) half: DVec3,
}

impl Core {
    fn new(center: DVec3, generators: ArrayVec<DVec3, 3>, axes: ArrayVec<DVec3, 3>, radius: f64) -> Core {
        let half = generators.iter().map(|g| g.abs()).sum::<DVec3>() + radius;
        let size = (center.abs() + half).max_element();
        Core { center, generators, axes, radius, size, half }
    }

    /// A sphere, relative to an origin.
    pub(super) fn sphere(sphere: &Sphere, origin: DVec3) -> Core {
        let center = sphere.center.as_dvec3() - origin;
        Core::new(center, ArrayVec::new(), ArrayVec::new(), sphere.radius.into())
    }

    /// A capsule. Without length, it is a sphere.
    pub(super) fn capsule(capsule: &Capsule, origin: DVec3) -> Core {
        let Capsule { a, radius, b } = *capsule;
        if a == b {
            return Core::sphere(&Sphere { center: a, radius }, origin);
        }
        let (a, b) = (a.as_dvec3(), b.as_dvec3());
        let generators = ArrayVec::from_iter([(b - a) * 0.5]);
        Core::new((a + b) * 0.5 - origin, generators, ArrayVec::new(), radius.into())
    }

    /// A box.
    pub(super) fn of_box(shape: &BoxAxes, origin: DVec3) -> Core {
        let [x, y, z] = shape.axes.map_each(|axis| axis.as_dvec3());
        let volume = x.cross(y).dot(z);
        let half = shape.half_extents.as_dvec3().to_array();
        let edges = [y.cross(z), z.cross(x), x.cross(y)];
        let generators = (0..3).map(|k| edges[k] * (half[k] / volume)).collect();
        let axes = [x, y, z].into_iter().map(|axis| axis / axis.length()).collect();
        Core::new(shape.center.as_dvec3() - origin, generators, axes, 0.0)
    }

    /// The same elsewhere.
    pub(super) fn moved(&self, offset: DVec3) -> Core {
        Core { center: self.center + offset, ..self.clone() }
    }

    /// The same, thinner by a length on every side; none if it is not much thicker than that.
    pub(super) fn shrunk(&self, by: f64) -> Option<Core> {
        let mut core = self.clone();
        if self.axes.is_empty() {
            core.radius -= by;
            return (core.radius > by).then_some(core);
        }
        for (generator, axis) in core.generators.iter_mut().zip(&self.axes) {
            let half = generator.dot(*axis).abs();
            if !(half > 2.0 * by) {
                return None;
            }
            *generator *= (half - by) / half;
        }
        Some(core)
    }

    /// How far the core reaches along a direction, from its middle.
    #[inline(always)]
    pub(super) fn reach(&self, direction: DVec3) -> f64 {
        self.generators.iter().map(|&generator| direction.dot(generator).abs()).sum()
    }

    /// The farthest point of the core along a direction.
    pub(super) fn farthest(&self, direction: DVec3) -> DVec3 {
        let signed = |&g: &DVec3| if direction.dot(g) < 0.0 { -g } else { g };
        self.center + self.generators.iter().map(signed).sum::<DVec3>()
    }

    /// Shows all corners of the core.
    pub(super) fn each_corner(&self, mut show: impl FnMut(DVec3)) {
        for bits in 0..1u32 << self.generators.len() {
            show(self.corner(bits));
        }
    }

    fn corner(&self, bits: u32) -> DVec3 {
        let mut corner = self.center;
        for (k, &generator) in self.generators.iter().enumerate() {
            corner += if bits >> k & 1 == 0 { -generator } else { generator };
        }
        corner
    }

    /// Shows all edges of the core, by one end, the way to the other, and the number of the generator. A point is an
    /// edge without length.
    pub(super) fn each_edge(&self, mut show: impl FnMut(DVec3, DVec3, usize)) {
        if self.generators.is_empty() {
            return show(self.center, DVec3::ZERO, 0);
        }
        for (k, &generator) in self.generators.iter().enumerate() {
            for bits in (0..1u32 << self.generators.len()).filter(|bits| bits >> k & 1 == 0) {
                show(self.corner(bits), generator * 2.0, k);
            }
        }
    }

    /// The edge along a generator that lies farthest along a direction: one end, and the way to the other.
    pub(super) fn farthest_edge(&self, direction: DVec3, generator: usize) -> (DVec3, DVec3) {
        let along = self.generators[generator];
        let others = self.generators.iter().enumerate().filter(|&(k, _)| k != generator);
        let signed = |(_, &g): (usize, &DVec3)| if direction.dot(g) < 0.0 { -g } else { g };
        (self.center + others.map(signed).sum::<DVec3>() - along, along * 2.0)
    }

    /// The number of the part that a point of a capsule's segment belongs to: an end, 0 or 1, or what is between, 2.
    pub(super) fn part_at(&self, place: f64) -> u32 {
        match self.generators.len() {
            1 if place <= 0.0 => 0,
            1 if place >= 1.0 => 1,
            1 => 2,
            _ => 0,
        }
    }

    /// The face of a box that opposes a direction most, as [`Core::side`] says it.
    pub(super) fn opposing(&self, direction: DVec3) -> Option<(usize, f64, u32)> {
        let [x, y, z] = self.axes[..] else { return None };
        Some(self.side(steepest([x.dot(direction), y.dot(direction), z.dot(direction)]), direction))
    }

    /// The face of a box along an axis that opposes a direction: the axis, the sign of the direction along it, and the
    /// face's number.
    pub(super) fn side(&self, axis: usize, direction: DVec3) -> (usize, f64, u32) {
        let is_negative = self.axes[axis].dot(direction) < 0.0;
        (axis, if is_negative { -1.0 } else { 1.0 }, 2 * axis as u32 + u32::from(is_negative))
    }
}
