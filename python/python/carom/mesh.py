"""Triangle meshes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arrays import MOST_THREADS, Array, Questions, column, function, number_of, of, real, truth, whole
from ._native import CaromError
from .filters import ALL, Filter, parts
from .hull import Hull
from .lists import Lists, answers, lists, the_only
from .results import ClosestPoints, Contacts, Crossings, MeshDistances, MeshInside, Near, RayHits, ShapeHits, SurfaceHits
from .shapes import Edges, ShapeQueries, all_edges, contact_parts

_LAYOUTS = {"default": 0, "compact": 1, "delta": 2, "wide": 3}
_PRESETS = {"default": 0, "small": 1, "fast": 2, "rays": 3}
_QUALITIES = {"default": 0, "fast": 1, "medium": 2, "high": 3}


class Mesh(ShapeQueries):
    """A cooked triangle mesh. Immutable: any thread may ask it anything at any time.

    `vertices` are n rows of x, y, z, `faces` m rows of three indices, counter-clockwise from the front. In place of both, an
    object that has them, such as a `trimesh.Trimesh`, will do.

    `attributes` are 16 bits a triangle for filters. `preset` trades memory ("small") for speed ("fast", or "rays": a second
    tree for rays), `quality` build time for speed. `threads` build; 0 means one a core. `progress` is called with the fraction
    done; if it returns False or raises, the build stops, as it does on Ctrl-C.
    """

    __slots__ = ()
    _kind = _native.Mesh

    def __init__(
        self,
        vertices: ArrayLike | Any,
        faces: ArrayLike | None = None,
        attributes: ArrayLike | None = None,
        *,
        layout: Literal["default", "compact", "delta", "wide"] = "default",
        preset: Literal["default", "small", "fast", "rays"] = "default",
        quality: Literal["default", "fast", "medium", "high"] = "default",
        threads: int = 0,
        triangle_table: bool = False,
        progress: Callable[[float], bool | None] | None = None,
    ) -> None:
        if faces is None:
            if not (hasattr(vertices, "vertices") and hasattr(vertices, "faces")):
                raise CaromError("faces: missing, and the vertices are no mesh")
            vertices, faces = vertices.vertices, vertices.faces
        options = {
            "layout": number_of(_LAYOUTS, layout, "layout"),
            "preset": number_of(_PRESETS, preset, "preset"),
            "quality": number_of(_QUALITIES, quality, "quality"),
            "threads": whole(threads, "threads", MOST_THREADS),
            "triangle_table": truth(triangle_table, "triangle_table"),
        }
        bits = None if attributes is None else column(attributes, np.uint16, "attributes")
        with Questions() as ask:
            corners, indices = ask.positions(vertices, "vertices"), ask.faces(faces)
            self._native = _native.Mesh.build(corners, indices, bits, options, function(progress, "progress"))

    def __len__(self) -> int:
        return self._native.triangle_count()

    def __repr__(self) -> str:
        return f"<carom.Mesh of {len(self)} triangles in {self.nbytes} bytes>"

    @property
    def nbytes(self) -> int:
        """The number of cooked bytes: all the memory that the mesh takes."""
        return self._native.byte_count()

    @property
    def bounds(self) -> Array:
        """The lowest and the highest corner of the box around all triangles."""
        return np.array(self._native.bounds(), np.float32)

    @property
    def is_closed(self) -> bool:
        """True if each edge runs as often in one direction as in the other. So a mesh without triangles counts as closed."""
        return self._native.is_closed()

    def triangles(self) -> Array:
        """The corners of all triangles as they were given: m x 3 x 3 numbers."""
        return np.stack(self._native.triangles(), axis=1)

    def attributes(self) -> Array:
        """The attribute bits of all triangles."""
        return self._native.attributes()[0]

    # Rays.

    def raycast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        filter: Filter = ALL,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
    ) -> RayHits:
        """The nearest hit of each ray; of those as near, the one of the lowest triangle."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return answers(RayHits, self._native.raycast(rays, parts(filter)), ask.single)

    def raycast_surface(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        filter: Filter = ALL,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
    ) -> SurfaceHits:
        """The same, with points, normals and attributes."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return answers(SurfaceHits, self._native.raycast_surface(rays, parts(filter)), ask.single)

    def raycast_all(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        filter: Filter = ALL,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
    ) -> Lists[RayHits]:
        """All hits of each ray, by t."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return lists(RayHits, self._native.raycast_all(rays, parts(filter)), ask.single)

    def crossings(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        filter: Filter = ALL,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
    ) -> Lists[Crossings]:
        """The places where each ray goes in and out of a closed surface, through edges and corners exactly once."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return lists(Crossings, self._native.crossings(rays, parts(filter)), ask.single)

    def occluded(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        filter: Filter = ALL,
        *,
        t_min: ArrayLike = 0.0,
        t_max: ArrayLike = np.inf,
    ) -> Array:
        """Tells whether each ray hits anything. For whether b can be seen from a: `line_of_sight`."""
        with Questions() as ask:
            rays = ask.rays(origins, directions, t_min, t_max)
            return answers(the_only, self._native.occluded(rays, parts(filter)), ask.single)

    def line_of_sight(self, a: ArrayLike, b: ArrayLike, filter: Filter = ALL) -> Array:
        """Tells whether nothing is between two points, nor at one of them. A point sees itself."""
        with Questions() as ask:
            starts, ends = ask.rows(a, "a"), ask.rows(b, "b")
            if len(starts) != len(ends) and 1 not in (len(starts), len(ends)):
                raise CaromError(f"b: {len(ends)} for {len(starts)} a")
            # Numbers too large become infinite, which carom refuses by name.
            with np.errstate(over="ignore", invalid="ignore"):
                same = (starts.astype(np.float32) == ends.astype(np.float32)).all(axis=1)
                ways = ends.astype(np.float64) - starts
            # A ray needs a direction: the answer to these is known.
            ways[same] = 1
            rays = starts, ways, np.zeros(1), np.ones(1)
            found = self._native.occluded(rays, parts(filter))[0]
            return answers(the_only, (~found | same,), ask.single)

    # Points.

    def closest_point(self, points: ArrayLike, filter: Filter = ALL, *, max_distance: ArrayLike = np.inf) -> ClosestPoints:
        """The closest point of the surface to each point, if it is no farther than `max_distance`."""
        with Questions() as ask:
            queries = ask.near(points, max_distance)
            return answers(ClosestPoints, self._native.closest_point(queries, parts(filter)), ask.single)

    def _winding(self, what: str, points: ArrayLike) -> Array:
        if not self.is_closed:
            raise CaromError(f"{what}: the mesh is not closed; a carom.Field has signs of any mesh")
        with Questions() as ask:
            return answers(the_only, self._native.winding_numbers(ask.rows(points, "points")), ask.single)

    def winding_number(self, points: ArrayLike) -> Array:
        """How often the surface surrounds each point. Exact; a mesh that is not closed raises."""
        return self._winding("winding_number", points)

    def contains(self, points: ArrayLike) -> Array:
        """Tells whether each point is inside: its winding number is above 0. Exact; a mesh that is not closed raises."""
        return self._winding("contains", points) > 0

    def signed_distance(self, points: ArrayLike) -> Array:
        """How far each point is from the surface, negative inside. A mesh that is not closed raises."""
        inside = self._winding("signed_distance", points) > 0
        return np.where(inside, -1, 1).astype(np.float32)[()] * self.closest_point(points).distance

    # Spheres.

    def overlap_sphere_all(self, centers: ArrayLike, radii: ArrayLike, filter: Filter = ALL) -> Lists[Array]:
        """The triangles that each sphere touches, ascending."""
        with Questions() as ask:
            found = self._native.overlap_sphere_all(ask.spheres(centers, radii), parts(filter))
            return lists(the_only, found, ask.single)

    def cast_sphere(
        self,
        centers: ArrayLike,
        radii: ArrayLike,
        displacements: ArrayLike,
        filter: Filter = ALL,
        edges: Edges = "smooth",
    ) -> ShapeHits:
        """The first contact of each sphere that moves by a displacement."""
        with Questions() as ask:
            shapes, by = ask.spheres(centers, radii), ask.displacements(displacements)
            found = self._native.cast_sphere(shapes, by, parts(filter), all_edges(edges))
            return answers(ShapeHits, found, ask.single)

    # Convex hulls, and other meshes, in poses: matrices of 4 x 4 numbers, rotation and one scale and translation.

    def overlap_hull(self, hull: Hull, poses: ArrayLike | None = None, filter: Filter = ALL) -> Array:
        """Tells whether a hull, in each pose, touches the surface."""
        with Questions() as ask:
            found = self._native.overlap_hull(of(Hull, hull, "hull"), ask.poses(poses), parts(filter))
            return answers(the_only, found, ask.single)

    def overlap_hull_all(self, hull: Hull, poses: ArrayLike | None = None, filter: Filter = ALL) -> Lists[Array]:
        """The triangles that a hull, in each pose, touches, ascending."""
        with Questions() as ask:
            found = self._native.overlap_hull_all(of(Hull, hull, "hull"), ask.poses(poses), parts(filter))
            return lists(the_only, found, ask.single)

    def contacts_hull(
        self,
        hull: Hull,
        poses: ArrayLike | None = None,
        filter: Filter = ALL,
        *,
        max_distance: float = 0.0,
        edges: Edges = "smooth",
        max_points: int = 0,
        merge_cos: float = 0.999,
    ) -> Lists[Contacts]:
        """The contacts of a hull in each pose, as for spheres."""
        options = contact_parts(max_distance, edges, max_points, merge_cos)
        with Questions() as ask:
            found = self._native.contacts_hull(of(Hull, hull, "hull"), ask.poses(poses), parts(filter), options)
            return lists(Contacts, found, ask.single)

    def cast_hull(
        self,
        hull: Hull,
        poses: ArrayLike | None,
        displacements: ArrayLike,
        filter: Filter = ALL,
        edges: Edges = "smooth",
    ) -> ShapeHits:
        """The first contact of a hull that moves from each pose by a displacement."""
        with Questions() as ask:
            placed, by = ask.poses(poses), ask.displacements(displacements)
            found = self._native.cast_hull(of(Hull, hull, "hull"), placed, by, parts(filter), all_edges(edges))
            return answers(ShapeHits, found, ask.single)

    def overlap_mesh(
        self, other: Mesh, poses: ArrayLike | None = None, filter: Filter = ALL, other_filter: Filter = ALL
    ) -> Array:
        """Tells whether another mesh, in each pose, touches this one. Exact."""
        with Questions() as ask:
            seen = parts(filter), parts(other_filter)
            return answers(the_only, self._native.overlap_mesh(of(Mesh, other, "other"), ask.poses(poses), seen), ask.single)

    def pairs(
        self, other: Mesh, poses: ArrayLike | None = None, filter: Filter = ALL, other_filter: Filter = ALL
    ) -> Lists[Array]:
        """All pairs of triangles that touch, sorted: rows of a triangle of this mesh and one of the other."""
        with Questions() as ask:
            seen = parts(filter), parts(other_filter)
            return lists(the_only, self._native.overlap_mesh_all(of(Mesh, other, "other"), ask.poses(poses), seen), ask.single)

    def within(
        self,
        other: Mesh,
        distance: float,
        poses: ArrayLike | None = None,
        filter: Filter = ALL,
        other_filter: Filter = ALL,
    ) -> Lists[Near]:
        """All pairs of triangles that are no farther apart than a distance."""
        with Questions() as ask:
            seen = parts(filter), parts(other_filter)
            near = real(distance, "distance")
            found = self._native.within(of(Mesh, other, "other"), near, ask.poses(poses), seen)
            return lists(Near, found, ask.single)

    def distance(
        self,
        other: Mesh,
        poses: ArrayLike | None = None,
        filter: Filter = ALL,
        other_filter: Filter = ALL,
        *,
        max_distance: float = np.inf,
    ) -> MeshDistances:
        """How far another mesh is, in each pose, and where; if no farther than `max_distance`."""
        with Questions() as ask:
            seen = parts(filter), parts(other_filter)
            found = self._native.distance(of(Mesh, other, "other"), real(max_distance, "max_distance"), ask.poses(poses), seen)
            return answers(MeshDistances, found, ask.single)

    def inside(self, other: Mesh, poses: ArrayLike | None = None) -> MeshInside:
        """Whether one of two closed meshes lies inside of the other, in each pose of the other. Of meshes that are not closed,
        only `touches` means something."""
        with Questions() as ask:
            return answers(MeshInside, self._native.inside(of(Mesh, other, "other"), ask.poses(poses)), ask.single)
