// Fields of meshes through the C interface: against the distances that the mesh itself gives.

#include "carom.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace test;

namespace {

CaromSdfGenerateDesc around(std::uint32_t resolution) { return carom::describe_field_around(resolution); }

TEST(SdfGenerate, DescriptorsBeginWithZeros) {
    CaromSdfGenerateDesc desc;
    poison(desc);
    ASSERT_EQ(carom_sdf_generate_desc_init(&desc), CAROM_OK);
    EXPECT_EQ(desc.struct_size, sizeof desc);
    CaromSdfGenerateDesc zero = {};
    zero.struct_size = sizeof zero;
    EXPECT_TRUE(same_bits(desc, zero));
}

TEST(SdfGenerate, ACubeFromEveryMethodAndLayout) {
    for (std::uint32_t layout : layouts) {
        const carom::mesh mesh(build(cube(), layout).release());
        std::vector<unsigned char> first;
        for (std::uint32_t method : {CAROM_SDF_METHOD_BLOCKS, CAROM_SDF_METHOD_KD_TREE, CAROM_SDF_METHOD_FACE_BY_FACE}) {
            CaromSdfGenerateDesc desc = around(8);
            desc.method = method;
            desc.flags = CAROM_SDF_KEEP_TRIANGLES;
            CaromSdfReport report = {};
            report.struct_size = sizeof report;
            desc.report = &report;
            const carom::sdf sdf = carom::sdf::generate(mesh, desc);
            EXPECT_EQ(report.sign, CAROM_SDF_SIGN_CROSSINGS);
            EXPECT_EQ(report.unbalanced_edges, 0u);
            EXPECT_EQ(report.inside_count, 7u * 7 * 7);
            EXPECT_EQ(report.thin_triangles, 0u);
            const CaromSdfStats stats = sdf.stats();
            EXPECT_EQ(stats.dims[0], 13u);
            EXPECT_EQ(stats.cell, 0.125f);
            EXPECT_EQ(stats.flags, CAROM_SDF_TRIANGLES);
            std::vector<CaromVec3> nodes;
            for (std::uint32_t i = 0; i < 13 * 13 * 13; ++i) {
                const auto at = [&](std::uint32_t n) { return -0.25f + 0.125f * static_cast<float>(n % 13); };
                nodes.push_back({at(i), at(i / 13), at(i / 169)});
            }
            const auto samples = sdf.sample(nodes);
            std::vector<CaromPointQuery> queries;
            for (CaromVec3 node : nodes) queries.push_back({node, std::numeric_limits<float>::infinity()});
            const auto closest = mesh.closest_point(queries);
            for (std::size_t i = 0; i < nodes.size(); ++i) {
                const CaromVec3 p = nodes[i];
                const auto in = [](float x) { return x > 0 && x < 1; };
                const bool inside = in(p.x) && in(p.y) && in(p.z);
                EXPECT_EQ(samples[i].distance, inside ? -closest[i].distance : closest[i].distance) << i;
            }
            const std::vector<unsigned char> bytes = sdf.save();
            if (first.empty()) first = bytes;
            EXPECT_EQ(bytes, first);
        }
    }
}

TEST(SdfGenerate, PlatesBetweenNodesAreThin) {
    Soup soup = cube();
    for (CaromVec3 &position : soup.positions) position.z = 0.5f + 0.05f * position.z;
    const carom::mesh mesh(build(soup).release());
    CaromSdfReport report = {};
    report.struct_size = sizeof report;
    CaromSdfGenerateDesc desc = around(8);
    desc.report = &report;
    const carom::sdf coarse = carom::sdf::generate(mesh, desc);
    EXPECT_GT(report.thin_triangles, 0u);
    desc = around(64);
    desc.report = &report;
    const carom::sdf fine = carom::sdf::generate(mesh, desc);
    EXPECT_EQ(report.thin_triangles, 0u);
}

TEST(SdfGenerate, MeshesWithHoles) {
    Soup soup = cube();
    soup.indices.resize(soup.indices.size() - 3);
    const carom::mesh mesh(build(soup).release());
    CaromSdfReport report = {};
    report.struct_size = sizeof report;
    CaromSdfGenerateDesc desc = around(8);
    desc.report = &report;
    const carom::sdf sdf = carom::sdf::generate(mesh, desc);
    EXPECT_EQ(report.sign, CAROM_SDF_SIGN_WINDING_NUMBER);
    EXPECT_EQ(report.unbalanced_edges, 3u);
    const std::vector<CaromVec3> points = {{0.5f, 0.5f, 0.5f}, {-0.2f, 0.5f, 0.5f}};
    const auto samples = sdf.sample(points);
    EXPECT_LT(samples[0].distance, 0);
    EXPECT_GT(samples[1].distance, 0);
}

TEST(SdfGenerate, WithoutTriangles) {
    const carom::mesh mesh(build(Soup{}).release());
    CaromSdfGenerateDesc desc;
    carom_sdf_generate_desc_init(&desc);
    desc.cell = 1;
    for (std::uint32_t &nodes : desc.dims) nodes = 3;
    EXPECT_EQ(carom::sdf::generate(mesh, desc).stats().flags, CAROM_SDF_INFINITE);
}

TEST(SdfGenerate, Errors) {
    const MeshPointer mesh = build(cube());
    const auto expect = [&](auto change, CaromStatus status, const std::string &message) {
        SCOPED_TRACE(message);
        CaromSdfGenerateDesc desc = around(8);
        change(desc);
        CaromSdf *sdf;
        poison(sdf);
        EXPECT_EQ(carom_sdf_generate(mesh.get(), &desc, &sdf), status);
        EXPECT_EQ(last_error().substr(0, message.size()), message) << last_error();
        EXPECT_TRUE(is_poisoned(sdf));
    };
    using Desc = CaromSdfGenerateDesc;
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto invalid = CAROM_ERROR_INVALID_ARGUMENT;
    expect([](Desc &d) { d.resolution = 0; }, invalid, "desc.padding: 2, but desc.resolution is 0");
    expect([](Desc &d) { d.resolution = d.padding = 0; }, invalid,
           "desc.resolution: 0, and desc.cell and desc.dims are 0 too: one way or the other, a grid is needed");
    expect([](Desc &d) { d.dims[2] = 4; }, invalid, "desc.dims: [0, 0, 4] is not zero, but desc.resolution is 8");
    expect([](Desc &d) { d.cell = 4; }, invalid, "desc.cell: 4 is not zero, but desc.resolution is 8");
    expect([](Desc &d) { d.resolution = 4000000000u; }, CAROM_ERROR_TOO_LARGE, "desc.resolution: 4000000000 cells");
    expect([](Desc &d) { d.storage = 3; }, invalid, "desc.storage: 3 is unknown");
    expect([](Desc &d) { d.sign = 7; }, invalid, "desc.sign: 7 is unknown");
    expect([](Desc &d) { d.inside = 2; }, invalid, "desc.inside: 2 is unknown");
    expect([](Desc &d) { d.method = 3; }, invalid, "desc.method: 3 is unknown");
    expect([](Desc &d) { d.flags = 2; }, invalid, "desc.flags: 2 is unknown");
    expect([](Desc &d) { d.thread_count = 5000; }, invalid, "desc.thread_count: 5000 exceeds 1024");
    expect([](Desc &d) { d.thickness = 1; }, invalid, "desc.thickness: 1, but desc.sign is not CAROM_SDF_SIGN_THICKNESS");
    expect([&](Desc &d) { d.sign = CAROM_SDF_SIGN_THICKNESS; d.thickness = nan; }, CAROM_ERROR_NOT_FINITE, "desc.thickness: NaN");
    expect([](Desc &d) { d.max_distance = -1; }, invalid, "desc.max_distance: -1 is negative");
    expect([](Desc &d) { d.band = -1; }, invalid, "desc.band: -1 is negative");
    expect([](Desc &d) { d.progress = [](void *, float) -> std::uint32_t { return 1; }; }, CAROM_ERROR_CANCELLED, "");
    CaromSdf *sdf = nullptr;
    const CaromSdfGenerateDesc desc = around(8);
    EXPECT_EQ(carom_sdf_generate(nullptr, &desc, &sdf), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(last_error(), "mesh: NULL");
    EXPECT_EQ(carom_sdf_generate(mesh.get(), nullptr, &sdf), CAROM_ERROR_NULL_ARGUMENT);
    EXPECT_EQ(carom_sdf_generate(mesh.get(), &desc, nullptr), CAROM_ERROR_NULL_ARGUMENT);
    CaromSdfReport report = {};
    CaromSdfGenerateDesc reporting = desc;
    reporting.report = &report;
    EXPECT_EQ(carom_sdf_generate(mesh.get(), &reporting, &sdf), CAROM_ERROR_STRUCT_SIZE);
    const MeshPointer point = build(Soup{{{1, 1, 1}}, {0, 0, 0}, {}});
    EXPECT_EQ(carom_sdf_generate(point.get(), &desc, &sdf), invalid);
    EXPECT_EQ(last_error(), "desc.resolution: 8 cells along the longest side of a box without size");
}

} // namespace
