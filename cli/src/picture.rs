//! Draws pictures row by row on all threads, and saves them.

use crate::choices::PictureArg;
use crate::input;
use crate::memory;
use crate::misuse::misuse;
use crate::output::{self, Target};
use crate::progress;
use anyhow::{Context, Result, anyhow};
use image::{ImageFormat, RgbImage};
use rayon::prelude::*;
use std::io::Cursor;
use std::path::Path;
use std::time::Instant;

/// The place of a picture, and its format.
pub(crate) struct Picture {
    target: Target,
    format: ImageFormat,
}

impl Picture {
    /// Checks, before the work, that `path` can be written, is none of the `inputs`, and that its name and
    /// `format` tell one format.
    pub(crate) fn new(path: &Path, format: Option<PictureArg>, inputs: &[&Path]) -> Result<Picture> {
        let target = Target::new(path, inputs)?;
        let asked = format.map(|format| match format {
            PictureArg::Png => ImageFormat::Png,
            PictureArg::Bmp => ImageFormat::Bmp,
        });
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let named = match extension.as_deref() {
            Some("png") => Some(ImageFormat::Png),
            Some("bmp") => Some(ImageFormat::Bmp),
            // Devices and pipes are not named for what goes through them.
            _ if target.is_special() => Some(asked.unwrap_or(ImageFormat::Png)),
            Some(_) => misuse!("{}: not a picture that is known by its name: .png or .bmp", target.name()),
            None => None,
        };
        let Some(format) = asked.or(named) else {
            misuse!("{}: has no name that tells the format: .png or .bmp", target.name());
        };
        if named.is_some_and(|named| named != format) {
            misuse!("{}: is named otherwise than --format", target.name());
        }
        Ok(Picture { target, format })
    }

    pub(crate) fn target(&self) -> &Target {
        &self.target
    }
}

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
    place: &Picture,
    draw_row: impl Fn(usize, &mut [u8]) -> carom::Result<()> + Sync,
) -> Result<f64> {
    let threads = work.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build()?;
    let bar = progress::bar(height.into(), "drawing", work.quiet);
    let started = Instant::now();
    let mut pixels = memory::filled(0u8, width as usize * height as usize * 3)?;
    pool.install(|| {
        pixels.par_chunks_mut(width as usize * 3).enumerate().try_for_each(|(y, row)| {
            draw_row(y, row)?;
            bar.inc(1);
            carom::Result::Ok(())
        })
    })
    .with_context(|| input::name(work.file))?;
    let elapsed = started.elapsed();
    bar.finish_and_clear();

    let picture =
        RgbImage::from_raw(width, height, pixels).ok_or_else(|| anyhow!("the picture is too large"))?;
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, place.format)?;
    output::write(&[(&place.target, &bytes.into_inner())])?;
    Ok(elapsed.as_secs_f64())
}
