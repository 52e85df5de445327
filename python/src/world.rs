//! Worlds of moving objects.

use crate::answers::{Column, Part, columns, each, filled, grown, lists};
use crate::cooked::as_bytes;
use crate::error::{Failure, raise, refuse};
use crate::input::{
    self, BoundsArrays, PointQueryArrays, Questions, RayArrays, RowArray, SphereArrays, bounds,
    moving_bounds, point_queries, rays, spheres,
};
use crate::memory::{blanks, gathered};
use crate::shapes::ListsOf;
use carom::mesh::{Lists, Output};
use carom::world::{
    self, GroupFilter, Hit, Neighbor, Object, ObjectId, Pair, QueryFilter, StructureKind, Volume,
    WorldOptions, next_tag,
};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::path::PathBuf;

columns!(Hits of Hit, hit: object: u64 = hit.object.0, user: u64 = hit.user, t: f32 = hit.t);
columns!(Neighbors of Neighbor, found: object: u64 = found.object.0, user: u64 = found.user, distance: f32 = found.distance);
columns!(Ids of ObjectId, id: id: u64 = id.0);

/// Moving objects.
#[pyclass(frozen, module = "carom._native")]
pub(crate) struct World {
    world: world::World,
}

/// What objects have besides a volume: users, groups, masks, and whether they are static; one for all, or one each.
type Traits<'py> = (
    PyReadonlyArray1<'py, u64>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, u32>,
    PyReadonlyArray1<'py, bool>,
);

/// The group and mask of who asks, and the object that is not seen.
type Asking = (u32, u32, u64);

fn asking((group, mask, ignore): Asking) -> [QueryFilter; 1] {
    [QueryFilter { groups: GroupFilter { group, mask }, ignore: ObjectId(ignore) }]
}

/// Ids as they lie in an array.
fn ids_in<'a>(ids: &'a PyReadonlyArray1<u64>) -> PyResult<Questions<impl Fn(usize) -> ObjectId + Sync + 'a>> {
    let ids = ids.as_slice()?;
    Ok(Questions { count: ids.len(), make: |i| ObjectId(ids[i]) })
}

impl World {
    fn insert<'py, V: Into<Volume>>(
        &self,
        py: Python<'py>,
        volumes: Questions<impl Fn(usize) -> V + Send + Sync>,
        (users, groups, masks, statics): Traits<'py>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (users, groups) = (users.as_slice()?, groups.as_slice()?);
        let (masks, statics) = (masks.as_slice()?, statics.as_slice()?);
        let count = input::count(&[
            ("volumes", volumes.count),
            ("user", users.len()),
            ("group", groups.len()),
            ("mask", masks.len()),
            ("static", statics.len()),
        ])?;
        let object = |i: usize| Object {
            volume: (volumes.make)(i).into(),
            filter: GroupFilter { group: of(groups, i), mask: of(masks, i) },
            user: of(users, i),
            is_static: of(statics, i),
        };
        let objects = gathered((0..count).map(object))?;
        filled(py, count, |ids: &mut Ids| Ok(self.world.insert(&objects, ids)?))
    }

    fn update<V: Into<Volume> + Copy + Send + Sync>(
        &self,
        py: Python,
        ids: PyReadonlyArray1<u64>,
        volumes: Questions<impl Fn(usize) -> V + Send + Sync>,
    ) -> PyResult<()> {
        let (ids, volumes) = (ids_in(&ids)?.all()?, volumes.all()?);
        py.detach(|| self.world.update(&ids, &volumes)).map_err(raise)
    }
}

/// The one value for all, or that of element `i`.
fn of<T: Copy>(values: &[T], i: usize) -> T {
    values[if values.len() == 1 { 0 } else { i }]
}

/// Pairs as an array of two columns.
fn pair_array<'py>(py: Python<'py>, pairs: Vec<Pair>) -> PyResult<Bound<'py, PyAny>> {
    gathered(pairs.into_iter().map(|pair| [pair.a.0, pair.b.0]))?.array(py)
}

const NO_PAIR: Pair = Pair { a: ObjectId::NONE, b: ObjectId::NONE };

#[pymethods]
impl World {
    #[new]
    fn new(structure: u32, thread_count: usize) -> PyResult<World> {
        let structure = StructureKind::from_number(structure)
            .ok_or_else(|| refuse(format!("structure: {structure} is none")))?;
        let options = WorldOptions { structure, thread_count, tag: next_tag(), ..WorldOptions::default() };
        Ok(World { world: world::World::new(&options).map_err(raise)? })
    }

    #[staticmethod]
    fn open(py: Python, blob: &[u8]) -> PyResult<World> {
        Ok(World { world: py.detach(|| world::World::open(blob, 1)).map_err(raise)? })
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let saved = py.detach(|| self.world.save()).map_err(raise)?;
        as_bytes(py, saved.bytes())
    }

    fn save(&self, py: Python, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.world.save_file(path)).map_err(raise)
    }

    fn __len__(&self) -> usize {
        self.world.len()
    }

    fn insert_boxes<'py>(
        &self,
        py: Python<'py>,
        boxes: BoundsArrays,
        traits: Traits<'py>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.insert(py, bounds(&boxes)?, traits)
    }

    fn insert_spheres<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        traits: Traits<'py>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        self.insert(py, spheres(&shapes)?, traits)
    }

    fn update_boxes(&self, py: Python, ids: PyReadonlyArray1<u64>, boxes: BoundsArrays) -> PyResult<()> {
        self.update(py, ids, bounds(&boxes)?)
    }

    fn update_spheres(&self, py: Python, ids: PyReadonlyArray1<u64>, shapes: SphereArrays) -> PyResult<()> {
        self.update(py, ids, spheres(&shapes)?)
    }

    fn remove(&self, py: Python, ids: PyReadonlyArray1<u64>) -> PyResult<()> {
        let ids = ids_in(&ids)?.all()?;
        py.detach(|| self.world.remove(&ids)).map_err(raise)
    }

    fn clear(&self, py: Python) {
        py.detach(|| self.world.clear());
    }

    fn ids<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let ids = py.detach(|| self.world.ids());
        gathered(ids.into_iter().map(|id| id.0))?.array(py)
    }

    fn pairs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pairs = py.detach(|| grown(self.world.len(), NO_PAIR, |pairs| self.world.pairs(pairs)));
        pair_array(py, pairs?)
    }

    fn pair_changes<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let changes = py.detach(|| {
            let mut ended = Vec::new();
            let begun = grown(self.world.len(), NO_PAIR, |begun| {
                let (first, second) = self.world.pair_changes(begun, &mut ended)?;
                let is_all = second.total <= ended.len();
                if !is_all {
                    ended = blanks(second.total, NO_PAIR)?;
                }
                ended.truncate(second.total);
                // Both lists are told again unless both fit.
                let total = if is_all { first.total } else { first.total.max(begun.len() + 1) };
                Ok::<_, Failure>(Lists { total, ..first })
            })?;
            Ok::<_, Failure>((begun, ended))
        });
        let (begun, ended) = changes?;
        Ok((pair_array(py, begun)?, pair_array(py, ended)?))
    }

    fn pairs_of<'py>(&self, py: Python<'py>, ids: PyReadonlyArray1<u64>) -> PyResult<ListsOf<'py>> {
        lists::<_, _, Ids>(py, &ids_in(&ids)?, ObjectId::NONE, |ids, offsets, found| {
            self.world.pairs_of(ids, offsets, found)
        })
    }

    fn overlap_box_all<'py>(
        &self,
        py: Python<'py>,
        boxes: BoundsArrays,
        who: Asking,
    ) -> PyResult<ListsOf<'py>> {
        let (boxes, filter) = (bounds(&boxes)?, asking(who));
        lists::<_, _, Ids>(py, &boxes, ObjectId::NONE, |boxes, offsets, found| {
            self.world.overlap_aabb_all(boxes, &filter, offsets, found)
        })
    }

    fn overlap_sphere_all<'py>(
        &self,
        py: Python<'py>,
        shapes: SphereArrays,
        who: Asking,
    ) -> PyResult<ListsOf<'py>> {
        let (shapes, filter) = (spheres(&shapes)?, asking(who));
        lists::<_, _, Ids>(py, &shapes, ObjectId::NONE, |shapes, offsets, found| {
            self.world.overlap_sphere_all(shapes, &filter, offsets, found)
        })
    }

    fn raycast<'py>(
        &self,
        py: Python<'py>,
        queries: RayArrays,
        who: Asking,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (rays, filter) = (rays(&queries)?, asking(who));
        each(py, &rays, |rays, hits: &mut Part<Hits>| self.world.raycast(rays, &filter, hits))
    }

    fn raycast_all<'py>(&self, py: Python<'py>, queries: RayArrays, who: Asking) -> PyResult<ListsOf<'py>> {
        let (rays, filter) = (rays(&queries)?, asking(who));
        lists::<_, _, Hits>(py, &rays, Hit::MISS, |rays, offsets, hits| {
            self.world.raycast_all(rays, &filter, offsets, hits)
        })
    }

    fn cast_box<'py>(
        &self,
        py: Python<'py>,
        boxes: BoundsArrays,
        displacements: RowArray,
        who: Asking,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (casts, filter) = (moving_bounds(bounds(&boxes)?, &displacements)?, asking(who));
        each(py, &casts, |casts, hits: &mut Part<Hits>| self.world.cast_aabb(casts, &filter, hits))
    }

    fn nearest<'py>(
        &self,
        py: Python<'py>,
        points: PointQueryArrays,
        k: usize,
        who: Asking,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (points, filter) = (point_queries(&points)?, asking(who));
        let places = points.count.checked_mul(k).ok_or_else(|| refuse(format!("k: {k} is too many")))?;
        filled(py, places, |found: &mut Neighbors| {
            let mut neighbors = blanks(places, Neighbor::NONE)?;
            self.world.nearest(&points.all()?, k, &filter, &mut neighbors)?;
            neighbors.into_iter().enumerate().for_each(|(i, neighbor)| found.write(i, neighbor));
            Ok(())
        })
    }
}
