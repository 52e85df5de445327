// The surface where rays hit, and triangles looked up by their numbers, with a table and without.

#include "support.hpp"

#include <carom.hpp>
#include <gtest/gtest.h>

#include <cmath>

using namespace test;

namespace {

CaromMeshDesc with_table(const Soup &soup, std::uint32_t layout, std::uint32_t preset = CAROM_PRESET_DEFAULT) {
    CaromMeshDesc desc = describe(soup);
    desc.layout = layout;
    desc.preset = preset;
    desc.flags = CAROM_BUILD_TRIANGLE_TABLE;
    return desc;
}

CaromTriangle triangle_of(const Soup &soup, std::uint32_t i) {
    const std::uint32_t attributes = soup.attributes.empty() ? 0 : soup.attributes[i];
    return {soup.corner(i, 0), soup.corner(i, 1), soup.corner(i, 2), attributes};
}

void expect_triangles(const CaromMesh *mesh, const Soup &soup) {
    const std::uint32_t n = soup.triangle_count();
    Random random(n);
    for (std::size_t count : {std::size_t(0), std::size_t(1), std::size_t(7), std::size_t(5000)}) {
        std::vector<std::uint32_t> list(count);
        for (std::uint32_t &triangle : list) triangle = random.below(n);
        auto found = poisoned<CaromTriangle>(count + 1);
        ASSERT_EQ(carom_mesh_triangles(mesh, list.data(), 0, count, found.data()), CAROM_OK) << last_error();
        for (std::size_t i = 0; i < count; ++i) {
            EXPECT_TRUE(same_bits(found[i], triangle_of(soup, list[i]))) << list[i];
        }
        EXPECT_TRUE(is_poisoned(found[count]));
    }
    for (std::uint32_t i = 0; i < n; i += 1 + n / 300) {
        CaromTriangle found;
        ASSERT_EQ(carom_mesh_triangle(mesh, i, &found), CAROM_OK) << last_error();
        EXPECT_TRUE(same_bits(found, triangle_of(soup, i))) << i;
    }
}

TEST(Triangles, ComeBackByTheirNumbers) {
    for (const Soup &soup : {cube(), waves(40), nasty()}) {
        for (std::uint32_t layout : layouts) {
            const MeshPointer plain = build(soup, layout);
            expect_triangles(plain.get(), soup);
            for (std::uint32_t preset : {CAROM_PRESET_DEFAULT, CAROM_PRESET_SMALL, CAROM_PRESET_FAST, CAROM_PRESET_RAYS}) {
                if (preset != CAROM_PRESET_DEFAULT && layout != CAROM_LAYOUT_WIDE) continue;
                const carom::mesh table = carom::mesh::build(with_table(soup, layout, preset));
                const std::uint32_t flags = layout == CAROM_LAYOUT_DELTA ? 0 : CAROM_BUILD_TRIANGLE_TABLE;
                EXPECT_EQ(table.stats().flags, flags);
                expect_triangles(table.get(), soup);
                const std::vector<unsigned char> bytes = table.save();
                expect_triangles(carom::mesh::open_copy(bytes.data(), bytes.size()).get(), soup);
            }
        }
    }
}

TEST(Triangles, ATableTakesTwoAndAHalfBytesAtMost) {
    const Soup soup = waves(60);
    for (std::uint32_t layout : layouts) {
        const MeshPointer plain = build(soup, layout);
        CaromMeshStats before = {};
        before.struct_size = sizeof before;
        ASSERT_EQ(carom_mesh_stats(plain.get(), &before), CAROM_OK);
        const CaromMeshStats after = carom::mesh::build(with_table(soup, layout)).stats();
        const std::uint64_t more = after.bytes_triangle_ids - before.bytes_triangle_ids;
        EXPECT_EQ(more > 0, layout != CAROM_LAYOUT_DELTA) << "which needs none";
        EXPECT_LE(2 * more, 5u * soup.triangle_count() + 48);
    }
}

TEST(Surface, IsThatOfTheTriangle) {
    const Soup soup = waves(25);
    const std::vector<CaromRay> rays = rays_at(soup, scaled(2000), 11);
    for (std::uint32_t layout : layouts) {
        const MeshPointer mesh = build(soup, layout);
        auto plain = poisoned<CaromRayHit>(rays.size());
        auto hits = poisoned<CaromRayHit>(rays.size());
        auto surface = poisoned<CaromSurfacePoint>(rays.size());
        ASSERT_EQ(carom_mesh_raycast(mesh.get(), rays.data(), rays.size(), nullptr, plain.data(), nullptr), CAROM_OK);
        ASSERT_EQ(carom_mesh_raycast(mesh.get(), rays.data(), rays.size(), nullptr, hits.data(), surface.data()), CAROM_OK);
        EXPECT_EQ(first_difference(hits, plain), -1) << "the surface changes no hit";
        std::size_t found = 0;
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const CaromSurfacePoint &at = surface[i];
            if (hits[i].triangle == CAROM_NONE) {
                EXPECT_TRUE(same_bits(at, CaromSurfacePoint{})) << i;
                continue;
            }
            ++found;
            const CaromTriangle t = triangle_of(soup, hits[i].triangle);
            EXPECT_EQ(at.attributes, t.attributes);
            const double e[3] = {double(t.b.x) - t.a.x, double(t.b.y) - t.a.y, double(t.b.z) - t.a.z};
            const double f[3] = {double(t.c.x) - t.a.x, double(t.c.y) - t.a.y, double(t.c.z) - t.a.z};
            const double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
            const double length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            EXPECT_NEAR(at.normal.x, n[0] / length, 1e-7);
            EXPECT_NEAR(at.normal.y, n[1] / length, 1e-7);
            EXPECT_NEAR(at.normal.z, n[2] / length, 1e-7);
            const double u = hits[i].u, v = hits[i].v, size = diagonal(bounds(soup));
            EXPECT_NEAR(at.point.x, t.a.x + u * e[0] + v * f[0], 1e-6 * size);
            EXPECT_NEAR(at.point.y, t.a.y + u * e[1] + v * f[1], 1e-6 * size);
            EXPECT_NEAR(at.point.z, t.a.z + u * e[2] + v * f[2], 1e-6 * size);
        }
        EXPECT_GT(found, rays.size() / 8);
    }
}

TEST(Surface, PointersAndErrors) {
    const MeshPointer mesh = build(cube());
    CaromRay rays[2] = {{{0.25f, 0.5f, -9}, 0, {0, 0, 1}, 99}, {{NAN, 0, 0}, 0, {0, 0, 1}, 99}};
    auto hits = poisoned<CaromRayHit>(2);
    auto surface = poisoned<CaromSurfacePoint>(2);
    EXPECT_EQ(carom_mesh_raycast(mesh.get(), rays, 2, nullptr, hits.data(), surface.data()), CAROM_ERROR_NOT_FINITE);
    EXPECT_EQ(carom_mesh_raycast(mesh.get(), rays, 1, nullptr, nullptr, surface.data()), CAROM_ERROR_NULL_ARGUMENT);
    Aligned memory(std::vector<unsigned char>(2 * sizeof(CaromSurfacePoint)), 1);
    auto *shifted = reinterpret_cast<CaromSurfacePoint *>(memory.data());
    EXPECT_EQ(carom_mesh_raycast(mesh.get(), rays, 1, nullptr, hits.data(), shifted), CAROM_ERROR_MISALIGNED);
    EXPECT_EQ(last_error(), "surface: address is not a multiple of 4");
    EXPECT_TRUE(is_poisoned(hits) && is_poisoned(surface));
    EXPECT_EQ(carom_mesh_raycast(mesh.get(), nullptr, 0, nullptr, nullptr, surface.data()), CAROM_OK);
    EXPECT_TRUE(is_poisoned(surface));
}

TEST(Surface, TheWrapperGivesTheSame) {
    const Soup soup = waves(9);
    const MeshPointer built = build(soup);
    const std::vector<CaromRay> rays = rays_at(soup, 50, 4);
    auto hits = poisoned<CaromRayHit>(rays.size());
    auto surface = poisoned<CaromSurfacePoint>(rays.size());
    ASSERT_EQ(carom_mesh_raycast(built.get(), rays.data(), rays.size(), nullptr, hits.data(), surface.data()), CAROM_OK);
    const carom::mesh mesh = carom::mesh::build(describe(soup));
    auto wrapped_hits = poisoned<CaromRayHit>(rays.size());
    auto wrapped = poisoned<CaromSurfacePoint>(rays.size());
    mesh.raycast_surface(rays, wrapped_hits, wrapped);
    EXPECT_EQ(first_difference(wrapped_hits, hits), -1);
    EXPECT_EQ(first_difference(wrapped, surface), -1);
    wrapped.pop_back();
    EXPECT_THROW(mesh.raycast_surface(rays, wrapped_hits, wrapped), carom::error);

    const std::vector<std::uint32_t> list = {3, 0, 3};
    std::vector<CaromTriangle> triangles(3);
    mesh.triangles(list, triangles);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(same_bits(triangles[i], triangle_of(soup, list[i])));
    mesh.triangles(std::vector<std::uint32_t>(), carom::span<CaromTriangle>());
    EXPECT_THROW(mesh.triangles(list, carom::span<CaromTriangle>()), carom::error);
}

} // namespace
