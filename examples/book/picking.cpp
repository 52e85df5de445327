// ANCHOR: all
// Picks what is under the mouse: a pixel becomes a ray, and the ray asks each object in its own frame.

#include <carom.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

// Bits of triangles, as the program chooses them.
constexpr std::uint16_t pickable = CAROM_ATTRIBUTE_PICK;

// ANCHOR: camera
// A camera at `eye` that looks along -z, with y up. Pixels count from the upper left.
struct camera {
    CaromVec3 eye;
    float field_of_view; // vertical, in radians
    float width, height; // in pixels

    CaromRay through(float x, float y) const {
        const float top = std::tan(0.5f * field_of_view);
        const float right = top * width / height;
        return carom::ray(eye, {(2 * x / width - 1) * right, (1 - 2 * y / height) * top, -1});
    }
};
// ANCHOR_END: camera

// ANCHOR: pick
struct object {
    const carom::mesh *shape;
    CaromPose pose;
};

struct picked {
    const object *of = nullptr;
    carom::hit hit;
};

// The nearest object that the ray meets. t means the same in every frame: the direction is moved with the origin.
picked pick(const std::vector<object> &objects, const CaromRay &ray) {
    picked nearest;
    for (const object &each : objects) {
        const CaromPose back = carom::inverse(each.pose);
        const CaromRay local =
            carom::ray(carom::apply(back, ray.origin), carom::apply_direction(back, ray.direction), nearest.hit.t);
        const carom::hit hit = each.shape->raycast(local, carom::filter(pickable));
        if (hit && hit.t < nearest.hit.t) nearest = {&each, hit};
    }
    return nearest;
}
// ANCHOR_END: pick

// A square from -1 to 1 that faces +z. Its lower left half can be picked, its upper right half cannot.
carom::mesh square() {
    const std::vector<CaromVec3> corners = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const std::vector<std::uint32_t> indices = {0, 1, 3, 1, 2, 3};
    const std::vector<std::uint16_t> attributes = {pickable, 0};
    return carom::mesh::build(corners, indices, attributes);
}

} // namespace

int main() try {
    const carom::mesh shape = square();
    const std::vector<object> objects = {
        {&shape, carom::pose({0, 0, 0})},                                 // in front
        {&shape, carom::pose(nullptr, {0, 0, -5}, 4)},                    // behind it, four times as large
        {&shape, carom::pose(carom::quaternion(0, 1, 0, 0), {-2, 0, 5})}, // turned about y, behind the eye
    };
    const camera view = {{0, 0, 5}, 1.5707963f, 800, 600};

    int wrong = 0;
    const auto expect = [&](float x, float y, int number) {
        const picked found = pick(objects, view.through(x, y));
        const int got = found.of ? int(found.of - objects.data()) : -1;
        std::printf("pixel %g, %g: object %d\n", x, y, got);
        wrong += got != number;
    };
    expect(390, 310, 0);  // the lower left half of the one in front
    expect(410, 290, -1); // its upper right half, and that of the one behind it
    expect(300, 340, 1);  // beside it, on the one behind
    expect(790, 300, -1); // beside both
    return wrong;
} catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
}
// ANCHOR_END: all
