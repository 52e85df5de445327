// FCL: its dynamic tree of boxes.
#include "world.hpp"
#include <fcl/fcl.h>

namespace {

using Manager = fcl::DynamicAABBTreeCollisionManager<float>;

// An object whose box is the bench's, to the bit.
struct Object : fcl::CollisionObject<float> {
  explicit Object(const std::shared_ptr<fcl::CollisionGeometry<float>> &shape) : CollisionObject(shape) {}

  void place(const PeerBox &box) {
    aabb.min_ = {box.min[0], box.min[1], box.min[2]};
    aabb.max_ = {box.max[0], box.max[1], box.max[2]};
  }

  uint32_t number() const { return uint32_t(uintptr_t(getUserData())); }
};

uint32_t number_of(const fcl::CollisionObject<float> *object) { return static_cast<const Object *>(object)->number(); }

struct FclWorld : WorldBase {
  std::unique_ptr<Manager> manager;
  std::vector<std::unique_ptr<Object>> objects;
  std::vector<fcl::CollisionObject<float> *> some;
  std::shared_ptr<fcl::CollisionGeometry<float>> shape = std::make_shared<fcl::Sphere<float>>(1);
  Object query{shape};
  std::vector<uint32_t> found;

  explicit FclWorld(uint32_t) { clear(); }

  void clear() {
    manager = std::make_unique<Manager>();
    objects.clear();
  }

  void begin(const PeerBox *all, size_t count) {
    some.clear();
    for (size_t i = 0; i < count; i++) {
      objects.push_back(std::make_unique<Object>(shape));
      objects[i]->setUserData(reinterpret_cast<void *>(i));
      objects[i]->place(all[i]);
      some.push_back(objects[i].get());
    }
    manager->registerObjects(some);
    manager->setup();
  }

  void move_to(const uint32_t *moved, const PeerBox *boxes, size_t count, const PeerBox *) {
    some.clear();
    for (size_t i = 0; i < count; i++) {
      objects[moved[i]]->place(boxes[i]);
      some.push_back(objects[moved[i]].get());
    }
    // One by one where few have moved.
    if (count * 4 < objects.size())
      manager->update(some);
    else
      manager->update();
  }

  void pairs() {
    manager->collide(&list, [](fcl::CollisionObject<float> *a, fcl::CollisionObject<float> *b, void *keys) {
      static_cast<std::vector<uint64_t> *>(keys)->push_back(key_of(number_of(a), number_of(b)));
      return false;
    });
  }

  size_t list_box(const PeerBox &box) {
    query.place(box);
    found.clear();
    struct Search {
      const Object *query;
      std::vector<uint32_t> *found;
    } search{&query, &found};
    manager->collide(&query, &search, [](fcl::CollisionObject<float> *a, fcl::CollisionObject<float> *b, void *of) {
      const Search &search = *static_cast<Search *>(of);
      search.found->push_back(number_of(a == search.query ? b : a));
      return false;
    });
    return found.size();
  }
};

} // namespace

extern "C" const WorldTable fcl_moving_table = world_table<FclWorld>();
