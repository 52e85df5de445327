//! Solids of planes, and BSP trees of them.

mod bits;
mod contract;
mod extremes;
mod gaps;
mod inverse;
mod levels;
mod open;
mod shapes;
mod slide;
mod surfaces;
mod touching;
mod triangles;
mod turned;
mod volume;
mod wedges;
mod worlds;
