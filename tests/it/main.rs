//! Every test of the library from outside, a module a subject, in one program. Those that count allocations, or share an
//! example's modules, are programs of their own.

#[path = "../common/mod.rs"]
mod common;

mod accuracy;
mod blob;
mod bsp_bits;
mod bsp_contract;
mod bsp_extremes;
mod bsp_gaps;
mod bsp_inverse;
mod bsp_levels;
mod bsp_open;
mod bsp_slide;
mod bsp_surfaces;
mod bsp_touching;
mod bsp_turned;
mod bsp_volume;
mod bsp_wedges;
mod bsp_worlds;
mod crossings;
mod delta;
mod extremes;
mod header;
mod mesh_pairs;
mod oracle;
mod scales;
mod sdf;
mod size;
mod triangle_pairs;
mod triangles;
mod watertight;
mod world;
