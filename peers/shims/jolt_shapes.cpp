// Jolt: contacts and casts of a convex shape and a mesh shape by its collision dispatch, without a world.
#include <Jolt/Jolt.h>
#include <Jolt/Core/Factory.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/InternalEdgeRemovingCollector.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/MeshShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/ShapeCast.h>
#include <Jolt/RegisterTypes.h>
#include "shapes.hpp"
#include <stdexcept>

namespace {

using namespace JPH;

// As the ways of shapes/shim.rs.
enum Way : uint32_t { ACTIVE_EDGES, ALL_EDGES, EDGES_REMOVED };

JPH::Vec3 vector(const float *v) { return JPH::Vec3(v[0], v[1], v[2]); }

void set(float *out, JPH::Vec3 v) {
  for (int k = 0; k < 3; k++) out[k] = v[k];
}

JPH::Vec4 column(const float *v) { return JPH::Vec4(v[0], v[1], v[2], 0); }

JPH::Mat44 place(const PeerShape &s) {
  return JPH::Mat44(column(s.axes[0]), column(s.axes[1]), column(s.axes[2]), vector(s.center));
}

void start() {
  static const bool started = [] {
    RegisterDefaultAllocator();
    Factory::sInstance = new Factory();
    RegisterTypes();
    return true;
  }();
  keep(started);
}

struct Listed : CollideShapeCollector {
  std::vector<PeerFound> *found;
  void AddHit(const CollideShapeResult &r) override {
    PeerFound f;
    set(f.point, r.mContactPointOn2);
    set(f.normal, -r.mPenetrationAxis.NormalizedOr(JPH::Vec3::sZero()));
    f.value = r.mPenetrationDepth;
    f.triangle = NO_TRIANGLE; // it does not keep the order
    found->push_back(f);
  }
};

struct Jolt : ShapesBase {
  uint32_t way;
  RefConst<JPH::Shape> mesh;
  CollideShapeSettings contact_settings;
  ShapeCastSettings cast_settings;
  RefConst<JPH::Shape> hull;
  float hull_half[3] = {};

  Jolt(const PeerMesh &m, uint32_t way) : way(way) {
    start();
    VertexList vertices(m.vertex_count);
    for (uint32_t i = 0; i < m.vertex_count; i++) {
      const float *p = m.positions + 3 * i;
      vertices[i] = Float3(p[0], p[1], p[2]);
    }
    IndexedTriangleList triangles(m.triangle_count);
    for (uint32_t i = 0; i < m.triangle_count; i++) {
      const uint32_t *t = m.indices + 3 * i;
      triangles[i] = IndexedTriangle(t[0], t[1], t[2]);
    }
    const Shape::ShapeResult result = MeshShapeSettings(vertices, triangles).Create();
    if (result.HasError()) throw std::runtime_error("no mesh");
    mesh = result.Get();
    if (way == ALL_EDGES) contact_settings.mActiveEdgeMode = EActiveEdgeMode::CollideWithAll;
    if (way == EDGES_REMOVED) {
      contact_settings.mActiveEdgeMode = EActiveEdgeMode::CollideWithAll;
      contact_settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
    }
    cast_settings.mBackFaceModeTriangles = EBackFaceMode::CollideWithBackFaces;
  }

  template <class F> void with(ShapeKind kind, const PeerShape &s, F ask) {
    if (kind == SPHERE) {
      SphereShape sphere(s.radius);
      sphere.SetEmbedded();
      ask(sphere);
    } else if (kind == CAPSULE) {
      CapsuleShape capsule(s.half[1], s.radius);
      capsule.SetEmbedded();
      ask(capsule);
    } else if (kind == HULL) {
      // Built once for all of a size.
      if (!hull || !std::equal(s.half, s.half + 3, hull_half)) {
        JPH::Array<JPH::Vec3> corners;
        for (int i = 0; i < 8; i++) corners.push_back({hull_corner(s, i, 0), hull_corner(s, i, 1), hull_corner(s, i, 2)});
        hull = ConvexHullShapeSettings(corners, 0).Create().Get();
        std::copy(s.half, s.half + 3, hull_half);
      }
      ask(*hull);
    } else {
      BoxShape box(vector(s.half), 0);
      box.SetEmbedded();
      ask(box);
    }
  }

  void contacts(ShapeKind kind, const PeerShape &s) {
    with(kind, s, [&](const JPH::Shape &convex) {
      Listed listed;
      listed.found = &found;
      const JPH::Vec3 one = JPH::Vec3::sReplicate(1);
      const auto collide = way == EDGES_REMOVED ? &InternalEdgeRemovingCollector::sCollideShapeVsShape
                                                : &CollisionDispatch::sCollideShapeVsShape;
      collide(&convex, mesh, one, one, place(s), JPH::Mat44::sIdentity(), SubShapeIDCreator(),
              SubShapeIDCreator(), contact_settings, listed, {});
    });
  }

  PeerFound cast(ShapeKind kind, const PeerShape &s) {
    PeerFound f = nothing_found();
    with(kind, s, [&](const JPH::Shape &convex) {
      const JPH::Vec3 one = JPH::Vec3::sReplicate(1);
      const ShapeCast cast(&convex, one, place(s), vector(s.displacement));
      ClosestHitCollisionCollector<CastShapeCollector> first;
      CollisionDispatch::sCastShapeVsShapeLocalSpace(cast, cast_settings, mesh, one, {}, JPH::Mat44::sIdentity(),
                                                     SubShapeIDCreator(), SubShapeIDCreator(), first);
      if (!first.HadHit()) return;
      f.value = first.mHit.mFraction;
      set(f.point, first.mHit.mContactPointOn2);
      set(f.normal, -first.mHit.mPenetrationAxis.NormalizedOr(JPH::Vec3::sZero()));
    });
    return f;
  }
};

} // namespace

extern "C" const ShapesTable jolt_shapes_table = shapes_table<Jolt>();
