//! How a tree is stored: a folder a layout, each of which implements [`crate::mesh::tree::Tree`]. Queries are written
//! once on top of that.

mod binary;
mod binary_pairs;
mod compact;
mod delta;
mod id_check;
mod kind;
mod position_check;
mod table;
mod vertex_tables;
mod wide;

pub(crate) use compact::{
    Compact, CompactParts, Leaf as CompactLeaf, Node as CompactNode, Page as CompactPage,
    Range as CompactRange, check as check_compact, encode as encode_compact,
};
pub(crate) use delta::{
    Delta, DeltaParts, Subtree as DeltaSubtree, check as check_delta, encode as encode_delta,
};
pub use kind::{LayoutKind, WidePreset};
pub(crate) use table::{TriangleTable, check_compact_table, compact_table, find_compact};
pub(crate) use wide::{
    Census, Children as WideChildren, Grid, LINE, LargeWide, Step, Wide, WideFrame, WideParts, WideTest,
    census as wide_census, check as check_wide, encode as encode_wide,
};
