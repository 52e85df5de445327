// Bullet: convex hulls without a margin, in one of two ways. A compound shape: its tree of boxes is walked up
// to the first hull near enough, and GJK's distance from a point to the hull is asked of each. A collision
// world: an object a hull, with Bullet's own contact test and sweep.
#include "peer.hpp"
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>
#include <BulletCollision/CollisionDispatch/btCollisionDispatcher.h>
#include <BulletCollision/CollisionDispatch/btCollisionObject.h>
#include <BulletCollision/CollisionDispatch/btCollisionWorld.h>
#include <BulletCollision/CollisionDispatch/btDefaultCollisionConfiguration.h>
#include <BulletCollision/CollisionShapes/btCompoundShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>

namespace {

btVector3 vector(const float *v) { return btVector3(v[0], v[1], v[2]); }

btTransform at(const btVector3 &place) {
  btTransform transform = btTransform::getIdentity();
  transform.setOrigin(place);
  return transform;
}

// A hull around its own middle, where floats are finest.
struct Hull {
  std::unique_ptr<btConvexHullShape> shape;
  btVector3 middle;

  Hull(const float *corners, size_t count) : middle(0, 0, 0) {
    btVector3 low = vector(corners), high = low;
    for (size_t i = 0; i < count; i++) {
      low.setMin(vector(corners + 3 * i));
      high.setMax(vector(corners + 3 * i));
    }
    middle = (low + high) / 2;
    shape.reset(new btConvexHullShape());
    for (size_t i = 0; i < count; i++) shape->addPoint(vector(corners + 3 * i) - middle, false);
    // The margin grows the hull: none, and the box is as large as the hull.
    shape->setMargin(0);
    shape->recalcLocalAabb();
  }
};

struct Hulls : PeerBase {
  std::vector<Hull> hulls;
  size_t heap_before, heap_after;

  explicit Hulls(const PeerHulls &given) : heap_before(heap_bytes()) {
    hulls.reserve(given.hull_count);
    for (uint32_t i = 0, first = 0; i < given.hull_count; first = given.ends[i++])
      hulls.emplace_back(given.corners + 3 * size_t(first), given.ends[i] - first);
  }

  size_t bytes() const { return heap_after - heap_before; }
};

struct Compound : Hulls {
  btCompoundShape compound;
  btCollisionObject object;

  explicit Compound(const PeerHulls &given, uint32_t) : Hulls(given), compound(true, int(given.hull_count)) {
    for (Hull &hull : hulls) compound.addChildShape(at(hull.middle), hull.shape.get());
    compound.setMargin(0);
    compound.getDynamicAabbTree()->optimizeTopDown();
    object.setCollisionShape(&compound);
    heap_after = heap_bytes();
  }

  // Signed distances from the ball's surface to the hulls whose boxes it meets, until one is enough.
  template <class F> void walk(const PeerSphere &sphere, F enough) {
    const btVector3 center = vector(sphere.center);
    const btDbvtVolume volume = btDbvtVolume::FromCR(center, sphere.radius);
    const btDbvtNode *stack[128];
    int depth = 0;
    stack[depth++] = compound.getDynamicAabbTree()->m_root;
    while (depth > 0) {
      const btDbvtNode *node = stack[--depth];
      if (!Intersect(node->volume, volume)) continue;
      if (node->isinternal() && depth + 2 <= 128) {
        stack[depth++] = node->childs[0];
        stack[depth++] = node->childs[1];
        continue;
      }
      const Hull &hull = hulls[node->dataAsInt];
      btGjkEpaSolver2::sResults found;
      const btScalar gap = btGjkEpaSolver2::SignedDistance(center, sphere.radius, hull.shape.get(),
                                                           at(hull.middle), found);
      keep(found);
      if (enough(gap)) return;
    }
  }

  float sphere(const PeerSphere &sphere) {
    bool touches = false;
    walk(sphere, [&](btScalar gap) { return touches = gap <= 0; });
    return touches;
  }

  float contact(const PeerSphere &sphere) {
    btScalar least = 0;
    walk(sphere, [&](btScalar gap) {
      least = std::min(least, gap);
      return false;
    });
    return -least;
  }

  float cast(const PeerCast &cast) {
    btSphereShape sphere(cast.radius);
    const btTransform from = at(vector(cast.origin)), to = at(vector(cast.origin) + vector(cast.displacement));
    btCollisionWorld::ClosestConvexResultCallback callback(from.getOrigin(), to.getOrigin());
    btCollisionWorld::objectQuerySingle(&sphere, from, to, &object, &compound, object.getWorldTransform(),
                                        callback, 0);
    keep(callback);
    return callback.hasHit() ? callback.m_closestHitFraction : MISS;
  }
};

struct Deepest : btCollisionWorld::ContactResultCallback {
  btScalar least = 1;
  btScalar addSingleResult(btManifoldPoint &point, const btCollisionObjectWrapper *, int, int,
                           const btCollisionObjectWrapper *, int, int) override {
    least = std::min(least, point.getDistance());
    return 0;
  }
};

struct World : Hulls {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher;
  btDbvtBroadphase broadphase;
  btCollisionWorld world;
  std::vector<std::unique_ptr<btCollisionObject>> objects;
  btSphereShape shape;
  btCollisionObject ball;

  explicit World(const PeerHulls &given, uint32_t)
      : Hulls(given), dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration), shape(1) {
    // Proxies need not move: no thickened boxes.
    for (Hull &hull : hulls) {
      objects.emplace_back(new btCollisionObject());
      objects.back()->setCollisionShape(hull.shape.get());
      objects.back()->setWorldTransform(at(hull.middle));
      objects.back()->setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
      world.addCollisionObject(objects.back().get(), btBroadphaseProxy::StaticFilter,
                               btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter);
    }
    broadphase.optimize();
    ball.setCollisionShape(&shape);
    heap_after = heap_bytes();
  }

  ~World() {
    for (auto &object : objects) world.removeCollisionObject(object.get());
  }

  btScalar least(const PeerSphere &sphere) {
    shape.setUnscaledRadius(sphere.radius);
    ball.setWorldTransform(at(vector(sphere.center)));
    Deepest callback;
    world.contactTest(&ball, callback);
    keep(callback);
    return callback.least;
  }

  float sphere(const PeerSphere &sphere) { return least(sphere) <= 0; }
  float contact(const PeerSphere &sphere) { return std::max(-least(sphere), btScalar(0)); }

  float cast(const PeerCast &cast) {
    btSphereShape sphere(cast.radius);
    const btTransform from = at(vector(cast.origin)), to = at(vector(cast.origin) + vector(cast.displacement));
    btCollisionWorld::ClosestConvexResultCallback callback(from.getOrigin(), to.getOrigin());
    world.convexSweepTest(&sphere, from, to, callback);
    keep(callback);
    return callback.hasHit() ? callback.m_closestHitFraction : MISS;
  }
};

} // namespace

extern "C" const PeerTable bullet_compound_table = peer_table<Compound, PeerHulls>();
extern "C" const PeerTable bullet_world_table = peer_table<World, PeerHulls>();
