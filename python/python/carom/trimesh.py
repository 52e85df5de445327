"""A ray and a proximity backend for trimesh.

    mesh.ray = carom.trimesh.RayMeshIntersector(mesh)
    carom.trimesh.ProximityQuery(mesh).on_surface(points)

They answer as trimesh's own, and differ where those are inexact: coordinates are rounded to float32; a ray through an edge or
a corner hits one triangle for each crossing of the surface, and of triangles at the same place the lowest is named; the inside
is decided exactly for closed meshes. A ray whose direction is zero raises a `carom.CaromError`, where trimesh's own hits
nothing. As in trimesh, and unlike elsewhere in carom, signed distances are positive inside.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ._arrays import Array
from ._native import CaromError
from .mesh import Mesh


class _Cooked:
    """The cooked form of a mesh of trimesh, made anew when that has changed."""

    def __init__(self, mesh: Any, name: str) -> None:
        if not (hasattr(mesh, "vertices") and hasattr(mesh, "faces")):
            raise CaromError(f"{name}: {mesh!r} is no mesh")
        self.mesh = mesh
        self._hash: int | None = None
        self._cooked: Mesh | None = None

    @property
    def cooked(self) -> Mesh:
        """The mesh that is asked."""
        now = hash(self.mesh)
        if self._cooked is None or now != self._hash:
            self._cooked, self._hash = Mesh(self.mesh), now
        return self._cooked


def _rays(origins: ArrayLike, directions: ArrayLike) -> tuple[Array, Array]:
    starts, ways = np.asarray(origins, np.float64), np.asarray(directions, np.float64)
    if starts.shape != ways.shape:
        raise ValueError(f"ray_directions: shape {ways.shape} is not that of ray_origins, {starts.shape}")
    return starts.reshape(-1, 3), ways.reshape(-1, 3)


class RayMeshIntersector:
    """Rays against a mesh of trimesh: its attribute `ray`."""

    def __init__(self, geometry: Any, **_: Any) -> None:
        self._of = _Cooked(geometry, "geometry")

    @property
    def mesh(self) -> Any:
        """The mesh of trimesh."""
        return self._of.mesh

    def intersects_id(
        self,
        ray_origins: ArrayLike,
        ray_directions: ArrayLike,
        multiple_hits: bool = True,
        max_hits: int | None = None,
        return_locations: bool = False,
        **_: Any,
    ) -> tuple[Array, ...]:
        """The triangles that rays hit and the rays that hit them; with the places, if they are asked for.

        Of several hits of a ray, those where it crosses the surface, through an edge or a corner once.
        """
        origins, directions = _rays(ray_origins, ray_directions)
        if multiple_hits:
            found = self._of.cooked.crossings(origins, directions)
            rays, triangles, t = found.question, found.items.triangle, found.items.t
            if max_hits is not None:
                first = np.arange(len(rays)) - found.offsets[rays] < max_hits
                rays, triangles, t = rays[first], triangles[first], t[first]
        else:
            hits = self._of.cooked.raycast(origins, directions)
            rays = np.flatnonzero(hits.hit)
            triangles, t = hits.triangle[rays], hits.t[rays]
        triangles = triangles.astype(np.int64)
        if not return_locations:
            return triangles, rays
        return triangles, rays, origins[rays] + directions[rays] * t[:, np.newaxis].astype(np.float64)

    def intersects_location(
        self, ray_origins: ArrayLike, ray_directions: ArrayLike, multiple_hits: bool = True, **_: Any
    ) -> tuple[Array, Array, Array]:
        """The places that rays hit, the rays, and the triangles."""
        triangles, rays, places = self.intersects_id(ray_origins, ray_directions, multiple_hits, return_locations=True)
        return places, rays, triangles

    def intersects_first(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_: Any) -> Array:
        """The first triangle that each ray hits, or -1."""
        hits = self._of.cooked.raycast(*_rays(ray_origins, ray_directions))
        return np.where(hits.hit, hits.triangle.astype(np.int64), -1)

    def intersects_any(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_: Any) -> Array:
        """Tells whether each ray hits anything."""
        return self._of.cooked.occluded(*_rays(ray_origins, ray_directions))

    def contains_points(self, points: ArrayLike) -> Array:
        """Tells whether each point is inside. Of a mesh that is not closed: whether most of three rays say so."""
        return _inside(self._of.cooked, np.asarray(points, np.float64).reshape(-1, 3))


class ProximityQuery:
    """Points against a mesh of trimesh, as its attribute `nearest`."""

    def __init__(self, mesh: Any) -> None:
        self._of = _Cooked(mesh, "mesh")

    def on_surface(self, points: ArrayLike) -> tuple[Array, Array, Array]:
        """The closest points, their distances, and the triangles."""
        found = self._of.cooked.closest_point(_points(points))
        return found.point.astype(np.float64), found.distance.astype(np.float64), found.triangle.astype(np.int64)

    def vertex(self, points: ArrayLike) -> tuple[Array, Array]:
        """The distances of the closest vertices, and which they are: by trimesh's own tree."""
        return self._of.mesh.kdtree.query(points)

    def signed_distance(self, points: ArrayLike) -> Array:
        """How far each point is from the surface, positive inside."""
        asked = _points(points)
        distance = self.on_surface(asked)[1]
        return np.where(_inside(self._of.cooked, asked), distance, -distance)


def _points(points: ArrayLike) -> Array:
    array = np.asarray(points, np.float64)
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"points: shape {array.shape} is not (n, 3)")
    return array


def _inside(mesh: Mesh, points: Array) -> Array:
    if mesh.is_closed:
        return mesh.winding_number(points) != 0
    # No axis is right behind all holes.
    votes = np.zeros(len(points), np.int64)
    for direction in np.eye(3):
        votes += mesh.crossings(points, direction).counts % 2
    return votes >= 2
