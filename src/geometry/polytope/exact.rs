//! Exact signs about a posed hull and a triangle, in integers: for what f64 cannot tell.

use super::{Polytope, PosedHull};
use crate::arrays::MapEach;
use crate::geometry::exact::{WideInteger, difference, parts, product};
use crate::geometry::{Triangle, Vec3};
use std::marker::PhantomData;

/// The cross product: a function of its own, so that few wide integers are on the thread's stack at once.
#[inline(never)]
pub(super) fn cross<T: WideInteger>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
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

/// A posed hull and a triangle, whose parts are converted to integers of one unit as they are asked for: wide ones would
/// take much of the thread's stack.
pub(super) struct Exact<'a, T> {
    shape: &'a PosedHull<'a>,
    triangle: &'a Triangle,
    units: Units,
    integers: PhantomData<T>,
}

impl<'a, T: WideInteger> Exact<'a, T> {
    pub(super) fn new(shape: &'a PosedHull<'a>, triangle: &'a Triangle, units: Units) -> Exact<'a, T> {
        Exact { shape, triangle, units, integers: PhantomData }
    }

    /// The hull.
    pub(super) fn shape(&self) -> &'a PosedHull<'a> {
        self.shape
    }

    /// Corner `k` of the triangle.
    #[inline(never)]
    pub(super) fn corner(&self, k: usize) -> [T; 3] {
        let Triangle { a, b, c } = *self.triangle;
        [a, b, c][k].to_array().map_each(|x| integer(x, self.units.sums))
    }

    /// The triangle's edge that begins at corner `k`.
    pub(super) fn side(&self, k: usize) -> [T; 3] {
        difference(self.corner((k + 1) % 3), self.corner(k))
    }

    /// The position of a vertex.
    #[inline(never)]
    pub(super) fn vertex(&self, i: usize) -> [T; 3] {
        let Units { rows, vertices, sums } = self.units;
        // From the unit of products to that of positions.
        let factor = T::shifted(1, (rows + vertices - sums) as u32);
        let v = self.shape.hull().vertices()[i].to_array().map_each(|x| integer::<T>(x, vertices));
        let mut at = [T::default(); 3];
        for (k, at) in at.iter_mut().enumerate() {
            let row = self.shape.pose().rows[k].to_array().map_each(|x| integer::<T>(x, rows));
            *at = product(row, v) * factor + integer(self.shape.origin()[k], sums);
        }
        at
    }

    /// A face's normal, of any length, and a vertex of it.
    #[inline(never)]
    pub(super) fn face(&self, face: usize) -> ([T; 3], [T; 3]) {
        let vertices = self.shape.hull().face(face);
        let at = self.vertex(vertices[0].into());
        let [a, b] = [1, 2].map_each(|k: usize| difference(self.vertex(vertices[k].into()), at));
        (cross(&a, &b), at)
    }

    /// The triangle's normal, of any length.
    #[inline(never)]
    pub(super) fn normal(&self) -> [T; 3] {
        let a = self.corner(0);
        cross(&difference(self.corner(1), a), &difference(self.corner(2), a))
    }
}
