//! The values of some arguments of the command line.

use clap::ValueEnum;

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StorageArg {
    /// Every value as it is, 4 bytes a node
    #[default]
    Dense,
    /// Bricks near the surface, 2 bytes a node
    Bricks16,
    /// Bricks near the surface, 1 byte a node
    Bricks8,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignArg {
    /// By crossings where the mesh is closed, else by winding numbers
    #[default]
    Auto,
    /// The winding number of a closed mesh, exact
    Crossings,
    /// The generalised winding number, for meshes with holes and turned triangles
    Winding,
    /// The angle-weighted pseudonormal of the nearest feature, as published
    Pseudonormal,
    /// An odd number of crossings along x
    Parity,
    /// Distances alone
    None,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum InsideArg {
    /// A positive winding number
    #[default]
    Positive,
    /// Any other than zero
    NonZero,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatArg {
    /// Wavefront OBJ
    Obj,
    /// STL, text or binary
    Stl,
    /// PLY, text or binary
    Ply,
    /// glTF 2.0, text or binary
    #[value(alias = "glb")]
    Gltf,
    /// OFF, text
    Off,
    /// 3MF
    #[value(name = "3mf")]
    ThreeMf,
    /// A level as Quake text
    Map,
    /// A level compiled for Quake 3
    Bsp,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum AttributesArg {
    /// Of materials: usemtl of OBJ, and the materials of glTF
    Materials,
    /// Of groups: g and o of OBJ, and the nodes of glTF
    Groups,
    /// No attributes
    #[default]
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpArg {
    X,
    Y,
    Z,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportArg {
    /// Wavefront OBJ
    Obj,
    /// PLY, binary
    Ply,
    /// STL, binary
    Stl,
    /// glTF 2.0, binary
    Glb,
    /// Nodes as a NumPy array
    Npy,
    /// Nodes as 32-bit floats, little endian
    F32,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureArg {
    Png,
    Bmp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum KindArg {
    /// The surface alone
    Mesh,
    /// Solids in a BSP tree
    Bsp,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AxisArg {
    /// y to the right, z up
    X,
    /// x to the right, z up
    Y,
    /// x to the right, y up
    Z,
}

impl AxisArg {
    /// Its number, and those of the axes to the right and up in a picture across it.
    pub(crate) fn axes(self) -> (usize, usize, usize) {
        match self {
            AxisArg::X => (0, 1, 2),
            AxisArg::Y => (1, 0, 2),
            AxisArg::Z => (2, 0, 1),
        }
    }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutArg {
    /// 8 bytes a node and 8 a triangle, plus positions
    Compact,
    /// 21 bytes a node, plus an indexed mesh: the published experiment, for comparison
    Delta,
    /// Eight children a node, lossless clusters tested in lanes: the fastest
    #[default]
    Wide,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PresetArg {
    /// Little memory and high speed
    #[default]
    Default,
    /// The least memory
    Small,
    /// The most speed
    Fast,
    /// The most speed of rays: a second tree for them. Takes three to six times as long to cook
    Rays,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum QualityArg {
    /// Cooks about 1.1 times as fast as medium
    Fast,
    /// A good tree in reasonable time
    #[default]
    Medium,
    /// Takes 1.4 to 3 times as long as medium; queries visit less of uneven meshes
    High,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SplitArg {
    /// By least expected cost
    #[default]
    SurfaceArea,
    /// By the middle of the longest axis, for comparison
    Median,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum BackfacesArg {
    /// Both sides
    #[default]
    Hit,
    /// Only the front
    Cull,
    /// Only the back
    Only,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum QueryKind {
    /// The nearest hit: origin, direction [, t_min, t_max]
    Raycast,
    /// All hits in order: origin, direction [, t_min, t_max]
    RaycastAll,
    /// The crossings of the surface, in and out by turns: origin, direction [, t_min, t_max]
    Crossings,
    /// True if anything is hit: origin, direction [, t_min, t_max]
    Occluded,
    /// The closest point of the surface: point [, max_distance]
    ClosestPoint,
    /// True if a ball touches the surface, or a solid: center, radius
    OverlapSphere,
    /// True if a capsule touches the surface: a, radius, b
    OverlapCapsule,
    /// True if a rotated box touches the surface: center, half extents [, unit quaternion x y z w]
    OverlapBox,
    /// True if the convex hull of points touches the surface: any number of points
    OverlapHull,
    /// The triangles that touch a ball: center, radius
    OverlapSphereAll,
    /// The contacts of a ball, the deepest first: center, radius [, distance up to which gaps count]
    ContactsSphere,
    /// The contacts of a capsule, the deepest first: a, radius, b [, distance up to which gaps count]
    ContactsCapsule,
    /// The contacts of a rotated box, the deepest first: center, half extents [, unit quaternion x y z w]
    ContactsBox,
    /// The contacts of the convex hull of points, the deepest first: any number of points
    ContactsHull,
    /// The triangles that touch a capsule: a, radius, b
    OverlapCapsuleAll,
    /// The triangles that touch a rotated box: center, half extents [, unit quaternion x y z w]
    OverlapBoxAll,
    /// The triangles that touch the convex hull of points, such as the corners of a frustum: any number of points
    OverlapHullAll,
    /// The triangles whose bounding boxes touch a box: min, max
    CandidatesAabb,
    /// The first contact of a moving ball: origin, radius, displacement
    CastSphere,
    /// The contacts of a moving ball with all triangles in its way: origin, radius, displacement
    CastSphereAll,
    /// The first contact of a moving capsule: a, radius, b, displacement
    CastCapsule,
    /// The contacts of a moving capsule with all triangles in its way: a, radius, b, displacement
    CastCapsuleAll,
    /// The first contact of a moving box: center, half extents, displacement [, unit quaternion x y z w]
    CastBox,
    /// The contacts of a moving box with all triangles in its way: as for cast-box
    CastBoxAll,
    /// The first contact of the moving convex hull of points: displacement, any number of points
    CastHull,
    /// The contacts of the moving convex hull of points with all triangles in its way: as for cast-hull
    CastHullAll,
    /// The solid that a point is inside of: point
    ContainsPoint,
    /// The contact of a ball with solids, and the way out: center, radius
    CollideSphere,
    /// The distance and gradient of a field: point
    Sample,
}
