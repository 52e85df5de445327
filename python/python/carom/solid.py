"""Solids: BSP trees of convex brushes, or of the inside of a closed surface."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arrays import Array, Questions, column
from ._names import told
from ._native import CaromError
from .filters import ALL, Filter, parts
from .lists import answers
from .results import BrushContents, SolidHits, SphereContacts
from .shapes import ShapeQueries


class Solid(ShapeQueries):
    """A cooked BSP tree of convex brushes. Immutable: any thread may ask it anything at any time.

    `planes` are rows of a normal that points outwards and a distance d: the points p with dot(normal, p) <= d. `plane_counts`
    says how many planes each brush has, one brush after the other; `attributes` are 16 bits a brush for filters. A tree of a
    surface (`from_surface`) knows spheres, points and rays, and no capsules, boxes and contacts.
    """

    __slots__ = ()
    _kind = _native.Solid

    def __init__(self, planes: ArrayLike, plane_counts: ArrayLike, attributes: ArrayLike | None = None) -> None:
        with Questions() as ask:
            rows = ask.positions(planes, "planes", 4)
            bits = None if attributes is None else column(attributes, np.uint16, "attributes")
            counts = column(plane_counts, np.uint32, "plane_counts")
            self._native = _native.Solid.build_brushes(rows, counts, bits)

    @classmethod
    def from_boxes(cls, lower: ArrayLike, upper: ArrayLike, attributes: ArrayLike | None = None) -> Solid:
        """A tree of boxes, given by their lowest and highest corners."""
        ask = Questions()
        low, high = ask.positions(lower, "lower"), ask.positions(upper, "upper")
        for name, rows in (("lower", low), ("upper", high)):
            wrong = np.argwhere(~np.isfinite(rows))
            if len(wrong):
                box, axis = (int(i) for i in wrong[0])
                raise CaromError(told(f"{name}[{box}].{'xyz'[axis]}: {rows[box, axis]} is not finite", ask.given))
        if low.shape != high.shape:
            raise CaromError(f"upper: {len(high)} for {len(low)} lower")
        turned = np.argwhere(low > high)
        if len(turned):
            box, axis = (int(i) for i in turned[0])
            raise CaromError(f"lower[{box}, {axis}]: {low[box, axis]} is more than upper, {high[box, axis]}")
        planes = np.zeros((len(low), 6, 4), np.float32)
        for axis in range(3):
            planes[:, axis, axis], planes[:, axis, 3] = 1, high[:, axis]
            planes[:, 3 + axis, axis], planes[:, 3 + axis, 3] = -1, -low[:, axis]
        return cls(planes.reshape(-1, 4), np.full(len(low), 6, np.uint32), attributes)

    @classmethod
    def from_surface(cls, vertices: ArrayLike, faces: ArrayLike) -> Solid:
        """A tree of the inside of a closed surface of triangles, counter-clockwise from outside."""
        with Questions() as ask:
            return cls._of(_native.Solid.build_surface(ask.positions(vertices, "vertices"), ask.faces(faces)))

    def __len__(self) -> int:
        return self._native.brush_count()

    def __repr__(self) -> str:
        return f"<carom.Solid of {len(self)} brushes>"

    @property
    def bounds(self) -> Array:
        """The lowest and the highest corner of the box around the solid."""
        return np.array(self._native.bounds(), np.float32)

    def contains(self, points: ArrayLike, filter: Filter = ALL) -> BrushContents:
        """The brush that contains each point."""
        with Questions() as ask:
            return answers(BrushContents, self._native.contains_point(ask.rows(points, "points"), parts(filter)), ask.single)

    def raycast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        filter: Filter = ALL,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
    ) -> SolidHits:
        """The place where each ray is first inside."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return answers(SolidHits, self._native.raycast(rays, parts(filter)), ask.single)

    def collide_sphere(self, centers: ArrayLike, radii: ArrayLike, filter: Filter = ALL) -> SphereContacts:
        """The deepest contact of each sphere."""
        with Questions() as ask:
            found = self._native.collide_sphere(ask.spheres(centers, radii), parts(filter))
            return answers(SphereContacts, found, ask.single)

    def cast_sphere(self, centers: ArrayLike, radii: ArrayLike, displacements: ArrayLike, filter: Filter = ALL) -> SolidHits:
        """The first contact of each sphere that moves by a displacement."""
        with Questions() as ask:
            shapes, by = ask.spheres(centers, radii), ask.displacements(displacements)
            return answers(SolidHits, self._native.cast_sphere(shapes, by, parts(filter)), ask.single)
