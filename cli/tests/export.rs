//! `carom export`, and `carom sdf --mesh`: what is written is what was cooked.

mod common;
use common::*;
use serde_json::json;
use std::collections::HashMap;

fn read(bench: &Bench, name: &str) -> Vec<u8> {
    std::fs::read(bench.path(name)).unwrap()
}

/// Vertices and triangles of an OBJ.
fn parse(text: &str) -> (Vec<[f64; 3]>, Vec<[usize; 3]>) {
    fn three<T: std::str::FromStr>(line: &str) -> [T; 3] {
        let numbers: Vec<T> = line[2..].split(' ').filter_map(|word| word.parse().ok()).collect();
        numbers.try_into().ok().unwrap()
    }
    let of = |kind| text.lines().filter(move |line| line.starts_with(kind));
    (of("v ").map(three).collect(), of("f ").map(three).map(|f: [usize; 3]| f.map(|i| i - 1)).collect())
}

#[test]
fn meshes_come_back_in_the_order_of_the_input() {
    let bench = Bench::new();
    let skull = asset("skull.stl");
    let source: Vec<u8> = std::fs::read(&skull).unwrap();
    let corners = |stl: &[u8]| -> Vec<Vec<u8>> {
        stl[84..].chunks_exact(50).map(|facet| facet[12..48].to_vec()).collect()
    };
    for layout in ["wide", "compact", "delta"] {
        bench.good(&format!("cook -q {skull} -o skull.carom --layout {layout}"));
        bench.good("export -q skull.carom -o back.stl");
        assert!(corners(&read(&bench, "back.stl")) == corners(&source), "{layout}");
    }
    // Each format cooks to the same triangles again, vertices in the order of first use.
    for name in ["back.obj", "back.ply", "back.glb", "back.stl"] {
        bench.good(&format!("export -q skull.carom -o {name}"));
        bench.good(&format!("cook -q {name} -o again.carom --layout delta"));
        bench.good("export -q again.carom -o again.stl");
        assert!(corners(&read(&bench, "again.stl")) == corners(&source), "{name}");
        let info = bench.json(&format!("info {name} --json"));
        assert_eq!(info["watertight"], true, "{name}");
    }
}

#[test]
fn small_meshes_are_told_and_streamed() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    assert_eq!(bench.good("export cube.carom -o a.obj"), "a.obj: 12 triangles, 8 vertices\n");
    let streamed = bench.feed("export - -o - --format obj", &read(&bench, "cube.carom"));
    assert_eq!(streamed.stdout, read(&bench, "a.obj"));
    let (positions, triangles) = parse(std::str::from_utf8(&streamed.stdout).unwrap());
    let own: Vec<[[f64; 3]; 3]> = triangles.iter().map(|t| t.map(|i| positions[i])).collect();
    let input: Vec<[[f64; 3]; 3]> =
        fans().iter().map(|t| t.map(|i| corners()[i as usize].map(f64::from))).collect();
    assert_eq!(own, input);
    bench.write("empty.stl", "solid nothing\nendsolid nothing\n");
    bench.run("cook -q empty.stl -o empty.carom");
    for format in ["obj", "ply", "stl", "glb"] {
        bench.good(&format!("export -q empty.carom -o empty.{format}"));
    }
    assert_eq!(bench.json("info empty.glb --json")["triangles"], 0);
}

/// Every directed edge of a surface has one against it; no triangle uses a vertex twice.
fn is_closed(triangles: &[[usize; 3]]) -> bool {
    let mut edges: HashMap<(usize, usize), i32> = HashMap::new();
    for &[a, b, c] in triangles {
        if a == b || b == c || c == a {
            return false;
        }
        [(a, b), (b, c), (c, a)].into_iter().for_each(|edge| *edges.entry(edge).or_default() += 1);
    }
    edges.iter().all(|(&(a, b), &count)| count == 1 && edges.get(&(b, a)) == Some(&1))
}

/// Six times the volume.
fn volume(positions: &[[f64; 3]], triangles: &[[usize; 3]]) -> f64 {
    let of = |&[i, j, k]: &[usize; 3]| {
        let ([a, b, c], [d, e, f], [g, h, l]) = (positions[i], positions[j], positions[k]);
        a * (e * l - f * h) + b * (f * g - d * l) + c * (d * h - e * g)
    };
    triangles.iter().map(of).sum()
}

#[test]
fn zero_surfaces_are_closed_and_near() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    let skull = asset("skull.stl");
    bench.good(&format!("cook -q {skull} -o skull.carom"));
    for (source, mesh, options) in [
        // Nodes on the surface, beside it, and a grid that ends at the surface.
        ("cube.obj", "cube.carom", "--resolution 8"),
        ("cube.obj", "cube.carom", "--resolution 7 --padding 1"),
        ("cube.obj", "cube.carom", "--resolution 4 --padding 0 --sign parity"),
        (skull.as_str(), "skull.carom", "--resolution 40 --storage bricks8"),
    ] {
        let made = bench.json(&format!("sdf {source} -o a.sdf --mesh direct.obj --json {options}"));
        bench.good("export -q a.sdf -o a.obj");
        assert_eq!(read(&bench, "a.obj"), read(&bench, "direct.obj"));
        let text = String::from_utf8(read(&bench, "a.obj")).unwrap();
        let (positions, triangles) = parse(&text);
        assert!(triangles.len() > 100 && is_closed(&triangles), "{source} {options}");
        assert!(volume(&positions, &triangles) > 0.0, "{source} {options}: turned inside out");
        let cell = made["cell"].as_f64().unwrap();
        let points: String = positions.iter().map(|[x, y, z]| format!("{x} {y} {z}\n")).collect();
        bench.write("points.txt", points);
        for line in bench.good(&format!("query {mesh} closest-point --file points.txt --json")).lines() {
            let answer: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(answer["distance"].as_f64().unwrap() < cell, "{source} {options}: {answer}");
        }
        if source == "cube.obj" {
            let part = volume(&positions, &triangles) / 6.0;
            assert!((part - 1.0).abs() < 3.0 * cell, "{options}: {part}");
        }
    }
    // A solid that the grid cuts off is closed there.
    bench.good("sdf -q cube.obj -o cut.sdf --resolution 8 --padding 0");
    bench.good("export -q cut.sdf -o cut.obj");
    assert!(is_closed(&parse(&String::from_utf8(read(&bench, "cut.obj")).unwrap()).1));
}

#[test]
fn nodes_are_written_as_they_are() {
    let bench = Bench::new();
    bench.write("slab.obj", String::from_utf8(obj()).unwrap().replace("v 1 ", "v 3 "));
    bench.good("sdf -q slab.obj -o slab.sdf --resolution 6 --padding 1");
    assert_eq!(bench.good("export slab.sdf -o slab.npy"), "slab.npy: 5 x 5 x 9 values, z, y, x\n");
    bench.good("export -q slab.sdf -o slab.f32");
    let (npy, raw) = (read(&bench, "slab.npy"), read(&bench, "slab.f32"));
    assert!(npy.starts_with(b"\x93NUMPY\x01\x00"));
    let size = 10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]));
    assert_eq!((size % 64, npy[size - 1]), (0, b'\n'));
    let header = std::str::from_utf8(&npy[10..size]).unwrap().trim_end();
    assert_eq!(header, "{'descr': '<f4', 'fortran_order': False, 'shape': (5, 5, 9), }");
    assert_eq!(&npy[size..], &raw[..]);
    let values: Vec<f32> = raw.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    assert_eq!(values.len(), 5 * 5 * 9);
    // One cell from the surface at node (8, 2, 2), on it at (7, 2, 2), half a unit inside in the middle.
    assert_eq!([8, 7, 4].map(|x| values[(2 * 5 + 2) * 9 + x]), [0.5, 0.0, -0.5]);
    assert_eq!(values[(2 * 5 + 1) * 9 + 4], 0.0);
}

#[test]
fn what_cannot_be_exported_is_told() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o cube.carom");
    bench.good("cook -q cube.obj -o solid.carom --as bsp");
    bench.good("sdf -q cube.obj -o cube.sdf --resolution 4");
    let no_name = "no name that tells the format: .obj, .ply, .stl, .glb, and for fields .npy or .f32; --format names it";
    for (line, error) in [
        ("export cube.carom -o a.xyz", format!("a.xyz: {no_name}")),
        ("export cube.carom -o -", format!("standard output: {no_name}")),
        ("export cube.carom -o a.obj --format stl", "a.obj: is named otherwise than --format".into()),
        (
            "export cube.carom -o a.npy",
            "cube.carom: holds a mesh; .npy and .f32 are for distance fields".into(),
        ),
        (
            "export solid.carom -o a.npy",
            "solid.carom: holds solids; .npy and .f32 are for distance fields".into(),
        ),
        ("export cube.carom -o cube.carom --format obj", "cube.carom: is the input".into()),
        (
            "sdf cube.obj --mesh a.npy",
            "a.npy: a mesh has no nodes; .obj, .ply, .stl and .glb are for triangles".into(),
        ),
        ("sdf cube.obj -o a.obj --mesh a.obj", "a.obj: is an output already".into()),
    ] {
        assert_eq!(bench.misused(line), error);
    }
    assert_eq!(bench.bad("export cube.obj -o a.obj"), "cube.obj: not a cooked file; cook it first");
    let cut = &read(&bench, "cube.sdf")[..200];
    bench.write("cut.sdf", cut);
    assert!(bench.bad("export cut.sdf -o a.obj").starts_with("cut.sdf: blob: "));
    assert_eq!(bench.json("info cube.sdf --json")["kind"], json!("sdf"));
}

#[test]
fn boxes_are_written_as_lines() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    for cook in ["", "--layout compact", "--layout delta", "--as bsp"] {
        bench.good(&format!("cook -q cube.obj -o cube.carom {cook}"));
        assert_eq!(bench.good("export cube.carom -o a.obj --boxes 0"), "a.obj: 1 boxes\n");
        let text = String::from_utf8(read(&bench, "a.obj")).unwrap();
        let corners = parse(&text).0;
        assert!(
            corners.len() == 8 && corners[0] == [0.0; 3] && corners[7] == [1.0; 3],
            "{cook}: {corners:?}"
        );
        // The edges of a cube join corners that differ along one axis.
        let lines: Vec<Vec<usize>> = (text.lines().filter_map(|line| line.strip_prefix("l ")))
            .map(|line| line.split(' ').map(|word| word.parse::<usize>().unwrap() - 1).collect())
            .collect();
        let apart = |l: &Vec<usize>| (0..3).filter(|&k| corners[l[0]][k] != corners[l[1]][k]).count();
        assert!(lines.len() == 12 && lines.iter().all(|line| line.len() == 2 && apart(line) == 1), "{cook}");
        // The summary goes where the boxes do not.
        let leaves = bench.run("export cube.carom -o - --format obj --boxes 99");
        let expected = if cook.contains("layout") { 12 } else { 1 };
        assert_eq!((leaves.code, leaves.err), (0, format!("standard output: {expected} boxes\n")), "{cook}");
        assert_eq!(leaves.out.matches("\nl ").count(), 12 * expected, "{cook}");
    }
    let refused = bench.misused("export cube.carom -o a.ply --boxes 1");
    assert!(refused.contains("a.ply: --boxes writes lines, for which the format is .obj"), "{refused}");
    bench.good("sdf -q cube.obj -o cube.sdf --resolution 4");
    let refused = bench.misused("export cube.sdf -o a.obj --boxes 1");
    assert!(refused.contains("cube.sdf: holds a distance field, which has no tree of boxes"), "{refused}");
}
