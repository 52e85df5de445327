// ANCHOR: all
// The same mesh in four layouts and presets: the same answers, in different memory.

#include <carom.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

int main() try {
    // A ball of 2 x 64 x 64 triangles, less those without area at the poles.
    constexpr std::uint32_t rows = 64;
    std::vector<CaromVec3> positions;
    std::vector<std::uint32_t> indices;
    for (std::uint32_t y = 0; y <= rows; ++y) {
        for (std::uint32_t x = 0; x < rows; ++x) {
            const float up = float(y) * 3.1415927f / rows, around = float(x) * 6.2831853f / rows;
            positions.push_back({std::sin(up) * std::cos(around), std::cos(up), std::sin(up) * std::sin(around)});
            const std::uint32_t a = y * rows + x, b = y * rows + (x + 1) % rows;
            if (y < rows && y > 0) indices.insert(indices.end(), {a, b, a + rows});
            if (y + 1 < rows) indices.insert(indices.end(), {b, b + rows, a + rows});
        }
    }

    // ANCHOR: cook
    carom::cook_options small;
    small.preset = carom::preset::small;
    carom::cook_options fast;
    fast.preset = carom::preset::fast;
    fast.quality = carom::quality::high;
    carom::cook_options compact;
    compact.layout = carom::layout::compact;
    // ANCHOR_END: cook

    int wrong = 0;
    const carom::mesh standard = carom::mesh::build(positions, indices);
    const carom::hit expected = standard.raycast({0.3f, 5, 0.2f}, {0, -1, 0});
    const auto show = [&](const char *name, const carom::cook_options &options) {
        const carom::mesh mesh = carom::mesh::build(positions, indices, options);
        const CaromMeshStats stats = mesh.stats();
        std::printf("%-8s %5.1f bytes a triangle\n", name, double(stats.bytes_total) / stats.triangle_count);
        const carom::hit hit = mesh.raycast({0.3f, 5, 0.2f}, {0, -1, 0});
        wrong += hit.t != expected.t || hit.triangle != expected.triangle || !hit;
    };
    show("default", {});
    show("small", small);
    show("fast", fast);
    show("compact", compact);
    return wrong;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
