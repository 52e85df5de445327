// Capsules, boxes and moving balls, filters included: a mesh answers as its triangles do, each cooked alone.
// (Whether a single triangle answers rightly is the business of the library's own tests.)

#include "stl.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace test;

namespace {

/// Every triangle as a mesh of its own.
class OneByOne {
public:
    explicit OneByOne(const Soup &soup) : soup_(soup) {
        for (std::uint32_t layout : layouts) wholes_.push_back(build(soup, layout));
        for (std::size_t t = 0; t < soup.triangle_count(); ++t) {
            Soup single;
            single.positions = {soup.corner(t, 0), soup.corner(t, 1), soup.corner(t, 2)};
            single.indices = {0, 1, 2};
            if (!soup.attributes.empty()) single.attributes = {soup.attribute(t)};
            singles_.push_back(build(single));
        }
    }

    /// Both forms of an overlap query: whether any triangle is touched, and the list of those.
    template <class Function, class List, class Query>
    void compare_overlaps(Function function, List list_of, const std::vector<Query> &queries,
                          const CaromFilter *filter = nullptr) const {
        std::vector<std::uint8_t> expected(queries.size(), 0), one(queries.size());
        std::vector<std::vector<std::uint32_t>> touched(queries.size());
        for (std::uint32_t t = 0; t < singles_.size(); ++t) {
            ASSERT_EQ(function(singles_[t].get(), queries.data(), queries.size(), filter, one.data()), CAROM_OK);
            for (std::size_t i = 0; i < queries.size(); ++i) {
                expected[i] |= one[i];
                if (one[i] != 0) touched[i].push_back(t);
            }
        }
        compare(function, queries, expected, filter);
        std::vector<std::uint64_t> ends = {0}, offsets(queries.size() + 1);
        std::vector<std::uint32_t> all;
        for (const auto &triangles : touched) {
            all.insert(all.end(), triangles.begin(), triangles.end());
            ends.push_back(all.size());
        }
        for (const MeshPointer &whole : wholes_) {
            auto found = poisoned<std::uint32_t>(all.size());
            std::size_t written = 0, total = 0;
            ASSERT_EQ(list_of(whole.get(), queries.data(), queries.size(), filter, offsets.data(), found.data(), found.size(),
                              &written, &total),
                      CAROM_OK)
                << last_error();
            ASSERT_EQ(written, all.size());
            ASSERT_EQ(total, all.size());
            ASSERT_EQ(offsets, ends);
            ASSERT_EQ(found, all);
        }
    }

    void compare_casts(const std::vector<CaromSphereCast> &casts, const CaromFilter *filter = nullptr) const {
        std::vector<CaromShapeHit> expected(casts.size(), CaromShapeHit{INFINITY, 0, {0, 0, 0}, {0, 0, 0}, CAROM_NONE, 0, 0, 0});
        std::vector<CaromShapeHit> one(casts.size());
        // Each triangle by itself, as it is in a mesh of its own.
        const auto cast = [](const CaromMesh *mesh, const CaromSphereCast *all, std::size_t count, const CaromFilter *seen, CaromShapeHit *hits) {
            return carom_mesh_cast_sphere(mesh, all, count, seen, CAROM_CONTACT_EDGES_ALL, hits);
        };
        for (std::uint32_t t = 0; t < singles_.size(); ++t) {
            ASSERT_EQ(cast(singles_[t].get(), casts.data(), casts.size(), filter, one.data()), CAROM_OK);
            for (std::size_t i = 0; i < casts.size(); ++i) {
                const bool deeper = one[i].t == expected[i].t && one[i].depth > expected[i].depth;
                if (one[i].triangle != CAROM_NONE && (one[i].t < expected[i].t || deeper)) {
                    expected[i] = one[i];
                    expected[i].triangle = t;
                }
            }
        }
        compare(cast, casts, expected, filter);
    }

    /// Random shapes of all sizes, some of them at vertices, some without extent.
    void compare_all(std::size_t count, std::uint64_t seed, const CaromFilter *filter = nullptr) const {
        Random random(seed);
        const CaromAabb around = grown(bounds(soup_), 0.1f);
        const float size = diagonal(around);
        std::vector<CaromCapsule> capsules;
        std::vector<CaromBox> boxes;
        std::vector<CaromSphereCast> casts;
        for (std::size_t i = 0; i < count; ++i) {
            CaromVec3 at = random.in(around), to = random.in(around);
            if (i % 5 == 1) at = soup_.corner(random.below(soup_.triangle_count()), random.below(3));
            if (i % 7 == 2) to = at;
            const float part = i % 4 == 0 ? 0.01f : 0.1f;
            const float radius = i % 6 == 3 ? 0.0f : random.between(0.0f, size * part);
            if (i % 3 != 0) to = {at.x + (to.x - at.x) * 0.2f, at.y + (to.y - at.y) * 0.2f, at.z + (to.z - at.z) * 0.2f};
            capsules.push_back({at, radius, to, 0});
            casts.push_back({at, radius, {(to.x - at.x) * 2, (to.y - at.y) * 2, (to.z - at.z) * 2}, 0});
            const CaromVec3 d = random.direction();
            const float w = random.between(0.1f, 1.0f);
            const float length = std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z + w * w);
            CaromBox box = {at, {random.between(0, size * part), random.between(0, size * part), radius},
                            {d.x / length, d.y / length, d.z / length, w / length}};
            if (i % 8 == 5) {
                const float straight[4] = {0, 0, 0, 1};
                std::memcpy(box.rotation, straight, sizeof straight);
            }
            boxes.push_back(box);
        }
        compare_overlaps(carom_mesh_overlap_capsule, carom_mesh_overlap_capsule_all, capsules, filter);
        compare_overlaps(carom_mesh_overlap_box, carom_mesh_overlap_box_all, boxes, filter);
        compare_casts(casts, filter);
    }

private:
    template <class Function, class Query, class Answer>
    void compare(Function function, const std::vector<Query> &queries, const std::vector<Answer> &expected,
                 const CaromFilter *filter) const {
        for (const MeshPointer &whole : wholes_) {
            auto found = poisoned<Answer>(queries.size());
            ASSERT_EQ(function(whole.get(), queries.data(), queries.size(), filter, found.data()), CAROM_OK) << last_error();
            ASSERT_EQ(first_difference(found, expected), -1);
        }
    }

    const Soup &soup_;
    std::vector<MeshPointer> wholes_; // one of each layout
    std::vector<MeshPointer> singles_;
};

TEST(Shapes, Cube) {
    const Soup soup = cube();
    OneByOne(soup).compare_all(scaled(20000), 1);
}

TEST(Shapes, DegenerateTriangles) {
    const Soup soup = nasty();
    OneByOne(soup).compare_all(scaled(5000), 2);
}

TEST(Shapes, Filters) {
    const Soup soup = waves(12);
    const CaromFilter filters[] = {
        {sizeof(CaromFilter), 0x0010, 0, 0, 0}, {sizeof(CaromFilter), 0, 0xff00, 0, 0}, {sizeof(CaromFilter), 0, 0, 0, 0x0108}};
    for (const CaromFilter &filter : filters) OneByOne(soup).compare_all(scaled(1500), 3, &filter);
}

class ShapesOnAssets : public testing::TestWithParam<const char *> {};

TEST_P(ShapesOnAssets, EveryTenthTriangle) {
    const Soup soup = subset(asset(GetParam()), 10);
    OneByOne(soup).compare_all(scaled(400), 4);
}

INSTANTIATE_TEST_SUITE_P(Shapes, ShapesOnAssets, testing::Values("skull", "ribcage", "forearm"),
                         [](const auto &info) { return std::string(info.param); });

TEST(Shapes, KnownAnswers) {
    const MeshPointer mesh = build(cube());
    const CaromSphereCast casts[] = {
        {{0.25f, 0.25f, 3}, 1, {0, 0, -2}, 0},    // meets the top half-way
        {{0.25f, 0.25f, 3}, 1, {0, 0, -1}, 0},    // meets it at the very end
        {{0.25f, 0.25f, 3}, 1, {0, 0, -0.9f}, 0}, // does not get there
        {{0.25f, 0.25f, 1.5f}, 1, {0, 0, 5}, 0},  // touches already, and moves away
        {{0.25f, 0.25f, 1.5f}, 1, {0, 0, -5}, 0}, // and moves in
        {{0.25f, 0.25f, 1.5f}, 1, {0, 0, 0}, 0},  // and does not move
    };
    CaromShapeHit hits[6];
    ASSERT_EQ(carom_mesh_cast_sphere(mesh.get(), casts, 6, nullptr, CAROM_CONTACT_EDGES_SMOOTH, hits), CAROM_OK);
    // Never late, so a little early.
    EXPECT_TRUE(hits[0].t <= 0.5f && hits[0].t > 0.4999999f && hits[0].normal.z == 1 && hits[0].point.z == 1) << hits[0].t;
    EXPECT_TRUE(hits[1].t <= 1.0f && hits[1].t > 0.9999998f) << hits[1].t;
    EXPECT_EQ(hits[2].triangle, CAROM_NONE);
    EXPECT_EQ(hits[3].triangle, CAROM_NONE);
    EXPECT_TRUE(hits[4].t == 0.0f && hits[4].normal.z == 1) << hits[4].t;
    EXPECT_EQ(hits[5].t, 0.0f);
    const CaromCapsule capsules[] = {{{0.5f, 0.5f, 2}, 1, {0.5f, 0.5f, 9}, 0}, {{0.5f, 0.5f, 2}, 0.9f, {0.5f, 0.5f, 9}, 0}};
    std::uint8_t touched[3];
    ASSERT_EQ(carom_mesh_overlap_capsule(mesh.get(), capsules, 2, nullptr, touched), CAROM_OK);
    EXPECT_TRUE(touched[0] == 1 && touched[1] == 0);
    const CaromBox boxes[] = {
        {{2, 0.5f, 0.5f}, {1, 0.1f, 0.1f}, {0, 0, 0, 1}},
        {{2, 0.5f, 0.5f}, {0.9f, 0.1f, 0.1f}, {0, 0, 0, 1}},
        {{2.2f, 0.5f, 0.5f}, {1, 1, 0.1f}, {0, 0, 0.38268343f, 0.92387953f}}, // its edge forwards
    };
    ASSERT_EQ(carom_mesh_overlap_box(mesh.get(), boxes, 3, nullptr, touched), CAROM_OK);
    EXPECT_TRUE(touched[0] == 1 && touched[1] == 0 && touched[2] == 1);
}

} // namespace
