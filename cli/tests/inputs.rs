//! Files as other programs write them, files without triangles, and files that name others.

mod common;
use common::*;

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
