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

    CaromRay ray{};
    ray.origin = {0.25f, 0.25f, 1.0f};
    ray.direction = {0.0f, 0.0f, -1.0f};
    ray.t_max = 100.0f;
    const std::vector<CaromRay> rays = {ray};
    const std::vector<CaromRayHit> hits = mesh.raycast(rays);
    std::printf("triangle %u at t = %g\n", hits[0].triangle, hits[0].t);
    return hits[0].triangle == 0 && hits[0].t == 1.0f ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
