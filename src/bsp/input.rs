//! The input of a BSP tree, and checks whose errors name the element.

use crate::batch::{bad_coordinates, check_coordinates};
use crate::bsp::tree::MAX_FACES;
use crate::geometry::{LARGEST, Vec3};
use crate::{Error, Result};

/// Convex solids given by planes. They may overlap and touch; the solid is all of them together.
#[derive(Clone, Copy, Debug, Default)]
pub struct BrushInput<'a> {
    /// The planes of one brush after the other: `[x, y, z, d]` stands for the half-space `x, y, z . p <= d`,
    /// so that normals point out of the solid. Normals of any length but zero.
    pub planes: &'a [[f32; 4]],
    /// The number of planes of each brush.
    pub plane_counts: &'a [u32],
    /// Attribute bits for filters, 16 a brush, or none (all zero).
    pub attributes: Option<&'a [u16]>,
}

/// The surface of a solid: convex polygons, counter-clockwise seen from outside, without open edges or
/// self-intersections.
#[derive(Clone, Copy, Debug, Default)]
pub struct SurfaceInput<'a> {
    /// Corners, in the user's units.
    pub positions: &'a [[f32; 3]],
    /// The corners of one polygon after the other.
    pub indices: &'a [u32],
    /// The number of corners of each polygon, at least 3; `None` for triangles.
    pub corner_counts: Option<&'a [u32]>,
    /// Attribute bits for filters, of the solid as a whole.
    pub attributes: u16,
}

/// The input of a tree.
#[derive(Clone, Copy, Debug)]
pub enum BspInput<'a> {
    /// Convex solids.
    Brushes(BrushInput<'a>),
    /// A closed surface.
    Surface(SurfaceInput<'a>),
}

impl BspInput<'_> {
    /// Checks each element by itself. The error names the first one at fault.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] for a plane or position, [`crate::ErrorKind::IndexOutOfRange`] for an
    /// index, [`crate::ErrorKind::InvalidArgument`] or [`crate::ErrorKind::TooLarge`] for a count or a
    /// normal.
    pub fn validate(&self) -> Result<()> {
        match self {
            BspInput::Brushes(input) => input.validate(),
            BspInput::Surface(input) => input.validate(),
        }
    }
}

/// The least length of a normal. A shorter one has no certain direction.
const SHORTEST_NORMAL: f32 = 1e-18;

/// The most brushes or polygons.
const MAX_ELEMENTS: usize = 1 << 29;

impl<'a> BrushInput<'a> {
    /// Brushes without attributes.
    pub fn new(planes: &'a [[f32; 4]], plane_counts: &'a [u32]) -> BrushInput<'a> {
        BrushInput { planes, plane_counts, attributes: None }
    }

    /// The number of brushes.
    pub fn brush_count(&self) -> usize {
        self.plane_counts.len()
    }

    /// The attribute bits of a brush.
    pub fn attributes(&self, brush: usize) -> u16 {
        self.attributes.map_or(0, |attributes| attributes[brush])
    }

    /// The planes of one brush after the other.
    pub(super) fn brushes(&self) -> impl Iterator<Item = &'a [[f32; 4]]> {
        let mut rest = self.planes;
        self.plane_counts.iter().map(move |&count| {
            let (planes, after) = rest.split_at((count as usize).min(rest.len()));
            rest = after;
            planes
        })
    }

    fn validate(&self) -> Result<()> {
        check_counts("plane_counts", self.plane_counts, "planes", self.planes.len())?;
        let count = self.brush_count();
        if let Some(attributes) = self.attributes
            && attributes.len() != count
        {
            let given = attributes.len();
            return Err(Error::invalid_argument(text!("attributes: {given} for {count} brushes")));
        }
        if let Some(i) = self.plane_counts.iter().position(|&planes| planes as usize > MAX_FACES) {
            let planes = self.plane_counts[i];
            return Err(Error::too_large(text!("plane_counts[{i}]: {planes} exceeds {MAX_FACES}")));
        }
        for (i, &[x, y, z, d]) in self.planes.iter().enumerate() {
            let normal = Vec3::new(x, y, z);
            if !normal.is_finite() {
                return Err(bad_coordinates(&text!("planes[{i}]"), normal));
            }
            if !d.is_finite() {
                return Err(Error::not_finite(text!("planes[{i}].d: {d} is not finite")));
            }
            if normal.abs().max_element() < SHORTEST_NORMAL {
                return Err(Error::invalid_argument(text!(
                    "planes[{i}]: the normal {:?} has no direction",
                    normal.to_array()
                )));
            }
            if f64::from(d).abs() > f64::from(LARGEST) * normal.as_dvec3().length() {
                return Err(Error::invalid_argument(text!(
                    "planes[{i}].d: {d:e} is farther than {LARGEST:e} from the origin, the largest coordinate"
                )));
            }
        }
        Ok(())
    }
}

impl<'a> SurfaceInput<'a> {
    /// Triangles.
    pub fn triangles(positions: &'a [[f32; 3]], indices: &'a [u32]) -> SurfaceInput<'a> {
        SurfaceInput { positions, indices, ..SurfaceInput::default() }
    }

    /// Convex polygons.
    pub fn polygons(
        positions: &'a [[f32; 3]],
        indices: &'a [u32],
        corner_counts: &'a [u32],
    ) -> SurfaceInput<'a> {
        SurfaceInput { positions, indices, corner_counts: Some(corner_counts), attributes: 0 }
    }

    /// The number of polygons.
    pub fn polygon_count(&self) -> usize {
        self.corner_counts.map_or(self.indices.len() / 3, |counts| counts.len())
    }

    /// The corners of one polygon after the other.
    pub(super) fn corners(&self) -> impl Iterator<Item = &'a [u32]> {
        let mut rest = self.indices;
        (0..self.polygon_count()).map(move |i| {
            let count = self.corner_counts.map_or(3, |counts| counts[i] as usize);
            let (corners, after) = rest.split_at(count.min(rest.len()));
            rest = after;
            corners
        })
    }

    fn validate(&self) -> Result<()> {
        match self.corner_counts {
            None if !self.indices.len().is_multiple_of(3) => {
                let count = self.indices.len();
                return Err(Error::invalid_argument(text!("indices: {count} is not a multiple of 3")));
            }
            None => {}
            Some(counts) => {
                check_counts("corner_counts", counts, "indices", self.indices.len())?;
                if let Some(i) = counts.iter().position(|&corners| corners < 3) {
                    let corners = counts[i];
                    return Err(Error::invalid_argument(text!("corner_counts[{i}]: {corners} is below 3")));
                }
            }
        }
        if self.polygon_count() > MAX_ELEMENTS {
            let count = self.polygon_count();
            return Err(Error::too_large(text!("polygons: {count} exceeds {MAX_ELEMENTS}")));
        }
        for (i, &position) in self.positions.iter().enumerate() {
            let position = Vec3::from_array(position);
            check_coordinates(position, || text!("positions[{i}]"))?;
        }
        let count = self.positions.len();
        if let Some(i) = self.indices.iter().position(|&index| index as usize >= count) {
            let index = self.indices[i];
            return Err(Error::bad_index(i, index, count));
        }
        Ok(())
    }
}

/// Checks that counts add up to the number of elements.
fn check_counts(name: &str, counts: &[u32], what: &str, available: usize) -> Result<()> {
    if counts.len() > MAX_ELEMENTS {
        return Err(Error::too_large(text!("{name}: {} exceeds {MAX_ELEMENTS}", counts.len())));
    }
    let total: u64 = counts.iter().map(|&count| u64::from(count)).sum();
    if total != available as u64 {
        return Err(Error::invalid_argument(text!(
            "{name}: add up to {total}, but there are {available} {what}"
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn brush_error(planes: &[[f32; 4]], counts: &[u32]) -> String {
        BspInput::Brushes(BrushInput::new(planes, counts)).validate().unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_element() {
        let unit = [1.0, 0.0, 0.0, 1.0];
        assert_eq!(brush_error(&[unit, [0.0, f32::NAN, 0.0, 1.0]], &[2]), "planes[1].y: NaN is not finite");
        assert_eq!(brush_error(&[[1.0, 0.0, 0.0, f32::INFINITY]], &[1]), "planes[0].d: inf is not finite");
        assert_eq!(
            brush_error(&[unit, [0.0, 0.0, 1e-20, 1.0]], &[2]),
            "planes[1]: the normal [0.0, 0.0, 1e-20] has no direction"
        );
        assert_eq!(brush_error(&[unit], &[2]), "plane_counts: add up to 2, but there are 1 planes");
        assert_eq!(brush_error(&vec![unit; 1025], &[1025]), "plane_counts[0]: 1025 exceeds 1024");
        let brushes = BrushInput { attributes: Some(&[1, 2]), ..BrushInput::new(&[], &[0]) };
        let error = BspInput::Brushes(brushes).validate().unwrap_err();
        assert_eq!(error.to_string(), "attributes: 2 for 1 brushes");
    }

    #[test]
    fn surfaces_are_checked() {
        let positions = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, f32::NEG_INFINITY]];
        let error = |input: SurfaceInput| BspInput::Surface(input).validate().unwrap_err().to_string();
        assert_eq!(
            error(SurfaceInput::triangles(&positions, &[0, 1, 2])),
            "positions[2].z: -inf is not finite"
        );
        assert_eq!(
            error(SurfaceInput::triangles(&positions[..2], &[0, 1, 2])),
            "indices[2]: 2 is not below vertex_count 2"
        );
        assert_eq!(error(SurfaceInput::triangles(&positions, &[0])), "indices: 1 is not a multiple of 3");
        assert_eq!(
            error(SurfaceInput::polygons(&positions, &[0, 1], &[2])),
            "corner_counts[0]: 2 is below 3"
        );
        assert_eq!(
            error(SurfaceInput::polygons(&positions, &[0, 1, 2, 2], &[3])),
            "corner_counts: add up to 3, but there are 4 indices"
        );
    }
}
