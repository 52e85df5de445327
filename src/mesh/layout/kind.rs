//! The names and numbers of layouts and presets.

/// The layout of a stored tree. Answers never depend on it. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum LayoutKind {
    /// A binary tree of 8-byte nodes with implicit children and derived boxes, 8-byte leaves, positions as they are
    /// ("Collision data compression", 2013; after Gomez, "Compressed Axis-Aligned Bounding Box Trees", Game
    /// Programming Gems 2, 2001). A closed mesh takes about 26 bytes a triangle, 22 in cooked order. Slower than
    /// [`LayoutKind::Wide`], without its limit of 2 GiB.
    Compact = 1,
    /// A binary tree of 21-byte nodes without leaves, over an indexed mesh in the caller's order: each node stores the
    /// three sides in which its box differs from its parent's (Jin, Wang and Wang, "Memory-optimized of collision
    /// detection algorithm based on bounding-volume hierarchies", 2007). The published experiment, for comparison: a
    /// closed mesh takes about 39 bytes a triangle, and queries are slower than with [`LayoutKind::Wide`].
    Delta = 2,
    /// The default and the fastest: eight children a node with boxes of 8-bit coordinates, clusters of up to sixteen
    /// triangles, both tested in SIMD lanes. Nodes and clusters take 2 GiB at most, which is about 130 million
    /// triangles of a closed mesh. [`WidePreset`] says how many bytes a triangle takes.
    #[default]
    Wide = 3,
}

impl LayoutKind {
    /// All of them.
    pub const ALL: [LayoutKind; 3] = [LayoutKind::Compact, LayoutKind::Delta, LayoutKind::Wide];

    /// The layout with this number.
    pub fn from_number(number: u32) -> Option<LayoutKind> {
        LayoutKind::ALL.into_iter().find(|&kind| kind as u32 == number)
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            LayoutKind::Compact => "compact",
            LayoutKind::Delta => "delta",
            LayoutKind::Wide => "wide",
        }
    }
}

/// A trade of memory for speed in layout WIDE, with the bytes a triangle of a closed mesh takes, positions and the map to
/// the user's order included. Answers never depend on it. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum WidePreset {
    /// Speed in little memory, about 16 bytes: clusters of up to sixteen triangles, positions packed.
    #[default]
    Default = 0,
    /// The least memory, about 13 bytes: clusters of up to thirty-two triangles. Rays take up to 1.6 times as
    /// long.
    Small = 1,
    /// The most speed, about 21 bytes: nodes and positions that need no unpacking. Rays take about a fifth less time.
    Fast = 2,
    /// The most speed of rays, about 45 bytes: the tree of [`WidePreset::Fast`], and a second one of pieces of the triangles,
    /// which nearest hits, any hits and lines of sight go through. There are at most a tenth more pieces than triangles, so it
    /// pays where few triangles are large, or long and slanted; the second tree is left out where rays would gain too little.
    /// Takes three to six times as long to build.
    Rays = 3,
}

impl WidePreset {
    /// All of them.
    pub const ALL: [WidePreset; 4] =
        [WidePreset::Default, WidePreset::Small, WidePreset::Fast, WidePreset::Rays];

    /// The preset with this number.
    pub fn from_number(number: u32) -> Option<WidePreset> {
        WidePreset::ALL.into_iter().find(|&preset| preset as u32 == number)
    }

    /// The preset of the tree that is stored for all queries.
    pub(crate) fn of_tree(self) -> WidePreset {
        if self == WidePreset::Rays { WidePreset::Fast } else { self }
    }

    /// Returns true if positions are stored as they are.
    pub(crate) fn is_plain(self) -> bool {
        self.of_tree() == WidePreset::Fast
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            WidePreset::Default => "default",
            WidePreset::Small => "small",
            WidePreset::Fast => "fast",
            WidePreset::Rays => "rays",
        }
    }
}
