// A cloth falls on a skull. The skull is a signed distance field, cooked from its mesh. In each substep the
// cloth asks it twice: in one batch for all particles, in another for the triangles that are near. Pictures
// are drawn by rays through meshes, with red beads where the cloth touches.
//
//     cloth assets/skull.stl pictures
//
// Any closed mesh will do that is given in metres and has z for up. Fails if the cloth ends up in it, does
// not touch it, or has not come to rest on it.

#include "../common/arguments.hpp"
#include "../common/check.hpp"
#include "../common/draw.hpp"
#include "../common/stl.hpp"
#include "cloth.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

namespace {

constexpr float frame_seconds = 1.0f / 60.0f;
constexpr int substeps = 20; // a frame
constexpr float friction = 0.6f;

double milliseconds_since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// The picture ---------------------------------------------------------------------------------------------------------

// Two triangles, far beyond the picture.
carom::mesh floor_at(float z) {
    const float far = 50.0f;
    const std::vector<vec> positions = {{-far, -far, z}, {far, -far, z}, {far, far, z}, {-far, far, z}};
    const std::vector<std::uint32_t> indices = {0, 1, 2, 0, 2, 3};
    return carom::mesh::build(positions, indices);
}

// Blue, with a woven check.
draw::color cloth_color(std::size_t triangle, std::size_t columns) {
    const std::size_t square = triangle / 2, x = square % (columns - 1), y = square / (columns - 1);
    const bool stripe = x % 12 < 2 || y % 12 < 2;
    return stripe ? draw::color{0.78f, 0.82f, 0.84f} : draw::color{0.04f, 0.15f, 0.32f};
}

// The things that stay the same from picture to picture.
struct stage {
    carom::mesh skull;
    std::vector<vec> skull_normals;
    carom::mesh floor;
    draw::camera camera;
    float size; // of the skull
};

void draw_frame(const std::string &path, int width, int height, const stage &stage, const cloth &cloth, std::size_t columns,
                float bead_radius) {
    // The cloth is a mesh too, cooked anew for each picture, and the beads are a world of spheres.
    const carom::mesh cooked = carom::mesh::build(cloth.positions(), cloth.indices());
    carom::world beads = carom::world::create();
    std::vector<CaromWorldObject> objects;
    for (const vec point : cloth.touching()) {
        objects.push_back(carom::object(carom::volume(CaromSphere{point, bead_radius})));
    }
    beads.insert(objects);

    const draw::surface bone(stage.skull, [](auto &) { return draw::color{0.72f, 0.64f, 0.50f}; }, stage.skull_normals);
    const draw::surface ground(stage.floor, [](auto &) { return draw::color{0.42f, 0.41f, 0.40f}; });
    const draw::surface fabric(cooked, [&](const CaromRayHit &hit) { return cloth_color(hit.triangle, columns); },
                               draw::smooth_normals(cloth.positions(), cloth.indices()));
    const draw::balls red(beads, [](auto) { return draw::color{0.85f, 0.03f, 0.02f}; });
    draw::write_picture(path, width, height, stage.camera, 2.0f * stage.size, {bone, ground, fabric, red});
}

// The check -----------------------------------------------------------------------------------------------------------

bool check(const cloth &cloth, const obstacles &around, const carom::mesh &skull, const CaromAabb &box) {
    // Distances from the skull; negative would be inside.
    float particle = INFINITY, triangle = INFINITY, highest = -INFINITY, lowest = INFINITY;
    for (const CaromSdfSample &sample : around.field.sample(cloth.positions())) {
        particle = std::min(particle, sample.distance);
    }
    for (const CaromSdfContact &contact : around.field.collide(cloth.triangles(), around.thickness)) {
        triangle = std::min(triangle, -contact.depth); // infinite for a miss
    }
    for (const vec position : cloth.positions()) {
        highest = std::max(highest, position.z);
        lowest = std::min(lowest, position.z);
    }
    const carom::mesh cooked = carom::mesh::build(cloth.positions(), cloth.indices());
    const std::size_t cut = skull.overlap_all(cooked).size();

    std::printf("At the end:\n");
    bool ok = at_least("the nearest particle's distance, of the thickness", particle / around.thickness, 0.7);
    ok &= at_least("the nearest triangle's distance, of the thickness", triangle / around.thickness, 0.3);
    ok &= at_most("pairs of triangles of cloth and skull that touch, exactly", double(cut), 0.0);
    ok &= at_least("contacts", double(cloth.touching().size()), 0.02 * double(cloth.positions().size()));
    ok &= at_least("top of the cloth above the skull's, cells", (highest - box.max.z) / around.cell, 0.0);
    ok &= at_least("lowest particle above the floor, cells", (lowest - around.floor) / around.cell, 0.0);
    ok &= at_most("speed, metres a second", cloth.speed(), 0.1);
    return ok;
}

int run(const arguments &given) {
    const indexed_triangles triangles = read_stl(given.file(0));
    const std::filesystem::path folder = given.file(1);
    std::filesystem::create_directories(folder);

    stage stage{carom::mesh::build(triangles.positions, triangles.indices),
                draw::smooth_normals(triangles.positions, triangles.indices), {}, {}, 0};
    const CaromAabb box = stage.skull.stats().bounds;
    const vec middle = (box.min + box.max) * 0.5f;
    stage.size = box.max.x - box.min.x;
    const float floor = box.min.z;
    stage.floor = floor_at(floor);
    stage.camera = {middle + vec{1.1f, -2.0f, 1.0f} * stage.size, middle + vec{0.05f, 0, -0.05f} * stage.size, 27.0f};

    auto start = std::chrono::steady_clock::now();
    CaromSdfReport report{};
    report.struct_size = sizeof report;
    CaromSdfGenerateDesc desc = carom::describe_field_around(static_cast<std::uint32_t>(given.number("resolution")));
    desc.report = &report;
    const carom::sdf field = carom::sdf::generate(stage.skull, desc);
    const CaromSdfStats stats = field.stats();
    std::printf("field of %zu triangles: %u x %u x %u nodes, cells of %.2f mm, in %.0f ms\n", triangles.indices.size() / 3,
                stats.dims[0], stats.dims[1], stats.dims[2], 1e3 * double(stats.cell), milliseconds_since(start));
    if (report.unbalanced_edges != 0) {
        std::printf("the mesh is not closed: what is inside is decided by winding numbers\n");
    }

    const auto columns = static_cast<std::size_t>(given.number("columns")), rows = columns * 4 / 5;
    const float spacing = 1.5f * stage.size / float(columns - 1);
    const obstacles around = {field, stats.cell, floor, 0.4f * spacing, friction};
    cloth cloth(columns, rows, spacing, {middle.x, middle.y, box.max.z + 0.2f * stage.size});
    std::printf("cloth of %zu particles, %zu triangles, kept %.2f mm away\n", cloth.positions().size(),
                cloth.indices().size() / 3, 1e3 * double(around.thickness));

    double cloth_ms = 0, picture_ms = 0;
    const int frames = given.number("frames");
    for (int frame = 1; frame <= frames; ++frame) {
        start = std::chrono::steady_clock::now();
        cloth.advance(around, frame_seconds, substeps);
        cloth_ms += milliseconds_since(start);
        if (frame % given.number("every") != 0 && frame != frames) continue;
        start = std::chrono::steady_clock::now();
        char name[32];
        std::snprintf(name, sizeof name, "cloth_%04d.png", frame);
        draw_frame((folder / name).string(), given.number("width"), given.number("height"), stage, cloth, columns,
                   1.3f * around.thickness);
        picture_ms += milliseconds_since(start);
        std::printf("frame %3d: %5zu contacts, %.3f m/s, %s\n", frame, cloth.touching().size(), double(cloth.speed()), name);
    }
    std::printf("%d frames of %d substeps: %.0f ms a frame; pictures %.0f ms in all\n", frames, substeps, cloth_ms / frames,
                picture_ms);
    return check(cloth, around, stage.skull, box) ? 0 : 1;
}

} // namespace

int main(int count, char **words) try {
    return run(arguments(count, words, {"MESH.stl", "FOLDER"},
                         {{"frames", 90}, {"every", 3}, {"columns", 141}, {"resolution", 160}, {"width", 800}, {"height", 600}}));
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
