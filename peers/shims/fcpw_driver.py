"""FCPW behind a pipe: reads a mesh and batches of questions from standard input, writes answers.

Every message is a header of two little-endian u32 (kind, count) and the arrays that it says; every answer
says how many seconds of CPU time all threads of this process took for FCPW's own call, and nothing else.
"""

import ctypes
import gc
import struct
import sys
import time

import fcpw
import numpy

BUILD, CLOSEST, SPHERES, POINTS = range(4)


class Mallinfo2(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in "a b c d hblkhd f g uordblks i j".split()]


def heap_bytes():
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = Mallinfo2
    info = libc.mallinfo2()
    return info.hblkhd + info.uordblks


def read(count, kind):
    data = sys.stdin.buffer.read(count * numpy.dtype(kind).itemsize)
    if len(data) != count * numpy.dtype(kind).itemsize:
        sys.exit(0)
    return numpy.frombuffer(data, kind)


def rows(array, width):
    return numpy.asfortranarray(array.reshape(-1, width))


def build(count):
    vertices = int(read(1, "<u4")[0])
    positions = rows(read(3 * vertices, "<f4"), 3)
    triangles = rows(read(3 * count, "<i4"), 3)
    gc.collect()
    before = heap_bytes()
    start = time.process_time()
    scene = fcpw.scene_3D()
    scene.set_object_count(1)
    scene.set_object_vertices(positions, 0)
    scene.set_object_triangles(triangles, 0)
    scene.build(fcpw.aggregate_type.bvh_surface_area, True)
    seconds = time.process_time() - start
    answer(struct.pack("<dQ", seconds, heap_bytes() - before))
    return scene


def answer(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def closest(scene, count):
    rays = read(8 * count, "<f4").reshape(-1, 8)
    origins, directions = rows(rays[:, 0:3], 3), rows(rays[:, 4:7], 3)
    lengths = numpy.ascontiguousarray(rays[:, 7])
    found = fcpw.interaction_3D_list()
    start = time.process_time()
    scene.intersect(origins, directions, lengths, found)
    return time.process_time() - start, found


def nearest(scene, points, squared_radii):
    found = fcpw.interaction_3D_list()
    start = time.process_time()
    scene.find_closest_points(points, squared_radii, found)
    return time.process_time() - start, found


def main():
    scene = None
    while True:
        kind, count = (int(value) for value in read(2, "<u4"))
        if kind == BUILD:
            scene = build(count)
            continue
        if kind == CLOSEST:
            seconds, found = closest(scene, count)
        elif kind == SPHERES:
            spheres = read(4 * count, "<f4").reshape(-1, 4)
            squared_radii = numpy.ascontiguousarray(spheres[:, 3] ** 2)
            seconds, found = nearest(scene, rows(spheres[:, 0:3], 3), squared_radii)
        else:
            points = rows(read(3 * count, "<f4"), 3)
            seconds, found = nearest(scene, points, numpy.full(count, numpy.inf, "<f4"))
        missed = 2**32 - 1
        distances = (one.d if one.primitive_index not in (-1, missed) else numpy.inf for one in found)
        answer(struct.pack("<d", seconds) + numpy.fromiter(distances, "<f4", count).tobytes())


main()
