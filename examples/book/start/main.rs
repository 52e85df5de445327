// ANCHOR: all
//! Cooks a floor and a wall, asks them, saves them and opens them again.

use carom::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // ANCHOR: cook
    // y is up. Triangles 0 and 1 are the floor, 2 and 3 a wall at x = 2.
    let floor = [[-5.0, 0.0, -5.0], [-5.0, 0.0, 5.0], [5.0, 0.0, 5.0], [5.0, 0.0, -5.0]];
    let wall = [[2.0, 0.0, -5.0], [2.0, 0.0, 5.0], [2.0, 3.0, 5.0], [2.0, 3.0, -5.0]];
    let positions: Vec<[f32; 3]> = [floor, wall].concat();
    let mesh = Mesh::new(&positions, &[[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])?;
    // ANCHOR_END: cook

    // ANCHOR: ask
    let ray = Ray::new([0.0, 1.0, 0.0].into(), [1.0, 0.0, 0.0].into());
    let hit = mesh.raycast_one(&ray, &Filter::ALL)?.ok_or("the ray misses")?;
    println!("ray: triangle {} at {}, normal x {}", hit.triangle, hit.t, hit.normal.x);

    let sphere = Sphere { center: [1.7, 1.0, 0.0].into(), radius: 0.5 };
    let touches = mesh.overlap_sphere_one(&sphere, &Filter::ALL)?;
    println!("sphere: {}", if touches { "touches" } else { "is free" });
    // ANCHOR_END: ask

    // ANCHOR: save
    let path = std::env::temp_dir().join(format!("start_{}.carom", std::process::id()));
    std::fs::write(&path, mesh.bytes())?;
    let opened = Mesh::open_copy(&std::fs::read(&path)?)?;
    std::fs::remove_file(&path)?;
    println!("opened: {} triangles", opened.triangle_count());
    // ANCHOR_END: save

    assert_eq!((hit.triangle, hit.t, hit.normal.x), (2, 2.0, -1.0));
    assert!(touches);
    assert_eq!(opened.triangle_count(), 4);
    Ok(())
}
// ANCHOR_END: all
