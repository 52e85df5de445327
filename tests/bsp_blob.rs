//! Cooked bytes of BSP trees: saved, opened in place and as a copy, damaged, forged.

#[path = "common/allocator.rs"]
mod allocator;
mod common;

use allocator::allocations;
use carom::ErrorKind;
use carom::bsp::*;
use carom::geometry::{
    BoxAxes, BoxCast, Capsule, CapsuleCast, OrientedBox, Quat, Ray, Sphere, SphereCast, Vec3,
};
use carom::mesh::{Contact, ContactEdges, ContactOptions, CookOptions, Mesh, MeshInput, ShapeHit};
use common::bsp::build;
use common::effort::effort;
use common::forge::{forge, forge_many_bytes, forge_single_bytes, section};
use common::solid::{random_world, vector};
use common::{asset, sphere};
use fastrand::Rng;
use rayon::prelude::*;

/// Queries of every kind.
struct Queries {
    spheres: Vec<Sphere>,
    points: Vec<Vec3>,
    casts: Vec<SphereCast>,
    rays: Vec<Ray>,
    capsules: Vec<Capsule>,
    boxes: Vec<OrientedBox>,
    axes: Vec<BoxAxes>,
    capsule_casts: Vec<CapsuleCast>,
    box_casts: Vec<BoxCast>,
}

impl Queries {
    fn random(seed: u64, count: usize, range: f64) -> Queries {
        let rng = &mut Rng::with_seed(seed);
        let mut v = |range: f64| vector(rng, range).as_vec3();
        let capsules: Vec<Capsule> =
            (0..count).map(|i| Capsule { a: v(range), radius: 0.1 * (i % 5) as f32, b: v(range) }).collect();
        let boxes: Vec<OrientedBox> = (0..count)
            .map(|_| OrientedBox {
                center: v(range),
                half_extents: v(0.5).abs(),
                rotation: Quat::from_scaled_axis(v(3.0)),
            })
            .collect();
        let axes: Vec<BoxAxes> = boxes.iter().map(|&shape| shape.into()).collect();
        Queries {
            capsule_casts: capsules
                .iter()
                .map(|&capsule| CapsuleCast { capsule, displacement: v(range) })
                .collect(),
            box_casts: axes.iter().map(|&shape| BoxCast { shape, displacement: v(range) }).collect(),
            capsules,
            boxes,
            axes,
            spheres: (0..count).map(|i| Sphere { center: v(range), radius: 0.1 * (i % 5) as f32 }).collect(),
            points: (0..count).map(|_| v(range)).collect(),
            casts: (0..count)
                .map(|i| SphereCast {
                    origin: v(range),
                    radius: 0.1 * (i % 5) as f32,
                    displacement: v(range),
                })
                .collect(),
            rays: (0..count).map(|_| Ray::new(v(range), v(1.0) + Vec3::X * 1e-3)).collect(),
        }
    }
}

/// All answers to a batch of each query.
#[derive(Clone, Debug, PartialEq)]
struct Answers {
    touches: [Vec<u8>; 2],
    contents: Vec<PointContent>,
    contacts: Vec<BspContact>,
    hits: [Vec<BspCastHit>; 2],
    shapes: [Vec<u8>; 2],
    shape_contacts: [Vec<Contact>; 3],
    shape_hits: [Vec<ShapeHit>; 2],
}

impl Answers {
    fn room(count: usize) -> Answers {
        Answers {
            touches: [vec![0; count], vec![0; count]],
            contents: vec![PointContent::EMPTY; count],
            contacts: vec![BspContact::MISS; count],
            hits: [vec![BspCastHit::MISS; count], vec![BspCastHit::MISS; count]],
            shapes: [vec![0; count], vec![0; count]],
            shape_contacts: std::array::from_fn(|_| vec![Contact::default(); 8 * count]),
            shape_hits: [vec![ShapeHit::MISS; count], vec![ShapeHit::MISS; count]],
        }
    }

    fn ask(&mut self, bsp: &Bsp, queries: &Queries) {
        let filter = &Filter { exclude: 8, ..Filter::default() };
        bsp.overlap_sphere(&queries.spheres, SphereMode::Threshold, filter, &mut self.touches[0][..])
            .unwrap();
        bsp.overlap_sphere(&queries.spheres, SphereMode::Exact, filter, &mut self.touches[1][..]).unwrap();
        bsp.contains_point(&queries.points, filter, &mut self.contents[..]).unwrap();
        bsp.collide_sphere(&queries.spheres, filter, &mut self.contacts[..]).unwrap();
        bsp.cast_sphere(&queries.casts, filter, &mut self.hits[0][..]).unwrap();
        bsp.raycast(&queries.rays, filter, &mut self.hits[1][..]).unwrap();
        // Of a surface, this is an error.
        if bsp.brush_count() > 1 {
            self.ask_shapes(bsp, queries, filter);
        }
    }

    fn ask_shapes(&mut self, bsp: &Bsp, queries: &Queries, filter: &Filter) {
        let options = ContactOptions { max_points: 4, ..ContactOptions::default() };
        let [capsules, boxes] = &mut self.shapes;
        bsp.overlap_capsule(&queries.capsules, filter, &mut capsules[..]).unwrap();
        bsp.overlap_box(&queries.boxes, filter, &mut boxes[..]).unwrap();
        let [spheres, capsules, boxes] = &mut self.shape_contacts;
        bsp.contacts_sphere(&queries.spheres, filter, &options, &mut (), &mut spheres[..]).unwrap();
        bsp.contacts_capsule(&queries.capsules, filter, &options, &mut (), &mut capsules[..]).unwrap();
        bsp.contacts_box(&queries.axes, filter, &options, &mut (), &mut boxes[..]).unwrap();
        let [capsules, boxes] = &mut self.shape_hits;
        let edges = ContactEdges::Smooth;
        bsp.cast_capsule(&queries.capsule_casts, filter, edges, &mut capsules[..]).unwrap();
        bsp.cast_box(&queries.box_casts, filter, edges, &mut boxes[..]).unwrap();
    }

    fn of(bsp: &Bsp, queries: &Queries) -> Answers {
        let mut answers = Answers::room(queries.spheres.len());
        answers.ask(bsp, queries);
        answers
    }
}

/// Brushes with lists, a surface, the inverse of one, and nothing.
fn samples() -> Vec<(&'static str, Bsp<'static>)> {
    let (world, _) = random_world(3, 12);
    let ball = sphere(4, 2.0);
    let surface = BspInput::Surface(SurfaceInput::triangles(&ball.positions, &ball.indices));
    let inverse = BspOptions { inverse: true, ..BspOptions::default() };
    vec![
        ("brushes", build(&world)),
        ("surface", Bsp::build(&surface, &BspOptions::default()).unwrap()),
        ("inverse", Bsp::build(&surface, &inverse).unwrap()),
        ("nothing", Bsp::build(&BspInput::Brushes(BrushInput::default()), &BspOptions::default()).unwrap()),
    ]
}

#[test]
fn opened_blobs_answer_the_same() {
    let queries = Queries::random(1, 500, 6.0);
    for (name, bsp) in samples() {
        let expected = Answers::of(&bsp, &queries);
        let copy = Bsp::open_copy(bsp.bytes()).unwrap();
        let in_place = Bsp::open_in_place(bsp.bytes()).unwrap();
        for opened in [&copy, &in_place] {
            assert_eq!(Answers::of(opened, &queries), expected, "{name}");
            assert_eq!(opened.stats(), bsp.stats());
            assert!(opened.bytes() == bsp.bytes());
        }
        assert!(
            matches!(Mesh::open_copy(bsp.bytes()), Err(error) if error.kind() == ErrorKind::InvalidBlob && error.to_string().contains("holds kind 2"))
        );
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for (a, b) in samples().iter().zip(samples()) {
        assert!(a.1.bytes() == b.1.bytes(), "{}", a.0);
    }
}

#[test]
fn queries_allocate_nothing() {
    let queries = Queries::random(2, 300, 6.0);
    for (name, bsp) in samples() {
        let mut answers = Answers::room(300);
        let before = allocations();
        answers.ask(&bsp, &queries);
        assert_eq!(allocations() - before, 0, "{name}");
        assert!(name == "nothing" || answers.contacts.iter().any(BspContact::is_hit), "{name}");
    }
}

/// On a stack of 128 KiB, also where the tree is deep.
#[test]
fn queries_need_little_stack() {
    let mesh = asset("skull");
    let input = BspInput::Surface(SurfaceInput::triangles(&mesh.positions, &mesh.indices));
    let bsp = Bsp::build(&input, &BspOptions { ignore_leaks: true, ..BspOptions::default() }).unwrap();
    let queries = Queries::random(2, 300, 1.0);
    std::thread::scope(|scope| {
        let small = std::thread::Builder::new().stack_size(128 << 10);
        let asking = small.spawn_scoped(scope, || Answers::of(&bsp, &queries)).unwrap();
        assert_eq!(asking.join().unwrap(), Answers::of(&bsp, &queries));
    });
}

#[test]
fn damage_is_found() {
    for (name, bsp) in samples() {
        for at in 0..bsp.bytes().len() {
            let mut bytes = bsp.bytes().to_vec();
            bytes[at] ^= 1 << (at % 8);
            assert!(Bsp::open_copy(&bytes).is_err(), "{name}: byte {at}");
        }
        for len in (0..bsp.bytes().len()).step_by(7) {
            assert!(
                matches!(Bsp::open_copy(&bsp.bytes()[..len]), Err(error) if error.kind() == ErrorKind::InvalidBlob),
                "{name}: {len}"
            );
        }
    }
}

#[test]
fn forged_bytes_are_an_error_or_harmless() {
    let queries = Queries::random(3, effort(5, 12), 5.0);
    samples().par_iter().for_each(|(name, bsp)| {
        let ask = |bsp: &Bsp| drop(Answers::of(bsp, &queries));
        let (opened, refused) = forge_single_bytes(bsp.bytes(), 64..bsp.bytes().len(), Bsp::open_copy, ask);
        assert!(opened > 100 && refused > 100, "{name}: {opened} {refused}");
    });
}

#[test]
fn forged_sections_are_an_error_or_harmless() {
    let queries = Queries::random(4, 6, 5.0);
    let rng = &mut Rng::with_seed(5);
    for (_, bsp) in samples() {
        let ask = |bsp: &Bsp| drop(Answers::of(bsp, &queries));
        forge_many_bytes(rng, bsp.bytes(), None, 4000, Bsp::open_copy, ask);
    }
}

#[test]
fn links_must_be_those_of_a_tree() {
    let (_, bsp) = samples().swap_remove(0);
    let nodes = section(bsp.bytes(), 2);
    let count = nodes.len() / 8;
    for node in 0..count {
        let at = nodes.start + 8 * node;
        let word = u32::from_le_bytes(bsp.bytes()[at..at + 4].try_into().unwrap());
        // A back child that is a node: anywhere else is an error, itself and its parents included.
        if word >> 30 == 0 {
            for back in [0, node, node + 1, count - 1, count, usize::MAX >> 33] {
                let mut bytes = bsp.bytes().to_vec();
                let back = (back as u32).to_le_bytes();
                if bytes[at + 4..at + 8] != back {
                    bytes[at + 4..at + 8].copy_from_slice(&back);
                    forge(&mut bytes);
                    assert!(Bsp::open_copy(&bytes).is_err(), "node {node}: {back:?}");
                }
            }
        }
    }
    let depth = section(bsp.bytes(), 1).start;
    for (value, message) in [(bsp.stats().depth - 1, "exceeds the depth"), (1025, "exceeds 1024")] {
        let mut bytes = bsp.bytes().to_vec();
        bytes[depth..depth + 4].copy_from_slice(&value.to_le_bytes());
        forge(&mut bytes);
        let error = Bsp::open_copy(&bytes).err().unwrap().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// A blob of BSP sections in the order of their numbers.
fn craft(sections: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![0; (64 + 24 * sections.len()).next_multiple_of(64)];
    for (i, content) in sections.iter().enumerate() {
        let entry = 64 + 24 * i;
        bytes[entry..entry + 4].copy_from_slice(&(i as u32 + 1).to_le_bytes());
        let offset = bytes.len() as u64;
        bytes[entry + 8..entry + 16].copy_from_slice(&offset.to_le_bytes());
        bytes[entry + 16..entry + 24].copy_from_slice(&(content.len() as u64).to_le_bytes());
        bytes.extend(content);
        bytes.resize(bytes.len().next_multiple_of(64), 0);
    }
    bytes[..8].copy_from_slice(b"\x89CAROM\r\n");
    for (at, number) in [(8, 1u32), (12, 2), (16, 0x0102_0304), (20, sections.len() as u32)] {
        bytes[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    let size = bytes.len() as u64;
    bytes[24..32].copy_from_slice(&size.to_le_bytes());
    forge(&mut bytes);
    bytes
}

/// A chain of `length` nodes on the plane x = 1, all of which a sphere near it reaches on both sides; at its
/// end the half-space as brush 0, or as a cell.
fn chain(length: u32, depth: u32, brush: bool) -> Vec<u8> {
    let words = |words: &[u32]| words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>();
    let mut info = vec![0u32; 16];
    info[0] = depth;
    let nodes: Vec<u32> = (0..length)
        .flat_map(|i| if i + 1 < length { [1 << 28, i + 1] } else { [1 << 28 | 2 << 30, 0] })
        .collect();
    let plane = [1.0f32, 0.0, 0.0, 1.0].map(f32::to_bits);
    let none = Vec::new;
    let (starts, faces) = if brush { (words(&[0, 1]), words(&[0])) } else { (none(), none()) };
    let attributes = vec![0u8; 2];
    let mut sections = vec![words(&info), words(&nodes), words(&plane), starts, faces, attributes, none()];
    if !brush {
        let empty = Mesh::build(&MeshInput::new(&[[0.0; 3]; 0], &[0; 0]), CookOptions::default()).unwrap();
        sections.push(empty.bytes().to_vec());
    }
    craft(&sections)
}

#[test]
fn the_longest_path_fits_the_stack() {
    for brush in [true, false] {
        let bsp = Bsp::open_copy(&chain(1024, 1024, brush)).unwrap();
        let touching = Sphere { center: Vec3::new(1.5, 0.0, 0.0), radius: 1.0 };
        let apart = Sphere { center: Vec3::new(2.5, 0.0, 0.0), ..touching };
        let filter = Filter::default();
        for mode in [SphereMode::Threshold, SphereMode::Exact] {
            let mut answers = [7; 2];
            bsp.overlap_sphere(&[touching, apart], mode, &filter, &mut answers[..]).unwrap();
            // The cells have no triangles, so that only their labels say anything.
            let expected = if brush || mode == SphereMode::Threshold { 1 } else { 0 };
            assert_eq!(answers, [expected, 0], "{mode:?} {brush}");
        }
        let queries = Queries::random(6, 50, 3.0);
        Answers::of(&bsp, &queries);
        let ray = Ray::new(Vec3::new(4.0, 0.0, 0.0), -Vec3::X);
        let mut hit = [BspCastHit::MISS];
        bsp.raycast(&[ray], &filter, &mut hit[..]).unwrap();
        assert_eq!((hit[0].t, hit[0].normal), (3.0, Vec3::X));
        for (length, depth, message) in [(1024, 1023, "exceeds the depth 1023"), (1025, 1025, "exceeds 1024")]
        {
            let error = Bsp::open_copy(&chain(length, depth, brush)).err().unwrap().to_string();
            assert!(error.contains(message), "{error}");
        }
    }
}

#[test]
fn a_brush_of_many_faces_makes_no_deep_tree() {
    let rng = &mut Rng::with_seed(1);
    let ball: Vec<[f32; 4]> = (0..1000)
        .map(|_| {
            let n = common::solid::direction(rng).as_vec3();
            [n.x, n.y, n.z, 5.0]
        })
        .collect();
    let bsp =
        Bsp::build(&BspInput::Brushes(BrushInput::new(&ball, &[1000])), &BspOptions::default()).unwrap();
    let stats = bsp.stats();
    assert!(stats.depth < 64, "{stats:?}");
}
