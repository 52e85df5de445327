//! The same meshes and the same questions for every library: answers are compared, times are taken, and
//! the whole is written down. Run by `cargo xtask peers`, which fetches what is needed.

mod library;
mod measure;
mod mesh;
mod questions;
mod report;
mod work;

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use library::Contender;
use measure::{Effort, Standing};
use mesh::{Mesh, Named};
use report::Report;
use std::path::{Path, PathBuf};
use work::Work;

/// carom and other libraries, side by side.
#[derive(Parser)]
struct Arguments {
    /// Fewer questions, the skull and the dragon, and only Embree and parry beside carom
    #[arg(long)]
    quick: bool,
    /// Only this work (more than one with commas)
    #[arg(long, value_enum, value_delimiter = ',')]
    work: Vec<Work>,
    /// Only this mesh (more than one with commas)
    #[arg(long, value_delimiter = ',')]
    mesh: Vec<String>,
    /// Only libraries or configurations whose name contains this (more than one with commas)
    #[arg(long, value_delimiter = ',')]
    library: Vec<String>,
    /// Where fetched meshes lie
    #[arg(long)]
    meshes: PathBuf,
    /// Where the records go
    #[arg(long)]
    json: Option<PathBuf>,
    /// Where the pictures go
    #[arg(long)]
    plots: Option<PathBuf>,
    /// Also print every library's rate
    #[arg(long)]
    details: bool,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let effort = if arguments.quick {
        Effort { rounds: 3, pass: 0.02, first: 0.15 }
    } else {
        Effort { rounds: 5, pass: 0.05, first: 0.5 }
    };
    let contenders = contenders(&arguments);
    let works: Vec<Work> =
        if arguments.work.is_empty() { Work::value_variants().to_vec() } else { arguments.work.clone() };
    let mut report = Report::default();
    for named in named_meshes(&arguments)? {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
        match named.load(&assets, &arguments.meshes).with_context(|| named.name.to_owned())? {
            Some(mesh) => run(&mesh, &contenders, &works, effort, &arguments, &mut report)?,
            None => println!("\n{}: not fetched, left out", named.name),
        }
    }
    report.print_summary();
    if let Some(path) = &arguments.json {
        report.write(path)?;
    }
    if let Some(folder) = &arguments.plots {
        report.plot(folder)?;
    }
    Ok(())
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

/// Everything on one mesh.
fn run(
    mesh: &Mesh,
    contenders: &[Contender],
    works: &[Work],
    effort: Effort,
    arguments: &Arguments,
    report: &mut Report,
) -> Result<()> {
    let builds = if works.contains(&Work::Build) { effort.rounds } else { 1 };
    let mut standings: Vec<Standing> = Vec::new();
    for contender in contenders.iter().filter(|contender| works.iter().any(|&work| contender.can(work))) {
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
    for &work in works {
        let outcomes = match maker.make(work) {
            None => measure::build_outcomes(&standings),
            Some(questions) => {
                let tolerance = 1e-5 * mesh.diagonal();
                measure::measure(work, &questions, &mut standings, tolerance, effort)
            }
        };
        report.add(mesh, work, &outcomes);
    }
    report.end_mesh(mesh, arguments.details);
    Ok(())
}
