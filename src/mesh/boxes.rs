//! The boxes of a mesh's tree, for drawing.

use super::Mesh;
use crate::batch::{BoxTaker, TreeBox};
use std::ops::RangeBounds;

impl Mesh<'_> {
    /// Hands out the boxes that the tree is made of, those at some depths, for drawing and measuring. Depth
    /// first: a box comes right before those below it. A leaf's triangles lie in its box and in all above it.
    /// The box around the mesh is at depth 0; none is deeper than
    /// [`MeshStats::depth`](super::MeshStats::depth). There are none without triangles.
    ///
    /// Their number and places depend on the layout and on how the mesh was cooked, and may change
    /// between versions. Leaves of layout WIDE are clusters of up to 32 triangles, those of the others single
    /// triangles. Boxes of WIDE and COMPACT are coded in few bits, and so larger than what is in them;
    /// those of WIDE may reach a little out of the one above. Of preset RAYS, they are those of the first tree.
    ///
    /// ```
    /// use carom::prelude::*;
    ///
    /// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
    /// // As deep as depth 3, and leaves that are above: together they are around all triangles.
    /// let mut cut = Vec::new();
    /// mesh.boxes(..=3, |node| {
    ///     if node.depth == 3 || node.count > 0 {
    ///         cut.push(node.bounds);
    ///     }
    /// });
    /// assert_eq!(cut, [mesh.bounds()]);
    /// # Ok::<(), carom::Error>(())
    /// ```
    pub fn boxes(&self, depths: impl RangeBounds<u32>, mut each: impl FnMut(TreeBox)) {
        self.tree().boxes(&mut BoxTaker::new(&depths, &mut each));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Aabb;
    use crate::mesh::{CookOptions, LayoutKind, MeshInput, WidePreset};
    use std::ops::ControlFlow;

    /// Triangles anywhere, of sizes from the scale down to a thousandth of it.
    fn soup(count: usize, scale: f32) -> Vec<[f32; 3]> {
        let rng = &mut fastrand::Rng::with_seed(count as u64);
        let mut vertices = Vec::new();
        for _ in 0..count {
            let (at, size) = ([0; 3].map(|_| rng.f32() - 0.5), 2f32.powi(-rng.i32(0..10)));
            vertices.extend([0; 3].map(|_| at.map(|x| (x + size * (rng.f32() - 0.5)) * scale)));
        }
        vertices
    }

    fn contains(outer: &Aabb, inner: &Aabb) -> bool {
        outer.min.cmple(inner.min).all() && outer.max.cmpge(inner.max).all()
    }

    /// Leaves come in the order in which triangles are stored, but for layout DELTA, which stores them in the
    /// order of the input: there, a leaf's box is that of its triangle.
    fn check(mesh: &Mesh, layout: LayoutKind, what: &str) {
        let mut stored = Vec::new();
        mesh.tree().for_each(|leaf| {
            stored.push(leaf.triangle.bounds());
            ControlFlow::Continue(())
        });
        let key = |bounds: &Aabb| [bounds.min, bounds.max].map(|v| v.to_array().map(|x| (x + 0.0).to_bits()));
        match layout {
            // Its last child first.
            LayoutKind::Wide => stored.reverse(),
            LayoutKind::Delta => stored.sort_unstable_by_key(key),
            _ => {}
        }
        let (mut above, mut seen, mut leaves) = (Vec::new(), 0, Vec::new());
        mesh.boxes(.., |node| {
            assert!(node.depth as usize <= above.len() && node.depth <= mesh.stats().depth, "{what}");
            above.truncate(node.depth as usize);
            above.push(node.bounds);
            if layout == LayoutKind::Delta {
                leaves.extend((node.count > 0).then(|| key(&node.bounds)));
                assert!(above.iter().all(|outer| contains(outer, &node.bounds)), "{what}: {node:?}");
            } else {
                for triangle in &stored[seen..seen + node.count as usize] {
                    let inside = above.iter().all(|outer| contains(outer, triangle));
                    assert!(inside, "{what}: {triangle:?} in {above:?}");
                }
            }
            seen += node.count as usize;
        });
        assert_eq!(seen, stored.len(), "{what}");
        leaves.sort_unstable();
        assert!(layout != LayoutKind::Delta || leaves.into_iter().eq(stored.iter().map(key)), "{what}");
    }

    #[test]
    fn triangles_lie_in_the_boxes_above_them() {
        let presets = WidePreset::ALL.map(|preset| (LayoutKind::Wide, preset));
        let others = [LayoutKind::Compact, LayoutKind::Delta].map(|layout| (layout, WidePreset::Default));
        for (layout, preset) in presets.into_iter().chain(others) {
            for count in [0, 1, 2, 3, 16, 17, 33, 100, 1500] {
                for power in [-147, -126, -40, 0, 40, 59] {
                    let positions = soup(count, 2f32.powi(power));
                    let indices: Vec<u32> = (0..positions.len() as u32).collect();
                    let input = MeshInput::new(&positions, &indices);
                    let options = CookOptions { layout, preset, ..CookOptions::default() };
                    let what = format!("{layout:?} {preset:?} {count} 2^{power}");
                    check(&Mesh::build(&input, options).expect(&what), layout, &what);
                }
            }
        }
    }
}
