// Random queries around a mesh, the same on every machine.

#ifndef QUERIES_HPP
#define QUERIES_HPP

#include <carom.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// SplitMix64 (Steele, Lea and Flood 2014).
class random_numbers {
public:
    explicit random_numbers(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // In [0, 1).
    float unit() { return static_cast<float>(next() >> 40) * (1.0f / 16777216.0f); }

    // In the box grown by `margin` times its size on every side.
    CaromVec3 point(const CaromAabb &box, float margin) {
        const auto along = [&](float min, float max) {
            return min + (max - min) * (unit() * (1.0f + 2.0f * margin) - margin);
        };
        const float x = along(box.min.x, box.max.x);
        const float y = along(box.min.y, box.max.y);
        const float z = along(box.min.z, box.max.z);
        return {x, y, z};
    }

private:
    std::uint64_t state_;
};

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
        const CaromVec3 from = random.point(box, 0.5f);
        CaromVec3 to = random.point(box, 0.0f);
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
        sphere.center = random.point(box, 0.0f);
        sphere.radius = diagonal(box) * 0.05f * random.unit();
    }
    return spheres;
}

// In and around the box, without a limit to the distance.
inline std::vector<CaromPointQuery> random_points(random_numbers &random, std::size_t count, const CaromAabb &box) {
    std::vector<CaromPointQuery> points(count);
    for (CaromPointQuery &query : points) {
        query = {random.point(box, 0.25f), INFINITY};
    }
    return points;
}

#endif // QUERIES_HPP
