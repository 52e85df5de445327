//! The interface of a library to the comparison.

use crate::mesh::Mesh;
use crate::work::{Batch, Work};
use anyhow::Result;

/// The names of Embree 3 and 4.
pub(crate) const EMBREE: &str = "embree";
/// The name of the latter.
pub(crate) const EMBREE_4: &str = "embree4";

/// The reference of the other files: Embree's default scene on its two best instruction sets.
pub(crate) const EMBREE_BEST: &str = "default";
/// The same, held to AVX2.
pub(crate) const EMBREE_AVX2: &str = "default avx2";

/// The ending of Embree's configurations that ask in packets of 16.
pub(crate) const PACKETS: &str = " 16-packets";

/// A library's own structure for a mesh, ready to be asked.
pub(crate) trait Library {
    /// All that it keeps, in bytes: the tree, positions, triangle ids, and the mesh if it needs that.
    fn bytes(&self) -> usize;

    /// Answers a batch in one of the library's ways and keeps the answers. This is what is timed; it does
    /// all that a user would do for a full answer (hit and triangle, list of triangles). Only called for
    /// works that it can do.
    fn run(&mut self, batch: Batch, way: usize);

    /// The number of nodes of its tree, if it says something.
    fn nodes(&self) -> Option<usize> {
        None
    }

    /// The seconds of CPU time that the last build or run took, if another process did it.
    fn seconds(&self) -> Option<f64> {
        None
    }

    /// The answers of the last run, one number each, see [`crate::work::Questions`].
    fn answers(&self) -> Vec<f32>;
}

/// Makes a library's structure for a mesh, on one thread; says why not.
pub(crate) type Build = for<'a> fn(&'a Mesh, usize) -> Result<Box<dyn Library + 'a>>;

/// The inputs of a structure, and its part in the BSP works.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Subject {
    /// Meshes, never by the BSP works.
    Mesh,
    /// Meshes; the BSP works ask the surfaces of solids.
    MeshAndSurface,
    /// Solids.
    Solid,
    /// Solids of brushes.
    Brushes,
    /// Solids within a surface.
    Surface,
}

/// A library in one configuration.
pub(crate) struct Contender {
    pub(crate) library: &'static str,
    pub(crate) configuration: String,
    pub(crate) build: Build,
    /// The number of the library's structure, for `build`. Contenders of a library that share it share the
    /// structure.
    pub(crate) structure: usize,
    /// The way it is asked.
    pub(crate) way: usize,
    /// Returns true for the works that it does, asked this way.
    pub(crate) works: fn(Work, usize) -> bool,
    /// The inputs that it is for.
    pub(crate) subject: Subject,
    /// True if it is part of a quick run.
    pub(crate) quick: bool,
}

impl Contender {
    pub(crate) fn can(&self, work: Work, mesh: &Mesh) -> bool {
        // Those have contenders of their own.
        if work.is_of_two() {
            return false;
        }
        let is_bsp = work.is_bsp();
        match (self.subject, &mesh.solid) {
            (Subject::Mesh, _) => !is_bsp && (self.works)(work, self.way),
            (Subject::MeshAndSurface, _) if !is_bsp => (self.works)(work, self.way),
            (_, None) => false,
            (Subject::MeshAndSurface, Some(_)) => {
                work.of_surface().is_some_and(|work| (self.works)(work, self.way))
            }
            (subject, Some(solid)) => {
                let other = if solid.brushes.is_some() { Subject::Surface } else { Subject::Brushes };
                is_bsp && subject != other && (self.works)(work, self.way)
            }
        }
    }

    /// The library and its configuration.
    pub(crate) fn name(&self) -> String {
        format!("{} {}", self.library, self.configuration)
    }
}
