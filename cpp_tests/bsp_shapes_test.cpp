// Capsules, boxes and contacts against brushes, through the C functions and the wrapper: the same program as for meshes.

#include "bsp_support.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace test;

namespace {

/// A floor of 36 boxes side by side, whose top is at z = 0, and a wall on it at x = 4.
Brushes floor_and_wall() {
    Brushes brushes;
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            const float x = float(i), y = float(j);
            brushes.box({x, y, -1.0f - 0.25f * float((i + j) % 3)}, {x + 1, y + 1, 0}, floors);
        }
    }
    brushes.box({4, 0, 0}, {5, 6, 3}, walls);
    return brushes;
}

/// What stands at a place, as deep in the floor as `sunk`.
CaromCapsule standing(float x, float y, float sunk) { return {{x, y, 0.25f - sunk}, 0.25f, {x, y, 1.25f - sunk}, 0}; }
CaromBoxAxes standing_box(float x, float y, float sunk) {
    return carom::axes({{x, y, 0.5f - sunk}, {0.25f, 0.25f, 0.5f}, {0, 0, 0, 1}});
}

/// One program for all worlds.
template <class World> void expect_floor(const World &world) {
    std::vector<CaromCapsule> capsules;
    std::vector<CaromBoxAxes> boxes;
    for (float x = 1; x <= 3; x += 0.25f) {
        for (float y = 1; y <= 5; y += 0.25f) {
            capsules.push_back(standing(x, y, 0.125f));
            boxes.push_back(standing_box(x, y, 0.125f));
        }
    }
    const carom::lists<CaromContact> of_capsules = world.contacts(capsules), of_boxes = world.contacts(boxes);
    for (std::size_t i = 0; i < capsules.size(); ++i) {
        EXPECT_FALSE(of_capsules[i].empty());
        EXPECT_FALSE(of_boxes[i].empty());
        for (const CaromContact &contact : of_capsules[i]) {
            EXPECT_TRUE(contact.normal.z == 1 && contact.depth == 0.125f) << i << ": " << contact.normal.x << " " << contact.depth;
        }
        for (const CaromContact &contact : of_boxes[i]) {
            EXPECT_TRUE(contact.normal.z == 1 && contact.depth == 0.125f) << i << ": " << contact.normal.x << " " << contact.depth;
        }
    }
    for (const CaromCapsule &capsule : capsules) {
        const CaromCapsuleCast moves[] = {{capsule, {1.5f, 0, 0}, 0}, {capsule, {9, 0.125f, 0}, 0}};
        const std::vector<CaromShapeHit> hits = world.cast(moves);
        const float x = capsule.a.x;
        EXPECT_TRUE(x > 2.25f || hits[0].triangle == CAROM_NONE) << x << " " << capsule.a.y;
        EXPECT_NEAR(x + 9 * hits[1].t, 3.75f, 1e-5f) << x << " " << capsule.a.y;
        EXPECT_EQ(hits[1].normal.x, -1);
    }
}

TEST(BspShapes, TheSameProgramAsForMeshes) {
    const carom::bsp bsp = carom::bsp::build(describe(floor_and_wall()));
    expect_floor(bsp);
}

TEST(BspShapes, OverlapsAndLists) {
    const carom::bsp bsp = carom::bsp::build(describe(block()));
    const CaromCapsule capsules[] = {{{0, 0, 1.5f}, 0.5f, {0, 0, 3}, 0}, {{0, 0, 1.75f}, 0.5f, {0, 0, 3}, 0}};
    const CaromBox boxes[] = {{{2, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}}, {{2.25f, 0, 0}, {1, 1, 1}, {0, 0, 0, 1}}};
    EXPECT_EQ(bsp.overlap(capsules), (std::vector<std::uint8_t>{1, 0}));
    EXPECT_EQ(bsp.overlap(boxes), (std::vector<std::uint8_t>{1, 0}));
    const carom::lists<std::uint32_t> by_capsules = bsp.overlap_all(capsules), by_boxes = bsp.overlap_all(boxes);
    EXPECT_TRUE(by_capsules[0].size() == 1 && by_capsules[1].empty());
    EXPECT_TRUE(by_boxes[0].size() == 1 && by_boxes[1].empty());
    std::uint8_t out[2] = {7, 7};
    bsp.overlap(capsules, out);
    EXPECT_TRUE(out[0] == 1 && out[1] == 0);
    bsp.overlap(boxes, out);
    EXPECT_TRUE(out[0] == 1 && out[1] == 0);
}

TEST(BspShapes, ContactsAndCasts) {
    const carom::bsp bsp = carom::bsp::build(describe(block()));
    const CaromSphere ball[] = {{{0, 0, 1.25f}, 0.5f}};
    const carom::lists<CaromContact> found = bsp.contacts(ball);
    ASSERT_EQ(found[0].size(), 1u);
    const CaromContact &contact = *found[0].begin();
    EXPECT_TRUE(contact.point.z == 1 && contact.depth == 0.25f && contact.normal.z == 1 && contact.triangle == 0);
    EXPECT_EQ(contact.feature & 0xff, CAROM_FEATURE_FACE);
    const CaromContactOptions near = carom::contact_options(1);
    const CaromSphere above[] = {{{0, 0, 2}, 0.5f}};
    const carom::lists<CaromContact> touching = bsp.contacts(above), within = bsp.contacts(above, nullptr, &near);
    EXPECT_TRUE(touching[0].empty());
    ASSERT_EQ(within[0].size(), 1u);
    EXPECT_EQ(within[0].begin()->depth, -0.5f);
    const CaromBoxCast boxes[] = {{carom::axes({{0, 0, 3}, {0.5f, 0.5f, 0.5f}, {0, 0, 0, 1}}), {0, 0, -3}}};
    std::vector<CaromShapeHit> hits = bsp.cast(boxes);
    EXPECT_TRUE(hits[0].t <= 0.5f && hits[0].t > 0.49999f && hits[0].normal.z == 1);
    const carom::lists<CaromShapeHit> all_boxes = bsp.cast_all(boxes);
    EXPECT_EQ(all_boxes[0].size(), 1u);
    const CaromCapsuleCast capsules[] = {{{{3, 0, 0}, 0.5f, {3, 0, 1}, 0}, {-3, 0, 0}, 0}};
    CaromShapeHit hit[1];
    bsp.cast(capsules, hit, nullptr, carom::contact_edges::all);
    EXPECT_TRUE(hit[0].t <= 0.5f && hit[0].t > 0.49999f && hit[0].normal.x == 1);
    const carom::lists<CaromShapeHit> all_capsules = bsp.cast_all(capsules);
    EXPECT_EQ(all_capsules[0].size(), 1u);
}

TEST(BspShapes, ErrorsNameTheShape) {
    const carom::bsp bsp = carom::bsp::build(describe(block()));
    const CaromCapsule bad = {{0, 0, 0}, -1, {0, 0, 1}, 0};
    std::uint8_t yes = 7;
    EXPECT_EQ(carom_bsp_overlap_capsule(bsp.get(), &bad, 1, nullptr, &yes), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "capsules[0].radius: -1 is negative");
    EXPECT_EQ(yes, 7);
    const CaromCapsuleCast cast = {{{0, 0, 0}, 1, {0, 0, 1}, 0}, {NAN, 0, 0}, 0};
    CaromShapeHit hit;
    EXPECT_EQ(carom_bsp_cast_capsule(bsp.get(), &cast, 1, nullptr, 0, &hit), CAROM_ERROR_NOT_FINITE);
    EXPECT_EQ(carom_bsp_cast_capsule(bsp.get(), &cast, 1, nullptr, 9, &hit), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(carom_bsp_cast_capsule(nullptr, &cast, 1, nullptr, 0, &hit), CAROM_ERROR_NULL_ARGUMENT);
}

} // namespace
