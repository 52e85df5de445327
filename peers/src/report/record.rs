//! The records, one a measurement.

use super::row::Row;
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

/// One measurement.
#[derive(Serialize)]
pub(crate) struct Record {
    pub(crate) work: String,
    pub(crate) mesh: String,
    pub(crate) triangles: usize,
    pub(crate) library: &'static str,
    pub(crate) configuration: String,
    pub(crate) threads: usize,
    pub(crate) value: f64,
    pub(crate) unit: &'static str,
    pub(crate) higher_is_better: bool,
    pub(crate) bytes_per_triangle: f64,
}

impl Record {
    /// All of them; a configuration whose answers differ too much says so.
    pub(super) fn all(rows: &[Row]) -> Vec<Record> {
        let of_row = |row: &Row| -> Vec<Record> {
            let record = |entry: &super::Entry| Record {
                work: row.name(),
                mesh: row.mesh.clone(),
                triangles: row.triangles,
                library: entry.library,
                configuration: format!(
                    "{}{}",
                    entry.configuration,
                    if entry.differs { " (answers differ)" } else { "" }
                ),
                threads: 1,
                value: entry.rate,
                unit: row.work.unit(),
                higher_is_better: true,
                bytes_per_triangle: entry.bytes_per_triangle,
            };
            row.entries.iter().map(record).collect()
        };
        rows.iter().flat_map(of_row).collect()
    }
}

/// Writes the list.
pub(super) fn write(records: &[&Record], path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let text = serde_json::to_string_pretty(records)?;
    std::fs::write(path, text + "\n").with_context(|| path.display().to_string())
}
