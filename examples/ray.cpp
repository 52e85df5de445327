// Cooks one triangle and casts a ray at it.

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

int main() try {
    const std::vector<CaromVec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    const std::vector<std::uint32_t> indices = {0, 1, 2};
    const carom::mesh mesh = carom::mesh::build(positions, indices);

    const carom::hit hit = mesh.raycast({0.25f, 0.25f, 1}, {0, 0, -1});
    if (hit) std::printf("triangle %u at t = %g\n", hit.triangle, hit.t);
    return hit && hit.t == 1 ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
