//! Exact signs about a posed hull and a triangle, in integers: for what f64 cannot tell.

use super::{ConvexHull, Polytope, PosedHull};
use crate::arrays::MapEach;
use crate::geometry::exact::{WideInteger, difference, parts, product};
use crate::geometry::{Triangle, Vec3};

/// The cross product.
pub(super) fn cross<T: WideInteger>(a: [T; 3], b: [T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The exponents of the lowest bits of numbers, and those above their highest bits.
#[derive(Clone, Copy)]
struct Exponents {
    low: i32,
    high: i32,
}

impl Exponents {
    fn of(vectors: impl IntoIterator<Item = Vec3>) -> Exponents {
        let mut all = Exponents { low: i32::MAX, high: i32::MIN };
        for x in vectors.into_iter().flat_map(|vector| vector.to_array()).filter(|&x| x != 0.0) {
            let (mantissa, exponent) = parts(x);
            all.low = all.low.min(exponent + mantissa.trailing_zeros() as i32);
            all.high = all.high.max(exponent + 32 - mantissa.leading_zeros() as i32);
        }
        // Of zeros alone.
        if all.low > all.high { Exponents { low: 0, high: 0 } } else { all }
    }
}

/// The units in which numbers are integers: powers of two.
#[derive(Clone, Copy)]
pub(super) struct Units {
    rows: i32,
    vertices: i32,
    /// That of positions.
    sums: i32,
}

/// Units in which every f32 is an integer.
pub(super) const ALL: Units = Units { rows: -149, vertices: -149, sums: -298 };

impl Units {
    /// The largest units for a hull and a triangle, if posed positions have no more than so many bits then.
    pub(super) fn few(shape: &PosedHull, triangle: &Triangle, bits: i32) -> Option<Units> {
        let rows = Exponents::of(shape.pose().rows);
        let vertices = Exponents::of(shape.hull().vertices().iter().copied());
        let others = Exponents::of([triangle.a, triangle.b, triangle.c, shape.origin()]);
        let sums = (rows.low + vertices.low).min(others.low);
        // Three products, and what is added last.
        let high = (rows.high + vertices.high + 2).max(others.high) + 1;
        (high - sums <= bits).then_some(Units { rows: rows.low, vertices: vertices.low, sums })
    }
}

/// A number as an integer of a unit, which divides it.
fn integer<T: WideInteger>(x: f32, unit: i32) -> T {
    let (mantissa, exponent) = parts(x);
    let shift = exponent - unit;
    let size = match u32::try_from(shift) {
        _ if mantissa == 0 => T::default(),
        Ok(shift) => T::shifted(mantissa, shift),
        Err(_) => T::shifted(mantissa >> shift.unsigned_abs(), 0),
    };
    if x < 0.0 { T::default() - size } else { size }
}

/// A posed hull and a triangle in integers of one unit.
pub(super) struct Exact<'a, T> {
    hull: ConvexHull<'a>,
    rows: [[T; 3]; 3],
    translation: [T; 3],
    /// From the unit of products to that of positions.
    factor: T,
    vertices: i32,
    /// The triangle's corners.
    pub(super) corners: [[T; 3]; 3],
}

impl<'a, T: WideInteger> Exact<'a, T> {
    pub(super) fn new(shape: &PosedHull<'a>, triangle: &Triangle, units: Units) -> Exact<'a, T> {
        let vector = |v: Vec3, unit: i32| v.to_array().map_each(|x| integer::<T>(x, unit));
        Exact {
            hull: *shape.hull(),
            rows: shape.pose().rows.map_each(|row| vector(row, units.rows)),
            translation: vector(shape.origin(), units.sums),
            factor: T::shifted(1, (units.rows + units.vertices - units.sums) as u32),
            vertices: units.vertices,
            corners: [triangle.a, triangle.b, triangle.c].map_each(|corner| vector(corner, units.sums)),
        }
    }

    /// The position of a vertex.
    pub(super) fn vertex(&self, i: usize) -> [T; 3] {
        let v = self.hull.vertices()[i].to_array().map_each(|x| integer::<T>(x, self.vertices));
        let [x, y, z] = self.rows.map_each(|row| product(row, v) * self.factor);
        let [a, b, c] = self.translation;
        [x + a, y + b, z + c]
    }

    /// A face's normal, of any length, and a vertex of it.
    pub(super) fn face(&self, face: usize) -> ([T; 3], [T; 3]) {
        let vertices = self.hull.face(face);
        let [a, b, c] = [0, 1, 2].map_each(|k: usize| self.vertex(vertices[k].into()));
        (cross(difference(b, a), difference(c, a)), a)
    }

    /// The triangle's normal, of any length.
    pub(super) fn normal(&self) -> [T; 3] {
        let [a, b, c] = self.corners;
        cross(difference(b, a), difference(c, a))
    }
}
