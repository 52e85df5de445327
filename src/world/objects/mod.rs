//! The objects of a world: volumes, filters, compounds, ids, and the last word on which two touch.

mod census;
mod changes;
mod compound;
mod id;
mod ids;
mod implicit_tree;
mod kept;
mod meta;
mod object;
#[expect(clippy::module_inception, reason = "all of them")]
mod objects;
mod places;
mod sights;
mod slot_set;
mod table;
mod touching;
mod update;
mod volume;

pub(super) use compound::Compound;
pub(super) use id::{LAST_GENERATION, check_values};
pub use id::{ObjectId, Pair};
pub(super) use implicit_tree::{Cursor, build_implicit_tree};
pub(super) use kept::{Kept, Slot};
pub(super) use meta::Kind;
pub(super) use object::Row;
pub use object::{GroupFilter, Object};
pub(super) use objects::{MOST_SLOTS, Objects};
pub(super) use places::Places;
pub(super) use sights::Sights;
pub(super) use slot_set::SlotSet;
pub use volume::Volume;
pub(super) use volume::{box_distance_squared, box_sphere, length_squared};
