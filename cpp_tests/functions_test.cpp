// Functions on valid input: cooking and its options, reports, stats, triangles, the empty mesh.

#include "support.hpp"

#include <carom.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

using namespace test;

namespace {

CaromMeshReport report_of(const Soup &soup) {
    const CaromMeshDesc desc = describe(soup);
    CaromMeshReport report;
    poison(report);
    report.struct_size = sizeof report;
    EXPECT_EQ(carom_mesh_report(&desc, &report), CAROM_OK) << last_error();
    return report;
}

CaromMeshStats stats_of(const CaromMesh *mesh) {
    CaromMeshStats stats;
    poison(stats);
    stats.struct_size = sizeof stats;
    EXPECT_EQ(carom_mesh_stats(mesh, &stats), CAROM_OK) << last_error();
    return stats;
}

CaromRayHit cast(const CaromMesh *mesh, const CaromRay &ray) {
    CaromRayHit hit;
    poison(hit);
    EXPECT_EQ(carom_mesh_raycast(mesh, &ray, 1, nullptr, &hit, nullptr), CAROM_OK) << last_error();
    return hit;
}

/// Meshes that are built differently give the same answers, bit for bit.
struct SameAnswers {
    Soup soup = waves(25);
    std::vector<CaromRay> rays = rays_at(soup, 500, 3);
    std::vector<CaromRayHit> expected;

    /// Builds, asks, and compares with the answers of the first mesh. Returns the mesh's stats.
    CaromMeshStats check(const CaromMeshDesc &desc) {
        CaromMesh *handle = nullptr;
        EXPECT_EQ(carom_mesh_build(&desc, &handle), CAROM_OK) << last_error();
        const MeshPointer mesh(handle);
        auto hits = poisoned<CaromRayHit>(rays.size());
        EXPECT_EQ(carom_mesh_raycast(handle, rays.data(), rays.size(), nullptr, hits.data(), nullptr), CAROM_OK) << last_error();
        if (expected.empty()) expected = hits;
        EXPECT_EQ(first_difference(hits, expected), -1);
        return stats_of(handle);
    }
};

TEST(Functions, Version) { EXPECT_EQ(carom_version() >> 16, 0u); }

TEST(Functions, TheLastErrorBelongsToItsThread) {
    carom_debug_raise(CAROM_ERROR_TOO_LARGE);
    std::thread([] {
        EXPECT_EQ(last_error(), "");
        carom_debug_raise(CAROM_ERROR_CANCELLED);
        EXPECT_NE(last_error(), "");
    }).join();
    EXPECT_EQ(last_error(), "raised on purpose: CAROM_ERROR_TOO_LARGE");
    const MeshPointer mesh = build(cube());
    EXPECT_EQ(last_error(), "raised on purpose: CAROM_ERROR_TOO_LARGE") << "success leaves it alone";
}

TEST(Functions, DescriptorsBeginWithZeros) {
    CaromMeshDesc desc;
    poison(desc);
    ASSERT_EQ(carom_mesh_desc_init(&desc), CAROM_OK);
    EXPECT_EQ(desc.struct_size, sizeof desc);
    EXPECT_TRUE(desc.layout == CAROM_LAYOUT_DEFAULT && desc.quality == CAROM_QUALITY_DEFAULT);
    EXPECT_TRUE(desc.split == CAROM_SPLIT_SURFACE_AREA && desc.preset == CAROM_PRESET_DEFAULT && desc.flags == 0 && desc.thread_count == 0);
    EXPECT_TRUE(desc.vertex_count == 0 && desc.triangle_count == 0);
    EXPECT_TRUE(desc.position_stride == 0 && desc.index_size == 0);
    EXPECT_TRUE(!desc.positions && !desc.indices && !desc.attributes && !desc.triangle_order);
    EXPECT_TRUE(!desc.progress && !desc.progress_context);
}

TEST(Functions, ReportOfACube) {
    const CaromMeshReport report = report_of(cube());
    EXPECT_EQ(report.struct_size, sizeof report);
    EXPECT_EQ(report.triangle_count, 12u);
    EXPECT_EQ(report.vertex_count, 8u);
    EXPECT_EQ(report.parts, 1u);
    EXPECT_EQ(report.is_watertight, 1u);
    EXPECT_EQ(report.unused_vertices + report.degenerate_triangles + report.duplicate_triangles + report.open_edges +
                  report.non_manifold_edges + report.inconsistent_edges, 0u);
}

TEST(Functions, ReportNamesEveryDefect) {
    Soup soup = cube();
    soup.positions.push_back({9, 9, 9});
    EXPECT_EQ(report_of(soup).unused_vertices, 1u);
    soup.indices.insert(soup.indices.end(), {0, 2, 1, 0, 0, 5});
    CaromMeshReport report = report_of(soup);
    EXPECT_EQ(report.duplicate_triangles, 1u);
    EXPECT_EQ(report.degenerate_triangles, 1u);
    EXPECT_GT(report.non_manifold_edges, 0u);
    EXPECT_EQ(report.is_watertight, 0u);
    soup = cube();
    std::swap(soup.indices[0], soup.indices[1]);
    EXPECT_EQ(report_of(soup).inconsistent_edges, 3u);
    soup = cube();
    soup.indices.resize(soup.indices.size() - 3);
    EXPECT_EQ(report_of(soup).open_edges, 3u);
    for (CaromVec3 p : cube().positions) soup.positions.push_back({p.x + 5, p.y, p.z});
    for (std::uint32_t i : cube().indices) soup.indices.push_back(i + 8);
    EXPECT_EQ(report_of(soup).parts, 2u);
}

TEST(Functions, StatsAddUp) {
    const Soup soup = waves(30);
    const MeshPointer mesh = build(soup, CAROM_LAYOUT_COMPACT);
    const CaromMeshStats stats = stats_of(mesh.get());
    EXPECT_EQ(stats.layout, CAROM_LAYOUT_COMPACT);
    EXPECT_EQ(stats.triangle_count, soup.triangle_count());
    EXPECT_EQ(stats.source_vertex_count, soup.positions.size());
    EXPECT_EQ(stats.node_count, soup.triangle_count() - 1);
    EXPECT_EQ(stats.bytes_nodes, 8u * stats.node_count);
    EXPECT_EQ(stats.bytes_leaves, 8u * stats.triangle_count);
    EXPECT_EQ(stats.bytes_triangle_ids, 4u * stats.triangle_count);
    EXPECT_EQ(stats.bytes_positions, 12u * stats.stored_vertex_count);
    EXPECT_EQ(stats.bytes_total, stats.bytes_nodes + stats.bytes_leaves + stats.bytes_pages + stats.bytes_positions +
                                     stats.bytes_triangle_ids + stats.bytes_frame);
    EXPECT_EQ(stats.bytes_total, save(mesh.get()).size());
    EXPECT_EQ(stats.attributes_any, 0xffffu);
    EXPECT_EQ(stats.attributes_all, 0u);
    EXPECT_EQ(stats.flags, 0u);
    EXPECT_GT(stats.cost, 0.0f);
    EXPECT_GE(stats.depth, 11u);
    const CaromAabb box = bounds(soup);
    EXPECT_TRUE(same_bits(stats.bounds, box));
}

TEST(Functions, DeltaTakes21BytesANodeAndHasNoLeaves) {
    Soup soup = waves(30);
    std::vector<std::uint32_t> order(soup.triangle_count());
    CaromMeshDesc desc = describe(soup);
    desc.layout = CAROM_LAYOUT_DELTA;
    desc.triangle_order = order.data();
    CaromMesh *handle = nullptr;
    ASSERT_EQ(carom_mesh_build(&desc, &handle), CAROM_OK) << last_error();
    const MeshPointer mesh(handle);
    const CaromMeshStats stats = stats_of(handle);
    const std::uint64_t n = soup.triangle_count();
    EXPECT_EQ(stats.layout, CAROM_LAYOUT_DELTA);
    EXPECT_EQ(stats.node_count, n - 1);
    EXPECT_EQ(stats.bytes_nodes, 21 * (n - 1) - 12) << "the root's six values are in the frame";
    EXPECT_EQ(stats.bytes_leaves, 12 * n + 2 * n) << "vertex indices and attributes";
    EXPECT_EQ(stats.bytes_positions, 12u * stats.stored_vertex_count);
    EXPECT_EQ(stats.bytes_pages + stats.bytes_triangle_ids, 0u);
    EXPECT_EQ(stats.bytes_total, stats.bytes_nodes + stats.bytes_leaves + stats.bytes_positions + stats.bytes_frame);
    for (std::uint32_t i = 0; i < n; ++i) EXPECT_EQ(order[i], i);
    soup.attributes.clear();
    const MeshPointer plain = build(soup, CAROM_LAYOUT_DELTA);
    EXPECT_EQ(stats_of(plain.get()).bytes_leaves, 12 * n);
}

TEST(Functions, TheDefaultLayoutIsWide) {
    const Soup soup = waves(30);
    const MeshPointer mesh = build(soup), wide = build(soup, CAROM_LAYOUT_WIDE);
    EXPECT_EQ(stats_of(mesh.get()).layout, CAROM_LAYOUT_WIDE);
    EXPECT_EQ(save(mesh.get()), save(wide.get()));
}

TEST(Functions, TrianglesComeBackBitForBit) {
    for (std::uint32_t flags : {0, CAROM_BUILD_COOKED_ORDER}) {
        const Soup soup = nasty();
        std::vector<std::uint32_t> order(soup.triangle_count());
        CaromMeshDesc desc = describe(soup);
        desc.layout = CAROM_LAYOUT_COMPACT;
        desc.flags = flags;
        desc.triangle_order = order.data();
        CaromMesh *handle = nullptr;
        ASSERT_EQ(carom_mesh_build(&desc, &handle), CAROM_OK);
        const MeshPointer mesh(handle);
        EXPECT_EQ(stats_of(handle).flags, flags);
        EXPECT_EQ(stats_of(handle).bytes_triangle_ids, flags ? 0u : 4u * soup.triangle_count());
        std::vector<std::uint32_t> sorted = order;
        std::sort(sorted.begin(), sorted.end());
        for (std::uint32_t i = 0; i < sorted.size(); ++i) ASSERT_EQ(sorted[i], i) << "order is a permutation";

        auto all = poisoned<CaromTriangle>(soup.triangle_count());
        ASSERT_EQ(carom_mesh_triangles(handle, nullptr, 0, all.size(), all.data()), CAROM_OK);
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            const std::uint32_t source = flags ? order[i] : i;
            EXPECT_TRUE(same_bits(all[i].a, soup.corner(source, 0))) << i;
            EXPECT_TRUE(same_bits(all[i].b, soup.corner(source, 1))) << i;
            EXPECT_TRUE(same_bits(all[i].c, soup.corner(source, 2))) << i;
            CaromTriangle one;
            ASSERT_EQ(carom_mesh_triangle(handle, i, &one), CAROM_OK);
            EXPECT_TRUE(same_bits(one, all[i])) << i;
        }
        auto some = poisoned<CaromTriangle>(10);
        ASSERT_EQ(carom_mesh_triangles(handle, nullptr, 5, 10, some.data()), CAROM_OK);
        EXPECT_EQ(std::memcmp(some.data(), &all[5], 10 * sizeof(CaromTriangle)), 0);
        EXPECT_EQ(carom_mesh_triangles(handle, nullptr, soup.triangle_count(), 0, nullptr), CAROM_OK);
    }
}

TEST(Functions, CookedOrderNamesTheSameTriangles) {
    const Soup soup = waves(20);
    std::vector<std::uint32_t> order(soup.triangle_count());
    CaromMeshDesc desc = describe(soup);
    desc.layout = CAROM_LAYOUT_COMPACT;
    desc.flags = CAROM_BUILD_COOKED_ORDER;
    desc.triangle_order = order.data();
    CaromMesh *handle = nullptr;
    ASSERT_EQ(carom_mesh_build(&desc, &handle), CAROM_OK);
    const MeshPointer cooked(handle), plain = build(soup, CAROM_LAYOUT_COMPACT);
    for (float x = 0.3f; x < 20.0f; x += 1.7f) {
        const CaromRay ray = {{x, 10.137f, 5}, 0, {0, 0, -1}, INFINITY};
        const CaromRayHit a = cast(cooked.get(), ray), b = cast(plain.get(), ray);
        ASSERT_NE(a.triangle, CAROM_NONE);
        EXPECT_EQ(order[a.triangle], b.triangle);
        EXPECT_EQ(a.t, b.t);
    }
}

TEST(Functions, StridesAndIndexSizesGiveTheSameMesh) {
    const Soup soup = waves(8);
    const std::vector<unsigned char> expected = save(build(soup).get());
    std::vector<std::uint16_t> narrow(soup.indices.begin(), soup.indices.end());
    std::vector<float> wide; // 20 bytes a vertex, and nothing after the last position
    for (CaromVec3 p : soup.positions) wide.insert(wide.end(), {p.x, p.y, p.z, NAN, NAN});
    wide.resize(wide.size() - 2);
    CaromMeshDesc desc = describe(soup);
    desc.indices = narrow.data();
    desc.index_size = 2;
    desc.positions = wide.data();
    desc.position_stride = 20;
    CaromMesh *mesh = nullptr;
    ASSERT_EQ(carom_mesh_build(&desc, &mesh), CAROM_OK) << last_error();
    EXPECT_EQ(save(MeshPointer(mesh).get()), expected);
}

TEST(Functions, ThreadsDoNotChangeTheBytes) {
    const Soup soup = waves(120);
    CaromMeshDesc desc = describe(soup);
    std::vector<unsigned char> expected;
    for (std::uint32_t threads : {1u, 2u, 3u, 8u, 0u}) {
        desc.thread_count = threads;
        CaromMesh *mesh = nullptr;
        ASSERT_EQ(carom_mesh_build(&desc, &mesh), CAROM_OK) << last_error();
        const std::vector<unsigned char> bytes = save(MeshPointer(mesh).get());
        if (expected.empty()) expected = bytes;
        EXPECT_EQ(bytes, expected) << threads << " threads";
    }
}

TEST(Functions, PresetsDoNotChangeTheAnswers) {
    SameAnswers answers;
    for (std::uint32_t preset : {CAROM_PRESET_DEFAULT, CAROM_PRESET_SMALL, CAROM_PRESET_FAST, CAROM_PRESET_RAYS}) {
        CaromMeshDesc desc = describe(answers.soup);
        desc.layout = CAROM_LAYOUT_WIDE;
        desc.preset = preset;
        const CaromMeshStats stats = answers.check(desc);
        EXPECT_EQ(stats.preset, preset);
        // RAYS alone may have pieces, and then no triangle is without one.
        EXPECT_TRUE(stats.piece_count == 0 ||
                    (preset == CAROM_PRESET_RAYS && stats.piece_count >= stats.triangle_count))
            << stats.piece_count;
    }
}

TEST(Functions, OptionsDoNotChangeTheAnswers) {
    SameAnswers answers;
    for (std::uint32_t layout : layouts) {
        for (std::uint32_t quality :
             {CAROM_QUALITY_DEFAULT, CAROM_QUALITY_FAST, CAROM_QUALITY_MEDIUM, CAROM_QUALITY_HIGH}) {
            for (std::uint32_t split : {CAROM_SPLIT_SURFACE_AREA, CAROM_SPLIT_MEDIAN}) {
                CaromMeshDesc desc = describe(answers.soup);
                desc.layout = layout;
                desc.quality = quality;
                desc.split = split;
                EXPECT_EQ(answers.check(desc).split, split);
            }
        }
    }
}

TEST(Functions, NothingHitsAnEmptyMesh) {
    for (bool with_vertices : {false, true}) {
        Soup soup;
        if (with_vertices) soup.positions = cube().positions;
        EXPECT_EQ(report_of(soup).is_watertight, 0u);
        const MeshPointer built = build(soup);
        const std::vector<unsigned char> bytes = save(built.get());
        CaromMesh *handle = nullptr;
        ASSERT_EQ(carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &handle), CAROM_OK) << last_error();
        const MeshPointer opened(handle);
        for (const CaromMesh *mesh : {built.get(), handle}) {
            EXPECT_EQ(stats_of(mesh).triangle_count, 0u);
            const CaromRay ray = {{0, 0, 0}, -INFINITY, {1, 1, 1}, INFINITY};
            const CaromRayHit hit = cast(mesh, ray);
            EXPECT_TRUE(hit.triangle == CAROM_NONE && hit.t == INFINITY && hit.u == 0 && hit.v == 0);
            std::uint8_t yes;
            const CaromSphere ball = {{0, 0, 0}, 1e9f};
            const CaromCapsule capsule = {{0, 0, 0}, 1e9f, {1, 1, 1}, 0};
            const CaromBox box = {{0, 0, 0}, {1e9f, 1e9f, 1e9f}, {0, 0, 0, 1}};
            EXPECT_TRUE(carom_mesh_occluded(mesh, &ray, 1, nullptr, &yes) == CAROM_OK && yes == 0);
            EXPECT_TRUE(carom_mesh_overlap_sphere(mesh, &ball, 1, nullptr, &yes) == CAROM_OK && yes == 0);
            EXPECT_TRUE(carom_mesh_overlap_capsule(mesh, &capsule, 1, nullptr, &yes) == CAROM_OK && yes == 0);
            EXPECT_TRUE(carom_mesh_overlap_box(mesh, &box, 1, nullptr, &yes) == CAROM_OK && yes == 0);
            const CaromPointQuery query = {{1, 2, 3}, INFINITY};
            CaromClosestPoint closest;
            poison(closest);
            ASSERT_EQ(carom_mesh_closest_point(mesh, &query, 1, nullptr, &closest), CAROM_OK);
            EXPECT_TRUE(closest.triangle == CAROM_NONE && closest.distance == INFINITY);
            EXPECT_TRUE(same_bits(closest.point, query.point));
            const CaromSphereCast moving = {{0, 0, 0}, 5, {1, 1, 1}, 0};
            CaromShapeHit contact;
            poison(contact);
            ASSERT_EQ(carom_mesh_cast_sphere(mesh, &moving, 1, nullptr, CAROM_CONTACT_EDGES_SMOOTH, &contact), CAROM_OK);
            const CaromShapeHit nothing = {INFINITY, 0, {0, 0, 0}, {0, 0, 0}, CAROM_NONE, 0, 0, 0};
            EXPECT_TRUE(same_bits(contact, nothing));
            const CaromCapsuleCast moving_capsule = {capsule, {1, 1, 1}, 0};
            poison(contact);
            ASSERT_EQ(carom_mesh_cast_capsule(mesh, &moving_capsule, 1, nullptr, CAROM_CONTACT_EDGES_SMOOTH, &contact), CAROM_OK);
            EXPECT_TRUE(same_bits(contact, nothing));
            CaromBoxCast moving_box = {};
            ASSERT_EQ(carom_box_axes_from_box(&box, &moving_box.shape), CAROM_OK);
            poison(contact);
            ASSERT_EQ(carom_mesh_cast_box(mesh, &moving_box, 1, nullptr, CAROM_CONTACT_EDGES_SMOOTH, &contact), CAROM_OK);
            EXPECT_TRUE(same_bits(contact, nothing));
            const CaromAabb everywhere = {{-1e9f, -1e9f, -1e9f}, {1e9f, 1e9f, 1e9f}};
            std::uint64_t offsets[2] = {7, 7};
            std::size_t written = 7, total = 7;
            EXPECT_EQ(carom_mesh_candidates_aabb(mesh, &everywhere, 1, nullptr, offsets, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_TRUE(offsets[0] == 0 && offsets[1] == 0 && written == 0 && total == 0);
            EXPECT_EQ(carom_mesh_overlap_sphere_all(mesh, &ball, 1, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_EQ(carom_mesh_overlap_capsule_all(mesh, &capsule, 1, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_EQ(carom_mesh_overlap_box_all(mesh, &box, 1, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_EQ(carom_mesh_contacts_sphere(mesh, &ball, 1, nullptr, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            CaromBoxAxes axes;
            ASSERT_EQ(carom_box_axes_from_box(&box, &axes), CAROM_OK);
            EXPECT_EQ(carom_mesh_contacts_capsule(mesh, &capsule, 1, nullptr, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_EQ(carom_mesh_contacts_box(mesh, &axes, 1, nullptr, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_EQ(carom_mesh_contacts_hull(mesh, nullptr, 0, nullptr, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_EQ(carom_mesh_raycast_all(mesh, &ray, 1, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            EXPECT_EQ(carom_mesh_crossings(mesh, &ray, 1, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
            CaromTriangle triangle;
            EXPECT_EQ(carom_mesh_triangle(mesh, 0, &triangle), CAROM_ERROR_INDEX_OUT_OF_RANGE);
        }
    }
}

TEST(Functions, DegenerateTrianglesAreKeptAndNeverHitByRays) {
    Soup soup;
    soup.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    soup.indices = {0, 1, 2, 1, 1, 1};
    const MeshPointer mesh = build(soup);
    EXPECT_EQ(stats_of(mesh.get()).triangle_count, 2u);
    EXPECT_EQ(cast(mesh.get(), {{0.5f, 0, 1}, 0, {0, 0, -1}, INFINITY}).triangle, CAROM_NONE);
    const CaromSphere ball = {{0.5f, 1, 0}, 1};
    std::uint8_t touches = 0;
    ASSERT_EQ(carom_mesh_overlap_sphere(mesh.get(), &ball, 1, nullptr, &touches), CAROM_OK);
    EXPECT_EQ(touches, 1);
}

TEST(Functions, WindingNumbersTellTheInside) {
    const std::vector<CaromVec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<std::uint32_t> faces = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const carom::mesh closed = carom::mesh::build(corners, faces);
    EXPECT_TRUE(closed.is_closed());
    const std::vector<CaromVec3> points = {{0.1f, 0.1f, 0.1f}, {0.5f, 0.5f, 0.5f}, {-0.1f, 0.1f, 0.1f}};
    EXPECT_EQ(closed.winding_number(points), (std::vector<std::int32_t>{1, 0, 0}));
    EXPECT_TRUE(closed.contains({0.1f, 0.1f, 0.1f}));
    EXPECT_FALSE(closed.contains({0.5f, 0.5f, 0.5f}));
    std::vector<std::uint32_t> turned(faces.rbegin(), faces.rend());
    EXPECT_EQ(carom::mesh::build(corners, turned).winding_number({0.1f, 0.1f, 0.1f}), -1);
    turned.resize(9);
    EXPECT_FALSE(carom::mesh::build(corners, turned).is_closed());

    std::int32_t number = 7;
    std::uint8_t flag = 7;
    const CaromVec3 bad = {0, std::numeric_limits<float>::infinity(), 0};
    EXPECT_EQ(carom_mesh_winding_numbers(closed.get(), &bad, 1, &number), CAROM_ERROR_NOT_FINITE);
    EXPECT_EQ(last_error(), "points[0].y: inf is not finite");
    EXPECT_EQ(carom_mesh_winding_numbers(nullptr, &bad, 1, &number), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_winding_numbers(closed.get(), nullptr, 1, &number), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_winding_numbers(closed.get(), &points[0], 1, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_winding_numbers(closed.get(), nullptr, 0, nullptr), CAROM_OK);
    EXPECT_EQ(carom_mesh_is_closed(nullptr, &flag), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_mesh_is_closed(closed.get(), nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_TRUE(number == 7 && flag == 7);
}

} // namespace
