//! The costs of a world as it grows: scene `uniform`, of the default structure alone.

use super::carom::Carom;
use super::made::{Kind, Maker};
use super::measure::timed;
use super::rival::{Clock, Rival};
use super::scene::apply;
use crate::report::{Record, Report, print_columns};
use crate::work::Work;
use anyhow::Result;
use carom::world::WorldOptions;

const COUNTS: &[usize] = &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000];

/// One table: nanoseconds an object to fill the world and list its pairs, and a frame; bytes an object.
pub(super) fn print(largest: usize, report: &mut Report) -> Result<()> {
    println!("\n== world_pairs as the world grows: uniform, carom auto");
    let heads = ["   objects", "pairs", "first, ns/object", "then, ns/object", "worst/mean", "B/object"];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for &count in COUNTS.iter().filter(|&&count| count <= largest) {
        let mut maker = Maker::new(Kind::Uniform, count);
        let mut all = maker.boxes();
        let mut carom = Carom::new(&WorldOptions::default(), None)?;
        carom.turn();
        let mut result = Ok(());
        let first = timed(Clock::Thread, || {
            result = carom.begin(&all);
            carom.pairs();
        });
        result?;
        let (mut times, mut pairs) = (Vec::new(), 0);
        for _ in 0..if count > 100_000 { 60 } else { 120 } {
            let frame = maker.step();
            apply(&frame, &mut all);
            times.push(timed(Clock::Thread, || {
                carom.move_to(&frame.moved, &frame.boxes, &all);
                pairs = carom.pairs();
            }));
        }
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        let worst = times.iter().copied().fold(0.0, f64::max) / mean;
        let ns = |seconds: f64| seconds * 1e9 / count as f64;
        let bytes = carom.bytes().unwrap_or(0) as f64 / count as f64;
        lines.push(vec![
            format!("   {count}"),
            pairs.to_string(),
            format!("{:.0}", ns(first)),
            format!("{:.1}", ns(mean)),
            format!("{worst:.2}"),
            format!("{bytes:.0}"),
        ]);
        for (name, value) in [("growth", ns(mean)), ("growth_first", ns(first))] {
            report.keep(Record {
                work: format!("{}_{name}", Work::WorldPairs.name()),
                mesh: "uniform".to_owned(),
                triangles: count,
                library: "carom",
                configuration: "auto".to_owned(),
                threads: 1,
                value,
                unit: "ns/object",
                higher_is_better: false,
                bytes_per_triangle: bytes,
            });
        }
    }
    print_columns(&lines);
    Ok(())
}
