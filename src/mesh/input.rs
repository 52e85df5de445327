//! The input of a mesh, and the checks that name the element at fault.

use crate::batch::check_coordinates;
use crate::geometry::{Triangle, Vec3};
use crate::{Error, Result};

/// Vertex positions: three f32 each, at a fixed distance from one another.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a> {
    bytes: &'a [u8],
    count: usize,
    stride: usize,
}

impl<'a> Positions<'a> {
    /// `count` positions, each in the first 12 bytes of `stride`; native byte order, any alignment.
    pub fn strided(bytes: &'a [u8], count: usize, stride: usize) -> Result<Positions<'a>> {
        if stride < 12 {
            return Err(Error::invalid_argument(text!("stride: {stride} is below 12 bytes")));
        }
        let needed = count.saturating_sub(1).checked_mul(stride).and_then(|n| n.checked_add(12));
        if count > 0 && needed.is_none_or(|needed| needed > bytes.len()) {
            return Err(Error::too_large(text!(
                "positions: {count} vertices at stride {stride} do not fit in {} bytes",
                bytes.len()
            )));
        }
        Ok(Positions { bytes, count, stride })
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Position `i`, which must be below [`Positions::len`].
    #[inline(always)]
    pub fn get(&self, i: usize) -> Vec3 {
        Vec3::from_array(bytemuck::pod_read_unaligned(&self.bytes[i * self.stride..][..12]))
    }
}

impl<'a> From<&'a [[f32; 3]]> for Positions<'a> {
    fn from(positions: &'a [[f32; 3]]) -> Positions<'a> {
        Positions { bytes: bytemuck::cast_slice(positions), count: positions.len(), stride: 12 }
    }
}

impl<'a, const N: usize> From<&'a [[f32; 3]; N]> for Positions<'a> {
    fn from(positions: &'a [[f32; 3]; N]) -> Positions<'a> {
        positions.as_slice().into()
    }
}

impl<'a> From<&'a Vec<[f32; 3]>> for Positions<'a> {
    fn from(positions: &'a Vec<[f32; 3]>) -> Positions<'a> {
        positions.as_slice().into()
    }
}

impl<'a> From<&'a [Vec3]> for Positions<'a> {
    fn from(positions: &'a [Vec3]) -> Positions<'a> {
        Positions { bytes: bytemuck::cast_slice(positions), count: positions.len(), stride: 12 }
    }
}

impl<'a, const N: usize> From<&'a [Vec3; N]> for Positions<'a> {
    fn from(positions: &'a [Vec3; N]) -> Positions<'a> {
        positions.as_slice().into()
    }
}

impl<'a> From<&'a Vec<Vec3>> for Positions<'a> {
    fn from(positions: &'a Vec<Vec3>) -> Positions<'a> {
        positions.as_slice().into()
    }
}

/// Vertex indices, three a triangle.
#[derive(Clone, Copy, Debug)]
pub enum Indices<'a> {
    /// 16 bits each.
    U16(&'a [u16]),
    /// 32 bits each.
    U32(&'a [u32]),
}

impl Indices<'_> {
    /// The number of indices: three times the triangles.
    pub fn len(&self) -> usize {
        match self {
            Indices::U16(indices) => indices.len(),
            Indices::U32(indices) => indices.len(),
        }
    }

    /// Returns true if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Index `i`, which must be below [`Indices::len`].
    #[inline]
    pub fn get(&self, i: usize) -> u32 {
        match self {
            Indices::U16(indices) => indices[i].into(),
            Indices::U32(indices) => indices[i],
        }
    }

    /// Indices `3 * i` to `3 * i + 2`.
    #[inline(always)]
    fn triangle(&self, i: usize) -> [u32; 3] {
        match self {
            Indices::U16(indices) => {
                let corners = &indices[3 * i..3 * i + 3];
                [corners[0].into(), corners[1].into(), corners[2].into()]
            }
            Indices::U32(indices) => {
                let corners = &indices[3 * i..3 * i + 3];
                [corners[0], corners[1], corners[2]]
            }
        }
    }
}

impl<'a> From<&'a [u32]> for Indices<'a> {
    fn from(indices: &'a [u32]) -> Indices<'a> {
        Indices::U32(indices)
    }
}

impl<'a> From<&'a [u16]> for Indices<'a> {
    fn from(indices: &'a [u16]) -> Indices<'a> {
        Indices::U16(indices)
    }
}

impl<'a> From<&'a [[u32; 3]]> for Indices<'a> {
    fn from(triangles: &'a [[u32; 3]]) -> Indices<'a> {
        Indices::U32(triangles.as_flattened())
    }
}

impl<'a> From<&'a [[u16; 3]]> for Indices<'a> {
    fn from(triangles: &'a [[u16; 3]]) -> Indices<'a> {
        Indices::U16(triangles.as_flattened())
    }
}

// Only of 32 bits, so that integers without a type in an array are of those.
impl<'a, const N: usize> From<&'a [u32; N]> for Indices<'a> {
    fn from(indices: &'a [u32; N]) -> Indices<'a> {
        indices.as_slice().into()
    }
}

impl<'a, const N: usize> From<&'a [[u32; 3]; N]> for Indices<'a> {
    fn from(triangles: &'a [[u32; 3]; N]) -> Indices<'a> {
        triangles.as_slice().into()
    }
}

impl<'a, T> From<&'a Vec<T>> for Indices<'a>
where
    &'a [T]: Into<Indices<'a>>,
{
    fn from(indices: &'a Vec<T>) -> Indices<'a> {
        indices.as_slice().into()
    }
}

/// A triangle mesh as the user has it: an indexed triangle list, counter-clockwise from the front.
///
/// Positions are slices, arrays or vectors of `[f32; 3]` or [`Vec3`], or strided bytes ([`Positions::strided`]); indices are
/// `u16` or `u32`, flat or three a triangle. Positions in f64 are rounded first, about an origin near them.
///
/// ```
/// use carom::prelude::*;
///
/// let positions = [[1e6_f64, 0.0, 0.0], [1e6 + 1.0, 0.0, 0.0], [1e6, 1.0, 0.0]];
/// let origin = positions[0];
/// let near = positions.map(|p| [0, 1, 2].map(|axis| (p[axis] - origin[axis]) as f32));
/// let input = MeshInput::new(&near, &[[0, 1, 2]]).with_attributes(&[5]);
/// let mesh = Mesh::build(&input, CookOptions::default())?;
/// assert_eq!(mesh.triangle(0)?.1, 5);
/// # Ok::<(), carom::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MeshInput<'a> {
    /// Vertex positions, in the user's units.
    pub positions: Positions<'a>,
    /// Three a triangle.
    pub indices: Indices<'a>,
    /// Attribute bits for filters, 16 a triangle, or none (all zero).
    pub attributes: Option<&'a [u16]>,
}

impl<'a> MeshInput<'a> {
    /// A mesh without attributes.
    pub fn new(positions: impl Into<Positions<'a>>, indices: impl Into<Indices<'a>>) -> MeshInput<'a> {
        MeshInput { positions: positions.into(), indices: indices.into(), attributes: None }
    }

    /// The same mesh with 16 attribute bits a triangle.
    pub fn with_attributes(self, attributes: &'a [u16]) -> MeshInput<'a> {
        MeshInput { attributes: Some(attributes), ..self }
    }

    /// The number of triangles.
    pub fn triangle_count(&self) -> usize {
        self.indices.len() / 3
    }

    /// The three vertex indices of triangle `i`.
    #[inline(always)]
    pub fn corners(&self, i: usize) -> [u32; 3] {
        self.indices.triangle(i)
    }

    /// Triangle `i` of a mesh that [`MeshInput::validate`] accepts.
    #[inline(always)]
    pub fn triangle(&self, i: usize) -> Triangle {
        let [a, b, c] = self.corners(i);
        let at = |v: u32| self.positions.get(v as usize);
        Triangle { a: at(a), b: at(b), c: at(c) }
    }

    /// The attribute bits of triangle `i`.
    #[inline]
    pub fn attributes(&self, i: usize) -> u16 {
        self.attributes.map_or(0, |attributes| attributes[i])
    }

    /// Checks everything that cooking depends on. The error names the first element at fault.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] for a position, [`crate::ErrorKind::IndexOutOfRange`] for an index,
    /// [`crate::ErrorKind::InvalidArgument`] for a position beyond [`crate::geometry::LARGEST`] or a count,
    /// [`crate::ErrorKind::TooLarge`] for a count.
    pub fn validate(&self) -> Result<()> {
        let triangles = self.triangle_count();
        if !self.indices.len().is_multiple_of(3) {
            let count = self.indices.len();
            return Err(Error::invalid_argument(text!("indices: {count} is not a multiple of 3")));
        }
        if triangles >= u32::MAX as usize {
            return Err(Error::too_large(text!("triangle_count: {triangles} is not below {}", u32::MAX)));
        }
        if let Some(attributes) = self.attributes
            && attributes.len() != triangles
        {
            let count = attributes.len();
            return Err(Error::invalid_argument(text!("attributes: {count} for {triangles} triangles")));
        }
        for i in 0..self.positions.len() {
            check_coordinates(self.positions.get(i), || text!("positions[{i}]"))?;
        }
        let vertices = self.positions.len();
        for i in 0..self.indices.len() {
            let index = self.indices.get(i);
            if index as usize >= vertices {
                return Err(Error::bad_index(i, index, vertices));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    const POSITIONS: [[f32; 3]; 3] = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];

    #[test]
    fn errors_name_the_element() {
        let nan = [[0.0; 3], [0.0, f32::NAN, 0.0]];
        for (input, kind, text) in [
            (MeshInput::new(&nan, &[0, 1, 1]), ErrorKind::NotFinite, "positions[1].y: NaN is not finite"),
            (
                MeshInput::new(&POSITIONS, &[0, 1, 2, 0, 1, 7]),
                ErrorKind::IndexOutOfRange,
                "indices[5]: 7 is not below vertex_count 3",
            ),
            (
                MeshInput::new(&POSITIONS, &[0, 1]),
                ErrorKind::InvalidArgument,
                "indices: 2 is not a multiple of 3",
            ),
            (
                MeshInput::new(&POSITIONS, &[0, 1, 2]).with_attributes(&[1, 2]),
                ErrorKind::InvalidArgument,
                "attributes: 2 for 1 triangles",
            ),
        ] {
            let error = input.validate().unwrap_err();
            assert_eq!((error.kind(), error.to_string().as_str()), (kind, text));
        }
    }

    #[test]
    fn strides_are_checked_and_honoured() {
        let bytes: Vec<u8> =
            (0..2).flat_map(|i| [i as f32, 1.0, 2.0, 9.0]).flat_map(f32::to_ne_bytes).collect();
        let positions = Positions::strided(&bytes, 2, 16).unwrap();
        assert_eq!(positions.get(1), Vec3::new(1.0, 1.0, 2.0));
        assert!(Positions::strided(&bytes[..28], 2, 16).is_ok());
        assert!(
            matches!(Positions::strided(&bytes[..27], 2, 16), Err(error) if error.kind() == ErrorKind::TooLarge)
        );
        assert!(
            matches!(Positions::strided(&bytes, 2, 8), Err(error) if error.kind() == ErrorKind::InvalidArgument)
        );
        assert!(
            matches!(Positions::strided(&bytes, usize::MAX, usize::MAX), Err(error) if error.kind() == ErrorKind::TooLarge)
        );
        assert!(Positions::strided(&[], 0, 12).unwrap().is_empty());
    }
}
