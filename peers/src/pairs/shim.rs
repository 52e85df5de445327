//! The C++ libraries, all through the same table of functions (`shims/pairs.hpp`).
#![allow(unsafe_code, reason = "C++ libraries; every array is passed with its own length")]

use super::place::{Place, Subject};
use super::rival::{Contender, Rival};
#[cfg(peer = "embree_pairs")]
use super::triangle;
use crate::library::PeerMesh;
use crate::mesh::Mesh;
use crate::work::Work;
use anyhow::{Result, ensure};
use std::ffi::c_void;

/// `PeerPose` of `shims/pairs.hpp`.
#[repr(C)]
struct PeerPose {
    rows: *const f32,
    translation: *const f32,
    baked: *const PeerMesh,
}

/// `PairTable` of `shims/pairs.hpp`.
#[repr(C)]
struct Table {
    create: unsafe extern "C" fn(*const PeerMesh, *const PeerMesh) -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    place: unsafe extern "C" fn(*mut c_void, *const PeerPose),
    all: unsafe extern "C" fn(*mut c_void) -> usize,
    first: unsafe extern "C" fn(*mut c_void) -> bool,
    distance: unsafe extern "C" fn(*mut c_void) -> f32,
    left_out: unsafe extern "C" fn(*const c_void, bool, *mut u8),
}

unsafe extern "C" {
    #[cfg(peer = "fcl_pairs")]
    static fcl_pair_table: Table;
    #[cfg(peer = "ode_pairs")]
    static ode_pair_table: Table;
    #[cfg(peer = "cgal_pairs")]
    static cgal_pair_table: Table;
    #[cfg(peer = "embree_pairs")]
    static embree_pair_table: Table;
}

/// Embree's callback asks this.
#[cfg(peer = "embree_pairs")]
#[unsafe(no_mangle)]
unsafe extern "C" fn peer_triangles_touch(a: *const *const f32, b: *const *const f32) -> bool {
    let corners = |triangle: *const *const f32| {
        // SAFETY: three pointers to three numbers each.
        let corner = |i| unsafe { (*triangle.add(i)).cast::<[f32; 3]>().read() };
        [0, 1, 2].map(|i| corner(i).into())
    };
    triangle::touch(&corners(a), &corners(b))
}

/// Larger meshes are too much for some.
#[cfg(any(peer = "ode_pairs", peer = "cgal_pairs"))]
const AFFORDABLE: usize = 300_000;

/// A library and the works that it can do here.
struct Peer {
    library: &'static str,
    configuration: &'static str,
    table: &'static Table,
    works: &'static [Work],
    exact: bool,
    quick: bool,
    /// No more triangles in both meshes.
    limit: usize,
}

fn peers() -> Vec<Peer> {
    // SAFETY: the tables are filled before `main`, by the constructors of the C++ objects, and never written
    // again.
    unsafe {
        vec![
            #[cfg(peer = "embree_pairs")]
            Peer {
                library: "embree",
                configuration: "collide",
                table: &embree_pair_table,
                works: &[Work::PairsAll],
                exact: false,
                quick: true,
                limit: usize::MAX,
            },
            #[cfg(peer = "fcl_pairs")]
            Peer {
                library: "fcl",
                configuration: "obbrss",
                table: &fcl_pair_table,
                works: &[Work::PairsAll, Work::PairsFirst, Work::MeshDistance],
                exact: false,
                quick: false,
                limit: usize::MAX,
            },
            #[cfg(peer = "ode_pairs")]
            Peer {
                library: "ode",
                configuration: "opcode",
                table: &ode_pair_table,
                works: &[Work::PairsAll, Work::PairsFirst],
                exact: false,
                quick: false,
                limit: AFFORDABLE,
            },
            #[cfg(peer = "cgal_pairs")]
            Peer {
                library: "cgal",
                configuration: "exact",
                table: &cgal_pair_table,
                works: &[Work::PairsAll, Work::PairsFirst],
                exact: true,
                quick: false,
                limit: AFFORDABLE,
            },
        ]
    }
}

struct Shim<'a> {
    table: &'static Table,
    peer: *mut c_void,
    a: &'a Mesh,
    b: &'a Mesh,
    /// The libraries may point into it.
    baked: Vec<[f32; 3]>,
}

impl<'a> Shim<'a> {
    fn new(subject: &Subject<'a>, table: &'static Table) -> Result<Shim<'a>> {
        let (a, b) = (PeerMesh::new(subject.a), PeerMesh::new(subject.b));
        // SAFETY: the arrays live as long as `'a`; the shim copies the small structs.
        let peer = unsafe { (table.create)(&raw const a, &raw const b) };
        ensure!(!peer.is_null(), "it could not build its trees");
        Ok(Shim { table, peer, a: subject.a, b: subject.b, baked: Vec::new() })
    }
}

impl Drop for Shim<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `create`, freed once; `baked` is dropped later.
        unsafe { (self.table.destroy)(self.peer) };
    }
}

impl Rival for Shim<'_> {
    fn place(&mut self, place: &Place) {
        let before = std::mem::replace(&mut self.baked, place.baked.clone());
        let baked = PeerMesh::moved(self.b, &self.baked);
        let rows = place.matrix.rows.map(<[f32; 3]>::from);
        let translation = <[f32; 3]>::from(place.matrix.translation);
        let pose = PeerPose {
            rows: rows.as_flattened().as_ptr(),
            translation: translation.as_ptr(),
            baked: &raw const baked,
        };
        // SAFETY: `self.baked` lives until the next pose, the one before until the shim has let go of it; the
        // rest is copied.
        unsafe { (self.table.place)(self.peer, &raw const pose) };
        drop(before);
    }

    fn ask(&mut self, work: Work) -> f64 {
        // SAFETY: the object is alive, and has been placed.
        unsafe {
            match work {
                Work::PairsAll => (self.table.all)(self.peer) as f64,
                Work::PairsFirst => f64::from(u8::from((self.table.first)(self.peer))),
                _ => (self.table.distance)(self.peer).into(),
            }
        }
    }

    fn left_out(&self) -> Option<[Vec<u8>; 2]> {
        let flags = |mesh: &Mesh, second| {
            let mut flags = vec![0u8; mesh.triangles.len()];
            // SAFETY: one for each triangle.
            unsafe { (self.table.left_out)(self.peer, second, flags.as_mut_ptr()) };
            flags
        };
        Some([flags(self.a, false), flags(self.b, true)])
    }
}

/// All that are here and can take the meshes.
pub(super) fn contenders<'a>(subject: &Subject<'a>) -> Result<Vec<Contender<'a>>> {
    let fits = |peer: &Peer| subject.triangles() <= peer.limit;
    let contender = |peer: Peer| {
        Ok(Contender {
            library: peer.library,
            configuration: peer.configuration,
            works: peer.works,
            rival: Box::new(Shim::new(subject, peer.table)?),
            exact: peer.exact,
            quick: peer.quick,
        })
    };
    peers().into_iter().filter(fits).map(contender).collect()
}
