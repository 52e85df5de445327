//! Worlds of moving objects: the pairs of them that touch, the changes of these, queries, and filling a
//! world.

mod ask;
mod carom;
mod growth;
mod made;
mod measure;
mod parry;
#[cfg(feature = "all")]
mod rapier;
mod recorded;
mod rival;
#[cfg(feature = "all")]
mod rstar;
mod scene;
#[cfg(any(
    peer = "bullet_world",
    peer = "ode_world",
    peer = "fcl_world",
    peer = "cgal_world",
    peer = "embree_world"
))]
mod shim;
mod table;

use crate::report::Report;
use crate::work::Work;
use anyhow::Result;
use ask::Moved;
use made::Kind;
use measure::Effort;
use rival::Contender;
use scene::Scene;
use std::path::Path;
use table::Table;

/// The plan of the measurements.
pub(crate) struct Plan<'a> {
    pub(crate) quick: bool,
    /// Only scenes that are called so, with or without their size (`uniform_1000`); all if there are none.
    pub(crate) scenes: &'a [String],
    /// The folder of the recorded ones.
    pub(crate) folder: &'a Path,
}

impl Plan<'_> {
    /// Objects, and frames of worlds of so many.
    fn sizes(&self) -> &'static [(usize, usize)] {
        if self.quick { &[(1_000, 60), (10_000, 60)] } else { &[(1_000, 240), (10_000, 120), (100_000, 60)] }
    }

    fn effort(&self) -> Effort {
        if self.quick { Effort { plays: 2, limit: 0.5 } } else { Effort { plays: 2, limit: 2.0 } }
    }

    fn wants(&self, scene: &str, count: usize) -> bool {
        let sized = format!("{scene}_{count}");
        self.scenes.is_empty() || self.scenes.iter().any(|name| name == scene || *name == sized)
    }

    fn kinds(&self, count: usize) -> Vec<Kind> {
        let of_plan =
            |kind: &&Kind| !self.quick || matches!(kind, Kind::Uniform | Kind::Pile | Kind::Resting);
        made::ALL.iter().filter(of_plan).copied().filter(|kind| self.wants(kind.name(), count)).collect()
    }
}

/// Everything; `wanted` says by name, and by whether it is part of a quick run, who takes part. carom's
/// default does anyway.
pub(crate) fn run(
    works: &[Work],
    plan: &Plan,
    wanted: impl Fn(&str, bool) -> bool,
    report: &mut Report,
) -> Result<()> {
    let mut contenders = carom::contenders();
    contenders.extend(others());
    let mut index = 0;
    contenders.retain(|contender| {
        index += 1;
        index == 1 || wanted(&contender.name(), contender.quick)
    });
    let has_frames = works.iter().any(|work| matches!(work, Work::WorldPairs | Work::WorldChanges));
    for &(count, frames) in plan.sizes() {
        let mut table = Table::new(count);
        let kinds = plan.kinds(count);
        if kinds.is_empty() {
            continue;
        }
        println!("\n== worlds of {count} moving objects");
        for kind in kinds {
            let scene = made::scene(kind, count, frames.max(ask::FRAMES));
            if has_frames {
                play(&scene, works, plan, &contenders, &mut table, report)?;
            }
            if !matches!(kind, Kind::Resting | Kind::Teleport) {
                ask(&scene, works, plan, &contenders, &mut table, report)?;
            }
        }
        works.iter().for_each(|&work| table.print(work));
    }
    if !plan.quick && has_frames {
        for scene in recorded::scenes(plan.folder) {
            let scene = match scene {
                Ok(scene) if plan.wants(&scene.name, scene.count()) => scene,
                Ok(_) => continue,
                Err(error) => {
                    println!("\n{error:#}");
                    continue;
                }
            };
            println!("\n== recorded: {}, {} frames", scene.name, scene.frames.len());
            let mut table = Table::new(scene.count());
            play(&scene, works, plan, &contenders, &mut table, report)?;
            works.iter().for_each(|&work| table.print(work));
        }
    }
    if works.contains(&Work::WorldPairs)
        && (plan.scenes.is_empty() || plan.scenes.iter().any(|name| name == "growth"))
    {
        growth::print(if plan.quick { 100_000 } else { usize::MAX }, report)?;
    }
    Ok(())
}

fn others() -> Vec<Contender> {
    let mut others = parry::contenders();
    #[cfg(feature = "all")]
    others.extend(rapier::contenders().into_iter().chain(rstar::contenders()));
    #[cfg(any(
        peer = "bullet_world",
        peer = "ode_world",
        peer = "fcl_world",
        peer = "cgal_world",
        peer = "embree_world"
    ))]
    others.extend(shim::contenders());
    others
}

/// Lists and changes of pairs.
fn play(
    scene: &Scene,
    works: &[Work],
    plan: &Plan,
    contenders: &[Contender],
    table: &mut Table,
    report: &mut Report,
) -> Result<()> {
    let mut turns = Vec::new();
    for work in [Work::WorldPairs, Work::WorldChanges] {
        let is_hopeless = |contender: &Contender| contender.fits && scene.jumps && scene.count() > 10_000;
        let can = |contender: &&Contender| contender.can(work, scene.count()) && !is_hopeless(contender);
        // Others are compared with the default's list, and changes are measured in it.
        let asked = contenders
            .iter()
            .filter(can)
            .enumerate()
            .filter(|&(i, _)| works.contains(&work) || i == 0 && work == Work::WorldPairs);
        turns.extend(asked.map(|(_, &contender)| (contender, work)));
    }
    let outcomes = measure::measure(scene, &turns, plan.effort())?;
    table.add_frames(scene, &outcomes, report);
    Ok(())
}

/// Queries, and filling a world.
fn ask(
    scene: &Scene,
    works: &[Work],
    plan: &Plan,
    contenders: &[Contender],
    table: &mut Table,
    report: &mut Report,
) -> Result<()> {
    let rounds = if plan.quick { 3 } else { 5 };
    let queries: Vec<Work> =
        works.iter().copied().filter(|work| matches!(work, Work::WorldBoxQuery | Work::WorldRay)).collect();
    if !queries.is_empty() {
        let can = |contender: &&Contender| queries.iter().any(|&work| contender.can(work, scene.count()));
        let mut worlds = Vec::new();
        for contender in contenders.iter().filter(can) {
            worlds.push(Moved::new(contender, scene)?);
        }
        let all = scene.after(ask::FRAMES);
        for &work in &queries {
            for (suffix, questions) in ask::queries(work, &all) {
                let asked = ask::ask(work, &questions, &mut worlds, rounds);
                table.add_asked(scene, work, suffix, &asked, report);
            }
        }
    }
    if works.contains(&Work::WorldInsert) {
        let can = |contender: &&Contender| contender.can(Work::WorldInsert, scene.count());
        let contenders: Vec<Contender> = contenders.iter().filter(can).copied().collect();
        let asked = ask::insert(&scene.start, &contenders, rounds)?;
        table.add_asked(scene, Work::WorldInsert, "", &asked, report);
    }
    Ok(())
}
