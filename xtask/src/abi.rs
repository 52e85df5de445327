//! `cargo xtask abi`: compares the C interface with the description of it that is committed, or writes that anew.

use crate::{Project, tools};
use anyhow::Result;
use clap::Args;
use std::fs;
use xshell::cmd;

#[derive(Args)]
pub(crate) struct Options {
    /// Write the description anew: what programs that are compiled already rely on changes
    #[arg(long)]
    bless: bool,
}

pub(crate) fn run(project: &Project, options: &Options) -> Result<()> {
    let sh = &project.sh;
    tools::ensure(sh, tools::BUILD)?;
    tools::ensure(sh, tools::ABI)?;
    let (root, work) = (&project.root, project.target.join("abi"));
    let bless = if options.bless { "ON" } else { "OFF" };
    cmd!(
        sh,
        "cmake -DHEADER={root}/include/carom.h -DDUMP={root}/capi/abi/carom.abi -DWORK={work} -DCOMPILER=cc
        -DABIDW=abidw -DABIDIFF=abidiff -DBLESS={bless} -P cmake/Abi.cmake"
    )
    .run()?;
    let header = fs::read_to_string(root.join("include/carom.h"))?;
    let (path, current) = (root.join("capi/abi/constants.txt"), constants(&header));
    if options.bless {
        fs::write(path, current)?;
    }
    Ok(())
}

/// The constants of the header with their values, a line each: the part of the interface that compiled programs contain, and
/// no library.
pub(crate) fn constants(header: &str) -> String {
    let is_name =
        |text: &str| text.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    let constant = |line: &str| {
        let line = line.trim();
        let (name, value) = match line.strip_prefix("#define ") {
            Some(definition) => definition.split_once(' ')?,
            None => line.strip_suffix(',')?.split_once(" = ")?,
        };
        let counts = name.starts_with("CAROM_") && is_name(name) && !name.starts_with("CAROM_VERSION");
        (counts && name != "CAROM_API").then(|| format!("{name} {value}\n"))
    };
    header.lines().filter_map(constant).collect()
}

#[cfg(test)]
mod tests {
    use super::constants;

    /// Needs none of the tools, so that it runs everywhere.
    #[test]
    fn constants_keep_their_values() {
        let committed = include_str!("../../capi/abi/constants.txt");
        let current = constants(include_str!("../../include/carom.h"));
        assert!(current.contains("CAROM_ERROR_FILE -14\n") && current.contains("CAROM_OPEN_BORROW 1\n"));
        for line in committed.lines() {
            let is_kept = current.lines().any(|other| other == line);
            assert!(
                is_kept,
                "{line} is promised (docs/compatibility.md), and the header says something else"
            );
        }
        assert_eq!(committed, current, "there are new ones: cargo xtask abi --bless");
    }
}
