//! The list of meshes.

use super::{Mesh, read, terrain};
use crate::solid;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// The source of a mesh.
enum Source {
    /// A file of the repository's `assets/`.
    Asset(&'static str),
    /// A file that `cargo xtask peers` fetches by package name.
    Fetched(&'static str),
    /// Made here.
    Terrain,
    /// Brushes, made here.
    World,
    /// The brushes of a level of those that `cargo xtask peers` fetches.
    Level(&'static str),
}

/// A mesh of the list.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    source: Source,
    interior: bool,
    /// The works that it is for.
    pub(crate) asked: Asked,
}

/// The works that a mesh is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Mesh,
    /// The BSP works alone.
    Solid,
    Both,
}

const fn asset(name: &'static str, file: &'static str) -> Named {
    Named { name, source: Source::Asset(file), interior: false, asked: Asked::Mesh }
}

const fn fetched(name: &'static str, file: &'static str, interior: bool) -> Named {
    Named { name, source: Source::Fetched(file), interior, asked: Asked::Mesh }
}

const fn solid(name: &'static str, source: Source) -> Named {
    Named { name, source, interior: true, asked: Asked::Solid }
}

/// All of them, small ones first.
pub(crate) const ALL: &[Named] = &[
    fetched("bunny", "bunny.js", false),
    fetched("dragon_res4", "dragon_vrip_res4.ply.gz", false),
    Named { asked: Asked::Both, ..asset("skull", "skull.stl") },
    fetched("dragon_res3", "dragon_vrip_res3.ply.gz", false),
    fetched("sponza", "sponza.obj", true),
    asset("forearm", "forearm.stl"),
    asset("ribcage", "ribcage.stl"),
    fetched("monastery", "samurai_monastry.obj", true),
    fetched("dragon_res2", "dragon_vrip_res2.ply.gz", false),
    fetched("dragon", "dragon_vrip.ply.gz", false),
    Named { name: "terrain", source: Source::Terrain, interior: false, asked: Asked::Mesh },
    solid("world", Source::World),
    solid("oa_dm1", Source::Level("oa_dm1.bsp")),
    solid("oa_rpg3dm2", Source::Level("oa_rpg3dm2.bsp")),
    solid("islandctf", Source::Level("islandctf.bsp")),
];

/// The ones of a quick run.
pub(crate) const QUICK: &[&str] = &["skull", "dragon", "world", "oa_dm1", "oa_rpg3dm2", "islandctf"];

impl Named {
    /// Reads or makes it; `Ok(None)` if its file is not here.
    pub(crate) fn load(&self, assets: &Path, fetched: &Path, levels: Option<&Path>) -> Result<Option<Mesh>> {
        let path: PathBuf = match self.source {
            Source::Asset(file) => assets.join(file),
            Source::Fetched(file) => fetched.join(file),
            Source::Terrain => {
                let (positions, triangles) = terrain::terrain();
                return Ok(Some(Mesh::new(self.name, self.interior, &positions, &triangles)));
            }
            Source::World => return Ok(Some(solid::random_world(self.name))),
            Source::Level(file) => {
                let path = levels.map(|levels| levels.join(file)).filter(|path| path.exists());
                return path.map(|path| solid::level(self.name, &path)).transpose();
            }
        };
        if path.exists() {
            let mut mesh = read::read(&path, self.name, self.interior)?;
            mesh.solid = (self.asked == Asked::Both).then(|| solid::from_surface(&mesh));
            return Ok(Some(mesh));
        }
        match self.source {
            Source::Asset(_) => bail!("{} is missing", path.display()),
            _ => Ok(None),
        }
    }
}
