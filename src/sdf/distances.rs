//! The result of generation: distances, and a report about their signs.

use super::cooked::Sdf;
use super::storage_options::StorageOptions;
use super::{Grid, SignMethod};
use crate::Result;

/// Signed distances at the nodes of a grid.
#[derive(Clone, Debug)]
pub struct Distances {
    /// The positions of the nodes.
    pub grid: Grid,
    /// The distance of each node to the nearest triangle, in the order of [`Grid::index`] (x fastest):
    /// negative inside, 0 on the surface, infinite without triangles.
    pub values: Vec<f32>,
    /// The nearest triangle of each node, the lowest of equally near ones, if asked for;
    /// [`crate::mesh::NO_TRIANGLE`] beyond the band and without triangles.
    pub triangles: Option<Vec<u32>>,
    /// The largest distance that was looked for: no value is larger. Infinite if all distances were found.
    pub max_distance: f32,
    /// The method by which the sign was found, and its figures.
    pub sign: SignReport,
}

impl Distances {
    /// Cooks them, with their triangles if there are any, and their own `max_distance` instead of that of the
    /// options.
    ///
    /// # Errors
    /// As for [`Sdf::build`].
    pub fn store(&self, options: &StorageOptions) -> Result<Sdf<'static>> {
        let options = StorageOptions { max_distance: self.max_distance, ..*options };
        Sdf::build(&self.grid, &self.values, self.triangles.as_deref(), &options)
    }
}

/// The method by which the sign was found, and the properties of the mesh that matter for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignReport {
    /// The method, never [`SignMethod::Auto`].
    pub method: SignMethod,
    /// The number of directed edges that are not met as often in the other direction, each counted as often
    /// as it is left over. Vertices at equal positions count as one. 0 means that the mesh is closed. Only
    /// counted for [`SignMethod::Auto`] and [`SignMethod::WindingNumber`]; 0 with any other.
    pub unbalanced_edges: u64,
    /// Triangles that were added to close the mesh, for its generalised winding number.
    pub cap_triangles: u64,
    /// The number of nodes that are inside.
    pub inside_count: u64,
    /// The number of triangles that the field hardly shows: more than half of each, by up to 256 points of it
    /// that are within the grid, lies in cells of which no node is inside. A flat wall that is thicker than
    /// 1.1 cells has such triangles along sharp edges at most; thinner ones may lie between nodes, in part or
    /// as a whole. If the mesh is inside out, all triangles count. 0 for [`SignMethod::Unsigned`], which has
    /// no inside.
    pub thin_triangles: u64,
}

impl SignReport {
    /// The reason for the method, in words.
    pub fn reason(&self) -> String {
        match self.method {
            SignMethod::Crossings if self.unbalanced_edges == 0 => {
                text!("crossings: every edge is met in both directions equally often")
            }
            SignMethod::WindingNumber if self.unbalanced_edges > 0 => text!(
                "winding number: {} edges are not met in both directions equally often",
                self.unbalanced_edges
            ),
            method => text!("{}: as asked for", method.name()),
        }
    }
}
