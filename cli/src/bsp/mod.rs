//! What the commands do with solids in a BSP tree.

pub(crate) mod cook;
pub(crate) mod cut;
pub(crate) mod info;
pub(crate) mod query;

use crate::read;
use anyhow::Result;
use carom_levels::Level;
use std::path::Path;

/// Reads a level; errors name the file.
fn read_level(path: &Path) -> Result<Level> {
    let level = read::without_panic("level", || Ok(carom_levels::read(path)))?;
    Ok(level?)
}
