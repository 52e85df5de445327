// Fields through the C interface: a ball's distances in every storage, asked every way, saved and opened.

#include "carom.hpp"
#include "sdf_support.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace test;

namespace {

const std::uint32_t storages[] = {CAROM_SDF_DENSE, CAROM_SDF_BRICKS16, CAROM_SDF_BRICKS8};

float length(CaromVec3 v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

TEST(Sdf, DescriptorsBeginWithZeros) {
    CaromSdfDesc desc;
    poison(desc);
    ASSERT_EQ(carom_sdf_desc_init(&desc), CAROM_OK);
    EXPECT_EQ(desc.struct_size, sizeof desc);
    CaromSdfDesc zero = {};
    zero.struct_size = sizeof zero;
    EXPECT_TRUE(same_bits(desc, zero));
}

TEST(Sdf, StatsAddUp) {
    const Ball ball(33, 0.5f);
    for (std::uint32_t storage : storages) {
        const carom::sdf sdf = carom::sdf::build(ball.describe(storage));
        const CaromSdfStats stats = sdf.stats();
        EXPECT_EQ(stats.storage, storage);
        EXPECT_EQ(stats.flags, 0u);
        EXPECT_TRUE(stats.dims[0] == 33 && stats.dims[1] == 33 && stats.dims[2] == 33);
        EXPECT_EQ(stats.origin.x, -1);
        EXPECT_EQ(stats.cell, 2.0f / 32);
        EXPECT_EQ(stats.block_count, 64u);
        EXPECT_EQ(stats.bytes_total,
                  stats.bytes_values + stats.bytes_tables + stats.bytes_triangles + stats.bytes_frame);
        EXPECT_EQ(stats.bytes_total, sdf.save().size());
        EXPECT_EQ(stats.brick_count == 0, storage == CAROM_SDF_DENSE);
        EXPECT_EQ(stats.error == 0, storage == CAROM_SDF_DENSE);
        EXPECT_TRUE(stats.near_error <= stats.error && stats.far_error <= stats.error);
        EXPECT_TRUE(stats.slope > 0.9f && stats.slope < 1.8f);
    }
}

TEST(Sdf, SamplesAtNodesAreTheStoredValues) {
    const Ball ball(17, 0.5f);
    for (std::uint32_t storage : storages) {
        const carom::sdf sdf = carom::sdf::build(ball.describe(storage));
        const float error = sdf.stats().error;
        for (carom::sdf_interpolation kind : {carom::sdf_interpolation::linear, carom::sdf_interpolation::cubic}) {
            const std::vector<CaromSdfSample> samples = sdf.sample(ball.nodes, kind);
            for (std::size_t i = 0; i < samples.size(); ++i) {
                EXPECT_LE(std::fabs(samples[i].distance - ball.values[i]), error) << i;
                EXPECT_EQ(samples[i].distance < 0, ball.values[i] < 0) << i;
            }
        }
    }
}

TEST(Sdf, ContactsWithABall) {
    const Ball ball(65, 0.5f);
    const float cell = 2.0f / 64;
    for (std::uint32_t storage : storages) {
        const carom::sdf sdf = carom::sdf::build(ball.describe(storage));
        const float tolerance = 0.1f * cell + sdf.stats().error;
        const auto near = [&](const CaromSdfContact &contact, float depth, CaromVec3 normal) {
            EXPECT_NEAR(contact.depth, depth, tolerance);
            EXPECT_NEAR(contact.normal.x, normal.x, 0.1f);
            EXPECT_NEAR(contact.normal.y, normal.y, 0.1f);
            EXPECT_NEAR(contact.normal.z, normal.z, 0.1f);
            EXPECT_NEAR(length(contact.point), 0.5f, 2 * tolerance);
            EXPECT_EQ(contact.triangle, CAROM_NONE);
        };
        const std::vector<CaromVec3> points = {{0.4f, 0, 0}, {0, -0.52f, 0}, {0, 0, 0.9f}};
        const auto at = sdf.collide(points, 0.05f);
        EXPECT_TRUE(same_bits(at[0].deepest, points[0]) && same_bits(at[2].deepest, CaromVec3{0, 0, 0}));
        near(at[0], 0.1f, {1, 0, 0});
        near(at[1], -0.02f, {0, -1, 0});
        EXPECT_EQ(at[2].depth, -std::numeric_limits<float>::infinity());
        EXPECT_TRUE(same_bits(at[2].normal, CaromVec3{0, 0, 0}) && at[2].triangle == CAROM_NONE);

        const std::vector<CaromSphere> spheres = {{{0, 0, 0.7f}, 0.3f}};
        near(sdf.collide(spheres)[0], 0.1f, {0, 0, 1});
        const std::vector<CaromCapsule> capsules = {{{-0.7f, 0.6f, 0}, 0.2f, {0.8f, 0.6f, 0}, 0}};
        near(sdf.collide(capsules)[0], 0.1f, {0, 1, 0});
        const std::vector<CaromSdfTriangle> triangles = {{{-0.7f, 0.45f, -0.5f}, {0.7f, 0.45f, -0.6f}, {0, 0.45f, 0.8f}}};
        near(sdf.collide(triangles)[0], 0.05f, {0, 1, 0});
        EXPECT_NEAR(sdf.collide(triangles)[0].deepest.y, 0.45f, 1e-6f);

        const std::vector<CaromSdfClosestPoint> closest = sdf.closest_point(points);
        EXPECT_NEAR(closest[0].distance, -0.1f, tolerance);
        EXPECT_NEAR(closest[2].distance, 0.4f, tolerance);
        EXPECT_NEAR(length(closest[2].point), 0.5f, tolerance);
        EXPECT_TRUE(closest[0].error > 0 && closest[0].error <= cell / 8);

        const float inf = std::numeric_limits<float>::infinity();
        const std::vector<CaromRay> rays = {{{0, 0, -3}, 0, {0, 0, 2}, inf}, {{0.6f, 0, -3}, 0, {0, 0, 2}, inf}};
        const std::vector<CaromSdfRayHit> hits = sdf.raycast(rays);
        EXPECT_NEAR(hits[0].t, 1.25f, tolerance);
        EXPECT_NEAR(hits[0].normal.z, -1, 0.05f);
        EXPECT_EQ(hits[1].t, inf);
        EXPECT_EQ(hits[1].triangle, CAROM_NONE);
    }
}

TEST(Sdf, FieldsMeet) {
    const Ball ball(33, 0.5f);
    const carom::sdf sdf = carom::sdf::build(ball.describe(CAROM_SDF_BRICKS16));
    const std::vector<CaromPose> poses = {carom::pose(nullptr, {0.9f, 0, 0}), carom::pose(nullptr, {3, 0, 0})};
    const carom::lists<CaromSdfContact> contacts = sdf.collide(sdf, poses, 0.01f);
    ASSERT_EQ(contacts.offsets.size(), 3u);
    ASSERT_FALSE(contacts.items.empty());
    EXPECT_EQ(contacts.offsets[1], contacts.items.size());
    EXPECT_EQ(contacts.offsets[2], contacts.items.size());
    float deepest = -1;
    for (const CaromSdfContact &contact : contacts.items) deepest = std::fmax(deepest, contact.depth);
    EXPECT_NEAR(deepest, 0.1f, 0.01f);
}

TEST(Sdf, SlicesAndInsidePoints) {
    const Ball ball(17, 0.5f);
    const carom::sdf sdf = carom::sdf::build(ball.describe(CAROM_SDF_BRICKS8));
    const CaromSdfSlice slice = {{-1, -1, 0}, 17, {0.125f, 0, 0}, 9, {0, 0.25f, 0}, 0};
    const std::vector<float> image = sdf.slice(slice);
    ASSERT_EQ(image.size(), 17u * 9);
    EXPECT_NEAR(image[4 * 17 + 8], -0.5f, sdf.stats().error + 1e-6f);
    EXPECT_NEAR(image[0], std::sqrt(2.0f) - 0.5f, sdf.stats().error + 1e-6f);

    std::vector<CaromVec3> expected;
    for (std::size_t i = 0; i < ball.nodes.size(); ++i) {
        if (ball.values[i] < 0) expected.push_back(ball.nodes[i]);
    }
    const std::vector<CaromVec3> inside = sdf.inside_points();
    EXPECT_EQ(first_difference(inside, expected), -1);
    std::vector<CaromVec3> few(5);
    std::size_t written = 0;
    std::size_t total = 0;
    EXPECT_EQ(carom_sdf_inside_points(sdf.get(), few.data(), 5, &written, &total), CAROM_BUFFER_TOO_SMALL);
    EXPECT_TRUE(written == 5 && total == expected.size());
    EXPECT_EQ(carom_sdf_inside_points(sdf.get(), nullptr, 0, &written, &total), CAROM_BUFFER_TOO_SMALL);
    EXPECT_TRUE(written == 0 && total == expected.size());
}

TEST(Sdf, SavedAndOpened) {
    const Ball ball(9, 0.5f);
    std::vector<std::uint32_t> ids(ball.values.size());
    for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<std::uint32_t>(i * 7);
    CaromSdfDesc desc = ball.describe(CAROM_SDF_BRICKS16);
    desc.triangles = ids.data();
    const carom::sdf sdf = carom::sdf::build(desc);
    const std::vector<unsigned char> bytes = sdf.save();
    const carom::sdf copy = carom::sdf::open_copy(bytes.data(), bytes.size());
    EXPECT_EQ(copy.save(), bytes);
    EXPECT_EQ(copy.stats().flags, CAROM_SDF_TRIANGLES);
    EXPECT_EQ(copy.stats().bytes_triangles, 4u * 729 * copy.stats().brick_count);
    EXPECT_EQ(copy.closest_point(std::vector<CaromVec3>{ball.nodes[80]})[0].triangle, 560u);
    CaromSdf *none;
    poison(none);
    EXPECT_EQ(carom_sdf_open(bytes.data(), bytes.size() - 1, CAROM_OPEN_COPY, &none), CAROM_ERROR_INVALID_BLOB);
    EXPECT_EQ(carom_sdf_open(bytes.data(), bytes.size(), 7, &none), CAROM_ERROR_INVALID_ARGUMENT);
    CaromMesh *mesh;
    poison(mesh);
    EXPECT_EQ(carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &mesh), CAROM_ERROR_INVALID_BLOB);
    EXPECT_EQ(last_error(), "blob: holds kind 3, not 1 (mesh)");
    EXPECT_TRUE(is_poisoned(none) && is_poisoned(mesh));
    carom_sdf_destroy(nullptr);
}

TEST(Sdf, WithoutASurface) {
    Ball ball(4, 0.5f);
    for (float &value : ball.values) value = std::numeric_limits<float>::infinity();
    const carom::sdf sdf = carom::sdf::build(ball.describe(CAROM_SDF_DENSE));
    EXPECT_EQ(sdf.stats().flags, CAROM_SDF_INFINITE);
    EXPECT_EQ(sdf.sample(ball.nodes)[5].distance, std::numeric_limits<float>::infinity());
    EXPECT_TRUE(sdf.inside_points().empty());
}

} // namespace
