//! FCPW, from its Python package: `shims/fcpw_driver.py` behind a pipe, which takes the times itself.

use super::{Contender, Library, Subject};
use crate::mesh::Mesh;
use crate::work::{Batch, Work};
use anyhow::{Context, Result};
use bytemuck::cast_slice;
use std::io::{Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Names the folder in which the package is installed.
const FOLDER: &str = "PEERS_PYTHON";

pub(super) fn contenders() -> Vec<Contender> {
    let here = std::env::var_os(FOLDER).is_some()
        && python()
            .args(["-c", "import fcpw, numpy"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success());
    let contender = Contender {
        library: "fcpw",
        configuration: "vectorised".to_owned(),
        build: |mesh, _| Ok(Box::new(Fcpw::new(mesh)?)),
        structure: 0,
        way: 0,
        // Its any-hit batches do not report their answers.
        works: |work, _| !matches!(work, Work::RayAny | Work::AabbList | Work::SphereCast),
        subject: Subject::Mesh,
        quick: false,
    };
    if here { vec![contender] } else { Vec::new() }
}

fn python() -> Command {
    let mut command = Command::new("python3");
    command.env("PYTHONPATH", std::env::var_os(FOLDER).unwrap_or_default());
    command
}

/// The messages, as in the driver.
#[derive(Clone, Copy)]
enum Kind {
    Build,
    Closest,
    Spheres,
    Points,
}

struct Fcpw {
    driver: Child,
    input: Option<ChildStdin>,
    output: ChildStdout,
    bytes: usize,
    seconds: f64,
    values: Vec<f32>,
    found_only: bool,
}

impl Fcpw {
    fn new(mesh: &Mesh) -> Result<Fcpw> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/shims/fcpw_driver.py");
        let mut driver = python().arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (driver.stdin.take(), driver.stdout.take().context("no pipe")?);
        let (bytes, seconds, values) = (0, 0.0, Vec::new());
        let mut fcpw = Fcpw { driver, input, output, bytes, seconds, values, found_only: false };
        fcpw.send(Kind::Build, mesh.triangles.len(), |input| {
            input.write_all(&(mesh.positions().len() as u32).to_le_bytes())?;
            input.write_all(cast_slice(mesh.positions()))?;
            input.write_all(cast_slice(&mesh.triangles))
        })?;
        fcpw.seconds = f64::from_le_bytes(fcpw.receive()?);
        fcpw.bytes = u64::from_le_bytes(fcpw.receive()?) as usize;
        Ok(fcpw)
    }

    fn send(
        &mut self,
        kind: Kind,
        count: usize,
        arrays: impl FnOnce(&mut ChildStdin) -> std::io::Result<()>,
    ) -> Result<()> {
        let input = self.input.as_mut().context("no pipe")?;
        input.write_all(cast_slice(&[kind as u32, count as u32]))?;
        arrays(input)?;
        Ok(input.flush()?)
    }

    fn receive(&mut self) -> Result<[u8; 8]> {
        let mut bytes = [0; 8];
        self.output.read_exact(&mut bytes).context("the driver stopped")?;
        Ok(bytes)
    }

    fn ask(&mut self, kind: Kind, count: usize, questions: &[u8]) -> Result<()> {
        self.send(kind, count, |input| input.write_all(questions))?;
        self.seconds = f64::from_le_bytes(self.receive()?);
        let mut bytes = vec![0; 4 * count];
        self.output.read_exact(&mut bytes)?;
        self.values = bytes.as_chunks().0.iter().map(|&value| f32::from_le_bytes(value)).collect();
        Ok(())
    }
}

impl Drop for Fcpw {
    fn drop(&mut self) {
        // The end of its input ends it.
        self.input = None;
        if let Err(error) = self.driver.wait() {
            eprintln!("fcpw: {error}");
        }
    }
}

impl Library for Fcpw {
    fn bytes(&self) -> usize {
        self.bytes
    }

    fn run(&mut self, batch: Batch, _: usize) {
        self.found_only = matches!(batch, Batch::Spheres(_));
        let asked = match batch {
            Batch::Closest(rays) | Batch::Coherent(rays) => {
                self.ask(Kind::Closest, rays.len(), cast_slice(rays))
            }
            Batch::Spheres(spheres) => self.ask(Kind::Spheres, spheres.len(), cast_slice(spheres)),
            Batch::Points(points) => self.ask(Kind::Points, points.len(), cast_slice(points)),
            _ => unreachable!("not asked"),
        };
        asked.expect("the driver answers");
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.seconds)
    }

    fn answers(&self) -> Vec<f32> {
        let found = |value: &f32| if self.found_only { f32::from(value.is_finite()) } else { *value };
        self.values.iter().map(found).collect()
    }
}
