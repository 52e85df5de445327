//! `carom view`: the page that is written.

mod common;
use common::*;

const EMPTY: &str = "<title><!--carom:name--></title><h1><!--carom:name--></h1><p id=mesh><!--carom:mesh--></p>\
                     <p id=field><!--carom:field--></p><p id=solid><!--carom:solid--></p>\
                     <p id=objects><!--carom:objects--></p>";

/// What stands between two texts.
fn between<'a>(text: &'a str, before: &str, after: &str) -> &'a str {
    text.split_once(before).unwrap().1.split_once(after).unwrap().0
}

#[test]
fn pages_hold_the_bytes() {
    use base64::Engine;
    let bench = Bench::new();
    bench.write("empty.html", EMPTY);
    let skull = asset("skull.stl");
    bench.good(&format!("cook -q {skull} -o a<b>&.carom"));
    bench.good("view -q a<b>&.carom -o page.html --page empty.html");
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    assert_eq!(page.matches("a&lt;b&gt;&amp;.carom").count(), 2);
    let decode = |text: &str| base64::prelude::BASE64_STANDARD.decode(text).unwrap();
    let mesh = std::fs::read(bench.path("a<b>&.carom")).unwrap();
    assert!(decode(between(&page, "<p id=mesh>", "</p>")) == mesh);
    assert_eq!(between(&page, "<p id=field>", "</p>"), "");

    bench.good(&format!("sdf -q {skull} -o skull.sdf --resolution 20"));
    bench.good("view -q skull.sdf -o page.html --page empty.html");
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    let field = std::fs::read(bench.path("skull.sdf")).unwrap();
    assert!(decode(between(&page, "<p id=field>", "</p>")) == field);
    let surface = carom::mesh::Mesh::open_copy(&decode(between(&page, "<p id=mesh>", "</p>"))).unwrap();
    assert!(surface.triangle_count() > 500);
}

#[test]
fn pages_of_solids_hold_their_tree_and_their_faces() {
    use base64::Engine;
    let bench = Bench::new();
    bench.write("empty.html", EMPTY);
    let room = concat!(env!("CARGO_MANIFEST_DIR"), "/../levels/tests/fixtures/room.map");
    bench.good(&format!("cook -q {room} -o room.carom"));
    bench.good("view -q room.carom -o page.html --page empty.html");
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    let decode = |text: &str| base64::prelude::BASE64_STANDARD.decode(text).unwrap();
    let solid = decode(between(&page, "<p id=solid>", "</p>"));
    assert!(solid == std::fs::read(bench.path("room.carom")).unwrap());
    assert_eq!(between(&page, "<p id=field>", "</p>"), "");
    let faces = carom::mesh::Mesh::open_copy(&decode(between(&page, "<p id=mesh>", "</p>"))).unwrap();
    let solid = carom::bsp::Bsp::open_copy(&solid).unwrap();
    let mut count = 0;
    solid.triangles(|_| count += 1).unwrap();
    assert!(count > 0 && faces.triangle_count() == count);
    // What is exported is the same.
    bench.good("export -q room.carom -o room.stl");
    assert_eq!(std::fs::read(bench.path("room.stl")).unwrap().len(), 84 + 50 * count as usize);
}

#[test]
fn pages_of_worlds_hold_their_volumes_and_objects() {
    use base64::Engine;
    use carom::prelude::*;
    let bench = Bench::new();
    bench.write("empty.html", EMPTY);
    let world = World::new(&WorldOptions::default()).unwrap();
    let unit = Aabb::new(Vec3::ZERO, Vec3::ONE);
    let filter = GroupFilter { group: 0x1_0006, ..GroupFilter::default() };
    let ids = world
        .insert_vec(&[
            unit.into(),
            Object { filter, ..Sphere { center: Vec3::splat(5.0), radius: 1.0 }.into() },
        ])
        .unwrap();
    world.save_file(bench.path("two.world")).unwrap();
    bench.good("view -q two.world -o page.html --page empty.html");
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    let decode = |text: &str| base64::prelude::BASE64_STANDARD.decode(text).unwrap();
    let mesh = carom::mesh::Mesh::open_copy(&decode(between(&page, "<p id=mesh>", "</p>"))).unwrap();
    let objects = decode(between(&page, "<p id=objects>", "</p>"));
    assert_eq!((mesh.triangle_count(), objects.len()), (268, 8 * 268));
    let object = |triangle: u32| {
        let at = 8 * triangle as usize;
        u64::from_le_bytes(objects[at..at + 8].try_into().unwrap())
    };
    for (center, id, groups) in [(Vec3::splat(0.5), ids[0], 1), (Vec3::splat(5.0), ids[1], 6)] {
        let ray = Ray::new(center + Vec3::new(0.1, 0.2, 3.0), Vec3::new(0.0, 0.0, -1.0));
        let hit = mesh.raycast_one(&ray, &Filter::ALL).unwrap().unwrap();
        assert_eq!((object(hit.triangle), hit.attributes), (id.0, groups));
    }
    // Only this command shows worlds.
    let error = bench.bad("info two.world");
    assert_eq!(error, "two.world: a saved world, whose objects only a program can ask");
}

#[test]
fn errors_name_the_page() {
    let bench = Bench::new();
    bench.good(&format!("cook -q {} -o skull.carom", asset("skull.stl")));
    let error = bench.bad("view skull.carom -o page.html");
    assert!(error.contains("no empty page at ") && error.contains("cargo xtask view"), "{error}");
    bench.write("empty.html", "<p>");
    let error = bench.bad("view skull.carom -o page.html --page empty.html");
    assert_eq!(error, "empty.html: is no empty page of carom view");
    let error = bench.bad("view skull.carom -o page.html --page none.html");
    assert!(error.starts_with("none.html: "), "{error}");
    assert!(!bench.path("page.html").exists());
}
