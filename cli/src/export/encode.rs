//! Triangles as the bytes of a file.

use super::surface::Surface;
use anyhow::{Context, Result};
use glam::DVec3;
use serde_json::json;
use std::io::Write;

/// Text with as many digits as tell each number from its neighbours.
pub(super) fn obj(surface: &Surface) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    for [x, y, z] in &surface.positions {
        writeln!(bytes, "v {x} {y} {z}")?;
    }
    for triangle in &surface.triangles {
        let [a, b, c] = triangle.map(|corner| u64::from(corner) + 1);
        writeln!(bytes, "f {a} {b} {c}")?;
    }
    Ok(bytes)
}

/// Binary, little endian.
pub(super) fn ply(surface: &Surface) -> Result<Vec<u8>> {
    let (vertices, faces) = (surface.positions.len(), surface.triangles.len());
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex {vertices}\nproperty float x\nproperty float y\n\
         property float z\nelement face {faces}\nproperty list uchar uint vertex_indices\nend_header\n"
    )
    .into_bytes();
    bytes.extend(positions(surface));
    for triangle in &surface.triangles {
        bytes.push(3);
        bytes.extend(triangle.iter().flat_map(|corner| corner.to_le_bytes()));
    }
    Ok(bytes)
}

/// Binary.
pub(super) fn stl(surface: &Surface) -> Result<Vec<u8>> {
    let count = u32::try_from(surface.triangles.len()).ok().context("more triangles than STL can count")?;
    let mut bytes = vec![0; 80];
    bytes.extend(count.to_le_bytes());
    for triangle in &surface.triangles {
        let corners = triangle.map(|corner| surface.positions[corner as usize]);
        let [a, b, c] = corners.map(|corner| DVec3::from_array(corner.map(f64::from)));
        let normal = (b - a).cross(c - a).normalize_or_zero().as_vec3().to_array();
        let numbers = normal.iter().chain(corners.as_flattened());
        bytes.extend(numbers.flat_map(|value| value.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    Ok(bytes)
}

/// Binary glTF 2.0: a mesh, or no scene at all if there are no triangles.
pub(super) fn glb(surface: &Surface) -> Result<Vec<u8>> {
    let mut data: Vec<u8> = positions(surface).collect();
    let split = data.len();
    data.extend(surface.triangles.as_flattened().iter().flat_map(|corner| corner.to_le_bytes()));
    let mut document = json!({ "asset": { "version": "2.0", "generator": "carom" } });
    if surface.triangles.is_empty() {
        data.clear();
    } else {
        let fold = |pick: fn(f32, f32) -> f32| {
            let all = surface.positions.iter().copied();
            all.reduce(|a, b| std::array::from_fn(|k| pick(a[k], b[k]))).unwrap_or_default()
        };
        document["scene"] = json!(0);
        document["scenes"] = json!([{ "nodes": [0] }]);
        document["nodes"] = json!([{ "mesh": 0 }]);
        document["meshes"] = json!([{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }]);
        document["buffers"] = json!([{ "byteLength": data.len() }]);
        document["bufferViews"] = json!([
            { "buffer": 0, "byteOffset": 0, "byteLength": split, "target": 34962 },
            { "buffer": 0, "byteOffset": split, "byteLength": data.len() - split, "target": 34963 },
        ]);
        document["accessors"] = json!([
            { "bufferView": 0, "componentType": 5126, "count": surface.positions.len(), "type": "VEC3",
              "min": fold(f32::min), "max": fold(f32::max) },
            { "bufferView": 1, "componentType": 5125, "count": surface.triangles.len() * 3, "type": "SCALAR" },
        ]);
    }
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut chunks = vec![(b"JSON", text)];
    if !data.is_empty() {
        chunks.push((b"BIN\0", data));
    }
    let word = |size: usize| u32::try_from(size).map(u32::to_le_bytes).ok().context("too large for .glb");
    let size = 12 + chunks.iter().map(|(_, bytes)| 8 + bytes.len()).sum::<usize>();
    let mut bytes = Vec::with_capacity(size);
    bytes.extend(b"glTF");
    bytes.extend(word(2)?);
    bytes.extend(word(size)?);
    for (kind, content) in chunks {
        bytes.extend(word(content.len())?);
        bytes.extend(kind);
        bytes.extend(content);
    }
    Ok(bytes)
}

fn positions(surface: &Surface) -> impl Iterator<Item = u8> {
    surface.positions.as_flattened().iter().flat_map(|value| value.to_le_bytes())
}
