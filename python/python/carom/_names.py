"""What carom says of an element, in the names and places of what the user gave."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

# The arguments that carom's fields come from: the first that the call has.
_ARGUMENTS = {
    "origin": ("origins", "centers", "a", "origin"),
    "direction": ("directions", "b"),
    "center": ("centers",),
    "radius": ("radii",),
    "rotation": ("rotations",),
    "displacement": ("displacements",),
    "min": ("lower",),
    "max": ("upper",),
    "point": ("points",),
    "positions": ("vertices",),
    "indices": ("faces",),
    "pose": ("poses",),
    "b_poses": ("poses",),
    "rows": ("poses",),
    "translation": ("poses",),
}
LARGEST = float(np.finfo(np.float32).max)
"""Beyond it, numbers of float32 are infinite."""

_AXES = {"x": 0, "y": 1, "z": 2, "w": 3, "d": 3}
_PLACE = re.compile(r"\b([a-z_]+)\[(\d+)\]((?:\.[a-z_]+(?:\[\d\])?)*)")
_FIELD = re.compile(r"^(options|grid|slice)\.([a-z_]+)(?:\.([xyz]))?")


def told(message: str, arrays: Mapping[str, Array]) -> str:
    """The message of an error about elements of these arrays, which are as the user gave them."""
    first: tuple[str, float] | None = None

    def renamed(found: re.Match[str]) -> str:
        nonlocal first
        words = [found[1], *re.findall(r"[a-z_]+", found[3])]
        axis = _AXES.get(words[-1]) if len(words) > 1 else None
        if axis is not None:
            words.pop()
        for word in reversed(words):
            for name in _ARGUMENTS.get(word, (word,)):
                if name in arrays:
                    at = _index(name, arrays[name], int(found[2]), found[3], axis)
                    place = f"{name}{list(at)}" if at else name
                    if found.start() == 0 and np.ndim(arrays[name][at]) == 0:
                        first = place, float(arrays[name][at])
                    return place
        return found[0]

    def field(found: re.Match[str]) -> str:
        # A grid is an argument of its own, but where values come with one.
        if found[1] == "grid" and "values" not in arrays:
            return found[0]
        return found[2] if found[3] is None else f"{found[2]}[{_AXES[found[3]]}]"

    said = _FIELD.sub(field, _PLACE.sub(renamed, message), count=1)
    said = re.sub(r"^(values\[.*?\]), node \[.*?\]", r"\1", said)
    said = re.sub(r"\bvertex_count (\d+)", r"the number of vertices, \1", said)
    if first is not None and np.isfinite(first[1]) and abs(first[1]) > LARGEST:
        return beyond(*first)
    return said


def beyond(place: str, value: float) -> str:
    """What is said of a number that becomes infinite."""
    return f"{place}: {value} is beyond float32, whose largest number is {LARGEST:.7g}"


def _index(name: str, array: Array, i: int, path: str, axis: int | None) -> tuple[int, ...]:
    """The place of element i in an array, where one row stands for all, and a single one is no row."""
    if name == "faces":
        return divmod(i, 3)
    if name == "values":
        return tuple(int(k) for k in np.unravel_index(i, array.shape))
    element = 2 if name == "poses" else 0 if name in _NUMBERS else 1
    at = () if array.ndim == element else (0,) if len(array) == 1 else (i,)
    if axis is None:
        return at
    if name == "poses":
        row = re.search(r"rows\[(\d)\]", path)
        return (*at, axis, 3) if row is None else (*at, int(row[1]), axis)
    return (*at, axis)


_NUMBERS = {"radii", "t_min", "t_max", "max_distance", "ids"}
"""Arguments with a number a question, where others have a row."""
