//! A plane of the field as an image.

use super::super::Sdf;
use super::chunk::{CHUNK, Chunk};
use super::sampler::Sampler;
use crate::batch::{Output, check_coordinates};
use crate::geometry::Vec3;
use crate::{Error, Result};

/// The pixels of an image in space. Pixel (x, y) is the point `(origin + right x) + down y`, in f32.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SdfSlice {
    /// The middle of the first pixel.
    pub origin: Vec3,
    /// The vector from a pixel to the next of its row.
    pub right: Vec3,
    /// The vector from a pixel to the one below.
    pub down: Vec3,
    /// The number of pixels in a row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
}

impl SdfSlice {
    #[inline(always)]
    fn pixel(&self, x: u32, y: u32) -> Vec3 {
        (self.origin + self.right * x as f32) + self.down * y as f32
    }

    fn check(&self, room: usize) -> Result<()> {
        check_coordinates(self.origin, || text!("slice.origin"))?;
        check_coordinates(self.right, || text!("slice.right"))?;
        check_coordinates(self.down, || text!("slice.down"))?;
        let (width, height) = (self.width, self.height);
        let pixels = u64::from(width) * u64::from(height);
        if pixels != room as u64 {
            return Err(Error::invalid_argument(text!(
                "distances: room for {room}, but the slice has {width} x {height} pixels"
            )));
        }
        if pixels == 0 {
            return Ok(());
        }
        // All others are between.
        for (x, y) in [(width - 1, 0), (0, height - 1), (width - 1, height - 1)] {
            check_coordinates(self.pixel(x, y), || text!("slice: pixel {x}, {y}"))?;
        }
        Ok(())
    }
}

impl Sdf<'_> {
    /// The distances at the pixels of a slice, row by row, as [`Sdf::sample`] has them.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NotFinite`] or [`crate::ErrorKind::InvalidArgument`] for a vector, or for room for
    /// another number of pixels, before anything is written.
    pub fn slice(&self, slice: &SdfSlice, distances: &mut (impl Output<f32> + ?Sized)) -> Result<()> {
        slice.check(distances.capacity())?;
        let sampler = Sampler::of(self);
        let mut chunk = Chunk::new();
        let (mut first, mut count) = (0, 0);
        for y in 0..slice.height {
            for x in 0..slice.width {
                chunk.put(count, slice.pixel(x, y));
                count += 1;
                if count == CHUNK {
                    write(&sampler, &mut chunk, first, count, distances);
                    (first, count) = (first + count, 0);
                }
            }
        }
        write(&sampler, &mut chunk, first, count, distances);
        Ok(())
    }
}

fn write(
    sampler: &Sampler,
    chunk: &mut Chunk,
    first: usize,
    count: usize,
    distances: &mut (impl Output<f32> + ?Sized),
) {
    sampler.sample(chunk, count);
    for (i, &distance) in chunk.distances.iter().take(count).enumerate() {
        distances.write(first + i, distance);
    }
}
