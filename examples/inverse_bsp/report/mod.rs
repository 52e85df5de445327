//! The report: tables in the terminal, a JSON file, pictures.

#[path = "../../common/chart.rs"]
mod chart;
mod cut;
#[path = "../../common/markdown.rs"]
mod markdown;
mod plot;
mod table;

use crate::{angles, radii, rules, scenes};
use anyhow::{Context, Result};
use serde::Serialize;
use std::path::Path;

pub(crate) use table::print;

/// Everything that was measured. Lengths are in radii of the spheres, unless said otherwise.
#[derive(Serialize)]
pub(crate) struct Results {
    pub(crate) quick: bool,
    /// Rays from the edge and cells of the grid along a radius, where wedges were measured.
    pub(crate) rays: usize,
    pub(crate) cells: usize,
    pub(crate) wedges: Vec<angles::Row>,
    pub(crate) scenes: Vec<scenes::Row>,
    pub(crate) radii: radii::Radii,
    pub(crate) rules: Vec<rules::Row>,
}

impl Results {
    /// Everything that is not as it must be.
    pub(crate) fn failures(&self) -> Vec<String> {
        let parts = [
            angles::failures(&self.wedges),
            scenes::failures(&self.scenes),
            radii::failures(&self.radii),
            rules::failures(&self.rules),
        ];
        parts.concat()
    }

    /// Writes the records.
    pub(crate) fn save(&self, path: &Path) -> Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(self)?;
        std::fs::write(path, text + "\n").with_context(|| path.display().to_string())
    }

    /// Draws the pictures into a folder.
    pub(crate) fn draw(&self, folder: &Path) -> Result<()> {
        std::fs::create_dir_all(folder)?;
        let pictures = [
            ("cut.svg", cut::draw()?),
            ("wedges.svg", plot::wedges(&self.wedges)),
            ("cost.svg", plot::cost(&self.wedges)),
            ("radii.svg", plot::radii(&self.radii)),
        ];
        for (name, picture) in pictures {
            let path = folder.join(name);
            svg::save(&path, &picture).with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}
