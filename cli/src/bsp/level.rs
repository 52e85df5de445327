//! Levels, read for cooking and for `carom info`.

use crate::{input, read};
use anyhow::{Context, Result};
use carom_levels::{Format, Level};
use std::path::Path;

/// Reads a level; errors name the file.
pub(super) fn read_level(path: &Path, format: Format) -> Result<Level> {
    let bytes = input::bytes(path, |head| match format {
        Format::Map => read::text_limit(head),
        // Its parts are found by 32-bit numbers.
        Format::Bsp if head.starts_with(b"IBSP") => 1 << 33,
        Format::Bsp => 0,
    })?;
    read::without_panic("level", || {
        Ok(match format {
            // Names of textures and messages may be in any encoding; none of them is needed to the letter.
            Format::Map => carom_levels::from_map(&String::from_utf8_lossy(&bytes)),
            Format::Bsp => carom_levels::from_bsp(&bytes),
        }?)
    })
    .with_context(|| input::name(path))
}
