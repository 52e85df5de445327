"""What a query sees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ._arrays import number_of, whole
from ._native import CaromError

_BACKFACES = {"hit": 0, "cull": 1, "only": 2}


@dataclass(frozen=True)
class Filter:
    """Masks on the 16 attribute bits of triangles or brushes, and the sides that rays hit. All must hold."""

    require: int = 0
    """Bits that a triangle must all have."""
    exclude: int = 0
    """Bits of which it must have none."""
    any_of: int = 0
    """Bits of which it must have one; 0 for no such condition."""
    backfaces: Literal["hit", "cull", "only"] = "hit"
    """The sides that rays and contacts see."""

    def __post_init__(self) -> None:
        for name in ("require", "exclude", "any_of"):
            whole(getattr(self, name), name, 0xFFFF)
        number_of(_BACKFACES, self.backfaces, "backfaces")

    def _parts(self) -> tuple[int, int, int, int]:
        return self.require, self.exclude, self.any_of, _BACKFACES[self.backfaces]


def parts(filter: Filter) -> tuple[int, int, int, int]:
    """A filter as the native half takes it."""
    if not isinstance(filter, Filter):
        raise CaromError(f"filter: {filter!r} is no carom.Filter")
    return filter._parts()


ALL = Filter()
"""Lets everything through."""
