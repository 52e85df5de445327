// CGAL: its intersection of boxes, which keeps nothing from one frame to the next.
#include "world.hpp"
#include <CGAL/box_intersection_d.h>

namespace {

struct Handle {
  const PeerBox *box;
  uint32_t number;
};

struct Traits {
  using NT = float;
  using Box_parameter = const Handle &;
  using ID = size_t;
  static int dimension() { return 3; }
  static float min_coord(Box_parameter handle, int axis) { return handle.box->min[axis]; }
  static float max_coord(Box_parameter handle, int axis) { return handle.box->max[axis]; }
  static ID id(Box_parameter handle) { return handle.number; }
};

// Boxes that are no longer parted but compared. CGAL's default of 10 is slower here.
constexpr std::ptrdiff_t CUTOFF = 64;

struct CgalWorld : WorldBase {
  std::vector<Handle> handles;

  explicit CgalWorld(uint32_t) {}

  void clear() { handles.clear(); }

  void begin(const PeerBox *all, size_t count) {
    handles.resize(count);
    refer(all);
  }

  void refer(const PeerBox *all) {
    for (uint32_t i = 0; i < handles.size(); i++) handles[i] = {all + i, i};
  }

  void move_to(const uint32_t *, const PeerBox *, size_t, const PeerBox *all) { refer(all); }

  void pairs() {
    auto note = [this](const Handle &a, const Handle &b) { list.push_back(key_of(a.number, b.number)); };
    CGAL::box_self_intersection_d(handles.begin(), handles.end(), note, Traits(), CUTOFF,
                                  CGAL::Box_intersection_d::CLOSED);
  }
};

} // namespace

extern "C" const WorldTable cgal_moving_table = world_table<CgalWorld>();
