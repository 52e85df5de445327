//! carom: a world of every structure, and the default in AVX2 and with two threads.

use super::rival::{Clock, Contender, Rival, key};
use crate::work::{Box3, Ray, Work};
use anyhow::Result;
use carom::geometry::{Aabb, Ray as CaromRay};
use carom::mesh::Batch;
use carom::world::{
    GroupFilter, HierarchyBuild, Hit, Lists, Object, ObjectId, Pair, Placement, StructureKind, World,
    WorldOptions,
};
use carom::{SimdLevel, set_simd_level};

/// Structures that take too long for larger worlds.
const AFFORDABLE: usize = 10_000;

/// The default first, against which all others are compared.
pub(super) fn contenders() -> Vec<Contender> {
    use Work::{WorldBoxQuery, WorldChanges, WorldInsert, WorldPairs, WorldRay};
    const ALL: &[Work] = &[WorldPairs, WorldChanges, WorldBoxQuery, WorldRay, WorldInsert];
    const STRUCTURES: &[Work] = &[WorldPairs, WorldBoxQuery, WorldRay, WorldInsert];
    let mut all = vec![
        Contender::new("carom", "auto", ALL, || make(&WorldOptions::default(), None)),
        Contender {
            clock: Clock::Wall,
            ..Contender::new("carom", "auto, 2 threads", &[WorldPairs, WorldChanges], || {
                make(&WorldOptions { thread_count: 2, ..WorldOptions::default() }, None)
            })
        },
    ];
    // The contender that was asked last may have chosen another one.
    set_simd_level(None).expect("the machine's best is there");
    if avx2().is_some() && carom::simd_level().name() != "avx2" {
        all.insert(1, Contender::new("carom", "auto, avx2", ALL, || make(&WorldOptions::default(), avx2())));
    }
    all.iter_mut().for_each(|contender| contender.quick = true);
    let mut add = |configuration, limit, make| {
        all.push(Contender { limit, ..Contender::new("carom", configuration, STRUCTURES, make) });
    };
    use StructureKind::{AllPairs, BoxTree, Bsp, Grid, MultiGrid, Octree, Quadtree, SphereTree};
    let (any, some) = (usize::MAX, AFFORDABLE);
    add("box tree, insertion", any, || of(BoxTree, HierarchyBuild::Insertion, Placement::Single));
    add("box tree, top-down", any, || of(BoxTree, HierarchyBuild::TopDown, Placement::Single));
    add("box tree, bottom-up", some, || of(BoxTree, HierarchyBuild::BottomUp, Placement::Single));
    add("sphere tree, insertion", some, || of(SphereTree, HierarchyBuild::Insertion, Placement::Single));
    add("sphere tree, top-down", any, || of(SphereTree, HierarchyBuild::TopDown, Placement::Single));
    add("bsp, single", any, || of(Bsp, HierarchyBuild::Insertion, Placement::Single));
    add("bsp, every", any, || of(Bsp, HierarchyBuild::Insertion, Placement::Every));
    add("quadtree, single", any, || of(Quadtree, HierarchyBuild::Insertion, Placement::Single));
    add("quadtree, every", any, || of(Quadtree, HierarchyBuild::Insertion, Placement::Every));
    add("octree, single", any, || of(Octree, HierarchyBuild::Insertion, Placement::Single));
    add("octree, every", any, || of(Octree, HierarchyBuild::Insertion, Placement::Every));
    add("grid, single", any, || of(Grid, HierarchyBuild::Insertion, Placement::Single));
    add("grid, every", any, || of(Grid, HierarchyBuild::Insertion, Placement::Every));
    add("multi-grid", any, || of(MultiGrid, HierarchyBuild::Insertion, Placement::Single));
    add("all pairs", some, || of(AllPairs, HierarchyBuild::Insertion, Placement::Single));
    all
}

fn avx2() -> Option<SimdLevel> {
    SimdLevel::available().find(|level| level.name() == "avx2")
}

fn of(structure: StructureKind, build: HierarchyBuild, placement: Placement) -> Result<Box<dyn Rival>> {
    make(&WorldOptions { structure, build, placement, ..WorldOptions::default() }, None)
}

fn make(options: &WorldOptions, level: Option<SimdLevel>) -> Result<Box<dyn Rival>> {
    Ok(Box::new(Carom::new(options, level)?))
}

/// A world, and arrays for its answers.
pub(super) struct Carom {
    pub(super) world: World,
    level: Option<SimdLevel>,
    ids: Vec<ObjectId>,
    /// The object of a place.
    objects: Vec<u32>,
    pairs: Vec<Pair>,
    begun: Vec<Pair>,
    ended: Vec<Pair>,
    count: usize,
    offsets: Vec<u64>,
    found: Vec<ObjectId>,
    hits: Vec<Hit>,
}

impl Carom {
    pub(super) fn new(options: &WorldOptions, level: Option<SimdLevel>) -> Result<Carom> {
        Ok(Carom {
            world: World::new(options)?,
            level,
            ids: Vec::new(),
            objects: Vec::new(),
            pairs: Vec::new(),
            begun: Vec::new(),
            ended: Vec::new(),
            count: 0,
            offsets: Vec::new(),
            found: Vec::new(),
            hits: Vec::new(),
        })
    }

    fn insert(&mut self, all: &[Box3]) -> Result<()> {
        self.ids.resize(all.len(), ObjectId::NONE);
        self.world.insert(&Boxes(all), &mut self.ids[..])?;
        Ok(())
    }

    fn object_of(&self, id: ObjectId) -> u32 {
        self.objects[place_of(id)]
    }

    fn list(&mut self, boxes: &[Box3]) -> Lists {
        self.offsets.resize(boxes.len() + 1, 0);
        loop {
            let lists = self.world.overlap_aabb_all(
                &Boxes(boxes),
                &GroupFilter::ALL,
                &mut self.offsets[..],
                &mut self.found[..],
            );
            let lists = lists.expect("the boxes are good");
            if lists.written == lists.total {
                return lists;
            }
            self.found.resize(lists.total * 2, ObjectId::NONE);
        }
    }
}

fn place_of(id: ObjectId) -> usize {
    (id.0 >> 32) as usize
}

fn bounds(of: &Box3) -> Aabb {
    Aabb::new(of.min.into(), of.max.into())
}

/// Boxes as carom reads them.
struct Boxes<'a>(&'a [Box3]);

impl Batch<Aabb> for Boxes<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> Aabb {
        bounds(&self.0[i])
    }
}

impl Batch<Object> for Boxes<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> Object {
        bounds(&self.0[i]).into()
    }
}

/// The ids of objects.
struct Ids<'a> {
    of: &'a [ObjectId],
    objects: &'a [u32],
}

impl Batch<ObjectId> for Ids<'_> {
    fn count(&self) -> usize {
        self.objects.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> ObjectId {
        self.of[self.objects[i] as usize]
    }
}

impl Rival for Carom {
    fn turn(&mut self) {
        set_simd_level(self.level).expect("it was available before");
    }

    fn after(&mut self) {
        if self.objects.is_empty() {
            let places = self.ids.iter().map(|&id| place_of(id)).max().map_or(0, |last| last + 1);
            self.objects.resize(places, 0);
            for (i, &id) in self.ids.iter().enumerate() {
                self.objects[place_of(id)] = i as u32;
            }
        }
    }

    /// With a query, which makes the structure.
    fn begin(&mut self, all: &[Box3]) -> Result<()> {
        self.insert(all)?;
        self.list(&all[..1]);
        Ok(())
    }

    fn clear(&mut self) {
        if let Ok(empty) = Carom::new(self.world.options(), self.level) {
            *self = empty;
        }
    }

    fn move_to(&mut self, moved: &[u32], boxes: &[Box3], _: &[Box3]) {
        let ids = Ids { of: &self.ids, objects: moved };
        self.world.update::<Aabb>(&ids, &Boxes(boxes)).expect("the boxes are good");
    }

    fn pairs(&mut self) -> usize {
        loop {
            let lists = self.world.pairs(&mut self.pairs[..]).expect("there is room");
            self.count = lists.written;
            if lists.written == lists.total {
                return lists.total;
            }
            self.pairs.resize(lists.total * 2, Pair { a: ObjectId::NONE, b: ObjectId::NONE });
        }
    }

    fn keys(&mut self) -> Vec<u64> {
        let pairs = self.pairs[..self.count].iter();
        pairs.map(|pair| key(self.object_of(pair.a), self.object_of(pair.b))).collect()
    }

    fn changes(&mut self) -> usize {
        let none = Pair { a: ObjectId::NONE, b: ObjectId::NONE };
        loop {
            let lists = self.world.pair_changes(&mut self.begun[..], &mut self.ended[..]);
            let (begun, ended) = lists.expect("there is room");
            if begun.written == begun.total && ended.written == ended.total {
                return begun.total + ended.total;
            }
            self.begun.resize(self.begun.len().max(begun.total * 2), none);
            self.ended.resize(self.ended.len().max(ended.total * 2), none);
        }
    }

    fn list_boxes(&mut self, boxes: &[Box3], counts: &mut [f32]) {
        self.list(boxes);
        for (count, two) in counts.iter_mut().zip(self.offsets.windows(2)) {
            *count = (two[1] - two[0]) as f32;
        }
    }

    fn cast_rays(&mut self, rays: &[Ray], ts: &mut [f32]) {
        self.hits.resize(rays.len(), Hit::MISS);
        self.world.raycast(&Rays(rays), &GroupFilter::ALL, &mut self.hits[..]).expect("the rays are good");
        ts.iter_mut().zip(&self.hits).for_each(|(t, hit)| *t = hit.t);
    }

    fn bytes(&self) -> Option<usize> {
        let stats = self.world.stats().ok()?;
        Some((stats.object_bytes + stats.structure_bytes + stats.pair_bytes) as usize)
    }
}

/// Rays as carom reads them.
struct Rays<'a>(&'a [Ray]);

impl Batch<CaromRay> for Rays<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn query(&self, i: usize) -> CaromRay {
        let Ray { origin, t_min, direction, t_max } = self.0[i];
        CaromRay { origin: origin.into(), t_min, direction: direction.into(), t_max }
    }
}
