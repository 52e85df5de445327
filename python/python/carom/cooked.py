"""What all that is cooked has in common: bytes and files."""

from __future__ import annotations

import os
from itertools import count
from typing import Any, ClassVar, TypeVar

from ._native import CaromError

Self = TypeVar("Self", bound="Cooked")

# Counting is safe between threads.
_SAVES = count()


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
        return cls._of(cls._kind.open(bytes(blob)))

    @classmethod
    def open(cls: type[Self], path: str | os.PathLike[str]) -> Self:
        """What is in a file of cooked bytes."""
        with open(path, "rb") as file:
            return cls.from_bytes(file.read())

    def to_bytes(self) -> bytes:
        """The cooked bytes."""
        return self._native.to_bytes()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the cooked bytes into a file, wholly or not at all."""
        name = os.fsdecode(path)
        if not name:
            raise CaromError("path: is empty")
        # Where a link leads.
        name = os.path.realpath(name)
        if os.path.exists(name) and not os.path.isfile(name):
            raise CaromError(f"path: {name} is not a file")
        # Nobody else uses this name: not another thread, nor another process.
        beside = f"{name}.{os.getpid()}.{next(_SAVES)}.part"
        try:
            with open(beside, "xb") as file:
                file.write(self.to_bytes())
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, name)
        except BaseException:
            if os.path.exists(beside):
                os.remove(beside)
            raise

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_bytes, (self.to_bytes(),)
