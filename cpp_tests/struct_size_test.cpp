// Structs that begin with their size, as callers with other versions of the header have them: an older one
// lacks the last fields, a newer one has more. A size that no version has is an error that names it, with
// outputs untouched.

#include "carom.hpp"
#include "sdf_support.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

using namespace test;

namespace {

/// A struct as a newer version may have it.
template <class T> struct Newer {
    T known;
    std::uint32_t more[4];
};
template <class T> constexpr std::uint32_t newer_size = sizeof(Newer<T>);

const std::vector<carom::plane> block = {{{1, 0, 0}, 1}, {{-1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, -1, 0}, 1}, {{0, 0, 1}, 1}, {{0, 0, -1}, 1}};
const std::vector<std::uint32_t> six = {6};

/// The error of a size that no version has, for a struct with the name of its argument and of its type.
std::string below(const std::string &name, std::uint32_t size, std::size_t first, const std::string &type) {
    return name + ".struct_size: " + std::to_string(size) + " is below the " + std::to_string(first) + " of the first version of " + type;
}
std::string cut(const std::string &name, std::uint32_t size, std::size_t unit, const std::string &type) {
    return name + ".struct_size: " + std::to_string(size) + " is no multiple of " + std::to_string(unit) + ", so no version of " + type + " has it";
}
std::string huge(const std::string &name, std::uint32_t size, std::size_t known, const std::string &type) {
    return name + ".struct_size: " + std::to_string(size) + " exceeds 4096; " + type + " has " + std::to_string(known);
}

/// Calls with each size that no version has. `call` gets the struct and returns the status.
template <class T, class Call> void expect_sizes_checked(const T &good, std::size_t first, const std::string &name, const std::string &type, Call call) {
    const auto expect = [&](std::uint32_t size, const std::string &message) {
        T bad = good;
        std::memcpy(static_cast<void *>(&bad), &size, sizeof size);
        EXPECT_EQ(call(bad), CAROM_ERROR_STRUCT_SIZE);
        EXPECT_EQ(last_error(), message);
    };
    for (std::uint32_t size : {0u, 1u, 3u, 4u, std::uint32_t(first) - 1}) expect(size, below(name, size, first, type));
    for (std::uint32_t size = std::uint32_t(first) + 1; size < newer_size<T>; ++size) {
        if (size % alignof(T) != 0) expect(size, cut(name, size, alignof(T), type));
    }
    for (std::uint32_t size : {4097u, 0xa5a5a5a5u, 0xffffffffu}) expect(size, huge(name, size, sizeof(T), type));
}

/// Calls with a newer version of an input: zeros are as if they were not there, and anything else says where
/// it is.
template <class T, class Call> void expect_extra_checked(const T &good, const std::string &name, const std::string &type, Call call) {
    Newer<T> newer = {good, {0, 0, 0, 0}};
    newer.known.struct_size = newer_size<T>;
    EXPECT_EQ(call(newer.known), CAROM_OK) << last_error();
    for (std::size_t offset = sizeof(T); offset < newer_size<T>; offset += 4) {
        const std::uint32_t value = 0x80000000u + static_cast<std::uint32_t>(offset);
        Newer<T> bad = newer;
        std::memcpy(reinterpret_cast<unsigned char *>(&bad) + offset, &value, sizeof value);
        EXPECT_EQ(call(bad.known), CAROM_ERROR_STRUCT_SIZE);
        EXPECT_EQ(last_error(), name + ".struct_size: " + std::to_string(newer_size<T>) + ", but " + type + " ends at " +
                                    std::to_string(sizeof(T)) + " in this version, and what is at offset " +
                                    std::to_string(offset) + " is " + std::to_string(value) + ", not zero");
        // The bytes of the stated size, and no more.
        bad.known.struct_size = static_cast<std::uint32_t>(offset / alignof(T) * alignof(T));
        EXPECT_EQ(call(bad.known), CAROM_OK) << last_error();
    }
}

/// Calls with every size that an output may have: fields that both know are written, zeros behind them,
/// nothing behind the size.
template <class T, class Call> void expect_output(std::size_t first, Call call) {
    T right;
    std::memset(static_cast<void *>(&right), 0, sizeof right);
    right.struct_size = sizeof right;
    ASSERT_EQ(call(right), CAROM_OK);
    EXPECT_EQ(right.struct_size, sizeof right);
    for (std::size_t size = first; size <= newer_size<T>; size += alignof(T)) {
        Newer<T> out;
        poison(out);
        out.known.struct_size = static_cast<std::uint32_t>(size);
        ASSERT_EQ(call(out.known), CAROM_OK) << last_error();
        const auto *bytes = reinterpret_cast<const unsigned char *>(&out);
        const auto *expected = reinterpret_cast<const unsigned char *>(&right);
        EXPECT_EQ(out.known.struct_size, size);
        for (std::size_t i = 4; i < sizeof out; ++i) {
            ASSERT_EQ(bytes[i], i >= size ? 0xa5 : i < sizeof(T) ? expected[i] : 0) << i << " of " << size;
        }
    }
}

/// Fills a descriptor of every size that it may have: zeros as far as it goes, nothing behind it. `init` is
/// the function.
template <class T, class Init> void expect_init(std::size_t first, const std::string &type, Init init) {
    for (std::size_t size = first; size <= newer_size<T>; size += alignof(T)) {
        Newer<T> desc;
        poison(desc);
        ASSERT_EQ(init(&desc.known, size), CAROM_OK) << last_error();
        const auto *bytes = reinterpret_cast<const unsigned char *>(&desc);
        EXPECT_EQ(desc.known.struct_size, size);
        for (std::size_t i = 4; i < sizeof desc; ++i) ASSERT_EQ(bytes[i], i < size ? 0 : 0xa5) << i << " of " << size;
    }
    const auto expect_wrong = [&](std::size_t size, const std::string &message) {
        T desc;
        poison(desc);
        EXPECT_EQ(init(&desc, size), CAROM_ERROR_STRUCT_SIZE);
        EXPECT_EQ(last_error(), "struct_size: " + std::to_string(size) + " " + message);
        EXPECT_TRUE(is_poisoned(desc));
    };
    for (std::size_t size : {std::size_t(0), std::size_t(4), first - 1}) {
        expect_wrong(size, "is below the " + std::to_string(first) + " of the first version of " + type);
    }
    for (std::size_t size : {first + 1, sizeof(T) + alignof(T) - 1, sizeof(T) + 3 * alignof(T) / 2}) expect_wrong(size, "is no multiple of " + std::to_string(alignof(T)) + ", so no version of " + type + " has it");
    for (std::size_t size : {std::size_t(4097), SIZE_MAX}) {
        expect_wrong(size, "exceeds 4096; " + type + " has " + std::to_string(sizeof(T)));
    }
}

TEST(StructSize, DescriptorsAreFilledAsFarAsTheyGo) {
    expect_init<CaromMeshDesc>(offsetof(CaromMeshDesc, preset), "CaromMeshDesc", carom_mesh_desc_init_sized);
    expect_init<CaromBspDesc>(offsetof(CaromBspDesc, progress), "CaromBspDesc", carom_bsp_desc_init_sized);
    expect_init<CaromSdfDesc>(sizeof(CaromSdfDesc), "CaromSdfDesc", carom_sdf_desc_init_sized);
    expect_init<CaromSdfGenerateDesc>(sizeof(CaromSdfGenerateDesc), "CaromSdfGenerateDesc", carom_sdf_generate_desc_init_sized);
    // The header's own functions know the size.
    CaromMeshDesc mesh;
    poison(mesh);
    ASSERT_EQ(carom_mesh_desc_init(&mesh), CAROM_OK);
    EXPECT_EQ(mesh.struct_size, sizeof mesh);
    CaromBspDesc bsp;
    poison(bsp);
    ASSERT_EQ(carom_bsp_desc_init(&bsp), CAROM_OK);
    EXPECT_EQ(bsp.struct_size, sizeof bsp);
    CaromSdfDesc sdf;
    poison(sdf);
    ASSERT_EQ(carom_sdf_desc_init(&sdf), CAROM_OK);
    EXPECT_EQ(sdf.struct_size, sizeof sdf);
}

TEST(StructSize, MeshDescriptors) {
    const Soup soup = cube();
    const auto build = [](const CaromMeshDesc &desc) {
        CaromMesh *mesh;
        poison(mesh);
        const CaromStatus status = carom_mesh_build(&desc, &mesh);
        EXPECT_EQ(is_poisoned(mesh), status != CAROM_OK);
        if (status == CAROM_OK) carom_mesh_destroy(mesh);
        return status;
    };
    const auto report = [](const CaromMeshDesc &desc) {
        CaromMeshReport found = {};
        found.struct_size = sizeof found;
        return carom_mesh_report(&desc, &found);
    };
    const std::size_t first = offsetof(CaromMeshDesc, preset);
    expect_sizes_checked(describe(soup), first, "desc", "CaromMeshDesc", build);
    expect_sizes_checked(describe(soup), first, "desc", "CaromMeshDesc", report);
    expect_extra_checked(describe(soup), "desc", "CaromMeshDesc", build);
    expect_extra_checked(describe(soup), "desc", "CaromMeshDesc", report);
    // An older caller's struct has no preset: the bytes there are not read.
    CaromMeshDesc older = describe(soup);
    older.struct_size = static_cast<std::uint32_t>(first);
    older.preset = 99;
    older.reserved = 99;
    EXPECT_EQ(build(older), CAROM_OK) << last_error();
}

TEST(StructSize, MeshReportsAndStats) {
    const Soup soup = cube();
    const CaromMeshDesc desc = describe(soup);
    const MeshPointer mesh = build(soup);
    const auto report = [&](CaromMeshReport &out) { return carom_mesh_report(&desc, &out); };
    const auto stats = [&](CaromMeshStats &out) { return carom_mesh_stats(mesh.get(), &out); };
    expect_output<CaromMeshReport>(sizeof(CaromMeshReport), report);
    expect_output<CaromMeshStats>(offsetof(CaromMeshStats, preset), stats);
    const auto untouched = [](auto call) {
        return [call](auto out) {
            const auto before = out;
            const CaromStatus status = call(out);
            EXPECT_EQ(std::memcmp(&out, &before, sizeof out), 0);
            return status;
        };
    };
    expect_sizes_checked(CaromMeshReport{}, sizeof(CaromMeshReport), "report", "CaromMeshReport", untouched(report));
    expect_sizes_checked(CaromMeshStats{}, offsetof(CaromMeshStats, preset), "stats", "CaromMeshStats", untouched(stats));
}

TEST(StructSize, FieldDescriptorsAndStats) {
    const Ball ball(4, 0.5f);
    const auto build = [](const CaromSdfDesc &desc) {
        CaromSdf *sdf;
        poison(sdf);
        const CaromStatus status = carom_sdf_build(&desc, &sdf);
        EXPECT_EQ(is_poisoned(sdf), status != CAROM_OK);
        if (status == CAROM_OK) carom_sdf_destroy(sdf);
        return status;
    };
    expect_sizes_checked(ball.describe(CAROM_SDF_DENSE), sizeof(CaromSdfDesc), "desc", "CaromSdfDesc", build);
    expect_extra_checked(ball.describe(CAROM_SDF_DENSE), "desc", "CaromSdfDesc", build);
    const carom::sdf sdf = carom::sdf::build(ball.describe(CAROM_SDF_DENSE));
    expect_output<CaromSdfStats>(sizeof(CaromSdfStats), [&](CaromSdfStats &out) { return carom_sdf_stats(sdf.get(), &out); });
}

TEST(StructSize, HullDescriptorsAndStats) {
    const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const auto build = [](const CaromHullDesc &desc) {
        CaromHull *hull;
        poison(hull);
        const CaromStatus status = carom_hull_build(&desc, &hull);
        EXPECT_EQ(is_poisoned(hull), status != CAROM_OK);
        if (status == CAROM_OK) carom_hull_destroy(hull);
        return status;
    };
    CaromHullDesc desc{};
    desc.struct_size = sizeof desc;
    desc.points = points;
    desc.point_count = 4;
    expect_sizes_checked(desc, sizeof(CaromHullDesc), "desc", "CaromHullDesc", build);
    expect_extra_checked(desc, "desc", "CaromHullDesc", build);
    const carom::hull hull = carom::hull::build(desc);
    expect_output<CaromHullStats>(sizeof(CaromHullStats), [&](CaromHullStats &out) { return carom_hull_stats(hull.get(), &out); });
}

TEST(StructSize, Filters) {
    const MeshPointer mesh = build(cube());
    const carom::bsp solid = carom::bsp::build(carom::describe_brushes(block, six));
    const CaromRay ray = {{0.25f, 0.5f, 4}, 0, {0, 0, -1}, 10};
    const CaromVec3 point = {0, 0, 0};
    const auto on_mesh = [&](const CaromFilter &filter) {
        CaromRayHit hit;
        poison(hit);
        const CaromStatus status = raycast(mesh.get(), &ray, 1, &filter, &hit);
        EXPECT_EQ(is_poisoned(hit), status != CAROM_OK);
        return status;
    };
    const auto on_bsp = [&](const CaromFilter &filter) {
        CaromBspContent content;
        poison(content);
        const CaromStatus status = carom_bsp_contains_point(solid.get(), &point, 1, &filter, &content);
        EXPECT_EQ(is_poisoned(content), status != CAROM_OK);
        return status;
    };
    const std::size_t first = offsetof(CaromFilter, any_of);
    EXPECT_EQ(first, 16u) << "the size that the first version had";
    expect_sizes_checked(carom::filter(), first, "filter", "CaromFilter", on_mesh);
    expect_sizes_checked(carom::filter(), first, "filter", "CaromFilter", on_bsp);
    expect_extra_checked(carom::filter(), "filter", "CaromFilter", on_mesh);
    expect_extra_checked(carom::filter(), "filter", "CaromFilter", on_bsp);
    // An older caller's filter ends before any_of, and so has no such condition.
    const std::uint32_t older[5] = {16, 0, 0, 0, 0xffffffffu};
    CaromFilter filter;
    std::memcpy(&filter, older, sizeof filter);
    CaromRayHit hit;
    EXPECT_EQ(raycast(mesh.get(), &ray, 1, &filter, &hit), CAROM_OK) << last_error();
    EXPECT_NE(hit.triangle, CAROM_NONE);
    CaromBspContent content;
    EXPECT_EQ(carom_bsp_contains_point(solid.get(), &point, 1, &filter, &content), CAROM_OK) << last_error();
    EXPECT_EQ(content.brush, 0u);
}

TEST(StructSize, BspDescriptorsReportsAndStats) {
    const auto build = [](const CaromBspDesc &desc) {
        CaromBsp *bsp;
        poison(bsp);
        const CaromStatus status = carom_bsp_build(&desc, &bsp);
        EXPECT_EQ(is_poisoned(bsp), status != CAROM_OK);
        if (status == CAROM_OK) carom_bsp_destroy(bsp);
        return status;
    };
    const CaromBspDesc desc = carom::describe_brushes(block, six);
    expect_sizes_checked(desc, offsetof(CaromBspDesc, progress), "desc", "CaromBspDesc", build);
    expect_extra_checked(desc, "desc", "CaromBspDesc", build);
    CaromBspDesc older = desc;
    older.struct_size = offsetof(CaromBspDesc, progress);
    std::memset(reinterpret_cast<unsigned char *>(&older) + older.struct_size, 0xa5, sizeof older - older.struct_size);
    EXPECT_EQ(build(older), CAROM_OK) << last_error();

    const auto report = [&](CaromBspReport &out) {
        CaromBspDesc told = desc;
        told.report = &out;
        return build(told);
    };
    const carom::bsp solid = carom::bsp::build(desc);
    const auto stats = [&](CaromBspStats &out) { return carom_bsp_stats(solid.get(), &out); };
    expect_output<CaromBspReport>(offsetof(CaromBspReport, repaired_leaves), report);
    expect_output<CaromBspStats>(sizeof(CaromBspStats), stats);
    const auto untouched = [](auto call) {
        return [call](auto out) {
            const auto before = out;
            const CaromStatus status = call(out);
            EXPECT_EQ(std::memcmp(&out, &before, sizeof out), 0);
            return status;
        };
    };
    expect_sizes_checked(CaromBspReport{}, offsetof(CaromBspReport, repaired_leaves), "desc.report", "CaromBspReport", untouched(report));
    expect_sizes_checked(CaromBspStats{}, sizeof(CaromBspStats), "stats", "CaromBspStats", untouched(stats));
}

} // namespace
