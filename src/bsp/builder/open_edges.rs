//! Open edges: edges at which a surface is not closed.
//!
//! A surface is closed if each piece of an edge has as many half-edges in one direction as in the other. The
//! cells of a tree do not show a hole whose rim lies in planes of other faces, so half-edges are counted,
//! too. Corners with the same position count as one, and edges are split at T-junctions.

use crate::Result;
use crate::arrays::MapEach;
use crate::bsp::SurfaceInput;
use crate::geometry::PositionBits;
use crate::progress::ProgressStages;
use crate::vectors::{collected, make_room_in_map, push};
use glam::DVec3;
use rustc_hash::FxHashMap;

/// The open edges of a surface.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenEdges {
    /// The middle of the longest piece.
    pub(super) position: DVec3,
    /// Their length, relative to that of all edges.
    pub(super) fraction: f64,
}

/// Edges between numbered corners, and for each the number of half-edges from the lower number to the higher
/// one, less those in the other direction.
struct Edges(FxHashMap<(u32, u32), i64>);

impl Edges {
    fn new() -> Edges {
        Edges(FxHashMap::default())
    }

    fn add(&mut self, from: u32, to: u32, times: i64) -> Result<()> {
        let (key, times) = if from < to { ((from, to), times) } else { ((to, from), -times) };
        if from != to {
            make_room_in_map(&mut self.0, 1, "edges")?;
            *self.0.entry(key).or_insert(0) += times;
        }
        Ok(())
    }

    /// The edges without as many half-edges in both directions, in order.
    fn open(&self) -> Result<Vec<(u32, u32, i64)>> {
        let mut open = Vec::new();
        for (&(from, to), &times) in &self.0 {
            if times != 0 {
                push(&mut open, (from, to, times), "edges")?;
            }
        }
        open.sort_unstable();
        Ok(open)
    }
}

/// The open edges of a surface. Corners nearer to one another or to an edge than `tolerance` count as on it.
pub(super) fn find(
    input: &SurfaceInput,
    tolerance: f64,
    stages: &mut ProgressStages,
) -> Result<Option<OpenEdges>> {
    let mut corners: Vec<DVec3> = Vec::new();
    let mut known: FxHashMap<PositionBits, u32> = FxHashMap::default();
    let mut edges = Edges::new();
    let mut length = 0.0;
    for polygon in input.corners() {
        let mut number = |index: u32| -> Result<u32> {
            // -0.0 equals 0.0.
            let position = input.positions[index as usize].map_each(|x| x + 0.0);
            make_room_in_map(&mut known, 1, "edges")?;
            let next = corners.len() as u32;
            let number = *known.entry(PositionBits::new(position)).or_insert(next);
            if number == next {
                push(&mut corners, DVec3::from_array(position.map_each(f64::from)), "edges")?;
            }
            Ok(number)
        };
        let Some(&last) = polygon.last() else { continue };
        let mut from = number(last)?;
        for &corner in polygon {
            let to = number(corner)?;
            edges.add(from, to, 1)?;
            from = to;
        }
    }
    drop(known);
    for &(from, to) in edges.0.keys() {
        length += (corners[to as usize] - corners[from as usize]).length();
    }
    let open = edges.open()?;
    if open.is_empty() {
        return Ok(None);
    }
    let open = cut(&corners, &open, tolerance, stages)?;
    let piece = |edge: &(u32, u32, i64)| (corners[edge.0 as usize], corners[edge.1 as usize]);
    let pieces = || open.iter().map(piece).filter(|(a, b)| (*b - *a).length() > tolerance);
    let total: f64 = pieces().map(|(a, b)| (b - a).length()).sum();
    let longest = pieces().max_by(|a, b| (a.1 - a.0).length().total_cmp(&(b.1 - b.0).length()));
    Ok(longest.map(|(a, b)| OpenEdges { position: (a + b) * 0.5, fraction: total / length }))
}

/// The same edges with nearly equal corners welded, split at T-junctions, and counted again.
fn cut(
    corners: &[DVec3],
    open: &[(u32, u32, i64)],
    tolerance: f64,
    stages: &mut ProgressStages,
) -> Result<Vec<(u32, u32, i64)>> {
    let mut ends: Vec<u32> = collected(open.iter().flat_map(|edge| [edge.0, edge.1]), "edges")?;
    ends.sort_unstable();
    ends.dedup();
    // Sorted along x, so that few candidates lie near an edge.
    ends.sort_unstable_by(|&a, &b| corners[a as usize].x.total_cmp(&corners[b as usize].x).then(a.cmp(&b)));
    let x = |end: &u32| corners[*end as usize].x;
    let mut stands_for: FxHashMap<u32, u32> = FxHashMap::default();
    for (i, &end) in ends.iter().enumerate() {
        let near = |other: &&u32| (corners[**other as usize] - corners[end as usize]).length() <= tolerance;
        let before = ends[..i].iter().rev().take_while(|other| x(other) >= x(&end) - tolerance);
        let first = before.copied().filter(|other| near(&other)).find(|other| stands_for[other] == *other);
        make_room_in_map(&mut stands_for, 1, "edges")?;
        stands_for.insert(end, first.unwrap_or(end));
    }
    let mut edges = Edges::new();
    let mut on: Vec<(f64, u32)> = Vec::new();
    for (i, &(from, to, times)) in open.iter().enumerate() {
        stages.advance(i as f64 / open.len() as f64)?;
        let (from, to) = (stands_for[&from], stands_for[&to]);
        let (a, along) = (corners[from as usize], corners[to as usize] - corners[from as usize]);
        let (low, high) = (a.x + along.x.min(0.0) - tolerance, a.x + along.x.max(0.0) + tolerance);
        let first = ends.partition_point(|end| x(end) < low);
        on.clear();
        for &end in ends[first..].iter().take_while(|end| x(end) <= high) {
            let t = (corners[end as usize] - a).dot(along) / along.length_squared();
            let is_on = t > 0.0 && t < 1.0 && (a + along * t - corners[end as usize]).length() <= tolerance;
            if is_on && stands_for[&end] == end && end != from && end != to {
                push(&mut on, (t, end), "edges")?;
            }
        }
        on.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut last = from;
        for &(_, end) in &on {
            edges.add(last, end, times)?;
            last = end;
        }
        edges.add(last, to, times)?;
    }
    edges.open()
}
