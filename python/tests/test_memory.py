"""Where memory runs out, calls raise."""

import subprocess
import sys

import pytest

PROGRAM = """
import resource
import numpy as np
import carom

mesh = carom.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], threads=1)
hull = carom.Hull(np.eye(3))
world = carom.World()
one = world.insert_spheres([0, 0, 0], 1)
now = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
room = now + 500_000_000
resource.setrlimit(resource.RLIMIT_AS, (room, room))


def rows(count):
    return np.broadcast_to(np.zeros(3), (count, 3))


try:
    CALL
except MemoryError as error:
    print("MemoryError", error)
else:
    print("none")
assert mesh.raycast([0.1, 0.1, 1], [0, 0, -1]).hit and len(world) == 1
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
@pytest.mark.parametrize(
    "call",
    [
        "mesh.raycast(rows(2**40), [0, 0, 1])",
        "mesh.raycast_surface(rows(2**40), [0, 0, 1])",
        "mesh.raycast_all(rows(2**40), [0, 0, 1])",
        "mesh.overlap_sphere_all(rows(2**26), 1.0)",
        "mesh.contacts_sphere(rows(2**27), 1.0)",
        "mesh.overlap_mesh(mesh, np.broadcast_to(np.eye(4), (2**24, 4, 4)))",
        "mesh.overlap_hull(hull, np.broadcast_to(np.eye(4), (2**24, 4, 4)))",
        "world.insert_spheres(rows(10**8), 1.0)",
        "world.insert_boxes(rows(10**7), [1, 1, 1])",
        "world.update_spheres(np.broadcast_to(one, 10**8), rows(10**8), 1.0)",
        "world.remove(np.broadcast_to(one, 5 * 10**7))",
        "world.nearest(rows(2**20), 2**20)",
        "carom.Hull(rows(3 * 10**7))",
        "carom.Hull(rows(2 * 10**8))",
        "carom.Mesh(rows(10**8), [[0, 1, 2]], threads=1)",
        "carom.Field(mesh, grid=([0, 0, 0], 0.01, (1200, 1200, 1200)), threads=1)",
        "carom.Field.from_values(np.broadcast_to(np.float32(1), (1200, 1200, 1200)), [0, 0, 0], 1)",
    ],
)
def test_a_call_without_memory_raises(call):
    shown = subprocess.run([sys.executable, "-c", PROGRAM.replace("CALL", call)], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("MemoryError")
