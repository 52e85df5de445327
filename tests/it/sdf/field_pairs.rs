//! The oracle for fields against fields: interpolants of their nodes' values in f64, sampled densely; and
//! poses at which boxes graze each other.

use crate::common::field::{Field, cuboid};
use carom::geometry::{Aabb, PoseMatrix, Quat, Vec3};
use carom::sdf::*;
use fastrand::Rng;

pub(super) type Point = [f64; 3];

/// A field's interpolant in f64, from the values stored at its nodes.
pub(super) struct Interpolant {
    grid: Grid,
    values: Vec<f64>,
}

impl Interpolant {
    pub(super) fn of(sdf: &Sdf) -> Interpolant {
        let grid = *sdf.grid();
        let [nx, ny, nz] = grid.dims();
        let nodes = (0..nz).flat_map(|z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])));
        let points: Vec<Vec3> = nodes.map(|node| grid.node(node)).collect();
        let mut samples = vec![SdfSample { distance: 0.0, gradient: Vec3::ZERO }; points.len()];
        sdf.sample(&points, Interpolation::Linear, &mut samples[..]).unwrap();
        Interpolant { grid, values: samples.iter().map(|sample| f64::from(sample.distance)).collect() }
    }

    pub(super) fn at(&self, p: Point) -> f64 {
        let (mut low, mut t, mut beyond) = ([0; 3], [0.0; 3], 0.0);
        for axis in 0..3 {
            let (origin, last) = (f64::from(self.grid.origin()[axis]), self.grid.dims()[axis] - 1);
            let place = (p[axis] - origin) / f64::from(self.grid.cell());
            let inside = place.clamp(0.0, f64::from(last));
            beyond += ((place - inside) * f64::from(self.grid.cell())).powi(2);
            low[axis] = (inside as u32).min(last - 1);
            t[axis] = inside - f64::from(low[axis]);
        }
        let mut sum = 0.0;
        for k in 0..8_u32 {
            let upper = [k & 1, k >> 1 & 1, k >> 2];
            let weight: f64 =
                (0..3).map(|axis| if upper[axis] == 1 { t[axis] } else { 1.0 - t[axis] }).product();
            let node = [low[0] + upper[0], low[1] + upper[1], low[2] + upper[2]];
            sum += weight * self.values[self.grid.index(node)];
        }
        sum + beyond.sqrt()
    }

    /// Returns true if there are values of both signs within a distance of a point.
    fn has_surface_within(&self, p: Point, distance: f64) -> bool {
        let (mut least, mut most) = (self.at(p), self.at(p));
        for radius in [0.02, 0.1, 0.3, 0.6, 1.0] {
            for i in 0..27 {
                let d = [i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1].map(f64::from);
                let length = d.iter().map(|d| d * d).sum::<f64>().sqrt().max(1.0);
                let value = self.at(std::array::from_fn(|k| p[k] + d[k] / length * radius * distance));
                (least, most) = (least.min(value), most.max(value));
            }
        }
        least <= 1e-6 * distance && most >= -1e-6 * distance
    }
}

/// A pose in f64.
#[derive(Clone, Copy)]
pub(super) struct Posed {
    pub(super) rows: [Point; 3],
    translation: Point,
    pub(super) scale: f64,
}

impl Posed {
    pub(super) fn of(pose: &PoseMatrix) -> Posed {
        let rows = pose.rows.map(|row| row.to_array().map(f64::from));
        let scale = rows[0].iter().map(|x| x * x).sum::<f64>().sqrt();
        Posed { rows, translation: pose.translation.to_array().map(f64::from), scale }
    }

    pub(super) fn point(&self, p: Point) -> Point {
        std::array::from_fn(|k| {
            (0..3).map(|axis| self.rows[k][axis] * p[axis]).sum::<f64>() + self.translation[k]
        })
    }

    pub(super) fn back(&self, p: Point) -> Point {
        let d: Point = std::array::from_fn(|k| p[k] - self.translation[k]);
        std::array::from_fn(|k| {
            (0..3).map(|axis| self.rows[axis][k] * d[axis]).sum::<f64>() / (self.scale * self.scale)
        })
    }
}

/// Two cooked fields and their interpolants.
pub(super) struct Two {
    pub(super) sdfs: [Sdf<'static>; 2],
    exact: [Interpolant; 2],
}

impl Two {
    pub(super) fn of(a: Sdf<'static>, b: Sdf<'static>) -> Two {
        let exact = [Interpolant::of(&a), Interpolant::of(&b)];
        Two { sdfs: [a, b], exact }
    }

    pub(super) fn cell(&self, scale: f64) -> f64 {
        let [a, b] = [0, 1].map(|k| f64::from(self.sdfs[k].grid().cell()));
        a.min(b * scale)
    }

    /// Asks, and checks every contact against both interpolants.
    pub(super) fn ask(&self, pose: &PoseMatrix, margin: f32) -> Vec<SdfContact> {
        let mut out = vec![SdfContact::MISS; 4000];
        let [a, b] = &self.sdfs;
        let lists = a.collide_field(b, &[*pose], margin, &mut (), &mut out[..]).unwrap();
        assert!(lists.total == lists.written);
        out.truncate(lists.written);
        let posed = Posed::of(pose);
        for contact in &out {
            self.check(contact, &posed, margin);
        }
        out
    }

    fn check(&self, contact: &SdfContact, posed: &Posed, margin: f32) {
        let half = self.cell(posed.scale) / 2.0;
        let [a, b] = &self.exact;
        let depth = f64::from(contact.depth);
        let point = contact.point.to_array().map(f64::from);
        assert!(depth >= -f64::from(margin), "{contact:?} {margin}");
        assert!((contact.normal.length() - 1.0).abs() < 1e-5, "{contact:?}");
        let other = contact.deepest.to_array().map(f64::from);
        assert!(a.has_surface_within(point, half), "{contact:?}: {} off", a.at(point));
        let back = posed.back(other);
        assert!(
            b.has_surface_within(back, half / posed.scale),
            "{contact:?} {other:?}: {} off",
            b.at(back) * posed.scale
        );
        let own = [-a.at(other), -b.at(posed.back(point)) * posed.scale];
        // In the middle of solids the interpolant cuts off ridges.
        let most = if depth < 3.0 * half { half } else { 2.0 * half };
        assert!(
            own.iter().any(|own| (own - depth).abs() <= most),
            "{contact:?} {own:?}, half a cell is {half}"
        );
    }

    /// The depth in the first solid of a point of both solids, near a surface and in both grids. The point is
    /// the deepest of many samples.
    pub(super) fn overlap(&self, pose: &PoseMatrix) -> f64 {
        let posed = Posed::of(pose);
        let [a, b] = &self.exact;
        // A field has no surface beyond its grid. If both grids cut off the common part of the solids, it may
        // reach no surface, and nothing touches. Only points near a surface and away from the ends of the
        // grids are sure to.
        let (scale, cell) = (posed.scale, self.cell(posed.scale));
        let is_within = |grid: &Grid, p: Point, end: f64| {
            let bounds = grid.bounds();
            (0..3).all(|k| p[k] >= f64::from(bounds.min[k]) + end && p[k] <= f64::from(bounds.max[k]) - end)
        };
        let deep = |p: Point| {
            let back = posed.back(p);
            if !(is_within(&a.grid, p, 2.0 * cell) && is_within(&b.grid, back, 2.0 * cell / scale)) {
                return f64::NEG_INFINITY;
            }
            let values = [a.at(p), b.at(back) * scale];
            let is_near = values[0].max(values[1]) > -cell;
            if is_near && values[1] < 0.0 { -values[0] } else { f64::NEG_INFINITY }
        };
        // The distance of both from an overlap. Less is nearer.
        let apart = |p: Point| a.at(p).max(b.at(posed.back(p)) * posed.scale);
        let bounds = b.grid.bounds();
        let corners = (0..8_u32).map(|k| {
            posed.point(std::array::from_fn(|axis| {
                f64::from(if k >> axis & 1 == 1 { bounds.max[axis] } else { bounds.min[axis] })
            }))
        });
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for corner in corners {
            for k in 0..3 {
                (low[k], high[k]) = (low[k].min(corner[k]), high[k].max(corner[k]));
            }
        }
        let own = a.grid.bounds();
        for k in 0..3 {
            low[k] = low[k].max(f64::from(own.min[k]));
            high[k] = high[k].min(f64::from(own.max[k]));
        }
        if (0..3).any(|k| low[k] >= high[k]) {
            return f64::NEG_INFINITY;
        }
        const N: usize = 22;
        let mut all: Vec<(f64, Point)> = Vec::new();
        for i in 0..N * N * N {
            let at = [i % N, i / N % N, i / N / N];
            let p = std::array::from_fn(|k| low[k] + (high[k] - low[k]) * (at[k] as f64 + 0.5) / N as f64);
            all.push((apart(p), p));
        }
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best = f64::NEG_INFINITY;
        let mut rng = Rng::with_seed(7);
        for &(value, start) in all.iter().take(6) {
            let (mut value, mut p) = (value, start);
            let mut step = (0..3).map(|k| (high[k] - low[k]) / N as f64).fold(0.0, f64::max);
            best = best.max(deep(p));
            for _ in 0..40 {
                let mut moved = false;
                for _ in 0..12 {
                    let q = std::array::from_fn(|k| p[k] + (rng.f64() - 0.5) * 2.0 * step);
                    best = best.max(deep(q));
                    let there = apart(q);
                    if there < value {
                        (value, p, moved) = (there, q, true);
                    }
                }
                if !moved {
                    step *= 0.6;
                }
            }
        }
        best
    }
}

pub(super) fn random_rotation(rng: &mut Rng) -> Quat {
    loop {
        let q = [0; 4].map(|_| rng.f32() * 2.0 - 1.0);
        let q = Quat::from_array(q);
        if q.length() > 0.1 && q.length() < 1.0 {
            return q.normalize();
        }
    }
}

pub(super) fn pose_of(rotation: Quat, translation: Vec3, scale: f32) -> PoseMatrix {
    carom::geometry::Pose { rotation, translation, scale }.matrix(|| "pose".into()).unwrap()
}

/// A box's field around its box.
pub(super) fn box_field(half: Point, resolution: u32, padding: u32) -> Field {
    let max = Vec3::from_array(half.map(|half| half as f32));
    Field::of(Grid::around(&Aabb { min: -max, max }, resolution, padding).unwrap(), cuboid(half))
}

/// The greatest distance by which a plane separates two boxes, by all that could: less than zero where they
/// overlap.
pub(super) fn separation(a: Point, b: Point, posed: &Posed) -> f64 {
    let columns: [Point; 3] =
        std::array::from_fn(|k| std::array::from_fn(|row| posed.rows[row][k] / posed.scale));
    let unit = |k: usize| std::array::from_fn(|axis| f64::from(u8::from(axis == k)));
    let mut axes: Vec<Point> = (0..3).map(unit).chain(columns).collect();
    for i in 0..3 {
        for column in columns {
            let u: Point = unit(i);
            let c = std::array::from_fn(|k| {
                let (p, q) = ((k + 1) % 3, (k + 2) % 3);
                u[p] * column[q] - u[q] * column[p]
            });
            axes.push(c);
        }
    }
    let mut most = f64::NEG_INFINITY;
    for axis in axes {
        let dot = |v: &Point| (0..3).map(|k| v[k] * axis[k]).sum::<f64>();
        let length = dot(&axis).sqrt();
        if length < 1e-6 {
            continue;
        }
        let reach: f64 = (0..3).map(|k| a[k] * axis[k].abs()).sum::<f64>()
            + (0..3).map(|k| b[k] * posed.scale * dot(&columns[k]).abs()).sum::<f64>();
        most = most.max((dot(&posed.translation).abs() - reach) / length);
    }
    most
}

/// Poses at which boxes are so far from each other, or so deep in each other, by all planes that could
/// separate them.
pub(super) fn grazing(rng: &mut Rng, a: Point, b: Point, scale: f32, wanted: f64) -> PoseMatrix {
    let rotation = random_rotation(rng);
    let direction = random_rotation(rng) * Vec3::X;
    let (mut low, mut high) = (0.0_f64, 10.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        let posed = Posed::of(&pose_of(rotation, direction * middle as f32, scale));
        if separation(a, b, &posed) < wanted {
            low = middle;
        } else {
            high = middle;
        }
    }
    pose_of(rotation, direction * low as f32, scale)
}

pub(super) const BOX: Point = [0.6, 0.4, 0.5];
