//! The common parts of the oracle tests: meshes, random queries, and a plain loop over all triangles.

#![allow(dead_code, unreachable_pub, reason = "each test program uses a part of it")]

pub mod brute;
pub mod bsp;
pub mod delta;
pub mod effort;
pub mod extremes;
pub mod field;
pub mod forge;
pub mod queries;
pub mod solid;

use carom::geometry::{Aabb, Triangle, Vec3};
use carom::mesh::{CookOptions, Filter, LayoutKind, Mesh, MeshInput, Quality, SplitRule, WidePreset};
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The triangles of a cube whose corner `k` has its larger x, y and z where bits 0, 1 and 2 of `k` are set.
pub const CUBE_FACES: [u32; 36] = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
    5,
];

/// Returns true if a triangle or brush with these attributes passes the filter, compared bit by bit.
pub fn passes(filter: &Filter, attributes: u16) -> bool {
    // Most filters: it would take most of the tests' time.
    if filter.require | filter.exclude | filter.any_of == 0 {
        return true;
    }
    let has = |mask: u16, bit: u16| mask >> bit & 1 != 0;
    (0..16).all(|bit| !has(filter.require, bit) || has(attributes, bit))
        && !(0..16).any(|bit| has(filter.exclude, bit) && has(attributes, bit))
        && (filter.any_of == 0 || (0..16).any(|bit| has(filter.any_of, bit) && has(attributes, bit)))
}

/// An indexed mesh with attributes.
#[derive(Clone, Debug, Default)]
pub struct TestMesh {
    pub positions: Vec<[f32; 3]>,
    pub indices: Vec<u32>,
    pub attributes: Vec<u16>,
}

impl TestMesh {
    pub fn input(&self) -> MeshInput<'_> {
        MeshInput::new(&self.positions, &self.indices).with_attributes(&self.attributes)
    }

    pub fn triangles(&self) -> Vec<Triangle> {
        (0..self.indices.len() / 3).map(|i| self.input().triangle(i)).collect()
    }

    pub fn bounds(&self) -> Aabb {
        self.triangles().iter().fold(Aabb::EMPTY, |bounds, t| bounds.union(&t.bounds()))
    }

    pub fn new(positions: Vec<[f32; 3]>, indices: Vec<u32>) -> TestMesh {
        // Attributes that depend on the triangle, so that filters have something to choose.
        let attributes = (0..indices.len() / 3).map(|i| ((i * 0x9e37) >> 3) as u16).collect();
        TestMesh { positions, indices, attributes }
    }

    /// All triangles of some meshes.
    pub fn together(parts: &[impl Borrow<TestMesh>]) -> TestMesh {
        let (mut positions, mut indices) = (Vec::new(), Vec::new());
        for part in parts.iter().map(Borrow::borrow) {
            let first = positions.len() as u32;
            positions.extend_from_slice(&part.positions);
            indices.extend(part.indices.iter().map(|index| first + index));
        }
        TestMesh::new(positions, indices)
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.positions.iter().for_each(|position| position.map(f32::to_bits).hash(&mut hasher));
        (&self.indices, &self.attributes).hash(&mut hasher);
        hasher.finish()
    }

    /// The same surface with its other side in front.
    pub fn turned(mut self) -> TestMesh {
        self.indices.chunks_exact_mut(3).for_each(|corners| corners.swap(1, 2));
        self
    }
}

/// A binary STL file from `assets/`, equal positions welded.
pub fn asset(name: &str) -> TestMesh {
    // Packages in `examples/` lie two folders below.
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let path = folders.map(|folder| folder.join(format!("assets/{name}.stl"))).find(|path| path.exists());
    let bytes = std::fs::read(path.expect(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let count = u32::from_le_bytes(bytes[80..84].try_into().unwrap()) as usize;
    let mut known = HashMap::new();
    let mut positions = Vec::new();
    let mut indices = Vec::with_capacity(3 * count);
    for record in bytes[84..].chunks_exact(50) {
        for corner in record[12..48].chunks_exact(12) {
            let position = [0, 4, 8].map(|k| f32::from_le_bytes(corner[k..k + 4].try_into().unwrap()));
            let index = *known.entry(position.map(|x| (x + 0.0).to_bits())).or_insert_with(|| {
                positions.push(position);
                positions.len() as u32 - 1
            });
            indices.push(index);
        }
    }
    assert_eq!(indices.len(), 3 * count);
    TestMesh::new(positions, indices)
}

pub const ASSETS: [&str; 3] = ["skull", "ribcage", "forearm"];

/// A way to cook, with a name for messages.
pub struct Variant {
    pub name: &'static str,
    pub options: fn() -> CookOptions<'static>,
}

/// Every way to cook whose answers must be the same.
pub const VARIANTS: [Variant; 11] = [
    Variant { name: "wide", options: || cook(LayoutKind::Wide) },
    Variant {
        name: "wide, high",
        options: || CookOptions { quality: Quality::High, ..cook(LayoutKind::Wide) },
    },
    Variant { name: "wide small", options: || wide(WidePreset::Small) },
    Variant { name: "wide fast", options: || wide(WidePreset::Fast) },
    Variant { name: "wide rays", options: || wide(WidePreset::Rays) },
    Variant { name: "compact", options: || cook(LayoutKind::Compact) },
    Variant {
        name: "compact, fast",
        options: || CookOptions { quality: Quality::Fast, ..cook(LayoutKind::Compact) },
    },
    Variant {
        name: "compact, median",
        options: || CookOptions { split: SplitRule::Median, ..cook(LayoutKind::Compact) },
    },
    Variant { name: "delta", options: || cook(LayoutKind::Delta) },
    Variant {
        name: "delta, high",
        options: || CookOptions { quality: Quality::High, ..cook(LayoutKind::Delta) },
    },
    Variant {
        name: "delta, median",
        options: || CookOptions { split: SplitRule::Median, ..cook(LayoutKind::Delta) },
    },
];

/// A layout, and everything else at its default.
pub fn cook(layout: LayoutKind) -> CookOptions<'static> {
    CookOptions { layout, ..CookOptions::default() }
}

fn wide(preset: WidePreset) -> CookOptions<'static> {
    CookOptions { layout: LayoutKind::Wide, preset, ..CookOptions::default() }
}

/// So many triangles take longer to build in every variant than to be opened.
const LARGE: usize = 10_000;

/// The mesh in every variant. Large ones, of which most are in many tests, are built once, and opened.
pub fn cook_all(mesh: &TestMesh) -> Vec<(&'static str, Mesh<'static>)> {
    static BUILT: Mutex<BTreeMap<u64, Arc<Vec<Vec<u8>>>>> = Mutex::new(BTreeMap::new());
    let build = |variant: &Variant| {
        let mesh = Mesh::build(&mesh.input(), (variant.options)());
        mesh.unwrap_or_else(|error| panic!("{}: {error}", variant.name))
    };
    if mesh.indices.len() / 3 < LARGE {
        return VARIANTS.iter().map(|variant| (variant.name, build(variant))).collect();
    }
    let (hash, built) = (mesh.hash(), || BUILT.lock().unwrap_or_else(PoisonError::into_inner));
    let known = built().get(&hash).cloned();
    let blobs = known.unwrap_or_else(|| {
        let blobs: Vec<_> = VARIANTS.iter().map(|variant| build(variant).bytes().to_vec()).collect();
        built().entry(hash).or_insert(Arc::new(blobs)).clone()
    });
    let open = |(variant, bytes): (&Variant, &Vec<u8>)| (variant.name, Mesh::open_copy(bytes).unwrap());
    VARIANTS.iter().zip(&*blobs).map(open).collect()
}

/// A sphere of `4 * rings * rings` triangles or so, closed and consistently wound, with poles.
pub fn sphere(rings: usize, radius: f32) -> TestMesh {
    let segments = 2 * rings;
    let mut positions = vec![[0.0, 0.0, radius], [0.0, 0.0, -radius]];
    for ring in 1..rings {
        let theta = ring as f32 / rings as f32 * std::f32::consts::PI;
        for segment in 0..segments {
            let phi = segment as f32 / segments as f32 * std::f32::consts::TAU;
            let p = Vec3::new(theta.sin() * phi.cos(), theta.sin() * phi.sin(), theta.cos()) * radius;
            positions.push(p.to_array());
        }
    }
    let at = |ring: usize, segment: usize| (2 + (ring - 1) * segments + segment % segments) as u32;
    let mut indices = Vec::new();
    for segment in 0..segments {
        indices.extend([0, at(1, segment), at(1, segment + 1)]);
        indices.extend([1, at(rings - 1, segment + 1), at(rings - 1, segment)]);
        for ring in 1..rings - 1 {
            let (a, b) = (at(ring, segment), at(ring, segment + 1));
            let (c, d) = (at(ring + 1, segment), at(ring + 1, segment + 1));
            indices.extend([a, c, b, b, c, d]);
        }
    }
    TestMesh::new(positions, indices)
}
