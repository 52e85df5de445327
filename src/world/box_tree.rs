//! A balanced tree of boxes without pointers: over items `first..end` a node's left child follows it, and the right one comes
//! after the `2 * left - 1` nodes of the left. Split at the median along the longest axis.

use super::object::GroupFilter;
use super::visitor::Visitor;
use crate::geometry::Aabb;

/// A node of such a tree, and the items below it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor {
    pub(super) node: usize,
    pub(super) first: usize,
    pub(super) end: usize,
}

impl Cursor {
    /// The root of a tree over at least one item.
    pub(super) fn root(items: usize) -> Cursor {
        Cursor { node: 0, first: 0, end: items }
    }

    /// How many items are below it.
    pub(super) fn len(self) -> usize {
        self.end - self.first
    }

    /// None of a leaf, which is one item.
    pub(super) fn children(self) -> Option<[Cursor; 2]> {
        if self.len() < 2 {
            return None;
        }
        let middle = self.first + self.len() / 2;
        let left = Cursor { node: self.node + 1, first: self.first, end: middle };
        let right = Cursor { node: self.node + 2 * (middle - self.first), first: middle, end: self.end };
        Some([left, right])
    }
}

/// Puts items in the order of the leaves and appends the boxes of the nodes, of which there are one less than twice as many;
/// there is room for them.
pub(super) fn build<T>(items: &mut [T], bounds: &impl Fn(&T) -> Aabb, nodes: &mut Vec<Aabb>) {
    let around = items.iter().fold(Aabb::EMPTY, |around, item| around.union(&bounds(item)));
    if items.is_empty() {
        return;
    }
    nodes.push(around);
    if items.len() < 2 {
        return;
    }
    let size = around.max - around.min;
    let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
    let middle = items.len() / 2;
    let center = |item: &T| {
        let bounds = bounds(item);
        bounds.min[axis] + bounds.max[axis]
    };
    // Left alone where they are in such an order, as after a tree was saved: then its items come back as they were.
    let (left, right) = items.split_at(middle);
    let last = left.iter().map(&center).max_by(f32::total_cmp);
    if last > right.iter().map(&center).min_by(f32::total_cmp) {
        items.select_nth_unstable_by(middle, |a, b| center(a).total_cmp(&center(b)));
    }
    let (left, right) = items.split_at_mut(middle);
    build(left, bounds, nodes);
    build(right, bounds, nodes);
}

/// Appends what the objects below each node of such a tree are in and see; there is room for it.
pub(super) fn add_sights(
    items: &[u32],
    filter: &impl Fn(u32) -> GroupFilter,
    sights: &mut Vec<GroupFilter>,
) -> GroupFilter {
    let (left, right) = match items {
        [] => return GroupFilter::NOBODY,
        &[item] => {
            sights.push(filter(item));
            return filter(item);
        }
        _ => items.split_at(items.len() / 2),
    };
    let place = sights.len();
    sights.push(GroupFilter::NOBODY);
    let sight = add_sights(left, filter, sights).or(&add_sights(right, filter, sights));
    sights[place] = sight;
    sight
}

/// A tree and its items.
#[derive(Clone, Copy)]
pub(super) struct BoxTree<'a> {
    pub(super) nodes: &'a [Aabb],
    pub(super) sights: &'a [GroupFilter],
    pub(super) items: &'a [u32],
}

impl BoxTree<'_> {
    /// Calls with every two items whose boxes touch.
    pub(super) fn self_pairs<E>(self, found: &mut impl FnMut(u32, u32) -> Result<(), E>) -> Result<(), E> {
        if self.items.is_empty() { Ok(()) } else { self.within(Cursor::root(self.items.len()), found) }
    }

    fn within<E>(self, at: Cursor, found: &mut impl FnMut(u32, u32) -> Result<(), E>) -> Result<(), E> {
        let Some([left, right]) = at.children() else { return Ok(()) };
        if !self.sights[at.node].sees(&self.sights[at.node]) {
            return Ok(());
        }
        self.within(left, found)?;
        self.within(right, found)?;
        self.between(left, self, right, found)
    }

    /// Calls with every item of this and every one of another whose boxes touch.
    pub(super) fn pairs_with<E>(
        self,
        other: BoxTree,
        found: &mut impl FnMut(u32, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.items.is_empty() || other.items.is_empty() {
            return Ok(());
        }
        self.between(Cursor::root(self.items.len()), other, Cursor::root(other.items.len()), found)
    }

    fn between<E>(
        self,
        a: Cursor,
        other: BoxTree,
        b: Cursor,
        found: &mut impl FnMut(u32, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        if !self.nodes[a.node].touches(&other.nodes[b.node])
            || !self.sights[a.node].sees(&other.sights[b.node])
        {
            return Ok(());
        }
        match (a.children(), b.children()) {
            (None, None) => found(self.items[a.first], other.items[b.first]),
            // The larger one is descended.
            (Some(children), _) if a.len() >= b.len() => {
                children.into_iter().try_for_each(|a| self.between(a, other, b, found))
            }
            (_, Some(children)) => children.into_iter().try_for_each(|b| self.between(a, other, b, found)),
            (Some(children), None) => children.into_iter().try_for_each(|a| self.between(a, other, b, found)),
        }
    }

    /// Leads a visitor to all items that pass and may be answers.
    pub(super) fn visit(self, visitor: &mut dyn Visitor, passes: &dyn Fn(u32) -> bool) {
        if !self.items.is_empty() {
            self.visit_below(Cursor::root(self.items.len()), visitor, passes);
        }
    }

    fn visit_below(self, at: Cursor, visitor: &mut dyn Visitor, passes: &dyn Fn(u32) -> bool) {
        if !self.sights[at.node].sees(&visitor.filter()) || visitor.bound(&self.nodes[at.node]).is_none() {
            return;
        }
        match at.children() {
            None => {
                let item = self.items[at.first];
                if passes(item) {
                    visitor.object(item);
                }
            }
            Some([left, right]) => {
                let key = |child: Cursor| visitor.bound(&self.nodes[child.node]).unwrap_or(f64::INFINITY);
                let [near, far] = if key(right) < key(left) { [right, left] } else { [left, right] };
                self.visit_below(near, visitor, passes);
                self.visit_below(far, visitor, passes);
            }
        }
    }
}
