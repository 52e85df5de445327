// Every status, provoked the way a user would meet it: with a message that names the fault and its place, and
// with outputs untouched. OUT_OF_MEMORY is in memory_test.cpp.

#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace test;

namespace {

/// Cooking fails with this status and this message, and writes neither the handle nor the order.
void expect_build_error(CaromMeshDesc desc, CaromStatus status, const std::string &message) {
    auto order = poisoned<std::uint32_t>(desc.triangle_count < 100 ? desc.triangle_count : 0);
    if (!order.empty()) desc.triangle_order = order.data();
    CaromMesh *mesh;
    poison(mesh);
    EXPECT_EQ(carom_mesh_build(&desc, &mesh), status);
    EXPECT_EQ(last_error(), message);
    EXPECT_TRUE(is_poisoned(mesh));
    EXPECT_TRUE(is_poisoned(order));
}

/// So does the report.
void expect_report_error(const CaromMeshDesc &desc, CaromStatus status, const std::string &message) {
    CaromMeshReport report;
    poison(report);
    report.struct_size = sizeof report;
    EXPECT_EQ(carom_mesh_report(&desc, &report), status);
    EXPECT_EQ(last_error(), message);
    report.struct_size = 0xa5a5a5a5u;
    EXPECT_TRUE(is_poisoned(report));
}

TEST(Status, Names) {
    const std::pair<int, const char *> names[] = {
        {CAROM_OK, "CAROM_OK"},
        {CAROM_BUFFER_TOO_SMALL, "CAROM_BUFFER_TOO_SMALL"},
        {CAROM_ERROR_NULL_ARGUMENT, "CAROM_ERROR_NULL_ARGUMENT"},
        {CAROM_ERROR_INVALID_ARGUMENT, "CAROM_ERROR_INVALID_ARGUMENT"},
        {CAROM_ERROR_NOT_FINITE, "CAROM_ERROR_NOT_FINITE"},
        {CAROM_ERROR_INDEX_OUT_OF_RANGE, "CAROM_ERROR_INDEX_OUT_OF_RANGE"},
        {CAROM_ERROR_STRUCT_SIZE, "CAROM_ERROR_STRUCT_SIZE"},
        {CAROM_ERROR_OUT_OF_MEMORY, "CAROM_ERROR_OUT_OF_MEMORY"},
        {CAROM_ERROR_CANCELLED, "CAROM_ERROR_CANCELLED"},
        {CAROM_ERROR_INVALID_BLOB, "CAROM_ERROR_INVALID_BLOB"},
        {CAROM_ERROR_UNSUPPORTED_VERSION, "CAROM_ERROR_UNSUPPORTED_VERSION"},
        {CAROM_ERROR_MISALIGNED, "CAROM_ERROR_MISALIGNED"},
        {CAROM_ERROR_TOO_LARGE, "CAROM_ERROR_TOO_LARGE"},
        {CAROM_ERROR_INTERNAL, "CAROM_ERROR_INTERNAL"},
        {CAROM_ERROR_UNKNOWN_ID, "CAROM_ERROR_UNKNOWN_ID"},
        {CAROM_ERROR_FILE, "CAROM_ERROR_FILE"},
    };
    std::set<int> known;
    for (const auto &name : names) {
        EXPECT_STREQ(carom_status_name(name.first), name.second);
        known.insert(name.first);
    }
    for (int status = -100; status < 100; ++status) {
        if (known.count(status) == 0) {
            EXPECT_STREQ(carom_status_name(status), "unknown status") << status;
        }
    }
    EXPECT_STREQ(carom_status_name(INT32_MIN), "unknown status");
}

TEST(Status, EveryErrorCanBeRaised) {
    for (int status = CAROM_ERROR_NULL_ARGUMENT; status > CAROM_ERROR_INTERNAL; --status) {
        EXPECT_EQ(carom_debug_raise(status), status);
        EXPECT_EQ(last_error(), std::string("raised on purpose: ") + carom_status_name(status));
    }
    EXPECT_EQ(carom_debug_raise(CAROM_ERROR_UNKNOWN_ID), CAROM_ERROR_UNKNOWN_ID);
    EXPECT_EQ(carom_debug_raise(CAROM_ERROR_FILE), CAROM_ERROR_FILE);
    for (int status : {int(CAROM_OK), int(CAROM_BUFFER_TOO_SMALL), CAROM_ERROR_FILE - 1, INT32_MAX, INT32_MIN}) {
        EXPECT_EQ(carom_debug_raise(status), CAROM_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(last_error(), "status: " + std::to_string(status) + " is not an error");
    }
}

TEST(Status, APanicStopsAtTheBoundary) {
    EXPECT_EQ(carom_debug_raise(CAROM_ERROR_INTERNAL), CAROM_ERROR_INTERNAL);
    EXPECT_EQ(last_error(), "internal error: raised on purpose by carom_debug_raise");
    const MeshPointer mesh = build(cube()); // and everything goes on
    EXPECT_TRUE(mesh);
}

TEST(Status, BufferTooSmall) {
    const MeshPointer mesh = build(cube());
    const std::vector<unsigned char> bytes = save(mesh.get());
    auto buffer = poisoned<unsigned char>(bytes.size() - 1);
    std::size_t size = 0;
    EXPECT_EQ(carom_mesh_save(mesh.get(), buffer.data(), buffer.size(), &size), CAROM_BUFFER_TOO_SMALL);
    EXPECT_EQ(size, bytes.size());
    EXPECT_TRUE(is_poisoned(buffer));
}

TEST(Status, NullArgument) {
    const Soup soup = cube();
    CaromMeshDesc desc = describe(soup);
    desc.positions = nullptr;
    expect_build_error(desc, CAROM_ERROR_NULL_ARGUMENT, "positions: NULL with vertex_count 8");
    expect_report_error(desc, CAROM_ERROR_NULL_ARGUMENT, "positions: NULL with vertex_count 8");
    desc = describe(soup);
    desc.indices = nullptr;
    expect_build_error(desc, CAROM_ERROR_NULL_ARGUMENT, "indices: NULL with count 36");
}

TEST(Status, InvalidArgument) {
    const Soup soup = cube();
    const auto with = [&](std::uint32_t CaromMeshDesc::*field, std::uint32_t value) {
        CaromMeshDesc desc = describe(soup);
        desc.*field = value;
        return desc;
    };
    const CaromStatus status = CAROM_ERROR_INVALID_ARGUMENT;
    expect_build_error(with(&CaromMeshDesc::layout, 99), status, "desc.layout: 99 is unknown");
    expect_build_error(with(&CaromMeshDesc::quality, 4), status, "desc.quality: 4 is unknown");
    expect_build_error(with(&CaromMeshDesc::split, 2), status, "desc.split: 2 is unknown");
    expect_build_error(with(&CaromMeshDesc::flags, 4), status, "desc.flags: 0x4 is unknown");
    expect_build_error(with(&CaromMeshDesc::flags, CAROM_BUILD_COOKED_ORDER), status,
                       "desc.flags: CAROM_BUILD_COOKED_ORDER is only for layout COMPACT, which must be chosen; WIDE keeps its triangle "
                       "ids");
    CaromMeshDesc delta = with(&CaromMeshDesc::flags, CAROM_BUILD_COOKED_ORDER);
    delta.layout = CAROM_LAYOUT_DELTA;
    expect_build_error(delta, status,
                       "desc.flags: CAROM_BUILD_COOKED_ORDER is only for layout COMPACT, which must be chosen; DELTA keeps the caller's "
                       "order");
    expect_build_error(with(&CaromMeshDesc::preset, 4), status, "desc.preset: 4 is unknown");
    expect_build_error(with(&CaromMeshDesc::reserved, 1), status, "desc.reserved: 1 is not zero");
    CaromMeshDesc compact = with(&CaromMeshDesc::preset, CAROM_PRESET_FAST);
    compact.layout = CAROM_LAYOUT_COMPACT;
    expect_build_error(compact, status, "desc.preset: FAST is for layout WIDE");
    compact.layout = CAROM_LAYOUT_DELTA;
    expect_build_error(compact, status, "desc.preset: FAST is for layout WIDE");
    expect_build_error(with(&CaromMeshDesc::thread_count, 5000), status, "desc.thread_count: 5000 exceeds 1024");
    expect_build_error(with(&CaromMeshDesc::index_size, 3), status, "desc.index_size: 3 is neither 2 nor 4");
    expect_build_error(with(&CaromMeshDesc::position_stride, 13), status, "desc.position_stride: 13 is not a multiple of 4");
    expect_build_error(with(&CaromMeshDesc::position_stride, 8), status, "desc.position_stride: 8 is below 12 bytes");
    expect_report_error(with(&CaromMeshDesc::index_size, 3), status, "desc.index_size: 3 is neither 2 nor 4");
}

TEST(Status, NotFinite) {
    Soup soup = cube();
    soup.positions[5].z = NAN;
    expect_build_error(describe(soup), CAROM_ERROR_NOT_FINITE, "positions[5].z: NaN is not finite");
    expect_report_error(describe(soup), CAROM_ERROR_NOT_FINITE, "positions[5].z: NaN is not finite");
    soup = cube();
    soup.positions[7].x = -INFINITY;
    expect_build_error(describe(soup), CAROM_ERROR_NOT_FINITE, "positions[7].x: -inf is not finite");
}

TEST(Status, IndexOutOfRange) {
    Soup soup = cube();
    soup.indices[20] = 9000;
    expect_build_error(describe(soup), CAROM_ERROR_INDEX_OUT_OF_RANGE, "indices[20]: 9000 is not below vertex_count 8");
    expect_report_error(describe(soup), CAROM_ERROR_INDEX_OUT_OF_RANGE, "indices[20]: 9000 is not below vertex_count 8");
    std::vector<std::uint16_t> narrow(soup.indices.begin(), soup.indices.end());
    narrow[20] = 65535;
    CaromMeshDesc desc = describe(soup);
    desc.indices = narrow.data();
    desc.index_size = 2;
    expect_build_error(desc, CAROM_ERROR_INDEX_OUT_OF_RANGE, "indices[20]: 65535 is not below vertex_count 8");

    const MeshPointer mesh = build(cube());
    CaromTriangle triangle;
    poison(triangle);
    EXPECT_EQ(carom_mesh_triangle(mesh.get(), 12, &triangle), CAROM_ERROR_INDEX_OUT_OF_RANGE);
    EXPECT_EQ(last_error(), "triangle: 12 is not below triangle_count 12");
    EXPECT_TRUE(is_poisoned(triangle));
    auto triangles = poisoned<CaromTriangle>(5);
    EXPECT_EQ(carom_mesh_triangles(mesh.get(), nullptr, 8, 5, triangles.data()), CAROM_ERROR_INDEX_OUT_OF_RANGE);
    EXPECT_EQ(last_error(), "first + count: 8 + 5 exceeds triangle_count 12");
    EXPECT_EQ(carom_mesh_triangles(mesh.get(), nullptr, UINT32_MAX, 5, triangles.data()), CAROM_ERROR_INDEX_OUT_OF_RANGE);
    EXPECT_TRUE(is_poisoned(triangles));
}

std::uint32_t cancel(void *context, float fraction) {
    auto *calls = static_cast<std::vector<float> *>(context);
    calls->push_back(fraction);
    return 1;
}

std::uint32_t proceed(void *context, float fraction) {
    cancel(context, fraction);
    return 0;
}

TEST(Status, Cancelled) {
    for (const Soup &soup : {cube(), waves(100)}) {
        std::vector<float> calls;
        CaromMeshDesc desc = describe(soup);
        desc.progress = cancel;
        desc.progress_context = &calls;
        expect_build_error(desc, CAROM_ERROR_CANCELLED, "build: cancelled by the progress callback");
        EXPECT_GE(calls.size(), 1u);
        calls.clear();
        desc.progress = proceed;
        CaromMesh *mesh = nullptr;
        ASSERT_EQ(carom_mesh_build(&desc, &mesh), CAROM_OK);
        const MeshPointer owner(mesh);
        ASSERT_GE(calls.size(), 1u);
        EXPECT_EQ(calls.back(), 1.0f);
        for (std::size_t i = 0; i < calls.size(); ++i) {
            EXPECT_TRUE(calls[i] >= (i == 0 ? 0.0f : calls[i - 1]) && calls[i] <= 1.0f) << calls[i];
        }
        EXPECT_EQ(save(mesh), save(build(soup).get())) << "progress must not change the result";
    }
}

TEST(Status, InvalidBlobAndUnsupportedVersion) {
    std::vector<unsigned char> bytes = save(build(cube()).get());
    CaromMesh *mesh;
    poison(mesh);
    bytes[8] = 77; // the format version
    EXPECT_EQ(carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &mesh), CAROM_ERROR_UNSUPPORTED_VERSION);
    EXPECT_NE(last_error().find("format version 77"), std::string::npos) << last_error();
    bytes[8] = 1;
    bytes[0] = 'x';
    EXPECT_EQ(carom_mesh_open(bytes.data(), bytes.size(), CAROM_OPEN_COPY, &mesh), CAROM_ERROR_INVALID_BLOB);
    EXPECT_NE(last_error().find("not a cooked file"), std::string::npos) << last_error();
    EXPECT_TRUE(is_poisoned(mesh));
}

TEST(Status, Misaligned) {
    const Soup soup = cube();
    Aligned memory(std::vector<unsigned char>(256), 1);
    CaromMeshDesc desc = describe(soup);
    desc.positions = reinterpret_cast<const float *>(memory.data());
    expect_build_error(desc, CAROM_ERROR_MISALIGNED, "positions: address is not a multiple of 4");
    desc = describe(soup);
    desc.indices = memory.data();
    expect_build_error(desc, CAROM_ERROR_MISALIGNED, "indices: address is not a multiple of 4");
    desc = describe(soup);
    desc.attributes = reinterpret_cast<const std::uint16_t *>(memory.data());
    expect_build_error(desc, CAROM_ERROR_MISALIGNED, "attributes: address is not a multiple of 2");

    Aligned blob(save(build(soup).get()), 8);
    CaromMesh *mesh;
    poison(mesh);
    EXPECT_EQ(carom_mesh_open(blob.data(), blob.size(), CAROM_OPEN_BORROW, &mesh), CAROM_ERROR_MISALIGNED);
    EXPECT_NE(last_error().find("not a multiple of 64"), std::string::npos) << last_error();
    EXPECT_TRUE(is_poisoned(mesh));
    ASSERT_EQ(carom_mesh_open(blob.data(), blob.size(), CAROM_OPEN_COPY, &mesh), CAROM_OK);
    carom_mesh_destroy(mesh);
}

TEST(Status, TooLarge) {
    const Soup soup = cube();
    CaromMeshDesc desc = describe(soup);
    desc.vertex_count = 0xffffffffu;
    desc.position_stride = 0xfffffffcu;
    CaromMesh *mesh;
    poison(mesh);
    EXPECT_EQ(carom_mesh_build(&desc, &mesh), CAROM_ERROR_TOO_LARGE);
    EXPECT_EQ(last_error().substr(0, 11), "positions: ") << last_error();
    EXPECT_TRUE(is_poisoned(mesh));

    const MeshPointer cooked = build(soup);
    const CaromRay ray = {{0, 0, 0}, 0, {0, 0, 1}, 1};
    CaromRayHit hit;
    poison(hit);
    for (std::size_t count : {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / sizeof(CaromRay) + 2}) {
        EXPECT_EQ(carom_mesh_raycast(cooked.get(), &ray, count, nullptr, &hit, nullptr), CAROM_ERROR_TOO_LARGE);
        EXPECT_EQ(last_error(), "rays: " + std::to_string(count) + " elements do not fit in memory");
    }
    EXPECT_TRUE(is_poisoned(hit));
    EXPECT_EQ(carom_mesh_open(&ray, SIZE_MAX, CAROM_OPEN_COPY, &mesh), CAROM_ERROR_TOO_LARGE);
    EXPECT_TRUE(is_poisoned(mesh));
}

} // namespace
