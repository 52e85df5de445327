//! How a tree is built.

/// How a tree is built.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BspOptions {
    /// How far the corners of a face may be from a plane that it is put into, in the user's units. 0 chooses eight
    /// (for surfaces two) rounding errors of f32: half a millionth (an eighth of that) of half the extent of
    /// everything or, for brushes, of the largest coordinate, if that is more. Brushes and faces thinner than about
    /// two of these are left out.
    pub snap_distance: f32,
    /// By how much a component of its normal may differ from that plane's, at most 0.01; 0 chooses 0.00001.
    pub snap_normal: f32,
    /// Builds from a surface that is open or crosses itself, too. What is inside is then decided by the tree's cells,
    /// and distances by the triangles.
    pub ignore_leaks: bool,
    /// Stores the inverse tree of a surface, the literal published form: all faces are flipped, the tree is
    /// built on them, and spheres are checked by AND over both children and the answer inverted. For reference: the
    /// answers are the same.
    pub inverse: bool,
    /// How many bevel planes each convex edge of the solid gets, at most 16: Melax's cure for the false positives of
    /// the threshold. Costs many times the nodes and never removes all of them; the exact check needs none. For
    /// comparison: with them, the penetration of a sphere may be measured to an edge.
    pub bevels: u32,
    /// How many threads build what can be built in parallel, which is the mesh of a surface; 0 means one a core. The
    /// bytes do not depend on it.
    pub thread_count: usize,
}
