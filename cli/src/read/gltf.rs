//! glTF 2.0, text and binary, by `gltf`: all triangles of the default scene, with their nodes' transforms,
//! in the order of the nodes, depth first. Skins and morph targets are taken at rest.

use super::labels::{LabelBy, Labels};
use super::source::{Source, index_count};
use crate::reading::read_on;
use anyhow::{Context, Result, anyhow, bail, ensure};
use base64::Engine;
use carom::mesh::MeshInput;
use glam::{DMat4, DVec3, Mat4};
use gltf::accessor::{Accessor, DataType, Dimensions};
use gltf::buffer::Source as BufferSource;
use gltf::mesh::{Mode, Primitive};
use gltf::{Gltf, Node, Semantic};
use std::fs::File;
use std::path::Path;

pub(super) fn read(bytes: &[u8], directory: &Path, by: Option<LabelBy>) -> Result<Source> {
    let Gltf { document, mut blob } = Gltf::from_slice(bytes)?;
    let version = &document.as_json().asset.version;
    ensure!(version.starts_with("2."), "asset.version: `{version}`: only glTF 2.0 is read");
    let buffers = document
        .buffers()
        .map(|buffer| {
            let name = || format!("buffers[{}]", buffer.index());
            let data = match buffer.source() {
                BufferSource::Bin => blob.take().context("there is no binary chunk").with_context(name)?,
                BufferSource::Uri(uri) => load(uri, directory, buffer.length()).with_context(name)?,
            };
            ensure!(
                data.len() >= buffer.length(),
                "{}: {} bytes are missing",
                name(),
                buffer.length() - data.len()
            );
            Ok(data)
        })
        .collect::<Result<Vec<_>>>()?;

    let mut scene = Scene { buffers, source: Source::default(), left_out: 0 };
    scene.source.labels = by.map(|_| Labels::default());
    let mut visited = vec![false; document.nodes().len()];
    // Without any scene the nodes that are no one's children are the roots.
    let roots: Vec<Node> = match document.default_scene().or_else(|| document.scenes().next()) {
        Some(scene) => scene.nodes().collect(),
        None => {
            let mut is_child = vec![false; document.nodes().len()];
            document
                .nodes()
                .flat_map(|node| node.children())
                .for_each(|child| is_child[child.index()] = true);
            document.nodes().filter(|node| !is_child[node.index()]).collect()
        }
    };
    let mut stack: Vec<(Node, DMat4)> = roots.into_iter().rev().map(|node| (node, DMat4::IDENTITY)).collect();
    while let Some((node, parent)) = stack.pop() {
        let i = node.index();
        ensure!(!std::mem::replace(&mut visited[i], true), "nodes[{i}]: has more than one parent");
        let transform = parent * Mat4::from_cols_array_2d(&node.transform().matrix()).as_dmat4();
        if let Some(mesh) = node.mesh() {
            for primitive in mesh.primitives() {
                let name = || format!("meshes[{}].primitives[{}]", mesh.index(), primitive.index());
                let before = scene.source.indices.len();
                scene.add(&primitive, &transform).with_context(name)?;
                let count = (scene.source.indices.len() - before) / 3;
                if let Some((labels, by)) = scene.source.labels.as_mut().zip(by) {
                    let (key, name) = label(by, &node, &primitive);
                    labels.push(&key, &name, count)?;
                }
            }
        }
        let first = stack.len();
        stack.extend(node.children().map(|child| (child, transform)));
        stack[first..].reverse();
    }
    scene.source.note(scene.left_out, "primitives of points or lines are left out");
    Ok(scene.source)
}

/// What a primitive's triangles are named after: its number, and its name.
fn label(by: LabelBy, node: &Node, primitive: &Primitive) -> (String, String) {
    let (what, index, name) = match by {
        LabelBy::Materials => {
            let material = primitive.material();
            match material.index() {
                Some(index) => ("materials", index, material.name().map(str::to_string)),
                None => return Default::default(),
            }
        }
        LabelBy::Groups => ("nodes", node.index(), node.name().map(str::to_string)),
    };
    let key = format!("{what}[{index}]");
    let name = name.unwrap_or_else(|| key.clone());
    (key, name)
}

/// Loads the data at a buffer's address, which is in the text itself or in a file beside it or in a folder there. No
/// more than `size` bytes of a file are read.
fn load(uri: &str, directory: &Path, size: usize) -> Result<Vec<u8>> {
    if let Some(data) = uri.strip_prefix("data:") {
        let (_, data) = data.split_once(";base64,").context("a data URI that is not base64")?;
        return Ok(base64::engine::general_purpose::STANDARD.decode(data)?);
    }
    let name = urlencoding::decode(uri).with_context(|| format!("`{uri}`"))?;
    // A backslash parts folders on Windows, and a colon comes after a drive or a scheme.
    let mut parts = name.split(['/', '\\']);
    let leaves = name.starts_with(['/', '\\']) || parts.clone().any(|part| part == "..");
    ensure!(
        !leaves && !parts.next().is_some_and(|first| first.contains(':')),
        "`{uri}`: is no file beside this one or below its folder"
    );
    let path = directory.join(&*name);
    ensure!(!path.is_dir(), "`{uri}`: is a folder");
    let mut data = Vec::new();
    File::open(path)
        .map_err(anyhow::Error::from)
        .and_then(|mut file| read_on(&mut file, &mut data, size as u64))
        .with_context(|| format!("`{uri}`"))?;
    Ok(data)
}

struct Scene {
    buffers: Vec<Vec<u8>>,
    source: Source,
    left_out: usize,
}

impl Scene {
    fn add(&mut self, primitive: &Primitive, transform: &DMat4) -> Result<()> {
        let mode = primitive.mode();
        if !matches!(mode, Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan) {
            self.left_out += 1;
            return Ok(());
        }
        let Some(accessor) = primitive.get(&Semantic::Positions) else {
            bail!("has no positions");
        };
        let reader = primitive.reader(|buffer| self.buffers.get(buffer.index()).map(Vec::as_slice));
        self.check(&accessor)?;
        let is_float = (accessor.data_type(), accessor.dimensions()) == (DataType::F32, Dimensions::Vec3);
        ensure!(is_float, "positions are not vectors of three 32-bit floats");
        let positions: Vec<[f32; 3]> = reader.read_positions().context("positions cannot be read")?.collect();
        ensure!(positions.len() == accessor.count(), "positions are not all there");
        let first = index_count(self.source.positions.len(), "vertices")?;
        let count = index_count(positions.len(), "vertices")?;
        ensure!(first.checked_add(count).is_some(), "more vertices than 32 bits can count");

        let corners: Vec<u32> = match primitive.indices() {
            None => (0..count).collect(),
            Some(accessor) => {
                self.check(&accessor)?;
                let is_index = matches!(accessor.data_type(), DataType::U8 | DataType::U16 | DataType::U32);
                ensure!(
                    is_index && accessor.dimensions() == Dimensions::Scalar,
                    "indices are not whole numbers"
                );
                let corners: Vec<u32> =
                    reader.read_indices().context("indices cannot be read")?.into_u32().collect();
                ensure!(corners.len() == accessor.count(), "indices are not all there");
                corners
            }
        };
        let mut corners = triangles(mode, corners);
        MeshInput::new(&positions, &corners).validate()?;
        if transform.determinant() < 0.0 {
            // A mirror turns triangles over.
            corners.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
        }
        self.source.indices.extend(corners.iter().map(|corner| first + corner));
        let place = |position: [f32; 3]| {
            transform.transform_point3(DVec3::from_array(position.map(f64::from))).as_vec3().to_array()
        };
        self.source.positions.extend(positions.into_iter().map(place));
        Ok(())
    }

    /// Refuses an accessor of more elements than there are bytes: one without a view may say any number.
    fn check(&self, accessor: &Accessor) -> Result<()> {
        let bytes: usize = self.buffers.iter().map(Vec::len).sum();
        if accessor.count() > bytes {
            return Err(anyhow!(
                "accessors[{}]: {} elements in {bytes} bytes",
                accessor.index(),
                accessor.count()
            ));
        }
        Ok(())
    }
}

/// The corners of each triangle, as the specification orders those of strips and fans.
fn triangles(mode: Mode, corners: Vec<u32>) -> Vec<u32> {
    let windows = || corners.windows(3).enumerate();
    match mode {
        Mode::TriangleStrip => windows()
            .flat_map(|(i, w)| if i % 2 == 0 { [w[0], w[1], w[2]] } else { [w[0], w[2], w[1]] })
            .collect(),
        Mode::TriangleFan => windows().flat_map(|(_, w)| [corners[0], w[1], w[2]]).collect(),
        _ => corners,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_fans_are_wound_alike() {
        assert_eq!(triangles(Mode::TriangleStrip, vec![0, 1, 2, 3]), [0, 1, 2, 1, 3, 2]);
        assert_eq!(triangles(Mode::TriangleFan, vec![0, 1, 2, 3]), [0, 1, 2, 0, 2, 3]);
        assert_eq!(triangles(Mode::Triangles, vec![5, 6, 7]), [5, 6, 7]);
        assert!(triangles(Mode::TriangleFan, vec![0, 1]).is_empty());
    }

    #[test]
    fn only_files_beside_are_loaded() {
        assert_eq!(load("data:application/octet-stream;base64,AAEC", Path::new(""), 3).unwrap(), [0, 1, 2]);
        for uri in ["data:,plain", "data:;base64,?", "%ff"] {
            assert!(load(uri, Path::new(""), 1).is_err(), "{uri}");
        }
        let directory = tempfile::tempdir().unwrap();
        let (beside, below) = (directory.path().join("a..b c.bin"), directory.path().join("in"));
        std::fs::create_dir(&below).unwrap();
        std::fs::write(&beside, b"0123").unwrap();
        std::fs::write(below.join("d.bin"), b"4567").unwrap();
        assert_eq!(load("a..b%20c.bin", directory.path(), 3).unwrap(), b"012");
        assert_eq!(load("./in/d.bin", directory.path(), 9).unwrap(), b"4567");
        let absolute = beside.display().to_string();
        for uri in [
            "../a..b c.bin",
            "in/../../a",
            "%2e%2E/a",
            "in%2f..%2fa..b c.bin",
            "in\\..\\a..b c.bin",
            "\\\\host\\a",
            "%5Ca",
            "/dev/zero",
            "%2Fdev%2Fzero",
            "http://host/a.bin",
            "file:///a.bin",
            "file%3A///a.bin",
            "C:a.bin",
            "DATA:;base64,AAEC",
            &absolute,
        ] {
            let error = load(uri, &below, 4).unwrap_err().to_string();
            assert_eq!(error, format!("`{uri}`: is no file beside this one or below its folder"));
        }
        assert_eq!(load("in", directory.path(), 1).unwrap_err().to_string(), "`in`: is a folder");
    }
}
