//! Lack of memory while a tree is built or opened, or while answers come in vectors of their own, is an error, wherever
//! it comes: no allocation may end the process.

// The C interface cannot be used without.
#![allow(unsafe_code)]

#[path = "common/allocator.rs"]
mod allocator;
mod common;

use allocator::{Plan, set_plan};
use carom::ErrorKind;
use carom::bsp::*;
use carom::ffi::{CAROM_OPEN_COPY, CaromStatus, carom_bsp_destroy, carom_bsp_open};
use carom::geometry::{Ray, Vec3};
use carom::mesh::{Filter, LayoutKind, Mesh};
use common::solid::random_world;
use common::{cook, sphere};

/// The number of the first and of the last allocations that fail in turn. About as many between them do.
const SOME: usize = 120;

/// Lets many allocations of `work` fail, alone and with all that follow. Returns how many `work` does.
fn fail_many<T>(name: &str, work: impl Fn() -> carom::Result<T>) -> usize {
    let outcome = |plan: Plan| {
        set_plan(plan);
        let result = work();
        (result.map(drop), set_plan(Plan::Calm))
    };
    let (Ok(()), Plan::FailOne(left)) = outcome(Plan::FailOne(usize::MAX)) else { panic!("{name}") };
    let total = usize::MAX - left;
    let stride = total / SOME + 1;
    let is_due = |&at: &usize| at < SOME || at + SOME >= total || at % stride == 0;
    for at in (0..total).filter(is_due) {
        for plan in [Plan::FailOne(at), Plan::FailAll(at)] {
            match outcome(plan).0 {
                Err(error) if error.kind() == ErrorKind::OutOfMemory => {}
                other => panic!("{name}, allocation {at} of {total}: {other:?}"),
            }
        }
    }
    total
}

fn fail_build(name: &str, input: &BspInput, options: &BspOptions) {
    let total = fail_many(name, || Bsp::build(input, options));
    assert!(total > 100, "{name}: {total}");
    let bsp = Bsp::build(input, options).unwrap();
    assert!(fail_many(name, || Bsp::open_copy(bsp.bytes())) > 0, "{name}");
}

#[test]
fn brushes() {
    // Some overlap with other attributes, so that leaves have lists.
    let (world, _) = random_world(3, 50);
    fail_build("brushes", &world.input(), &BspOptions::default());
}

#[test]
fn answers_in_vectors_of_their_own() {
    let mesh = sphere(12, 1.0);
    let mesh = Mesh::build(&mesh.input(), cook(LayoutKind::Wide)).unwrap();
    let rays = [Ray::new(Vec3::ZERO, Vec3::X); 20];
    let answers = || mesh.raycast_vec(&rays, &Filter::ALL);
    assert_eq!(fail_many("raycast_vec", answers), 1);
    let lists = || mesh.raycast_all_vec(&rays, &Filter::ALL);
    assert!(fail_many("raycast_all_vec", lists) > 1);
    let list = || mesh.candidates_aabb_one(&mesh.bounds(), &Filter::ALL);
    assert!(fail_many("candidates_aabb_one", list) > 1);
}

#[test]
fn bevels() {
    let (world, _) = random_world(5, 12);
    fail_build("bevels", &world.input(), &BspOptions { bevels: 2, ..BspOptions::default() });
}

#[test]
fn many_faces() {
    let plane = |i: u32| {
        let z = 1.0 - (i as f32 + 0.5) / 30.0;
        let (sin, cos) = (i as f32 * 2.4).sin_cos();
        let r = (1.0 - z * z).sqrt();
        [r * cos, r * sin, z, 1.0]
    };
    let planes: Vec<[f32; 4]> = (0..60).map(plane).collect();
    fail_build("ball", &BspInput::Brushes(BrushInput::new(&planes, &[60])), &BspOptions::default());
}

#[test]
fn surfaces() {
    let ball = sphere(6, 1.0);
    let input = BspInput::Surface(SurfaceInput::triangles(&ball.positions, &ball.indices));
    let options = BspOptions::default();
    fail_build("surface", &input, &options);
    fail_build("inverse", &input, &BspOptions { inverse: true, ..options });
    fail_build("bevelled surface", &input, &BspOptions { bevels: 1, ..options });
}

/// Of the ABI only the handle is left to fail; the text of the error is written when all else is freed.
#[test]
fn handles() {
    let (world, _) = random_world(6, 5);
    let bsp = Bsp::build(&world.input(), &BspOptions::default()).unwrap();
    let bytes = bsp.bytes();
    for at in 0.. {
        let mut handle = std::ptr::null_mut();
        set_plan(Plan::FailOne(at));
        // SAFETY: the bytes are there, and so is the place for the handle.
        let status =
            unsafe { carom_bsp_open(bytes.as_ptr().cast(), bytes.len(), CAROM_OPEN_COPY, &mut handle) };
        set_plan(Plan::Calm);
        if status == CaromStatus::CaromOk {
            assert!(at > 1);
            // SAFETY: just opened.
            unsafe { carom_bsp_destroy(handle) };
            break;
        }
        assert_eq!(status, CaromStatus::CaromErrorOutOfMemory);
        assert!(handle.is_null());
    }
}
