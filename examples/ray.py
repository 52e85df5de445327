# Cooks one triangle and casts a ray at it.

import carom

mesh = carom.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
hit = mesh.raycast([0.25, 0.25, 1], [0, 0, -1])
if hit.hit:
    print(f"triangle {hit.triangle} at t = {hit.t}")
assert hit.t == 1
