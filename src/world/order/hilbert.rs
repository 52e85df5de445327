//! The place of a cell along Hilbert's curve through a cube: cells that follow each other are neighbours.
//!
//! Skilling, "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004: from the highest bit to
//! the lowest, the axes of what is below a bit are exchanged or inverted; a Gray code is then the place.
//! There are no tables and no branches, so that many cells are done at once.

/// Cells along each axis, as a number of bits.
pub(super) const BITS: u32 = 10;

/// Every third bit, from the ten lowest.
#[inline(always)]
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

/// All ones where a bit is set, else 0.
#[inline(always)]
fn all(number: u32, bit: u32) -> u32 {
    0u32.wrapping_sub(number >> bit & 1)
}

/// The places of cells, 30 bits each, from their coordinates on each axis, each of [`BITS`] bits.
#[inline(always)]
pub(super) fn hilbert<const N: usize>([xs, ys, zs]: [[u32; N]; 3]) -> [u32; N] {
    let mut places = [0; N];
    for i in 0..N {
        let (mut x, mut y, mut z) = (xs[i], ys[i], zs[i]);
        for bit in (1..BITS).rev() {
            let below = (1 << bit) - 1;
            x ^= below & all(x, bit);
            let other = (x ^ y) & below & !all(y, bit);
            x ^= other | below & all(y, bit);
            y ^= other;
            let other = (x ^ z) & below & !all(z, bit);
            x ^= other | below & all(z, bit);
            z ^= other;
        }
        y ^= x;
        z ^= y;
        // Of each bit, whether an odd number of those above it are set.
        let mut odd = z >> 1;
        for by in [1, 2, 4, 8] {
            odd ^= odd >> by;
        }
        places[i] = spread(x ^ odd) << 2 | spread(y ^ odd) << 1 | spread(z ^ odd);
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(cell: [u32; 3]) -> u32 {
        hilbert(cell.map(|number| [number]))[0]
    }

    #[test]
    fn the_curve_goes_from_cell_to_neighbour_and_through_all() {
        // The cells of the corner that a coarser curve would have as its first cell: 8 by 8 by 8 of them.
        let mut cells = Vec::new();
        for x in 0..8 {
            for y in 0..8 {
                for z in 0..8 {
                    cells.push((at([x, y, z]), [x, y, z]));
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
        let places: std::collections::HashSet<u32> =
            (0..1u32 << 15).map(|i| at([(i & 31) << 5, (i >> 5 & 31) << 5, (i >> 10) << 5]) >> 15).collect();
        assert_eq!(places.len(), 1 << 15);
        for _ in 0..1000 {
            let cell = [0; 3].map(|_| rng.u32(0..1 << BITS));
            assert!(at(cell) < 1 << 30);
        }
    }
}
