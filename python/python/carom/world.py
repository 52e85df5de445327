"""Worlds of moving objects."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arrays import MOST_THREADS, Array, Questions, number_of, truths, unsigned, whole
from ._native import CaromError
from .cooked import Cooked
from .lists import Lists, answers, lists, the_only
from .results import Neighbors, ObjectHits

_STRUCTURES = {
    "auto": 0,
    "all_pairs": 1,
    "sphere_tree": 2,
    "box_tree": 3,
    "bsp": 4,
    "quadtree": 5,
    "octree": 6,
    "grid": 7,
    "multi_grid": 8,
}

ALL_BITS = 0xFFFFFFFF


class World(Cooked):
    """Moving boxes and spheres, and which of them touch. Any thread may call anything at any time.

    Objects are known by ids of 64 bits. Two see each other if the group of each has a bit in common with the mask of the
    other, and not both are static. A batch of edits is refused whole if an element is bad.
    """

    __slots__ = ()
    _kind = _native.World

    def __init__(
        self,
        structure: Literal[
            "auto", "all_pairs", "sphere_tree", "box_tree", "bsp", "quadtree", "octree", "grid", "multi_grid"
        ] = "auto",
        *,
        threads: int = 1,
    ) -> None:
        self._native = _native.World(number_of(_STRUCTURES, structure, "structure"), whole(threads, "threads", MOST_THREADS))

    def __len__(self) -> int:
        return len(self._native)

    def __repr__(self) -> str:
        return f"<carom.World of {len(self)} objects>"

    def insert_boxes(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        *,
        user: ArrayLike = 0,
        group: ArrayLike = ALL_BITS,
        mask: ArrayLike = ALL_BITS,
        static: ArrayLike = False,
    ) -> Array:
        """Adds boxes by their lowest and highest corners. Returns their ids."""
        with Questions() as ask:
            boxes = ask.bounds(lower, upper)
            traits = _traits(ask, user, group, mask, static)
            return answers(the_only, self._native.insert_boxes(boxes, traits), ask.single)

    def insert_spheres(
        self,
        centers: ArrayLike,
        radii: ArrayLike,
        *,
        user: ArrayLike = 0,
        group: ArrayLike = ALL_BITS,
        mask: ArrayLike = ALL_BITS,
        static: ArrayLike = False,
    ) -> Array:
        """Adds spheres. Returns their ids."""
        with Questions() as ask:
            spheres = ask.spheres(centers, radii)
            traits = _traits(ask, user, group, mask, static)
            return answers(the_only, self._native.insert_spheres(spheres, traits), ask.single)

    def update_boxes(self, ids: ArrayLike, lower: ArrayLike, upper: ArrayLike) -> None:
        """Moves objects: they fill these boxes now."""
        with Questions() as ask:
            known = ask.ids(ids)
            low, high = ask.bounds(lower, upper)
            self._native.update_boxes(known, (_each(low, known), high))

    def update_spheres(self, ids: ArrayLike, centers: ArrayLike, radii: ArrayLike) -> None:
        """Moves objects: they fill these spheres now."""
        with Questions() as ask:
            known = ask.ids(ids)
            spheres = ask.spheres(centers, radii)
            self._native.update_spheres(known, (_each(spheres[0], known), spheres[1]))

    def remove(self, ids: ArrayLike) -> None:
        """Removes objects; their ids are errors from then on."""
        with Questions() as ask:
            self._native.remove(ask.ids(ids))

    def clear(self) -> None:
        """Removes all objects."""
        self._native.clear()

    def ids(self) -> Array:
        """The ids of all objects, ascending."""
        return self._native.ids()

    def pairs(self) -> Array:
        """All pairs that touch, sorted: rows of two ids."""
        return self._native.pairs()

    def pair_changes(self) -> tuple[Array, Array]:
        """The pairs that have begun and those that have ended since the last call."""
        return self._native.pair_changes()

    def pairs_of(self, ids: ArrayLike) -> Lists[Array]:
        """The objects that each of these is a pair with."""
        with Questions() as ask:
            return lists(the_only, self._native.pairs_of(ask.ids(ids)), np.ndim(ids) == 0)

    def overlap_box(
        self, lower: ArrayLike, upper: ArrayLike, *, group: int = ALL_BITS, mask: int = ALL_BITS, ignore: int = 0
    ) -> Lists[Array]:
        """The objects that touch each box, by id; those that who asks, with a group and a mask, sees."""
        with Questions() as ask:
            boxes = ask.bounds(lower, upper)
            return lists(the_only, self._native.overlap_box_all(boxes, _who(group, mask, ignore)), ask.single)

    def overlap_sphere(
        self, centers: ArrayLike, radii: ArrayLike, *, group: int = ALL_BITS, mask: int = ALL_BITS, ignore: int = 0
    ) -> Lists[Array]:
        """The objects that touch each sphere, by id."""
        with Questions() as ask:
            spheres = ask.spheres(centers, radii)
            return lists(the_only, self._native.overlap_sphere_all(spheres, _who(group, mask, ignore)), ask.single)

    def raycast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
        group: int = ALL_BITS,
        mask: int = ALL_BITS,
        ignore: int = 0,
    ) -> ObjectHits:
        """The first object that each ray meets."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return answers(ObjectHits, self._native.raycast(rays, _who(group, mask, ignore)), ask.single)

    def raycast_all(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
        group: int = ALL_BITS,
        mask: int = ALL_BITS,
        ignore: int = 0,
    ) -> Lists[ObjectHits]:
        """All objects that each ray meets, by t."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return lists(ObjectHits, self._native.raycast_all(rays, _who(group, mask, ignore)), ask.single)

    def cast_box(
        self,
        lower: ArrayLike,
        upper: ArrayLike,
        displacements: ArrayLike,
        *,
        group: int = ALL_BITS,
        mask: int = ALL_BITS,
        ignore: int = 0,
    ) -> ObjectHits:
        """The first object that each box meets that moves by a displacement."""
        with Questions() as ask:
            boxes = ask.bounds(lower, upper)
            by = ask.displacements(displacements)
            return answers(ObjectHits, self._native.cast_box(boxes, by, _who(group, mask, ignore)), ask.single)

    def nearest(
        self,
        points: ArrayLike,
        k: int = 1,
        *,
        max_distance: ArrayLike = np.inf,
        group: int = ALL_BITS,
        mask: int = ALL_BITS,
        ignore: int = 0,
    ) -> Neighbors:
        """The k nearest objects to each point: arrays of n x k."""
        with Questions() as ask:
            queries = ask.near(points, max_distance)
            found = self._native.nearest(queries, whole(k, "k"), _who(group, mask, ignore))
            fields = tuple(field.reshape(-1, k) if k else field.reshape(len(queries[0]), 0) for field in found)
            return answers(Neighbors, fields, ask.single)


def _who(group: int, mask: int, ignore: int) -> tuple[int, int, int]:
    """Who asks."""
    return whole(group, "group"), whole(mask, "mask"), whole(ignore, "ignore", 2**64 - 1)


def _each(rows: Array, ids: Array) -> Array:
    """Rows for as many ids, where there is one for all."""
    return np.broadcast_to(rows, (len(ids), rows.shape[1])) if len(rows) == 1 else rows


def _traits(ask: Questions, user: ArrayLike, group: ArrayLike, mask: ArrayLike, static: ArrayLike) -> tuple[Array, ...]:
    def column(values: ArrayLike, dtype: type, name: str) -> Array:
        array = truths(values, name) if dtype is bool else unsigned(values, dtype, name)
        if array.ndim > 0:
            ask.single = False
        if array.ndim > 1:
            raise CaromError(f"{name}: shape {array.shape} is neither () nor (n,)")
        return np.ascontiguousarray(np.atleast_1d(array))

    return (
        column(user, np.uint64, "user"),
        column(group, np.uint32, "group"),
        column(mask, np.uint32, "mask"),
        column(static, bool, "static"),
    )
