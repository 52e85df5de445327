//! `carom sdf`: its output, and the files that it writes.

mod common;

use common::{Bench, obj};
use serde_json::json;

fn cube() -> Bench {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench
}

#[test]
fn a_field_is_made_and_told_of() {
    let bench = cube();
    let made = bench.json("sdf cube.obj -o cube.sdf --resolution 8 --padding 1 --json");
    assert_eq!((&made["dims"], &made["cell"]), (&json!([11, 11, 11]), &json!(0.125)));
    assert_eq!((&made["sign"], &made["inside"]), (&json!("crossings"), &json!(343)));
    assert_eq!((&made["unbalanced_edges"], &made["error"]), (&json!(0), &json!(0.0)));
    let info = bench.json("info cube.sdf --json");
    assert_eq!(
        (&info["kind"], &info["dims"], &info["bytes"]),
        (&json!("sdf"), &made["dims"], &made["bytes"])
    );
    let text = bench.good("info cube.sdf");
    assert!(text.contains("11 x 11 x 11 nodes, 0.125 apart, from (-0.125, -0.125, -0.125)"), "{text}");

    // The same from the cooked mesh, with any number of threads.
    bench.good("cook -q cube.obj -o cube.carom");
    bench.good("sdf -q cube.carom -o other.sdf --resolution 8 --padding 1 --threads 2");
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("cube.sdf"), bytes("other.sdf"));
    let bricks = bench.json("sdf cube.obj --storage bricks8 --resolution 40 --json");
    assert_eq!(bricks["storage"], json!("bricks, 8 bits"));
    assert!(bricks["error"].as_f64().unwrap() > 0.0 && bricks["bricks"].as_u64() < bricks["blocks"].as_u64());
}

#[test]
fn points_inside_become_ply() {
    let bench = cube();
    let made = bench.json("sdf cube.obj --resolution 4 --inside-points inside.ply --json");
    assert_eq!((&made["points"], &made["inside"]), (&json!(27), &json!(27)));
    let bytes = std::fs::read(bench.path("inside.ply")).unwrap();
    let end = bytes.windows(11).position(|window| window == b"end_header\n").unwrap() + 11;
    let numbers = bytes[end..].as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes));
    let numbers: Vec<f32> = numbers.collect();
    assert_eq!(numbers.len(), 3 * 27);
    assert!(numbers.iter().all(|x| [0.25, 0.5, 0.75].contains(x)), "{numbers:?}");
}

#[test]
fn slices_are_blue_inside_and_orange_outside() {
    let bench = cube();
    bench.good("sdf -q cube.obj -o cube.sdf --resolution 16 --padding 8");
    bench.good("sdf -q cube.sdf --slice slice.png --axis x --size 64x64");
    let picture = image::open(bench.path("slice.png")).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), (64, 64));
    let [red, _, blue] = picture.get_pixel(32, 32).0;
    assert!(blue > red, "{red} {blue}");
    let [red, _, blue] = picture.get_pixel(1, 1).0;
    assert!(red > blue, "{red} {blue}");
    // Black at the surface, which is a quarter of the way from the border.
    let darkest = (0..32).min_by_key(|&x| picture.get_pixel(x, 32).0.map(u32::from).iter().sum::<u32>());
    assert!((14..=18).contains(&darkest.unwrap()), "{darkest:?}");
}

#[test]
fn mistakes_are_told_in_a_line() {
    let bench = cube();
    bench.good("cook -q cube.obj -o cube.carom");
    bench.good("sdf -q cube.obj -o cube.sdf --resolution 4");
    assert_eq!(
        bench.bad("sdf cube.obj --resolution 0"),
        "cube.obj: resolution: 0 cells are no grid; at least 1 is needed"
    );
    assert!(
        bench
            .bad("sdf cube.obj --resolution 4000000000")
            .starts_with("cube.obj: resolution: 4000000000 cells")
    );
    assert_eq!(bench.misused("sdf cube.sdf -o other.sdf"), "--output: cube.sdf is cooked already");
    assert_eq!(bench.misused("sdf cube.obj -o a.png --slice a.png"), "a.png: is an output already");
    assert_eq!(bench.misused("sdf cube.obj -o cube.obj"), "cube.obj: is the input");
    assert!(bench.bad("sdf none.obj").starts_with("none.obj: "));
    assert!(bench.bad("pairs cube.sdf cube.carom").starts_with("cube.sdf: holds a distance field"));
    assert!(bench.bad("render cube.sdf -o x.png").starts_with("cube.sdf: holds a distance field"));
    bench.write("empty.stl", "solid nothing\nendsolid nothing\n");
    assert!(bench.bad("sdf empty.stl").contains("a box without size"));
}

#[test]
fn fields_answer_queries() {
    let bench = cube();
    bench.good("sdf -q cube.obj -o cube.sdf --resolution 8 --padding 4");
    let ask = |line: &str| bench.json(&format!("query cube.sdf --json {line}"));
    let near = |value: &serde_json::Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 2e-3;
    for options in ["", "--cubic"] {
        let sample = ask(&format!("sample 0.5 0.5 1.25 {options}"));
        assert_eq!((&sample["distance"], &sample["gradient"][2]), (&json!(0.25), &json!(1.0)), "{options}");
    }
    assert_eq!(ask("sample 0.5 0.5 0.75")["distance"], -0.25);
    let closest = ask("closest-point 0.5 0.5 1.25");
    assert_eq!((&closest["found"], &closest["distance"]), (&json!(true), &json!(0.25)));
    assert!(near(&closest["point"][2], 1.0) && near(&closest["normal"][2], 1.0), "{closest}");
    let hit = ask("raycast 0.5 0.5 3 0 0 -2");
    assert!(hit["hit"] == json!(true) && near(&hit["t"], 1.0) && near(&hit["point"][2], 1.0), "{hit}");
    assert_eq!(ask("raycast 0.5 0.5 3 0 0 -2 0 0.9"), json!({ "query": 0, "hit": false }));
    let contact = ask("collide-sphere 0.5 0.5 1.25 0.5");
    assert!(near(&contact["depth"], 0.25) && near(&contact["normal"][2], 1.0), "{contact}");
    assert!(contact.get("triangle").is_none());
    assert_eq!(bench.good("query cube.sdf collide-sphere 0.5 0.5 1.375 0.25"), "miss\n");
    assert_eq!(bench.good("query cube.sdf sample 0.5 0.5 0.75"), "distance -0.25, gradient (0, 0, 1)\n");
    bench.write("points.txt", "0.5 0.5 1.25\n# inside\n0.5 0.5 0.75\n");
    assert_eq!(bench.good("query cube.sdf sample --file points.txt").lines().count(), 2);

    // With triangles kept, answers name them.
    bench.good("sdf -q cube.obj -o kept.sdf --resolution 8 --keep-triangles");
    let top = bench.json("query kept.sdf collide-sphere 0.625 0.25 1.125 0.25 --json");
    assert!([2, 3].contains(&top["triangle"].as_u64().unwrap()), "{top}");

    let refused = "holds a distance field; ";
    for (line, says) in [
        ("sample 1 2", "query: a point takes 3 numbers, but there are 2"),
        ("sample 1 2 nan", "query: points[0].z: NaN is not finite"),
        ("closest-point 0 0 0 4", "max_distance is for meshes"),
        ("raycast 0 0 3 0 0 -1 --require 1", refused),
        ("raycast 0 0 3 0 0 -1 --backfaces cull", refused),
        ("overlap-sphere 0 0 0 1 --threshold", refused),
        ("raycast 0 0 3 0 0 -1 --cubic", "--cubic: is for sample"),
    ] {
        let error = bench.misused(&format!("query cube.sdf {line}"));
        assert!(error.contains(says), "{line}: {error}");
    }
    let error = bench.bad("query cube.sdf overlap-sphere 0 0 0 1");
    assert!(
        error.contains("a distance field answers sample, closest-point, raycast and collide-sphere"),
        "{error}"
    );
    bench.good("cook -q cube.obj -o cube.carom");
    bench.good("cook -q cube.obj -o solid.carom --as bsp");
    assert!(bench.bad("query cube.carom sample 0 0 0").contains("has no values to sample"));
    assert!(bench.bad("query solid.carom sample 0 0 0").contains("a BSP tree answers"));
}
