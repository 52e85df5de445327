//! The C++ libraries, all through the same table of functions (`shims/peer.hpp`).
#![allow(unsafe_code, reason = "C++ libraries; every array is passed with its own length")]

use super::raw::{Hulls, PeerMesh};
use super::{Contender, Library, Subject};
use crate::mesh::Mesh;
use crate::work::{Batch, Work};
use anyhow::{Result, ensure};
use std::ffi::c_void;
use std::marker::PhantomData;

/// `PeerTable` of `shims/peer.hpp`.
#[repr(C)]
struct Table {
    create: unsafe extern "C" fn(*const c_void, u32) -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    bytes: unsafe extern "C" fn(*const c_void) -> usize,
    run: unsafe extern "C" fn(*mut c_void, u32, *const c_void, usize, *mut f32),
}

/// `PeerKind` of `shims/peer.hpp`, and the questions.
fn kind(batch: Batch) -> (u32, *const c_void) {
    match batch {
        Batch::Closest(rays) | Batch::Coherent(rays) => (0, rays.as_ptr().cast()),
        Batch::Any(rays) => (1, rays.as_ptr().cast()),
        Batch::Spheres(spheres) => (2, spheres.as_ptr().cast()),
        Batch::Points(points) => (3, points.as_ptr().cast()),
        Batch::Boxes(boxes) => (4, boxes.as_ptr().cast()),
        Batch::Casts(casts) => (5, casts.as_ptr().cast()),
        Batch::Inside(points) => (6, points.as_ptr().cast()),
        Batch::Contacts(spheres) => (7, spheres.as_ptr().cast()),
    }
}

unsafe extern "C" {
    #[cfg(peer = "bullet")]
    static bullet_table: Table;
    #[cfg(peer = "ode")]
    static ode_table: Table;
    #[cfg(peer = "fcl")]
    static fcl_obbrss_table: Table;
    #[cfg(peer = "fcl")]
    static fcl_aabb_table: Table;
    #[cfg(peer = "cgal")]
    static cgal_table: Table;
    #[cfg(peer = "bullet_hulls")]
    static bullet_compound_table: Table;
    #[cfg(peer = "bullet_hulls")]
    static bullet_world_table: Table;
}

/// The tables by the contenders' `structure`.
fn table(structure: usize) -> Option<&'static Table> {
    // SAFETY: filled before `main`, by the constructors of the C++ objects, and never written again.
    unsafe {
        match structure {
            #[cfg(peer = "bullet")]
            0 => Some(&bullet_table),
            #[cfg(peer = "ode")]
            1 => Some(&ode_table),
            #[cfg(peer = "fcl")]
            2 => Some(&fcl_obbrss_table),
            #[cfg(peer = "fcl")]
            3 => Some(&fcl_aabb_table),
            #[cfg(peer = "cgal")]
            4 => Some(&cgal_table),
            #[cfg(peer = "bullet_hulls")]
            5 => Some(&bullet_compound_table),
            #[cfg(peer = "bullet_hulls")]
            6 => Some(&bullet_world_table),
            _ => None,
        }
    }
}

/// As in [`Contender`].
type Works = fn(Work, usize) -> bool;

/// The libraries and the works that they can do. ODE lists and casts nothing, FCL has no rays against meshes,
/// CGAL lists the triangles that touch a box exactly, which is another question.
const PEERS: [(&str, &str, Works); 7] = [
    ("bullet", "quantised", |work, _| !matches!(work, Work::ClosestPointNear | Work::ClosestPointFar)),
    ("ode", "opcode", |work, _| work == Work::Build || work.is_ray() || work.is_sphere_overlap()),
    ("fcl", "obbrss", |work, _| work == Work::Build || work.is_sphere_overlap()),
    ("fcl", "aabb", |work, _| work == Work::Build || work.is_sphere_overlap()),
    ("cgal", "float", |work, _| !matches!(work, Work::AabbList | Work::SphereCast)),
    ("bullet", "hulls", |work, _| work != Work::BspPoint),
    ("bullet", "hulls world", |work, _| work != Work::BspPoint),
];

/// The first of those that take hulls.
const HULLS: usize = 5;

pub(super) fn contenders() -> Vec<Contender> {
    let here = (0..PEERS.len()).filter(|&structure| table(structure).is_some());
    let contender = |structure: usize| Contender {
        library: PEERS[structure].0,
        configuration: PEERS[structure].1.to_owned(),
        build: |mesh, structure| Ok(Box::new(Shim::new(mesh, structure)?)),
        structure,
        way: 0,
        works: PEERS[structure].2,
        subject: match structure {
            0 => Subject::MeshAndSurface,
            HULLS.. => Subject::Brushes,
            _ => Subject::Mesh,
        },
        quick: structure >= HULLS,
    };
    here.map(contender).collect()
}

struct Shim<'a> {
    table: &'static Table,
    peer: *mut c_void,
    values: Vec<f32>,
    /// The library may point into it.
    mesh: PhantomData<&'a Mesh>,
}

impl<'a> Shim<'a> {
    fn new(mesh: &'a Mesh, structure: usize) -> Result<Shim<'a>> {
        let Some(table) = table(structure) else { anyhow::bail!("not compiled") };
        let whole = PeerMesh::new(mesh);
        let peer = match &mesh.solid {
            Some(solid) if structure >= HULLS => {
                let arrays = Hulls::new(solid);
                let hulls = arrays.raw();
                // SAFETY: the arrays live until the end of the call; the shim copies what it needs.
                unsafe { (table.create)((&raw const hulls).cast(), structure as u32) }
            }
            // SAFETY: the arrays live as long as `'a`; the shim copies the small struct.
            _ => unsafe { (table.create)((&raw const whole).cast(), structure as u32) },
        };
        ensure!(!peer.is_null(), "it could not build its tree");
        Ok(Shim { table, peer, values: Vec::new(), mesh: PhantomData })
    }
}

impl Drop for Shim<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `create`, freed once.
        unsafe { (self.table.destroy)(self.peer) };
    }
}

impl Library for Shim<'_> {
    fn bytes(&self) -> usize {
        // SAFETY: the object is alive.
        unsafe { (self.table.bytes)(self.peer) }
    }

    fn run(&mut self, batch: Batch, _: usize) {
        let ((kind, questions), count) = (kind(batch), batch.count());
        self.values.resize(count, 0.0);
        // SAFETY: `count` questions of this kind, and room for as many values.
        unsafe { (self.table.run)(self.peer, kind, questions, count, self.values.as_mut_ptr()) };
    }

    fn answers(&self) -> Vec<f32> {
        self.values.clone()
    }
}
