// The common part of the C++ shims of worlds of moving objects. A class with a method for each call becomes a
// table of functions.
#pragma once
#include "peer.hpp"

// `Table` of moving/shim.rs. A library is never asked for things that it cannot do.
struct WorldTable {
  void *(*create)(uint32_t configuration);
  void (*destroy)(void *peer);
  bool (*begin)(void *peer, const PeerBox *all, size_t count); // into an empty world
  void (*clear)(void *peer);                                   // not timed
  void (*move_to)(void *peer, const uint32_t *moved, const PeerBox *boxes, size_t count, const PeerBox *all);
  size_t (*pairs)(void *peer);
  void (*keys)(const void *peer, uint64_t *keys); // of the last list; not timed
  size_t (*changes)(void *peer);
  void (*list_boxes)(void *peer, const PeerBox *boxes, size_t count, float *counts);
  void (*cast_rays)(void *peer, const PeerRay *rays, size_t count, float *ts);
};

// A pair as a number, the lower object in the upper half.
inline uint64_t key_of(uint32_t a, uint32_t b) { return uint64_t(std::min(a, b)) << 32 | std::max(a, b); }

inline bool boxes_touch(const PeerBox &a, const PeerBox &b) {
  return a.min[0] <= b.max[0] && a.min[1] <= b.max[1] && a.min[2] <= b.max[2] && b.min[0] <= a.max[0] &&
         b.min[1] <= a.max[1] && b.min[2] <= a.max[2];
}

// The `t` at which the ray enters the box, or `limit` if that is not before it.
inline float ray_enters(const PeerBox &box, const float *origin, const float *direction, float limit) {
  float first = 0, last = limit;
  for (int axis = 0; axis < 3; axis++) {
    const float inverse = 1 / direction[axis];
    const float a = (box.min[axis] - origin[axis]) * inverse, b = (box.max[axis] - origin[axis]) * inverse;
    first = std::max(first, std::min(a, b));
    last = std::min(last, std::max(a, b));
  }
  return first <= last ? first : limit;
}

// The common part of most libraries: a list of pairs.
struct WorldBase {
  std::vector<uint64_t> list;

  size_t changes() { return 0; }
  size_t list_box(const PeerBox &) { return 0; }
  float cast_ray(const PeerRay &) { return NAN; }
};

template <class T> WorldTable world_table() {
  WorldTable table;
  table.create = [](uint32_t configuration) -> void * {
    try {
      return new T(configuration);
    } catch (const std::exception &) {
      return nullptr;
    }
  };
  table.destroy = [](void *peer) { delete static_cast<T *>(peer); };
  table.begin = [](void *peer, const PeerBox *all, size_t count) {
    try {
      static_cast<T *>(peer)->begin(all, count);
      return true;
    } catch (const std::exception &) {
      return false;
    }
  };
  table.clear = [](void *peer) { static_cast<T *>(peer)->clear(); };
  table.move_to = [](void *peer, const uint32_t *moved, const PeerBox *boxes, size_t count, const PeerBox *all) {
    static_cast<T *>(peer)->move_to(moved, boxes, count, all);
  };
  table.pairs = [](void *peer) {
    T &t = *static_cast<T *>(peer);
    t.list.clear();
    t.pairs();
    return t.list.size();
  };
  table.keys = [](const void *peer, uint64_t *keys) {
    const T &t = *static_cast<const T *>(peer);
    std::copy(t.list.begin(), t.list.end(), keys);
  };
  table.changes = [](void *peer) { return static_cast<T *>(peer)->changes(); };
  table.list_boxes = [](void *peer, const PeerBox *boxes, size_t count, float *counts) {
    for (size_t i = 0; i < count; i++) counts[i] = float(static_cast<T *>(peer)->list_box(boxes[i]));
  };
  table.cast_rays = [](void *peer, const PeerRay *rays, size_t count, float *ts) {
    for (size_t i = 0; i < count; i++) ts[i] = static_cast<T *>(peer)->cast_ray(rays[i]);
  };
  return table;
}
