//! Damaged and hostile files are errors that name the fault, and never more.

mod common;
use common::*;
use serde_json::json;

/// Cooks bytes that may be anything: success or a one-line error, nothing half written, no panic.
fn survives(bench: &Bench, name: &str, bytes: &[u8], what: &str) {
    bench.write(name, bytes);
    let said = bench.run(&format!("cook -q {name} -o out.carom"));
    assert!(!said.err.contains("panicked"), "{name}, {what}: {}", said.err);
    match said.code {
        0 => {
            bench.good("info out.carom --json");
            std::fs::remove_file(bench.path("out.carom")).unwrap();
        }
        1 => {
            assert!(said.err.starts_with(&format!("error: {name}: ")), "{name}, {what}: {}", said.err);
            assert_eq!(said.err.lines().count(), 1, "{name}, {what}: {}", said.err);
        }
        code => panic!("{name}, {what}: exit {code}: {}", said.err),
    }
    assert_eq!(bench.names(), [name], "{name}, {what}");
}

/// Random numbers, the same in each run.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) as usize
}

#[test]
fn truncated_files_are_survived() {
    for (name, bytes) in cubes() {
        let bench = Bench::new();
        let step = (bytes.len() / 40).max(1);
        (0..bytes.len())
            .step_by(step)
            .for_each(|len| survives(&bench, name, &bytes[..len], &format!("{len} bytes")));
        survives(&bench, name, &bytes[..bytes.len() - 1], "all but one byte");
    }
}

#[test]
fn corrupted_files_are_survived() {
    let mut state = 1;
    for (name, bytes) in cubes() {
        let bench = Bench::new();
        for round in 0..60 {
            let mut damaged = bytes.clone();
            for _ in 0..=round % 3 {
                let at = random(&mut state) % damaged.len();
                damaged[at] =
                    [0, 0xff, b'9', b'-', b' ', b'\n', random(&mut state) as u8][random(&mut state) % 7];
            }
            survives(&bench, name, &damaged, &format!("round {round}"));
        }
    }
}

#[test]
fn garbage_is_survived() {
    let mut state = 7;
    for name in ["a.obj", "a.stl", "a.ply", "a.gltf", "a.glb", "a.off", "a.3mf"] {
        let bench = Bench::new();
        for start in [
            "",
            "solid ",
            "ply\nformat ascii 1.0\n",
            "glTF\x02\0\0\0",
            "{",
            "f 1/2/3/4/5 //",
            "v ",
            "OFF ",
            "PK\x03\x04",
        ] {
            let noise: Vec<u8> = (0..200).map(|_| random(&mut state) as u8).collect();
            survives(&bench, name, &[start.as_bytes(), &noise].concat(), start);
            survives(&bench, name, start.as_bytes(), start);
        }
    }
}

#[test]
fn huge_claims_are_refused_at_once() {
    let bench = Bench::new();
    let ply = |lines: &str| format!("ply\nformat binary_little_endian 1.0\n{lines}end_header\n");
    bench.write("a.ply", ply("element vertex 18446744073709551615\nproperty float x\n"));
    assert!(
        bench.bad("cook a.ply -o a.carom").starts_with("a.ply: element vertex: 18446744073709551615 of them")
    );
    bench.write("b.ply", ply("element nothing 60\n"));
    assert!(bench.bad("cook b.ply -o a.carom").contains("element nothing: 60 of them do not fit"));
    let list = "element face 1\nproperty list uint uint vertex_indices\n";
    bench.write("c.ply", [ply(list).as_bytes(), &[0xff; 8]].concat());
    bench.bad("cook c.ply -o a.carom");

    let mut stl = stl_binary();
    stl[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    stl[..5].copy_from_slice(b"xxxxx");
    bench.write("a.stl", stl);
    let error = bench.bad("cook a.stl -o a.carom");
    assert_eq!(error, "a.stl: 4294967295 triangles take 214748364834 bytes, but the file has 684");

    // An accessor without a view is all zeros but for its sparse elements, and may say any number.
    let mut gltf: serde_json::Value = serde_json::from_slice(&gltf()).unwrap();
    let sparse = json!({
        "count": 1, "indices": { "bufferView": 1, "componentType": 5123 }, "values": { "bufferView": 0 },
    });
    gltf["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    gltf["accessors"][0]["sparse"] = sparse;
    gltf["accessors"][0]["count"] = json!(1_000_000_000_000u64);
    bench.write("a.gltf", gltf.to_string());
    let error = bench.bad("cook a.gltf -o a.carom");
    assert!(error.contains("accessors[0]: 1000000000000 elements in 168 bytes"), "{error}");
}

#[test]
fn errors_name_the_element() {
    let bench = Bench::new();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let case = |name: &str, bytes: &[u8], expected: &str| {
        bench.write(name, bytes);
        for line in [format!("cook {name} -o out.carom"), format!("info {name}")] {
            assert_eq!(bench.bad(&line), format!("{name}: {expected}"));
        }
    };
    let ply = text(ply_text());
    case(
        "a.ply",
        ply.replace("4 0 2 3 1", "4 0 2 9 1").as_bytes(),
        "indices[2]: 9 is not below vertex_count 8",
    );
    case("a.ply", ply.replace("4 0 2 3 1", "4 0 2 -1 1").as_bytes(), "face 0: a vertex index is negative");
    case(
        "a.ply",
        ply.replace("\n1 0 0", "\n1 1e39 0").as_bytes(),
        "line 15: positions[1]: `1e39` is beyond 32-bit floats",
    );
    case("a.ply", ply.replace("\n1 0 0", "\n1 nan 0").as_bytes(), "line 15: NaN is not finite");
    case("a.ply", ply.replace("4 0 2 3 1", "4 0 2 x 1").as_bytes(), "line 22: `x` is not a number");
    case(
        "a.ply",
        ply.replace("4 0 2 3 1", "5 0 2 3 1").as_bytes(),
        "line 22: Expected 5 list elements, but found only 4.",
    );
    case("a.ply", b"ply\nformat ascii 1.0\nelement\n", "line 3: Couldn't parse line.");
    case("a.ply", ply.replace("double z", "double w").as_bytes(), "element vertex has no property z");
    case("a.obj", b"v 0 0 0\nv 0 inf 0\nf 1 2 1\n", "line 2: positions[1].y: inf is not finite");
    case("a.obj", b"v 0 0 0\nf 1 1 2\n", "line 2: index 2 names none of the 1 vertices");
    case(
        "a.obj",
        b"v 0 0 0\nv 0 1e40 0\nf 1 2 1\n",
        "line 2: positions[1].y: `1e40` is beyond 32-bit floats",
    );
    case(
        "a.obj",
        b"\x8f\x02\xff nothing of the kind\n\0\n",
        "line 1: `\u{fffd}\\u{2}\u{fffd}` is no statement of OBJ",
    );
    let text_stl = text(stl_text());
    for (word, says) in [("q", "`q` is not a number"), ("1e39", "`1e39` is beyond 32-bit floats")] {
        let text = text_stl.replacen(" 0 0\n", &format!(" 0 {word}\n"), 1);
        case("a.stl", text.as_bytes(), &format!("line 4: positions[0].z: {says}"));
    }
    let mut nan = ply_binary(true);
    let start = nan.windows(11).position(|word| word == b"end_header\n").unwrap() + 11;
    nan[start + 13 + 8..][..4].copy_from_slice(&f32::NAN.to_be_bytes());
    case("a.ply", &nan, "positions[1].z: NaN is not finite");
    let mut stl = stl_binary();
    stl[84 + 50 + 12..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    case("a.stl", &stl, "positions[3].x: NaN is not finite");
    stl.truncate(200);
    stl[0] = b'x';
    case("a.stl", &stl, "12 triangles take 684 bytes, but the file has 200");
    case("a.stl", b"short", "5 bytes are too few for STL");

    let mut loops = gltf_json(Some("data:;base64,"));
    loops["nodes"][2]["children"] = json!([1]);
    loops["buffers"][0]["byteLength"] = json!(1);
    case("a.gltf", loops.to_string().as_bytes(), "buffers[0]: 1 bytes are missing");
    let mut loops: serde_json::Value = serde_json::from_slice(&gltf()).unwrap();
    loops["nodes"][2]["children"] = json!([1]);
    case("a.gltf", loops.to_string().as_bytes(), "nodes[1]: has more than one parent");
    let mut index: serde_json::Value = serde_json::from_slice(&gltf()).unwrap();
    index["accessors"][0]["count"] = json!(4);
    let error = "meshes[0].primitives[0]: indices[6]: 4 is not below vertex_count 4";
    case("a.gltf", index.to_string().as_bytes(), error);
    assert!(bench.bad("cook none.obj -o a.carom").starts_with("none.obj: "));
    assert!(bench.bad("info none.carom").starts_with("none.carom: "));
}

#[test]
fn damaged_blobs_are_refused_in_the_library_s_words() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    let good = std::fs::read(bench.path("cube.carom")).unwrap();
    for at in (0..good.len()).step_by(97) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x20;
        bench.write("bad.carom", bytes);
        for line in ["info bad.carom", "query bad.carom closest-point 0 0 0", "render bad.carom -o a.png"] {
            let error = bench.bad(line);
            assert!(error.starts_with("bad.carom: blob: "), "{error}");
        }
    }
    bench.write("bad.carom", &good[..good.len() - 64]);
    let error = bench.bad("info bad.carom");
    let (all, cut) = (good.len(), good.len() - 64);
    assert_eq!(error, format!("bad.carom: blob: says {all} bytes, but {cut} were given"));
    assert!(bench.bad("query cube.obj closest-point 0 0 0").contains("not a cooked file"));
}
