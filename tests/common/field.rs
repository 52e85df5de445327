//! Fields to test with, and an oracle: the interpolants of a grid's values in f64, written from their
//! definitions.

use carom::geometry::Vec3;
use carom::sdf::{Grid, Sdf, Storage, StorageOptions};
use fastrand::Rng;

/// A field before it is cooked.
pub struct Field {
    pub grid: Grid,
    pub values: Vec<f32>,
}

/// A value, a gradient, and the largest magnitude of all values that they are made of.
pub struct Exact {
    pub distance: f64,
    pub gradient: [f64; 3],
    pub largest: f64,
    pub widths: [f64; 3],
}

impl Field {
    /// The values of a function at the nodes.
    pub fn of(grid: Grid, distance: impl Fn([f64; 3]) -> f64) -> Field {
        let [nx, ny, nz] = grid.dims();
        let mut values = Vec::new();
        for z in 0..nz {
            for y in 0..ny {
                for x in 0..nx {
                    values.push(distance(grid.node([x, y, z]).to_array().map(f64::from)) as f32);
                }
            }
        }
        Field { grid, values }
    }

    pub fn cook(&self, storage: Storage) -> Sdf<'static> {
        self.cook_with(StorageOptions { storage, ..StorageOptions::default() })
    }

    pub fn cook_with(&self, options: StorageOptions) -> Sdf<'static> {
        Sdf::build(&self.grid, &self.values, None, &options).unwrap()
    }

    pub fn value(&self, node: [u32; 3]) -> f32 {
        self.values[self.grid.index(node)]
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = [u32; 3]> {
        let [nx, ny, nz] = self.grid.dims();
        (0..nz).flat_map(move |z| (0..ny).flat_map(move |y| (0..nx).map(move |x| [x, y, z])))
    }

    /// The last cell that begins at or before a coordinate, the place in it, and its width.
    fn cell(&self, axis: usize, point: f32) -> (u32, f64, f64) {
        let nodes = self.grid.dims()[axis];
        let at = |node| self.grid.coordinate(axis, node);
        let q = point.clamp(at(0), at(nodes - 1));
        let cell = (0..nodes - 1).rev().find(|&cell| at(cell) <= q).unwrap();
        let (low, high) = (f64::from(at(cell)), f64::from(at(cell + 1)));
        (cell, (f64::from(q) - low) / (high - low), high - low)
    }

    /// A tensor product: for each axis nodes and weights, of values and of slopes.
    fn product(&self, axes: &[Vec<(u32, f64, f64)>; 3], widths: [f64; 3], point: Vec3) -> Exact {
        let mut exact = Exact { distance: 0.0, gradient: [0.0; 3], largest: 0.0, widths };
        for &(z, wz, sz) in &axes[2] {
            for &(y, wy, sy) in &axes[1] {
                for &(x, wx, sx) in &axes[0] {
                    let value = f64::from(self.value([x, y, z]));
                    exact.distance += value * wx * wy * wz;
                    let slopes = [sx * wy * wz, wx * sy * wz, wx * wy * sz];
                    for axis in 0..3 {
                        exact.gradient[axis] += value * slopes[axis] / widths[axis];
                    }
                    exact.largest = exact.largest.max(value.abs());
                }
            }
        }
        self.add_outside(&mut exact, point);
        exact
    }

    fn add_outside(&self, exact: &mut Exact, point: Vec3) {
        let bounds = self.grid.bounds();
        let beyond: [f64; 3] = std::array::from_fn(|axis| {
            let (p, low, high) = (point[axis], bounds.min[axis], bounds.max[axis]);
            f64::from(p) - f64::from(p.clamp(low, high))
        });
        let outside = beyond.iter().map(|x| x * x).sum::<f64>().sqrt();
        for axis in (0..3).filter(|&axis| beyond[axis] != 0.0) {
            exact.gradient[axis] = beyond[axis] / outside;
        }
        exact.distance += outside;
        exact.largest = exact.largest.max(outside);
    }

    pub fn trilinear(&self, point: Vec3) -> Exact {
        let cells = [0, 1, 2].map(|axis| self.cell(axis, point[axis]));
        let axes = cells.map(|(cell, t, _)| vec![(cell, 1.0 - t, -1.0), (cell + 1, t, 1.0)]);
        self.product(&axes, cells.map(|(_, _, width)| width), point)
    }

    /// Catmull–Rom, from Keys' kernel; values beyond the grid continue the line of the last two.
    pub fn tricubic(&self, point: Vec3) -> Exact {
        let cells = [0, 1, 2].map(|axis| self.cell(axis, point[axis]));
        let axes = [0, 1, 2].map(|axis| {
            let (cell, t, _) = cells[axis];
            let last = i64::from(self.grid.dims()[axis]) - 1;
            let mut nodes: Vec<(u32, f64, f64)> = Vec::new();
            let mut add = |node: i64, weight: f64, slope: f64| nodes.push((node as u32, weight, slope));
            for k in -1..=2 {
                let node = i64::from(cell) + k;
                let (weight, slope) = keys(t - k as f64);
                if node < 0 {
                    add(0, 2.0 * weight, 2.0 * slope);
                    add(1, -weight, -slope);
                } else if node > last {
                    add(last, 2.0 * weight, 2.0 * slope);
                    add(last - 1, -weight, -slope);
                } else {
                    add(node, weight, slope);
                }
            }
            nodes
        });
        self.product(&axes, cells.map(|(_, _, width)| width), point)
    }
}

/// Keys' kernel with a = -1/2, and its derivative.
fn keys(s: f64) -> (f64, f64) {
    let x = s.abs();
    let (value, slope) = if x <= 1.0 {
        (1.5 * x.powi(3) - 2.5 * x * x + 1.0, 4.5 * x * x - 5.0 * x)
    } else if x < 2.0 {
        (-0.5 * x.powi(3) + 2.5 * x * x - 4.0 * x + 2.0, -1.5 * x * x + 5.0 * x - 4.0)
    } else {
        (0.0, 0.0)
    };
    (value, slope * s.signum())
}

/// A ball's distance.
pub fn ball(center: [f64; 3], radius: f64) -> impl Fn([f64; 3]) -> f64 {
    move |p| (0..3).map(|k| (p[k] - center[k]).powi(2)).sum::<f64>().sqrt() - radius
}

/// The distance of an axis-aligned box around the origin.
pub fn cuboid(half: [f64; 3]) -> impl Fn([f64; 3]) -> f64 {
    move |p| {
        let q: [f64; 3] = std::array::from_fn(|k| p[k].abs() - half[k]);
        let outside = q.iter().map(|q| q.max(0.0).powi(2)).sum::<f64>().sqrt();
        outside + q[0].max(q[1]).max(q[2]).min(0.0)
    }
}

/// A grid of `nodes` nodes an axis from -1 to 1.
pub fn unit_grid(nodes: u32) -> Grid {
    Grid::new(Vec3::NEG_ONE, 2.0 / (nodes - 1) as f32, [nodes; 3]).unwrap()
}

/// A grid with nothing regular about it: few or many nodes, far from the origin or not.
pub fn random_grid(rng: &mut Rng) -> Grid {
    loop {
        let cell = [1.0, 0.1, 0.37, 1e-3, 1e-17, 1e15, 3.0][rng.usize(0..7)];
        let far = [0.0, 1.0, -3.3, 1e3, 1e6, -1e7][rng.usize(0..6)];
        let origin = Vec3::new(rng.f32() - 0.5, rng.f32(), -rng.f32()) * (far * cell);
        let most = [6, 21][rng.usize(0..2)];
        let dims = [0; 3].map(|_| rng.u32(2..most));
        if let Ok(grid) = Grid::new(origin, cell, dims) {
            return grid;
        }
    }
}

/// Values with nothing regular about them.
pub fn random_values(grid: &Grid, rng: &mut Rng) -> Vec<f32> {
    let nasty = [0.0, -0.0, 1e-45, -1e-40, 4.611686e18, -4.611686e18, 1e-30];
    let (kind, size) = (rng.u8(0..4), grid.cell() * 10.0);
    let value = |rng: &mut Rng| match kind {
        0 => nasty[rng.usize(0..nasty.len())],
        1 if rng.u8(0..4) == 0 => nasty[rng.usize(0..nasty.len())],
        _ => (rng.f32() - 0.5) * size,
    };
    (0..grid.node_count()).map(|_| value(rng)).collect()
}

/// Points on nodes and faces, in cells, outside, and far.
pub fn random_points(grid: &Grid, count: usize, rng: &mut Rng) -> Vec<Vec3> {
    let (bounds, dims) = (grid.bounds(), grid.dims());
    let coordinate = |axis: usize, rng: &mut Rng| {
        let node = grid.coordinate(axis, rng.u32(0..dims[axis]));
        let (low, high) = (bounds.min[axis], bounds.max[axis]);
        match rng.u8(0..16) {
            0 => node,
            1 => node.next_up(),
            2 => node.next_down(),
            3 => low,
            4 => high,
            5 => low - (high - low) * rng.f32(),
            6 => high + (high - low) * rng.f32(),
            7 => [0.0, -0.0, 1e-45, 1e18, -1e18, 1.1529215e18][rng.usize(0..6)],
            _ => low + (high - low) * rng.f32(),
        }
    };
    (0..count).map(|_| Vec3::new(coordinate(0, rng), coordinate(1, rng), coordinate(2, rng))).collect()
}
