//! Opening bytes takes no more memory than the bytes themselves and a bit for each triangle that they have
//! room for, whatever they say.

// A counting allocator cannot be written without.
#![allow(unsafe_code)]

mod common;

use carom::bsp::{Bsp, BspInput, BspOptions, SurfaceInput};
use carom::mesh::Mesh;
use common::forge::forge;
use common::solid::random_world;
use common::{TestMesh, cook_all, sphere};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Bytes that this thread has now, and the most that it had.
    static BYTES: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

impl Counting {
    fn note(bytes: isize) {
        let _ = BYTES.try_with(|known| {
            let (now, most) = known.get();
            known.set((now + bytes, most.max(now + bytes)));
        });
    }
}

// SAFETY: passes everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::note(layout.size() as isize);
        // SAFETY: the caller's promise.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        Counting::note(-(layout.size() as isize));
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most memory that something takes for itself.
fn peak(work: impl FnOnce()) -> usize {
    let before = BYTES.get().0;
    BYTES.set((before, before));
    work();
    (BYTES.get().1 - before) as usize
}

/// The bytes for the text of an error and the state of a walk.
const LITTLE: usize = 4096;

/// Opens forged bytes: every word is replaced by small and large numbers.
fn check(name: &str, good: &[u8], triangles: usize, open: fn(&[u8]) -> bool) {
    assert!(open(good), "{name}");
    let allowed = good.len() + triangles.div_ceil(8) + LITTLE;
    assert!(peak(|| assert!(open(good))) <= allowed, "{name}: {} of {allowed}", peak(|| assert!(open(good))));
    // No more triangles than there are bytes.
    let allowed = good.len() + good.len() / 8 + LITTLE;
    for at in (8..good.len().min(2048)).step_by(4) {
        for value in [1, 0x7fff_ffff, u32::MAX, 0xffff, 1 << 20, good.len() as u32] {
            let mut bytes = good.to_vec();
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            forge(&mut bytes);
            let taken = peak(|| {
                open(&bytes);
            });
            assert!(taken <= allowed, "{name}: {taken} bytes where the word at {at} is {value:#x}");
        }
    }
}

fn opens_mesh(bytes: &[u8]) -> bool {
    Mesh::open_copy(bytes).is_ok()
}

fn opens_bsp(bytes: &[u8]) -> bool {
    Bsp::open_copy(bytes).is_ok()
}

#[test]
fn meshes() {
    let one = TestMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]], vec![0, 1, 2]);
    for mesh in [one, sphere(8, 1.0)] {
        for (name, cooked) in cook_all(&mesh) {
            check(name, cooked.bytes(), mesh.indices.len() / 3, opens_mesh);
        }
    }
}

#[test]
fn trees_of_brushes_and_of_surfaces() {
    let (world, _) = random_world(3, 50);
    let brushes = Bsp::build(&world.input(), &BspOptions::default()).unwrap();
    check("brushes", brushes.bytes(), 0, opens_bsp);
    let ball = sphere(5, 1.0);
    let input = BspInput::Surface(SurfaceInput::triangles(&ball.positions, &ball.indices));
    let surface = Bsp::build(&input, &BspOptions::default()).unwrap();
    check("surface", surface.bytes(), ball.indices.len() / 3, opens_bsp);
}
