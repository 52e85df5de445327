//! Distance fields against brute force in f64: made, stored, asked.

mod bands;
mod blob;
mod closest;
mod contacts;
mod deepest;
mod distances;
mod extremes;
mod field_pairs;
mod fields;
mod kd_tree;
mod meshes;
mod sample;
mod scales;
mod signs;
mod storage;
mod thin;
