//! FCPW, libigl and Open3D, from their Python packages: `shims/fields_driver.py` behind a pipe, which takes
//! the times itself.

use super::rival::{Contender, Rival, Run};
use super::subject::{Slices, Subject};
use anyhow::{Context, Result};
use bytemuck::cast_slice;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Name the folders in which packages are installed.
const FOLDER: &str = "PEERS_PYTHON";
const FIELDS_FOLDER: &str = "PEERS_PYTHON_FIELDS";

struct Package {
    library: &'static str,
    folder: &'static str,
    /// Configurations, and whether they sign.
    ways: &'static [(&'static str, bool)],
}

const PACKAGES: &[Package] = &[
    Package { library: "fcpw", folder: FOLDER, ways: &[("vectorised", false)] },
    Package { library: "igl", folder: FIELDS_FOLDER, ways: &[("unsigned", false), ("fast winding", true)] },
    Package { library: "open3d", folder: FIELDS_FOLDER, ways: &[("unsigned", false), ("one ray", true)] },
];

fn python(folder: &str) -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", std::env::var_os(folder).unwrap_or_default());
    command
}

/// A driver, and its requests.
struct Driver {
    process: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    signed: bool,
}

impl Driver {
    fn new(package: &Package, signed: bool) -> Result<Driver> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/shims/fields_driver.py");
        let mut process = python(package.folder)
            .args([script, package.library])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take().context("no pipe")?);
        Ok(Driver { process, input, output, signed })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The end of its input ends it.
        self.input = None;
        if let Err(error) = self.process.wait() {
            eprintln!("fields_driver.py: {error}");
        }
    }
}

impl Rival for Driver {
    fn run(&mut self, subject: &Subject, slices: Slices) -> Result<Run> {
        let points = slices.nodes(&subject.grid);
        let (positions, triangles) = (subject.mesh.positions(), &subject.mesh.triangles);
        let input = self.input.as_mut().context("no pipe")?;
        let counts = [positions.len(), triangles.len(), points.len(), usize::from(self.signed)];
        input.write_all(cast_slice(&counts.map(|count| count as u32)))?;
        input.write_all(cast_slice(positions))?;
        input.write_all(cast_slice(triangles))?;
        input.write_all(cast_slice(&points))?;
        input.flush()?;
        let mut seconds = [[0; 8]; 2];
        self.output.read_exact(seconds.as_flattened_mut()).context("the driver stopped")?;
        let [build, nodes] = seconds.map(f64::from_le_bytes);
        let mut bytes = vec![0; 4 * points.len()];
        self.output.read_exact(&mut bytes).context("the driver stopped")?;
        let values = bytes.as_chunks().0.iter().map(|&value| f32::from_le_bytes(value)).collect();
        Ok(Run { build, nodes, values })
    }
}

/// All that are installed.
pub(super) fn contenders(wanted: impl Fn(&str, bool) -> bool) -> Result<Vec<Contender>> {
    let mut contenders = Vec::new();
    for package in PACKAGES {
        let ways =
            package.ways.iter().filter(|(way, _)| wanted(&format!("{} {way}", package.library), false));
        let ways: Vec<_> = ways.collect();
        let import = format!("import numpy, {}", package.library);
        let is_here = || {
            let tried = python(package.folder).args(["-c", &import]).stderr(Stdio::null()).status();
            tried.is_ok_and(|status| status.success())
        };
        if ways.is_empty() || std::env::var_os(package.folder).is_none() || !is_here() {
            continue;
        }
        for &&(configuration, signs) in &ways {
            contenders.push(Contender {
                library: package.library,
                configuration,
                rival: Box::new(Driver::new(package, signs)?),
                signs,
                by_node: true,
                quick: false,
                largest: u32::MAX,
            });
        }
    }
    Ok(contenders)
}
