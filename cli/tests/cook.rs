//! Every format cooks; the report is right; files appear complete or not at all.

mod common;
use common::*;
use serde_json::json;

#[test]
fn every_format_is_the_same_cube() {
    let bench = Bench::new();
    let mut blobs = Vec::new();
    for (name, bytes) in cubes() {
        bench.write(name, bytes);
        let cubes = if name.contains(".gl") { 2 } else { 1 };
        let said = bench.run(&format!("cook {name} -o {name}.carom --json"));
        assert_eq!(said.code, 0, "{name}: {}", said.err);
        let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        let report = &object["report"];
        assert_eq!(report["triangles"], 12 * cubes, "{name}");
        assert_eq!(report["vertices"], 8 * cubes, "{name}");
        assert_eq!(report["watertight"], true, "{name}");
        assert_eq!(report["parts"], cubes, "{name}");
        if cubes == 1 {
            assert_eq!(said.err, "");
            blobs.push(std::fs::read(bench.path(&format!("{name}.carom"))).unwrap());
        } else {
            assert_eq!(said.err, format!("note: {name}: 2 primitives of points or lines are left out\n"));
        }
    }
    // Vertices come in the order of their first use or of the file, so blobs differ in nothing that is asked.
    for name in
        ["cube.obj", "text.stl", "binary.stl", "text.ply", "little.ply", "big.ply", "cube.off", "cube.3mf"]
    {
        let all = bench.json(&format!("query {name}.carom raycast 0.7 0.2 5 0 0 -1 --json"));
        assert_eq!((&all["triangle"], &all["t"]), (&json!(2), &json!(4.0)), "{name}");
    }
    assert!(blobs.windows(2).all(|pair| pair[0].len() == pair[1].len()));
}

#[test]
fn gltf_nodes_are_placed_and_mirrors_turned() {
    let bench = Bench::new();
    bench.write("beside it.bin", gltf_buffer());
    bench.write("outer.gltf", gltf_json(Some("beside%20it.bin")).to_string());
    for (name, bytes) in cubes().into_iter().filter(|(name, _)| name.contains(".gl")) {
        bench.write(name, bytes);
    }
    for name in ["outer.gltf", "cube.gltf", "cube.glb"] {
        let info = bench.json(&format!("info {name} --json"));
        assert_eq!(info["bounds"], json!({ "min": [0.0, 0.0, 0.0], "max": [10.0, 2.0, 2.0] }), "{name}");
        assert_eq!(bench.run(&format!("cook -q {name} -o two.carom")).code, 0);
        // From outside both cubes show their fronts; the second's triangles come after the first's.
        let front = bench.json("query two.carom raycast 8.5 0.5 5 0 0 -1 --backfaces cull --json");
        assert_eq!((&front["triangle"], &front["t"]), (&json!(14), &json!(3.0)), "{name}");
        assert_eq!(bench.good("query two.carom raycast 9 1 1 0 0 -1 --backfaces cull"), "miss\n");
    }
}

#[test]
fn objects_of_3mf_are_placed_and_mirrors_turned() {
    let bench = Bench::new();
    let mesh = |id: u32| {
        let vertices: String =
            corners().iter().map(|[x, y, z]| format!("<vertex x='{x}' y='{y}' z='{z}'/>")).collect();
        let triangle = |[a, b, c]: [u32; 3]| format!("<triangle v1='{a}' v2='{b}' v3='{c}'/>");
        let triangles: String = fans().into_iter().map(triangle).collect();
        format!(
            "<object id='{id}'><mesh><vertices>{vertices}</vertices><triangles>{triangles}</triangles></mesh>\
             </object>"
        )
    };
    // Turned by a quarter about z, twice as large and mirrored, then moved: rows, as points are.
    let components = "<object id='3'><components><component objectid='1'/>\
                      <component objectid='1' transform='0 2 0 -2 0 0 0 0 -2 10 20 30'/></components></object>";
    bench.write("two.3mf", threemf_of(&format!("{}{components}", mesh(1))));
    let info = bench.json("info two.3mf --json");
    assert_eq!(info["bounds"], json!({ "min": [0.0, 0.0, 0.0], "max": [10.0, 22.0, 30.0] }));
    assert_eq!((&info["triangles"], &info["parts"]), (&json!(24), &json!(2)));
    bench.good("cook -q two.3mf -o two.carom");
    let front = bench.json("query two.carom raycast 9.5 20.5 50 0 0 -1 --backfaces cull --json");
    assert_eq!((&front["hit"], &front["t"]), (&json!(true), &json!(20.0)));

    let case = |resources: &str, says: &str| {
        bench.write("bad.3mf", threemf_of(resources));
        let error = bench.bad("cook bad.3mf -o bad.carom");
        assert!(error.starts_with("bad.3mf: ") && error.ends_with(says), "{error}");
    };
    case("", "objectid: there is no object 3 in 3D/cube.model");
    let to = |id: u32, of: u32| format!("<object id='{id}'><component objectid='{of}'/></object>");
    case(&format!("{}{}", to(3, 4), to(4, 3)), "object 3 is a component of itself");
    // Thirty doublings are a billion cubes.
    let mut doublings = mesh(40);
    for id in 3..40 {
        let component = format!("<component objectid='{}'/>", id + 1);
        doublings += &format!("<object id='{id}'>{component}{component}</object>");
    }
    case(&doublings, "vertices and triangles with all copies; at most 268435456 are read");
    case(&format!("{}{}", mesh(3), mesh(3)), "object 3: there is one already");
    case(&mesh(3).replace("x='1'", "x='nan'"), "vertex[1].x: NaN is not finite");
    case(&mesh(3).replace("x='1'", ""), "vertex[1].x is missing");
    case(&mesh(3).replace("v3='1'", "v3='8'"), "triangle[1].v3: 8 names none of the 8 vertices");
    let half = to(3, 1).replace("/></", " transform='1 0 0'/></");
    case(&format!("{}{half}", mesh(1)), "transform: `1 0 0` is not twelve finite numbers");
    case("<object id='3'><mesh>", "ill-formed document: expected `</mesh>`, but `</resources>` was found");
}

#[test]
fn files_are_turned_and_scaled() {
    let bench = Bench::new();
    bench.write("slab.obj", "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 4\nf 1 2 3\nf 1 3 4\n");
    let bounds = |options: &str| {
        bench.good(&format!("cook -q slab.obj -o slab.carom {options}"));
        bench.json("info slab.carom --json")["bounds"].clone()
    };
    assert_eq!(bounds(""), json!({ "min": [0.0, 0.0, 0.0], "max": [1.0, 2.0, 4.0] }));
    assert_eq!(bounds("--up y"), bounds(""));
    assert_eq!(bounds("--up z")["max"][1], 4.0);
    assert_eq!(bounds("--up z")["min"][2], -2.0);
    assert_eq!(bounds("--up x --scale 0.5"), json!({ "min": [-1.0, 0.0, 0.0], "max": [0.0, 0.5, 2.0] }));
    let field = bench.json("sdf slab.obj --scale 8 --resolution 4 --padding 0 --json");
    assert_eq!(field["cell"], 8.0);
    let error = bench.bad("cook slab.obj -o a.carom --scale 1e38");
    assert!(error.starts_with("slab.obj: positions[3]: "), "{error}");
    for bad in ["--scale 0", "--scale -1", "--scale nan", "--up w"] {
        assert_eq!(bench.run(&format!("cook slab.obj -o a.carom {bad}")).code, 2, "{bad}");
    }
    let error = bench.misused("sdf slab.carom --up z");
    assert_eq!(error, "slab.carom: --up and --scale are for mesh files");
}

#[test]
fn triangles_are_numbered_by_materials_and_groups() {
    let bench = Bench::new();
    bench.write(
        "named.obj",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nusemtl wood\ng left\nf 1 2 3 4\nusemtl iron\nf 1 2 3\n\
         usemtl  wood \ng right  side\nf 1 2 \\\n4\nl 1 2\nusemtl unused\n",
    );
    let names = |file: &str, by: &str| -> Vec<(u64, String, u64)> {
        let line = format!("cook {file} -o named.carom --json --attributes {by}");
        let said = bench.run(&line);
        assert_eq!(said.code, 0, "{line}: {}", said.err);
        let object: serde_json::Value = serde_json::from_str(&said.out).unwrap();
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        let row = |row: &serde_json::Value| {
            (number(&row["number"]), row["name"].as_str().unwrap().into(), number(&row["triangles"]))
        };
        object["names"].as_array().unwrap().iter().map(row).collect()
    };
    // Where triangles with and without a number are, the tree's answers tell.
    let hits = |options: &str| {
        let line = format!("query named.carom raycast-all 0.75 0.5 1 0 0 -1 --json {options}");
        let found = bench.json(&line)["hits"].as_array().unwrap().clone();
        found.iter().map(|hit| hit["triangle"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let own = |name: &str| name.to_string();
    let materials = [(0, own(""), 1), (1, own("wood"), 3), (2, own("iron"), 1)];
    assert_eq!(names("named.obj", "materials"), materials);
    assert_eq!((hits("--exclude 3"), hits("--require 1"), hits("--require 2")), (vec![0], vec![1], vec![3]));
    let groups = [(0, own(""), 1), (1, own("left"), 3), (2, own("right  side"), 1)];
    assert_eq!(names("named.obj", "groups"), groups);
    assert_eq!(
        (hits("--exclude 3"), hits("--require 1"), hits("--require 2")),
        (vec![0], vec![1, 3], vec![])
    );
    let out = bench.good("cook named.obj -o named.carom --attributes materials");
    assert!(out.contains("  attributes 0x0000  (no name), 1 triangles\n"), "{out}");
    assert!(out.contains("  attributes 0x0001  wood, 3 triangles\n"), "{out}");

    let mut gltf: serde_json::Value = serde_json::from_slice(&gltf()).unwrap();
    gltf["materials"] = json!([{ "name": "glass" }, {}]);
    gltf["meshes"][0]["primitives"][0]["material"] = json!(1);
    gltf["nodes"][2]["name"] = json!("mirrored");
    bench.write("named.gltf", gltf.to_string());
    assert_eq!(names("named.gltf", "materials"), [(0, own("materials[1]"), 24)]);
    assert_eq!(names("named.gltf", "groups"), [(0, own("nodes[0]"), 12), (1, own("mirrored"), 12)]);

    bench.write("cube.stl", stl_binary());
    let error = bench.misused("cook cube.stl -o a.carom --attributes groups");
    assert_eq!(error, "cube.stl: --attributes groups: are read of .obj, .gltf and .glb, not of .stl");
    let error = bench.misused("cook named.obj -o a.carom --as bsp --attributes groups");
    assert_eq!(error, "--attributes: is not for BSP trees");
    assert_eq!(bench.run("cook named.obj -o a.carom --attributes colours").code, 2);
}

#[test]
fn many_files_are_cooked_into_a_folder() {
    let bench = Bench::new();
    cubes().iter().for_each(|(name, bytes)| bench.write(name, bytes));
    let skull = asset("skull.stl");
    // One by one, and together.
    bench.good("cook -q cube.obj -o cube.carom");
    bench.good(&format!("cook -q {skull} -o one.carom"));
    let line = format!("cook cube.obj {skull} text.ply little.ply -o cooked/");
    let out = bench.good(&line);
    let order =
        ["cube.obj\n", "skull.stl\n", "text.ply\n", "little.ply\n"].map(|name| out.find(name).unwrap());
    assert!(order.is_sorted(), "{out}");
    let names = |folder: &str| {
        let entries = std::fs::read_dir(bench.path(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names("cooked"), ["cube.carom", "little.carom", "skull.carom", "text.carom"]);
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("cooked/cube.carom"), bytes("cube.carom"));
    assert!(bytes("cooked/skull.carom") == bytes("one.carom"));
    let said = bench.good("cook cube.obj text.ply -o cooked --json --threads 2");
    let objects: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[1]["input"], objects.len()), (&json!("text.ply"), 2));
    bench.good("cook -q cube.obj --as bsp -o solid/");
    assert_eq!(bench.json("info solid/cube.carom --json")["kind"], "bsp");

    // Those that can be cooked are, and the others stay as they were.
    bench.write("bad.obj", "v 0 0 0\nf 1 1 2\n");
    bench.write("cooked/bad.carom", "old");
    std::fs::remove_file(bench.path("cooked/cube.carom")).unwrap();
    let said = bench.run("cook -q bad.obj cube.obj none.ply -o cooked");
    assert_eq!(said.code, 1);
    let lines: Vec<&str> = said.err.lines().collect();
    assert!(lines[0].starts_with("error: bad.obj: line 2: ") && lines[1].starts_with("error: none.ply: "));
    assert_eq!(lines[2..], ["error: cooked: 2 of 3 files are not cooked"]);
    assert_eq!(
        (bytes("cooked/bad.carom"), bytes("cooked/cube.carom")),
        (b"old".to_vec(), bytes("cube.carom"))
    );

    assert_eq!(
        bench.misused("cook cube.obj cube.off -o new/"),
        "new/cube.carom: would be made of cube.obj and of cube.off"
    );
    assert_eq!(
        bench.misused("cook cube.obj text.ply -o new"),
        "new: is no folder; many inputs are cooked into one, such as -o cooked/"
    );
    assert!(bench.misused("cook cube.obj text.ply -o -").starts_with("-: is no folder"));
    assert!(bench.misused("cook - cube.obj --format obj -o new/").contains("has no name to be cooked"));
    let order = "cook cube.obj text.ply -o new/ --layout compact --cooked-order --order a";
    assert_eq!(bench.misused(order), "--order: is for one input");
    assert_eq!(bench.run("cook -o new/").code, 2);
}

#[test]
fn broken_files_are_told_whatever_else_is_cooked_beside_them() {
    // Readers that panic say nothing themselves, however many do at once.
    let bench = Bench::new();
    let mut line = String::from("cook -q -o cooked/ --threads 8");
    for i in 0..64 {
        let name = format!("f{i}.{}", ["ply", "stl", "glb", "3mf"][i % 4]);
        bench.write(&name, [b"ply\nformat ascii 1.0\n".as_slice(), &[0xff; 9], &[i as u8; 99]].concat());
        line += &format!(" {name}");
    }
    let said = bench.run(&line);
    assert_eq!((said.code, said.err.lines().count()), (1, 64));
    assert!(said.err.lines().all(|line| line.starts_with("error: f")), "{}", said.err);
}

#[test]
fn welding_can_be_left_out() {
    let bench = Bench::new();
    bench.write("cube.stl", stl_binary());
    let report = &bench.json("cook cube.stl -o cube.carom --no-weld --json")["report"];
    assert_eq!((&report["vertices"], &report["open_edges"]), (&json!(36), &json!(36)));
    let out = bench.good("info cube.stl");
    assert!(out.contains("8, welded from 36") && out.contains("watertight            yes"), "{out}");
}

#[test]
fn options_change_the_tree_and_not_the_answers() {
    let bench = Bench::new();
    let skull = asset("skull.stl");
    bench.good(&format!("cook {skull} -o one.carom -q --threads 1"));
    bench.good(&format!("cook {skull} -o two.carom -q --threads 2"));
    bench.good(&format!("cook {skull} -o median.carom -q --split median --quality fast"));
    bench.good(&format!("cook {skull} -o cooked.carom -q --layout compact --cooked-order --order order.bin"));
    bench.good(&format!("cook {skull} -o delta.carom -q --layout delta"));
    let bytes = |name: &str| std::fs::read(bench.path(name)).unwrap();
    assert_eq!(bytes("one.carom"), bytes("two.carom"));
    assert_eq!(bench.json("info median.carom --json")["split"], "median");
    assert_eq!(bench.json("info one.carom --json")["layout"], "wide");
    assert_eq!(bench.json("info cooked.carom --json")["cooked_order"], true);
    let said = bench.bad(&format!("cook {skull} -o none.carom -q --cooked-order"));
    assert!(said.contains("only for layout COMPACT"), "{said}");

    let order: Vec<u32> =
        bytes("order.bin").as_chunks().0.iter().map(|&index| u32::from_le_bytes(index)).collect();
    assert_eq!(order.len(), 42_480);
    let ask = |name: &str| bench.json(&format!("query {name} raycast 0.36 0 5 0.001 0.002 -1 --json"));
    let (one, median, cooked) = (ask("one.carom"), ask("median.carom"), ask("cooked.carom"));
    assert_eq!(one["hit"], true);
    assert_eq!(one, median);
    assert_eq!(one, ask("delta.carom"));
    assert_eq!(one["t"], cooked["t"]);
    assert_eq!(one["triangle"], order[cooked["triangle"].as_u64().unwrap() as usize]);
}

#[test]
fn the_assets_have_their_known_reports() {
    let bench = Bench::new();
    let cases = [
        ("skull", 42_480, true, 23, 0, 0),
        ("ribcage", 73_960, false, 74, 3_396, 5_122),
        ("forearm", 68_957, false, 191, 0, 845),
    ];
    for (name, triangles, watertight, parts, duplicates, non_manifold) in cases {
        let object = bench.json(&format!("cook {} -o {name}.carom --json", asset(&format!("{name}.stl"))));
        let report = &object["report"];
        assert_eq!(report["triangles"], triangles);
        assert_eq!(report["watertight"], watertight, "{name}");
        assert_eq!(report["parts"], parts, "{name}");
        assert_eq!(report["duplicate_triangles"], duplicates, "{name}");
        assert_eq!(report["non_manifold_edges"], non_manifold, "{name}");
        assert_eq!(report["open_edges"].as_u64().unwrap() > 0, name == "forearm");
        assert_eq!(object["triangles"], triangles);
    }
    let out = bench.good(&format!("cook {} -o skull.carom", asset("skull.stl")));
    for line in
        ["  triangles             42,480\n", "  parts                 23\n", "  watertight            yes\n"]
    {
        assert!(out.contains(line), "{out}");
    }
}

#[test]
fn nothing_is_a_mesh_too() {
    let bench = Bench::new();
    bench.write("empty.stl", "solid nothing\nendsolid nothing\n");
    let said = bench.run("cook empty.stl -o empty.carom");
    assert_eq!((said.code, said.err.as_str()), (0, "note: empty.stl: there are no triangles\n"));
    let info = bench.json("info empty.carom --json");
    assert_eq!((&info["triangles"], &info["bytes_per_triangle"]), (&json!(0), &json!(null)));
    assert_eq!(bench.good("query empty.carom raycast 0 0 0 1 0 0"), "miss\n");
    bench.good("render empty.carom -o empty.png --size 8x8 -q");
}

#[test]
fn outputs_are_complete_or_absent() {
    let bench = Bench::new();
    bench.write("cube.obj", obj());
    assert!(bench.misused("cook cube.obj -o cube.obj").contains("is the input"));
    assert!(bench.bad("cook cube.obj -o none/cube.carom").ends_with(": the folder none does not exist"));
    assert!(bench.bad("cook cube.obj -o .").contains("is a directory"));
    assert!(bench.misused("cook cube.obj -o a --cooked-order --order ./a").contains("is an output already"));
    assert!(bench.bad("cook cube.obj -o cube.obj/b").ends_with("cube.obj is not a folder"));
    // An error keeps the file that was there before.
    bench.write("old.carom", "old");
    bench.write("bad.obj", "v 0 0 0\nf 1 1 2\n");
    bench.bad("cook bad.obj -o old.carom");
    assert_eq!(std::fs::read(bench.path("old.carom")).unwrap(), b"old");
    bench.good("cook -q cube.obj -o old.carom");
    assert_eq!(bench.json("info old.carom --json")["triangles"], 12);
    assert_eq!(bench.run("cook cube.obj").code, 2);
    assert_eq!(bench.run("cook cube.obj -o a --order b").code, 2);
}

#[cfg(unix)]
#[test]
fn interruption_leaves_nothing_half_written() {
    use std::time::Duration;
    let skull = asset("skull.stl");
    for delay in [1, 5, 10, 20, 40, 80, 120, 160, 240, 320] {
        let bench = Bench::new();
        let mut child = command()
            .current_dir(bench.directory.path())
            .args(["cook", "-q", &skull, "-o", "a.carom", "--cooked-order", "--order", "a.order"])
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(delay));
        let id = child.id().to_string();
        std::process::Command::new("kill")
            .args(["-INT", &id])
            .stderr(std::process::Stdio::null())
            .status()
            .unwrap();
        child.wait().unwrap();
        match bench.names().as_slice() {
            [] => {}
            names => {
                assert_eq!(names, ["a.carom", "a.order"]);
                assert_eq!(bench.json("info a.carom --json")["triangles"], 42_480);
            }
        }
    }
}
