//! carom: fields of a mesh in the machine's best instruction set and in AVX2, and its other methods.

use super::rival::{Contender, Rival, Run, timed};
use super::subject::{Slices, Subject};
use anyhow::{Context, Result};
use carom::sdf::{DistanceMethod, Distances, GenerateOptions, SignMethod, Storage, StorageOptions, generate};
use carom::{SimdLevel, set_simd_level};

/// One way to generate a field.
#[derive(Clone, Copy)]
pub(super) struct Carom {
    pub(super) level: Option<SimdLevel>,
    pub(super) sign: SignMethod,
    pub(super) method: DistanceMethod,
    pub(super) threads: usize,
    /// The half width of the band, in cells; infinite for the whole field.
    pub(super) band: f32,
    /// True if it is stored in bricks afterwards.
    pub(super) stored: bool,
}

impl Carom {
    pub(super) const DEFAULT: Carom = Carom {
        level: None,
        sign: SignMethod::Auto,
        method: DistanceMethod::Blocks,
        threads: 1,
        band: f32::INFINITY,
        stored: false,
    };

    pub(super) fn generate(&self, subject: &Subject) -> Result<Distances> {
        set_simd_level(self.level)?;
        let options = GenerateOptions {
            sign: self.sign,
            method: self.method,
            max_distance: self.band.is_finite().then_some(self.band * subject.grid.cell()),
            thread_count: self.threads,
            ..GenerateOptions::default()
        };
        let distances = generate(&subject.input(), &subject.grid, options);
        set_simd_level(None)?;
        Ok(distances?)
    }
}

impl Rival for Carom {
    fn run(&mut self, subject: &Subject, _: Slices) -> Result<Run> {
        let (nodes, distances) = timed(|| {
            let distances = self.generate(subject)?;
            if self.stored {
                let options = StorageOptions { storage: Storage::Bricks16, ..StorageOptions::default() };
                std::hint::black_box(distances.store(&options)?);
            }
            anyhow::Ok(distances)
        });
        Ok(Run { build: 0.0, nodes, values: distances.context("carom")?.values })
    }
}

/// AVX2, if the best instruction set is another.
pub(super) fn avx2() -> Option<SimdLevel> {
    let avx2 = SimdLevel::available().find(|level| level.name() == "avx2");
    avx2.filter(|_| carom::simd_level().name() != "avx2")
}

fn contender(configuration: &'static str, rival: Carom) -> Contender {
    Contender {
        library: "carom",
        configuration,
        signs: rival.sign != SignMethod::Unsigned,
        rival: Box::new(rival),
        by_node: false,
        quick: true,
        largest: u32::MAX,
    }
}

/// For whole grids; the default comes first.
pub(super) fn contenders() -> Vec<Contender> {
    let mut contenders = vec![contender("default", Carom::DEFAULT)];
    if let Some(level) = avx2() {
        contenders.push(contender("avx2", Carom { level: Some(level), ..Carom::DEFAULT }));
    }
    contenders.push(contender("unsigned", Carom { sign: SignMethod::Unsigned, ..Carom::DEFAULT }));
    let published = Carom { method: DistanceMethod::KdTree, ..Carom::DEFAULT };
    contenders.push(Contender { largest: 64, ..contender("k-d tree", published) });
    contenders
}

/// For bands; the default comes first.
pub(super) fn band_contenders(half_width: f32) -> Vec<Contender> {
    let default = Carom { band: half_width, ..Carom::DEFAULT };
    let mut contenders = vec![contender("band", default)];
    contenders.extend(avx2().map(|level| contender("band avx2", Carom { level: Some(level), ..default })));
    contenders.push(contender("band in bricks16", Carom { stored: true, ..default }));
    contenders
}
