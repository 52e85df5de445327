//! A triangle of a leaf, and where it lies.

use crate::geometry::Triangle;

/// A triangle as a layout hands it out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafTriangle {
    /// As answers name it: the user's index, or the place in cooked order.
    pub(crate) index: u32,
    /// Filter bits.
    pub(crate) attributes: u16,
    /// The corners, bit for bit as they came.
    pub(crate) triangle: Triangle,
    /// Its place.
    pub(crate) place: LeafPlace,
}

/// The place where a layout keeps a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LeafPlace {
    /// The reference to its leaf.
    pub(crate) leaf: u32,
    /// Its number among the leaf's triangles.
    pub(crate) lane: u32,
}

impl LeafPlace {
    /// The place of no triangle.
    pub(crate) const NONE: LeafPlace = LeafPlace { leaf: u32::MAX, lane: 0 };
}
