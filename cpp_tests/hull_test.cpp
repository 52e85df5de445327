// Convex hulls, and what they touch of meshes: through the C functions and the wrapper.

#include "support.hpp"

#include <carom.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace test;

namespace {

const CaromPose identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

/// The corners of a box.
std::vector<CaromVec3> corners(CaromVec3 low, CaromVec3 high) {
    std::vector<CaromVec3> all;
    for (int k = 0; k < 8; ++k) {
        all.push_back({k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z});
    }
    return all;
}

CaromStatus build_hull(const std::vector<CaromVec3> &points, CaromHull **out) {
    CaromHullDesc desc;
    EXPECT_EQ(carom_hull_desc_init(&desc), CAROM_OK);
    EXPECT_EQ(desc.struct_size, sizeof desc);
    desc.points = points.empty() ? nullptr : &points.data()->x;
    desc.point_count = static_cast<std::uint32_t>(points.size());
    return carom_hull_build(&desc, out);
}

TEST(Hulls, BoxHasItsParts) {
    auto points = corners({0, 0, 0}, {1, 2, 3});
    points.push_back({0.5f, 1, 3});
    points.push_back({0.5f, 0.5f, 0.5f});
    const carom::hull hull = carom::hull::build(points);
    const CaromHullStats stats = hull.stats();
    EXPECT_TRUE(stats.dimension == 3 && stats.vertex_count == 8 && stats.face_count == 6 && stats.edge_count == 12);
    EXPECT_EQ(stats.volume, 6.0);
    EXPECT_TRUE(stats.bounds.max.z == 3 && stats.bounds.min.x == 0 && stats.bytes_total == hull.saved_size());
    const std::vector<CaromVec3> vertices = hull.vertices();
    EXPECT_TRUE(vertices.size() == 8 && vertices[1].z == 3 && vertices[7].x == 1);
    const carom::lists<std::uint32_t> faces = hull.faces();
    EXPECT_TRUE(faces.offsets.size() == 7 && faces.items.size() == 24);
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(faces.offsets[i + 1] - faces.offsets[i], 4u);
    // Any order, any stride: the same bytes.
    std::vector<float> strided;
    for (auto at = points.rbegin(); at != points.rend(); ++at) strided.insert(strided.end(), {at->x, at->y, at->z, 7.0f, NAN});
    CaromHullDesc desc;
    ASSERT_EQ(carom_hull_desc_init(&desc), CAROM_OK);
    desc.points = strided.data();
    desc.point_count = static_cast<std::uint32_t>(points.size());
    desc.point_stride = 20;
    EXPECT_EQ(carom::hull::build(desc).save(), hull.save());
    // What does not fit is counted.
    CaromVec3 few[3];
    std::size_t written = 7, total = 7;
    EXPECT_EQ(carom_hull_vertices(hull.get(), few, 3, &written, &total), CAROM_BUFFER_TOO_SMALL);
    EXPECT_TRUE(written == 3 && total == 8 && same_bits(few[2], vertices[2]));
    std::uint32_t corner[5];
    EXPECT_EQ(carom_hull_faces(hull.get(), nullptr, corner, 5, &written, &total), CAROM_BUFFER_TOO_SMALL);
    EXPECT_TRUE(written == 5 && total == 24);
}

TEST(Hulls, BlobsAreOpenedAndRefused) {
    const carom::hull hull = carom::hull::build(corners({0, 0, 0}, {1, 2, 3}));
    const std::vector<unsigned char> bytes = hull.save();
    EXPECT_EQ(carom::hull::open_copy(bytes.data(), bytes.size()).save(), bytes);
    Aligned memory(bytes);
    EXPECT_EQ(carom::hull::open_in_place(memory.data(), memory.size()).save(), bytes);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::vector<unsigned char> damaged = bytes;
        damaged[at] ^= 4;
        CaromHull *handle = nullptr;
        EXPECT_LT(carom_hull_open(damaged.data(), damaged.size(), CAROM_OPEN_COPY, &handle), 0) << at;
        EXPECT_EQ(handle, nullptr);
    }
    CaromMesh *mesh = nullptr;
    EXPECT_EQ(carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &mesh), CAROM_ERROR_INVALID_BLOB);
    carom_hull_destroy(nullptr);
}

TEST(Hulls, BadInputIsNamed) {
    CaromHull *handle = nullptr;
    EXPECT_EQ(build_hull({}, &handle), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "points: there are none");
    EXPECT_EQ(build_hull({{0, 0, 0}, {0, NAN, 0}}, &handle), CAROM_ERROR_NOT_FINITE);
    EXPECT_EQ(last_error(), "points[1].y: NaN is not finite");
    EXPECT_EQ(build_hull({{0, 0, 2e18f}}, &handle), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "points[0].z: 2e18 exceeds 1.1529215e18, the largest coordinate and length");
    std::vector<CaromVec3> ball;
    for (int i = 0; i < 300; ++i) {
        const float z = (float(i) + 0.5f) / 150.0f - 1.0f, r = std::sqrt(1 - z * z), angle = 2.4f * float(i);
        ball.push_back({r * std::cos(angle), r * std::sin(angle), z});
    }
    EXPECT_EQ(build_hull(ball, &handle), CAROM_ERROR_TOO_LARGE);
    EXPECT_EQ(last_error().find("points: their hull has "), 0u) << last_error();
    EXPECT_EQ(carom_hull_build(nullptr, &handle), CAROM_ERROR_NULL_ARGUMENT);
    CaromHullDesc desc;
    ASSERT_EQ(carom_hull_desc_init(&desc), CAROM_OK);
    desc.point_count = 3;
    EXPECT_EQ(carom_hull_build(&desc, &handle), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "points: NULL with point_count 3");
    desc.points = &ball[0].x;
    desc.point_stride = 8;
    EXPECT_EQ(carom_hull_build(&desc, &handle), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "desc.point_stride: 8 is below 12 bytes");
    desc.point_stride = 0;
    desc.reserved = 1;
    EXPECT_EQ(carom_hull_build(&desc, &handle), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(carom_hull_build(&desc, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(handle, nullptr);
    CaromHullStats stats{};
    EXPECT_EQ(carom_hull_stats(nullptr, &stats), CAROM_ERROR_NULL_ARGUMENT);
}

TEST(Hulls, TouchTrianglesExactly) {
    const Soup soup = cube();
    const carom::hull wedge = carom::hull::build(std::vector<CaromVec3>{{0, 0, 0}, {1, -1, -1}, {1, 1, -1}, {1, 0, 1}});
    for (const std::uint32_t layout : layouts) {
        const carom::mesh mesh(build(soup, layout).release());
        // A corner against the face x = 1, and beside it.
        const std::vector<CaromHullPose> poses = {
            wedge.at(nullptr, {1, 0.75f, 0.375f}),
            wedge.at(nullptr, {std::nextafter(1.0f, 2.0f), 0.75f, 0.375f}),
            wedge.at(nullptr, {-5, 0.5f, 0.5f}, 20.0f),
            wedge.at(identity),
        };
        const std::vector<std::uint8_t> touched = mesh.overlap(poses);
        EXPECT_EQ(touched, (std::vector<std::uint8_t>{1, 0, 1, 1}));
        const carom::lists<std::uint32_t> all = mesh.overlap_all(poses);
        EXPECT_EQ(all.offsets[1], 1u);
        EXPECT_EQ(all.offsets[2], 1u);
        EXPECT_EQ(all.offsets[3], 13u) << "all of the cube is inside";
        const CaromFilter none = carom::filter(1);
        EXPECT_EQ(mesh.overlap(poses, &none), (std::vector<std::uint8_t>{0, 0, 0, 0}));
    }
    // What a camera sees that looks at the face z = 1.
    const carom::mesh mesh(build(soup).release());
    const carom::hull view = carom::hull::build(carom::frustum_points(0.5f, 1.5f, 0.05f, 0.05f));
    const CaromHullPose at[] = {view.at(nullptr, {0.75f, 0.25f, 2.0f})};
    const carom::lists<std::uint32_t> seen = mesh.overlap_all(at);
    EXPECT_TRUE(seen.items.size() == 1 || seen.items.size() == 2) << seen.items.size();
}

TEST(Hulls, HaveContacts) {
    const Soup soup = cube();
    const carom::hull wedge = carom::hull::build(std::vector<CaromVec3>{{0, 0, 0}, {1, -1, -1}, {1, 1, -1}, {1, 0, 1}});
    for (const std::uint32_t layout : layouts) {
        const carom::mesh mesh(build(soup, layout).release());
        // A corner that is 0.125 deep in the face x = 1, one that touches it, and one that hovers.
        const std::vector<CaromHullPose> poses = {
            wedge.at(nullptr, {0.875f, 0.75f, 0.375f}),
            wedge.at(nullptr, {1, 0.75f, 0.375f}),
            wedge.at(nullptr, {1.25f, 0.75f, 0.375f}),
        };
        CaromContactOptions options = carom::contact_options();
        options.max_points = 1;
        const carom::lists<CaromContact> touched = mesh.contacts(poses, nullptr, &options);
        ASSERT_EQ(touched.items.size(), 2u);
        EXPECT_EQ(touched.offsets[3], 2u);
        options.max_distance = 0.5f;
        const carom::lists<CaromContact> all = mesh.contacts(poses, nullptr, &options);
        ASSERT_EQ(all.items.size(), 3u);
        EXPECT_EQ(all.items[1].depth, 0.0f);
        EXPECT_EQ(all.items[2].depth, -0.25f);
        for (const CaromContact &contact : all.items) {
            EXPECT_TRUE(contact.normal.x == 1 && contact.normal.y == 0 && contact.normal.z == 0);
            EXPECT_EQ(contact.point.x, 1.0f);
            EXPECT_LE(contact.depth, 0.125f);
        }
    }
}

TEST(Hulls, BadPosesAndPointersAreNamed) {
    const MeshPointer mesh = build(cube());
    const carom::hull hull = carom::hull::build(corners({0, 0, 0}, {1, 2, 3}));
    CaromHullPose shapes[2] = {hull.at(identity), hull.at(identity)};
    auto answers = poisoned<std::uint8_t>(2);
    std::size_t written = 0, total = 0;
    const auto refused = [&](CaromStatus status, const std::string &text) {
        EXPECT_EQ(carom_mesh_overlap_hull(mesh.get(), shapes, 2, nullptr, answers.data()), status);
        EXPECT_EQ(last_error(), text);
        EXPECT_EQ(carom_mesh_overlap_hull_all(mesh.get(), shapes, 2, nullptr, nullptr, nullptr, 0, &written, &total), status);
        EXPECT_EQ(last_error(), text);
        EXPECT_EQ(carom_mesh_contacts_hull(mesh.get(), shapes, 2, nullptr, nullptr, nullptr, nullptr, 0, &written, &total), status);
        EXPECT_EQ(last_error(), text);
        EXPECT_TRUE(is_poisoned(answers));
    };
    shapes[1].hull = nullptr;
    refused(CAROM_ERROR_NULL_ARGUMENT, "hulls[1].hull: NULL");
    shapes[1] = hull.at(identity);
    shapes[1].pose.rows[2][3] = std::numeric_limits<float>::infinity();
    refused(CAROM_ERROR_NOT_FINITE, "hulls[1].pose.translation.z: inf is not finite");
    shapes[1].pose.rows[2][3] = 0;
    shapes[1].pose.rows[1][1] = 2;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "hulls[1].pose: unequal scales 1, 2, 1");
    EXPECT_EQ(carom_mesh_overlap_hull(nullptr, shapes, 2, nullptr, answers.data()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_overlap_hull(mesh.get(), nullptr, 2, nullptr, answers.data()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "hulls: NULL with count 2");
    EXPECT_EQ(carom_mesh_overlap_hull(mesh.get(), nullptr, 0, nullptr, nullptr), CAROM_OK);
}

TEST(Hulls, MoveUntilTheyTouch) {
    const Soup soup = cube();
    const carom::hull wedge = carom::hull::build(std::vector<CaromVec3>{{0, 0, 0}, {1, -1, -1}, {1, 1, -1}, {1, 0, 1}});
    for (const std::uint32_t layout : layouts) {
        const carom::mesh mesh(build(soup, layout).release());
        const std::vector<CaromHullCast> casts = {
            {wedge.at(nullptr, {3, 0.75f, 0.375f}), {-4, 0, 0}, 0},
            {wedge.at(nullptr, {3, 0.75f, 0.375f}), {4, 0, 0}, 0},
            // Away from the cube's edge: a triangle that is only touched there would come first.
            {wedge.at(nullptr, {0.75f, 0.5f, 0.375f}), {-1, 0, 0}, 0},
            {wedge.at(nullptr, {1, 0.75f, 0.375f}), {0, 0, 0}, 0},
        };
        const std::vector<CaromShapeHit> hits = mesh.cast(casts);
        EXPECT_TRUE(hits[0].t <= 0.5f && hits[0].t > 0.499999f) << hits[0].t;
        EXPECT_TRUE(hits[0].normal.x == 1 && hits[0].feature == CAROM_FEATURE_FACE && hits[0].depth == 0);
        EXPECT_NEAR(hits[0].point.x, 1, 1e-6);
        EXPECT_NEAR(hits[0].point.y, 0.75, 1e-6);
        EXPECT_NEAR(hits[0].point.z, 0.375, 1e-6);
        EXPECT_TRUE(hits[1].triangle == CAROM_NONE && std::isinf(hits[1].t));
        EXPECT_TRUE(hits[2].t == 0 && hits[2].depth == 0.25f && hits[2].normal.x == 1) << hits[2].depth;
        EXPECT_TRUE(hits[3].t == 0 && hits[3].depth == 0 && hits[3].triangle == hits[0].triangle);
        std::vector<CaromShapeHit> out(casts.size());
        mesh.cast(casts, out);
        const carom::lists<CaromShapeHit> all = mesh.cast_all(casts);
        EXPECT_EQ(all.offsets[2], all.offsets[1]);
        for (std::size_t i = 0; i < casts.size(); ++i) {
            EXPECT_TRUE(same_bits(out[i], hits[i]));
            const auto ours = mesh.cast_all(carom::span<const CaromHullCast>(&casts[i], 1), nullptr, carom::contact_edges::all);
            EXPECT_EQ(ours.items.empty(), hits[i].triangle == CAROM_NONE);
        }
        EXPECT_TRUE(same_bits(all.items[0], hits[0]) && all.offsets[1] > 1);
    }
}

TEST(Hulls, BadCastsAreNamed) {
    const MeshPointer mesh = build(cube());
    const carom::hull hull = carom::hull::build(corners({0, 0, 0}, {1, 2, 3}));
    CaromHullCast casts[2] = {{hull.at(identity), {1, 0, 0}, 0}, {hull.at(identity), {1, 0, 0}, 0}};
    auto hits = poisoned<CaromShapeHit>(2);
    std::size_t written = 0, total = 0;
    std::uint32_t edges = CAROM_CONTACT_EDGES_SMOOTH;
    const auto refused = [&](CaromStatus status, const std::string &text) {
        EXPECT_EQ(carom_mesh_cast_hull(mesh.get(), casts, 2, nullptr, edges, hits.data()), status);
        EXPECT_EQ(last_error(), text);
        EXPECT_EQ(carom_mesh_cast_hull_all(mesh.get(), casts, 2, nullptr, edges, nullptr, nullptr, 0, &written, &total), status);
        EXPECT_EQ(last_error(), text);
        EXPECT_TRUE(is_poisoned(hits));
    };
    casts[1].shape.hull = nullptr;
    refused(CAROM_ERROR_NULL_ARGUMENT, "casts[1].shape.hull: NULL");
    casts[1].shape = hull.at(identity);
    casts[1].shape.pose.rows[1][1] = 2;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "casts[1].shape.pose: unequal scales 1, 2, 1");
    casts[1].shape = hull.at(identity);
    casts[1].displacement.y = NAN;
    refused(CAROM_ERROR_NOT_FINITE, "casts[1].displacement.y: NaN is not finite");
    casts[1].displacement.y = 0;
    casts[1].reserved = 3;
    refused(CAROM_ERROR_INVALID_ARGUMENT, "casts[1].reserved: 3 is not zero");
    casts[1].reserved = 0;
    EXPECT_EQ(carom_mesh_cast_hull(mesh.get(), nullptr, 2, nullptr, edges, hits.data()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "casts: NULL with count 2");
    EXPECT_EQ(carom_mesh_cast_hull(mesh.get(), nullptr, 0, nullptr, edges, nullptr), CAROM_OK);
    EXPECT_EQ(carom_mesh_cast_hull(nullptr, casts, 2, nullptr, edges, hits.data()), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_cast_hull(mesh.get(), casts, 2, nullptr, 9, hits.data()), CAROM_ERROR_INVALID_ARGUMENT);
}

} // namespace
