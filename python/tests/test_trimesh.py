"""The backends for trimesh: what trimesh's own tests ask of one, and the same answers as its own backends give."""

import copy
import pickle

import numpy as np
import pytest

trimesh = pytest.importorskip("trimesh")

import carom  # noqa: E402
from carom.trimesh import ProximityQuery, RayMeshIntersector  # noqa: E402


def box(**kwargs):
    mesh = trimesh.creation.box(**kwargs)
    mesh.ray = RayMeshIntersector(mesh)
    return mesh


@pytest.fixture
def icosphere():
    mesh = trimesh.creation.icosphere(subdivisions=4)
    mesh.ray = RayMeshIntersector(mesh)
    return mesh


def test_meshes_of_trimesh_are_taken(icosphere):
    assert len(carom.Mesh(icosphere)) == len(icosphere.faces)
    assert carom.Mesh(icosphere).is_closed


def test_rays_agree_with_the_own_backend(icosphere, rng):
    own = trimesh.ray.ray_triangle.RayMeshIntersector(icosphere)
    origins = rng.uniform(-2, 2, (500, 3))
    directions = rng.normal(size=(500, 3))
    assert (icosphere.ray.intersects_any(origins, directions) == own.intersects_any(origins, directions)).all()
    assert (icosphere.ray.intersects_first(origins, directions) == own.intersects_first(origins, directions)).all()
    ours, theirs = (ray.intersects_location(origins, directions) for ray in (icosphere.ray, own))
    order = [np.lexsort((found[2], found[1])) for found in (ours, theirs)]
    for mine, his in zip(ours, theirs, strict=True):
        assert np.allclose(mine[order[0]], his[order[1]], atol=1e-5)
    first = icosphere.ray.intersects_id(origins, directions, multiple_hits=False)
    assert len(first[0]) == icosphere.ray.intersects_any(origins, directions).sum()
    assert all(len(found) <= len(first[0]) for found in icosphere.ray.intersects_id(origins, directions, max_hits=1))


def test_answers_are_arrays_without_hits_too(icosphere):
    origins, directions = np.full((100, 3), 5.0), np.tile([0.0, 1, 0], (100, 1))
    for found in (*icosphere.ray.intersects_id(origins, directions), *icosphere.ray.intersects_location(origins, directions)):
        assert isinstance(found, np.ndarray) and len(found) == 0
    assert icosphere.ray.intersects_location(origins, directions)[0].shape == (0, 3)


def test_points_in_a_box(rng):
    mesh = box()
    assert mesh.ray.contains_points(mesh.vertices / 1.5).all()
    assert not mesh.ray.contains_points(mesh.vertices * 1.5).any()
    assert not mesh.ray.contains_points(rng.uniform(1, 101, (30, 3)) + mesh.bounds[1]).any()
    assert mesh.ray.contains_points([mesh.center_mass]).all()
    assert mesh.contains([[0, 0, 0], [2, 0, 0]]).tolist() == [True, False]


def test_a_ray_through_a_corner_hits_once():
    mesh = box()
    origins, directions = np.zeros_like(mesh.vertices), mesh.vertices.copy()
    assert mesh.ray.intersects_any(origins, directions).all()
    _, rays, _ = mesh.ray.intersects_location(origins, directions)
    assert (np.bincount(rays, minlength=len(origins)) == 1).all()


def test_a_grid_of_rays_goes_through_a_box():
    mesh = box()
    x, y = np.meshgrid(*np.linspace(mesh.bounds[0, :2] - 0.02, mesh.bounds[1, :2] + 0.02, 100).T)
    origins = np.column_stack((x.ravel(), y.ravel(), np.full(x.size, -100.0)))
    places, rays, _ = mesh.ray.intersects_location(origins, np.tile([0, 0, 1.0], (len(origins), 1)))
    assert np.allclose(places[:, :2], origins[rays, :2], atol=1e-5)
    assert np.isclose(places[:, 2][:, None], mesh.bounds[:, 2], atol=1e-5).any(axis=1).all()
    # In and out again.
    assert set(np.bincount(rays)) <= {0, 2}


def test_several_hits_of_a_camera():
    mesh = box(extents=[2, 2, 2])
    across = np.arange(-128, 128, 2.0)
    directions = np.array([[x, y, 1000] for x in across for y in across])
    origins = np.tile([0, 0, -15.0], (len(directions), 1))
    assert len(np.unique(mesh.ray.intersects_id(origins, directions, multiple_hits=False)[0])) == 2
    assert len(np.unique(mesh.ray.intersects_id(origins, directions, multiple_hits=True)[0])) > 2


def test_large_coordinates_give_one_hit():
    mesh = box()
    mesh.apply_scale(10000)
    triangles, _ = mesh.ray.intersects_id([[0, 0, 4999.0]], [[0, 0, -1.0]])
    assert len(triangles) == 1


def test_a_changed_mesh_is_cooked_again():
    mesh = box()
    assert mesh.ray.intersects_any([[5, 0, 0]], [[0, 0, 1]]).tolist() == [False]
    mesh.apply_translation([5, 0, 0])
    assert mesh.ray.intersects_any([[5, 0, 0]], [[0, 0, 1]]).tolist() == [True]


def test_backends_can_be_copied():
    mesh = box()
    mesh.ray.intersects_any([[0, 0, 0]], [[0, 0, 1]])
    for other in (copy.deepcopy(mesh.ray), pickle.loads(pickle.dumps(mesh.ray))):
        assert other.intersects_any([[0, 0, 0]], [[0, 0, 1]]).all()


def test_shapes_that_do_not_match_are_refused():
    with pytest.raises(ValueError, match="ray_directions"):
        box().ray.intersects_any(np.zeros((2, 3)), np.zeros((3, 3)))


def test_open_meshes_have_a_guess():
    mesh = trimesh.creation.icosphere(subdivisions=2)
    mesh.update_faces(np.arange(len(mesh.faces)) > 3)
    mesh.ray = RayMeshIntersector(mesh)
    assert mesh.ray.contains_points([[0, 0, 0], [3, 3, 3]]).tolist() == [True, False]


def test_closest_points_agree_with_the_own_backend(icosphere, rng):
    points = rng.uniform(-2, 2, (300, 3))
    ours, theirs = ProximityQuery(icosphere), trimesh.proximity.ProximityQuery(icosphere)
    mine, his = ours.on_surface(points), theirs.on_surface(points)
    assert np.allclose(mine[1], his[1], atol=1e-6)
    # Where an edge or a corner is closest, its triangles are equally good.
    assert np.allclose(mine[0], his[0], atol=1e-3)
    assert np.allclose(ours.signed_distance(points), theirs.signed_distance(points), atol=1e-6)
    assert (ours.vertex(points)[1] == theirs.vertex(points)[1]).all()
    with pytest.raises(ValueError, match="points"):
        ours.on_surface([0, 0, 0])


def test_distances_to_a_sphere(rng):
    mesh = trimesh.primitives.Sphere(subdivisions=4)
    points = rng.normal(size=(100, 3))
    points *= 2 / np.linalg.norm(points, axis=1)[:, None]
    closest, distance, _ = ProximityQuery(mesh).on_surface(points)
    assert (np.abs(distance - 1) < 0.01).all()
    assert (np.abs((closest * points / 2).sum(axis=1) - 1) < 0.01).all()
