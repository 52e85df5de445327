// ANCHOR: all
// Checks an assembly: does a peg fit its housing, with how much clearance, and where does it cut into it?

#include <carom.hpp>

#include <cstdint>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

struct part {
    std::vector<CaromVec3> corners;
    std::vector<std::uint32_t> indices;

    void quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
        indices.insert(indices.end(), {a, b, c, a, c, d});
    }
    // Four corners of a square around the z axis, counter-clockwise seen from +z.
    void square(float half, float z) {
        corners.insert(corners.end(), {{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}});
    }
};

// A square bar along z from -2 to 2.
part make_peg(float half) {
    part made;
    made.square(half, -2);
    made.square(half, 2);
    for (std::uint32_t i = 0, k = 1; i < 4; ++i, k = (k + 1) % 4) made.quad(i, k, k + 4, i + 4);
    made.quad(3, 2, 1, 0);
    made.quad(4, 5, 6, 7);
    return made;
}

// A square tube along z from -1 to 1: corners 0 to 7 are outside, 8 to 15 inside.
part make_housing(float half, float hole) {
    part made;
    for (const float size : {half, hole}) {
        made.square(size, -1);
        made.square(size, 1);
    }
    for (std::uint32_t i = 0, k = 1; i < 4; ++i, k = (k + 1) % 4) {
        made.quad(i, k, k + 4, i + 4);
        made.quad(k + 8, i + 8, i + 12, k + 12);
        made.quad(i + 4, k + 4, k + 12, i + 12);
        made.quad(k, i, i + 8, k + 8);
    }
    return made;
}

} // namespace

int main() try {
    // ANCHOR: cook
    const part peg_part = make_peg(0.5f), housing_part = make_housing(1, 0.625f);
    // "Inside" and "overlapping" are said of closed parts only.
    if (!carom::report(peg_part.corners, peg_part.indices).is_watertight) return 1;
    if (!carom::report(housing_part.corners, housing_part.indices).is_watertight) return 1;
    const carom::mesh housing = carom::mesh::build(housing_part.corners, housing_part.indices);
    const carom::mesh peg = carom::mesh::build(peg_part.corners, peg_part.indices);
    // ANCHOR_END: cook

    // ANCHOR: check
    // The peg in the middle, nearer to a wall, flush with it, and into it.
    std::vector<CaromPose> poses;
    for (const float x : {0.0f, 0.0625f, 0.125f, 0.25f}) poses.push_back(carom::pose({x, 0, 0}));

    const std::vector<std::uint8_t> touches = housing.overlap(peg, poses);
    const std::vector<CaromMeshDistance> clearance = housing.distance(peg, poses);
    const std::vector<std::uint8_t> inside = housing.inside(peg, poses);
    const carom::lists<CaromTrianglePair> pairs = housing.overlap_all(peg, poses);
    // ANCHOR_END: check

    // ANCHOR: verdict
    const auto verdict = [](std::uint8_t said) {
        const auto flags = static_cast<carom::inside_flags>(said);
        if (carom::has(flags, carom::inside_flags::overlapping)) return "cuts in";
        if (carom::has(flags, carom::inside_flags::only_touching)) return "touches";
        return "is free";
    };
    for (std::size_t i = 0; i < poses.size(); ++i) {
        std::printf("x = %g: %s, clearance %g, %zu pairs of triangles\n", poses[i].rows[0][3], verdict(inside[i]),
                    clearance[i].distance, pairs[i].size());
    }
    // ANCHOR_END: verdict

    const bool distances = clearance[0].distance == 0.125f && clearance[1].distance == 0.0625f &&
                           clearance[2].distance == 0 && clearance[3].distance == 0;
    const bool surfaces = touches == std::vector<std::uint8_t>{0, 0, 1, 1} && pairs[1].empty() && !pairs[2].empty();
    const bool flags = inside[0] == 0 &&
                       carom::has(carom::inside_flags(inside[2]), carom::inside_flags::only_touching) &&
                       carom::has(carom::inside_flags(inside[3]), carom::inside_flags::overlapping);
    return distances && surfaces && flags ? 0 : 1;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
