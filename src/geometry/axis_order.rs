//! The order of axes in which a ray is tested against triangles.

use super::{Vec3, max};

/// The order of a ray's coordinates: two lateral axes, swapped if the ray points down the dominant axis, and that one. One
/// number, because it is looked up and soon passed on: several would go through memory each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AxisOrder(u32);

impl AxisOrder {
    const fn new([first, second, dominant]: [u32; 3]) -> AxisOrder {
        AxisOrder(first | second << 8 | dominant << 16)
    }

    /// That of a direction, by the dominant axis and the sign along it.
    #[inline(always)]
    pub(crate) fn of(direction: Vec3) -> AxisOrder {
        let size = direction.abs();
        let dominant = if size.y > size.x { 1 } else { 0 };
        let dominant = if size.z > max(size.x, size.y) { 2 } else { dominant };
        AxisOrder::along(dominant, usize::from(direction[dominant] < 0.0))
    }

    /// That of a dominant axis, down which the ray points if `down` is 1. 3 is z, too.
    #[inline(always)]
    pub(crate) fn along(dominant: usize, down: usize) -> AxisOrder {
        const X: [AxisOrder; 2] = [AxisOrder::new([1, 2, 0]), AxisOrder::new([2, 1, 0])];
        const Y: [AxisOrder; 2] = [AxisOrder::new([2, 0, 1]), AxisOrder::new([0, 2, 1])];
        const Z: [AxisOrder; 2] = [AxisOrder::new([0, 1, 2]), AxisOrder::new([1, 0, 2])];
        const ORDERS: [[AxisOrder; 2]; 4] = [X, Y, Z, Z];
        ORDERS[dominant % 4][down % 2]
    }

    /// The indices of the axes.
    #[inline(always)]
    pub(crate) fn indices(self) -> [usize; 3] {
        let [first, second, dominant, _] = self.0.to_le_bytes();
        [first.into(), second.into(), dominant.into()]
    }
}
