"""What all that is cooked has in common: bytes and files."""

from __future__ import annotations

import os
from typing import Any, ClassVar, TypeVar

from ._native import CaromError

Self = TypeVar("Self", bound="Cooked")


class Cooked:
    """Something with cooked bytes, the same on every platform. May be pickled."""

    __slots__ = ("_native",)
    _kind: ClassVar[Any]
    """The native half of the class."""
    _native: Any
    """That of the object."""

    @classmethod
    def _of(cls: type[Self], native: Any) -> Self:
        made = cls.__new__(cls)
        made._native = native
        return made

    @classmethod
    def from_bytes(cls: type[Self], blob: bytes) -> Self:
        """What `to_bytes` gave, here or in any other program with carom. Any bytes are safe."""
        try:
            view = memoryview(blob)
        except TypeError:
            raise CaromError(f"blob: {blob!r} is no bytes") from None
        return cls._of(cls._kind.open(bytes(view)))

    @classmethod
    def open(cls: type[Self], path: str | os.PathLike[str]) -> Self:
        """What is in a file of cooked bytes."""
        with open(path, "rb") as file:
            blob = file.read()
        try:
            return cls.from_bytes(blob)
        except CaromError as error:
            error.args = (f"path: {os.fsdecode(path)}: {error}",)
            raise

    def to_bytes(self) -> bytes:
        """The cooked bytes."""
        return self._native.to_bytes()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the cooked bytes into a file, wholly or not at all. If it is a link, into the file that it leads to."""
        name = os.fsdecode(path)
        if not name:
            raise CaromError("path: is empty")
        self._native.save(name)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)
