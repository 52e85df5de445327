//! The works that are measured, and the questions of each, the same for every library.

use bytemuck::{Pod, Zeroable};
use clap::ValueEnum;
use std::ops::Range;

/// A kind of work. The names are those of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub(crate) enum Work {
    RayClosestIncoherent,
    RayClosestRandom,
    RayClosestCoherent,
    RayAny,
    #[value(name = "sphere_overlap_0.5")]
    SphereOverlapHalf,
    #[value(name = "sphere_overlap_2")]
    SphereOverlap2,
    #[value(name = "sphere_overlap_10")]
    SphereOverlap10,
    ClosestPointNear,
    ClosestPointFar,
    AabbList,
    SphereCast,
    Build,
    BspPoint,
    BspThreshold,
    BspExact,
    BspContact,
    BspCast,
    BspBuild,
    PairsAll,
    PairsFirst,
    MeshDistance,
    #[value(name = "sdf_grid_64")]
    SdfGrid64,
    #[value(name = "sdf_grid_128")]
    SdfGrid128,
    SdfBand,
    SdfSample,
    WorldPairs,
    WorldChanges,
    WorldBoxQuery,
    WorldRay,
    WorldInsert,
    ContactsSphere,
    ContactsCapsule,
    ContactsBox,
    ContactsHull,
    CastSphere,
    CastCapsule,
    CastBox,
    CastHull,
}

impl Work {
    /// Returns true if it asks about solids.
    pub(crate) fn is_bsp(self) -> bool {
        use Work::{BspBuild, BspCast, BspContact, BspExact, BspPoint, BspThreshold};
        matches!(self, BspPoint | BspThreshold | BspExact | BspContact | BspCast | BspBuild)
    }

    /// Returns true if it asks about two meshes.
    pub(crate) fn is_of_two(self) -> bool {
        matches!(self, Work::PairsAll | Work::PairsFirst | Work::MeshDistance)
    }

    /// Returns true if it is about distance fields.
    pub(crate) fn is_of_fields(self) -> bool {
        matches!(self, Work::SdfGrid64 | Work::SdfGrid128 | Work::SdfBand | Work::SdfSample)
    }

    /// Returns true if it asks about moving objects.
    pub(crate) fn is_of_world(self) -> bool {
        use Work::{WorldBoxQuery, WorldChanges, WorldInsert, WorldPairs, WorldRay};
        matches!(self, WorldPairs | WorldChanges | WorldBoxQuery | WorldRay | WorldInsert)
    }

    /// Returns true if it asks for the contacts of shapes.
    pub(crate) fn is_contacts(self) -> bool {
        use Work::{ContactsBox, ContactsCapsule, ContactsHull, ContactsSphere};
        matches!(self, ContactsSphere | ContactsCapsule | ContactsBox | ContactsHull)
    }

    /// Returns true if it asks about shapes that stand, hover, fall or slide.
    pub(crate) fn is_of_shapes(self) -> bool {
        use Work::{CastBox, CastCapsule, CastHull, CastSphere};
        self.is_contacts() || matches!(self, CastSphere | CastCapsule | CastBox | CastHull)
    }

    /// The work that a library that knows surfaces alone does instead. All centres are outside.
    pub(crate) fn of_surface(self) -> Option<Work> {
        match self {
            Work::BspThreshold | Work::BspExact => Some(Work::SphereOverlap2),
            Work::BspCast => Some(Work::SphereCast),
            _ => None,
        }
    }

    pub(crate) fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// Returns true if a name means this work. It is its own, a word that it begins with, or its own and the
    /// number of one of its sets of questions, as in the tables: `world_box_query_3`.
    pub(crate) fn is_named(self, name: &str) -> bool {
        let own = self.name();
        let begins = |whole: &str, word: &str| {
            whole.strip_prefix(word).is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        let number = || name.strip_prefix(own.as_str()).and_then(|rest| rest.strip_prefix('_'));
        begins(&own, name) || number().is_some_and(|number| number.parse::<f32>().is_ok_and(f32::is_finite))
    }

    /// Returns true if it asks with rays.
    #[cfg(any(feature = "all", peer = "bullet_hulls"))]
    pub(crate) fn is_ray(self) -> bool {
        use Work::{RayAny, RayClosestCoherent, RayClosestIncoherent, RayClosestRandom};
        matches!(self, RayClosestIncoherent | RayClosestRandom | RayClosestCoherent | RayAny)
    }

    /// Returns true if it asks about balls that touch the mesh.
    pub(crate) fn is_sphere_overlap(self) -> bool {
        matches!(self, Work::SphereOverlapHalf | Work::SphereOverlap2 | Work::SphereOverlap10)
    }

    pub(crate) fn unit(self) -> &'static str {
        match self {
            Work::Build => "triangles/s",
            Work::BspBuild => "faces/s",
            Work::PairsAll | Work::PairsFirst | Work::MeshDistance => "ms/pose",
            Work::SdfGrid64 | Work::SdfGrid128 | Work::SdfBand => "s/field",
            Work::SdfSample => "samples/s",
            Work::WorldPairs | Work::WorldChanges | Work::WorldInsert => "ns/object",
            Work::WorldBoxQuery | Work::WorldRay => "ns/query",
            _ => "queries/s",
        }
    }
}

/// `origin + t * direction`, `t_min <= t <= t_max`, as the shims read it.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Ray {
    pub(crate) origin: [f32; 3],
    pub(crate) t_min: f32,
    pub(crate) direction: [f32; 3],
    pub(crate) t_max: f32,
}

/// A ball.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Sphere {
    pub(crate) center: [f32; 3],
    pub(crate) radius: f32,
}

/// An axis-aligned box.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Box3 {
    pub(crate) min: [f32; 3],
    pub(crate) max: [f32; 3],
}

/// A ball whose centre moves from `origin` to `origin + displacement`.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Cast {
    pub(crate) origin: [f32; 3],
    pub(crate) radius: f32,
    pub(crate) displacement: [f32; 3],
    pub(crate) unused: f32,
}

/// The range of an answer.
#[derive(Clone, Copy)]
pub(crate) struct Expected {
    pub(crate) low: f32,
    pub(crate) high: f32,
}

impl Expected {
    pub(crate) fn exactly(value: f32) -> Expected {
        Expected { low: value, high: value }
    }
}

/// The questions of a work. Each has one number for an answer: the ray's `t`, the distance, the cast's
/// time (infinite for a miss), 1 or 0, the length of the list, the depth of the contact (0 for none).
pub(crate) enum Questions {
    Closest(Vec<Ray>),
    /// Neighbours in the array are neighbours in space: tiles of 4 by 4.
    Coherent(Vec<Ray>),
    Any(Vec<Ray>),
    Spheres(Vec<Sphere>),
    Points(Vec<[f32; 3]>),
    Boxes(Vec<Box3>),
    Casts(Vec<Cast>),
    /// Points, which may be inside.
    Inside(Vec<[f32; 3]>),
    Contacts(Vec<Sphere>),
}

/// Some of them.
#[derive(Clone, Copy)]
pub(crate) enum Batch<'a> {
    Closest(&'a [Ray]),
    Coherent(&'a [Ray]),
    Any(&'a [Ray]),
    Spheres(&'a [Sphere]),
    Points(&'a [[f32; 3]]),
    Boxes(&'a [Box3]),
    Casts(&'a [Cast]),
    Inside(&'a [[f32; 3]]),
    Contacts(&'a [Sphere]),
}

impl Questions {
    pub(crate) fn count(&self) -> usize {
        match self {
            Questions::Closest(all) | Questions::Coherent(all) | Questions::Any(all) => all.len(),
            Questions::Spheres(all) | Questions::Contacts(all) => all.len(),
            Questions::Points(all) | Questions::Inside(all) => all.len(),
            Questions::Boxes(all) => all.len(),
            Questions::Casts(all) => all.len(),
        }
    }

    pub(crate) fn batch(&self, range: Range<usize>) -> Batch<'_> {
        match self {
            Questions::Closest(all) => Batch::Closest(&all[range]),
            Questions::Coherent(all) => Batch::Coherent(&all[range]),
            Questions::Any(all) => Batch::Any(&all[range]),
            Questions::Spheres(all) => Batch::Spheres(&all[range]),
            Questions::Points(all) => Batch::Points(&all[range]),
            Questions::Boxes(all) => Batch::Boxes(&all[range]),
            Questions::Casts(all) => Batch::Casts(&all[range]),
            Questions::Inside(all) => Batch::Inside(&all[range]),
            Questions::Contacts(all) => Batch::Contacts(&all[range]),
        }
    }
}

impl Batch<'_> {
    pub(crate) fn count(&self) -> usize {
        match self {
            Batch::Closest(some) | Batch::Coherent(some) | Batch::Any(some) => some.len(),
            Batch::Spheres(some) | Batch::Contacts(some) => some.len(),
            Batch::Points(some) | Batch::Inside(some) => some.len(),
            Batch::Boxes(some) => some.len(),
            Batch::Casts(some) => some.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Work;
    use clap::ValueEnum;

    fn named(name: &str) -> Vec<Work> {
        Work::value_variants().iter().copied().filter(|work| work.is_named(name)).collect()
    }

    #[test]
    fn works_are_known_by_the_names_of_the_tables() {
        assert_eq!(named("world_box_query_3"), [Work::WorldBoxQuery]);
        assert_eq!(named("world_ray_1000"), [Work::WorldRay]);
        assert_eq!(named("bsp_exact_0.5"), [Work::BspExact]);
        assert_eq!(named("sphere_overlap_2"), [Work::SphereOverlap2]);
        assert_eq!(named("sdf_grid"), [Work::SdfGrid64, Work::SdfGrid128]);
        assert_eq!(named("pairs"), [Work::PairsAll, Work::PairsFirst]);
        for unknown in ["", "world_r", "world_ray_", "world_ray_long", "world_ray_inf", "sdf_grid_6"] {
            assert_eq!(named(unknown), [], "{unknown}");
        }
    }
}
