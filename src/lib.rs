//! Exact collision queries on geometry that stands still, and which moving objects may touch.
//!
//! A triangle mesh is *cooked* once into a small, read-only, relocatable blob. Then any thread queries it at
//! any time, without a lock and without an allocation. Every answer equals brute force, a plain loop over all
//! triangles, bit for bit.
//!
//! Data flows one way through the modules, `ffi → {mesh, bsp, sdf, world, hull} → geometry`:
//!
//! - [`geometry`]: exact tests between single shapes, the reference arithmetic;
//! - [`mesh`]: triangles in, compressed AABB tree out, and the queries on it;
//! - [`bsp`]: solids in, BSP tree out: spheres of any radius against one tree;
//! - [`sdf`]: signed distance fields: distances of a mesh at the nodes of a grid, and contacts with them;
//! - [`world`]: moving objects, and which of them may touch;
//! - [`hull`]: convex hulls of points, to be asked of meshes in any pose;
//! - [`blob`]: the cooked format;
//!
//! The features `bsp`, `sdf` and `world`, all on by default, may be left out. The C interface is the package `carom-capi`.
//!
//! [`geometry::Vec3`] and [`geometry::Quat`] are those of the crate glam, handed on, so that no program needs it. Arrays
//! become vectors with `into`. The feature `mint` adds conversions from and to `mint::Point3<f32>`, `mint::Vector3<f32>` and
//! `mint::Quaternion<f32>`, which the vectors of other crates convert to.
//!
//! ```
//! use carom::prelude::*;
//!
//! let positions = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
//! let mesh = Mesh::new(&positions, &[[0, 1, 2]])?;
//! let ray = Ray::new([0.25, 0.25, 1.0].into(), [0.0, 0.0, -1.0].into());
//! let hit = mesh.raycast_one(&ray, &Filter::ALL)?.expect("it hits the triangle");
//! assert_eq!((hit.t, hit.triangle), (1.0, 0));
//!
//! // A batch, into the caller's array, without an allocation.
//! let rays = [ray; 100];
//! let mut hits = [RayHit::MISS; 100];
//! mesh.raycast(&rays, &Filter::ALL, &mut hits[..])?;
//! assert_eq!(hits[99].t, 1.0);
//! # Ok::<(), carom::Error>(())
//! ```
//!
#![cfg_attr(feature = "mint", doc = include_str!("mint.md"))]
#![warn(missing_debug_implementations)]
// Denies functions whose last bits differ between platforms' mathematical libraries, and those that end the program where
// there is no memory: clippy.toml has the lists.
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_macros))]
// Parts that only the C interface, or a system that is left out, uses.
#![cfg_attr(any(not(feature = "ffi"), test), allow(dead_code, unused_imports))]

#[cfg(target_endian = "big")]
compile_error!("cooked blobs are little-endian and read in place: big-endian machines are not supported");

// First, as others use its macro.
#[macro_use]
mod error;

mod arrays;
mod batch;
mod bits;
pub mod blob;
#[cfg(feature = "bsp")]
pub mod bsp;
// Not in unit tests: its functions lead to every kernel, which would be compiled once more for them.
#[cfg(all(feature = "ffi", not(test)))]
#[doc(hidden)]
#[allow(missing_debug_implementations)]
pub mod ffi;

pub mod geometry;
mod heap;
pub mod hull;
/// Parts that the library's own tests and measurements look at, and that are none of a user's business: they may
/// change at any time.
#[doc(hidden)]
pub mod internal {
    #[cfg(all(feature = "ffi", not(test)))]
    pub use crate::ffi::internal::*;
    pub use crate::geometry::internal::*;
    #[cfg(feature = "sdf")]
    pub use crate::sdf::kd_tree::DEFAULT_LEAF_TRIANGLES;
}
mod locks;
pub mod mesh;
mod parallel;
mod pool;
pub mod prelude;
mod progress;
mod radix;
#[cfg(feature = "sdf")]
pub mod sdf;
mod simd;
mod stack;
mod vectors;
#[cfg(feature = "world")]
pub mod world;

pub use error::{Context, Error, ErrorKind, Result};
pub use simd::{SimdLevel, set_simd_level, simd_level};

/// The library's version: `major << 16 | minor << 8 | patch`.
pub const VERSION: u32 = {
    const fn number(text: &str) -> u32 {
        let (bytes, mut value, mut i) = (text.as_bytes(), 0, 0);
        while i < bytes.len() {
            value = value * 10 + (bytes[i] - b'0') as u32;
            i += 1;
        }
        value
    }
    number(env!("CARGO_PKG_VERSION_MAJOR")) << 16
        | number(env!("CARGO_PKG_VERSION_MINOR")) << 8
        | number(env!("CARGO_PKG_VERSION_PATCH"))
};
