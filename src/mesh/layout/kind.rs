//! The names and numbers of layouts and presets.

/// The ways to store a tree. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum LayoutKind {
    /// 8-byte nodes with implicit children and derived boxes, 8-byte leaves: least memory that a simple
    /// tree can have ("Collision data compression", 2013; after Gomez, "Compressed Axis-Aligned
    /// Bounding Box Trees", Game Programming Gems 2, 2001).
    Compact = 1,
    /// Eight children a node, boxes of 8-bit sides, self-contained clusters of up to sixteen triangles,
    /// tested in lanes: the fastest, and the default. Its nodes and clusters take 2 GiB at most, which are about 130
    /// million triangles of a closed mesh.
    #[default]
    Wide = 3,
}

impl LayoutKind {
    /// The layout with this number.
    pub fn from_number(number: u32) -> Option<LayoutKind> {
        [LayoutKind::Compact, LayoutKind::Wide].into_iter().find(|&kind| kind as u32 == number)
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            LayoutKind::Compact => "compact",
            LayoutKind::Wide => "wide",
        }
    }
}

/// What clusters of layout WIDE are made for. Answers never depend on it. Numbers are append-only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u32)]
pub enum WidePreset {
    /// Little memory and high speed: clusters of up to sixteen triangles, positions packed.
    #[default]
    Default = 0,
    /// The least memory: clusters of up to thirty-two triangles.
    Small = 1,
    /// The most speed: positions as plain numbers, which need no unpacking.
    Fast = 2,
}

impl WidePreset {
    /// All of them.
    pub const ALL: [WidePreset; 3] = [WidePreset::Default, WidePreset::Small, WidePreset::Fast];

    /// The preset with this number.
    pub fn from_number(number: u32) -> Option<WidePreset> {
        WidePreset::ALL.into_iter().find(|&preset| preset as u32 == number)
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            WidePreset::Default => "default",
            WidePreset::Small => "small",
            WidePreset::Fast => "fast",
        }
    }
}
