// ANCHOR: all
// The front of a triangle is where (b - a) x (c - a) points, whatever the axes mean.

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <utility>
#include <vector>

int main() try {
    const std::vector<CaromVec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    std::vector<std::uint32_t> indices = {0, 1, 2};
    const CaromRay ray = carom::ray({0.25f, 0.25f, 1}, {0, 0, -1}); // comes from +z
    const CaromFilter fronts = carom::filter(0, 0, carom::backfaces::cull);

    // ANCHOR: front
    const carom::mesh mesh = carom::mesh::build(corners, indices);
    const carom::hit hit = mesh.raycast(ray, fronts); // (1,0,0) x (0,1,0) = (0,0,1): a front
    // ANCHOR_END: front

    // ANCHOR: flip
    // The other winding: two corners of every triangle change places.
    for (std::size_t i = 0; i + 2 < indices.size(); i += 3) std::swap(indices[i + 1], indices[i + 2]);
    const carom::mesh flipped = carom::mesh::build(corners, indices);
    // ANCHOR_END: flip
    const carom::hit missed = flipped.raycast(ray, fronts);
    const carom::hit back = flipped.raycast(ray, carom::filter(0, 0, carom::backfaces::only));

    std::printf("normal z %g; flipped: %s, its back has normal z %g\n", hit.normal.z, missed ? "hit" : "missed",
                back.normal.z);
    return hit && hit.normal.z == 1 && !missed && back && back.normal.z == -1 ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
