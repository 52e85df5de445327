// Box3D: contacts by its triangle functions, asked for each triangle that its tree lists, as its own mesh
// contacts begin; what it does afterwards against ghosts is not public. Casts by its mesh cast.
#include "shapes.hpp"
#include <box3d/box3d.h>
#include <box3d/collision.h>
#include <box3d/math_functions.h>
#include <array>
#include <map>
#include <stdexcept>

namespace {

b3Vec3 vector(const float *v) { return {v[0], v[1], v[2]}; }

void set(float *out, b3Vec3 v) {
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
}

constexpr int POINTS = 64;

struct Box3d : ShapesBase {
  b3MeshData *data;
  b3Mesh mesh;
  // It sorts its triangles.
  std::vector<uint32_t> ids;
  // The question.
  ShapeKind kind;
  b3Sphere sphere;
  b3Capsule capsule;
  b3BoxHull hull;

  Box3d(const PeerMesh &m, uint32_t) {
    b3MeshDef def = {};
    def.vertices = reinterpret_cast<b3Vec3 *>(const_cast<float *>(m.positions));
    def.indices = reinterpret_cast<int32_t *>(const_cast<uint32_t *>(m.indices));
    def.vertexCount = int(m.vertex_count);
    def.triangleCount = int(m.triangle_count);
    def.identifyEdges = true;
    data = b3CreateMesh(&def, nullptr, 0);
    if (!data) throw std::runtime_error("no mesh");
    mesh = {data, {1, 1, 1}};
    using Key = std::array<std::array<float, 3>, 3>;
    const auto key = [](const float *a, const float *b, const float *c) {
      Key key;
      const float *corners[3] = {a, b, c};
      for (int i = 0; i < 3; i++) std::copy(corners[i], corners[i] + 3, key[i].begin());
      std::sort(key.begin(), key.end());
      return key;
    };
    std::map<Key, uint32_t> known;
    for (uint32_t i = m.triangle_count; i-- > 0;) {
      const uint32_t *t = m.indices + 3 * i;
      known[key(m.positions + 3 * t[0], m.positions + 3 * t[1], m.positions + 3 * t[2])] = i;
    }
    const b3Vec3 *vertices = b3GetMeshVertices(data);
    const b3MeshTriangle *triangles = b3GetMeshTriangles(data);
    for (int i = 0; i < data->triangleCount; i++) {
      const b3MeshTriangle t = triangles[i];
      const auto at = [&](int v) { return &vertices[v].x; };
      const auto found = known.find(key(at(t.index1), at(t.index2), at(t.index3)));
      ids.push_back(found == known.end() ? NO_TRIANGLE : found->second);
    }
  }

  ~Box3d() { b3DestroyMesh(data); }

  static bool visit(b3Vec3 a, b3Vec3 b, b3Vec3 c, int triangle, void *self) {
    static_cast<Box3d *>(self)->collide(a, b, c, triangle);
    return true;
  }

  void collide(b3Vec3 a, b3Vec3 b, b3Vec3 c, int triangle) {
    b3LocalManifoldPoint points[POINTS];
    b3LocalManifold manifold = {};
    manifold.points = points;
    const b3Vec3 corners[3] = {a, b, c};
    if (kind == SPHERE) {
      b3CollideTriangleAndSphere(&manifold, POINTS, corners, &sphere);
    } else if (kind == CAPSULE) {
      b3SimplexCache cache = {};
      b3CollideTriangleAndCapsule(&manifold, POINTS, corners, &capsule, &cache);
    } else {
      b3SATCache cache = {};
      b3CollideTriangleAndHull(&manifold, POINTS, a, b, c, b3GetMeshFlags(data)[triangle], &hull.base, &cache, false);
    }
    for (int i = 0; i < manifold.pointCount; i++) {
      if (points[i].separation > 0) continue; // it looks ahead
      PeerFound f;
      set(f.point, points[i].point);
      set(f.normal, manifold.normal);
      f.value = -points[i].separation;
      f.triangle = ids[size_t(triangle)];
      found.push_back(f);
    }
  }

  static b3Transform place(const PeerShape &s) {
    b3Matrix3 m;
    m.cx = vector(s.axes[0]);
    m.cy = vector(s.axes[1]);
    m.cz = vector(s.axes[2]);
    return {vector(s.center), b3MakeQuatFromMatrix(&m)};
  }

  static void segment(const PeerShape &s, b3Vec3 &a, b3Vec3 &b) {
    const b3Vec3 along = b3MulSV(s.half[1], vector(s.axes[1]));
    a = b3Sub(vector(s.center), along);
    b = b3Add(vector(s.center), along);
  }

  void contacts(ShapeKind asked, const PeerShape &s) {
    kind = asked;
    b3AABB bounds;
    if (kind == SPHERE) {
      sphere = {vector(s.center), s.radius};
      bounds = b3ComputeSphereAABB(&sphere, b3Transform_identity);
    } else if (kind == CAPSULE) {
      segment(s, capsule.center1, capsule.center2);
      capsule.radius = s.radius;
      bounds = b3ComputeCapsuleAABB(&capsule, b3Transform_identity);
    } else {
      hull = b3MakeTransformedBoxHull(s.half[0], s.half[1], s.half[2], place(s));
      bounds = b3ComputeHullAABB(&hull.base, b3Transform_identity);
    }
    b3QueryMesh(&mesh, bounds, visit, this);
  }

  PeerFound cast(ShapeKind asked, const PeerShape &s) {
    b3Vec3 points[8];
    b3ShapeCastInput input = {};
    input.proxy = {points, 1, s.radius};
    if (asked == SPHERE) {
      points[0] = vector(s.center);
    } else if (asked == CAPSULE) {
      segment(s, points[0], points[1]);
      input.proxy.count = 2;
    } else {
      const b3Transform at = place(s);
      for (int i = 0; i < 8; i++) {
        const b3Vec3 corner = {i & 1 ? s.half[0] : -s.half[0], i & 2 ? s.half[1] : -s.half[1],
                               i & 4 ? s.half[2] : -s.half[2]};
        points[i] = b3TransformPoint(at, corner);
      }
      input.proxy.count = 8;
    }
    input.translation = vector(s.displacement);
    input.maxFraction = 1;
    const b3CastOutput out = b3ShapeCastMesh(&mesh, &input);
    PeerFound f = nothing_found();
    if (!out.hit) return f;
    f.value = out.fraction;
    set(f.point, out.point);
    set(f.normal, out.normal);
    if (out.triangleIndex >= 0) f.triangle = ids[size_t(out.triangleIndex)];
    return f;
  }
};

} // namespace

extern "C" const ShapesTable box3d_shapes_table = shapes_table<Box3d>();
