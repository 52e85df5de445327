//! The winding numbers of a mesh that is not closed. Closed by caps, it has whole winding numbers, which
//! crossings give. The mesh's own are these less the caps' winding numbers. The caps are few and mostly far
//! away.

use super::winding::{COARSE, WindingEstimate, WindingTree};
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::{Triangle, Vec3};
use crate::mesh::MeshInput;
use crate::parallel;
use crate::sdf::{Grid, InsideRule};
use crate::vectors::{extend, filled, reserve};
use std::sync::OnceLock;

/// The winding numbers of the caps, which are subtracted.
pub(super) struct Besides<'a> {
    input: &'a MeshInput<'a>,
    grid: &'a Grid,
    rule: InsideRule,
    caps: WindingTree,
    /// The hierarchy of the mesh itself, made once a node lies on a cap.
    mesh: OnceLock<Result<WindingTree>>,
    /// The caps' winding number around the cubes of [`STRETCH`] nodes a side that the grid divides into, x
    /// fastest. For most cubes, these estimates suffice.
    cubes: Vec<WindingEstimate>,
}

/// The tolerance of one half: a winding number this near to one half counts as one half, which is outside.
/// Nodes on a flat opening have such numbers: sums of rounded solid angles lie on either side of it.
const TIE: f64 = 1e-11;

/// The number of nodes that are first decided together: the side of a cube, and the length of a stretch of a
/// line along x.
pub(super) const STRETCH: usize = 8;

impl<'a> Besides<'a> {
    pub(super) fn new(
        input: &'a MeshInput<'a>,
        grid: &'a Grid,
        rule: InsideRule,
        caps: Vec<Triangle>,
    ) -> Result<Besides<'a>> {
        let caps = WindingTree::new(caps)?;
        let [x, y, z] = grid.dims().map_each(|nodes| (nodes as usize).div_ceil(STRETCH));
        let mut cubes = filled(WindingEstimate::NOTHING, x * y * z, "sign")?;
        let layers = |(k, layer): (usize, &mut [WindingEstimate])| {
            for (i, about) in layer.iter_mut().enumerate() {
                let first = [i % x, i / x, k].map_each(|cube| (cube * STRETCH) as u32);
                let last: [u32; 3] =
                    std::array::from_fn(|axis| (first[axis] + STRETCH as u32).min(grid.dims()[axis]) - 1);
                *about = around(&caps, grid, [first, last]);
            }
        };
        parallel::each_chunk(&mut cubes, x * y, layers);
        Ok(Besides { input, grid, rule, caps, mesh: OnceLock::new(), cubes })
    }

    /// Decides for each node of stretch `number` of a line if it is inside, from the winding numbers of the
    /// closed mesh.
    pub(super) fn are_inside(
        &self,
        [j, k]: [u32; 2],
        number: usize,
        windings: &[i32],
    ) -> impl Iterator<Item = bool> {
        let [x, y, _] = self.grid.dims().map_each(|nodes| (nodes as usize).div_ceil(STRETCH));
        let of_cube = self.cubes[(k as usize / STRETCH * y + j as usize / STRETCH) * x + number];
        let first = (number * STRETCH) as u32;
        let about = match of_cube.is_far_from_halves() {
            true => of_cube,
            false => {
                let last = first + windings.len() as u32 - 1;
                around(&self.caps, self.grid, [[first, j, k], [last, j, k]])
            }
        };
        windings.iter().zip(first..).map(move |(&whole, i)| {
            let whole = f64::from(whole);
            let above = |threshold| {
                about
                    .is_above(threshold)
                    .unwrap_or_else(|| self.is_above(self.grid.node([i, j, k]), threshold, whole))
            };
            // The caps' number is below `whole - 1/2` if the mesh's is above 1/2.
            !above(whole - (0.5 + TIE)) || self.rule == InsideRule::NonZero && above(whole + (0.5 + TIE))
        })
    }

    /// Returns true if the caps' winding number is above a threshold at a node. `whole` is the sum of the
    /// caps' and the mesh's winding numbers. On a cap, the caps' number jumps, so the mesh's, which does not,
    /// decides.
    fn is_above(&self, node: Vec3, threshold: f64, whole: f64) -> bool {
        if !self.caps.is_on(node) {
            return self.caps.is_above(node, threshold);
        }
        // If it cannot be made, that is the error of all.
        let mesh = self.mesh.get_or_init(|| self.mesh_tree());
        mesh.as_ref().is_ok_and(|mesh| !mesh.is_above(node, whole - threshold))
    }

    /// The hierarchy of the mesh itself.
    fn mesh_tree(&self) -> Result<WindingTree> {
        let count = self.input.triangle_count();
        let mut triangles = reserve(count, "sign")?;
        extend(&mut triangles, (0..count).map(|i| self.input.triangle(i)), "sign")?;
        WindingTree::new(triangles)
    }

    /// An error met on the way, which makes all decisions about nodes invalid.
    pub(super) fn result(self) -> Result<()> {
        self.mesh.into_inner().map_or(Ok(()), |mesh| mesh.map(drop))
    }
}

/// An estimate of the winding number of triangles around all nodes from the first to the last.
fn around(caps: &WindingTree, grid: &Grid, ends: [[u32; 3]; 2]) -> WindingEstimate {
    let [first, last] = ends.map_each(|node| grid.node(node).as_dvec3());
    let reach = (last - first).length() * 0.5;
    let middle = ((first + last) * 0.5).as_vec3();
    // A little more, for the rounding of the middle. Also for a single node, so that nothing is certain about
    // it on a cap.
    let reach = reach * 1.001 + f64::from(grid.cell()) * 1e-6;
    caps.around(middle, reach, COARSE)
}
