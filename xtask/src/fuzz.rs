//! `cargo xtask fuzz`: bytes that reach new code, found by libFuzzer, as builds, blobs and scripts of calls. What is found is
//! kept in `target/fuzz`: a folder a target, the inputs that failed in `found`.

use crate::{Project, names, tools};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use xshell::cmd;

/// What `cargo fuzz` passes to the compiler, but for sanitizers and for the tracing of comparisons: no target looks for
/// numbers that it can't make by itself, and without it there are twice as many executions, which reach as much.
const COUNTERS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
                        -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
                        -Cllvm-args=-sanitizer-coverage-pc-table \
                        -Cllvm-args=-simplifycfg-branch-fold-threshold=0 --cfg=fuzzing";

/// A call that takes longer is a finding.
const SECONDS_A_CALL: u32 = 30;

#[derive(Args)]
pub(crate) struct Options {
    /// The targets, files of fuzz/targets; all of them if none is named
    targets: Vec<String>,
    /// Minutes for each
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// With the address sanitizer
    #[arg(long)]
    sanitize: bool,
}

/// What came of a target.
struct Row {
    name: String,
    executions: u64,
    /// Those of earlier runs too, as long as `target/fuzz` stays.
    so_far: u64,
    inputs: usize,
    found: usize,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let known = known(project)?;
    let wanted = names::select(&known, String::as_str, "target", &options.targets)?;
    let out = project.target.join("fuzz");
    let programs = build(project, options, &out)?;
    let rows = search_each(options, &out, &programs, &wanted)?;
    println!("{:10} {:>14} {:>14} {:>8} {:>6}", "target", "executions", "so far", "inputs", "found");
    for Row { name, executions, so_far, inputs, found } in &rows {
        println!("{name:10} {executions:>14} {so_far:>14} {inputs:>8} {found:>6}");
    }
    let sum = |count: fn(&Row) -> u64| rows.iter().map(count).sum::<u64>();
    println!("{:10} {:>14} {:>14}", "", sum(|row| row.executions), sum(|row| row.so_far));
    let failed: Vec<_> = rows.iter().filter(|row| row.found > 0).map(|row| row.name.as_str()).collect();
    if !failed.is_empty() {
        bail!("inputs that failed are in {}: {}", out.display(), failed.join(", "));
    }
    Ok(())
}

/// The names of all targets.
fn known(project: &Project) -> Result<Vec<String>> {
    let files = project.sh.read_dir(project.root.join("fuzz/targets"))?;
    let names = files.iter().filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned()));
    let mut names: Vec<String> = names.collect();
    names.sort();
    Ok(names)
}

/// Compiles all targets; returns the folder in which they are.
fn build(project: &Project, options: &Options, out: &Path) -> Result<PathBuf> {
    let Project { sh, root, .. } = project;
    tools::ensure(sh, tools::BUILD)?;
    let triple = tools::host(sh)?;
    let manifest = root.join("fuzz/Cargo.toml");
    let build = out.join(if options.sanitize { "build-sanitized" } else { "build" });
    let flags =
        if options.sanitize { format!("{COUNTERS} -Zsanitizer=address") } else { COUNTERS.to_owned() };
    // For a target by name: build scripts and procedural macros are compiled as ever.
    // Sanitizers are not yet stable: the compiler takes them from nobody without `RUSTC_BOOTSTRAP`.
    cmd!(sh, "cargo build --release --locked --manifest-path {manifest} --target {triple}")
        .envs(options.sanitize.then_some(("RUSTC_BOOTSTRAP", "1")))
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", &build)
        .run()?;
    Ok(build.join(triple).join("release"))
}

/// Runs targets, as many at once as there are processors.
fn search_each(options: &Options, out: &Path, programs: &Path, wanted: &[&String]) -> Result<Vec<Row>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let project = Project::open()?;
        let mut rows = Vec::new();
        while let Some(name) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            rows.push(search(&project, options, out, programs, name)?);
        }
        Ok(rows)
    };
    let count = std::thread::available_parallelism()?.get().min(wanted.len());
    let results: Vec<Result<Vec<Row>>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("no worker panics")).collect()
    });
    let mut rows = Vec::new();
    for result in results {
        rows.extend(result?);
    }
    rows.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(rows)
}

/// Runs a target until its time is over or an input fails.
fn search(project: &Project, options: &Options, out: &Path, programs: &Path, name: &str) -> Result<Row> {
    let sh = &project.sh;
    let folder = out.join(name);
    let (corpus, found) = (folder.join("corpus"), folder.join("found"));
    sh.create_dir(&corpus)?;
    sh.create_dir(&found)?;
    eprintln!("\n== {name}");
    let seconds = (options.minutes * 60.0).ceil() as u64;
    let log = folder.join("log.txt");
    let file = std::fs::File::create(&log).with_context(|| log.display().to_string())?;
    let status = std::process::Command::new(programs.join(name))
        .arg(&corpus)
        .args(["-print_final_stats=1", "-rss_limit_mb=4096", "-max_len=256", "-entropic=0"])
        .args([format!("-max_total_time={seconds}"), format!("-timeout={SECONDS_A_CALL}")])
        .arg(format!("-report_slow_units={SECONDS_A_CALL}"))
        .arg(format!("-artifact_prefix={}/", found.display()))
        .stderr(file)
        .status()
        .with_context(|| format!("{name} does not start"))?;
    let text = sh.read_file(&log)?;
    if !status.success() {
        let lines: Vec<_> = text.lines().collect();
        eprintln!("{}", lines[lines.len().saturating_sub(30)..].join("\n"));
    }
    let executions = executions(&text);
    let counted = folder.join("executions.txt");
    let before = std::fs::read_to_string(&counted).ok().and_then(|count| count.trim().parse::<u64>().ok());
    let so_far = before.unwrap_or(0) + executions;
    sh.write_file(&counted, format!("{so_far}\n"))?;
    Ok(Row {
        name: name.to_owned(),
        executions,
        so_far,
        inputs: sh.read_dir(&corpus)?.len(),
        found: sh.read_dir(&found)?.len().max(usize::from(!status.success())),
    })
}

/// The number that libFuzzer prints at its end; after a failure, that of its last line of progress.
fn executions(log: &str) -> u64 {
    let last = |number: &str| number.trim().parse().ok();
    let end = log.lines().rev().find_map(|line| last(line.strip_prefix("stat::number_of_executed_units:")?));
    let so_far =
        || log.lines().rev().find_map(|line| last(line.strip_prefix('#')?.split(['\t', ':', ' ']).next()?));
    end.or_else(so_far).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executions_are_read() {
        assert_eq!(
            executions("#2\tINITED\n#77\tNEW\nstat::number_of_executed_units: 1234\nstat::x: 3\n"),
            1234
        );
        assert_eq!(executions("#2\tINITED\n#77: cov 3\npanicked\n"), 77);
        assert_eq!(executions(""), 0);
    }
}
