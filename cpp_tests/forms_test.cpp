// carom.hpp: vectors of other memory layouts, and what braces mean.

#include "carom.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

using namespace test;

namespace {

namespace glm_like {
struct vec3 {
    float x, y, z;
};
struct vec4 {
    float x, y, z, w;
};
struct quat {
    float w, x, y, z;
};
} // namespace glm_like

/// Floats in another order.
struct Reversed {
    float z, y, x;
};
/// Floats with others between them.
struct Interleaved {
    float x, nx, y, ny, z, nz;
};
/// Floats by index that are nowhere in memory.
struct Computed {
    float numbers[3];
    float operator[](std::size_t i) const { return numbers[i] * 2; }
};
struct Vertex {
    std::uint32_t color;
    Reversed position;
};

const std::vector<CaromVec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
const std::vector<std::uint32_t> corners = {0, 1, 2, 0, 2, 3};
const std::vector<Reversed> reversed = {{0, 0, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}};
const std::vector<Interleaved> interleaved = {{0, 7, 0, 7, 0, 7}, {1, 7, 0, 7, 0, 7}, {1, 7, 1, 7, 0, 7}, {0, 7, 1, 7, 0, 7}};
const std::vector<Computed> computed = {{{0, 0, 0}}, {{0.5f, 0, 0}}, {{0.5f, 0.5f, 0}}, {{0, 0.5f, 0}}};

carom::mesh made() { return carom::mesh::build(square, corners); }
carom::mesh box() {
    const Soup soup = cube();
    return carom::mesh::build(soup.positions, soup.indices);
}

TEST(Forms, PositionsInAnyLayout) {
    const std::vector<unsigned char> bytes = made().save();
    EXPECT_EQ(carom::mesh::build(reversed, corners).save(), bytes);
    EXPECT_EQ(carom::mesh::build(interleaved, corners).save(), bytes);
    EXPECT_EQ(carom::mesh::build(computed, corners).save(), bytes);
    const Reversed plain[] = {reversed[0], reversed[1], reversed[2], reversed[3]};
    EXPECT_EQ(carom::mesh::build(plain, corners).save(), bytes);
    std::vector<Vertex> vertices;
    for (const Reversed &at : reversed) vertices.push_back({9, at});
    EXPECT_EQ(carom::mesh::build(carom::positions_of(vertices, &Vertex::position), corners).save(), bytes);
    const std::vector<glm_like::vec4> padded = {{0, 0, 0, 5}, {1, 0, 0, 5}, {1, 1, 0, 5}, {0, 1, 0, 5}};
    EXPECT_EQ(carom::mesh::build(padded, corners).save(), bytes);
    EXPECT_FALSE(carom::positions(padded).is_copy());
    EXPECT_FALSE(carom::positions(square).is_copy());
    EXPECT_TRUE(carom::positions(interleaved).is_copy());
    EXPECT_EQ(carom::hull::build(reversed).save(), carom::hull::build(square).save());
    EXPECT_EQ(carom::hull::build(interleaved).save(), carom::hull::build(square).save());
    EXPECT_EQ(carom::report(reversed, corners).degenerate_triangles, carom::report(square, corners).degenerate_triangles);
    EXPECT_EQ(carom::mesh::build(std::vector<Reversed>(), std::vector<int>()).triangle_count(), 0u);
}

// A descriptor borrows; of copies, only what has a name.
TEST(Forms, DescriptorsDoNotBorrowCopies) {
    const std::string refused =
        "positions: x, y and z do not follow one another in memory; keep them in a carom::positions, which copies them";
    EXPECT_EQ(carom::attempt([] { return carom::describe(reversed, corners); }).message(), refused);
    EXPECT_EQ(carom::attempt([] { return carom::describe(carom::positions(reversed), corners); }).message(), refused);
    EXPECT_EQ(carom::attempt([] { return carom::describe_surface(reversed, corners); }).message(), refused);
    const carom::positions kept = reversed;
    const carom::positions copied = kept;
    EXPECT_NE(copied.data(), kept.data());
    EXPECT_EQ(carom::mesh::build(carom::describe(kept, corners)).save(), made().save());
    EXPECT_EQ(carom::mesh::build(carom::describe(copied, corners)).save(), made().save());
    EXPECT_EQ(carom::mesh::build(carom::describe(carom::positions(square), corners)).save(), made().save());
}

// What has a w is a rotation or a color, and no vector.
template <class... Arguments> std::false_type poses(...);
template <class... Arguments>
auto poses(int) -> decltype(carom::pose(std::declval<Arguments>()...), std::true_type());
static_assert(std::is_convertible<glm_like::vec3, carom::vec3>::value, "a vector");
static_assert(!std::is_constructible<carom::vec3, glm_like::vec4>::value, "no vector");
static_assert(!std::is_constructible<carom::vec3, glm_like::quat>::value, "no vector");
static_assert(!std::is_constructible<carom::vec3, carom::quaternion>::value, "no vector");
static_assert(decltype(poses<glm_like::quat, glm_like::vec3>(0))::value, "a rotation and a translation");
static_assert(decltype(poses<glm_like::vec3, glm_like::quat>(0))::value, "a translation and a rotation");
static_assert(!decltype(poses<glm_like::quat, glm_like::quat>(0))::value, "two rotations");
static_assert(!decltype(poses<glm_like::vec3, glm_like::vec3>(0))::value, "two translations");

TEST(Forms, PosesOfRotations) {
    const float root = std::sqrt(0.5f);
    const glm_like::quat quarter = {root, 0, 0, root};
    const CaromPose turned = carom::pose(carom::quaternion(0, 0, root, root), {0, 0, 0});
    EXPECT_TRUE(same_bits(carom::pose(quarter), turned));
    EXPECT_TRUE(same_bits(carom::pose({0, 0, root, root}), turned));
    const float rotation[4] = {0, 0, root, root};
    EXPECT_TRUE(same_bits(carom::pose(rotation), turned));
    const CaromPose both = carom::pose(quarter, glm_like::vec3{1, 2, 3}, 4);
    EXPECT_TRUE(same_bits(carom::pose(glm_like::vec3{1, 2, 3}, quarter, 4), both));
    EXPECT_TRUE(same_bits(carom::pose({1, 2, 3}, {0, 0, root, root}, 4), both));
    EXPECT_TRUE(same_bits(carom::pose({1, 2, 3}), carom::pose(glm_like::vec3{1, 2, 3})));
}

TEST(Forms, PosesOfMatrices) {
    const float rows[4][4] = {{1, 0, 0, 5}, {0, 1, 0, 6}, {0, 0, 1, 7}, {0, 0, 0, 1}};
    EXPECT_TRUE(same_bits(carom::pose_from_rows(rows), carom::pose({5, 6, 7})));
    const std::array<std::array<float, 4>, 3> three_rows = {{{1, 0, 0, 5}, {0, 1, 0, 6}, {0, 0, 1, 7}}};
    EXPECT_TRUE(same_bits(carom::pose_from_rows(three_rows), carom::pose({5, 6, 7})));
    const float columns[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {5, 6, 7}};
    EXPECT_TRUE(same_bits(carom::pose_from_columns(columns), carom::pose({5, 6, 7})));
    static_assert(carom::detail::is_rows<float[3][4]> && !carom::detail::is_rows<float[4][3]>, "three or four rows of four");
    static_assert(carom::detail::is_columns<float[4][3]> && !carom::detail::is_columns<float[3][4]>, "four columns");
}

// Three floats in braces move; other numbers in braces would be the beginning of a matrix.
template <class Hull, class... Arguments> std::false_type places(...);
template <class Hull, class... Arguments>
auto places(int) -> decltype(std::declval<Hull>().at(std::declval<Arguments>()...), std::true_type());
static_assert(decltype(places<const carom::hull &, CaromPose>(0))::value, "a hull stays");
static_assert(decltype(places<carom::hull &, carom::quaternion, carom::vec3>(0))::value, "a hull stays");
static_assert(!decltype(places<carom::hull, CaromPose>(0))::value, "a temporary goes");
static_assert(!decltype(places<const carom::hull, CaromPose>(0))::value, "a temporary goes");
static_assert(!decltype(places<carom::hull, carom::quaternion, carom::vec3>(0))::value, "a temporary goes");
static_assert(!decltype(places<carom::hull, std::nullptr_t, carom::vec3>(0))::value, "a temporary goes");
static_assert(!decltype(places<carom::hull, const float *, carom::vec3>(0))::value, "a temporary goes");
static_assert(!std::is_constructible<carom::pose_or_translation, float, float, float, float>::value, "no first row");
static_assert(!std::is_constructible<carom::pose_or_translation, float, float>::value, "no first row");
static_assert(!std::is_constructible<carom::pose_or_translation, glm_like::quat>::value, "no translation");

TEST(Forms, BracesMove) {
    const carom::hull hull = carom::hull::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    EXPECT_TRUE(same_bits(hull.at({1, 0, 0}).pose, carom::pose({1, 0, 0})));
    EXPECT_TRUE(same_bits(hull.at(glm_like::vec3{1, 0, 0}).pose, carom::pose({1, 0, 0})));
    const carom::mesh mesh = box();
    EXPECT_TRUE(mesh.overlap(mesh, {0.5f, 0, 0}));
    EXPECT_FALSE(mesh.overlap(mesh, {3, 0, 0}));
    EXPECT_FALSE(mesh.overlap(mesh, glm_like::vec3{3, 0, 0}));
    EXPECT_EQ(mesh.distance(mesh, {3, 0, 0}).distance, 2.0f);
    EXPECT_FALSE(mesh.distance(mesh, {3, 0, 0}, 1.5f));
    EXPECT_TRUE(mesh.overlap_all(mesh, {3, 0, 0}).empty());
    EXPECT_TRUE(mesh.intersections(mesh, {3, 0, 0}).empty());
    EXPECT_FALSE(mesh.within(2, mesh, {3, 0, 0}).empty());
    EXPECT_FALSE(has(mesh.inside(mesh, {3, 0, 0}), carom::inside_flags::touching));
    EXPECT_TRUE(mesh.overlap(mesh, carom::pose({0.5f, 0, 0}), carom::filter()));
    const std::vector<CaromPose> where = {carom::pose({0.5f, 0, 0}), carom::pose({3, 0, 0})};
    EXPECT_EQ(mesh.overlap(mesh, where), (std::vector<std::uint8_t>{1, 0}));
    EXPECT_EQ(mesh.overlap(mesh, {where, where}), (std::vector<std::uint8_t>{1, 1}));
}

} // namespace
