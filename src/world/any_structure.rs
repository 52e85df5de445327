//! The structure of a world, whichever it is. It lies in the world itself and not behind a box, because a box
//! that cannot be allocated ends the process.

use super::options::WorldOptions;
use super::packed::Packed;
use super::published::Published;
use super::structure::Structure;
use super::threads::Threads;
use std::ops::{Deref, DerefMut};

/// See the module.
#[expect(clippy::large_enum_variant, reason = "a world has one")]
pub(super) enum AnyStructure {
    Packed(Packed),
    Published(Published),
}

impl AnyStructure {
    /// The one that options ask for.
    pub(super) fn new(options: &WorldOptions, threads: &Threads) -> AnyStructure {
        match Published::new(options) {
            Some(structure) => AnyStructure::Published(structure),
            None => AnyStructure::Packed(Packed::new(threads.clone())),
        }
    }
}

impl Deref for AnyStructure {
    type Target = dyn Structure;

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        match self {
            AnyStructure::Packed(structure) => structure,
            AnyStructure::Published(structure) => &**structure,
        }
    }
}

impl DerefMut for AnyStructure {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        match self {
            AnyStructure::Packed(structure) => structure,
            AnyStructure::Published(structure) => &mut **structure,
        }
    }
}
