//! The cooked field: its blob and its properties.

use super::sections::{INFINITE, Info, Parts, Values, View, section};
use super::storage::{
    Bricks, COARSE, Code, Code8, Code16, Encoded, Errors, check_grid, check_options, check_triangles,
    check_values, dense_ranges, encode, measure, slope,
};
use super::{Grid, Storage, StorageOptions};
use crate::Result;
use crate::blob::{Blob, BlobKind, BlobWriter, Cooked};
use crate::geometry::Aabb;
use std::fmt;
use std::marker::PhantomData;

/// A cooked signed distance field: a value at every node of a regular grid, negative inside. Immutable: every
/// query takes `&self`, locks nothing, allocates nothing and may run on all threads at once.
///
/// ```
/// use carom::prelude::*;
///
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
/// let mesh = Mesh::new(&corners, &[[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])?;
/// let sdf = Sdf::of(&mesh, 16)?;
/// let ball = Sphere { center: Vec3::new(-0.25, 1.0, 1.0), radius: 0.5 };
/// let contact = sdf.collide_sphere_one(&ball, 0.0)?.expect("it touches the side");
/// assert_eq!((contact.depth, contact.normal), (0.25, -Vec3::X));
/// # Ok::<(), carom::Error>(())
/// ```
pub struct Sdf<'a> {
    blob: Blob<'a>,
    parts: Parts,
    /// True if any block has both negative values and others.
    has_surface: bool,
}

impl fmt::Debug for Sdf<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Sdf")
            .field("grid", &self.grid())
            .field("bytes", &self.bytes().len())
            .finish_non_exhaustive()
    }
}

/// Properties of a cooked field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfStats {
    /// The form in which it is stored.
    pub storage: Storage,
    /// Its grid.
    pub grid: Grid,
    /// True if all values are infinite: there is no surface.
    pub is_infinite: bool,
    /// True if the nearest triangle of each node is kept.
    pub has_triangles: bool,
    /// The number of blocks of 8³ cells in the grid.
    pub block_count: u32,
    /// The number of blocks that are stored in full; 0 for dense storage.
    pub brick_count: u32,
    /// The largest error of a stored node, in the user's units: the true maximum, rounded up. 0 for dense
    /// storage.
    pub error: f32,
    /// The same for blocks that are stored in full. All blocks that the surface passes are among them.
    pub near_error: f32,
    /// The same for blocks that are reduced to their corners; 0 if there are none.
    pub far_error: f32,
    /// The steepness of the interpolant of the exact values: no two of its points differ by more than this
    /// times their distance. If the sign changes at the surface alone (on closed meshes, and always with
    /// [`SignMethod::Unsigned`](super::SignMethod::Unsigned) and
    /// [`SignMethod::Thickness`](super::SignMethod::Thickness)), it is 1 where the surface is flat, about 1.4
    /// over ridges, and never more than the root of 3, but for roundings. If the sign changes elsewhere, as
    /// across the hole of an open mesh, neighbours at a distance `d` from the surface differ by `2 * d`. Then
    /// the slope is as large as `2 * d` in cells, times the root of 3, and rays march in correspondingly
    /// shorter steps.
    pub slope: f32,
    /// See [`StorageOptions::max_distance`].
    pub max_distance: f32,
    /// Bytes of values: of nodes, bricks and corners.
    pub value_bytes: u64,
    /// Bytes of the tables of blocks, and of their ranges.
    pub table_bytes: u64,
    /// Bytes of triangles.
    pub triangle_bytes: u64,
    /// The size of the blob.
    pub total_bytes: u64,
}

impl Sdf<'static> {
    /// Cooks a field from the value at every node of a grid, in the order of [`Grid::index`]. All must be
    /// finite, or all positive infinity: a field without a surface. `triangles` are the nodes' nearest
    /// triangles, if they are to be kept; sparse storages keep those of blocks that they store in full.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or
    /// [`crate::ErrorKind::InvalidArgument`] with the first node at fault, a number of
    /// values that is not that of the nodes, or an option; [`crate::ErrorKind::TooLarge`] for
    /// more than [`MAX_AXIS`](super::MAX_AXIS) nodes along an axis.
    pub fn build(
        grid: &Grid,
        values: &[f32],
        triangles: Option<&[u32]>,
        options: &StorageOptions,
    ) -> Result<Sdf<'static>> {
        check_grid(grid)?;
        check_options(options)?;
        let infinite = check_values(grid, values, options.max_distance)?;
        check_triangles(grid, triangles)?;
        let info = Info {
            storage: options.storage as u32,
            flags: if infinite { INFINITE } else { 0 },
            dims: grid.dims(),
            origin: grid.origin().to_array(),
            cell: grid.cell(),
            step: 0.0,
            near_error: 0.0,
            far_error: 0.0,
            slope: if infinite { 0.0 } else { slope(grid, values) },
            max_distance: if options.max_distance.is_finite() { options.max_distance } else { 0.0 },
            reserved: [0; 2],
        };
        if infinite {
            let mut writer = BlobWriter::new(BlobKind::Sdf);
            writer.section(section::INFO, std::slice::from_ref(&info));
            return Sdf::from_blob(writer.finish()?);
        }
        match options.storage {
            Storage::Dense => cook_dense(info, grid, values, triangles),
            Storage::Bricks16 => cook_bricks(info, grid, values, triangles, options, PhantomData::<Code16>),
            Storage::Bricks8 => cook_bricks(info, grid, values, triangles, options, PhantomData::<Code8>),
        }
    }

    /// Opens a copy of a cooked blob, at any address.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidBlob`] or
    /// [`crate::ErrorKind::UnsupportedVersion`]: every count, number and index is
    /// checked, so a hostile file is an error and never more.
    pub fn open_copy(bytes: &[u8]) -> Result<Sdf<'static>> {
        Sdf::from_blob(Blob::open_copy(bytes, BlobKind::Sdf)?)
    }
}

impl Cooked for Sdf<'static> {
    const KIND: BlobKind = BlobKind::Sdf;

    fn from_blob(blob: Blob<'static>) -> Result<Self> {
        Sdf::from_blob(blob)
    }

    fn blob(&self) -> &Blob<'static> {
        &self.blob
    }
}

impl<'a> Sdf<'a> {
    /// Opens a cooked blob where it lies, for example in a file mapping, at a multiple of
    /// [`crate::blob::ALIGNMENT`].
    ///
    /// # Errors
    /// As for [`Sdf::open_copy`], and [`crate::ErrorKind::Misaligned`].
    pub fn open_in_place(bytes: &'a [u8]) -> Result<Sdf<'a>> {
        Sdf::from_blob(Blob::open_in_place(bytes, BlobKind::Sdf)?)
    }

    fn from_blob(blob: Blob<'a>) -> Result<Sdf<'a>> {
        let parts = Parts::find(blob.view())?;
        parts.check(blob.view())?;
        let changes_sign = |&[least, most]: &[f32; 2]| least < 0.0 && most >= 0.0;
        let has_surface = parts.ranges(blob.view()).iter().any(changes_sign);
        Ok(Sdf { blob, parts, has_surface })
    }

    /// The cooked bytes, to be saved. They are the runtime form: opening them gives this field again.
    pub fn bytes(&self) -> &[u8] {
        self.blob.bytes()
    }

    /// The positions of the nodes.
    pub fn grid(&self) -> &Grid {
        &self.parts.grid
    }

    /// The box from the first node to the last.
    pub fn bounds(&self) -> Aabb {
        self.parts.grid.bounds()
    }

    /// The largest error of a stored node, in the user's units; 0 for dense storage.
    pub fn error(&self) -> f32 {
        crate::geometry::max(self.parts.errors.near, self.parts.errors.far)
    }

    /// The properties of the field.
    pub fn stats(&self) -> SdfStats {
        let Parts { storage, grid, errors, slope, max_distance, blocks, .. } = self.parts;
        let record = super::sections::record(storage);
        let (value_bytes, table_bytes, brick_count) = match self.parts.values {
            Values::Infinite => (0, 0, 0),
            Values::Dense { values, ranges } => (values.size(), ranges.size(), 0),
            Values::Bricks { table, corners, bricks, ranges } => {
                (corners.size() + bricks.size(), table.size() + ranges.size(), bricks.size() / record)
            }
        };
        SdfStats {
            storage,
            grid,
            is_infinite: matches!(self.parts.values, Values::Infinite),
            has_triangles: self.parts.triangles.is_some(),
            block_count: blocks.count() as u32,
            brick_count: brick_count as u32,
            error: self.error(),
            near_error: errors.near,
            far_error: errors.far,
            slope,
            max_distance,
            value_bytes: value_bytes as u64,
            table_bytes: table_bytes as u64,
            triangle_bytes: self.parts.triangles.map_or(0, |triangles| triangles.size() as u64),
            total_bytes: self.bytes().len() as u64,
        }
    }

    /// The properties of the field, and the places of its parts.
    #[inline(always)]
    pub(super) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The values.
    #[inline(always)]
    pub(super) fn view(&self) -> View<'_> {
        self.parts.view(self.blob.view())
    }

    /// The least and the greatest value of each block; empty if all values are infinite.
    #[inline(always)]
    pub(super) fn ranges(&self) -> &[[f32; 2]] {
        self.parts.ranges(self.blob.view())
    }

    /// Returns true if the values change their sign anywhere: in a block, because neighbouring blocks share
    /// nodes.
    #[inline(always)]
    pub(super) fn has_surface(&self) -> bool {
        self.has_surface
    }

    /// The triangles that are kept.
    #[inline(always)]
    pub(super) fn triangles(&self) -> Option<&[u32]> {
        self.parts.triangles.map(|triangles| self.blob.view().view(triangles))
    }
}

fn cook_dense(info: Info, grid: &Grid, values: &[f32], triangles: Option<&[u32]>) -> Result<Sdf<'static>> {
    let ranges = dense_ranges(grid, values)?;
    let mut writer = BlobWriter::new(BlobKind::Sdf);
    writer.section(section::INFO, std::slice::from_ref(&info));
    writer.section(section::VALUES, values);
    writer.section(section::RANGES, &ranges);
    if let Some(triangles) = triangles {
        writer.section(section::TRIANGLES, triangles);
    }
    Sdf::from_blob(writer.finish()?)
}

fn cook_bricks<C: Code>(
    info: Info,
    grid: &Grid,
    values: &[f32],
    triangles: Option<&[u32]>,
    options: &StorageOptions,
    code: PhantomData<C>,
) -> Result<Sdf<'static>> {
    let encoded: Encoded = encode::<C>(grid, values, triangles, options)?;
    let blocks = super::storage::Blocks::of(grid);
    let Encoded { table, corners, bricks, step, .. } = &encoded;
    let field = Bricks { blocks, table, corners, bricks, step: *step, code };
    let is_coarse = |block: [u32; 3]| table[blocks.index(block)] == COARSE;
    let (Errors { near, far }, ranges) = measure(grid, values, |block| field.decode(block), is_coarse)?;
    let info = Info { step: *step, near_error: near, far_error: far, ..info };
    let mut writer = BlobWriter::new(BlobKind::Sdf);
    writer.section(section::INFO, std::slice::from_ref(&info));
    writer.section(section::TABLE, table);
    writer.section(section::CORNERS, corners);
    writer.section(section::BRICKS, bricks);
    writer.section(section::RANGES, &ranges);
    if triangles.is_some() {
        writer.section(section::TRIANGLES, &encoded.triangles);
    }
    Sdf::from_blob(writer.finish()?)
}
