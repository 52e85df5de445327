//! Solids by their faces, with which answers are compared.

use glam::DVec3;
use std::ops::Range;

/// Convex solids as half-spaces `n . p <= d`, one brush after the other.
pub(crate) struct Brushes {
    pub(crate) planes: Vec<[f32; 4]>,
    pub(crate) plane_counts: Vec<u32>,
}

/// A convex polygon, counter-clockwise seen from outside.
pub(crate) struct Face {
    /// Unit; zero where the face has no area.
    pub(super) normal: DVec3,
    pub(super) d: f64,
    pub(super) corners: Vec<DVec3>,
}

/// The unit that the reference looks at as a whole: a brush with volume, or a triangle of a surface.
pub(super) struct Piece {
    pub(super) low: DVec3,
    pub(super) high: DVec3,
    /// Unit normals and distances; none for a triangle.
    pub(super) planes: Vec<(DVec3, f64)>,
    pub(super) faces: Range<usize>,
}

/// Neighbouring pieces, and the box around them.
pub(super) struct Group {
    pub(super) low: DVec3,
    pub(super) high: DVec3,
    pub(super) pieces: Range<usize>,
}

/// A solid.
pub(crate) struct Solid {
    /// The brushes that it is made of; if there are none, the mesh is its surface.
    pub(crate) brushes: Option<Brushes>,
    pub(crate) faces: Vec<Face>,
    pub(super) pieces: Vec<Piece>,
    pub(super) groups: Vec<Group>,
}

/// The number of pieces in a group.
const GROUP: usize = 16;

impl Solid {
    pub(super) fn new(brushes: Option<Brushes>, faces: Vec<Face>, mut pieces: Vec<Piece>) -> Solid {
        sort(&mut pieces);
        let group = |first: usize| {
            let range = first..(first + GROUP).min(pieces.len());
            let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
            let union =
                |(low, high): (DVec3, DVec3), piece: &Piece| (low.min(piece.low), high.max(piece.high));
            let (low, high) = pieces[range.clone()].iter().fold(start, union);
            Group { low, high, pieces: range }
        };
        let groups = (0..pieces.len()).step_by(GROUP).map(group).collect();
        Solid { brushes, faces, pieces, groups }
    }

    /// The corners of each brush with volume, to make hulls of.
    pub(crate) fn hulls(&self) -> impl Iterator<Item = Vec<[f32; 3]>> {
        self.pieces.iter().map(|piece| {
            let mut corners: Vec<[f32; 3]> = Vec::new();
            for corner in self.faces[piece.faces.clone()].iter().flat_map(|face| &face.corners) {
                let is_same = |other: &&[f32; 3]| {
                    let apart = DVec3::from_array(other.map(f64::from)).distance(*corner);
                    apart < 1e-6 * (1.0 + corner.length())
                };
                if corners.iter().find(is_same).is_none() {
                    corners.push(corner.as_vec3().to_array());
                }
            }
            corners
        })
    }

    /// The number of pieces: brushes with volume, or triangles.
    pub(crate) fn piece_count(&self) -> usize {
        self.pieces.len()
    }
}

impl Face {
    pub(super) fn new(corners: Vec<DVec3>) -> Face {
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        Face { normal, d: normal.dot(corners[0]), corners }
    }

    pub(super) fn scale(&mut self, scale: f64) {
        self.d *= scale;
        self.corners.iter_mut().for_each(|corner| *corner *= scale);
    }
}

impl Piece {
    pub(super) fn new(faces: &[Face], range: Range<usize>, planes: Vec<(DVec3, f64)>) -> Piece {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for &corner in faces[range.clone()].iter().flat_map(|face| &face.corners) {
            (low, high) = (low.min(corner), high.max(corner));
        }
        Piece { low, high, planes, faces: range }
    }

    pub(super) fn scale(&mut self, scale: f64) {
        (self.low, self.high) = (self.low * scale, self.high * scale);
        self.planes.iter_mut().for_each(|plane| plane.1 *= scale);
    }
}

/// Puts neighbours next to one another: halves along the longest side, again and again.
fn sort(pieces: &mut [Piece]) {
    if pieces.len() <= GROUP {
        return;
    }
    let middle = |piece: &Piece| piece.low + piece.high;
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let union = |(low, high): (DVec3, DVec3), m: DVec3| (low.min(m), high.max(m));
    let (low, high) = pieces.iter().map(middle).fold(start, union);
    let axis = (high - low).max_position();
    // Whole groups in the first half.
    let half = (pieces.len() / 2).next_multiple_of(GROUP);
    pieces.select_nth_unstable_by(half, |a, b| middle(a)[axis].total_cmp(&middle(b)[axis]));
    let (first, second) = pieces.split_at_mut(half);
    sort(first);
    sort(second);
}
