//! Capsules and boxes against brushes: overlaps, contacts and casts, as against triangles.
//!
//! A brush is a convex solid. Its edges are computed from its planes, on the stack, so blobs store none of them.
//! Shapes are cores, which are sums of segments, with a radius. All is f64; the tree of brush boxes only decides which
//! brushes are looked at, so answers are those of a loop over all brushes.

mod axes;
mod batch;
mod casts;
mod closest;
mod contact;
mod contacts;
mod core;
mod moving;
mod neighbours;
mod overlap;
mod points;
mod reach;
mod solid;
