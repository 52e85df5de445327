//! The layouts of stored trees, a folder each, which writes, finds, checks and reads its sections ([`crate::mesh::stored`]) and implements
//! [`crate::mesh::tree::Tree`]. Queries are written once on top of that.

mod binary;
mod binary_boxes;
mod binary_pairs;
mod census;
mod compact;
mod depth_check;
mod id_check;
mod info;
mod kind;
mod position_check;
mod published;
mod table;
mod vertex_tables;
mod wide;

pub(crate) use census::Census;
pub(crate) use compact::{Compact, CompactSections};
pub(crate) use info::{Info, unknown_preset};
pub use kind::{LayoutKind, WidePreset};
pub(crate) use published::{Delta, DeltaSections};
pub(crate) use table::{TRIANGLE_TABLE, TriangleTable};
pub(crate) use wide::{DirectWideTree, EitherWide, LargeWideTree, WideSections, WideTest, WideTree};
