//! Pairs of objects that lie in one cell, or in two. If there are many, those that see each other are
//! compared and no others: sorted by their filters, they are runs of which two see each other, or not.

use crate::Result;
use crate::vectors::copied;
use crate::world::objects::{GroupFilter, Objects};

/// So few are compared without being sorted.
const FEW: usize = 64;

/// Objects by their filters.
struct Runs {
    slots: Vec<u32>,
}

impl Runs {
    fn new(objects: &Objects, slots: &[u32]) -> Result<Runs> {
        let mut slots = copied(slots, "world cell")?;
        slots.sort_unstable_by_key(|&slot| {
            let filter = objects.filter(slot);
            (filter.group, filter.mask, slot)
        });
        Ok(Runs { slots })
    }

    /// The runs of those with the same filter.
    fn iter<'a>(&'a self, objects: &'a Objects) -> impl Iterator<Item = (GroupFilter, &'a [u32])> + Clone {
        let filter = |slot: u32| objects.filter(slot);
        let same = move |a: &u32, b: &u32| filter(*a) == filter(*b);
        self.slots.chunk_by(same).map(move |run| (filter(run[0]), run))
    }
}

/// Returns true if two objects see each other and their boxes touch.
#[inline(always)]
pub(super) fn are_near(objects: &Objects, a: u32, b: u32) -> bool {
    let (a, b) = (objects.row(a), objects.row(b));
    a.filter().sees(&b.filter()) && a.bounds().touches(&b.bounds())
}

fn among(objects: &Objects, slots: &[u32], found: &mut dyn FnMut(u32, u32) -> Result<()>) -> Result<()> {
    for (i, &a) in slots.iter().enumerate() {
        for &b in slots[i + 1..].iter().filter(|&&b| are_near(objects, a, b)) {
            found(a, b)?;
        }
    }
    Ok(())
}

fn across(
    objects: &Objects,
    first: &[u32],
    second: &[u32],
    found: &mut dyn FnMut(u32, u32) -> Result<()>,
) -> Result<()> {
    for &a in first {
        for &b in second.iter().filter(|&&b| are_near(objects, a, b)) {
            found(a, b)?;
        }
    }
    Ok(())
}

/// Calls with every two of some objects that see each other and whose boxes touch.
pub(super) fn pairs_among(
    objects: &Objects,
    slots: &[u32],
    found: &mut dyn FnMut(u32, u32) -> Result<()>,
) -> Result<()> {
    if slots.len() <= FEW {
        return among(objects, slots, found);
    }
    if let Some(only) = objects.sights().only() {
        return if only.sees(&only) { among(objects, slots, found) } else { Ok(()) };
    }
    let runs = Runs::new(objects, slots)?;
    let mut runs = runs.iter(objects);
    while let Some((filter, run)) = runs.next() {
        if !objects.sights().sees_any(&filter) {
            continue;
        }
        if filter.sees(&filter) {
            among(objects, run, found)?;
        }
        for (_, others) in runs.clone().filter(|(other, _)| filter.sees(other)) {
            across(objects, run, others, found)?;
        }
    }
    Ok(())
}

/// Calls with every one of some objects and every one of others that see each other and whose boxes touch.
pub(super) fn pairs_across(
    objects: &Objects,
    first: &[u32],
    second: &[u32],
    found: &mut dyn FnMut(u32, u32) -> Result<()>,
) -> Result<()> {
    if first.len().min(second.len()) <= FEW {
        return across(objects, first, second, found);
    }
    if let Some(only) = objects.sights().only() {
        return if only.sees(&only) { across(objects, first, second, found) } else { Ok(()) };
    }
    let (first, second) = (Runs::new(objects, first)?, Runs::new(objects, second)?);
    for (filter, run) in first.iter(objects).filter(|(filter, _)| objects.sights().sees_any(filter)) {
        for (_, others) in second.iter(objects).filter(|(other, _)| filter.sees(other)) {
            across(objects, run, others, found)?;
        }
    }
    Ok(())
}
