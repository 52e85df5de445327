// Ten thousand marbles fall into a valley with a skull in it. Each frame, a world of their boxes lists which
// may touch each other or a mesh; spheres and meshes are asked about those pairs alone.
//
//     marbles assets/skull.stl pictures
//
// Fails if the world's pairs differ from brute force, if there is ever more energy than at the beginning, or
// if a marble gets into a mesh.

#include "../common/arguments.hpp"
#include "../common/check.hpp"
#include "../common/draw.hpp"
#include "../common/random.hpp"
#include "../common/stl.hpp"
#include "simulation.hpp"
#include "terrain.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

namespace {

constexpr float frame_seconds = 1.0f / 60.0f;
constexpr int tiles = 8, squares = 16; // of the valley, along a side

// The scene -----------------------------------------------------------------------------------------------------------

// The skull, as large as a house, with its teeth in the ground.
indexed_triangles large_skull(const std::string &path) {
    indexed_triangles skull = read_stl(path);
    vec low = skull.positions.at(0), high = low;
    for (const vec p : skull.positions) {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const float scale = 19.0f / (high.x - low.x);
    const vec foot = {0.5f * (low.x + high.x), 0.5f * (low.y + high.y), low.z};
    for (vec &p : skull.positions) p = (p - foot) * scale;
    return skull;
}

// Layers of marbles of different sizes above it all, none touching another.
std::vector<CaromSphere> raised_marbles(int count) {
    random_numbers random(1);
    std::vector<CaromSphere> marbles;
    const float spacing = 1.0f;
    const int side = 22;
    for (int i = 0; i < count; ++i) {
        const float radius = random.between(0.18f, 0.42f), play = 0.5f * spacing - radius;
        const vec cell = {float(i % side) - 0.5f * float(side - 1), float(i / side % side) - 0.5f * float(side - 1),
                          12.0f + float(i / (side * side))};
        const float x = random.between(-play, play), y = random.between(-play, play), z = random.between(-play, play);
        marbles.push_back({cell * spacing + vec{x, y, z}, radius});
    }
    return marbles;
}

// The picture ---------------------------------------------------------------------------------------------------------

// The things that stay the same from picture to picture.
struct stage {
    indexed_triangles valley_triangles, skull_triangles;
    carom::mesh valley, skull;
};

draw::color marble_color(std::uint64_t number) {
    static const draw::color colors[] = {{0.75f, 0.10f, 0.06f}, {0.85f, 0.45f, 0.05f}, {0.80f, 0.68f, 0.10f},
                                         {0.12f, 0.42f, 0.16f}, {0.08f, 0.25f, 0.60f}, {0.75f, 0.75f, 0.72f}};
    return colors[random_numbers(number).next() % std::size(colors)];
}

void draw_frame(const std::string &path, int width, int height, const stage &stage, const std::vector<CaromSphere> &marbles) {
    // Boxes are for finding pairs. Rays see a world of the spheres themselves.
    carom::world world = carom::world::create();
    std::vector<CaromWorldObject> objects;
    for (std::size_t i = 0; i < marbles.size(); ++i) objects.push_back(carom::object(carom::volume(marbles[i]), i));
    world.insert(objects);
    const draw::balls balls(world, marble_color);
    const auto smooth = [](const indexed_triangles &of) { return draw::smooth_normals(of.positions, of.indices); };
    const draw::surface ground(stage.valley, [](auto &) { return draw::color{0.30f, 0.33f, 0.24f}; },
                               smooth(stage.valley_triangles));
    const draw::surface bone(stage.skull, [](auto &) { return draw::color{0.72f, 0.64f, 0.50f}; },
                             smooth(stage.skull_triangles));
    const draw::camera camera = {{23.0f, -41.0f, 36.0f}, {0.5f, 0, 5.0f}, 33.0f};
    draw::write_picture(path, width, height, camera, 24.0f, {ground, bone, balls});
}

// The check -----------------------------------------------------------------------------------------------------------

using pair_list = std::vector<CaromWorldPair>;
bool before(const CaromWorldPair &a, const CaromWorldPair &b) { return std::tie(a.a, a.b) < std::tie(b.a, b.b); }
bool same(const pair_list &a, const pair_list &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const CaromWorldPair &x, const CaromWorldPair &y) { return x.a == y.a && x.b == y.b; });
}
pair_list without(const pair_list &a, const pair_list &b) {
    pair_list left;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(left), before);
    return left;
}

// All pairs that touch, from the definition: boxes are closed, and two obstacles, being static, are never a
// pair.
pair_list brute_force(const simulation &marbles) {
    pair_list found;
    const auto &boxes = marbles.boxes();
    const auto &ids = marbles.ids();
    for (std::size_t i = 0; i < marbles.marbles().size(); ++i) {
        for (std::size_t k = i + 1; k < boxes.size(); ++k) {
            const CaromAabb &a = boxes[i], &b = boxes[k];
            const bool touch = a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
                               a.min.z <= b.max.z && b.min.z <= a.max.z;
            if (touch) found.push_back({std::min(ids[i], ids[k]), std::max(ids[i], ids[k])});
        }
    }
    std::sort(found.begin(), found.end(), before);
    return found;
}

// The depth of the deepest marble in a mesh.
float deepest(const simulation &marbles) {
    std::vector<CaromPointQuery> points;
    for (const CaromSphere &marble : marbles.marbles()) points.push_back({marble.center, marble.radius});
    float depth = 0;
    for (const carom::mesh &obstacle : marbles.obstacles()) {
        const std::vector<CaromClosestPoint> closest = obstacle.closest_point(points);
        for (std::size_t i = 0; i < points.size(); ++i) {
            depth = std::max(depth, points[i].max_distance - closest[i].distance); // a miss is infinitely far
        }
    }
    return depth;
}

// The number of centres that have no ground below them or lie within the skull.
std::size_t misplaced(const simulation &marbles, const stage &stage) {
    std::vector<CaromRay> down;
    for (const CaromSphere &marble : marbles.marbles()) down.push_back({marble.center, 0.0f, {0, 0, -1}, INFINITY});
    const std::vector<CaromRayHit> ground = stage.valley.raycast(down);
    const carom::lists<CaromRayHit> bone = stage.skull.raycast_all(down);
    std::size_t count = 0;
    for (std::size_t i = 0; i < down.size(); ++i) count += ground[i].triangle == CAROM_NONE || bone[i].size() % 2 != 0;
    return count;
}

int run(const arguments &given) {
    const std::filesystem::path folder = given.file(1);
    std::filesystem::create_directories(folder);
    stage stage{valley(1, tiles * squares)[0], large_skull(given.file(0)), {}, {}};
    const auto cook = [](const indexed_triangles &of) { return carom::mesh::build(of.positions, of.indices); };
    stage.valley = cook(stage.valley_triangles);
    stage.skull = cook(stage.skull_triangles);
    // The marbles meet the valley in tiles, so that each asks only those that it is near.
    std::vector<carom::mesh> obstacles;
    for (const indexed_triangles &tile : valley(tiles, squares)) obstacles.push_back(cook(tile));
    obstacles.push_back(cook(stage.skull_triangles));
    simulation marbles(std::move(obstacles), raised_marbles(given.number("marbles")));

    const int frames = given.number("frames"), every = given.number("every");
    const double energy = marbles.energy();
    double most_energy = 0, broad_ms = 0, narrow_ms = 0;
    float depth = 0;
    std::size_t different = 0, most_contacts = 0;
    pair_list previous;
    std::printf("%5s %9s %10s %8s %7s %7s %9s %9s\n", "frame", "broad ms", "narrow ms", "pairs", "begun", "ended", "questions",
                "contacts");
    for (int frame = 1; frame <= frames; ++frame) {
        const frame_figures figures = marbles.advance(frame_seconds);
        std::printf("%5d %9.2f %10.2f %8zu %7zu %7zu %9zu %9zu\n", frame, figures.broad_ms, figures.narrow_ms, figures.pairs,
                    figures.begun, figures.ended, figures.questions, figures.contacts);
        broad_ms += figures.broad_ms;
        narrow_ms += figures.narrow_ms;
        most_contacts = std::max(most_contacts, figures.contacts);
        most_energy = std::max(most_energy, marbles.energy());
        different += !same(marbles.begun(), without(marbles.pairs(), previous));
        different += !same(marbles.ended(), without(previous, marbles.pairs()));
        previous = marbles.pairs();
        if (frame % every != 0 && frame != frames) continue;
        different += !same(marbles.pairs(), brute_force(marbles));
        depth = std::max(depth, deepest(marbles));
        char name[32];
        std::snprintf(name, sizeof name, "marbles_%04d.png", frame);
        draw_frame((folder / name).string(), given.number("width"), given.number("height"), stage, marbles.marbles());
    }

    std::printf("%d frames of %zu marbles: broad phase %.2f ms, narrow phase %.2f ms a frame\n", frames,
                marbles.marbles().size(), broad_ms / frames, narrow_ms / frames);
    bool ok = at_most("lists of pairs that differ from brute force", double(different), 0);
    ok &= at_most("most energy, of that at the beginning", most_energy / energy, 1.0);
    ok &= at_most("depth of the deepest marble in a mesh, metres", depth, 1e-3);
    ok &= at_most("marbles with their centres below the ground or in the skull", double(misplaced(marbles, stage)), 0);
    ok &= at_least("most contacts in a frame", double(most_contacts), 0.5 * double(marbles.marbles().size()));
    return ok ? 0 : 1;
}

} // namespace

int main(int count, char **words) try {
    return run(arguments(count, words, {"SKULL.stl", "FOLDER"},
                         {{"marbles", 10000}, {"frames", 360}, {"every", 20}, {"width", 800}, {"height", 600}}));
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
