// ANCHOR: all
// A cloth falls on a box: the distance field of the box is asked for all particles in one batch.

#include <carom.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <utility>
#include <vector>

namespace {

constexpr int columns = 33;
constexpr float spacing = 0.1f;
constexpr float thickness = 0.02f;
constexpr float step = 1.0f / 600;

// A closed box from -1 to 1, fronts outside.
carom::mesh box() {
    std::vector<CaromVec3> corners;
    for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f});
    const std::vector<std::uint32_t> indices = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                                2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    return carom::mesh::build(corners, indices);
}

// ANCHOR: collide
// Pushes particles out of the solid until the cloth's thickness is free. A miss has a depth of minus infinity.
void push_out(const carom::sdf &field, std::vector<CaromVec3> &particles, std::vector<CaromSdfContact> &contacts) {
    contacts.resize(particles.size());
    field.collide(particles, contacts, thickness);
    for (std::size_t i = 0; i < particles.size(); ++i) {
        const float depth = contacts[i].depth + thickness;
        if (depth > 0) particles[i] += contacts[i].normal * depth;
    }
}
// ANCHOR_END: collide

// Threads between neighbours, which keep their length.
void pull_together(std::vector<CaromVec3> &particles, const std::vector<std::pair<int, int>> &threads) {
    for (const auto &[a, b] : threads) {
        const CaromVec3 way = particles[b] - particles[a];
        const float length = carom::length(way);
        const CaromVec3 move = way * (0.5f * (length - spacing) / length);
        particles[a] += move;
        particles[b] -= move;
    }
}

} // namespace

int main() try {
    // ANCHOR: field
    // 64 cells along the longest side, and 16 more on every side, so that the grid holds the cloth where it may touch.
    const carom::mesh mesh = box();
    const carom::sdf field = carom::sdf::generate(mesh, carom::describe_field_around(64, 16));
    // ANCHOR_END: field

    std::vector<CaromVec3> particles;
    std::vector<std::pair<int, int>> threads;
    for (int y = 0; y < columns; ++y) {
        for (int x = 0; x < columns; ++x) {
            const int here = y * columns + x;
            particles.push_back({(x - columns / 2) * spacing, (y - columns / 2) * spacing, 1.2f});
            if (x > 0) threads.push_back({here - 1, here});
            if (y > 0) threads.push_back({here - columns, here});
        }
    }

    // ANCHOR: loop
    std::vector<CaromVec3> before = particles;
    std::vector<CaromSdfContact> contacts;
    for (int i = 0; i < 1200; ++i) {
        for (std::size_t k = 0; k < particles.size(); ++k) {
            const CaromVec3 moved = (particles[k] - before[k]) * 0.995f;
            before[k] = particles[k];
            particles[k] += moved + CaromVec3{0, 0, -9.81f} * (step * step);
        }
        for (int pass = 0; pass < 4; ++pass) pull_together(particles, threads);
        push_out(field, particles, contacts);
    }
    // ANCHOR_END: loop

    // The middle lies on the box; the rim hangs beside it; nothing is inside.
    float deepest = 0;
    for (const CaromSdfSample &sample : field.sample(particles)) deepest = std::max(deepest, -sample.distance);
    const float middle = particles[columns * columns / 2].z, rim = particles[columns / 2].z;
    std::printf("middle at %.3f, rim at %.2f, at most %.3f inside\n", middle, rim, deepest);
    return std::fabs(middle - 1 - thickness) < 0.01f && rim < 0.8f && deepest < 0.001f ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
