//! The division of a set of pieces: by their centres, or by a plane that cuts some of them.

use super::bins::{Cut, Side, cheapest_cut, parts};
use crate::Result;
use crate::mesh::MeshInput;
use crate::mesh::builder::lanes::{Box4, Extent, Primitive};
use crate::mesh::builder::must_halve;
use crate::mesh::builder::split::{Search, divide};
use crate::vectors::{copied, push, reserve};
use glam::Vec4;

/// A set of pieces that lie together.
pub(super) struct Set {
    pieces: Vec<Primitive>,
    extent: Extent,
}

impl Set {
    pub(super) fn new(pieces: Vec<Primitive>) -> Set {
        let extent = Extent::of(&pieces);
        Set { pieces, extent }
    }

    pub(super) fn pieces(&self) -> &[Primitive] {
        &self.pieces
    }

    /// The box around the pieces.
    pub(super) fn bounds(&self) -> Box4 {
        self.extent.bounds
    }
}

/// A set divided by its pieces' centres, and a cheaper cut of it if there is one.
pub(super) struct Division {
    set: Set,
    halves: [Set; 2],
    pub(super) cut: Option<Cheaper>,
}

/// A cut that costs less than a division by centres.
pub(super) struct Cheaper {
    cut: Cut,
    /// The number of pieces that it adds, at most.
    pub(super) added: usize,
    /// The cost that it saves, by areas as they are.
    pub(super) gain: f64,
}

/// The search for divisions.
pub(super) struct Cutter<'a> {
    pub(super) input: &'a MeshInput<'a>,
    pub(super) search: Search,
    /// Halves that overlap in a smaller area are as good as apart.
    pub(super) least_overlap: f64,
}

impl Cutter<'_> {
    /// Divides a set of at least two pieces, which comes of so many divisions, by their centres; looks for a cheaper cut if it
    /// may be cut.
    pub(super) fn choose(&self, set: Set, level: usize, may_be_cut: bool) -> Result<Division> {
        let balanced = must_halve(set.pieces.len(), level);
        let split = self.search.choose(&set.pieces, &set.extent, balanced)?;
        let mut left_pieces = copied(&set.pieces, "build")?;
        let [left, right] = divide(&set.pieces, &mut left_pieces, &split);
        let right_pieces = copied(&left_pieces[split.left_count()..], "build")?;
        left_pieces.truncate(split.left_count());
        let halves = [Set { pieces: left_pieces, extent: left }, Set { pieces: right_pieces, extent: right }];
        let cut = match may_be_cut && !balanced && self.overlap(&halves) {
            true => self.cheaper_cut(&set, &halves),
            false => None,
        };
        Ok(Division { set, halves, cut })
    }

    /// Returns true if two sets' boxes overlap.
    fn overlap(&self, [a, b]: &[Set; 2]) -> bool {
        let common = a.bounds().common(b.bounds());
        common.is_any() && common.to_aabb().half_area() > self.least_overlap
    }

    /// A cut of a set that costs less than these halves.
    fn cheaper_cut(&self, set: &Set, halves: &[Set; 2]) -> Option<Cheaper> {
        let scale = set.bounds().scale();
        let side = |half: &Set| Side { bounds: half.bounds(), count: half.pieces.len() as u32 };
        let cost = self.cost(scale, [side(&halves[0]), side(&halves[1])]);
        let cut = cheapest_cut(self.input, &set.pieces, set.bounds(), self.search.counts)?;
        let added = (cut.sides[0].count + cut.sides[1].count) as usize - set.pieces.len();
        let gain = f64::from(cost - cut.cost) / (f64::from(scale.x) * f64::from(scale.x));
        (cut.cost < cost).then_some(Cheaper { cut, added, gain })
    }

    /// The cost of two sides by the surface area heuristic.
    fn cost(&self, scale: Vec4, sides: [Side; 2]) -> f32 {
        let of = |side: Side| side.bounds.half_area(scale) * self.search.counts.cost(side.count);
        of(sides[0]) + of(sides[1])
    }

    /// The two sets that a division makes: of its cut, if it still has one.
    pub(super) fn finish(&self, division: Division) -> Result<[Set; 2]> {
        match division.cut {
            Some(Cheaper { cut, .. }) => {
                let sides = self.cut(&division.set, &cut)?;
                // All pieces may be kept whole on the same side.
                Ok(if sides.iter().any(|side| side.pieces.is_empty()) { division.halves } else { sides })
            }
            None => Ok(division.halves),
        }
    }

    /// Divides a set by a plane. A piece that it meets is cut, unless it costs less to keep it whole on one side
    /// (section 4.4 of the paper).
    fn cut(&self, set: &Set, &Cut { axis, at, sides, .. }: &Cut) -> Result<[Set; 2]> {
        let scale = set.bounds().scale();
        let room = |side: Side| reserve(side.count as usize, "build");
        let mut pieces = [room(sides[0])?, room(sides[1])?];
        let mut now = sides;
        for piece in &set.pieces {
            let bounds = piece.bounds();
            let side = if bounds.upper.as_ref()[axis] <= at {
                Some(0)
            } else if bounds.lower.as_ref()[axis] >= at {
                Some(1)
            } else {
                self.whole_side(scale, bounds, &mut now)
            };
            if let Some(side) = side {
                push(&mut pieces[side], *piece, "build")?;
                continue;
            }
            for (part, side) in parts(self.input, piece, axis, at).iter().zip(&mut pieces) {
                if let Some(part) = part {
                    push(side, Primitive::new(part, piece.triangle()), "build")?;
                }
            }
        }
        Ok(pieces.map(Set::new))
    }

    /// The side where a piece that a plane meets costs less whole than cut, if there is one; the sides are changed to that.
    fn whole_side(&self, scale: Vec4, piece: Box4, sides: &mut [Side; 2]) -> Option<usize> {
        let whole_on = [0, 1].map(|side: usize| {
            let mut sides = *sides;
            sides[side].bounds = sides[side].bounds.union(piece);
            sides[1 - side].count = sides[1 - side].count.saturating_sub(1);
            sides
        });
        let costs = whole_on.map(|sides| self.cost(scale, sides));
        let side = usize::from(costs[0] > costs[1]);
        if !(costs[side] < self.cost(scale, *sides)) {
            return None;
        }
        *sides = whole_on[side];
        Some(side)
    }
}
