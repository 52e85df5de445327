// Bullet: a triangle mesh shape with its quantised tree. Its ray and convex casts are its own; spheres and
// boxes list triangles through its tree, and the test is in the callback (there is no early out).
#include "peer.hpp"
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btOptimizedBvh.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>
#include <BulletCollision/NarrowPhaseCollision/btRaycastCallback.h>

namespace {

btVector3 vector(const float *v) { return btVector3(v[0], v[1], v[2]); }

struct Nearest : btTriangleRaycastCallback {
  int triangle = -1;
  using btTriangleRaycastCallback::btTriangleRaycastCallback;
  btScalar reportHit(const btVector3 &, btScalar fraction, int, int id) override {
    m_hitFraction = std::min(m_hitFraction, fraction);
    triangle = id;
    return m_hitFraction;
  }
};

struct Touched : btTriangleCallback {
  float center[3];
  float limit;
  bool found = false;
  void processTriangle(btVector3 *t, int, int) override {
    if (!found) found = peer_distance_squared(center, &t[0][0], &t[1][0], &t[2][0]) <= limit;
  }
};

struct Listed : btTriangleCallback {
  const PeerBox *box;
  std::vector<int> *ids;
  void processTriangle(btVector3 *t, int, int id) override {
    if (peer_boxes_touch(box, &t[0][0], &t[1][0], &t[2][0])) ids->push_back(id);
  }
};

struct Bullet : PeerBase {
  PeerMesh mesh;
  float reach;
  btTriangleIndexVertexArray array;
  std::unique_ptr<btBvhTriangleMeshShape> shape;
  btCollisionObject object;
  std::vector<int> ids;

  Bullet(const PeerMesh &m, uint32_t)
      : mesh(m), reach(4 * diagonal(m)),
        array(int(m.triangle_count), reinterpret_cast<int *>(const_cast<uint32_t *>(m.indices)), 12,
              int(m.vertex_count), const_cast<float *>(m.positions), 12),
        shape(new btBvhTriangleMeshShape(&array, true, true)) {
    shape->setMargin(0);
    object.setCollisionShape(shape.get());
  }

  size_t bytes() const {
    return shape->getOptimizedBvh()->calculateSerializeBufferSize() + mesh_bytes(mesh);
  }

  float nearest(const PeerRay &ray, float length) {
    const btVector3 from = vector(ray.origin), to = from + vector(ray.direction) * length;
    Nearest callback(from, to);
    shape->performRaycast(&callback, from, to);
    keep(callback);
    return callback.m_hitFraction < 1 ? callback.m_hitFraction * length : MISS;
  }

  float closest(const PeerRay &ray) { return nearest(ray, reach); }
  // No any-hit query: the closest one over the ray's length.
  float any(const PeerRay &ray) { return nearest(ray, ray.t_max) < MISS; }

  float sphere(const PeerSphere &sphere) {
    Touched callback;
    std::copy(sphere.center, sphere.center + 3, callback.center);
    callback.limit = sphere.radius * sphere.radius;
    const btVector3 center = vector(sphere.center), half(sphere.radius, sphere.radius, sphere.radius);
    shape->processAllTriangles(&callback, center - half, center + half);
    return callback.found;
  }

  float box(const PeerBox &box) {
    ids.clear();
    Listed callback;
    callback.box = &box;
    callback.ids = &ids;
    shape->processAllTriangles(&callback, vector(box.min), vector(box.max));
    return float(ids.size());
  }

  float cast(const PeerCast &cast) {
    btSphereShape sphere(cast.radius);
    btTransform from = btTransform::getIdentity(), to = from;
    from.setOrigin(vector(cast.origin));
    to.setOrigin(vector(cast.origin) + vector(cast.displacement));
    btCollisionWorld::ClosestConvexResultCallback callback(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(&sphere, from, to, &object, shape.get(), object.getWorldTransform(),
                                        callback, 0);
    keep(callback);
    return callback.hasHit() ? callback.m_closestHitFraction : MISS;
  }
};

} // namespace

extern "C" const PeerTable bullet_table = peer_table<Bullet>();
