//! Every test of the library from outside, a module a subject, in one program. Those that count allocations,
//! or share an example's modules, are programs of their own.

#[path = "../common/mod.rs"]
mod common;

mod accuracy;
mod blob;
mod boxes;
mod bsp;
mod casts;
mod contacts;
mod crossings;
mod delta;
mod extremes;
mod header;
mod hull;
mod large;
mod mesh_pairs;
mod oracle;
mod packets;
mod pieces;
mod scales;
mod sdf;
mod short;
mod size;
mod triangle_pairs;
mod triangles;
mod watertight;
mod world;
