"""What meshes and solids are asked alike: capsules, boxes and contacts."""

from __future__ import annotations

from typing import Literal

from numpy.typing import ArrayLike

from ._arrays import Array, Questions, number_of, real, whole
from ._native import CaromError
from .cooked import Cooked
from .filters import ALL, Filter, parts
from .lists import Lists, answers, lists, the_only
from .results import Contacts, ShapeHits, TreeBoxes

Edges = Literal["smooth", "all"]
"""The contacts at edges and corners that count: those of the surface, or those of each triangle by itself."""

IDENTITY = (0.0, 0.0, 0.0, 1.0)
"""The rotation that turns nothing."""


def all_edges(edges: Edges) -> bool:
    """Whether each triangle counts by itself."""
    return bool(number_of({"smooth": 0, "all": 1}, edges, "edges"))


def contact_parts(max_distance: float, edges: Edges, max_points: int, merge_cos: float) -> tuple[float, bool, int, float]:
    """Options of contacts as the native half takes them."""
    return (
        real(max_distance, "max_distance"),
        all_edges(edges),
        whole(max_points, "max_points", 4),
        real(merge_cos, "merge_cos"),
    )


class ShapeQueries(Cooked):
    """Queries with shapes. Lengths are in the user's units; rotations are unit quaternions x, y, z, w.

    Those with one answer each give arrays, those with lists give `Lists`. Of a mesh, elements are triangles; of a solid,
    brushes.
    """

    __slots__ = ()

    def boxes(self, min_depth: int = 0, max_depth: int | None = None) -> TreeBoxes:
        """The boxes of the tree at some depths, for drawing; each comes right before those below it.

        The triangles or brushes below a box lie inside. To draw a tree as far as some depth, take the boxes of
        `boxes(max_depth=depth)` that are as deep or have a count: together they are around everything. A mesh's leaves hold
        triangles, as many as its layout puts together; those of a solid hold one brush each, or triangles if it is given by
        its surface.
        """
        first, last = whole(min_depth, "min_depth"), 2**32 - 1 if max_depth is None else whole(max_depth, "max_depth")
        if first > last:
            raise CaromError(f"min_depth: {first} exceeds max_depth {last}")
        bounds, depth, count = self._native.boxes(first, last)
        return TreeBoxes(bounds.reshape(-1, 2, 3), depth, count)

    def overlap_sphere(self, centers: ArrayLike, radii: ArrayLike, filter: Filter = ALL) -> Array:
        """Tells whether each sphere touches anything."""
        with Questions() as ask:
            return answers(the_only, self._native.overlap_sphere(ask.spheres(centers, radii), parts(filter)), ask.single)

    def overlap_capsule(self, a: ArrayLike, b: ArrayLike, radii: ArrayLike, filter: Filter = ALL) -> Array:
        """Tells whether each capsule, the points within a radius of the segment from a to b, touches anything."""
        with Questions() as ask:
            found = self._native.overlap_capsule(ask.capsules(a, b, radii), parts(filter))
            return answers(the_only, found, ask.single)

    def overlap_box(
        self, centers: ArrayLike, half_extents: ArrayLike, rotations: ArrayLike = IDENTITY, filter: Filter = ALL
    ) -> Array:
        """Tells whether each box touches anything."""
        with Questions() as ask:
            found = self._native.overlap_box(ask.boxes(centers, half_extents, rotations), parts(filter))
            return answers(the_only, found, ask.single)

    def overlap_capsule_all(self, a: ArrayLike, b: ArrayLike, radii: ArrayLike, filter: Filter = ALL) -> Lists[Array]:
        """The elements that each capsule touches, ascending."""
        with Questions() as ask:
            found = self._native.overlap_capsule_all(ask.capsules(a, b, radii), parts(filter))
            return lists(the_only, found, ask.single)

    def overlap_box_all(
        self, centers: ArrayLike, half_extents: ArrayLike, rotations: ArrayLike = IDENTITY, filter: Filter = ALL
    ) -> Lists[Array]:
        """The elements that each box touches, ascending."""
        with Questions() as ask:
            found = self._native.overlap_box_all(ask.boxes(centers, half_extents, rotations), parts(filter))
            return lists(the_only, found, ask.single)

    def cast_capsule(
        self,
        a: ArrayLike,
        b: ArrayLike,
        radii: ArrayLike,
        displacements: ArrayLike,
        filter: Filter = ALL,
        edges: Edges = "smooth",
    ) -> ShapeHits:
        """The first contact of each capsule that moves by a displacement."""
        with Questions() as ask:
            shapes, by = ask.capsules(a, b, radii), ask.displacements(displacements)
            found = self._native.cast_capsule(shapes, by, parts(filter), all_edges(edges))
            return answers(ShapeHits, found, ask.single)

    def cast_box(
        self,
        centers: ArrayLike,
        half_extents: ArrayLike,
        displacements: ArrayLike,
        rotations: ArrayLike = IDENTITY,
        filter: Filter = ALL,
        edges: Edges = "smooth",
    ) -> ShapeHits:
        """The first contact of each box that moves by a displacement."""
        with Questions() as ask:
            shapes, by = ask.boxes(centers, half_extents, rotations), ask.displacements(displacements)
            found = self._native.cast_box(shapes, by, parts(filter), all_edges(edges))
            return answers(ShapeHits, found, ask.single)

    def contacts_sphere(
        self,
        centers: ArrayLike,
        radii: ArrayLike,
        filter: Filter = ALL,
        *,
        max_distance: float = 0.0,
        edges: Edges = "smooth",
        max_points: int = 0,
        merge_cos: float = 0.999,
    ) -> Lists[Contacts]:
        """The contacts of each sphere, gaps up to `max_distance` among them; of each manifold at most `max_points` (0: all)."""
        options = contact_parts(max_distance, edges, max_points, merge_cos)
        with Questions() as ask:
            found = self._native.contacts_sphere(ask.spheres(centers, radii), parts(filter), options)
            return lists(Contacts, found, ask.single)

    def contacts_capsule(
        self,
        a: ArrayLike,
        b: ArrayLike,
        radii: ArrayLike,
        filter: Filter = ALL,
        *,
        max_distance: float = 0.0,
        edges: Edges = "smooth",
        max_points: int = 0,
        merge_cos: float = 0.999,
    ) -> Lists[Contacts]:
        """The contacts of each capsule, as for spheres."""
        options = contact_parts(max_distance, edges, max_points, merge_cos)
        with Questions() as ask:
            found = self._native.contacts_capsule(ask.capsules(a, b, radii), parts(filter), options)
            return lists(Contacts, found, ask.single)

    def contacts_box(
        self,
        centers: ArrayLike,
        half_extents: ArrayLike,
        rotations: ArrayLike = IDENTITY,
        filter: Filter = ALL,
        *,
        max_distance: float = 0.0,
        edges: Edges = "smooth",
        max_points: int = 0,
        merge_cos: float = 0.999,
    ) -> Lists[Contacts]:
        """The contacts of each box, as for spheres."""
        options = contact_parts(max_distance, edges, max_points, merge_cos)
        with Questions() as ask:
            found = self._native.contacts_box(ask.boxes(centers, half_extents, rotations), parts(filter), options)
            return lists(Contacts, found, ask.single)
