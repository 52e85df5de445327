// Bullet: its two dynamic trees of boxes with margins, and the cache of pairs that goes with them. Pairs that
// have ended stay in the cache for some frames: a tenth of it is looked through a frame.
#include "world.hpp"
#include <BulletCollision/BroadphaseCollision/btDbvtBroadphase.h>

namespace {

uint32_t number_of(const btBroadphaseProxy *proxy) { return uint32_t(uintptr_t(proxy->m_clientObject)); }

// Notes the pairs that begin and that end.
struct Cache : btHashedOverlappingPairCache {
  std::vector<uint64_t> begun, ended;

  btBroadphasePair *addOverlappingPair(btBroadphaseProxy *a, btBroadphaseProxy *b) override {
    const int before = getNumOverlappingPairs();
    btBroadphasePair *pair = btHashedOverlappingPairCache::addOverlappingPair(a, b);
    if (getNumOverlappingPairs() > before) begun.push_back(key_of(number_of(a), number_of(b)));
    return pair;
  }

  void *removeOverlappingPair(btBroadphaseProxy *a, btBroadphaseProxy *b, btDispatcher *dispatcher) override {
    const int before = getNumOverlappingPairs();
    void *const user = btHashedOverlappingPairCache::removeOverlappingPair(a, b, dispatcher);
    if (getNumOverlappingPairs() < before) ended.push_back(key_of(number_of(a), number_of(b)));
    return user;
  }
};

btVector3 vector(const float *p) { return btVector3(p[0], p[1], p[2]); }

PeerBox box_of(const btBroadphaseProxy *proxy) {
  const btVector3 &a = proxy->m_aabbMin, &b = proxy->m_aabbMax;
  return {{a.x(), a.y(), a.z()}, {b.x(), b.y(), b.z()}};
}

struct Boxes : btBroadphaseAabbCallback {
  PeerBox query;
  std::vector<uint32_t> found;

  // Its tree's boxes have margins.
  bool process(const btBroadphaseProxy *proxy) override {
    if (boxes_touch(box_of(proxy), query)) found.push_back(number_of(proxy));
    return true;
  }
};

struct Nearest : btBroadphaseRayCallback {
  const PeerRay *ray;
  float t;

  bool process(const btBroadphaseProxy *proxy) override {
    t = std::min(t, ray_enters(box_of(proxy), ray->origin, ray->direction, t));
    return true;
  }
};

struct BulletWorld : WorldBase {
  bool deferred;
  std::unique_ptr<Cache> cache;
  std::unique_ptr<btDbvtBroadphase> phase;
  std::vector<btBroadphaseProxy *> proxies;
  Boxes boxes;

  explicit BulletWorld(uint32_t configuration) : deferred(configuration == 1) { clear(); }

  ~BulletWorld() { release(); }

  // Removing one proxy after the other looks at all pairs for each.
  void release() {
    phase.reset();
    cache.reset();
    for (btBroadphaseProxy *proxy : proxies) btAlignedFree(proxy);
    proxies.clear();
  }

  void clear() {
    release();
    cache = std::make_unique<Cache>();
    phase = std::make_unique<btDbvtBroadphase>(cache.get());
    phase->m_deferedcollide = deferred;
  }

  void begin(const PeerBox *all, size_t count) {
    for (size_t i = 0; i < count; i++)
      proxies.push_back(
          phase->createProxy(vector(all[i].min), vector(all[i].max), 0, reinterpret_cast<void *>(i), 1, 1, nullptr));
    update();
  }

  void update() { phase->calculateOverlappingPairs(nullptr); }

  void move_to(const uint32_t *moved, const PeerBox *all, size_t count, const PeerBox *) {
    cache->begun.clear();
    cache->ended.clear();
    for (size_t i = 0; i < count; i++)
      phase->setAabb(proxies[moved[i]], vector(all[i].min), vector(all[i].max), nullptr);
    update();
  }

  void pairs() {
    const btBroadphasePair *pairs = cache->getOverlappingPairArrayPtr();
    const int count = cache->getNumOverlappingPairs();
    for (int i = 0; i < count; i++) list.push_back(key_of(number_of(pairs[i].m_pProxy0), number_of(pairs[i].m_pProxy1)));
  }

  size_t changes() { return cache->begun.size() + cache->ended.size(); }

  size_t list_box(const PeerBox &query) {
    boxes.query = query;
    boxes.found.clear();
    phase->aabbTest(vector(query.min), vector(query.max), boxes);
    return boxes.found.size();
  }

  float cast_ray(const PeerRay &ray) {
    Nearest nearest;
    nearest.ray = &ray;
    nearest.t = MISS;
    const btVector3 from = vector(ray.origin), direction = vector(ray.direction);
    for (int axis = 0; axis < 3; axis++) {
      nearest.m_rayDirectionInverse[axis] = 1 / direction[axis];
      nearest.m_signs[axis] = direction[axis] < 0;
    }
    nearest.m_lambda_max = ray.t_max;
    phase->rayTest(from, from + direction * ray.t_max, nearest);
    return nearest.t <= ray.t_max ? nearest.t : MISS;
  }
};

} // namespace

extern "C" const WorldTable bullet_moving_table = world_table<BulletWorld>();
