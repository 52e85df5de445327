//! The answers of the command about cooked files: `info`, `query` and `render`.

mod common;
use common::*;
use image::{Rgb, RgbImage};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

fn cube() -> Bench {
    let bench = Bench::new();
    bench.write("cube.ply", ply_binary(false));
    bench.good("cook -q cube.ply -o cube.carom");
    bench
}

#[test]
fn info_tells_everything() {
    let bench = cube();
    bench.good("cook -q cube.ply -o compact.carom --layout compact");
    let info = bench.json("info compact.carom --json");
    let size = std::fs::metadata(bench.path("compact.carom")).unwrap().len();
    assert_eq!(info["kind"], "mesh");
    assert_eq!(info["layout"], "compact");
    assert_eq!(info["triangles"], 12);
    assert_eq!(info["vertices"], 8);
    assert_eq!(info["nodes"], 11);
    assert_eq!(info["bytes"]["nodes"], 88);
    assert_eq!(info["bytes"]["leaves"], 96);
    assert_eq!(info["bytes"]["total"], size);
    let parts = info["bytes"].as_object().unwrap().iter().filter(|(name, _)| *name != "total");
    assert_eq!(parts.map(|(_, bytes)| bytes.as_u64().unwrap()).sum::<u64>(), size);
    assert_eq!(info["bytes_per_triangle"], size as f64 / 12.0);
    assert_eq!(info["bounds"], json!({ "min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 1.0] }));
    assert_eq!(info["cooked_order"], false);
    assert_eq!(info["format_version"], carom::blob::FORMAT_VERSION);
    assert!(info["depth"].as_u64().unwrap() >= 4 && info["cost"].is_f64() && info["attributes"].is_object());
    let text = bench.good("info compact.carom");
    assert!(text.contains("layout          compact\n") && text.contains("  nodes         88\n"), "{text}");
    let wide = bench.json("info cube.carom --json");
    assert_eq!((&wide["layout"], &wide["triangles"]), (&json!("wide"), &json!(12)));
    let parts = wide["bytes"].as_object().unwrap().iter().filter(|(name, _)| *name != "total");
    assert_eq!(parts.map(|(_, bytes)| bytes.as_u64().unwrap()).sum::<u64>(), wide["bytes"]["total"]);
    bench.good("cook -q cube.ply -o delta.carom --layout delta");
    let delta = bench.json("info delta.carom --json");
    assert_eq!(
        (&delta["layout"], &delta["nodes"], &delta["vertices"]),
        (&json!("delta"), &json!(11), &json!(8))
    );
    // The root's box is in the frame.
    assert_eq!((&delta["bytes"]["nodes"], &delta["bytes"]["leaves"]), (&json!(21 * 11 - 12), &json!(144)));
    for (preset, below) in [("fast", "split "), ("rays", "pieces          none, ")] {
        bench.good(&format!("cook -q cube.ply -o {preset}.carom --layout wide --preset {preset}"));
        let info = bench.json(&format!("info {preset}.carom --json"));
        assert_eq!((&info["preset"], &info["pieces"]), (&json!(preset), &json!(0)));
        let text = bench.good(&format!("info {preset}.carom"));
        let rows = format!("layout          wide\n  preset          {preset}\n  {below}");
        assert!(text.contains(&rows), "{text}");
    }
    let ray = "--json raycast 0.75 0.25 3 0 0 -2";
    assert_eq!(
        bench.json(&format!("query rays.carom {ray}")),
        bench.json(&format!("query cube.carom {ray}"))
    );
    let source = bench.json("info cube.ply --json");
    assert_eq!((&source["kind"], &source["watertight"]), (&json!("source"), &json!(true)));
}

#[test]
fn every_query_is_answered() {
    let bench = cube();
    let ask = |line: &str| {
        let mut answer = bench.json(&format!("query cube.carom --json {line}"));
        assert_eq!(answer.as_object_mut().unwrap().remove("query"), Some(json!(0)));
        answer
    };
    let ray = ask("raycast 0.75 0.25 3 0 0 -2");
    assert_eq!((&ray["t"], &ray["point"]), (&json!(1.0), &json!([0.75, 0.25, 1.0])));
    assert_eq!(ask("raycast 0.75 0.25 3 0 0 -2 0 0.9"), json!({ "hit": false }));
    assert_eq!(ask("raycast-all 0.75 0.25 3 0 0 -1")["hits"].as_array().unwrap().len(), 2);
    assert_eq!(ask("raycast-all 5 5 5 1 0 0"), json!({ "hits": [] }));
    // Through two edges.
    let crossings = ask("crossings 0.5 0.5 3 0 0 -1");
    let crossings = crossings["crossings"].as_array().unwrap();
    let found: Vec<_> =
        crossings.iter().map(|c| (c["t"].as_f64().unwrap(), c["sign"].as_i64().unwrap())).collect();
    assert_eq!(found, [(2.0, -1), (3.0, 1)]);
    assert_eq!(ask("occluded 0.5 0.5 0.5 1 0 0"), json!({ "occluded": true }));
    assert_eq!(ask("occluded 0.5 0.5 0.5 1 0 0 0 0.4"), json!({ "occluded": false }));
    let closest = ask("closest-point -3 -4 0.25");
    assert_eq!((&closest["distance"], &closest["point"]), (&json!(5.0), &json!([0.0, 0.0, 0.25])));
    assert_eq!(ask("closest-point -3 -4 0.25 4.9"), json!({ "found": false }));
    assert_eq!(ask("closest-point 0.5 0.25 3")["feature"], "face");
    assert!(closest["feature"].as_str().unwrap().starts_with("edge_"));
    let corner = bench.good("query cube.carom closest-point 2 2 2");
    assert!(corner.contains("(vertex_") && corner.ends_with(", point (1, 1, 1)\n"), "{corner}");
    assert_eq!(ask("overlap-sphere 0.5 0.5 0.5 0.4"), json!({ "overlap": false }));
    assert_eq!(ask("overlap-sphere 0.5 0.5 0.5 0.5"), json!({ "overlap": true }));
    assert_eq!(ask("overlap-sphere-all 0.5 0.5 0.5 0.4"), json!({ "count": 0, "triangles": [] }));
    assert_eq!(ask("overlap-sphere-all 0.5 0.5 0.5 0.5")["count"], 12);
    assert_eq!(ask("candidates-aabb 0.2 0.2 0.9 0.3 0.3 1.5"), json!({ "count": 2, "triangles": [2, 3] }));
    assert_eq!(ask("overlap-capsule -3 0.5 0.5 0.5 -0.4 0.5 0.5"), json!({ "overlap": true }));
    assert_eq!(ask("overlap-capsule -3 0.5 0.5 0.3 -0.4 0.5 0.5"), json!({ "overlap": false }));
    let contacts = ask("contacts-sphere 0.5 0.25 1.5 0.75");
    assert_eq!(
        (&contacts["contacts"][0]["depth"], contacts["contacts"].as_array().unwrap().len()),
        (&json!(0.25), 1)
    );
    assert_eq!(contacts["contacts"][0]["normal"], json!([0.0, 0.0, 1.0]));
    assert_eq!(ask("contacts-sphere 0.5 0.25 1.5 0.25"), json!({ "contacts": [] }));
    assert_eq!(ask("contacts-sphere 0.5 0.25 1.5 0.25 0.25")["contacts"][0]["depth"], -0.25);
    // Along x over the top, and through it.
    let lying = ask("contacts-capsule 0.25 0.25 1.5 0.75 0.75 0.25 1.5");
    assert_eq!(lying["contacts"][0]["depth"], 0.25);
    assert_eq!(lying["contacts"][0]["normal"], json!([0.0, 0.0, 1.0]));
    assert_eq!(ask("contacts-capsule 0.25 0.25 1.5 0.25 0.75 0.25 1.5"), json!({ "contacts": [] }));
    assert_eq!(ask("contacts-capsule 0.25 0.25 1.5 0.25 0.75 0.25 1.5 0.25")["contacts"][0]["depth"], -0.25);
    let standing = ask("contacts-box 0.5 0.5 1.4375 0.25 0.25 0.5");
    assert_eq!(standing["contacts"][0]["depth"], 0.0625);
    assert_eq!(standing["contacts"][0]["normal"], json!([0.0, 0.0, 1.0]));
    assert_eq!(ask("contacts-box 0.5 0.5 1.75 0.25 0.25 0.5"), json!({ "contacts": [] }));
    let right = ask("overlap-capsule-all -3 0.5 0.5 0.5 -0.4 0.5 0.5");
    assert_eq!((&right["count"], right["triangles"].as_array().unwrap().len()), (&json!(2), 2));
    assert_eq!(ask("overlap-box-all 0.25 0.75 1 0.1 0.1 0.1"), json!({ "count": 1, "triangles": [3] }));
    assert_eq!(ask("overlap-box 0.5 0.5 0.5 0.4 0.4 0.4"), json!({ "overlap": false }));
    assert_eq!(ask("overlap-box 0.5 0.5 0.5 0.4 0.4 0.4 0 0 0 1"), json!({ "overlap": false }));
    // An eighth of a turn about z brings the edges to 0.4 * sqrt(2) from the middle.
    assert_eq!(
        ask("overlap-box 0.5 0.5 0.5 0.4 0.4 0.4 0 0 0.3826834 0.9238795"),
        json!({ "overlap": true })
    );
    // A tetrahedron that touches the face x = 1 with a corner, and one that does not.
    assert_eq!(ask("overlap-hull 1 0.75 0.375 2 0 0 2 1 0 2 0 1"), json!({ "overlap": true }));
    assert_eq!(ask("overlap-hull 1.001 0.75 0.375 2 0 0 2 1 0 2 0 1"), json!({ "overlap": false }));
    let list = ask("overlap-hull-all 1 0.75 0.375 2 0 0 2 1 0 2 0 1");
    assert_eq!((&list["count"], list["triangles"].as_array().unwrap().len()), (&json!(1), 1));
    // A corner that is 0.25 deep in the face x = 1.
    let list = ask("contacts-hull 0.75 0.75 0.375 2 0 0 2 1 0 2 0 1");
    let first = &list["contacts"][0];
    assert_eq!((&first["normal"], first["feature"].as_str()), (&json!([1.0, 0.0, 0.0]), Some("face")));
    // The same, from the right.
    let cast = ask("cast-hull -2 0 0 2 0.75 0.375 3 0 0 3 1 0 3 0 1");
    assert_eq!((&cast["normal"], &cast["feature"]), (&json!([1.0, 0.0, 0.0]), &json!("face")));
    assert!((cast["t"].as_f64().unwrap() - 0.5).abs() < 1e-6);
    assert_eq!(ask("cast-hull 2 0 0 2 0.75 0.375 3 0 0 3 1 0 3 0 1"), json!({ "hit": false }));
    let list = ask("cast-hull-all -9 0 0 2 0.75 0.375 3 0 0 3 1 0 3 0 1");
    assert!(list["hits"].as_array().unwrap().len() > 2 && list["hits"][0]["triangle"] == cast["triangle"]);
    assert_eq!(bench.good("query cube.carom overlap-box 0.5 0.5 0.5 1 1 1"), "touches\n");
    assert_eq!(bench.good("query cube.carom overlap-capsule 5 5 5 1 6 6 6"), "free\n");
    let cast = ask("cast-sphere 0.75 0.25 5 1 0 0 -6");
    assert!((cast["t"].as_f64().unwrap() - 0.5).abs() < 1e-6 && cast["normal"][2] == 1.0, "{cast}");
    assert_eq!(ask("cast-sphere 0.75 0.25 5 1 0 0 6"), json!({ "hit": false }));
    assert_eq!(ask("raycast 0.75 0.25 3 0 0 -1 --require 1"), json!({ "hit": false }));
    assert_eq!(ask("raycast 0.75 0.25 3 0 0 -1 --exclude 0xffff")["hit"], true);
    assert_eq!(ask("raycast 0.75 0.25 3 0 0 -1 --any-of 0xffff"), json!({ "hit": false }));
    assert_eq!(ask("raycast 0.75 0.25 3 0 0 -1 --backfaces only")["t"], 3.0);
    for kind in [
        "raycast 0 0 3 0 0 -1",
        "raycast-all 0 0 3 0 0 -1",
        "closest-point 1 2 3",
        "overlap-sphere-all 0 0 0 1",
        "cast-sphere 0 0 3 1 0 0 -3",
    ] {
        assert!(bench.good(&format!("query cube.carom {kind}")).contains("triangle"));
    }
}

#[test]
fn batches_come_from_files_and_from_standard_input() {
    let bench = cube();
    let lines = "# rays\n0.5 0.2 3  0 0 -1\n\n  0.5 0.2 3\t0 0 1\n0.5 0.2 3 0 0 -1 0 inf\n";
    bench.write("rays.txt", lines);
    let from_file = bench.good("query cube.carom raycast --file rays.txt --json");
    let answers: Vec<Value> = from_file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let hits: Vec<_> =
        answers.iter().map(|answer| (answer["query"].clone(), answer["hit"].clone())).collect();
    assert_eq!(hits, [(json!(0), json!(true)), (json!(1), json!(false)), (json!(2), json!(true))]);

    let mut child = command()
        .current_dir(bench.directory.path())
        .args(["query", "cube.carom", "raycast", "--file", "-", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    assert_eq!(Said::from(child.wait_with_output().unwrap()).out, from_file);
    bench.write("empty.txt", "# nothing\n");
    assert_eq!(bench.good("query cube.carom overlap-sphere --file empty.txt"), "");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let bench = cube();
    bench.write("points.txt", "1 2 3\n".repeat(50_000));
    let mut child = command()
        .current_dir(bench.directory.path())
        .args(["query", "cube.carom", "closest-point", "--file", "points.txt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let said = Said::from(child.wait_with_output().unwrap());
    assert_eq!((said.code, said.err.as_str()), (0, ""));
}

#[test]
fn bad_queries_are_errors() {
    let bench = cube();
    bench.write("rays.txt", "0 0 3 0 0 -1\n\n0 0 3 0 0 nan\n");
    bench.write("short.txt", "0 0 3 0 0 -1\n\n0 0 3 x 0 0\n");
    let cases = [
        ("raycast 0 0 3 0 0", "query: a ray takes 6 to 8 numbers, but there are 5"),
        ("overlap-sphere-all 0 0 3 1 1", "query: a sphere takes 4 numbers, but there are 5"),
        ("closest-point 1 2 q", "query: `q` is not a number"),
        ("closest-point 1 2 -1e39", "query: `-1e39` is beyond 32-bit floats"),
        ("closest-point 1 nan 2", "query: queries[0].point.y: NaN is not finite"),
        ("overlap-sphere-all 0 0 0 -1", "query: spheres[0].radius: -1 is negative"),
        ("overlap-sphere-all --json -- 0 0 -.5 -inf", "query: spheres[0].radius: -inf is not finite"),
    ];
    for (line, expected) in cases {
        assert_eq!(bench.misused(&format!("query cube.carom {line}")), expected);
    }
    bench.write("spheres.txt", "# two\n0 0 0 -1\n");
    bench.write("casts.txt", "0 0 9 1 0 0 1\n\n\n0 0 9 1 0 0 inf\n");
    bench.write("hulls.txt", "0 0 0  1 0 0  0 1 0  0 0 1\n0 0 0  1 0 0  0 1 0  0 0 nan\n");
    bench.write("binary.txt", b"0 0 0 1\n\xff\xfe\0\n");
    for (line, expected) in [
        ("raycast --file rays.txt", "rays.txt: line 3: rays.direction.z: NaN is not finite"),
        ("raycast-all --file rays.txt", "rays.txt: line 3: rays.direction.z: NaN is not finite"),
        ("raycast --file short.txt", "short.txt: line 3: `x` is not a number"),
        ("overlap-sphere --file spheres.txt", "spheres.txt: line 2: spheres.radius: -1 is negative"),
        ("contacts-sphere --file spheres.txt", "spheres.txt: line 2: spheres.radius: -1 is negative"),
        ("cast-sphere --file casts.txt", "casts.txt: line 4: casts.displacement.z: inf is not finite"),
        ("overlap-hull --file hulls.txt", "hulls.txt: line 2: points[3].z: NaN is not finite"),
        ("overlap-sphere --file binary.txt", "binary.txt: line 2: is no text"),
    ] {
        assert_eq!(bench.bad(&format!("query cube.carom {line}")), expected);
    }
    bench.write("raw.stl", "solid raw");
    let message = bench.bad("query raw.stl overlap-sphere 0 0 0 1");
    assert_eq!(message, "raw.stl: not a cooked file; cook it first");
    for line in ["query cube.carom", "query cube.carom raycast", "query cube.carom line 1 2 3", "", "nothing"]
    {
        assert_eq!(bench.run(line).code, 2, "{line}");
    }
    for line in
        ["--help", "cook --help", "info --help", "query --help", "pairs --help", "render --help", "--version"]
    {
        assert!(!bench.good(line).is_empty());
    }
}

/// The number of pixels that differ from those of an empty picture, and the picture.
fn drawn(bench: &Bench, name: &str, size: (u32, u32)) -> (usize, RgbImage) {
    bench.write("empty.stl", "solid nothing\nendsolid nothing\n");
    bench.good("cook -q empty.stl -o empty.carom");
    bench.good(&format!("render empty.carom -o empty.png -q --size {}x{}", size.0, size.1));
    let open = |name: &str| image::open(bench.path(name)).unwrap().to_rgb8();
    let (picture, empty) = (open(name), open("empty.png"));
    assert_eq!(picture.dimensions(), size);
    (picture.pixels().zip(empty.pixels()).filter(|(a, b)| a != b).count(), picture)
}

#[test]
fn pictures_show_the_mesh() {
    let bench = cube();
    let out = bench.good("render cube.carom -o cube.png --size 96x64");
    assert!(out.starts_with("cube.png: 96x64"));
    let (count, picture) = drawn(&bench, "cube.png", (96, 64));
    assert!((1000..6000).contains(&count), "{count}");
    // Nothing is cut off, and the three faces that are seen have different colours.
    let mut colors: Vec<Rgb<u8>> =
        [(48, 16), (36, 40), (60, 40)].iter().map(|&(x, y)| *picture.get_pixel(x, y)).collect();
    colors.dedup();
    assert_eq!(colors.len(), 3, "{colors:?}");

    // The picture depends on the camera and not on the threads.
    bench.good("render cube.carom -o one.png --size 96x64 -q --threads 1");
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("one.png"), bytes("cube.png"));
    bench.good("render cube.carom -o away.png --size 96x64 -q --eye 5,0,0 --target 9,0,0");
    assert_eq!(drawn(&bench, "away.png", (96, 64)).0, 0);
    bench.good("render cube.carom -o y.png --size 96x64 -q --up 0,1,0 --fov 60 --target -1,0.5,.5");
    assert!(drawn(&bench, "y.png", (96, 64)).0 > 100);
    for bad in ["--size 0x9", "--fov 0", "--eye 1,2", "--threads 0", "--up x"] {
        assert_eq!(bench.run(&format!("render cube.carom -o a.png {bad}")).code, 2, "{bad}");
    }
}

#[test]
fn pictures_of_contacts_show_pins() {
    let bench = cube();
    let red = |query: &str| {
        bench.good(&format!("query cube.carom {query} --png pins.png --size 480x360"));
        let picture = image::open(bench.path("pins.png")).unwrap().to_rgb8();
        assert_eq!(picture.dimensions(), (480, 360));
        picture.pixels().filter(|p| p[0] > 60 && u32::from(p[0]) > 2 * u32::from(p[1].max(p[2]))).count()
    };
    let one = red("contacts-sphere 0.5 0.5 1.125 0.25");
    assert!(one > 20, "{one}");
    assert!(red("contacts-box 0.5 0.5 1.125 0.25 0.25 0.25") > one);
    assert!(red("contacts-hull 0.25 0.25 0.875  0.75 0.25 0.875  0.5 0.75 0.875  0.5 0.5 2") > one);
    assert_eq!(red("contacts-sphere 5 5 5 1"), 0);
    assert_eq!(red("contacts-sphere 0.5 0.5 1.125 0.25 --eye 5,0,0 --target 9,0,0"), 0);
    assert!(
        bench.misused("query cube.carom raycast 0 0 3 0 0 -1 --png a.png").contains("--png: is for contacts")
    );
    assert!(bench.misused("query cube.carom raycast 0 0 3 0 0 -1 --eye 1,2,3").contains("are for --png"));
    let same = bench.misused("query cube.carom contacts-sphere 0 0 0 1 --png cube.carom");
    assert_eq!(same, "cube.carom: is the input");
}

#[test]
fn pictures_of_the_assets_show_them_whole() {
    let bench = Bench::new();
    for name in ["skull", "ribcage", "forearm"] {
        bench.good(&format!("cook -q {} -o {name}.carom", asset(&format!("{name}.stl"))));
        bench.good(&format!("render {name}.carom -o {name}.png --size 160x120 -q"));
        let (count, picture) = drawn(&bench, &format!("{name}.png"), (160, 120));
        assert!(count > 1500, "{name}: {count}");
        // The outermost pixels are background: each row's first and last are alike.
        assert!((0..120).all(|y| picture.get_pixel(0, y) == picture.get_pixel(159, y)), "{name}");
    }
}
