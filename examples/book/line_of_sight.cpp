// ANCHOR: all
// Tells which guards see the player: one batch of segments, with glass left out by a filter.

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

// Bits of triangles, as the program chooses them.
constexpr std::uint16_t glass = 4;

// A wall at x = 0 from z = -5 to 5, four high; from z = 0 on it is a window.
carom::mesh wall() {
    const std::vector<CaromVec3> corners = {{0, 0, -5}, {0, 0, 0}, {0, 0, 5}, {0, 4, 5}, {0, 4, 0}, {0, 4, -5}};
    const std::vector<std::uint32_t> indices = {0, 1, 4, 0, 4, 5, 1, 2, 3, 1, 3, 4};
    const std::vector<std::uint16_t> attributes = {0, 0, glass, glass};
    return carom::mesh::build(corners, indices, attributes);
}

} // namespace

int main() try {
    const carom::mesh level = wall();
    const std::vector<CaromVec3> guards = {{4, 2, -3}, {4, 2, 3}, {-4, 2, -3}, {4, 7, -3}};
    const CaromVec3 player = {-4, 2, 0};

    // ANCHOR: batch
    // From each guard to the player: t runs from 0 to 1, so that nothing behind the player counts.
    std::vector<CaromRay> lines;
    for (const CaromVec3 &eye : guards) lines.push_back(carom::ray(eye, player - eye, 1));

    // One byte a guard. The arrays can be kept from frame to frame: then nothing is allocated.
    std::vector<std::uint8_t> hidden(lines.size());
    level.occluded(lines, hidden, carom::filter(0, glass));
    // ANCHOR_END: batch

    // ANCHOR: one
    // One question, between two points, and glass counts.
    const bool blocked = !level.line_of_sight(guards[1], player);
    // ANCHOR_END: one

    for (std::size_t i = 0; i < guards.size(); ++i)
        std::printf("guard %zu %s\n", i, hidden[i] ? "sees nothing" : "sees the player");
    std::printf("a shot of guard 1 %s\n", blocked ? "hits the window" : "goes through");
    return hidden == std::vector<std::uint8_t>{1, 0, 0, 0} && blocked ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
