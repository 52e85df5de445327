//! The cooked mesh: a checked blob, and the views that queries read.

use super::layout::{
    Compact, CompactLeaf, CompactNode, CompactPage, Grid, LayoutKind, Wide, WideFrame, WidePreset, WideTest,
    check_compact, check_wide,
};
use super::tree::{LeafTriangle, PacketTreeQuery, Tree, TreeQuery};
use crate::batch::Filter;
use crate::blob::{Blob, BlobKind, Section};
use crate::geometry::{Aabb, Vec3};
use crate::simd::{Kernel, Simd, Step, dispatch};
use crate::{Error, Result};
use bytemuck::{Pod, Zeroable};
use std::ops::ControlFlow;

/// Section numbers of mesh blobs. Append-only.
pub(super) mod section {
    pub(in crate::mesh) const INFO: u32 = 1;
    pub(in crate::mesh) const NODES: u32 = 2;
    pub(in crate::mesh) const LEAVES: u32 = 3;
    pub(in crate::mesh) const PAGES: u32 = 4;
    pub(in crate::mesh) const POSITIONS: u32 = 5;
    pub(in crate::mesh) const TRIANGLE_IDS: u32 = 6;
    pub(in crate::mesh) const ARENA: u32 = 7;
    pub(in crate::mesh) const TRIANGLE_TABLE: u32 = 8;
}

/// The INFO section.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Info {
    pub(super) layout: u32,
    pub(super) triangle_count: u32,
    pub(super) depth: u32,
    pub(super) source_vertex_count: u32,
    pub(super) attributes_any: u16,
    pub(super) attributes_all: u16,
    pub(super) split_rule: u32,
    pub(super) bounds_min: [f32; 3],
    pub(super) bounds_max: [f32; 3],
    pub(super) cost: f32,
    /// Step of the grid of layout WIDE; otherwise 0.
    pub(super) grid_step: f32,
    /// Number of the preset of layout WIDE; otherwise 0.
    pub(super) preset: u32,
    pub(super) reserved: u32,
}

impl Info {
    /// What the tree of a mesh of layout WIDE needs to know.
    pub(super) fn frame(&self, preset: WidePreset) -> WideFrame {
        let bounds = self.bounds();
        let grid = Grid { origin: bounds.min, step: Step::new(self.grid_step) };
        let &Info { triangle_count, depth, .. } = self;
        WideFrame { preset, grid, bounds, triangle_count, depth }
    }

    fn bounds(&self) -> Aabb {
        Aabb::new(Vec3::from_array(self.bounds_min), Vec3::from_array(self.bounds_max))
    }
}

/// Where the parts of a tree lie.
enum Sections {
    Compact(CompactSections),
    Wide { arena: Section, frame: WideFrame },
}

struct CompactSections {
    nodes: Section,
    leaves: Section,
    pages: Section,
    positions: Section,
    ids: Option<Section>,
}

/// A cooked triangle mesh. Immutable: every query takes `&self`, locks nothing, allocates nothing and may
/// run on all threads at once.
pub struct Mesh<'a> {
    blob: Blob<'a>,
    pub(super) info: Info,
    bounds: Aabb,
    sections: Sections,
    /// Where triangles are stored, if that was asked for.
    table: Option<Section>,
}

/// The typed view of a mesh's tree.
pub(super) enum View<'a> {
    Compact(Compact<'a>),
    /// Its instruction set still to be chosen.
    Wide(Wide<'a, ()>),
    /// The same with large clusters.
    Large(Wide<'a, (), 2>),
}

/// A box test that every layout knows.
pub(crate) trait EveryLayoutTest: WideTest {}

impl<T: WideTest> EveryLayoutTest for T {}

/// Runs a query on layout COMPACT. Not inlined, or queries on every layout would need its room on the thread's stack.
#[inline(never)]
fn run_compact<Q: TreeQuery>(query: Q, tree: Compact) -> Q::Output {
    query.run(tree)
}

/// A query on a tree of layout WIDE, on the instruction set in force.
struct OnWide<'a, Q, const VERTEX_TABLES: usize> {
    tree: Wide<'a, (), VERTEX_TABLES>,
    query: Q,
}

impl<Q: TreeQuery<Test: WideTest>, const VERTEX_TABLES: usize> Kernel for OnWide<'_, Q, VERTEX_TABLES> {
    type Output = Q::Output;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Q::Output {
        self.query.run(self.tree.with::<S, VERTEX_TABLES>(simd))
    }
}

/// The same for packets of rays.
struct PacketsOnWide<'a, Q, const VERTEX_TABLES: usize> {
    tree: Wide<'a, (), VERTEX_TABLES>,
    query: Q,
}

impl<Q: PacketTreeQuery, const VERTEX_TABLES: usize> Kernel for PacketsOnWide<'_, Q, VERTEX_TABLES> {
    type Output = Q::Output;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Q::Output {
        self.query.run(self.tree.with::<S, VERTEX_TABLES>(simd))
    }
}

/// All triangles of a tree of layout WIDE.
struct EachOnWide<'a, F, const VERTEX_TABLES: usize> {
    tree: Wide<'a, (), VERTEX_TABLES>,
    visit: F,
}

impl<F: FnMut(LeafTriangle) -> ControlFlow<()>, const VERTEX_TABLES: usize> Kernel
    for EachOnWide<'_, F, VERTEX_TABLES>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.tree.with::<S, VERTEX_TABLES>(simd).for_each(self.visit);
    }
}

impl<'a> Mesh<'a> {
    /// Opens a copy of a cooked blob, at any address.
    ///
    /// # Errors
    /// [`Error::InvalidBlob`] or [`Error::UnsupportedVersion`]: every count, offset and index is
    /// checked, so a hostile file is an error and never more.
    pub fn open_copy(bytes: &[u8]) -> Result<Mesh<'static>> {
        Mesh::from_blob(Blob::open_copy(bytes, BlobKind::Mesh)?)
    }

    /// Opens a cooked blob where it lies, for example in a file mapping, at a multiple of
    /// [`crate::blob::ALIGNMENT`].
    ///
    /// # Errors
    /// As for [`Mesh::open_copy`], and [`Error::Misaligned`].
    pub fn open_in_place(bytes: &'a [u8]) -> Result<Mesh<'a>> {
        Mesh::from_blob(Blob::open_in_place(bytes, BlobKind::Mesh)?)
    }

    /// Checks everything in a blob whose frame has been checked.
    pub(crate) fn from_blob(blob: Blob<'a>) -> Result<Mesh<'a>> {
        let mesh = Mesh::from_trusted_blob(blob)?;
        let bounds = mesh.bounds();
        if !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return Err(Error::invalid_blob("bounds are not finite"));
        }
        match mesh.view() {
            View::Compact(tree) => check_compact(&tree, mesh.info.depth)?,
            View::Wide(tree) => check_wide(&tree, mesh.info.depth)?,
            View::Large(tree) => check_wide(&tree, mesh.info.depth)?,
        }
        mesh.check_table()?;
        Ok(mesh)
    }

    /// For bytes that this library has just written.
    pub(super) fn from_trusted_blob(blob: Blob<'a>) -> Result<Mesh<'a>> {
        let info = blob.view::<Info>(blob.find::<Info>(section::INFO, "info")?);
        let &[info] = info else {
            return Err(Error::invalid_blob(format!("{} info records", info.len())));
        };
        let Some(layout) = LayoutKind::from_number(info.layout) else {
            return Err(Error::invalid_blob(format!("layout {} is unknown", info.layout)));
        };
        let preset = WidePreset::from_number(info.preset)
            .filter(|&preset| preset == WidePreset::Default || layout == LayoutKind::Wide);
        let Some(preset) = preset else {
            return Err(Error::invalid_blob(format!("preset {} is unknown", info.preset)));
        };
        let sections = match layout {
            LayoutKind::Compact => {
                let has_ids = blob.has(section::TRIANGLE_IDS);
                Sections::Compact(CompactSections {
                    nodes: blob.find::<CompactNode>(section::NODES, "nodes")?,
                    leaves: blob.find::<CompactLeaf>(section::LEAVES, "leaves")?,
                    pages: blob.find::<CompactPage>(section::PAGES, "pages")?,
                    positions: blob.find::<[f32; 3]>(section::POSITIONS, "positions")?,
                    ids: match has_ids {
                        true => Some(blob.find::<u32>(section::TRIANGLE_IDS, "triangle ids")?),
                        false => None,
                    },
                })
            }
            LayoutKind::Wide => {
                Sections::Wide { arena: blob.find::<u8>(section::ARENA, "arena")?, frame: info.frame(preset) }
            }
        };
        let table = match blob.has(section::TRIANGLE_TABLE) {
            true => Some(blob.find::<u32>(section::TRIANGLE_TABLE, "triangle table")?),
            false => None,
        };
        let mesh = Mesh { blob, info, bounds: info.bounds(), sections, table };
        if let View::Compact(tree) = mesh.view()
            && tree.leaves.len() != info.triangle_count as usize
        {
            let (leaves, count) = (tree.leaves.len(), info.triangle_count);
            return Err(Error::invalid_blob(format!("{leaves} leaves for {count} triangles")));
        }
        Ok(mesh)
    }

    /// The cooked bytes, to be saved. They are the runtime form: opening them gives this mesh again.
    pub fn bytes(&self) -> &[u8] {
        self.blob.bytes()
    }

    /// The bytes of the blob that its own lies in.
    #[inline]
    pub(crate) fn outer_bytes(&self) -> &[u8] {
        self.blob.outer_bytes()
    }

    /// How many triangles.
    pub fn triangle_count(&self) -> u32 {
        self.info.triangle_count
    }

    /// The box around all triangles; zero if there are none.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// The words of the table of where triangles are stored.
    pub(super) fn table_words(&self) -> Option<&[u32]> {
        self.table.map(|table| self.blob.view(table))
    }

    #[inline(always)]
    pub(super) fn view(&self) -> View<'_> {
        match &self.sections {
            Sections::Compact(sections) => View::Compact(Compact {
                nodes: self.blob.view(sections.nodes),
                leaves: self.blob.view(sections.leaves),
                pages: self.blob.view(sections.pages),
                positions: self.blob.view(sections.positions),
                ids: sections.ids.map(|ids| self.blob.view(ids)),
                bounds: self.bounds(),
            }),
            Sections::Wide { arena, frame } => {
                let tree = Wide { simd: (), arena: self.blob.view(*arena), frame };
                match frame.preset {
                    WidePreset::Small => View::Large(tree.with(())),
                    WidePreset::Default | WidePreset::Fast => View::Wide(tree),
                }
            }
        }
    }

    /// [`Mesh::bounds`], in place.
    pub(crate) fn whole(&self) -> &Aabb {
        &self.bounds
    }

    /// Runs a query on the tree, whatever its layout.
    #[inline]
    pub(crate) fn ask<Q: TreeQuery<Test: EveryLayoutTest>>(&self, query: Q) -> Q::Output {
        match self.view() {
            View::Compact(tree) => run_compact(query, tree),
            View::Wide(tree) => dispatch(OnWide { tree, query }),
            View::Large(tree) => dispatch(OnWide { tree, query }),
        }
    }

    /// Runs a query with packets of rays; `None` on layouts that have none.
    pub(crate) fn ask_packets<Q: PacketTreeQuery>(&self, query: Q) -> Option<Q::Output> {
        match self.view() {
            View::Compact(_) => None,
            View::Wide(tree) => Some(dispatch(PacketsOnWide { tree, query })),
            View::Large(tree) => Some(dispatch(PacketsOnWide { tree, query })),
        }
    }

    /// Shows all triangles in cooked order, until the visitor has enough.
    pub(super) fn for_each(&self, visit: impl FnMut(LeafTriangle) -> ControlFlow<()>) {
        match self.view() {
            View::Compact(tree) => tree.for_each(visit),
            View::Wide(tree) => dispatch(EachOnWide { tree, visit }),
            View::Large(tree) => dispatch(EachOnWide { tree, visit }),
        }
    }

    /// Whether rays may go in packets.
    pub(crate) fn takes_packets(&self) -> bool {
        match self.view() {
            View::Compact(_) => false,
            View::Wide(tree) => tree.is_shallow(),
            View::Large(tree) => tree.is_shallow(),
        }
    }

    /// Whether several queries of a batch should be under way at once.
    pub(crate) fn interleaves(&self, gains_on_small: bool) -> bool {
        match self.view() {
            View::Compact(_) => false,
            View::Wide(tree) => tree.interleaves(gains_on_small),
            View::Large(tree) => tree.interleaves(gains_on_small),
        }
    }

    /// Whether any triangle may pass the filter.
    pub(crate) fn may_accept(&self, filter: &Filter) -> bool {
        filter.may_accept(self.info.attributes_any, self.info.attributes_all)
    }
}
