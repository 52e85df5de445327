// Embree 3: rtcCollide, which wants boxes of the user's own and both meshes in one frame: the second one is
// baked where it stands, and its scene built anew. The callback decides about contacts.
#include "pairs.hpp"
#include <embree3/rtcore.h>

// Returns true if two triangles touch, in f32: pairs/triangle.rs.
extern "C" bool peer_triangles_touch(const float *const a[3], const float *const b[3]);

namespace {

void bounds_of(const RTCBoundsFunctionArguments *arguments) {
  const PeerMesh &mesh = *static_cast<const PeerMesh *>(arguments->geometryUserPtr);
  const float *p = peer_corner(&mesh, arguments->primID, 0), *q = peer_corner(&mesh, arguments->primID, 1),
              *r = peer_corner(&mesh, arguments->primID, 2);
  RTCBounds &bounds = *arguments->bounds_o;
  bounds.lower_x = std::min({p[0], q[0], r[0]});
  bounds.lower_y = std::min({p[1], q[1], r[1]});
  bounds.lower_z = std::min({p[2], q[2], r[2]});
  bounds.upper_x = std::max({p[0], q[0], r[0]});
  bounds.upper_y = std::max({p[1], q[1], r[1]});
  bounds.upper_z = std::max({p[2], q[2], r[2]});
}

struct EmbreePairs : PairBase {
  PeerMesh a, b;
  RTCDevice device = rtcNewDevice("threads=1");
  RTCScene scenes[2] = {};
  std::vector<uint64_t> keys;

  EmbreePairs(const PeerMesh &first, const PeerMesh &second) : a(first), b(second) { scenes[0] = scene_of(a); }

  ~EmbreePairs() {
    for (RTCScene scene : scenes)
      if (scene) rtcReleaseScene(scene);
    rtcReleaseDevice(device);
  }

  // `mesh` stays where it is as long as the scene.
  RTCScene scene_of(PeerMesh &mesh) {
    const RTCScene scene = rtcNewScene(device);
    const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryUserPrimitiveCount(geometry, mesh.triangle_count);
    rtcSetGeometryUserData(geometry, &mesh);
    rtcSetGeometryBoundsFunction(geometry, bounds_of, nullptr);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcReleaseGeometry(geometry);
    rtcCommitScene(scene);
    return scene;
  }

  void place(const PeerPose &p) {
    b = *p.baked;
    if (scenes[1]) rtcReleaseScene(scenes[1]);
    scenes[1] = scene_of(b);
  }

  static void touch(void *user, RTCCollision *collisions, unsigned count) {
    EmbreePairs &self = *static_cast<EmbreePairs *>(user);
    for (unsigned i = 0; i < count; i++) {
      const uint32_t first = collisions[i].primID0, second = collisions[i].primID1;
      const float *corners[2][3];
      for (int k = 0; k < 3; k++) {
        corners[0][k] = peer_corner(&self.a, first, k);
        corners[1][k] = peer_corner(&self.b, second, k);
      }
      if (peer_triangles_touch(corners[0], corners[1])) self.keys.push_back(pair_key(first, second));
    }
  }

  size_t all() {
    keys.clear();
    rtcCollide(scenes[0], scenes[1], touch, this);
    return sorted(keys);
  }

  bool first() { return all() > 0; } // never asked: it cannot stop
};

} // namespace

extern "C" const PairTable embree_pair_table = pair_table<EmbreePairs>();
