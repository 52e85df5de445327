//! The limits of depth that a tree in bytes has to keep.

use crate::mesh::depth::MAX_DEPTH;
use crate::{Error, Result};

/// Refuses a depth that stacks have no room for.
pub(super) fn check_depth(depth: u32) -> Result<()> {
    match depth as usize > MAX_DEPTH {
        true => Err(Error::invalid_blob(text!("depth {depth} exceeds {MAX_DEPTH}"))),
        false => Ok(()),
    }
}

/// Refuses a node that lies deeper than INFO says.
pub(super) fn check_level(node: usize, level: u32, depth: u32) -> Result<()> {
    match level > depth {
        true => Err(Error::invalid_blob(text!("nodes[{node}]: level {level} exceeds the depth {depth}"))),
        false => Ok(()),
    }
}
