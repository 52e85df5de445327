// carom.hpp as one writes it without having read it: each expression compiles and does what it says.

#include "carom.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

using namespace test;

namespace {

// Vectors of other libraries, by their looks.

namespace glm_like {
struct vec3 {
    float x, y, z;
};
struct uvec3 {
    std::uint32_t x, y, z;
};
struct quat {
    float w, x, y, z;
};
} // namespace glm_like

/// As Eigen's: x() is a function, and copying is not trivial.
class EigenLike {
public:
    EigenLike(float x, float y, float z) : v_{x, y, z} {}
    EigenLike(const EigenLike &other) : v_{other.v_[0], other.v_[1], other.v_[2]} {}
    EigenLike &operator=(const EigenLike &) = default;
    float x() const { return v_[0]; }
    const float &operator[](std::ptrdiff_t i) const { return v_[i]; }

private:
    float v_[3];
};

struct Vertex {
    float u, v;
    glm_like::vec3 position;
    std::uint32_t color;
};

// The unit square in the plane z = 0, seen from above, in two triangles.
const std::vector<CaromVec3> square = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
const std::vector<std::uint32_t> corners = {0, 1, 2, 0, 2, 3};

carom::mesh made() { return carom::mesh::build(square, corners); }

/// Hits the square's middle from above.
bool is_square(const carom::mesh &mesh) {
    const carom::hit hit = mesh.raycast({0.75f, 0.25f, 2}, {0, 0, -1});
    return hit && hit.t == 2 && hit.triangle == 0 && mesh.triangle_count() == 2;
}

TEST(Expressions, BuildFromWhateverIsThreeFloats) {
    EXPECT_TRUE(is_square(carom::mesh::build({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {0, 1, 2, 0, 2, 3})));
    const float floats[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    EXPECT_TRUE(is_square(carom::mesh::build(floats, corners)));
    EXPECT_TRUE(is_square(carom::mesh::build(std::vector<float>(floats, floats + 12), corners)));
    EXPECT_TRUE(is_square(carom::mesh::build(carom::positions(floats, 4), corners)));
    const std::vector<std::array<float, 3>> arrays = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_TRUE(is_square(carom::mesh::build(arrays, corners)));
    const std::vector<glm_like::vec3> glm = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_TRUE(is_square(carom::mesh::build(glm, corners)));
    const std::vector<EigenLike> eigen = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_TRUE(is_square(carom::mesh::build(eigen, corners)));
    const std::vector<Vertex> vertices = {{0, 0, {0, 0, 0}, 9}, {0, 0, {1, 0, 0}, 9}, {0, 0, {1, 1, 0}, 9}, {0, 0, {0, 1, 0}, 9}};
    EXPECT_TRUE(is_square(carom::mesh::build(carom::positions_of(vertices, &Vertex::position), corners)));
    EXPECT_TRUE(is_square(carom::mesh::build(carom::positions(&vertices[0].position.x, 4, sizeof(Vertex)), corners)));
}

TEST(Expressions, BuildFromWhateverIndices) {
    const carom::mesh constructed(square, corners);
    EXPECT_TRUE(is_square(constructed));
    EXPECT_TRUE(is_square(carom::mesh::build(square, std::vector<std::uint16_t>{0, 1, 2, 0, 2, 3})));
    EXPECT_TRUE(is_square(carom::mesh::build(square, std::vector<int>{0, 1, 2, 0, 2, 3})));
    const int plain[] = {0, 1, 2, 0, 2, 3};
    EXPECT_TRUE(is_square(carom::mesh::build(square, plain)));
    const std::vector<std::array<std::uint32_t, 3>> triples = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_TRUE(is_square(carom::mesh::build(square, triples)));
    const std::vector<std::array<int, 3>> int_triples = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_TRUE(is_square(carom::mesh::build(square, int_triples)));
    EXPECT_TRUE(is_square(carom::mesh::build(square, std::vector<glm_like::uvec3>{{0, 1, 2}, {0, 2, 3}})));
    const std::uint32_t faces[2][3] = {{0, 1, 2}, {0, 2, 3}};
    EXPECT_TRUE(is_square(carom::mesh::build(square, faces)));
    const float rows[4][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    EXPECT_TRUE(is_square(carom::mesh::build(rows, faces)));
}

TEST(Expressions, BuildSaysWhatIsWrong) {
    const auto message = [](auto build) {
        const auto built = carom::attempt(build);
        EXPECT_FALSE(built.ok());
        return built.message();
    };
    EXPECT_EQ(message([] { return carom::mesh::build(square, std::vector<int>{0, 1, -2}); }),
              "indices[2]: 4294967294 (-2 if it is signed) is not below vertex_count 4");
    EXPECT_EQ(message([] { return carom::mesh::build(square, std::vector<int>{0, 1}); }), "indices: 2 is not a multiple of 3");
    EXPECT_EQ(message([] { return carom::mesh::build(std::vector<float>{0, 1}, corners); }), "positions: 2 floats are no multiple of 3");
    const std::vector<std::uint16_t> attributes = {1, 2, 3};
    EXPECT_EQ(message([&] { return carom::mesh::build(square, corners, attributes); }), "attributes: 3 for 2 triangles");
}

TEST(Expressions, BuildWithOptions) {
    carom::cook_options options;
    options.preset = carom::preset::fast;
    const carom::mesh fast = carom::mesh::build(square, corners, options);
    EXPECT_EQ(fast.stats().preset, number(carom::preset::fast));
    options.preset = carom::preset::rays;
    EXPECT_EQ(carom::mesh::build(square, corners, options).stats().preset, number(carom::preset::rays));
    const std::vector<std::uint16_t> attributes = {1, 2};
    const carom::mesh with = carom::mesh::build(square, corners, attributes, options);
    EXPECT_EQ(with.stats().attributes_any, 3u);
    EXPECT_EQ(carom::report(square, corners).triangle_count, 2u);
}

TEST(Expressions, OneQuestionAtATime) {
    const carom::mesh mesh = made();
    const CaromRay down = carom::ray({0.75f, 0.25f, 2}, {0, 0, -1});
    if (const auto hit = mesh.raycast(down)) {
        EXPECT_EQ(hit.point, (CaromVec3{0.75f, 0.25f, 0}));
        EXPECT_EQ(hit.normal, (CaromVec3{0, 0, 1}));
        EXPECT_EQ(carom::point_at(down, hit.t), hit.point);
        const CaromRayHit plain = hit;
        EXPECT_TRUE(plain);
    } else {
        FAIL();
    }
    EXPECT_FALSE(mesh.raycast(carom::ray({5, 5, 2}, {0, 0, -1})));
    EXPECT_FALSE(mesh.raycast({0.5f, 0.25f, 2}, {0, 0, -1}, 1.5f));
    EXPECT_TRUE(mesh.raycast(glm_like::vec3{0.5f, 0.25f, 2}, EigenLike(0, 0, -1)));
    EXPECT_TRUE(mesh.occluded(down));
    EXPECT_TRUE(mesh.occluded({0.5f, 0.25f, 1}, {0.5f, 0.25f, -1}));
    EXPECT_FALSE(mesh.occluded({0.5f, 0.25f, 1}, {0.5f, 0.25f, 0.5f}));
    EXPECT_TRUE(mesh.overlap(carom::sphere({0.5f, 0.5f, 1}, 1)));
    EXPECT_FALSE(mesh.overlap(carom::capsule({0, 0, 5}, {0, 0, 3}, 1)));
    EXPECT_TRUE(mesh.overlap(carom::box({0, 0, 0}, {1, 1, 1})));
    EXPECT_TRUE(mesh.overlap(carom::box(mesh.bounds())));
    EXPECT_EQ(mesh.closest_point({0.75f, 0.25f, 3}).distance, 3.0f);
    EXPECT_FALSE(mesh.closest_point({0.75f, 0.25f, 3}, 2.5f));
    EXPECT_TRUE(mesh.closest_point(carom::point_query({0, 0, 0})));
    EXPECT_FLOAT_EQ(mesh.cast(carom::cast(carom::sphere({0.5f, 0.25f, 2}, 1), {0, 0, -2})).t, 0.5f);
    EXPECT_FLOAT_EQ(mesh.cast(carom::sphere({0.5f, 0.25f, 2}, 1), {0, 0, -2}).t, 0.5f);
    EXPECT_FLOAT_EQ(mesh.cast(carom::capsule({0.5f, 0.25f, 3}, {0.5f, 0.25f, 2}, 1), {0, 0, -2}).t, 0.5f);
    EXPECT_FLOAT_EQ(mesh.cast(carom::box({0.5f, 0.25f, 2}, {1, 1, 1}), {0, 0, -2}).t, 0.5f);
    EXPECT_FLOAT_EQ(mesh.cast(carom::cast(carom::box({0.5f, 0.25f, 2}, {1, 1, 1}), {0, 0, -2})).t, 0.5f);
    EXPECT_EQ(mesh.overlap_all(carom::sphere({0.5f, 0.5f, 0}, 9)), (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(mesh.raycast_all(down).size(), 1u);
    EXPECT_EQ(mesh.crossings(down).size(), 1u);
    EXPECT_EQ(mesh.contacts(carom::sphere({0.5f, 0.25f, 0.5f}, 1)).at(0).depth, 0.5f);
    EXPECT_FALSE(mesh.contacts(carom::box({0.5f, 0.25f, 0.5f}, {1, 1, 1})).empty());
    EXPECT_EQ(mesh.candidates(carom::aabb({0, 0, 0}, {1, 1, 1})).size(), 2u);
}

TEST(Expressions, Batches) {
    const carom::mesh mesh = made();
    const std::vector<CaromRay> rays = {carom::ray({0.75f, 0.25f, 2}, {0, 0, -1}), carom::ray({7, 7, 2}, {0, 0, -1})};
    const auto hits = mesh.raycast(rays);
    EXPECT_TRUE(hits[0] && !hits[1]);
    const auto surfaces = mesh.raycast_surface(rays);
    EXPECT_TRUE(surfaces[0] && !surfaces[1]);
    EXPECT_EQ(surfaces[0].normal, (CaromVec3{0, 0, 1}));
    EXPECT_EQ(mesh.raycast({rays[0], rays[1]}).size(), 2u);
    // The number of lists' own; then by range-for, also of a temporary.
    std::vector<std::size_t> sizes;
    for (carom::span<const std::uint32_t> list : mesh.overlap_all({carom::sphere({0, 0, 0}, 9), carom::sphere({9, 9, 9}, 1)})) {
        sizes.push_back(list.size());
    }
    EXPECT_EQ(sizes, (std::vector<std::size_t>{2, 0}));
    // Memory of the caller's is used again.
    carom::lists<std::uint32_t> lists;
    mesh.overlap_all({carom::sphere({0, 0, 0}, 9)}, lists);
    const std::uint32_t *items = lists.items.data();
    mesh.overlap_all({carom::sphere({0, 0, 0}, 9)}, lists);
    EXPECT_EQ(lists.items.data(), items);
    EXPECT_EQ(lists.size(), 1u);
    EXPECT_EQ(lists[0].size(), 2u);
    std::vector<CaromContact> contacts;
    mesh.contacts(carom::sphere({0.5f, 0.25f, 0.5f}, 1), contacts);
    EXPECT_EQ(contacts.size(), 1u);
}

TEST(Expressions, FiltersAreValues) {
    const std::vector<std::uint16_t> attributes = {1, 2};
    const carom::mesh mesh = carom::mesh::build(square, corners, attributes);
    const CaromRay down = carom::ray({0.75f, 0.25f, 2}, {0, 0, -1}); // at triangle 0
    EXPECT_TRUE(mesh.raycast(down, carom::filter(1)));
    EXPECT_FALSE(mesh.raycast(down, carom::filter(2)));
    const CaromFilter culled = carom::filter(0, 0, carom::backfaces::only);
    EXPECT_FALSE(mesh.raycast(down, culled));
    EXPECT_FALSE(mesh.raycast(down, &culled));
    EXPECT_TRUE(mesh.raycast(down, nullptr));
    EXPECT_EQ(mesh.overlap_all(carom::sphere({0.5f, 0.5f, 0}, 9), carom::filter(2)), (std::vector<std::uint32_t>{1}));
    EXPECT_EQ(mesh.contacts(carom::sphere({0.75f, 0.25f, 1.5f}, 1), {}, carom::contact_options(1)).size(), 1u);
}

TEST(Expressions, Vectors) {
    CaromVec3 a = {1, 2, 3};
    const CaromVec3 b = {4, 5, 6};
    EXPECT_EQ(a + b, (CaromVec3{5, 7, 9}));
    EXPECT_EQ(b - a, (CaromVec3{3, 3, 3}));
    EXPECT_EQ(2 * a, a * 2);
    EXPECT_EQ(-a, (CaromVec3{-1, -2, -3}));
    EXPECT_EQ(b / 2, (CaromVec3{2, 2.5f, 3}));
    EXPECT_NE(a, b);
    a += b;
    a -= b;
    a *= 3;
    a /= 3;
    EXPECT_EQ(a, (CaromVec3{1, 2, 3}));
    EXPECT_EQ(carom::dot(a, b), 32);
    EXPECT_EQ(carom::cross({1, 0, 0}, {0, 1, 0}), (CaromVec3{0, 0, 1}));
    EXPECT_EQ(carom::length({3, 4, 0}), 5);
    EXPECT_EQ(carom::normalize({0, 0, 9}), (CaromVec3{0, 0, 1}));
    const carom::vec3 c = std::array<float, 3>{7, 8, 9};
    EXPECT_EQ(c.z, 9);
    EXPECT_EQ(carom::center(carom::aabb({0, 0, 0}, {2, 4, 6})), a);
}

TEST(Expressions, Poses) {
    const float root = std::sqrt(0.5f);
    // A quarter turn around z.
    const CaromPose turned = carom::pose({0, 0, root, root}, {10, 20, 30});
    const CaromPose by_glm = carom::pose(glm_like::quat{root, 0, 0, root}, glm_like::vec3{10, 20, 30});
    EXPECT_TRUE(same_bits(turned, by_glm));
    const auto near_to = [](CaromVec3 a, CaromVec3 b) { return carom::distance(a, b) < 1e-5f; };
    EXPECT_TRUE(near_to(carom::apply(turned, {1, 0, 0}), {10, 21, 30}));
    EXPECT_TRUE(near_to(carom::apply_direction(turned, {1, 0, 0}), {0, 1, 0}));
    EXPECT_TRUE(near_to(carom::apply(carom::inverse(turned), {10, 21, 30}), {1, 0, 0}));
    const CaromPose scaled = carom::pose({0, 0, root, root}, {10, 20, 30}, 4);
    EXPECT_TRUE(near_to(carom::apply(carom::compose(carom::inverse(scaled), scaled), {5, 6, 7}), {5, 6, 7}));
    EXPECT_EQ(carom::apply(carom::pose(), {1, 2, 3}), (CaromVec3{1, 2, 3}));
    EXPECT_EQ(carom::apply(carom::pose({1, 1, 1}), {1, 2, 3}), (CaromVec3{2, 3, 4}));
    const float rows[16] = {1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1};
    const float columns[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1};
    const float rows_of_3[12] = {1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7};
    for (const CaromPose &pose : {carom::pose_from_rows(rows), carom::pose_from_columns(columns), carom::pose_from_rows(rows_of_3),
                                  carom::pose_from_columns(&columns[0]), carom::pose_from_rows(carom::pose({5, 6, 7}).rows)}) {
        EXPECT_EQ(carom::apply(pose, {0, 0, 0}), (CaromVec3{5, 6, 7}));
    }
    EXPECT_EQ(carom::attempt([&] { return carom::pose_from_rows(columns); }).message(),
              "matrix[12]: 5.000000 in the last row, which must be 0, 0, 0, 1");
    const carom::mesh mesh = made();
    const CaromPose up = carom::pose({0, 0, 1});
    EXPECT_TRUE(mesh.overlap(mesh));
    EXPECT_FALSE(mesh.overlap(mesh, up));
    EXPECT_EQ(mesh.distance(mesh, up).distance, 1.0f);
    EXPECT_FALSE(mesh.distance(mesh, up, 0.5f));
    EXPECT_EQ(mesh.overlap_all(mesh, up).size(), 0u);
    EXPECT_EQ(mesh.overlap_all(mesh).size(), 4u);
    EXPECT_EQ(mesh.within(1, mesh, up).size(), 4u);
    EXPECT_EQ(mesh.intersections(mesh, up).size(), 0u);
    const Soup soup = cube();
    const carom::mesh box = carom::mesh::build(soup.positions, soup.indices);
    const CaromPose smaller = carom::pose(nullptr, {0.25f, 0.25f, 0.25f}, 0.5f);
    EXPECT_TRUE(has(box.inside(box, smaller), carom::inside_flags::b_wholly));
    const std::vector<CaromPose> both = {smaller, up};
    EXPECT_EQ(box.overlap(box, both).size(), 2u);
    EXPECT_EQ(turned * carom::vec3(1, 2, 3), carom::apply(turned, {1, 2, 3}));
    EXPECT_TRUE(same_bits(turned * scaled, carom::compose(turned, scaled)));
    const std::array<std::array<float, 4>, 4> glm_matrix = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {5, 6, 7, 1}}};
    EXPECT_EQ(carom::pose_from_columns(glm_matrix) * carom::vec3(0, 0, 0), (CaromVec3{5, 6, 7}));
}

TEST(Expressions, SolidsOfBoxes) {
    carom::brushes brushes;
    brushes.add_box({-5, -5, -1}, {5, 5, 0});
    brushes.add_box({1, 1, 0}, {2, 2, 2}, 4);
    const carom::bsp level = carom::bsp::build(brushes);
    EXPECT_EQ(level.brush_count(), 2u);
    EXPECT_EQ(level.contains({1.5f, 1.5f, 1}).brush, 1u);
    EXPECT_FALSE(level.contains({1.5f, 1.5f, 3}));
    EXPECT_TRUE(level.overlap(carom::sphere({0, 0, 0.5f}, 1)));
    EXPECT_EQ(level.collide(carom::sphere({0, 0, 0.5f}, 1)).depth, 0.5f);
    const carom::hit hit = level.raycast({1.5f, 1.5f, 5}, {0, 0, -1});
    EXPECT_TRUE(hit && hit.t == 3 && hit.triangle == 1);
    EXPECT_FALSE(level.raycast({1.5f, 1.5f, 5}, {0, 0, 1}));
    const carom::hit met = level.cast(carom::sphere({0, 0, 3}, 1), {0, 0, -4});
    EXPECT_TRUE(met && met.t == 0.5f);
    EXPECT_TRUE(level.cast(carom::box({0, 0, 3}, {1, 1, 1}), {0, 0, -4}));
    EXPECT_TRUE(level.cast(carom::cast(carom::capsule({0, 0, 3}, {0, 0, 4}, 1), {0, 0, -4})));
    EXPECT_EQ(level.contacts(carom::box({0, 0, 0.5f}, {1, 1, 1})).at(0).triangle, 0u);
    const carom::bsp cube = carom::bsp::build_surface(test::cube().positions, test::cube().indices);
    EXPECT_TRUE(cube.contains({0.25f, 0.25f, 0.25f}));
}

TEST(Expressions, Fields) {
    const Soup soup = test::cube();
    const carom::sdf field = carom::sdf::generate(carom::mesh::build(soup.positions, soup.indices), 16);
    EXPECT_LT(field.sample({0.25f, 0.25f, 0.25f}).distance, 0);
    EXPECT_NEAR(field.closest_point({0.5f, 0.5f, 3}).distance, 2, 0.1);
    EXPECT_TRUE(field.collide({0.25f, 0.25f, 0.25f}));
    EXPECT_TRUE(field.collide(carom::sphere({0.5f, 0.5f, 1.25f}, 0.5f)));
    EXPECT_FALSE(field.collide(carom::sphere({0.5f, 0.5f, 9}, 0.5f)));
    const carom::hit hit = field.raycast({0.5f, 0.5f, 9}, {0, 0, -1});
    EXPECT_TRUE(hit);
    EXPECT_NEAR(hit.point.z, 1, 0.1);
    EXPECT_FALSE(field.raycast({0.5f, 0.5f, 9}, {0, 0, 1}));
}

TEST(Expressions, Hulls) {
    const std::vector<glm_like::vec3> points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const carom::hull hull = carom::hull::build(points);
    EXPECT_EQ(hull.vertex_count(), 4u);
    EXPECT_EQ(hull.bounds().max, (CaromVec3{1, 1, 1}));
    EXPECT_EQ(hull.faces().size(), 4u);
    EXPECT_TRUE(made().overlap(hull.at(carom::pose({0.25f, 0.25f, -0.5f}))));
    EXPECT_EQ(carom::hull::build({{0, 0, 0}, {1, 0, 0}}).vertices().size(), 2u);
}

TEST(Expressions, Worlds) {
    carom::world world = carom::world::create();
    const std::uint64_t ball = world.insert(carom::sphere({0, 0, 0}, 1), 7);
    const std::uint64_t crate = world.insert(carom::aabb({5, -1, -1}, {7, 1, 1}));
    const std::uint64_t wall = world.insert(carom::object(carom::aabb({20, -9, -9}, {21, 9, 9}), 9, true));
    EXPECT_EQ(world.size(), 3u);
    world.update(ball, carom::sphere({4.5f, 0, 0}, 1));
    EXPECT_EQ(world.pairs().size(), 1u);
    EXPECT_EQ(world.pairs_of(ball), (std::vector<std::uint64_t>{crate}));
    const CaromRay along = carom::ray({-9, 0, 0}, {1, 0, 0});
    EXPECT_EQ(world.raycast(along).user, 7u);
    EXPECT_EQ(world.raycast(along, carom::ignoring(ball)).object, crate);
    EXPECT_EQ(world.raycast_all(along).size(), 3u);
    EXPECT_EQ(world.overlap_all(carom::sphere({6, 0, 0}, 1)).size(), 2u);
    EXPECT_EQ(world.overlap_all(carom::aabb({19, 0, 0}, {22, 1, 1})), (std::vector<std::uint64_t>{wall}));
    EXPECT_EQ(world.nearest({30, 0, 0}, 2).at(0).object, wall);
    EXPECT_EQ(world.nearest({30, 0, 0}, 99).size(), 3u);
    EXPECT_TRUE(world.cast(carom::cast(carom::aabb({-9, 0, 0}, {-8, 1, 1}), {20, 0, 0})));
    world.set_user(crate, 3);
    EXPECT_EQ(world.object(crate).user, 3u);
    world.set_filter(crate, {1, 0});
    world.set_static(ball, true);
    EXPECT_TRUE(world.pairs().empty());
    world.update(crate, carom::aabb({0, 0, 0}, {1, 1, 1}));
    world.remove(ball);
    EXPECT_EQ(world.ids(), (std::vector<std::uint64_t>{crate, wall}));
    EXPECT_EQ(carom::attempt([&] { return world.object(ball); }).status(), CAROM_ERROR_UNKNOWN_ID);
}

TEST(Expressions, StatusesAndErrors) {
    EXPECT_EQ(carom::to_string(CAROM_ERROR_NOT_FINITE), "CAROM_ERROR_NOT_FINITE");
    try {
        carom::mesh::build(square, {0, 1, 9});
        FAIL();
    } catch (const carom::error &error) {
        EXPECT_EQ(carom::to_string(error.status()), "CAROM_ERROR_INDEX_OUT_OF_RANGE");
    }
    const carom::result<carom::mesh> fine = carom::attempt([] { return carom::mesh::build(square, corners); });
    ASSERT_TRUE(fine.ok());
    EXPECT_TRUE(is_square(*fine));
    EXPECT_EQ(fine.status(), CAROM_OK);
}

// A file that no other program uses: the same tests run with the shared and the static library at a time.
std::string fresh_path() {
    return testing::TempDir() + "carom_expressions_" + std::to_string(std::random_device()()) + ".carom";
}

TEST(Expressions, Files) {
    const std::string path = fresh_path();
    const carom::mesh mesh = made();
    mesh.save_file(path);
    {
        const carom::mesh opened = carom::mesh::open_file(path);
        EXPECT_TRUE(is_square(opened));
        EXPECT_EQ(opened.save(), mesh.save());
        const std::vector<unsigned char> bytes = opened.save();
        EXPECT_TRUE(is_square(carom::mesh::open_copy(bytes)));
        EXPECT_TRUE(is_square(carom::mesh::open_copy(std::vector<char>(bytes.begin(), bytes.end()))));
        EXPECT_TRUE(is_square(carom::mesh::open_copy(std::string(bytes.begin(), bytes.end()))));
    }
    mesh.save_file(path); // in place of the first
#ifndef _WIN32
    // A link stays one.
    const std::string link = path + ".link";
    std::filesystem::create_symlink(path, link);
    mesh.save_file(link);
    EXPECT_TRUE(std::filesystem::is_symlink(link));
    EXPECT_TRUE(is_square(carom::mesh::open_file(path)));
    std::remove(link.c_str());
#endif
    for (const auto &folder : {carom::attempt([&] { mesh.save_file(testing::TempDir()); }).message(),
                               carom::attempt([&] { carom::mesh::open_file(testing::TempDir()); }).message()}) {
        EXPECT_NE(folder.find("it is not a file"), std::string::npos) << folder;
    }
    const auto as_tree = carom::attempt([&] { return carom::bsp::open_file(path); });
    EXPECT_EQ(as_tree.status(), CAROM_ERROR_INVALID_BLOB);
    std::fclose(std::fopen(path.c_str(), "wb"));
    EXPECT_EQ(carom::attempt([&] { return carom::mesh::open_file(path); }).status(), CAROM_ERROR_INVALID_BLOB);
    std::remove(path.c_str());
    const auto gone = carom::attempt([&] { return carom::mesh::open_file(path); });
    EXPECT_EQ(gone.status(), CAROM_ERROR_FILE);
    EXPECT_NE(gone.message().find("path: " + path + " cannot be read: "), std::string::npos) << gone.message();
    const auto nowhere = carom::attempt([&] { mesh.save_file(path + "/x/y"); });
    EXPECT_EQ(nowhere.status(), CAROM_ERROR_FILE);
    EXPECT_NE(nowhere.message().find(" cannot be written: "), std::string::npos) << nowhere.message();
    const char not_utf8[] = {char(0xff), char(0xfe), 0};
    EXPECT_EQ(carom::attempt([&] { return carom::mesh::open_file(not_utf8); }).status(), CAROM_ERROR_INVALID_ARGUMENT);
    CaromMesh *handle = nullptr;
    EXPECT_EQ(carom_mesh_open_file(nullptr, &handle), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_save_file(nullptr, path.c_str()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_save_file(mesh.get(), nullptr), CAROM_ERROR_NULL_ARGUMENT);
}

TEST(Expressions, OtherKindsHaveFilesToo) {
    const std::string path = fresh_path();
    carom::brushes brushes;
    brushes.add_box({0, 0, 0}, {1, 1, 1});
    const carom::bsp tree = carom::bsp::build(brushes);
    tree.save_file(path);
    EXPECT_EQ(carom::bsp::open_file(path).save(), tree.save());
    const carom::hull hull = carom::hull::build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    hull.save_file(path);
    EXPECT_EQ(carom::hull::open_file(path).save(), hull.save());
    const carom::sdf field = carom::sdf::generate(made(), 4);
    field.save_file(path);
    EXPECT_EQ(carom::sdf::open_file(path).save(), field.save());
    std::remove(path.c_str());
}

// In C, what a zeroed struct would miss silently.
TEST(Expressions, InitialisersOfCReach) {
    const carom::mesh mesh = made();
    CaromRay ray;
    carom_ray_init(&ray);
    ray.origin = {0.75f, 0.25f, 2};
    ray.direction = {0, 0, -1};
    EXPECT_TRUE(mesh.raycast(ray));
    CaromPointQuery point;
    carom_point_query_init(&point);
    point.point = {0, 0, 9};
    EXPECT_TRUE(mesh.closest_point(point));
    CaromBox box;
    carom_box_init(&box);
    box.half_extents = {1, 1, 1};
    EXPECT_TRUE(mesh.overlap(box));
    CaromFilter filter;
    carom_filter_init(&filter);
    EXPECT_TRUE(mesh.raycast(ray, filter));
    CaromContactOptions options;
    carom_contact_options_init(&options);
    EXPECT_EQ(mesh.contacts(carom::sphere({0.75f, 0.25f, 0.5f}, 1), filter, options).size(), 1u);
    CaromPose pose;
    carom_pose_init(&pose);
    EXPECT_TRUE(same_bits(pose, carom::pose()));
    carom::world world = carom::world::create();
    CaromWorldObject object;
    carom_world_object_init(&object);
    object.volume = carom::volume(carom::sphere({0, 0, 0}, 1));
    world.insert({object, object});
    EXPECT_EQ(world.pairs().size(), 1u);
    CaromWorldFilter all;
    carom_world_filter_init(&all);
    EXPECT_EQ(world.overlap_all(carom::sphere({0, 0, 0}, 1), all).size(), 2u);
}

} // namespace
