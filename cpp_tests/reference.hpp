// The oracle: the single-triangle tests that src/geometry documents, written a second time, and plain loops
// over all triangles. Compiled without fused multiply-add and without re-association (see CMakeLists.txt),
// it gives the same bits as the library.

// The demo in examples/demo uses it too, so it needs nothing of the tests.

#pragma once

#include <carom.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace reference {

// Arithmetic ------------------------------------------------------------------------------------------------

using Vec = CaromVec3;
constexpr float largest_float = std::numeric_limits<float>::max();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// The second where they are equal or unordered, as x86's minps and maxps.
inline float min(float a, float b) { return a < b ? a : b; }
inline float max(float a, float b) { return a > b ? a : b; }
inline float at(Vec v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }
inline float dot(Vec a, Vec b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Vec min3(Vec a, Vec b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
inline Vec max3(Vec a, Vec b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
inline float max_abs(Vec v) { return max(max(std::fabs(v.x), std::fabs(v.y)), std::fabs(v.z)); }

/// The same in double precision, in which differences of floats are exact.
struct Exact {
    double x, y, z;
};
inline Exact exact(Vec v) { return {double(v.x), double(v.y), double(v.z)}; }
inline Vec rounded(Exact v) { return {float(v.x), float(v.y), float(v.z)}; }
inline Exact operator+(Exact a, Exact b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Exact operator-(Exact a, Exact b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Exact operator*(Exact a, double s) { return {a.x * s, a.y * s, a.z * s}; }
inline double dot(Exact a, Exact b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Exact cross(Exact a, Exact b) {
    return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}

struct Triangle {
    Vec a, b, c;
};

inline CaromAabb box_of(const Triangle &t) { return {min3(min3(t.a, t.b), t.c), max3(max3(t.a, t.b), t.c)}; }

inline bool touches(const CaromAabb &a, const CaromAabb &b) {
    return a.min.x <= b.max.x && a.min.y <= b.max.y && a.min.z <= b.max.z && a.max.x >= b.min.x &&
           a.max.y >= b.min.y && a.max.z >= b.min.z;
}

/// Returns true if the corners lie on one line, by the cross product of the edges in double precision.
inline bool degenerate(const Triangle &t) {
    const double ex = double(t.b.x) - double(t.a.x), fx = double(t.c.x) - double(t.a.x);
    const double ey = double(t.b.y) - double(t.a.y), fy = double(t.c.y) - double(t.a.y);
    const double ez = double(t.b.z) - double(t.a.z), fz = double(t.c.z) - double(t.a.z);
    return ey * fz == ez * fy && ez * fx == ex * fz && ex * fy == ey * fx;
}

// Ray against triangle (Woop, Benthin and Wald 2013) --------------------------------------------------------

struct Hit {
    float t, u, v;
    bool back;
};

template <class Float> struct Edges {
    Float u, v, w, sum;

    Edges(Float ax, Float ay, Float bx, Float by, Float cx, Float cy)
        : u(cx * by - cy * bx), v(ax * cy - ay * cx), w(bx * ay - by * ax), sum((u + v) + w) {}
    bool outside() const { return (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0); }
};

class Ray {
public:
    Ray(Vec origin, Vec direction) : origin_(origin), direction_(direction) {
        const float x = std::fabs(direction.x), y = std::fabs(direction.y), z = std::fabs(direction.z);
        z_ = y > x ? 1 : 0;
        if (z > (z_ == 1 ? y : x)) z_ = 2;
        x_ = (z_ + 1) % 3;
        y_ = (z_ + 2) % 3;
        const float main = at(direction, z_);
        if (main < 0.0f) std::swap(x_, y_);
        shear_ = {at(direction, x_) / main, at(direction, y_) / main, 1.0f / main};
    }

    /// Returns true if the ray hits the triangle in its range, and writes the hit.
    bool hits(const Triangle &t, float t_min, float t_max, Hit &hit) const {
        const Vec a = sheared(t.a), b = sheared(t.b), c = sheared(t.c);
        const Edges<float> e(a.x, a.y, b.x, b.y, c.x, c.y);
        if (e.outside()) return false;
        const float size = std::fabs(e.sum);
        bool back = e.sum < 0.0f;
        if (e.u == 0.0f || e.v == 0.0f || e.w == 0.0f || !(size >= 1e-30f && size <= largest_float)) {
            const Edges<double> d(a.x, a.y, b.x, b.y, c.x, c.y);
            if (d.outside() || d.sum == 0.0 || !std::isfinite(d.sum)) return false;
            back = d.sum < 0.0;
        }
        hit = meet(t);
        hit.back = back;
        return std::isfinite(hit.t) && hit.t >= t_min && hit.t <= t_max && !degenerate(t);
    }

private:
    Vec sheared(Vec corner) const {
        const Vec p = corner - origin_;
        const float z = at(p, z_);
        return {at(p, x_) - shear_.x * z, at(p, y_) - shear_.y * z, shear_.z * z};
    }

    /// The hit, in double precision (Moeller and Trumbore 1997).
    Hit meet(const Triangle &t) const {
        const Exact from = exact(origin_), along = exact(direction_);
        const Exact a = exact(t.a) - from, b = exact(t.b) - from, c = exact(t.c) - from;
        const Exact ab = b - a, ac = c - a;
        const Exact across = cross(along, ac), moment = cross(ab, a);
        const double all = dot(ab, across), scale = 1.0 / all;
        const double raw_v = -dot(a, across), raw_w = dot(along, moment);
        const double u = ((all - raw_v) - raw_w) * scale, v = raw_v * scale, w = raw_w * scale;
        const auto begins_at = [&](Vec corner) {
            return corner.x == origin_.x && corner.y == origin_.y && corner.z == origin_.z;
        };
        if (begins_at(t.a)) return {0.0f, 0.0f, 0.0f, false};
        if (begins_at(t.b)) return {0.0f, 1.0f, 0.0f, false};
        if (begins_at(t.c)) return {0.0f, 0.0f, 1.0f, false};
        const double sizes = dot(along, along) * dot(ab, ab) * dot(ac, ac);
        const bool seen = all * all > 0x1p-52 * sizes;
        if (seen && u >= 0.0 && v >= 0.0 && w >= 0.0) {
            return {float(dot(ac, moment) * scale) + 0.0f, float(v) + 0.0f, float(w) + 0.0f, false};
        }
        return meet_projected({a, b, c});
    }

    /// The hit as the ray sees the triangle: inside of it, or at the nearest point of an edge.
    Hit meet_projected(const std::array<Exact, 3> &corners) const {
        const auto coordinate = [](Exact v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; };
        const Exact along = exact(direction_);
        const double main = coordinate(along, z_);
        const double shear_x = coordinate(along, x_) / main, shear_y = coordinate(along, y_) / main;
        double px[3], py[3], depth[3];
        for (int i = 0; i < 3; ++i) {
            depth[i] = coordinate(corners[i], z_);
            px[i] = coordinate(corners[i], x_) - shear_x * depth[i];
            py[i] = coordinate(corners[i], y_) - shear_y * depth[i];
        }
        double near[3], factor[3];
        for (int i = 0; i < 3; ++i) {
            const int k = (i + 1) % 3;
            const double ex = px[k] - px[i], ey = py[k] - py[i];
            const double f = -(px[i] * ex + py[i] * ey) / (ex * ex + ey * ey);
            factor[i] = f > 0.0 ? std::fmin(f, 1.0) : 0.0;
            const double ox = px[i] + ex * factor[i], oy = py[i] + ey * factor[i];
            near[i] = ox * ox + oy * oy;
        }
        double weight[3] = {1.0 - factor[0], factor[0], 0.0};
        const Edges<double> e(px[0], py[0], px[1], py[1], px[2], py[2]);
        const bool inside = (e.u > 0.0 && e.v > 0.0 && e.w > 0.0) || (e.u < 0.0 && e.v < 0.0 && e.w < 0.0);
        double longest_edge = 0.0;
        for (int i = 0; i < 3; ++i) {
            const double ex = px[(i + 1) % 3] - px[i], ey = py[(i + 1) % 3] - py[i];
            longest_edge = std::fmax(longest_edge, ex * ex + ey * ey);
        }
        if (inside && e.sum * e.sum > 0x1p-52 * (longest_edge * longest_edge)) {
            weight[0] = e.u / e.sum, weight[1] = e.v / e.sum, weight[2] = e.w / e.sum;
        } else if (near[1] < near[0] && near[1] < near[2]) {
            weight[0] = 0.0, weight[1] = 1.0 - factor[1], weight[2] = factor[1];
        } else if (near[2] < near[0]) {
            weight[0] = factor[2], weight[1] = 0.0, weight[2] = 1.0 - factor[2];
        }
        const double sum = (weight[0] * depth[0] + weight[1] * depth[1]) + weight[2] * depth[2];
        return {float(sum / main) + 0.0f, float(weight[1]) + 0.0f, float(weight[2]) + 0.0f, false};
    }

    Vec origin_, direction_;
    int x_, y_, z_;
    Vec shear_;
};

// Closest point on a triangle (Ericson 2005, 5.1.5, as the best of four candidates) -------------------------

/// From a point to its foot on the triangle, if that lies inside.
inline bool face_offset(Vec point, const Triangle &t, Exact &offset) {
    const Exact p = exact(point), a = exact(t.a) - p, b = exact(t.b) - p, c = exact(t.c) - p;
    const Exact ab = b - a, bc = c - b, ca = a - c;
    const Exact normal = cross(ca, ab);
    const double area = dot(normal, normal);
    const bool inside = dot(normal, cross(a, ab)) > 0.0 && dot(normal, cross(b, bc)) > 0.0 && dot(normal, cross(c, ca)) > 0.0;
    if (!inside || !(area > dot(ab, ab) * 0x1p-52 * dot(ca, ca))) return false;
    Exact nearest = dot(b, b) < dot(a, a) ? b : a;
    if (dot(c, c) < dot(nearest, nearest)) nearest = c;
    offset = normal * (dot(normal, nearest) / area);
    return true;
}

/// The squared distance that triangles are compared by.
inline float distance_squared(Vec point, const Triangle &t) {
    const Vec a = t.a - point, b = t.b - point, c = t.c - point;
    const auto edge = [](Vec from, Vec along) {
        const float factor = max(min((0.0f - dot(along, from)) / dot(along, along), 1.0f), 0.0f);
        const Vec offset = from + along * factor;
        return dot(offset, offset);
    };
    float nearest = min(min(edge(a, b - a), edge(b, c - b)), edge(a, c - a));
    Exact offset{};
    if (face_offset(point, t, offset)) nearest = min(float(dot(offset, offset)), nearest);
    const CaromAabb box = box_of(t);
    const Vec below = box.min - point, above = point - box.max;
    const Vec gap = max3(max3(below, above), {0.0f, 0.0f, 0.0f});
    return max(nearest, dot(gap, gap));
}

struct Closest {
    Exact offset; // from the query point
    std::uint32_t feature;
};

inline Closest closest_on(Vec point, const Triangle &t) {
    const Exact p = exact(point), a = exact(t.a) - p, b = exact(t.b) - p, c = exact(t.c) - p;
    const auto edge = [](Exact from, Exact to, std::uint32_t on, std::uint32_t at_from, std::uint32_t at_to) -> Closest {
        const Exact along = to - from;
        const double reach = -dot(from, along), length = dot(along, along);
        if (!(reach > 0.0 && length > 0.0)) return {from, at_from};
        if (reach >= length) return {to, at_to};
        return {from + along * (reach / length), on};
    };
    const auto square = [](const Closest &closest) { return dot(closest.offset, closest.offset); };
    Closest best = edge(a, b, CAROM_FEATURE_EDGE_AB, CAROM_FEATURE_VERTEX_A, CAROM_FEATURE_VERTEX_B);
    const Closest bc = edge(b, c, CAROM_FEATURE_EDGE_BC, CAROM_FEATURE_VERTEX_B, CAROM_FEATURE_VERTEX_C);
    if (square(bc) < square(best)) best = bc;
    const Closest ca = edge(c, a, CAROM_FEATURE_EDGE_CA, CAROM_FEATURE_VERTEX_C, CAROM_FEATURE_VERTEX_A);
    if (square(ca) < square(best)) best = ca;
    Closest face{{}, CAROM_FEATURE_FACE};
    if (face_offset(point, t, face.offset) && square(face) < square(best)) best = face;
    return best;
}

// All triangles, one after another --------------------------------------------------------------------------

class Mesh {
public:
    /// Triangles as carom_mesh_triangles() gives them back.
    explicit Mesh(const std::vector<CaromTriangle> &triangles) {
        for (const CaromTriangle &t : triangles) {
            triangles_.push_back({t.a, t.b, t.c});
            attributes_.push_back(static_cast<std::uint16_t>(t.attributes));
        }
    }

    /// A test::Soup.
    template <class Soup> explicit Mesh(const Soup &soup) {
        for (std::size_t t = 0; t < soup.triangle_count(); ++t) {
            triangles_.push_back({soup.corner(t, 0), soup.corner(t, 1), soup.corner(t, 2)});
            attributes_.push_back(soup.attribute(t));
        }
    }

    /// Every hit in the ray's range, sorted by t, equal ones by triangle.
    std::vector<CaromRayHit> raycast_all(const CaromRay &ray, const CaromFilter *filter = nullptr) const {
        const Ray prepared(ray.origin, ray.direction);
        std::vector<CaromRayHit> hits;
        each(filter, [&](const Triangle &t, std::uint32_t i) {
            Hit hit;
            const std::uint32_t side = filter ? filter->backfaces : CAROM_BACKFACES_HIT;
            if (prepared.hits(t, ray.t_min, ray.t_max, hit) &&
                (side == CAROM_BACKFACES_HIT || hit.back == (side == CAROM_BACKFACES_ONLY))) {
                hits.push_back({hit.t, hit.u, hit.v, i});
            }
        });
        std::stable_sort(hits.begin(), hits.end(),
                         [](const CaromRayHit &a, const CaromRayHit &b) { return a.t < b.t; });
        return hits;
    }

    CaromClosestPoint closest_point(const CaromPointQuery &query, const CaromFilter *filter = nullptr) const {
        CaromClosestPoint answer = {query.point, infinity, CAROM_NONE, CAROM_FEATURE_FACE};
        float limit = std::fmin(query.max_distance * query.max_distance, largest_float);
        each(filter, [&](const Triangle &t, std::uint32_t i) {
            const float key = distance_squared(query.point, t);
            const bool first = answer.triangle == CAROM_NONE;
            if (first ? key <= limit : key < limit) {
                limit = key;
                const Closest found = closest_on(query.point, t);
                const float distance = static_cast<float>(std::sqrt(dot(found.offset, found.offset)));
                answer = {rounded(exact(query.point) + found.offset), min(distance, query.max_distance), i, found.feature};
            }
        });
        return answer;
    }

    std::vector<std::uint32_t> overlap_sphere_all(const CaromSphere &ball, const CaromFilter *filter = nullptr) const {
        std::vector<std::uint32_t> list;
        each(filter, [&](const Triangle &t, std::uint32_t i) {
            if (distance_squared(ball.center, t) <= std::min(ball.radius * ball.radius, std::numeric_limits<float>::max())) list.push_back(i);
        });
        return list;
    }

    std::vector<std::uint32_t> candidates_aabb(const CaromAabb &box, const CaromFilter *filter = nullptr) const {
        std::vector<std::uint32_t> list;
        each(filter, [&](const Triangle &t, std::uint32_t i) {
            if (touches(box, box_of(t))) list.push_back(i);
        });
        return list;
    }

private:
    /// Bit by bit, as the header says.
    static bool passes(const CaromFilter &filter, std::uint32_t attributes) {
        bool any = filter.any_of == 0;
        for (std::uint32_t bit = 1; bit != 0; bit <<= 1) {
            if ((filter.require & bit) && !(attributes & bit)) return false;
            if ((filter.exclude & bit) && (attributes & bit)) return false;
            if ((filter.any_of & bit) && (attributes & bit)) any = true;
        }
        return any;
    }

    template <class Visit> void each(const CaromFilter *filter, Visit visit) const {
        for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
            if (!filter || passes(*filter, attributes_[i])) visit(triangles_[i], i);
        }
    }

    std::vector<Triangle> triangles_;
    std::vector<std::uint16_t> attributes_;
};

} // namespace reference
