//! The tree of convex brushes: cells are split by the brushes' planes until each is empty or filled.
//!
//! The part of a brush in a cell, a fragment, is pushed down as a polytope. A brush fills a cell that has been split by
//! all of its faces; a leaf then stands for that brush. Where brushes overlap, others with the same attribute bits are
//! dropped there, as no answer depends on them; those with different ones stay, and the leaf has a list.

use super::super::tree::{MAX_DEPTH, NodeRef, PlaneRef};
use super::arena::{Arena, Slot, too_deep};
use super::brush::{Fragment, Parts};
use super::plane_table::PlaneTable;
use super::polygon::Side;
use super::report::BspReport;
use super::score::{CANDIDATES, Sampler, Score};
use super::shares::shares;
use super::tolerances::Tolerances;
use crate::Result;
use crate::bsp::BrushInput;
use crate::error::{collected, copied, extend, make_room_in_map, push};
use crate::progress::ProgressStages;
use arrayvec::ArrayVec;
use glam::DVec3;
use rustc_hash::FxHashMap;

/// A cell that is to be split.
struct Cell {
    fragments: Vec<Fragment>,
    /// Brushes that fill it, with different attributes.
    covers: Vec<u32>,
    /// Brushes that reach into it, and beyond the brush with their attributes that fills it by rounding alone: that
    /// part of them is in no other brush.
    extras: Vec<u32>,
    /// The cell as a polytope, within a cube around everything; none where the cell is nothing but rounding.
    space: Option<Fragment>,
    slot: Slot,
    depth: usize,
    sampler: Sampler,
    /// Its estimated share of all the work, for progress.
    share: f64,
}

/// Lists of brushes, shared by leaves, as they are stored.
pub(super) struct Lists {
    brush_count: u32,
    stored: Vec<u32>,
    known: FxHashMap<Vec<u32>, u32>,
}

impl Lists {
    fn new(brush_count: u32) -> Lists {
        Lists { brush_count, stored: Vec::new(), known: FxHashMap::default() }
    }

    /// The leaf for brushes in ascending order.
    fn leaf(&mut self, brushes: Vec<u32>) -> Result<NodeRef> {
        match brushes[..] {
            [] => Ok(NodeRef::EMPTY),
            [one] => Ok(NodeRef::solid(one)),
            _ => Ok(NodeRef::solid(self.brush_count + self.start(brushes)?)),
        }
    }

    /// Whether any brush of a leaf satisfies a predicate.
    pub(super) fn any(&self, leaf: NodeRef, is_it: impl FnMut(u32) -> bool) -> bool {
        self.brushes(leaf).any(is_it)
    }

    /// A leaf with one more brush.
    pub(super) fn with(&mut self, leaf: NodeRef, brush: u32) -> Result<NodeRef> {
        let mut brushes = collected(self.brushes(leaf), "lists")?;
        push(&mut brushes, brush, "lists")?;
        brushes.sort_unstable();
        brushes.dedup();
        self.leaf(brushes)
    }

    fn brushes(&self, leaf: NodeRef) -> impl Iterator<Item = u32> {
        let content = leaf.content();
        let list =
            content.and_then(|content| content.checked_sub(self.brush_count)).map(|start| start as usize);
        let list = list.map_or(&[][..], |at| &self.stored[at + 1..][..self.stored[at] as usize]);
        content.filter(|&content| content < self.brush_count).into_iter().chain(list.iter().copied())
    }

    /// All lists, as they are stored.
    pub(super) fn into_stored(self) -> Vec<u32> {
        self.stored
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

/// Brushes with more faces than this are halved by axis-aligned planes first; else the tree would be as deep as they
/// have faces.
const MANY_FACES: usize = 24;

/// Cells with at least this many brushes may be split by axis-aligned planes, too.
const MANY_BRUSHES: usize = 16;

/// What is known of all brushes.
pub(super) struct Brushes<'a> {
    /// The faces of each.
    pub(super) sides: &'a [Vec<PlaneRef>],
    pub(super) input: &'a BrushInput<'a>,
}

impl Brushes<'_> {
    pub(super) fn attributes(&self, brush: u32) -> u16 {
        self.input.attributes(brush as usize)
    }

    pub(super) fn sides(&self, brush: u32) -> &[PlaneRef] {
        &self.sides[brush as usize]
    }
}

/// Builds the tree of brushes. Returns it and the lists of leaves with several brushes.
pub(super) fn build(
    fragments: Vec<Fragment>,
    brushes: &Brushes,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
    report: &mut BspReport,
    stages: &mut ProgressStages,
) -> Result<(Arena, Lists)> {
    let mut arena = Arena::new();
    let mut lists = Lists::new(brushes.sides.len() as u32);
    let epsilon = tolerances.epsilon;
    let whole = Cell {
        fragments,
        covers: Vec::new(),
        extras: Vec::new(),
        space: Some(Fragment::cube(tolerances.scale * 2.0, table)?),
        slot: Slot::Root,
        depth: 0,
        sampler: Sampler::new(),
        share: 1.0,
    };
    let mut pending = Vec::new();
    push(&mut pending, whole, "tree")?;
    let mut done = 0.0;
    while let Some(mut cell) = pending.pop() {
        take_covers(&mut cell, brushes, table, tolerances)?;
        if cell.fragments.is_empty() {
            let Cell { slot, mut covers, extras, share, .. } = cell;
            extend(&mut covers, extras, "tree")?;
            covers.sort_unstable();
            covers.dedup();
            arena.set(slot, lists.leaf(covers)?);
            done += share;
            continue;
        }
        stages.advance(done)?;
        if cell.depth == MAX_DEPTH {
            return Err(too_deep());
        }
        let plane = choose(&cell, brushes, table, epsilon)?;
        let space = table.half_space(plane);
        let (to_front, to_back) = arena.branch(cell.slot, plane)?;
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for mut fragment in cell.fragments {
            let side = fragment.classify(plane, space, epsilon);
            fragment.use_plane(plane, table, epsilon);
            match side {
                // What crosses the plane by no more than epsilon is not split: the slack of queries covers it.
                Side::Front => push(&mut front, fragment, "brushes")?,
                Side::Back | Side::On => push(&mut back, fragment, "brushes")?,
                Side::Cross => {
                    report.splits += 1;
                    let (before, behind) = fragment.split(plane, space, tolerances)?;
                    push(&mut front, before, "brushes")?;
                    push(&mut back, behind, "brushes")?;
                }
            }
        }
        let nowhere = || Ok(Parts { front: None, back: None });
        let rooms = cell.space.map_or_else(nowhere, |room| room.parts(plane, space, tolerances))?;
        let depth = cell.depth + 1;
        let shares = shares(cell.share, front.len(), back.len());
        let (ahead, rear) = (
            cell.sampler.behind(table.half_space(plane.flipped())),
            cell.sampler.behind(table.half_space(plane)),
        );
        let front = Cell {
            fragments: front,
            covers: copied(&cell.covers, "tree")?,
            extras: copied(&cell.extras, "tree")?,
            space: rooms.front,
            slot: to_front,
            depth,
            sampler: ahead,
            share: shares.0,
        };
        let back = Cell {
            fragments: back,
            covers: cell.covers,
            extras: cell.extras,
            space: rooms.back,
            slot: to_back,
            depth,
            sampler: rear,
            share: shares.1,
        };
        extend(&mut pending, [front, back], "tree")?;
    }
    Ok((arena, lists))
}

/// Moves fragments that fill the cell to its covers, and drops those that no answer depends on.
fn take_covers(
    cell: &mut Cell,
    brushes: &Brushes,
    table: &PlaneTable,
    tolerances: &Tolerances,
) -> Result<()> {
    let Cell { fragments, covers, extras, space, .. } = cell;
    // That no face is left to split by is not enough: a brush fills the cell if it contains all of the cell.
    let sticks_out = |brush: u32| {
        space.as_ref().map_or(f64::NEG_INFINITY, |space| space.beyond(brushes.sides(brush), table).0)
    };
    let fills = |fragment: &Fragment| fragment.is_used() && sticks_out(fragment.brush) <= tolerances.epsilon;
    let mut has_new = false;
    for fragment in fragments.iter().filter(|fragment| fills(fragment)) {
        has_new = true;
        let attributes = brushes.attributes(fragment.brush);
        match covers.iter_mut().find(|cover| brushes.attributes(**cover) == attributes) {
            Some(cover) => *cover = fragment.brush.min(*cover),
            None => push(covers, fragment.brush, "brushes")?,
        }
    }
    if covers.is_empty() {
        return Ok(());
    }
    if has_new {
        covers.sort_unstable();
    }
    // This drops those that fill it, too.
    let mut failed = Ok(());
    fragments.retain(|fragment| {
        let attributes = brushes.attributes(fragment.brush);
        let Some(&cover) = covers.iter().find(|cover| brushes.attributes(**cover) == attributes) else {
            return true;
        };
        let is_inside = || fragment.beyond(brushes.sides(cover), table).0 <= tolerances.noise;
        if cover != fragment.brush && !extras.contains(&fragment.brush) && !is_inside() && failed.is_ok() {
            failed = push(extras, fragment.brush, "brushes");
        }
        false
    });
    failed
}

/// The best splitting plane of a cell.
fn choose(cell: &Cell, brushes: &Brushes, table: &mut PlaneTable, epsilon: f64) -> Result<PlaneRef> {
    let (fragments, sampler) = (&cell.fragments[..], cell.sampler);
    let mut best: Option<(i64, PlaneRef)> = None;
    let unused = |fragment: &Fragment| fragment.faces.iter().filter(|face| !face.used).count();
    let largest = fragments.iter().map(unused).max().unwrap_or(0);
    if largest > MANY_FACES
        && let Some(plane) = halve(fragments, table, epsilon)?
    {
        return Ok(plane);
    }
    let total: usize = fragments.iter().map(unused).sum();
    if total == 0
        && let (Some(space), Some(fragment)) = (&cell.space, fragments.first())
        && let (_, Some(plane)) = space.beyond(brushes.sides(fragment.brush), table)
    {
        // All of its faces are used, but the cell is larger than the brush.
        return Ok(plane);
    }
    let mut tried: ArrayVec<u32, CANDIDATES> = ArrayVec::new();
    for at in sampler.sample(total) {
        let Some(plane) = nth_unused(fragments, at) else { continue };
        if tried.contains(&plane.number()) {
            continue;
        }
        tried.push(plane.number());
        let score = score(fragments, plane, table.half_space(plane), epsilon).total();
        if best.is_none_or(|best| score < best.0) {
            best = Some((score, plane));
        }
    }
    if fragments.len() >= MANY_BRUSHES {
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            let starts = fragments.iter().map(|fragment| fragment.min.dot(axis));
            let mut starts = collected(starts, "brushes")?;
            let middle = starts.len() / 2;
            let (_, &mut at, _) = starts.select_nth_unstable_by(middle, f64::total_cmp);
            let score = score(fragments, PlaneRef::new(u32::MAX >> 1, false), (axis, at), epsilon);
            let progress = score.both + score.front.max(score.back) < fragments.len() as i64;
            if progress && best.is_none_or(|best| score.total() < best.0) {
                best = Some((score.total(), table.find(axis, at, &[axis * at])?));
            }
        }
    }
    // There is always an unused face: else the cell is partly outside of the brush, or the brush fills it.
    Ok(best.map_or(PlaneRef::new(0, false), |best| best.1))
}

fn nth_unused(fragments: &[Fragment], mut n: usize) -> Option<PlaneRef> {
    for fragment in fragments {
        for face in fragment.faces.iter().filter(|face| !face.used) {
            if n == 0 {
                return Some(face.plane);
            }
            n -= 1;
        }
    }
    None
}

fn score(fragments: &[Fragment], plane: PlaneRef, space: (DVec3, f64), epsilon: f64) -> Score {
    let mut score = Score::default();
    for fragment in fragments {
        score.count(fragment.classify(plane, space, epsilon));
        let coplanar = |face: &super::brush::Face| face.plane.number() == plane.number() && !face.used;
        score.coplanar += i64::from(fragment.faces.iter().any(coplanar));
    }
    score
}

/// An axis-aligned plane that halves the faces of the brush that has most, if it makes progress.
fn halve(fragments: &[Fragment], table: &mut PlaneTable, epsilon: f64) -> Result<Option<PlaneRef>> {
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
            let side = super::polygon::classify(&face.polygon, (axis, at), epsilon);
            front += usize::from(side != Side::Back);
            back += usize::from(side != Side::Front);
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
