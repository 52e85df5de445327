//! `carom pairs`: its output, and the files that it writes.

mod common;

use common::{Bench, asset, obj};
use serde_json::{Value, json};

fn cube() -> Bench {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    bench
}

#[test]
fn answers_as_text() {
    let bench = cube();
    let rows = |line: &str| {
        let out = bench.good(&format!("pairs cube.carom cube.carom {line}"));
        out.lines().map(|row| row.trim().to_string()).collect::<Vec<_>>()
    };
    let apart = rows("--pose 3,0,0 --within 1");
    assert_eq!(apart.len(), 4, "{apart:?}");
    assert_eq!(apart[0], "touching  0 pairs of triangles");
    assert_eq!(apart[1], "near      0 pairs of triangles");
    assert!(apart[2].starts_with("distance  2 from (1, "), "{apart:?}");
    assert_eq!(apart[3], "inside    neither");
    assert!(rows("--pose 1,0,0")[1].starts_with("distance  0 at (1, "));
    assert_eq!(rows("--pose 1,0,0")[2], "inside    the surfaces touch, the interiors do not overlap");
    let within = "0,0,0,1,0.25,0.25,0.25,0.5";
    assert_eq!(rows(&format!("--pose {within}"))[2], "inside    the second mesh is inside of the first");
    assert_eq!(rows(&format!("--pose-a {within}"))[2], "inside    the first mesh is inside of the second");
    // Around z by a quarter turn, as a quaternion and as a matrix.
    let turned = rows("--pose 0,0,0.70710678,0.70710678,5,0,0");
    assert!(turned[1].starts_with("distance  3 from"), "{turned:?}");
    assert_eq!(rows("--pose 0,-1,0,5,1,0,0,0,0,0,1,0")[1][..13], *"distance  3 f");

    let list = rows("--pose 3,0,0 --within 2 --list");
    let near = list[1].split_whitespace().nth(1).unwrap().parse::<usize>().unwrap();
    assert_eq!(list.len(), 4 + near, "{list:?}");
    assert!(list[4..].iter().all(|row| row.ends_with(" 2") && row.split(' ').count() == 3), "{list:?}");
    // Two triangles of the face of either cube, and of the sides that meet it at most eight more.
    assert!((4..=100).contains(&near), "{list:?}");
}

#[test]
fn json_says_the_same() {
    let bench = cube();
    let apart = bench.json("pairs cube.carom cube.carom --pose 3,0,0 --within 2 --list --json");
    assert_eq!((&apart["overlap"], &apart["count"]), (&json!(false), &json!(0)));
    assert_eq!(apart["distance"]["distance"], json!(2.0));
    assert_eq!(apart["distance"]["on_a"][0], json!(1.0));
    assert_eq!(apart["distance"]["on_b"][0], json!(3.0));
    assert_eq!(apart["inside"], json!({ "a_in_b": "none", "b_in_a": "none" }));
    let near = apart["pairs"].as_array().unwrap();
    assert_eq!(apart["within"], json!({ "distance": 2.0, "count": near.len() }));
    assert!(near.len() >= 4 && near.iter().all(|pair| pair[2] == json!(2.0)), "{near:?}");
    let touching = bench.json("pairs cube.carom cube.carom --pose 1,1,1 --list --json");
    assert_eq!((&touching["overlap"], &touching["inside"]), (&json!(true), &Value::Null));
    assert_eq!((&touching["interiors"], &apart["interiors"]), (&json!("apart"), &json!("apart")));
    assert_eq!(touching["distance"]["on_a"], json!([1.0, 1.0, 1.0]));
    let pairs = touching["pairs"].as_array().unwrap();
    assert_eq!(json!(pairs.len()), touching["count"]);
    assert!(!pairs.is_empty());
    // Nothing is nowhere.
    bench.write("empty.stl", "solid nothing\nendsolid nothing\n");
    bench.good("cook -q empty.stl -o empty.carom");
    let empty = bench.json("pairs cube.carom empty.carom --json");
    assert_eq!((&empty["overlap"], &empty["distance"]), (&json!(false), &Value::Null));
}

/// An element of an OBJ file: its kind, and the numbers of its points.
type Element = (String, Vec<usize>);

/// The points of an OBJ file, and its elements.
fn parse(text: &str) -> (Vec<[f32; 3]>, Vec<Element>) {
    let (mut points, mut elements) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split(' ');
        let kind = words.next().unwrap();
        if kind == "v" {
            let numbers: Vec<f32> = words.map(|word| word.parse().unwrap()).collect();
            points.push(numbers.try_into().unwrap());
        } else {
            let indices: Vec<usize> = words.map(|word| word.parse().unwrap()).collect();
            assert!(indices.iter().all(|&index| (1..=points.len()).contains(&index)));
            elements.push((kind.to_string(), indices));
        }
    }
    (points, elements)
}

#[test]
fn intersections_become_obj() {
    let bench = cube();
    let shared = |pose: &str| {
        bench.good(&format!("pairs cube.carom cube.carom --pose {pose} --obj shared.obj"));
        parse(&std::fs::read_to_string(bench.path("shared.obj")).unwrap())
    };
    let count = |elements: &[Element], kind: &str| elements.iter().filter(|(found, _)| found == kind).count();
    // Face on face, with the same diagonal: two triangles that coincide.
    let (points, elements) = shared("1,0,0");
    assert!(points.iter().all(|point| point[0] == 1.0));
    assert_eq!(count(&elements, "f"), 2, "{elements:?}");
    assert!(count(&elements, "l") > 0 && count(&elements, "p") > 0, "{elements:?}");
    // Crossing: segments in the surfaces of both.
    let (points, elements) = shared("0.5,0.5,0.25");
    assert!(count(&elements, "l") >= 6 && count(&elements, "f") == 0, "{elements:?}");
    for [x, y, z] in points {
        assert!([x, y].iter().all(|c| (0.5..=1.0).contains(c)) && (0.25..=1.0).contains(&z), "{x} {y} {z}");
    }
    let (points, elements) = shared("1,1,1");
    assert!(points.iter().all(|point| *point == [1.0; 3]));
    assert_eq!(count(&elements, "p"), elements.len());
    assert!(shared("9,0,0").0.is_empty());
}

#[test]
fn pictures_show_touching_triangles_in_red() {
    let bench = Bench::new();
    bench.good(&format!("cook -q {} -o skull.carom", asset("skull.stl")));
    let bounds = &bench.json("info skull.carom --json")["bounds"];
    let side = |name: &str| bounds[name][0].as_f64().unwrap();
    let size = side("max") - side("min");
    let red = |x: f64, options: &str| {
        let line = format!("pairs skull.carom skull.carom --pose {x},0,0 --png skulls.png {options}");
        bench.good(&format!("{line} --size 160x120 --json"));
        let picture = image::open(bench.path("skulls.png")).unwrap().to_rgb8();
        assert_eq!(picture.dimensions(), (160, 120));
        picture.pixels().filter(|p| p[0] > 60 && u32::from(p[0]) > 2 * u32::from(p[1].max(p[2]))).count()
    };
    let touching = red(0.4 * size, "");
    assert!(touching > 20, "{touching}");
    assert_eq!(red(0.4 * size, "--threads 1"), touching);
    assert_eq!(red(2.0 * size, ""), 0);
}

#[test]
fn bad_lines_are_errors() {
    let bench = cube();
    bench.good("cook -q cube.obj -o solid.carom --as bsp");
    assert_eq!(
        bench.bad("pairs cube.carom solid.carom"),
        "solid.carom: holds a BSP tree; pairs are for meshes"
    );
    assert!(bench.bad("pairs cube.obj cube.carom").starts_with("cube.obj: not a cooked file"));
    assert_eq!(bench.misused("pairs cube.carom cube.carom --obj cube.carom"), "cube.carom: is the input");
    assert!(
        bench
            .misused("pairs cube.carom cube.carom --obj a.png --png ./a.png")
            .contains("is an output already")
    );
    let far = bench.bad("pairs cube.carom cube.carom --pose 0,0,0,1,1e18,0,0,1e18");
    assert!(far.contains("x of the posed mesh reaches 2e18"), "{far}");
    for (options, says) in [
        ("--pose 1,2", "expected a pose of 3, 7, 8 or 12 finite numbers"),
        ("--pose 0,0,0,2,0,0,0", "has length 2, not 1"),
        ("--pose-a 1,0,0,0,0,1,0,0,0,0,-1,0", "a mirror"),
        ("--pose 1,1,0,0,0,1,0,0,0,0,1,0", "a shear"),
        ("--within -1", "expected a distance"),
        ("--threads 2", "--png"),
    ] {
        let said = bench.run(&format!("pairs cube.carom cube.carom {options}"));
        assert_eq!(said.code, 2, "{options}");
        assert!(said.err.contains(says), "{options}: {}", said.err);
    }
}
