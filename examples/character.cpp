// A ball and an upright capsule walk 100,000 steps each through a small level, once through a BSP tree of its brushes
// and once through a mesh of their faces, with the same loop: move to the contact, drop the motion into it, go on. No skin, no pushing out. Fails if one of them ever sticks or gets into a wall.

#include "common/vec.hpp"

#include <carom.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

constexpr int step_count = 100000;
constexpr float radius = 0.4f;
constexpr float half_height = 0.5f; // of the capsule's segment
constexpr float speed = 0.15f;   // a step
constexpr float gravity = 0.02f; // a step
// The depth that they may have in a wall, for rounding at these coordinates.
constexpr float tolerance = 1e-4;

// The level ---------------------------------------------------------------------------------------------------------

// Convex solids, as planes for the BSP tree and as triangles for the mesh.
struct level {
    std::vector<float> planes;
    std::vector<std::uint32_t> plane_counts;
    std::vector<vec> positions;
    std::vector<std::uint32_t> indices;

    // Adds the prism above a polygon in the xz plane (counter-clockwise seen from -y), between two heights of
    // y.
    void prism(const std::vector<std::pair<float, float>> &polygon, float from, float to) {
        const auto n = static_cast<std::uint32_t>(polygon.size());
        const auto first = static_cast<std::uint32_t>(positions.size());
        for (const float y : {from, to}) {
            for (const auto &[x, z] : polygon) positions.push_back({x, y, z});
        }
        face({0, -1, 0}, positions[first]);
        face({0, 1, 0}, positions[first + n]);
        for (std::uint32_t i = 0; i < n; ++i) {
            const std::uint32_t k = (i + 1) % n, a = first + i, b = first + k;
            const vec along = positions[b] - positions[a], out = {along.z, 0, -along.x};
            face(out * (1.0f / length(out)), positions[a]);
            indices.insert(indices.end(), {a, b, b + n, a, b + n, a + n});
            if (i >= 2) indices.insert(indices.end(), {first, a, a - 1, first + n, a + n - 1, a + n});
        }
        plane_counts.push_back(n + 2);
    }

    void box(vec low, vec high) {
        prism({{low.x, low.z}, {high.x, low.z}, {high.x, high.z}, {low.x, high.z}}, low.y, high.y);
    }

private:
    void face(vec normal, vec on) {
        planes.insert(planes.end(), {normal.x, normal.y, normal.z, dot(normal, on)});
    }
};

// A room of 20 by 20, with pillars, a ramp onto a ledge, stairs, and a corner so sharp that the ball does not
// fit.
level room() {
    level made;
    made.box({-11, -11, -1}, {11, 11, 0});
    made.box({-11, -11, 6}, {11, 11, 7});
    for (const float side : {-11.0f, 10.0f}) {
        made.box({side, -11, 0}, {side + 1, 11, 6});
        made.box({-10, side, 0}, {10, side + 1, 6});
    }
    for (int i = 0; i < 9; ++i) {
        const float x = -6.0f + 4.0f * float(i % 3), y = -7.0f + 3.1f * float(i / 3);
        made.prism({{x, 0}, {x + 0.9f, 0}, {x + 0.6f, 6}, {x + 0.1f, 6}}, y, y + 0.7f);
    }
    made.prism({{-9, 0}, {-3, 0}, {-3, 2.5f}}, 4, 9);
    made.box({-3, 4, 0}, {2, 10, 2.5f});
    for (int i = 0; i < 8; ++i) made.box({2 + 0.6f * float(i), 6, 0}, {2.6f + 0.6f * float(i), 10, 2.2f - 0.28f * float(i)});
    made.prism({{6, 0}, {10, 0}, {10, 3}}, -10, -4);
    return made;
}

CaromBspDesc brushes_of(const level &made) {
    CaromBspDesc desc;
    carom_bsp_desc_init(&desc);
    desc.input = CAROM_BSP_INPUT_BRUSHES;
    desc.planes = made.planes.data();
    desc.plane_counts = made.plane_counts.data();
    desc.plane_count = static_cast<std::uint32_t>(made.planes.size() / 4);
    desc.brush_count = static_cast<std::uint32_t>(made.plane_counts.size());
    return desc;
}

// Returns true if a point is inside of any brush, by its planes.
bool inside(const level &made, vec point) {
    const float *plane = made.planes.data();
    for (const std::uint32_t count : made.plane_counts) {
        bool behind_all = true;
        for (std::uint32_t i = 0; i < count; ++i, plane += 4) {
            const double height = double(plane[0]) * point.x + double(plane[1]) * point.y + double(plane[2]) * point.z;
            behind_all = behind_all && height < double(plane[3]);
        }
        if (behind_all) return true;
    }
    return false;
}

// The depth in the walls, whose surface is all faces of all brushes.
float depth(const level &made, const carom::mesh &surface, const CaromSphere &ball) {
    const CaromPointQuery query = {ball.center, 2.0f * radius};
    CaromClosestPoint closest{};
    surface.closest_point(carom::span<const CaromPointQuery>(&query, 1), carom::span<CaromClosestPoint>(&closest, 1));
    return inside(made, ball.center) ? radius + closest.distance : radius - closest.distance;
}
float depth(const level &made, const carom::mesh &surface, const CaromCapsule &capsule) {
    const auto contacts = surface.contacts(carom::span<const CaromCapsule>(&capsule, 1));
    const float deepest = contacts[0].empty() ? 0.0f : contacts[0].begin()->depth;
    return inside(made, capsule.a) || inside(made, capsule.b) ? std::max(radius, deepest) : deepest;
}

// The mover ---------------------------------------------------------------------------------------------------------

struct contact {
    float t;
    vec normal;
};

template <class Hit, class World, class Cast> contact first_contact(const World &world, const Cast &motion) {
    Hit hit{};
    world.cast(carom::span<const Cast>(&motion, 1), carom::span<Hit>(&hit, 1));
    return {hit.t, hit.normal};
}
contact cast(const carom::bsp &world, const CaromSphere &ball, vec motion) {
    return first_contact<CaromBspCastHit>(world, CaromSphereCast{ball.center, ball.radius, motion, 0});
}
contact cast(const carom::mesh &world, const CaromSphere &ball, vec motion) {
    return first_contact<CaromShapeHit>(world, CaromSphereCast{ball.center, ball.radius, motion, 0});
}
template <class World> contact cast(const World &world, const CaromCapsule &capsule, vec motion) {
    return first_contact<CaromShapeHit>(world, CaromCapsuleCast{capsule, motion, 0});
}

// The walkers, from the middle of their lower end.
CaromSphere at(const CaromSphere &ball, vec position) { return {position, ball.radius}; }
CaromCapsule at(const CaromCapsule &capsule, vec position) {
    return {position, capsule.radius, position + vec{0, 0, 2 * half_height}, 0};
}

// Moves a walker and returns where it ends: along the walls that it meets, and along the edge where two meet.
template <class World, class Shape> vec slide(const World &world, const Shape &shape, vec position, vec motion) {
    const vec wish = motion;
    std::vector<vec> met;
    for (int i = 0; i < 8 && length(motion) > 1e-6f; ++i) {
        const contact hit = cast(world, at(shape, position), motion);
        if (hit.t > 1.0f) return position + motion;
        position = position + motion * hit.t;
        motion = motion * (1.0f - hit.t);
        met.push_back(hit.normal);
        // Along this wall; where that leads into one met before, along the edge between the two.
        motion = motion - hit.normal * dot(motion, hit.normal);
        for (std::size_t k = 0; k + 1 < met.size(); ++k) {
            if (dot(motion, met[k]) >= 0.0f) continue;
            const vec edge = cross(met[k], hit.normal);
            const float square = dot(edge, edge);
            motion = square > 1e-6f ? edge * (dot(motion, edge) / square) : vec{0, 0, 0};
        }
        if (dot(motion, wish) <= 0.0f) return position;
    }
    return position;
}

struct walk {
    double distance = 0;
    float deepest = 0;    // in a wall
    int longest_rest = 0; // steps in a row
};

template <class World, class Shape>
walk walk_through(const World &world, const Shape &shape, const level &made, const carom::mesh &surface) {
    std::uint64_t state = 1;
    const auto random = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return float(state >> 40) / 16777216.0f;
    };
    walk result;
    vec position = {-8, 0, 1}, heading = {1, 0, 0};
    float fall = 0;
    int rest = 0;
    for (int i = 0; i < step_count; ++i) {
        if (i % 60 == 0) {
            const float angle = random() * 6.2831853f;
            heading = {std::cos(angle), std::sin(angle), 0};
            if (random() < 0.2f) fall = 0.25f; // a jump
        }
        const vec before = position;
        position = slide(world, shape, position, heading * speed);
        const vec walked = position;
        fall -= gravity;
        position = slide(world, shape, position, {0, 0, fall});
        if (std::fabs(position.z - walked.z) < 0.5f * std::fabs(fall)) fall = 0;
        result.distance += length(position - before);
        result.deepest = std::max(result.deepest, depth(made, surface, at(shape, position)));
        rest = length(position - before) < 1e-4f ? rest + 1 : 0;
        result.longest_rest = std::max(result.longest_rest, rest);
    }
    return result;
}

// A walker in a corner rests until it turns: never for longer than two headings.
bool report(const char *name, const walk &walked) {
    const bool ok = walked.deepest < tolerance && walked.longest_rest < 600 && walked.distance > 0.25 * step_count * speed;
    std::printf("%-16s walked %.0f units in %d steps, at most %.1e deep in a wall, at rest for at most %d steps: %s\n", name,
                walked.distance, step_count, double(walked.deepest), walked.longest_rest, ok ? "ok" : "WRONG");
    return ok;
}

} // namespace

int main() try {
    const level made = room();
    const carom::bsp solid = carom::bsp::build(brushes_of(made));
    const carom::mesh surface = carom::mesh::build(made.positions, made.indices);
    const CaromSphere ball = {{}, radius};
    const CaromCapsule capsule = {{}, radius, {}, 0};
    bool ok = report("bsp, ball", walk_through(solid, ball, made, surface));
    ok = report("bsp, capsule", walk_through(solid, capsule, made, surface)) && ok;
    ok = report("mesh, ball", walk_through(surface, ball, made, surface)) && ok;
    ok = report("mesh, capsule", walk_through(surface, capsule, made, surface)) && ok;
    return ok ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
