//! Many files are cooked into a folder, several at once. Each cooked file appears when it is complete; a file that cannot be
//! cooked keeps no other from it.

use super::one;
use crate::args::CookArgs;
use crate::input;
use crate::job::Job;
use crate::misuse::{ensure_use, misuse};
use crate::{progress, text};
use anyhow::{Context, Result, bail};
use rayon::prelude::*;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf, is_separator};

/// Returns true for a name that ends as only folders' names do.
pub(super) fn is_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(is_separator)
}

/// Cooks all inputs.
pub(super) fn run(args: &CookArgs, out: &mut impl Write) -> Result<()> {
    let folder = &args.output;
    let name = || folder.display().to_string();
    ensure_use!(
        is_folder(folder) || folder.is_dir(),
        "{}: is no folder; many inputs are cooked into one, such as -o cooked/",
        name()
    );
    ensure_use!(args.order.is_none(), "--order: is for one input");
    let outputs = outputs(args)?;
    std::fs::create_dir_all(folder).with_context(name)?;

    // A file without a size is an error of its own.
    let size = |path: &Path| std::fs::metadata(path).map_or(0, |data| data.len());
    let bar = progress::bytes(args.inputs.iter().map(|path| size(path)).sum(), "cooking", args.work.quiet);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.work.threads()).build()?;
    // Those that are left over when there are few files.
    let threads = (pool.current_num_threads() / args.inputs.len()).max(1);
    let jobs = args.inputs.iter().zip(&outputs);
    let jobs: Vec<Job> =
        jobs.map(|(input, output)| Job { args, input, output, hidden: true, threads }).collect();
    let done: Vec<(Vec<u8>, Result<Vec<String>>)> = pool.install(|| {
        jobs.par_iter()
            .map(|job| {
                let mut said = Vec::new();
                let notes = one::run(job, &mut said);
                bar.inc(size(job.input));
                (said, notes)
            })
            .collect()
    });
    bar.finish_and_clear();

    let mut failed = None;
    let mut failures = 0;
    for (job, (said, notes)) in jobs.iter().zip(done) {
        out.write_all(&said)?;
        match notes {
            Ok(notes) if !args.work.quiet => {
                notes.iter().for_each(|note| eprintln!("note: {}: {}", job.name(), text::one_line(note)));
            }
            Ok(_) => {}
            Err(error) => {
                failures += 1;
                // The last is told by the command.
                if let Some(before) = failed.replace(error) {
                    eprintln!("error: {}", text::one_line(&format!("{before:#}")));
                }
            }
        }
    }
    match failed {
        None => Ok(()),
        Some(error) if failures == jobs.len() => Err(error),
        Some(error) => {
            out.flush()?;
            eprintln!("error: {}", text::one_line(&format!("{error:#}")));
            bail!("{}: {failures} of {} files are not cooked", name(), jobs.len())
        }
    }
}

/// The cooked file of each input: with its name and the extension `.carom`. No two may be one.
fn outputs(args: &CookArgs) -> Result<Vec<PathBuf>> {
    let mut makers: HashMap<PathBuf, &Path> = HashMap::new();
    let output = |input: &'_ PathBuf| {
        ensure_use!(
            !input::is_standard(input),
            "{}: has no name to be cooked into a folder",
            input::name(input)
        );
        let stem = input.file_stem().with_context(|| format!("{}: is no file", input.display()))?;
        let mut file = stem.to_os_string();
        file.push(".carom");
        Ok(args.output.join(file))
    };
    let outputs = args.inputs.iter().map(output).collect::<Result<Vec<_>>>()?;
    for (input, output) in args.inputs.iter().zip(&outputs) {
        if let Some(other) = makers.insert(output.clone(), input) {
            misuse!("{}: would be made of {} and of {}", output.display(), other.display(), input.display());
        }
        // What is read must not be written, by this job or another.
        let same = |other: &PathBuf| match (output.canonicalize(), other.canonicalize()) {
            (Ok(output), Ok(other)) => output == other,
            _ => false,
        };
        ensure_use!(!args.inputs.iter().any(same), "{}: is an input", output.display());
    }
    Ok(outputs)
}
