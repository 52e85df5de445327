//! Levels of games.

use super::faces::Brushes;
use super::made::from_brushes;
use crate::mesh::Mesh;
use anyhow::Result;
use carom_levels::attributes::SOLID;
use std::path::Path;

/// The brushes of a level that block everything.
pub(crate) fn level(name: &str, path: &Path) -> Result<Mesh> {
    let level = carom_levels::read(path)?;
    let mut brushes = Brushes { planes: Vec::new(), plane_counts: Vec::new() };
    let mut rest = &level.planes[..];
    for (&count, attributes) in level.plane_counts.iter().zip(&level.attributes) {
        let (planes, after) = rest.split_at(count as usize);
        rest = after;
        if attributes & SOLID != 0 {
            brushes.planes.extend_from_slice(planes);
            brushes.plane_counts.push(count);
        }
    }
    Ok(from_brushes(name, brushes))
}
