// Size and offset of every field of every struct: what bindings in other languages are written against.

#include "carom.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>

namespace {

constexpr std::size_t P = sizeof(void *);

#define EXPECT_SIZE(type, bytes)                                                                             \
    static_assert(sizeof(type) == (bytes), #type);                                                           \
    static_assert(alignof(type) <= 8, #type);                                                                \
    static_assert(std::is_standard_layout<type>::value && std::is_trivially_copyable<type>::value, #type)
#define EXPECT_FIELD(type, field, offset) static_assert(offsetof(type, field) == (offset), #type "." #field)

EXPECT_SIZE(CaromVec3, 12);
EXPECT_FIELD(CaromVec3, x, 0);
EXPECT_FIELD(CaromVec3, y, 4);
EXPECT_FIELD(CaromVec3, z, 8);

EXPECT_SIZE(CaromAabb, 24);
EXPECT_FIELD(CaromAabb, min, 0);
EXPECT_FIELD(CaromAabb, max, 12);

EXPECT_SIZE(CaromRay, 32);
EXPECT_FIELD(CaromRay, origin, 0);
EXPECT_FIELD(CaromRay, t_min, 12);
EXPECT_FIELD(CaromRay, direction, 16);
EXPECT_FIELD(CaromRay, t_max, 28);

EXPECT_SIZE(CaromRayHit, 16);
EXPECT_FIELD(CaromRayHit, t, 0);
EXPECT_FIELD(CaromRayHit, u, 4);
EXPECT_FIELD(CaromRayHit, v, 8);
EXPECT_FIELD(CaromRayHit, triangle, 12);

EXPECT_SIZE(CaromSphere, 16);
EXPECT_FIELD(CaromSphere, center, 0);
EXPECT_FIELD(CaromSphere, radius, 12);

EXPECT_SIZE(CaromCapsule, 32);
EXPECT_FIELD(CaromCapsule, a, 0);
EXPECT_FIELD(CaromCapsule, radius, 12);
EXPECT_FIELD(CaromCapsule, b, 16);
EXPECT_FIELD(CaromCapsule, reserved, 28);

EXPECT_SIZE(CaromBox, 40);
EXPECT_FIELD(CaromBox, center, 0);
EXPECT_FIELD(CaromBox, half_extents, 12);
EXPECT_FIELD(CaromBox, rotation, 24);

EXPECT_SIZE(CaromPointQuery, 16);
EXPECT_FIELD(CaromPointQuery, point, 0);
EXPECT_FIELD(CaromPointQuery, max_distance, 12);

EXPECT_SIZE(CaromClosestPoint, 24);
EXPECT_FIELD(CaromClosestPoint, point, 0);
EXPECT_FIELD(CaromClosestPoint, distance, 12);
EXPECT_FIELD(CaromClosestPoint, triangle, 16);
EXPECT_FIELD(CaromClosestPoint, feature, 20);

EXPECT_SIZE(CaromSphereCast, 32);
EXPECT_FIELD(CaromSphereCast, origin, 0);
EXPECT_FIELD(CaromSphereCast, radius, 12);
EXPECT_FIELD(CaromSphereCast, displacement, 16);
EXPECT_FIELD(CaromSphereCast, reserved, 28);

EXPECT_SIZE(CaromCastHit, 32);
EXPECT_FIELD(CaromCastHit, t, 0);
EXPECT_FIELD(CaromCastHit, point, 4);
EXPECT_FIELD(CaromCastHit, normal, 16);
EXPECT_FIELD(CaromCastHit, triangle, 28);

EXPECT_SIZE(CaromTriangle, 40);
EXPECT_FIELD(CaromTriangle, a, 0);
EXPECT_FIELD(CaromTriangle, b, 12);
EXPECT_FIELD(CaromTriangle, c, 24);
EXPECT_FIELD(CaromTriangle, attributes, 36);

EXPECT_SIZE(CaromFilter, 16);
EXPECT_FIELD(CaromFilter, struct_size, 0);
EXPECT_FIELD(CaromFilter, require, 4);
EXPECT_FIELD(CaromFilter, exclude, 8);
EXPECT_FIELD(CaromFilter, backfaces, 12);

EXPECT_SIZE(CaromMeshDesc, 48 + 6 * P);
EXPECT_FIELD(CaromMeshDesc, struct_size, 0);
EXPECT_FIELD(CaromMeshDesc, layout, 4);
EXPECT_FIELD(CaromMeshDesc, positions, 8);
EXPECT_FIELD(CaromMeshDesc, indices, 8 + P);
EXPECT_FIELD(CaromMeshDesc, attributes, 8 + 2 * P);
EXPECT_FIELD(CaromMeshDesc, vertex_count, 8 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, position_stride, 12 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, triangle_count, 16 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, index_size, 20 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, quality, 24 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, split, 28 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, thread_count, 32 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, flags, 36 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, triangle_order, 40 + 3 * P);
EXPECT_FIELD(CaromMeshDesc, progress, 40 + 4 * P);
EXPECT_FIELD(CaromMeshDesc, progress_context, 40 + 5 * P);
EXPECT_FIELD(CaromMeshDesc, preset, 40 + 6 * P);
EXPECT_FIELD(CaromMeshDesc, reserved, 44 + 6 * P);

EXPECT_SIZE(CaromMeshReport, 44);
EXPECT_FIELD(CaromMeshReport, struct_size, 0);
EXPECT_FIELD(CaromMeshReport, triangle_count, 4);
EXPECT_FIELD(CaromMeshReport, vertex_count, 8);
EXPECT_FIELD(CaromMeshReport, unused_vertices, 12);
EXPECT_FIELD(CaromMeshReport, degenerate_triangles, 16);
EXPECT_FIELD(CaromMeshReport, duplicate_triangles, 20);
EXPECT_FIELD(CaromMeshReport, open_edges, 24);
EXPECT_FIELD(CaromMeshReport, non_manifold_edges, 28);
EXPECT_FIELD(CaromMeshReport, inconsistent_edges, 32);
EXPECT_FIELD(CaromMeshReport, parts, 36);
EXPECT_FIELD(CaromMeshReport, is_watertight, 40);

EXPECT_SIZE(CaromMeshStats, 136);
EXPECT_FIELD(CaromMeshStats, struct_size, 0);
EXPECT_FIELD(CaromMeshStats, layout, 4);
EXPECT_FIELD(CaromMeshStats, triangle_count, 8);
EXPECT_FIELD(CaromMeshStats, source_vertex_count, 12);
EXPECT_FIELD(CaromMeshStats, stored_vertex_count, 16);
EXPECT_FIELD(CaromMeshStats, node_count, 20);
EXPECT_FIELD(CaromMeshStats, depth, 24);
EXPECT_FIELD(CaromMeshStats, flags, 28);
EXPECT_FIELD(CaromMeshStats, split, 32);
EXPECT_FIELD(CaromMeshStats, cost, 36);
EXPECT_FIELD(CaromMeshStats, attributes_any, 40);
EXPECT_FIELD(CaromMeshStats, attributes_all, 44);
EXPECT_FIELD(CaromMeshStats, bounds, 48);
EXPECT_FIELD(CaromMeshStats, bytes_nodes, 72);
EXPECT_FIELD(CaromMeshStats, bytes_leaves, 80);
EXPECT_FIELD(CaromMeshStats, bytes_pages, 88);
EXPECT_FIELD(CaromMeshStats, bytes_positions, 96);
EXPECT_FIELD(CaromMeshStats, bytes_triangle_ids, 104);
EXPECT_FIELD(CaromMeshStats, bytes_frame, 112);
EXPECT_FIELD(CaromMeshStats, bytes_total, 120);
EXPECT_FIELD(CaromMeshStats, preset, 128);
EXPECT_FIELD(CaromMeshStats, reserved, 132);

static_assert(sizeof(CaromStatus) == 4, "CaromStatus");
static_assert(CAROM_NONE == 0xffffffffu, "CAROM_NONE");

/// The library agrees about the sizes it writes itself.
TEST(Layout, TheLibraryAgrees) {
    CaromMeshDesc desc;
    ASSERT_EQ(carom_mesh_desc_init(&desc), CAROM_OK);
    EXPECT_EQ(desc.struct_size, sizeof(CaromMeshDesc));
    CaromMeshReport report = {};
    report.struct_size = sizeof report;
    EXPECT_EQ(carom_mesh_report(&desc, &report), CAROM_OK);
    CaromMesh *mesh = nullptr;
    ASSERT_EQ(carom_mesh_build(&desc, &mesh), CAROM_OK);
    CaromMeshStats stats = {};
    stats.struct_size = sizeof stats;
    EXPECT_EQ(carom_mesh_stats(mesh, &stats), CAROM_OK);
    const CaromFilter filter = {sizeof filter, 0, 0, 0};
    EXPECT_EQ(carom_mesh_raycast(mesh, nullptr, 0, &filter, nullptr), CAROM_OK);
    carom_mesh_destroy(mesh);
}

} // namespace
