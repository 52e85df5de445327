// Helpers of the tests of BSP trees: brushes, two rooms, owners of handles.

#pragma once

#include "carom.hpp"
#include "support.hpp"

namespace test {

/// Convex solids given by planes.
struct Brushes {
    std::vector<carom::plane> planes;
    std::vector<std::uint32_t> plane_counts;
    std::vector<std::uint16_t> attributes;

    /// Adds a box of six planes.
    void box(CaromVec3 min, CaromVec3 max, std::uint16_t attribute = 0) {
        const carom::plane sides[] = {{{1, 0, 0}, max.x}, {{-1, 0, 0}, -min.x}, {{0, 1, 0}, max.y},
                                      {{0, -1, 0}, -min.y}, {{0, 0, 1}, max.z}, {{0, 0, -1}, -min.z}};
        for (const carom::plane &side : sides) planes.push_back(side);
        plane_counts.push_back(6);
        attributes.push_back(attribute);
    }
};

inline CaromBspDesc describe(const Brushes &brushes) {
    return carom::describe_brushes(brushes.planes, brushes.plane_counts, brushes.attributes);
}

/// The box from -1 to 1.
inline Brushes block() {
    Brushes brushes;
    brushes.box({-1, -1, -1}, {1, 1, 1});
    return brushes;
}

constexpr std::uint16_t floors = 1, walls = 2, middle = 4;

/// Two rooms, 6 wide and 3 high, x from -4 and up to 4, and a wall between them with a door, 2 wide and 2
/// high.
inline Brushes two_rooms() {
    Brushes brushes;
    brushes.box({-5, -4, -1}, {5, 4, 0}, floors);
    brushes.box({-5, -4, 3}, {5, 4, 4}, floors);
    brushes.box({-5, -4, 0}, {-4, 4, 3}, walls);
    brushes.box({4, -4, 0}, {5, 4, 3}, walls);
    brushes.box({-4, -4, 0}, {4, -3, 3}, walls);
    brushes.box({-4, 3, 0}, {4, 4, 3}, walls);
    brushes.box({-0.25f, -3, 0}, {0.25f, -1, 3}, middle);
    brushes.box({-0.25f, 1, 0}, {0.25f, 3, 3}, middle);
    brushes.box({-0.25f, -1, 2}, {0.25f, 1, 3}, middle);
    return brushes;
}

/// Balls in and around the two rooms.
inline std::vector<CaromSphere> balls_in_rooms(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    std::vector<CaromSphere> balls;
    for (std::size_t i = 0; i < count; ++i) {
        const CaromVec3 center = random.in({{-5.5f, -4.5f, -1.5f}, {5.5f, 4.5f, 4.5f}});
        balls.push_back({center, random.between(0, 1)});
    }
    return balls;
}

} // namespace test
