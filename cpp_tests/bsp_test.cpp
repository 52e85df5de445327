// BSP trees through the C interface: a box of six planes, two rooms, surfaces, reports of builds, cooked
// bytes.

#include "bsp_support.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <thread>

using namespace test;

namespace {

std::uint8_t touches(const carom::bsp &bsp, CaromVec3 center, float radius, std::uint32_t mode) {
    const CaromSphere ball = {center, radius};
    std::uint8_t yes;
    poison(yes);
    EXPECT_EQ(carom_bsp_overlap_sphere(bsp.get(), &ball, 1, mode, nullptr, &yes), CAROM_OK) << last_error();
    return yes;
}

CaromBspContact collide(const carom::bsp &bsp, CaromVec3 center, float radius, const CaromFilter *filter = nullptr) {
    const CaromSphere ball = {center, radius};
    CaromBspContact contact;
    poison(contact);
    EXPECT_EQ(carom_bsp_collide_sphere(bsp.get(), &ball, 1, filter, &contact), CAROM_OK) << last_error();
    return contact;
}

CaromBspCastHit cast(const carom::bsp &bsp, CaromVec3 origin, float radius, CaromVec3 displacement, const CaromFilter *filter = nullptr) {
    const CaromSphereCast moving = {origin, radius, displacement, 0};
    CaromBspCastHit hit;
    poison(hit);
    EXPECT_EQ(carom_bsp_cast_sphere(bsp.get(), &moving, 1, filter, &hit), CAROM_OK) << last_error();
    return hit;
}

CaromBspCastHit raycast(const carom::bsp &bsp, CaromVec3 origin, CaromVec3 direction, const CaromFilter *filter = nullptr) {
    const CaromRay ray = {origin, 0, direction, INFINITY};
    CaromBspCastHit hit;
    poison(hit);
    EXPECT_EQ(carom_bsp_raycast(bsp.get(), &ray, 1, filter, &hit), CAROM_OK) << last_error();
    return hit;
}

CaromBspContent contains(const carom::bsp &bsp, CaromVec3 point, const CaromFilter *filter = nullptr) {
    CaromBspContent content;
    poison(content);
    EXPECT_EQ(carom_bsp_contains_point(bsp.get(), &point, 1, filter, &content), CAROM_OK) << last_error();
    return content;
}

void expect_near(CaromVec3 a, CaromVec3 b) {
    EXPECT_NEAR(a.x, b.x, 1e-6f);
    EXPECT_NEAR(a.y, b.y, 1e-6f);
    EXPECT_NEAR(a.z, b.z, 1e-6f);
}

const CaromBspCastHit no_hit = {INFINITY, {0, 0, 0}, {0, 0, 0}, CAROM_NONE};
const CaromBspContact no_contact = {{0, 0, 0}, 0, {0, 0, 0}, CAROM_NONE};

TEST(Bsp, DescriptorsBeginWithZeros) {
    CaromBspDesc desc;
    poison(desc);
    ASSERT_EQ(carom_bsp_desc_init(&desc), CAROM_OK);
    EXPECT_EQ(desc.struct_size, sizeof desc);
    CaromBspDesc zero = {};
    zero.struct_size = sizeof zero;
    EXPECT_TRUE(same_bits(desc, zero));
}

TEST(Bsp, ABoxOfSixPlanes) {
    const carom::bsp bsp = carom::bsp::build(describe(block()));
    const CaromBspStats stats = bsp.stats();
    EXPECT_EQ(stats.brush_count, 1u);
    EXPECT_EQ(stats.face_count, 6u);
    EXPECT_EQ(stats.plane_count, 6u);
    EXPECT_TRUE(stats.depth > 0 && stats.depth <= 6) << stats.depth;
    EXPECT_EQ(stats.flags, 0u);
    EXPECT_TRUE(same_bits(stats.bounds, CaromAabb{{-1, -1, -1}, {1, 1, 1}}));
    EXPECT_EQ(stats.bytes_nodes, 8u * stats.node_count);
    EXPECT_EQ(stats.bytes_planes, 16u * stats.plane_count);
    EXPECT_EQ(stats.bytes_total, stats.bytes_nodes + stats.bytes_planes + stats.bytes_solids + stats.bytes_frame);
    EXPECT_EQ(stats.bytes_total, bsp.save().size());

    for (std::uint32_t mode : {CAROM_BSP_THRESHOLD, CAROM_BSP_EXACT}) {
        EXPECT_EQ(touches(bsp, {2.5f, 0, 0}, 1.5f, mode), 1) << "touching counts";
        EXPECT_EQ(touches(bsp, {2.5f, 0, 0}, 1.499f, mode), 0);
        EXPECT_EQ(touches(bsp, {0.5f, 0.5f, 0.5f}, 0, mode), 1) << "inside";
    }
    EXPECT_EQ(contains(bsp, {0.5f, 0.5f, 0.5f}).brush, 0u);
    EXPECT_EQ(contains(bsp, {1, 0, 0}).brush, 0u) << "the surface belongs to the solid";
    EXPECT_EQ(contains(bsp, {1.001f, 0, 0}).brush, CAROM_NONE);

    CaromBspContact contact = collide(bsp, {1.5f, 0.25f, 0}, 0.75f);
    EXPECT_EQ(contact.depth, 0.25f);
    expect_near(contact.point, {1, 0.25f, 0});
    expect_near(contact.normal, {1, 0, 0});
    contact = collide(bsp, {0, 0.75f, 0}, 0.5f); // the centre inside: the shortest way out
    EXPECT_EQ(contact.depth, 0.75f);
    expect_near(contact.point, {0, 1, 0});
    expect_near(contact.normal, {0, 1, 0});
    EXPECT_TRUE(same_bits(collide(bsp, {3, 3, 3}, 1), no_contact));

    CaromBspCastHit hit = cast(bsp, {-4, 0, 0}, 1, {4, 0, 0});
    EXPECT_EQ(hit.t, 0.5f);
    EXPECT_EQ(hit.brush, 0u);
    expect_near(hit.point, {-1, 0, 0});
    expect_near(hit.normal, {-1, 0, 0});
    EXPECT_EQ(cast(bsp, {-4, 0, 0}, 1, {2, 0, 0}).t, 1.0f) << "contact at exactly t = 1 counts";
    EXPECT_TRUE(same_bits(cast(bsp, {-4, 0, 0}, 1, {1.99f, 0, 0}), no_hit));
    EXPECT_TRUE(same_bits(cast(bsp, {-4, 0, 0}, 1, {-9, 0, 0}), no_hit));
    EXPECT_EQ(cast(bsp, {-2, 0, 0}, 1, {9, 0, 0}).t, 0.0f) << "touches at the start, and moves in";
    EXPECT_EQ(cast(bsp, {-2, 0, 0}, 1, {-9, 0, 0}).brush, CAROM_NONE) << "touches at the start, and leaves";
    EXPECT_EQ(cast(bsp, {-2, 0, 0}, 1, {0, 9, 0}).brush, CAROM_NONE) << "touches at the start, and slides";
    EXPECT_EQ(cast(bsp, {-2, 0, 0}, 1, {0, 0, 0}).t, 0.0f) << "touches, and stays";
    EXPECT_TRUE(same_bits(cast(bsp, {-4, 0, 0}, 1, {0, 0, 0}), no_hit));
    hit = raycast(bsp, {0, 0, 9}, {0, 0, -2});
    EXPECT_EQ(hit.t, 4.0f);
    expect_near(hit.point, {0, 0, 1});
    expect_near(hit.normal, {0, 0, 1});
    EXPECT_EQ(raycast(bsp, {0, 0, 0.5f}, {0, 0, 1}).t, 0.0f) << "inside at the start";
    EXPECT_TRUE(same_bits(raycast(bsp, {2, 2, 2}, {0, 0, -1}), no_hit));
}

/// Off an edge of angle a, the threshold reports up to radius * (1 / sin(a / 2) - 1) too much, off a cube's
/// corner up to (sqrt 3 - 1) radii; the exact mode nothing.
TEST(Bsp, ThresholdAndExactAtEdgesAndCorners) {
    const carom::bsp bsp = carom::bsp::build(describe(block()));
    const double edge = 1 / std::sin(std::acos(-1.0) / 4);
    EXPECT_NEAR(edge, std::sqrt(2.0), 1e-12);
    for (float radius : {0.125f, 0.75f, 1.0f, 3.0f, 10.0f}) {
        const auto expect_limits = [&](CaromVec3 from, CaromVec3 way, double mitre) {
            const double length = std::sqrt(double(way.x) * way.x + double(way.y) * way.y + double(way.z) * way.z);
            const auto at = [&](double distance) {
                const float s = static_cast<float>(distance / length);
                return CaromVec3{from.x + s * way.x, from.y + s * way.y, from.z + s * way.z};
            };
            EXPECT_EQ(touches(bsp, at(radius * mitre * 0.999), radius, CAROM_BSP_THRESHOLD), 1) << mitre;
            EXPECT_EQ(touches(bsp, at(radius * mitre * 1.001), radius, CAROM_BSP_THRESHOLD), 0) << mitre;
            EXPECT_EQ(touches(bsp, at(radius * 0.9999), radius, CAROM_BSP_EXACT), 1) << mitre;
            EXPECT_EQ(touches(bsp, at(radius * 1.0001), radius, CAROM_BSP_EXACT), 0) << mitre;
            const CaromBspContact contact = collide(bsp, at(radius * 0.9), radius);
            EXPECT_NEAR(contact.depth, 0.1 * radius, 1e-4 * radius);
            expect_near(contact.point, from);
            const CaromVec3 start = at(radius + 4.0), motion = {float(-8 * way.x / length), float(-8 * way.y / length), float(-8 * way.z / length)};
            EXPECT_NEAR(cast(bsp, start, radius, motion).t, 0.5f, 1e-5f);
        };
        expect_limits({1, 0.5f, 0}, {1, 0, 0}, 1.0);
        expect_limits({1, 1, 0.25f}, {1, 1, 0}, edge);
        expect_limits({-1, 0.25f, 1}, {-1, 0, 1}, edge);
        expect_limits({1, 1, 1}, {1, 1, 1}, std::sqrt(3.0));
        expect_limits({-1, 1, -1}, {-1, 1, -1}, std::sqrt(3.0));
    }
}

TEST(Bsp, BevelsAvoidWrongReports) {
    const Brushes brushes = block();
    CaromBspDesc desc = describe(brushes);
    const carom::bsp plain = carom::bsp::build(desc);
    desc.bevels = 1;
    const carom::bsp bevelled = carom::bsp::build(desc);
    const CaromVec3 beyond = {1.99f, 1.99f, 0};
    EXPECT_EQ(touches(plain, beyond, 1, CAROM_BSP_THRESHOLD), 1);
    EXPECT_EQ(touches(bevelled, beyond, 1, CAROM_BSP_THRESHOLD), 0);
    EXPECT_GT(bevelled.stats().node_count, plain.stats().node_count);
}

TEST(Bsp, TwoRooms) {
    const Brushes brushes = two_rooms();
    const carom::bsp rooms = carom::bsp::build(describe(brushes));
    EXPECT_EQ(rooms.stats().brush_count, 9u);
    EXPECT_EQ(rooms.stats().attributes_any, 7u);
    EXPECT_EQ(rooms.stats().attributes_all, 0u);
    EXPECT_EQ(contains(rooms, {-2, 0, 1}).brush, CAROM_NONE);
    EXPECT_EQ(contains(rooms, {0, 0, 1}).brush, CAROM_NONE) << "the door";
    const CaromBspContent lintel = contains(rooms, {0, 0, 2.5f});
    EXPECT_EQ(lintel.brush, 8u);
    EXPECT_EQ(lintel.attributes, middle);

    // Through the door, past its jamb, against the wall.
    EXPECT_TRUE(same_bits(cast(rooms, {-2, 0, 1}, 0.9f, {4, 0, 0}), no_hit));
    CaromBspCastHit hit = cast(rooms, {-2, 0.75f, 1}, 0.5f, {4, 0, 0});
    const float reach = std::sqrt(0.5f * 0.5f - 0.25f * 0.25f);
    EXPECT_EQ(hit.brush, 7u);
    EXPECT_NEAR(hit.t, (1.75f - reach) / 4, 1e-6f) << "exact at the edge";
    expect_near(hit.point, {-0.25f, 1, 1});
    expect_near(hit.normal, {-2 * reach, -0.5f, 0});
    hit = cast(rooms, {-2, 2, 1}, 0.5f, {4, 0, 0});
    EXPECT_EQ(hit.brush, 7u);
    EXPECT_NEAR(hit.t, 1.25f / 4, 1e-6f);
    expect_near(hit.normal, {-1, 0, 0});

    // Brushes that the filter leaves out are not there.
    const CaromFilter open = carom::filter(0, middle);
    hit = cast(rooms, {-2, 2, 1}, 0.5f, {8, 0, 0}, &open);
    EXPECT_EQ(hit.brush, 3u);
    EXPECT_NEAR(hit.t, 5.5f / 8, 1e-6f);
    EXPECT_EQ(contains(rooms, {0, 2, 1}, &open).brush, CAROM_NONE);
    const CaromFilter floor = carom::filter(floors);
    hit = raycast(rooms, {-2, 2, 2}, {1, 0, -1}, &floor);
    EXPECT_EQ(hit.brush, 0u);
    EXPECT_EQ(hit.t, 2.0f);
    expect_near(hit.point, {0, 2, 0});
    EXPECT_EQ(raycast(rooms, {-2, 2, 2}, {1, 0, -1}).brush, 7u);
    const CaromFilter either = carom::filter(0, 0, carom::backfaces::hit, floors | middle);
    EXPECT_EQ(raycast(rooms, {-2, 2, 2}, {1, 0, -1}, &either).brush, 7u);
    EXPECT_EQ(raycast(rooms, {-2, 2, 2}, {-1, 0, 0}, &either).brush, CAROM_NONE) << "walls are neither";
    EXPECT_NE(raycast(rooms, {-2, 2, 2}, {-1, 0, 0}).brush, CAROM_NONE);
    EXPECT_EQ(contains(rooms, {0, 2, 1}, &either).brush, 7u);
    CaromBspContact contact = collide(rooms, {-3.75f, 0, 0.5f}, 1);
    EXPECT_EQ(contact.brush, 2u);
    EXPECT_EQ(contact.depth, 0.75f);
    contact = collide(rooms, {-3.75f, 0, 0.5f}, 1, &floor);
    EXPECT_EQ(contact.brush, 0u);
    EXPECT_EQ(contact.depth, 0.5f);

    // A check agrees with a contact, and the threshold misses nothing.
    const std::vector<CaromSphere> balls = balls_in_rooms(scaled(20000), 9);
    for (const CaromFilter *filter : {static_cast<const CaromFilter *>(nullptr), &open, &floor}) {
        const std::vector<CaromBspContact> contacts = rooms.collide(balls, filter);
        const std::vector<std::uint8_t> exact = rooms.overlap(balls, filter);
        const std::vector<std::uint8_t> threshold = rooms.overlap(balls, filter, carom::bsp_mode::threshold);
        for (std::size_t i = 0; i < balls.size(); ++i) {
            ASSERT_EQ(exact[i], contacts[i].brush != CAROM_NONE) << i;
            ASSERT_GE(threshold[i], exact[i]) << i;
            if (filter == &floor && exact[i]) {
                ASSERT_LE(contacts[i].brush, 1u);
            }
        }
    }
}

TEST(Bsp, QueriesMayRunOnAllThreads) {
    const Brushes brushes = two_rooms();
    const carom::bsp rooms = carom::bsp::build(describe(brushes));
    const std::vector<CaromSphere> balls = balls_in_rooms(scaled(5000), 4);
    const std::vector<CaromBspContact> expected = rooms.collide(balls);
    std::array<std::vector<CaromBspContact>, 4> found;
    std::vector<std::thread> threads;
    for (auto &answers : found) threads.emplace_back([&] { answers = rooms.collide(balls); });
    for (std::thread &thread : threads) thread.join();
    for (const auto &answers : found) EXPECT_EQ(first_difference(answers, expected), -1);
}

/// Strided planes and padding between them make no difference.
TEST(Bsp, StridedPlanes) {
    const Brushes brushes = two_rooms();
    const std::vector<unsigned char> expected = carom::bsp::build(describe(brushes)).save();
    std::vector<float> wide; // 24 bytes a plane, and nothing after the last
    for (const carom::plane &p : brushes.planes) wide.insert(wide.end(), {p.normal.x, p.normal.y, p.normal.z, p.d, NAN, NAN});
    wide.resize(wide.size() - 2);
    CaromBspDesc desc = describe(brushes);
    desc.planes = wide.data();
    desc.plane_stride = 24;
    EXPECT_EQ(carom::bsp::build(desc).save(), expected);
}

/// A cube as triangles with 32 or 16 bits an index, strided, and as six quads: the same solid.
TEST(Bsp, Surfaces) {
    const Soup soup = cube();
    const carom::bsp plain = carom::bsp::build(carom::describe_surface(soup.positions, soup.indices));
    const std::vector<std::uint16_t> narrow(soup.indices.begin(), soup.indices.end());
    std::vector<float> wide;
    for (CaromVec3 p : soup.positions) wide.insert(wide.end(), {p.x, p.y, p.z, NAN});
    wide.pop_back();
    CaromBspDesc desc = carom::describe_surface(soup.positions, narrow);
    desc.positions = wide.data();
    desc.position_stride = 16;
    EXPECT_EQ(carom::bsp::build(desc).save(), plain.save());

    const std::vector<std::uint32_t> quads = {0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5};
    const std::vector<std::uint32_t> corner_counts(6, 4);
    const std::uint16_t attributes = 0x8001;
    desc = carom::describe_surface(soup.positions, quads, corner_counts);
    desc.attributes = &attributes;
    CaromBspReport report;
    const carom::bsp polygons = carom::bsp::build(desc, report);
    EXPECT_EQ(report.faces, 6u);
    desc.flags = CAROM_BSP_INVERSE;
    const carom::bsp inverse = carom::bsp::build(desc);
    EXPECT_EQ(inverse.stats().flags, CAROM_BSP_INVERSE);
    EXPECT_EQ(polygons.stats().flags, 0u);
    EXPECT_EQ(polygons.stats().attributes_any, attributes);
    EXPECT_EQ(polygons.stats().attributes_all, attributes);
    EXPECT_EQ(contains(polygons, {0.5f, 0.5f, 0.5f}).attributes, attributes);
    const CaromFilter other = carom::filter(0, 1);
    EXPECT_EQ(contains(polygons, {0.5f, 0.5f, 0.5f}, &other).brush, CAROM_NONE);
    Random random(17);
    for (std::size_t i = 0; i < scaled(5000); ++i) {
        const CaromVec3 center = random.in({{-1, -1, -1}, {2, 2, 2}});
        const float radius = random.between(0, 1);
        for (std::uint32_t mode : {CAROM_BSP_THRESHOLD, CAROM_BSP_EXACT}) {
            const std::uint8_t expected = touches(plain, center, radius, mode);
            ASSERT_EQ(touches(polygons, center, radius, mode), expected);
            ASSERT_EQ(touches(inverse, center, radius, mode), expected);
        }
    }
    EXPECT_EQ(raycast(plain, {0.25f, 0.5f, 3}, {0, 0, -1}).t, 2.0f);
    EXPECT_EQ(collide(plain, {0.25f, 0.5f, 1.5f}, 1).depth, 0.5f);
}

TEST(Bsp, AReportCountsTheFaultsOfTheInput) {
    Brushes brushes = block();
    brushes.box({2, 0, 0}, {2, 1, 1}); // flat
    brushes.box({3, 0, 0}, {2, 1, 1}); // inside out
    brushes.box({4, 0, 0}, {5, 1, 1}, 3);
    CaromBspReport report;
    poison(report);
    const carom::bsp bsp = carom::bsp::build(describe(brushes), report);
    EXPECT_EQ(report.struct_size, sizeof report);
    EXPECT_EQ(report.skipped_brushes, 2u);
    EXPECT_EQ(report.first_skipped, 1u);
    EXPECT_EQ(report.planes, bsp.stats().plane_count);
    EXPECT_EQ(report.faces, 12u);
    EXPECT_EQ(report.leak, CAROM_BSP_LEAK_NONE);
    EXPECT_EQ(report.repaired_leaves, 0u);
    EXPECT_TRUE(report.leak_fraction == 0 && report.degenerate_faces == 0);
    EXPECT_TRUE(same_bits(report.leak_position, CaromVec3{0, 0, 0}));
    EXPECT_EQ(contains(bsp, {4.5f, 0.5f, 0.5f}).brush, 3u) << "the others keep their numbers";
    EXPECT_EQ(bsp.stats().brush_count, 4u);
    const Brushes one = block();
    carom::bsp::build(describe(one), report);
    EXPECT_TRUE(report.skipped_brushes == 0 && report.first_skipped == CAROM_NONE);
}

TEST(Bsp, AnOpenSurfaceIsBuiltOnlyIfAskedFor) {
    Soup soup = cube();
    soup.indices.erase(soup.indices.begin() + 6, soup.indices.begin() + 12); // no top
    CaromBspDesc desc = carom::describe_surface(soup.positions, soup.indices);
    desc.flags = CAROM_BSP_IGNORE_LEAKS;
    CaromBspReport report;
    const carom::bsp bsp = carom::bsp::build(desc, report);
    EXPECT_NE(report.leak, CAROM_BSP_LEAK_NONE);
    EXPECT_GT(report.leak_fraction, 0.0);
    EXPECT_EQ(bsp.stats().flags, CAROM_BSP_IGNORE_LEAKS);
    const carom::bsp opened = carom::bsp::open_copy(bsp.save().data(), bsp.saved_size());
    EXPECT_EQ(opened.stats().flags, CAROM_BSP_IGNORE_LEAKS);
    const Soup closed = cube();
    desc = carom::describe_surface(closed.positions, closed.indices);
    desc.flags = CAROM_BSP_IGNORE_LEAKS;
    EXPECT_EQ(carom::bsp::build(desc, report).stats().flags, 0u) << "only what leaks";
    EXPECT_EQ(report.leak, CAROM_BSP_LEAK_NONE);
}

TEST(Bsp, NothingIsEmptyEverywhere) {
    CaromBspDesc desc;
    ASSERT_EQ(carom_bsp_desc_init(&desc), CAROM_OK);
    for (std::uint32_t input : {CAROM_BSP_INPUT_BRUSHES, CAROM_BSP_INPUT_SURFACE}) {
        desc.input = input;
        const carom::bsp built = carom::bsp::build(desc);
        const std::vector<unsigned char> bytes = built.save();
        const carom::bsp opened = carom::bsp::open_copy(bytes.data(), bytes.size());
        for (const carom::bsp *bsp : {&built, &opened}) {
            EXPECT_EQ(bsp->stats().node_count, 0u);
            EXPECT_EQ(touches(*bsp, {0, 0, 0}, 1e9f, CAROM_BSP_THRESHOLD), 0);
            EXPECT_EQ(touches(*bsp, {0, 0, 0}, 1e9f, CAROM_BSP_EXACT), 0);
            EXPECT_EQ(contains(*bsp, {0, 0, 0}).brush, CAROM_NONE);
            EXPECT_EQ(contains(*bsp, {0, 0, 0}).attributes, 0u);
            EXPECT_TRUE(same_bits(collide(*bsp, {0, 0, 0}, 1e9f), no_contact));
            EXPECT_TRUE(same_bits(cast(*bsp, {0, 0, 0}, 5, {1, 1, 1}), no_hit));
            EXPECT_TRUE(same_bits(raycast(*bsp, {0, 0, 0}, {1, 1, 1}), no_hit));
        }
    }
}

/// Opens bytes that may be damaged: an error that leaves the output alone.
bool refused(const void *data, std::size_t size, std::uint32_t flags) {
    CaromBsp *bsp;
    poison(bsp);
    const CaromStatus status = carom_bsp_open(data, size, flags, &bsp);
    if (status == CAROM_OK) {
        carom_bsp_destroy(bsp);
        return false;
    }
    EXPECT_TRUE(status == CAROM_ERROR_INVALID_BLOB || status == CAROM_ERROR_UNSUPPORTED_VERSION) << status;
    EXPECT_EQ(last_error().substr(0, 6), "blob: ") << last_error();
    EXPECT_TRUE(is_poisoned(bsp));
    return true;
}

/// A tree of brushes and one of a surface.
std::vector<carom::bsp> trees() {
    const Brushes brushes = two_rooms();
    const Soup soup = cube();
    std::vector<carom::bsp> made;
    made.push_back(carom::bsp::build(describe(brushes)));
    made.push_back(carom::bsp::build(carom::describe_surface(soup.positions, soup.indices)));
    return made;
}

TEST(BspBlob, CopyAndInPlaceGiveTheSameAnswers) {
    const std::vector<CaromSphere> balls = balls_in_rooms(500, 2);
    for (const carom::bsp &bsp : trees()) {
        const std::vector<unsigned char> bytes = bsp.save();
        const std::vector<CaromBspContact> expected = bsp.collide(balls);
        Aligned memory(bytes);
        const carom::bsp in_place = carom::bsp::open_in_place(memory.data(), memory.size());
        EXPECT_EQ(first_difference(in_place.collide(balls), expected), -1);
        EXPECT_EQ(in_place.save(), bytes);
        for (std::size_t offset = 0; offset < 9; ++offset) {
            Aligned odd(bytes, offset);
            const carom::bsp copy = carom::bsp::open_copy(odd.data(), odd.size());
            std::memset(odd.data(), 0, odd.size()); // may be gone
            EXPECT_EQ(first_difference(copy.collide(balls), expected), -1);
            EXPECT_EQ(copy.save(), bytes);
        }
    }
}

TEST(BspBlob, SaveTakesExactlyTheRoomItNeeds) {
    const Brushes brushes = block();
    const carom::bsp bsp = carom::bsp::build(describe(brushes));
    const std::size_t size = bsp.saved_size();
    auto buffer = poisoned<unsigned char>(size + 16);
    std::size_t written = 0;
    EXPECT_EQ(carom_bsp_save(bsp.get(), buffer.data(), size - 1, &written), CAROM_BUFFER_TOO_SMALL);
    EXPECT_TRUE(is_poisoned(buffer) && written == size);
    EXPECT_EQ(carom_bsp_save(bsp.get(), buffer.data(), size, &written), CAROM_OK) << "exactly full is not too small";
    for (std::size_t i = size; i < buffer.size(); ++i) EXPECT_EQ(buffer[i], 0xa5);
}

TEST(BspBlob, EveryFlippedByteIsAnError) {
    for (const carom::bsp &bsp : trees()) {
        Aligned memory(bsp.save());
        for (std::size_t i = 0; i < memory.size(); ++i) {
            for (unsigned char flip : {0x01, 0x80, 0xff}) {
                memory.data()[i] = static_cast<unsigned char>(memory.data()[i] ^ flip);
                EXPECT_TRUE(refused(memory.data(), memory.size(), CAROM_OPEN_BORROW)) << "byte " << i;
                EXPECT_TRUE(refused(memory.data(), memory.size(), CAROM_OPEN_COPY)) << "byte " << i;
                memory.data()[i] = static_cast<unsigned char>(memory.data()[i] ^ flip);
            }
        }
        EXPECT_FALSE(refused(memory.data(), memory.size(), CAROM_OPEN_BORROW));
    }
}

TEST(BspBlob, TruncatedAndForeignBytesAreRefused) {
    for (const carom::bsp &bsp : trees()) {
        std::vector<unsigned char> bytes = bsp.save();
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            Aligned memory({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)});
            EXPECT_TRUE(refused(memory.data(), size, CAROM_OPEN_COPY)) << size;
            EXPECT_TRUE(refused(memory.data(), size, CAROM_OPEN_BORROW)) << size;
        }
        CaromMesh *mesh = nullptr;
        EXPECT_EQ(carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &mesh), CAROM_ERROR_INVALID_BLOB);
        EXPECT_EQ(mesh, nullptr);
        bytes.push_back(0);
        EXPECT_TRUE(refused(bytes.data(), bytes.size(), CAROM_OPEN_COPY));
    }
    const std::vector<unsigned char> mesh = save(build(cube()).get());
    EXPECT_TRUE(refused(mesh.data(), mesh.size(), CAROM_OPEN_COPY)) << "a mesh is no tree";
}

} // namespace
