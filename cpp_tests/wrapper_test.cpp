// carom.hpp: ownership, exceptions, and that each method is its function.

#include "bsp_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <string_view>
#include <type_traits>

using namespace test;

namespace {

static_assert(!std::is_copy_constructible<carom::mesh>::value && !std::is_copy_assignable<carom::mesh>::value, "owner");
static_assert(std::is_nothrow_move_constructible<carom::mesh>::value, "owner");
static_assert(std::is_nothrow_move_assignable<carom::mesh>::value, "owner");
static_assert(sizeof(carom::mesh) == sizeof(void *) && sizeof(carom::bsp) == sizeof(void *), "owner");
static_assert(!std::is_copy_constructible<carom::bsp>::value && std::is_nothrow_move_assignable<carom::bsp>::value, "owner");
static_assert(!std::is_convertible<CaromMesh *, carom::mesh>::value, "handles are taken over on purpose");
static_assert(!std::is_convertible<carom::layout, std::uint32_t>::value, "enumerators are no numbers by accident");
static_assert(carom::number(carom::layout::delta) == CAROM_LAYOUT_DELTA, "numbers are those of carom.h");
static_assert(carom::number(carom::layout::wide) == CAROM_LAYOUT_WIDE, "numbers are those of carom.h");
static_assert(carom::number(carom::build_flags::cooked_order | carom::build_flags::triangle_table) ==
              (CAROM_BUILD_COOKED_ORDER | CAROM_BUILD_TRIANGLE_TABLE), "bits are joined");

// Code that would read freed memory does not compile.

template <class Lists, class = void> struct can_index : std::false_type {};
template <class Lists> struct can_index<Lists, decltype(void(std::declval<Lists>()[0]))> : std::true_type {};
static_assert(can_index<const carom::lists<int> &>::value && can_index<carom::lists<int> &>::value, "named lists stay");
static_assert(!can_index<carom::lists<int>>::value && !can_index<const carom::lists<int>>::value, "temporary lists go");

template <class... Arguments> constexpr bool makes_poses = std::is_constructible<carom::poses, Arguments...>::value;
using PoseVector = std::vector<CaromPose>;
using PoseSpan = carom::span<const CaromPose>;
static_assert(makes_poses<PoseVector &> && makes_poses<const PoseVector &> && makes_poses<PoseSpan>, "what stays");
static_assert(makes_poses<CaromPose> && makes_poses<const CaromPose &>, "a single pose is kept");
static_assert(makes_poses<PoseVector &, PoseVector &> && makes_poses<PoseSpan, const PoseVector &>, "what stays");
static_assert(!makes_poses<PoseVector> && !makes_poses<const PoseVector> && !makes_poses<std::array<CaromPose, 2>>, "what goes");
static_assert(!makes_poses<PoseVector, PoseVector &> && !makes_poses<PoseVector &, PoseVector>, "what goes");

template <class Positions, class Indices, class = void> struct can_describe : std::false_type {};
template <class Positions, class Indices>
struct can_describe<Positions, Indices, decltype(void(carom::describe(std::declval<Positions>(), std::declval<Indices>())))>
    : std::true_type {};
using Positions = std::vector<CaromVec3>;
using Indices = std::vector<std::uint32_t>;
static_assert(can_describe<Positions &, const Indices &>::value, "what stays");
static_assert(!can_describe<Positions, Indices &>::value && !can_describe<Positions &, Indices>::value, "what goes");
#if defined(__cpp_lib_span)
static_assert(makes_poses<std::span<CaromPose>> && makes_poses<std::span<const CaromPose, 2>>, "views stay");
#endif

TEST(Wrapper, KeepsASinglePose) {
    const carom::poses made(carom::pose(nullptr, {1, 2, 3}));
    const carom::poses copied = made;
    EXPECT_EQ(copied.size(), 1u);
    EXPECT_EQ(copied.a(), nullptr);
    ASSERT_NE(copied.b(), made.b());
    EXPECT_TRUE(same_bits(*copied.b(), carom::pose(nullptr, {1, 2, 3})));
}

TEST(Wrapper, IsOfTheVersionOfTheHeader) {
    EXPECT_EQ(carom_version(), std::uint32_t(CAROM_VERSION));
    EXPECT_EQ(CAROM_VERSION, CAROM_VERSION_MAJOR << 16 | CAROM_VERSION_MINOR << 8 | CAROM_VERSION_PATCH);
}

carom::mesh made() {
    const Soup soup = cube();
    return carom::mesh::build(soup.positions, soup.indices);
}

// What a zeroed struct would miss silently.
TEST(Wrapper, MakesQueriesThatReach) {
    const carom::mesh mesh = made();
    // Five above the unit cube.
    const CaromVec3 outside = {0.6f, 0.7f, 6.0f};
    const CaromRay rays[] = {carom::ray(outside, {0, 0, -1}), carom::ray(outside, {0, 0, -1}, 4.5f),
                             carom::ray(outside, {0, 0, -1}, 100.0f, 1000.0f)};
    const std::vector<CaromRayHit> hits = mesh.raycast(rays);
    EXPECT_EQ(hits[0].t, 5.0f);
    EXPECT_EQ(hits[1].triangle, CAROM_NONE);
    EXPECT_EQ(hits[2].triangle, CAROM_NONE);
    const CaromPointQuery points[] = {carom::point_query(outside), carom::point_query(outside, 4.5f)};
    const std::vector<CaromClosestPoint> nearest = mesh.closest_point(points);
    EXPECT_EQ(nearest[0].distance, 5.0f);
    EXPECT_EQ(nearest[1].triangle, CAROM_NONE);
    const CaromSphere spheres[] = {carom::sphere(outside, 5.0f), carom::sphere(outside, 4.5f)};
    EXPECT_EQ(mesh.overlap(spheres), (std::vector<std::uint8_t>{1, 0}));
    const CaromVec3 above = {outside.x, outside.y, outside.z + 3};
    const CaromCapsule capsules[] = {carom::capsule(above, outside, 5.0f), carom::capsule(above, outside, 4.5f)};
    EXPECT_EQ(mesh.overlap(capsules), (std::vector<std::uint8_t>{1, 0}));
    // Around x: what is long along y is long along z.
    const float quarter_turn[] = {0.70710678f, 0, 0, 0.70710678f};
    const CaromBox boxes[] = {carom::box(outside, {1, 1, 5}), carom::box(outside, {1, 1, 4.5f}),
                              carom::box(outside, {1, 5.5f, 1}), carom::box(outside, {1, 5.5f, 1}, quarter_turn)};
    EXPECT_EQ(mesh.overlap(boxes), (std::vector<std::uint8_t>{1, 0, 0, 1}));
}

TEST(Wrapper, OwnsAndMoves) {
    carom::mesh empty;
    EXPECT_FALSE(empty);
    carom::mesh a = made();
    ASSERT_TRUE(a);
    const CaromMesh *handle = a.get();
    carom::mesh b = std::move(a);
    EXPECT_FALSE(a);
    EXPECT_EQ(b.get(), handle);
    b = made(); // frees the first
    EXPECT_TRUE(b);
    carom::mesh &self = b;
    b = std::move(self);
    EXPECT_TRUE(b);
    carom::mesh c(b.release());
    EXPECT_TRUE(!b && c);
}

TEST(Wrapper, ErrorsAreExceptions) {
    Soup soup = cube();
    soup.indices[20] = 9000;
    try {
        carom::mesh::build(soup.positions, soup.indices);
        FAIL();
    } catch (const carom::error &error) {
        EXPECT_EQ(error.status(), CAROM_ERROR_INDEX_OUT_OF_RANGE);
        EXPECT_STREQ(error.what(), "indices[20]: 9000 is not below vertex_count 8");
    }
    const carom::mesh empty;
    EXPECT_THROW(empty.stats(), carom::error);
    const CaromRay ray = {{0, 0, 0}, 0, {0, 0, 1}, 1};
    std::vector<CaromRayHit> hits(2);
    try {
        made().raycast(carom::span<const CaromRay>(&ray, 1), hits);
        FAIL();
    } catch (const carom::error &error) {
        EXPECT_EQ(error.status(), CAROM_ERROR_INVALID_ARGUMENT);
        EXPECT_STREQ(error.what(), "out: room for 2 answers to 1 queries");
    }
    const std::vector<std::uint32_t> two = {0, 1};
    EXPECT_THROW(carom::mesh::build(soup.positions, two), carom::error);
    const std::vector<std::uint16_t> attributes = {1};
    EXPECT_THROW(carom::describe(soup.positions, soup.indices, attributes), carom::error);
}

// An empty owner is NULL to carom.h; what to do about it says the class.
TEST(Wrapper, EmptyOwnersSayHowTheyAreMade) {
    const carom::mesh mesh, full = made();
    const carom::hull hull;
    const carom::bsp bsp;
    const carom::sdf sdf;
    carom::world world;
    const auto expect_empty = [](auto call, const std::string &argument, const std::string &of, const std::string &by) {
        const auto answer = carom::attempt(call);
        EXPECT_EQ(answer.status(), CAROM_ERROR_NULL_ARGUMENT);
        EXPECT_EQ(answer.message(),
                  argument + ": this carom::" + of + " is empty (default-made or moved from); make one by " + by);
    };
    const CaromRay ray = carom::ray({0, 0, 0}, {1, 0, 0});
    expect_empty([&] { return world.raycast(ray); }, "world", "world", "create() or open_copy()");
    expect_empty([&] { return mesh.raycast(ray); }, "mesh", "mesh", "build() or open_file()");
    expect_empty([&] { return mesh.occluded(ray); }, "mesh", "mesh", "build() or open_file()");
    expect_empty([&] { return full.overlap(mesh); }, "b", "mesh", "build() or open_file()");
    expect_empty([&] { return bsp.raycast(ray); }, "bsp", "bsp", "build() or open_file()");
    expect_empty([&] { return sdf.sample(carom::vec3(0, 0, 0)); }, "sdf", "sdf", "generate() or open_file()");
    expect_empty([&] { return hull.bounds(); }, "hull", "hull", "build() or open_file()");
    expect_empty([&] { return full.overlap(hull.at(carom::pose())); }, "hulls[0].hull", "hull", "build() or open_file()");
    // Other pointers are what they are in C.
    EXPECT_EQ(carom::attempt([] { carom::mesh::open_file(nullptr); }).message(), "path: NULL");
    EXPECT_EQ(carom::attempt([] { carom::check(carom_mesh_stats(nullptr, nullptr)); }).message(), "mesh: NULL");
}

TEST(Wrapper, OpensFilesByPathsOfAllKinds) {
    const std::string path = testing::TempDir() + "carom_paths.mesh";
    const carom::mesh mesh = made();
    const std::vector<unsigned char> bytes = mesh.save();
    mesh.save_file(path.c_str());
    EXPECT_EQ(carom::mesh::open_file(path).save(), bytes);
    const std::string longer = path + "x";
    EXPECT_EQ(carom::mesh::open_file(std::string_view(longer).substr(0, path.size())).save(), bytes);
    mesh.save_file(std::filesystem::path(path));
    EXPECT_EQ(carom::mesh::open_file(std::filesystem::path(path)).save(), bytes);
    const std::string cut = path + '\0' + "rest";
    const std::string message = "path: character " + std::to_string(path.size()) + " is a zero";
    EXPECT_EQ(carom::attempt([&] { carom::mesh::open_file(cut); }).message(), message);
    EXPECT_EQ(carom::attempt([&] { mesh.save_file(cut); }).message(), message);
    std::filesystem::remove(path);
}

// The unit cube lies between the first two; the third is on it.
TEST(Wrapper, SeesFromPointToPoint) {
    const carom::mesh mesh = made();
    const CaromVec3 above = {0.6f, 0.7f, 6}, below = {0.6f, 0.7f, -6}, on = {0.6f, 0.7f, 1}, high = {0, 0, 9};
    const CaromVec3 from[] = {above, above, below, on, on, above}, to[] = {below, above, above, on, above, high};
    const std::vector<std::uint8_t> expected = {0, 1, 0, 1, 0, 1};
    EXPECT_EQ(mesh.line_of_sight(from, to), expected);
    std::vector<std::uint8_t> visible(expected.size());
    mesh.line_of_sight(from, to, visible);
    EXPECT_EQ(visible, expected);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(mesh.line_of_sight(from[i], to[i]), expected[i] == 1);
        if (from[i] == to[i]) continue;
        EXPECT_EQ(mesh.occluded(from[i], to[i]), expected[i] == 0);
    }
    EXPECT_TRUE(mesh.line_of_sight(above, below, carom::filter(1)));
    // Packets and streams of them.
    std::vector<CaromVec3> many_from, many_to;
    std::vector<std::uint8_t> many;
    for (std::size_t i = 0; i < 600; ++i) {
        many_from.push_back(from[i % 6]);
        many_to.push_back(to[i % 6]);
        many.push_back(expected[i % 6]);
    }
    EXPECT_EQ(mesh.line_of_sight(many_from, many_to), many);
    EXPECT_EQ(carom::attempt([&] { return mesh.line_of_sight(many_from, to); }).message(), "to: 6 for 600 points in from");
    EXPECT_EQ(carom::attempt([&] { return mesh.line_of_sight(from, {on, on, on, on, on, {0, INFINITY, 0}}); }).message(),
              "to[5].y: inf is not finite");
}

TEST(Wrapper, DescribesAndReports) {
    const Soup soup = cube();
    const std::vector<std::uint16_t> narrow(soup.indices.begin(), soup.indices.end());
    CaromMeshDesc desc = carom::describe(soup.positions, narrow);
    EXPECT_EQ(desc.index_size, 2u);
    EXPECT_EQ(carom::report(desc).is_watertight, 1u);
    EXPECT_EQ(carom::mesh::build(desc).save(), made().save());
    const carom::mesh nothing = carom::mesh::build({}, carom::span<const std::uint32_t>());
    EXPECT_EQ(nothing.stats().triangle_count, 0u);
    EXPECT_TRUE(nothing.triangles().empty());
}

TEST(Wrapper, SavesAndOpens) {
    const carom::mesh mesh = made();
    const std::vector<unsigned char> bytes = mesh.save();
    EXPECT_EQ(bytes.size(), mesh.saved_size());
    EXPECT_EQ(carom::mesh::open_copy(bytes.data(), bytes.size()).save(), bytes);
    Aligned memory(bytes);
    EXPECT_EQ(carom::mesh::open_in_place(memory.data(), memory.size()).save(), bytes);
    EXPECT_THROW(carom::mesh::open_copy(bytes.data(), bytes.size() - 1), carom::error);
}

TEST(Wrapper, QueriesAreThoseOfTheHeader) {
    Soup soup = waves(10);
    const carom::mesh mesh = carom::mesh::build(soup.positions, soup.indices, soup.attributes);
    const CaromFilter filter = carom::filter(0, 0x0003);
    const CaromVec3 at = {4.3f, 5.2f, 3};
    const std::array<CaromRay, 1> rays = {{{at, 0, {0, 0, -1}, INFINITY}}};
    const CaromSphere balls[] = {{at, 4}};
    const std::vector<CaromCapsule> capsules = {{at, 4, at, 0}};
    const std::vector<CaromBox> boxes = {{at, {4, 4, 4}, {0, 0, 0, 1}}};
    const std::vector<CaromPointQuery> points = {{at, INFINITY}};
    const std::vector<CaromSphereCast> casts = {{at, 0.25f, {0, 0, -9}, 0}};
    const std::vector<CaromAabb> aabbs = {{{2, 2, -9}, {7, 7, 9}}, {{50, 50, 50}, {51, 51, 51}}, {{0, 0, -9}, {1, 1, 9}}};

    for (const CaromFilter *f : {static_cast<const CaromFilter *>(nullptr), &filter}) {
        CaromRayHit hit;
        ASSERT_EQ(carom_mesh_raycast(mesh.get(), rays.data(), 1, f, &hit, nullptr), CAROM_OK);
        EXPECT_TRUE(same_bits(mesh.raycast(rays, f)[0], hit));
        CaromClosestPoint closest;
        ASSERT_EQ(carom_mesh_closest_point(mesh.get(), points.data(), 1, f, &closest), CAROM_OK);
        EXPECT_TRUE(same_bits(mesh.closest_point(points, f)[0], closest));
        CaromShapeHit contact;
        ASSERT_EQ(carom_mesh_cast_sphere(mesh.get(), casts.data(), 1, f, CAROM_CONTACT_EDGES_SMOOTH, &contact), CAROM_OK);
        EXPECT_TRUE(same_bits(mesh.cast(casts, f)[0], contact));
        const std::vector<CaromCapsuleCast> balls_as_capsules = {{{casts[0].origin, casts[0].radius, casts[0].origin, 0}, casts[0].displacement, 0}};
        EXPECT_TRUE(same_bits(mesh.cast(balls_as_capsules, f)[0], contact));
        EXPECT_EQ(mesh.cast_all(casts, f).items.size(), mesh.cast_all(balls_as_capsules, f).items.size());
        EXPECT_EQ(mesh.occluded(rays, f)[0], hit.triangle != CAROM_NONE);
        EXPECT_EQ(mesh.overlap(balls, f)[0], 1);
        EXPECT_EQ(mesh.overlap(capsules, f)[0], 1);
        EXPECT_EQ(mesh.overlap(boxes, f)[0], 1);
        EXPECT_EQ(mesh.raycast_all(rays, f).items.size(), hit.triangle == CAROM_NONE ? 0u : 1u);
        const carom::lists<CaromCrossing> crossings = mesh.crossings(rays, f);
        EXPECT_LE(crossings.items.size(), hit.triangle == CAROM_NONE ? 0u : 1u);

        const carom::lists<std::uint32_t> in_boxes = mesh.candidates(aabbs, f);
        ASSERT_EQ(in_boxes.size(), 3u);
        EXPECT_GT(in_boxes[0].size(), 12u) << "more than the first guess of room";
        EXPECT_TRUE(in_boxes[1].empty());
        EXPECT_FALSE(in_boxes[2].empty());
        EXPECT_EQ(in_boxes.items.size(), in_boxes.offsets.back());
        std::vector<std::uint32_t> room(1000);
        std::size_t written = 0, total = 0;
        ASSERT_EQ(carom_mesh_candidates_aabb(mesh.get(), aabbs.data(), 3, f, nullptr, room.data(), room.size(), &written, &total), CAROM_OK);
        room.resize(written);
        EXPECT_EQ(in_boxes.items, room);
        ASSERT_EQ(carom_mesh_overlap_sphere_all(mesh.get(), balls, 1, f, nullptr, nullptr, 0, &written, &total), CAROM_BUFFER_TOO_SMALL);
        EXPECT_EQ(mesh.overlap_all(balls, f).items.size(), total);
    }
    std::vector<std::uint8_t> one(1, 9);
    mesh.occluded(rays, one);
    mesh.overlap(balls, one);
    mesh.overlap(capsules, one);
    mesh.overlap(boxes, one);
    EXPECT_EQ(one[0], 1);
    EXPECT_TRUE(mesh.raycast(carom::span<const CaromRay>()).empty());
    EXPECT_EQ(mesh.candidates(carom::span<const CaromAabb>()).size(), 0u);
    EXPECT_TRUE(same_bits(mesh.triangle(7), mesh.triangles()[7]));
    EXPECT_EQ(mesh.triangle(7).attributes, soup.attributes[7]);
}

static_assert(!std::is_copy_constructible<carom::bsp>::value && !std::is_copy_assignable<carom::bsp>::value, "owner");
static_assert(std::is_nothrow_move_constructible<carom::bsp>::value, "owner");
static_assert(std::is_nothrow_move_assignable<carom::bsp>::value, "owner");
static_assert(sizeof(carom::bsp) == sizeof(void *), "owner");

TEST(Wrapper, OwnsAndMovesTrees) {
    const Brushes brushes = block();
    carom::bsp a = carom::bsp::build(describe(brushes));
    ASSERT_TRUE(a);
    const CaromBsp *handle = a.get();
    carom::bsp b = std::move(a);
    EXPECT_TRUE(!a && b.get() == handle);
    b = carom::bsp::build(describe(brushes)); // frees the first
    carom::bsp c(b.release());
    EXPECT_TRUE(!b && c);
    const carom::bsp empty;
    EXPECT_THROW(empty.stats(), carom::error);
    EXPECT_THROW(empty.overlap(balls_in_rooms(1, 1)), carom::error);
    const std::vector<unsigned char> bytes = c.save();
    EXPECT_THROW(carom::bsp::open_copy(bytes.data(), bytes.size() - 1), carom::error);
}

TEST(Wrapper, QueriesOfTreesAreThoseOfTheHeader) {
    const Brushes brushes = two_rooms();
    const carom::bsp rooms = carom::bsp::build(describe(brushes));
    const CaromFilter filter = carom::filter(0, middle);
    const std::vector<CaromSphere> balls = balls_in_rooms(200, 6);
    const std::size_t count = balls.size();
    std::vector<CaromVec3> points;
    std::vector<CaromSphereCast> casts;
    std::vector<CaromRay> rays;
    for (const CaromSphere &ball : balls) {
        points.push_back(ball.center);
        casts.push_back({ball.center, ball.radius, {3, 1, -2}, 0});
        rays.push_back({ball.center, 0, {3, 1, -2}, INFINITY});
    }
    for (const CaromFilter *f : {static_cast<const CaromFilter *>(nullptr), &filter}) {
        for (carom::bsp_mode mode : {carom::bsp_mode::threshold, carom::bsp_mode::exact}) {
            std::vector<std::uint8_t> expected(count), filled(count);
            ASSERT_EQ(carom_bsp_overlap_sphere(rooms.get(), balls.data(), count, number(mode), f, expected.data()), CAROM_OK);
            EXPECT_EQ(rooms.overlap(balls, f, mode), expected);
            rooms.overlap(balls, filled, f, mode);
            EXPECT_EQ(filled, expected);
        }
        std::vector<CaromBspContent> contents(count);
        ASSERT_EQ(carom_bsp_contains_point(rooms.get(), points.data(), count, f, contents.data()), CAROM_OK);
        EXPECT_EQ(first_difference(rooms.contains(points, f), contents), -1);
        std::vector<CaromBspContact> contacts(count);
        ASSERT_EQ(carom_bsp_collide_sphere(rooms.get(), balls.data(), count, f, contacts.data()), CAROM_OK);
        EXPECT_EQ(first_difference(rooms.collide(balls, f), contacts), -1);
        std::vector<CaromBspCastHit> hits(count);
        ASSERT_EQ(carom_bsp_cast_sphere(rooms.get(), casts.data(), count, f, hits.data()), CAROM_OK);
        EXPECT_EQ(first_difference(rooms.cast(casts, f), hits), -1);
        ASSERT_EQ(carom_bsp_raycast(rooms.get(), rays.data(), count, f, hits.data()), CAROM_OK);
        EXPECT_EQ(first_difference(rooms.raycast(rays, f), hits), -1);
    }
    std::vector<std::uint8_t> few(1);
    EXPECT_THROW(rooms.overlap(balls, few), carom::error);
    const std::vector<std::uint16_t> attributes = {1};
    EXPECT_THROW(carom::describe_brushes(brushes.planes, brushes.plane_counts, attributes), carom::error);
}

TEST(Wrapper, BoxesOfTreesAreDrawn) {
    const Brushes brushes = two_rooms();
    const carom::bsp rooms = carom::bsp::build(describe(brushes));
    std::size_t leaves = 0;
    for (const CaromTreeBox &box : rooms.boxes()) leaves += box.count;
    EXPECT_EQ(leaves, brushes.plane_counts.size());
    EXPECT_THROW(rooms.boxes(2, 1), carom::error);

    const std::vector<CaromVec3> positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const std::vector<std::uint32_t> indices = {0, 1, 2};
    const carom::mesh mesh = carom::mesh::build(positions, indices);
    std::vector<CaromTreeBox> boxes;
    mesh.boxes(boxes);
    ASSERT_FALSE(boxes.empty());
    EXPECT_EQ(boxes.back().count, 1u);
    EXPECT_EQ(boxes.back().bounds.max.y, 4);
    mesh.boxes(boxes, 0, 0);
    EXPECT_EQ(boxes.size(), 1u);
    EXPECT_TRUE(mesh.boxes(99).empty());
    EXPECT_THROW(carom::mesh().boxes(), carom::error);
}

TEST(Wrapper, CandidatesNeedNotTouch) {
    // Near the middle of the hypotenuse's side of a right triangle's box, where the triangle itself is not.
    const std::vector<CaromVec3> positions = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const std::vector<std::uint32_t> indices = {0, 1, 2};
    const carom::mesh mesh = carom::mesh::build(positions, indices);
    const CaromSphere far[] = {{{3.5f, 3.5f, 0}, 0.25f}, {{2, 2, 0}, 0.25f}};
    const CaromAabb boxes[] = {{{3.25f, 3.25f, -0.25f}, {3.75f, 3.75f, 0.25f}}, {{1.75f, 1.75f, -0.25f}, {2.25f, 2.25f, 0.25f}}};
    const carom::lists<std::uint32_t> candidates = mesh.candidates(boxes), touched = mesh.overlap_all(far);
    EXPECT_EQ(candidates[0].size(), 1u);
    EXPECT_EQ(candidates[1].size(), 1u);
    EXPECT_EQ(touched[0].size(), 0u);
    EXPECT_EQ(touched[1].size(), 1u);
}

TEST(Wrapper, EnumeratorsAreNumbers) {
    const Soup soup = cube();
    CaromMeshDesc desc = carom::describe(soup.positions, soup.indices);
    CaromMeshDesc zero;
    ASSERT_EQ(carom_mesh_desc_init(&zero), CAROM_OK);
    EXPECT_EQ(desc.struct_size, zero.struct_size);
    desc.layout = number(carom::layout::compact);
    desc.quality = number(carom::quality::high);
    desc.flags = number(carom::build_flags::cooked_order);
    const carom::mesh mesh = carom::mesh::build(desc);
    EXPECT_EQ(mesh.stats().layout, std::uint32_t(CAROM_LAYOUT_COMPACT));
    EXPECT_EQ(mesh.stats().flags, std::uint32_t(CAROM_BUILD_COOKED_ORDER));
    const CaromPointQuery query = {{0.5f, -1, -1}, 9};
    const std::vector<CaromClosestPoint> closest = mesh.closest_point(carom::span<const CaromPointQuery>(&query, 1));
    EXPECT_NE(static_cast<carom::feature>(closest[0].feature), carom::feature::face);
}

} // namespace
