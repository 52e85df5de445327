//! Opening bytes takes no more memory than the bytes themselves and a bit for each triangle that they have
//! room for, whatever they say.

#[path = "common/allocator.rs"]
mod allocator;
mod common;

use allocator::peak;
use carom::bsp::{Bsp, BspInput, BspOptions, SurfaceInput};
use carom::mesh::Mesh;
use common::forge::forge;
use common::solid::random_world;
use common::{TestMesh, cook_all, sphere};

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
