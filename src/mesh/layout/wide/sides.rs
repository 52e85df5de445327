//! The sides of a node's children along an axis, as they are stored: grid coordinates, or offsets of 8 bits from where the children
//! are smallest.

use super::children::CHILDREN;
use super::grid::GridBox;
use crate::arrays::MapEach;

/// The unit in which sides along an axis are stored: `2^exponent` grid steps, counted from the grid coordinate `start`.
#[derive(Clone, Copy)]
struct Unit {
    start: i32,
    exponent: u32,
}

impl Unit {
    /// Grid coordinates themselves.
    const STEP: Unit = Unit { start: 0, exponent: 0 };
    /// The largest offset of a node of one line.
    const LARGEST: i32 = u8::MAX as i32;

    /// The unit for children within `whole`, as an axis has it: the smallest in which their offsets fit, with the start for which
    /// their areas are smallest. Flat ones are thinnest if they lie where the unit counts.
    fn best(whole: [i32; 2], boxes: &[GridBox], axis: usize) -> Unit {
        let unit = Unit::smallest(whole);
        if unit.exponent == 0 {
            return unit;
        }
        let spans = Spans::new(boxes, axis);
        let (mut best, mut least) = (unit, spans.area(unit));
        // Between those starts from which a side is a whole number of units, areas do not change.
        for side in boxes.iter().flat_map(|child| child[axis]) {
            let start = unit.start - ((unit.start - side) & unit.mask());
            let other = Unit { start, ..unit };
            if start >= 0 && other.round_up(whole[1]) <= Unit::LARGEST {
                let area = spans.area(other);
                (best, least) = if area < least { (other, area) } else { (best, least) };
            }
        }
        best
    }

    /// The smallest one in which offsets from `low` to `high` fit.
    fn smallest([low, high]: [i32; 2]) -> Unit {
        let mut unit = Unit { start: low, exponent: 0 };
        while unit.round_up(high) > Unit::LARGEST {
            unit.exponent += 1;
        }
        unit
    }

    /// The grid steps that are less than one.
    fn mask(self) -> i32 {
        (1 << self.exponent) - 1
    }

    /// The offset of a grid coordinate, rounded down.
    fn round_down(self, side: i32) -> i32 {
        (side - self.start) >> self.exponent
    }

    /// The same, rounded up.
    fn round_up(self, side: i32) -> i32 {
        (side - self.start + self.mask()) >> self.exponent
    }
}

/// The lower and upper sides of a node's children along an axis, and how fast their areas grow with their lengths.
struct Spans {
    low: [i32; CHILDREN],
    high: [i32; CHILDREN],
    growth: [f32; CHILDREN],
}

impl Spans {
    fn new(boxes: &[GridBox], axis: usize) -> Spans {
        let mut spans = Spans { low: [0; CHILDREN], high: [0; CHILDREN], growth: [0.0; CHILDREN] };
        for (i, child) in boxes.iter().enumerate() {
            let length = |axis: usize| (child[axis % 3][1] - child[axis % 3][0]) as f32;
            [spans.low[i], spans.high[i]] = child[axis];
            spans.growth[i] = length(axis + 1) + length(axis + 2);
        }
        spans
    }

    /// The part of their areas that depends on where a unit begins, in such units along the axis.
    fn area(&self, unit: Unit) -> f32 {
        let area = |i: usize| {
            let length = unit.round_up(self.high[i]) - unit.round_down(self.low[i]);
            length as f32 * self.growth[i]
        };
        [0, 1, 2, 3, 4, 5, 6, 7].map_each(area).iter().sum()
    }
}

/// The sides of a node's children along an axis, as they are stored.
pub(super) struct Sides {
    unit: Unit,
    low: [u16; CHILDREN],
    high: [u16; CHILDREN],
}

impl Sides {
    /// Grid coordinates themselves, as direct nodes have them.
    pub(super) fn direct(boxes: &[GridBox], axis: usize) -> Sides {
        Sides::new(Unit::STEP, boxes, axis)
    }

    /// Offsets of 8 bits, for a node with these sides along the axis.
    pub(super) fn offsets(whole: [i32; 2], boxes: &[GridBox], axis: usize) -> Sides {
        Sides::new(Unit::best(whole, boxes, axis), boxes, axis)
    }

    fn new(unit: Unit, boxes: &[GridBox], axis: usize) -> Sides {
        // An absent child's box is inside out.
        let mut sides = Sides { unit, low: [u16::MAX; CHILDREN], high: [0; CHILDREN] };
        for (i, child) in boxes.iter().enumerate() {
            let [low, high] = child[axis];
            (sides.low[i], sides.high[i]) = (unit.round_down(low) as u16, unit.round_up(high) as u16);
        }
        sides
    }

    /// The lower ones, and the upper ones.
    pub(super) fn both(&self) -> [[u16; CHILDREN]; 2] {
        [self.low, self.high]
    }

    /// The grid coordinate from which they count, and the exponent of their unit.
    pub(super) fn start_and_exponent(&self) -> (i32, u32) {
        (self.unit.start, self.unit.exponent)
    }

    /// The length of a child, in grid steps.
    pub(super) fn length(&self, child: usize) -> f64 {
        f64::from(self.high[child] - self.low[child]) * f64::from(1u32 << self.unit.exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrayvec::ArrayVec;

    /// Boxes within a span of the grid along every axis, some of them flat, and that span.
    fn boxes(rng: &mut fastrand::Rng) -> ([i32; 2], ArrayVec<GridBox, CHILDREN>) {
        let extent = 1 << rng.u32(0..23);
        let low = rng.i32(0..(1 << 23) - extent);
        let mut side = || low + rng.i32(0..=extent);
        let count = 1 + side() as usize % CHILDREN;
        let mut span = || {
            let (a, b) = (side(), side());
            if (a + b) % 3 == 0 { [a, a] } else { [a.min(b), a.max(b)] }
        };
        let boxes: ArrayVec<GridBox, CHILDREN> = (0..count).map(|_| [span(), span(), span()]).collect();
        let least = boxes.iter().flat_map(|child| child.map(|[low, _]| low)).min();
        let most = boxes.iter().flat_map(|child| child.map(|[_, high]| high)).max();
        ([least.unwrap_or(low), most.unwrap_or(low)], boxes)
    }

    #[test]
    fn stored_sides_contain_the_boxes_and_are_no_farther_than_from_the_lowest() {
        let rng = &mut fastrand::Rng::with_seed(7);
        let mut better = 0;
        for _ in 0..20_000 {
            let (whole, boxes) = boxes(rng);
            for axis in 0..3 {
                let (first, best) = (Unit::smallest(whole), Unit::best(whole, &boxes, axis));
                assert_eq!(best.exponent, first.exponent);
                assert!(best.start >= 0 && best.start <= whole[0]);
                let spans = Spans::new(&boxes, axis);
                assert!(spans.area(best) <= spans.area(first));
                better += usize::from(spans.area(best) < spans.area(first));
                let sides = Sides::new(best, &boxes, axis);
                for (i, child) in boxes.iter().enumerate() {
                    let at = |offset: u16| best.start + (i32::from(offset) << best.exponent);
                    let [low, high] = [at(sides.low[i]), at(sides.high[i])];
                    let unit = 1 << best.exponent;
                    assert!(sides.high[i] <= 255 && low <= child[axis][0] && high >= child[axis][1]);
                    assert!(child[axis][0] - low < unit && high - child[axis][1] < unit);
                }
            }
        }
        assert!(better > 20_000, "{better}");
    }

    #[test]
    fn a_flat_child_stays_flat() {
        let flat = [[7_001, 7_001], [5_000, 100_000], [5_000, 100_000]];
        let boxes = [[[5_000, 100_000]; 3], flat];
        let unit = Unit::best([5_000, 100_000], &boxes, 0);
        assert_eq!(unit.exponent, 9);
        assert_eq!(Sides::new(unit, &boxes, 0).length(1), 0.0);
    }
}
