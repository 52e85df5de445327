//! carom itself: one query a call, and all in one call.

use super::rival::{Contender, Rival};
use super::shape::{Found, Kind, Placed};
use crate::mesh::Mesh;
use anyhow::Result;
use carom::geometry::{
    BoxAxes, BoxCast, Capsule, CapsuleCast, HullCast, HullPose, PoseMatrix, Sphere, SphereCast, Vec3,
};
use carom::hull::Hull;
use carom::mesh::{
    self as carom_mesh, Contact, ContactEdges, ContactOptions, CookOptions, Filter, MeshInput, ShapeHit,
};
use std::rc::Rc;

/// A way of asking.
#[derive(Clone, Copy)]
struct Way {
    name: &'static str,
    batch: bool,
    edges: ContactEdges,
}

const WAYS: [Way; 3] = [
    Way { name: "smooth", batch: false, edges: ContactEdges::Smooth },
    Way { name: "smooth batch", batch: true, edges: ContactEdges::Smooth },
    Way { name: "all", batch: false, edges: ContactEdges::All },
];

/// The number of shapes in one call. Their lists share one buffer.
const LISTS_A_CALL: usize = 64;

pub(super) fn contenders<'a>(mesh: &Mesh) -> Result<Vec<Contender<'a>>> {
    let input = MeshInput::new(mesh.positions(), mesh.triangles.as_flattened());
    let options = CookOptions { thread_count: 1, ..CookOptions::default() };
    let cooked = Rc::new(carom_mesh::Mesh::build(&input, options)?);
    let contender = |way: Way| Contender {
        library: "carom",
        configuration: way.name.to_owned(),
        rival: Box::new(Carom {
            mesh: cooked.clone(),
            hull: None,
            way,
            offsets: vec![0; LISTS_A_CALL + 1],
            contacts: vec![Contact::default(); 1 << 12],
        }),
        each_triangle: way.edges == ContactEdges::All,
        can: |_, _| true,
        quick: true,
    };
    Ok(WAYS.map(contender).into())
}

struct Carom {
    mesh: Rc<carom_mesh::Mesh<'static>>,
    /// A hull, built once for all of a size.
    hull: Option<([f32; 3], Hull<'static>)>,
    way: Way,
    offsets: Vec<u64>,
    contacts: Vec<Contact>,
}

/// Some shapes, read where they lie.
struct Asked<'a>(&'a [Placed]);

macro_rules! asked {
    ($to:ty, $convert:expr) => {
        impl carom_mesh::Batch<$to> for Asked<'_> {
            fn count(&self) -> usize {
                self.0.len()
            }

            #[inline(always)]
            fn query(&self, i: usize) -> $to {
                let convert: fn(&Placed) -> $to = $convert;
                convert(&self.0[i])
            }
        }
    };
}

asked!(Sphere, |s| Sphere { center: s.center.into(), radius: s.radius });
asked!(SphereCast, |s| SphereCast {
    origin: s.center.into(),
    radius: s.radius,
    displacement: s.displacement.into(),
});
asked!(Capsule, capsule);
asked!(CapsuleCast, |s| CapsuleCast { capsule: capsule(s), displacement: s.displacement.into() });
asked!(BoxAxes, box_axes);
asked!(BoxCast, |s| BoxCast { shape: box_axes(s), displacement: s.displacement.into() });

/// Some posed hulls.
struct AskedHulls<'a>(&'a [Placed], &'a Hull<'static>);

impl<'a> AskedHulls<'a> {
    fn at(&self, i: usize) -> HullPose<'a> {
        let [x, y, z] = self.0[i].axes.map(Vec3::from);
        let rows = [0, 1, 2].map(|k| Vec3::new(x[k], y[k], z[k]));
        self.1.at(PoseMatrix { rows, translation: self.0[i].center.into() })
    }
}

impl<'a> carom_mesh::Batch<HullPose<'a>> for AskedHulls<'a> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> HullPose<'a> {
        self.at(i)
    }
}

impl<'a> carom_mesh::Batch<HullCast<'a>> for AskedHulls<'a> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> HullCast<'a> {
        HullCast { shape: self.at(i), displacement: self.0[i].displacement.into() }
    }
}

/// The hull of a shape's size.
fn hull_of<'a>(known: &'a mut Option<([f32; 3], Hull<'static>)>, placed: &Placed) -> &'a Hull<'static> {
    if known.as_ref().is_none_or(|(half, _)| *half != placed.half) {
        let corners = placed.corners().map(Vec3::from);
        *known = Some((placed.half, Hull::build(&corners).expect("corners are finite")));
    }
    &known.as_ref().expect("it has been built").1
}

/// The core is along the second axis.
fn capsule(s: &Placed) -> Capsule {
    let (center, half) = (Vec3::from(s.center), Vec3::from(s.axes[1]) * s.half[1]);
    Capsule { a: center - half, radius: s.radius, b: center + half }
}

fn box_axes(s: &Placed) -> BoxAxes {
    BoxAxes { center: s.center.into(), half_extents: s.half.into(), axes: s.axes.map(Vec3::from) }
}

impl Carom {
    /// The lists of one call, with more room where it was too little.
    fn lists(&mut self, kind: Kind, shapes: &[Placed]) -> usize {
        let options = ContactOptions { edges: self.way.edges, ..ContactOptions::default() };
        let (asked, filter) = (Asked(shapes), Filter::default());
        loop {
            let offsets = &mut self.offsets[..=shapes.len()];
            let contacts = &mut self.contacts[..];
            let lists = match kind {
                Kind::Sphere => self.mesh.contacts_sphere(&asked, &filter, &options, offsets, contacts),
                Kind::Capsule => self.mesh.contacts_capsule(&asked, &filter, &options, offsets, contacts),
                Kind::Box => self.mesh.contacts_box(&asked, &filter, &options, offsets, contacts),
                Kind::Hull => {
                    let asked = AskedHulls(shapes, hull_of(&mut self.hull, &shapes[0]));
                    self.mesh.contacts_hull(&asked, &filter, &options, offsets, contacts)
                }
            };
            match lists {
                Ok(lists) if lists.written == lists.total => return lists.total,
                Ok(lists) => self.contacts.resize(lists.total, Contact::default()),
                Err(error) => panic!("carom: {error}"),
            }
        }
    }
}

impl Rival for Carom {
    fn contacts(&mut self, kind: Kind, shapes: &[Placed], ends: &mut Vec<u32>, found: &mut Vec<Found>) {
        let step = if self.way.batch { LISTS_A_CALL } else { 1 };
        for shapes in shapes.chunks(step) {
            let (count, start) = (self.lists(kind, shapes), found.len());
            ends.extend(self.offsets[1..=shapes.len()].iter().map(|&end| start as u32 + end as u32));
            found.extend(self.contacts[..count].iter().map(|contact| Found {
                point: contact.point.into(),
                value: contact.depth,
                normal: contact.normal.into(),
                triangle: contact.triangle,
            }));
        }
    }

    fn casts(&mut self, kind: Kind, shapes: &[Placed], found: &mut Vec<Found>) {
        let step = if self.way.batch { LISTS_A_CALL } else { 1 };
        let filter = Filter::default();
        for shapes in shapes.chunks(step) {
            let asked = Asked(shapes);
            let mut hits = [ShapeHit::MISS; LISTS_A_CALL];
            let (hits, edges) = (&mut hits[..shapes.len()], self.way.edges);
            match kind {
                Kind::Sphere => self.mesh.cast_sphere(&asked, &filter, edges, hits),
                Kind::Capsule => self.mesh.cast_capsule(&asked, &filter, edges, hits),
                Kind::Box => self.mesh.cast_box(&asked, &filter, edges, hits),
                Kind::Hull => {
                    let asked = AskedHulls(shapes, hull_of(&mut self.hull, &shapes[0]));
                    self.mesh.cast_hull(&asked, &filter, edges, hits)
                }
            }
            .expect("the questions are finite");
            found.extend(hits.iter().map(|hit| Found {
                point: hit.point.into(),
                value: hit.t,
                normal: hit.normal.into(),
                triangle: hit.triangle,
            }));
        }
    }
}
