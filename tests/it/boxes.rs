//! The boxes of trees, as they are drawn. That a leaf's own triangles lie in it is tested where the order of stored
//! triangles is known, in `src/mesh/boxes.rs`.

use crate::common::solid::{Brush, World, random_world};
use crate::common::{ASSETS, TestMesh, asset, cook_all, sphere};
use carom::bsp::{BrushInput, Bsp, BspInput, BspOptions, SurfaceInput, TreeBox};
use carom::geometry::{Aabb, Vec3};
use carom::mesh::Mesh;

fn all(mesh: &Mesh) -> Vec<TreeBox> {
    let mut found = Vec::new();
    mesh.boxes(.., |node| found.push(node));
    found
}

fn contains(outer: &Aabb, inner: &Aabb) -> bool {
    outer.min.cmple(inner.min).all() && outer.max.cmpge(inner.max).all()
}

/// Boxes come right before those below them, the first alone at the root.
fn check_order(boxes: &[TreeBox], bounds: Aabb, what: &str) {
    assert_eq!(boxes.iter().filter(|node| node.depth == 0).count(), boxes.len().min(1), "{what}");
    assert!(boxes.first().is_none_or(|root| root.depth == 0 && root.bounds == bounds), "{what}");
    for pair in boxes.windows(2) {
        let deepest = if pair[0].count == 0 { pair[0].depth + 1 } else { pair[0].depth };
        assert!(pair[1].depth <= deepest, "{what}: {pair:?}");
        // An inner node has something in it.
        assert!(pair[0].count > 0 || pair[1].depth == deepest, "{what}: {pair:?}");
    }
    assert!(boxes.last().is_none_or(|last| last.count > 0), "{what}");
}

fn check(test: &TestMesh, name: &str) {
    let triangles = test.triangles();
    for (variant, mesh) in cook_all(test) {
        let (what, boxes) = (format!("{name}, {variant}"), all(&mesh));
        check_order(&boxes, mesh.bounds(), &what);
        let leaves: Vec<&TreeBox> = boxes.iter().filter(|node| node.count > 0).collect();
        assert_eq!(leaves.iter().map(|leaf| leaf.count as usize).sum::<usize>(), triangles.len(), "{what}");
        let most = if variant.starts_with("wide") { 32 } else { 1 };
        assert!(leaves.iter().all(|leaf| leaf.count <= most), "{what}");
        let stats = mesh.stats();
        assert_eq!(boxes.len() - leaves.len(), stats.node_count as usize, "{what}");
        let deepest = boxes.iter().map(|node| node.depth).max();
        assert_eq!(deepest.unwrap_or(0), stats.depth, "{what}");
        for (depth, inside) in [(0, 0..=0), (2, 0..=2), (stats.depth, 0..=u32::MAX)] {
            let mut cut = Vec::new();
            mesh.boxes(..=depth, |node| {
                assert!(inside.contains(&node.depth), "{what}");
                if node.depth == depth || node.count > 0 {
                    cut.push(node.bounds);
                }
            });
            // Few enough to look at all of them.
            for triangle in triangles.iter().take(if cut.len() > 1000 { 300 } else { 3000 }) {
                let bounds = triangle.bounds();
                assert!(cut.iter().any(|node| contains(node, &bounds)), "{what}, {depth}: {triangle:?}");
            }
        }
        for depths in [0..1, 1..4, 3..3, 2..u32::MAX] {
            let mut found = Vec::new();
            mesh.boxes(depths.clone(), |node| found.push(node));
            let expected = boxes.iter().filter(|node| depths.contains(&node.depth));
            assert!(found.iter().eq(expected), "{what}, {depths:?}");
        }
    }
}

#[test]
fn boxes_of_meshes_are_around_their_triangles() {
    for name in ASSETS {
        check(&asset(name), name);
    }
}

#[test]
fn boxes_of_small_tiny_and_huge_meshes() {
    let ball = sphere(9, 1.0);
    check(&TestMesh::new(ball.positions.clone(), vec![]), "nothing");
    for count in [1, 2, 3, 17, 40] {
        check(&TestMesh::new(ball.positions.clone(), ball.indices[..3 * count].to_vec()), "some");
    }
    check(&TestMesh::new(ball.positions.clone(), vec![5; 300]), "one point");
    for power in [-149, -130, 30, 59] {
        let scale = 2f32.powi(power);
        let scaled = ball.positions.iter().map(|p| p.map(|x| x * scale)).collect();
        check(&TestMesh::new(scaled, ball.indices.clone()), &format!("2^{power}"));
    }
}

fn boxes_of(bsp: &Bsp) -> Vec<TreeBox> {
    let mut found = Vec::new();
    bsp.boxes(.., |node| found.push(node));
    found
}

/// Every leaf is a brush, within about the rounding of its corners.
fn check_brushes(world: &World, slack: f64) {
    let bsp = Bsp::build(&world.input(), &BspOptions::default()).unwrap();
    let boxes = boxes_of(&bsp);
    check_order(&boxes, boxes.first().map_or(bsp.bounds(), |root| root.bounds), "brushes");
    let mut leaves: Vec<Aabb> = boxes.iter().filter(|node| node.count > 0).map(|node| node.bounds).collect();
    assert_eq!(leaves.len(), world.brushes.iter().filter(|brush| brush.has_volume()).count());
    let mut above = Vec::new();
    for node in &boxes {
        above.truncate(node.depth as usize);
        assert!(above.iter().all(|outer| contains(outer, &node.bounds)) && node.count <= 1);
        above.push(node.bounds);
    }
    for brush in world.brushes.iter().filter(|brush| brush.has_volume()) {
        let (min, max) = brush.bounds();
        let apart = |leaf: &Aabb| {
            let (low, high) = ((leaf.min.as_dvec3() - min).abs(), (leaf.max.as_dvec3() - max).abs());
            low.max(high).max_element()
        };
        let nearest = (0..leaves.len()).min_by(|&a, &b| apart(&leaves[a]).total_cmp(&apart(&leaves[b])));
        let leaf = leaves.swap_remove(nearest.expect("as many leaves as brushes"));
        assert!(apart(&leaf) <= slack, "{leaf:?} is not {min:?} to {max:?}");
    }
}

#[test]
fn boxes_of_brushes_are_those_of_each() {
    for count in [0, 1, 2, 4, 5, 16, 17, 60] {
        let (world, range) = random_world(count as u64 + 1, count);
        check_brushes(&world, 1e-3 * range);
    }
    let grid = |i: u32| Vec3::new((i % 4) as f32, (i / 4 % 4) as f32, (i / 16) as f32) * 3.0;
    for origin in [0.0, 4096.0] {
        let brush = |i| Brush::aabb(grid(i) + origin, grid(i) + (origin + 1.0));
        check_brushes(&World::new((0..64).map(brush).collect()), 1e-3);
    }
}

#[test]
fn boxes_of_surfaces_are_those_of_their_meshes() {
    let ball = sphere(9, 1.0);
    let input = SurfaceInput::triangles(&ball.positions, &ball.indices[..]);
    let bsp = Bsp::build(&BspInput::Surface(input), &BspOptions::default()).unwrap();
    let boxes = boxes_of(&bsp);
    check_order(&boxes, bsp.bounds(), "a surface");
    assert_eq!(boxes.iter().map(|node| node.count).sum::<u32>() as usize, ball.indices.len() / 3);
    let mut roots = Vec::new();
    bsp.boxes(0..1, |node| roots.push(node));
    assert_eq!(roots, boxes[..1]);
    for nothing in [
        BspInput::Brushes(BrushInput::new(&[], &[])),
        BspInput::Surface(SurfaceInput::triangles(&[], &[0u32; 0][..])),
    ] {
        assert_eq!(boxes_of(&Bsp::build(&nothing, &BspOptions::default()).unwrap()), []);
    }
}
