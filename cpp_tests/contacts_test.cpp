// Contacts of spheres with meshes, through the C functions and the wrapper.

#include "support.hpp"

#include <carom.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace test;

namespace {

constexpr std::uint32_t layouts_of_a_level[] = {CAROM_LAYOUT_WIDE, CAROM_LAYOUT_COMPACT, CAROM_LAYOUT_DELTA};

/// A floor at y = 0, of cells of 1, and a wall above its side at x = 0.
Soup floor_and_wall() {
    Soup soup;
    const auto quad = [&](CaromVec3 a, CaromVec3 b, CaromVec3 c, CaromVec3 d) {
        const auto first = static_cast<std::uint32_t>(soup.positions.size());
        soup.positions.insert(soup.positions.end(), {a, b, c, d});
        for (const std::uint32_t i : {0, 1, 2, 0, 2, 3}) soup.indices.push_back(first + i);
    };
    for (int i = 0; i < 6; ++i) {
        for (int j = 0; j < 6; ++j) {
            const float x = float(i), z = float(j);
            quad({x, 0, z}, {x, 0, z + 1}, {x + 1, 0, z + 1}, {x + 1, 0, z});
        }
    }
    for (int j = 0; j < 6; ++j) {
        const float z = float(j);
        quad({0, 0, z}, {0, 1, z}, {0, 1, z + 1}, {0, 0, z + 1});
    }
    return soup;
}

std::vector<CaromContact> contacts(const CaromMesh *mesh, const CaromSphere &ball, const CaromContactOptions *options = nullptr,
                                   const CaromFilter *filter = nullptr) {
    auto found = poisoned<CaromContact>(400);
    std::uint64_t offsets[2] = {7, 7};
    std::size_t written = 0, total = 0;
    EXPECT_EQ(carom_mesh_contacts_sphere(mesh, &ball, 1, filter, options, offsets, found.data(), found.size(), &written, &total),
              CAROM_OK)
        << last_error();
    EXPECT_TRUE(offsets[0] == 0 && offsets[1] == written && written == total);
    found.resize(written);
    return found;
}

void expect_normal(const CaromContact &contact, float x, float y, float z) {
    EXPECT_NEAR(contact.normal.x, x, 1e-6f);
    EXPECT_NEAR(contact.normal.y, y, 1e-6f);
    EXPECT_NEAR(contact.normal.z, z, 1e-6f);
}

TEST(Contacts, FloorHasOneAndItsOwnNormal) {
    for (const std::uint32_t layout : layouts_of_a_level) {
        const MeshPointer mesh = build(floor_and_wall(), layout);
        // Over faces, edges and corners alike.
        for (float x = 2; x <= 4; x += 0.125f) {
            for (float z = 2; z <= 4; z += 0.125f) {
                const std::vector<CaromContact> found = contacts(mesh.get(), {{x, 0.75f, z}, 1});
                ASSERT_EQ(found.size(), 1u) << x << ' ' << z;
                expect_normal(found[0], 0, 1, 0);
                EXPECT_EQ(found[0].depth, 0.25f);
                EXPECT_TRUE(found[0].point.x == x && found[0].point.y == 0 && found[0].point.z == z);
            }
        }
    }
}

TEST(Contacts, CornersHaveOneForEachFace) {
    const MeshPointer mesh = build(floor_and_wall());
    const std::vector<CaromContact> found = contacts(mesh.get(), {{0.75f, 0.5f, 3.25f}, 1});
    ASSERT_EQ(found.size(), 2u);
    expect_normal(found[0], 0, 1, 0);
    expect_normal(found[1], 1, 0, 0);
    EXPECT_TRUE(found[0].depth == 0.5f && found[1].depth == 0.25f);
    EXPECT_TRUE(found[0].manifold == 0 && found[1].manifold == 1);
    // Every triangle by itself has more.
    const CaromContactOptions all = carom::contact_options(0, carom::contact_edges::all);
    EXPECT_GT(contacts(mesh.get(), {{0.75f, 0.5f, 3.25f}, 1}, &all).size(), 6u);
}

TEST(Contacts, GapsAreReportedUpToADistance) {
    const MeshPointer mesh = build(floor_and_wall());
    const CaromSphere ball = {{3.3f, 1.5f, 2.6f}, 1};
    EXPECT_EQ(contacts(mesh.get(), ball).size(), 0u);
    CaromContactOptions near = carom::contact_options(0.5f);
    const std::vector<CaromContact> found = contacts(mesh.get(), ball, &near);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].depth, -0.5f);
    near.max_distance = 0.49f;
    EXPECT_EQ(contacts(mesh.get(), ball, &near).size(), 0u);
}

TEST(Contacts, SidesAreThoseOfTheFilter) {
    const MeshPointer mesh = build(floor_and_wall());
    const CaromSphere above = {{3.3f, 0.5f, 2.6f}, 1}, below = {{3.3f, -0.5f, 2.6f}, 1};
    const CaromFilter front = {sizeof front, 0, 0, CAROM_BACKFACES_CULL, 0};
    const CaromFilter back = {sizeof back, 0, 0, CAROM_BACKFACES_ONLY, 0};
    EXPECT_EQ(contacts(mesh.get(), above, nullptr, &front).size(), 1u);
    EXPECT_EQ(contacts(mesh.get(), above, nullptr, &back).size(), 0u);
    EXPECT_EQ(contacts(mesh.get(), below, nullptr, &front).size(), 0u);
    const std::vector<CaromContact> found = contacts(mesh.get(), below, nullptr, &back);
    ASSERT_EQ(found.size(), 1u);
    expect_normal(found[0], 0, -1, 0);
}

TEST(Contacts, WrapperGivesLists) {
    const Soup soup = floor_and_wall();
    const carom::mesh mesh = carom::mesh::build(soup.positions, soup.indices);
    const std::vector<CaromSphere> balls = {{{3, 0.5f, 3}, 1}, {{3, 5, 3}, 1}, {{0.5f, 0.5f, 3}, 1}};
    const carom::lists<CaromContact> found = mesh.contacts(balls);
    ASSERT_EQ(found.size(), 3u);
    EXPECT_TRUE(found[0].size() == 1 && found[1].size() == 0 && found[2].size() == 2);
    const CaromContactOptions one = carom::contact_options(10, carom::contact_edges::smooth, 1);
    const carom::lists<CaromContact> near = mesh.contacts(balls, nullptr, &one);
    EXPECT_GT(near[1].size(), 0u);
}

TEST(Contacts, CapsulesHaveTwoPoints) {
    const Soup soup = floor_and_wall();
    const carom::mesh mesh = carom::mesh::build(soup.positions, soup.indices);
    const std::vector<CaromCapsule> capsules = {{{2.25f, 0.75f, 3.25f}, 1, {4.75f, 0.75f, 3.25f}, 0},
                                                {{3.25f, -0.25f, 3.25f}, 0.5f, {3.25f, 2, 3.25f}, 0}};
    const CaromFilter front = {sizeof front, 0, 0, CAROM_BACKFACES_CULL, 0};
    const CaromContactOptions few = carom::contact_options(0, carom::contact_edges::smooth, 4);
    const carom::lists<CaromContact> found = mesh.contacts(capsules, &front, &few);
    ASSERT_EQ(found.size(), 2u);
    ASSERT_EQ(found[0].size(), 2u);
    for (const CaromContact &contact : found[0]) {
        expect_normal(contact, 0, 1, 0);
        EXPECT_EQ(contact.depth, 0.25f);
        EXPECT_TRUE(contact.point.x == 2.25f || contact.point.x == 4.75f);
    }
    // Through the floor: out of it, by as much as it is deep.
    ASSERT_GE(found[1].size(), 1u);
    expect_normal(found[1][0], 0, 1, 0);
    EXPECT_EQ(found[1][0].depth, 0.75f);
}

TEST(Contacts, BoxesStandOnFourPoints) {
    const Soup soup = floor_and_wall();
    const carom::mesh mesh = carom::mesh::build(soup.positions, soup.indices);
    const std::vector<CaromBoxAxes> boxes = {carom::axes({{3.25f, 0.5f, 3.25f}, {1.5f, 0.75f, 1.5f}, {0, 0, 0, 1}}),
                                             carom::axes({{3.25f, 1.5f, 3.25f}, {1.5f, 0.75f, 1.5f}, {0, 0, 0, 1}})};
    const CaromFilter front = {sizeof front, 0, 0, CAROM_BACKFACES_CULL, 0};
    const CaromContactOptions few = carom::contact_options(0, carom::contact_edges::smooth, 4);
    const carom::lists<CaromContact> found = mesh.contacts(boxes, &front, &few);
    ASSERT_EQ(found[0].size(), 4u);
    for (const CaromContact &contact : found[0]) {
        expect_normal(contact, 0, 1, 0);
        EXPECT_EQ(contact.depth, 0.25f);
        // The lower face.
        EXPECT_EQ(contact.feature >> 8, 2u);
    }
    EXPECT_EQ(found[1].size(), 0u);
    const CaromContactOptions near = carom::contact_options(1, carom::contact_edges::smooth, 4);
    const carom::lists<CaromContact> gaps = mesh.contacts(boxes, &front, &near);
    ASSERT_GT(gaps[1].size(), 0u);
    expect_normal(gaps[1][0], 0, 1, 0);
    EXPECT_EQ(gaps[1][0].depth, -0.75f);
}

TEST(Contacts, BadOptionsAreNamed) {
    const MeshPointer mesh = build(cube());
    const CaromSphere ball = {{0, 0, 0}, 1};
    const auto bad = [&](const CaromContactOptions &options, CaromStatus status, const std::string &message) {
        auto found = poisoned<CaromContact>(8);
        auto offsets = poisoned<std::uint64_t>(2);
        std::size_t written, total;
        poison(written);
        poison(total);
        EXPECT_EQ(carom_mesh_contacts_sphere(mesh.get(), &ball, 1, nullptr, &options, offsets.data(), found.data(), 8, &written,
                                             &total),
                  status);
        EXPECT_EQ(last_error(), message);
        EXPECT_TRUE(is_poisoned(found) && is_poisoned(offsets) && is_poisoned(written) && is_poisoned(total));
    };
    const auto size = static_cast<std::uint32_t>(sizeof(CaromContactOptions));
    bad({size, -1, 0, 0, 0}, CAROM_ERROR_INVALID_ARGUMENT, "options.max_distance: -1 is negative");
    bad({size, NAN, 0, 0, 0}, CAROM_ERROR_NOT_FINITE, "options.max_distance: NaN is not a number");
    bad({size, 0, 2, 0, 0}, CAROM_ERROR_INVALID_ARGUMENT, "options.edges: 2 is unknown");
    bad({size, 0, 0, 5, 0}, CAROM_ERROR_INVALID_ARGUMENT, "options.max_points: 5 exceeds 4");
    bad({size, 0, 0, 0, 2}, CAROM_ERROR_INVALID_ARGUMENT, "options.merge_cos: 2 is not in -1..=1");
}

} // namespace
