// ODE: its hash space, with cells from the smallest to the largest object, and its sweep and prune.
#include "world.hpp"
#include <ode/ode.h>

namespace {

// A class of geometries whose boxes are the bench's: it reads them when they are marked as moved.
void box_of(dGeomID geometry, dReal bounds[6]) {
  const PeerBox &box = *static_cast<const PeerBox *>(dGeomGetData(geometry));
  for (int axis = 0; axis < 3; axis++) {
    bounds[2 * axis] = box.min[axis];
    bounds[2 * axis + 1] = box.max[axis];
  }
}

dColliderFn *no_collider(int) { return nullptr; }

int box_class() {
  static const int number = [] {
    dInitODE2(0);
    dAllocateODEDataForThread(dAllocateMaskAll);
    const dGeomClass geometry{0, no_collider, box_of, nullptr, nullptr};
    return dCreateGeomClass(&geometry);
  }();
  return number;
}

struct OdeWorld : WorldBase {
  uint32_t configuration;
  dSpaceID space = nullptr;
  std::vector<dGeomID> geometries;
  std::vector<PeerBox> boxes;

  explicit OdeWorld(uint32_t configuration) : configuration(configuration) { box_class(); }

  ~OdeWorld() { clear(); }

  void clear() {
    if (space) dSpaceDestroy(space);
    space = nullptr;
    geometries.clear();
  }

  void begin(const PeerBox *all, size_t count) {
    boxes.assign(all, all + count);
    if (configuration == 0) {
      float least = MISS, most = 0;
      for (const PeerBox &box : boxes)
        for (int axis = 0; axis < 3; axis++) {
          least = std::min(least, box.max[axis] - box.min[axis]);
          most = std::max(most, box.max[axis] - box.min[axis]);
        }
      space = dHashSpaceCreate(nullptr);
      dHashSpaceSetLevels(space, int(std::floor(std::log2(least))), int(std::ceil(std::log2(most))));
    } else {
      space = dSweepAndPruneSpaceCreate(nullptr, dSAP_AXES_XZY);
    }
    for (size_t i = 0; i < count; i++) {
      geometries.push_back(dCreateGeom(box_class()));
      dGeomSetData(geometries[i], &boxes[i]);
      dSpaceAdd(space, geometries[i]);
    }
  }

  void move_to(const uint32_t *moved, const PeerBox *all, size_t count, const PeerBox *) {
    for (size_t i = 0; i < count; i++) {
      const PeerBox &box = boxes[moved[i]] = all[i];
      // Marks it as moved; the place itself is never read.
      dGeomSetPosition(geometries[moved[i]], box.min[0], box.min[1], box.min[2]);
    }
  }

  void pairs() {
    dSpaceCollide(space, this, [](void *data, dGeomID a, dGeomID b) {
      OdeWorld &world = *static_cast<OdeWorld *>(data);
      auto number = [&](dGeomID geometry) {
        return uint32_t(static_cast<const PeerBox *>(dGeomGetData(geometry)) - world.boxes.data());
      };
      world.list.push_back(key_of(number(a), number(b)));
    });
  }
};

} // namespace

extern "C" const WorldTable ode_moving_table = world_table<OdeWorld>();
