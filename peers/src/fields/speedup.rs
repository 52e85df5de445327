//! The speed-up by a second thread, in wall-clock time: the least of some rounds, because nothing else should
//! run meanwhile.

use super::carom::Carom;
use super::subject::Subject;
use crate::report::{Record, Report};
use crate::work::Work;
use anyhow::Result;
use std::time::Instant;

pub(super) fn print(subject: &Subject, name: &str, rounds: usize, report: &mut Report) -> Result<()> {
    let mut least = [f64::INFINITY; 2];
    for _ in 0..rounds {
        for (threads, least) in (1..).zip(&mut least) {
            let start = Instant::now();
            std::hint::black_box(Carom { threads, ..Carom::DEFAULT }.generate(subject)?);
            *least = least.min(start.elapsed().as_secs_f64());
        }
    }
    let [one, two] = least;
    println!("   carom, wall clock: {one:.3} s on one thread, {two:.3} s on two ({:.2}x)", one / two);
    report.keep(Record {
        work: name.to_owned(),
        mesh: subject.mesh.name.clone(),
        triangles: subject.mesh.triangles.len(),
        library: "carom",
        configuration: "default, wall clock".to_owned(),
        threads: 2,
        value: two,
        unit: Work::SdfBand.unit(),
        higher_is_better: false,
        bytes_per_triangle: 0.0,
    });
    Ok(())
}
