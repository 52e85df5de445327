//! Small hierarchies of boxes over objects that lie together: pairs of objects, and queries.

use crate::geometry::Aabb;
use crate::world::objects::{Cursor, GroupFilter};
use crate::world::structure::Visitor;

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
