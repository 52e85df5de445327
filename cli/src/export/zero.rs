//! The zero surface of a field as triangles, by marching tetrahedra: each cell is cut into six tetrahedra around its long
//! diagonal (Freudenthal, Kuhn), alike in all cells, so that they fit and the surface is closed; each tetrahedron has at
//! most two triangles (Doi and Koide, 1991).

use super::nodes::layer;
use super::surface::Surface;
use anyhow::Result;
use carom::sdf::Sdf;
use glam::DVec3;
use rustc_hash::FxHashMap;

/// Tetrahedra by their corners, whose bits are x, y and z, in positive order: a way from corner 0 to corner 7 along the
/// axes, turned over where the order of the axes is odd.
const TETRAHEDRA: [[usize; 4]; 6] =
    [[0, 1, 3, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 1, 7, 5], [0, 2, 7, 3], [0, 4, 7, 6]];

/// The even orders of four corners that begin with each of them.
const EVEN: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 0, 1, 3], [3, 0, 2, 1]];

/// The least part of an edge between a vertex and the edge's ends: vertices of different edges stay apart, where a node
/// is exactly zero, too.
const LEAST: f64 = 1.0 / 1024.0;

/// Nodes below zero are inside. Around the grid there is one more layer of nodes, outside, which closes the surface where
/// it would leave the grid.
pub(crate) fn zero_surface(sdf: &Sdf) -> Result<Surface> {
    let mut march = March::new(sdf);
    let [_, _, depth] = sdf.grid().dims();
    let mut below = march.framed(None)?;
    for z in 0..=depth {
        let above = march.framed((z < depth).then_some(z))?;
        march.cells(u64::from(z), &below, &above)?;
        below = above;
    }
    Ok(march.surface)
}

struct March<'a> {
    sdf: &'a Sdf<'a>,
    /// Nodes along x and y, those around the grid among them.
    size: [usize; 2],
    /// The vertex on each edge: the number of its first node times eight, plus its direction.
    vertices: FxHashMap<u64, u32>,
    surface: Surface,
}

impl<'a> March<'a> {
    fn new(sdf: &'a Sdf<'a>) -> March<'a> {
        let [x, y, _] = sdf.grid().dims();
        let size = [x as usize + 2, y as usize + 2];
        March { sdf, size, vertices: FxHashMap::default(), surface: Surface::default() }
    }

    /// A layer of nodes with those around it; without `z`, one of nodes around the grid alone.
    fn framed(&self, z: Option<u32>) -> Result<Vec<f32>> {
        let [width, height] = self.size;
        let mut values = vec![self.sdf.grid().cell(); width * height];
        if let Some(z) = z {
            let inner = layer(self.sdf, z)?;
            for (y, row) in inner.chunks_exact(width - 2).enumerate() {
                values[(y + 1) * width + 1..][..width - 2].copy_from_slice(row);
            }
        }
        Ok(values)
    }

    /// Adds the triangles of the cells between two layers.
    fn cells(&mut self, z: u64, below: &[f32], above: &[f32]) -> Result<()> {
        let [width, height] = self.size;
        for y in 0..height - 1 {
            for x in 0..width - 1 {
                let at = |corner: usize| {
                    let layer = if corner & 4 == 0 { below } else { above };
                    layer[(y + (corner >> 1 & 1)) * width + x + (corner & 1)]
                };
                let values: [f32; 8] = std::array::from_fn(at);
                let inside = values.iter().filter(|&&value| value < 0.0).count();
                if inside % 8 != 0 {
                    self.cell([x as u64, y as u64, z], &values)?;
                }
            }
        }
        Ok(())
    }

    fn cell(&mut self, cell: [u64; 3], values: &[f32; 8]) -> Result<()> {
        for tetrahedron in &TETRAHEDRA {
            let inside = tetrahedron.map(|corner| values[corner] < 0.0);
            let mut on = |i: usize, j: usize| self.vertex(cell, values, [tetrahedron[i], tetrahedron[j]]);
            let count = inside.iter().filter(|&&inside| inside).count();
            match count {
                1 | 3 => {
                    // The corner that is alone.
                    let alone = inside.iter().position(|&inside| inside == (count == 1)).unwrap_or_default();
                    let [i, j, k, l] = EVEN[alone];
                    let [a, b, c] = [on(i, j)?, on(i, k)?, on(i, l)?];
                    let triangle = if count == 1 { [a, b, c] } else { [a, c, b] };
                    self.surface.triangles.push(triangle);
                }
                2 => {
                    let first = inside.iter().position(|&inside| inside).unwrap_or_default();
                    let [i, mut j, mut k, mut l] = EVEN[first];
                    // Turned, which keeps the order even, until the second one inside comes second.
                    while !inside[j] {
                        (j, k, l) = (k, l, j);
                    }
                    let [a, b, c, d] = [on(i, k)?, on(i, l)?, on(j, l)?, on(j, k)?];
                    self.surface.triangles.extend([[a, b, c], [a, c, d]]);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The vertex on the edge between two corners of a cell.
    fn vertex(&mut self, cell: [u64; 3], values: &[f32; 8], corners: [usize; 2]) -> Result<u32> {
        let [low, high] = [corners[0].min(corners[1]), corners[0].max(corners[1])];
        let node = |corner: usize| {
            let bits = [corner & 1, corner >> 1 & 1, corner >> 2 & 1];
            std::array::from_fn::<u64, 3, _>(|k| cell[k] + bits[k] as u64)
        };
        let [width, height] = self.size.map(|size| size as u64);
        let [x, y, z] = node(low);
        let key = ((z * height + y) * width + x) * 8 + (low ^ high) as u64;
        if let Some(&vertex) = self.vertices.get(&key) {
            return Ok(vertex);
        }
        let [from, to] = [values[low], values[high]].map(f64::from);
        let part = from / (from - to);
        // Values may be infinite.
        let part = if part.is_nan() { 0.5 } else { part.clamp(LEAST, 1.0 - LEAST) };
        let grid = self.sdf.grid();
        let place = |node: [u64; 3]| {
            let steps = DVec3::from_array(node.map(|at| at as f64 - 1.0));
            grid.origin().as_dvec3() + steps * f64::from(grid.cell())
        };
        let position = place(node(low)).lerp(place(node(high)), part).as_vec3().to_array();
        let vertex = self.surface.push(position)?;
        self.vertices.insert(key, vertex);
        Ok(vertex)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_oriented() {
        let corner = |c: usize| DVec3::new((c & 1) as f64, (c >> 1 & 1) as f64, (c >> 2 & 1) as f64);
        let volume = |t: [usize; 4]| {
            let [a, b, c, d] = t.map(corner);
            (b - a).cross(c - a).dot(d - a)
        };
        assert_eq!(TETRAHEDRA.map(volume), [1.0; 6]);
        for order in EVEN {
            assert_eq!(volume(order.map(|i| TETRAHEDRA[0][i])), 1.0, "{order:?}");
        }
    }
}
