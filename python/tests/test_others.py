"""Solids, fields and worlds."""

import pickle

import numpy as np
import pytest

import carom
from conftest import ball


def test_solids():
    solid = carom.Solid.from_boxes([[0, 0, 0], [2, 0, 0]], [[1, 1, 1], [3, 1, 1]], [1, 2])
    assert len(solid) == 2 and solid.bounds.tolist() == [[0, 0, 0], [3, 1, 1]]
    inside = solid.contains([[0.5, 0.5, 0.5], [1.5, 0.5, 0.5], [2.5, 0.5, 0.5]])
    assert inside.solid.tolist() == [True, False, True] and inside.attributes.tolist() == [1, 0, 2]
    hit = solid.raycast([-1, 0.5, 0.5], [1, 0, 0])
    assert hit.hit and hit.t == 1 and hit.normal.tolist() == [-1, 0, 0]
    assert solid.overlap_sphere([1.5, 0.5, 0.5], [0.4, 0.5]).tolist() == [False, True]
    contact = solid.collide_sphere([0.5, 0.5, 1.4], 0.5)
    assert contact.hit and abs(contact.depth - 0.1) < 1e-6
    assert abs(solid.cast_sphere([0.5, 0.5, 3], 0.5, [0, 0, -3]).t - 0.5) < 1e-6
    assert abs(solid.cast_box([0.5, 0.5, 3], [0.5, 0.5, 0.5], [0, 0, -3]).t - 0.5) < 1e-6
    assert solid.overlap_box_all([1.5, 0.5, 0.5], [0.6, 0.1, 0.1]).tolist() == [0, 1]
    assert len(solid.contacts_box([0.5, 0.5, 1.4], [0.5, 0.5, 0.5]).depth) >= 1
    assert carom.Solid.from_bytes(solid.to_bytes()).contains([0.5, 0.5, 0.5]).solid
    assert len(pickle.loads(pickle.dumps(solid))) == 2
    surface = carom.Solid.from_surface(*ball(8))
    assert surface.contains([[0, 0, 0], [2, 0, 0]]).solid.tolist() == [True, False]
    with pytest.raises(carom.CaromError, match="planes: shape"):
        carom.Solid([[1, 2, 3]], [1])
    with pytest.raises(carom.CaromError):
        surface.overlap_box([0, 0, 0], [1, 1, 1])


def test_fields(sphere, tmp_path, rng):
    field = carom.Field(sphere, 40)
    points = rng.uniform(-1.05, 1.05, (500, 3))
    exact = sphere.signed_distance(points)
    assert np.abs(field.sample(points).distance - exact).max() < field.cell
    assert np.abs(field.sample(points, cubic=True).distance - exact).max() < field.cell
    values = field.values()
    assert values.shape == field.shape
    z, y, x = 7, 20, 3
    node = field.origin + np.float32(field.cell) * np.array([x, y, z], np.float32)
    assert values[z, y, x] == field.sample(node).distance
    again = carom.Field.from_values(values, field.origin, field.cell)
    assert (again.values() == values).all()
    assert (len(field.inside_points()) == (values < 0).sum()).all()
    hit = field.raycast([0, 0, 3], [0, 0, -1])
    assert hit.hit and abs(hit.t - 2) < field.cell
    contact = field.collide_sphere([[0, 0, 1.2], [0, 0, 1.6]], 0.5)
    assert contact.hit.tolist() == [True, False]
    assert field.closest_point([0, 0, 2]).normal[2] > 0.99
    picture = field.slice([-1.2, -1.2, 0], [0.1, 0, 0], [0, 0.1, 0], 24, 25)
    assert picture.shape == (25, 24) and picture[12, 12] < -0.8
    small = carom.Field(sphere, 40, storage="bricks8", sign="crossings")
    assert len(small.to_bytes()) < len(field.to_bytes()) / 2 and small.error > field.error
    assert carom.Field(sphere, 10, keep_triangles=True).closest_point([0, 0, 2]).triangle < len(sphere)
    field.save(tmp_path / "field")
    assert carom.Field.open(tmp_path / "field").to_bytes() == field.to_bytes()
    placed = carom.Field(sphere, grid=([-1, -1, -1], 0.5, (5, 6, 7)))
    assert placed.shape == (7, 6, 5)
    for wrong in ({"sign": "none"}, {"storage": "none"}, {"resolution": 0}, {"grid": ([0, 0], 1, (2, 2, 2))}):
        with pytest.raises(carom.CaromError):
            carom.Field(sphere, **wrong)


def test_worlds(rng, tmp_path):
    world = carom.World()
    lower = rng.uniform(0, 20, (300, 3))
    upper = lower + rng.uniform(0.5, 3, (300, 3))
    ids = world.insert_boxes(lower, upper, user=np.arange(300))
    low, high = lower.astype(np.float32), upper.astype(np.float32)

    def touching(low, high):
        both = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(-1)
        return {(i, j) for i, j in np.argwhere(np.triu(both, 1))}

    number = {int(id): i for i, id in enumerate(ids)}

    def found(pairs):
        return {tuple(sorted((number[int(a)], number[int(b)]))) for a, b in pairs}

    assert len(world) == 300 and (world.ids() == np.sort(ids)).all()
    assert found(world.pairs()) == touching(low, high)
    begun, ended = world.pair_changes()
    assert found(begun) == touching(low, high) and len(ended) == 0
    moved_low, moved_high = low.copy(), high.copy()
    moved_low[:50] += 5
    moved_high[:50] += 5
    world.update_boxes(ids[:50], moved_low[:50], moved_high[:50])
    begun, ended = world.pair_changes()
    before, now = touching(low, high), touching(moved_low, moved_high)
    assert found(begun) == now - before and found(ended) == before - now
    assert (world.pairs_of(ids).counts.sum() == 2 * len(now)).all()
    box = world.overlap_box([5, 5, 5], [9, 9, 9])
    expected = np.flatnonzero(((moved_low <= 9) & (moved_high >= 5)).all(1))
    assert sorted(number[int(id)] for id in box) == expected.tolist()
    near = world.nearest([[10, 10, 10], [0, 0, 0]], 3)
    assert near.object.shape == (2, 3) and (np.diff(near.distance) >= 0).all()
    hit = world.raycast([-5, 10, 10], [1, 0, 0])
    along = world.raycast_all([-5, 10, 10], [1, 0, 0])
    assert hit.hit == (len(along.t) > 0)
    again = carom.World.from_bytes(world.to_bytes())
    assert (again.ids() == world.ids()).all() and found(again.pairs()) == now
    world.remove(ids[0])
    assert len(world) == 299
    with pytest.raises(carom.CaromError, match="id"):
        world.remove(ids[0])
    with pytest.raises(carom.CaromError, match=r"lower\[0\]: 1 is more than upper\[0\], 0"):
        world.insert_boxes([1, 1, 1], [0, 0, 0])
    with pytest.raises(carom.CaromError, match="ids"):
        world.update_boxes(ids[1:3], moved_low[:3], moved_high[:3])
    one = world.insert_spheres([0, 0, 0], 1, static=True)
    assert np.ndim(one) == 0
    world.update_spheres(one, [1, 1, 1], 2)
    world.clear()
    assert len(world) == 0 and len(world.pairs()) == 0
