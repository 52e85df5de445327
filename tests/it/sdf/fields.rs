//! Fields against fields: contacts lie on both surfaces. Solids that are apart have none, and solids that
//! overlap have one.

use super::field_pairs::*;
use crate::common::field::{Field, ball, cuboid};
use crate::common::queries::on_every_level;
use carom::geometry::{PoseMatrix, Vec3};
use carom::sdf::*;
use fastrand::Rng;

#[test]
fn separated_boxes_have_no_contact() {
    let two =
        Two::of(box_field(BOX, 48, 14).cook(Storage::Dense), box_field(BOX, 48, 3).cook(Storage::Dense));
    let rows = [
        Vec3::new(-0.96262926, -0.246703, -0.11172461),
        Vec3::new(0.2588185, -0.7165691, -0.64772034),
        Vec3::new(0.07973634, -0.65243095, 0.7536418),
    ];
    let pose = PoseMatrix { rows, translation: Vec3::new(1.3383203, 0.60489446, -0.40688175) };
    let gap = separation(BOX, BOX, &Posed::of(&pose));
    assert!(gap > 0.24 * two.cell(1.0), "{gap}");
    assert_eq!(two.ask(&pose, 0.0), []);
    // Nor within a margin that is too small; but in one that is large enough.
    assert_eq!(two.ask(&pose, 0.9 * gap as f32), []);
    assert!(!two.ask(&pose, 6.0 * gap as f32).is_empty());
}

/// Boxes that graze each other, mostly with edges. They have contacts if they overlap, and none if a plane
/// lies between them.
#[test]
fn grazing_boxes_touch_if_no_plane_separates_them() {
    let rng = &mut Rng::with_seed(1);
    let configurations = [
        (BOX, 48, 14, BOX, 48, 3, 1.0),
        (BOX, 20, 4, [0.3, 0.5, 0.2], 37, 2, 1.7),
        ([0.5, 0.05, 0.5], 40, 3, BOX, 16, 3, 0.6),
        ([0.8, 0.03, 0.03], 64, 5, [0.04, 0.7, 0.05], 50, 4, 1.0),
    ];
    let mut found = [0; 3];
    for (a, resolution_a, padding_a, b, resolution_b, padding_b, scale) in configurations {
        let fields = [box_field(a, resolution_a, padding_a), box_field(b, resolution_b, padding_b)];
        for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
            let two = Two::of(fields[0].cook(storage), fields[1].cook(storage));
            let cell = two.cell(f64::from(scale));
            for i in 0..60 {
                let wanted = [0.05, 0.25, 0.6, 0.9, -0.1, -0.2, -0.4, -0.7, -1.2, -3.0][i % 10] * cell;
                let pose = grazing(rng, a, b, scale, wanted);
                let contacts = two.ask(&pose, 0.0);
                let apart = separation(a, b, &Posed::of(&pose));
                // Interpolants of convex distances are not less than they, but for the storage's error.
                let error = f64::from(two.sdfs[0].error() + two.sdfs[1].error() * scale);
                if apart > 1e-6 + error.min(0.1 * cell) {
                    assert_eq!(contacts, [], "{storage:?} {pose:?}: apart by {} cells", apart / cell);
                    found[0] += 1;
                } else if two.overlap(&pose) > cell / 16.0 {
                    assert!(!contacts.is_empty(), "{storage:?} {pose:?}: overlap of {}", -apart / cell);
                    found[1] += 1;
                } else {
                    found[2] += 1;
                }
                let gap = 0.3 * cell as f32;
                let far = two.ask(&pose, gap);
                assert!(!far.is_empty() || contacts.is_empty(), "{pose:?}");
                if apart > f64::from(gap) + 1e-6 + error.min(0.1 * cell) {
                    assert_eq!(far, [], "{storage:?} {pose:?}: apart by {} cells", apart / cell);
                }
            }
        }
    }
    assert!(found[0] > 150 && found[1] > 120, "{found:?}");
}

fn torus(p: Point) -> f64 {
    let ring = (p[0] * p[0] + p[1] * p[1]).sqrt() - 0.6;
    (ring * ring + p[2] * p[2]).sqrt() - 0.2
}

fn height(x: f64, y: f64) -> f64 {
    0.15 * (5.0 * x).sin() + 0.1 * (6.0 * y + 1.0).cos()
}

/// The distance of hills up to the end of the grid: to the nearest of their points on a lattice, and from
/// there by halves.
fn hills(p: Point) -> f64 {
    let from =
        |x: f64, y: f64| ((p[0] - x).powi(2) + (p[1] - y).powi(2) + (p[2] - height(x, y)).powi(2)).sqrt();
    let straight = p[2] - height(p[0], p[1]);
    let mut step = straight.abs() / 8.0;
    let (mut best, mut at) = (straight.abs(), [p[0], p[1]]);
    for i in 0..17 * 17 {
        let [x, y] = [p[0] + (i % 17 - 8) as f64 * step, p[1] + (i / 17 - 8) as f64 * step];
        if from(x, y) < best {
            (best, at) = (from(x, y), [x, y]);
        }
    }
    while step > 1e-4 {
        let around = (0..9).map(|i| [at[0] + (i % 3 - 1) as f64 * step, at[1] + (i / 3 - 1) as f64 * step]);
        let [x, y] = around.min_by(|a, b| from(a[0], a[1]).total_cmp(&from(b[0], b[1]))).unwrap();
        if from(x, y) < best {
            (best, at) = (from(x, y), [x, y]);
        } else {
            step *= 0.5;
        }
    }
    best * straight.signum()
}

fn cube_grid(nodes: u32, half: f32) -> Grid {
    Grid::new(Vec3::splat(-half), 2.0 * half / (nodes - 1) as f32, [nodes; 3]).unwrap()
}

/// Anything with anything: solids that overlap have a contact, every contact lies on both surfaces, and none
/// is beyond the margin.
#[test]
fn all_solids_that_overlap_touch() {
    let rng = &mut Rng::with_seed(2);
    let solids: [&dyn Fn(Point) -> f64; 4] = [&torus, &hills, &ball([0.05, 0.0, 0.02], 0.5), &cuboid(BOX)];
    let fields = [41, 26, 33].map(|nodes| solids.map(|solid| Field::of(cube_grid(nodes, 1.0), solid)));
    let mut found = [0; 2];
    for i in 0..4 {
        for j in 0..4 {
            let scale = [0.5, 1.0, 1.3][rng.usize(0..3)];
            let storage = [Storage::Dense, Storage::Bricks16, Storage::Bricks8][rng.usize(0..3)];
            let two = Two::of(fields[(i + j) % 2][i].cook(storage), fields[2][j].cook(storage));
            let cell = two.cell(f64::from(scale));
            for _ in 0..12 {
                let rotation = random_rotation(rng);
                let direction = random_rotation(rng) * Vec3::X;
                // Between where they overlap and where they do not.
                let (mut low, mut high) = (0.0, 4.0);
                for _ in 0..5 {
                    let middle = (low + high) / 2.0;
                    let deep = two.overlap(&pose_of(rotation, direction * middle, scale));
                    if deep > 0.3 * cell { low = middle } else { high = middle }
                }
                for t in [low, (low + high) / 2.0, high] {
                    let pose = pose_of(rotation, direction * t, scale);
                    let contacts = two.ask(&pose, 0.0);
                    if two.overlap(&pose) > cell / 16.0 {
                        assert!(!contacts.is_empty(), "{i} {j} {storage:?} {pose:?}");
                        found[0] += 1;
                    } else if contacts.is_empty() {
                        found[1] += 1;
                    }
                    two.ask(&pose, cell as f32 * 0.7);
                }
            }
        }
    }
    assert!(found[0] > 150 && found[1] > 30, "{found:?}");
}

/// A solid in another touches it, whichever is posed, in bands and not.
#[test]
fn solids_touch_those_inside_of_them() {
    let rng = &mut Rng::with_seed(3);
    let large = Field::of(cube_grid(41, 1.0), ball([0.0; 3], 0.8));
    let small = Field::of(cube_grid(21, 0.4), cuboid([0.1, 0.15, 0.12]));
    let clamped = |field: &Field, band: f32| Field {
        grid: field.grid,
        values: field.values.iter().map(|value| value.clamp(-band, band)).collect(),
    };
    for band in [f32::INFINITY, 0.25] {
        for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
            let cook = |field: &Field| {
                clamped(field, band).cook_with(StorageOptions {
                    storage,
                    max_distance: band,
                    ..StorageOptions::default()
                })
            };
            let (large, small) = (cook(&large), cook(&small));
            for i in 0..20 {
                let place = random_rotation(rng) * Vec3::X * (0.5 * rng.f32());
                let pose = pose_of(random_rotation(rng), place, [0.7, 1.0][i % 2]);
                let mut out = [SdfContact::MISS; 64];
                let inside = large.collide_field(&small, &[pose], 0.0, &mut (), &mut out[..]).unwrap();
                assert!(inside.total > 0, "{storage:?} {pose:?}");
                let posed = Posed::of(&pose);
                let turned: [Vec3; 3] = std::array::from_fn(|k| {
                    Vec3::from_array(std::array::from_fn(|axis| {
                        (posed.rows[axis][k] / posed.scale.powi(2)) as f32
                    }))
                });
                let origin = Vec3::from_array(posed.back([0.0; 3]).map(|x| x as f32));
                let back = PoseMatrix { rows: turned, translation: origin };
                let around = small.collide_field(&large, &[back], 0.0, &mut (), &mut out[..]).unwrap();
                assert!(around.total > 0, "{storage:?} {pose:?}");
                for contact in &out[..around.written] {
                    // By the way out of the ball, or by the part of it that a band knows.
                    let at = Vec3::from_array(
                        posed.point(contact.point.to_array().map(f64::from)).map(|x| x as f32),
                    );
                    let depth = f64::from(contact.depth) * posed.scale;
                    let least = (0.8 - f64::from(at.length())).min(f64::from(band));
                    assert!((depth - least).abs() < 0.05, "{contact:?} {least}");
                }
            }
        }
    }
}

#[test]
fn contacts_of_fields_are_the_same_on_every_level_and_alone() {
    let rng = &mut Rng::with_seed(4);
    for storage in [Storage::Dense, Storage::Bricks16, Storage::Bricks8] {
        let (a, b) = (box_field(BOX, 30, 4).cook(storage), box_field([0.3, 0.5, 0.4], 24, 3).cook(storage));
        let poses: Vec<PoseMatrix> =
            (0..24).map(|i| grazing(rng, BOX, [0.3, 0.5, 0.4], 1.2, f64::from(i % 5 - 3) * 0.01)).collect();
        let ask = |poses: &[PoseMatrix]| {
            let mut offsets = vec![0; poses.len() + 1];
            let mut out = vec![SdfContact::MISS; 2000];
            let lists = a.collide_field(&b, poses, 0.005, &mut offsets[..], &mut out[..]).unwrap();
            out.truncate(lists.written);
            (offsets, out)
        };
        let (offsets, all) = ask(&poses);
        assert!(!all.is_empty());
        for (i, pose) in poses.iter().enumerate() {
            let (_, alone) = ask(&[*pose]);
            assert_eq!(alone, all[offsets[i] as usize..offsets[i + 1] as usize]);
        }
        on_every_level(|level| assert_eq!(ask(&poses), (offsets.clone(), all.clone()), "{}", level.name()));
    }
}
