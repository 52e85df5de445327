//! A mesh as a file has it, filled by the readers of all formats.

use super::labels::Labels;
use anyhow::{Result, anyhow};
use carom::mesh::MeshInput;

/// A mesh as a file has it: an indexed triangle list in the order of the file.
#[derive(Default)]
pub(crate) struct Source {
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) indices: Vec<u32>,
    /// The number of vertices in the file.
    pub(crate) file_vertices: usize,
    /// The names of triangles, if they are asked for.
    pub(crate) labels: Option<Labels>,
    /// The parts that were left out.
    pub(crate) notes: Vec<String>,
}

impl Source {
    /// As the library takes it.
    pub(crate) fn input(&self) -> MeshInput<'_> {
        let input = MeshInput::new(&self.positions, &self.indices);
        match &self.labels {
            Some(labels) => input.with_attributes(labels.triangles()),
            None => input,
        }
    }

    /// Adds a polygon as a fan of triangles around its first corner; returns whether it has any.
    pub(super) fn push_polygon(&mut self, corners: &[u32]) -> bool {
        for i in 2..corners.len() {
            self.indices.extend([corners[0], corners[i - 1], corners[i]]);
        }
        corners.len() > 2
    }

    pub(super) fn note(&mut self, count: usize, what: &str) {
        if count > 0 {
            self.notes.push(format!("{count} {what}"));
        }
    }
}

/// The number of elements as the 32 bits of an index, or an error.
pub(super) fn index_count(count: usize, what: &str) -> Result<u32> {
    u32::try_from(count).map_err(|_| anyhow!("{what}: {count} are more than 32 bits can count"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_become_fans() {
        let mut source = Source::default();
        assert!(source.push_polygon(&[3, 4, 5, 6, 7]));
        assert!(!source.push_polygon(&[1, 2]) && !source.push_polygon(&[]));
        assert_eq!(source.indices, [3, 4, 5, 3, 5, 6, 3, 6, 7]);
    }
}
