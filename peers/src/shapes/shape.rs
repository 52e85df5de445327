//! The shapes that are asked about, as every library and the shims get them.

use bytemuck::{Pod, Zeroable};
use glam::DVec3;

/// A kind of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Sphere,
    Capsule,
    Box,
    /// A box, given by its corners.
    Hull,
}

impl Kind {
    /// True if there is more than one depth of it and a triangle.
    pub(super) fn has_depths(self) -> bool {
        matches!(self, Kind::Box | Kind::Hull)
    }
}

/// A shape at its place, and its motion if it is cast. Its core is a point, a segment or a box, and it is all
/// that is within `radius` of that.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Placed {
    pub(super) center: [f32; 3],
    pub(super) radius: f32,
    /// Half the core's size along its axes: that of a capsule is along the second one.
    pub(super) half: [f32; 3],
    unused: f32,
    /// Unit, at right angles.
    pub(super) axes: [[f32; 3]; 3],
    pub(super) displacement: [f32; 3],
}

/// A library's contact, or the end of a cast.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Found {
    pub(super) point: [f32; 3],
    /// The depth of a contact, the time of a cast's end: infinite for none.
    pub(super) value: f32,
    /// From the mesh to the shape.
    pub(super) normal: [f32; 3],
    pub(super) triangle: u32,
}

impl Found {
    pub(super) const NOTHING: Found =
        Found { point: [0.0; 3], value: f32::INFINITY, normal: [0.0; 3], triangle: u32::MAX };
}

impl Placed {
    /// Of a size: the sphere's radius; of capsules and boxes about as much half across.
    pub(super) fn new(kind: Kind, size: f64, axes: [DVec3; 3]) -> Placed {
        let (radius, half) = match kind {
            Kind::Sphere => (size, DVec3::ZERO),
            Kind::Capsule => (0.5 * size, DVec3::new(0.0, size, 0.0)),
            Kind::Box | Kind::Hull => (0.0, DVec3::new(size, 0.6 * size, 0.8 * size)),
        };
        Placed {
            center: [0.0; 3],
            radius: radius as f32,
            half: half.as_vec3().into(),
            unused: 0.0,
            axes: axes.map(|axis| axis.as_vec3().into()),
            displacement: [0.0; 3],
        }
    }

    pub(super) fn at(self, center: DVec3) -> Placed {
        Placed { center: center.as_vec3().into(), displacement: [0.0; 3], ..self }
    }

    pub(super) fn moving(self, displacement: DVec3) -> Placed {
        Placed { displacement: displacement.as_vec3().into(), ..self }
    }

    /// The corners of a hull in its own frame.
    pub(super) fn corners(&self) -> [[f32; 3]; 8] {
        std::array::from_fn(|i| {
            std::array::from_fn(|k| if i >> k & 1 == 0 { -self.half[k] } else { self.half[k] })
        })
    }

    /// Half its size along each axis of space.
    pub(super) fn extent(&self) -> DVec3 {
        let along = |i: usize| double(self.axes[i]).abs() * f64::from(self.half[i]);
        along(0) + along(1) + along(2) + DVec3::splat(self.radius.into())
    }

    /// How far it reaches from its center along a unit vector.
    pub(super) fn support(&self, direction: DVec3) -> f64 {
        let along = |i: usize| double(self.axes[i]).dot(direction).abs() * f64::from(self.half[i]);
        along(0) + along(1) + along(2) + f64::from(self.radius)
    }
}

pub(super) fn double(v: [f32; 3]) -> DVec3 {
    DVec3::new(v[0].into(), v[1].into(), v[2].into())
}
