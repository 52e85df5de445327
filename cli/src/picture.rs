//! Draws pictures row by row on all threads, and saves them.

use crate::output::{self, Target};
use crate::progress;
use anyhow::{Context, Result, anyhow};
use image::{ImageFormat, RgbImage};
use rayon::prelude::*;
use std::io::Cursor;
use std::path::Path;
use std::time::Instant;

/// The way a picture is drawn.
pub(crate) struct Work<'a> {
    /// The file that is drawn, for messages.
    pub(crate) file: &'a Path,
    /// One a core if there is no number.
    pub(crate) threads: Option<u16>,
    /// True if nothing but errors is printed.
    pub(crate) quiet: bool,
}

/// Draws all rows of a picture and saves it. Returns the seconds that drawing took.
pub(crate) fn draw(
    work: &Work,
    (width, height): (u32, u32),
    target: &Target,
    draw_row: impl Fn(usize, &mut [u8]) -> carom::Result<()> + Sync,
) -> Result<f64> {
    let threads = work.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let bar = progress::bar(height.into(), "drawing", work.quiet);
    let started = Instant::now();
    let mut pixels = vec![0u8; width as usize * height as usize * 3];
    pool.install(|| {
        pixels.par_chunks_mut(width as usize * 3).enumerate().try_for_each(|(y, row)| {
            draw_row(y, row)?;
            bar.inc(1);
            carom::Result::Ok(())
        })
    })
    .with_context(|| work.file.display().to_string())?;
    let elapsed = started.elapsed();
    bar.finish_and_clear();

    let picture =
        RgbImage::from_raw(width, height, pixels).ok_or_else(|| anyhow!("the picture is too large"))?;
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, ImageFormat::Png)?;
    output::write(&[(target, &bytes.into_inner())])?;
    Ok(elapsed.as_secs_f64())
}
