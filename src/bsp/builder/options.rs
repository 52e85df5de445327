//! Options of building.

/// Options of building a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BspOptions {
    /// Tolerance for coplanar faces, in the user's units: a face is snapped to an existing plane if all its
    /// corners are within this distance of it. Brushes and polygons thinner than about twice the tolerance
    /// are left out. 0 chooses a few rounding errors of f32: `s * 2^-21` for brushes and `s * 2^-23` for
    /// surfaces, where `s` is half the longest side of the bounds or, for brushes, the largest coordinate, if
    /// that is larger.
    pub snap_distance: f32,
    /// Tolerance for the normals of coplanar faces: the largest difference of each component of the two unit
    /// normals, 0.01 at most; 0 chooses 0.00001.
    pub snap_normal: f32,
    /// Accepts a surface that leaks: that is open or intersects itself. The tree's cells then define the
    /// inside, and distances are those of the triangles.
    pub ignore_leaks: bool,
    /// Stores the inverse tree of a surface, the published form to the letter: all faces are flipped, the
    /// tree is built on them, and spheres are checked by AND over both children, with the result negated. For
    /// reference: the answers are the same.
    pub inverse: bool,
    /// The number of bevel planes at each convex edge of the solid, at most 16. They reduce the false
    /// positives of the threshold at mitres (Melax), but never remove them all, and multiply the nodes. For
    /// comparison only: the exact check needs none, and with them the penetration of a sphere may be measured
    /// to an edge.
    pub bevels: u32,
    /// The number of threads for the part that is built in parallel, the mesh of a surface; 0 means one a
    /// core. The bytes do not depend on it.
    pub thread_count: usize,
}
