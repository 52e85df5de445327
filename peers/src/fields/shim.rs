//! The C++ libraries that are asked node by node, all through the same table of functions
//! (`shims/fields.hpp`).
#![allow(unsafe_code, reason = "C++ libraries; every array is passed with its own length")]

use super::rival::{Contender, Rival, Run, SEEDED, timed};
use super::subject::{Slices, Subject};
use crate::library::PeerMesh;
use anyhow::{Result, ensure};
use std::ffi::c_void;

/// `FieldTable` of `shims/fields.hpp`.
#[repr(C)]
struct Table {
    create: unsafe extern "C" fn(*const PeerMesh, u32) -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    distances: unsafe extern "C" fn(*mut c_void, *const [f32; 3], usize, usize, *mut f32),
}

unsafe extern "C" {
    #[cfg(peer = "embree_fields")]
    static embree_field_table: Table;
    #[cfg(peer = "cgal_fields")]
    static cgal_field_table: Table;
}

struct Shim {
    table: &'static Table,
    way: u32,
}

impl Rival for Shim {
    fn run(&mut self, subject: &Subject, slices: Slices) -> Result<Run> {
        let points = slices.nodes(&subject.grid);
        let mut values = vec![0.0f32; points.len()];
        let mesh = PeerMesh::new(subject.mesh);
        // SAFETY: the mesh's arrays outlive the object; the shim copies the small struct.
        let (build, peer) = timed(|| unsafe { (self.table.create)(&raw const mesh, self.way) });
        ensure!(!peer.is_null(), "it could not build its tree");
        let row = subject.side() as usize;
        // SAFETY: as many values as points; the object is alive, and freed once afterwards.
        let (nodes, ()) = timed(|| unsafe {
            (self.table.distances)(peer, points.as_ptr(), points.len(), row, values.as_mut_ptr());
        });
        // SAFETY: as above.
        unsafe { (self.table.destroy)(peer) };
        Ok(Run { build, nodes, values })
    }
}

/// All that are here.
pub(super) fn contenders() -> Vec<Contender> {
    let contender = |library, configuration, table, way, quick| Contender {
        library,
        configuration,
        signs: false,
        rival: Box::new(Shim { table, way }),
        by_node: true,
        quick,
        largest: u32::MAX,
    };
    // SAFETY: the tables are filled before `main`, by the constructors of the C++ objects, and never written
    // again.
    unsafe {
        vec![
            #[cfg(peer = "embree_fields")]
            contender("embree", "point queries", &embree_field_table, 0, true),
            #[cfg(peer = "embree_fields")]
            contender("embree", SEEDED, &embree_field_table, 1, true),
            #[cfg(peer = "cgal_fields")]
            contender("cgal", "double", &cgal_field_table, 0, false),
        ]
    }
}
