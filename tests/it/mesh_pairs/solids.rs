//! Interference against contact: whether the interiors of touching solids overlap, by oracles that know the
//! solids.

use crate::common::{TestMesh, cook};
use carom::geometry::{Pose, PoseMatrix, Quat, Vec3};
use carom::mesh::{Interiors, LayoutKind, Mesh, MeshInside, PosePair};
use std::f32::consts::{FRAC_PI_2, TAU};

/// The answer on pairs of layouts, which must agree. The state of the interiors must be the same with the
/// meshes exchanged.
fn interiors(a: &TestMesh, b: &TestMesh, poses: &PosePair) -> MeshInside {
    let layouts = [[LayoutKind::Wide, LayoutKind::Wide], [LayoutKind::Delta, LayoutKind::Compact]];
    let mut answers = Vec::new();
    for [first, second] in layouts {
        let (a, b) =
            (Mesh::build(&a.input(), cook(first)).unwrap(), Mesh::build(&b.input(), cook(second)).unwrap());
        let mut found = [MeshInside::default(); 2];
        a.inside(&b, &[*poses], &mut found[..1]).unwrap();
        b.inside(&a, &[PosePair { a: poses.b, b: poses.a }], &mut found[1..]).unwrap();
        assert_eq!((found[0].touches, found[0].interiors), (found[1].touches, found[1].interiors));
        answers.push(found[0]);
    }
    assert_eq!(answers[0], answers[1]);
    answers[0]
}

/// Cells of a cube of 3 by 3 by 3, a bit each.
#[derive(Clone, Copy)]
struct Cells(u32);

impl Cells {
    fn has(self, [x, y, z]: [i32; 3]) -> bool {
        let inside = [x, y, z].iter().all(|c| (0..3).contains(c));
        inside && self.0 >> (x + 3 * y + 9 * z) & 1 != 0
    }

    /// Their surface, turned outward.
    fn mesh(self) -> TestMesh {
        let mut mesh = TestMesh::default();
        for at in (0..27).map(|i| [i % 3, i / 3 % 3, i / 9]).filter(|&at| self.has(at)) {
            for axis in 0..3 {
                for side in [0, 1] {
                    let mut beside = at;
                    beside[axis] += 2 * side - 1;
                    if self.has(beside) {
                        continue;
                    }
                    let first = mesh.positions.len() as u32;
                    for (i, j) in [(0, 0), (1, 0), (1, 1), (0, 1)] {
                        let mut corner = at;
                        corner[axis] += side;
                        corner[(axis + 1) % 3] += i;
                        corner[(axis + 2) % 3] += j;
                        mesh.positions.push(corner.map(|c| c as f32));
                    }
                    let quad = if side == 1 { [0, 1, 2, 0, 2, 3] } else { [0, 2, 1, 0, 3, 2] };
                    mesh.indices.extend(quad.map(|i| i + first));
                }
            }
        }
        TestMesh::new(mesh.positions, mesh.indices)
    }
}

/// A pose that takes whole numbers to whole numbers and halves: turned by quarters about axes.
fn lattice_pose(rng: &mut fastrand::Rng) -> ([[i32; 3]; 3], [i32; 3], PoseMatrix) {
    let order = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]][rng.usize(0..6)];
    let mut rows = [[0; 3]; 3];
    for k in 0..3 {
        rows[k][order[k]] = if rng.bool() { 1 } else { -1 };
    }
    let determinant = |r: [[i32; 3]; 3]| {
        (0..3)
            .map(|k| {
                r[0][k] * (r[1][(k + 1) % 3] * r[2][(k + 2) % 3] - r[1][(k + 2) % 3] * r[2][(k + 1) % 3])
            })
            .sum::<i32>()
    };
    if determinant(rows) < 0 {
        rows[0] = rows[0].map(|x| -x);
    }
    // In halves.
    let offset = [0; 3].map(|_| rng.i32(-7..8));
    let row = |k: usize| Vec3::from(rows[k].map(|x| x as f32));
    let at = Vec3::from(offset.map(|x| x as f32 / 2.0));
    (rows, offset, PoseMatrix::from_rows([row(0), row(1), row(2)], at, String::new).unwrap())
}

#[test]
fn solids_of_cells() {
    let rng = &mut fastrand::Rng::with_seed(180);
    let mut counts = [0; 3];
    for i in 0..1500 {
        let some = |rng: &mut fastrand::Rng| match rng.u32(0..4) {
            0 => Cells(1 << rng.u32(0..27)),
            1 => Cells(((1 << 27) - 1) & !(1 << 13)),
            2 => Cells(rng.u32(1..1 << 27) & rng.u32(..) & rng.u32(..) | 1),
            _ => Cells(rng.u32(1..1 << 27)),
        };
        let (a, b) = (some(rng), some(rng));
        let (rows, offset, pose) = lattice_pose(rng);
        // Eighths of cells, by their middles in quarters of a unit.
        let mut expected = false;
        for at in (0..27).map(|i| [i % 3, i / 3 % 3, i / 9]).filter(|&at| b.has(at)) {
            for part in 0..8 {
                let own = [0, 1, 2].map(|k| 4 * at[k] + if part >> k & 1 == 0 { 1 } else { 3 });
                let posed =
                    [0, 1, 2].map(|k| (0..3).map(|j| rows[k][j] * own[j]).sum::<i32>() + 2 * offset[k]);
                expected |= a.has(posed.map(|c| c.div_euclid(4)));
            }
        }
        let found = interiors(&a.mesh(), &b.mesh(), &PosePair { b: pose, ..PosePair::default() });
        let expected = if expected { Interiors::Overlap } else { Interiors::Apart };
        assert_eq!(found.interiors, expected, "{i}: {:#x} {:#x} {rows:?} {offset:?}, {found:?}", a.0, b.0);
        counts[usize::from(found.touches)
            + usize::from(found.touches && found.interiors == Interiors::Apart)] += 1;
    }
    println!("{counts:?} apart or within, overlapping, touching");
    assert!(counts.iter().all(|&count| count > 60), "{counts:?}");
}

type Corners = [[i64; 3]; 4];

fn minus(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [i64; 3], b: [i64; 3]) -> [i64; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [i64; 3], b: [i64; 3]) -> i64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Convex solids are apart, but for touching, if their corners are along some normal of a face or cross
/// product of edges.
fn tetrahedra_overlap(a: &Corners, b: &Corners) -> bool {
    let edges =
        |c: &Corners| [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(i, j)| minus(c[j], c[i]));
    let (of_a, of_b) = (edges(a), edges(b));
    let mut axes = Vec::new();
    for i in 0..6 {
        for j in 0..6 {
            axes.extend([cross(of_a[i], of_a[j]), cross(of_b[i], of_b[j]), cross(of_a[i], of_b[j])]);
        }
    }
    !axes.into_iter().filter(|&axis| axis != [0; 3]).any(|axis| {
        let along = |c: &Corners| c.map(|p| dot(axis, p));
        let (p, q) = (along(a), along(b));
        p.iter().max() <= q.iter().min() || q.iter().max() <= p.iter().min()
    })
}

fn tetrahedron(rng: &mut fastrand::Rng) -> (Corners, TestMesh) {
    loop {
        let mut corners: Corners = std::array::from_fn(|_| std::array::from_fn(|_| rng.i64(0..4)));
        let [e, f, g] = [1, 2, 3].map(|k| minus(corners[k], corners[0]));
        let volume = dot(cross(e, f), g);
        if volume == 0 {
            continue;
        }
        if volume < 0 {
            corners.swap(1, 2);
        }
        let positions = corners.map(|p| p.map(|c| c as f32)).to_vec();
        return (corners, TestMesh::new(positions, vec![0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]));
    }
}

#[test]
fn tetrahedra_on_a_grid() {
    let rng = &mut fastrand::Rng::with_seed(181);
    let mut counts = [0; 3];
    for i in 0..6000 {
        let ((first, a), (mut second, b)) = (tetrahedron(rng), tetrahedron(rng));
        let offset: [i64; 3] = std::array::from_fn(|_| rng.i64(-3..4));
        second = second.map(|p| minus(p, offset.map(|x| -x)));
        let at = Vec3::from(offset.map(|x| x as f32));
        let pose = PoseMatrix { translation: at, ..PoseMatrix::IDENTITY };
        let found = interiors(&a, &b, &PosePair { b: pose, ..PosePair::default() });
        let expected = tetrahedra_overlap(&first, &second);
        let expected = if expected { Interiors::Overlap } else { Interiors::Apart };
        assert_eq!(found.interiors, expected, "{i}: {first:?} {second:?}, {found:?}");
        counts[usize::from(found.touches)
            + usize::from(found.touches && found.interiors == Interiors::Apart)] += 1;
    }
    println!("{counts:?} apart or within, overlapping, touching");
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// A prism over a regular polygon, of two heights; hollow if there is an outer radius.
fn prism(sides: u32, radius: f32, outer: Option<f32>, heights: [f32; 2]) -> TestMesh {
    let mut mesh = TestMesh::default();
    let ring = |mesh: &mut TestMesh, radius: f32, z: f32| {
        let first = mesh.positions.len() as u32;
        for i in 0..sides {
            let angle = TAU * i as f32 / sides as f32;
            mesh.positions.push([radius * angle.cos(), radius * angle.sin(), z]);
        }
        first
    };
    // From one ring to another, seen from the left of the first one's direction.
    let band = |mesh: &mut TestMesh, from: u32, to: u32| {
        for i in 0..sides {
            let n = (i + 1) % sides;
            mesh.indices.extend([from + i, from + n, to + n, from + i, to + n, to + i]);
        }
    };
    let [low, high] = heights.map(|z| ring(&mut mesh, radius, z));
    match outer {
        None => {
            band(&mut mesh, low, high);
            for i in 1..sides - 1 {
                mesh.indices.extend([high, high + i, high + i + 1, low, low + i + 1, low + i]);
            }
        }
        Some(outer) => {
            let [outer_low, outer_high] = heights.map(|z| ring(&mut mesh, outer, z));
            band(&mut mesh, high, low);
            band(&mut mesh, outer_low, outer_high);
            band(&mut mesh, low, outer_low);
            band(&mut mesh, outer_high, high);
        }
    }
    TestMesh::new(mesh.positions, mesh.indices)
}

#[test]
fn bolts_in_holes() {
    let plate = prism(24, 1.0, Some(3.0), [0.0, 1.0]);
    let moved = |x: f32, z: f32, scale: f32| {
        let pose = Pose { translation: Vec3::new(x, 0.0, z), scale, ..Pose::IDENTITY };
        PosePair { b: pose.matrix(String::new).unwrap(), ..PosePair::default() }
    };
    let (fits, collides) = (Interiors::Apart, Interiors::Overlap);
    for (heights, poses, expected) in [
        // As long as the hole, longer, shorter, halfway in, on top of the hole.
        ([0.0, 1.0], moved(0.0, 0.0, 1.0), fits),
        ([-1.0, 2.0], moved(0.0, 0.0, 1.0), fits),
        ([0.25, 0.5], moved(0.0, 0.0, 1.0), fits),
        ([0.0, 1.0], moved(0.0, 0.5, 1.0), fits),
        ([0.0, 1.0], moved(0.0, 1.0, 1.0), fits),
        // A little too thick, or not in the middle; and thinner.
        ([-1.0, 2.0], moved(0.0, 0.0, 1.000_001), collides),
        ([0.0, 1.0], moved(1e-6, 0.0, 1.0), collides),
        ([0.0, 1.0], moved(1e-6, 1.0, 1.0), fits),
        ([0.0, 1.0], moved(0.0, 0.0, 0.999_99), fits),
        ([0.0, 1.0], moved(0.0, 0.75, 1.5), collides),
        ([0.0, 1.0], moved(0.0, 1.0, 1.5), fits),
    ] {
        let bolt = prism(24, 1.0, None, heights);
        let found = interiors(&plate, &bolt, &poses);
        assert_eq!(found.interiors, expected, "{heights:?} {poses:?} {found:?}");
        // Poses that turn both meshes alike keep vertices together.
        let turn = Pose { rotation: Quat::from_rotation_x(FRAC_PI_2), ..Pose::IDENTITY }
            .matrix(String::new)
            .unwrap();
        if poses == PosePair::default() {
            assert_eq!(interiors(&plate, &bolt, &PosePair { a: turn, b: turn }).interiors, expected);
        }
    }
}

/// The surface of a tetrahedron by its corners, turned outward or inward.
fn surface(corners: [[f32; 3]; 4], is_outward: bool) -> TestMesh {
    let [e, f, g] = [1, 2, 3].map(|k| Vec3::from(corners[k]) - Vec3::from(corners[0]));
    let volume = e.cross(f).dot(g);
    assert!(volume != 0.0, "flat");
    let mesh = TestMesh::new(corners.to_vec(), vec![0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
    if (volume > 0.0) == is_outward { mesh } else { mesh.turned() }
}

/// A box between two corners, turned outward or inward.
fn cuboid(low: f32, high: f32, is_outward: bool) -> TestMesh {
    let mut mesh = Cells(1).mesh();
    mesh.positions.iter_mut().flatten().for_each(|x| *x = low + (high - low) * *x);
    if is_outward { mesh } else { mesh.turned() }
}

#[test]
fn parts_that_meet_only_in_points() {
    // Corners on edges of a box that have no face in common, and one inside; in every order of corners.
    let skew = [[2.0, 0.0, 0.0], [4.0, 2.0, 4.0], [0.0, 4.0, 2.0]];
    let orders: Vec<[usize; 4]> = (0..256)
        .map(|i| [i & 3, i >> 2 & 3, i >> 4 & 3, i >> 6])
        .filter(|order| (0..4).all(|k| order.contains(&k)))
        .collect();
    let outer = cuboid(0.0, 4.0, true);
    let shell = TestMesh::together(&[cuboid(-1.0, 5.0, true), cuboid(0.0, 4.0, false)]);
    for &order in &orders {
        let corners = [skew[0], skew[1], skew[2], [2.0, 2.0, 3.0]];
        let part = surface(order.map(|k| corners[k]), true);
        assert_eq!(interiors(&outer, &part, &PosePair::default()).interiors, Interiors::Overlap, "{order:?}");
        // The same in a box that is hollow there, and hollow there itself.
        assert_eq!(interiors(&shell, &part, &PosePair::default()).interiors, Interiors::Apart, "{order:?}");
        let hole = TestMesh::together(&[cuboid(-1.0, 5.0, true), surface(order.map(|k| corners[k]), false)]);
        assert_eq!(interiors(&hole, &part, &PosePair::default()).interiors, Interiors::Apart, "{order:?}");
        assert_eq!(interiors(&hole, &outer, &PosePair::default()).interiors, Interiors::Overlap, "{order:?}");
    }
    // All corners at corners of holes, and nothing else in common.
    let corners = [[1.0, 1.0, 1.0], [3.0, 1.0, 1.5], [1.0, 3.0, 2.0], [1.5, 1.5, 3.0]];
    let middle = Vec3::new(1.5, 1.5, 1.75);
    let hole_at = |at: [f32; 3]| {
        let out = Vec3::from(at) - middle;
        let beside = out.cross(Vec3::new(0.3, 0.9, -0.2)).normalize() * 0.05;
        let above = out.cross(beside).normalize() * 0.05;
        let base = Vec3::from(at) + out * 0.25;
        surface([at, (base + beside).into(), (base + above).into(), (base - beside - above).into()], false)
    };
    let holes = corners.map(hole_at);
    let around = TestMesh::together(&[&outer, &holes[0], &holes[1], &holes[2], &holes[3]]);
    for order in orders {
        let part = surface(order.map(|k| corners[k]), true);
        assert_eq!(
            interiors(&around, &part, &PosePair::default()).interiors,
            Interiors::Overlap,
            "{order:?}"
        );
        // Without the surrounding solid: solids that meet it in corners.
        let solids = TestMesh::together(&corners.map(|at| hole_at(at).turned()));
        assert_eq!(interiors(&solids, &part, &PosePair::default()).interiors, Interiors::Apart, "{order:?}");
    }
}

#[test]
fn unknown_interiors() {
    // A box without its lid on another one: its rim is open, and no more is known where it touches.
    let whole = Cells(1 << 13).mesh();
    let lid = |t: &[u32]| t.iter().all(|&i| whole.positions[i as usize][2] == 2.0);
    let open: Vec<u32> = whole.indices.chunks_exact(3).filter(|t| !lid(t)).flatten().copied().collect();
    let open = TestMesh::new(whole.positions.clone(), open);
    let pose = PoseMatrix { translation: Vec3::Z, ..PoseMatrix::IDENTITY };
    let on_top = PosePair { b: pose, ..PosePair::default() };
    assert_eq!(interiors(&open, &whole, &on_top).interiors, Interiors::Unknown);
    assert_eq!(interiors(&whole, &whole, &on_top).interiors, Interiors::Apart);
    assert_eq!(interiors(&whole, &whole, &PosePair::default()).interiors, Interiors::Overlap);
}
