//! The same meshes and the same questions for every library: answers are compared, times are taken, and
//! the whole is written down. Run by `cargo xtask peers`, which fetches the files that are needed.

mod fields;
mod library;
mod measure;
mod mesh;
mod moving;
mod pairs;
mod questions;
mod report;
mod shapes;
mod solid;
mod work;

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use library::Contender;
use measure::{Effort, Standing, Task};
use mesh::{Asked, Mesh, Named};
use pairs::{Rounds, Subject};
use report::Report;
use solid::Set;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use work::Work;

/// carom and other libraries, side by side.
#[derive(Parser)]
struct Arguments {
    /// Fewer questions and meshes, and only Embree, parry and Bullet's hulls beside carom
    #[arg(long)]
    quick: bool,
    /// Only this work, as the tables name it, or all works that begin with this word (more than one with
    /// commas)
    #[arg(long, value_delimiter = ',')]
    work: Vec<String>,
    /// Only this mesh (more than one with commas)
    #[arg(long, value_delimiter = ',')]
    mesh: Vec<String>,
    /// Only libraries or configurations whose name contains this (more than one with commas)
    #[arg(long, value_delimiter = ',')]
    library: Vec<String>,
    /// Only this scene of moving objects, such as pile or pile_10000 (more than one with commas)
    #[arg(long, value_delimiter = ',')]
    scene: Vec<String>,
    /// The folder of fetched meshes
    #[arg(long)]
    meshes: PathBuf,
    /// The folder of fetched levels
    #[arg(long)]
    levels: Option<PathBuf>,
    /// The file for the records
    #[arg(long)]
    json: Option<PathBuf>,
    /// The folder for the pictures
    #[arg(long)]
    plots: Option<PathBuf>,
    /// Also print every library's rate
    #[arg(long)]
    details: bool,
}

fn main() -> ExitCode {
    match run_all(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Everything that is asked for.
fn run_all(arguments: &Arguments) -> Result<()> {
    let effort = if arguments.quick {
        Effort { rounds: 3, pass: 0.02, first: 0.15 }
    } else {
        Effort { rounds: 5, pass: 0.05, first: 0.5 }
    };
    let contenders = contenders(arguments);
    let works = works(&arguments.work)?;
    let mut report = Report::default();
    for named in named_meshes(arguments)? {
        let is_asked = |work: &Work| match named.asked {
            _ if work.is_of_two() => false,
            _ if work.is_of_fields() => false,
            _ if work.is_of_world() => false,
            _ if work.is_of_shapes() => false,
            Asked::Mesh => !work.is_bsp(),
            Asked::Solid => work.is_bsp(),
            Asked::Both => true,
        };
        let works: Vec<Work> = works.iter().copied().filter(is_asked).collect();
        if works.is_empty() {
            continue;
        }
        match load(named, arguments)? {
            Some(mesh) => run(&mesh, &contenders, &works, effort, arguments, &mut report)?,
            None => println!("\n{}: not fetched, left out", named.name),
        }
    }
    run_shapes(&works, arguments, &mut report)?;
    run_pairs(&works, arguments, &mut report)?;
    run_fields(&works, arguments, &mut report)?;
    run_moving(&works, arguments, &mut report)?;
    report.print_summary();
    if let Some(path) = &arguments.json {
        report.write(path)?;
    }
    if let Some(folder) = &arguments.plots {
        report.plot(folder)?;
    }
    Ok(())
}

/// The works of these names; all if there are none.
fn works(names: &[String]) -> Result<Vec<Work>> {
    let all = Work::value_variants();
    for name in names {
        if !all.iter().any(|work| work.is_named(name)) {
            let all: Vec<_> = all.iter().map(|work| work.name()).collect();
            bail!("no work is called {name:?}; there are {}", all.join(", "));
        }
    }
    let wanted = |work: &&Work| names.is_empty() || names.iter().any(|name| work.is_named(name));
    Ok(all.iter().filter(wanted).copied().collect())
}

fn contenders(arguments: &Arguments) -> Vec<Contender> {
    let wanted = |contender: &Contender| {
        let named = arguments.library.iter().any(|part| contender.name().contains(part.as_str()));
        named || arguments.library.is_empty() && (contender.quick || !arguments.quick)
    };
    library::all().into_iter().filter(wanted).collect()
}

fn named_meshes(arguments: &Arguments) -> Result<Vec<&'static Named>> {
    for name in &arguments.mesh {
        if mesh::ALL.iter().all(|named| named.name != name) {
            let all: Vec<_> = mesh::ALL.iter().map(|named| named.name).collect();
            bail!("no mesh is called {name:?}; there are {}", all.join(", "));
        }
    }
    let wanted = |named: &&Named| match &arguments.mesh[..] {
        [] if arguments.quick => mesh::QUICK.contains(&named.name),
        [] => true,
        names => names.iter().any(|name| name == named.name),
    };
    Ok(mesh::ALL.iter().filter(wanted).collect())
}

/// A mesh, unless it was not fetched.
fn load(named: &Named, arguments: &Arguments) -> Result<Option<Mesh>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    named.load(&assets, &arguments.meshes, arguments.levels.as_deref()).with_context(|| named.name.to_owned())
}

/// Returns true if a configuration takes part, by its name and by `quick`, which is true if it is part of a
/// quick run.
fn wanted(arguments: &Arguments, name: &str, quick: bool) -> bool {
    match &arguments.library[..] {
        [] => quick || !arguments.quick,
        parts => parts.iter().any(|part| name.contains(part.as_str())),
    }
}

/// The works on worlds of moving objects.
fn run_moving(works: &[Work], arguments: &Arguments, report: &mut Report) -> Result<()> {
    let works: Vec<Work> = works.iter().copied().filter(|work| work.is_of_world()).collect();
    // A user who names a mesh wants nothing else.
    if works.is_empty() || !arguments.mesh.is_empty() {
        return Ok(());
    }
    let plan = moving::Plan { quick: arguments.quick, scenes: &arguments.scene, folder: &arguments.meshes };
    moving::run(&works, &plan, |name, quick| wanted(arguments, name, quick), report)
}

/// The works on shapes, on the meshes and on a flat floor.
fn run_shapes(works: &[Work], arguments: &Arguments, report: &mut Report) -> Result<()> {
    let works: Vec<Work> = works.iter().copied().filter(|work| work.is_of_shapes()).collect();
    if works.is_empty() {
        return Ok(());
    }
    let (rounds, known) = if arguments.quick {
        (shapes::Rounds { rounds: 3, shapes: 64 }, shapes::QUICK)
    } else {
        (shapes::Rounds { rounds: 5, shapes: 256 }, shapes::MESHES)
    };
    let is_wanted = |name: &str| match &arguments.mesh[..] {
        [] => known.contains(&name),
        names => names.iter().any(|wanted| wanted == name),
    };
    let wanted = |name: &str, quick: bool| wanted(arguments, name, quick);
    shapes::run(&shapes::floor(), &works, true, wanted, rounds, report)?;
    for named in mesh::ALL.iter().filter(|named| named.asked != Asked::Solid && is_wanted(named.name)) {
        match load(named, arguments)? {
            Some(mesh) => shapes::run(&mesh, &works, false, wanted, rounds, report)?,
            None => println!("\n{}: not fetched, left out", named.name),
        }
    }
    Ok(())
}

/// The works on two meshes.
fn run_pairs(works: &[Work], arguments: &Arguments, report: &mut Report) -> Result<()> {
    let works: Vec<Work> = works.iter().copied().filter(|work| work.is_of_two()).collect();
    if works.is_empty() {
        return Ok(());
    }
    let (rounds, subjects) = if arguments.quick {
        (Rounds { rounds: 3, directions: 1, largest: 1 << 18 }, pairs::QUICK)
    } else {
        (Rounds { rounds: 5, directions: 3, largest: usize::MAX }, pairs::SUBJECTS)
    };
    let wanted = |name: &str, quick: bool| wanted(arguments, name, quick);
    let is_named = |name: &&str| arguments.mesh.is_empty() || arguments.mesh.iter().any(|mesh| mesh == name);
    for names in subjects.iter().filter(|names| names.iter().all(is_named)) {
        let find = |name: &str| mesh::ALL.iter().find(|named| named.name == name);
        let load = |name: &str| find(name).map_or(Ok(None), |named| load(named, arguments));
        let a = load(names[0])?;
        let other = if names[0] == names[1] { None } else { load(names[1])? };
        match (&a, if names[0] == names[1] { &a } else { &other }) {
            (Some(a), Some(b)) => pairs::run(&Subject { a, b }, &works, wanted, rounds, report)?,
            _ => println!("\n{} and {}: not fetched, left out", names[0], names[1]),
        }
    }
    if arguments.mesh.is_empty() { pairs::run_made(&works, rounds, report) } else { Ok(()) }
}

/// The works on distance fields.
fn run_fields(works: &[Work], arguments: &Arguments, report: &mut Report) -> Result<()> {
    let works: Vec<Work> = works.iter().copied().filter(|work| work.is_of_fields()).collect();
    if works.is_empty() {
        return Ok(());
    }
    let rounds = if arguments.quick {
        fields::Rounds { rounds: 3, limit: 1.5, quick: true }
    } else {
        fields::Rounds { rounds: 3, limit: 3.0, quick: false }
    };
    let wanted = |name: &str, quick: bool| match &arguments.library[..] {
        [] => quick || !arguments.quick,
        parts => parts.iter().any(|part| name.contains(part.as_str())),
    };
    let known = if arguments.quick { fields::QUICK } else { fields::MESHES };
    let is_wanted = |name: &str| match &arguments.mesh[..] {
        [] => known.contains(&name),
        names => names.iter().any(|wanted| wanted == name),
    };
    for named in mesh::ALL.iter().filter(|named| named.asked != Asked::Solid && is_wanted(named.name)) {
        match load(named, arguments)? {
            Some(mesh) => fields::run(&mesh, &works, wanted, rounds, report)?,
            None => println!("\n{}: not fetched, left out", named.name),
        }
    }
    Ok(())
}

/// Everything on one mesh.
fn run(
    mesh: &Mesh,
    contenders: &[Contender],
    works: &[Work],
    effort: Effort,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<()> {
    let is_build = |work: &Work| matches!(work, Work::Build | Work::BspBuild);
    let builds = if works.iter().any(is_build) { effort.rounds } else { 1 };
    let mut standings: Vec<Standing> = Vec::new();
    for contender in contenders.iter().filter(|contender| works.iter().any(|&work| contender.can(work, mesh)))
    {
        let same = |standing: &&mut Standing| {
            let first = standing.contenders[0];
            first.library == contender.library && first.structure == contender.structure
        };
        match standings.iter_mut().find(same) {
            Some(standing) => standing.contenders.push(contender),
            None => match measure::build(mesh, contender, builds) {
                Ok(standing) => standings.push(standing),
                Err(error) => println!("{} left out on {}: {error:#}", contender.name(), mesh.name),
            },
        }
    }
    report.begin_mesh(mesh, &standings);
    let mut maker = questions::Maker::new(mesh, arguments.quick);
    for &work in works.iter().filter(|work| !work.is_bsp()) {
        let outcomes = match maker.make(work) {
            None => measure::build_outcomes(work, mesh, &standings),
            Some(questions) => {
                let task = Task { mesh, works: &[work], questions: &questions, expected: &[] };
                measure::measure(&task, &mut standings, effort)
            }
        };
        report.add(mesh, work, "", &outcomes);
    }
    ask_solid(mesh, &mut standings, works, effort, arguments.quick, report);
    report.end_mesh(mesh, arguments.details);
    Ok(())
}

/// The BSP works on one solid.
fn ask_solid(
    mesh: &Mesh,
    standings: &mut [Standing],
    works: &[Work],
    effort: Effort,
    quick: bool,
    report: &mut Report,
) {
    let Some(solid) = &mesh.solid else { return };
    // These two ask the same, and who answers one way is compared with who answers the other.
    let works = works.iter().copied().filter(|work| work.is_bsp());
    let (spheres, others): (Vec<Work>, Vec<Work>) =
        works.partition(|work| matches!(work, Work::BspThreshold | Work::BspExact));
    for works in std::iter::once(spheres).chain(others.into_iter().map(|work| vec![work])) {
        match works[..] {
            [Work::BspBuild] => {
                let outcomes = measure::build_outcomes(Work::BspBuild, mesh, standings);
                report.add(mesh, Work::BspBuild, "", &outcomes);
            }
            [first, ..] => {
                for Set { suffix, questions, expected } in Set::all(first, mesh, solid, quick) {
                    let task = Task { mesh, works: &works, questions: &questions, expected: &expected };
                    let outcomes = measure::measure(&task, standings, effort);
                    report.add_solid(mesh, &works, suffix, &outcomes, &expected);
                }
            }
            _ => {}
        }
    }
}
