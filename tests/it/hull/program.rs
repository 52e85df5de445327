//! Whether the hulls of two sets of points share a point, from the definition: weights, not negative and with sum 1 each,
//! that give the same point. A linear program in integers; pivots have no fractions (Edmonds) and follow Bland's rule.

use super::exact::{Point, sign};
use num_bigint::BigInt;

/// Returns true if they do.
pub(super) fn share_a_point(a: &[Point], b: &[Point]) -> bool {
    let (columns, one) = (a.len() + b.len(), BigInt::from(1));
    let zero = || BigInt::from(0);
    // Three coordinates and two sums, each with the right-hand side last; their sum is what is missing.
    let mut rows: Vec<Vec<BigInt>> = (0..3)
        .map(|k| {
            let own = a.iter().map(|p| p[k].clone());
            own.chain(b.iter().map(|p| -p[k].clone())).chain([zero()]).collect()
        })
        .collect();
    for is_second in [false, true] {
        let weight = |i: usize| if (i >= a.len()) == is_second { one.clone() } else { zero() };
        rows.push((0..columns).map(weight).chain([one.clone()]).collect());
    }
    rows.push((0..=columns).map(|j| rows.iter().map(|row| &row[j]).sum()).collect());
    let (mut divisor, mut basis) = (one, (columns..columns + 5).collect::<Vec<_>>());
    while let Some(column) = (0..columns).find(|&j| sign(&rows[5][j]) > 0) {
        let row = (0..5)
            .filter(|&i| sign(&rows[i][column]) > 0)
            .min_by(|&i, &k| {
                let ratios =
                    (&rows[i][columns] * &rows[k][column]).cmp(&(&rows[k][columns] * &rows[i][column]));
                ratios.then(basis[i].cmp(&basis[k]))
            })
            .expect("weights are bounded");
        let by = rows[row].clone();
        for (_, other) in rows.iter_mut().enumerate().filter(|&(i, _)| i != row) {
            let factor = other[column].clone();
            for (x, y) in other.iter_mut().zip(&by) {
                *x = (&by[column] * &*x - &factor * y) / &divisor;
            }
        }
        divisor = by[column].clone();
        basis[row] = column;
    }
    sign(&rows[5][columns]) == 0
}
