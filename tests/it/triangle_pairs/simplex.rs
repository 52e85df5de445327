//! The points that two triangles share, from the definition: weights of their corners, not negative and with
//! sum 1 each, that give the same point. Their existence and their reach in a direction are linear programs,
//! solved in integers by the simplex method. Its pivots have no fractions (Edmonds) and follow Bland's rule,
//! so that it ends however degenerate the triangles are.

use super::integers::{Corners, integers, power_of_two};
use carom::geometry::Triangle;
use num_bigint::BigInt;
use num_rational::BigRational;
use std::cmp::Ordering;

/// Weights of six corners, and the right-hand side.
const COLUMNS: usize = 7;
/// Three coordinates and two sums, then the infeasibility, and the objective.
const ROWS: usize = 5;
const DISTANCE: usize = 5;
const OBJECTIVE: usize = 6;

/// The integers in which a program is solved.
trait Integer: Clone + Ord {
    fn from_big(value: &BigInt) -> Self;
    /// `(a b - c d) / divisor`, which has no remainder.
    fn minor(a: &Self, b: &Self, c: &Self, d: &Self, divisor: &Self) -> Self;
    /// Of `a / b` and `c / d`, with positive `b` and `d`.
    fn compare(a: &Self, b: &Self, c: &Self, d: &Self) -> Ordering;
    fn signum(&self) -> i32;
    fn negated(&self) -> Self;
}

impl Integer for BigInt {
    fn from_big(value: &BigInt) -> BigInt {
        value.clone()
    }
    fn minor(a: &BigInt, b: &BigInt, c: &BigInt, d: &BigInt, divisor: &BigInt) -> BigInt {
        (a * b - c * d) / divisor
    }
    fn compare(a: &BigInt, b: &BigInt, c: &BigInt, d: &BigInt) -> Ordering {
        (a * d).cmp(&(c * b))
    }
    fn signum(&self) -> i32 {
        match self.sign() {
            num_bigint::Sign::Minus => -1,
            num_bigint::Sign::NoSign => 0,
            num_bigint::Sign::Plus => 1,
        }
    }
    fn negated(&self) -> BigInt {
        -self.clone()
    }
}

/// For corners below 2^16: no minor of the program is larger than 2^60.
impl Integer for i128 {
    fn from_big(value: &BigInt) -> i128 {
        value.try_into().unwrap()
    }
    fn minor(a: &i128, b: &i128, c: &i128, d: &i128, divisor: &i128) -> i128 {
        (a * b - c * d) / divisor
    }
    fn compare(a: &i128, b: &i128, c: &i128, d: &i128) -> Ordering {
        (a * d).cmp(&(c * b))
    }
    fn signum(&self) -> i32 {
        i128::signum(*self) as i32
    }
    fn negated(&self) -> i128 {
        -self
    }
}

struct Program<I> {
    /// All over the common `divisor`.
    rows: [[I; COLUMNS]; ROWS + 2],
    divisor: I,
    /// The variable of each row; at first none of the weights.
    basis: [usize; ROWS],
}

impl<I: Integer> Program<I> {
    fn new(a: &Corners, b: &Corners, direction: [i32; 3]) -> Program<I> {
        let number = |n: i64| I::from_big(&BigInt::from(n));
        let rows = std::array::from_fn(|row| {
            std::array::from_fn(|column| match (row, column) {
                (0..3, 0..3) => I::from_big(&a[column][row]),
                (0..3, 3..6) => I::from_big(&-&b[column - 3][row]),
                (3, 0..3 | 6) | (4, 3..=6) => number(1),
                (DISTANCE, 0..3) => I::from_big(&(a[column].iter().sum::<BigInt>() + 1)),
                (DISTANCE, 3..6) => I::from_big(&(BigInt::from(1) - b[column - 3].iter().sum::<BigInt>())),
                (DISTANCE, _) => number(2),
                (OBJECTIVE, 0..3) => {
                    let terms = (0..3).map(|k| &a[column][k] * BigInt::from(direction[k]));
                    I::from_big(&terms.sum())
                }
                _ => number(0),
            })
        });
        Program { rows, divisor: number(1), basis: [6, 7, 8, 9, 10] }
    }

    fn pivot(&mut self, row: usize, column: usize) {
        if self.rows[row][column].signum() < 0 {
            self.rows[row] = std::array::from_fn(|j| self.rows[row][j].negated());
        }
        let by = self.rows[row].clone();
        for i in (0..ROWS + 2).filter(|&i| i != row) {
            let factor = self.rows[i][column].clone();
            self.rows[i] = std::array::from_fn(|j| {
                I::minor(&by[column], &self.rows[i][j], &factor, &by[j], &self.divisor)
            });
        }
        self.divisor = by[column].clone();
        self.basis[row] = column;
    }

    /// Makes an objective as large as it can be.
    fn raise(&mut self, objective: usize) {
        while let Some(column) = (0..6).find(|&j| self.rows[objective][j].signum() > 0) {
            let row = (0..ROWS)
                .filter(|&i| self.rows[i][column].signum() > 0)
                .min_by(|&i, &k| {
                    let [x, y] = [&self.rows[i], &self.rows[k]];
                    let ratios = I::compare(&x[6], &x[column], &y[6], &y[column]);
                    ratios.then(self.basis[i].cmp(&self.basis[k]))
                })
                .expect("weights are bounded");
            self.pivot(row, column);
        }
    }

    fn is_feasible(&mut self) -> bool {
        self.raise(DISTANCE);
        self.rows[DISTANCE][6].signum() == 0
    }
}

/// Returns true if the triangles share a point.
pub(super) fn share_a_point(a: &Triangle, b: &Triangle) -> bool {
    let (_, [a, b]) = integers([a, b]);
    let largest = [&a, &b].into_iter().flatten().flatten().map(|x| x.magnitude().bits()).max();
    if largest <= Some(16) {
        Program::<i128>::new(&a, &b, [0; 3]).is_feasible()
    } else {
        Program::<BigInt>::new(&a, &b, [0; 3]).is_feasible()
    }
}

/// The largest `direction · p` of all points that the triangles share.
pub(super) fn reach(a: &Triangle, b: &Triangle, direction: [i32; 3]) -> Option<BigRational> {
    let (exponent, [a, b]) = integers([a, b]);
    let mut program = Program::<BigInt>::new(&a, &b, direction);
    if !program.is_feasible() {
        return None;
    }
    // The artificial variables that are left are zero, and must stay so.
    for row in 0..ROWS {
        if program.basis[row] >= 6
            && let Some(column) = (0..6).find(|&j| program.rows[row][j].signum() != 0)
        {
            program.pivot(row, column);
        }
    }
    program.raise(OBJECTIVE);
    let value = BigRational::new(-&program.rows[OBJECTIVE][6], program.divisor);
    Some(value * power_of_two(exponent))
}
