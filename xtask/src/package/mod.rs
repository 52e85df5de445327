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
use crate::{Project, names};
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

const PACKAGES: &[Package] = &[
    ("archive", archive::make),
    ("debian", debian::make),
    ("npm", npm::make),
    ("nuget", nuget::make),
    ("unity", unity::make),
    ("crates", crates::make),
    ("conan", conan::make),
    ("vcpkg", vcpkg::make),
    ("wheel", wheel::make),
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

fn select(names: &[String]) -> Result<Vec<&'static Package>> {
    names::select(PACKAGES, |package| package.0, "package", names)
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
