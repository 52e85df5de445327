"""Answers: an array a field, all of them with a row a question. Of a single question, each field is a single value.

They are named tuples: `hits.t[i]` belongs to question i, while `hits[0]` is the first field for all questions, and `len(hits)`
the number of fields. Ask `len(hits.t)` for the number of questions. Lists (`Lists`) are indexed by question.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._arrays import Array
from ._native import NONE


class RayHits(NamedTuple):
    """Hits of rays."""

    t: Array
    """Ray parameters, in units of the directions' lengths; infinite for a miss."""
    triangle: Array
    """Triangles, or carom.NONE."""
    uv: Array
    """Barycentric weights of the triangles' second and third corners."""

    @property
    def hit(self) -> Array:
        """True where something was hit."""
        return self.triangle != NONE

    def __bool__(self) -> bool:
        return bool(self.hit)


class SurfaceHits(NamedTuple):
    """Hits of rays, and the surface there."""

    t: Array
    """Ray parameters; infinite for a miss."""
    triangle: Array
    """Triangles, or carom.NONE."""
    uv: Array
    """Barycentric weights of the triangles' second and third corners."""
    point: Array
    """On the triangles."""
    normal: Array
    """Unit normals of the triangles, towards their fronts."""
    attributes: Array
    """The triangles' attribute bits."""

    @property
    def hit(self) -> Array:
        """True where something was hit."""
        return self.triangle != NONE

    def __bool__(self) -> bool:
        return bool(self.hit)


class Crossings(NamedTuple):
    """Places where a ray crosses the surface."""

    t: Array
    """Ray parameters."""
    triangle: Array
    """Triangles."""
    uv: Array
    """Barycentric weights of the triangles' second and third corners."""
    sign: Array
    """1 where the ray leaves what the surface surrounds, -1 where it enters."""


class ClosestPoints(NamedTuple):
    """Closest points of a mesh."""

    point: Array
    """On the surface; the point asked for where none is near enough."""
    distance: Array
    """Infinite where none is near enough."""
    triangle: Array
    """Triangles, or carom.NONE."""
    feature: Array
    """The part of the triangle: 0 its inside, 1 to 3 its edges, 4 to 6 its corners."""

    @property
    def hit(self) -> Array:
        """True where one is near enough."""
        return self.triangle != NONE

    def __bool__(self) -> bool:
        return bool(self.hit)


class ShapeHits(NamedTuple):
    """First contacts of moving shapes."""

    t: Array
    """Parts of the way; infinite for a miss."""
    depth: Array
    """How deep the shape is in the surface at the start."""
    point: Array
    """On the surface."""
    normal: Array
    """Unit vectors, towards the shape."""
    triangle: Array
    """Triangles or brushes, or carom.NONE."""

    @property
    def hit(self) -> Array:
        """True where something is met."""
        return self.triangle != NONE

    def __bool__(self) -> bool:
        return bool(self.hit)


class Contacts(NamedTuple):
    """Contacts of a shape, the deepest first."""

    point: Array
    """On the surface."""
    depth: Array
    """How far the shape must move along the normal until it only touches; negative for a gap."""
    normal: Array
    """Unit vectors, towards the shape."""
    triangle: Array
    """Triangles or brushes."""
    manifold: Array
    """Numbers of the manifolds that contacts belong to."""


class Near(NamedTuple):
    """Triangles of two meshes that are near."""

    pair: Array
    """A triangle of the first mesh and one of the second."""
    distance: Array
    """How far they are apart."""


class MeshDistances(NamedTuple):
    """How far two meshes are apart."""

    distance: Array
    """Infinite where they are farther than was asked for."""
    on_a: Array
    """The nearest points of the first mesh."""
    on_b: Array
    """Those of the second."""
    triangle_a: Array
    """Their triangles, or carom.NONE."""
    triangle_b: Array
    """Theirs."""

    @property
    def hit(self) -> Array:
        """True where they are near enough."""
        return self.triangle_a != NONE

    def __bool__(self) -> bool:
        return bool(self.hit)


class MeshInside(NamedTuple):
    """Whether one mesh lies inside of the other."""

    touches: Array
    """True where the surfaces touch."""
    a_in_b: Array
    """0 if nothing of the first is inside of the second, 1 if some of its parts are, 2 if all are."""
    b_in_a: Array
    """The same the other way round."""
    interiors: Array
    """0 if the solids share no inner point, 1 if they do, 2 if that is not known."""


class TreeBoxes(NamedTuple):
    """Boxes of a tree, a row each."""

    bounds: Array
    """Their lowest and highest corners: n x 2 x 3 numbers."""
    depth: Array
    """0 at the root."""
    item_count: Array
    """The triangles, or brushes, that lie directly in them; 0 for inner nodes."""


class BrushContents(NamedTuple):
    """What points are in."""

    brush: Array
    """A brush, 0 for a surface, or carom.NONE."""
    attributes: Array
    """Its attribute bits."""

    @property
    def solid(self) -> Array:
        """True for points in the solid."""
        return self.brush != NONE

    def __bool__(self) -> bool:
        return bool(self.solid)


class SphereContacts(NamedTuple):
    """Contacts of spheres with a solid."""

    point: Array
    """On the solid's surface."""
    depth: Array
    """How far the sphere must move along the normal until it only touches."""
    normal: Array
    """Unit vectors out of the solid."""
    brush: Array
    """A brush, 0 for a surface, or carom.NONE."""

    @property
    def hit(self) -> Array:
        """True where they touch."""
        return self.brush != NONE

    def __bool__(self) -> bool:
        return bool(self.hit)


class SolidHits(NamedTuple):
    """First contacts of rays and moving spheres with a solid."""

    t: Array
    """Parts of the way, or ray parameters; infinite for a miss."""
    point: Array
    """On the solid's surface."""
    normal: Array
    """Unit vectors out of the solid."""
    brush: Array
    """A brush, 0 for a surface, or carom.NONE."""

    @property
    def hit(self) -> Array:
        """True where something is met."""
        return self.brush != NONE

    def __bool__(self) -> bool:
        return bool(self.hit)


class Samples(NamedTuple):
    """A field at points."""

    distance: Array
    """Negative inside."""
    gradient: Array
    """About unit vectors, away from the surface."""


class FieldPoints(NamedTuple):
    """Closest points by a field."""

    point: Array
    """About on the surface."""
    distance: Array
    """Negative inside."""
    normal: Array
    """Unit vectors out of the solid."""
    triangle: Array
    """Triangles, if the field keeps them, or carom.NONE."""
    error: Array
    """How far the point may be from the surface at most."""


class FieldContacts(NamedTuple):
    """Contacts with a field."""

    point: Array
    """On the surface."""
    depth: Array
    """How far the shape must move along the normal."""
    normal: Array
    """Unit vectors out of the solid; zero where they do not touch."""
    triangle: Array
    """Triangles, if the field keeps them, or carom.NONE."""

    @property
    def hit(self) -> Array:
        """True where they touch."""
        return (self.normal != 0).any(axis=-1)

    def __bool__(self) -> bool:
        return bool(self.hit)


class FieldHits(NamedTuple):
    """Hits of rays on a field's surface."""

    t: Array
    """Ray parameters; infinite for a miss."""
    point: Array
    """On the surface."""
    normal: Array
    """Unit vectors out of the solid."""
    triangle: Array
    """Triangles, if the field keeps them, or carom.NONE."""

    @property
    def hit(self) -> Array:
        """True where something was hit."""
        return np.isfinite(self.t)

    def __bool__(self) -> bool:
        return bool(self.hit)


class ObjectHits(NamedTuple):
    """Objects of a world that rays or moving boxes meet."""

    object: Array
    """Ids; 0 for none."""
    user: Array
    """Their users."""
    t: Array
    """Ray parameters, or parts of the way; infinite for a miss."""

    @property
    def hit(self) -> Array:
        """True where something is met."""
        return self.object != 0

    def __bool__(self) -> bool:
        return bool(self.hit)


class Neighbors(NamedTuple):
    """Objects of a world near points, the nearest first."""

    object: Array
    """Ids; 0 for none."""
    user: Array
    """Their users."""
    distance: Array
    """Infinite for none."""
