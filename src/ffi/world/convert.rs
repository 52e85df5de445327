//! Between the ABI's structs for worlds and the library's types.

use super::published::*;
use super::query_types::*;
use super::types::*;
use crate::ffi::frame::desc::unknown;
use crate::ffi::frame::pointer::same_layout;
use crate::geometry::{Aabb, Sphere, Vec3};
use crate::world::*;
use crate::{Error, Result};

impl From<ObjectId> for u64 {
    fn from(id: ObjectId) -> u64 {
        id.0
    }
}

impl From<u64> for ObjectId {
    fn from(id: u64) -> ObjectId {
        ObjectId(id)
    }
}

/// The shape must have been checked.
impl From<CaromVolume> for Volume {
    fn from(volume: CaromVolume) -> Volume {
        match volume.shape {
            CAROM_VOLUME_SPHERE => {
                Volume::Sphere(Sphere { center: volume.min.into(), radius: volume.radius })
            }
            _ => Volume::Box(Aabb::new(volume.min.into(), volume.max.into())),
        }
    }
}

impl From<Volume> for CaromVolume {
    fn from(volume: Volume) -> CaromVolume {
        let zero = Vec3::ZERO;
        match volume {
            Volume::Box(bounds) => CaromVolume {
                shape: CAROM_VOLUME_BOX,
                radius: 0.0,
                min: bounds.min.into(),
                max: bounds.max.into(),
            },
            Volume::Sphere(sphere) => CaromVolume {
                shape: CAROM_VOLUME_SPHERE,
                radius: sphere.radius,
                min: sphere.center.into(),
                max: zero.into(),
            },
        }
    }
}

/// Checks that the shapes of volumes are known.
pub(in crate::ffi) fn check_shapes(volumes: &[CaromVolume], name: impl Fn(usize) -> String) -> Result<()> {
    match volumes.iter().position(|volume| volume.shape > CAROM_VOLUME_SPHERE) {
        Some(i) => Err(Error::invalid_argument(text!("{}.shape: {} is unknown", name(i), volumes[i].shape))),
        None => Ok(()),
    }
}

/// Checks what is no number of objects.
pub(in crate::ffi) fn check_objects(
    objects: &[CaromWorldObject],
    name: impl Fn(usize) -> String,
) -> Result<()> {
    for (i, object) in objects.iter().enumerate() {
        check_shapes(&[object.volume], |_| text!("{}.volume", name(i)))?;
        if object.is_static > 1 {
            return Err(Error::invalid_argument(text!(
                "{}.is_static: {} is neither 0 nor 1",
                name(i),
                object.is_static
            )));
        }
        if object.reserved != 0 {
            return Err(Error::invalid_argument(text!(
                "{}.reserved: {} is not zero",
                name(i),
                object.reserved
            )));
        }
    }
    Ok(())
}

impl From<CaromGroupFilter> for GroupFilter {
    fn from(filter: CaromGroupFilter) -> GroupFilter {
        GroupFilter { group: filter.group, mask: filter.mask }
    }
}

impl From<CaromWorldFilter> for QueryFilter {
    fn from(filter: CaromWorldFilter) -> QueryFilter {
        QueryFilter { groups: filter.groups.into(), ignore: ObjectId(filter.ignore) }
    }
}

impl From<CaromWorldObject> for Object {
    fn from(object: CaromWorldObject) -> Object {
        Object {
            volume: object.volume.into(),
            filter: object.filter.into(),
            user: object.user,
            is_static: object.is_static != 0,
        }
    }
}

impl From<Object> for CaromWorldObject {
    fn from(object: Object) -> CaromWorldObject {
        CaromWorldObject {
            user: object.user,
            volume: object.volume.into(),
            filter: CaromGroupFilter { group: object.filter.group, mask: object.filter.mask },
            is_static: object.is_static.into(),
            reserved: 0,
        }
    }
}

impl From<Pair> for CaromWorldPair {
    fn from(pair: Pair) -> CaromWorldPair {
        CaromWorldPair { a: pair.a.0, b: pair.b.0 }
    }
}

impl From<NodeBox> for CaromWorldBox {
    fn from(node: NodeBox) -> CaromWorldBox {
        CaromWorldBox { bounds: node.bounds.into(), depth: node.depth, objects: node.objects }
    }
}

impl From<CaromPlane> for Plane {
    fn from(plane: CaromPlane) -> Plane {
        Plane { normal: plane.normal.into(), offset: plane.offset }
    }
}

impl From<CaromFrustum> for Frustum {
    fn from(frustum: CaromFrustum) -> Frustum {
        Frustum { planes: frustum.planes.map(Plane::from) }
    }
}

impl From<CaromAabbCast> for AabbCast {
    fn from(cast: CaromAabbCast) -> AabbCast {
        AabbCast { bounds: cast.bounds.into(), displacement: cast.displacement.into() }
    }
}

impl From<Hit> for CaromWorldHit {
    fn from(hit: Hit) -> CaromWorldHit {
        CaromWorldHit { object: hit.object.0, user: hit.user, t: hit.t, reserved: 0 }
    }
}

/// The options that a descriptor names.
pub(in crate::ffi) fn options(desc: &CaromWorldDesc) -> Result<WorldOptions> {
    let byte = |name: &'static str, value: u32| {
        u8::try_from(value)
            .map_err(|_| Error::invalid_argument(text!("{value} exceeds 255")).of("desc", name))
    };
    let axes = if desc.axes == [0; 2] { WorldOptions::default().axes.map(u32::from) } else { desc.axes };
    Ok(WorldOptions {
        structure: StructureKind::from_number(desc.structure)
            .ok_or_else(|| unknown("structure", desc.structure))?,
        tag: if desc.tag == 0 { next_tag() } else { byte("tag", desc.tag)? },
        thread_count: desc.thread_count as usize,
        build: HierarchyBuild::from_number(desc.build).ok_or_else(|| unknown("build", desc.build))?,
        placement: Placement::from_number(desc.placement)
            .ok_or_else(|| unknown("placement", desc.placement))?,
        axes: [byte("axes[0]", axes[0])?, byte("axes[1]", axes[1])?],
        cell_size: desc.cell_size,
        bounds: match desc.has_bounds {
            0 => None,
            1 => Some(desc.bounds.into()),
            other => return Err(unknown("has_bounds", other)),
        },
    })
}

impl From<WorldStats> for CaromWorldStats {
    fn from(stats: WorldStats) -> CaromWorldStats {
        CaromWorldStats {
            struct_size: size_of::<CaromWorldStats>() as u32,
            depth: stats.depth,
            object_count: stats.objects,
            static_count: stats.statics,
            node_count: stats.nodes,
            build_count: stats.builds,
            refit_count: stats.refits,
            bytes_objects: stats.object_bytes,
            bytes_compounds: stats.compound_bytes,
            bytes_structure: stats.structure_bytes,
            bytes_pairs: stats.pair_bytes,
            area: stats.area,
            overlap: stats.overlap,
        }
    }
}

same_layout! {
    u64 => ObjectId {}
    CaromWorldPair => Pair { a, b }
    CaromNeighbor => Neighbor { object, user, distance }
    CaromWorldHit => Hit { object, user, t }
}

const _: () = {
    // The library's own numbers are the enumerators.
    assert!(
        StructureKind::Auto as u32 == CAROM_WORLD_AUTO
            && StructureKind::AllPairs as u32 == CAROM_WORLD_ALL_PAIRS
            && StructureKind::SphereTree as u32 == CAROM_WORLD_SPHERE_TREE
            && StructureKind::BoxTree as u32 == CAROM_WORLD_BOX_TREE
            && StructureKind::Bsp as u32 == CAROM_WORLD_BSP
            && StructureKind::Quadtree as u32 == CAROM_WORLD_QUADTREE
            && StructureKind::Octree as u32 == CAROM_WORLD_OCTREE
            && StructureKind::Grid as u32 == CAROM_WORLD_GRID
            && StructureKind::MultiGrid as u32 == CAROM_WORLD_MULTI_GRID
    );
    assert!(
        HierarchyBuild::Insertion as u32 == CAROM_HIERARCHY_INSERTION
            && HierarchyBuild::BottomUp as u32 == CAROM_HIERARCHY_BOTTOM_UP
            && HierarchyBuild::TopDown as u32 == CAROM_HIERARCHY_TOP_DOWN
            && Placement::Single as u32 == CAROM_PLACEMENT_SINGLE
            && Placement::Every as u32 == CAROM_PLACEMENT_EVERY
    );
};
