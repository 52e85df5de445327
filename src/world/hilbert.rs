//! The place of a cell along Hilbert's curve through a cube: cells that follow each other are neighbours.
//!
//! Hamilton and Rau-Chaplin, "Compact Hilbert indices: Space-filling curves for domains with unequal side lengths",
//! Information Processing Letters 105(5), 2008: going down a level, the curve in a child is that of its parent, turned by
//! where it enters (a corner) and along which axis it goes. These are 24 states; two levels are looked up at once.

/// Cells along each axis, as a number of bits.
pub(super) const BITS: u32 = 10;

/// For each state, and six bits of an interleaved index, six bits of the place, and the next state times 64 above them.
static TABLE: [u16; 24 * 64] = table();

const fn rotate_left(x: u32, by: u32) -> u32 {
    let by = by % 3;
    (x << by | x >> (3 - by)) & 7
}

const fn rotate_right(x: u32, by: u32) -> u32 {
    let by = by % 3;
    (x >> by | x << (3 - by)) & 7
}

/// A level down: from the state (entry corner, axis) and the child, its place and state.
const fn step(entry: u32, axis: u32, child: u32) -> (u32, u32, u32) {
    let gray = rotate_right(child ^ entry, axis + 1);
    let place = (gray ^ gray >> 1 ^ gray >> 2) & 7;
    let inner = if place == 0 { 0 } else { 2 * ((place - 1) / 2) };
    let inner_entry = inner ^ inner >> 1;
    let inner_axis = match place {
        0 => 0,
        _ if place.is_multiple_of(2) => (place - 1).trailing_ones() % 3,
        _ => place.trailing_ones() % 3,
    };
    (place, entry ^ rotate_left(inner_entry, axis + 1), (axis + inner_axis + 1) % 3)
}

const fn table() -> [u16; 24 * 64] {
    let mut table = [0; 24 * 64];
    let mut i = 0;
    while i < 24 * 64 {
        let (state, children) = (i as u32 / 64, i as u32 % 64);
        let (first, entry, axis) = step(state / 3, state % 3, children >> 3);
        let (second, entry, axis) = step(entry, axis, children & 7);
        table[i] = ((entry * 3 + axis) << 6 | first << 3 | second) as u16;
        i += 1;
    }
    table
}

/// Every third bit, from the ten lowest.
#[inline(always)]
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

/// The place of a cell, 30 bits, from its coordinates, each of [`BITS`] bits.
#[inline(always)]
pub(super) fn hilbert([x, y, z]: [u32; 3]) -> u32 {
    let cell = spread(x) | spread(y) << 1 | spread(z) << 2;
    let (mut state, mut place) = (0, 0);
    for shift in [24, 18, 12, 6, 0] {
        let entry = u32::from(TABLE[((state | cell >> shift & 63) as usize).min(24 * 64 - 1)]);
        place = place << 6 | entry & 63;
        state = entry & !63;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_from_cell_to_neighbour_and_through_all() {
        // The cells of the corner that a coarser curve would have as its first cell: 8 by 8 by 8 of them.
        let mut cells = Vec::new();
        for x in 0..8 {
            for y in 0..8 {
                for z in 0..8 {
                    cells.push((hilbert([x, y, z]), [x, y, z]));
                }
            }
        }
        cells.sort_unstable();
        for (i, pair) in cells.windows(2).enumerate() {
            assert_eq!(pair[1].0, pair[0].0 + 1, "{i}");
            let steps: u32 = (0..3).map(|k| pair[0].1[k].abs_diff(pair[1].1[k])).sum();
            assert_eq!(steps, 1, "{:?} {:?}", pair[0], pair[1]);
        }
    }

    #[test]
    fn places_are_distinct_and_near_anywhere() {
        let rng = &mut fastrand::Rng::with_seed(1);
        let places: std::collections::HashSet<u32> = (0..1u32 << 15)
            .map(|i| hilbert([(i & 31) << 5, (i >> 5 & 31) << 5, (i >> 10) << 5]) >> 15)
            .collect();
        assert_eq!(places.len(), 1 << 15);
        for _ in 0..1000 {
            let cell = [0; 3].map(|_| rng.u32(0..1 << BITS));
            assert!(hilbert(cell) < 1 << 30);
        }
    }
}
