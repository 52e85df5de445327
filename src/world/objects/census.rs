//! Counts of the objects of a world, by which work is left out that none of them needs.

use super::object::GroupFilter;
use super::sights::Sights;

/// The numbers of objects, of all kinds.
#[derive(Clone)]
pub(super) struct Census {
    sights: Sights,
    /// The number of special ones: no boxes that see all, so that pairs of touching boxes need a closer look.
    special: usize,
    statics: usize,
    count: usize,
}

impl Census {
    /// There are no objects.
    pub(super) const EMPTY: Census = Census { sights: Sights::NONE, special: 0, statics: 0, count: 0 };

    /// Counts an object, but for whether it is special.
    #[inline]
    pub(super) fn add(&mut self, filter: GroupFilter, is_static: bool) {
        self.count += 1;
        self.sights.add(filter);
        self.statics += usize::from(is_static);
    }

    /// Counts one less.
    pub(super) fn remove(&mut self, filter: GroupFilter, is_static: bool, is_special: bool) {
        self.count -= 1;
        self.sights.remove(filter);
        self.statics -= usize::from(is_static);
        self.special -= usize::from(is_special);
    }

    /// An object is special now or not, and was or was not.
    #[inline]
    pub(super) fn change_special(&mut self, was: bool, is: bool) {
        self.special = self.special + usize::from(is) - usize::from(was);
    }

    /// An object has another filter.
    pub(super) fn change_filter(&mut self, was: GroupFilter, is: GroupFilter) {
        self.sights.remove(was);
        self.sights.add(is);
    }

    /// An object is static now or not, and was or was not.
    pub(super) fn change_static(&mut self, was: bool, is: bool) {
        self.statics = self.statics + usize::from(is) - usize::from(was);
    }

    /// Counts of who may see whom.
    #[inline(always)]
    pub(super) fn sights(&self) -> &Sights {
        &self.sights
    }

    /// The number of special ones.
    #[inline(always)]
    pub(super) fn special(&self) -> usize {
        self.special
    }

    /// The number of static ones.
    pub(super) fn statics(&self) -> usize {
        self.statics
    }

    /// Their number.
    pub(super) fn count(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_that_come_change_and_go_leave_nothing_behind() {
        let (all, one) = (GroupFilter::ALL, GroupFilter { group: 1, mask: 2 });
        let mut census = Census::EMPTY;
        census.add(all, false);
        census.add(one, true);
        census.change_special(false, true);
        assert_eq!((census.count(), census.statics(), census.special()), (2, 1, 1));
        census.change_filter(one, all);
        census.change_special(true, false);
        census.change_static(true, false);
        assert_eq!((census.statics(), census.special(), census.sights().only()), (0, 0, Some(all)));
        census.remove(all, false, false);
        census.remove(all, false, false);
        assert!(census.count() == 0 && !census.sights().any_sees());
    }
}
