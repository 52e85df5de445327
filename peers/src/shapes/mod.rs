//! Shapes and a mesh: all contacts of a sphere, a capsule or a box that stands or hovers there, and where one
//! that falls or slides first touches.

mod ask;
mod carom;
mod check;
mod distance;
mod floor;
mod measure;
mod oracle;
mod parry;
mod rival;
mod shape;
#[cfg(any(peer = "bullet_shapes", peer = "box3d_shapes", peer = "jolt_shapes"))]
mod shim;
mod table;

pub(crate) use floor::floor;
pub(crate) use measure::Rounds;

use crate::mesh::Mesh;
use crate::report::Report;
use crate::work::Work;
use anyhow::Result;
use ask::{Maker, Situation};
use measure::Outcome;
use oracle::Oracle;
use rival::Contender;
use shape::Kind;

/// The meshes, of which the flat floor is always one.
pub(crate) const MESHES: &[&str] = &["bunny", "skull", "sponza", "forearm", "monastery", "dragon"];

/// The meshes of a quick run.
pub(crate) const QUICK: &[&str] = &["skull"];

/// Everything on one mesh; `wanted` says by name, and by whether it is part of a quick run, who takes part.
/// carom does anyway.
pub(crate) fn run(
    mesh: &Mesh,
    works: &[Work],
    is_floor: bool,
    wanted: impl Fn(&str, bool) -> bool,
    rounds: Rounds,
    report: &mut Report,
) -> Result<()> {
    println!("\n== {}: shapes, {} triangles", mesh.name, mesh.triangles.len());
    let mut contenders = carom::contenders(mesh)?;
    contenders.extend(others(mesh)?.into_iter().filter(|c| wanted(&c.name(), c.quick)));
    let oracle = Oracle::new(mesh);
    let mut maker = Maker::new(mesh, &oracle, is_floor);
    for &work in works {
        let (kind, situations) = match work {
            Work::ContactsSphere => (Kind::Sphere, Situation::CONTACTS),
            Work::ContactsCapsule => (Kind::Capsule, Situation::CONTACTS),
            Work::ContactsBox => (Kind::Box, Situation::CONTACTS),
            Work::ContactsHull => (Kind::Hull, Situation::CONTACTS),
            Work::CastSphere => (Kind::Sphere, Situation::CASTS),
            Work::CastCapsule => (Kind::Capsule, Situation::CASTS),
            Work::CastBox => (Kind::Box, Situation::CASTS),
            Work::CastHull => (Kind::Hull, Situation::CASTS),
            _ => continue,
        };
        if !(contenders[0].can)(kind, !work.is_contacts()) {
            println!("   {}: left out, carom cannot be asked yet", work.name());
            continue;
        }
        let sets = maker.sets(kind, &situations, rounds.shapes);
        let outcomes: Vec<Outcome> = sets
            .iter()
            .filter(|set| !set.shapes.is_empty())
            .map(|set| measure::measure(&oracle, set, &mut contenders, is_floor, rounds.rounds))
            .collect();
        table::print(mesh, work, &outcomes, &contenders, report);
    }
    Ok(())
}

fn others(mesh: &Mesh) -> Result<Vec<Contender<'_>>> {
    #[cfg_attr(
        not(any(peer = "bullet_shapes", peer = "box3d_shapes", peer = "jolt_shapes")),
        expect(unused_mut, reason = "nobody else is here")
    )]
    let mut others = parry::contenders(mesh)?;
    #[cfg(any(peer = "bullet_shapes", peer = "box3d_shapes", peer = "jolt_shapes"))]
    others.extend(shim::contenders(mesh));
    Ok(others)
}
