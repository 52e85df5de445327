//! The content of a blob of layout DELTA, read as `docs/format.md` says, without the library.

use super::forge::section;
use carom::geometry::{Aabb, Triangle, Vec3};

/// Sections.
pub const INFO: u32 = 1;
pub const POSITIONS: u32 = 5;
pub const SIDES: u32 = 9;
pub const CHILDREN: u32 = 10;
pub const FLAGS: u32 = 11;
pub const CORNERS: u32 = 12;

/// The tree of a mesh of at least two triangles, or the triangles of a smaller one.
pub struct DeltaTree {
    /// The root's box.
    pub bounds: Aabb,
    pub sides: Vec<[f32; 3]>,
    pub children: Vec<[u32; 2]>,
    pub flags: Vec<u8>,
    pub corners: Vec<[u32; 3]>,
    pub positions: Vec<[f32; 3]>,
}

/// Elements of `N` numbers of four bytes.
fn numbers<const N: usize, T>(bytes: &[u8], id: u32, number: fn([u8; 4]) -> T) -> Vec<[T; N]> {
    let element = |bytes: &[u8]| std::array::from_fn(|k| number(bytes[4 * k..][..4].try_into().unwrap()));
    bytes[section(bytes, id)].chunks_exact(4 * N).map(element).collect()
}

impl DeltaTree {
    pub fn of(bytes: &[u8]) -> DeltaTree {
        let info: Vec<[f32; 1]> = numbers(bytes, INFO, f32::from_le_bytes);
        let corner = |at: usize| Vec3::new(info[at][0], info[at + 1][0], info[at + 2][0]);
        DeltaTree {
            bounds: Aabb::new(corner(6), corner(9)),
            sides: numbers(bytes, SIDES, f32::from_le_bytes),
            children: numbers(bytes, CHILDREN, u32::from_le_bytes),
            flags: bytes[section(bytes, FLAGS)].to_vec(),
            corners: numbers(bytes, CORNERS, u32::from_le_bytes),
            positions: numbers(bytes, POSITIONS, f32::from_le_bytes),
        }
    }

    #[inline(always)]
    pub fn triangle(&self, i: u32) -> Triangle {
        let [a, b, c] = self.corners[i as usize].map(|v| Vec3::from_array(self.positions[v as usize]));
        Triangle::new(a, b, c)
    }

    /// Returns true if a child is a triangle.
    #[inline(always)]
    pub fn is_triangle(&self, node: u32, child: usize) -> bool {
        self.flags[node as usize] >> (6 + child) & 1 == 1
    }

    /// The box of a child that is a node: three sides of its parent's, three of its own.
    #[inline(always)]
    pub fn child_bounds(&self, node: u32, bounds: &Aabb, child: usize) -> Aabb {
        let flags = self.flags[node as usize];
        let kept = if child == 0 { flags } else { !flags };
        let own = &self.sides[self.children[node as usize][child] as usize - 1];
        let side = |i: u32, of_parent: f32| {
            let rank = (!kept & ((1 << i) - 1)).count_ones() as usize;
            if kept >> i & 1 == 1 { of_parent } else { own[rank.min(2)] }
        };
        let Aabb { min, max } = bounds;
        Aabb {
            min: Vec3::new(side(0, min.x), side(2, min.y), side(4, min.z)),
            max: Vec3::new(side(1, max.x), side(3, max.y), side(5, max.z)),
        }
    }

    /// The boxes that are stored, in the order of the nodes.
    pub fn stored_bounds(&self) -> Vec<Aabb> {
        let mut all = vec![self.bounds; self.flags.len()];
        for node in 0..self.flags.len() {
            for child in (0..2).filter(|&child| !self.is_triangle(node as u32, child)) {
                let bounds = self.child_bounds(node as u32, &all[node], child);
                all[self.children[node][child] as usize] = bounds;
            }
        }
        all
    }

    /// The smallest boxes around the content of each node. Children lie behind their parents.
    pub fn true_bounds(&self) -> Vec<Aabb> {
        let mut all = vec![Aabb::EMPTY; self.flags.len()];
        for node in (0..self.flags.len()).rev() {
            let of_child =
                |child: usize| match (self.is_triangle(node as u32, child), self.children[node][child]) {
                    (true, triangle) => self.triangle(triangle).bounds(),
                    (false, node) => all[node as usize],
                };
            all[node] = of_child(0).union(&of_child(1));
        }
        all
    }

    /// The area of the stored boxes to that of the smallest ones: the cost of three values a child.
    pub fn enlargement(&self) -> f64 {
        let area = |all: Vec<Aabb>| all.iter().map(Aabb::half_area).sum::<f64>();
        area(self.stored_bounds()) / area(self.true_bounds())
    }
}
