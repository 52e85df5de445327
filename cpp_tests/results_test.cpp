// carom.hpp in a program without exceptions: what can fail returns a result.

#define CAROM_NO_EXCEPTIONS // where the compiler has them anyway
#include "carom.hpp"

#include <cstdio>
#include <vector>

namespace {

int failures = 0;

void expect(bool is_true, const char *what) {
    if (!is_true) {
        std::printf("failed: %s\n", what);
        ++failures;
    }
}

// A value that can be tested itself makes no result that can be: it would be mistaken for its value.
static_assert(std::is_constructible<bool, carom::result<std::vector<int>>>::value, "tells whether there is a list");
static_assert(std::is_constructible<bool, carom::result<carom::mesh>>::value, "tells whether there is a mesh");
static_assert(!std::is_constructible<bool, carom::result<bool>>::value, "ask ok()");
static_assert(!std::is_constructible<bool, carom::result<carom::hit>>::value, "ask ok()");
static_assert(!std::is_constructible<bool, carom::result<CaromClosestPoint>>::value, "ask ok()");

// What a temporary result holds is given by value: a reference would dangle in a range-for.
template <class Result> constexpr bool gives_value = !std::is_reference<decltype(*std::declval<Result>())>::value;
static_assert(gives_value<carom::result<std::vector<int>>> && gives_value<carom::result<carom::mesh>>, "a temporary goes");
static_assert(!gives_value<carom::result<carom::mesh> &> && !gives_value<const carom::result<carom::mesh> &>, "it stays");

void meshes() {
    const std::vector<CaromVec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    carom::result<carom::mesh> mesh = carom::mesh::build(positions, {0, 1, 2});
    expect(mesh.ok() && mesh.status() == CAROM_OK && mesh.message().empty(), "a mesh is built");
    const carom::result<carom::hit> hit = mesh->raycast({0.25f, 0.25f, 1}, {0, 0, -1});
    expect(hit.ok() && *hit && hit->t == 1, "a ray hits");
    expect(mesh->raycast({9, 9, 1}, {0, 0, -1}).ok(), "a miss is no error");
    expect(!*mesh->raycast({9, 9, 1}, {0, 0, -1}), "a miss is a miss");
    const carom::result<carom::hit> refused = mesh->raycast({0, 0, 0}, {carom::infinity, 0, 0});
    expect(!refused.ok() && refused.status() == CAROM_ERROR_NOT_FINITE && !refused.message().empty(), "a bad ray is refused");
    const std::vector<CaromRay> rays(3, carom::ray({0.25f, 0.25f, 1}, {0, 0, -1}));
    const auto hits = mesh->raycast(rays);
    expect(hits && hits->size() == 3, "a batch");
    std::vector<CaromRayHit> few(2);
    const carom::result<void> room = mesh->raycast(rays, few);
    expect(!room && room.message() == "out: room for 2 answers to 3 queries", "an array of another length");
    carom::lists<std::uint32_t> lists;
    expect(mesh->overlap_all({carom::sphere({0, 0, 0}, 1)}, lists).ok() && lists.size() == 1 && lists[0].size() == 1, "lists");
    expect(*mesh->overlap(carom::sphere({0, 0, 0}, 1)), "one sphere");
    expect(mesh->overlap(carom::sphere({0, 0, 0}, -1)).value_or(false) == false, "another value");
    const auto built = carom::mesh::build(positions, {0, 1, 9});
    expect(!built && built.message() == "indices[2]: 9 is not below vertex_count 3", "bad indices");
    expect(!carom::mesh::build(positions, {0, 1}), "indices that are no triangles");
    const carom::mesh empty;
    expect(empty.stats().status() == CAROM_ERROR_NULL_ARGUMENT, "an empty one");
    const auto bytes = mesh->save();
    expect(bytes && carom::mesh::open_copy(*bytes).ok(), "saved and opened");
    expect(!carom::pose(nullptr, {0, 0, 0}, -1).ok(), "a pose of no scale");
    expect(mesh->bounds()->max.x == 1, "figures");
    int contacts = 0;
    for (const CaromContact &contact : *mesh->contacts(carom::sphere({0.25f, 0.25f, 0.5f}, 1))) {
        contacts += contact.triangle == 0 && contact.depth == 0.5f ? 1 : 0;
    }
    expect(contacts == 1, "the list of a temporary");
    const std::vector<CaromBox> boxes = {carom::box({0, 0, 0}, {1, 1, 1}), carom::box({9, 9, 9}, {-1, 1, 1})};
    expect(mesh->contacts(boxes).message() == "boxes[1].half_extents.x: -1 is negative", "a bad box");
    expect(*mesh->overlap(*mesh, {0.25f, 0, 0}) && !*mesh->overlap(*mesh, {9, 0, 0}), "translations");
    expect(mesh->contains(positions)->size() == 3, "many points");
    expect(carom::pose(carom::quaternion(0, 0, 0, 2)).status() == CAROM_ERROR_INVALID_ARGUMENT, "no rotation");
}

void others() {
    carom::brushes brushes;
    brushes.add_box({0, 0, 0}, {1, 1, 1});
    const auto level = carom::bsp::build(brushes);
    expect(level && *level->overlap(carom::sphere({0, 0, 0}, 1)), "a solid");
    auto world = carom::world::create();
    const auto id = world->insert(carom::sphere({0, 0, 0}, 1));
    expect(id.ok() && world->remove(*id).ok() && world->remove(*id).status() == CAROM_ERROR_UNKNOWN_ID, "a world");
    expect(carom::hull::build({{0, 0, 0}, {1, 0, 0}})->vertices()->size() == 2, "a hull");
    const auto hull = carom::hull::build({{0, 0, 0}, {1, 0, 0}});
    expect(hull->at({1, 0, 0}).pose.rows[0][3] == 1 && hull->at(carom::quaternion(), {1, 0, 0}).ok(), "a hull in a pose");
    expect(world->insert(std::vector<CaromSphere>(2, carom::sphere({0, 0, 9}, 1)))->size() == 2, "many objects");
    expect(!world->raycast({0, 0, 0}, {0, 0, 0}).ok(), "a ray without a direction");
    const auto mesh = carom::mesh::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {0, 1, 2});
    const auto field = carom::sdf::generate(*mesh, 4);
    expect(field && field->sample({0, 0, 0}).ok(), "a field");
}

} // namespace

int main() {
    meshes();
    others();
    return failures == 0 ? 0 : 1;
}
