//! Boxes by their sides: which of a box's sides its two children keep, three each, and which they store themselves.

use crate::geometry::{Aabb, Vec3};

/// The bits of a flag byte that say whose a side is.
const SIDES: u8 = 0b11_1111;

/// The sides of a box, in the order of the bits of a flag byte: x min, x max, y min, y max, z min, z max.
#[inline(always)]
pub(super) fn sides(bounds: &Aabb) -> [f32; 6] {
    let Aabb { min, max } = bounds;
    [min.x, max.x, min.y, max.y, min.z, max.z]
}

/// The sides that a child keeps, a bit each: of the left child (0) those whose bit is set, of the right one (1) the others.
#[inline(always)]
pub(super) fn kept(flags: u8, child: usize) -> u8 {
    let left = flags & SIDES;
    if child == 0 { left } else { left ^ SIDES }
}

/// Returns true if a child is a triangle, which bits 6 and 7 say.
#[inline(always)]
pub(super) fn is_triangle(flags: u8, child: usize) -> bool {
    flags >> (6 + child) & 1 == 1
}

/// The flag byte of a node whose left child keeps these sides.
pub(super) fn flags(left: u8, is_triangle: [bool; 2]) -> u8 {
    left | u8::from(is_triangle[0]) << 6 | u8::from(is_triangle[1]) << 7
}

/// Returns true if each child keeps three sides.
pub(super) fn is_split_in_halves(flags: u8) -> bool {
    (flags & SIDES).count_ones() == 3
}

/// The sources of a child's six sides, for all sets of sides that it may keep: 0 to 5 are its parent's, 6 to 8 its own.
const SOURCES: [[u8; 6]; 64] = {
    let mut sources = [[0; 6]; 64];
    let mut kept = 0;
    while kept < 64 {
        let (mut side, mut own) = (0, 6);
        while side < 6 {
            sources[kept][side] = if kept >> side & 1 == 1 { side as u8 } else { own };
            // Sets of three have no more.
            own += if kept >> side & 1 == 0 && own < 8 { 1 } else { 0 };
            side += 1;
        }
        kept += 1;
    }
    sources
};

/// The box of a child that keeps three sides of its parent's box and has three of its own, in the order of the bits. By a
/// table: whose a side is, is hard to foresee for branches.
#[inline(always)]
pub(super) fn child_bounds(parent: &Aabb, kept: u8, own: &[f32; 3]) -> Aabb {
    // Sixteen, so that no look-up needs a check.
    let ([a, b, c, d, e, f], [g, h, i]) = (sides(parent), *own);
    let all = [a, b, c, d, e, f, g, h, i, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let sources = &SOURCES[usize::from(kept & SIDES)];
    let side = |i: usize| all[usize::from(sources[i]) % 16];
    Aabb { min: Vec3::new(side(0), side(2), side(4)), max: Vec3::new(side(1), side(3), side(5)) }
}

/// The sides that a child which keeps `kept` has to store, to have the others of `bounds`.
#[inline]
pub(super) fn own_sides(kept: u8, bounds: &Aabb) -> [f32; 3] {
    let (all, mut own, mut rank) = (sides(bounds), [0.0; 3], 0);
    for (i, &side) in all.iter().enumerate() {
        if kept >> i & 1 == 0 && rank < 3 {
            own[rank] = side;
            rank += 1;
        }
    }
    own
}

/// The twenty ways to say which three sides the left child keeps.
pub(super) fn ways() -> impl Iterator<Item = u8> {
    (0..=SIDES).filter(|&left| is_split_in_halves(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aabb(sides: [f32; 6]) -> Aabb {
        let [x, x2, y, y2, z, z2] = sides;
        Aabb::new(Vec3::new(x, y, z), Vec3::new(x2, y2, z2))
    }

    #[test]
    fn the_published_example() {
        let parent = aabb([-9.8, 11.2, -8.9, 8.6, 3.5, 10.2]);
        let left = aabb([-9.8, 3.3, 4.1, 8.6, 4.3, 10.2]);
        let right = aabb([2.3, 11.2, -8.9, 4.9, 3.5, 9.6]);
        assert_eq!(left.union(&right), parent);
        // (1, 0, 0, 1, 0, 1), the first at the lowest bit.
        let flags = 0b10_1001;
        assert!(is_split_in_halves(flags));
        assert_eq!(own_sides(kept(flags, 0), &left), [3.3, 4.1, 4.3]);
        assert_eq!(own_sides(kept(flags, 1), &right), [2.3, 4.9, 9.6]);
        assert_eq!(child_bounds(&parent, kept(flags, 0), &[3.3, 4.1, 4.3]), left);
        assert_eq!(child_bounds(&parent, kept(flags, 1), &[2.3, 4.9, 9.6]), right);
    }

    #[test]
    fn there_are_twenty_ways_and_each_side_has_one_owner() {
        assert_eq!(ways().count(), 20);
        let (parent, inner) =
            (aabb([-3.0, 3.0, -2.0, 2.0, -1.0, 1.0]), aabb([-0.5, 0.5, -0.25, 0.25, -0.0, 0.125]));
        for left in ways() {
            for triangles in [[false; 2], [true, false], [false, true], [true; 2]] {
                let flags = flags(left, triangles);
                assert_eq!([0, 1].map(|child| is_triangle(flags, child)), triangles);
                assert_eq!(kept(flags, 0) ^ kept(flags, 1), SIDES);
                for child in [0, 1] {
                    let kept = kept(flags, child);
                    let derived = sides(&child_bounds(&parent, kept, &own_sides(kept, &inner)));
                    for (i, side) in derived.into_iter().enumerate() {
                        let expected = if kept >> i & 1 == 1 { &parent } else { &inner };
                        assert_eq!(side.to_bits(), sides(expected)[i].to_bits());
                    }
                }
            }
        }
    }
}
