//! Queries on two meshes through the C interface: a batch of a thousand poses allocates nothing, on any
//! layout; any number of threads gets the same bytes, within a small stack.

// The C interface cannot be used without.
#![allow(unsafe_code)]

#[path = "common/allocator.rs"]
mod allocator;
mod common;

use allocator::allocations;
use carom::ffi::*;
use carom::geometry::{Aabb, Vec3};
use carom::mesh::{LayoutKind, Mesh};
use common::{TestMesh, asset, cook, sphere};
use std::ptr::{null, null_mut};

/// A mesh behind a handle of the C interface.
struct Handle(*mut CaromMesh);

// SAFETY: meshes are immutable, and any thread may ask them.
unsafe impl Sync for Handle {}

impl Handle {
    fn new(mesh: &TestMesh, layout: LayoutKind) -> Handle {
        let cooked = Mesh::build(&mesh.input(), cook(layout)).unwrap();
        let (bytes, mut handle) = (cooked.bytes(), null_mut());
        // SAFETY: the bytes are there; they are copied.
        let status =
            unsafe { carom_mesh_open(bytes.as_ptr().cast(), bytes.len(), CAROM_OPEN_COPY, &mut handle) };
        assert_eq!(status, CaromStatus::CaromOk);
        Handle(handle)
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: made by `new`, and not used any more.
        unsafe { carom_mesh_destroy(self.0) }
    }
}

/// Room for the answers to a batch. Entries that do not fit into their lists are left out.
struct Answers {
    offsets: [Vec<u64>; 3],
    pairs: Vec<[u32; 2]>,
    near: Vec<[u32; 3]>,
    shared: Vec<[u32; 22]>,
    touches: Vec<u8>,
    inside: Vec<u8>,
    distances: Vec<[u32; 9]>,
    totals: [usize; 3],
}

impl Answers {
    fn room(count: usize) -> Answers {
        Answers {
            offsets: std::array::from_fn(|_| vec![7; count + 1]),
            pairs: vec![[7; 2]; 30 * count],
            near: vec![[7; 3]; 40 * count],
            shared: vec![[7; 22]; 20 * count],
            touches: vec![7; count],
            inside: vec![77; count],
            distances: vec![[7; 9]; count],
            totals: [7; 3],
        }
    }

    fn ask(&mut self, a: &Handle, b: &Handle, poses: &[CaromPose], near: f32) {
        let filter = CaromFilter {
            struct_size: size_of::<CaromFilter>() as u32,
            require: 0,
            exclude: 8,
            backfaces: 0,
            any_of: 0,
        };
        let (count, poses) = (poses.len(), poses.as_ptr());
        let mut written = 0;
        let [first, second, third] = &mut self.offsets;
        let [pairs, within, shared] = &mut self.totals;
        // SAFETY: handles that live, and arrays with the room that is said, of types as large as those of the
        // C interface.
        let statuses = unsafe {
            [
                carom_mesh_overlap_mesh_all(
                    a.0,
                    b.0,
                    null(),
                    poses,
                    count,
                    &filter,
                    null(),
                    first.as_mut_ptr(),
                    self.pairs.as_mut_ptr().cast(),
                    self.pairs.len(),
                    &mut written,
                    pairs,
                ),
                carom_mesh_within(
                    a.0,
                    b.0,
                    null(),
                    poses,
                    count,
                    near,
                    null(),
                    &filter,
                    second.as_mut_ptr(),
                    self.near.as_mut_ptr().cast(),
                    self.near.len(),
                    &mut written,
                    within,
                ),
                carom_mesh_intersections(
                    a.0,
                    b.0,
                    null(),
                    poses,
                    count,
                    null(),
                    null(),
                    third.as_mut_ptr(),
                    self.shared.as_mut_ptr().cast(),
                    self.shared.len(),
                    &mut written,
                    shared,
                ),
                carom_mesh_overlap_mesh(
                    a.0,
                    b.0,
                    null(),
                    poses,
                    count,
                    null(),
                    null(),
                    self.touches.as_mut_ptr(),
                ),
                carom_mesh_distance(
                    a.0,
                    b.0,
                    null(),
                    poses,
                    count,
                    f32::INFINITY,
                    null(),
                    null(),
                    self.distances.as_mut_ptr().cast(),
                ),
                carom_mesh_inside(a.0, b.0, null(), poses, count, self.inside.as_mut_ptr()),
            ]
        };
        assert!(statuses.iter().all(|&status| status as i32 >= 0), "{statuses:?}");
    }

    fn same(&self, other: &Answers) -> bool {
        self.offsets == other.offsets
            && self.pairs == other.pairs
            && self.near == other.near
            && self.shared == other.shared
            && self.touches == other.touches
            && self.inside == other.inside
            && self.distances == other.distances
            && self.totals == other.totals
    }
}

/// Poses of a mesh from deep inside of another one in the middle of `bounds` to apart; some so small that it
/// is in the other.
fn poses(count: usize, bounds: &Aabb, seed: u64) -> Vec<CaromPose> {
    let (middle, size) = ((bounds.min + bounds.max) * 0.5, (bounds.max - bounds.min).max_element() * 0.6);
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut number = || rng.f32() * 2.0 - 1.0;
    let mut pose = || {
        let q = [number(), number(), number(), number() + 1.5];
        let length = q.iter().map(|x| x * x).sum::<f32>().sqrt();
        let q = q.map(|x| x / length);
        let scale = if number() > 0.8 { 0.01 } else { 1.0 };
        let mut made = CaromPose { rows: [[0.0; 4]; 3] };
        // SAFETY: four numbers and a place for the pose.
        let status = unsafe { carom_pose_from_quaternion(q.as_ptr(), null(), scale, &mut made) };
        assert_eq!(status, CaromStatus::CaromOk);
        // Around the middle, and away from it.
        for (k, row) in made.rows.iter_mut().enumerate() {
            row[3] = middle[k] - Vec3::new(row[0], row[1], row[2]).dot(middle) + number() * size;
        }
        made
    };
    (0..count).map(|_| pose()).collect()
}

#[test]
fn a_thousand_poses_allocate_nothing() {
    let (first, second) = (sphere(12, 1.0), sphere(9, 1.0));
    let poses = poses(1000, &first.bounds(), 1);
    let mut expected: Option<Answers> = None;
    for [a, b] in [
        [LayoutKind::Wide, LayoutKind::Wide],
        [LayoutKind::Compact, LayoutKind::Delta],
        [LayoutKind::Delta, LayoutKind::Wide],
    ] {
        let (a, b) = (Handle::new(&first, a), Handle::new(&second, b));
        let mut answers = Answers::room(poses.len());
        let before = allocations();
        answers.ask(&a, &b, &poses, 0.05);
        assert_eq!(allocations() - before, 0);
        let touching = answers.touches.iter().filter(|&&touches| touches == 1).count();
        assert!((300..950).contains(&touching), "{touching}");
        assert!(answers.inside.iter().any(|&bits| u32::from(bits) == CAROM_INSIDE_B_WHOLLY));
        assert!(expected.as_ref().is_none_or(|expected| expected.same(&answers)));
        expected.get_or_insert(answers);
    }
}

#[test]
fn two_threads_get_the_same_bytes() {
    let mesh = asset("skull");
    let bounds = mesh.bounds();
    let size = (bounds.max - bounds.min).max_element();
    let handle = Handle::new(&mesh, LayoutKind::Wide);
    let poses = poses(40, &bounds, 2);
    let mut expected = Answers::room(poses.len());
    expected.ask(&handle, &handle, &poses, 0.001 * size);
    assert!(expected.totals.iter().all(|&total| total > 1000), "{:?}", expected.totals);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let mut answers = Answers::room(poses.len());
                answers.ask(&handle, &handle, &poses, 0.001 * size);
                assert!(answers.same(&expected));
            });
        }
    });
}

/// Job systems give their fibres little stack. The profile of the tests takes more of it than a release.
#[test]
fn pairs_fit_a_small_stack() {
    let mesh = asset("skull");
    let bounds = mesh.bounds();
    let size = (bounds.max - bounds.min).max_element();
    let poses = poses(4, &bounds, 3);
    for layout in LayoutKind::ALL {
        let handle = Handle::new(&mesh, layout);
        std::thread::scope(|scope| {
            let ask = || Answers::room(poses.len()).ask(&handle, &handle, &poses, 0.001 * size);
            let small = std::thread::Builder::new().stack_size(256 << 10);
            small.spawn_scoped(scope, ask).unwrap().join().unwrap();
        });
    }
}
