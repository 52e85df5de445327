//! Embree 3 through `shims/embree.c`, and Embree 4 through `shims/embree4.c`.
#![allow(unsafe_code, reason = "a C library; every array is passed with its own length")]

use super::raw::PeerMesh;
use super::{Contender, Library, Subject};
use crate::mesh::Mesh;
use crate::work::{Batch, Box3, Ray, Sphere, Work};
use anyhow::{Context, Result, ensure};
use std::ffi::{CStr, CString, c_char};
use std::marker::PhantomData;
use std::path::PathBuf;

/// `Embree` of the shim.
#[repr(C)]
struct Scene {
    _opaque: [u8; 0],
}

/// `EmbreeTable` of the shims: what both versions are asked through.
#[repr(C)]
struct Table {
    new: unsafe extern "C" fn(*const PeerMesh, *const c_char, u32) -> *mut Scene,
    free: unsafe extern "C" fn(*mut Scene),
    bytes: unsafe extern "C" fn(*const Scene) -> i64,
    closest: unsafe extern "C" fn(*const Scene, *const Ray, usize, bool, *mut f32, *mut u32),
    closest_16: unsafe extern "C" fn(*const Scene, *const Ray, usize, *mut f32, *mut u32),
    any: unsafe extern "C" fn(*const Scene, *const Ray, usize, *mut f32),
}

unsafe extern "C" {
    static embree_table: Table;
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
    static embree4_table: Table;
    fn embree4_load(path: *const c_char) -> *const c_char;
}

/// The settings of a device and a scene.
struct Setup {
    library: &'static str,
    name: &'static str,
    device: &'static CStr,
    /// `RTCSceneFlags`.
    scene_flags: u32,
    quick: bool,
}

impl Setup {
    /// The functions of its version.
    fn table(&self) -> &'static Table {
        // SAFETY: the shims' constants.
        unsafe { if self.library == super::EMBREE { &embree_table } else { &embree4_table } }
    }
}

const BEST: &CStr = c"threads=1";
const AVX2: &CStr = c"threads=1,isa=avx2";

const SETUPS: &[Setup] = &[
    Setup { library: super::EMBREE, name: super::EMBREE_BEST, device: BEST, scene_flags: 0, quick: true },
    Setup { library: super::EMBREE, name: super::EMBREE_AVX2, device: AVX2, scene_flags: 0, quick: true },
    Setup { library: super::EMBREE, name: "compact", device: BEST, scene_flags: 1 << 1, quick: false },
    Setup { library: super::EMBREE, name: "robust", device: BEST, scene_flags: 1 << 2, quick: false },
    Setup { library: super::EMBREE_4, name: super::EMBREE_BEST, device: BEST, scene_flags: 0, quick: false },
    Setup { library: super::EMBREE_4, name: super::EMBREE_AVX2, device: AVX2, scene_flags: 0, quick: false },
];

/// Names the folder in which the wheel of Embree 4 is installed.
const FOLDER: &str = "PEERS_EMBREE4";

/// Loads Embree 4, if it is here.
fn load_embree_4() -> Result<()> {
    let folder = PathBuf::from(std::env::var_os(FOLDER).context("not installed")?).join("embreex.libs");
    let is_it = |path: &PathBuf| path.to_string_lossy().contains("/libembree4");
    let files = std::fs::read_dir(&folder)?.filter_map(|file| Some(file.ok()?.path()));
    let path = files.into_iter().find(is_it).context("no library in its wheel")?;
    let path = CString::new(path.into_os_string().into_encoded_bytes())?;
    // SAFETY: both texts end with a zero; the one that comes back stays.
    unsafe {
        let error = embree4_load(path.as_ptr());
        ensure!(error.is_null(), "{}", CStr::from_ptr(error).to_string_lossy());
    }
    Ok(())
}

/// The ways to ask: one by one, and in packets of 16.
const SINGLE: usize = 0;
const PACKETS: usize = 1;

pub(super) fn contenders() -> Vec<Contender> {
    let mut contenders = Vec::new();
    let has_embree_4 = load_embree_4().is_ok();
    let is_here = |setup: &&Setup| setup.library == super::EMBREE || has_embree_4;
    for (structure, setup) in SETUPS.iter().filter(is_here).enumerate() {
        for (way, suffix) in [(SINGLE, ""), (PACKETS, super::PACKETS)] {
            contenders.push(Contender {
                library: setup.library,
                configuration: format!("{}{suffix}", setup.name),
                build: |mesh, structure| Ok(Box::new(Embree::new(mesh, &SETUPS[structure])?)),
                structure,
                way,
                works: if setup.library == super::EMBREE { all_works } else { works_on_rays },
                subject: if setup.quick { Subject::MeshAndSurface } else { Subject::Mesh },
                quick: setup.quick,
            });
        }
    }
    contenders
}

fn all_works(work: Work, way: usize) -> bool {
    match work {
        Work::SphereCast => false,
        Work::RayClosestCoherent => true,
        _ => way == SINGLE,
    }
}

fn works_on_rays(work: Work, way: usize) -> bool {
    let is_with_rays = matches!(work, Work::RayClosestIncoherent | Work::RayClosestRandom | Work::RayAny);
    work == Work::RayClosestCoherent || way == SINGLE && (is_with_rays || work == Work::Build)
}

struct Embree<'a> {
    table: &'static Table,
    scene: *mut Scene,
    mesh_bytes: usize,
    values: Vec<f32>,
    ids: Vec<u32>,
    /// The scene points into it.
    mesh: PhantomData<&'a Mesh>,
}

impl<'a> Embree<'a> {
    fn new(mesh: &'a Mesh, setup: &Setup) -> Result<Embree<'a>> {
        let table = setup.table();
        // SAFETY: the arrays live as long as `'a`; the shim copies the small struct.
        let scene = unsafe { (table.new)(&PeerMesh::new(mesh), setup.device.as_ptr(), setup.scene_flags) };
        ensure!(!scene.is_null(), "no device {:?}", setup.device);
        Ok(Embree {
            table,
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
        // SAFETY: made by the same version, freed once.
        unsafe { (self.table.free)(self.scene) };
    }
}

impl Library for Embree<'_> {
    fn bytes(&self) -> usize {
        // SAFETY: the scene is alive.
        self.mesh_bytes + unsafe { (self.table.bytes)(self.scene) } as usize
    }

    fn run(&mut self, batch: Batch, way: usize) {
        let count = batch.count();
        self.values.resize(count, 0.0);
        if self.ids.len() < count {
            self.ids.resize(count, 0);
        }
        let (scene, values, ids) = (self.scene, self.values.as_mut_ptr(), self.ids.as_mut_ptr());
        let Table { closest, closest_16, any, .. } = *self.table;
        // SAFETY: `values` and `ids` have at least `count` elements, the questions exactly `count`.
        unsafe {
            match batch {
                Batch::Coherent(rays) if way == PACKETS => {
                    closest_16(scene, rays.as_ptr(), count, values, ids);
                }
                Batch::Coherent(rays) => closest(scene, rays.as_ptr(), count, true, values, ids),
                Batch::Closest(rays) => closest(scene, rays.as_ptr(), count, false, values, ids),
                Batch::Any(rays) => any(scene, rays.as_ptr(), count, values),
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
