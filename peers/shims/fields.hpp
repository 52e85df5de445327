// The common part of the C++ shims of distance fields. A class that is built from a mesh and gives distances
// at points becomes a table of functions.
#pragma once
#include "peer.hpp"

// `Table` of fields/shim.rs.
struct FieldTable {
  void *(*create)(const PeerMesh *mesh, uint32_t way); // timed
  void (*destroy)(void *peer);
  // Points are nodes of a grid, rows of `row` one after the other.
  void (*distances)(void *peer, const float *points, size_t count, size_t row, float *values);
};

template <class T> FieldTable field_table() {
  FieldTable table;
  table.create = [](const PeerMesh *mesh, uint32_t way) -> void * {
    try {
      return new T(*mesh, way);
    } catch (const std::exception &) {
      return nullptr;
    }
  };
  table.destroy = [](void *peer) { delete static_cast<T *>(peer); };
  table.distances = [](void *peer, const float *points, size_t count, size_t row, float *values) {
    static_cast<T *>(peer)->distances(points, count, row, values);
  };
  return table;
}
