"""Times of batches in Python, beside those of the same calls in C and of other libraries; answers are compared first.

    python bench.py LIBCAROM [MESH.stl]

LIBCAROM is the shared library. trimesh, Open3D and libigl are asked, too, where they are installed. One thread each, where a
library can be told; medians of interleaved runs.
"""

from __future__ import annotations

import ctypes
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parent / "tests"))

import numpy as np  # noqa: E402

import carom  # noqa: E402
from conftest import ASSETS, read_stl  # noqa: E402

RAYS = 100_000
POINTS = 20_000
# CAROM_OPEN_COPY of carom.h.
OPEN_COPY = 0


def in_c(library: ctypes.CDLL, blob: bytes, origins: np.ndarray, directions: np.ndarray) -> Callable[[], np.ndarray]:
    """A call that asks the same rays through the C interface."""
    library.carom_last_error_message.restype = ctypes.c_char_p
    mesh = ctypes.c_void_p()

    if library.carom_mesh_open(blob, ctypes.c_size_t(len(blob)), ctypes.c_uint32(OPEN_COPY), ctypes.byref(mesh)) < 0:
        raise RuntimeError(library.carom_last_error_message().decode())
    rays = np.zeros((len(origins), 8), np.float32)
    rays[:, :3], rays[:, 4:7], rays[:, 7] = origins, directions, np.inf
    hits = np.zeros(len(origins), [("t", "f4"), ("u", "f4"), ("v", "f4"), ("triangle", "u4")])

    def ask() -> np.ndarray:
        count = ctypes.c_size_t(len(rays))
        if (
            library.carom_mesh_raycast(
                mesh, rays.ctypes.data_as(ctypes.c_void_p), count, None, hits.ctypes.data_as(ctypes.c_void_p), None
            )
            < 0
        ):
            raise RuntimeError(library.carom_last_error_message().decode())
        return hits

    return ask


def compare(title: str, calls: dict[str, Callable[[], object]], runs: int = 25, clock=time.thread_time) -> None:
    """Prints the median of each, and its ratio to the first: of this thread's time, unless by another clock."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(runs):
        for name, call in calls.items():
            start = clock()
            call()
            times[name].append(clock() - start)
    medians = {name: statistics.median(found) for name, found in times.items()}
    first = next(iter(medians.values()))
    print(title)
    for name, median in medians.items():
        print(f"  {name:28} {median * 1e3:9.2f} ms  {median / first:7.3f}")


def main() -> None:
    """Compares, and prints."""
    library = ctypes.CDLL(sys.argv[1])
    vertices, faces = read_stl(Path(sys.argv[2]) if len(sys.argv) > 2 else ASSETS / "skull.stl")
    mesh = carom.Mesh(vertices, faces)
    low, high = mesh.bounds
    middle, size = (low + high) / 2, float(np.linalg.norm(high - low))
    rng = np.random.default_rng(1)
    origins = (middle + rng.normal(size=(RAYS, 3)) * size).astype(np.float32)
    directions = (middle + rng.uniform(-0.4, 0.4, (RAYS, 3)) * (high - low) - origins).astype(np.float32)
    ask_in_c = in_c(library, mesh.to_bytes(), origins, directions)
    expected, found = ask_in_c(), mesh.raycast(origins, directions)
    assert (expected["t"] == found.t).all() and (expected["triangle"] == found.triangle).all()
    print(f"{len(mesh)} triangles, {RAYS} rays, {found.hit.mean():.0%} hit; Python's answers are those of C")
    doubles = origins.astype(np.float64), directions.astype(np.float64)
    compare(
        "rays",
        {
            "C": ask_in_c,
            "Python, float32": lambda: mesh.raycast(origins, directions),
            "Python, float64": lambda: mesh.raycast(*doubles),
        },
    )
    points = (middle + rng.normal(size=(POINTS, 3)) * size / 2).astype(np.float32)
    rays = {"carom": lambda: mesh.raycast(origins, directions)}
    nearest = {"carom": lambda: mesh.closest_point(points)}
    closest = mesh.closest_point(points).distance
    others(vertices, faces, (origins, directions, found), (points, closest), rays, nearest)
    compare("rays beside others", rays, 5, time.perf_counter)
    compare(f"closest points, {POINTS}, beside others", nearest, 5, time.perf_counter)


def others(vertices, faces, asked_rays, asked_points, rays, nearest) -> None:
    """Adds the calls of libraries that are installed, and says how many of their answers differ."""
    origins, directions, found = asked_rays
    points, closest = asked_points

    def differ(name: str, what: str, wrong: np.ndarray) -> None:
        print(f"{name}: {int(wrong.sum())} of {len(wrong)} {what} differ")

    try:
        import open3d
    except ImportError as error:
        print(f"Open3D: {error}")
    else:
        scene = open3d.t.geometry.RaycastingScene(nthreads=1)
        scene.add_triangles(vertices.astype(np.float32), faces.astype(np.uint32))
        rows = np.concatenate([origins, directions], axis=1)
        rays["Open3D (Embree)"] = lambda: scene.cast_rays(open3d.core.Tensor(rows), nthreads=1)
        t = rays["Open3D (Embree)"]()["t_hit"].numpy()
        with np.errstate(invalid="ignore"):
            differ("Open3D", "hits", (np.isfinite(t) != found.hit) | (np.abs(t - found.t) > 1e-4 * found.t))
        nearest["Open3D (Embree)"] = lambda: scene.compute_distance(open3d.core.Tensor(points), nthreads=1).numpy()
        differ("Open3D", "distances", np.abs(nearest["Open3D (Embree)"]() - closest) > 1e-4 * closest)
    try:
        import igl
    except ImportError as error:
        print(f"libigl: {error}")
    else:
        doubles = points.astype(np.float64), vertices.astype(np.float64), faces.astype(np.int64)
        nearest["libigl"] = lambda: igl.point_mesh_squared_distance(*doubles)
        squared = nearest["libigl"]()[0]
        differ("libigl", "distances", np.abs(np.sqrt(squared) - closest) > 1e-4 * closest)
    try:
        import trimesh
    except ImportError as error:
        print(f"trimesh: {error}")
    else:
        known = trimesh.Trimesh(vertices, faces, process=False)
        kind = type(known.ray).__module__.rsplit(".", 1)[-1]
        few = slice(0, 2000)
        first = known.ray.intersects_first(origins[few], directions[few])
        differ(f"trimesh ({kind})", "hits", (first >= 0) != found.hit[few])
        distance = trimesh.proximity.ProximityQuery(known).on_surface(points[few])[1]
        differ("trimesh", "distances", np.abs(distance - closest[few]) > 1e-4 * closest[few])
        if kind != "ray_triangle":
            rays[f"trimesh ({kind})"] = lambda: known.ray.intersects_first(origins, directions)


if __name__ == "__main__":
    main()
