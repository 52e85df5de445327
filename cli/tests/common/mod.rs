//! Helpers of the tests of the command: running it, and a cube in every format.
#![allow(dead_code, unreachable_pub)]

use base64::Engine;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// The output of the command.
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Said {
        Said {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub fn command() -> Command {
    Command::new(env!("CARGO_BIN_EXE_carom"))
}

/// A directory to run the command in.
pub struct Bench {
    pub directory: TempDir,
}

impl Bench {
    pub fn new() -> Bench {
        Bench { directory: tempfile::tempdir().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    /// Runs the command with words apart by white space.
    pub fn run(&self, line: &str) -> Said {
        let words = line.split_whitespace();
        command().current_dir(self.directory.path()).args(words).output().unwrap().into()
    }

    /// Runs the command with bytes on standard input. What it writes may be anything.
    pub fn feed(&self, line: &str, bytes: &[u8]) -> Output {
        let mut child = command()
            .current_dir(self.directory.path())
            .args(line.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A command that refuses its arguments reads nothing.
        let _ = child.stdin.take().unwrap().write_all(bytes);
        child.wait_with_output().unwrap()
    }

    /// As `run`, but it must succeed, without a word on standard error.
    pub fn good(&self, line: &str) -> String {
        let said = self.run(line);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "carom {line}");
        said.out
    }

    pub fn json(&self, line: &str) -> Value {
        serde_json::from_str(&self.good(line)).unwrap()
    }

    /// As `run`, but it must fail with a single line, which is returned.
    pub fn bad(&self, line: &str) -> String {
        self.fails(line, 1)
    }

    /// The same where the command line is wrong.
    pub fn misused(&self, line: &str) -> String {
        self.fails(line, 2)
    }

    fn fails(&self, line: &str, code: i32) -> String {
        let before = self.names();
        let said = self.run(line);
        assert_eq!(said.code, code, "carom {line}: {}", said.err);
        assert_eq!(said.err.lines().count(), 1, "carom {line}: {}", said.err);
        assert_eq!(self.names(), before, "carom {line}");
        said.err.trim_end().strip_prefix("error: ").unwrap().to_string()
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.directory.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

pub fn asset(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets").join(name);
    path.canonicalize().unwrap().to_str().unwrap().to_string()
}

/// The corners of the unit cube.
pub fn corners() -> Vec<[f32; 3]> {
    (0..8u8).map(|i| [i & 1, i >> 1 & 1, i >> 2 & 1].map(f32::from)).collect()
}

/// Its faces, counter-clockwise from outside.
pub const QUADS: [[u32; 4]; 6] =
    [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

/// Its faces' fans.
pub fn fans() -> Vec<[u32; 3]> {
    QUADS.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect()
}

pub fn obj() -> Vec<u8> {
    let mut text = String::from("# a cube\no cube\n");
    corners().iter().for_each(|[x, y, z]| text += &format!("v {x} {y} {z}\n"));
    for (i, quad) in QUADS.iter().enumerate() {
        if i == 3 {
            text += "g half\nusemtl none\n";
        }
        let words: Vec<String> = quad.iter().map(|corner| (corner + 1).to_string()).collect();
        text += &format!("f {}\n", words.join(" "));
    }
    text.into_bytes()
}

pub fn stl_text() -> Vec<u8> {
    let mut text = String::from("solid cube\n");
    for triangle in fans() {
        text += "  facet normal nan nan nan\n    outer loop\n";
        for [x, y, z] in triangle.map(|corner| corners()[corner as usize]) {
            text += &format!("      vertex {x:e} {y} {z}\n");
        }
        text += "    endloop\n  endfacet\n";
    }
    (text + "endsolid cube\n").into_bytes()
}

/// With a header as some programs write it, to be taken for text.
pub fn stl_binary() -> Vec<u8> {
    let mut bytes = b"solid but binary".to_vec();
    bytes.resize(80, b' ');
    bytes.extend((fans().len() as u32).to_le_bytes());
    for triangle in fans() {
        let positions = triangle.map(|corner| corners()[corner as usize]);
        bytes.extend([0u8; 12]);
        bytes.extend(positions.as_flattened().iter().flat_map(|value| value.to_le_bytes()));
        bytes.extend([0u8; 2]);
    }
    bytes
}

fn ply_header(format: &str, float: &str) -> String {
    format!(
        "ply\nformat {format} 1.0\ncomment a cube\nelement vertex 8\nproperty {float} x\nproperty {float} y\n\
         property {float} z\nproperty uchar red\nelement face 6\nproperty list uchar int vertex_indices\n\
         element other 1\nproperty list uchar float numbers\nend_header\n"
    )
}

pub fn ply_text() -> Vec<u8> {
    let mut text = ply_header("ascii", "double");
    corners().iter().for_each(|[x, y, z]| text += &format!("{x} {y} {z} 255\n"));
    QUADS.iter().for_each(|[a, b, c, d]| text += &format!("4 {a} {b} {c} {d}\n"));
    (text + "2 0.5 1\n").into_bytes()
}

pub fn ply_binary(big_endian: bool) -> Vec<u8> {
    let format = if big_endian { "binary_big_endian" } else { "binary_little_endian" };
    let mut bytes = ply_header(format, "float").into_bytes();
    let order = |word: [u8; 4]| if big_endian { [word[3], word[2], word[1], word[0]] } else { word };
    for position in corners() {
        bytes.extend(position.iter().flat_map(|value| order(value.to_le_bytes())));
        bytes.push(255);
    }
    for quad in QUADS {
        bytes.push(4);
        bytes.extend(quad.iter().flat_map(|index| order(index.to_le_bytes())));
    }
    bytes.push(1);
    bytes.extend(order(0.5f32.to_le_bytes()));
    bytes
}

/// The cube's buffer: 96 bytes of positions, then 72 of 16-bit indices.
pub fn gltf_buffer() -> Vec<u8> {
    let positions =
        corners().as_flattened().iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
    let indices = fans().as_flattened().iter().flat_map(|&index| (index as u16).to_le_bytes()).collect();
    [positions, indices].concat()
}

/// Two cubes: one as it is, one twice as large, mirrored and moved by (10, 0, 0) in two steps.
pub fn gltf_json(uri: Option<&str>) -> Value {
    let mut buffer = json!({ "byteLength": 168 });
    if let Some(uri) = uri {
        buffer["uri"] = json!(uri);
    }
    json!({
        "asset": { "version": "2.0" },
        "scene": 1,
        "scenes": [{ "nodes": [3] }, { "nodes": [0, 1] }],
        "nodes": [
            { "mesh": 0 },
            { "translation": [10, 0, 0], "children": [2] },
            { "mesh": 0, "scale": [-2, 2, 2] },
            { "mesh": 0, "translation": [99, 0, 0] },
        ],
        "meshes": [{ "primitives": [
            { "attributes": { "POSITION": 0 }, "indices": 1 },
            { "attributes": { "POSITION": 0 }, "mode": 0 },
        ] }],
        "buffers": [buffer],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": 96 },
            { "buffer": 0, "byteOffset": 96, "byteLength": 72 },
        ],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1] },
            { "bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR" },
        ],
    })
}

pub fn gltf() -> Vec<u8> {
    let data = base64::engine::general_purpose::STANDARD.encode(gltf_buffer());
    let uri = format!("data:application/octet-stream;base64,{data}");
    gltf_json(Some(&uri)).to_string().into_bytes()
}

pub fn glb() -> Vec<u8> {
    let mut json = gltf_json(None).to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let data = gltf_buffer();
    let mut bytes = b"glTF".to_vec();
    let word = |value: usize| (value as u32).to_le_bytes();
    bytes.extend([word(2), word(12 + 8 + json.len() + 8 + data.len())].concat());
    bytes.extend([&word(json.len()), b"JSON", &json[..]].concat());
    bytes.extend([&word(data.len()), b"BIN\0", &data[..]].concat());
    bytes
}

pub fn off() -> Vec<u8> {
    let mut text = String::from("OFF # a cube\n8 6 12\n");
    corners().iter().for_each(|[x, y, z]| text += &format!("{x} {y} {z}\n"));
    QUADS.iter().for_each(|[a, b, c, d]| text += &format!("4 {a} {b} {c} {d} 255 0 0\n"));
    text.into_bytes()
}

/// A package of the cube's faces in two objects, which a third one has for components, half of it moved there
/// and back.
pub fn threemf() -> Vec<u8> {
    let vertices: String =
        corners().iter().map(|[x, y, z]| format!("<vertex x=\"{x}\" y=\"{y}\" z=\"{z}\"/>")).collect();
    let object = |id: u32, triangles: &[[u32; 3]], offset: f32| {
        let triangle = |[a, b, c]: &[u32; 3]| format!("<triangle v1=\"{a}\" v2=\"{b}\" v3=\"{c}\"/>");
        let triangles: String = triangles.iter().map(triangle).collect();
        let vertices = vertices.replace("x=\"1\"", &format!("x=\"{}\"", 1.0 + offset));
        let vertices = vertices.replace("x=\"0\"", &format!("x=\"{offset}\""));
        format!(
            "<object id=\"{id}\"><mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles>\
             </mesh></object>"
        )
    };
    threemf_of(&format!(
        "{}{}<object id=\"3\"><components><component objectid=\"1\"/>\
         <component objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 -4 0 0\"/></components></object>",
        object(1, &fans()[..6], 0.0),
        object(2, &fans()[6..], 4.0),
    ))
}

/// A package of these resources, whose object 3 is built.
pub fn threemf_of(resources: &str) -> Vec<u8> {
    let model = format!(
        "<?xml version=\"1.0\"?><model unit=\"millimeter\" \
         xmlns=\"http://schemas.microsoft.com/3dmanufacturing/core/2015/02\"><resources>{resources}</resources>\
         <build><item objectid=\"3\"/></build></model>"
    );
    let relations = "<Relationships><Relationship Id=\"a\" Target=\"/3D/cube.model\" \
                     Type=\"http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel\"/></Relationships>";
    let mut package = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [("_rels/.rels", relations), ("3D/cube.model", &model)] {
        package.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
        package.write_all(text.as_bytes()).unwrap();
    }
    package.finish().unwrap().into_inner()
}

/// The cube in every format, each with a name.
pub fn cubes() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("cube.obj", obj()),
        ("text.stl", stl_text()),
        ("binary.stl", stl_binary()),
        ("text.ply", ply_text()),
        ("little.ply", ply_binary(false)),
        ("big.ply", ply_binary(true)),
        ("cube.gltf", gltf()),
        ("cube.glb", glb()),
        ("cube.off", off()),
        ("cube.3mf", threemf()),
    ]
}
