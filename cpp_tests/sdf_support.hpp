// A ball's distances on a grid.

#pragma once

#include "carom.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace test {

/// A ball around the origin on a grid from -1 to 1.
struct Ball {
    std::vector<CaromVec3> nodes;
    std::vector<float> values;
    std::uint32_t side;
    float cell;

    Ball(std::uint32_t nodes_a_side, float radius) : side(nodes_a_side), cell(2.0f / static_cast<float>(nodes_a_side - 1)) {
        const auto at = [&](std::uint32_t i) { return -1.0f + cell * static_cast<float>(i); };
        for (std::uint32_t z = 0; z < side; ++z) {
            for (std::uint32_t y = 0; y < side; ++y) {
                for (std::uint32_t x = 0; x < side; ++x) {
                    const CaromVec3 p = {at(x), at(y), at(z)};
                    nodes.push_back(p);
                    values.push_back(std::sqrt(p.x * p.x + p.y * p.y + p.z * p.z) - radius);
                }
            }
        }
    }

    /// A descriptor that borrows the values.
    CaromSdfDesc describe(std::uint32_t storage) const {
        CaromSdfDesc desc;
        carom_sdf_desc_init(&desc);
        desc.storage = storage;
        desc.origin = {-1, -1, -1};
        desc.cell = cell;
        for (std::uint32_t &nodes_along : desc.dims) nodes_along = side;
        desc.values = values.data();
        return desc;
    }
};

} // namespace test
