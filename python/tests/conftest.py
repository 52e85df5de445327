"""Meshes that tests ask."""

from pathlib import Path

import numpy as np
import pytest

import carom

ASSETS = Path(__file__).parents[2] / "assets"


def read_stl(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Vertices and faces of a binary STL file; equal corners are one vertex."""
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("attributes", "<u2")])
    corners = np.frombuffer(path.read_bytes(), record, offset=84)["corners"].reshape(-1, 3)
    vertices, faces = np.unique(corners, axis=0, return_inverse=True)
    return vertices, faces.reshape(-1, 3)


def ball(rings: int = 16, radius: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """A closed sphere of triangles around the origin."""
    segments = 2 * rings
    theta = np.linspace(0, np.pi, rings + 1)[1:-1, None]
    phi = np.linspace(0, 2 * np.pi, segments, endpoint=False)[None]
    rows = np.stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta) + 0 * phi], -1)
    vertices = np.concatenate([[[0, 0, 1]], rows.reshape(-1, 3), [[0, 0, -1]]]) * radius
    faces, last = [], len(vertices) - 1
    for s in range(segments):
        n = (s + 1) % segments
        faces.append([0, 1 + s, 1 + n])
        faces.append([last, last - segments + n, last - segments + s])
        for r in range(rings - 2):
            a, b = 1 + r * segments, 1 + (r + 1) * segments
            faces += [[a + s, b + s, b + n], [a + s, b + n, a + n]]
    return vertices, np.array(faces)


@pytest.fixture(scope="session")
def skull_arrays() -> tuple[np.ndarray, np.ndarray]:
    return read_stl(ASSETS / "skull.stl")


@pytest.fixture(scope="session")
def skull(skull_arrays: tuple[np.ndarray, np.ndarray]) -> carom.Mesh:
    return carom.Mesh(*skull_arrays)


@pytest.fixture(scope="session")
def sphere() -> carom.Mesh:
    return carom.Mesh(*ball())


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)
