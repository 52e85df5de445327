//! The cooked mesh: its blob, and what is known about it.

use super::closed::{Known, is_closed};
use super::layout::Info;
use super::mesh_tree::{MeshParts, MeshTree};
use super::pieces::{Pieces, RayTrees};
use crate::Result;
use crate::blob::{Blob, BlobKind, Cooked};
use crate::geometry::Aabb;
use std::fmt;

/// A cooked triangle mesh. Immutable: every query takes `&self`, locks nothing, allocates nothing and may
/// run on all threads at once.
///
/// ```
/// use carom::prelude::*;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
/// let ball = Sphere { center: Vec3::new(0.2, 0.2, 0.5), radius: 1.0 };
/// assert!(mesh.overlap_sphere_one(&ball, &Filter::ALL)?);
///
/// // Its bytes are the mesh: they are saved, and opened again.
/// let again = Mesh::open_copy(mesh.bytes())?;
/// assert_eq!(again.overlap_sphere_all_one(&ball, &Filter::ALL)?, [0]);
/// # Ok::<(), carom::Error>(())
/// ```
pub struct Mesh<'a> {
    blob: Blob<'a>,
    parts: MeshParts,
    pieces: Option<Pieces>,
    is_closed: Known,
}

impl fmt::Debug for Mesh<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Mesh")
            .field("triangles", &self.triangle_count())
            .field("bytes", &self.bytes().len())
            .finish_non_exhaustive()
    }
}

impl Cooked for Mesh<'static> {
    const KIND: BlobKind = BlobKind::Mesh;

    fn from_blob(blob: Blob<'static>) -> Result<Self> {
        Mesh::from_blob(blob)
    }

    fn blob(&self) -> &Blob<'static> {
        &self.blob
    }
}

impl<'a> Mesh<'a> {
    /// Opens a copy of a cooked blob, at any address.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidBlob`] or [`crate::ErrorKind::UnsupportedVersion`]:
    /// every count, offset and index is checked, so a hostile file is an error and never more.
    pub fn open_copy(bytes: &[u8]) -> Result<Mesh<'static>> {
        Mesh::from_blob(Blob::open_copy(bytes, BlobKind::Mesh)?)
    }

    /// Opens a cooked blob where it lies, for example in a file mapping, at a multiple of
    /// [`crate::blob::ALIGNMENT`].
    ///
    /// # Errors
    /// As for [`Mesh::open_copy`], and [`crate::ErrorKind::Misaligned`].
    pub fn open_in_place(bytes: &'a [u8]) -> Result<Mesh<'a>> {
        Mesh::from_blob(Blob::open_in_place(bytes, BlobKind::Mesh)?)
    }

    fn from_blob(blob: Blob<'a>) -> Result<Mesh<'a>> {
        let parts = MeshParts::check(blob.view())?;
        let pieces = Pieces::check(blob.view(), parts.info())?;
        Ok(Mesh { blob, parts, pieces, is_closed: Known::default() })
    }

    /// For bytes that this library has just written.
    pub(super) fn from_trusted_blob(blob: Blob<'a>) -> Result<Mesh<'a>> {
        let (parts, pieces) = (MeshParts::find(blob.view())?, Pieces::find(blob.view())?);
        Ok(Mesh { blob, parts, pieces, is_closed: Known::default() })
    }

    /// The cooked bytes, to be saved. They are the runtime form: opening them gives this mesh again.
    pub fn bytes(&self) -> &[u8] {
        self.blob.bytes()
    }

    /// The number of triangles.
    pub fn triangle_count(&self) -> u32 {
        self.info().triangle_count
    }

    /// The box around all triangles; zero if there are none.
    pub fn bounds(&self) -> Aabb {
        self.info().bounds
    }

    /// Returns true if the surface is closed: if its triangles' edges, known by the positions of their ends, run as often in one
    /// direction as in the other. A pass over the mesh, the first time. Errs with odds of 2^-128.
    pub fn is_closed(&self) -> bool {
        self.is_closed.get_or(|| is_closed(self.tree()))
    }

    /// The facts about the mesh.
    pub(super) fn info(&self) -> &Info {
        self.parts.info()
    }

    /// The tree that queries read, but for those that need only the first hit of a ray.
    #[inline(always)]
    pub(crate) fn tree(&self) -> MeshTree<'_> {
        MeshTree::new(self.blob.view(), &self.parts)
    }

    /// The tree of pieces of the triangles, if the mesh was cooked with one.
    #[inline(always)]
    pub(super) fn pieces(&self) -> Option<MeshTree<'_>> {
        self.pieces.as_ref().map(|pieces| pieces.tree(self.blob.view()))
    }

    /// The trees in which the first hits of rays are found.
    #[inline(always)]
    pub(super) fn ray_trees(&self) -> RayTrees<'_> {
        let coherent = self.tree();
        RayTrees { coherent, alone: self.pieces().unwrap_or(coherent) }
    }
}
