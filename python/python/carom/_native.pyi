# The native half is not for users: its functions take arrays as they come.

from typing import Any

NONE: int
VERSION: int
__version__: str

class CaromError(ValueError): ...

Mesh: Any
Hull: Any
Solid: Any
Field: Any
World: Any
