// ANCHOR: all
// Batches, threads and files: the ways in which the same questions cost less.

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <thread>
#include <vector>

int main() try {
    // A floor of 2 x 100 x 100 triangles that is uneven.
    constexpr std::uint32_t side = 100;
    std::vector<CaromVec3> positions;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t y = 0; y <= side; ++y) {
        for (std::uint32_t x = 0; x <= side; ++x) {
            positions.push_back({float(x), float(x * 7 + y * 13) / 5 - float((x * 7 + y * 13) / 5), float(y)});
            if (x == side || y == side) continue;
            const std::uint32_t a = y * (side + 1) + x, b = a + side + 1;
            indices.insert(indices.end(), {a, b, a + 1, a + 1, b, b + 1});
        }
    }
    carom::mesh::build(positions, indices).save_file("batches.carom");

    // ANCHOR: open
    // Mapped and checked, not copied.
    const carom::mesh mesh = carom::mesh::open_file("batches.carom");
    // ANCHOR_END: open

    std::vector<CaromRay> rays;
    for (int i = 0; i < 10000; ++i)
        rays.push_back(carom::ray({float(i % 97) + 0.3f, 5, float(i / 97 % 97) + 0.6f}, {0, -1, 0}));

    // ANCHOR: batch
    // One call for all, into an array that is kept: nothing is allocated.
    std::vector<CaromRayHit> hits(rays.size());
    mesh.raycast(rays, hits);
    // ANCHOR_END: batch

    // ANCHOR: lists
    // Lists keep their memory, too.
    carom::lists<std::uint32_t> near;
    const std::vector<CaromSphere> spheres = {carom::sphere({10, 0, 10}, 2), carom::sphere({50, 9, 50}, 1)};
    for (int frame = 0; frame < 3; ++frame) mesh.overlap_all(spheres, near);
    // ANCHOR_END: lists

    // ANCHOR: threads
    // Any part of a batch on any thread: the answers are the same.
    std::vector<CaromRayHit> shared(rays.size());
    const carom::span<const CaromRay> all = rays;
    const carom::span<CaromRayHit> out = shared;
    const std::size_t half = all.size() / 2;
    std::thread other([&] {
        mesh.raycast(carom::span<const CaromRay>(all.data(), half), carom::span<CaromRayHit>(out.data(), half));
    });
    mesh.raycast(carom::span<const CaromRay>(all.data() + half, all.size() - half),
                 carom::span<CaromRayHit>(out.data() + half, out.size() - half));
    other.join();
    // ANCHOR_END: threads

    const bool same = std::memcmp(hits.data(), shared.data(), hits.size() * sizeof hits[0]) == 0;
    std::printf("%s; %zu and %zu triangles near the spheres\n", same ? "the same" : "DIFFERENT", near[0].size(),
                near[1].size());
    return same && hits[0] && !near[0].empty() && near[1].empty() ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
