//! Layout DELTA as it lies in memory: its bytes, its boxes, and the blobs that are refused.

use crate::common::brute::Brute;
use crate::common::delta::{CHILDREN, CORNERS, DeltaTree, FLAGS, INFO, POSITIONS, SIDES};
use crate::common::forge::{forge, section};
use crate::common::queries::{Counts, Expected, Queries};
use crate::common::{ASSETS, TestMesh, asset, cook, sphere};
use carom::geometry::Vec3;
use carom::mesh::*;
use carom::{Error, ErrorKind};

fn cooked(mesh: &TestMesh) -> Mesh<'static> {
    Mesh::build(&mesh.input(), cook(LayoutKind::Delta)).unwrap()
}

/// A fan of triangles.
fn fan(count: usize) -> TestMesh {
    let rim = |i: usize| [i as f32, (i as f32).sin(), 1.0 / (1.0 + i as f32)];
    let positions = std::iter::once([0.0; 3]).chain((0..=count).map(rim)).collect();
    TestMesh::new(positions, (0..count as u32).flat_map(|i| [0, i + 1, i + 2]).collect())
}

#[test]
fn bytes_are_those_of_the_memory_function() {
    for (mesh, vertices) in
        (0..5).map(|n| (fan(n), if n > 0 { n + 2 } else { 0 })).chain([(asset("skull"), 21_260)])
    {
        let plain = Mesh::build(&MeshInput::new(&mesh.positions, &mesh.indices), cook(LayoutKind::Delta));
        let (plain, n) = (plain.unwrap(), mesh.indices.len() as u64 / 3);
        let stats = plain.stats();
        // Without the root's six values, which are in the frame.
        let nodes = if n > 1 { 33 + 21 * (n - 2) - 24 } else { 0 };
        assert_eq!((stats.size.nodes, stats.size.leaves), (nodes, 12 * n));
        assert_eq!(stats.size.positions, 12 * vertices as u64);
        assert_eq!((stats.size.pages, stats.size.triangle_ids), (0, 0));
        assert_eq!(u64::from(stats.node_count), n.saturating_sub(1));
        // Attribute bits are the only thing that the source does not know.
        let any = mesh.attributes.iter().any(|&bits| bits != 0);
        assert_eq!(cooked(&mesh).stats().size.leaves, if any { 14 * n } else { 12 * n });
    }
}

#[test]
fn the_order_is_the_input_s() {
    let mesh = sphere(20, 1.0);
    let (cooked, order) = Mesh::build_with_order(&mesh.input(), cook(LayoutKind::Delta)).unwrap();
    assert!(order.into_iter().eq(0..mesh.indices.len() as u32 / 3) && !cooked.stats().cooked_order);
}

#[test]
fn boxes_contain_their_children_and_are_hardly_larger() {
    for name in ASSETS {
        let mesh = asset(name);
        let tree = DeltaTree::of(cooked(&mesh).bytes());
        let stored = tree.stored_bounds();
        let mut seen = vec![0; mesh.indices.len() / 3];
        for (node, (bounds, smallest)) in stored.iter().zip(tree.true_bounds()).enumerate() {
            assert!(bounds.contains(&smallest), "{name}: {node}");
            assert_eq!((tree.flags[node] & 0x3f).count_ones(), 3);
            for child in 0..2 {
                let at = tree.children[node][child];
                if tree.is_triangle(node as u32, child) {
                    seen[at as usize] += 1;
                } else {
                    assert!(at as usize > node && bounds.contains(&stored[at as usize]));
                }
            }
        }
        assert!(seen.iter().all(|&times| times == 1));
        for (i, expected) in mesh.triangles().into_iter().enumerate() {
            assert_eq!(tree.triangle(i as u32), expected);
        }
        let enlargement = tree.enlargement();
        assert!((1.0..1.03).contains(&enlargement), "{name}: {enlargement}");
    }
}

/// The error of opening a blob that was changed.
fn refusal(mesh: &Mesh, change: impl FnOnce(&mut [u8])) -> String {
    let mut bytes = mesh.bytes().to_vec();
    change(&mut bytes);
    forge(&mut bytes);
    match Mesh::open_copy(&bytes) {
        Err(error) if error.kind() == ErrorKind::InvalidBlob => error.to_string(),
        Err(other) => panic!("{other}"),
        Ok(_) => "opened".into(),
    }
}

fn put(bytes: &mut [u8], id: u32, word: usize, value: u32) {
    let at = section(bytes, id).start + 4 * word;
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
}

#[test]
fn forged_trees_are_refused() {
    let mesh = cooked(&sphere(5, 1.0));
    let tree = DeltaTree::of(mesh.bytes());
    let (n, nodes) = (tree.corners.len() as u32, tree.flags.len() as u32);
    assert_eq!(refusal(&mesh, |_| {}), "opened");
    // A node with a right child that is a node behind a left one, and one with a triangle at the left.
    let is =
        |node: usize, wanted: [bool; 2]| [0, 1].map(|child| tree.is_triangle(node as u32, child)) == wanted;
    let inner = (0..tree.flags.len()).find(|&node| is(node, [false; 2])).unwrap();
    let leafy = (0..tree.flags.len()).find(|&node| is(node, [true; 2])).unwrap();
    let child = |node: usize, child: usize, value: u32| {
        refusal(&mesh, |bytes| put(bytes, CHILDREN, 2 * node + child, value))
    };
    assert_eq!(child(inner, 0, 0), format!("blob: nodes[{inner}]: child 0 is no other node"));
    assert_eq!(child(inner, 1, nodes), format!("blob: nodes[{inner}]: child {nodes} is no other node"));
    assert_eq!(
        child(inner, 1, u32::MAX),
        format!("blob: nodes[{inner}]: child {} is no other node", u32::MAX)
    );
    assert_eq!(child(leafy, 0, n), format!("blob: triangle id {n} is out of range"));
    let other = tree.children[leafy][1];
    assert_eq!(child(leafy, 0, other), format!("blob: triangle id {other} appears twice"));
    // Another order, a node twice, and flags that are not three and three.
    let swap = |bytes: &mut [u8]| {
        put(bytes, CHILDREN, 2 * inner, tree.children[inner][1]);
        put(bytes, CHILDREN, 2 * inner + 1, tree.children[inner][0]);
    };
    let swapped = refusal(&mesh, swap);
    assert!(swapped.contains("depth-first order") || swapped.contains("does not contain"), "{swapped}");
    let flag =
        |node: usize, flags: u8| refusal(&mesh, |bytes| bytes[section(bytes, FLAGS).start + node] = flags);
    assert!(flag(0, tree.flags[0] ^ 1).contains("nodes[0]: flags"));
    assert!(
        flag(leafy, tree.flags[leafy] ^ 0x40) != "opened"
            && flag(inner, tree.flags[inner] ^ 0x40) != "opened"
    );
    // Boxes that are too small, too large or no numbers.
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -7.0, 7.0] {
        for word in 0..9 {
            let said = refusal(&mesh, |bytes| put(bytes, SIDES, word, value.to_bits()));
            assert!(said.contains("does not contain child"), "{value} {word}: {said}");
        }
    }
    assert!(refusal(&mesh, |bytes| put(bytes, POSITIONS, 4, f32::NAN.to_bits())).contains("is not finite"));
    assert!(
        refusal(&mesh, |bytes| put(bytes, POSITIONS, 4, 9f32.to_bits())).contains("does not contain child")
    );
    let vertices = tree.positions.len() as u32;
    let said = refusal(&mesh, |bytes| put(bytes, CORNERS, 7, vertices));
    assert_eq!(said, format!("blob: triangles[2]: vertex {vertices} is not below {vertices}"));
    assert!(refusal(&mesh, |bytes| put(bytes, INFO, 1, n - 1)).contains("stored triangles for"));
    // A table, which no mesh of this layout has: another section under its number.
    let said = refusal(&mesh, |bytes| {
        let entry = (64..).step_by(24).find(|&at| bytes[at..at + 4] == 13u32.to_le_bytes()).unwrap();
        bytes[entry..entry + 4].copy_from_slice(&8u32.to_le_bytes());
    });
    assert!(said.contains("triangle table"), "{said}");
}

#[test]
fn one_triangle_lies_in_the_bounds() {
    let mesh = cooked(&fan(1));
    assert_eq!(mesh.stats().node_count, 0);
    assert_eq!(refusal(&mesh, |_| {}), "opened");
    let said = refusal(&mesh, |bytes| put(bytes, POSITIONS, 0, 9f32.to_bits()));
    assert_eq!(said, "blob: bounds do not contain the triangle");
}

#[test]
fn the_longest_path_fits_the_stack() {
    // 97 times the same triangle in a tree that peels off one at a time: 96 nodes on one path.
    for left_is_large in [true, false] {
        let mesh = TestMesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.5]], [0, 1, 2].repeat(97));
        let mut bytes = cooked(&mesh).bytes().to_vec();
        // All boxes are alike; the left child keeps x and the smallest y.
        for k in 0..96u32 {
            let (large, small) = if left_is_large { (0, 1) } else { (1, 0) };
            let last = k == 95;
            put(&mut bytes, CHILDREN, 2 * k as usize + large, if last { 96 } else { k + 1 });
            put(&mut bytes, CHILDREN, 2 * k as usize + small, k);
            let triangles = if last { 3 } else { 1 << small };
            let flags = section(&bytes, FLAGS).start;
            bytes[flags + k as usize] = 0b111 | triangles << 6;
            if !last {
                let own = if left_is_large { [1.0f32, 0.0, 0.5] } else { [0.0, 1.0, 0.0] };
                for (i, side) in own.into_iter().enumerate() {
                    put(&mut bytes, SIDES, 3 * k as usize + i, side.to_bits());
                }
            }
        }
        let mut open = |depth: u32| {
            put(&mut bytes, INFO, 2, depth);
            forge(&mut bytes);
            Mesh::open_copy(&bytes)
        };
        let said =
            |opened: Result<Mesh, Error>| opened.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(said(open(95)).contains("exceeds the depth 95"));
        assert!(said(open(97)).contains("exceeds 96"));
        let queries = Queries::random(&mesh, 3, Counts { rays: 100, others: 50 });
        let expected = Expected::new(&Brute::new(&mesh), &queries, &Filter::default());
        expected.check("chain", &open(96).unwrap(), &queries, &Filter::default());
    }
}

#[test]
fn sides_of_both_signs_of_zero_are_kept() {
    // Planes through zero from both sides, as the corners have them.
    let mut mesh = sphere(6, 1.0);
    for position in &mut mesh.positions {
        position[0] = if position[1] > 0.0 { 0.0 } else { -0.0 };
    }
    let mesh = TestMesh::new(mesh.positions, mesh.indices);
    let cooked = cooked(&mesh);
    assert!(Mesh::open_copy(cooked.bytes()).is_ok());
    let tree = DeltaTree::of(cooked.bytes());
    for (i, expected) in mesh.triangles().into_iter().enumerate() {
        let bits = |v: Vec3| v.to_array().map(f32::to_bits);
        let found = tree.triangle(i as u32);
        assert_eq!([found.a, found.b, found.c].map(bits), [expected.a, expected.b, expected.c].map(bits));
    }
}
