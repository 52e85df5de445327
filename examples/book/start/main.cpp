// ANCHOR: all
// Cooks a floor and a wall, asks them, saves them and opens them again.

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

int main() try {
    // ANCHOR: cook
    // y is up. Triangles 0 and 1 are the floor, 2 and 3 a wall at x = 2.
    const std::vector<CaromVec3> positions = {{-5, 0, -5}, {-5, 0, 5}, {5, 0, 5}, {5, 0, -5},
                                              {2, 0, -5},  {2, 0, 5},  {2, 3, 5}, {2, 3, -5}};
    const std::vector<std::uint32_t> indices = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7};
    const carom::mesh mesh = carom::mesh::build(positions, indices);
    // ANCHOR_END: cook

    // ANCHOR: ask
    const carom::hit hit = mesh.raycast({0, 1, 0}, {1, 0, 0});
    if (hit) std::printf("ray: triangle %u at %g, normal x %g\n", hit.triangle, hit.t, hit.normal.x);

    const bool touches = mesh.overlap(carom::sphere({1.7f, 1, 0}, 0.5f));
    std::printf("sphere: %s\n", touches ? "touches" : "is free");

    const CaromClosestPoint closest = mesh.closest_point({0, 0.5f, 0});
    std::printf("closest point: %g away\n", closest.distance);
    // ANCHOR_END: ask

    // ANCHOR: save
    mesh.save_file("start.carom");
    const carom::mesh opened = carom::mesh::open_file("start.carom");
    std::printf("opened: %u triangles\n", opened.triangle_count());
    // ANCHOR_END: save

    const bool ok = hit.triangle == 2 && hit.t == 2 && hit.normal.x == -1 && touches && closest.distance == 0.5f;
    return ok && opened.raycast({0, 1, 0}, {1, 0, 0}).t == 2 ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
