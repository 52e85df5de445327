//! Levels, read for cooking and for `carom info`.

use crate::read;
use anyhow::Result;
use carom_levels::Level;
use std::path::Path;

/// Reads a level; errors name the file.
pub(super) fn read_level(path: &Path) -> Result<Level> {
    let level = read::without_panic("level", || Ok(carom_levels::read(path)))?;
    Ok(level?)
}
