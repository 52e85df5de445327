//! Tells the vertices of a small set apart by the bits of their positions.

use super::node::SMALL;
use crate::arrays::MapEach;
use crate::geometry::Vec3;

/// The distinct vertices of up to [`SMALL`] triangles, in order of appearance.
pub(super) struct Weld {
    /// A hash table with linear probing: vertex numbers at the places of their hashes, or behind. At least twice as many
    /// places as vertices, so that probes are short.
    places: [u8; PLACES],
    known: [[u32; 3]; 3 * SMALL],
    count: u8,
}

const PLACES: usize = 256;
const _: () = assert!(2 * 3 * SMALL <= PLACES);

/// Marks an empty place.
const FREE: u8 = u8::MAX;

impl Weld {
    pub(super) fn new() -> Weld {
        Weld { places: [FREE; PLACES], known: [[0; 3]; 3 * SMALL], count: 0 }
    }

    /// The number of a vertex.
    #[inline(always)]
    pub(super) fn number(&mut self, position: Vec3) -> u8 {
        let bits = position.to_array().map_each(f32::to_bits);
        let hash = bits[0].wrapping_mul(0x9e37_79b1)
            ^ bits[1].wrapping_mul(0x85eb_ca77)
            ^ bits[2].wrapping_mul(0xc2b2_ae3d);
        let mut place = (hash.wrapping_mul(0x27d4_eb2f) >> 16) as usize % PLACES;
        loop {
            let vertex = self.places[place];
            if vertex == FREE {
                break;
            }
            if self.known[usize::from(vertex)] == bits {
                return vertex;
            }
            place = (place + 1) % PLACES;
        }
        let vertex = self.count;
        self.places[place] = vertex;
        self.known[usize::from(vertex)] = bits;
        self.count += 1;
        vertex
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_numbered_in_order_of_appearance() {
        let mut weld = Weld::new();
        // The sign of a zero counts.
        let numbers = [0.0, 1.0, 0.0, -0.0, 2.0, 1.0].map(|x| weld.number(Vec3::new(x, 0.0, 1.0)));
        assert_eq!(numbers, [0, 1, 0, 2, 3, 1]);
    }

    #[test]
    fn there_is_room_for_all_vertices_of_a_small_set() {
        let mut weld = Weld::new();
        for _ in 0..2 {
            for i in 0..3 * SMALL {
                assert_eq!(usize::from(weld.number(Vec3::splat(i as f32))), i);
            }
        }
    }
}
