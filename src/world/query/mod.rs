//! Queries, and lists of pairs. Answers are defined by a loop over all objects with the arithmetic of
//! `predicate.rs` and `cast.rs`; lists come sorted by id, and ties go to the lowest id. Queries allocate
//! nothing.

mod cast;
mod filter;
mod frustum;
mod hit;
mod list;
mod nearest;
mod pairs;
mod predicate;
mod raycast;

pub use cast::AabbCast;
pub use filter::QueryFilter;
pub use frustum::{Frustum, Plane};
pub use hit::Hit;
pub use nearest::Neighbor;
