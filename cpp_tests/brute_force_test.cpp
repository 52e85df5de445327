// Every answer equals, bit for bit, that of a plain loop over all triangles: on the real meshes, on a mesh of
// degenerate triangles, with filters; with rays aimed at vertices and edges.

#include "carom.hpp"
#include "reference.hpp"
#include "stl.hpp"

#include <gtest/gtest.h>

using namespace test;

namespace {

constexpr CaromRayHit miss = {reference::infinity, 0.0f, 0.0f, CAROM_NONE};

class BruteForce {
public:
    BruteForce(const Soup &soup, const CaromFilter *filter = nullptr)
        : soup_(soup), oracle_(soup), filter_(filter) {
        for (std::uint32_t layout : layouts) meshes_.push_back(build(soup, layout));
    }

    void compare_rays(std::size_t count, std::uint64_t seed) const {
        const std::vector<CaromRay> rays = rays_at(soup_, count, seed);
        std::vector<CaromRayHit> nearest, all;
        std::vector<std::uint8_t> any;
        std::vector<std::uint64_t> ends = {0};
        for (const CaromRay &ray : rays) {
            const std::vector<CaromRayHit> hits = oracle_.raycast_all(ray, filter_);
            nearest.push_back(hits.empty() ? miss : hits[0]);
            any.push_back(hits.empty() ? 0 : 1);
            all.insert(all.end(), hits.begin(), hits.end());
            ends.push_back(all.size());
        }
        EXPECT_GT(all.size(), count / 8) << "the rays should mostly hit something";
        compare_answers(raycast, rays, nearest);
        compare_answers(carom_mesh_occluded, rays, any);
        compare_lists(carom_mesh_raycast_all, rays, all, ends);
    }

    void compare_points(std::size_t count, std::uint64_t seed) const {
        Random random(seed);
        const CaromAabb around = grown(bounds(soup_), 0.3f);
        const float size = diagonal(around);
        std::vector<CaromPointQuery> queries;
        std::vector<CaromClosestPoint> expected;
        for (std::size_t i = 0; i < count; ++i) {
            CaromVec3 point = random.in(around);
            if (i % 4 == 1) point = soup_.corner(random.below(soup_.triangle_count()), random.below(3));
            const float reach = i % 3 == 0 ? random.between(0.0f, size * 0.2f) : reference::infinity;
            queries.push_back({point, reach});
            expected.push_back(oracle_.closest_point(queries.back(), filter_));
        }
        compare_answers(carom_mesh_closest_point, queries, expected);
    }

    void compare_balls(std::size_t count, std::uint64_t seed) const {
        Random random(seed);
        const CaromAabb around = grown(bounds(soup_), 0.1f);
        const float size = diagonal(around);
        std::vector<CaromSphere> balls;
        std::vector<std::uint8_t> touched;
        std::vector<std::uint32_t> triangles;
        std::vector<std::uint64_t> ends = {0};
        for (std::size_t i = 0; i < count; ++i) {
            CaromVec3 center = random.in(around);
            if (i % 4 == 1) center = soup_.corner(random.below(soup_.triangle_count()), random.below(3));
            float radius = random.between(0.0f, size * 0.1f);
            if (i % 4 == 2) { // exactly as large as it is far, or a hair less
                const float distance = oracle_.closest_point({center, reference::infinity}, filter_).distance;
                radius = i % 8 == 2 ? distance : std::nextafter(distance, 0.0f);
                if (!std::isfinite(radius)) radius = 0.0f;
            }
            balls.push_back({center, radius});
            const std::vector<std::uint32_t> list = oracle_.overlap_sphere_all(balls.back(), filter_);
            touched.push_back(list.empty() ? 0 : 1);
            triangles.insert(triangles.end(), list.begin(), list.end());
            ends.push_back(triangles.size());
        }
        compare_answers(carom_mesh_overlap_sphere, balls, touched);
        compare_lists(carom_mesh_overlap_sphere_all, balls, triangles, ends);
    }

    void compare_boxes(std::size_t count, std::uint64_t seed) const {
        Random random(seed);
        const CaromAabb around = grown(bounds(soup_), 0.1f);
        const float size = diagonal(around) * 0.1f;
        std::vector<CaromAabb> boxes;
        std::vector<std::uint32_t> triangles;
        std::vector<std::uint64_t> ends = {0};
        for (std::size_t i = 0; i < count; ++i) {
            CaromVec3 low = random.in(around);
            if (i % 4 == 1) low = soup_.corner(random.below(soup_.triangle_count()), random.below(3));
            CaromVec3 high = low; // every fourth is a point
            if (i % 4 != 3) {
                high = {low.x + random.between(0, size), low.y + random.between(0, size), low.z + random.between(0, size)};
            }
            boxes.push_back({low, high});
            const std::vector<std::uint32_t> list = oracle_.candidates_aabb(boxes.back(), filter_);
            triangles.insert(triangles.end(), list.begin(), list.end());
            ends.push_back(triangles.size());
        }
        compare_lists(carom_mesh_candidates_aabb, boxes, triangles, ends);
    }

    void compare(std::size_t rays, std::size_t others, std::uint64_t seed) const {
        compare_rays(scaled(rays), seed);
        compare_points(scaled(others), seed + 1);
        compare_balls(scaled(others), seed + 2);
        compare_boxes(scaled(others), seed + 3);
    }

private:
    template <class Function, class Query, class Answer>
    void compare_answers(Function function, const std::vector<Query> &queries, const std::vector<Answer> &expected) const {
        for (const MeshPointer &mesh : meshes_) {
            auto answers = poisoned<Answer>(queries.size());
            ASSERT_EQ(function(mesh.get(), queries.data(), queries.size(), filter_, answers.data()), CAROM_OK);
            ASSERT_EQ(first_difference(answers, expected), -1);
        }
    }

    template <class Function, class Query, class Item>
    void compare_lists(Function function, const std::vector<Query> &queries, const std::vector<Item> &expected,
                       const std::vector<std::uint64_t> &ends) const {
        for (const MeshPointer &mesh : meshes_) {
            auto list = poisoned<Item>(expected.size());
            auto offsets = poisoned<std::uint64_t>(queries.size() + 1);
            std::size_t written = 0, total = 0;
            ASSERT_EQ(function(mesh.get(), queries.data(), queries.size(), filter_, offsets.data(), list.data(),
                               list.size(), &written, &total), CAROM_OK);
            ASSERT_EQ(total, expected.size());
            ASSERT_EQ(written, expected.size());
            ASSERT_EQ(first_difference(offsets, ends), -1);
            ASSERT_EQ(first_difference(list, expected), -1);
        }
    }

    const Soup &soup_;
    reference::Mesh oracle_;
    std::vector<MeshPointer> meshes_; // one of each layout
    const CaromFilter *filter_;
};

class Assets : public testing::TestWithParam<const char *> {};

TEST_P(Assets, Rays) { BruteForce(asset(GetParam())).compare_rays(scaled(2000), 1); }
TEST_P(Assets, ClosestPoints) { BruteForce(asset(GetParam())).compare_points(scaled(800), 2); }
TEST_P(Assets, Balls) { BruteForce(asset(GetParam())).compare_balls(scaled(600), 3); }
TEST_P(Assets, Boxes) { BruteForce(asset(GetParam())).compare_boxes(scaled(3000), 4); }

INSTANTIATE_TEST_SUITE_P(BruteForce, Assets, testing::Values("skull", "ribcage", "forearm"),
                         [](const auto &info) { return std::string(info.param); });

TEST(BruteForce, DegenerateTriangles) {
    const Soup soup = nasty();
    BruteForce(soup).compare(40000, 20000, 5);
}

TEST(BruteForce, Cube) {
    const Soup soup = cube();
    BruteForce(soup).compare(100000, 50000, 6);
}

TEST(BruteForce, OneTriangle) {
    Soup soup;
    soup.positions = {{0, 0, 0}, {1, 0.5f, 0}, {0.25f, 1, 2}};
    soup.indices = {0, 1, 2};
    BruteForce(soup).compare(100000, 50000, 7);
}

TEST(BruteForce, Filters) {
    const Soup soup = waves(20);
    const CaromFilter filters[] = {
        carom::filter(0x0004),
        carom::filter(0, 0x00ff),
        carom::filter(0, 0, carom::backfaces::cull),
        carom::filter(0, 0x8001, carom::backfaces::only),
        carom::filter(0, 0x7fff, carom::backfaces::cull),
        carom::filter(0, 0, carom::backfaces::hit, 0x0102),
        carom::filter(0x0004, 0x0010, carom::backfaces::hit, 0x000c),
        carom::filter(0, 0x0010, carom::backfaces::hit, 0x0019),
    };
    std::uint64_t seed = 100;
    for (const CaromFilter &filter : filters) {
        SCOPED_TRACE(seed);
        const BruteForce test(soup, &filter);
        test.compare_points(scaled(1500), seed + 1);
        test.compare_balls(scaled(1500), seed + 2);
        test.compare_boxes(scaled(1500), seed + 3);
        seed += 10;
    }
}

TEST(BruteForce, FilteredRays) {
    const Soup soup = waves(20);
    for (carom::backfaces backfaces : {carom::backfaces::hit, carom::backfaces::cull, carom::backfaces::only}) {
        for (const CaromFilter &filter : {carom::filter(0, 0x0007, backfaces), carom::filter(0, 0, backfaces, 0x0007)}) {
            BruteForce(soup, &filter).compare_rays(scaled(4000), 200 + number(backfaces));
        }
    }
}

} // namespace
