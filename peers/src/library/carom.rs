//! carom itself, through its safe interface: one query a call, and the whole array in one call.
#![allow(unsafe_code, reason = "rays are read where they lie")]

use super::{Contender, Library, Subject};
use crate::mesh::Mesh;
use crate::work::{Batch, Box3, Cast, Ray, Sphere, Work};
use anyhow::Result;
use carom::geometry::{self, Aabb, SphereCast, Vec3};
use carom::mesh::{
    self as carom_mesh, ClosestPoint, ContactEdges, CookOptions, Filter, LayoutKind, MeshInput, PointQuery,
    Quality, RayHit, ShapeHit, WidePreset,
};
use carom::{SimdLevel, set_simd_level};

/// A way to cook a mesh. To measure another one, add it to [`COOKED`].
struct Cooked {
    name: &'static str,
    options: fn() -> CookOptions<'static>,
}

const COOKED: &[Cooked] = &[
    Cooked { name: "compact", options: || layout(LayoutKind::Compact) },
    Cooked { name: "wide", options: || layout(LayoutKind::Wide) },
    Cooked { name: "wide high", options: || high(WidePreset::Default) },
    Cooked { name: "wide small", options: || preset(WidePreset::Small) },
    Cooked { name: "wide fast", options: || preset(WidePreset::Fast) },
    Cooked { name: "wide fast high", options: || high(WidePreset::Fast) },
    Cooked { name: "wide rays high", options: || high(WidePreset::Rays) },
];

fn layout(layout: LayoutKind) -> CookOptions<'static> {
    CookOptions { layout, thread_count: 1, ..CookOptions::default() }
}

fn preset(preset: WidePreset) -> CookOptions<'static> {
    CookOptions { preset, ..layout(LayoutKind::Wide) }
}

fn high(preset: WidePreset) -> CookOptions<'static> {
    CookOptions { quality: Quality::High, ..self::preset(preset) }
}

/// The way a cooked mesh is asked.
struct Asking {
    suffix: &'static str,
    batch: bool,
    /// The instruction set; the machine's best if none. Only for layouts that depend on it.
    level: Option<&'static str>,
}

const ASKING: &[Asking] = &[
    Asking { suffix: "", batch: false, level: None },
    Asking { suffix: " batch", batch: true, level: None },
    Asking { suffix: " avx2 batch", batch: true, level: Some("avx2") },
];

/// The number of boxes in one call. Their lists share one buffer.
const LISTS_A_CALL: usize = 256;

pub(super) fn contenders() -> Vec<Contender> {
    let mut contenders = Vec::new();
    for (structure, cooked) in COOKED.iter().enumerate() {
        for (way, asking) in ASKING.iter().enumerate() {
            let level = asking.level.map(level);
            if matches!(level, Some(None)) || level.is_some() && cooked.name == "compact" {
                continue;
            }
            contenders.push(Contender {
                library: "carom",
                configuration: format!("{}{}", cooked.name, asking.suffix),
                build: |mesh, structure| Ok(Box::new(Carom::new(mesh, structure)?)),
                structure,
                way,
                works: |work, way| work != Work::Build || way == 0,
                // The default layout, in the machine's best instruction set.
                subject: if cooked.name == "wide" && level.is_none() {
                    Subject::MeshAndSurface
                } else {
                    Subject::Mesh
                },
                quick: true,
            });
        }
    }
    contenders
}

/// The level of this name, if the library and the machine have it.
fn level(name: &str) -> Option<SimdLevel> {
    SimdLevel::available().find(|level| level.name() == name)
}

struct Carom {
    mesh: carom_mesh::Mesh<'static>,
    answers: Answers,
    ids: Vec<u32>,
    offsets: Vec<u64>,
}

/// The answers of the last run.
enum Answers {
    Rays(Vec<RayHit>),
    Bytes(Vec<u8>),
    Points(Vec<ClosestPoint>),
    Casts(Vec<ShapeHit>),
    Counts(Vec<f32>),
}

impl Carom {
    fn new(mesh: &Mesh, structure: usize) -> Result<Carom> {
        let input = MeshInput::new(mesh.positions(), mesh.triangles.as_flattened());
        Ok(Carom {
            mesh: carom_mesh::Mesh::build(&input, (COOKED[structure].options)())?,
            answers: Answers::Bytes(Vec::new()),
            ids: vec![0; 1 << 16],
            offsets: vec![0; LISTS_A_CALL + 1],
        })
    }

    /// Lists the boxes of one call, with more room where it was too little.
    fn list(&mut self, boxes: &[Box3]) {
        let offsets = &mut self.offsets[..=boxes.len()];
        loop {
            let lists = self.mesh.candidates_aabb(
                &Asked(boxes),
                &Filter::default(),
                &mut *offsets,
                &mut self.ids[..],
            );
            match lists {
                Ok(lists) if lists.written == lists.total => break,
                Ok(lists) => self.ids.resize(lists.total, 0),
                Err(error) => panic!("carom: {error}"),
            }
        }
    }
}

/// The shared questions, read where they lie.
pub(super) struct Asked<'a, Q>(pub(super) &'a [Q]);

impl<Q> Asked<'_, Q> {
    pub(super) fn each(&self) -> impl Iterator<Item = Asked<'_, Q>> {
        self.0.chunks(1).map(Asked)
    }
}

macro_rules! asked {
    ($from:ty, $to:ty, $convert:expr $(, $slice:item)?) => {
        impl carom_mesh::Batch<$to> for Asked<'_, $from> {
            fn count(&self) -> usize {
                self.0.len()
            }

            #[inline(always)]
            fn query(&self, i: usize) -> $to {
                let convert: fn(&$from) -> $to = $convert;
                convert(&self.0[i])
            }

            $($slice)?
        }
    };
}

// As users have them, whose rays are carom's own, or who come through the C interface.
const _: () = {
    use std::mem::{align_of, offset_of, size_of};
    assert!(
        size_of::<Ray>() == size_of::<geometry::Ray>() && align_of::<Ray>() == align_of::<geometry::Ray>()
    );
    assert!(offset_of!(Ray, t_min) == offset_of!(geometry::Ray, t_min));
    assert!(offset_of!(Ray, direction) == offset_of!(geometry::Ray, direction));
    assert!(offset_of!(Ray, t_max) == offset_of!(geometry::Ray, t_max));
};

asked!(
    Ray,
    geometry::Ray,
    |ray| geometry::Ray {
        origin: ray.origin.into(),
        t_min: ray.t_min,
        direction: ray.direction.into(),
        t_max: ray.t_max,
    },
    fn as_slice(&self) -> Option<&[geometry::Ray]> {
        // SAFETY: both are the same numbers in the same places, as is checked above.
        Some(unsafe { std::slice::from_raw_parts(self.0.as_ptr().cast(), self.0.len()) })
    }
);
asked!(Sphere, geometry::Sphere, |s| geometry::Sphere { center: s.center.into(), radius: s.radius });
asked!([f32; 3], PointQuery, |p| PointQuery { point: Vec3::from(*p), max_distance: f32::INFINITY });
asked!([f32; 3], Vec3, |p| Vec3::from(*p));
asked!(Box3, Aabb, |b| Aabb::new(b.min.into(), b.max.into()));
asked!(Cast, SphereCast, |cast| SphereCast {
    origin: cast.origin.into(),
    radius: cast.radius,
    displacement: cast.displacement.into(),
});

/// The vector in which a kind of answers is kept, at least `$count` long.
macro_rules! room {
    ($self:ident, $kind:ident, $count:expr, $empty:expr) => {{
        if !matches!(&$self.answers, Answers::$kind(_)) {
            $self.answers = Answers::$kind(Vec::new());
        }
        let Answers::$kind(room) = &mut $self.answers else { unreachable!() };
        room.resize($count, $empty);
        room
    }};
}

/// Asks one by one or all at once.
macro_rules! ask {
    ($self:ident, $batch:expr, $query:ident, $questions:expr, $room:expr $(, $edges:expr)?) => {{
        let (asked, filter, room) = (Asked($questions), Filter::default(), $room);
        let asked_well = if $batch {
            $self.mesh.$query(&asked, &filter, $($edges,)? &mut room[..])
        } else {
            let mut each = asked.each().enumerate();
            each.try_for_each(|(i, one)| $self.mesh.$query(&one, &filter, $($edges,)? &mut room[i..=i]))
        };
        asked_well.expect("the questions are finite");
    }};
}

impl Library for Carom {
    fn bytes(&self) -> usize {
        self.mesh.bytes().len()
    }

    fn run(&mut self, batch: Batch, way: usize) {
        let asking = &ASKING[way];
        let whole = asking.batch;
        set_simd_level(asking.level.and_then(level)).expect("it was available before");
        match batch {
            Batch::Closest(rays) | Batch::Coherent(rays) => {
                let room = room!(self, Rays, rays.len(), RayHit::MISS);
                ask!(self, whole, raycast, rays, room);
            }
            Batch::Any(rays) => ask!(self, whole, occluded, rays, room!(self, Bytes, rays.len(), 0)),
            Batch::Spheres(spheres) => {
                ask!(self, whole, overlap_sphere, spheres, room!(self, Bytes, spheres.len(), 0));
            }
            Batch::Points(points) => {
                const NONE: ClosestPoint = ClosestPoint {
                    point: Vec3::ZERO,
                    distance: f32::INFINITY,
                    triangle: carom_mesh::NO_TRIANGLE,
                    feature: geometry::Feature::Face,
                };
                let room = room!(self, Points, points.len(), NONE);
                ask!(self, whole, closest_point, points, room);
            }
            Batch::Casts(casts) => {
                let room = room!(self, Casts, casts.len(), ShapeHit::MISS);
                ask!(self, whole, cast_sphere, casts, room, ContactEdges::Smooth);
            }
            Batch::Boxes(boxes) => {
                let mut counts = Vec::with_capacity(boxes.len());
                let step = if whole { LISTS_A_CALL } else { 1 };
                for boxes in boxes.chunks(step) {
                    self.list(boxes);
                    counts.extend(self.offsets[..=boxes.len()].windows(2).map(|w| (w[1] - w[0]) as f32));
                }
                self.answers = Answers::Counts(counts);
            }
            Batch::Inside(_) | Batch::Contacts(_) => unreachable!("not asked"),
        }
    }

    fn answers(&self) -> Vec<f32> {
        match &self.answers {
            Answers::Rays(hits) => hits.iter().map(|hit| hit.t).collect(),
            Answers::Bytes(bytes) => bytes.iter().map(|&byte| byte.into()).collect(),
            Answers::Points(points) => points.iter().map(|point| point.distance).collect(),
            Answers::Casts(hits) => hits.iter().map(|hit| hit.t).collect(),
            Answers::Counts(counts) => counts.clone(),
        }
    }
}
