//! `carom render` of solids: a cut by a plane. Every sample is the centre of a sphere, and what the tree says
//! of it is its colour: on the left by the published rule, on the right exactly.

use crate::args::RenderArgs;
use crate::choices::AxisArg;
use crate::misuse::ensure_use;
use crate::picture::{self, Picture};
use anyhow::Result;
use carom::bsp::{Bsp, Filter, SphereMode};
use carom::geometry::{Sphere, Vec3};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Samples along each side of a pixel.
const SAMPLES: usize = 2;

/// Pixels between the two panels.
const GAP: u32 = 8;

/// The width of a picture whose size nobody gave, and the most and least that its height may be.
const WIDTH: u32 = 1280;
const HEIGHTS: (u32, u32) = (160, 1600);

/// The state of a sphere, in the order of the legend.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Its centre is solid.
    Solid,
    /// It touches a solid.
    Near,
    /// The published rule reports it, although it touches nothing.
    False,
    /// It touches nothing.
    Empty,
}

/// Colours and their meaning, in the order of [`Place`].
const LEGEND: [([u8; 3], &str, &str); 4] = [
    ([0x35, 0x3b, 0x48], "dark", "solid"),
    ([0xe8, 0xb0, 0x4b], "amber", "within the radius"),
    ([0xd4, 0x2a, 0x2a], "red", "reported by the published rule, but farther than the radius"),
    ([0xf3, 0xf1, 0xea], "light", "empty"),
];

/// Between the panels.
const GAP_COLOR: [u8; 3] = [0xff; 3];

/// Draws a cut.
pub(crate) fn run(args: &RenderArgs, bsp: &Bsp, picture: &Picture, out: &mut impl Write) -> Result<()> {
    let cut = Cut::new(args, bsp)?;
    let seconds = picture::draw(&args.work(), cut.size, picture, |y, row| cut.draw_row(y, row))?;
    if args.quiet {
        return Ok(());
    }
    let (path, (width, height)) = (picture.target().name(), cut.size);
    let (axis, at, radius) = (["x", "y", "z"][cut.axis], cut.at, cut.radius);
    writeln!(out, "{path}: {width}x{height}, cut at {axis} {at}, radius {radius}, drawn in {seconds:.1} s")?;
    writeln!(out, "  left: spheres by the published rule; right: the exact check")?;
    let counts = cut.counts.each_ref().map(|count| count.load(Ordering::Relaxed));
    let total = counts.iter().sum::<u64>().max(1);
    for ((color, name, meaning), count) in LEGEND.iter().zip(counts) {
        let [r, g, b] = color;
        let percent = count as f64 / total as f64 * 100.0;
        writeln!(out, "  #{r:02x}{g:02x}{b:02x}  {name:5}  {percent:5.1} %  {meaning}")?;
    }
    Ok(())
}

struct Cut<'a> {
    bsp: &'a Bsp<'a>,
    filter: Filter,
    /// The axis that the cut is across, and those to the right and up.
    axis: usize,
    right: usize,
    up: usize,
    at: f32,
    radius: f32,
    /// The top left corner of the panels, and the size of a pixel.
    corner: (f64, f64),
    step: f64,
    size: (u32, u32),
    /// Samples of each place.
    counts: [AtomicU64; 4],
}

impl<'a> Cut<'a> {
    fn new(args: &RenderArgs, bsp: &'a Bsp<'a>) -> Result<Cut<'a>> {
        let (axis, right, up) = args.cut.axis.unwrap_or(AxisArg::Z).axes();
        let bounds = bsp.bounds();
        let (min, max) = (bounds.min.to_array().map(f64::from), bounds.max.to_array().map(f64::from));
        let longest = (0..3).map(|k| max[k] - min[k]).fold(0.0, f64::max);
        let longest = if longest > 0.0 { longest } else { 1.0 };
        let radius = args.cut.radius.unwrap_or((longest / 50.0) as f32);
        ensure_use!(radius >= 0.0, "--radius: {radius} is negative");
        let at = args.cut.at.unwrap_or(((min[axis] + max[axis]) / 2.0) as f32);

        let margin = 1.25 * f64::from(radius) + longest / 100.0;
        let [u0, v0, u1, v1] = args.cut.area.unwrap_or([
            min[right] - margin,
            min[up] - margin,
            max[right] + margin,
            max[up] + margin,
        ]);
        let (middle, extent) = (((u0 + u1) / 2.0, (v0 + v1) / 2.0), ((u1 - u0).abs(), (v1 - v0).abs()));
        let size = args.size.unwrap_or_else(|| {
            let panel = f64::from((WIDTH - GAP) / 2);
            // Saturates, so that any ratio is a height.
            let height = (panel * extent.1 / extent.0).round() as u32;
            (WIDTH, height.clamp(HEIGHTS.0, HEIGHTS.1))
        });
        ensure_use!(size.0 >= GAP + 2, "--size: {} pixels are too few for two panels", size.0);
        let panel = (f64::from((size.0 - GAP) / 2), f64::from(size.1));
        let step = (extent.0 / panel.0).max(extent.1 / panel.1);
        let corner = (middle.0 - step * panel.0 / 2.0, middle.1 + step * panel.1 / 2.0);
        let farthest = corner.0.abs().max(corner.1.abs()) + step * panel.0.max(panel.1);
        ensure_use!(farthest < f64::from(f32::MAX), "--area: is farther away than 32-bit numbers reach");

        let filter = args.filter.filter();
        let counts = Default::default();
        Ok(Cut { bsp, filter, axis, right, up, at, radius, corner, step, size, counts })
    }

    fn panel_width(&self) -> usize {
        ((self.size.0 - GAP) / 2) as usize
    }

    fn draw_row(&self, y: usize, row: &mut [u8]) -> carom::Result<()> {
        let width = self.panel_width();
        let mut sums = vec![[[0u32; 3]; 2]; width];
        for sub in 0..SAMPLES {
            let places = self.places(y * SAMPLES + sub, width * SAMPLES)?;
            for (i, &place) in places.iter().enumerate() {
                self.counts[place as usize].fetch_add(1, Ordering::Relaxed);
                let exact = if place == Place::False { Place::Empty } else { place };
                for (sum, place) in sums[i / SAMPLES].iter_mut().zip([place, exact]) {
                    let (color, ..) = LEGEND[place as usize];
                    sum.iter_mut().zip(color).for_each(|(sum, c)| *sum += u32::from(c));
                }
            }
        }
        row.as_chunks_mut::<3>().0.fill(GAP_COLOR);
        // The right panel ends where the row does.
        let starts = [0, self.size.0 as usize - width];
        for (panel, start) in starts.into_iter().enumerate() {
            let pixels = row[start * 3..].as_chunks_mut::<3>().0;
            for (pixel, sum) in pixels.iter_mut().zip(&sums) {
                *pixel = sum[panel].map(|c| (c / (SAMPLES * SAMPLES) as u32) as u8);
            }
        }
        Ok(())
    }

    /// The states of a row of samples.
    fn places(&self, v: usize, count: usize) -> carom::Result<Vec<Place>> {
        let step = self.step / SAMPLES as f64;
        let center = |u: usize| {
            let mut point = [self.at; 3];
            point[self.right] = (self.corner.0 + (u as f64 + 0.5) * step) as f32;
            point[self.up] = (self.corner.1 - (v as f64 + 0.5) * step) as f32;
            Vec3::from_array(point)
        };
        let check = |radius: f32, mode: SphereMode| {
            let spheres: Vec<Sphere> = (0..count).map(|u| Sphere { center: center(u), radius }).collect();
            let mut answers = vec![0u8; count];
            self.bsp.overlap_sphere(&spheres, mode, &self.filter, &mut answers[..])?;
            carom::Result::Ok(answers)
        };
        let solid = check(0.0, SphereMode::Exact)?;
        let near = check(self.radius, SphereMode::Exact)?;
        let published = check(self.radius, SphereMode::Threshold)?;
        let place = |u: usize| match (solid[u], near[u], published[u]) {
            (1, ..) => Place::Solid,
            (_, 1, _) => Place::Near,
            (_, _, 1) => Place::False,
            _ => Place::Empty,
        };
        Ok((0..count).map(place).collect())
    }
}
