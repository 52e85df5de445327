"""Lists of answers, and what makes either of what the native half gives."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

import numpy as np

from ._arrays import Array

Items = TypeVar("Items")


class Lists(Generic[Items]):
    """A list a question. `lists[i]` is list i, `len(lists)` how many there are; `items` has all, one list after another, and
    list i is in `offsets[i]` to `offsets[i + 1]`."""

    def __init__(self, offsets: Array, fields: tuple[Array, ...], make: Callable[..., Items]) -> None:
        self.offsets = offsets
        """Where each list begins, and where the last one ends."""
        self._fields = fields
        self._make = make

    @property
    def items(self) -> Items:
        """The items of all lists."""
        return self._make(*self._fields)

    @property
    def counts(self) -> Array:
        """The length of each list."""
        return np.diff(self.offsets)

    @property
    def question(self) -> Array:
        """For each item, the question that it answers."""
        return np.repeat(np.arange(len(self)), self.counts)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, i: int) -> Items:
        count = len(self)
        try:
            i = operator.index(i)
        except TypeError:
            raise TypeError(f"a list's number is a whole one, not {i!r}") from None
        if not -count <= i < count:
            raise IndexError(f"list {i} of {count}")
        i %= count
        first, end = self.offsets[i], self.offsets[i + 1]
        return self._make(*(field[first:end] for field in self._fields))

    def __iter__(self) -> Iterator[Items]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"<{len(self)} lists of {self.offsets[-1]} items>"


def the_only(array: Array) -> Array:
    """The one field of answers that have no other."""
    return array


def answers(make: Callable[..., Items], fields: tuple[Array, ...], single: bool) -> Items:
    """Answers with these fields, or the only one."""
    return make(*(field[0] for field in fields)) if single else make(*fields)


def lists(make: Callable[..., Any], native: tuple[Array, tuple[Array, ...]], single: bool) -> Any:
    """Lists of such items, or the only one."""
    made: Lists[Any] = Lists(*native, make)
    return made[0] if single else made
