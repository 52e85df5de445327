//! `cargo xtask package`: packages of the library, in `target/packages`. Each is installed into an empty folder and used there by
//! a small program.

mod archive;
mod crates;
mod debian;
mod native;
mod npm;
mod nuget;
mod users;
mod work;

use crate::Project;
use crate::steps::Steps;
use anyhow::{Context, Result};
use clap::Args;
use std::path::Path;

#[derive(Args)]
pub(crate) struct Options {
    /// The packages: archive, debian, npm, nuget, crates; all of them if none is named
    names: Vec<String>,
}

/// A package's name, and what makes and checks it.
type Package = (&'static str, fn(&Project, &Path) -> Result<()>);

const PACKAGES: &[Package] = &[
    ("archive", archive::make),
    ("debian", debian::make),
    ("npm", npm::make),
    ("nuget", nuget::make),
    ("crates", crates::make),
];

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let wanted = select(&options.names)?;
    let out = project.target.join("packages");
    project.sh.create_dir(&out)?;
    let mut steps = Steps::default();
    let mut result = Ok(());
    // A package that fails keeps no other from being made.
    for (name, make) in wanted {
        if let Err(error) = steps.run(name, || make(project, &out)) {
            eprintln!("{error:#}");
            result = result.and(Err(error));
        }
    }
    steps.print();
    for file in project.sh.read_dir(&out)?.iter().filter(|file| file.is_file()) {
        println!("{:9} bytes  {}", std::fs::metadata(file)?.len(), file.display());
    }
    result
}

fn select(names: &[String]) -> Result<Vec<Package>> {
    if names.is_empty() {
        return Ok(PACKAGES.to_vec());
    }
    let find = |name: &String| {
        let known = || PACKAGES.iter().map(|package| package.0).collect::<Vec<_>>().join(", ");
        let found = PACKAGES.iter().find(|package| package.0 == *name).copied();
        found.with_context(|| format!("{name} is no package; there are {}", known()))
    };
    names.iter().map(find).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_packages_are_named_with_those_there_are() {
        let error = select(&["rpm".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("rpm is no package") && error.contains("debian"), "{error}");
        assert_eq!(select(&["npm".to_owned(), "archive".to_owned()]).unwrap()[1].0, "archive");
        assert_eq!(select(&[]).unwrap().len(), PACKAGES.len());
    }
}
