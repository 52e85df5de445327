// Pictures by rays: the things that are seen, the shadow of a sun, and the part of the sky that each point
// sees.

#ifndef DRAW_HPP
#define DRAW_HPP

#include "vec.hpp"

#include <carom.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace draw {

// Red, green and blue, linear, from 0 to 1.
using color = vec;

// The sight of a ray.
struct sight {
    float t = std::numeric_limits<float>::infinity();
    vec normal{}; // unit, on either side
    color paint{};
};

// A thing that can be drawn. Rays go to all things in turn, in batches.
class thing {
public:
    virtual ~thing() = default;
    // Replaces sights that are farther than this thing.
    virtual void look(carom::span<const CaromRay> rays, carom::span<sight> sights) const = 0;
    // Sets to 1 if the thing is in a ray's way.
    virtual void block(carom::span<const CaromRay> rays, carom::span<std::uint8_t> blocked) const = 0;
};

// A mesh. It must outlive this.
class surface : public thing {
public:
    // The color of a triangle at the barycentric weights of a hit.
    using painter = std::function<color(const CaromRayHit &)>;
    // Each corner's normal, if the surface is to look smooth: see smooth_normals().
    surface(const carom::mesh &mesh, painter paint, std::vector<vec> corner_normals = {})
        : mesh_(mesh), paint_(std::move(paint)), corner_normals_(std::move(corner_normals)) {}

    void look(carom::span<const CaromRay> rays, carom::span<sight> sights) const override;
    void block(carom::span<const CaromRay> rays, carom::span<std::uint8_t> blocked) const override;

private:
    const carom::mesh &mesh_;
    painter paint_;
    std::vector<vec> corner_normals_;
};

// The spheres of a world. It must outlive this.
class balls : public thing {
public:
    // The color of an object, by the number that it was inserted with.
    using painter = std::function<color(std::uint64_t user)>;
    balls(const carom::world &world, painter paint) : world_(world), paint_(std::move(paint)) {}

    void look(carom::span<const CaromRay> rays, carom::span<sight> sights) const override;
    void block(carom::span<const CaromRay> rays, carom::span<std::uint8_t> blocked) const override;

private:
    const carom::world &world_;
    painter paint_;
};

// Three normals a triangle: those of its vertices, which are the sums of their triangles', weighted by area.
std::vector<vec> smooth_normals(carom::span<const vec> positions, carom::span<const std::uint32_t> indices);

struct camera {
    vec eye;
    vec target;
    float degrees; // of view, from bottom to top; z is up
};

// Draws on all cores and writes a PNG file. `reach` is how far the sky is: what is farther darkens nothing.
void write_picture(const std::string &path, int width, int height, const camera &from, float reach,
                   const std::vector<std::reference_wrapper<const thing>> &things);

} // namespace draw

#endif // DRAW_HPP
