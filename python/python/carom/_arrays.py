"""What users have, as the arrays that the native half reads."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._names import LARGEST, beyond, told
from ._native import CaromError

Array = NDArray[Any]


class Questions:
    """Gathers the arrays of a call, and notices whether all are single. What is refused within is told in their names."""

    __slots__ = ("given", "single")

    def __init__(self) -> None:
        self.single = True
        self.given: dict[str, Array] = {}
        """The arrays by their names, as users gave them."""

    def __enter__(self) -> Questions:
        return self

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, CaromError):
            error.args = (told(str(error), self.given),)

    def rows(self, values: ArrayLike, name: str, width: int = 3) -> Array:
        """Rows of `width` numbers, in float32 or float64."""
        array = self.given[name] = numbers(values, name)
        if array.ndim == 1 and array.shape[0] == width:
            return array[np.newaxis]
        self.single = False
        if array.ndim != 2 or array.shape[1] != width:
            if array.size == 0:
                return np.empty((0, width), np.float32)
            raise CaromError(f"{name}: shape {array.shape} is neither ({width},) nor (n, {width})")
        return array

    def each(self, values: ArrayLike, name: str) -> Array:
        """Numbers, one a question or one for all."""
        array = self.given[name] = numbers(values, name)
        if array.ndim == 0:
            return array[np.newaxis]
        self.single = False
        if array.ndim != 1:
            raise CaromError(f"{name}: shape {array.shape} is neither () nor (n,)")
        return array

    def rays(
        self, origins: ArrayLike, directions: ArrayLike, t_min: ArrayLike, t_max: ArrayLike
    ) -> tuple[Array, Array, Array, Array]:
        """Rays and their ranges."""
        return (
            self.rows(origins, "origins"),
            self.rows(directions, "directions"),
            self.each(t_min, "t_min"),
            self.each(t_max, "t_max"),
        )

    def near(self, points: ArrayLike, max_distance: ArrayLike) -> tuple[Array, Array]:
        """Points, and how far is looked for an answer."""
        return self.rows(points, "points"), self.each(max_distance, "max_distance")

    def spheres(self, centers: ArrayLike, radii: ArrayLike) -> tuple[Array, Array]:
        """Spheres."""
        return self.rows(centers, "centers"), self.each(radii, "radii")

    def capsules(self, a: ArrayLike, b: ArrayLike, radii: ArrayLike) -> tuple[Array, Array, Array]:
        """Capsules by both ends."""
        return self.rows(a, "a"), self.rows(b, "b"), self.each(radii, "radii")

    def boxes(self, centers: ArrayLike, half_extents: ArrayLike, rotations: ArrayLike) -> tuple[Array, Array, Array]:
        """Boxes in any direction."""
        return (
            self.rows(centers, "centers"),
            self.rows(half_extents, "half_extents"),
            self.rows(rotations, "rotations", 4),
        )

    def bounds(self, lower: ArrayLike, upper: ArrayLike) -> tuple[Array, Array]:
        """Boxes along the axes."""
        return self.rows(lower, "lower"), self.rows(upper, "upper")

    def displacements(self, displacements: ArrayLike) -> Array:
        """How far moving shapes go."""
        return self.rows(displacements, "displacements")

    def poses(self, values: ArrayLike | None, name: str = "poses") -> Array:
        """Matrices of 3 x 4 or 4 x 4 numbers; none for the one that moves nothing."""
        if values is None:
            return np.eye(4)[np.newaxis]
        array = self.given[name] = numbers(values, name).astype(np.float64, copy=False)
        if array.ndim == 2:
            return array[np.newaxis]
        self.single = False
        if array.ndim != 3:
            raise CaromError(f"{name}: shape {array.shape} is neither (4, 4) nor (n, 4, 4)")
        return array

    def positions(self, values: ArrayLike, name: str, width: int = 3) -> Array:
        """Rows of float32, one after the other."""
        array = self.given[name] = _many(values, name, width)
        # Numbers too large for it become infinite, which carom refuses by name.
        with np.errstate(over="ignore"):
            return np.ascontiguousarray(array, np.float32)

    def faces(self, values: ArrayLike) -> Array:
        """Rows of three indices of 32 bits."""
        array = self.given["faces"] = faces(values)
        return array

    def ids(self, ids: ArrayLike) -> Array:
        """Ids of objects, in one row."""
        array = self.given["ids"] = unsigned(ids, np.uint64, "ids")
        if array.ndim > 1:
            raise CaromError(f"ids: shape {array.shape} is neither () nor (n,)")
        return np.atleast_1d(array)


def numbers(values: ArrayLike, name: str) -> Array:
    """An array of float32 or float64, as the native half reads it: aligned, and in steps of whole numbers."""
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise CaromError(f"{name}: an array with masked elements")
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise CaromError(f"{name}: {error}") from error
    if array.size and array.dtype.kind not in "fiub":
        raise CaromError(f"{name}: {array.dtype} is no type of numbers")
    if array.dtype not in (np.float32, np.float64):
        return array.astype(np.float64)
    is_read = array.flags.aligned and all(step % array.itemsize == 0 for step in array.strides)
    return array if is_read else array.copy()


def _many(values: ArrayLike, name: str, width: int) -> Array:
    array = numbers(values, name)
    if array.size == 0 and width == 3:
        array = array.reshape(0, 3)
    if array.ndim != 2 or array.shape[1] != width:
        raise CaromError(f"{name}: shape {array.shape} is not (n, {width})")
    return array


def three(values: ArrayLike, name: str) -> list[float]:
    """Three numbers."""
    array = numbers(values, name)
    if array.shape != (3,):
        raise CaromError(f"{name}: shape {array.shape} is not (3,)")
    return [real(x, f"{name}[{i}]") for i, x in enumerate(array)]


def faces(values: ArrayLike, name: str = "faces") -> Array:
    """Rows of three indices of 32 bits."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise CaromError(f"{name}: {error}") from error
    if array.size == 0:
        array = np.empty((0, 3), np.uint32)
    if array.ndim != 2 or array.shape[1] != 3:
        raise CaromError(f"{name}: shape {array.shape} is not (m, 3)")
    if array.dtype.kind not in "iu":
        raise CaromError(f"{name}: {array.dtype} is no type of indices")
    return unsigned(array, np.uint32, name)


def whole(value: int, name: str, most: int = 2**32 - 1, least: int = 0) -> int:
    """A whole number in a range."""
    try:
        number = operator.index(value)
    except TypeError as error:
        raise CaromError(f"{name}: {value!r} is no whole number") from error
    if not least <= number <= most:
        raise CaromError(f"{name}: {number} is not in {least}..={most}")
    return number


def real(value: float, name: str) -> float:
    """A number that has a place in float32."""
    try:
        if isinstance(value, (str, bytes, bytearray)) or np.ndim(value) > 0:
            raise TypeError
        number = float(value)
    except OverflowError:
        raise CaromError(f"{name}: {value} is beyond float32, whose largest number is {LARGEST:.7g}") from None
    except (TypeError, ValueError):
        raise CaromError(f"{name}: {value!r} is no number") from None
    if math.isfinite(number) and abs(number) > LARGEST:
        raise CaromError(beyond(name, number))
    return number


def truths(values: ArrayLike, name: str) -> Array:
    """Whether something holds: False and True, or 0 and 1."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise CaromError(f"{name}: {error}") from error
    if array.dtype == np.bool_:
        return array
    if array.size and array.dtype.kind not in "iu":
        raise CaromError(f"{name}: {values!r} is neither False nor True")
    wrong = np.argwhere((array != 0) & (array != 1))
    if len(wrong):
        at = tuple(int(i) for i in wrong[0])
        raise CaromError(f"{name}{list(at) if at else ''}: {array[at]} is neither False nor True")
    return array.astype(bool)


def truth(value: bool, name: str) -> bool:
    """False or True."""
    if np.ndim(value) > 0:
        raise CaromError(f"{name}: {value!r} is neither False nor True")
    return bool(truths(value, name))


def function(value: Any, name: str) -> Any:
    """Something to call, or none."""
    if value is not None and not callable(value):
        raise CaromError(f"{name}: {value!r} cannot be called")
    return value


MOST_THREADS = 1024
"""As many as the C interface starts."""


def of(kind: type[Any], value: Any, name: str) -> Any:
    """The native half of an argument of a class."""
    if not isinstance(value, kind):
        raise CaromError(f"{name}: {value!r} is no carom.{kind.__name__}")
    return value._native


def unsigned(values: ArrayLike, dtype: Any, name: str) -> Array:
    """Whole numbers in a type without signs."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise CaromError(f"{name}: {error}") from error
    if array.dtype == dtype:
        # As many dimensions: of one number numpy would make a row.
        return array if array.ndim == 0 else np.ascontiguousarray(array)
    # Whole numbers of more than 64 bits are objects.
    if array.size and array.dtype.kind not in "iu" and not all(type(x) is int for x in array.flat):
        raise CaromError(f"{name}: {array.dtype} is no type of whole numbers")
    wrong = np.asarray((array < 0) | (array > np.iinfo(dtype).max), bool)
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        place = f"{name}{list(at)}" if at else name
        raise CaromError(f"{place}: {array[at]} is not in 0..={np.iinfo(dtype).max}")
    return array.astype(dtype, order="C", copy=False)


def column(values: ArrayLike, dtype: Any, name: str) -> Array:
    """A row of whole numbers."""
    array = unsigned(values, dtype, name)
    if array.ndim != 1:
        raise CaromError(f"{name}: shape {array.shape} is not (n,)")
    return array


def number_of(choices: dict[str, int], choice: str, name: str) -> int:
    """The number of a choice by its name."""
    try:
        return choices[choice]
    except (KeyError, TypeError):
        said = f'"{choice}"' if isinstance(choice, str) else repr(choice)
        raise CaromError(f"{name}: {said} is none of {', '.join(choices)}") from None
