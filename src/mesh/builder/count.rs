//! The numbers of triangles that a layout can represent, and the cost of testing them.

use crate::mesh::split_ratio;

/// The numbers of triangles that the left child may have, because the layout can represent them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CountRule {
    /// Any number. Triangles are tested by the cluster, of up to this many triangles and as many distinct
    /// vertices; the tree ends at sets that fit one and would gain nothing from being divided.
    Clusters(u8),
    /// Those of [`split_ratio`] (the 8-byte node), down to single triangles.
    Ratio256,
    /// Any number, down to single triangles.
    Any,
}

impl CountRule {
    /// The representable left counts next to `wanted`, below and above (possibly the same).
    pub(super) fn around(self, n: usize, wanted: usize) -> [usize; 2] {
        if self != CountRule::Ratio256 {
            return [wanted; 2];
        }
        let above = split_ratio::for_left_count(n as u32, wanted as u32);
        let count = |split: u8| split_ratio::left_count(n as u32, split) as usize;
        let above = if count(above) < n { above } else { above - 1 };
        let below = if count(above) > wanted { above.saturating_sub(1) } else { above };
        [count(below), count(above)]
    }

    /// The representable left count nearest to `wanted`.
    #[inline]
    pub(super) fn nearest(self, n: usize, wanted: usize) -> usize {
        let [below, above] = self.around(n, wanted);
        if wanted - below.min(wanted) <= above - wanted.min(above) { below } else { above }
    }

    /// The most triangles of a cluster, and the most vertices; 0 where the layout has none.
    #[inline(always)]
    pub(super) fn cluster(self) -> u32 {
        match self {
            CountRule::Clusters(most) => most.into(),
            CountRule::Ratio256 | CountRule::Any => 0,
        }
    }

    /// The cost of testing `n` triangles, up to a factor. Where they are tested by the cluster, clusters are
    /// about three quarters full, and there is one more than would be needed if all were.
    #[inline(always)]
    pub(super) fn cost(self, n: u32) -> f32 {
        match self {
            // Not zero, which would make a division with an empty side, of infinite area, look good.
            CountRule::Ratio256 | CountRule::Any => n.max(1) as f32,
            CountRule::Clusters(size) => 1.0 + n as f32 * (1.333 / f32::from(size)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_count_up_to_256_is_representable() {
        for n in 2..=256u32 {
            for wanted in 1..n {
                assert_eq!(
                    split_ratio::left_count(n, split_ratio::for_left_count(n, wanted)),
                    wanted,
                    "{n} {wanted}"
                );
                assert_eq!(CountRule::Ratio256.around(n as usize, wanted as usize), [wanted as usize; 2]);
            }
        }
    }

    #[test]
    fn large_counts_snap_to_representable_neighbours() {
        for n in [257usize, 1000, 65_537, 20_000_000, u32::MAX as usize - 1] {
            for wanted in [1, 2, n / 3, n / 2, n - 2, n - 1] {
                let [below, above] = CountRule::Ratio256.around(n, wanted);
                let step = n / 256 + 1;
                assert!((1..n).contains(&below) && (1..n).contains(&above), "{n} {wanted} {below} {above}");
                assert!(
                    below <= wanted.max(1) + step && above + step >= wanted,
                    "{n} {wanted} {below} {above}"
                );
                for count in [below, above] {
                    let split = split_ratio::for_left_count(n as u32, count as u32);
                    assert_eq!(split_ratio::left_count(n as u32, split) as usize, count);
                }
            }
        }
    }
}
