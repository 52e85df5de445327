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
    assert_eq!(bench.bad("sdf cube.sdf -o other.sdf"), "--output: cube.sdf is cooked already");
    assert_eq!(bench.bad("sdf cube.obj -o a.png --slice a.png"), "a.png: is an output already");
    assert_eq!(bench.bad("sdf cube.obj -o cube.obj"), "cube.obj: is the input");
    assert!(bench.bad("sdf none.obj").starts_with("none.obj: "));
    assert!(bench.bad("pairs cube.sdf cube.carom").starts_with("cube.sdf: holds a distance field"));
    assert!(bench.bad("query cube.sdf closest-point 0 0 0").starts_with("cube.sdf: holds a distance field"));
    assert!(bench.bad("render cube.sdf -o x.png").starts_with("cube.sdf: holds a distance field"));
    bench.write("empty.stl", "solid nothing\nendsolid nothing\n");
    assert!(bench.bad("sdf empty.stl").contains("a box without size"));
}
