//! Pieces of triangles, so that boxes around them are smaller and overlap less.
//!
//! Spatial splits (Stich, Friedrich, Dietrich, "Spatial Splits in Bounding Volume Hierarchies", 2009) as a pass of its own,
//! of which only the pieces are kept: the builder makes a tree of them as of triangles. Sets of pieces are divided level by
//! level, each by the cheaper of a division by centres and a cut; where there are more cuts than there is room for
//! pieces, those are made that save most for each piece that they add.

mod bins;
mod cutter;
mod polygon;

use self::cutter::{Cutter, Division, Set};
use super::lanes::{Primitive, sortable};
use super::primitives::Piece;
use super::split::Search;
use super::{CountRule, Quality, SplitRule};
use crate::Result;
use crate::mesh::MeshInput;
use crate::parallel::{self, is_subtree_divided};
use crate::progress::Monitor;
use crate::vectors::{collected, collected_results, extend, push, reserve};
use rayon::prelude::*;
use std::cmp::Reverse;

/// The largest number of pieces that cuts may add, to so many triangles. More make trees larger, not faster.
fn most_added(triangles: usize) -> usize {
    triangles / 10
}

/// Sets of so few pieces are not divided: they would fit a cluster.
const FEW: usize = 16;
/// Halves that overlap in a smaller part of the area of the whole are as good as apart. The paper has 1e-5, with which building
/// takes up to twice as long and trees are no better.
const OVERLAP: f64 = 1e-2;

/// Pieces of all triangles of a validated mesh, in the order of the triangles; some of them after cancellation.
pub(crate) fn pieces(
    input: &MeshInput,
    quality: Quality,
    counts: CountRule,
    monitor: &Monitor,
) -> Result<Vec<Piece>> {
    let n = input.triangle_count();
    let primitive = |i: usize| Primitive::new(&input.triangle(i).bounds(), i as u32);
    let whole = Set::new(parallel::each(n, "build", primitive)?);
    let search = Search::new(SplitRule::SurfaceArea, quality, counts);
    let least_overlap = OVERLAP * whole.bounds().to_aabb().half_area();
    let cutter = Cutter { input, search, least_overlap };
    let most = n + most_added(n);
    let (mut count, mut done) = (n, reserve(most, "build")?);
    let mut open = reserve(1, "build")?;
    open.push(whole);
    let mut level = 0;
    while !open.is_empty() && !monitor.is_cancelled() {
        let mut sets = reserve(open.len(), "build")?;
        for set in open {
            if set.pieces().len() > FEW {
                sets.push(set);
            } else {
                monitor.add(set.pieces().len());
                extend(&mut done, set.pieces().iter().copied(), "build")?;
            }
        }
        let room = most.saturating_sub(count);
        // The last few cuts would cost as much time as many.
        let may_be_cut = room > most_added(n) / 64;
        let mut divisions = each(sets, count, |set| cutter.choose(set, level, may_be_cut))?;
        grant(&mut divisions, room)?;
        let pairs = each(divisions, count, |division| cutter.finish(division))?;
        count = done.len();
        open = reserve(2 * pairs.len(), "build")?;
        for set in pairs.into_iter().flatten() {
            count += set.pieces().len();
            open.push(set);
        }
        level += 1;
    }
    ordered(done)
}

/// Does something with each element, side by side if there are so many pieces that it is worth it.
fn each<T: Send, U: Send>(
    elements: Vec<T>,
    pieces: usize,
    work: impl Fn(T) -> Result<U> + Sync + Send,
) -> Result<Vec<U>> {
    let mut results = reserve(elements.len(), "build")?;
    // The room is there: neither of these allocates.
    match is_subtree_divided(pieces) {
        true => elements.into_par_iter().map(work).collect_into_vec(&mut results),
        false => results.extend(elements.into_iter().map(work)),
    }
    collected_results(results, "build")
}

/// Leaves out cuts until there is room for the pieces that they add: those that save least for each.
fn grant(divisions: &mut [Division], room: usize) -> Result<()> {
    let mut by_gain = reserve(divisions.len(), "build")?;
    for (i, division) in divisions.iter().enumerate() {
        if let Some(cut) = &division.cut {
            // Of numbers that are not negative, the bits have their order.
            let gain = (cut.gain / cut.added.max(1) as f64).to_bits();
            push(&mut by_gain, (Reverse(gain), i), "build")?;
        }
    }
    by_gain.sort_unstable();
    let mut left = room;
    for (_, i) in by_gain {
        let cut = &mut divisions[i].cut;
        match cut.as_ref().and_then(|cut| left.checked_sub(cut.added)) {
            Some(less) => left = less,
            None => *cut = None,
        }
    }
    Ok(())
}

/// The pieces in the order of their triangles, those of a triangle by their boxes.
fn ordered(mut pieces: Vec<Primitive>) -> Result<Vec<Piece>> {
    pieces.sort_unstable_by_key(|piece| {
        let bounds = piece.bounds().to_aabb();
        (piece.triangle(), [bounds.min, bounds.max].map(|corner| corner.to_array().map(sortable)))
    });
    let piece = |p: &Primitive| Piece { triangle: p.triangle(), bounds: p.bounds().to_aabb() };
    collected(pieces.iter().map(piece), "build")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Aabb, Vec3};
    use crate::progress::{Amount, run_monitored};

    fn pieces_of(input: &MeshInput) -> Vec<Piece> {
        run_monitored("build", 1, Amount { elements: 0, passes: 1 }, None, |monitor| {
            pieces(input, Quality::Medium, CountRule::Clusters(16), monitor)
        })
        .and_then(|pieces| pieces)
        .unwrap()
    }

    /// Long slanted triangles among small ones.
    fn needles(count: usize, scale: f32) -> Vec<[f32; 3]> {
        let rng = &mut fastrand::Rng::with_seed(count as u64);
        let mut positions = Vec::new();
        for i in 0..count {
            let size = if i % 5 == 0 { 1.0 } else { 0.02 };
            let at = [0; 3].map(|_| rng.f32());
            positions.extend([0; 3].map(|_| at.map(|x| (x + size * (rng.f32() - 0.5)) * scale)));
        }
        positions
    }

    #[test]
    fn pieces_contain_their_triangles_and_are_smaller() {
        for power in [-149, -130, -20, 0, 58] {
            let positions = needles(3000, 2f32.powi(power));
            let indices: Vec<u32> = (0..9000).collect();
            let input = MeshInput::new(&positions, &indices);
            let pieces = pieces_of(&input);
            assert!(pieces.is_sorted_by_key(|piece| piece.triangle));
            assert!(pieces.len() <= 3000 + most_added(3000), "{}", pieces.len());
            let mut rng = fastrand::Rng::with_seed(1);
            let (mut area, mut whole_area) = (0.0, 0.0);
            for of in pieces.chunk_by(|a, b| a.triangle == b.triangle) {
                let triangle = input.triangle(of[0].triangle as usize);
                let whole = triangle.bounds();
                whole_area += whole.half_area();
                area += of.iter().map(|piece| piece.bounds.half_area()).sum::<f64>();
                let union = of.iter().fold(Aabb::EMPTY, |all, piece| all.union(&piece.bounds));
                assert_eq!(union, whole);
                for _ in 0..20 {
                    let (u, v) = (rng.f64(), rng.f64());
                    let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                    let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(Vec3::as_dvec3);
                    let point = a + (b - a) * u + (c - a) * v;
                    let is_in = |bounds: &Aabb| {
                        (0..3).all(|k| {
                            f64::from(bounds.min[k]) <= point[k] && point[k] <= f64::from(bounds.max[k])
                        })
                    };
                    assert!(of.iter().any(|piece| is_in(&piece.bounds)), "{triangle:?} {point}");
                }
            }
            // Each triangle once at least.
            assert_eq!(pieces.chunk_by(|a, b| a.triangle == b.triangle).count(), 3000);
            if power > -100 {
                assert!(pieces.len() > 3100 && area < 0.95 * whole_area, "{area} {whole_area}");
            }
        }
    }

    #[test]
    fn triangles_that_do_not_overlap_are_not_cut() {
        let positions: Vec<[f32; 3]> = (0..900)
            .flat_map(|i| [[i as f32, 0.0, 0.0], [i as f32 + 0.5, 0.0, 0.0], [i as f32, 1.0, 0.0]])
            .collect();
        let indices: Vec<u32> = (0..2700).collect();
        assert_eq!(pieces_of(&MeshInput::new(&positions, &indices)).len(), 900);
    }

    #[test]
    fn equal_triangles_and_none_are_no_matter() {
        let positions = [[0.0, 0.0, 0.0], [1.0, 2.0, 0.0], [2.0, 1.0, 3.0]];
        for count in [0, 1, 2, 17, 5000] {
            let indices: Vec<u32> = [0, 1, 2].repeat(count);
            assert!(pieces_of(&MeshInput::new(&positions, &indices)).len() >= count);
        }
    }
}
