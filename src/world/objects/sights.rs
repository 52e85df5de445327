//! Counts of who may see whom among all objects of a world: those in each group that see each other one. So
//! those that can see nobody need not be looked for.

use super::object::GroupFilter;
use crate::bits::bits;

/// See the module.
#[derive(Clone)]
pub(in crate::world) struct Sights {
    /// The filter of the first object, which most often is that of all, and how many have it.
    main: GroupFilter,
    mains: usize,
    /// The number of those with others.
    others: usize,
    /// Of these, by a group and another one, how many are in the first and see the second.
    counts: [[u32; 32]; 32],
    /// By group, the groups that some who see it are in, and those that some who are in it see.
    seen_by: [u32; 32],
    seeing: [u32; 32],
}

/// The numbers of the groups of a mask.
fn groups(mask: u32) -> impl Iterator<Item = usize> {
    bits(mask).map(|group| group as usize)
}

impl Sights {
    pub(in crate::world) const NONE: Sights = Sights {
        main: GroupFilter::NOBODY,
        mains: 0,
        others: 0,
        counts: [[0; 32]; 32],
        seen_by: [0; 32],
        seeing: [0; 32],
    };

    /// Counts an object with a filter.
    #[inline]
    pub(in crate::world) fn add(&mut self, filter: GroupFilter) {
        if self.mains + self.others == 0 {
            self.main = filter;
        }
        if filter == self.main { self.mains += 1 } else { self.add_other(filter) }
    }

    /// Counts one less.
    #[inline]
    pub(in crate::world) fn remove(&mut self, filter: GroupFilter) {
        if filter == self.main { self.mains -= 1 } else { self.remove_other(filter) }
    }

    fn add_other(&mut self, filter: GroupFilter) {
        self.others += 1;
        for i in groups(filter.group) {
            self.seeing[i] |= filter.mask;
            for j in groups(filter.mask) {
                self.counts[i][j] += 1;
                self.seen_by[j] |= 1 << i;
            }
        }
    }

    fn remove_other(&mut self, filter: GroupFilter) {
        self.others -= 1;
        for i in groups(filter.group) {
            for j in groups(filter.mask) {
                self.counts[i][j] -= 1;
                if self.counts[i][j] == 0 {
                    self.seeing[i] &= !(1 << j);
                    self.seen_by[j] &= !(1 << i);
                }
            }
        }
    }

    /// The filter of all objects, if they have the same.
    pub(in crate::world) fn only(&self) -> Option<GroupFilter> {
        (self.others == 0).then_some(self.main)
    }

    /// Returns true if a filter sees any object.
    #[inline]
    pub(in crate::world) fn sees_any(&self, filter: &GroupFilter) -> bool {
        self.mains > 0 && self.main.sees(filter)
            || self.others > 0 && groups(filter.group).any(|i| self.seen_by[i] & filter.mask != 0)
    }

    /// Returns true if any object sees any, be it itself.
    pub(in crate::world) fn any_sees(&self) -> bool {
        self.mains > 0 && self.sees_any(&self.main)
            || self.others > 0 && (0..32).any(|i| self.seeing[i] & self.seen_by[i] != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_loops() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let mut yes_and_no = [[0; 2]; 2];
        for _ in 0..300 {
            let (mut sights, mut all) = (Sights::NONE, Vec::<GroupFilter>::new());
            let groups = rng.u32(1..33);
            let sparse = |rng: &mut fastrand::Rng| {
                let word = rng.u32(..) & rng.u32(..) & rng.u32(..) & (u32::MAX >> (32 - groups));
                if rng.u32(0..20) == 0 { u32::MAX } else { word }
            };
            for _ in 0..rng.usize(1..60) {
                let filter = GroupFilter { group: sparse(rng), mask: sparse(rng) };
                if rng.u32(0..3) > 0 || all.is_empty() {
                    let filter = if rng.bool() { *all.first().unwrap_or(&filter) } else { filter };
                    sights.add(filter);
                    all.push(filter);
                } else {
                    sights.remove(all.swap_remove(rng.usize(0..all.len())));
                }
                let sees = all.iter().any(|other| other.sees(&filter));
                assert_eq!(sights.sees_any(&filter), sees);
                let any = all.iter().any(|a| all.iter().any(|b| a.sees(b)));
                assert_eq!(sights.any_sees(), any);
                yes_and_no[usize::from(sees)][usize::from(any)] += 1;
                if let Some(only) = sights.only() {
                    assert!(all.iter().all(|filter| *filter == only));
                }
            }
        }
        assert!(yes_and_no[0][0] > 100 && yes_and_no[0][1] > 100 && yes_and_no[1][1] > 100, "{yes_and_no:?}");
    }
}
