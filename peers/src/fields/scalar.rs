//! The floor: the trilinear interpolant of a dense array, one point after the other, in the plainest way.

use carom::geometry::Vec3;
use carom::sdf::Grid;
use glam::DVec3;

/// A dense array.
pub(super) struct Scalar<'a> {
    grid: &'a Grid,
    values: &'a [f32],
}

impl<'a> Scalar<'a> {
    pub(super) fn new(grid: &'a Grid, values: &'a [f32]) -> Scalar<'a> {
        Scalar { grid, values }
    }

    /// The values at the corners of the cell of a point, x fastest, and where it lies in the cell.
    fn cell(&self, point: Vec3) -> ([f32; 8], Vec3) {
        let at = (point - self.grid.origin()) / self.grid.cell();
        let [nx, ny, nz] = self.grid.dims().map(|nodes| nodes as usize);
        let [x, y, z] = [(at.x, nx), (at.y, ny), (at.z, nz)].map(|(at, nodes)| (at as usize).min(nodes - 2));
        let first = (z * ny + y) * nx + x;
        let values = [0, 1, nx, nx + 1, nx * ny, nx * ny + 1, nx * ny + nx, nx * ny + nx + 1]
            .map(|step| self.values[first + step]);
        (values, at - Vec3::new(x as f32, y as f32, z as f32))
    }

    pub(super) fn sample(&self, point: Vec3) -> f32 {
        let (v, t) = self.cell(point);
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let rows = [0, 2, 4, 6].map(|i| mix(v[i], v[i + 1], t.x));
        mix(mix(rows[0], rows[1], t.y), mix(rows[2], rows[3], t.y), t.z)
    }

    pub(super) fn sample_gradient(&self, point: Vec3) -> (f32, Vec3) {
        let (v, t) = self.cell(point);
        let mix = |a: f32, b: f32, t: f32| a + (b - a) * t;
        let slopes = [0, 2, 4, 6].map(|i| v[i + 1] - v[i]);
        let rows = [0, 2, 4, 6].map(|i| mix(v[i], v[i + 1], t.x));
        let faces = [mix(rows[0], rows[1], t.y), mix(rows[2], rows[3], t.y)];
        let x = mix(mix(slopes[0], slopes[1], t.y), mix(slopes[2], slopes[3], t.y), t.z);
        let y = mix(rows[1] - rows[0], rows[3] - rows[2], t.z);
        (mix(faces[0], faces[1], t.z), Vec3::new(x, y, faces[1] - faces[0]) / self.grid.cell())
    }

    /// The right value, in f64.
    pub(super) fn exact(&self, point: Vec3) -> f64 {
        let at = (point.as_dvec3() - self.grid.origin().as_dvec3()) / f64::from(self.grid.cell());
        let last = DVec3::from(self.grid.dims().map(|nodes| f64::from(nodes - 2)));
        let cell = at.floor().clamp(DVec3::ZERO, last);
        let t = at - cell;
        let [x, y, z] = [cell.x, cell.y, cell.z].map(|at| at as u32);
        let corner = |i: u32| {
            let [dx, dy, dz] = [i & 1, i >> 1 & 1, i >> 2];
            let weight = |d: u32, t: f64| if d == 1 { t } else { 1.0 - t };
            let value = self.values[self.grid.index([x + dx, y + dy, z + dz])];
            f64::from(value) * weight(dx, t.x) * weight(dy, t.y) * weight(dz, t.z)
        };
        (0..8).map(corner).sum()
    }
}
