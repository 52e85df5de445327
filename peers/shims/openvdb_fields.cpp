// OpenVDB: narrow bands from meshes, and samples of grids, one thread.
#include "peer.hpp"
#include <openvdb/math/Stencils.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/Dense.h>
#include <openvdb/tools/Interpolation.h>
#include <openvdb/tools/MeshToVolume.h>
#include <tbb/global_control.h>

namespace {

using openvdb::FloatGrid;

void initialize() {
  static const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  static const bool once = (openvdb::initialize(), true);
  keep(once);
}

// Voxel (0, 0, 0) is the first node.
openvdb::math::Transform::Ptr transform(const float *origin, float cell) {
  auto result = openvdb::math::Transform::createLinearTransform(double(cell));
  result->postTranslate(openvdb::Vec3d(origin[0], origin[1], origin[2]));
  return result;
}

struct Openvdb {
  FloatGrid::Ptr grid;
  openvdb::Vec3f origin;
  float scale;
};

Openvdb *hold(FloatGrid::Ptr grid, const float *origin, float cell) {
  return new Openvdb{std::move(grid), openvdb::Vec3f(origin[0], origin[1], origin[2]), 1 / cell};
}

} // namespace

extern "C" {

// A level set within `half_width` cells on either side: `plain` leaves out the steps that change distances
// afterwards, among them the removal of surfaces that are inside. Timed.
Openvdb *openvdb_band(const PeerMesh *mesh, const float *origin, float cell, float half_width, bool plain) {
  initialize();
  try {
    std::vector<openvdb::Vec3s> points(mesh->vertex_count);
    for (size_t i = 0; i < points.size(); i++) points[i] = openvdb::Vec3s(mesh->positions + 3 * i);
    std::vector<openvdb::Vec3I> triangles(mesh->triangle_count);
    for (size_t i = 0; i < triangles.size(); i++) triangles[i] = openvdb::Vec3I(mesh->indices + 3 * i);
    const auto place = transform(origin, cell);
    if (!plain)
      return hold(openvdb::tools::meshToLevelSet<FloatGrid>(*place, points, triangles, half_width), origin, cell);
    for (auto &point : points) point = place->worldToIndex(point);
    const openvdb::tools::QuadAndTriangleDataAdapter<openvdb::Vec3s, openvdb::Vec3I> surface(points, triangles);
    const int flags = openvdb::tools::DISABLE_RENORMALIZATION | openvdb::tools::DISABLE_INTERSECTING_VOXEL_REMOVAL;
    return hold(openvdb::tools::meshToVolume<FloatGrid>(surface, *place, half_width, half_width, flags), origin, cell);
  } catch (const std::exception &) {
    return nullptr;
  }
}

// The whole field; `values` have x fastest.
Openvdb *openvdb_whole(const float *values, const uint32_t *dims, const float *origin, float cell) {
  initialize();
  try {
    FloatGrid::Ptr grid = FloatGrid::create(std::numeric_limits<float>::max());
    grid->setTransform(transform(origin, cell));
    const openvdb::CoordBBox box(0, 0, 0, dims[0] - 1, dims[1] - 1, dims[2] - 1);
    const openvdb::tools::Dense<const float, openvdb::tools::LayoutXYZ> dense(box, values);
    openvdb::tools::copyFromDense(dense, *grid, 0.0f, /*serial*/ true);
    return hold(grid, origin, cell);
  } catch (const std::exception &) {
    return nullptr;
  }
}

void openvdb_free(Openvdb *field) { delete field; }

size_t openvdb_bytes(const Openvdb *field) { return field->grid->memUsage(); }

void openvdb_values(const Openvdb *field, const uint32_t *dims, float *values) {
  auto accessor = field->grid->getConstAccessor();
  for (uint32_t z = 0; z < dims[2]; z++)
    for (uint32_t y = 0; y < dims[1]; y++)
      for (uint32_t x = 0; x < dims[0]; x++) *values++ = accessor.getValue(openvdb::Coord(x, y, z));
}

void openvdb_sample(const Openvdb *field, const float *points, size_t count, float *distances) {
  using Accessor = FloatGrid::ConstAccessor;
  Accessor accessor = field->grid->getConstAccessor();
  const openvdb::tools::GridSampler<Accessor, openvdb::tools::BoxSampler> sampler(accessor, field->grid->transform());
  for (size_t i = 0; i < count; i++) {
    // In the grid's own coordinates, which spares it its general transform.
    const openvdb::Vec3f at = (openvdb::Vec3f(points + 3 * i) - field->origin) * field->scale;
    distances[i] = sampler.isSample(openvdb::Vec3R(at));
  }
}

void openvdb_sample_gradients(const Openvdb *field, const float *points, size_t count, float *distances,
                              float *gradients) {
  openvdb::math::BoxStencil<const FloatGrid> stencil(*field->grid);
  for (size_t i = 0; i < count; i++) {
    const openvdb::Vec3f at = (openvdb::Vec3f(points + 3 * i) - field->origin) * field->scale;
    stencil.moveTo(openvdb::Vec3d(at));
    distances[i] = stencil.interpolation(at);
    const openvdb::Vec3f gradient = stencil.gradient(at);
    for (int k = 0; k < 3; k++) gradients[3 * i + k] = gradient[k];
  }
}
}
