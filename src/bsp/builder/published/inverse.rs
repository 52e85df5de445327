//! The inverse tree of a surface: all faces are flipped, so that leaves stored as solid are empty. A query takes
//! both children together by AND and inverts the answer. That is OR over both children of the ordinary tree.

use crate::bsp::builder::arena::{Arena, Slot};
use crate::bsp::builder::surface::Face;
use crate::bsp::tree::NodeRef;

/// Flips all faces.
pub(in crate::bsp::builder) fn flip(faces: &mut [Face]) {
    for face in faces {
        face.polygon.reverse();
        face.plane = face.plane.flipped();
    }
}

/// Makes a tree without faces, which is empty everywhere, an inverse one.
pub(in crate::bsp::builder) fn make_empty(arena: &mut Arena) {
    arena.set(Slot::Root, NodeRef::solid(0));
}
