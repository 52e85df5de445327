//! The tree of convex brushes: cells are split by the brushes' planes until each is empty or filled.
//!
//! The part of a brush in a cell, a fragment, is pushed down as a polytope. A brush fills a cell that has
//! been split by all of its faces; a leaf then stands for that brush. If brushes overlap, others with the
//! same attribute bits are dropped there, because no answer depends on them. Brushes with different bits
//! stay, and the leaf has a list.
//!
//! # Termination
//!
//! Let `w`, the work of a cell, be its fragments and their faces that are not used yet. A fragment comes to
//! each child at most once, as a whole or as a part, and a part has at most the unused faces of the whole:
//! caps are used. So no child has more work than its parent. Every plane that a cell is split by is one of
//! three:
//!
//! 1. that of an unused face, which is used in both children: each has less work;
//! 2. an axial plane, which is taken only if each child has less work, counted as the split itself will
//!    divide it;
//! 3. if no face is unused, a side of the first fragment's brush beyond which the cell extends by more than
//!    `epsilon`: the cell is trimmed. In front of it that fragment is gone, which is less work. Behind it the
//!    cell extends by `noise` at most, and polytopes that are cut further move by roundings, which on a path
//!    of 1024 planes are far less than `epsilon`. So a cell with the same fragments is trimmed by each side
//!    of the first one's brush once at most.
//!
//! So along a path, the work and then the number of sides that may still trim decrease lexicographically.
//! [`Work::decreases`] checks this at every child. If it ever failed, the child would be left to the audit,
//! which splits leaves by the faces of each brush once.

use super::super::tree::{MAX_DEPTH, NodeRef, PlaneRef};
use super::arena::{Arena, Slot, too_deep};
use super::brush::{Fragment, Parts};
use super::brush_choice::choose;
use super::plane_table::PlaneTable;
use super::polygon::Side;
use super::report::BspReport;
use super::score::Sampler;
use super::shares::shares;
use super::tolerances::Tolerances;
use crate::Result;
use crate::arrays::MapEach;
use crate::bsp::BrushInput;
use crate::progress::ProgressStages;
use crate::vectors::{collected, copied, extend, make_room_in_map, push};
use rustc_hash::FxHashMap;

/// A cell that is to be split.
struct Cell {
    fragments: Vec<Fragment>,
    /// Brushes that fill it, with different attributes.
    covers: Vec<u32>,
    /// Brushes that reach into the cell, and by rounding alone beyond the brush with their attributes that
    /// fills it. That part of them is in no other brush.
    extras: Vec<u32>,
    /// The cell as a polytope, within a cube around everything; `None` if the cell is nothing but rounding.
    space: Option<Fragment>,
    slot: Slot,
    depth: usize,
    sampler: Sampler,
    /// The number of trims since it had more work.
    trims: usize,
    /// Its estimated share of all the work, for progress.
    share: f64,
}

/// The work left in a cell: see above.
#[derive(Clone, Copy)]
struct Work {
    /// Fragments and unused faces.
    amount: usize,
    trims: usize,
}

impl Work {
    fn of(fragments: &[Fragment], trims: usize) -> Work {
        Work { amount: fragments.iter().map(|fragment| 1 + fragment.unused()).sum(), trims }
    }

    /// The work of a child with these fragments, if it is less.
    fn decreases(self, fragments: &[Fragment], brushes: &Brushes) -> Option<Work> {
        let child = Work::of(fragments, 0);
        if child.amount < self.amount {
            return Some(child);
        }
        let sides = fragments.first().map_or(0, |fragment| brushes.sides(fragment.brush).len());
        (child.amount == self.amount && self.trims < sides).then_some(Work { trims: self.trims + 1, ..child })
    }
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

    /// Returns true if any brush of a leaf satisfies a predicate.
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

    /// The index where a list is stored.
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

/// The faces and attributes of all brushes.
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
        trims: 0,
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
        let work = Work::of(&cell.fragments, cell.trims);
        let plane = splitter(&cell, brushes, table, tolerances)?;
        let space = table.half_space(plane);
        let (to_front, to_back) = arena.branch(cell.slot, plane)?;
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for mut fragment in cell.fragments {
            let side = fragment.classify(plane, space, epsilon);
            fragment.use_plane(plane, table, epsilon);
            match side {
                // A fragment that crosses the plane by no more than epsilon is not split: the slack of
                // queries covers it.
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
        let [ahead_work, rear_work] =
            [&mut front, &mut back].map_each(|fragments| match work.decreases(fragments, brushes) {
                Some(work) => work,
                None => {
                    fragments.clear();
                    Work::of(fragments, 0)
                }
            });
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
            trims: ahead_work.trims,
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
            trims: rear_work.trims,
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
    // A brush without faces to split by need not fill the cell. It does if it contains all of the cell.
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
    // Fragments that fill the cell are dropped, too.
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

/// The plane to split a cell by.
fn splitter(
    cell: &Cell,
    brushes: &Brushes,
    table: &mut PlaneTable,
    tolerances: &Tolerances,
) -> Result<PlaneRef> {
    let fragments = &cell.fragments[..];
    if fragments.iter().all(Fragment::is_used)
        && let (Some(space), Some(fragment)) = (&cell.space, fragments.first())
        && let (_, Some(plane)) = space.beyond(brushes.sides(fragment.brush), table)
    {
        // All faces are used, but the cell is larger than the brush.
        return Ok(plane);
    }
    choose(fragments, cell.sampler, table, tolerances)
}
