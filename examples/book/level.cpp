// ANCHOR: all
// A level of convex brushes as a BSP tree: built, saved, opened, and asked as the game asks what the command has cooked.

#include <carom.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>

namespace {

// Bits of brushes, as docs/levels.md numbers them.
constexpr std::uint16_t solid = 0x1;
constexpr std::uint16_t water = 0x8;

} // namespace

int main() try {
    // ANCHOR: build
    // z is up, as in levels of the Quake family.
    carom::brushes level;
    level.add_box({-64, -64, -16}, {64, 64, 0}, solid); // a floor
    level.add_box({32, -64, 0}, {64, 64, 24}, solid);   // a step
    level.add_box({-64, -64, 0}, {-32, 64, 20}, water); // a pool
    const carom::bsp built = carom::bsp::build(level);
    built.save_file("level.carom");
    // ANCHOR_END: build

    // ANCHOR: ask
    const carom::bsp opened = carom::bsp::open_file("level.carom");

    // What is at the feet?
    const CaromBspContent content = opened.contains({-40, 0, 8});
    const bool swims = content && (content.attributes & water) != 0;

    // A sphere of any radius, exactly, through what is solid.
    const CaromFilter blocks = carom::filter(solid);
    const CaromSphereCast roll = carom::cast(carom::sphere({0, 0, 9}, 8), {100, 0, 0});
    const CaromBspCastHit stop = opened.cast(roll, blocks);

    // How deep, and which way out.
    const CaromBspContact contact = opened.collide(carom::sphere({0, 0, 6}, 8), blocks);
    // ANCHOR_END: ask

    // ANCHOR: boxes
    // As deep as depth 3: boxes there, and leaves that are above.
    std::size_t lines = 0;
    for (const CaromTreeBox &box : opened.boxes(0, 3)) {
        if (box.depth == 3 || box.count > 0) lines += 12; // draw the edges of box.bounds
    }
    // ANCHOR_END: boxes

    std::printf("%s; stops at t = %.2f; %g deep, way out %g %g %g; %zu lines\n", swims ? "swims" : "stands", stop.t,
                contact.depth, contact.normal.x, contact.normal.y, contact.normal.z, lines);
    return lines == 36 && swims && stop.t > 0.239f && stop.t <= 0.24f && contact.depth == 2 && contact.normal.z == 1 ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
