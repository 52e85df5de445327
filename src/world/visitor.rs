//! Queries, as structures see them.

use super::object::GroupFilter;
use crate::geometry::Aabb;

/// A query, as a structure sees it.
pub(super) trait Visitor {
    /// Whether an answer may lie in a box, and if so, about how soon it should be visited: the lower, the sooner.
    fn bound(&self, bounds: &Aabb) -> Option<f64>;
    /// What bounds must not exceed for anything to be an answer still.
    fn limit(&self) -> f32;
    /// What every answer sees: where nothing does, nothing is looked for.
    fn filter(&self) -> GroupFilter;
    /// Tests an object.
    fn object(&mut self, slot: u32);
    /// A box that every answer touches. Where an object lies in several cells, it is visited in the one that holds the smallest
    /// corner that is in both the range and its box, and so once.
    fn range(&self) -> Aabb;
}
