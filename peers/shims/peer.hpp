// The common part of the C++ shims. A class with a method for each kind of question becomes a table of
// functions.
#pragma once
#include "peer.h"
#include <malloc.h>
#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <vector>

// `Kind` of library/shim.rs.
enum PeerKind : uint32_t { CLOSEST, ANY, SPHERES, POINTS, BOXES, CASTS, INSIDE, CONTACTS };

struct PeerTable {
  void *(*create)(const void *source, uint32_t structure); // PeerMesh or PeerHulls
  void (*destroy)(void *peer);
  size_t (*bytes)(const void *peer);
  void (*run)(void *peer, uint32_t kind, const void *questions, size_t count, float *values);
};

constexpr float MISS = std::numeric_limits<float>::infinity();

// Bytes in use on the heap, large blocks included.
inline size_t heap_bytes() {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// The size of the user's arrays, for libraries that go on reading them.
inline size_t mesh_bytes(const PeerMesh &mesh) {
  return 12 * (size_t(mesh.vertex_count) + mesh.triangle_count);
}

inline float diagonal(const PeerMesh &mesh) {
  float low[3], high[3], sum = 0;
  for (int k = 0; k < 3; k++) {
    low[k] = high[k] = mesh.positions[k];
    for (size_t i = 0; i < mesh.vertex_count; i++) {
      low[k] = std::min(low[k], mesh.positions[3 * i + k]);
      high[k] = std::max(high[k], mesh.positions[3 * i + k]);
    }
    sum += (high[k] - low[k]) * (high[k] - low[k]);
  }
  return std::sqrt(sum);
}

// Keeps the optimiser from dropping answers that are not compared.
template <class T> inline void keep(const T &value) { asm volatile("" : : "g"(&value) : "memory"); }

// A library is never asked for things that it cannot do.
struct PeerBase {
  float closest(const PeerRay &) { return NAN; }
  float any(const PeerRay &) { return NAN; }
  float sphere(const PeerSphere &) { return NAN; }
  float point(const float *) { return NAN; }
  float box(const PeerBox &) { return NAN; }
  float cast(const PeerCast &) { return NAN; }
  float contact(const PeerSphere &) { return NAN; }
};

template <class Q, class F> inline void each(const void *questions, size_t count, float *values, F answer) {
  for (size_t i = 0; i < count; i++) values[i] = answer(static_cast<const Q *>(questions)[i]);
}

struct PeerPoint { float at[3]; };

template <class T, class Source = PeerMesh> PeerTable peer_table() {
  PeerTable table;
  table.create = [](const void *source, uint32_t structure) -> void * {
    try {
      return new T(*static_cast<const Source *>(source), structure);
    } catch (const std::exception &) {
      return nullptr;
    }
  };
  table.destroy = [](void *peer) { delete static_cast<T *>(peer); };
  table.bytes = [](const void *peer) { return static_cast<const T *>(peer)->bytes(); };
  table.run = [](void *peer, uint32_t kind, const void *q, size_t n, float *v) {
    T &t = *static_cast<T *>(peer);
    switch (kind) {
    case CLOSEST: return each<PeerRay>(q, n, v, [&](const PeerRay &x) { return t.closest(x); });
    case ANY: return each<PeerRay>(q, n, v, [&](const PeerRay &x) { return t.any(x); });
    case SPHERES: return each<PeerSphere>(q, n, v, [&](const PeerSphere &x) { return t.sphere(x); });
    case POINTS: return each<PeerPoint>(q, n, v, [&](const PeerPoint &x) { return t.point(x.at); });
    case BOXES: return each<PeerBox>(q, n, v, [&](const PeerBox &x) { return t.box(x); });
    case CASTS: return each<PeerCast>(q, n, v, [&](const PeerCast &x) { return t.cast(x); });
    case INSIDE: return; // nobody
    case CONTACTS: return each<PeerSphere>(q, n, v, [&](const PeerSphere &x) { return t.contact(x); });
    }
  };
  return table;
}
