//! `cargo xtask package`: packages of the library, in `target/packages`. Each is installed into an empty folder and used there by
//! a small program.

mod archive;
mod conan;
mod crates;
mod debian;
mod native;
mod npm;
mod nuget;
mod unity;
pub(crate) mod users;
mod vcpkg;
mod wheel;
mod work;

use crate::steps::Steps;
use crate::{Project, beside, names};
use anyhow::Result;
use clap::Args;
use std::path::Path;

#[derive(Args)]
pub(crate) struct Options {
    /// The packages: archive, debian, npm, nuget, unity, crates, conan, vcpkg, wheel; all of them if none is named
    names: Vec<String>,
}

/// A package's name, and what makes and checks it.
type Package = (&'static str, fn(&Project, &Path) -> Result<()>);

/// In groups, those that take the longest first. Packages of a group share what is built once.
const GROUPS: &[&[Package]] = &[
    &[("archive", archive::make), ("debian", debian::make), ("nuget", nuget::make), ("unity", unity::make)],
    &[("wheel", wheel::make)],
    &[("conan", conan::make), ("vcpkg", vcpkg::make)],
    &[("npm", npm::make)],
    &[("crates", crates::make)],
];

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let wanted = select(&options.names)?;
    let out = project.target.join("packages");
    project.sh.create_dir(&out)?;
    let work = |project: &Project, group: Vec<&Package>| make_all(project, &out, group);
    let (mut steps, mut result) = (Steps::default(), Ok(()));
    for (its_steps, its_result) in beside::two_at_a_time(project, "packages/beside", wanted, work) {
        steps.append(its_steps);
        result = result.and(its_result);
    }
    steps.print();
    for file in project.sh.read_dir(&out)?.iter().filter(|file| file.is_file()) {
        println!("{:9} bytes  {}", std::fs::metadata(file)?.len(), file.display());
    }
    result
}

/// Makes packages, of which one that fails keeps no other from being made.
fn make_all(project: &Project, out: &Path, packages: Vec<&Package>) -> (Steps, Result<()>) {
    let (mut steps, mut result) = (Steps::default(), Ok(()));
    for (name, make) in packages {
        if let Err(error) = steps.run(name, || make(project, out)) {
            eprintln!("{error:#}");
            result = result.and(Err(error));
        }
    }
    (steps, result)
}

/// The packages of these names in their groups, or all.
fn select(names: &[String]) -> Result<Vec<Vec<&'static Package>>> {
    let known = GROUPS.concat();
    let wanted = names::select(&known, |package| package.0, "package", names)?;
    let is_wanted = |package: &&Package| wanted.iter().any(|wanted| wanted.0 == package.0);
    let groups = GROUPS.iter().map(|group| group.iter().filter(is_wanted).collect::<Vec<_>>());
    Ok(groups.filter(|group| !group.is_empty()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_packages_are_named_with_those_there_are() {
        let error = select(&["rpm".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("rpm is no package") && error.contains("debian"), "{error}");
        let two = select(&["npm".to_owned(), "archive".to_owned()]).unwrap();
        assert_eq!(two.iter().map(|group| group[0].0).collect::<Vec<_>>(), ["archive", "npm"]);
        assert_eq!(select(&[]).unwrap().len(), GROUPS.len());
    }
}
