//! Embree 3 through `shims/embree.c`.
#![allow(unsafe_code, reason = "a C library; every array is passed with its own length")]

use super::raw::PeerMesh;
use super::{Contender, Library, Subject};
use crate::mesh::Mesh;
use crate::work::{Batch, Box3, Ray, Sphere, Work};
use anyhow::{Result, ensure};
use std::ffi::CStr;
use std::marker::PhantomData;

/// `Embree` of the shim.
#[repr(C)]
struct Scene {
    _opaque: [u8; 0],
}

unsafe extern "C" {
    fn embree_new(mesh: *const PeerMesh, device: *const std::ffi::c_char, scene_flags: u32) -> *mut Scene;
    fn embree_free(scene: *mut Scene);
    fn embree_bytes(scene: *const Scene) -> i64;
    fn embree_closest(
        scene: *const Scene,
        rays: *const Ray,
        count: usize,
        coherent: bool,
        t: *mut f32,
        ids: *mut u32,
    );
    fn embree_closest_16(scene: *const Scene, rays: *const Ray, count: usize, t: *mut f32, ids: *mut u32);
    fn embree_any(scene: *const Scene, rays: *const Ray, count: usize, found: *mut f32);
    fn embree_spheres(scene: *const Scene, spheres: *const Sphere, count: usize, found: *mut f32);
    fn embree_points(scene: *const Scene, points: *const [f32; 3], count: usize, t: *mut f32, ids: *mut u32);
    fn embree_boxes(
        scene: *const Scene,
        boxes: *const Box3,
        count: usize,
        ids: *mut u32,
        capacity: u32,
        counts: *mut f32,
    );
}

/// The settings of a device and a scene.
struct Setup {
    name: &'static str,
    device: &'static CStr,
    /// `RTCSceneFlags`.
    scene_flags: u32,
    quick: bool,
}

const SETUPS: &[Setup] = &[
    Setup { name: super::EMBREE_BEST, device: c"threads=1", scene_flags: 0, quick: true },
    Setup { name: super::EMBREE_AVX2, device: c"threads=1,isa=avx2", scene_flags: 0, quick: true },
    Setup { name: "compact", device: c"threads=1", scene_flags: 1 << 1, quick: false },
    Setup { name: "robust", device: c"threads=1", scene_flags: 1 << 2, quick: false },
];

/// The ways to ask: one by one, and in packets of 16.
const SINGLE: usize = 0;
const PACKETS: usize = 1;

pub(super) fn contenders() -> Vec<Contender> {
    let mut contenders = Vec::new();
    for (structure, setup) in SETUPS.iter().enumerate() {
        for (way, suffix) in [(SINGLE, ""), (PACKETS, super::PACKETS)] {
            contenders.push(Contender {
                library: "embree",
                configuration: format!("{}{suffix}", setup.name),
                build: |mesh, structure| Ok(Box::new(Embree::new(mesh, &SETUPS[structure])?)),
                structure,
                way,
                works: |work, way| match work {
                    Work::SphereCast => false,
                    Work::RayClosestCoherent => true,
                    _ => way == SINGLE,
                },
                subject: if setup.quick { Subject::MeshAndSurface } else { Subject::Mesh },
                quick: setup.quick,
            });
        }
    }
    contenders
}

struct Embree<'a> {
    scene: *mut Scene,
    mesh_bytes: usize,
    values: Vec<f32>,
    ids: Vec<u32>,
    /// The scene points into it.
    mesh: PhantomData<&'a Mesh>,
}

impl<'a> Embree<'a> {
    fn new(mesh: &'a Mesh, setup: &Setup) -> Result<Embree<'a>> {
        // SAFETY: the arrays live as long as `'a`; the shim copies the small struct.
        let scene = unsafe { embree_new(&PeerMesh::new(mesh), setup.device.as_ptr(), setup.scene_flags) };
        ensure!(!scene.is_null(), "no device {:?}", setup.device);
        Ok(Embree {
            scene,
            mesh_bytes: mesh.bytes(),
            values: Vec::new(),
            ids: vec![0; mesh.triangles.len().max(1 << 16)],
            mesh: PhantomData,
        })
    }
}

impl Drop for Embree<'_> {
    fn drop(&mut self) {
        // SAFETY: made by `embree_new`, freed once.
        unsafe { embree_free(self.scene) };
    }
}

impl Library for Embree<'_> {
    fn bytes(&self) -> usize {
        // SAFETY: the scene is alive.
        self.mesh_bytes + unsafe { embree_bytes(self.scene) } as usize
    }

    fn run(&mut self, batch: Batch, way: usize) {
        let count = batch.count();
        self.values.resize(count, 0.0);
        if self.ids.len() < count {
            self.ids.resize(count, 0);
        }
        let (scene, values, ids) = (self.scene, self.values.as_mut_ptr(), self.ids.as_mut_ptr());
        // SAFETY: `values` and `ids` have at least `count` elements, the questions exactly `count`.
        unsafe {
            match batch {
                Batch::Coherent(rays) if way == PACKETS => {
                    embree_closest_16(scene, rays.as_ptr(), count, values, ids);
                }
                Batch::Coherent(rays) => embree_closest(scene, rays.as_ptr(), count, true, values, ids),
                Batch::Closest(rays) => embree_closest(scene, rays.as_ptr(), count, false, values, ids),
                Batch::Any(rays) => embree_any(scene, rays.as_ptr(), count, values),
                Batch::Spheres(spheres) => embree_spheres(scene, spheres.as_ptr(), count, values),
                Batch::Points(points) => embree_points(scene, points.as_ptr(), count, values, ids),
                Batch::Boxes(boxes) => {
                    let capacity = self.ids.len() as u32;
                    embree_boxes(scene, boxes.as_ptr(), count, ids, capacity, values);
                }
                Batch::Casts(_) | Batch::Inside(_) | Batch::Contacts(_) => unreachable!("not asked"),
            }
        }
    }

    fn answers(&self) -> Vec<f32> {
        self.values.clone()
    }
}
