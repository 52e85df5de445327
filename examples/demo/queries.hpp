// Random queries around a mesh, the same on every machine.

#ifndef QUERIES_HPP
#define QUERIES_HPP

#include "../common/random.hpp"

#include <carom.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// In the box grown by `margin` times its size on every side.
inline CaromVec3 random_point(random_numbers &random, const CaromAabb &box, float margin) {
    const auto along = [&](float min, float max) {
        return min + (max - min) * (random.unit() * (1.0f + 2.0f * margin) - margin);
    };
    const float x = along(box.min.x, box.max.x);
    const float y = along(box.min.y, box.max.y);
    const float z = along(box.min.z, box.max.z);
    return {x, y, z};
}

inline float diagonal(const CaromAabb &box) {
    const float x = box.max.x - box.min.x, y = box.max.y - box.min.y, z = box.max.z - box.min.z;
    return std::sqrt((x * x + y * y) + z * z);
}

// From around the mesh towards points in its box; every fourth at a corner and every fourth at the middle of
// an edge of some triangle, where neighbours share the hit.
inline std::vector<CaromRay> random_rays(random_numbers &random, std::size_t count, const CaromAabb &box,
                                         const std::vector<CaromTriangle> &triangles) {
    std::vector<CaromRay> rays(count);
    for (std::size_t i = 0; i < count; ++i) {
        const CaromVec3 from = random_point(random, box, 0.5f);
        CaromVec3 to = random_point(random, box, 0.0f);
        if (i % 2 == 1 && !triangles.empty()) {
            const CaromTriangle &triangle = triangles[random.next() % triangles.size()];
            const CaromVec3 a = triangle.a, b = i % 4 == 1 ? triangle.a : triangle.b;
            to = {(a.x + b.x) * 0.5f, (a.y + b.y) * 0.5f, (a.z + b.z) * 0.5f};
        }
        rays[i] = {from, 0.0f, {to.x - from.x, to.y - from.y, to.z - from.z}, INFINITY};
    }
    return rays;
}

// Inside the box, with radii up to a twentieth of its diagonal.
inline std::vector<CaromSphere> random_spheres(random_numbers &random, std::size_t count, const CaromAabb &box) {
    std::vector<CaromSphere> spheres(count);
    for (CaromSphere &sphere : spheres) {
        sphere.center = random_point(random, box, 0.0f);
        sphere.radius = diagonal(box) * 0.05f * random.unit();
    }
    return spheres;
}

// In and around the box, without a limit to the distance.
inline std::vector<CaromPointQuery> random_points(random_numbers &random, std::size_t count, const CaromAabb &box) {
    std::vector<CaromPointQuery> points(count);
    for (CaromPointQuery &query : points) {
        query = {random_point(random, box, 0.25f), INFINITY};
    }
    return points;
}

#endif // QUERIES_HPP
