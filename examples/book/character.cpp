// ANCHOR: all
// A capsule walks over a floor, up a ramp and along a wall: it goes to the contact, drops the motion into it, goes on.

#include <carom.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

constexpr float radius = 0.4f;
constexpr float height = 1.8f;
constexpr float frame = 1.0f / 60;

// Its capsule, with the feet at a point; y is up.
CaromCapsule body(const CaromVec3 &feet) {
    return carom::capsule(feet + CaromVec3{0, radius, 0}, feet + CaromVec3{0, height - radius, 0}, radius);
}

// ANCHOR: slide
// Moves a character and returns where it ends: along what it meets, and along the edge where two meet.
CaromVec3 slide(const carom::mesh &level, CaromVec3 feet, CaromVec3 motion) {
    const CaromVec3 wish = motion;
    CaromVec3 met[4];
    for (int count = 0; count < 4 && carom::dot(motion, wish) > 0; ++count) {
        const CaromShapeHit hit = level.cast(body(feet), motion);
        if (!hit) return feet + motion;
        feet += motion * hit.t;
        motion *= 1 - hit.t;
        motion -= hit.normal * carom::dot(motion, hit.normal);
        for (int i = 0; i < count; ++i) {
            if (carom::dot(motion, met[i]) >= 0) continue;
            const CaromVec3 edge = carom::cross(met[i], hit.normal);
            const float square = carom::dot(edge, edge);
            motion = square > 1e-6f ? edge * (carom::dot(motion, edge) / square) : CaromVec3{0, 0, 0};
        }
        met[count] = hit.normal;
    }
    return feet;
}
// ANCHOR_END: slide

// ANCHOR: step
struct character {
    CaromVec3 feet;
    float fall = 0; // units a second
    bool grounded = false;

    // A frame: along the floor first, then down.
    void step(const carom::mesh &level, const CaromVec3 &walk) {
        feet = slide(level, feet, walk * frame);
        fall -= 9.81f * frame;
        const CaromVec3 down = {0, fall * frame, 0};
        const CaromShapeHit floor = level.cast(body(feet), down);
        grounded = floor && floor.normal.y > 0.7f; // less than 45 degrees steep
        feet = grounded ? feet + down * floor.t : slide(level, feet, down);
        if (floor) fall = 0;
    }
};
// ANCHOR_END: step

// A floor from -10 to 10, a ramp that rises by half along x from x = 2 to x = 6, and a wall at z = -3.
carom::mesh make_level() {
    const std::vector<CaromVec3> corners = {
        {-10, 0, -10}, {-10, 0, 10}, {10, 0, 10}, {10, 0, -10}, // floor
        {2, 0, -10},   {2, 0, 10},   {6, 2, 10},  {6, 2, -10},  // ramp
        {-10, 0, -3},  {10, 0, -3},  {10, 5, -3}, {-10, 5, -3}, // wall
    };
    const std::vector<std::uint32_t> quads = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 8, 9, 10, 8, 10, 11};
    return carom::mesh::build(corners, quads);
}

} // namespace

int main() try {
    const carom::mesh level = make_level();
    character walker = {{-4, 1, 0}};
    const auto walk = [&](float seconds, const CaromVec3 &velocity) {
        for (int i = 0; i < int(seconds / frame); ++i) walker.step(level, velocity);
        std::printf("at %.2f %.2f %.2f, %s\n", walker.feet.x, walker.feet.y, walker.feet.z,
                    walker.grounded ? "on the floor" : "in the air");
        return walker.feet;
    };

    bool ok = true;
    const CaromVec3 landed = walk(1, {0, 0, 0});
    ok = ok && walker.grounded && std::fabs(landed.y) < 1e-3f;
    const CaromVec3 climbed = walk(2, {4, 0, 0});
    ok = ok && walker.grounded && climbed.y > 0.5f && climbed.x > 3;
    const CaromVec3 stopped = walk(2, {-2, 0, -4});
    ok = ok && std::fabs(stopped.z - (-3 + radius)) < 1e-3f && stopped.x < climbed.x - 3;
    return ok ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
