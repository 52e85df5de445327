//! Cooking: input → tree → layout → blob → [`Mesh`].

use super::builder::{BinaryTree, Primitives, pieces};
use super::layout::{Info, TRIANGLE_TABLE, WidePreset};
use super::pieces::PIECES;
use super::stored::{ForLayout, Parts};
use super::view::for_layout;
use super::{CookOptions, Mesh, MeshInput};
use crate::blob::{Blob, BlobKind, BlobWriter};
use crate::progress::{Amount, Monitor, run_monitored};
use crate::{Error, ErrorKind, Result};

impl Mesh<'static> {
    /// Cooks a mesh. The input may be freed afterwards. The bytes depend on the input and the options,
    /// not on the number of threads, the platform or the instruction set. No triangles make a valid
    /// mesh that nothing hits.
    ///
    /// # Errors
    /// The errors of [`MeshInput::validate`], [`crate::ErrorKind::InvalidArgument`] for options that the layout
    /// does not have, [`crate::ErrorKind::TooLarge`] for more triangles than the layout can hold (see
    /// [`LayoutKind::Wide`](super::LayoutKind::Wide)), [`crate::ErrorKind::OutOfMemory`],
    /// [`crate::ErrorKind::Cancelled`].
    pub fn build(input: &MeshInput, options: CookOptions) -> Result<Mesh<'static>> {
        Mesh::build_with_order(input, options).map(|(mesh, _)| mesh)
    }

    /// Cooks a mesh and returns the permutation, too: the user's index of each triangle in cooked order.
    ///
    /// # Errors
    /// As for [`Mesh::build`].
    pub fn build_with_order(input: &MeshInput, options: CookOptions) -> Result<(Mesh<'static>, Vec<u32>)> {
        for_layout(options.layout, Cook { input, options })
    }
}

/// Cooks a mesh in a layout.
struct Cook<'a, 'b> {
    input: &'a MeshInput<'a>,
    options: CookOptions<'b>,
}

impl ForLayout for Cook<'_, '_> {
    type Output = Result<(Mesh<'static>, Vec<u32>)>;

    fn run<P: Parts>(self) -> Self::Output {
        let Cook { input, mut options } = self;
        let triangle_count = input.triangle_count();
        P::check_count(triangle_count, options.preset)?;
        input.validate()?;
        P::check_options(&options)?;
        let progress = options.progress.take();
        // Pieces are made, and then a tree of them.
        let passes = if options.preset == WidePreset::Rays { 3 } else { 1 };
        let amount = Amount { elements: triangle_count, passes };
        let CookOptions { preset, split, quality, thread_count, .. } = options;
        let cook = |monitor: &Monitor| {
            let build = |primitives: Primitives| {
                let mut tree = BinaryTree::build(primitives, split, quality, P::counts(preset), monitor)?;
                if monitor.is_cancelled() {
                    return Err(Error::cancelled(String::new()));
                }
                let parts = P::encode(primitives, &mut tree, preset)?;
                Ok(Built { tree, parts })
            };
            let tree = build(Primitives::triangles(input))?;
            if preset != WidePreset::Rays {
                return Ok((tree, None));
            }
            let cut = pieces(input, quality, P::counts(preset), monitor)?;
            if cut.len() == triangle_count {
                return Ok((tree, None));
            }
            let pieces: Built<P> = match build(Primitives::pieces(input, &cut)) {
                Ok(pieces) => pieces,
                // The mesh is complete without it.
                Err(error) if error.kind() == ErrorKind::TooLarge => return Ok((tree, None)),
                Err(error) => return Err(error),
            };
            let is_worth = pieces.tree.cost() < WORTH * tree.tree.cost();
            Ok((tree, is_worth.then_some(pieces)))
        };
        let (built, pieces) = run_monitored("build", thread_count, amount, progress, cook)??;
        let pieces = pieces.map(|pieces| pieces.into_pieces(input, &options)).transpose()?;
        let info = built.info(input, &options);
        let Built { tree, parts } = built;
        let ids = (!options.cooked_order).then_some(tree.order.as_slice());
        let table = if options.triangle_table { parts.table(ids, &info)? } else { None };
        let info = info.bytes();
        let mut writer = BlobWriter::new(BlobKind::Mesh);
        info.write(&mut writer);
        parts.write(ids, &mut writer);
        if let Some(table) = &table {
            writer.section(TRIANGLE_TABLE, table);
        }
        if let Some(pieces) = &pieces {
            writer.section(PIECES, pieces.bytes());
        }
        Ok((Mesh::from_trusted_blob(writer.finish()?)?, tree.order))
    }
}

/// A tree of pieces is worth its bytes if its cost by the surface area heuristic is below this part of the other
/// tree's.
const WORTH: f64 = 0.98;

/// A tree, and its parts as they are written.
struct Built<P> {
    tree: BinaryTree,
    parts: P,
}

impl<P: Parts> Built<P> {
    /// The facts about it.
    fn info(&self, input: &MeshInput, options: &CookOptions) -> Info {
        let mut info = Info::new(input, &self.tree, options);
        self.parts.describe(&mut info);
        info
    }

    /// The blob of a tree of pieces.
    fn into_pieces(self, input: &MeshInput, options: &CookOptions) -> Result<Blob<'static>> {
        let pieces_of = input.triangle_count() as u32;
        let info = Info { preset: options.preset.of_tree(), pieces_of, ..self.info(input, options) }.bytes();
        let mut writer = BlobWriter::new(BlobKind::Mesh);
        info.write(&mut writer);
        self.parts.write(Some(&self.tree.order), &mut writer);
        writer.finish()
    }
}
