// Lists: offsets, room for all, for some and for none. Short buffers get the beginning of the list.

#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace test;

namespace {

template <class Item> struct Found {
    CaromStatus status;
    std::vector<std::uint64_t> offsets;
    std::vector<Item> items; // with one guard element behind the room
    std::size_t written, total;
};

template <class Item, class Function, class Query>
Found<Item> ask(Function function, const CaromMesh *mesh, const std::vector<Query> &queries, std::size_t capacity,
                bool with_offsets = true) {
    Found<Item> found = {CAROM_OK, poisoned<std::uint64_t>(queries.size() + 1), poisoned<Item>(capacity + 1), 0, 0};
    poison(found.written);
    poison(found.total);
    found.status = function(mesh, queries.data(), queries.size(), nullptr, with_offsets ? found.offsets.data() : nullptr,
                            capacity == 0 ? nullptr : found.items.data(), capacity, &found.written, &found.total);
    return found;
}

template <class Item, class Function, class Query>
void check_lists(Function function, const CaromMesh *mesh, const std::vector<Query> &queries) {
    const Found<Item> none = ask<Item>(function, mesh, queries, 0);
    ASSERT_EQ(none.status, CAROM_BUFFER_TOO_SMALL);
    ASSERT_EQ(none.written, 0u);
    const std::size_t total = none.total;
    ASSERT_GT(total, queries.size());
    EXPECT_EQ(none.offsets.front(), 0u);
    EXPECT_EQ(none.offsets.back(), total);
    for (std::size_t i = 0; i < queries.size(); ++i) EXPECT_LE(none.offsets[i], none.offsets[i + 1]);

    const Found<Item> all = ask<Item>(function, mesh, queries, total);
    EXPECT_EQ(all.status, CAROM_OK) << "an exactly full buffer is not too small";
    EXPECT_EQ(all.written, total);
    EXPECT_EQ(all.total, total);
    EXPECT_EQ(all.offsets, none.offsets);
    EXPECT_TRUE(is_poisoned(all.items[total]));

    for (std::size_t capacity : {std::size_t(1), total / 3, total / 2, total - 1, total + 7}) {
        SCOPED_TRACE(capacity);
        const Found<Item> some = ask<Item>(function, mesh, queries, capacity);
        const std::size_t fits = capacity < total ? capacity : total;
        EXPECT_EQ(some.status, capacity < total ? CAROM_BUFFER_TOO_SMALL : CAROM_OK);
        EXPECT_EQ(some.written, fits);
        EXPECT_EQ(some.total, total);
        EXPECT_EQ(some.offsets, none.offsets);
        EXPECT_EQ(std::memcmp(some.items.data(), all.items.data(), fits * sizeof(Item)), 0);
        for (std::size_t i = fits; i < some.items.size(); ++i) EXPECT_TRUE(is_poisoned(some.items[i]));
    }

    const Found<Item> without = ask<Item>(function, mesh, queries, total, false);
    EXPECT_EQ(without.status, CAROM_OK);
    EXPECT_TRUE(is_poisoned(without.offsets));
    EXPECT_EQ(std::memcmp(without.items.data(), all.items.data(), total * sizeof(Item)), 0);

    // Each list is the one that its query gives alone.
    for (std::size_t i = 0; i < queries.size(); ++i) {
        const std::size_t begin = all.offsets[i], count = all.offsets[i + 1] - begin;
        const Found<Item> alone = ask<Item>(function, mesh, std::vector<Query>{queries[i]}, count);
        EXPECT_EQ(alone.total, count);
        EXPECT_EQ(std::memcmp(alone.items.data(), all.items.data() + begin, count * sizeof(Item)), 0);
    }
}

TEST(Lists, Rays) {
    const Soup soup = nasty();
    check_lists<CaromRayHit>(carom_mesh_raycast_all, build(soup).get(), rays_at(soup, 40, 1));
}

TEST(Lists, Crossings) {
    const Soup soup = nasty();
    check_lists<CaromCrossing>(carom_mesh_crossings, build(soup).get(), rays_at(soup, 40, 1));
}

TEST(Lists, CrossingsGoInAndOutByTurns) {
    const MeshPointer mesh = build(cube());
    // Through corners, edges and faces of a cube from 0 to 1, and along them.
    for (int origin = 0; origin < 125; ++origin) {
        for (int to = 0; to < 125; ++to) {
            const CaromVec3 from = {float(origin % 5) - 2, float(origin / 5 % 5) - 2, float(origin / 25) - 2};
            const CaromVec3 along = {float(to % 5) - 2, float(to / 5 % 5) - 2, float(to / 25) - 2};
            if (to == 62) continue;
            const CaromRay ray = {from, -INFINITY, along, INFINITY};
            CaromCrossing crossings[8];
            std::size_t written, total;
            ASSERT_EQ(carom_mesh_crossings(mesh.get(), &ray, 1, nullptr, nullptr, crossings, 8, &written, &total), CAROM_OK);
            ASSERT_TRUE(total == 0 || total == 2) << total;
            if (total == 0) continue;
            EXPECT_TRUE(crossings[0].sign == -1 && crossings[1].sign == 1 && crossings[0].t <= crossings[1].t);
        }
    }
}

TEST(Lists, Spheres) {
    std::vector<CaromSphere> balls;
    for (int i = 0; i < 20; ++i) balls.push_back({{float(i), 7, 0}, i % 3 == 0 ? 0.0f : 2.5f});
    check_lists<std::uint32_t>(carom_mesh_overlap_sphere_all, build(waves(16)).get(), balls);
}

TEST(Lists, Boxes) {
    std::vector<CaromAabb> boxes;
    for (int i = 0; i < 20; ++i) boxes.push_back({{float(i), 3, -1}, {float(i + 2), 6, i % 4 == 0 ? -1.0f : 1.0f}});
    check_lists<std::uint32_t>(carom_mesh_candidates_aabb, build(waves(16)).get(), boxes);
}

TEST(Lists, BoxesOfTrees) {
    const MeshPointer mesh = build(waves(16));
    std::size_t written, total;
    const auto ask = [&](std::uint32_t min_depth, std::uint32_t max_depth, CaromTreeBox *boxes, std::size_t capacity) {
        poison(written);
        poison(total);
        return carom_mesh_boxes(mesh.get(), min_depth, max_depth, boxes, capacity, &written, &total);
    };
    ASSERT_EQ(ask(0, UINT32_MAX, nullptr, 0), CAROM_BUFFER_TOO_SMALL);
    EXPECT_EQ(written, 0u);
    const std::size_t count = total;
    auto all = poisoned<CaromTreeBox>(count + 1), some = poisoned<CaromTreeBox>(count);
    ASSERT_EQ(ask(0, UINT32_MAX, all.data(), count), CAROM_OK) << "an exactly full buffer is not too small";
    EXPECT_TRUE(written == count && total == count && is_poisoned(all[count]));
    EXPECT_EQ(all[0].depth, 0u);
    std::size_t triangles = 0, shallow = 0;
    for (std::size_t i = 0; i < count; ++i) {
        triangles += all[i].count;
        shallow += all[i].depth == 1 ? 1 : 0;
    }
    EXPECT_EQ(triangles, waves(16).triangle_count());
    ASSERT_EQ(ask(0, UINT32_MAX, some.data(), count / 2), CAROM_BUFFER_TOO_SMALL);
    EXPECT_TRUE(written == count / 2 && total == count && is_poisoned(some[count / 2]));
    EXPECT_EQ(std::memcmp(some.data(), all.data(), written * sizeof(CaromTreeBox)), 0);
    ASSERT_EQ(ask(1, 1, some.data(), count), CAROM_OK);
    EXPECT_EQ(total, shallow);
    ASSERT_EQ(ask(99, UINT32_MAX, nullptr, 0), CAROM_OK);
    EXPECT_EQ(total, 0u);
    EXPECT_EQ(ask(3, 2, some.data(), count), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "min_depth: 3 exceeds max_depth 2");
    EXPECT_EQ(ask(0, 9, nullptr, 1), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "boxes: NULL with capacity 1");
    EXPECT_TRUE(is_poisoned(written) && is_poisoned(total)) << "outputs are untouched";
    EXPECT_EQ(carom_mesh_boxes(nullptr, 0, 9, nullptr, 0, &written, &total), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_boxes(mesh.get(), 0, 9, nullptr, 0, nullptr, &total), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_bsp_boxes(nullptr, 0, 9, nullptr, 0, &written, &total), CAROM_ERROR_NULL_ARGUMENT);
}

TEST(Lists, SortedByDistanceThenIndex) {
    const MeshPointer mesh = build(cube());
    // Along the diagonal of two faces: two triangles each, at t = 1 and t = 2.
    const CaromRay ray = {{0.5f, 0.5f, -1}, 0, {0, 0, 1}, INFINITY};
    CaromRayHit hits[8];
    std::size_t written, total;
    ASSERT_EQ(carom_mesh_raycast_all(mesh.get(), &ray, 1, nullptr, nullptr, hits, 8, &written, &total), CAROM_OK);
    ASSERT_EQ(total, 4u);
    for (std::size_t i = 0; i < total; ++i) {
        EXPECT_EQ(hits[i].t, i < 2 ? 1.0f : 2.0f);
        EXPECT_EQ(hits[i].triangle, i) << "equal t: lowest index first";
    }
}

} // namespace
