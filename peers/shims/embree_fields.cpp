// Embree 3: a point query for each node, with the exact distance of a triangle in the callback. Its radius is
// infinite, or, if queries are seeded, the bound on the distance that follows from the node before.
#include "fields.hpp"
#include <embree3/rtcore.h>

namespace {

enum Way : uint32_t { PLAIN, SEEDED };

struct Nearest {
  const PeerMesh *mesh;
  float squared;
};

bool closer(RTCPointQueryFunctionArguments *a) {
  Nearest &nearest = *static_cast<Nearest *>(a->userPtr);
  const float p[3] = {a->query->x, a->query->y, a->query->z};
  const float found = peer_triangle_distance_squared(nearest.mesh, a->primID, p);
  if (!(found < nearest.squared)) return false;
  nearest.squared = found;
  a->query->radius = std::sqrt(found);
  return true;
}

struct EmbreeFields {
  PeerMesh mesh;
  Way way;
  RTCDevice device = rtcNewDevice("threads=1");
  RTCScene scene = rtcNewScene(device);

  EmbreeFields(const PeerMesh &m, uint32_t w) : mesh(m), way(Way(w)) {
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, m.positions, 0, 12,
                               m.vertex_count);
    rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, m.indices, 0, 12,
                               m.triangle_count);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
  }

  ~EmbreeFields() {
    rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }

  void distances(const float *points, size_t count, size_t row, float *values) {
    for (size_t i = 0; i < count; i++) {
      const float *p = points + 3 * i;
      float radius = std::numeric_limits<float>::infinity();
      if (way == SEEDED && i % row > 0) {
        const float step[3] = {p[0] - p[-3], p[1] - p[-2], p[2] - p[-1]};
        radius = 1.0001f * (values[i - 1] + std::sqrt(peer_dot(step, step)));
      }
      RTCPointQuery query = {p[0], p[1], p[2], 0, radius};
      RTCPointQueryContext context;
      rtcInitPointQueryContext(&context);
      Nearest nearest = {&mesh, std::numeric_limits<float>::infinity()};
      rtcPointQuery(scene, &query, &context, closer, &nearest);
      values[i] = std::sqrt(nearest.squared);
    }
  }
};

} // namespace

extern "C" const FieldTable embree_field_table = field_table<EmbreeFields>();
