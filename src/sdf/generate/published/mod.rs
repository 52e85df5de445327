//! Published ways to find the distances, complete and shipped, for comparison.

pub(super) mod face_by_face;
pub(super) mod node_by_node;
