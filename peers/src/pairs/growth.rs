//! The costs of pairs as meshes grow: spheres of more and more triangles, half in each other.

use super::carom::{Carom, Cooked, contenders};
use super::measure::{Rounds, measure};
use super::place::Subject;
use super::poses::poses;
use crate::mesh::Mesh;
use crate::report::{Record, Report, print_columns};
use crate::work::Work;
use anyhow::Result;
use std::f64::consts::PI;

/// Rings of the spheres; four times their square are the triangles, 4 thousand to 2 million.
const RINGS: &[u32] = &[32, 64, 128, 256, 512, 724];

/// One table: milliseconds a pose, and pairs of nodes that are visited.
pub(super) fn print(rounds: Rounds, report: &mut Report) -> Result<()> {
    println!("\n== pairs_all as meshes grow: two spheres, half in each other");
    let heads = ["   triangles each", "pairs", "ms/pose", "pairs of nodes", "last stage", "exact"];
    let mut lines = vec![heads.map(str::to_owned).to_vec()];
    for &rings in RINGS {
        let mesh = sphere(rings);
        let count = mesh.triangles.len();
        if count > rounds.largest {
            break;
        }
        let subject = Subject { a: &mesh, b: &mesh };
        let cooked = Cooked::new(&subject)?;
        let posed = poses(&subject, &cooked, 1, &["half"]);
        let Some(half) = posed.first() else { continue };
        let counts = cooked.counts(&half.place);
        let mut ours = contenders(&cooked);
        ours.truncate(1);
        let mut reference = Carom::new(cooked.clone(), None);
        let outcome = measure(Work::PairsAll, &[half], &mut ours, &mut reference, rounds.rounds);
        let Some(sum) = &outcome.sums[0] else { continue };
        lines.push(vec![
            format!("   {count}"),
            format!("{:.0}", sum.expected),
            format!("{:.4}", sum.mean()),
            counts.nodes.to_string(),
            counts.last_stage.to_string(),
            counts.exact.to_string(),
        ]);
        report.keep(Record {
            work: format!("{}_growth", Work::PairsAll.name()),
            mesh: mesh.name.clone(),
            triangles: subject.triangles(),
            library: "carom",
            configuration: ours[0].configuration.to_owned(),
            threads: 1,
            value: sum.mean(),
            unit: Work::PairsAll.unit(),
            higher_is_better: false,
            bytes_per_triangle: cooked.bytes() as f64 / subject.triangles() as f64,
        });
    }
    print_columns(&lines);
    Ok(())
}

/// A sphere of rings from pole to pole, each of twice as many segments.
fn sphere(rings: u32) -> Mesh {
    let segments = 2 * rings;
    let vertex = |ring: u32, segment: u32| {
        let (down, around) =
            (PI * f64::from(ring) / f64::from(rings), 2.0 * PI * f64::from(segment) / f64::from(segments));
        [down.sin() * around.cos(), down.cos(), down.sin() * around.sin()].map(|v| v as f32)
    };
    let mut positions = vec![[0.0, 1.0, 0.0], [0.0, -1.0, 0.0]];
    positions.extend((1..rings).flat_map(|ring| (0..segments).map(move |segment| vertex(ring, segment))));
    let at = |ring: u32, segment: u32| match ring {
        0 => 0,
        _ if ring == rings => 1,
        _ => 2 + (ring - 1) * segments + segment % segments,
    };
    let mut triangles = Vec::new();
    for (ring, segment) in (0..rings).flat_map(|ring| (0..segments).map(move |segment| (ring, segment))) {
        let [a, b] = [at(ring, segment), at(ring, segment + 1)];
        let [c, d] = [at(ring + 1, segment), at(ring + 1, segment + 1)];
        if ring > 0 {
            triangles.push([a, b, c]);
        }
        if ring + 1 < rings {
            triangles.push([b, d, c]);
        }
    }
    Mesh::new(&format!("sphere_{}", triangles.len()), false, &positions, &triangles)
}
