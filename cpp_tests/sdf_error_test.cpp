// Bad arguments to the functions of fields: an error that names the fault and its place, outputs untouched.

#include "carom.hpp"
#include "pointers.hpp"
#include "sdf_support.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace test;

namespace {

constexpr float nan = NAN;
constexpr float inf = INFINITY;

void expect_build_error(const CaromSdfDesc &desc, CaromStatus status, const std::string &message) {
    SCOPED_TRACE(message);
    CaromSdf *sdf;
    poison(sdf);
    EXPECT_EQ(carom_sdf_build(&desc, &sdf), status);
    EXPECT_EQ(last_error().substr(0, message.size()), message) << last_error();
    EXPECT_TRUE(is_poisoned(sdf));
}

TEST(SdfErrors, Descriptors) {
    const Ball ball(4, 0.5f);
    const auto with = [&](auto change) {
        CaromSdfDesc desc = ball.describe(CAROM_SDF_BRICKS16);
        change(desc);
        return desc;
    };
    const auto invalid = CAROM_ERROR_INVALID_ARGUMENT;
    expect_build_error(with([](CaromSdfDesc &d) { d.storage = 9; }), invalid, "desc.storage: 9 is unknown");
    expect_build_error(with([](CaromSdfDesc &d) { d.max_distance = -1; }), invalid, "desc.max_distance: -1 is negative");
    expect_build_error(with([](CaromSdfDesc &d) { d.max_distance = 1e-3f; }), invalid, "values[0], node [0, 0, 0]: ");
    expect_build_error(with([](CaromSdfDesc &d) { d.dims[1] = 0; }), invalid, "desc.dims.y: 0 nodes do not make a cell");
    expect_build_error(with([](CaromSdfDesc &d) { d.dims[1] = d.dims[2] = 0xffffffffu; }), CAROM_ERROR_TOO_LARGE, "desc.dims: 4 x 4294967295 x 4294967295 nodes");
    expect_build_error(with([](CaromSdfDesc &d) { d.cell = 0; }), invalid, "desc.cell: 0e0 is not positive");
    expect_build_error(with([](CaromSdfDesc &d) { d.cell = nan; }), CAROM_ERROR_NOT_FINITE, "desc.cell: NaN is not finite");
    expect_build_error(with([](CaromSdfDesc &d) { d.origin.y = inf; }), CAROM_ERROR_NOT_FINITE, "desc.origin.y: inf is not finite");
    expect_build_error(with([](CaromSdfDesc &d) { d.band = -1; }), invalid, "desc.band: -1 is negative");
    expect_build_error(with([](CaromSdfDesc &d) { d.far_error = nan; }), CAROM_ERROR_NOT_FINITE, "desc.far_error: NaN");
    expect_build_error(with([](CaromSdfDesc &d) { d.values = nullptr; }), CAROM_ERROR_NULL_ARGUMENT, "values: NULL with count 64");
    Ball bad = ball;
    bad.values[21] = nan;
    expect_build_error(bad.describe(CAROM_SDF_DENSE), CAROM_ERROR_NOT_FINITE, "values[21], node [1, 1, 1]: NaN is not a number");
    bad.values[21] = inf;
    expect_build_error(bad.describe(CAROM_SDF_DENSE), CAROM_ERROR_NOT_FINITE, "values[21], node [1, 1, 1]: inf, but the first is finite");
    CaromSdf *sdf = nullptr;
    EXPECT_EQ(carom_sdf_build(nullptr, &sdf), CAROM_ERROR_NULL_ARGUMENT);
    const CaromSdfDesc desc = ball.describe(CAROM_SDF_DENSE);
    EXPECT_EQ(carom_sdf_build(&desc, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_THROW(carom::describe_field({0, 0, 0}, 1, 4, 4, 5, ball.values), carom::error);
    EXPECT_NO_THROW(carom::describe_field({0, 0, 0}, 1, 4, 4, 4, ball.values));
}

TEST(SdfErrors, Pointers) {
    const carom::sdf sdf = carom::sdf::build(Ball(4, 0.5f).describe(CAROM_SDF_DENSE));
    const CaromSdf *handle = sdf.get();
    expect_pointers_checked<CaromSdfSample, CaromVec3>(handle, "sdf", [](auto sdf, auto points, std::size_t count, auto, auto out) {
        return carom_sdf_sample(sdf, points, count, CAROM_SDF_CUBIC, out);
    }, "points", "samples");
    expect_pointers_checked<CaromSdfClosestPoint, CaromVec3>(handle, "sdf", [](auto sdf, auto points, std::size_t count, auto, auto out) {
        return carom_sdf_closest_point(sdf, points, count, out);
    }, "points", "closest");
    expect_pointers_checked<CaromSdfContact, CaromVec3>(handle, "sdf", [](auto sdf, auto points, std::size_t count, auto, auto out) {
        return carom_sdf_collide_point(sdf, points, count, 0, out);
    }, "points", "contacts");
    expect_pointers_checked<CaromSdfContact, CaromSphere>(handle, "sdf", [](auto sdf, auto spheres, std::size_t count, auto, auto out) {
        return carom_sdf_collide_sphere(sdf, spheres, count, 0, out);
    }, "spheres", "contacts");
    expect_pointers_checked<CaromSdfContact, CaromCapsule>(handle, "sdf", [](auto sdf, auto capsules, std::size_t count, auto, auto out) {
        return carom_sdf_collide_capsule(sdf, capsules, count, 0, out);
    }, "capsules", "contacts");
    expect_pointers_checked<CaromSdfContact, CaromSdfTriangle>(handle, "sdf", [](auto sdf, auto triangles, std::size_t count, auto, auto out) {
        return carom_sdf_collide_triangle(sdf, triangles, count, 0, out);
    }, "triangles", "contacts");
    expect_pointers_checked<CaromSdfRayHit, CaromRay>(handle, "sdf", [](auto sdf, auto rays, std::size_t count, auto, auto out) {
        return carom_sdf_raycast(sdf, rays, count, out);
    }, "rays", "hits");
}

TEST(SdfErrors, Queries) {
    const carom::sdf sdf = carom::sdf::build(Ball(4, 0.5f).describe(CAROM_SDF_DENSE));
    const CaromSdf *handle = sdf.get();
    const CaromVec3 points[] = {{0, 0, 0}, {0, nan, 0}};
    auto contacts = poisoned<CaromSdfContact>(2);
    auto samples = poisoned<CaromSdfSample>(2);
    EXPECT_EQ(carom_sdf_sample(handle, points, 2, CAROM_SDF_LINEAR, samples.data()), CAROM_ERROR_NOT_FINITE);
    EXPECT_EQ(last_error(), "points[1].y: NaN is not finite");
    EXPECT_EQ(carom_sdf_sample(handle, points, 1, 2, samples.data()), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "interpolation: 2 is unknown");
    EXPECT_EQ(carom_sdf_collide_point(handle, points, 1, -1, contacts.data()), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "margin: -1 is negative");
    const CaromCapsule capsule = {{0, 0, 0}, 1, {1, 0, 0}, 5};
    EXPECT_EQ(carom_sdf_collide_capsule(handle, &capsule, 1, 0, contacts.data()), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "capsules[0].reserved: 5 is not zero");
    EXPECT_TRUE(is_poisoned(contacts) && is_poisoned(samples));

    const CaromPose still = carom::pose(nullptr, {0, 0, 0});
    std::size_t written;
    std::size_t total;
    poison(written);
    poison(total);
    EXPECT_EQ(carom_sdf_collide_field(handle, nullptr, &still, 1, 0, nullptr, contacts.data(), 2, &written, &total), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "other: NULL");
    CaromPose mirror = still;
    mirror.rows[0][0] = -1;
    EXPECT_EQ(carom_sdf_collide_field(handle, handle, &mirror, 1, 0, nullptr, contacts.data(), 2, &written, &total), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_TRUE(is_poisoned(written) && is_poisoned(total) && is_poisoned(contacts));

    float pixel;
    poison(pixel);
    CaromSdfSlice slice = {{0, 0, 0}, 1, {1, 0, 0}, 1, {0, 1, 0}, 3};
    EXPECT_EQ(carom_sdf_slice(handle, &slice, &pixel), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "slice.reserved: 3 is not zero");
    slice.reserved = 0;
    EXPECT_EQ(carom_sdf_slice(handle, &slice, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_sdf_slice(handle, nullptr, &pixel), CAROM_ERROR_NULL_ARGUMENT);
    slice.width = slice.height = 0xffffffffu;
    EXPECT_EQ(carom_sdf_slice(handle, &slice, &pixel), CAROM_ERROR_TOO_LARGE);
    EXPECT_TRUE(is_poisoned(pixel));
    EXPECT_EQ(carom_sdf_inside_points(handle, nullptr, 0, nullptr, &total), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_sdf_inside_points(handle, nullptr, 5, &written, &total), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "points: NULL with capacity 5");
    EXPECT_THROW(carom::sdf().sample(std::vector<CaromVec3>(1)), carom::error);
}

} // namespace
