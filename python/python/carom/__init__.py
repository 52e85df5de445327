"""Exact collision queries on triangle meshes, solids, distance fields and moving objects.

Everything takes a batch: arrays of n rows in, arrays of n rows out. One row stands for as many as the other arrays have, and
where all are single points, the answer is single, too. Answers with several fields are named tuples of arrays, one a field:
`hits.t[i]` answers question i, and `len(hits)` is the number of fields. Arrays of float32 and float64 are read where they lie;
carom computes with float32 coordinates. Queries release the GIL: ask from as many threads as you like.
"""

from ._native import NONE, CaromError, __version__
from .field import Field
from .filters import ALL, Filter
from .hull import Hull
from .mesh import Mesh
from .solid import Solid
from .world import World

__all__ = ["ALL", "NONE", "CaromError", "Field", "Filter", "Hull", "Mesh", "Solid", "World", "__version__"]
