//! Cooking: input → tree → layout → blob → [`Mesh`].

use super::build::{BinaryTree, CountRule};
use super::layout::{
    CompactParts, DeltaParts, LayoutKind, Wide, WideFrame, WideParts, WidePreset, compact_table,
    encode_compact, encode_delta, encode_wide,
};
use super::sections::{Info, section};
use super::{CookOptions, Mesh, MeshInput, SplitRule};
use crate::blob::{BlobKind, BlobWriter};
use crate::geometry::Vec3;
use crate::progress::run_monitored;
use crate::{Error, Result};

/// A tree in its layout.
enum Parts {
    Compact(CompactParts),
    Delta(DeltaParts),
    Wide(WideParts),
}

impl Parts {
    /// The triangle table, for triangles in this order; none where they lie in the order of their ids.
    fn table(&self, order: &[u32], cooked_order: bool, frame: &WideFrame) -> Result<Option<Vec<u32>>> {
        match self {
            Parts::Compact(_) if cooked_order => Ok(None),
            Parts::Compact(_) => compact_table(order).map(Some),
            Parts::Delta(_) => Ok(None),
            Parts::Wide(parts) => {
                let tree = Wide::<()> { simd: (), arena: &parts.arena, frame };
                match frame.preset {
                    WidePreset::Small => tree.with::<(), 2>(()).table().map(Some),
                    WidePreset::Default | WidePreset::Fast => tree.table().map(Some),
                }
            }
        }
    }
}

impl Mesh<'static> {
    /// Cooks a mesh. The input may be freed afterwards. The bytes depend on the input and the options,
    /// not on the number of threads, the platform or the instruction set. No triangles make a valid
    /// mesh that nothing hits.
    ///
    /// # Errors
    /// What [`MeshInput::validate`] finds, [`crate::ErrorKind::InvalidArgument`] for options that the layout
    /// does not have, [`crate::ErrorKind::TooLarge`] for more triangles than the layout can hold (see
    /// [`LayoutKind::Wide`]), [`crate::ErrorKind::OutOfMemory`], [`crate::ErrorKind::Cancelled`].
    pub fn build(input: &MeshInput, options: CookOptions) -> Result<Mesh<'static>> {
        Mesh::build_with_order(input, options).map(|(mesh, _)| mesh)
    }

    /// Cooks a mesh and returns the permutation, too: the user's index of each triangle in cooked order.
    ///
    /// # Errors
    /// As for [`Mesh::build`].
    pub fn build_with_order(input: &MeshInput, options: CookOptions) -> Result<(Mesh<'static>, Vec<u32>)> {
        if options.layout == LayoutKind::Wide {
            WideParts::check_count(input.triangle_count(), options.preset)?;
        }
        input.validate()?;
        if options.cooked_order && options.layout != LayoutKind::Compact {
            let instead = match options.layout {
                LayoutKind::Delta => "DELTA keeps the caller's order",
                _ => "WIDE keeps its triangle ids",
            };
            let text = format!("is only for layout COMPACT, which must be chosen; {instead}");
            return Err(Error::invalid_argument(text).of("options", "cooked_order"));
        }
        if options.preset != WidePreset::Default && options.layout != LayoutKind::Wide {
            let name = options.preset.name().to_uppercase();
            let error = Error::invalid_argument(format!("{name} is for layout WIDE"));
            return Err(error.of("options", "preset"));
        }
        let CookOptions {
            split,
            quality,
            thread_count,
            cooked_order,
            triangle_table,
            layout,
            preset,
            progress,
        } = options;
        let (tree, parts) =
            run_monitored("build", thread_count, input.triangle_count(), progress, |monitor| {
                let counts = match layout {
                    LayoutKind::Compact => CountRule::Ratio256,
                    LayoutKind::Delta => CountRule::Any,
                    LayoutKind::Wide => WideParts::counts(preset),
                };
                let mut tree = BinaryTree::build(input, split, quality, counts, monitor)?;
                if monitor.is_cancelled() {
                    return Err(Error::cancelled(String::new()));
                }
                let parts = match layout {
                    LayoutKind::Compact => Parts::Compact(encode_compact(input, &tree)?),
                    LayoutKind::Delta => {
                        let parts = encode_delta(input, &tree)?;
                        // The triangles stay where they were.
                        (0..).zip(&mut tree.order).for_each(|(i, place)| *place = i);
                        Parts::Delta(parts)
                    }
                    LayoutKind::Wide if tree.order.is_empty() => Parts::Wide(WideParts::empty()),
                    LayoutKind::Wide => {
                        let mut parts = encode_wide(input, &tree, preset)?;
                        tree.order = std::mem::take(&mut parts.order);
                        tree.depth = parts.depth;
                        Parts::Wide(parts)
                    }
                };
                Ok((tree, parts))
            })??;
        let bounds = match tree.order.len() {
            0 => crate::geometry::Aabb::new(Vec3::ZERO, Vec3::ZERO),
            _ => tree.bounds,
        };
        // Without attributes, all triangles have the same.
        let different = if input.attributes.is_some() { input.triangle_count() } else { 1 };
        let attributes = || (0..input.triangle_count().min(different)).map(|i| input.attributes(i));
        let info = Info {
            layout: layout as u32,
            triangle_count: tree.order.len() as u32,
            depth: tree.depth,
            source_vertex_count: input.positions.len() as u32,
            attributes_any: attributes().fold(0, |a, b| a | b),
            attributes_all: attributes().fold(u16::MAX, |a, b| a & b),
            split_rule: u32::from(split == SplitRule::Median),
            bounds_min: bounds.min.to_array(),
            bounds_max: bounds.max.to_array(),
            cost: tree.cost() as f32,
            grid_step: match &parts {
                Parts::Compact(_) | Parts::Delta(_) => 0.0,
                Parts::Wide(parts) => parts.grid.step.size,
            },
            preset: preset as u32,
            reserved: 0,
        };
        let table = match triangle_table {
            true => parts.table(&tree.order, cooked_order, &info.frame(preset))?,
            false => None,
        };
        let mut writer = BlobWriter::new(BlobKind::Mesh);
        writer.section(section::INFO, std::slice::from_ref(&info));
        match &parts {
            Parts::Compact(parts) => {
                writer.section(section::NODES, &parts.nodes);
                writer.section(section::LEAVES, &parts.leaves);
                writer.section(section::PAGES, &parts.pages);
                writer.section(section::POSITIONS, &parts.positions);
                if !cooked_order {
                    writer.section(section::TRIANGLE_IDS, &tree.order);
                }
            }
            Parts::Delta(parts) => {
                writer.section(section::SIDES, &parts.sides);
                writer.section(section::CHILDREN, &parts.children);
                writer.section(section::FLAGS, &parts.flags);
                writer.section(section::CORNERS, &parts.corners);
                writer.section(section::POSITIONS, &parts.positions);
                if let Some(attributes) = &parts.attributes {
                    writer.section(section::ATTRIBUTES, attributes);
                }
            }
            Parts::Wide(parts) => writer.section(section::ARENA, &parts.arena),
        }
        if let Some(table) = &table {
            writer.section(section::TRIANGLE_TABLE, table);
        }
        let mesh = Mesh::from_trusted_blob(writer.finish()?)?;
        Ok((mesh, tree.order))
    }
}
