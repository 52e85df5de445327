"""Libraries with Python packages behind a pipe: reads a mesh and the nodes of a grid, writes distances.

The argument names the library. A message is the numbers of vertices, triangles and nodes and the way, as little-endian u32, and
the arrays. An answer is the seconds of CPU time that all threads of this process took for building and for the nodes, in the
library's own calls and nothing else, and the distances.
"""

import os
import struct
import sys
import time

# Before the libraries are loaded.
for name in ("IGL_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[name] = "1"

import numpy

UNSIGNED, SIGNED = range(2)


def timed(call):
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def fcpw(positions, triangles, points, way):
    import fcpw

    def rows(array):
        return numpy.asfortranarray(array)

    positions, triangles, points = rows(positions), rows(triangles), rows(points)
    scene = fcpw.scene_3D()

    def build():
        scene.set_object_count(1)
        scene.set_object_vertices(positions, 0)
        scene.set_object_triangles(triangles, 0)
        scene.build(fcpw.aggregate_type.bvh_surface_area, True)

    built, _ = timed(build)
    found, infinite = fcpw.interaction_3D_list(), numpy.full(len(points), numpy.inf, "<f4")
    asked, _ = timed(lambda: scene.find_closest_points(points, infinite, found))
    return built, asked, numpy.fromiter((one.d for one in found), "<f4", len(points))


def igl(positions, triangles, points, way):
    import igl

    positions, points = positions.astype("<f8"), points.astype("<f8")
    triangles = triangles.astype("<i8")
    kind = igl.SignedDistanceType.SIGNED_DISTANCE_TYPE_FAST_WINDING_NUMBER

    def ask(some):
        if way == SIGNED:
            return igl.signed_distance(some, positions, triangles, kind)[0]
        return numpy.sqrt(igl.point_mesh_squared_distance(some, positions, triangles)[0])

    # It builds anew in every call.
    built, _ = timed(lambda: ask(points[:1]))
    asked, values = timed(lambda: ask(points))
    return built, max(asked - built, 0.0), values


def open3d(positions, triangles, points, way):
    import open3d

    core = open3d.core
    positions, points = core.Tensor(positions), core.Tensor(points)
    triangles = core.Tensor(triangles.astype("<u4"))
    scene = open3d.t.geometry.RaycastingScene(nthreads=1)

    def ask(some):
        compute = scene.compute_signed_distance if way == SIGNED else scene.compute_distance
        return compute(some, nthreads=1)

    def build():
        scene.add_triangles(positions, triangles)
        # It builds when it is asked.
        ask(points[:1])

    built, _ = timed(build)
    asked, values = timed(lambda: ask(points))
    return built, asked, values.numpy()


def read(count, kind):
    data = sys.stdin.buffer.read(count * numpy.dtype(kind).itemsize)
    if len(data) != count * numpy.dtype(kind).itemsize:
        sys.exit(0)
    return numpy.frombuffer(data, kind)


def main():
    run = {"fcpw": fcpw, "igl": igl, "open3d": open3d}[sys.argv[1]]
    while True:
        vertices, faces, nodes, way = (int(value) for value in read(4, "<u4"))
        positions, triangles = read(3 * vertices, "<f4"), read(3 * faces, "<i4")
        points = read(3 * nodes, "<f4")
        built, asked, values = run(*(a.reshape(-1, 3).copy() for a in (positions, triangles, points)), way)
        sys.stdout.buffer.write(struct.pack("<dd", built, asked) + values.astype("<f4").tobytes())
        sys.stdout.buffer.flush()


main()
