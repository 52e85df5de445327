// Helpers of the tests of two meshes: poses, and asking every query with the same arguments.

#pragma once

#include "support.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace test {

constexpr CaromPose identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

inline CaromPose moved(float x, float y, float z, float scale = 1) {
    return {{{scale, 0, 0, x}, {0, scale, 0, y}, {0, 0, scale, z}}};
}

template <class Item> struct Found {
    CaromStatus status;
    std::vector<std::uint64_t> offsets;
    std::vector<Item> items; // with one guard element behind the room
    std::size_t written, total;
};

/// Asks a list query, `call(offsets, out, capacity, written, total)`.
template <class Item, class Call> Found<Item> ask(std::size_t count, std::size_t capacity, bool with_offsets, Call call) {
    Found<Item> found = {CAROM_OK, poisoned<std::uint64_t>(count + 1), poisoned<Item>(capacity + 1), 0, 0};
    poison(found.written);
    poison(found.total);
    found.status = call(with_offsets ? found.offsets.data() : nullptr, capacity == 0 ? nullptr : found.items.data(), capacity,
                        &found.written, &found.total);
    return found;
}

/// Two meshes in a batch of poses. NULL poses are those of a mesh that stays.
struct Question {
    const CaromMesh *a, *b;
    const CaromPose *a_poses, *b_poses;
    std::size_t count;
    const CaromFilter *a_filter = nullptr, *b_filter = nullptr;

    auto pairs() const {
        return [*this](auto... out) { return carom_mesh_overlap_mesh_all(a, b, a_poses, b_poses, count, a_filter, b_filter, out...); };
    }
    auto intersections() const {
        return [*this](auto... out) { return carom_mesh_intersections(a, b, a_poses, b_poses, count, a_filter, b_filter, out...); };
    }
    auto within(float distance) const {
        return [*this, distance](auto... out) {
            return carom_mesh_within(a, b, a_poses, b_poses, count, distance, a_filter, b_filter, out...);
        };
    }
    std::vector<std::uint8_t> overlap() const {
        auto out = poisoned<std::uint8_t>(count);
        EXPECT_EQ(carom_mesh_overlap_mesh(a, b, a_poses, b_poses, count, a_filter, b_filter, out.data()), CAROM_OK) << last_error();
        return out;
    }
    std::vector<CaromMeshDistance> distances(float max_distance = INFINITY) const {
        auto out = poisoned<CaromMeshDistance>(count);
        EXPECT_EQ(carom_mesh_distance(a, b, a_poses, b_poses, count, max_distance, a_filter, b_filter, out.data()), CAROM_OK) << last_error();
        return out;
    }
    std::vector<std::uint8_t> inside() const {
        auto out = poisoned<std::uint8_t>(count);
        EXPECT_EQ(carom_mesh_inside(a, b, a_poses, b_poses, count, out.data()), CAROM_OK) << last_error();
        return out;
    }
    Question swapped() const { return {b, a, b_poses, a_poses, count, b_filter, a_filter}; }
};

} // namespace test
