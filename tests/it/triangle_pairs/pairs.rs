//! Pairs of triangles of every kind of trouble.

use carom::geometry::{Triangle, Vec3};

pub(super) const KINDS: [&str; 16] = [
    "random",
    "grazing",
    "coplanar grid",
    "grid",
    "nearly coplanar",
    "shared corner",
    "shared edge",
    "slivers",
    "denormal",
    "huge",
    "mixed sizes",
    "turned plane",
    "degenerate",
    "zeros of both signs",
    "nearly parallel",
    "tiny beside large",
];

fn vector(rng: &mut fastrand::Rng) -> Vec3 {
    Vec3::new(rng.f32(), rng.f32(), rng.f32()) * 2.0 - 1.0
}

fn on_grid(rng: &mut fastrand::Rng, size: i32) -> Vec3 {
    Vec3::new(rng.i32(0..size) as f32, rng.i32(0..size) as f32, rng.i32(0..size) as f32)
}

fn triangle(mut corner: impl FnMut() -> Vec3) -> Triangle {
    Triangle::new(corner(), corner(), corner())
}

fn map(t: &Triangle, by: impl FnMut(Vec3) -> Vec3) -> Triangle {
    let [a, b, c] = [t.a, t.b, t.c].map(by);
    Triangle::new(a, b, c)
}

/// A point of a triangle, often on an edge or corner, rounded.
fn on(rng: &mut fastrand::Rng, t: &Triangle) -> Vec3 {
    let mut weight = || [0.0, 0.5, 1.0, 0.3, 0.7][rng.usize(0..5)];
    let (u, v) = (weight(), weight());
    let v = if u + v > 1.0 { 0.0 } else { v };
    t.a + (t.b - t.a) * u + (t.c - t.a) * v
}

/// A few units in the last place off.
fn jitter(rng: &mut fastrand::Rng, v: Vec3) -> Vec3 {
    v.map(|x| f32::from_bits(x.to_bits().wrapping_add_signed(rng.i32(-2..3))))
        .map(|x| if x.is_finite() { x } else { 0.0 })
}

pub(super) fn pair(rng: &mut fastrand::Rng, kind: usize) -> (Triangle, Triangle) {
    let a = triangle(|| vector(rng));
    let b = triangle(|| vector(rng));
    match KINDS[kind] {
        "random" => (a, b),
        "grazing" => {
            let at = on(rng, &a);
            let from = if rng.bool() { at } else { jitter(rng, at) };
            (a, Triangle::new(from, b.b, b.c))
        }
        "coplanar grid" => {
            let (axis, size) = (rng.usize(0..3), [3, 4, 6, 50][rng.usize(0..4)]);
            let mut flat = || {
                let mut corner = on_grid(rng, size);
                corner[axis] = 1.0;
                corner
            };
            (triangle(&mut flat), triangle(&mut flat))
        }
        "grid" => {
            let size = [2, 3, 4, 9][rng.usize(0..4)];
            (triangle(|| on_grid(rng, size)), triangle(|| on_grid(rng, size)))
        }
        "nearly coplanar" => {
            let weights: [f32; 6] = std::array::from_fn(|_| rng.f32() * 2.0 - 0.5);
            let mut k = 0;
            let corner = || {
                let at = a.a + (a.b - a.a) * weights[k] + (a.c - a.a) * weights[k + 1];
                k += 2;
                jitter(rng, at)
            };
            (a, triangle(corner))
        }
        "shared corner" => (a, Triangle::new(b.a, [a.a, a.b, a.c][rng.usize(0..3)], b.c)),
        "shared edge" => {
            (a, Triangle::new(a.b, a.a, if rng.bool() { b.c } else { on(rng, &a) + (a.b - a.a) }))
        }
        "slivers" => {
            let width = [1e-3, 1e-5, 1e-7][rng.usize(0..3)];
            let mut thin =
                |t: &Triangle| Triangle::new(t.a, t.b, on(rng, &Triangle::new(t.a, t.b, t.b)) + t.c * width);
            let (a, b) = (thin(&a), thin(&b));
            let way = on(rng, &a) - on(rng, &b);
            (a, map(&b, |v| v + way))
        }
        "denormal" => {
            let scale = [1e-44, 1e-40, 1e-36, 1e-30][rng.usize(0..4)];
            (map(&a, |v| v * scale), map(&b, |v| v * scale))
        }
        "huge" => {
            let scale = carom::geometry::LARGEST;
            let b = if rng.bool() { b } else { Triangle::new(on(rng, &a), b.b, b.c) };
            (map(&a, |v| v * scale), map(&b, |v| v * scale))
        }
        "mixed sizes" => {
            let mut scale = || [1e-44f32, 1e-30, 1e-10, 1e-3, 1.0, 1e3, 1e10, 1e18][rng.usize(0..8)];
            let (a, b) = (map(&a, |v| v * scale()), map(&b, |v| v * scale()));
            if rng.bool() { (a, b) } else { (a, Triangle::new(on(rng, &a), b.b, b.c)) }
        }
        "turned plane" => {
            let (e, f) = (vector(rng), vector(rng));
            let mut corner = || {
                let at = on_grid(rng, 4);
                e * at.x + f * at.y
            };
            (triangle(&mut corner), triangle(&mut corner))
        }
        "degenerate" => {
            let line = if rng.bool() { on_grid(rng, 3) } else { vector(rng) };
            let from = if rng.bool() { on_grid(rng, 3) } else { vector(rng) };
            let mut on_line = |spread: i32| from + line * rng.i32(-spread..=spread) as f32;
            let thin = Triangle::new(on_line(2), on_line(2), on_line(2));
            let other = Triangle::new(on_line(1), on_line(1), on_line(1));
            match rng.u8(0..5) {
                0 => (thin, other),
                1 => (map(&thin, |_| thin.a), other),
                2 => (thin, triangle(|| on_grid(rng, 3))),
                3 => (a, map(&a, |_| on(rng, &b))),
                _ => (a, Triangle::new(on(rng, &a), b.b, b.b)),
            }
        }
        "zeros of both signs" => {
            let mut corner = || on_grid(rng, 3).map(|x| (x - 1.0) * if rng.bool() { 1.0 } else { -1.0 });
            (triangle(&mut corner), triangle(&mut corner))
        }
        "nearly parallel" => {
            let (tilt, gap) = ([0.0, 1e-7, 1e-4][rng.usize(0..3)], [0.0, 1e-7, 1e-3, 0.5][rng.usize(0..4)]);
            let (way, slide) = (vector(rng) * gap, (a.b - a.a) * rng.f32());
            (a, map(&a, |v| v + slide + way + vector(rng) * tilt))
        }
        "tiny beside large" => {
            let size = [1e-3, 1e-6, 1e-9][rng.usize(0..3)];
            let at = on(rng, &a);
            let off = vector(rng) * size * [0.0, 0.5, 2.0][rng.usize(0..3)];
            (a, map(&b, |v| at + off + v * size))
        }
        _ => unreachable!(),
    }
}
