//! The report: tables in the terminal, a JSON file, a picture.

#[path = "../../common/chart.rs"]
mod chart;
#[path = "../../common/markdown.rs"]
mod markdown;
mod plot;
mod table;

use crate::measure::Row;
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

pub(crate) use table::print;

/// Everything that was measured.
#[derive(Serialize)]
pub(crate) struct Results {
    pub(crate) quick: bool,
    /// Pairs of poses of each class.
    pub(crate) poses: usize,
    pub(crate) meshes: Vec<Row>,
}

impl Results {
    /// Everything that is not as it must be.
    pub(crate) fn failures(&self) -> Vec<String> {
        self.meshes.iter().flat_map(|row| row.failures.clone()).collect()
    }

    /// The balls among the meshes, by their names.
    fn balls(&self) -> impl Iterator<Item = &Row> {
        self.meshes.iter().filter(|row| row.mesh.starts_with("ball"))
    }

    fn scans(&self) -> impl Iterator<Item = &Row> {
        self.meshes.iter().filter(|row| !row.mesh.starts_with("ball"))
    }

    /// Writes the records.
    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(self)?;
        std::fs::write(path, text + "\n").with_context(|| path.display().to_string())
    }

    /// Draws the picture into a folder.
    pub(crate) fn draw(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join("times.svg");
        let balls: Vec<&Row> = self.balls().collect();
        let skull = self.scans().find(|row| row.mesh == "skull");
        svg::save(&path, &plot::times(&balls, skull)).with_context(|| path.display().to_string())
    }
}
