"""What errors say: the argument by its name, the element where the user gave it, and the value."""

import numpy as np
import pytest

import carom
from carom.trimesh import ProximityQuery, RayMeshIntersector

NAN = np.nan
SHEAR = np.eye(4)
SHEAR[0, 1] = 0.5
MOVED = np.eye(4)
MOVED[1, 3] = NAN


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.raycast([0, NAN, 0], [0, 0, 1]), "origins[1]: NaN"),
        (lambda m: m.raycast([[0, 0, 0], [0, NAN, 0]], [0, 0, 1]), "origins[1, 1]: NaN"),
        # One row for both.
        (lambda m: m.raycast(np.zeros((2, 3)), [[0, NAN, 0]]), "directions[0, 1]: NaN"),
        (lambda m: m.raycast(np.zeros((2, 3)), [0, 0, 0]), "directions: no component"),
        (lambda m: m.raycast(np.zeros((2, 3)), [0, 0, 1], t_min=[0, NAN]), "t_min[1]: NaN"),
        (lambda m: m.crossings([0, NAN, 0], [0, 0, 1]), "origins[1]: NaN"),
        (lambda m: m.line_of_sight([[1, 1, 1]] * 3, [[0, 0, 0], [1, 1, 1], [0, 0, NAN]]), "b[2, 2]: NaN"),
        (lambda m: m.line_of_sight([0, NAN, 0], [1, 1, 1]), "a[1]: NaN"),
        (lambda m: m.line_of_sight([[0, 0, 0]] * 2, [[1, 1, 1]] * 3), "b: 3 for 2 a"),
        (lambda m: m.closest_point([0, 0, 0], max_distance=-1), "max_distance: -1 is negative"),
        (lambda m: m.contains([[0, 0, 0], [0, NAN, 0]]), "points[1, 1]: NaN"),
        (lambda m: m.overlap_sphere([0, 0, 0], -1), "radii: -1 is negative"),
        (lambda m: m.overlap_sphere(np.zeros((3, 3)), [1, 1, -1]), "radii[2]: -1 is negative"),
        (lambda m: m.overlap_capsule([0, 0, 0], [0, NAN, 0], 1), "b[1]: NaN"),
        (lambda m: m.overlap_box([0, 0, 0], [1, -1, 1]), "half_extents[1]: -1 is negative"),
        (lambda m: m.cast_sphere([0, NAN, 0], 1, [0, 0, 1]), "centers[1]: NaN"),
        (lambda m: m.cast_sphere([0, 0, 0], 1, [0, NAN, 1]), "displacements[1]: NaN"),
        (lambda m: m.overlap_box([0, 0, 0], [1, 1, 1], [0, 0, 0, 0]), "rotations: [0.0, 0.0, 0.0, 0.0] has length 0, not 1"),
        (lambda m: m.cast_box([0, 0, 0], [1, 1, 1], [0, 0, 1], [0, 0, 0, 0]), "rotations: [0.0, 0.0, 0.0, 0.0] has length 0"),
        (lambda m: m.contacts_box([[0, 0, 0]] * 2, [1, 1, 1], [[0, 0, 0, 1], [0, 0, NAN, 1]]), "rotations[1]: "),
        (lambda m: m.overlap_mesh(m, SHEAR), "poses: a shear"),
        (lambda m: m.overlap_mesh(m, [np.eye(4), MOVED]), "poses[1, 1, 3]: NaN"),
        (lambda m: m.overlap_hull(carom.Hull(np.eye(3)), MOVED), "poses[1, 3]: NaN"),
        (lambda m: m.contacts_sphere([0, 0, 0], 1, max_points=5), "max_points: 5 is not in 0..=4"),
        (lambda m: m.contacts_sphere([0, 0, 0], 1, merge_cos=3), "merge_cos: 3 is not in"),
        (lambda m: m.contacts_sphere([0, 0, 0], 1, max_distance="1"), "max_distance: '1' is no number"),
        (lambda m: m.within(m, [0.1, 0.2]), "distance: [0.1, 0.2] is no number"),
        (lambda m: m.distance(m, max_distance=1e300), "max_distance: 1e+300 is beyond float32"),
        (lambda m: m.raycast([1e300, 0, 0], [0, 0, 1]), "origins[0]: 1e+300 is beyond float32"),
        (lambda m: carom.Mesh([[0, 0, 0], [0, -1e39, 0]], [[0, 0, 1]]), "vertices[1, 1]: -1e+39 is beyond float32"),
        (lambda m: carom.Mesh([[0, 0, 0], [0, np.inf, 0]], [[0, 0, 1]]), "vertices[1, 1]: inf is not finite"),
        (
            lambda m: carom.Mesh([[0, 0, 0]] * 2, [[0, 0, 1], [0, 0, 9]]),
            "faces[1, 2]: 9 is not below the number of",
        ),
        (lambda m: carom.Mesh([[0, 0, 0]], [[0, 0, 0]], progress=3), "progress: 3 cannot be called"),
        (lambda m: carom.Mesh([[0, 0, 0]], [[0, 0, 0]], triangle_table="x"), "triangle_table: 'x' is neither False nor True"),
        (lambda m: carom.Mesh.from_bytes("abc"), "blob: 'abc' is no bytes"),
        (lambda m: carom.Mesh.from_bytes(5), "blob: 5 is no bytes"),
        (lambda m: carom.Hull([[0, 1e39, 0]]), "points[0, 1]: 1e+39 is beyond float32"),
        (lambda m: carom.Solid([[0, 0, 1, NAN]], [1]), "planes[0, 3]: NaN"),
        (lambda m: carom.Solid.from_boxes([[0, 0, 0]], [[1, 1e39, 1]]), "upper[0, 1]: 1e+39 is beyond float32"),
        (
            lambda m: carom.Solid.from_surface([[0, 0, 0]] * 3, [[0, 1, 5]]),
            "faces[0, 2]: 5 is not below the",
        ),
        (lambda m: carom.Filter(70000), "require: 70000 is not in 0..=65535"),
        (lambda m: carom.Filter(exclude="3"), "exclude: '3' is no whole number"),
        (lambda m: carom.Filter(any_of=1.5), "any_of: 1.5 is no whole number"),
        (lambda m: carom.Filter(backfaces="no"), 'backfaces: "no" is none of hit, cull, only'),
        (lambda m: carom.Filter(backfaces=[]), "backfaces: [] is none of"),
        (lambda m: carom.Field(m, 8, grid=([0, 0, 0], 1, (2, 2, 2))), "resolution: 8 does not go together with a grid"),
        (lambda m: carom.Field(m, padding=1, grid=([0, 0, 0], 1, (2, 2, 2))), "padding: 1 does not go together"),
        (lambda m: carom.Field(m, grid=([0, 0, 0], 1.0, (2, -2, 2))), "grid[2][1]: -2 is not in"),
        (lambda m: carom.Field(m, grid=([0, 0, 0], "x", (2, 2, 2))), "grid[1]: 'x' is no number"),
        (lambda m: carom.Field(m, grid=3), "grid: 3 is not (origin, cell, (nx, ny, nz))"),
        (lambda m: carom.Field(m, 8, sign="no"), 'sign: "no" is none of auto'),
        (lambda m: carom.Field(m, 8, storage="bricks8", band=-1), "band: -1 is negative"),
        (lambda m: carom.Field.from_values(np.full((2, 2, 3), NAN), [0, 0, 0], 1), "values[0, 0, 0]: NaN"),
        (lambda m: carom.Field.from_values(np.ones((2, 1, 3)), [0, 0, 0], 1), "values: shape (2, 1, 3) is no grid"),
        (lambda m: carom.Field(m, 8).slice([0, NAN, 0], [1, 0, 0], [0, 1, 0], 2, 2), "origin[1]: NaN"),
        (lambda m: carom.World().raycast([0, 0, 0], [0, 0, 1], mask=2**32), "mask: 4294967296 is not in"),
        (lambda m: carom.World().raycast([0, 0, 0], [0, 0, 1], ignore=-1), "ignore: -1 is not in"),
        (lambda m: carom.World().insert_spheres([0, 0, 0], 1, user=2**64), "user: 18446744073709551616 is not in"),
        (lambda m: carom.World().insert_spheres([0, 0, 0], 1, user=[1, -2]), "user[1]: -2 is not in"),
        (lambda m: carom.World().insert_spheres([0, 0, 0], 1, static="x"), "static: 'x' is neither False nor True"),
        (lambda m: carom.World().insert_spheres([0, 0, 0], 1, static=[0, 2]), "static[1]: 2 is neither False nor True"),
        (lambda m: carom.World().insert_spheres([0, 0, 0], 1, static=[0.5]), "static: [0.5] is neither"),
        (
            lambda m: carom.World().insert_boxes([[0, 0, 0], [0, 1, 0]], [1, 0.5, 1]),
            "lower[1, 1]: 1 is more than upper[1]",
        ),
        (lambda m: carom.World().remove(3), "ids: 3 is no object's"),
        (lambda m: carom.World().remove([3]), "ids[0]: 3 is no object's"),
        (lambda m: RayMeshIntersector(None), "geometry: None is no mesh"),
        (lambda m: ProximityQuery(3), "mesh: 3 is no mesh"),
    ],
)
def test_arguments_elements_and_values(sphere, call, message):
    with pytest.raises(carom.CaromError) as raised:
        call(sphere)
    assert str(raised.value).startswith(message)


def test_open_meshes_are_named_by_what_is_asked():
    triangle = carom.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    for name in ("winding_number", "contains", "signed_distance"):
        with pytest.raises(carom.CaromError, match=f"^{name}: the mesh is not closed"):
            getattr(triangle, name)([0, 0, 0])


def test_lists_are_indexed_by_whole_numbers(sphere):
    lists = sphere.raycast_all([[0, 0, 3], [0, 0, 4]], [0, 0, -1])
    assert (lists[-1].t == lists[np.int64(1)].t).all()
    with pytest.raises(TypeError, match=r"slice\(0, 1, None\)"):
        lists[0:1]
    with pytest.raises(IndexError, match="list 2 of 2"):
        lists[2]


def test_what_is_taken(sphere):
    world = carom.World()
    world.insert_spheres([0, 0, 0], 1, static=[True, 0, 1])
    world.insert_spheres([0, 0, 0], 1, static=np.True_, user=2**64 - 1)
    assert world.raycast([0, 0, 5], [0, 0, -1], ignore=np.uint64(1)).hit
    assert carom.Mesh.from_bytes(bytearray(sphere.to_bytes())).to_bytes() == sphere.to_bytes()
    assert carom.Field(sphere, np.int32(8), band=np.float32(3)).shape == carom.Field(sphere, 8).shape


def test_files_are_named(tmp_path):
    path = tmp_path / "level.carom"
    path.write_bytes(b"abc")
    for kind in (carom.Mesh, carom.World):
        with pytest.raises(carom.CaromError) as raised:
            kind.open(path)
        assert str(raised.value).startswith(f"path: {path}: ")
    with pytest.raises(FileNotFoundError):
        carom.Mesh.open(tmp_path / "none")
