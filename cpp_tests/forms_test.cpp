// carom.hpp: vectors of other memory layouts, what braces mean, and that each query has its forms.

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

/// True if a second call keeps the memory of the first, and gives the same.
template <class Vector, class Fill> bool keeps(Vector &vector, Fill fill) {
    fill();
    const auto *memory = vector.data();
    const std::size_t size = vector.size();
    fill();
    return size > 0 && vector.data() == memory && vector.size() == size;
}

TEST(Forms, ListsOfMeshesAreFilledAgain) {
    const carom::mesh mesh = made();
    std::vector<CaromCrossing> crossings;
    EXPECT_TRUE(keeps(crossings, [&] { mesh.crossings(carom::ray({0.75f, 0.25f, 2}, {0, 0, -1}), crossings); }));
    std::vector<std::uint32_t> triangles;
    EXPECT_TRUE(keeps(triangles, [&] { mesh.candidates(carom::aabb({0, 0, 0}, {1, 1, 1}), triangles); }));
    const std::vector<CaromPose> where = {carom::pose(), carom::pose({0, 0, 1})};
    carom::lists<CaromTrianglePair> pairs;
    EXPECT_TRUE(keeps(pairs.items, [&] { mesh.overlap_all(mesh, where, pairs); }));
    EXPECT_EQ(pairs[0].size(), 4u);
    EXPECT_EQ(pairs[1].size(), 0u);
    carom::lists<CaromPairDistance> near;
    EXPECT_TRUE(keeps(near.items, [&] { mesh.within(1, mesh, where, near); }));
    EXPECT_EQ(near.items.size(), 8u);
    carom::lists<CaromPairIntersection> shared;
    EXPECT_TRUE(keeps(shared.items, [&] { mesh.intersections(mesh, where, shared); }));
    EXPECT_EQ(shared.size(), 2u);
    std::vector<CaromTrianglePair> one_pairs;
    EXPECT_TRUE(keeps(one_pairs, [&] { mesh.overlap_all(mesh, carom::pose(), one_pairs); }));
    std::vector<CaromPairDistance> one_near;
    EXPECT_TRUE(keeps(one_near, [&] { mesh.within(1, mesh, {0, 0, 1}, one_near); }));
    std::vector<CaromPairIntersection> one_shared;
    EXPECT_TRUE(keeps(one_shared, [&] { mesh.intersections(mesh, {0, 0, 0}, one_shared); }));
    EXPECT_EQ(carom::attempt([&] { mesh.overlap_all(mesh, {where, carom::span<const CaromPose>()}, pairs); }).message(),
              "a_poses: 2 for 0 b_poses");
}

TEST(Forms, ListsOfWorldsAreFilledAgain) {
    static_assert(sizeof(carom::world) == sizeof(void *), "an owner");
    carom::world world = carom::world::create();
    const std::vector<CaromAabb> boxes = {carom::aabb({0, 0, 0}, {1, 1, 1}), carom::aabb({0, 0, 0}, {2, 2, 2})};
    const std::vector<std::uint64_t> ids = world.insert(boxes);
    EXPECT_EQ(world.ids(), ids);
    const std::array<CaromSphere, 1> balls = {carom::sphere({0, 0, 9}, 1)};
    EXPECT_EQ(world.insert(balls).size(), 1u);
    std::vector<std::uint64_t> found;
    EXPECT_TRUE(keeps(found, [&] { world.overlap_all(boxes[0], found); }));
    EXPECT_EQ(found, ids);
    world.overlap_all(balls[0], found);
    EXPECT_EQ(found.size(), 1u);
    EXPECT_TRUE(keeps(found, [&] { world.pairs_of(ids[0], found); }));
    EXPECT_EQ(found, (std::vector<std::uint64_t>{ids[1]}));
    carom::lists<std::uint64_t> lists;
    EXPECT_TRUE(keeps(lists.items, [&] { world.pairs_of(ids, lists); }));
    EXPECT_EQ(lists.items, (std::vector<std::uint64_t>{ids[1], ids[0]}));
    std::vector<CaromWorldHit> hits;
    EXPECT_TRUE(keeps(hits, [&] { world.raycast_all(carom::ray({0.5f, 0.5f, -1}, {0, 0, 1}), hits); }));
    EXPECT_TRUE(keeps(hits, [&] { world.cast_all(carom::cast(boxes[0], {0, 0, 20}), hits); }));
    EXPECT_EQ(hits.size(), 3u);
    EXPECT_EQ(world.raycast({0.5f, 0.5f, -1}, {0, 0, 1}).t, 1.0f);
    EXPECT_FALSE(world.raycast({0.5f, 0.5f, -1}, {0, 0, 1}, 0.5f));
    EXPECT_EQ(world.raycast({0.5f, 0.5f, -1}, {0, 0, 1}, carom::ignoring(ids[0])).object, ids[1]);
    EXPECT_TRUE(world.cast(carom::aabb({0, 0, -9}, {1, 1, -8}), {0, 0, 20}));
    const std::vector<CaromPointQuery> points = {carom::point_query({0, 0, -1}), carom::point_query({0, 0, 20})};
    std::vector<CaromNeighbor> nearest(4);
    world.nearest(points, 2, nearest);
    EXPECT_EQ(nearest[0].object, ids[0]);
    EXPECT_EQ(nearest[2].distance, 10.0f);
    EXPECT_TRUE(keeps(nearest, [&] { world.nearest({0, 0, -1}, 9, nearest); }));
    EXPECT_EQ(nearest.size(), 3u);
    EXPECT_EQ(carom::attempt([&] { world.nearest(points, 2, nearest); }).message(),
              "out: room for 3 neighbors of 2 points, 2 each");
    EXPECT_EQ(world.nearest(points, 0).size(), 0u);
}

TEST(Forms, MovingShapes) {
    const std::vector<std::uint16_t> attributes = {1, 2};
    const carom::mesh mesh = carom::mesh::build(square, corners, attributes);
    const CaromSphere ball = carom::sphere({0.75f, 0.25f, 2}, 1);
    EXPECT_EQ(mesh.cast_all(ball, {0, 0, -2}).size(), 2u);
    EXPECT_EQ(mesh.cast_all(ball, {0, 0, -2}, carom::filter(2)).size(), 1u);
    EXPECT_EQ(mesh.cast_all(carom::box({0.75f, 0.25f, 2}, {1, 1, 1}), {0, 0, -2}).size(), 2u);
    const CaromShapeHit hit = mesh.cast(ball, {0, 0, -2}, {}, carom::contact_edges::all);
    EXPECT_EQ(hit, mesh.cast(carom::cast(ball, {0, 0, -2}), {}, carom::contact_edges::all));
    EXPECT_NE(hit, mesh.cast(ball, {0, 0, -0.5f}));
    EXPECT_TRUE(mesh.raycast({0.75f, 0.25f, 2}, {0, 0, -1}, carom::filter(1)));
    EXPECT_FALSE(mesh.raycast({0.75f, 0.25f, 2}, {0, 0, -1}, carom::filter(2)));
    EXPECT_EQ(mesh.raycast({0.75f, 0.25f, 2}, {0, 0, -1}), mesh.raycast(carom::ray({0.75f, 0.25f, 2}, {0, 0, -1})));
    EXPECT_NE(mesh.raycast({0.75f, 0.25f, 2}, {0, 0, -1}), mesh.raycast({0.5f, 0.25f, 2}, {0, 0, -1}));
    EXPECT_EQ(mesh.vertex_count(), 4u);
}

TEST(Forms, SolidsOfBoxes) {
    const std::vector<CaromAabb> boxes = {carom::aabb({0, 0, 0}, {1, 1, 1}), carom::aabb({2, 0, 0}, {3, 1, 1})};
    const carom::bsp level = carom::bsp::build(boxes);
    EXPECT_EQ(level.brush_count(), 2u);
    const CaromSphere ball = carom::sphere({0.5f, 0.5f, 1.5f}, 0.75f);
    EXPECT_TRUE(level.overlap(ball, carom::bsp_mode::exact));
    EXPECT_EQ(level.overlap({ball, ball}, carom::bsp_mode::threshold).size(), 2u);
    EXPECT_TRUE(level.cast(carom::sphere({0.5f, 0.5f, 9}, 1), {0, 0, -9}));
    EXPECT_TRUE(level.cast(carom::box({0.5f, 0.5f, 9}, {1, 1, 1}), {0, 0, -9}, {}, carom::contact_edges::all));
    EXPECT_TRUE(level.raycast({0.5f, 0.5f, 9}, {0, 0, -1}, carom::filter()));
    const std::vector<glm_like::vec3> points = {{0.5f, 0.5f, 0.5f}, {9, 9, 9}};
    const std::vector<CaromBspContent> inside = level.contains(points);
    EXPECT_TRUE(inside[0] && !inside[1]);
}

TEST(Forms, BatchesOfVectorsOfAnyKind) {
    const carom::mesh mesh = box();
    const std::vector<glm_like::vec3> points = {{0.25f, 0.5f, 0.75f}, {0.5f, 0.5f, 3}};
    const std::vector<Reversed> odd = {{0.75f, 0.5f, 0.25f}, {3, 0.5f, 0.5f}};
    const CaromVec3 plain[] = {{0.25f, 0.5f, 0.75f}, {0.5f, 0.5f, 3}};
    const std::vector<std::uint8_t> expected = {1, 0};
    EXPECT_EQ(mesh.contains(points), expected);
    EXPECT_EQ(mesh.contains(odd), expected);
    EXPECT_EQ(mesh.contains(plain), expected);
    EXPECT_EQ(mesh.contains({plain[0], plain[1]}), expected);
    EXPECT_EQ(mesh.winding_number(odd), (std::vector<std::int32_t>{1, 0}));
    EXPECT_EQ(mesh.closest_point(points)[1].distance, 2.0f);
    EXPECT_FALSE(mesh.closest_point(odd, 1.5f)[1]);
    EXPECT_EQ(mesh.line_of_sight(points, odd), (std::vector<std::uint8_t>{1, 1}));
    EXPECT_EQ(carom::points(points).data(), static_cast<const void *>(points.data())) << "no copy";
    EXPECT_EQ(carom::points(plain).data(), plain) << "no copy";
    const carom::sdf field = carom::sdf::generate(mesh, 16);
    EXPECT_EQ(field.sample(points)[0].distance, field.sample(plain[0]).distance);
    EXPECT_EQ(field.sample(odd)[1].distance, field.sample(plain[1]).distance);
    EXPECT_TRUE(field.collide(points)[0]);
    EXPECT_EQ(field.closest_point(odd).size(), 2u);
    const CaromAabb grid = field.bounds();
    EXPECT_EQ(grid.min, (CaromVec3{-0.125f, -0.125f, -0.125f})) << "two cells around the unit cube";
    EXPECT_EQ(grid.max, (CaromVec3{1.125f, 1.125f, 1.125f}));
}

TEST(Forms, ContactsOfRotatedBoxes) {
    const carom::mesh mesh = made();
    const std::vector<CaromBox> boxes = {carom::box({0.5f, 0.25f, 0.5f}, {1, 1, 1}), carom::box({9, 9, 9}, {1, 1, 1})};
    const carom::lists<CaromContact> found = mesh.contacts(boxes);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].size(), mesh.contacts(boxes[0]).size());
    EXPECT_TRUE(found[1].empty());
    carom::lists<CaromContact> lists;
    EXPECT_TRUE(keeps(lists.items, [&] { mesh.contacts(boxes, lists); }));
    std::vector<CaromContact> contacts;
    EXPECT_TRUE(keeps(contacts, [&] { mesh.contacts(boxes[0], contacts); }));
    const std::vector<CaromBox> bad = {boxes[0], carom::box({0, 0, INFINITY}, {1, 1, 1})};
    EXPECT_EQ(carom::attempt([&] { return mesh.contacts(bad); }).message(), "boxes[1].center.z: inf is not finite");
}

} // namespace
