//! Two posed meshes: against plain loops over all pairs of triangles, for every layout, instruction set and
//! order of arguments.

mod inside;
mod intersections;
mod nearest;
mod scales;
mod solids;
mod ties;
mod touching;

use crate::common::{TestMesh, passes};
use carom::SimdLevel;
use carom::geometry::{Aabb, Pose, PoseMatrix, Quat, Triangle, Vec3, triangles_intersect};
use carom::mesh::{CookOptions, Filter, Mesh, PosePair, TrianglePair};

/// A mesh with its triangles in the user's order.
struct Subject {
    mesh: TestMesh,
    triangles: Vec<Triangle>,
}

impl Subject {
    fn new(mesh: TestMesh) -> Subject {
        let triangles = mesh.triangles();
        Subject { mesh, triangles }
    }

    fn cooked(&self) -> Mesh<'static> {
        Mesh::build(&self.mesh.input(), CookOptions::default()).unwrap()
    }

    /// Posed triangles that a filter accepts, in blocks that lie together: sorted along the first axis, runs of them along the
    /// second, and runs of those along the third.
    fn posed(&self, pose: &PoseMatrix, filter: &Filter) -> Vec<Block> {
        const SIZE: usize = 32;
        let seen = (0..self.triangles.len()).filter(|&i| passes(filter, self.mesh.attributes[i]));
        let mut posed: Vec<Posed> = seen
            .map(|i| {
                let triangle = pose.triangle(&self.triangles[i]);
                Posed { index: i as u32, triangle, bounds: triangle.bounds() }
            })
            .collect();
        let cuts = (posed.len() as f64 / SIZE as f64).cbrt().ceil().max(1.0) as usize;
        let part = |length: usize| length.div_ceil(cuts).max(1);
        let sort = |posed: &mut [Posed], axis: usize| {
            posed.sort_by(|a, b| a.bounds.min[axis].total_cmp(&b.bounds.min[axis]));
        };
        let mut blocks = Vec::new();
        sort(&mut posed, 0);
        let length = part(posed.len());
        for slab in posed.chunks_mut(length) {
            sort(slab, 1);
            let length = part(slab.len());
            for row in slab.chunks_mut(length) {
                sort(row, 2);
                blocks.extend(row.chunks(SIZE).map(Block::new));
            }
        }
        blocks
    }
}

/// A triangle of a posed mesh.
#[derive(Clone, Copy)]
struct Posed {
    index: u32,
    triangle: Triangle,
    bounds: Aabb,
}

/// Some triangles, and the box around them.
struct Block {
    bounds: Aabb,
    triangles: Vec<Posed>,
}

impl Block {
    fn new(triangles: &[Posed]) -> Block {
        let around = |a: Aabb, b: Aabb| Aabb::new(a.min.min(b.min), a.max.max(b.max));
        let bounds = triangles.iter().map(|posed| posed.bounds).reduce(around).unwrap();
        Block { bounds, triangles: triangles.to_vec() }
    }
}

/// Visits all pairs but those whose boxes are farther apart than a limit. The visitor returns the limit from then on.
fn pairs_of_near_boxes(a: &[Block], b: &[Block], limit: f32, mut visit: impl FnMut(&Posed, &Posed) -> f32) {
    let mut limit = limit;
    // Monotone, and never more than the distance of what is inside; rounded, as distances are.
    let apart = |a: &Aabb, b: &Aabb| a.separation(b) as f32;
    for first in a {
        for second in b {
            if apart(&first.bounds, &second.bounds) > limit {
                continue;
            }
            for a in &first.triangles {
                for b in &second.triangles {
                    if apart(&a.bounds, &b.bounds) <= limit {
                        limit = visit(a, b);
                    }
                }
            }
        }
    }
}

/// All pairs whose triangles touch.
fn all_pairs(a: &Subject, b: &Subject, poses: &PosePair, filters: [&Filter; 2]) -> Vec<TrianglePair> {
    let (a, b) = (a.posed(&poses.a, filters[0]), b.posed(&poses.b, filters[1]));
    let mut pairs = Vec::new();
    pairs_of_near_boxes(&a, &b, 0.0, |a, b| {
        if a.bounds.touches(&b.bounds) && triangles_intersect(&a.triangle, &b.triangle) {
            pairs.push(TrianglePair { a: a.index, b: b.index });
        }
        0.0
    });
    pairs.sort();
    pairs
}

fn swapped(poses: &PosePair) -> PosePair {
    PosePair { a: poses.b, b: poses.a }
}

fn rotation(rng: &mut fastrand::Rng) -> Quat {
    loop {
        let q = Quat::from_xyzw(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5);
        if q.length() > 0.1 && q.length() < 0.5 {
            return q.normalize();
        }
    }
}

fn direction(rng: &mut fastrand::Rng) -> Vec3 {
    rotation(rng) * Vec3::X
}

/// A pose that puts the middle of `bounds` at `at`.
fn centred(bounds: &Aabb, rotation: Quat, scale: f32, at: Vec3) -> PoseMatrix {
    let middle = (bounds.min + bounds.max) * 0.5;
    let translation = at - rotation * (middle * scale);
    Pose { rotation, translation, scale }.matrix(String::new).unwrap()
}

/// Poses of two meshes from deep to apart, some scaled, some far from the origin, some of the same place.
fn some_poses(rng: &mut fastrand::Rng, a: &Aabb, b: &Aabb) -> PosePair {
    let size = (a.max - a.min).length();
    let scale = match rng.u32(0..6) {
        0 => 0.1,
        1 => 3.7,
        _ => 1.0,
    };
    let far = match rng.u32(0..6) {
        0 => direction(rng) * size * 1e4,
        1 => direction(rng) * 1e-3,
        _ => Vec3::ZERO,
    };
    // Scaled together, so that they still meet.
    let all = match rng.u32(0..8) {
        0 => 1e-9,
        1 => 1e9,
        _ => 1.0,
    };
    let apart = size * rng.f32() * 0.8;
    let first = centred(a, rotation(rng), all, far * all);
    let offset = direction(rng) * apart * all;
    match rng.u32(0..24) {
        // At the same place, and moved along an axis from there.
        0 => PosePair { a: first, b: first },
        1 => {
            let mut second = first;
            second.translation.y += size * 0.01 * all;
            PosePair { a: first, b: second }
        }
        _ => PosePair { a: first, b: centred(b, rotation(rng), scale * all, far * all + offset) },
    }
}

/// A part of a mesh.
fn part(mesh: &TestMesh, count: usize) -> TestMesh {
    TestMesh::new(mesh.positions.clone(), mesh.indices[..3 * count].to_vec())
}

/// A grid of squares in the plane z = 0, two triangles each.
fn sheet(squares: usize, size: f32) -> TestMesh {
    let row = squares as u32 + 1;
    let positions = (0..row * row).map(|i| [(i % row) as f32 * size, (i / row) as f32 * size, 0.0]).collect();
    let square = |i: u32| [i, i + 1, i + row, i + row, i + 1, i + row + 1];
    let indices =
        (0..row * row).filter(|i| i % row + 1 < row && i / row + 1 < row).flat_map(square).collect();
    TestMesh::new(positions, indices)
}

/// Every variant on the best level, and every third on the others.
fn stride(level: SimdLevel) -> usize {
    if SimdLevel::available().next() == Some(level) { 1 } else { 3 }
}
