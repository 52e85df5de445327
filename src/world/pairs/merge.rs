//! Sorted lists of pairs, merged with others and split.

use super::buffer::{AT_ONCE, unpack};
use crate::world::objects::SlotSet;

/// Returns true if neither object of a pair has moved for a while.
#[inline(always)]
pub(super) fn both_sleep(sleeping: &SlotSet, pair: u64) -> bool {
    let (a, b) = unpack(pair);
    sleeping.contains(a) & sleeping.contains(b)
}

/// Moves the pairs of which not both sleep, which are few, to an empty list that has room for all.
pub(super) fn take_awake(pairs: &mut Vec<u64>, sleeping: &SlotSet, into: &mut Vec<u64>) {
    let mut kept = 0;
    for from in (0..pairs.len()).step_by(AT_ONCE) {
        let chunk = from..pairs.len().min(from + AT_ONCE);
        // All stay, of most; found without a branch on each.
        if pairs[chunk.clone()].iter().fold(true, |all, &pair| all & both_sleep(sleeping, pair)) {
            if kept < from {
                pairs.copy_within(chunk.clone(), kept);
            }
            kept += chunk.len();
            continue;
        }
        for i in chunk {
            let pair = pairs[i];
            if both_sleep(sleeping, pair) {
                pairs[kept] = pair;
                kept += 1;
            } else {
                into.push(pair);
            }
        }
    }
    pairs.truncate(kept);
}

/// Calls with the elements of two sorted lists, in order, the first of which may be far longer: parts of it
/// at once; and with whether they are of the first.
pub(super) fn for_merged(mut a: &[u64], b: impl Iterator<Item = u64>, mut each: impl FnMut(&[u64], bool)) {
    for element in b {
        // A step twice as long each time, then halving.
        let mut step = 1;
        while a.get(step).is_some_and(|&other| other < element) {
            step *= 2;
        }
        let (before, after) = a.split_at(a[..a.len().min(step)].partition_point(|&other| other < element));
        if !before.is_empty() {
            each(before, true);
        }
        each(&[element], false);
        a = after;
    }
    each(a, true);
}

/// Appends the elements of two sorted lists, in order.
pub(super) fn merge(a: &[u64], b: impl Iterator<Item = u64>, into: &mut Vec<u64>) {
    for_merged(a, b, |pairs, _| into.extend_from_slice(pairs));
}
