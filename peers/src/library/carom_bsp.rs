//! carom's BSP trees, one query a call, and the whole array in one call.

use super::carom::Asked;
use super::{Contender, Library, Subject};
use crate::mesh::Mesh;
use crate::work::{Batch, Work};
use anyhow::{Context, Result};
use carom::bsp::{
    BrushInput, Bsp, BspCastHit, BspContact, BspInput, BspOptions, Filter, PointContent, SphereMode,
    SurfaceInput,
};

/// A way to ask.
struct Way {
    configuration: &'static str,
    mode: SphereMode,
    batch: bool,
    works: &'static [Work],
}

const OTHERS: &[Work] = &[Work::BspPoint, Work::BspContact, Work::BspCast];

const WAYS: &[Way] = &[
    Way {
        configuration: "bsp",
        mode: SphereMode::Exact,
        batch: false,
        works: &[Work::BspPoint, Work::BspContact, Work::BspCast, Work::BspBuild],
    },
    Way {
        configuration: "bsp threshold",
        mode: SphereMode::Threshold,
        batch: false,
        works: &[Work::BspThreshold],
    },
    Way { configuration: "bsp exact", mode: SphereMode::Exact, batch: false, works: &[Work::BspExact] },
    Way {
        configuration: "bsp threshold batch",
        mode: SphereMode::Threshold,
        batch: true,
        works: &[Work::BspThreshold],
    },
    Way { configuration: "bsp exact batch", mode: SphereMode::Exact, batch: true, works: &[Work::BspExact] },
    Way { configuration: "bsp batch", mode: SphereMode::Exact, batch: true, works: OTHERS },
];

pub(super) fn contenders() -> Vec<Contender> {
    let contender = |(way, of): (usize, &Way)| Contender {
        library: "carom",
        configuration: of.configuration.to_owned(),
        build: |mesh, _| Ok(Box::new(CaromBsp::new(mesh)?)),
        // No mesh has this one.
        structure: usize::MAX,
        way,
        works: |work, way| WAYS[way].works.contains(&work),
        subject: Subject::Solid,
        quick: true,
    };
    WAYS.iter().enumerate().map(contender).collect()
}

struct CaromBsp {
    bsp: Bsp<'static>,
    answers: Answers,
}

/// The answers of the last run.
enum Answers {
    Bytes(Vec<u8>),
    Contents(Vec<PointContent>),
    Contacts(Vec<BspContact>),
    Casts(Vec<BspCastHit>),
}

impl CaromBsp {
    fn new(mesh: &Mesh) -> Result<CaromBsp> {
        let solid = mesh.solid.as_ref().context("not a solid")?;
        let input = match &solid.brushes {
            Some(brushes) => BspInput::Brushes(BrushInput::new(&brushes.planes, &brushes.plane_counts)),
            None => {
                let surface = SurfaceInput::triangles(mesh.positions(), mesh.triangles.as_flattened());
                BspInput::Surface(surface)
            }
        };
        // The parts of a scan may be in one another: the solid is their union.
        let options = BspOptions { ignore_leaks: solid.brushes.is_none(), ..BspOptions::default() };
        let bsp = Bsp::build(&input, &options)?;
        Ok(CaromBsp { bsp, answers: Answers::Bytes(Vec::new()) })
    }
}

/// Asks one by one or all at once. The answers go where those of the last run of this kind were.
macro_rules! ask {
    ($self:ident, $batch:expr, $kind:ident, $empty:expr, $questions:expr, |$asked:ident, $room:ident| $query:expr) => {{
        if !matches!(&$self.answers, Answers::$kind(_)) {
            $self.answers = Answers::$kind(Vec::new());
        }
        let Answers::$kind(room) = &mut $self.answers else { unreachable!() };
        room.resize($questions.len(), $empty);
        let asked = Asked($questions);
        let ask = |$asked: &Asked<_>, $room: &mut [_]| $query;
        let asked_well = if $batch {
            ask(&asked, &mut room[..])
        } else {
            asked.each().enumerate().try_for_each(|(i, one)| ask(&one, &mut room[i..=i]))
        };
        asked_well.expect("the questions are finite");
    }};
}

impl Library for CaromBsp {
    fn bytes(&self) -> usize {
        self.bsp.bytes().len()
    }

    fn nodes(&self) -> Option<usize> {
        Some(self.bsp.stats().node_count as usize)
    }

    fn run(&mut self, batch: Batch, way: usize) {
        let Way { mode, batch: whole, .. } = WAYS[way];
        let (bsp, filter) = (&self.bsp, Filter::default());
        match batch {
            Batch::Spheres(spheres) => {
                ask!(self, whole, Bytes, 0, spheres, |asked, room| bsp
                    .overlap_sphere(asked, mode, &filter, room));
            }
            Batch::Inside(points) => {
                ask!(self, whole, Contents, PointContent::EMPTY, points, |asked, room| bsp
                    .contains_point(asked, &filter, room));
            }
            Batch::Contacts(spheres) => {
                ask!(self, whole, Contacts, BspContact::MISS, spheres, |asked, room| bsp
                    .collide_sphere(asked, &filter, room));
            }
            Batch::Casts(casts) => {
                ask!(self, whole, Casts, BspCastHit::MISS, casts, |asked, room| bsp
                    .cast_sphere(asked, &filter, room));
            }
            _ => unreachable!("not asked"),
        }
    }

    fn answers(&self) -> Vec<f32> {
        match &self.answers {
            Answers::Bytes(bytes) => bytes.iter().map(|&byte| byte.into()).collect(),
            Answers::Contents(contents) => contents.iter().map(|content| content.is_solid().into()).collect(),
            Answers::Contacts(contacts) => contacts.iter().map(|contact| contact.depth).collect(),
            Answers::Casts(hits) => hits.iter().map(|hit| hit.t).collect(),
        }
    }
}
