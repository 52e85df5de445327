//! Slices of fields as pictures: orange outside, blue inside, black at the surface, as fields are published.

use crate::choices::AxisArg;
use carom::geometry::Vec3;
use carom::sdf::{Sdf, SdfSlice};

const OUTSIDE: [f32; 3] = [255.0, 150.0, 20.0];
const INSIDE: [f32; 3] = [40.0, 130.0, 255.0];
/// The longer side of a picture whose size nobody gave.
const SIDE: f32 = 768.0;
/// Lines of equal distance, between black and full colour.
const LINES: f32 = 12.0;

/// A slice across an axis.
pub(crate) struct Slice<'a> {
    sdf: &'a Sdf<'a>,
    /// The first pixel, the way to the next one and to the next row.
    origin: Vec3,
    right: Vec3,
    down: Vec3,
    size: (u32, u32),
    /// The distance of full colour.
    farthest: f32,
}

impl<'a> Slice<'a> {
    pub(crate) fn new(
        sdf: &'a Sdf<'a>,
        axis: AxisArg,
        at: Option<f32>,
        size: Option<(u32, u32)>,
    ) -> Slice<'a> {
        let bounds = sdf.bounds();
        let extent = bounds.max - bounds.min;
        let (axis, u, v) = axis.axes();
        let step = extent[u].max(extent[v]) / SIDE;
        let fit = |side: f32| ((side / step) as u32).clamp(2, 16_384);
        let (width, height) = size.unwrap_or((fit(extent[u]), fit(extent[v])));
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let step = (extent[u] / width as f32).max(extent[v] / height as f32);
        let (right, down) = (axes[u] * step, axes[v] * -step);
        let mut middle = (bounds.min + bounds.max) / 2.0;
        middle[axis] = at.unwrap_or(middle[axis]);
        let origin = middle - right * (width as f32 - 1.0) / 2.0 - down * (height as f32 - 1.0) / 2.0;
        Slice { sdf, origin, right, down, size: (width, height), farthest: extent.max_element() / 4.0 }
    }

    pub(crate) fn size(&self) -> (u32, u32) {
        self.size
    }

    pub(crate) fn draw_row(&self, y: usize, row: &mut [u8]) -> carom::Result<()> {
        let mut distances = vec![0.0; row.len() / 3];
        let origin = self.origin + self.down * y as f32;
        let line = SdfSlice { origin, right: self.right, down: self.down, width: self.size.0, height: 1 };
        self.sdf.slice(&line, &mut distances[..])?;
        for (pixel, distance) in row.as_chunks_mut::<3>().0.iter_mut().zip(distances) {
            *pixel = self.color(distance);
        }
        Ok(())
    }

    fn color(&self, distance: f32) -> [u8; 3] {
        let full = if distance < 0.0 { INSIDE } else { OUTSIDE };
        let far = (distance.abs() / self.farthest).min(1.0);
        // Brighter in steps, too, so that lines of equal distance are seen.
        let stepped = (far * LINES).ceil() / LINES;
        // The root, since most places inside are near the surface.
        let shade = (0.75 * far + 0.25 * stepped).sqrt().min(1.0);
        full.map(|c| (c * shade) as u8)
    }
}
