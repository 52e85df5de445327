// Embree 3: boxes of the user's own, in a scene that is built anew each frame or refitted, and rtcCollide
// with itself.
#include "world.hpp"
#include <embree3/rtcore.h>

namespace {

struct EmbreeWorld : WorldBase {
  bool refits;
  RTCDevice device = rtcNewDevice("threads=1,set_affinity=0");
  RTCScene scene = nullptr;
  RTCGeometry geometry = nullptr;
  const PeerBox *boxes = nullptr; // the bench's
  std::vector<uint32_t> found;

  explicit EmbreeWorld(uint32_t configuration) : refits(configuration == 1) {}

  ~EmbreeWorld() {
    clear();
    rtcReleaseDevice(device);
  }

  void clear() {
    if (geometry) rtcReleaseGeometry(geometry);
    if (scene) rtcReleaseScene(scene);
    geometry = nullptr;
    scene = nullptr;
  }

  static void bounds_of(const RTCBoundsFunctionArguments *arguments) {
    const PeerBox &box = static_cast<const EmbreeWorld *>(arguments->geometryUserPtr)->boxes[arguments->primID];
    RTCBounds &bounds = *arguments->bounds_o;
    bounds.lower_x = box.min[0], bounds.lower_y = box.min[1], bounds.lower_z = box.min[2];
    bounds.upper_x = box.max[0], bounds.upper_y = box.max[1], bounds.upper_z = box.max[2];
  }

  static void intersect(const RTCIntersectFunctionNArguments *arguments) {
    if (!arguments->valid[0]) return;
    RTCRayHit &ray = *reinterpret_cast<RTCRayHit *>(arguments->rayhit);
    const PeerBox &box = static_cast<const EmbreeWorld *>(arguments->geometryUserPtr)->boxes[arguments->primID];
    const float t = ray_enters(box, &ray.ray.org_x, &ray.ray.dir_x, ray.ray.tfar);
    if (t < ray.ray.tfar) {
      ray.ray.tfar = t;
      ray.hit.geomID = arguments->geomID;
      ray.hit.primID = arguments->primID;
    }
  }

  void begin(const PeerBox *all, size_t count) {
    boxes = all;
    scene = rtcNewScene(device);
    const RTCBuildQuality quality = refits ? RTC_BUILD_QUALITY_REFIT : RTC_BUILD_QUALITY_LOW;
    rtcSetSceneFlags(scene, RTC_SCENE_FLAG_DYNAMIC);
    rtcSetSceneBuildQuality(scene, RTC_BUILD_QUALITY_LOW);
    geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_USER);
    rtcSetGeometryBuildQuality(geometry, quality);
    rtcSetGeometryUserPrimitiveCount(geometry, unsigned(count));
    rtcSetGeometryUserData(geometry, this);
    rtcSetGeometryBoundsFunction(geometry, bounds_of, nullptr);
    rtcSetGeometryIntersectFunction(geometry, intersect);
    rtcCommitGeometry(geometry);
    rtcAttachGeometry(scene, geometry);
    rtcCommitScene(scene);
  }

  void move_to(const uint32_t *, const PeerBox *, size_t, const PeerBox *all) {
    boxes = all;
    rtcCommitGeometry(geometry);
    rtcCommitScene(scene);
  }

  void pairs() {
    rtcCollide(scene, scene, [](void *user, RTCCollision *collisions, unsigned count) {
      EmbreeWorld &world = *static_cast<EmbreeWorld *>(user);
      for (unsigned i = 0; i < count; i++) {
        const unsigned a = collisions[i].primID0, b = collisions[i].primID1;
        // Both orders come, and each with itself.
        if (a < b && boxes_touch(world.boxes[a], world.boxes[b])) world.list.push_back(key_of(a, b));
      }
    }, this);
  }

  // There is no query with a box: the sphere around it stands in.
  size_t list_box(const PeerBox &query) {
    struct Search {
      EmbreeWorld *world;
      const PeerBox *query;
    } search{this, &query};
    found.clear();
    RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    const float x = query.max[0] - query.min[0], y = query.max[1] - query.min[1], z = query.max[2] - query.min[2];
    RTCPointQuery sphere{};
    sphere.x = query.min[0] + x / 2, sphere.y = query.min[1] + y / 2, sphere.z = query.min[2] + z / 2;
    sphere.radius = std::sqrt(x * x + y * y + z * z) / 2 * 1.000001f;
    rtcPointQuery(scene, &sphere, &context, [](RTCPointQueryFunctionArguments *arguments) {
      const Search &search = *static_cast<Search *>(arguments->userPtr);
      if (boxes_touch(search.world->boxes[arguments->primID], *search.query))
        search.world->found.push_back(arguments->primID);
      return false;
    }, &search);
    return found.size();
  }

  float cast_ray(const PeerRay &ray) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    RTCRayHit hit{};
    hit.ray.org_x = ray.origin[0], hit.ray.org_y = ray.origin[1], hit.ray.org_z = ray.origin[2];
    hit.ray.dir_x = ray.direction[0], hit.ray.dir_y = ray.direction[1], hit.ray.dir_z = ray.direction[2];
    hit.ray.tfar = ray.t_max;
    hit.ray.mask = ~0u;
    hit.hit.geomID = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(scene, &context, &hit);
    return hit.hit.geomID != RTC_INVALID_GEOMETRY_ID ? hit.ray.tfar : MISS;
  }
};

} // namespace

extern "C" const WorldTable embree_moving_table = world_table<EmbreeWorld>();
