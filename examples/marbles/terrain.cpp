#include "terrain.hpp"

#include <algorithm>
#include <cmath>

namespace {

float height_at(float x, float y) {
    const float far = std::sqrt(x * x + y * y) / (0.5f * valley_side);
    const float waves = std::sin(0.55f * x + 1.0f) * std::cos(0.47f * y) + 0.5f * std::sin(0.9f * y - 0.35f * x);
    return 11.0f * std::min(far * far * far, 1.2f) + 0.5f * waves + 0.75f;
}

} // namespace

std::vector<indexed_triangles> valley(int tiles, int squares) {
    std::vector<indexed_triangles> made;
    const float step = valley_side / float(tiles * squares);
    for (int tile = 0; tile < tiles * tiles; ++tile) {
        const int left = tile % tiles * squares, low = tile / tiles * squares;
        indexed_triangles piece;
        for (int y = low; y <= low + squares; ++y) {
            for (int x = left; x <= left + squares; ++x) {
                const float along = float(x) * step - 0.5f * valley_side, across = float(y) * step - 0.5f * valley_side;
                piece.positions.push_back({along, across, height_at(along, across)});
            }
        }
        const auto row = static_cast<std::uint32_t>(squares + 1);
        for (std::uint32_t y = 0; y + 1 < row; ++y) {
            for (std::uint32_t x = 0; x + 1 < row; ++x) {
                const std::uint32_t a = y * row + x, b = a + 1, c = b + row, d = a + row;
                piece.indices.insert(piece.indices.end(), {a, b, c, a, c, d});
            }
        }
        made.push_back(std::move(piece));
    }
    return made;
}
