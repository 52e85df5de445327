"""Signed distance fields."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arrays import MOST_THREADS, Array, Questions, function, number_of, numbers, of, real, three, truth, whole
from ._native import CaromError
from .cooked import Cooked
from .lists import answers
from .mesh import Mesh
from .results import FieldContacts, FieldHits, FieldPoints, Samples

_STORAGES = {"dense": 0, "bricks16": 1, "bricks8": 2}

Sign = Literal["auto", "crossings", "winding", "pseudonormal", "parity", "unsigned", "thickness"]
"""How the inside is told: "auto" takes "crossings" for closed meshes and "winding" for others."""

_SIGNS = {sign: number for number, sign in enumerate(get_args(Sign))}

Storage = Literal["dense", "bricks16", "bricks8"]
"""4, 2 or 1 bytes a node; bricks store what is within a band of the surface."""


class Field(Cooked):
    """The signed distance of a mesh at the nodes of a grid: exact there, and interpolated between. Immutable.

    `resolution` is the number of cells along the longest side of the mesh, 64 unless given, `padding` the number of cells
    around it, 2 unless given. Or, in place of both, `grid` gives the origin, the width of a cell and the number of nodes along
    x, y and z. `band` is the number of cells from
    the surface that bricks keep. `max_distance` is the farthest that is looked for. `keep_triangles` has answers name
    triangles.
    """

    __slots__ = ()
    _kind = _native.Field

    def __init__(
        self,
        mesh: Mesh,
        resolution: int | None = None,
        padding: int | None = None,
        *,
        grid: tuple[ArrayLike, float, tuple[int, int, int]] | None = None,
        storage: Storage = "dense",
        band: float = 4.0,
        sign: Sign = "auto",
        thickness: float = 0.0,
        nonzero: bool = False,
        max_distance: float | None = None,
        keep_triangles: bool = False,
        threads: int = 0,
        progress: Callable[[float], bool | None] | None = None,
    ) -> None:
        options = {
            "storage": number_of(_STORAGES, storage, "storage"),
            "band": real(band, "band"),
            "max_distance": None if max_distance is None else real(max_distance, "max_distance"),
            "sign": number_of(_SIGNS, sign, "sign"),
            "thickness": real(thickness, "thickness"),
            "nonzero": truth(nonzero, "nonzero"),
            "triangles": truth(keep_triangles, "keep_triangles"),
            "threads": whole(threads, "threads", MOST_THREADS),
        }
        nodes = None if grid is None else _nodes(grid)
        for name, value in (("resolution", resolution), ("padding", padding)):
            if nodes is not None and value is not None:
                raise CaromError(f"{name}: {value!r} does not go together with a grid")
        around = (
            whole(64 if resolution is None else resolution, "resolution"),
            whole(2 if padding is None else padding, "padding"),
        )
        with Questions():
            watched = function(progress, "progress")
            self._native = _native.Field.generate(of(Mesh, mesh, "mesh"), around, nodes, options, watched)

    @classmethod
    def from_values(
        cls, values: ArrayLike, origin: ArrayLike, cell: float, *, storage: Storage = "dense", band: float = 4.0
    ) -> Field:
        """A field of distances computed elsewhere: `values[z, y, x]` at origin + cell * (x, y, z)."""
        array = numbers(values, "values")
        if array.ndim != 3:
            raise CaromError(f"values: shape {array.shape} has not three axes")
        if min(array.shape) < 2 or max(array.shape) >= 2**32:
            raise CaromError(f"values: shape {array.shape} is no grid of cells; at least 2 nodes are needed along each axis")
        grid = three(origin, "origin"), real(cell, "cell"), array.shape[::-1]
        stored = number_of(_STORAGES, storage, "storage"), real(band, "band")
        with Questions() as ask, np.errstate(over="ignore"):
            ask.given["values"] = array
            return cls._of(_native.Field.from_values(np.ascontiguousarray(array, np.float32).ravel(), grid, stored))

    def __repr__(self) -> str:
        return f"<carom.Field of {' x '.join(str(n) for n in self._native.grid()[2])} nodes>"

    @property
    def bounds(self) -> Array:
        """The lowest and the highest corner of the grid."""
        return np.array(self._native.bounds(), np.float32)

    @property
    def origin(self) -> Array:
        """The position of the first node."""
        return np.array(self._native.grid()[0], np.float32)

    @property
    def cell(self) -> float:
        """The distance of nodes."""
        return self._native.grid()[1]

    @property
    def shape(self) -> tuple[int, int, int]:
        """The number of nodes along z, y and x, as `values` has them."""
        x, y, z = self._native.grid()[2]
        return z, y, x

    @property
    def error(self) -> float:
        """How far stored distances near the surface may be from exact ones."""
        return self._native.error()

    def values(self) -> Array:
        """The distances at all nodes: `values[z, y, x]`."""
        return self._native.values().reshape(self.shape)

    def sample(self, points: ArrayLike, *, cubic: bool = False) -> Samples:
        """The distance and the gradient at each point, anywhere; interpolated by 8 nodes, or by 64."""
        with Questions() as ask:
            return answers(Samples, self._native.sample(ask.rows(points, "points"), truth(cubic, "cubic")), ask.single)

    def closest_point(self, points: ArrayLike) -> FieldPoints:
        """About the closest point of the surface to each point."""
        with Questions() as ask:
            return answers(FieldPoints, self._native.closest_point(ask.rows(points, "points")), ask.single)

    def collide_sphere(self, centers: ArrayLike, radii: ArrayLike = 0.0, *, margin: float = 0.0) -> FieldContacts:
        """The contact of each sphere, or point, that is no farther from the solid than `margin`."""
        with Questions() as ask:
            shapes = ask.spheres(centers, radii)
            return answers(FieldContacts, self._native.collide_sphere(shapes, real(margin, "margin")), ask.single)

    def raycast(
        self, origins: ArrayLike, directions: ArrayLike, *, t_min: ArrayLike = 0.0, t_max: ArrayLike = np.inf
    ) -> FieldHits:
        """The place where each ray first meets the surface."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return answers(FieldHits, self._native.raycast(rays), ask.single)

    def slice(self, origin: ArrayLike, right: ArrayLike, down: ArrayLike, width: int, height: int) -> Array:
        """Distances on a rectangle, as a picture: `right` and `down` lead from one pixel to the next."""
        with Questions():
            place = [three(origin, "origin"), three(right, "right"), three(down, "down")]
            return self._native.slice(place, whole(width, "width"), whole(height, "height")).reshape(height, width)

    def inside_points(self) -> Array:
        """The nodes that are inside."""
        return self._native.inside_points()


def _nodes(grid: tuple[ArrayLike, float, tuple[int, int, int]]) -> tuple[list[float], float, list[int]]:
    try:
        origin, cell, (x, y, z) = grid
    except (TypeError, ValueError):
        raise CaromError(f"grid: {grid!r} is not (origin, cell, (nx, ny, nz))") from None
    return three(origin, "grid[0]"), real(cell, "grid[1]"), [whole(n, f"grid[2][{i}]") for i, n in enumerate((x, y, z))]
