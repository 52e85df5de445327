//! Cooking: input → tree → layout → blob → [`Mesh`].

use super::builder::BinaryTree;
use super::layout::{Info, TRIANGLE_TABLE};
use super::stored::{ForLayout, Parts};
use super::view::for_layout;
use super::{CookOptions, Mesh, MeshInput};
use crate::blob::{BlobKind, BlobWriter};
use crate::progress::{Monitor, run_monitored};
use crate::{Error, Result};

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
        let CookOptions { preset, split, quality, .. } = options;
        let cook = |monitor: &Monitor| {
            let mut tree = BinaryTree::build(input, split, quality, P::counts(preset), monitor)?;
            if monitor.is_cancelled() {
                return Err(Error::cancelled(String::new()));
            }
            let parts = P::encode(input, &mut tree, preset)?;
            Ok((tree, parts))
        };
        let (tree, parts) = run_monitored("build", options.thread_count, triangle_count, progress, cook)??;
        let mut info = Info::new(input, &tree, &options);
        parts.describe(&mut info);
        let ids = (!options.cooked_order).then_some(tree.order.as_slice());
        let table = if options.triangle_table { parts.table(ids, &info)? } else { None };
        let info = info.bytes();
        let mut writer = BlobWriter::new(BlobKind::Mesh);
        info.write(&mut writer);
        parts.write(ids, &mut writer);
        if let Some(table) = &table {
            writer.section(TRIANGLE_TABLE, table);
        }
        Ok((Mesh::from_trusted_blob(writer.finish()?)?, tree.order))
    }
}
