// The common part of the shims for contacts and casts of shapes.
#pragma once
#include "peer.hpp"

// `Kind` of shapes/shape.rs.
enum ShapeKind : uint32_t { SPHERE, CAPSULE, BOX, HULL };

// `Placed` of shapes/shape.rs.
struct PeerShape {
  float center[3], radius;
  float half[3], unused;
  float axes[3][3];
  float displacement[3];
};

// `Found` of shapes/shape.rs.
struct PeerFound {
  float point[3], value;
  float normal[3];
  uint32_t triangle;
};

constexpr uint32_t NO_TRIANGLE = ~0u;

// The coordinate of corner `i` of a hull, which is a box, in its own frame.
inline float hull_corner(const PeerShape &s, int i, int axis) { return i >> axis & 1 ? s.half[axis] : -s.half[axis]; }

// The lists of the last call, until the next one.
struct PeerLists {
  const PeerFound *found;
  const uint32_t *ends;
};

// `Table` of shapes/shim.rs.
struct ShapesTable {
  void *(*create)(const PeerMesh *mesh, uint32_t way);
  void (*destroy)(void *peer);
  void (*contacts)(void *peer, uint32_t kind, const PeerShape *shapes, size_t count, PeerLists *lists);
  void (*casts)(void *peer, uint32_t kind, const PeerShape *shapes, size_t count, PeerFound *found);
};

// A class with `contacts(kind, shape)`, which appends to `found`, and `cast(kind, shape)`.
struct ShapesBase {
  std::vector<PeerFound> found;
  std::vector<uint32_t> ends;
};

inline PeerFound nothing_found() { return {{0, 0, 0}, MISS, {0, 0, 0}, NO_TRIANGLE}; }

template <class T> ShapesTable shapes_table() {
  ShapesTable table;
  table.create = [](const PeerMesh *mesh, uint32_t way) -> void * {
    try {
      return new T(*mesh, way);
    } catch (const std::exception &) {
      return nullptr;
    }
  };
  table.destroy = [](void *peer) { delete static_cast<T *>(peer); };
  table.contacts = [](void *peer, uint32_t kind, const PeerShape *shapes, size_t count, PeerLists *lists) {
    T &t = *static_cast<T *>(peer);
    t.found.clear();
    t.ends.clear();
    for (size_t i = 0; i < count; i++) {
      t.contacts(ShapeKind(kind), shapes[i]);
      t.ends.push_back(uint32_t(t.found.size()));
    }
    *lists = {t.found.data(), t.ends.data()};
  };
  table.casts = [](void *peer, uint32_t kind, const PeerShape *shapes, size_t count, PeerFound *found) {
    T &t = *static_cast<T *>(peer);
    for (size_t i = 0; i < count; i++) found[i] = t.cast(ShapeKind(kind), shapes[i]);
  };
  return table;
}
