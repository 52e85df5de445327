// Bad arguments to every function: an error that names the fault and its place, outputs untouched.

#include "pointers.hpp"

#include <gtest/gtest.h>

#include <cmath>

using namespace test;

namespace {

constexpr float nan = NAN;
constexpr float inf = INFINITY;
constexpr CaromVec3 zero = {0, 0, 0};
constexpr CaromVec3 one = {1, 1, 1};

/// A batch query with one answer each: the second of two queries is bad.
template <class Function, class Query, class Answer>
void expect_bad(Function function, const Query &good, const Query &bad, Answer *, CaromStatus status, const std::string &message) {
    SCOPED_TRACE(message);
    const MeshPointer mesh = build(cube());
    const Query queries[2] = {good, bad};
    auto answers = poisoned<Answer>(2);
    EXPECT_EQ(function(mesh.get(), queries, 2, nullptr, answers.data()), status);
    EXPECT_EQ(last_error(), message);
    EXPECT_TRUE(is_poisoned(answers));
}

/// A list query.
template <class Function, class Query, class Answer>
void expect_bad_list(Function function, const Query &good, const Query &bad, Answer *, CaromStatus status, const std::string &message) {
    SCOPED_TRACE(message);
    const MeshPointer mesh = build(cube());
    const Query queries[2] = {good, bad};
    auto offsets = poisoned<std::uint64_t>(3);
    auto answers = poisoned<Answer>(100);
    std::size_t written, total;
    poison(written);
    poison(total);
    EXPECT_EQ(function(mesh.get(), queries, 2, nullptr, offsets.data(), answers.data(), answers.size(), &written, &total), status);
    EXPECT_EQ(last_error(), message);
    EXPECT_TRUE(is_poisoned(offsets) && is_poisoned(answers) && is_poisoned(written) && is_poisoned(total));
}

/// carom_mesh_contacts_sphere() with the default options.
CaromStatus contacts_sphere(const CaromMesh *mesh, const CaromSphere *spheres, std::size_t count, const CaromFilter *filter,
                            std::uint64_t *offsets, CaromContact *contacts, std::size_t capacity, std::size_t *written,
                            std::size_t *total) {
    return carom_mesh_contacts_sphere(mesh, spheres, count, filter, nullptr, offsets, contacts, capacity, written, total);
}

/// The same of capsules.
CaromStatus contacts_capsule(const CaromMesh *mesh, const CaromCapsule *capsules, std::size_t count, const CaromFilter *filter,
                             std::uint64_t *offsets, CaromContact *contacts, std::size_t capacity, std::size_t *written,
                             std::size_t *total) {
    return carom_mesh_contacts_capsule(mesh, capsules, count, filter, nullptr, offsets, contacts, capacity, written, total);
}

/// The same of boxes.
CaromStatus contacts_box(const CaromMesh *mesh, const CaromBoxAxes *boxes, std::size_t count, const CaromFilter *filter,
                         std::uint64_t *offsets, CaromContact *contacts, std::size_t capacity, std::size_t *written,
                         std::size_t *total) {
    return carom_mesh_contacts_box(mesh, boxes, count, filter, nullptr, offsets, contacts, capacity, written, total);
}

/// carom_mesh_line_of_sight() of points that all look at one.
CaromStatus line_of_sight_to_one(const CaromMesh *mesh, const CaromVec3 *from, std::size_t count, const CaromFilter *filter,
                                 std::uint8_t *visible) {
    return carom_mesh_line_of_sight(mesh, from, std::vector<CaromVec3>(count < 100 ? count : 100).data(), count, filter,
                                    visible);
}

/// The functions of casts with CAROM_CONTACT_EDGES_SMOOTH.
CaromStatus cast_sphere(const CaromMesh *mesh, const CaromSphereCast *casts, std::size_t count, const CaromFilter *filter, CaromShapeHit *hits) {
    return carom_mesh_cast_sphere(mesh, casts, count, filter, CAROM_CONTACT_EDGES_SMOOTH, hits);
}
CaromStatus cast_capsule(const CaromMesh *mesh, const CaromCapsuleCast *casts, std::size_t count, const CaromFilter *filter, CaromShapeHit *hits) {
    return carom_mesh_cast_capsule(mesh, casts, count, filter, CAROM_CONTACT_EDGES_SMOOTH, hits);
}
CaromStatus cast_box(const CaromMesh *mesh, const CaromBoxCast *casts, std::size_t count, const CaromFilter *filter, CaromShapeHit *hits) {
    return carom_mesh_cast_box(mesh, casts, count, filter, CAROM_CONTACT_EDGES_SMOOTH, hits);
}
CaromStatus cast_sphere_all(const CaromMesh *mesh, const CaromSphereCast *casts, std::size_t count, const CaromFilter *filter, std::uint64_t *offsets,
                            CaromShapeHit *hits, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_cast_sphere_all(mesh, casts, count, filter, CAROM_CONTACT_EDGES_SMOOTH, offsets, hits, capacity, written, total);
}
CaromStatus cast_capsule_all(const CaromMesh *mesh, const CaromCapsuleCast *casts, std::size_t count, const CaromFilter *filter, std::uint64_t *offsets,
                             CaromShapeHit *hits, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_cast_capsule_all(mesh, casts, count, filter, CAROM_CONTACT_EDGES_SMOOTH, offsets, hits, capacity, written, total);
}
CaromStatus cast_box_all(const CaromMesh *mesh, const CaromBoxCast *casts, std::size_t count, const CaromFilter *filter, std::uint64_t *offsets,
                         CaromShapeHit *hits, std::size_t capacity, std::size_t *written, std::size_t *total) {
    return carom_mesh_cast_box_all(mesh, casts, count, filter, CAROM_CONTACT_EDGES_SMOOTH, offsets, hits, capacity, written, total);
}

TEST(Errors, Rays) {
    const CaromRay good = {zero, 0, one, inf};
    const auto bad = [&](const CaromRay &ray, CaromStatus status, const char *message) {
        expect_bad(raycast, good, ray, (CaromRayHit *)nullptr, status, message);
        expect_bad(carom_mesh_occluded, good, ray, (std::uint8_t *)nullptr, status, message);
        expect_bad_list(carom_mesh_raycast_all, good, ray, (CaromRayHit *)nullptr, status, message);
        expect_bad_list(carom_mesh_crossings, good, ray, (CaromCrossing *)nullptr, status, message);
    };
    bad({{0, nan, 0}, 0, one, 1}, CAROM_ERROR_NOT_FINITE, "rays[1].origin.y: NaN is not finite");
    bad({zero, 0, {1, 0, -inf}, 1}, CAROM_ERROR_NOT_FINITE, "rays[1].direction.z: -inf is not finite");
    bad({zero, nan, one, 1}, CAROM_ERROR_NOT_FINITE, "rays[1].t_min: NaN is not a number");
    bad({zero, 0, one, nan}, CAROM_ERROR_NOT_FINITE, "rays[1].t_max: NaN is not a number");
    bad({zero, 0, zero, 1}, CAROM_ERROR_INVALID_ARGUMENT, "rays[1].direction: no component of [0.0, 0.0, 0.0] reaches 1e-28");
}

TEST(Errors, Spheres) {
    const auto bad = [](const CaromSphere &sphere, CaromStatus status, const char *message) {
        expect_bad(carom_mesh_overlap_sphere, {zero, 1}, sphere, (std::uint8_t *)nullptr, status, message);
        expect_bad_list(carom_mesh_overlap_sphere_all, {zero, 1}, sphere, (std::uint32_t *)nullptr, status, message);
        expect_bad_list(contacts_sphere, {zero, 1}, sphere, (CaromContact *)nullptr, status, message);
    };
    bad({{inf, 0, 0}, 1}, CAROM_ERROR_NOT_FINITE, "spheres[1].center.x: inf is not finite");
    bad({zero, nan}, CAROM_ERROR_NOT_FINITE, "spheres[1].radius: NaN is not a number");
    bad({zero, inf}, CAROM_ERROR_NOT_FINITE, "spheres[1].radius: inf is not finite");
    bad({zero, -inf}, CAROM_ERROR_NOT_FINITE, "spheres[1].radius: -inf is not finite");
    bad({zero, -0.5f}, CAROM_ERROR_INVALID_ARGUMENT, "spheres[1].radius: -0.5 is negative");
}

TEST(Errors, Capsules) {
    const auto bad = [](const CaromCapsule &capsule, CaromStatus status, const char *message) {
        expect_bad(carom_mesh_overlap_capsule, {zero, 1, one, 0}, capsule, (std::uint8_t *)nullptr, status, message);
        expect_bad_list(carom_mesh_overlap_capsule_all, {zero, 1, one, 0}, capsule, (std::uint32_t *)nullptr, status, message);
        expect_bad_list(contacts_capsule, {zero, 1, one, 0}, capsule, (CaromContact *)nullptr, status, message);
    };
    bad({{0, 0, nan}, 1, one, 0}, CAROM_ERROR_NOT_FINITE, "capsules[1].a.z: NaN is not finite");
    bad({zero, 1, {0, inf, 0}, 0}, CAROM_ERROR_NOT_FINITE, "capsules[1].b.y: inf is not finite");
    bad({zero, -1, one, 0}, CAROM_ERROR_INVALID_ARGUMENT, "capsules[1].radius: -1 is negative");
}

TEST(Errors, Boxes) {
    const CaromBox good = {zero, one, {0, 0, 0, 1}};
    const auto bad = [&](const CaromBox &box, CaromStatus status, const char *message) {
        expect_bad(carom_mesh_overlap_box, good, box, (std::uint8_t *)nullptr, status, message);
        expect_bad_list(carom_mesh_overlap_box_all, good, box, (std::uint32_t *)nullptr, status, message);
    };
    bad({{nan, 0, 0}, one, {0, 0, 0, 1}}, CAROM_ERROR_NOT_FINITE, "boxes[1].center.x: NaN is not finite");
    bad({zero, {1, -2, 1}, {0, 0, 0, 1}}, CAROM_ERROR_INVALID_ARGUMENT, "boxes[1].half_extents.y: -2 is negative");
    bad({zero, {1, 1, inf}, {0, 0, 0, 1}}, CAROM_ERROR_NOT_FINITE, "boxes[1].half_extents.z: inf is not finite");
    bad({zero, one, {0, 0, 0, 2}}, CAROM_ERROR_INVALID_ARGUMENT, "boxes[1].rotation: [0.0, 0.0, 0.0, 2.0] has length 2, not 1");
    bad({zero, one, {0, nan, 0, 1}}, CAROM_ERROR_NOT_FINITE, "boxes[1].rotation: [0.0, NaN, 0.0, 1.0] has length NaN, not 1");
}

TEST(Errors, AxesOfBoxes) {
    const CaromBoxAxes straight = {zero, one, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const auto refused = [&](const CaromBoxAxes &box, CaromStatus status, const char *message) {
        expect_bad_list(contacts_box, straight, box, (CaromContact *)nullptr, status, message);
    };
    refused({zero, {1, -2, 1}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, CAROM_ERROR_INVALID_ARGUMENT,
            "boxes[1].half_extents.y: -2 is negative");
    refused({zero, one, {{1, 0, 0}, {0, nan, 0}, {0, 0, 1}}}, CAROM_ERROR_NOT_FINITE, "boxes[1].axes[1].y: NaN is not finite");
    refused({zero, one, {{1, 0, 0}, {0, 2, 0}, {0, 0, 1}}}, CAROM_ERROR_INVALID_ARGUMENT,
            "boxes[1].axes[1]: [0.0, 2.0, 0.0] has length 2, not 1");
    refused({zero, one, {{1, 0, 0}, {0, 1, 0}, {0, 1, 0}}}, CAROM_ERROR_INVALID_ARGUMENT,
            "boxes[1].axes[2]: [0.0, 1.0, 0.0] has cosine 1 to axes[1], not 0");
    const CaromBox turned = {{1, 2, 3}, {4, 5, 6}, {0, 0, 1, 0}};
    CaromBoxAxes made;
    ASSERT_EQ(carom_box_axes_from_box(&turned, &made), CAROM_OK);
    EXPECT_TRUE(made.center.z == 3 && made.half_extents.y == 5);
    const float half_turn[3][3] = {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
    for (int i = 0; i < 9; i++) EXPECT_EQ(made.axes[i / 3][i % 3], half_turn[i / 3][i % 3]);
    const CaromBoxAxes before = made;
    const CaromBox bad = {zero, {1, -2, 1}, {0, 0, 0, 1}};
    EXPECT_EQ(carom_box_axes_from_box(&bad, &made), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "rotated.half_extents.y: -2 is negative");
    EXPECT_EQ(carom_box_axes_from_box(nullptr, &made), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_box_axes_from_box(&turned, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_TRUE(same_bits(made, before));
}

TEST(Errors, AxisAlignedBoxes) {
    const auto bad = [](const CaromAabb &box, CaromStatus status, const char *message) {
        expect_bad_list(carom_mesh_candidates_aabb, {zero, one}, box, (std::uint32_t *)nullptr, status, message);
    };
    bad({{nan, 0, 0}, one}, CAROM_ERROR_NOT_FINITE, "boxes[1].min.x: NaN is not finite");
    bad({zero, {1, inf, 1}}, CAROM_ERROR_NOT_FINITE, "boxes[1].max.y: inf is not finite");
    bad({{0, 0, 2}, one}, CAROM_ERROR_INVALID_ARGUMENT, "boxes[1].min.z: 2 exceeds max 1");
}

TEST(Errors, PointQueries) {
    const auto bad = [](const CaromPointQuery &query, CaromStatus status, const char *message) {
        expect_bad(carom_mesh_closest_point, {zero, inf}, query, (CaromClosestPoint *)nullptr, status, message);
    };
    bad({{0, -inf, 0}, 1}, CAROM_ERROR_NOT_FINITE, "queries[1].point.y: -inf is not finite");
    bad({zero, nan}, CAROM_ERROR_NOT_FINITE, "queries[1].max_distance: NaN is not a number");
    bad({zero, -1}, CAROM_ERROR_INVALID_ARGUMENT, "queries[1].max_distance: -1 is negative");
}

TEST(Errors, SphereCasts) {
    const auto bad = [](const CaromSphereCast &cast, CaromStatus status, const char *message) {
        expect_bad(cast_sphere, {zero, 1, one, 0}, cast, (CaromShapeHit *)nullptr, status, message);
        expect_bad_list(cast_sphere_all, {zero, 1, one, 0}, cast, (CaromShapeHit *)nullptr, status, message);
    };
    bad({{nan, 0, 0}, 1, one, 0}, CAROM_ERROR_NOT_FINITE, "casts[1].origin.x: NaN is not finite");
    bad({zero, -3, one, 0}, CAROM_ERROR_INVALID_ARGUMENT, "casts[1].radius: -3 is negative");
    bad({zero, 1, {0, 0, inf}, 0}, CAROM_ERROR_NOT_FINITE, "casts[1].displacement.z: inf is not finite");
}

TEST(Errors, CapsuleCasts) {
    const CaromCapsuleCast good = {{zero, 1, one, 0}, one, 0};
    const auto bad = [&](const CaromCapsuleCast &cast, CaromStatus status, const char *message) {
        expect_bad(cast_capsule, good, cast, (CaromShapeHit *)nullptr, status, message);
        expect_bad_list(cast_capsule_all, good, cast, (CaromShapeHit *)nullptr, status, message);
    };
    bad({{{nan, 0, 0}, 1, one, 0}, one, 0}, CAROM_ERROR_NOT_FINITE, "casts[1].capsule.a.x: NaN is not finite");
    bad({{zero, -3, one, 0}, one, 0}, CAROM_ERROR_INVALID_ARGUMENT, "casts[1].capsule.radius: -3 is negative");
    bad({{zero, 1, {0, -inf, 0}, 0}, one, 0}, CAROM_ERROR_NOT_FINITE, "casts[1].capsule.b.y: -inf is not finite");
    bad({{zero, 1, one, 0}, {0, 0, inf}, 0}, CAROM_ERROR_NOT_FINITE, "casts[1].displacement.z: inf is not finite");
    bad({{zero, 1, one, 0}, one, 7}, CAROM_ERROR_INVALID_ARGUMENT, "casts[1].reserved: 7 is not zero");
    const MeshPointer mesh = build(cube());
    CaromShapeHit hit;
    poison(hit);
    EXPECT_EQ(carom_mesh_cast_capsule(mesh.get(), &good, 1, nullptr, 2, &hit), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "edges: 2 is unknown");
    EXPECT_TRUE(is_poisoned(hit));
}

TEST(Errors, BoxCasts) {
    const CaromBoxCast good = {{zero, one, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, one};
    const auto bad = [&](const CaromBoxCast &cast, CaromStatus status, const char *message) {
        expect_bad(cast_box, good, cast, (CaromShapeHit *)nullptr, status, message);
        expect_bad_list(cast_box_all, good, cast, (CaromShapeHit *)nullptr, status, message);
    };
    CaromBoxCast cast = good;
    cast.shape.half_extents.y = -1;
    bad(cast, CAROM_ERROR_INVALID_ARGUMENT, "casts[1].shape.half_extents.y: -1 is negative");
    cast = good;
    cast.shape.axes[2][2] = 2;
    bad(cast, CAROM_ERROR_INVALID_ARGUMENT, "casts[1].shape.axes[2]: [0.0, 0.0, 2.0] has length 2, not 1");
    cast = good;
    cast.displacement.x = nan;
    bad(cast, CAROM_ERROR_NOT_FINITE, "casts[1].displacement.x: NaN is not finite");
}

TEST(Errors, Filters) {
    const MeshPointer mesh = build(cube());
    const CaromRay ray = {zero, 0, one, inf};
    CaromRayHit hit;
    poison(hit);
    const auto bad = [&](const CaromFilter &filter, const char *message) {
        EXPECT_EQ(carom_mesh_raycast(mesh.get(), &ray, 1, &filter, &hit, nullptr), CAROM_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(last_error(), message);
    };
    bad({sizeof(CaromFilter), 0x10000, 0, 0, 0}, "filter.require: 0x10000 has more than 16 bits");
    bad({sizeof(CaromFilter), 0, 0xffffffffu, 0, 0}, "filter.exclude: 0xffffffff has more than 16 bits");
    bad({sizeof(CaromFilter), 0, 0, 3, 0}, "filter.backfaces: 3 is unknown");
    bad({sizeof(CaromFilter), 0, 0, 0, 0x12345}, "filter.any_of: 0x12345 has more than 16 bits");
    EXPECT_TRUE(is_poisoned(hit));
}

template <class Answer, class Query, class Function>
void expect_pointers_checked(Function function, const std::string &name, const std::string &out) {
    test::expect_pointers_checked<Answer, Query>(build(cube()).get(), "mesh", function, name, out);
}

TEST(Errors, PointersOfBatches) {
    expect_pointers_checked<CaromRayHit, CaromRay>(raycast, "rays", "hits");
    expect_pointers_checked<std::uint8_t, CaromRay>(carom_mesh_occluded, "rays", "occluded");
    expect_pointers_checked<std::uint8_t, CaromVec3>(line_of_sight_to_one, "from", "visible");
    expect_pointers_checked<std::uint8_t, CaromSphere>(carom_mesh_overlap_sphere, "spheres", "overlaps");
    expect_pointers_checked<std::uint8_t, CaromCapsule>(carom_mesh_overlap_capsule, "capsules", "overlaps");
    expect_pointers_checked<std::uint8_t, CaromBox>(carom_mesh_overlap_box, "boxes", "overlaps");
    expect_pointers_checked<CaromClosestPoint, CaromPointQuery>(carom_mesh_closest_point, "queries", "closest");
    expect_pointers_checked<CaromShapeHit, CaromSphereCast>(cast_sphere, "casts", "hits");
    expect_pointers_checked<CaromShapeHit, CaromCapsuleCast>(cast_capsule, "casts", "hits");
    expect_pointers_checked<CaromShapeHit, CaromBoxCast>(cast_box, "casts", "hits");
}

/// The same for a list query.
template <class Answer, class Query, class Function>
void expect_list_pointers_checked(Function function, const std::string &name, const std::string &out) {
    SCOPED_TRACE(name + " and " + out);
    const MeshPointer mesh = build(cube());
    Query query;
    std::memset(&query, 0, sizeof query);
    auto answers = poisoned<Answer>(4);
    auto offsets = poisoned<std::uint64_t>(2);
    std::size_t written, total;
    poison(written);
    poison(total);
    const auto expect = [&](const CaromMesh *m, const Query *q, Answer *a, std::size_t *w, std::size_t *t, const std::string &message) {
        EXPECT_EQ(function(m, q, 1, nullptr, offsets.data(), a, 4, w, t), CAROM_ERROR_NULL_ARGUMENT);
        EXPECT_EQ(last_error(), message);
        EXPECT_TRUE(is_poisoned(answers) && is_poisoned(offsets) && is_poisoned(written) && is_poisoned(total));
    };
    expect(nullptr, &query, answers.data(), &written, &total, "mesh: NULL");
    expect(mesh.get(), nullptr, answers.data(), &written, &total, name + ": NULL with count 1");
    expect(mesh.get(), &query, nullptr, &written, &total, out + ": NULL with capacity 4");
    expect(mesh.get(), &query, answers.data(), nullptr, &total, "written: NULL");
    expect(mesh.get(), &query, answers.data(), &written, nullptr, "total: NULL");
    EXPECT_EQ(function(mesh.get(), nullptr, 0, nullptr, nullptr, nullptr, 0, &written, &total), CAROM_OK);
    EXPECT_EQ(written, 0u);
    EXPECT_EQ(total, 0u);
}

TEST(Errors, PointersOfLists) {
    expect_list_pointers_checked<CaromRayHit, CaromRay>(carom_mesh_raycast_all, "rays", "hits");
    expect_list_pointers_checked<CaromCrossing, CaromRay>(carom_mesh_crossings, "rays", "crossings");
    expect_list_pointers_checked<std::uint32_t, CaromAabb>(carom_mesh_candidates_aabb, "boxes", "triangles");
    expect_list_pointers_checked<std::uint32_t, CaromSphere>(carom_mesh_overlap_sphere_all, "spheres", "triangles");
    expect_list_pointers_checked<CaromContact, CaromSphere>(contacts_sphere, "spheres", "contacts");
    expect_list_pointers_checked<CaromContact, CaromCapsule>(contacts_capsule, "capsules", "contacts");
    expect_list_pointers_checked<CaromContact, CaromBoxAxes>(contacts_box, "boxes", "contacts");
    expect_list_pointers_checked<CaromShapeHit, CaromSphereCast>(cast_sphere_all, "casts", "hits");
    expect_list_pointers_checked<CaromShapeHit, CaromCapsuleCast>(cast_capsule_all, "casts", "hits");
    expect_list_pointers_checked<CaromShapeHit, CaromBoxCast>(cast_box_all, "casts", "hits");
    expect_list_pointers_checked<std::uint32_t, CaromCapsule>(carom_mesh_overlap_capsule_all, "capsules", "triangles");
    expect_list_pointers_checked<std::uint32_t, CaromBox>(carom_mesh_overlap_box_all, "boxes", "triangles");
}

TEST(Errors, PointersOfTheRest) {
    const Soup soup = cube();
    const MeshPointer mesh = build(soup);
    const CaromMeshDesc desc = describe(soup);
    CaromMesh *out;
    poison(out);
    const auto expect_null = [](CaromStatus status, const char *message) {
        EXPECT_EQ(status, CAROM_ERROR_NULL_ARGUMENT);
        EXPECT_EQ(last_error(), message);
    };
    expect_null(carom_mesh_desc_init(nullptr), "desc: NULL");
    expect_null(carom_mesh_build(nullptr, &out), "desc: NULL");
    expect_null(carom_mesh_build(&desc, nullptr), "out: NULL");
    CaromMeshReport report;
    poison(report);
    report.struct_size = sizeof report;
    expect_null(carom_mesh_report(nullptr, &report), "desc: NULL");
    expect_null(carom_mesh_report(&desc, nullptr), "report: NULL");
    std::size_t size;
    poison(size);
    expect_null(carom_mesh_save(nullptr, nullptr, 0, &size), "mesh: NULL");
    expect_null(carom_mesh_save(mesh.get(), nullptr, 0, nullptr), "size: NULL");
    expect_null(carom_mesh_save(mesh.get(), nullptr, 9, &size), "buffer: NULL with capacity 9");
    EXPECT_TRUE(is_poisoned(size));
    for (std::uint32_t flags : {CAROM_OPEN_COPY, CAROM_OPEN_BORROW}) {
        expect_null(carom_mesh_open(nullptr, 100, flags, &out), "blob: NULL with size 100");
        // No bytes need no address, but they are no blob.
        EXPECT_EQ(carom_mesh_open(nullptr, 0, flags, &out), CAROM_ERROR_INVALID_BLOB);
        EXPECT_EQ(last_error(), "blob: 0 bytes are too few to be a blob");
        EXPECT_EQ(carom_mesh_open(&size, 0, flags, &out), CAROM_ERROR_INVALID_BLOB);
        EXPECT_EQ(last_error(), "blob: 0 bytes are too few to be a blob");
    }
    expect_null(carom_mesh_open(&size, sizeof size, CAROM_OPEN_COPY, nullptr), "out: NULL");
    EXPECT_EQ(carom_mesh_open(&size, sizeof size, 7, &out), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "flags: 7 is unknown");
    EXPECT_TRUE(is_poisoned(out));
    CaromMeshStats stats = {};
    stats.struct_size = sizeof stats;
    expect_null(carom_mesh_stats(nullptr, &stats), "mesh: NULL");
    expect_null(carom_mesh_stats(mesh.get(), nullptr), "stats: NULL");
    CaromTriangle triangle;
    poison(triangle);
    expect_null(carom_mesh_triangle(nullptr, 0, &triangle), "mesh: NULL");
    expect_null(carom_mesh_triangle(mesh.get(), 0, nullptr), "out: NULL");
    expect_null(carom_mesh_triangles(nullptr, nullptr, 0, 1, &triangle), "mesh: NULL");
    expect_null(carom_mesh_triangles(mesh.get(), nullptr, 0, 1, nullptr), "out: NULL with count 1");
    const std::uint32_t list[2] = {1, 12};
    expect_null(carom_mesh_triangles(mesh.get(), list, 0, 1, nullptr), "out: NULL with count 1");
    EXPECT_EQ(carom_mesh_triangles(mesh.get(), list, 0, 2, &triangle), CAROM_ERROR_INDEX_OUT_OF_RANGE);
    EXPECT_EQ(last_error(), "triangles[1]: 12 is not below triangle_count 12");
    EXPECT_EQ(carom_mesh_triangles(mesh.get(), list, 3, 1, &triangle), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "first: 3 is not zero, though triangles are listed");
    EXPECT_TRUE(is_poisoned(triangle));
    carom_mesh_destroy(nullptr);
}

} // namespace
