//! The solids that spheres are put to.

use crate::solid::{Brush, Surface, World};
use carom::bsp::BspInput;
use glam::{DVec3, Vec3};
use std::f64::consts::{FRAC_PI_2, PI};

/// The length of a wedge from its edge, and half the length of the edge. The ends must not matter.
const FAR: f64 = 64.0;

/// A solid in one of the two forms that trees are built from.
pub(crate) enum Solid {
    /// A closed surface.
    Surface(Surface),
    /// A union of convex brushes.
    Brushes(World),
}

impl Solid {
    /// The input that a tree is built from.
    pub(crate) fn input(&self) -> BspInput<'_> {
        match self {
            Solid::Surface(surface) => surface.input(),
            Solid::Brushes(world) => world.input(),
        }
    }
}

/// A wedge as a closed surface: a slice of a pie with its edge along z and its bisector along x.
pub(crate) fn wedge_surface(theta: f64) -> Surface {
    let steps = ((theta / (PI / 4.0)).ceil() as usize).max(2);
    let mut outline = vec![DVec3::ZERO];
    for i in 0..=steps {
        let angle = -theta / 2.0 + theta * i as f64 / steps as f64;
        outline.push(DVec3::new(angle.cos(), angle.sin(), 0.0) * FAR);
    }
    let at = |i: usize, z: f64| (outline[i % outline.len()] + DVec3::Z * z).as_vec3();
    let mut surface = Surface::default();
    for i in 0..outline.len() {
        surface.push(&[at(i, -FAR), at(i + 1, -FAR), at(i + 1, FAR), at(i, FAR)]);
    }
    for i in 1..=steps {
        surface.push(&[at(0, FAR), at(i, FAR), at(i + 1, FAR)]);
        surface.push(&[at(i + 1, -FAR), at(i, -FAR), at(0, -FAR)]);
    }
    surface
}

/// A wedge as brushes: one up to 180 degrees, two halves that touch beyond.
pub(crate) fn wedge_brushes(theta: f64) -> World {
    let convex = |from: f64, to: f64| {
        let normal = |angle: f64| DVec3::new(angle.cos(), angle.sin(), 0.0);
        let middle = normal((from + to) / 2.0);
        let across = middle.cross(DVec3::Z);
        let far = [middle, across, -across, DVec3::Z, -DVec3::Z].map(|n| (n, FAR));
        let faces = [normal(from - FRAC_PI_2), normal(to + FRAC_PI_2)].map(|n| (n, 0.0));
        // Both faces are one at 180 degrees.
        let faces = if to - from < PI { &faces[..] } else { &faces[..1] };
        Brush::from_planes(&[faces, &far[..]].concat(), 0)
    };
    World::new(match theta <= PI {
        true => vec![convex(-theta / 2.0, theta / 2.0)],
        false => vec![convex(-theta / 2.0, 0.0), convex(0.0, theta / 2.0)],
    })
}

/// A cube with a corner at the origin, and all of it behind.
pub(crate) fn corner() -> World {
    World::new(vec![Brush::aabb(Vec3::splat(-FAR as f32), Vec3::ZERO)])
}

/// The tilt of the far brush's face in [`cut_at_a_shallow_angle`].
pub(crate) const TILT: f64 = 5.0 * PI / 180.0;

/// A flat block, and far away a slope of some tiles with ragged ends, all in one plane which,
/// extended, cuts the block at 5 degrees.
pub(crate) fn cut_at_a_shallow_angle(tiles: u32) -> World {
    let normal = DVec3::new(TILT.sin(), 0.0, TILT.cos());
    let at = normal.dot(DVec3::new(0.0, 0.0, 0.5));
    let tile = |i: u32| {
        let start = f64::from(i) - f64::from(tiles) / 2.0;
        let ragged = f64::from(i * 5 % 12) / 4.0;
        let planes = [
            (normal, at),
            (-normal, 1.0 - at),
            (DVec3::X, 60.0 + ragged),
            (-DVec3::X, -50.0 - ragged),
            (DVec3::Y, start + 1.0),
            (-DVec3::Y, -start),
        ];
        Brush::from_planes(&planes, 0)
    };
    let block = Brush::aabb(Vec3::new(-10.0, -10.0, -1.0), Vec3::new(10.0, 10.0, 1.0));
    World::new((0..tiles).map(tile).chain([block]).collect())
}
