// Bad arguments to the functions of BSP trees: an error that names the fault and its place, outputs
// untouched.

#include "bsp_support.hpp"
#include "pointers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace test;

namespace {

constexpr float nan = NAN;
constexpr float inf = INFINITY;
constexpr CaromVec3 zero = {0, 0, 0};
constexpr CaromVec3 one = {1, 1, 1};

/// Building fails with this status and a message that begins like this, and writes neither the handle nor the
/// report.
void expect_build_error(CaromBspDesc desc, CaromStatus status, const std::string &message, bool whole = true) {
    SCOPED_TRACE(message);
    CaromBspReport report;
    poison(report);
    report.struct_size = sizeof report;
    desc.report = &report;
    CaromBsp *bsp;
    poison(bsp);
    EXPECT_EQ(carom_bsp_build(&desc, &bsp), status);
    EXPECT_EQ(whole ? last_error() : last_error().substr(0, message.size()), message) << last_error();
    EXPECT_TRUE(is_poisoned(bsp));
    report.struct_size = 0xa5a5a5a5u;
    EXPECT_TRUE(is_poisoned(report));
}

TEST(BspErrors, Planes) {
    Brushes brushes = block();
    brushes.box({2, 2, 2}, {3, 3, 3});
    const auto with = [&](carom::plane plane) {
        brushes.planes[7] = plane;
        return describe(brushes);
    };
    expect_build_error(with({{0, nan, 0}, 1}), CAROM_ERROR_NOT_FINITE, "planes[7].y: NaN is not finite");
    expect_build_error(with({{0, 0, -inf}, 1}), CAROM_ERROR_NOT_FINITE, "planes[7].z: -inf is not finite");
    expect_build_error(with({{1, 0, 0}, inf}), CAROM_ERROR_NOT_FINITE, "planes[7].d: inf is not finite");
    expect_build_error(with({{0, 1e-20f, 0}, 1}), CAROM_ERROR_INVALID_ARGUMENT, "planes[7]: the normal [0.0, 1e-20, 0.0] has no direction");
    expect_build_error(with({{1, 0, 0}, 9}), CAROM_ERROR_INVALID_ARGUMENT, "brushes[1]: its 6 planes do not bound it");
    brushes = block();
    brushes.plane_counts[0] = 7;
    expect_build_error(describe(brushes), CAROM_ERROR_INVALID_ARGUMENT, "plane_counts: add up to 7, but there are 6 planes");
    brushes.planes.resize(1025, {{1, 0, 0}, 1});
    brushes.plane_counts[0] = 1025;
    expect_build_error(describe(brushes), CAROM_ERROR_TOO_LARGE, "plane_counts[0]: 1025 exceeds 1024");
}

TEST(BspErrors, Cancelled) {
    const Brushes brushes = block();
    const Soup soup = cube();
    std::vector<float> calls;
    const auto told = [&](CaromBspDesc desc, CaromProgress progress) {
        calls.clear();
        desc.progress = progress;
        desc.progress_context = &calls;
        return desc;
    };
    for (const CaromBspDesc &desc : {describe(brushes), carom::describe_surface(soup.positions, soup.indices)}) {
        const auto cancel = [](void *context, float fraction) -> std::uint32_t {
            static_cast<std::vector<float> *>(context)->push_back(fraction);
            return 1;
        };
        expect_build_error(told(desc, cancel), CAROM_ERROR_CANCELLED, "build: cancelled by the progress callback");
        EXPECT_EQ(calls.size(), 1u);
        const auto proceed = [](void *context, float fraction) -> std::uint32_t {
            static_cast<std::vector<float> *>(context)->push_back(fraction);
            return 0;
        };
        const carom::bsp bsp = carom::bsp::build(told(desc, proceed));
        EXPECT_TRUE(std::is_sorted(calls.begin(), calls.end()));
        EXPECT_EQ(calls.back(), 1.0f);
        EXPECT_EQ(bsp.save(), carom::bsp::build(desc).save()) << "progress must not change the result";
    }
}

TEST(BspErrors, Surfaces) {
    Soup soup = cube();
    soup.positions[5].z = nan;
    expect_build_error(carom::describe_surface(soup.positions, soup.indices), CAROM_ERROR_NOT_FINITE, "positions[5].z: NaN is not finite");
    std::vector<float> wide;
    for (CaromVec3 p : soup.positions) wide.insert(wide.end(), {p.x, p.y, p.z, 0});
    CaromBspDesc desc = carom::describe_surface(soup.positions, soup.indices);
    desc.positions = wide.data();
    desc.position_stride = 16;
    expect_build_error(desc, CAROM_ERROR_NOT_FINITE, "positions[5].z: NaN is not finite");
    soup = cube();
    soup.indices[20] = 9000;
    expect_build_error(carom::describe_surface(soup.positions, soup.indices), CAROM_ERROR_INDEX_OUT_OF_RANGE, "indices[20]: 9000 is not below vertex_count 8");
    const std::vector<std::uint16_t> narrow(soup.indices.begin(), soup.indices.end());
    expect_build_error(carom::describe_surface(soup.positions, narrow), CAROM_ERROR_INDEX_OUT_OF_RANGE, "indices[20]: 9000 is not below vertex_count 8");
    soup = cube();
    soup.indices.pop_back();
    expect_build_error(carom::describe_surface(soup.positions, soup.indices), CAROM_ERROR_INVALID_ARGUMENT, "indices: 35 is not a multiple of 3");
    const std::vector<std::uint32_t> two = {33, 2}, four = {32, 4};
    expect_build_error(carom::describe_surface(soup.positions, soup.indices, two), CAROM_ERROR_INVALID_ARGUMENT, "corner_counts[1]: 2 is below 3");
    expect_build_error(carom::describe_surface(soup.positions, soup.indices, four), CAROM_ERROR_INVALID_ARGUMENT, "corner_counts: add up to 36, but there are 35 indices");
}

TEST(BspErrors, OpenSurfacesAreErrorsWithAPlace) {
    Soup soup = cube();
    soup.indices.erase(soup.indices.begin() + 6, soup.indices.begin() + 12); // no top
    expect_build_error(carom::describe_surface(soup.positions, soup.indices), CAROM_ERROR_INVALID_ARGUMENT, "surface: open", false);
    EXPECT_NE(last_error().find(" at ["), std::string::npos) << last_error();
}

TEST(BspErrors, Options) {
    const Brushes brushes = block();
    const auto with = [&](auto CaromBspDesc::*field, auto value) {
        CaromBspDesc desc = describe(brushes);
        desc.*field = value;
        return desc;
    };
    const CaromStatus status = CAROM_ERROR_INVALID_ARGUMENT;
    expect_build_error(with(&CaromBspDesc::input, 7u), status, "desc.input: 7 is unknown");
    expect_build_error(with(&CaromBspDesc::flags, 4u), status, "desc.flags: 0x4 is unknown");
    expect_build_error(with(&CaromBspDesc::flags, CAROM_BSP_INVERSE), status, "desc.flags: CAROM_BSP_INVERSE is for surfaces; brushes have no faces to turn");
    expect_build_error(with(&CaromBspDesc::bevels, 17u), status, "desc.bevels: 17 exceeds 16");
    expect_build_error(with(&CaromBspDesc::thread_count, 1025u), status, "desc.thread_count: 1025 exceeds 1024");
    expect_build_error(with(&CaromBspDesc::reserved, 3u), status, "desc.reserved: 3 is not zero");
    expect_build_error(with(&CaromBspDesc::snap_normal, 0.5f), status, "desc.snap_normal: 0.5 is not from 0 to 0.01");
    expect_build_error(with(&CaromBspDesc::snap_distance, -1.0f), status, "desc.snap_distance: -1 is not from 0 to ", false);
    expect_build_error(with(&CaromBspDesc::snap_distance, nan), CAROM_ERROR_NOT_FINITE, "desc.snap_distance: NaN is not finite");
    expect_build_error(with(&CaromBspDesc::snap_normal, -HUGE_VALF), CAROM_ERROR_NOT_FINITE, "desc.snap_normal: -inf is not finite");
    expect_build_error(with(&CaromBspDesc::plane_stride, 18u), status, "desc.plane_stride: 18 is not a multiple of 4");
    expect_build_error(with(&CaromBspDesc::plane_stride, 12u), status, "desc.plane_stride: 12 is below 16 bytes");
    // Senseless values are errors even if they are not used.
    expect_build_error(with(&CaromBspDesc::index_size, 3u), status, "desc.index_size: 3 is neither 2 nor 4");
    expect_build_error(with(&CaromBspDesc::position_stride, 8u), status, "desc.position_stride: 8 is below 12 bytes");
    // Values that belong to the other input.
    expect_build_error(with(&CaromBspDesc::vertex_count, 8u), status, "desc.vertex_count: 8, but desc.input is CAROM_BSP_INPUT_BRUSHES");
    expect_build_error(with(&CaromBspDesc::index_count, 3u), status, "desc.index_count: 3, but desc.input is CAROM_BSP_INPUT_BRUSHES");
    expect_build_error(with(&CaromBspDesc::polygon_count, 1u), status, "desc.polygon_count: 1, but desc.input is CAROM_BSP_INPUT_BRUSHES");
    expect_build_error(with(&CaromBspDesc::input, CAROM_BSP_INPUT_SURFACE), status, "desc.plane_count: 6, but desc.input is CAROM_BSP_INPUT_SURFACE");

    const Soup soup = cube();
    CaromBspDesc desc = carom::describe_surface(soup.positions, soup.indices);
    desc.index_size = 3;
    expect_build_error(desc, status, "desc.index_size: 3 is neither 2 nor 4");
    desc.index_size = 4;
    desc.position_stride = 8;
    expect_build_error(desc, status, "desc.position_stride: 8 is below 12 bytes");
    desc.position_stride = 0;
    desc.plane_stride = 18;
    expect_build_error(desc, status, "desc.plane_stride: 18 is not a multiple of 4");
}

TEST(BspErrors, PointersOfDescriptors) {
    const Brushes brushes = block();
    const Soup soup = cube();
    const auto brush = [&](auto CaromBspDesc::*field, auto value) {
        CaromBspDesc desc = describe(brushes);
        desc.*field = value;
        return desc;
    };
    const auto surface = [&](auto CaromBspDesc::*field, auto value) {
        CaromBspDesc desc = carom::describe_surface(soup.positions, soup.indices);
        desc.*field = value;
        return desc;
    };
    CaromStatus status = CAROM_ERROR_NULL_ARGUMENT;
    expect_build_error(brush(&CaromBspDesc::planes, nullptr), status, "planes: NULL with count 6");
    expect_build_error(brush(&CaromBspDesc::plane_counts, nullptr), status, "plane_counts: NULL with count 1");
    expect_build_error(surface(&CaromBspDesc::positions, nullptr), status, "positions: NULL with count 8");
    expect_build_error(surface(&CaromBspDesc::indices, nullptr), status, "indices: NULL with count 36");
    expect_build_error(surface(&CaromBspDesc::polygon_count, 12u), status, "corner_counts: NULL with count 12");
    CaromBspDesc desc = surface(&CaromBspDesc::positions, nullptr);
    desc.position_stride = 24;
    expect_build_error(desc, status, "positions: NULL with count 8");

    Aligned memory(std::vector<unsigned char>(256), 1);
    status = CAROM_ERROR_MISALIGNED;
    const auto *floats = reinterpret_cast<const float *>(memory.data());
    const auto *shorts = reinterpret_cast<const std::uint16_t *>(memory.data());
    const auto *ints = reinterpret_cast<const std::uint32_t *>(memory.data());
    expect_build_error(brush(&CaromBspDesc::planes, floats), status, "planes: address is not a multiple of 4");
    expect_build_error(brush(&CaromBspDesc::plane_counts, ints), status, "plane_counts: address is not a multiple of 4");
    expect_build_error(brush(&CaromBspDesc::attributes, shorts), status, "attributes: address is not a multiple of 2");
    expect_build_error(surface(&CaromBspDesc::positions, floats), status, "positions: address is not a multiple of 4");
    expect_build_error(surface(&CaromBspDesc::indices, memory.data()), status, "indices: address is not a multiple of 4");
    expect_build_error(surface(&CaromBspDesc::attributes, shorts), status, "attributes: address is not a multiple of 2");

    desc = surface(&CaromBspDesc::vertex_count, 0xffffffffu);
    desc.position_stride = 0xfffffffcu;
    expect_build_error(desc, CAROM_ERROR_TOO_LARGE, "positions: ", false);
}

/// Builds from anything: a tree that answers, or an error that is the input's fault.
void expect_tree_or_error(const CaromBspDesc &desc, std::uint64_t seed) {
    CaromBsp *handle = nullptr;
    const CaromStatus status = carom_bsp_build(&desc, &handle);
    if (status != CAROM_OK) {
        EXPECT_TRUE(status == CAROM_ERROR_INVALID_ARGUMENT || status == CAROM_ERROR_TOO_LARGE) << status << ": " << last_error();
        EXPECT_EQ(handle, nullptr);
        return;
    }
    const carom::bsp bsp(handle);
    Random random(seed);
    std::vector<CaromSphere> balls;
    for (int i = 0; i < 50; ++i) balls.push_back({random.in({{-9, -9, -9}, {9, 9, 9}}), random.between(0, 3)});
    balls.push_back({{1e18f, -1e18f, 1e18f}, 1e18f});
    balls.push_back({{1e-40f, 0, 0}, 1e-40f});
    const std::vector<std::uint8_t> exact = bsp.overlap(balls), threshold = bsp.overlap(balls, nullptr, carom::bsp_mode::threshold);
    const std::vector<CaromBspContact> contacts = bsp.collide(balls);
    std::vector<CaromSphereCast> casts;
    std::vector<CaromRay> rays;
    for (std::size_t i = 0; i < balls.size(); ++i) {
        EXPECT_TRUE(exact[i] < 2 && threshold[i] < 2);
        if (i < 50 && (desc.flags & CAROM_BSP_IGNORE_LEAKS) == 0) {
            EXPECT_EQ(exact[i], contacts[i].brush != CAROM_NONE) << i;
        }
        casts.push_back({balls[i].center, balls[i].radius, {7, -3, 2}, 0});
        rays.push_back({balls[i].center, -1, {7, -3, 2}, INFINITY});
    }
    for (const CaromBspCastHit &hit : bsp.cast(casts)) {
        EXPECT_TRUE(hit.brush == CAROM_NONE ? hit.t == INFINITY : hit.t >= 0 && hit.t <= 1) << hit.t;
    }
    bsp.raycast(rays);
    EXPECT_EQ(carom::bsp::open_copy(bsp.save().data(), bsp.saved_size()).save(), bsp.save());
}

TEST(BspErrors, WildInputIsATreeOrAnError) {
    for (const Soup &soup : {nasty(), waves(6), subset(waves(6), 3), subset(cube(), 5), waves(1)}) {
        for (std::uint32_t flags : {0, CAROM_BSP_IGNORE_LEAKS, CAROM_BSP_IGNORE_LEAKS | CAROM_BSP_INVERSE}) {
            CaromBspDesc desc = carom::describe_surface(soup.positions, soup.indices);
            desc.flags = flags;
            expect_tree_or_error(desc, flags);
        }
    }
    Random random(23);
    const float sizes[] = {1, 1e-20f, 1e20f, 3e38f, 0.5f, 2};
    for (std::size_t round = 0; round < scaled(300); ++round) {
        Brushes brushes;
        for (std::uint32_t left = 1 + random.below(4); left > 0; --left) {
            const CaromVec3 at = random.in({{-3, -3, -3}, {3, 3, 3}});
            brushes.box({at.x - 1, at.y - 1, at.z - 1}, {at.x + 1, at.y + 1, at.z + 1});
        }
        for (std::uint32_t left = random.below(3); left > 0; --left) {
            carom::plane &plane = brushes.planes[random.below(static_cast<std::uint32_t>(brushes.planes.size()))];
            const float size = sizes[random.below(6)];
            const CaromVec3 normal = random.direction();
            plane = {{normal.x * size, normal.y * size, normal.z * size}, random.between(-3, 3)};
            // A direction, whatever the size: the others are another test's.
            if (size == 1e-20f) plane.normal = {1e-17f, -1e-17f, 1e-17f};
        }
        expect_tree_or_error(describe(brushes), round);
    }
}

/// With the mode that a test does not care about.
CaromStatus check_exact(const CaromBsp *bsp, const CaromSphere *balls, std::size_t count, const CaromFilter *filter, std::uint8_t *out) {
    return carom_bsp_overlap_sphere(bsp, balls, count, CAROM_BSP_EXACT, filter, out);
}
CaromStatus check_threshold(const CaromBsp *bsp, const CaromSphere *balls, std::size_t count, const CaromFilter *filter, std::uint8_t *out) {
    return carom_bsp_overlap_sphere(bsp, balls, count, CAROM_BSP_THRESHOLD, filter, out);
}

/// The second of two queries is bad.
template <class Function, class Query, class Answer>
void expect_bad(Function function, const Query &good, const Query &bad, Answer *, CaromStatus status, const std::string &message) {
    SCOPED_TRACE(message);
    const Brushes brushes = block();
    const carom::bsp bsp = carom::bsp::build(describe(brushes));
    const Query queries[2] = {good, bad};
    auto answers = poisoned<Answer>(2);
    EXPECT_EQ(function(bsp.get(), queries, 2, nullptr, answers.data()), status);
    EXPECT_EQ(last_error(), message);
    EXPECT_TRUE(is_poisoned(answers));
}

TEST(BspErrors, Spheres) {
    const auto bad = [](const CaromSphere &sphere, CaromStatus status, const char *message) {
        const CaromSphere good = {zero, 1};
        expect_bad(check_exact, good, sphere, (std::uint8_t *)nullptr, status, message);
        expect_bad(check_threshold, good, sphere, (std::uint8_t *)nullptr, status, message);
        expect_bad(carom_bsp_collide_sphere, good, sphere, (CaromBspContact *)nullptr, status, message);
    };
    bad({{inf, 0, 0}, 1}, CAROM_ERROR_NOT_FINITE, "spheres[1].center.x: inf is not finite");
    bad({zero, nan}, CAROM_ERROR_NOT_FINITE, "spheres[1].radius: NaN is not a number");
    bad({zero, inf}, CAROM_ERROR_NOT_FINITE, "spheres[1].radius: inf is not finite");
    bad({zero, -0.5f}, CAROM_ERROR_INVALID_ARGUMENT, "spheres[1].radius: -0.5 is negative");
}

TEST(BspErrors, PointsCastsAndRays) {
    expect_bad(carom_bsp_contains_point, zero, CaromVec3{0, nan, 0}, (CaromBspContent *)nullptr, CAROM_ERROR_NOT_FINITE, "points[1].y: NaN is not finite");
    const auto bad_cast = [](const CaromSphereCast &cast, CaromStatus status, const char *message) {
        expect_bad(carom_bsp_cast_sphere, {zero, 1, one, 0}, cast, (CaromBspCastHit *)nullptr, status, message);
    };
    bad_cast({{nan, 0, 0}, 1, one, 0}, CAROM_ERROR_NOT_FINITE, "casts[1].origin.x: NaN is not finite");
    bad_cast({zero, -3, one, 0}, CAROM_ERROR_INVALID_ARGUMENT, "casts[1].radius: -3 is negative");
    bad_cast({zero, 1, {0, 0, inf}, 0}, CAROM_ERROR_NOT_FINITE, "casts[1].displacement.z: inf is not finite");
    bad_cast({zero, 1, one, 5}, CAROM_ERROR_INVALID_ARGUMENT, "casts[1].reserved: 5 is not zero");
    const auto bad_ray = [](const CaromRay &ray, CaromStatus status, const char *message) {
        expect_bad(carom_bsp_raycast, {zero, 0, one, inf}, ray, (CaromBspCastHit *)nullptr, status, message);
    };
    bad_ray({{0, nan, 0}, 0, one, 1}, CAROM_ERROR_NOT_FINITE, "rays[1].origin.y: NaN is not finite");
    bad_ray({zero, 0, {1, 0, -inf}, 1}, CAROM_ERROR_NOT_FINITE, "rays[1].direction.z: -inf is not finite");
    bad_ray({zero, nan, one, 1}, CAROM_ERROR_NOT_FINITE, "rays[1].t_min: NaN is not finite");
    bad_ray({zero, -inf, one, 1}, CAROM_ERROR_NOT_FINITE, "rays[1].t_min: -inf is not finite");
    bad_ray({zero, 0, one, nan}, CAROM_ERROR_NOT_FINITE, "rays[1].t_max: NaN is not a number");
    bad_ray({zero, 0, zero, 1}, CAROM_ERROR_INVALID_ARGUMENT, "rays[1].direction: no component of [0.0, 0.0, 0.0] reaches 1e-28");
}

TEST(BspErrors, ModesAndFilters) {
    const Brushes brushes = block();
    const carom::bsp bsp = carom::bsp::build(describe(brushes));
    const CaromSphere ball = {zero, 1};
    std::uint8_t yes;
    poison(yes);
    for (std::uint32_t mode : {2u, 0xffffffffu}) {
        EXPECT_EQ(carom_bsp_overlap_sphere(bsp.get(), &ball, 1, mode, nullptr, &yes), CAROM_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(last_error(), "mode: " + std::to_string(mode) + " is unknown");
    }
    const CaromFilter wide = {sizeof(CaromFilter), 0x10000, 0, 0, 0};
    EXPECT_EQ(check_exact(bsp.get(), &ball, 1, &wide, &yes), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "filter.require: 0x10000 has more than 16 bits");
    EXPECT_TRUE(is_poisoned(yes));
}

template <class Answer, class Query, class Function>
void expect_pointers_checked(Function function, const std::string &name, const std::string &out) {
    const Brushes brushes = block();
    const carom::bsp bsp = carom::bsp::build(describe(brushes));
    test::expect_pointers_checked<Answer, Query>(bsp.get(), "bsp", function, name, out);
}

TEST(BspErrors, PointersOfBatches) {
    expect_pointers_checked<std::uint8_t, CaromSphere>(check_exact, "spheres", "overlaps");
    expect_pointers_checked<CaromBspContent, CaromVec3>(carom_bsp_contains_point, "points", "contents");
    expect_pointers_checked<CaromBspContact, CaromSphere>(carom_bsp_collide_sphere, "spheres", "contacts");
    expect_pointers_checked<CaromBspCastHit, CaromSphereCast>(carom_bsp_cast_sphere, "casts", "hits");
    expect_pointers_checked<CaromBspCastHit, CaromRay>(carom_bsp_raycast, "rays", "hits");
}

TEST(BspErrors, PointersOfTheRest) {
    const Brushes brushes = block();
    const CaromBspDesc desc = describe(brushes);
    const carom::bsp bsp = carom::bsp::build(desc);
    CaromBsp *out;
    poison(out);
    const auto expect_null = [](CaromStatus status, const char *message) {
        EXPECT_EQ(status, CAROM_ERROR_NULL_ARGUMENT);
        EXPECT_EQ(last_error(), message);
    };
    expect_null(carom_bsp_desc_init(nullptr), "desc: NULL");
    expect_null(carom_bsp_build(nullptr, &out), "desc: NULL");
    expect_null(carom_bsp_build(&desc, nullptr), "out: NULL");
    std::size_t size;
    poison(size);
    expect_null(carom_bsp_save(nullptr, nullptr, 0, &size), "bsp: NULL");
    expect_null(carom_bsp_save(bsp.get(), nullptr, 0, nullptr), "size: NULL");
    expect_null(carom_bsp_save(bsp.get(), nullptr, 9, &size), "buffer: NULL with capacity 9");
    EXPECT_TRUE(is_poisoned(size));
    expect_null(carom_bsp_open(nullptr, 100, CAROM_OPEN_COPY, &out), "blob: NULL with size 100");
    expect_null(carom_bsp_open(nullptr, 100, CAROM_OPEN_BORROW, &out), "blob: NULL with size 100");
    EXPECT_EQ(carom_bsp_open(nullptr, 0, CAROM_OPEN_COPY, &out), CAROM_ERROR_INVALID_BLOB);
    EXPECT_EQ(last_error(), "blob: 0 bytes are too few to be a blob");
    expect_null(carom_bsp_open(&size, sizeof size, CAROM_OPEN_COPY, nullptr), "out: NULL");
    EXPECT_EQ(carom_bsp_open(&size, sizeof size, 7, &out), CAROM_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(last_error(), "flags: 7 is unknown");
    EXPECT_EQ(carom_bsp_open(&size, 0, CAROM_OPEN_COPY, &out), CAROM_ERROR_INVALID_BLOB);
    Aligned blob(bsp.save(), 8);
    EXPECT_EQ(carom_bsp_open(blob.data(), blob.size(), CAROM_OPEN_BORROW, &out), CAROM_ERROR_MISALIGNED);
    EXPECT_NE(last_error().find("not a multiple of 64"), std::string::npos) << last_error();
    EXPECT_TRUE(is_poisoned(out));
    CaromBspStats stats = {};
    stats.struct_size = sizeof stats;
    expect_null(carom_bsp_stats(nullptr, &stats), "bsp: NULL");
    expect_null(carom_bsp_stats(bsp.get(), nullptr), "stats: NULL");
    carom_bsp_destroy(nullptr);
}

} // namespace
