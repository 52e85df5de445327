//! The distance of two triangles, from the conditions of Karush, Kuhn and Tucker in integers: of each choice
//! of corners on both sides, the nearest points of the flats through them, by the normal equations; where
//! these points are between the corners they are candidates, and the best candidate is the answer.

use super::integers::{Corners, integers, power_of_two};
use carom::geometry::Triangle;
use num_bigint::BigInt;
use num_rational::BigRational;

type Vector = [BigInt; 3];

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| &a[k] - &b[k])
}

fn dot(a: &Vector, b: &Vector) -> BigInt {
    (0..3).map(|k| &a[k] * &b[k]).sum()
}

/// The square of the distance.
pub(super) fn distance_squared(a: &Triangle, b: &Triangle) -> BigRational {
    let (exponent, [a, b]) = integers([a, b]);
    let choices: [&[usize]; 7] = [&[0], &[1], &[2], &[0, 1], &[1, 2], &[2, 0], &[0, 1, 2]];
    let mut best: Option<[BigInt; 2]> = None;
    for of_a in choices {
        for of_b in choices {
            if let Some([square, over]) = of_flats(&a, of_a, &b, of_b)
                && best.as_ref().is_none_or(|[best, best_over]| &square * best_over < best * &over)
            {
                best = Some([square, over]);
            }
        }
    }
    let [square, over] = best.expect("two corners are always candidates");
    BigRational::new(square, over) * power_of_two(2 * exponent)
}

/// As a fraction with a positive denominator.
fn of_flats(a: &Corners, of_a: &[usize], b: &Corners, of_b: &[usize]) -> Option<[BigInt; 2]> {
    let zero = BigInt::default();
    let from = minus(&a[of_a[0]], &b[of_b[0]]);
    let along_a = of_a[1..].iter().map(|&i| minus(&a[i], &a[of_a[0]]));
    let along_b = of_b[1..].iter().map(|&j| minus(&b[of_b[0]], &b[j]));
    let along: Vec<Vector> = along_a.chain(along_b).collect();
    let n = along.len();
    // The normal equations, with the right-hand side for a last column, solved without fractions. Their
    // matrix is semidefinite, so that a pivot is zero only where it is singular.
    let mut rows: Vec<Vec<BigInt>> = (0..n)
        .map(|i| (0..n).map(|j| dot(&along[i], &along[j])).chain([-dot(&along[i], &from)]).collect())
        .collect();
    let mut over = BigInt::from(1);
    for k in 0..n {
        let by = rows[k].clone();
        if by[k] == zero {
            return None;
        }
        for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != k).map(|(_, row)| row) {
            let factor = row[k].clone();
            for (x, y) in row.iter_mut().zip(&by) {
                *x = (&*x * &by[k] - &factor * y) / &over;
            }
        }
        over = by[k].clone();
    }
    // Each weight over the determinant.
    let weights: Vec<&BigInt> = rows.iter().map(|row| &row[n]).collect();
    let (in_a, in_b) = weights.split_at(of_a.len() - 1);
    let is_inside = |weights: &[&BigInt]| {
        weights.iter().all(|w| **w >= zero) && weights.iter().copied().sum::<BigInt>() <= over
    };
    let square = weights.iter().zip(&along).map(|(w, along)| *w * dot(along, &from)).sum::<BigInt>();
    (is_inside(in_a) && is_inside(in_b)).then(|| [dot(&from, &from) * &over + square, over.clone()])
}
