//! The tree of convex brushes: cells are cut by the brushes' planes until each is empty or filled.
//!
//! What remains of a brush in a cell is carried down as a polytope. A brush all of whose faces the cell has been cut
//! by fills the cell; a leaf then stands for that brush. Where brushes overlap, others with the same attribute bits
//! need not be looked at there, as nobody could tell; those with different ones go on, and the leaf has a list.

use super::super::tree::{Side, Subtree};
use super::arena::{Arena, Slot, too_deep};
use super::brush::Fragment;
use super::meter::{Meter, shares};
use super::plane_table::PlaneTable;
use super::score::{CANDIDATES, Sampler, Score};
use super::{MAX_DEPTH, Place, Report, Tolerances};
use crate::Result;
use crate::error::{collected, copied, extend, make_room_in_map, push};
use arrayvec::ArrayVec;
use glam::DVec3;
use rustc_hash::FxHashMap;

/// A cell that is to be divided.
struct Cell {
    fragments: Vec<Fragment>,
    /// Brushes that fill it, with different attributes.
    covers: Vec<u32>,
    slot: Slot,
    depth: usize,
    sampler: Sampler,
    /// The part of all the work that it stands for, as far as can be told.
    share: f64,
}

/// Lists of brushes that leaves have in common, as they are stored.
struct Lists {
    brush_count: u32,
    stored: Vec<u32>,
    known: FxHashMap<Vec<u32>, u32>,
}

impl Lists {
    /// The leaf for brushes in ascending order.
    fn leaf(&mut self, covers: Vec<u32>) -> Result<Subtree> {
        match covers[..] {
            [] => Ok(Subtree::EMPTY),
            [one] => Ok(Subtree::solid(one)),
            _ => Ok(Subtree::solid(self.brush_count + self.start(covers)?)),
        }
    }

    /// Where a list is stored.
    fn start(&mut self, list: Vec<u32>) -> Result<u32> {
        if let Some(&start) = self.known.get(&list) {
            return Ok(start);
        }
        let start = self.stored.len() as u32;
        push(&mut self.stored, list.len() as u32, "lists")?;
        extend(&mut self.stored, list.iter().copied(), "lists")?;
        make_room_in_map(&mut self.known, 1, "lists")?;
        self.known.insert(list, start);
        Ok(start)
    }
}

/// Brushes with more faces than this are halved by planes along the axes first, or they would be as deep as they
/// have faces.
const MANY_FACES: usize = 24;

/// Cells with at least so many brushes are offered planes along the axes too.
const MANY_BRUSHES: usize = 16;

/// Divides space among brushes. Returns the tree and the lists of leaves with several brushes.
pub(super) fn build(
    fragments: Vec<Fragment>,
    attributes: impl Fn(u32) -> u16,
    brush_count: u32,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    report: &mut Report,
    meter: &mut Meter,
) -> Result<(Arena, Vec<u32>)> {
    let mut arena = Arena::new();
    let mut lists = Lists { brush_count, stored: Vec::new(), known: FxHashMap::default() };
    let epsilon = tolerances.epsilon;
    let whole = Cell {
        fragments,
        covers: Vec::new(),
        slot: Slot::Root,
        depth: 0,
        sampler: Sampler::new(),
        share: 1.0,
    };
    let mut pending = Vec::new();
    push(&mut pending, whole, "tree")?;
    let mut done = 0.0;
    while let Some(mut cell) = pending.pop() {
        take_covers(&mut cell, &attributes)?;
        if cell.fragments.is_empty() {
            arena.set(cell.slot, lists.leaf(cell.covers)?);
            done += cell.share;
            continue;
        }
        meter.at(done)?;
        if cell.depth == MAX_DEPTH {
            return Err(too_deep());
        }
        let side = choose(&cell.fragments, table, cell.sampler, epsilon)?;
        let space = table.half_space(side);
        let (to_front, to_back) = arena.branch(cell.slot, side)?;
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for mut fragment in cell.fragments {
            let place = fragment.place(side, space, epsilon);
            fragment.use_plane(side, table, epsilon);
            match place {
                Place::Front => push(&mut front, fragment, "brushes")?,
                Place::Back | Place::On => push(&mut back, fragment, "brushes")?,
                Place::Both => {
                    report.splits += 1;
                    let (before, behind) = fragment.split(side, space, epsilon)?;
                    extend(&mut front, before, "brushes")?;
                    extend(&mut back, behind, "brushes")?;
                }
            }
        }
        let depth = cell.depth + 1;
        let shares = shares(cell.share, front.len(), back.len());
        let (ahead, rear) = (
            cell.sampler.behind(table.half_space(side.turned())),
            cell.sampler.behind(table.half_space(side)),
        );
        let covers = copied(&cell.covers, "tree")?;
        let front = Cell { fragments: front, covers, slot: to_front, depth, sampler: ahead, share: shares.0 };
        let back = Cell {
            fragments: back,
            covers: cell.covers,
            slot: to_back,
            depth,
            sampler: rear,
            share: shares.1,
        };
        extend(&mut pending, [front, back], "tree")?;
    }
    Ok((arena, lists.stored))
}

/// Moves what fills the cell to its covers, and drops what would make no difference.
fn take_covers(cell: &mut Cell, attributes: &impl Fn(u32) -> u16) -> Result<()> {
    let Cell { fragments, covers, .. } = cell;
    for fragment in fragments.iter().filter(|fragment| fragment.fills()) {
        match covers.iter_mut().find(|cover| attributes(**cover) == attributes(fragment.brush)) {
            Some(cover) => *cover = fragment.brush.min(*cover),
            None => push(covers, fragment.brush, "brushes")?,
        }
    }
    covers.sort_unstable();
    // This drops those that fill it, too.
    fragments.retain(|fragment| covers.iter().all(|&cover| attributes(cover) != attributes(fragment.brush)));
    Ok(())
}

/// The plane that divides a cell best.
fn choose(fragments: &[Fragment], table: &mut PlaneTable, sampler: Sampler, epsilon: f64) -> Result<Side> {
    let mut best: Option<(i64, Side)> = None;
    let unused = |fragment: &Fragment| fragment.faces.iter().filter(|face| !face.used).count();
    let largest = fragments.iter().map(unused).max().unwrap_or(0);
    if largest > MANY_FACES
        && let Some(side) = halve(fragments, table, epsilon)?
    {
        return Ok(side);
    }
    let total: usize = fragments.iter().map(unused).sum();
    let mut tried: ArrayVec<u32, CANDIDATES> = ArrayVec::new();
    for at in sampler.sample(total) {
        let Some(side) = nth_unused(fragments, at) else { continue };
        if tried.contains(&side.plane()) {
            continue;
        }
        tried.push(side.plane());
        let score = score(fragments, side, table.half_space(side), epsilon).total();
        if best.is_none_or(|best| score < best.0) {
            best = Some((score, side));
        }
    }
    if fragments.len() >= MANY_BRUSHES {
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let starts = fragments.iter().map(|fragment| fragment.min.dot(axis));
            let mut starts = collected(starts, "brushes")?;
            let middle = starts.len() / 2;
            let (_, &mut at, _) = starts.select_nth_unstable_by(middle, f64::total_cmp);
            let score = score(fragments, Side::new(u32::MAX >> 1, false), (axis, at), epsilon);
            let progress = score.both + score.front.max(score.back) < fragments.len() as i64;
            if progress && best.is_none_or(|best| score.total() < best.0) {
                best = Some((score.total(), table.find(axis, at, &[axis * at])?));
            }
        }
    }
    // There is always a face left, or the fragment would fill the cell.
    Ok(best.map_or(Side::new(0, false), |best| best.1))
}

fn nth_unused(fragments: &[Fragment], mut n: usize) -> Option<Side> {
    for fragment in fragments {
        for face in fragment.faces.iter().filter(|face| !face.used) {
            if n == 0 {
                return Some(face.side);
            }
            n -= 1;
        }
    }
    None
}

fn score(fragments: &[Fragment], side: Side, space: (DVec3, f64), epsilon: f64) -> Score {
    let mut score = Score::default();
    for fragment in fragments {
        score.count(fragment.place(side, space, epsilon));
        let coplanar = |face: &super::brush::Face| face.side.plane() == side.plane() && !face.used;
        score.coplanar += i64::from(fragment.faces.iter().any(coplanar));
    }
    score
}

/// A plane along an axis that halves the faces of the brush that has most, if there is one that makes progress.
fn halve(fragments: &[Fragment], table: &mut PlaneTable, epsilon: f64) -> Result<Option<Side>> {
    let unused = |fragment: &&Fragment| fragment.faces.iter().filter(|face| !face.used).count();
    let Some(largest) = fragments.iter().max_by_key(unused) else { return Ok(None) };
    let total = unused(&largest);
    let mut best: Option<(usize, DVec3, f64)> = None;
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        let middle = |face: &super::brush::Face| {
            face.polygon.iter().map(|corner| corner.dot(axis)).sum::<f64>() / face.polygon.len() as f64
        };
        let open = || largest.faces.iter().filter(|face| !face.used);
        let mut middles = collected(open().map(middle), "brushes")?;
        let half = middles.len() / 2;
        let (_, &mut at, _) = middles.select_nth_unstable_by(half, f64::total_cmp);
        let (mut front, mut back) = (0, 0);
        for face in open() {
            let place = super::polygon::place(&face.polygon, (axis, at), epsilon);
            front += usize::from(place != Place::Back);
            back += usize::from(place != Place::Front);
        }
        let most = front.max(back);
        if most * 10 < total * 9 && best.is_none_or(|best| most < best.0) {
            best = Some((most, axis, at));
        }
    }
    match best {
        Some((_, axis, at)) => table.find(axis, at, &[axis * at]).map(Some),
        None => Ok(None),
    }
}
