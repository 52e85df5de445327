//! A posed convex hull against a triangle.

use super::exact::{ALL, Exact, Units};
use super::solid::{Doubt, Relation, relation};
use super::{PosedHull, flat};
use crate::geometry::Triangle;
use bnum::BInt;

/// Returns true if the hull, which is solid, and the triangle share a point, touching included. Exact, in real numbers:
/// for a hull whose pose was checked, and a triangle of finite corners.
#[inline]
pub fn hull_triangle(shape: &PosedHull, triangle: &Triangle) -> bool {
    if !shape.world().touches(&triangle.bounds()) {
        return false;
    }
    if shape.hull().dimension() < 3 {
        return flat::touches(shape, triangle);
    }
    let mut doubt = Doubt::default();
    match relation(shape, triangle, &mut doubt) {
        Relation::Apart => false,
        Relation::Touching => true,
        Relation::NotSeparated => !doubt.0 || touches_exactly(shape, triangle),
    }
}

/// The same by exact signs, where f64 cannot tell.
#[cold]
#[inline(never)]
fn touches_exactly(shape: &PosedHull, triangle: &Triangle) -> bool {
    // A product of three differences, and sums of six of them.
    const FEW: i32 = 40;
    let found = match Units::few(shape, triangle, FEW) {
        Some(units) => relation(shape, triangle, &mut Exact::<i128>::new(shape, triangle, units)),
        // 1344 bits: three differences of 427 bits each, and sums.
        None => relation(shape, triangle, &mut Exact::<BInt<21>>::new(shape, triangle, ALL)),
    };
    found != Relation::Apart
}
