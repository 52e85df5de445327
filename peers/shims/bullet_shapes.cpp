// Bullet: contacts by a pair test of a collision world, casts by its convex sweep, both of one object and the
// triangle mesh shape.
#include "shapes.hpp"
#include <btBulletCollisionCommon.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

namespace {

btVector3 vector(const float *v) { return btVector3(v[0], v[1], v[2]); }

btTransform place(const PeerShape &s) {
  const float(*a)[3] = s.axes;
  // The axes are columns.
  const btMatrix3x3 basis(a[0][0], a[1][0], a[2][0], a[0][1], a[1][1], a[2][1], a[0][2], a[1][2], a[2][2]);
  return btTransform(basis, vector(s.center));
}

void set(float *out, const btVector3 &v) {
  for (int k = 0; k < 3; k++) out[k] = v[k];
}

struct Listed : btCollisionWorld::ContactResultCallback {
  std::vector<PeerFound> *found;
  const btCollisionObject *mesh;
  btScalar addSingleResult(btManifoldPoint &p, const btCollisionObjectWrapper *a, int, int id_a,
                           const btCollisionObjectWrapper *, int, int id_b) override {
    const bool first = a->getCollisionObject() == mesh;
    PeerFound f;
    set(f.point, first ? p.m_positionWorldOnA : p.m_positionWorldOnB);
    set(f.normal, first ? -p.m_normalWorldOnB : p.m_normalWorldOnB);
    f.value = -p.getDistance();
    f.triangle = uint32_t(first ? id_a : id_b);
    if (f.value >= 0) found->push_back(f);
    return 0;
  }
};

struct First : btCollisionWorld::ClosestConvexResultCallback {
  int triangle = -1;
  using btCollisionWorld::ClosestConvexResultCallback::ClosestConvexResultCallback;
  btScalar addSingleResult(btCollisionWorld::LocalConvexResult &r, bool world) override {
    if (r.m_localShapeInfo) triangle = r.m_localShapeInfo->m_triangleIndex;
    return ClosestConvexResultCallback::addSingleResult(r, world);
  }
};

struct Bullet : ShapesBase {
  btTriangleIndexVertexArray array;
  btBvhTriangleMeshShape shape;
  btCollisionObject mesh;
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btCollisionWorld world;

  Bullet(const PeerMesh &m, uint32_t)
      : array(int(m.triangle_count), reinterpret_cast<int *>(const_cast<uint32_t *>(m.indices)), 12,
              int(m.vertex_count), const_cast<float *>(m.positions), 12),
        shape(&array, true, true), dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration) {
    shape.setMargin(0);
    mesh.setCollisionShape(&shape);
  }

  template <class F> void with(ShapeKind kind, const PeerShape &s, F ask) {
    if (kind == SPHERE) {
      btSphereShape sphere(s.radius);
      ask(sphere);
    } else if (kind == CAPSULE) {
      btCapsuleShape capsule(s.radius, 2 * s.half[1]);
      ask(capsule);
    } else if (kind == HULL) {
      btConvexHullShape hull;
      for (int i = 0; i < 8; i++) hull.addPoint({hull_corner(s, i, 0), hull_corner(s, i, 1), hull_corner(s, i, 2)}, false);
      hull.setMargin(0);
      hull.recalcLocalAabb();
      ask(hull);
    } else {
      btBoxShape box(vector(s.half));
      ask(box);
    }
  }

  void contacts(ShapeKind kind, const PeerShape &s) {
    with(kind, s, [&](btConvexShape &convex) {
      btCollisionObject object;
      object.setCollisionShape(&convex);
      object.setWorldTransform(place(s));
      Listed listed;
      listed.found = &found;
      listed.mesh = &mesh;
      world.contactPairTest(&object, &mesh, listed);
    });
  }

  PeerFound cast(ShapeKind kind, const PeerShape &s) {
    PeerFound f = nothing_found();
    with(kind, s, [&](btConvexShape &convex) {
      const btTransform from = place(s);
      btTransform to = from;
      to.setOrigin(from.getOrigin() + vector(s.displacement));
      First first(from.getOrigin(), to.getOrigin());
      btCollisionWorld::objectQuerySingle(&convex, from, to, &mesh, &shape, mesh.getWorldTransform(), first, 0);
      if (!first.hasHit()) return;
      f.value = first.m_closestHitFraction;
      set(f.point, first.m_hitPointWorld);
      set(f.normal, first.m_hitNormalWorld);
      f.triangle = uint32_t(first.triangle);
    });
    return f;
  }
};

} // namespace

extern "C" const ShapesTable bullet_shapes_table = shapes_table<Bullet>();
