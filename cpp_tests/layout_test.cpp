// Size and offset of every field of every struct, against which bindings in other languages are written.

#include "carom.h"

#include <gtest/gtest.h>

#include <algorithm>
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

EXPECT_SIZE(CaromCrossing, 20);
EXPECT_FIELD(CaromCrossing, t, 0);
EXPECT_FIELD(CaromCrossing, u, 4);
EXPECT_FIELD(CaromCrossing, v, 8);
EXPECT_FIELD(CaromCrossing, triangle, 12);
EXPECT_FIELD(CaromCrossing, sign, 16);

EXPECT_SIZE(CaromContactOptions, 20);
EXPECT_FIELD(CaromContactOptions, struct_size, 0);
EXPECT_FIELD(CaromContactOptions, max_distance, 4);
EXPECT_FIELD(CaromContactOptions, edges, 8);
EXPECT_FIELD(CaromContactOptions, max_points, 12);
EXPECT_FIELD(CaromContactOptions, merge_cos, 16);

EXPECT_SIZE(CaromContact, 48);
EXPECT_FIELD(CaromContact, point, 0);
EXPECT_FIELD(CaromContact, depth, 12);
EXPECT_FIELD(CaromContact, normal, 16);
EXPECT_FIELD(CaromContact, triangle, 28);
EXPECT_FIELD(CaromContact, feature, 32);
EXPECT_FIELD(CaromContact, manifold, 36);
EXPECT_FIELD(CaromContact, attributes, 40);
EXPECT_FIELD(CaromContact, reserved, 44);

EXPECT_SIZE(CaromSurfacePoint, 28);
EXPECT_FIELD(CaromSurfacePoint, point, 0);
EXPECT_FIELD(CaromSurfacePoint, normal, 12);
EXPECT_FIELD(CaromSurfacePoint, attributes, 24);

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

EXPECT_SIZE(CaromBoxAxes, 60);
EXPECT_FIELD(CaromBoxAxes, center, 0);
EXPECT_FIELD(CaromBoxAxes, half_extents, 12);
EXPECT_FIELD(CaromBoxAxes, axes, 24);

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

EXPECT_SIZE(CaromCapsuleCast, 48);
EXPECT_FIELD(CaromCapsuleCast, capsule, 0);
EXPECT_FIELD(CaromCapsuleCast, displacement, 32);
EXPECT_FIELD(CaromCapsuleCast, reserved, 44);

EXPECT_SIZE(CaromBoxCast, 72);
EXPECT_FIELD(CaromBoxCast, shape, 0);
EXPECT_FIELD(CaromBoxCast, displacement, 60);

EXPECT_SIZE(CaromShapeHit, 48);
EXPECT_FIELD(CaromShapeHit, t, 0);
EXPECT_FIELD(CaromShapeHit, depth, 4);
EXPECT_FIELD(CaromShapeHit, point, 8);
EXPECT_FIELD(CaromShapeHit, normal, 20);
EXPECT_FIELD(CaromShapeHit, triangle, 32);
EXPECT_FIELD(CaromShapeHit, feature, 36);
EXPECT_FIELD(CaromShapeHit, attributes, 40);
EXPECT_FIELD(CaromShapeHit, reserved, 44);

EXPECT_SIZE(CaromTriangle, 40);
EXPECT_FIELD(CaromTriangle, a, 0);
EXPECT_FIELD(CaromTriangle, b, 12);
EXPECT_FIELD(CaromTriangle, c, 24);
EXPECT_FIELD(CaromTriangle, attributes, 36);

EXPECT_SIZE(CaromFarPose, 96);
EXPECT_FIELD(CaromFarPose, rows, 0);
static_assert(std::is_same<decltype(CaromFarPose::rows), double[3][4]>::value, "CaromFarPose.rows");
EXPECT_SIZE(CaromPose, 48);
EXPECT_FIELD(CaromPose, rows, 0);
static_assert(std::is_same<decltype(CaromPose::rows), float[3][4]>::value, "CaromPose.rows");

EXPECT_SIZE(CaromTrianglePair, 8);
EXPECT_FIELD(CaromTrianglePair, a, 0);
EXPECT_FIELD(CaromTrianglePair, b, 4);

EXPECT_SIZE(CaromPairDistance, 12);
EXPECT_FIELD(CaromPairDistance, a, 0);
EXPECT_FIELD(CaromPairDistance, b, 4);
EXPECT_FIELD(CaromPairDistance, distance, 8);

EXPECT_SIZE(CaromPairIntersection, 88);
EXPECT_FIELD(CaromPairIntersection, a, 0);
EXPECT_FIELD(CaromPairIntersection, b, 4);
EXPECT_FIELD(CaromPairIntersection, point_count, 8);
EXPECT_FIELD(CaromPairIntersection, flags, 12);
EXPECT_FIELD(CaromPairIntersection, points, 16);

EXPECT_SIZE(CaromMeshDistance, 36);
EXPECT_FIELD(CaromMeshDistance, on_a, 0);
EXPECT_FIELD(CaromMeshDistance, on_b, 12);
EXPECT_FIELD(CaromMeshDistance, distance, 24);
EXPECT_FIELD(CaromMeshDistance, a, 28);
EXPECT_FIELD(CaromMeshDistance, b, 32);

EXPECT_SIZE(CaromFilter, 20);
EXPECT_FIELD(CaromFilter, struct_size, 0);
EXPECT_FIELD(CaromFilter, require, 4);
EXPECT_FIELD(CaromFilter, exclude, 8);
EXPECT_FIELD(CaromFilter, backfaces, 12);
EXPECT_FIELD(CaromFilter, any_of, 16);

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
EXPECT_FIELD(CaromMeshStats, piece_count, 132);

EXPECT_SIZE(CaromBspDesc, 64 + 9 * P);
EXPECT_FIELD(CaromBspDesc, struct_size, 0);
EXPECT_FIELD(CaromBspDesc, input, 4);
EXPECT_FIELD(CaromBspDesc, planes, 8);
EXPECT_FIELD(CaromBspDesc, plane_counts, 8 + P);
EXPECT_FIELD(CaromBspDesc, positions, 8 + 2 * P);
EXPECT_FIELD(CaromBspDesc, indices, 8 + 3 * P);
EXPECT_FIELD(CaromBspDesc, corner_counts, 8 + 4 * P);
EXPECT_FIELD(CaromBspDesc, attributes, 8 + 5 * P);
EXPECT_FIELD(CaromBspDesc, report, 8 + 6 * P);
EXPECT_FIELD(CaromBspDesc, plane_count, 8 + 7 * P);
EXPECT_FIELD(CaromBspDesc, plane_stride, 12 + 7 * P);
EXPECT_FIELD(CaromBspDesc, brush_count, 16 + 7 * P);
EXPECT_FIELD(CaromBspDesc, vertex_count, 20 + 7 * P);
EXPECT_FIELD(CaromBspDesc, position_stride, 24 + 7 * P);
EXPECT_FIELD(CaromBspDesc, index_count, 28 + 7 * P);
EXPECT_FIELD(CaromBspDesc, index_size, 32 + 7 * P);
EXPECT_FIELD(CaromBspDesc, polygon_count, 36 + 7 * P);
EXPECT_FIELD(CaromBspDesc, flags, 40 + 7 * P);
EXPECT_FIELD(CaromBspDesc, bevels, 44 + 7 * P);
EXPECT_FIELD(CaromBspDesc, snap_distance, 48 + 7 * P);
EXPECT_FIELD(CaromBspDesc, snap_normal, 52 + 7 * P);
EXPECT_FIELD(CaromBspDesc, progress, 56 + 7 * P);
EXPECT_FIELD(CaromBspDesc, progress_context, 56 + 8 * P);
EXPECT_FIELD(CaromBspDesc, thread_count, 56 + 9 * P);
EXPECT_FIELD(CaromBspDesc, reserved, 60 + 9 * P);

EXPECT_SIZE(CaromBspReport, 80);
EXPECT_FIELD(CaromBspReport, struct_size, 0);
EXPECT_FIELD(CaromBspReport, skipped_brushes, 4);
EXPECT_FIELD(CaromBspReport, first_skipped, 8);
EXPECT_FIELD(CaromBspReport, degenerate_faces, 12);
EXPECT_FIELD(CaromBspReport, faces, 16);
EXPECT_FIELD(CaromBspReport, planes, 24);
EXPECT_FIELD(CaromBspReport, splits, 32);
EXPECT_FIELD(CaromBspReport, deviation, 40);
EXPECT_FIELD(CaromBspReport, leak_fraction, 48);
EXPECT_FIELD(CaromBspReport, leak_position, 56);
EXPECT_FIELD(CaromBspReport, leak, 68);
EXPECT_FIELD(CaromBspReport, repaired_leaves, 72);

EXPECT_SIZE(CaromBspStats, 104);
EXPECT_FIELD(CaromBspStats, struct_size, 0);
EXPECT_FIELD(CaromBspStats, flags, 4);
EXPECT_FIELD(CaromBspStats, brush_count, 8);
EXPECT_FIELD(CaromBspStats, face_count, 12);
EXPECT_FIELD(CaromBspStats, node_count, 16);
EXPECT_FIELD(CaromBspStats, plane_count, 20);
EXPECT_FIELD(CaromBspStats, depth, 24);
EXPECT_FIELD(CaromBspStats, slack, 28);
EXPECT_FIELD(CaromBspStats, attributes_any, 32);
EXPECT_FIELD(CaromBspStats, attributes_all, 36);
EXPECT_FIELD(CaromBspStats, bounds, 40);
EXPECT_FIELD(CaromBspStats, bytes_nodes, 64);
EXPECT_FIELD(CaromBspStats, bytes_planes, 72);
EXPECT_FIELD(CaromBspStats, bytes_solids, 80);
EXPECT_FIELD(CaromBspStats, bytes_frame, 88);
EXPECT_FIELD(CaromBspStats, bytes_total, 96);

EXPECT_SIZE(CaromBspContent, 8);
EXPECT_FIELD(CaromBspContent, brush, 0);
EXPECT_FIELD(CaromBspContent, attributes, 4);

EXPECT_SIZE(CaromBspContact, 32);
EXPECT_FIELD(CaromBspContact, point, 0);
EXPECT_FIELD(CaromBspContact, depth, 12);
EXPECT_FIELD(CaromBspContact, normal, 16);
EXPECT_FIELD(CaromBspContact, brush, 28);

EXPECT_SIZE(CaromBspCastHit, 32);
EXPECT_FIELD(CaromBspCastHit, t, 0);
EXPECT_FIELD(CaromBspCastHit, point, 4);
EXPECT_FIELD(CaromBspCastHit, normal, 16);
EXPECT_FIELD(CaromBspCastHit, brush, 28);

EXPECT_SIZE(CaromSdfGenerateDesc, 80 + 3 * P);
EXPECT_FIELD(CaromSdfGenerateDesc, struct_size, 0);
EXPECT_FIELD(CaromSdfGenerateDesc, resolution, 4);
EXPECT_FIELD(CaromSdfGenerateDesc, padding, 8);
EXPECT_FIELD(CaromSdfGenerateDesc, origin, 12);
EXPECT_FIELD(CaromSdfGenerateDesc, cell, 24);
EXPECT_FIELD(CaromSdfGenerateDesc, dims, 28);
EXPECT_FIELD(CaromSdfGenerateDesc, storage, 40);
EXPECT_FIELD(CaromSdfGenerateDesc, band, 44);
EXPECT_FIELD(CaromSdfGenerateDesc, far_error, 48);
EXPECT_FIELD(CaromSdfGenerateDesc, sign, 52);
EXPECT_FIELD(CaromSdfGenerateDesc, inside, 56);
EXPECT_FIELD(CaromSdfGenerateDesc, thickness, 60);
EXPECT_FIELD(CaromSdfGenerateDesc, max_distance, 64);
EXPECT_FIELD(CaromSdfGenerateDesc, method, 68);
EXPECT_FIELD(CaromSdfGenerateDesc, flags, 72);
EXPECT_FIELD(CaromSdfGenerateDesc, thread_count, 76);
EXPECT_FIELD(CaromSdfGenerateDesc, report, 80);
EXPECT_FIELD(CaromSdfGenerateDesc, progress, 80 + P);
EXPECT_FIELD(CaromSdfGenerateDesc, progress_context, 80 + 2 * P);

EXPECT_SIZE(CaromSdfReport, 40);
EXPECT_FIELD(CaromSdfReport, struct_size, 0);
EXPECT_FIELD(CaromSdfReport, sign, 4);
EXPECT_FIELD(CaromSdfReport, unbalanced_edges, 8);
EXPECT_FIELD(CaromSdfReport, cap_triangles, 16);
EXPECT_FIELD(CaromSdfReport, inside_count, 24);
EXPECT_FIELD(CaromSdfReport, thin_triangles, 32);

EXPECT_SIZE(CaromHullDesc, 16 + P);
EXPECT_FIELD(CaromHullDesc, struct_size, 0);
EXPECT_FIELD(CaromHullDesc, point_count, 4);
EXPECT_FIELD(CaromHullDesc, points, 8);
EXPECT_FIELD(CaromHullDesc, point_stride, 8 + P);
EXPECT_FIELD(CaromHullDesc, reserved, 12 + P);

EXPECT_SIZE(CaromHullStats, 64);
EXPECT_FIELD(CaromHullStats, struct_size, 0);
EXPECT_FIELD(CaromHullStats, dimension, 4);
EXPECT_FIELD(CaromHullStats, vertex_count, 8);
EXPECT_FIELD(CaromHullStats, face_count, 12);
EXPECT_FIELD(CaromHullStats, edge_count, 16);
EXPECT_FIELD(CaromHullStats, reserved, 20);
EXPECT_FIELD(CaromHullStats, bounds, 24);
EXPECT_FIELD(CaromHullStats, volume, 48);
EXPECT_FIELD(CaromHullStats, bytes_total, 56);

EXPECT_SIZE(CaromHullPose, 48 + P);
EXPECT_FIELD(CaromHullPose, hull, 0);
EXPECT_FIELD(CaromHullPose, pose, P);

EXPECT_SIZE(CaromHullCast, 64 + P);
EXPECT_FIELD(CaromHullCast, shape, 0);
EXPECT_FIELD(CaromHullCast, displacement, 48 + P);
EXPECT_FIELD(CaromHullCast, reserved, 60 + P);

EXPECT_SIZE(CaromSdfDesc, 48 + 2 * P);
EXPECT_FIELD(CaromSdfDesc, struct_size, 0);
EXPECT_FIELD(CaromSdfDesc, storage, 4);
EXPECT_FIELD(CaromSdfDesc, origin, 8);
EXPECT_FIELD(CaromSdfDesc, cell, 20);
EXPECT_FIELD(CaromSdfDesc, dims, 24);
EXPECT_FIELD(CaromSdfDesc, band, 36);
EXPECT_FIELD(CaromSdfDesc, far_error, 40);
EXPECT_FIELD(CaromSdfDesc, max_distance, 44);
EXPECT_FIELD(CaromSdfDesc, values, 48);
EXPECT_FIELD(CaromSdfDesc, triangles, 48 + P);

EXPECT_SIZE(CaromSdfStats, 112);
EXPECT_FIELD(CaromSdfStats, struct_size, 0);
EXPECT_FIELD(CaromSdfStats, storage, 4);
EXPECT_FIELD(CaromSdfStats, flags, 8);
EXPECT_FIELD(CaromSdfStats, dims, 12);
EXPECT_FIELD(CaromSdfStats, origin, 24);
EXPECT_FIELD(CaromSdfStats, cell, 36);
EXPECT_FIELD(CaromSdfStats, block_count, 40);
EXPECT_FIELD(CaromSdfStats, brick_count, 44);
EXPECT_FIELD(CaromSdfStats, error, 48);
EXPECT_FIELD(CaromSdfStats, near_error, 52);
EXPECT_FIELD(CaromSdfStats, far_error, 56);
EXPECT_FIELD(CaromSdfStats, slope, 60);
EXPECT_FIELD(CaromSdfStats, bytes_values, 64);
EXPECT_FIELD(CaromSdfStats, bytes_tables, 72);
EXPECT_FIELD(CaromSdfStats, bytes_triangles, 80);
EXPECT_FIELD(CaromSdfStats, bytes_frame, 88);
EXPECT_FIELD(CaromSdfStats, bytes_total, 96);
EXPECT_FIELD(CaromSdfStats, max_distance, 104);
EXPECT_FIELD(CaromSdfStats, reserved, 108);

EXPECT_SIZE(CaromSdfSample, 16);
EXPECT_FIELD(CaromSdfSample, distance, 0);
EXPECT_FIELD(CaromSdfSample, gradient, 4);

EXPECT_SIZE(CaromSdfClosestPoint, 36);
EXPECT_FIELD(CaromSdfClosestPoint, point, 0);
EXPECT_FIELD(CaromSdfClosestPoint, distance, 12);
EXPECT_FIELD(CaromSdfClosestPoint, normal, 16);
EXPECT_FIELD(CaromSdfClosestPoint, triangle, 28);
EXPECT_FIELD(CaromSdfClosestPoint, error, 32);

EXPECT_SIZE(CaromSdfContact, 44);
EXPECT_FIELD(CaromSdfContact, point, 0);
EXPECT_FIELD(CaromSdfContact, depth, 12);
EXPECT_FIELD(CaromSdfContact, normal, 16);
EXPECT_FIELD(CaromSdfContact, triangle, 28);
EXPECT_FIELD(CaromSdfContact, deepest, 32);

EXPECT_SIZE(CaromSdfTriangle, 36);
EXPECT_FIELD(CaromSdfTriangle, a, 0);
EXPECT_FIELD(CaromSdfTriangle, b, 12);
EXPECT_FIELD(CaromSdfTriangle, c, 24);

EXPECT_SIZE(CaromSdfRayHit, 32);
EXPECT_FIELD(CaromSdfRayHit, t, 0);
EXPECT_FIELD(CaromSdfRayHit, point, 4);
EXPECT_FIELD(CaromSdfRayHit, normal, 16);
EXPECT_FIELD(CaromSdfRayHit, triangle, 28);

EXPECT_SIZE(CaromSdfSlice, 48);
EXPECT_FIELD(CaromSdfSlice, origin, 0);
EXPECT_FIELD(CaromSdfSlice, width, 12);
EXPECT_FIELD(CaromSdfSlice, right, 16);
EXPECT_FIELD(CaromSdfSlice, height, 28);
EXPECT_FIELD(CaromSdfSlice, down, 32);
EXPECT_FIELD(CaromSdfSlice, reserved, 44);

EXPECT_SIZE(CaromWorldDesc, 64);
EXPECT_FIELD(CaromWorldDesc, struct_size, 0);
EXPECT_FIELD(CaromWorldDesc, structure, 4);
EXPECT_FIELD(CaromWorldDesc, tag, 8);
EXPECT_FIELD(CaromWorldDesc, thread_count, 12);
EXPECT_FIELD(CaromWorldDesc, build, 16);
EXPECT_FIELD(CaromWorldDesc, placement, 20);
EXPECT_FIELD(CaromWorldDesc, axes, 24);
EXPECT_FIELD(CaromWorldDesc, cell_size, 32);
EXPECT_FIELD(CaromWorldDesc, has_bounds, 36);
EXPECT_FIELD(CaromWorldDesc, bounds, 40);

EXPECT_SIZE(CaromVolume, 32);
EXPECT_FIELD(CaromVolume, shape, 0);
EXPECT_FIELD(CaromVolume, radius, 4);
EXPECT_FIELD(CaromVolume, min, 8);
EXPECT_FIELD(CaromVolume, max, 20);

EXPECT_SIZE(CaromGroupFilter, 8);
EXPECT_FIELD(CaromGroupFilter, group, 0);
EXPECT_FIELD(CaromGroupFilter, mask, 4);

EXPECT_SIZE(CaromWorldObject, 56);
EXPECT_FIELD(CaromWorldObject, user, 0);
EXPECT_FIELD(CaromWorldObject, volume, 8);
EXPECT_FIELD(CaromWorldObject, filter, 40);
EXPECT_FIELD(CaromWorldObject, is_static, 48);
EXPECT_FIELD(CaromWorldObject, reserved, 52);

EXPECT_SIZE(CaromWorldPair, 16);
EXPECT_FIELD(CaromWorldPair, a, 0);
EXPECT_FIELD(CaromWorldPair, b, 8);

EXPECT_SIZE(CaromTreeBox, 32);
EXPECT_FIELD(CaromTreeBox, bounds, 0);
EXPECT_FIELD(CaromTreeBox, depth, 24);
EXPECT_FIELD(CaromTreeBox, count, 28);

EXPECT_SIZE(CaromWorldBox, 32);
EXPECT_FIELD(CaromWorldBox, bounds, 0);
EXPECT_FIELD(CaromWorldBox, depth, 24);
EXPECT_FIELD(CaromWorldBox, objects, 28);

EXPECT_SIZE(CaromWorldStats, 96);
EXPECT_FIELD(CaromWorldStats, struct_size, 0);
EXPECT_FIELD(CaromWorldStats, depth, 4);
EXPECT_FIELD(CaromWorldStats, object_count, 8);
EXPECT_FIELD(CaromWorldStats, static_count, 16);
EXPECT_FIELD(CaromWorldStats, node_count, 24);
EXPECT_FIELD(CaromWorldStats, build_count, 32);
EXPECT_FIELD(CaromWorldStats, refit_count, 40);
EXPECT_FIELD(CaromWorldStats, bytes_objects, 48);
EXPECT_FIELD(CaromWorldStats, bytes_compounds, 56);
EXPECT_FIELD(CaromWorldStats, bytes_structure, 64);
EXPECT_FIELD(CaromWorldStats, bytes_pairs, 72);
EXPECT_FIELD(CaromWorldStats, area, 80);
EXPECT_FIELD(CaromWorldStats, overlap, 88);

EXPECT_SIZE(CaromPlane, 16);
EXPECT_FIELD(CaromPlane, normal, 0);
EXPECT_FIELD(CaromPlane, offset, 12);

EXPECT_SIZE(CaromFrustum, 96);
EXPECT_FIELD(CaromFrustum, planes, 0);

EXPECT_SIZE(CaromAabbCast, 36);
EXPECT_FIELD(CaromAabbCast, bounds, 0);
EXPECT_FIELD(CaromAabbCast, displacement, 24);

EXPECT_SIZE(CaromWorldFilter, 16);
EXPECT_FIELD(CaromWorldFilter, groups, 0);
EXPECT_FIELD(CaromWorldFilter, ignore, 8);

EXPECT_SIZE(CaromWorldHit, 24);
EXPECT_FIELD(CaromWorldHit, object, 0);
EXPECT_FIELD(CaromWorldHit, user, 8);
EXPECT_FIELD(CaromWorldHit, t, 16);
EXPECT_FIELD(CaromWorldHit, reserved, 20);

EXPECT_SIZE(CaromNeighbor, 24);
EXPECT_FIELD(CaromNeighbor, object, 0);
EXPECT_FIELD(CaromNeighbor, user, 8);
EXPECT_FIELD(CaromNeighbor, distance, 16);
EXPECT_FIELD(CaromNeighbor, reserved, 20);

// Append-only.
static_assert(CAROM_SDF_DENSE == 0 && CAROM_SDF_BRICKS16 == 1 && CAROM_SDF_BRICKS8 == 2, "storages");
static_assert(CAROM_SDF_LINEAR == 0 && CAROM_SDF_CUBIC == 1, "interpolations");
static_assert(CAROM_SDF_INFINITE == 1 && CAROM_SDF_TRIANGLES == 2, "flags of fields");
static_assert(CAROM_SHARED_COPLANAR == 1 && CAROM_SHARED_AREA == 2, "shared");
static_assert(CAROM_INSIDE_TOUCHING == 1 && CAROM_INSIDE_A_PARTLY == 2 && CAROM_INSIDE_A_WHOLLY == 4, "inside");
static_assert(CAROM_INSIDE_OVERLAPPING == 32 && CAROM_INSIDE_ONLY_TOUCHING == 64, "inside");
static_assert(CAROM_INSIDE_B_PARTLY == 8 && CAROM_INSIDE_B_WHOLLY == 16, "inside");
static_assert(CAROM_BSP_INPUT_BRUSHES == 0 && CAROM_BSP_INPUT_SURFACE == 1, "inputs");
static_assert(CAROM_BSP_IGNORE_LEAKS == 1 && CAROM_BSP_INVERSE == 2, "flags");
static_assert(CAROM_BSP_THRESHOLD == 0 && CAROM_BSP_EXACT == 1, "modes");
static_assert(CAROM_WORLD_AUTO == 0 && CAROM_WORLD_ALL_PAIRS == 1 && CAROM_WORLD_SPHERE_TREE == 2, "structures");
static_assert(CAROM_WORLD_BOX_TREE == 3 && CAROM_WORLD_BSP == 4 && CAROM_WORLD_QUADTREE == 5, "structures");
static_assert(CAROM_WORLD_OCTREE == 6 && CAROM_WORLD_GRID == 7 && CAROM_WORLD_MULTI_GRID == 8, "structures");
static_assert(CAROM_HIERARCHY_INSERTION == 0 && CAROM_HIERARCHY_BOTTOM_UP == 1 && CAROM_HIERARCHY_TOP_DOWN == 2, "builds");
static_assert(CAROM_PLACEMENT_SINGLE == 0 && CAROM_PLACEMENT_EVERY == 1, "placements");
static_assert(CAROM_VOLUME_BOX == 0 && CAROM_VOLUME_SPHERE == 1 && CAROM_NO_OBJECT == 0, "volumes");
static_assert(CAROM_BSP_LEAK_NONE == 0 && CAROM_BSP_LEAK_OUTSIDE == 1 && CAROM_BSP_LEAK_SURFACE == 2, "leaks");

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
    const CaromFilter filter = {sizeof filter, 0, 0, 0, 0};
    EXPECT_EQ(carom_mesh_raycast(mesh, nullptr, 0, &filter, nullptr, nullptr), CAROM_OK);
    carom_mesh_destroy(mesh);

    CaromBspDesc bsp_desc;
    ASSERT_EQ(carom_bsp_desc_init(&bsp_desc), CAROM_OK);
    EXPECT_EQ(bsp_desc.struct_size, sizeof(CaromBspDesc));
    CaromBspReport bsp_report = {};
    bsp_report.struct_size = sizeof bsp_report;
    bsp_desc.report = &bsp_report;
    CaromBsp *bsp = nullptr;
    ASSERT_EQ(carom_bsp_build(&bsp_desc, &bsp), CAROM_OK);
    CaromBspStats bsp_stats = {};
    bsp_stats.struct_size = sizeof bsp_stats;
    EXPECT_EQ(carom_bsp_stats(bsp, &bsp_stats), CAROM_OK);
    EXPECT_EQ(carom_bsp_raycast(bsp, nullptr, 0, &filter, nullptr), CAROM_OK);
    carom_bsp_destroy(bsp);
}

// No triangle is a number like that of any triangle, with the same type.
static_assert(std::is_same<decltype(CAROM_NONE), std::uint32_t>::value, "CAROM_NONE");

TEST(Layout, NoTriangleComparesWithAny) {
    CaromRayHit hit = {1, 0, 0, 7};
    EXPECT_EQ(std::min(hit.triangle, CAROM_NONE), 7u);
    hit.triangle = CAROM_NONE;
    EXPECT_EQ(std::max(hit.triangle, CAROM_NONE), 0xffffffffu);
}

} // namespace
