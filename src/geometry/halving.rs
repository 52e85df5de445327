//! Halving of sets: along the longest axis, at the median.

use std::ops::Index;

/// The axis along which a size is the largest, the first of equals.
#[inline(always)]
pub(crate) fn longest_axis(size: impl Index<usize, Output = f32>) -> usize {
    let mut longest = 0;
    for axis in 1..3 {
        if size[axis] > size[longest] {
            longest = axis;
        }
    }
    longest
}

/// Moves the half of the items whose keys are the smallest in front of the others; returns how many it has. There is at
/// least one item.
#[inline]
pub(crate) fn halve_by<T>(items: &mut [T], key: impl Fn(&T) -> f32) -> usize {
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |a, b| key(a).total_cmp(&key(b)));
    half
}

/// The median of some numbers, the greater of two; they are left in another order. There is at least one.
#[inline]
pub(crate) fn median(numbers: &mut [f64]) -> f64 {
    let half = numbers.len() / 2;
    *numbers.select_nth_unstable_by(half, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec3;

    #[test]
    fn of_equally_long_axes_the_first_counts() {
        let axes = [[1.0, 1.0, 1.0], [1.0, 2.0, 2.0], [1.0, 2.0, 3.0], [2.0, 1.0, 2.0]];
        assert_eq!(axes.map(|size| longest_axis(Vec3::from_array(size))), [0, 1, 2, 0]);
    }

    #[test]
    fn halves_and_medians() {
        let mut items = [5.0, -1.0, 3.0, 9.0, 2.0];
        assert_eq!(halve_by(&mut items, |&x| x), 2);
        assert!(items[..2].iter().all(|&low| items[2..].iter().all(|&high| low <= high)));
        assert_eq!(
            (median(&mut [4.0, 1.0, 2.0]), median(&mut [4.0, 1.0]), median(&mut [7.0])),
            (2.0, 4.0, 7.0)
        );
    }
}
