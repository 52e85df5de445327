// ANCHOR: all
// A thousand boxes drift in a room: a world says which begin and which end to touch, and what a ray and a sphere meet.

#include <carom.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <set>
#include <utility>
#include <vector>

namespace {

constexpr std::size_t count = 1000;
constexpr float room = 40;

struct dice {
    std::uint64_t state = 1;
    float operator()(float low, float high) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return low + (high - low) * (float(state >> 40) / 16777216.0f);
    }
    CaromVec3 vector(float low, float high) {
        const float x = (*this)(low, high), y = (*this)(low, high), z = (*this)(low, high);
        return {x, y, z};
    }
};

CaromAabb around(const CaromVec3 &center) {
    const CaromVec3 half = {0.75f, 0.75f, 0.75f};
    return carom::aabb(center - half, center + half);
}

} // namespace

int main() try {
    dice roll;
    std::vector<CaromVec3> places, speeds;
    for (std::size_t i = 0; i < count; ++i) {
        places.push_back(roll.vector(0, room));
        speeds.push_back(roll.vector(-0.05f, 0.05f));
    }

    // ANCHOR: fill
    carom::world world = carom::world::create();
    std::vector<CaromWorldObject> objects;
    for (std::size_t i = 0; i < count; ++i) objects.push_back(carom::object(around(places[i]), i)); // i is ours to read
    const std::vector<std::uint64_t> ids = world.insert(objects);
    // ANCHOR_END: fill

    // ANCHOR: frames
    std::set<std::pair<std::uint64_t, std::uint64_t>> touching;
    std::vector<CaromAabb> boxes(count);
    std::vector<CaromWorldPair> begun, ended; // their memory is used again
    for (int frame = 0; frame < 200; ++frame) {
        for (std::size_t i = 0; i < count; ++i) boxes[i] = around(places[i] += speeds[i]);
        world.update_boxes(ids, boxes);
        world.pair_changes(begun, ended);
        for (const CaromWorldPair &pair : ended) touching.erase({pair.a, pair.b});
        for (const CaromWorldPair &pair : begun) touching.insert({pair.a, pair.b});
    }
    // ANCHOR_END: frames

    // ANCHOR: ask
    const CaromVec3 eye = places[0];
    // Whoever asks does not meet itself.
    const CaromWorldHit seen = world.raycast(carom::ray(eye, {1, 0, 0}), carom::ignoring(ids[0]));
    const std::vector<std::uint64_t> near = world.overlap_all(carom::sphere(eye, 5), carom::ignoring(ids[0]));
    const std::vector<CaromNeighbor> nearest = world.nearest(eye, 3, carom::ignoring(ids[0]));
    // ANCHOR_END: ask

    // The same by a loop over all pairs.
    std::size_t pairs = 0, wrong = 0;
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t k = i + 1; k < count; ++k) {
            const CaromAabb &a = boxes[i], &b = boxes[k];
            const bool touch = a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
                               a.min.z <= b.max.z && b.min.z <= a.max.z;
            pairs += touch;
            wrong += touch != (touching.count(std::minmax(ids[i], ids[k])) != 0);
        }
    }
    std::printf("%zu pairs touch, %zu wrong; %zu within 5, the nearest %g away\n", pairs, wrong, near.size(),
                nearest.empty() ? -1 : nearest[0].distance);
    if (seen) std::printf("the ray meets box %zu at %g\n", std::size_t(seen.user), seen.t);
    return wrong == 0 && touching.size() == pairs && pairs > 0 && nearest.size() == 3 ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
