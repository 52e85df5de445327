//! `carom diff` and `carom bench`.

mod common;
use common::*;
use serde_json::{Value, json};

#[test]
fn files_that_are_the_same_do_not_differ() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    for kind in ["mesh", "bsp"] {
        bench.good(&format!("cook -q cube.obj -o a.carom --as {kind}"));
        bench.good(&format!("cook -q cube.obj -o b.carom --as {kind}"));
        assert_eq!(bench.good("diff a.carom b.carom"), "");
        assert_eq!(bench.json("diff a.carom b.carom --json")["equal"], true);
    }
    bench.good("sdf -q cube.obj -o a.sdf --resolution 4");
    assert_eq!(bench.good("diff a.sdf a.sdf"), "");
}

#[test]
fn differences_are_told() {
    let bench = Bench::new();
    let text = String::from_utf8(obj()).unwrap();
    bench.write("cube.obj", &text);
    // The last face's last corner but one, and a face less.
    bench.write("moved.obj", text.replace("v 1 1 1", "v 1 1 1.5"));
    bench.write("less.obj", text.rsplit_once("f ").unwrap().0);
    for name in ["cube", "moved", "less"] {
        bench.good(&format!("cook -q {name}.obj -o {name}.carom"));
    }
    let differ = |line: &str| -> String {
        let said = bench.run(&format!("diff {line}"));
        assert_eq!((said.code, said.err.as_str()), (1, ""), "{line}");
        said.out
    };
    let of = |line: &str| -> Value { serde_json::from_str(&differ(&format!("{line} --json"))).unwrap() };
    let what = |object: &Value| -> Vec<String> {
        let rows = object["differences"].as_array().unwrap();
        rows.iter().map(|row| row["what"].as_str().unwrap().to_string()).collect()
    };
    let moved = of("cube.carom moved.carom");
    assert!(what(&moved).contains(&"bounds.max".into()) && !what(&moved).contains(&"triangles".into()));
    // The second face is the first that has the corner.
    assert_eq!(moved["first_triangle"]["index"], 2);
    assert_eq!(moved["first_triangle"]["b"]["corners"][2], json!([1.0, 1.0, 1.5]));
    let less = of("cube.carom less.carom");
    assert!(what(&less).contains(&"triangles".into()));
    assert_eq!((&less["first_triangle"]["index"], &less["first_triangle"]["b"]), (&json!(10), &json!(null)));

    bench.good("cook -q cube.obj -o compact.carom --layout compact");
    let layout = of("cube.carom compact.carom");
    assert!(what(&layout).contains(&"layout".into()) && what(&layout).contains(&"bytes.nodes".into()));
    assert_eq!(layout["first_triangle"], json!(null));
    bench.good("cook -q cube.obj -o solid.carom --as bsp");
    assert_eq!(what(&of("cube.carom solid.carom"))[0], "kind");

    let out = differ("cube.carom less.carom");
    assert!(out.starts_with("cube.carom and less.carom differ\n") && out.contains("12, 10"), "{out}");
    assert!(
        out.contains("first triangle") && out.contains("number 10") && out.contains("first byte"),
        "{out}"
    );
    assert_eq!(differ("-q cube.carom less.carom"), "");
    // As diff has it, trouble is another code.
    for line in ["cube.carom none.carom", "cube.carom cube.obj", "- -"] {
        let said = bench.run(&format!("diff {line}"));
        assert_eq!((said.code, said.err.lines().count()), (2, 1), "{line}: {}", said.err);
    }
}

#[test]
fn rates_are_of_what_was_asked() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    bench.good("cook -q cube.obj -o mesh.carom");
    bench.good("cook -q cube.obj -o bsp.carom --as bsp");
    bench.good("sdf -q cube.obj -o field.sdf --resolution 8");
    for (file, kinds) in [
        ("mesh.carom", &["rays", "spheres", "closest points"][..]),
        ("bsp.carom", &["rays", "spheres", "points inside"]),
        ("field.sdf", &["rays", "spheres", "samples", "closest points"]),
    ] {
        let ask = || bench.json(&format!("bench {file} --queries 300 --runs 3 --json"));
        let (one, two) = (ask(), ask());
        assert_eq!((&one["queries"], &one["runs"]), (&json!(300), &json!(3)));
        let rows = |object: &Value| object["rates"].as_array().unwrap().clone();
        assert_eq!(rows(&one).iter().map(|row| row["query"].as_str().unwrap()).collect::<Vec<_>>(), kinds);
        for (one, two) in rows(&one).iter().zip(rows(&two)) {
            assert!(one["per_second"].as_f64().unwrap() > 0.0, "{one}");
            assert_eq!(one["hits"], two["hits"]);
            assert!((1..=300).contains(&one["hits"].as_u64().unwrap()), "{file}: {one}");
        }
    }
    let out = bench.good("bench mesh.carom --queries 10 --runs 1");
    assert!(out.starts_with("mesh.carom\n") && out.contains("million a second"), "{out}");
    bench.write("empty.stl", "solid nothing\nendsolid nothing\n");
    bench.run("cook -q empty.stl -o empty.carom");
    assert_eq!(bench.bad("bench empty.carom"), "empty.carom: there is nothing to ask");
    assert!(bench.bad("bench cube.obj").contains("not a cooked file"));
    assert_eq!(bench.run("bench mesh.carom --runs 0").code, 2);
}
