//! The sign of a field: decides which nodes are inside.

mod caps;
mod crossings;
mod edges;
mod pseudonormal;
mod thin;
mod weld;
mod winding;

use super::{Grid, InsideRule, SignMethod, SignReport};
use crate::Result;
use crate::arrays::MapEach;
use crate::geometry::Triangle;
use crate::locks::Mutex;
use crate::mesh::MeshInput;
use crate::parallel;
use crate::progress::Monitor;
use crate::vectors::{extend, lengthen, reserve};
use caps::{Besides, STRETCH};
use crossings::Crossings;
use edges::Unbalanced;
use pseudonormal::Pseudonormals;
use std::sync::atomic::{AtomicU64, Ordering};
pub(super) use thin::thin_triangles;

/// The number that is made of a node's crossings.
#[derive(Clone, Copy)]
enum Counted<'a> {
    /// Its winding number; 0 is outside.
    Signed,
    /// Their parity; odd is inside.
    Parity,
    /// Its winding number, less that of the caps.
    BesidesCaps(&'a Besides<'a>),
}

/// The input that gives distances their signs.
pub(super) struct Signs<'a> {
    pub(super) input: &'a MeshInput<'a>,
    pub(super) grid: &'a Grid,
    pub(super) rule: InsideRule,
    pub(super) monitor: &'a Monitor,
}

impl Signs<'_> {
    /// Gives distances their signs; `triangles` are the nearest ones, needed by [`SignMethod::Pseudonormal`]
    /// alone.
    pub(super) fn apply(
        &self,
        method: SignMethod,
        values: &mut [f32],
        triangles: &[u32],
    ) -> Result<SignReport> {
        let report =
            SignReport { method, unbalanced_edges: 0, cap_triangles: 0, inside_count: 0, thin_triangles: 0 };
        match method {
            SignMethod::Unsigned => Ok(report),
            SignMethod::Thickness(thickness) => {
                values.iter_mut().for_each(|value| *value -= thickness);
                let inside_count = values.iter().filter(|&&value| value < 0.0).count() as u64;
                Ok(SignReport { inside_count, ..report })
            }
            SignMethod::Pseudonormal => {
                let normals = Pseudonormals::new(self.input)?;
                let inside_count = self.each_line(values, |_, first, values| {
                    let [x, y] = [self.grid.dims()[0] as usize, self.grid.dims()[1] as usize];
                    let line = first / x;
                    let nodes = values.iter_mut().zip(&triangles[first..]).enumerate();
                    Ok(nodes.fold(0, |inside, (i, (value, &triangle))| {
                        let node = self.grid.node([i as u32, (line % y) as u32, (line / y) as u32]);
                        inside + negate(value, normals.is_inside(node, triangle))
                    }))
                })?;
                Ok(SignReport { inside_count, ..report })
            }
            SignMethod::Parity => {
                let crossings = self.crossings(&[])?;
                let inside_count = self.by_winding(&crossings, Counted::Parity, values)?;
                Ok(SignReport { inside_count, ..report })
            }
            SignMethod::Crossings => self.by_crossings(report, values),
            SignMethod::Auto | SignMethod::WindingNumber => {
                let unbalanced = Unbalanced::new(self.input)?;
                let report = SignReport { unbalanced_edges: unbalanced.edges.len() as u64, ..report };
                if unbalanced.edges.is_empty() && method == SignMethod::Auto {
                    let report = SignReport { method: SignMethod::Crossings, ..report };
                    return self.by_crossings(report, values);
                }
                self.by_winding_number(&unbalanced, report, values)
            }
        }
    }

    fn crossings(&self, caps: &[Triangle]) -> Result<Crossings> {
        let count = self.input.triangle_count();
        let triangle = |i: usize| if i < count { self.input.triangle(i) } else { caps[i - count] };
        Crossings::new(count + caps.len(), triangle, self.grid, self.monitor)
    }

    fn by_crossings(&self, report: SignReport, values: &mut [f32]) -> Result<SignReport> {
        let crossings = self.crossings(&[])?;
        let inside_count = self.by_winding(&crossings, Counted::Signed, values)?;
        Ok(SignReport { inside_count, ..report })
    }

    fn by_winding_number(
        &self,
        unbalanced: &Unbalanced,
        report: SignReport,
        values: &mut [f32],
    ) -> Result<SignReport> {
        let corners = unbalanced.caps()?;
        let mut caps = reserve(corners.len(), "sign")?;
        extend(&mut caps, corners.into_iter().map(|[a, b, c]| Triangle::new(a, b, c)), "sign")?;
        let crossings = self.crossings(&caps)?;
        let cap_triangles = caps.len() as u64;
        let besides = Besides::new(self.input, self.grid, self.rule, caps)?;
        let inside_count = self.by_winding(&crossings, Counted::BesidesCaps(&besides), values)?;
        besides.result()?;
        Ok(SignReport { method: SignMethod::WindingNumber, cap_triangles, inside_count, ..report })
    }

    /// Negates the values of nodes that are inside by their crossings; returns their number.
    fn by_winding(&self, crossings: &Crossings, counted: Counted, values: &mut [f32]) -> Result<u64> {
        let [x, y, _] = self.grid.dims().map_each(|nodes| nodes as usize);
        let is_parity = matches!(counted, Counted::Parity);
        self.each_line(values, |windings, first, values| {
            let line = first / x;
            lengthen(windings, x, 0, "sign")?;
            windings.fill(0);
            let any = crossings.windings(line, is_parity, windings);
            let nodes = values.iter_mut().zip(windings.iter());
            Ok(match counted {
                Counted::BesidesCaps(besides) => {
                    let line = [line % y, line / y].map_each(|at| at as u32);
                    let stretches = windings.chunks(STRETCH).enumerate();
                    let inside = stretches.flat_map(|(i, windings)| besides.are_inside(line, i, windings));
                    values.iter_mut().zip(inside).map(|(value, is_inside)| negate(value, is_inside)).sum()
                }
                _ if !any => 0,
                Counted::Signed => {
                    nodes.map(|(value, &winding)| negate(value, self.rule.holds(winding))).sum()
                }
                Counted::Parity => nodes.map(|(value, &winding)| negate(value, winding % 2 != 0)).sum(),
            })
        })
    }

    /// Works on every line of nodes along x, on the threads of the pool; returns the sum of the results.
    fn each_line(
        &self,
        values: &mut [f32],
        work: impl Fn(&mut Vec<i32>, usize, &mut [f32]) -> Result<u64> + Sync,
    ) -> Result<u64> {
        let x = self.grid.dims()[0] as usize;
        let layer = x * self.grid.dims()[1] as usize;
        let (sum, failure) = (AtomicU64::new(0), Mutex::new(None));
        let work = |(number, values): (usize, &mut [f32])| {
            if self.monitor.is_cancelled() {
                return;
            }
            let mut room = Vec::new();
            let lines = values.chunks_mut(x).enumerate();
            let of_layer: Result<u64> =
                lines.map(|(i, values)| work(&mut room, number * layer + i * x, values)).sum();
            match of_layer {
                Ok(count) => {
                    sum.fetch_add(count, Ordering::Relaxed);
                }
                Err(error) => *failure.lock() = Some(error),
            }
        };
        parallel::each_chunk(values, layer, work);
        failure.into_inner().map_or(Ok(sum.into_inner()), Err)
    }
}

/// Negates a distance if the node is inside and not on the surface; returns 1 if so, else 0.
fn negate(value: &mut f32, is_inside: bool) -> u64 {
    if is_inside && *value > 0.0 {
        *value = -*value;
        return 1;
    }
    0
}
