//! The definition: objects on a lattice, in whole numbers, compared each with each. Nothing of the library is
//! used but its types.

use carom::geometry::{Aabb, Sphere, Vec3};
use carom::world::*;
use std::collections::{BTreeMap, BTreeSet};

/// Lattice points a unit.
pub(super) const FINE: f32 = 64.0;

/// A volume in lattice units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Box([i64; 3], [i64; 3]),
    Sphere([i64; 3], i64),
}

impl Shape {
    pub(super) fn volume(&self) -> Volume {
        let point = |p: &[i64; 3]| Vec3::from_array(p.map(|x| x as f32 / FINE));
        match self {
            Shape::Box(min, max) => Volume::Box(Aabb::new(point(min), point(max))),
            Shape::Sphere(center, radius) => {
                Volume::Sphere(Sphere { center: point(center), radius: *radius as f32 / FINE })
            }
        }
    }

    pub(super) fn touches(&self, other: &Shape) -> bool {
        let square = |d: [i64; 3]| d.iter().map(|&d| i128::from(d) * i128::from(d)).sum::<i128>();
        match (self, other) {
            (Shape::Box(a, b), Shape::Box(c, d)) => (0..3).all(|k| a[k] <= d[k] && c[k] <= b[k]),
            (Shape::Sphere(a, r), Shape::Sphere(b, s)) => {
                let apart = std::array::from_fn(|k| a[k] - b[k]);
                square(apart) <= i128::from(r + s) * i128::from(r + s)
            }
            (Shape::Box(min, max), Shape::Sphere(c, r)) | (Shape::Sphere(c, r), Shape::Box(min, max)) => {
                let gap = std::array::from_fn(|k| (min[k] - c[k]).max(c[k] - max[k]).max(0));
                square(gap) <= i128::from(*r) * i128::from(*r)
            }
        }
    }

    pub(super) fn random(rng: &mut fastrand::Rng, spread: i64, size: i64) -> Shape {
        let mut point = || [0; 3].map(|_| rng.i64(-spread..=spread));
        let at = point();
        if rng.u32(0..3) == 0 {
            return Shape::Sphere(at, rng.i64(0..=size));
        }
        Shape::Box(at, at.map(|x| x + rng.i64(0..=2 * size)))
    }
}

/// An object as the model knows it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) shapes: Vec<Shape>,
    pub(super) filter: GroupFilter,
    pub(super) is_static: bool,
}

impl Known {
    pub(super) fn touches(&self, other: &[Shape]) -> bool {
        self.shapes.iter().any(|a| other.iter().any(|b| a.touches(b)))
    }

    fn sees(&self, other: &GroupFilter) -> bool {
        self.filter.group & other.mask != 0 && other.group & self.filter.mask != 0
    }
}

/// A world by definition.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    pub(super) objects: BTreeMap<ObjectId, Known>,
    reported: BTreeSet<Pair>,
}

impl Model {
    /// Inserts objects of one shape each, into a world too.
    pub(super) fn insert(&mut self, world: &World, known: Vec<Known>) {
        let object = |known: &Known| Object {
            filter: known.filter,
            is_static: known.is_static,
            ..known.shapes[0].volume().into()
        };
        let objects: Vec<Object> = known.iter().map(object).collect();
        let mut ids = vec![ObjectId::NONE; objects.len()];
        world.insert(&objects, &mut ids[..]).unwrap();
        self.objects.extend(ids.into_iter().zip(known));
    }

    pub(super) fn pairs(&self) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for (&a, first) in &self.objects {
            for (&b, second) in self.objects.range(a..).skip(1) {
                let both_static = first.is_static && second.is_static;
                if !both_static && first.sees(&second.filter) && first.touches(&second.shapes) {
                    pairs.push(Pair { a, b });
                }
            }
        }
        pairs
    }

    pub(super) fn changes(&mut self) -> (Vec<Pair>, Vec<Pair>) {
        let now: BTreeSet<Pair> = self.pairs().into_iter().collect();
        let then = std::mem::replace(&mut self.reported, now.clone());
        (now.difference(&then).copied().collect(), then.difference(&now).copied().collect())
    }

    pub(super) fn touching(&self, shape: &Shape, filter: &GroupFilter) -> Vec<ObjectId> {
        let hit = |known: &&Known| known.sees(filter) && known.touches(&[*shape]);
        self.objects.iter().filter(|(_, known)| hit(known)).map(|(&id, _)| id).collect()
    }

    pub(super) fn ids(&self) -> Vec<ObjectId> {
        self.objects.keys().copied().collect()
    }
}

/// All structures in all their ways.
pub(super) fn variants() -> Vec<WorldOptions> {
    let mut all = vec![WorldOptions::default()];
    all.push(WorldOptions { thread_count: 3, ..WorldOptions::default() });
    let of = |structure| WorldOptions { structure, ..WorldOptions::default() };
    all.push(of(StructureKind::AllPairs));
    for structure in [StructureKind::SphereTree, StructureKind::BoxTree] {
        for build in [HierarchyBuild::Insertion, HierarchyBuild::BottomUp, HierarchyBuild::TopDown] {
            all.push(WorldOptions { build, ..of(structure) });
        }
    }
    for structure in [StructureKind::Bsp, StructureKind::Quadtree, StructureKind::Octree, StructureKind::Grid]
    {
        for placement in [Placement::Single, Placement::Every] {
            all.push(WorldOptions { placement, ..of(structure) });
        }
    }
    all.push(of(StructureKind::MultiGrid));
    // Cells and bounds that do not fit the objects.
    let bounds = Some(Aabb::new(Vec3::new(0.0, 0.0, 0.0), Vec3::new(3.0, 0.0, 5.0)));
    for placement in [Placement::Single, Placement::Every] {
        all.push(WorldOptions { placement, cell_size: 0.3, ..of(StructureKind::Grid) });
        all.push(WorldOptions { placement, cell_size: 1000.0, ..of(StructureKind::Grid) });
        all.push(WorldOptions { placement, bounds, axes: [1, 0], ..of(StructureKind::Quadtree) });
        all.push(WorldOptions { placement, bounds, ..of(StructureKind::Octree) });
    }
    all.push(WorldOptions { cell_size: 0.01, ..of(StructureKind::MultiGrid) });
    all
}

const NO_PAIR: Pair = Pair { a: ObjectId::NONE, b: ObjectId::NONE };

pub(super) fn pairs(world: &World) -> Vec<Pair> {
    let mut pairs = vec![NO_PAIR; 16];
    let mut lists = world.pairs(&mut pairs[..]).unwrap();
    if lists.written < lists.total {
        pairs.resize(lists.total, NO_PAIR);
        lists = world.pairs(&mut pairs[..]).unwrap();
    }
    assert_eq!(lists.written, lists.total);
    pairs.truncate(lists.total);
    pairs
}

pub(super) fn changes(world: &World) -> (Vec<Pair>, Vec<Pair>) {
    let (mut begun, mut ended) = (vec![NO_PAIR; 8], vec![NO_PAIR; 8]);
    let (mut a, mut b) = world.pair_changes(&mut begun[..], &mut ended[..]).unwrap();
    if a.written < a.total || b.written < b.total {
        // Told again, since not all had room.
        begun.resize(a.total, NO_PAIR);
        ended.resize(b.total, NO_PAIR);
        (a, b) = world.pair_changes(&mut begun[..], &mut ended[..]).unwrap();
    }
    begun.truncate(a.total);
    ended.truncate(b.total);
    assert_eq!((a.written, b.written), (a.total, b.total));
    (begun, ended)
}

pub(super) fn lists<T>(
    queries: &[T],
    list: impl Fn(&[T], &mut [u64], &mut [ObjectId]) -> carom::Result<Lists>,
) -> Vec<Vec<ObjectId>> {
    let mut offsets = vec![7; queries.len() + 1];
    let mut objects = vec![ObjectId::NONE; 4];
    let lists = list(queries, &mut offsets, &mut objects).unwrap();
    if lists.total > objects.len() {
        // The part that fits is the beginning.
        let some = objects.clone();
        objects.resize(lists.total, ObjectId::NONE);
        list(queries, &mut offsets, &mut objects).unwrap();
        assert_eq!(some[..], objects[..some.len()]);
    }
    offsets.windows(2).map(|ends| objects[ends[0] as usize..ends[1] as usize].to_vec()).collect()
}
