//! The cooked tree: a checked blob, and the view that queries read.

use super::brush_boxes::{BrushBox, BrushBoxes, BuiltBoxes};
use super::check;
use super::tree::{Node, NodeRef, Plane, PlaneRef, Solids, Tree};
use crate::blob::{Blob, BlobKind, BlobView, BlobWriter, Cooked, Section};
use crate::geometry::{Aabb, Brief, Vec3};
use crate::mesh::{Mesh, MeshParts, MeshTree};
use crate::{Error, ErrorKind, Result};
use bytemuck::{Pod, Zeroable};
use glam::DVec3;
use std::fmt;

/// Section numbers of BSP blobs. Append-only.
mod section {
    pub(super) const INFO: u32 = 1;
    pub(super) const NODES: u32 = 2;
    pub(super) const PLANES: u32 = 3;
    pub(super) const STARTS: u32 = 4;
    pub(super) const FACES: u32 = 5;
    pub(super) const ATTRIBUTES: u32 = 6;
    pub(super) const COVERS: u32 = 7;
    pub(super) const SURFACE: u32 = 8;
    pub(super) const BOX_ORDER: u32 = 9;
    pub(super) const BOXES: u32 = 10;
}

/// The labels are those of the inverse tree.
const INVERSE: u32 = 1;
/// The surface leaks.
const LEAKY: u32 = 2;
/// Solids of the surface touch.
const TOUCHING: u32 = 4;

/// The INFO section.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Info {
    pub(super) depth: u32,
    /// The root, if it is a leaf: then there are no nodes.
    pub(super) root: u32,
    pub(super) flags: u32,
    /// The largest distance of cells from the solids that they stand for.
    pub(super) slack: f32,
    pub(super) attributes_any: u16,
    pub(super) attributes_all: u16,
    pub(super) bounds_min: [f32; 3],
    pub(super) bounds_max: [f32; 3],
    /// The origin of the planes' coordinates.
    pub(super) origin: [f32; 3],
    pub(super) reserved: [u32; 2],
}

/// The result of a build, from which the blob is made.
pub(super) struct Parts {
    pub(super) nodes: Vec<Node>,
    pub(super) planes: Vec<Plane>,
    pub(super) root: NodeRef,
    pub(super) depth: u32,
    pub(super) inverse: bool,
    pub(super) leaky: bool,
    pub(super) touching: bool,
    pub(super) starts: Vec<u32>,
    pub(super) faces: Vec<PlaneRef>,
    pub(super) attributes: Vec<u16>,
    pub(super) covers: Vec<u32>,
    /// The boxes of brushes; `None` for a surface.
    pub(super) boxes: Option<BuiltBoxes>,
    /// The triangles of a surface; `None` for brushes.
    pub(super) surface: Option<Mesh<'static>>,
    pub(super) slack: f64,
    /// Exact in f32.
    pub(super) origin: DVec3,
    /// Relative to the origin.
    pub(super) bounds: Option<(DVec3, DVec3)>,
}

impl Parts {
    /// Lays everything out as a blob.
    pub(super) fn cook(self) -> Result<Bsp<'static>> {
        let nothing = Aabb::new(Vec3::ZERO, Vec3::ZERO);
        let Aabb { min, max } =
            self.bounds.map_or(nothing, |(min, max)| Aabb::outward(min + self.origin, max + self.origin));
        let info = Info {
            depth: self.depth,
            root: self.root.number(),
            flags: if self.inverse { INVERSE } else { 0 }
                | if self.leaky { LEAKY } else { 0 }
                | if self.touching { TOUCHING } else { 0 },
            slack: (self.slack as f32).next_up(),
            attributes_any: self.attributes.iter().fold(0, |a, b| a | b),
            attributes_all: self.attributes.iter().fold(u16::MAX, |a, b| a & b),
            bounds_min: min.to_array(),
            bounds_max: max.to_array(),
            origin: self.origin.as_vec3().to_array(),
            reserved: [0; 2],
        };
        let mut writer = BlobWriter::new(BlobKind::Bsp);
        writer.section(section::INFO, std::slice::from_ref(&info));
        writer.section(section::NODES, &self.nodes);
        writer.section(section::PLANES, &self.planes);
        writer.section(section::STARTS, &self.starts);
        writer.section(section::FACES, &self.faces);
        writer.section(section::ATTRIBUTES, &self.attributes);
        writer.section(section::COVERS, &self.covers);
        if let Some(boxes) = &self.boxes {
            writer.section(section::BOX_ORDER, &boxes.order);
            writer.section(section::BOXES, &boxes.boxes);
        }
        if let Some(surface) = &self.surface {
            writer.section(section::SURFACE, surface.bytes());
        }
        Bsp::from_blob(writer.finish()?)
    }
}

/// A cooked BSP tree. Immutable: every query takes `&self`, locks nothing, allocates nothing and may run on
/// all threads at once.
///
/// ```
/// use carom::prelude::*;
///
/// // The half-spaces under a pyramid's faces: x, y, z and the distance of the plane along it.
/// let planes = [
///     [0.0, 0.0, -1.0, 0.0],
///     [1.0, 0.0, 1.0, 1.0],
///     [-1.0, 0.0, 1.0, 1.0],
///     [0.0, 1.0, 1.0, 1.0],
///     [0.0, -1.0, 1.0, 1.0],
/// ];
/// let input = BspInput::Brushes(BrushInput::new(&planes, &[5]));
/// let bsp = Bsp::build(&input, &BspOptions::default())?;
/// assert!(bsp.contains_point_one([0.0, 0.0, 0.5], &Filter::ALL)?.is_some());
///
/// let down = Ray::new(Vec3::new(0.0, 0.5, 2.0), -Vec3::Z);
/// assert_eq!(bsp.raycast_one(&down, &Filter::ALL)?.map(|hit| hit.t), Some(1.5));
/// # Ok::<(), carom::Error>(())
/// ```
pub struct Bsp<'a> {
    blob: Blob<'a>,
    info: Info,
    nodes: Section,
    planes: Section,
    starts: Section,
    faces: Section,
    attributes: Section,
    covers: Section,
    /// The brush of each box, and the boxes; none in a blob that stores none.
    boxes: Option<(Section, Section)>,
    surface: Option<Surface>,
}

impl fmt::Debug for Bsp<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.debug_struct("Bsp")
            .field("brushes", &self.brush_count())
            .field("bytes", &self.bytes().len())
            .finish_non_exhaustive()
    }
}

/// The triangles of a surface: a mesh whose blob is nested in a section.
struct Surface {
    section: Section,
    parts: MeshParts,
}

impl Surface {
    fn find(blob: BlobView) -> Result<Option<Surface>> {
        if !blob.has(section::SURFACE) {
            return Ok(None);
        }
        let section = blob.find::<u8>(section::SURFACE, "surface")?;
        let parts = blob.check_nested(section, BlobKind::Mesh).and_then(MeshParts::check);
        parts.map(|parts| Some(Surface { section, parts })).map_err(|error| match error.kind() {
            ErrorKind::OutOfMemory => error,
            _ => Error::invalid_blob(text!("surface: {error}")),
        })
    }
}

/// Properties of a cooked tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BspStats {
    /// The number of brushes of the input, those without volume included; 1 for a surface.
    pub brush_count: u32,
    /// The number of stored faces of brushes, or of triangles of a surface.
    pub face_count: u32,
    /// The number of records of 8 bytes in the tree.
    pub node_count: u32,
    /// The number of planes.
    pub plane_count: u32,
    /// The number of nodes on the longest path, which bounds the stack of every traversal.
    pub depth: u32,
    /// The padding of the threshold beyond the rounding of the query itself, in the user's units: the largest
    /// distance of cells from the solids that they stand for.
    pub slack: f32,
    /// The box around all faces; zero if there are none.
    pub bounds: Aabb,
    /// All attribute bits that any brush has.
    pub attributes_any: u16,
    /// The attribute bits that all brushes have.
    pub attributes_all: u16,
    /// True if the inverse tree is stored.
    pub inverse: bool,
    /// True if the surface leaks: it was built with
    /// [`BspOptions::ignore_leaks`](super::BspOptions::ignore_leaks).
    pub leaks: bool,
    /// Bytes of the tree: nodes.
    pub node_bytes: u64,
    /// Bytes of the plane table.
    pub plane_bytes: u64,
    /// Bytes of the solids: faces, attributes, lists and boxes of brushes; the mesh of a surface.
    pub solid_bytes: u64,
    /// The size of the blob.
    pub total_bytes: u64,
}

impl Cooked for Bsp<'static> {
    const KIND: BlobKind = BlobKind::Bsp;

    fn from_blob(blob: Blob<'static>) -> Result<Self> {
        Bsp::from_blob(blob)
    }

    fn blob(&self) -> &Blob<'static> {
        &self.blob
    }
}

impl<'a> Bsp<'a> {
    /// Opens a copy of a cooked blob, at any address.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidBlob`] or [`crate::ErrorKind::UnsupportedVersion`]: every count, offset and
    /// index is checked, so a hostile file is an error and never more.
    pub fn open_copy(bytes: &[u8]) -> Result<Bsp<'static>> {
        Bsp::from_blob(Blob::open_copy(bytes, BlobKind::Bsp)?)
    }

    /// Opens a cooked blob where it lies, at a multiple of [`crate::blob::ALIGNMENT`].
    ///
    /// # Errors
    /// As for [`Bsp::open_copy`], and [`crate::ErrorKind::Misaligned`].
    pub fn open_in_place(bytes: &'a [u8]) -> Result<Bsp<'a>> {
        Bsp::from_blob(Blob::open_in_place(bytes, BlobKind::Bsp)?)
    }

    fn from_blob(blob: Blob<'a>) -> Result<Bsp<'a>> {
        let view = blob.view();
        let info = view.view::<Info>(view.find::<Info>(section::INFO, "info")?);
        let &[info] = info else {
            return Err(Error::invalid_blob(text!("{} info records", info.len())));
        };
        let bsp = Bsp {
            info,
            nodes: view.find::<Node>(section::NODES, "nodes")?,
            planes: view.find::<Plane>(section::PLANES, "planes")?,
            starts: view.find::<u32>(section::STARTS, "starts")?,
            faces: view.find::<PlaneRef>(section::FACES, "faces")?,
            attributes: view.find::<u16>(section::ATTRIBUTES, "attributes")?,
            covers: view.find::<u32>(section::COVERS, "covers")?,
            boxes: match view.has(section::BOX_ORDER) {
                true => Some((
                    view.find::<u32>(section::BOX_ORDER, "box order")?,
                    view.find::<BrushBox>(section::BOXES, "boxes")?,
                )),
                false => None,
            },
            surface: Surface::find(view)?,
            blob,
        };
        if info.flags & !(INVERSE | LEAKY | TOUCHING) != 0 {
            return Err(Error::invalid_blob(text!("flags {:#x} are unknown", info.flags)));
        }
        let bounds = bsp.bounds();
        if !(bounds.min.is_finite() && bounds.max.is_finite()) {
            return Err(Error::invalid_blob("bounds are not finite"));
        }
        if !Vec3::from_array(info.origin).is_finite() {
            return Err(Error::invalid_blob("origin is not finite"));
        }
        if !(info.slack >= 0.0 && info.slack <= f32::MAX) {
            return Err(Error::invalid_blob(text!("slack {} is no distance", Brief(info.slack))));
        }
        let tree = bsp.tree();
        check::check(&tree, info.depth)?;
        tree.solids.boxes.check(if tree.solids.are_cells() { 0 } else { tree.solids.attributes.len() })?;
        Ok(bsp)
    }

    /// The cooked bytes, to be saved. They are the runtime form: opening them gives this tree again.
    pub fn bytes(&self) -> &[u8] {
        self.blob.bytes()
    }

    /// The number of brushes of the input; 1 for a surface.
    pub fn brush_count(&self) -> u32 {
        self.tree().solids.attributes.len() as u32
    }

    /// The box around all faces; zero if there are none.
    pub fn bounds(&self) -> Aabb {
        Aabb::new(Vec3::from_array(self.info.bounds_min), Vec3::from_array(self.info.bounds_max))
    }

    /// The properties of the tree.
    pub fn stats(&self) -> BspStats {
        let (info, tree) = (&self.info, self.tree());
        let solids = &tree.solids;
        let brush_bytes = size_of_val(solids.starts)
            + size_of_val(solids.faces)
            + size_of_val(solids.attributes)
            + size_of_val(solids.covers)
            + size_of_val(solids.boxes.order)
            + size_of_val(solids.boxes.boxes);
        let surface_bytes = self.surface.as_ref().map_or(0, |surface| surface.section.size());
        let triangle_count = solids.surface.map_or(0, |surface| surface.triangle_count());
        BspStats {
            brush_count: self.brush_count(),
            face_count: solids.faces.len() as u32 + triangle_count,
            node_count: tree.nodes.len() as u32,
            plane_count: tree.planes.len() as u32,
            depth: info.depth,
            slack: info.slack,
            bounds: self.bounds(),
            attributes_any: info.attributes_any,
            attributes_all: info.attributes_all,
            inverse: tree.inverse,
            leaks: info.flags & LEAKY != 0,
            node_bytes: size_of_val(tree.nodes) as u64,
            plane_bytes: size_of_val(tree.planes) as u64,
            solid_bytes: (brush_bytes + surface_bytes) as u64,
            total_bytes: self.bytes().len() as u64,
        }
    }

    /// The number of brushes that are given by faces.
    fn brushes_with_faces(&self) -> u32 {
        self.blob.view().view::<u32>(self.starts).len().saturating_sub(1) as u32
    }

    /// The view that queries read.
    #[inline]
    pub(super) fn tree(&self) -> Tree<'_> {
        let blob = self.blob.view();
        let nodes: &[Node] = blob.view(self.nodes);
        Tree {
            nodes,
            planes: blob.view(self.planes),
            root: if nodes.is_empty() { NodeRef::from_number(self.info.root) } else { NodeRef::node(0) },
            inverse: self.info.flags & INVERSE != 0,
            has_inner_surface: self.info.flags & (LEAKY | TOUCHING) != 0,
            origin: Vec3::from_array(self.info.origin).as_dvec3(),
            slack: self.info.slack,
            solids: Solids {
                starts: blob.view(self.starts),
                faces: blob.view(self.faces),
                attributes: blob.view(self.attributes),
                covers: blob.view(self.covers),
                boxes: match self.boxes {
                    Some((order, boxes)) => {
                        BrushBoxes { order: blob.view(order), boxes: blob.view(boxes), without: 0 }
                    }
                    None => BrushBoxes { without: self.brushes_with_faces(), ..BrushBoxes::default() },
                },
                surface: (self.surface.as_ref())
                    .map(|surface| MeshTree::new(blob.nested(surface.section), &surface.parts)),
            },
        }
    }
}
