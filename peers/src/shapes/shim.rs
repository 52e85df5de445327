//! The C++ libraries, all through the same table of functions (`shims/shapes.hpp`).
#![allow(unsafe_code, reason = "C++ libraries; every array is passed with its own length")]

use super::rival::{Contender, Rival};
use super::shape::{Found, Kind, Placed};
use crate::library::PeerMesh;
use crate::mesh::Mesh;
use anyhow::{Result, ensure};
use std::ffi::c_void;
use std::marker::PhantomData;

// Only for what they bring to the linker.
#[cfg(feature = "box3d")]
use box3d_sys as _;
#[cfg(feature = "jolt")]
use joltc_sys as _;

/// `PeerLists` of `shims/shapes.hpp`.
#[repr(C)]
struct Lists {
    found: *const Found,
    ends: *const u32,
}

/// `ShapesTable` of `shims/shapes.hpp`.
#[repr(C)]
struct Table {
    create: unsafe extern "C" fn(*const PeerMesh, u32) -> *mut c_void,
    destroy: unsafe extern "C" fn(*mut c_void),
    contacts: unsafe extern "C" fn(*mut c_void, u32, *const Placed, usize, *mut Lists),
    casts: unsafe extern "C" fn(*mut c_void, u32, *const Placed, usize, *mut Found),
}

unsafe extern "C" {
    #[cfg(peer = "bullet_shapes")]
    static bullet_shapes_table: Table;
    #[cfg(peer = "box3d_shapes")]
    static box3d_shapes_table: Table;
    #[cfg(peer = "jolt_shapes")]
    static jolt_shapes_table: Table;
}

/// A library in a configuration.
struct Asked {
    library: &'static str,
    configuration: &'static str,
    table: &'static Table,
    way: u32,
    /// As in [`Contender`].
    each_triangle: bool,
    can: fn(Kind, bool) -> bool,
}

fn all() -> Vec<Asked> {
    let mut all = Vec::new();
    // SAFETY: filled before `main`, by the constructors of the C++ objects, and never written again.
    unsafe {
        #[cfg(peer = "bullet_shapes")]
        all.push(asked("bullet", "default", &bullet_shapes_table, true));
        #[cfg(peer = "box3d_shapes")]
        all.push(asked("box3d", "each triangle", &box3d_shapes_table, true));
        #[cfg(peer = "jolt_shapes")]
        {
            let jolt = || asked("jolt", "default", &jolt_shapes_table, false);
            let only_contacts: fn(Kind, bool) -> bool = |_, casts| !casts;
            all.push(jolt());
            all.push(Asked { configuration: "all edges", way: 1, can: only_contacts, ..jolt() });
            all.push(Asked { configuration: "edges removed", way: 2, can: only_contacts, ..jolt() });
        }
    }
    all
}

fn asked(
    library: &'static str,
    configuration: &'static str,
    table: &'static Table,
    each_triangle: bool,
) -> Asked {
    Asked { library, configuration, table, way: 0, each_triangle, can: |_, _| true }
}

pub(super) fn contenders(mesh: &Mesh) -> Vec<Contender<'_>> {
    let contender = |asked: Asked| {
        let name = format!("{} {}", asked.library, asked.configuration);
        match Shim::new(mesh, &asked) {
            Ok(shim) => Some(Contender {
                library: asked.library,
                configuration: asked.configuration.to_owned(),
                rival: Box::new(shim),
                each_triangle: asked.each_triangle,
                can: asked.can,
                quick: true,
            }),
            Err(error) => {
                println!("{name} left out on {}: {error:#}", mesh.name);
                None
            }
        }
    };
    all().into_iter().filter_map(contender).collect()
}

struct Shim<'a> {
    table: &'static Table,
    peer: *mut c_void,
    /// The library may point into it.
    mesh: PhantomData<&'a Mesh>,
}

impl<'a> Shim<'a> {
    fn new(mesh: &'a Mesh, asked: &Asked) -> Result<Shim<'a>> {
        let whole = PeerMesh::new(mesh);
        // SAFETY: the arrays live as long as `'a`; the shim copies the small struct.
        let peer = unsafe { (asked.table.create)(&raw const whole, asked.way) };
        ensure!(!peer.is_null(), "it could not build its mesh");
        Ok(Shim { table: asked.table, peer, mesh: PhantomData })
    }
}

impl Drop for Shim<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `create`, freed once.
        unsafe { (self.table.destroy)(self.peer) };
    }
}

impl Rival for Shim<'_> {
    fn contacts(&mut self, kind: Kind, shapes: &[Placed], ends: &mut Vec<u32>, found: &mut Vec<Found>) {
        let mut lists = Lists { found: std::ptr::null(), ends: std::ptr::null() };
        if shapes.is_empty() {
            return;
        }
        // SAFETY: as many shapes as said; the lists are the peer's until its next call, one end for each
        // shape, the last of which is the number of contacts.
        unsafe {
            (self.table.contacts)(self.peer, kind as u32, shapes.as_ptr(), shapes.len(), &raw mut lists);
            let all = std::slice::from_raw_parts(lists.ends, shapes.len());
            ends.extend(all);
            if let Some(&count) = all.last().filter(|&&count| count > 0) {
                found.extend(std::slice::from_raw_parts(lists.found, count as usize));
            }
        }
    }

    fn casts(&mut self, kind: Kind, shapes: &[Placed], found: &mut Vec<Found>) {
        let start = found.len();
        found.resize(start + shapes.len(), Found::NOTHING);
        // SAFETY: as many shapes as said, and room for as many answers.
        unsafe {
            let room = found[start..].as_mut_ptr();
            (self.table.casts)(self.peer, kind as u32, shapes.as_ptr(), shapes.len(), room);
        }
    }
}
