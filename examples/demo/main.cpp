// Opens cooked meshes in place, asks each 100,000 rays, sphere overlaps and closest points, one batch a
// kind, and compares 1,000 of each with brute force. Any difference is a failure.

#include "queries.hpp"

#include <carom.hpp>
#include <reference.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace {

constexpr std::size_t query_count = 100000;
constexpr std::size_t checked_count = 1000;

struct row {
    std::string name;
    CaromMeshStats stats;
    double build_ms;
    double rays, spheres, points;       // a second
    std::size_t rays_hit, spheres_touch; // of query_count
    std::size_t compared, mismatches;
};

template <class Work> double seconds(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The time to cook these triangles again, on all cores.
double build_seconds(const std::vector<CaromTriangle> &triangles) {
    std::vector<CaromVec3> positions;
    for (const CaromTriangle &triangle : triangles) {
        positions.insert(positions.end(), {triangle.a, triangle.b, triangle.c});
    }
    std::vector<std::uint32_t> indices(positions.size());
    for (std::size_t i = 0; i < indices.size(); ++i) {
        indices[i] = static_cast<std::uint32_t>(i);
    }
    return seconds([&] { carom::mesh::build(positions, indices); });
}

// Compares every hundredth answer with that of `brute`.
template <class Query, class Answer, class Brute>
void compare(row &row, const char *what, const std::vector<Query> &queries, const std::vector<Answer> &answers,
             Brute brute) {
    for (std::size_t i = 0; i < query_count; i += query_count / checked_count) {
        ++row.compared;
        const Answer expected = brute(queries[i]);
        if (std::memcmp(&answers[i], &expected, sizeof expected) != 0) {
            ++row.mismatches;
            std::fprintf(stderr, "%s: %s[%zu] differs from brute force\n", row.name.c_str(), what, i);
        }
    }
}

row measure(const std::string &path) {
    const carom::mesh mesh = carom::mesh::open_file(path);
    row row{};
    const std::size_t slash = path.find_last_of("/\\");
    row.name = path.substr(slash == std::string::npos ? 0 : slash + 1);
    row.name = row.name.substr(0, row.name.find('.'));
    row.stats = mesh.stats();
    const std::vector<CaromTriangle> triangles = mesh.triangles();
    row.build_ms = build_seconds(triangles) * 1000.0;

    random_numbers random(1);
    const CaromAabb box = row.stats.bounds;
    const auto rays = random_rays(random, query_count, box, triangles);
    const auto spheres = random_spheres(random, query_count, box);
    const auto points = random_points(random, query_count, box);
    std::vector<CaromRayHit> hits(query_count);
    std::vector<std::uint8_t> overlaps(query_count);
    std::vector<CaromClosestPoint> closest(query_count);
    row.rays = query_count / seconds([&] { mesh.raycast(rays, hits); });
    row.spheres = query_count / seconds([&] { mesh.overlap(spheres, overlaps); });
    row.points = query_count / seconds([&] { mesh.closest_point(points, closest); });

    for (std::size_t i = 0; i < query_count; ++i) {
        row.rays_hit += hits[i].triangle != CAROM_NONE;
        row.spheres_touch += overlaps[i];
    }
    const reference::Mesh oracle(triangles);
    compare(row, "rays", rays, hits, [&](const CaromRay &ray) {
        const std::vector<CaromRayHit> all = oracle.raycast_all(ray);
        return all.empty() ? CaromRayHit{INFINITY, 0.0f, 0.0f, CAROM_NONE} : all[0];
    });
    compare(row, "spheres", spheres, overlaps,
            [&](const CaromSphere &sphere) { return static_cast<std::uint8_t>(!oracle.overlap_sphere_all(sphere).empty()); });
    compare(row, "points", points, closest,
            [&](const CaromPointQuery &query) { return oracle.closest_point(query); });
    return row;
}

void print(const std::vector<row> &rows) {
    std::printf("\n%-8s %9s | %48s | %8s | %32s | %s\n", "", "", "bytes a triangle", "build", "queries a second",
                "differ from");
    std::printf("%-8s %9s | %6s %6s %9s %6s %6s %10s | %8s | %10s %10s %10s | %s\n", "mesh", "triangles", "nodes",
                "leaves", "positions", "ids", "rest", "total", "ms", "rays", "spheres", "points", "brute force");
    for (const row &row : rows) {
        const CaromMeshStats &stats = row.stats;
        const double n = std::max(stats.triangle_count, 1u);
        std::printf("%-8s %9u | %6.2f %6.2f %9.2f %6.2f %6.2f %10.2f | %8.1f | %10.0f %10.0f %10.0f | %zu of %zu\n",
                    row.name.c_str(), stats.triangle_count, double(stats.bytes_nodes) / n,
                    double(stats.bytes_leaves) / n, double(stats.bytes_positions) / n,
                    double(stats.bytes_triangle_ids) / n, double(stats.bytes_pages + stats.bytes_frame) / n,
                    double(stats.bytes_total) / n, row.build_ms, row.rays, row.spheres, row.points, row.mismatches,
                    row.compared);
    }
    std::printf("\nRest: page table, header, section table, alignment.\n"
                "Build: carom_mesh_build of the triangles that the cooked file gave back, on all cores.\n"
                "Queries: %zu of each kind in one call, on one thread.\n", query_count);
    for (const row &row : rows) {
        std::printf("  %s: %zu rays hit, %zu spheres touch\n", row.name.c_str(), row.rays_hit, row.spheres_touch);
    }
}

} // namespace

int main(int count, char **paths) try {
    if (count < 2) {
        std::fprintf(stderr, "usage: demo FILE.carom...\n");
        return 2;
    }
    std::vector<row> rows;
    std::size_t mismatches = 0;
    for (int i = 1; i < count; ++i) {
        rows.push_back(measure(paths[i]));
        mismatches += rows.back().mismatches;
    }
    print(rows);
    if (mismatches != 0) {
        std::fprintf(stderr, "%zu answers differ from brute force\n", mismatches);
    }
    return mismatches == 0 ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
