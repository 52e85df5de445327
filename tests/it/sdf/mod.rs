//! Distance fields against brute force in f64.

mod distances;
mod kd_tree;
mod meshes;
mod signs;
