"""Meshes, against loops over all triangles in numpy."""

import pickle
import threading

import numpy as np
import pytest

import carom
from conftest import ball

TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]


def brute_rays(triangles, origins, directions):
    """The nearest t of each ray by Möller and Trumbore's method in float64."""
    a, b, c = (triangles[:, k].astype(np.float64) for k in range(3))
    nearest = np.full(len(origins), np.inf)
    for i, (o, d) in enumerate(zip(origins.astype(np.float64), directions.astype(np.float64), strict=True)):
        p = np.cross(d, c - a)
        det = (p * (b - a)).sum(-1)
        with np.errstate(all="ignore"):
            u = ((o - a) * p).sum(-1) / det
            q = np.cross(o - a, b - a)
            v = (d * q).sum(-1) / det
            t = ((c - a) * q).sum(-1) / det
        good = (u >= 0) & (v >= 0) & (u + v <= 1) & (t >= 0)
        nearest[i] = t[good].min(initial=np.inf)
    return nearest


def test_one_question_gives_single_values():
    mesh = carom.Mesh(*TRIANGLE)
    hit = mesh.raycast([0.25, 0.25, 1], [0, 0, -1])
    assert hit.hit and hit.t == 1 and hit.triangle == 0 and np.ndim(hit.t) == 0
    assert not mesh.raycast([2, 2, 1], [0, 0, -1]).hit
    assert mesh.occluded([0.25, 0.25, 1], [0, 0, -1]) and not mesh.occluded([0.25, 0.25, 1], [0, 0, 1])
    assert mesh.overlap_sphere([0, 0, 1], 1) and not mesh.overlap_sphere([0, 0, 1], 0.5)
    assert mesh.closest_point([0.25, 0.25, 2]).distance == 2
    assert mesh.overlap_sphere_all([0, 0, 1], 1).tolist() == [0]


def test_rays_are_those_of_a_loop(skull, rng):
    low, high = skull.bounds
    middle, size = (low + high) / 2, np.linalg.norm(high - low)
    origins = (middle + rng.normal(size=(300, 3)) * size).astype(np.float32)
    directions = (middle + rng.normal(size=(300, 3)) * size / 8 - origins).astype(np.float32)
    hits = skull.raycast(origins, directions)
    expected = brute_rays(skull.triangles(), origins, directions)
    assert 50 < hits.hit.sum() < 300
    assert (hits.hit == np.isfinite(expected)).all()
    assert np.allclose(hits.t[hits.hit], expected[hits.hit], rtol=1e-5)
    assert (skull.occluded(origins, directions) == hits.hit).all()
    surface = skull.raycast_surface(origins, directions)
    assert (surface.t == hits.t).all() and (surface.triangle == hits.triangle).all()
    on = origins + directions * np.where(hits.hit, hits.t, 0)[:, None]
    assert np.allclose(surface.point[hits.hit], on[hits.hit], atol=size * 1e-6)
    everything = skull.raycast_all(origins, directions)
    assert len(everything) == 300 and everything.offsets[-1] == len(everything.items.t)
    for i, found in enumerate(everything):
        assert (np.diff(found.t) >= 0).all()
        assert (len(found.t) > 0) == hits.hit[i]
        if hits.hit[i]:
            assert found.t[0] == hits.t[i]


def test_arrays_of_any_form_are_read_alike(skull, rng):
    points = rng.normal(size=(100, 3)) * 50
    expected = skull.closest_point(points.astype(np.float32)).distance
    forms = [points, points.tolist(), np.asfortranarray(points), np.repeat(points, 2, 0)[::2], points.astype(">f8")]
    for form in forms:
        assert (skull.closest_point(form).distance == expected).all()
    assert (skull.closest_point(points[::-1]).distance == expected[::-1]).all()
    whole = skull.closest_point(np.array([[1, 2, 3]])).distance
    assert whole == skull.closest_point([[1.0, 2.0, 3.0]]).distance


def test_one_row_stands_for_all(sphere):
    origins = np.array([[0, 0, 5], [0.1, 0, 5], [3, 0, 5]])
    hits = sphere.raycast(origins, [0, 0, -1])
    assert hits.hit.tolist() == [True, True, False]
    assert sphere.overlap_sphere([2, 0, 0], [0.5, 1.5]).tolist() == [False, True]
    assert sphere.raycast([0, 0, 5], [0, 0, -1], t_max=[1, 10]).hit.tolist() == [False, True]


def test_empty_batches_have_empty_answers(sphere):
    none = np.empty((0, 3))
    assert len(sphere.raycast(none, none).t) == 0
    assert sphere.closest_point(none).point.shape == (0, 3)
    assert len(sphere.raycast_all(none, none)) == 0
    assert len(sphere.raycast([], []).t) == 0
    assert len(carom.Mesh(none, np.empty((0, 3), int))) == 0


def test_inside_by_solid_angles(rng):
    vertices, faces = ball(12)
    mesh = carom.Mesh(vertices, faces)
    points = rng.uniform(-1.5, 1.5, (200, 3))
    a, b, c = (mesh.triangles()[:, k].astype(np.float64)[None] - points[:, None] for k in range(3))
    x, y, z = (np.linalg.norm(v, axis=-1) for v in (a, b, c))
    determinant = (a * np.cross(b, c)).sum(-1)
    whole = x * y * z + (a * b).sum(-1) * z + (b * c).sum(-1) * x + (c * a).sum(-1) * y
    winding = 2 * np.arctan2(determinant, whole).sum(-1) / (4 * np.pi)
    assert (mesh.winding_number(points) == np.rint(winding)).all()
    assert (mesh.contains(points) == (np.rint(winding) > 0)).all()
    signed = mesh.signed_distance(points)
    assert ((signed < 0) == mesh.contains(points)).all()
    assert (np.abs(signed) == mesh.closest_point(points).distance).all()
    assert mesh.signed_distance([0, 0, 0]) < -0.9 and np.ndim(mesh.signed_distance([0, 0, 0])) == 0


def test_open_meshes_have_no_inside():
    mesh = carom.Mesh(*TRIANGLE)
    assert not mesh.is_closed
    with pytest.raises(carom.CaromError, match="not closed"):
        mesh.contains([0, 0, 0])


def test_filters():
    mesh = carom.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, -1], [1, 0, -1], [0, 1, -1]], [[0, 1, 2], [3, 4, 5]], [1, 2])
    ray = [0.2, 0.2, 1], [0, 0, -1]
    assert mesh.raycast(*ray).triangle == 0
    assert mesh.raycast(*ray, carom.Filter(require=2)).triangle == 1
    assert mesh.raycast(*ray, carom.Filter(exclude=1)).triangle == 1
    assert not mesh.raycast(*ray, carom.Filter(any_of=4)).hit
    assert not mesh.raycast(*ray, carom.Filter(backfaces="only")).hit
    assert mesh.attributes().tolist() == [1, 2]
    with pytest.raises(ValueError, match="exclude: 65536"):
        carom.Filter(exclude=1 << 16)
    with pytest.raises(ValueError, match="backfaces"):
        carom.Filter(backfaces="both")


def test_shapes_touch_casts_and_contacts(sphere):
    assert sphere.overlap_capsule([0, 0, 3], [0, 0, 1.1], 0.2)
    assert not sphere.overlap_box([0, 0, 0], [0.1, 0.1, 0.1])
    assert sphere.overlap_box([1, 0, 0], [0.1, 0.1, 0.1])
    assert len(sphere.overlap_box_all([1, 0, 0], [0.1, 0.1, 0.1])) > 0
    down = [0, 0, -4]
    for hit in (
        sphere.cast_sphere([0, 0, 3], 1, down),
        sphere.cast_capsule([0, 0, 3], [0, 0, 4], 1, down),
        sphere.cast_box([0, 0, 3], [1, 1, 1], down),
        sphere.cast_hull(carom.Hull([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (2, 4)]), None, down),
    ):
        assert hit.hit and abs(hit.t - 0.25) < 1e-6 and hit.normal[2] > 0.99
    contacts = sphere.contacts_sphere([[0, 0, 1.9], [0, 0, 5]], 1)
    assert contacts.counts.tolist() == [1, 0]
    assert abs(contacts[0].depth[0] - 0.1) < 1e-6
    assert len(sphere.contacts_box([0, 0, 1.9], [1, 1, 1]).depth) > 0
    assert len(sphere.contacts_capsule([0, 0, 1.9], [0, 0, 3], 1).depth) == 1
    assert len(sphere.contacts_sphere([0, 0, 2.1], 1, max_distance=0.2).depth) == 1


def test_hulls_in_poses(sphere):
    hull = carom.Hull(np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * 0.5)
    assert hull.vertices.shape == (8, 3)
    poses = np.tile(np.eye(4), (3, 1, 1))
    poses[:, 0, 3] = [0, 1, 5]
    assert sphere.overlap_hull(hull, poses).tolist() == [False, True, False]
    assert sphere.overlap_hull_all(hull, poses).counts.astype(bool).tolist() == [False, True, False]
    assert len(sphere.contacts_hull(hull, poses)[1].depth) > 0
    with pytest.raises(carom.CaromError, match="0 0 0 1"):
        sphere.overlap_hull(hull, np.ones((4, 4)))


def test_two_meshes(sphere):
    other = carom.Mesh(*ball(8))
    poses = np.tile(np.eye(4), (4, 1, 1))
    poses[:, 0, 3] = [0, 1.5, 3, 10]
    poses[0, :3, :3] *= 0.5
    assert sphere.overlap_mesh(other, poses).tolist() == [False, True, False, False]
    pairs = sphere.pairs(other, poses)
    assert pairs.counts.astype(bool).tolist() == [False, True, False, False]
    assert pairs[1].shape[1] == 2 and pairs[1][:, 0].max() < len(sphere)
    apart = sphere.distance(other, poses)
    assert apart.distance[1] == 0 and abs(apart.distance[2] - 1) < 1e-6
    assert np.allclose(np.linalg.norm(apart.on_a - apart.on_b, axis=1), apart.distance, atol=1e-6)
    assert not sphere.distance(other, poses[3], max_distance=1).hit
    assert len(sphere.within(other, 1.1, poses[2]).distance) > 0
    inside = sphere.inside(other, poses)
    assert inside.b_in_a.tolist() == [2, 0, 0, 0] and inside.interiors.tolist() == [1, 1, 0, 0]


def test_blobs(tmp_path, skull):
    path = tmp_path / "skull.carom"
    skull.save(path)
    again = carom.Mesh.open(path)
    assert again.to_bytes() == skull.to_bytes() and again.nbytes == path.stat().st_size
    assert pickle.loads(pickle.dumps(skull)).to_bytes() == skull.to_bytes()
    assert skull.nbytes < 17 * len(skull)
    with pytest.raises(carom.CaromError, match="blob"):
        carom.Mesh.from_bytes(b"nothing")
    damaged = bytearray(skull.to_bytes())
    damaged[1000] ^= 1
    with pytest.raises(carom.CaromError):
        carom.Mesh.from_bytes(bytes(damaged))
    with pytest.raises(FileNotFoundError):
        carom.Mesh.open(tmp_path / "none")
    with pytest.raises(FileNotFoundError):
        skull.save(tmp_path / "none" / "x")
    with pytest.raises(OSError, match="it is not a file"):
        skull.save(tmp_path)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["skull.carom"]


def test_bytes_do_not_depend_on_threads(skull_arrays, skull):
    assert carom.Mesh(*skull_arrays, threads=1).to_bytes() == skull.to_bytes()


@pytest.mark.parametrize("preset", ["small", "fast", "rays"])
def test_presets_answer_alike(skull_arrays, skull, preset, rng):
    other = carom.Mesh(*skull_arrays, preset=preset, quality="high")
    points = rng.normal(size=(200, 3)) * 50
    for ours, theirs in zip(skull.closest_point(points), other.closest_point(points), strict=True):
        assert (ours == theirs).all()
    for ours, theirs in zip(skull.raycast(points, -points), other.raycast(points, -points), strict=True):
        assert (ours == theirs).all()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: carom.Mesh([[0, 0, 0]], [[0, 0, 1]]), r"faces\[0, 2\]: 1"),
        (lambda: carom.Mesh([[0, 0, 0]], [[0, 0, -1]]), r"faces\[0, 2\]: -1"),
        (lambda: carom.Mesh([[0, 0, 0]], [[0.0, 0, 0]]), "faces: float64"),
        (lambda: carom.Mesh([[0, 0, 0]], [[0, 0]]), "faces: shape"),
        (lambda: carom.Mesh([[0, 0]], [[0, 0, 0]]), "vertices: shape"),
        (lambda: carom.Mesh([[0, np.nan, 0]], [[0, 0, 0]]), "NaN"),
        (lambda: carom.Mesh([[0, 1e300, 0]], [[0, 0, 0]]), r"vertices\[0, 1\]: 1e\+300 is beyond float32"),
        (lambda: carom.Mesh("text", [[0, 0, 0]]), "vertices"),
        (lambda: carom.Mesh([[0, 0, 0]]), "faces: missing"),
        (lambda: carom.Mesh(*TRIANGLE, [1, 2]), "attributes"),
        (lambda: carom.Mesh(*TRIANGLE, [70000]), "attributes"),
        (lambda: carom.Mesh(*TRIANGLE, preset="big"), 'preset: "big"'),
        (lambda: carom.Mesh(*TRIANGLE, layout="big"), 'layout: "big"'),
        (lambda: carom.Mesh(*TRIANGLE).raycast([0, 0], [0, 0, 1]), "origins: shape"),
        (lambda: carom.Mesh(*TRIANGLE).raycast(np.zeros((3, 3)), np.ones((2, 3))), "directions: 2 for 3 origins"),
        (lambda: carom.Mesh(*TRIANGLE).raycast([[0, 0, 0]], [[0, 0, 0]]), r"directions\[0\]"),
        (lambda: carom.Mesh(*TRIANGLE).overlap_sphere([0, 0, 0], -1), "radii: -1"),
        (lambda: carom.Mesh(*TRIANGLE).overlap_sphere([0, 0, 0], [[1]]), "radii: shape"),
        (lambda: carom.Mesh(*TRIANGLE).cast_sphere([0, 0, 0], 1, [0, 0, 1], edges="no"), 'edges: "no"'),
        (lambda: carom.Hull([]), "points"),
    ],
)
def test_errors_name_what_is_wrong(make, message):
    with pytest.raises(carom.CaromError, match=message):
        make()


def test_progress_is_called_and_cancels():
    vertices, faces = ball(200)
    seen = []
    carom.Mesh(vertices, faces, progress=seen.append)
    assert len(seen) > 1 and seen[-1] == 1 and (np.diff(seen) >= 0).all()
    with pytest.raises(carom.CaromError, match="cancelled"):
        carom.Mesh(vertices, faces, progress=lambda fraction: False)

    def broken(fraction):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        carom.Mesh(vertices, faces, progress=broken)


def test_threads_ask_at_once(skull, rng):
    origins, directions = rng.normal(size=(20000, 3)) * 100, rng.normal(size=(20000, 3))
    expected = skull.raycast(origins, directions)
    answers = [None] * 4

    def ask(i):
        answers[i] = skull.raycast(origins, directions)

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    for found in answers:
        assert (found.t == expected.t).all() and (found.triangle == expected.triangle).all()


def test_the_lock_of_python_is_released(skull, rng):
    """Another thread gets on while a long batch runs."""
    origins, directions = rng.normal(size=(400_000, 3)) * 100, rng.normal(size=(400_000, 3))
    steps, done = 0, threading.Event()

    def ask():
        skull.raycast(origins, directions)
        done.set()

    thread = threading.Thread(target=ask)
    thread.start()
    while not done.wait(0):
        steps += 1
    thread.join()
    assert steps > 100


def test_lines_of_sight(sphere):
    seen = sphere.line_of_sight([[0, 0, 5], [0, 0, 5], [3, 3, 3]], [[0, 0, -5], [0, 0, 2], [3, 3, 3]])
    assert seen.tolist() == [False, True, True]
    assert sphere.line_of_sight([0, 0, 5], [0, 0, 5]) and not sphere.line_of_sight([0, 0, 5], [0, 0, 0])


def test_packed_records_are_read_right(sphere):
    cloud = np.zeros(50, [("tag", "u1"), ("single", "f4", 3), ("double", "f8", 3)])
    cloud["single"] = cloud["double"] = np.linspace([0, 0, 1.5], [0, 2, 3], 50)
    expected = sphere.closest_point(cloud["double"].copy()).distance
    assert (sphere.closest_point(cloud["double"]).distance == expected).all()
    assert np.allclose(sphere.closest_point(cloud["single"]).distance, expected, atol=1e-5)
    poses = np.zeros(3, [("tag", "u1"), ("pose", "f8", (4, 4))])
    poses["pose"] = np.eye(4)
    assert sphere.overlap_mesh(sphere, poses["pose"]).all()


def test_answers_have_a_truth(sphere):
    assert sphere.raycast([0, 0, 5], [0, 0, -1])
    assert not sphere.raycast([0, 0, 5], [0, 0, 1])
    with pytest.raises(ValueError, match="ambiguous"):
        bool(sphere.raycast([[0, 0, 5], [0, 0, 6]], [0, 0, 1]))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda m: m.raycast([0, 0, 1], [0, 0, 1], None), "filter: None"),
        (lambda m: m.overlap_mesh(None), "other: None"),
        (lambda m: m.overlap_hull(m), "hull: <carom.Mesh"),
        (lambda m: carom.Field(None, 8), "mesh: None"),
        (lambda m: carom.Field(m, -1), "resolution: -1"),
        (lambda m: carom.Mesh(*TRIANGLE, threads=-1), "threads: -1"),
        (lambda m: carom.Mesh(*TRIANGLE, threads=10000), "threads: 10000"),
        (lambda m: carom.Mesh(*TRIANGLE, threads=2.5), "threads: 2.5"),
        (lambda m: carom.World(threads=-1), "threads: -1"),
        (lambda m: carom.World().nearest([0, 0, 0], -1), "k: -1"),
        (lambda m: carom.World().remove([True]), "ids: bool"),
        (lambda m: m.contacts_sphere([0, 0, 0], 1, max_points=-1), "max_points: -1"),
        (lambda m: m.raycast([0, 0, 1j], [0, 0, 1]), "origins: complex128"),
        (lambda m: m.raycast([None, 0, 0], [0, 0, 1]), "origins: object"),
        (lambda m: m.closest_point(np.zeros((1, 3), "M8[s]")), "points: datetime64"),
        (lambda m: m.closest_point(np.ma.masked_equal([[0, 1, 2]], 0)), "points: an array with masked"),
        (lambda m: m.overlap_mesh(m, "abc"), "poses"),
        (lambda m: carom.Mesh(TRIANGLE[0], [[0, 1], [0]]), "faces"),
        (lambda m: m.save(""), "path: is empty"),
        (lambda m: carom.Solid.from_boxes([[1, 0, 0]], [[0, 1, 1]]), r"lower\[0, 0\]: 1.0 is more than upper, 0.0"),
    ],
)
def test_odd_arguments_are_named(sphere, call, message):
    with pytest.raises(carom.CaromError, match=message):
        call(sphere)


def test_bad_questions_far_into_a_batch_are_named(sphere):
    origins = np.full((9000, 3), 2.0)
    origins[7001, 1] = np.nan
    with pytest.raises(carom.CaromError, match=r"origins\[7001, 1\]"):
        sphere.raycast(origins, [0, 0, 1])
    with pytest.raises(carom.CaromError, match=r"origins\[7001, 1\]"):
        sphere.raycast_all(origins, [0, 0, 1])


def test_lists_of_many_blocks_are_those_of_each(sphere, rng):
    centers = rng.normal(size=(5000, 3))
    together = sphere.overlap_sphere_all(centers, 0.2)
    for i in (0, 2047, 2048, 4999):
        assert together[i].tolist() == sphere.overlap_sphere_all(centers[i], 0.2).tolist()
    assert together.offsets[-1] == len(together.items)


def test_too_many_answers_are_a_memory_error(sphere):
    with pytest.raises(MemoryError):
        carom.Field(sphere, 8).slice([0, 0, 0], [1, 0, 0], [0, 1, 0], 2**31, 2**31)


def test_files_are_whole_for_threads_and_behind_links(tmp_path, sphere):
    path, link = tmp_path / "level.carom", tmp_path / "link"
    other = carom.Mesh(*TRIANGLE)
    sphere.save(path)
    link.symlink_to(path)
    failures = []

    def go(mesh):
        try:
            for _ in range(100):
                mesh.save(link)
                assert len(carom.Mesh.open(path)) in (len(mesh), len(sphere), 1)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=go, args=(mesh,)) for mesh in (sphere, other) * 2]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not failures and link.is_symlink()
    sphere.save(str(path).encode())
    assert sorted(p.name for p in tmp_path.iterdir()) == ["level.carom", "link"]


@pytest.mark.parametrize("layout", ["wide", "compact", "delta"])
def test_boxes_are_around_what_is_below_them(skull_arrays, layout):
    mesh = carom.Mesh(*skull_arrays, layout=layout)
    boxes = mesh.boxes()
    assert boxes.bounds.shape == (len(boxes.depth), 2, 3) and boxes.item_count.sum() == len(mesh)
    assert boxes.depth[0] == 0 and (boxes.bounds[0] == mesh.bounds).all()
    assert (mesh.boxes(1, 1).bounds == boxes.bounds[boxes.depth == 1]).all()
    cut = mesh.boxes(max_depth=3)
    cut = cut.bounds[(cut.depth == 3) | (cut.item_count > 0)]
    corners = mesh.triangles()[::50]
    low, high = corners.min(1)[:, None], corners.max(1)[:, None]
    assert ((cut[:, 0] <= low) & (cut[:, 1] >= high)).all(-1).any(-1).all()
    assert len(mesh.boxes(1000).depth) == 0
    with pytest.raises(carom.CaromError, match="min_depth: 2 exceeds max_depth 1"):
        mesh.boxes(2, 1)
    with pytest.raises(carom.CaromError, match="min_depth: -1"):
        mesh.boxes(-1)
