//! The boxes of a solid's tree, for drawing.

use super::cooked::Bsp;
use crate::batch::{BoxTaker, TreeBox};
use std::ops::RangeBounds;

impl Bsp<'_> {
    /// Hands out boxes around what the solid is made of, those at some depths, for drawing and measuring. A
    /// BSP tree divides space by planes and has no boxes; these are the ones of the other tree that is stored
    /// with it. Of brushes, it is a tree with four children a box whose leaves are the boxes of single
    /// brushes, by which capsules and boxes find them; those without volume have none. Of a surface, it is
    /// the tree of its triangles, with boxes as [`Mesh::boxes`](crate::mesh::Mesh::boxes) hands them out. A blob
    /// without boxes of brushes gives one around all of them.
    ///
    /// Depth first: a box comes right before those below it. The box around all is at depth 0. There are none if
    /// there is no brush with a volume, and no triangle.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// // A unit cube.
    /// let axes = [[-1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 1.0], [0.0, -1.0, 0.0, 0.0], [0.0, 1.0, 0.0, 1.0]];
    /// let planes = [&axes[..], &[[0.0, 0.0, -1.0, 0.0], [0.0, 0.0, 1.0, 1.0]]].concat();
    /// let input = BspInput::Brushes(BrushInput::new(&planes, &[6]));
    /// let bsp = Bsp::build(&input, &BspOptions::default())?;
    /// let mut leaves = 0;
    /// bsp.boxes(.., |node| leaves += node.count);
    /// assert_eq!(leaves, bsp.brush_count());
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn boxes(&self, depths: impl RangeBounds<u32>, mut each: impl FnMut(TreeBox)) {
        let taker = &mut BoxTaker::new(&depths, &mut each);
        let tree = self.tree();
        let boxes = &tree.solids.boxes;
        match tree.solids.surface {
            Some(surface) => surface.boxes(taker),
            None if boxes.without > 0 => {
                taker.take(TreeBox { bounds: self.bounds(), depth: 0, count: boxes.without });
            }
            None => boxes.hand_out(tree.origin, taker),
        }
    }
}
