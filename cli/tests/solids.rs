//! Solids: levels and closed meshes, cooked into BSP trees, asked and drawn.

mod common;
use carom_levels::attributes::*;
use common::*;
use serde_json::{Value, json};
use std::path::Path;

fn level(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels/tests/fixtures").join(name);
    path.canonicalize().unwrap().to_str().unwrap().to_string()
}

fn room() -> Bench {
    let bench = Bench::new();
    bench.good(&format!("cook -q {} -o room.carom", level("room.map")));
    bench
}

#[test]
fn levels_are_cooked() {
    let bench = Bench::new();
    let map = level("room.map");
    let said = bench.run(&format!("cook {map} -o room.carom --json"));
    let note = |what: &str| format!("note: {map}: {what} left out\n");
    let notes = [
        note("1 brush that nothing collides with"),
        note("1 entity that is not part of the world, with 1 brush,"),
    ];
    assert_eq!((said.code, said.err), (0, notes.concat()));
    let object: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        (&object["kind"], &object["brushes"], &object["faces"]),
        (&json!("bsp"), &json!(20), &json!(123))
    );
    assert_eq!(object["report"]["skipped_brushes"], 0);
    assert_eq!(object["notes"].as_array().unwrap().len(), 2);

    let info = bench.json("info room.carom --json");
    let size = std::fs::metadata(bench.path("room.carom")).unwrap().len();
    assert_eq!(info["bytes"]["total"], size);
    let parts = info["bytes"].as_object().unwrap().iter().filter(|(name, _)| *name != "total");
    assert_eq!(parts.map(|(_, bytes)| bytes.as_u64().unwrap()).sum::<u64>(), size);
    assert_eq!(info["bytes_per_face"], size as f64 / 123.0);
    assert_eq!(info["bounds"], json!({ "min": [-16.0, -16.0, -48.0], "max": [528.0, 400.0, 208.0] }));
    let any = SOLID | WATER | PLAYER_CLIP | MONSTER_CLIP | DETAIL | SKY;
    assert_eq!(info["attributes"], json!({ "any": any, "all": 0 }));
    assert_eq!((&info["inverse"], &info["leaks"]), (&json!(false), &json!(false)));
    let text = bench.good("info room.carom");
    assert!(text.contains("kind            bsp\n") && text.contains("  brushes         20\n"), "{text}");

    let info = bench.json(&format!("info {map} --json"));
    assert_eq!(
        (&info["kind"], &info["format"], &info["brushes"]),
        (&json!("source"), &json!("map"), &json!(20))
    );
    assert_eq!((&info["attributes"]["solid"], &info["attributes"]["water"]), (&json!(18), &json!(1)));
    let text = bench.good(&format!("info {map}"));
    assert!(text.contains("18 solid, 1 water, 1 player-clip"), "{text}");
    // As said or not, it is the same.
    bench.good(&format!("cook -q {map} -o same.carom --as bsp"));
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("room.carom"), bytes("same.carom"));
}

#[test]
fn every_query_is_answered() {
    let bench = room();
    let ask = |line: &str| {
        let mut answer = bench.json(&format!("query room.carom --json {line}"));
        assert_eq!(answer.as_object_mut().unwrap().remove("query"), Some(json!(0)));
        answer
    };
    assert_eq!(ask("contains-point 64 64 -8"), json!({ "solid": true, "brush": 0, "attributes": 1 }));
    assert_eq!(ask("contains-point 64 64 8"), json!({ "solid": false }));
    assert_eq!(ask("overlap-sphere 64 64 20 19"), json!({ "overlap": false }));
    assert_eq!(ask("overlap-sphere 64 64 20 20"), json!({ "overlap": true }));
    // Beyond the end of the slanted wall's edge: the published rule reports solids that are farther.
    assert_eq!(ask("overlap-sphere 258 282 24 16"), json!({ "overlap": false }));
    assert_eq!(ask("overlap-sphere 258 286 24 16 --threshold"), json!({ "overlap": true }));
    assert_eq!(ask("overlap-sphere 262 286 24 16 --threshold"), json!({ "overlap": true }));
    assert_eq!(ask("overlap-sphere 262 286 24 16"), json!({ "overlap": false }));
    let contact = json!({
        "hit": true, "brush": 0, "depth": 6.0, "point": [64.0, 64.0, 0.0], "normal": [0.0, 0.0, 1.0],
    });
    assert_eq!(ask("collide-sphere 64 64 10 16"), contact);
    assert_eq!(ask("collide-sphere 64 64 20 16"), json!({ "hit": false }));
    let cast = ask("cast-sphere 64 64 100 16 0 0 -200");
    assert!((cast["t"].as_f64().unwrap() - 0.42).abs() < 1e-6, "{cast}");
    assert_eq!((&cast["brush"], &cast["normal"]), (&json!(0), &json!([0.0, 0.0, 1.0])));
    assert_eq!(ask("cast-sphere 64 64 100 16 0 0 20"), json!({ "hit": false }));
    // The ray meets the water, or the pool's floor where water is left out.
    assert_eq!(ask("raycast 180 100 92 0 0 -100")["t"], 1.0);
    assert_eq!(ask("raycast 180 100 68 0 0 -100 --exclude 8")["t"], 1.0);
    assert_eq!(ask("raycast 180 100 92 0 0 -100 --require 8")["t"], 1.0);
    assert_eq!(ask("raycast 64 64 92 0 0 -100 --require 0x8"), json!({ "hit": false }));
    assert_eq!(ask("raycast 180 100 92 0 0 -100 --any-of 0x0a")["t"], 1.0);
    assert_eq!(ask("raycast 64 64 92 0 0 -100 --any-of 0x0a"), json!({ "hit": false }));
    // Capsules and boxes, as of a mesh.
    assert_eq!(ask("overlap-capsule 64 64 20 19 64 64 60"), json!({ "overlap": false }));
    assert_eq!(ask("overlap-capsule 64 64 20 20 64 64 60"), json!({ "overlap": true }));
    assert_eq!(ask("overlap-box 64 64 20 16 16 20"), json!({ "overlap": true }));
    assert_eq!(ask("overlap-box 64 64 20 16 16 19"), json!({ "overlap": false }));
    assert_eq!(ask("overlap-capsule-all 64 64 20 20 64 64 60"), json!({ "count": 1, "brushes": [0] }));
    assert_eq!(ask("overlap-box-all 64 64 20 16 16 20"), json!({ "count": 1, "brushes": [0] }));
    let contact = json!({
        "brush": 0, "feature": "face", "depth": 6.0, "point": [64.0, 64.0, 0.0], "normal": [0.0, 0.0, 1.0],
        "manifold": 0,
    });
    assert_eq!(ask("contacts-sphere 64 64 10 16"), json!({ "contacts": [contact] }));
    assert_eq!(ask("contacts-capsule 64 64 10 16 64 64 60"), json!({ "contacts": [contact] }));
    let contacts = ask("contacts-box 64 64 10 16 16 16");
    assert_eq!(contacts["contacts"].as_array().unwrap().len(), 4, "{contacts}");
    for (kind, all) in [
        ("cast-capsule 64 64 100 16 64 64 110 0 0 -200", "cast-capsule-all 64 64 100 16 64 64 110 0 0 -200"),
        ("cast-box 64 64 100 8 8 16 0 0 -200", "cast-box-all 64 64 100 8 8 16 0 0 -200"),
    ] {
        let cast = ask(kind);
        assert!((cast["t"].as_f64().unwrap() - 0.42).abs() < 1e-6, "{cast}");
        assert_eq!((&cast["brush"], &cast["normal"]), (&json!(0), &json!([0.0, 0.0, 1.0])));
        assert_eq!(ask(all)["hits"][0]["brush"], 0);
        assert!(bench.good(&format!("query room.carom {kind}")).starts_with("brush 0 (face) at t 0.4"));
    }
    assert_eq!(bench.good("query room.carom overlap-sphere 64 64 20 19"), "free\n");
    assert_eq!(bench.good("query room.carom contains-point 64 64 8"), "empty\n");
    assert_eq!(bench.good("query room.carom contains-point 64 64 -8"), "inside brush 0, attributes 0x0001\n");
    for kind in
        ["collide-sphere 64 64 10 16", "cast-sphere 64 64 100 16 0 0 -200", "raycast 64 64 100 0 0 -1"]
    {
        assert!(bench.good(&format!("query room.carom {kind}")).starts_with("brush 0"));
    }
}

#[test]
fn bad_queries_are_errors() {
    let bench = room();
    bench.write("cube.ply", ply_binary(false));
    bench.good("cook -q cube.ply -o cube.carom");
    let others = "a BSP tree answers raycast, contains-point, collide-sphere, and overlap, contacts and cast of spheres, \
                  capsules and boxes; the others are for meshes and fields";
    let inside = "a mesh is a surface, which has no inside; cook it --as bsp to ask for it";
    for (line, expected) in [
        ("room.carom closest-point 1 2 3", others),
        ("room.carom overlap-sphere-all 0 0 0 1", others),
        ("cube.carom contains-point 0 0 0", inside),
        ("cube.carom collide-sphere 0 0 0 1", inside),
    ] {
        assert_eq!(bench.bad(&format!("query {line}")), expected);
    }
    let cases = [
        ("room.carom contains-point 0 0", "query: a point takes 3 numbers, but there are 2"),
        ("room.carom collide-sphere 0 0 0 1 1", "query: a sphere takes 4 numbers, but there are 5"),
        ("room.carom overlap-sphere 0 0 0 -1", "query: spheres[0].radius: -1 is negative"),
        ("room.carom contains-point 0 nan 0", "query: points[0].y: NaN is not finite"),
        ("room.carom raycast 0 0 0 1 0 0 --threshold", "--threshold: is for overlap-sphere"),
        (
            "cube.carom overlap-sphere 0 0 0 1 --threshold",
            "cube.carom: holds a mesh; --threshold is for BSP trees",
        ),
        (
            "room.carom raycast 0 0 0 1 0 0 --backfaces cull",
            "room.carom: holds a BSP tree; --backfaces is for meshes",
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(bench.misused(&format!("query {line}")), expected);
    }
    for command in ["cook", "query", "render"] {
        assert!(bench.good(&format!("{command} --help")).contains("0x0020 player clip"), "{command}");
    }
}

#[test]
fn closed_meshes_are_cooked() {
    let bench = Bench::new();
    for (name, bytes) in cubes() {
        bench.write(name, bytes);
        if !name.contains(".gl") {
            bench.good(&format!("cook -q {name} --as bsp -o {name}.carom"));
            let ask = |line: &str| bench.good(&format!("query {name}.carom {line}"));
            assert_eq!(ask("contains-point 0.5 0.5 0.5"), "inside brush 0, attributes 0x0000\n");
            assert_eq!(ask("contains-point 0.5 0.5 1.5"), "empty\n");
            assert_eq!(ask("overlap-sphere 0.5 0.5 1.5 0.5"), "touches\n");
        }
    }
    let report = &bench.json("cook cube.obj --as bsp -o cube.carom --json")["report"];
    assert_eq!((&report["leak"], &report["splits"]), (&json!(null), &json!(0)));
}

#[test]
fn leaks_are_errors_with_a_place() {
    let bench = Bench::new();
    // The last face is missing.
    let whole = String::from_utf8(obj()).unwrap();
    let open = &whole[..whole.rfind("f ").unwrap()];
    bench.write("open.obj", open);
    let error = bench.bad("cook open.obj --as bsp -o open.carom");
    assert!(error.starts_with("open.obj: surface: open"), "{error}");
    assert!(error.contains(" at ["), "{error}");
    let said = bench.run("cook open.obj --as bsp --ignore-leaks -o open.carom");
    assert_eq!(said.code, 0);
    assert!(said.err.starts_with("note: open.obj: the surface leaks at ("), "{}", said.err);
    assert_eq!(bench.json("info open.carom --json")["leaks"], true);
    assert!(bench.good("info open.carom").contains("leaks           yes\n"));
}

#[test]
fn wrong_options_and_files_are_errors() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.write("not.bsp", "IBSP\x2f\0\0\0");
    bench.write("open.map", "{\n{\n( 1 0 5 ) ( 0 0 5 ) ( 0 1 5 ) wall 0 0 0 1 1\n}\n}\n");
    let room = level("room.map");
    let cases = [
        (
            format!("cook {room} --as mesh -o a"),
            format!("{room}: holds solids, which can be cooked --as bsp only"),
        ),
        (format!("cook {room} --layout compact -o a"), "--layout: is not for BSP trees".into()),
        (
            format!("cook {room} --ignore-leaks -o a"),
            "--ignore-leaks: is for meshes; brushes have nothing to leak".into(),
        ),
        (
            "cook cube.obj --ignore-leaks -o a".into(),
            "--ignore-leaks: is for --as bsp; meshes may be open".into(),
        ),
        ("cook cube.obj --as bsp --threads 1 -o a".into(), "--threads: is not for BSP trees".into()),
        (
            "cook level.wad -o a".into(),
            "level.wad: not a mesh or level that is known by its name: \
         .obj, .stl, .ply, .gltf, .glb, .off, .3mf, .map or .bsp"
                .into(),
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(bench.misused(&line), expected);
    }
    let cases: [(String, String); 4] = [
        ("cook not.bsp -o a".into(), "not.bsp: version 47 is not 46, Quake 3's".into()),
        ("info not.bsp".into(), "not.bsp: version 47 is not 46, Quake 3's".into()),
        (
            "cook open.map -o a".into(),
            "open.map: entity 0, brush 0: brushes[0]: its 1 planes do not bound it".into(),
        ),
        (
            format!("cook {} -o a", level("broken.map")),
            format!("{}: entity 0, brush 1, plane 2: its three points lie on a line", level("broken.map")),
        ),
    ];
    for (line, expected) in cases {
        assert_eq!(bench.bad(&line), expected);
    }
    assert!(bench.bad("cook none.map -o a").starts_with("none.map: "));
    assert_eq!(bench.run("cook cube.obj --as solid -o a").code, 2);
}

#[test]
fn damaged_trees_are_errors() {
    let bench = room();
    let good = std::fs::read(bench.path("room.carom")).unwrap();
    for at in (0..good.len()).step_by(31) {
        let mut bytes = good.clone();
        bytes[at] ^= 0x11;
        bench.write("bad.carom", &bytes);
        assert!(bench.bad("query bad.carom contains-point 0 0 0").starts_with("bad.carom: "), "byte {at}");
    }
    bench.write("bad.carom", &good[..good.len() - 1]);
    assert!(bench.bad("info bad.carom").starts_with("bad.carom: "));
}

#[test]
fn nothing_is_a_level_too() {
    let bench = Bench::new();
    bench.write("empty.map", "{\n\"classname\" \"worldspawn\"\n}\n");
    let said = bench.run("cook empty.map -o empty.carom");
    assert_eq!((said.code, said.err.as_str()), (0, "note: empty.map: there is nothing solid\n"));
    assert_eq!(bench.good("query empty.carom overlap-sphere 0 0 0 1e9"), "free\n");
    assert_eq!(bench.json("info empty.carom --json")["bytes_per_face"], json!(null));
    bench.good("render empty.carom -o empty.png --size 40x20 -q");
}

#[test]
fn pictures_show_the_cut() {
    let bench = room();
    let out =
        bench.good("render room.carom -o cut.png --at 24 --radius 16 --size 648x256 --area 0,0,512,384");
    assert!(out.starts_with("cut.png: 648x256, cut at z 24, radius 16, drawn in "), "{out}");
    for line in [
        "  solid\n",
        "  within the radius\n",
        "  reported by the published rule, but farther than the radius\n",
    ] {
        assert!(out.contains(line), "{out}");
    }
    let picture = image::open(bench.path("cut.png")).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), (648, 256));
    let [solid, near, wrong, empty] =
        [[0x35, 0x3b, 0x48], [0xe8, 0xb0, 0x4b], [0xd4, 0x2a, 0x2a], [0xf3, 0xf1, 0xea]];
    // 320 pixels a panel, and 256 for 384 units: 1.6 units a pixel, the room in the middle.
    let at = |panel: u32, x: f64, y: f64| {
        let (u, v) = ((x - 256.0) / 1.6 + 160.0, (192.0 - y) / 1.6 + 128.0);
        picture.get_pixel(u as u32 + panel * 328, v as u32).0
    };
    for panel in [0, 1] {
        assert_eq!(at(panel, 300.0, 220.0), solid, "pillar");
        assert_eq!(at(panel, 341.0, 220.0), near, "beside the pillar");
        assert_eq!(at(panel, 8.0, 100.0), near, "beside the wall");
        assert_eq!(at(panel, 100.0, 100.0), empty, "room");
    }
    assert_eq!((at(0, 258.0, 286.0), at(1, 258.0, 286.0)), (wrong, empty), "the clip brush's corner");

    // Without the clip brush there is nothing; the picture does not depend on the threads.
    bench.good("render room.carom -o a.png --at 24 --exclude 0x20 --radius 16 --size 648x256 --area 0,0,512,384 -q --threads 1");
    let picture = image::open(bench.path("a.png")).unwrap().to_rgb8();
    assert_eq!(picture.get_pixel(155, 42).0, empty);
    bench.good("render room.carom -o b.png --at 24 --exclude 0x20 --radius 16 --size 648x256 --area 0,0,512,384 -q --threads 2");
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("a.png"), bytes("b.png"));
    for axis in ["x", "y", "z"] {
        assert!(
            bench
                .good(&format!("render room.carom -o {axis}.png --axis {axis}"))
                .contains(&format!("cut at {axis} "))
        );
        let picture = image::open(bench.path(&format!("{axis}.png"))).unwrap().to_rgb8();
        assert!(picture.width() == 1280 && picture.pixels().any(|pixel| pixel.0 == solid), "{axis}");
    }
}

#[test]
fn options_that_a_picture_cannot_use_are_errors() {
    let bench = room();
    bench.write("cube.ply", ply_binary(false));
    bench.good("cook -q cube.ply -o cube.carom");
    let error = bench.misused("render cube.carom -o a.png --at 3");
    assert_eq!(error, "cube.carom: holds a mesh; --axis, --at, --radius and --area are for BSP trees");
    let error = bench.misused("render room.carom -o a.png --fov 30");
    assert_eq!(error, "room.carom: holds a BSP tree; --eye, --target, --up and --fov are for meshes");
    assert_eq!(
        bench.misused("render room.carom -o a.png --size 9x9"),
        "--size: 9 pixels are too few for two panels"
    );
    assert_eq!(bench.misused("render room.carom -o a.png --radius -1"), "--radius: -1 is negative");
    assert!(bench.misused("render room.carom -o a.png --area 0,0,1e300,1").starts_with("--area: "));
    for bad in ["--at nan", "--axis w", "--area 0,0,0,1", "--area 1,2,3", "--at 3 --fov 30"] {
        assert_eq!(bench.run(&format!("render room.carom -o a.png {bad}")).code, 2, "{bad}");
    }
}
