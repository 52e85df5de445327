"""Convex hulls of points, to be asked of meshes."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from . import _native
from ._arrays import Array, Questions
from .cooked import Cooked


class Hull(Cooked):
    """The convex hull of points, at most 255 of them its corners. Immutable."""

    __slots__ = ()
    _kind = _native.Hull

    def __init__(self, points: ArrayLike) -> None:
        with Questions() as ask:
            self._native = _native.Hull.build(ask.positions(points, "points"))

    @property
    def vertices(self) -> Array:
        """Its corners."""
        return np.array(self._native.vertices(), np.float32)

    def __repr__(self) -> str:
        return f"<carom.Hull of {len(self._native.vertices())} vertices>"
