//! The C and C++ libraries, all through the same table of functions (`shims/world.hpp`).
#![allow(unsafe_code, reason = "C++ libraries; every array is passed with its own length")]

use super::rival::{Clock, Contender, Rival};
use crate::work::{Box3, Ray, Work};
use anyhow::{Result, ensure};
use std::ffi::c_void;

/// `WorldTable` of `shims/world.hpp`.
#[repr(C)]
struct Table {
    create: unsafe extern "C" fn(u32) -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    begin: unsafe extern "C" fn(*mut c_void, *const Box3, usize) -> bool,
    clear: unsafe extern "C" fn(*mut c_void),
    move_to: unsafe extern "C" fn(*mut c_void, *const u32, *const Box3, usize, *const Box3),
    pairs: unsafe extern "C" fn(*mut c_void) -> usize,
    keys: unsafe extern "C" fn(*const c_void, *mut u64),
    changes: unsafe extern "C" fn(*mut c_void) -> usize,
    list_boxes: unsafe extern "C" fn(*mut c_void, *const Box3, usize, *mut f32),
    cast_rays: unsafe extern "C" fn(*mut c_void, *const Ray, usize, *mut f32),
}

unsafe extern "C" {
    #[cfg(peer = "bullet_world")]
    static bullet_moving_table: Table;
    #[cfg(peer = "cgal_world")]
    static cgal_moving_table: Table;
    #[cfg(peer = "embree_world")]
    static embree_moving_table: Table;
    #[cfg(peer = "fcl_world")]
    static fcl_moving_table: Table;
    #[cfg(peer = "ode_world")]
    static ode_moving_table: Table;
}

pub(super) fn contenders() -> Vec<Contender> {
    let mut all: Vec<Contender> = Vec::new();
    // SAFETY: the tables are filled before `main`, by the constructors of the C++ objects, and never written
    // again.
    #[cfg(peer = "bullet_world")]
    {
        const WORKS: &[Work] =
            &[Work::WorldPairs, Work::WorldChanges, Work::WorldBoxQuery, Work::WorldRay, Work::WorldInsert];
        const PAIRS: &[Work] = &[Work::WorldPairs, Work::WorldChanges];
        let dbvt = Contender::new("bullet", "dbvt", WORKS, || shim(unsafe { &bullet_moving_table }, 0));
        let deferred =
            Contender::new("bullet", "dbvt deferred", PAIRS, || shim(unsafe { &bullet_moving_table }, 1));
        all.extend([dbvt, deferred].map(|contender| Contender { margin: true, ..contender }));
    }
    #[cfg(peer = "ode_world")]
    {
        const WORKS: &[Work] = &[Work::WorldPairs];
        all.push(Contender::new("ode", "hash", WORKS, || shim(unsafe { &ode_moving_table }, 0)));
        all.push(Contender::new("ode", "sap", WORKS, || shim(unsafe { &ode_moving_table }, 1)));
    }
    #[cfg(peer = "fcl_world")]
    {
        const WORKS: &[Work] = &[Work::WorldPairs, Work::WorldBoxQuery, Work::WorldInsert];
        let tree = Contender::new("fcl", "dynamic tree", WORKS, || shim(unsafe { &fcl_moving_table }, 0));
        all.push(Contender { fits: true, ..tree });
    }
    #[cfg(peer = "cgal_world")]
    all.push(Contender::new("cgal", "boxes", &[Work::WorldPairs], || shim(unsafe { &cgal_moving_table }, 0)));
    #[cfg(peer = "embree_world")]
    {
        const WORKS: &[Work] = &[Work::WorldPairs, Work::WorldBoxQuery, Work::WorldRay, Work::WorldInsert];
        let rebuilt = Contender::new("embree", "anew", WORKS, || shim(unsafe { &embree_moving_table }, 0));
        let fitted =
            Contender::new("embree", "refit", &WORKS[..3], || shim(unsafe { &embree_moving_table }, 1));
        let embree = |contender| Contender { clock: Clock::Process, quick: true, ..contender };
        all.extend([rebuilt, Contender { fits: true, ..fitted }].map(embree));
    }
    all
}

struct Shim {
    table: &'static Table,
    peer: *mut c_void,
    count: usize,
}

fn shim(table: &'static Table, configuration: u32) -> Result<Box<dyn Rival>> {
    // SAFETY: the function takes any number.
    let peer = unsafe { (table.create)(configuration) };
    ensure!(!peer.is_null(), "it could not be created");
    Ok(Box::new(Shim { table, peer, count: 0 }))
}

impl Drop for Shim {
    fn drop(&mut self) {
        // SAFETY: made by `create`, freed once.
        unsafe { (self.table.destroy)(self.peer) };
    }
}

// SAFETY of all calls: the object is alive; arrays have the lengths that go with them. `all` stays where it
// is, as the trait demands, and the part that is read until the next call is as long as it was in `begin`.
impl Rival for Shim {
    fn begin(&mut self, all: &[Box3]) -> Result<()> {
        let is_good = unsafe { (self.table.begin)(self.peer, all.as_ptr(), all.len()) };
        ensure!(is_good, "it could not take the objects");
        Ok(())
    }

    fn clear(&mut self) {
        unsafe { (self.table.clear)(self.peer) };
    }

    fn move_to(&mut self, moved: &[u32], boxes: &[Box3], all: &[Box3]) {
        let count = moved.len().min(boxes.len());
        unsafe { (self.table.move_to)(self.peer, moved.as_ptr(), boxes.as_ptr(), count, all.as_ptr()) };
    }

    fn pairs(&mut self) -> usize {
        self.count = unsafe { (self.table.pairs)(self.peer) };
        self.count
    }

    fn keys(&mut self) -> Vec<u64> {
        let mut keys = vec![0; self.count];
        unsafe { (self.table.keys)(self.peer, keys.as_mut_ptr()) };
        keys
    }

    fn changes(&mut self) -> usize {
        unsafe { (self.table.changes)(self.peer) }
    }

    fn list_boxes(&mut self, boxes: &[Box3], counts: &mut [f32]) {
        let count = boxes.len().min(counts.len());
        unsafe { (self.table.list_boxes)(self.peer, boxes.as_ptr(), count, counts.as_mut_ptr()) };
    }

    fn cast_rays(&mut self, rays: &[Ray], ts: &mut [f32]) {
        let count = rays.len().min(ts.len());
        unsafe { (self.table.cast_rays)(self.peer, rays.as_ptr(), count, ts.as_mut_ptr()) };
    }
}
