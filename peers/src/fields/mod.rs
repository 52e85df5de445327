//! Distance fields: the time to make them, their accuracy, and the speed of sampling.

mod ask;
mod carom;
mod measure;
#[cfg(peer = "openvdb_fields")]
mod openvdb;
mod oracle;
mod parry;
mod propagation;
mod python;
mod rival;
mod samples;
mod scalar;
#[cfg(any(peer = "embree_fields", peer = "cgal_fields"))]
mod shim;
mod speedup;
mod subject;
mod table;

pub(crate) use measure::Rounds;

use crate::mesh::Mesh;
use crate::report::Report;
use crate::work::Work;
use anyhow::Result;
use measure::{Standing, measure};
use rival::{Contender, HALF_WIDTH, SEEDED};
use subject::Subject;

/// The meshes of these works.
pub(crate) const MESHES: &[&str] = &["skull", "ribcage", "forearm", "dragon"];

/// Those of a quick run.
pub(crate) const QUICK: &[&str] = &["skull"];

/// Meshes with more triangles are large: building a structure is much of the time.
const LARGE: usize = 300_000;

/// Everything on one mesh; `wanted` says by name, and by whether it is part of a quick run, who takes part.
/// carom does anyway.
pub(crate) fn run(
    mesh: &Mesh,
    works: &[Work],
    wanted: impl Fn(&str, bool) -> bool,
    rounds: Rounds,
    report: &mut Report,
) -> Result<()> {
    println!("\n== {}: distance fields, {} triangles", mesh.name, mesh.triangles.len());
    for &work in works {
        match work {
            Work::SdfGrid64 => whole(mesh, 64, work, &wanted, rounds, report)?,
            Work::SdfGrid128 => whole(mesh, 128, work, &wanted, rounds, report)?,
            Work::SdfBand => {
                for side in [64, 128] {
                    band(&Subject::new(mesh, side)?, work, &wanted, rounds, report)?;
                }
            }
            _ => {
                let side = if rounds.quick { 64 } else { 128 };
                samples::run(&Subject::new(mesh, side)?, |name| wanted(name, false), report)?;
            }
        }
    }
    Ok(())
}

/// Everybody but carom.
fn others(wanted: &impl Fn(&str, bool) -> bool) -> Result<Vec<Contender>> {
    let mut others = parry::contenders();
    #[cfg(any(peer = "embree_fields", peer = "cgal_fields"))]
    others.extend(shim::contenders());
    others.push(propagation::contender());
    others.retain(|other| wanted(&other.name(), other.quick));
    others.extend(python::contenders(wanted)?);
    Ok(others)
}

/// Distances at all nodes of a grid.
fn whole(
    mesh: &Mesh,
    side: u32,
    work: Work,
    wanted: &impl Fn(&str, bool) -> bool,
    rounds: Rounds,
    report: &mut Report,
) -> Result<()> {
    let subject = Subject::new(mesh, side)?;
    let mut contenders = carom::contenders();
    contenders.extend(others(wanted)?);
    let standings = measure(&subject, &mut contenders, f64::INFINITY, rounds)?;
    table::print(&subject, &work.name(), &standings, &contenders, report);
    if side == 128 {
        let least = if mesh.triangles.len() > LARGE { 15.0 } else { 20.0 };
        let is_exact = |other: &Contender, standing: &Standing| !other.is_ours() && standing.is_exact();
        // The seeded one hands on the bound from the node before, which is more than its library does by
        // itself.
        let is_plain = |other: &Contender, standing: &Standing| {
            is_exact(other, standing) && other.configuration != SEEDED
        };
        table::aim(&standings, &contenders, is_plain, least);
        table::aim(&standings, &contenders, is_exact, least);
    } else if mesh.triangles.len() > LARGE {
        table::aim(&standings, &contenders, |other, _| other.library == "propagation", 5.0);
    }
    speedup::print(&subject, &work.name(), rounds.rounds, report)
}

/// Distances near the surface.
fn band(
    subject: &Subject,
    work: Work,
    wanted: &impl Fn(&str, bool) -> bool,
    rounds: Rounds,
    report: &mut Report,
) -> Result<()> {
    let mut contenders = carom::band_contenders(HALF_WIDTH);
    #[cfg(peer = "openvdb_fields")]
    contenders.extend(openvdb::band_contenders(HALF_WIDTH));
    contenders.retain(|other| other.is_ours() || wanted(&other.name(), other.quick));
    // At the end of the band, some say that it has ended.
    let standings = measure(subject, &mut contenders, f64::from(HALF_WIDTH) - 0.1, rounds)?;
    let name = format!("{}_{}", work.name(), subject.side());
    table::print(subject, &name, &standings, &contenders, report);
    table::aim(&standings, &contenders, |other, _| other.library == "openvdb", 1.0);
    Ok(())
}
