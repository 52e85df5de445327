# Has trimesh ask carom.

# ANCHOR: backend
import trimesh

import carom.trimesh

mesh = trimesh.creation.icosphere()
mesh.ray = carom.trimesh.RayMeshIntersector(mesh)
inside = mesh.contains([[0, 0, 0], [2, 0, 0]])
closest, distance, triangle = carom.trimesh.ProximityQuery(mesh).on_surface([[0, 0, 2]])
# ANCHOR_END: backend

assert inside.tolist() == [True, False]
assert abs(distance[0] - 1) < 0.01 and closest.shape == (1, 3) and triangle.shape == (1,)
