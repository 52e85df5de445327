// The common part of the C++ shims of two meshes. A class with a method for each kind of question becomes a
// table of functions.
#pragma once
#include "peer.hpp"

// The second mesh's pose: rows of three, then the translation; and its vertices and triangles baked there.
struct PeerPose {
  const float *rows, *translation;
  const PeerMesh *baked;
};

// `Table` of pairs/shim.rs.
struct PairTable {
  void *(*create)(const PeerMesh *a, const PeerMesh *b);
  void (*destroy)(void *peer);
  void (*place)(void *peer, const PeerPose *pose); // not timed
  size_t (*all)(void *peer);                       // makes a sorted list of pairs; its length
  bool (*first)(void *peer);
  float (*distance)(void *peer);
  // 1 for each triangle that the library cannot take, of the mesh, or of the second one as it stands
  void (*left_out)(const void *peer, bool second, uint8_t *flags);
};

// A pair of triangles as a number that sorts as lists do.
inline uint64_t pair_key(uint32_t a, uint32_t b) { return uint64_t(a) << 32 | b; }

inline size_t sorted(std::vector<uint64_t> &keys) {
  std::sort(keys.begin(), keys.end());
  keep(keys.data());
  return keys.size();
}

template <class T> PairTable pair_table() {
  PairTable table;
  table.create = [](const PeerMesh *a, const PeerMesh *b) -> void * {
    try {
      return new T(*a, *b);
    } catch (const std::exception &) {
      return nullptr;
    }
  };
  table.destroy = [](void *peer) { delete static_cast<T *>(peer); };
  table.place = [](void *peer, const PeerPose *pose) { static_cast<T *>(peer)->place(*pose); };
  table.all = [](void *peer) { return static_cast<T *>(peer)->all(); };
  table.first = [](void *peer) { return static_cast<T *>(peer)->first(); };
  table.distance = [](void *peer) { return static_cast<T *>(peer)->distance(); };
  table.left_out = [](const void *peer, bool second, uint8_t *flags) {
    static_cast<const T *>(peer)->left_out(second, flags);
  };
  return table;
}

// A library is never asked for things that it cannot do, and most take every triangle.
struct PairBase {
  float distance() { return NAN; }
  void left_out(bool, uint8_t *) const {}
};
