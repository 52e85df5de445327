//! Scenes that are made: the number of objects is free, and there is one object in six to twelve units of
//! space.

use super::scene::{Frame, Scene};
use crate::work::Box3;

/// A kind of scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Boxes of like sizes in a cube, which drift.
    Uniform,
    /// A cone of boxes that lie on one another, and shake.
    Pile,
    /// Sizes from 0.1 to a fifth of the world; few are large.
    Sizes,
    /// A world that is much longer than high and wide.
    Thin,
    /// Boxes that fall through a large plane and begin anew above it.
    Falling,
    /// Every box is somewhere else in each frame.
    Teleport,
    /// One box in a hundred moves, the others never do.
    Resting,
}

pub(super) const ALL: &[Kind] =
    &[Kind::Uniform, Kind::Pile, Kind::Sizes, Kind::Thin, Kind::Falling, Kind::Teleport, Kind::Resting];

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Uniform => "uniform",
            Kind::Pile => "pile",
            Kind::Sizes => "sizes",
            Kind::Thin => "thin",
            Kind::Falling => "falling",
            Kind::Teleport => "teleport",
            Kind::Resting => "resting",
        }
    }
}

struct Body {
    center: [f32; 3],
    half: [f32; 3],
    velocity: [f32; 3],
}

/// Of the world in which boxes fall; the plane lies where y is about 0.
const HEIGHT: f32 = 16.0;
const BOTTOM: f32 = -4.0;

/// Makes a scene, frame by frame.
pub(super) struct Maker {
    kind: Kind,
    rng: fastrand::Rng,
    bodies: Vec<Body>,
    /// Boxes turn around at 0 and here.
    sides: [f32; 3],
}

impl Maker {
    pub(super) fn new(kind: Kind, count: usize) -> Maker {
        let mut rng = fastrand::Rng::with_seed(count as u64 + kind as u64);
        let n = count as f32;
        let cube = |volume: f32| [(n * volume).cbrt(); 3];
        let sides = match kind {
            Kind::Uniform | Kind::Teleport | Kind::Resting | Kind::Pile => cube(6.0),
            Kind::Sizes => cube(12.0),
            Kind::Thin => [n * 6.0 / 64.0, 8.0, 8.0],
            Kind::Falling => [(n * 6.0 / HEIGHT).sqrt(), HEIGHT, (n * 6.0 / HEIGHT).sqrt()],
        };
        let body = |_| Body {
            center: sides.map(|side| rng.f32() * side),
            half: [0; 3].map(|_| between(&mut rng, 0.25, 0.75)),
            velocity: [0; 3].map(|_| between(&mut rng, -0.2, 0.2)),
        };
        let mut bodies: Vec<Body> = (0..count).map(body).collect();
        match kind {
            Kind::Pile => pile(&mut rng, &mut bodies),
            Kind::Sizes => {
                for body in &mut bodies {
                    // A power law: a hundred times as large is ten thousand times as rare.
                    let size = (0.1 / rng.f32().max(1e-6).sqrt()).min(0.2 * sides[0]).min(100.0);
                    body.half = [0; 3].map(|_| 0.05 + size * between(&mut rng, 0.7, 1.4));
                }
            }
            Kind::Falling => {
                for body in &mut bodies {
                    body.center[1] += BOTTOM;
                    body.velocity =
                        [[-0.02, 0.02], [-0.35, -0.25], [-0.02, 0.02]].map(|[a, b]| between(&mut rng, a, b));
                }
                let middle = [sides[0] / 2.0, -0.5, sides[2] / 2.0];
                let half = [sides[0] * 0.6, 0.5, sides[2] * 0.6];
                bodies[0] = Body { center: middle, half, velocity: [0.0; 3] };
            }
            _ => {}
        }
        Maker { kind, rng, bodies, sides }
    }

    /// The boxes of all bodies.
    pub(super) fn boxes(&self) -> Vec<Box3> {
        self.bodies.iter().map(bounds).collect()
    }

    /// Moves everything on.
    pub(super) fn step(&mut self) -> Frame {
        let Maker { kind, rng, bodies, sides } = self;
        let moves = |i: usize| match kind {
            Kind::Resting => i.is_multiple_of(100),
            Kind::Falling => i > 0,
            _ => true,
        };
        let mut frame = Frame { moved: Vec::new(), boxes: Vec::new() };
        for (i, body) in bodies.iter_mut().enumerate().filter(|(i, _)| moves(*i)) {
            match kind {
                Kind::Teleport => body.center = sides.map(|side| rng.f32() * side),
                Kind::Pile => {
                    for axis in 0..3 {
                        body.velocity[axis] = 0.8 * body.velocity[axis] + between(rng, -0.01, 0.01);
                        body.center[axis] += body.velocity[axis];
                    }
                }
                Kind::Falling => {
                    (0..3).for_each(|axis| body.center[axis] += body.velocity[axis]);
                    if body.center[1] < BOTTOM {
                        body.center[1] += HEIGHT;
                    }
                }
                _ => drift(body, sides),
            }
            frame.moved.push(i as u32);
            frame.boxes.push(bounds(body));
        }
        frame
    }
}

/// A scene of so many frames.
pub(super) fn scene(kind: Kind, count: usize, frames: usize) -> Scene {
    let mut maker = Maker::new(kind, count);
    let start = maker.boxes();
    let frames = (0..frames).map(|_| maker.step()).collect();
    let (rests, jumps) = (kind == Kind::Resting, kind == Kind::Teleport);
    Scene { name: kind.name().to_owned(), start, frames, rests, jumps }
}

fn between(rng: &mut fastrand::Rng, from: f32, to: f32) -> f32 {
    from + rng.f32() * (to - from)
}

fn bounds(body: &Body) -> Box3 {
    let corner = |sign: f32| [0, 1, 2].map(|axis| body.center[axis] + sign * body.half[axis]);
    Box3 { min: corner(-1.0), max: corner(1.0) }
}

fn drift(body: &mut Body, sides: &[f32; 3]) {
    for ((center, velocity), side) in body.center.iter_mut().zip(&mut body.velocity).zip(sides) {
        if !(0.0..=*side).contains(&(*center + *velocity)) {
            *velocity = -*velocity;
        }
        *center += *velocity;
    }
}

/// Lays boxes on a lattice that is a cone, in any order.
fn pile(rng: &mut fastrand::Rng, bodies: &mut [Body]) {
    const STEP: f32 = 0.95;
    let radius = 0.8 * (bodies.len() as f32 * 3.0 / std::f32::consts::PI).cbrt();
    let mut places = Vec::new();
    for level in 0.. {
        let height = level as f32 * STEP;
        let wide = radius * (1.0 - height / (1.3 * radius)).max(0.05);
        let reach = (wide / STEP) as i32 + 1;
        for (i, j) in (-reach..=reach).flat_map(|i| (-reach..=reach).map(move |j| (i, j))) {
            let [x, z] = [i as f32 * STEP, j as f32 * STEP];
            if x * x + z * z <= wide * wide {
                places.push([x, height, z]);
            }
        }
        if places.len() >= bodies.len() {
            break;
        }
    }
    places.truncate(bodies.len());
    rng.shuffle(&mut places);
    for (body, place) in bodies.iter_mut().zip(places) {
        body.center = place.map(|at| at + between(rng, -0.1, 0.1));
        body.half = [0; 3].map(|_| between(rng, 0.4, 0.55));
        body.velocity = [0.0; 3];
    }
}
