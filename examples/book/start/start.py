# ANCHOR: all
# Cooks a floor and a wall, asks them, saves them and opens them again.

import os
import tempfile

import carom

# ANCHOR: cook
# y is up. Triangles 0 and 1 are the floor, 2 and 3 a wall at x = 2.
floor = [[-5, 0, -5], [-5, 0, 5], [5, 0, 5], [5, 0, -5]]
wall = [[2, 0, -5], [2, 0, 5], [2, 3, 5], [2, 3, -5]]
mesh = carom.Mesh(floor + wall, [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]])
# ANCHOR_END: cook

# ANCHOR: ask
hit = mesh.raycast_surface([0, 1, 0], [1, 0, 0])
print(f"ray: triangle {hit.triangle} at {hit.t:g}, normal x {hit.normal[0]:g}")

touches = mesh.overlap_sphere([1.7, 1, 0], 0.5)
print("sphere:", "touches" if touches else "is free")
# ANCHOR_END: ask

# ANCHOR: batch
# Arrays of questions give arrays of answers; one row stands for as many as the others have.
hits = mesh.raycast([[0, 1, 0], [0, 5, 0], [4, 1, 0]], [1, 0, 0])
print("hit:", hits.hit.tolist())
# ANCHOR_END: batch

# ANCHOR: save
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "level.carom")
    mesh.save(path)
    opened = carom.Mesh.open(path)
print(f"opened: {len(opened)} triangles")
# ANCHOR_END: save

# ANCHOR: error
try:
    carom.Mesh(floor, [[0, 1, 9]])
except carom.CaromError as error:
    print("error:", error)
# ANCHOR_END: error

assert hit.triangle == 2 and hit.t == 2 and hit.normal[0] == -1
assert touches
assert hits.hit.tolist() == [True, False, False]
assert len(opened) == 4
# ANCHOR_END: all
