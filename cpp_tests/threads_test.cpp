// One mesh, eight threads, every query at once: the same answers as alone.

#include "stl.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

using namespace test;

namespace {

struct Answers {
    std::vector<CaromRayHit> hits, all;
    std::vector<std::uint8_t> occluded, balls, capsules, boxes;
    std::vector<CaromClosestPoint> closest;
    std::vector<CaromShapeHit> casts;
    std::vector<std::uint32_t> in_balls, in_boxes;

    bool operator==(const Answers &other) const {
        return first_difference(hits, other.hits) < 0 && first_difference(all, other.all) < 0 &&
               occluded == other.occluded && balls == other.balls && capsules == other.capsules &&
               boxes == other.boxes && first_difference(closest, other.closest) < 0 &&
               first_difference(casts, other.casts) < 0 && in_balls == other.in_balls && in_boxes == other.in_boxes;
    }
};

template <class Item, class Function, class Query>
std::vector<Item> list(Function function, const CaromMesh *mesh, const std::vector<Query> &queries) {
    std::size_t written = 0, total = 0;
    function(mesh, queries.data(), queries.size(), nullptr, nullptr, nullptr, 0, &written, &total);
    std::vector<Item> items(total);
    EXPECT_EQ(function(mesh, queries.data(), queries.size(), nullptr, nullptr, items.data(), total, &written, &total), CAROM_OK);
    return items;
}

Answers ask(const CaromMesh *mesh, const std::vector<CaromRay> &rays, float size) {
    const std::size_t n = rays.size();
    std::vector<CaromSphere> balls;
    std::vector<CaromCapsule> capsules;
    std::vector<CaromBox> boxes;
    std::vector<CaromAabb> aabbs;
    std::vector<CaromPointQuery> points;
    std::vector<CaromSphereCast> casts;
    for (const CaromRay &ray : rays) {
        const CaromVec3 p = ray.origin, d = ray.direction;
        balls.push_back({p, size});
        capsules.push_back({p, size / 4, {p.x + d.x / 4, p.y + d.y / 4, p.z + d.z / 4}, 0});
        boxes.push_back({p, {size, size / 2, size / 4}, {0.6f, 0, 0, 0.8f}});
        aabbs.push_back({{p.x - size, p.y - size, p.z - size}, {p.x + size, p.y + size, p.z + size}});
        points.push_back({p, INFINITY});
        casts.push_back({p, size / 8, d, 0});
    }
    Answers a;
    a.hits = poisoned<CaromRayHit>(n);
    a.occluded = poisoned<std::uint8_t>(n);
    a.balls = a.capsules = a.boxes = a.occluded;
    a.closest = poisoned<CaromClosestPoint>(n);
    a.casts = poisoned<CaromShapeHit>(n);
    EXPECT_EQ(carom_mesh_raycast(mesh, rays.data(), n, nullptr, a.hits.data(), nullptr), CAROM_OK);
    EXPECT_EQ(carom_mesh_occluded(mesh, rays.data(), n, nullptr, a.occluded.data()), CAROM_OK);
    EXPECT_EQ(carom_mesh_overlap_sphere(mesh, balls.data(), n, nullptr, a.balls.data()), CAROM_OK);
    EXPECT_EQ(carom_mesh_overlap_capsule(mesh, capsules.data(), n, nullptr, a.capsules.data()), CAROM_OK);
    EXPECT_EQ(carom_mesh_overlap_box(mesh, boxes.data(), n, nullptr, a.boxes.data()), CAROM_OK);
    EXPECT_EQ(carom_mesh_closest_point(mesh, points.data(), n, nullptr, a.closest.data()), CAROM_OK);
    EXPECT_EQ(carom_mesh_cast_sphere(mesh, casts.data(), n, nullptr, CAROM_CONTACT_EDGES_SMOOTH, a.casts.data()), CAROM_OK);
    a.all = list<CaromRayHit>(carom_mesh_raycast_all, mesh, rays);
    a.in_balls = list<std::uint32_t>(carom_mesh_overlap_sphere_all, mesh, balls);
    a.in_boxes = list<std::uint32_t>(carom_mesh_candidates_aabb, mesh, aabbs);
    return a;
}

TEST(Threads, EightAtOnceGetTheSameAnswers) {
    const Soup &soup = asset("skull");
    const MeshPointer mesh = build(soup);
    const std::vector<CaromRay> rays = rays_at(soup, scaled(2000), 21);
    const float size = diagonal(bounds(soup)) / 50;
    const Answers expected = ask(mesh.get(), rays, size);
    std::atomic<int> waiting{8}, same{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            --waiting;
            while (waiting > 0) std::this_thread::yield(); // all begin together
            bool all = true;
            for (int round = 0; round < 3; ++round) all = all && ask(mesh.get(), rays, size) == expected;
            same += all ? 1 : 0;
        });
    }
    for (std::thread &thread : threads) thread.join();
    EXPECT_EQ(same, 8);
}

TEST(Threads, TheInstructionSetMayChangeMeanwhile) {
    const Soup &soup = asset("skull");
    const MeshPointer mesh = build(soup, CAROM_LAYOUT_WIDE);
    const std::vector<CaromRay> rays = rays_at(soup, scaled(500), 22);
    const float size = diagonal(bounds(soup)) / 50;
    ASSERT_EQ(carom_set_simd_level(CAROM_SIMD_PORTABLE), CAROM_OK);
    const Answers expected = ask(mesh.get(), rays, size);
    for (std::uint32_t level = CAROM_SIMD_AVX2; level <= CAROM_SIMD_NEON; ++level) {
        if (carom_set_simd_level(level) != CAROM_OK) continue;
        EXPECT_TRUE(ask(mesh.get(), rays, size) == expected) << level;
    }
    std::atomic<int> asking{4}, same{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            same += ask(mesh.get(), rays, size) == expected ? 1 : 0;
            --asking;
        });
    }
    for (std::uint32_t i = 0; asking > 0; ++i) {
        carom_set_simd_level(i % (CAROM_SIMD_NEON + 1));
        std::this_thread::yield();
    }
    for (std::thread &thread : threads) thread.join();
    EXPECT_EQ(same, 4);
    EXPECT_EQ(carom_set_simd_level(CAROM_SIMD_DEFAULT), CAROM_OK);
}

TEST(Threads, MeshesAreCookedOnSeveralThreadsAtOnce) {
    const Soup soup = waves(60);
    const std::vector<unsigned char> expected = save(build(soup).get());
    std::atomic<int> same{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] { same += save(build(soup).get()) == expected ? 1 : 0; });
    }
    for (std::thread &thread : threads) thread.join();
    EXPECT_EQ(same, 8);
}

} // namespace
