//! The hull in its blob.

use super::build::{MAX_VERTICES, Parts, build, hull_of};
use crate::batch::{Batch, check_coordinates};
use crate::blob::{Blob, BlobKind, BlobView, BlobWriter, Cooked, Section};
use crate::geometry::{Aabb, ConvexHull, HullEdge, HullPlane, HullPose, PoseMatrix, Vec3};
use crate::{Error, ErrorKind, Result};
use bytemuck::{NoUninit, Pod};
use std::fmt;

/// Section numbers of hulls. Append-only.
mod section {
    pub(super) const VERTICES: u32 = 1;
    pub(super) const STARTS: u32 = 2;
    pub(super) const LOOPS: u32 = 3;
    pub(super) const EDGES: u32 = 4;
    pub(super) const PLANES: u32 = 5;
}

/// The convex hull of points. Immutable: queries take it in any pose, and on all threads at once.
///
/// A solid has 4 to 255 vertices. Points in a plane make a polygon, which has two faces, points on a line a segment, and
/// equal points a point: they touch what they share a point with, as solids do.
///
/// ```
/// use carom::prelude::*;
///
/// let mesh = Mesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], &[[0, 1, 2]])?;
/// let hull = Hull::build(&[Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::splat(0.1)])?;
/// assert_eq!(hull.stats().vertex_count, 4);
///
/// let above = Pose { translation: Vec3::new(0.1, 0.1, 2.0), ..Pose::IDENTITY };
/// let shape = hull.at(above.matrix(|| "above".into())?);
/// assert!(!mesh.overlap_hull_one(&shape, &Filter::ALL)?);
/// let cast = HullCast { shape, displacement: Vec3::new(0.0, 0.0, -4.0) };
/// let hit = mesh.cast_hull_one(&cast, &Filter::ALL, ContactEdges::Smooth)?;
/// // Never late.
/// assert!(hit.is_some_and(|hit| hit.t <= 0.5 && hit.t > 0.499_999));
/// # Ok::<(), carom::Error>(())
/// ```
pub struct Hull<'a> {
    blob: Blob<'a>,
    vertices: Section,
    starts: Section,
    loops: Section,
    edges: Section,
    planes: Section,
    bounds: Aabb,
}

impl fmt::Debug for Hull<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Hull")
            .field("vertices", &self.stats().vertex_count)
            .field("bytes", &self.bytes().len())
            .finish_non_exhaustive()
    }
}

/// The properties of a hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HullStats {
    /// 3 for a solid, 2 for a polygon, 1 for a segment, 0 for a point.
    pub dimension: u32,
    /// The number of vertices.
    pub vertex_count: u32,
    /// The number of faces: two for a polygon, none for a segment or a point.
    pub face_count: u32,
    /// The number of edges.
    pub edge_count: u32,
    /// The box around it.
    pub bounds: Aabb,
    /// Its volume; 0 if it is not solid.
    pub volume: f64,
    /// The size of the blob.
    pub total_bytes: u64,
}

impl Hull<'static> {
    /// The convex hull of points: exactly, in real numbers. Faces are merged where they are exactly in one plane. A point
    /// on a face or an edge is no vertex. The bytes depend on the set of points only, not on their order.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for no points, and for a coordinate beyond [`crate::geometry::LARGEST`];
    /// [`ErrorKind::NotFinite`] for one that is not finite; [`ErrorKind::TooLarge`] for a hull with more than 255
    /// vertices. Points inside of the hull may be more.
    pub fn build(points: &(impl Batch<Vec3> + ?Sized)) -> Result<Hull<'static>> {
        let parts = build((0..points.count()).map(|i| points.query(i)))?;
        Hull::from_trusted_blob(cook(&parts)?)
    }

    /// Opens a copy of a cooked blob, at any address.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidBlob`] or [`ErrorKind::UnsupportedVersion`]. The hull of the vertices is built again, and the
    /// blob must be the same.
    pub fn open_copy(bytes: &[u8]) -> Result<Hull<'static>> {
        Hull::from_blob(Blob::open_copy(bytes, BlobKind::Hull)?)
    }
}

impl Cooked for Hull<'static> {
    const KIND: BlobKind = BlobKind::Hull;

    fn from_blob(blob: Blob<'static>) -> Result<Self> {
        Hull::from_blob(blob)
    }

    fn blob(&self) -> &Blob<'static> {
        &self.blob
    }
}

impl<'a> Hull<'a> {
    /// Opens a cooked blob where it lies, for example in a file mapping, at a multiple of
    /// [`crate::blob::ALIGNMENT`].
    ///
    /// # Errors
    /// As for [`Hull::open_copy`], and [`ErrorKind::Misaligned`].
    pub fn open_in_place(bytes: &'a [u8]) -> Result<Hull<'a>> {
        Hull::from_blob(Blob::open_in_place(bytes, BlobKind::Hull)?)
    }

    fn from_blob(blob: Blob<'a>) -> Result<Hull<'a>> {
        check(blob.view())?;
        Hull::from_trusted_blob(blob)
    }

    /// For bytes that are known to be right.
    fn from_trusted_blob(blob: Blob<'a>) -> Result<Hull<'a>> {
        let view = blob.view();
        let vertices = view.find::<Vec3>(section::VERTICES, "vertices")?;
        Ok(Hull {
            vertices,
            starts: view.find::<u16>(section::STARTS, "starts")?,
            loops: view.find::<u8>(section::LOOPS, "loops")?,
            edges: view.find::<HullEdge>(section::EDGES, "edges")?,
            planes: view.find::<HullPlane>(section::PLANES, "planes")?,
            bounds: Parts::bounds(view.view(vertices)),
            blob,
        })
    }

    /// The cooked bytes, to be saved. They are the runtime form: opening them gives this hull again.
    pub fn bytes(&self) -> &[u8] {
        self.blob.bytes()
    }

    /// Its vertices, faces and edges.
    #[inline]
    pub fn parts(&self) -> ConvexHull<'_> {
        let view = self.blob.view();
        let faces = (view.view(self.starts), view.view(self.loops));
        let (vertices, edges) = (view.view(self.vertices), view.view(self.edges));
        ConvexHull::new(vertices, faces, edges, view.view(self.planes), self.bounds)
    }

    /// The hull in a pose, for queries, which check the pose.
    #[inline]
    pub fn at(&self, pose: PoseMatrix) -> HullPose<'_> {
        HullPose { hull: self.parts(), pose }
    }

    /// The properties of the hull.
    pub fn stats(&self) -> HullStats {
        let parts = self.parts();
        HullStats {
            dimension: parts.dimension(),
            vertex_count: parts.vertices().len() as u32,
            face_count: parts.face_count() as u32,
            edge_count: parts.edges().len() as u32,
            bounds: parts.bounds(),
            volume: volume(&parts),
            total_bytes: self.bytes().len() as u64,
        }
    }
}

/// The sum of the volumes of pyramids over all faces, from the first vertex.
fn volume(hull: &ConvexHull) -> f64 {
    let from = hull.vertices()[0].as_dvec3();
    let pyramid = |i: usize| {
        let foot = hull.vertices()[usize::from(hull.face(i)[0])].as_dvec3();
        hull.planes()[i].normal.dot(foot - from)
    };
    let sum = (0..hull.face_count()).map(pyramid).fold(0.0, |sum, volume| sum + volume);
    sum.max(0.0) / 6.0
}

fn cook(parts: &Parts) -> Result<Blob<'static>> {
    let mut writer = BlobWriter::new(BlobKind::Hull);
    writer.section(section::VERTICES, &parts.vertices);
    writer.section(section::STARTS, &parts.starts);
    writer.section(section::LOOPS, &parts.loops);
    writer.section(section::EDGES, &parts.edges);
    writer.section(section::PLANES, &parts.planes);
    writer.finish()
}

/// Makes sure that a blob is what the hull of its vertices is cooked to: whatever anything relies on is so then.
fn check(blob: BlobView) -> Result<()> {
    let vertices: &[Vec3] = blob.view(blob.find::<Vec3>(section::VERTICES, "vertices")?);
    if vertices.is_empty() || vertices.len() > MAX_VERTICES {
        let count = vertices.len();
        return Err(Error::invalid_blob(text!("{count} vertices are not from 1 to {MAX_VERTICES}")));
    }
    for (i, &vertex) in vertices.iter().enumerate() {
        check_coordinates(vertex, || text!("vertices[{i}]")).map_err(damage)?;
        if vertex.to_array().iter().any(|x| x.to_bits() == (-0.0f32).to_bits()) {
            return Err(Error::invalid_blob(text!("vertices[{i}]: a zero is negative")));
        }
    }
    let parts = hull_of(vertices).map_err(damage)?;
    compare(blob, section::VERTICES, "vertices", &parts.vertices)?;
    compare(blob, section::STARTS, "starts", &parts.starts)?;
    compare(blob, section::LOOPS, "loops", &parts.loops)?;
    compare(blob, section::EDGES, "edges", &parts.edges)?;
    compare(blob, section::PLANES, "planes", &parts.planes)
}

fn damage(error: Error) -> Error {
    if error.kind() == ErrorKind::OutOfMemory { error } else { Error::invalid_blob(error) }
}

fn compare<T: Pod + NoUninit>(blob: BlobView, id: u32, name: &str, expected: &[T]) -> Result<()> {
    let found: &[T] = blob.view(blob.find::<T>(id, name)?);
    match bytemuck::cast_slice::<T, u8>(found) == bytemuck::cast_slice::<T, u8>(expected) {
        true => Ok(()),
        false => Err(Error::invalid_blob(text!("{name} are not those of the vertices' hull"))),
    }
}
