//! Files as other programs write them, files without triangles, and files that name others.

mod common;
use common::*;
use serde_json::json;

/// The cube in the formats of text, with a byte order mark, in other systems' lines, and with comments where there may be
/// some: the same mesh.
#[test]
fn texts_of_other_programs_are_the_same_meshes() {
    let bench = Bench::new();
    let cook = |name: &str, bytes: &[u8]| {
        bench.write(name, bytes);
        bench.good(&format!("cook -q {name} -o a.carom"));
        std::fs::read(bench.path("a.carom")).unwrap()
    };
    for (name, bytes) in cubes() {
        let Ok(text) = String::from_utf8(bytes) else { continue };
        if name.ends_with(".3mf") || name == "binary.stl" {
            continue;
        }
        let expected = cook(name, text.as_bytes());
        let marked = format!("\u{feff}{text}");
        assert_eq!(cook(name, marked.as_bytes()), expected, "{name}");
        assert_eq!(cook(name, marked.replace('\n', "\r\n").as_bytes()), expected, "{name}");
        if ["cube.obj", "cube.off", "text.stl"].contains(&name) {
            assert_eq!(cook(name, marked.replace('\n', "\r").as_bytes()), expected, "{name}");
        }
    }
    let text = String::from_utf8(obj()).unwrap();
    let expected = cook("cube.obj", &obj());
    assert_eq!(cook("cube.obj", text.replace("\nf", " # next\nf").as_bytes()), expected);
    assert_eq!(cook("cube.obj", text.replace("v 1 1 1", "V 1 1 1 0.5 0 0").as_bytes()), expected);
}

#[test]
fn no_triangles_are_a_mesh_in_every_format() {
    let bench = Bench::new();
    bench.write("none.stl", "solid nothing\nendsolid nothing\n");
    bench.run("cook -q none.stl -o none.carom");
    bench.write("e.off", "OFF\n0 0 0\n");
    let mut names = vec!["e.off"];
    for name in ["e.obj", "e.ply", "e.stl", "e.glb"] {
        bench.good(&format!("export -q none.carom -o {name}"));
        names.push(name);
    }
    bench.write("points.obj", "v 0 0 0\n");
    names.push("points.obj");
    for name in names {
        let said = bench.run(&format!("cook {name} -o a.carom"));
        assert_eq!((said.code, said.err), (0, format!("note: {name}: there are no triangles\n")));
        assert_eq!(bench.json("info a.carom --json")["triangles"], 0, "{name}");
        assert_eq!(bench.json(&format!("info {name} --json"))["triangles"], 0, "{name}");
    }
}

#[test]
fn what_is_left_out_is_noted() {
    let bench = Bench::new();
    let mut stl = stl_binary();
    stl.extend(b"behind");
    stl[..5].copy_from_slice(b"other");
    bench.write("a.stl", stl);
    bench.write("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2\nbad word\n");
    for (name, notes) in [
        ("a.stl", vec!["6 bytes behind the 12 triangles are left out"]),
        (
            "a.obj",
            vec![
                "1 faces with fewer than three corners are left out",
                "1 statements are not known and left out, first line 6: `bad`",
            ],
        ),
    ] {
        let said = bench.run(&format!("cook {name} -o a.carom"));
        let lines: Vec<String> = notes.iter().map(|note| format!("note: {name}: {note}")).collect();
        assert_eq!((said.code, said.err.trim_end()), (0, lines.join("\n").as_str()));
    }
}

#[test]
fn gltf_reads_no_file_outside_of_its_folder() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path("in/deep")).unwrap();
    bench.write("outside.bin", gltf_buffer());
    bench.write("in/beside.bin", gltf_buffer());
    bench.write("in/deep/below.bin", gltf_buffer());
    let cook = |uri: &str| {
        bench.write("in/a.gltf", gltf_json(Some(uri)).to_string());
        format!("cook -q in/a.gltf -o in/{}", if uri.contains("bin") { "a.carom" } else { "b.carom" })
    };
    for uri in ["beside.bin", "./beside.bin", "deep/below.bin", "deep%2Fbelow.bin"] {
        let said = bench.run(&cook(uri));
        assert_eq!(said.code, 0, "{uri}: {}", said.err);
    }
    let absolute = bench.path("outside.bin").display().to_string();
    for uri in [
        "../outside.bin",
        "deep/../../outside.bin",
        "%2e%2e/outside.bin",
        "..%2Foutside.bin",
        "..\\outside.bin",
        "../../../../etc/passwd",
        "/etc/passwd",
        "file:///etc/passwd",
        &absolute,
    ] {
        let error = bench.bad(&cook(uri));
        let says = "is no file beside this one or below its folder";
        assert_eq!(error, format!("in/a.gltf: buffers[0]: `{uri}`: {says}"));
    }
    assert!(bench.bad(&cook("none.bin")).starts_with("in/a.gltf: buffers[0]: `none.bin`: "));
    assert_eq!(bench.bad(&cook("deep")), "in/a.gltf: buffers[0]: `deep`: is a folder");
}

#[test]
fn other_versions_of_gltf_are_refused() {
    let bench = Bench::new();
    let mut old: serde_json::Value = serde_json::from_slice(&gltf()).unwrap();
    old["asset"]["version"] = json!("1.0");
    bench.write("a.gltf", old.to_string());
    assert_eq!(bench.bad("cook a.gltf -o a.carom"), "a.gltf: asset.version: `1.0`: only glTF 2.0 is read");
}

#[test]
fn folders_are_no_files() {
    let bench = Bench::new();
    std::fs::create_dir_all(bench.path("folder.obj")).unwrap();
    std::fs::create_dir_all(bench.path("folder")).unwrap();
    for name in ["folder", "folder.obj"] {
        for line in [format!("cook {name} -o a.carom"), format!("info {name}"), format!("bench {name}")] {
            assert_eq!(bench.bad(&line), format!("{name}: is a folder"));
        }
    }
    assert!(bench.misused("cook a.xyz -o a.carom").starts_with("a.xyz: not a mesh or level"));
}

#[test]
fn negative_values_are_refused_in_carom_s_words() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    for (line, says) in [
        ("cook cube.obj -o a.carom --scale -1", "expected a positive, finite number"),
        ("cook cube.obj -o a.carom --scale 1e39", "expected a positive, finite number"),
        ("sdf cube.obj --thickness -1", "expected a distance"),
        ("sdf cube.obj --max-distance -1", "expected a distance"),
        ("pairs cube.carom cube.carom --within -1", "expected a distance"),
        ("render cube.carom -o a.png --fov -30", "expected degrees from 1 to 170"),
        ("render cube.carom -o a.png --at 1e39", "`1e39` is beyond 32-bit floats"),
        ("render cube.carom -o a.png --up 0,0,0", "expected a direction"),
        ("render cube.carom -o a.png --eye 1,2,3 --target 1,2,3", "--target: is the place of --eye"),
        (
            "query cube.carom contacts-sphere 0 0 0 1 --png a.png --eye 1,2,3 --target 1,2,3",
            "--target: is the place",
        ),
    ] {
        let said = bench.run(line);
        assert_eq!(said.code, 2, "{line}: {}", said.err);
        assert!(said.err.contains(says) && !said.err.contains("tip:"), "{line}: {}", said.err);
    }
}
