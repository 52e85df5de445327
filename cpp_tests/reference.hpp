// The oracle: the single-triangle tests that src/geometry documents, written a second time, and plain loops
// over all triangles. Compiled without fused multiply-add and without re-association (see CMakeLists.txt),
// it gives the same bits as the library.

// The demo in examples/demo uses it too, so it needs nothing of the tests.

#pragma once

#include <carom.h>

#include <algorithm>
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
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
inline float dot(Vec a, Vec b) { return (a.x * b.x + a.y * b.y) + a.z * b.z; }
inline Vec min3(Vec a, Vec b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
inline Vec max3(Vec a, Vec b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }
inline float max_abs(Vec v) { return max(max(std::fabs(v.x), std::fabs(v.y)), std::fabs(v.z)); }

struct Triangle {
    Vec a, b, c;
};

inline CaromAabb box_of(const Triangle &t) { return {min3(min3(t.a, t.b), t.c), max3(max3(t.a, t.b), t.c)}; }

inline bool touches(const CaromAabb &a, const CaromAabb &b) {
    return a.min.x <= b.max.x && a.min.y <= b.max.y && a.min.z <= b.max.z && a.max.x >= b.min.x &&
           a.max.y >= b.min.y && a.max.z >= b.min.z;
}

/// Whether the corners lie on one line, by the cross product of the edges in double precision.
inline bool degenerate(const Triangle &t) {
    const double ex = double(t.b.x) - double(t.a.x), fx = double(t.c.x) - double(t.a.x);
    const double ey = double(t.b.y) - double(t.a.y), fy = double(t.c.y) - double(t.a.y);
    const double ez = double(t.b.z) - double(t.a.z), fz = double(t.c.z) - double(t.a.z);
    return ey * fz == ez * fy && ez * fx == ex * fz && ex * fy == ey * fx;
}

// A line against a box (Kay and Kajiya 1986), padded --------------------------------------------------------

struct Line {
    Vec origin, inverse;

    Line(Vec from, Vec direction) : origin(from), inverse() {
        const float floor = max(max_abs(direction) * (1.0f / 1099511627776.0f), 1e-30f);
        const auto reciprocal = [&](float d) { return 1.0f / std::copysign(max(std::fabs(d), floor), d); };
        inverse = {reciprocal(direction.x), reciprocal(direction.y), reciprocal(direction.z)};
    }

    float grow(const CaromAabb &box) const {
        const Vec low = box.min - origin, high = box.max - origin;
        const float far = max(max(max(std::fabs(low.x), std::fabs(high.x)), max(std::fabs(low.y), std::fabs(high.y))),
                              max(std::fabs(low.z), std::fabs(high.z)));
        const float grown = far * (64.0f / 16777216.0f);
        return grown < largest_float ? grown : largest_float;
    }

    /// Where the line enters and leaves the grown box.
    std::pair<float, float> interval(const CaromAabb &box, float grow) const {
        float enter[3], leave[3];
        for (int i = 0; i < 3; ++i) {
            const float by = at(inverse, i);
            const float low = ((at(box.min, i) - at(origin, i)) - grow) * by;
            const float high = ((at(box.max, i) - at(origin, i)) + grow) * by;
            enter[i] = min(low, high);
            leave[i] = max(low, high);
        }
        return {max(max(enter[0], enter[1]), enter[2]), min(min(leave[0], leave[1]), leave[2])};
    }
};

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
    Ray(Vec origin, Vec direction) : line_(origin, direction) {
        const float x = std::fabs(direction.x), y = std::fabs(direction.y), z = std::fabs(direction.z);
        z_ = y > x ? 1 : 0;
        if (z > (z_ == 1 ? y : x)) z_ = 2;
        x_ = (z_ + 1) % 3;
        y_ = (z_ + 2) % 3;
        const float main = at(direction, z_);
        if (main < 0.0f) std::swap(x_, y_);
        shear_ = {at(direction, x_) / main, at(direction, y_) / main, 1.0f / main};
    }

    /// Whether the ray hits the triangle in its range, and where.
    bool hits(const Triangle &t, float t_min, float t_max, Hit &hit) const {
        const Vec a = sheared(t.a), b = sheared(t.b), c = sheared(t.c);
        const Edges<float> e(a.x, a.y, b.x, b.y, c.x, c.y);
        if (e.outside()) return false;
        const float at_t = ((e.u * a.z + e.v * b.z) + e.w * c.z) / e.sum;
        const float size = std::fabs(e.sum);
        const bool usable = size >= 1e-30f && size <= largest_float && std::fabs(at_t) <= largest_float;
        if (e.u == 0.0f || e.v == 0.0f || e.w == 0.0f || !usable) {
            const Edges<double> d(a.x, a.y, b.x, b.y, c.x, c.y);
            if (d.outside() || d.sum == 0.0 || !std::isfinite(d.sum)) return false;
            const double exact = ((d.u * double(a.z) + d.v * double(b.z)) + d.w * double(c.z)) / d.sum;
            hit = {float(exact), float(d.v / d.sum), float(d.w / d.sum), d.sum < 0.0};
        } else {
            hit = {at_t, e.v / e.sum, e.w / e.sum, e.sum < 0.0f};
        }
        const CaromAabb box = box_of(t);
        const auto inside = line_.interval(box, line_.grow(box));
        if (!std::isfinite(hit.t) || !(hit.t >= t_min) || degenerate(t)) return false;
        if (inside.first > inside.second || !(inside.second >= t_min)) return false;
        hit.t = max(hit.t, inside.first);
        return hit.t <= t_max;
    }

private:
    Vec sheared(Vec corner) const {
        const Vec p = corner - line_.origin;
        const float z = at(p, z_);
        return {at(p, x_) - shear_.x * z, at(p, y_) - shear_.y * z, shear_.z * z};
    }

    Line line_;
    int x_, y_, z_;
    Vec shear_;
};

// Closest point on a triangle (Ericson 2005, 5.1.5, as the best of four candidates) -------------------------

struct Closest {
    Vec offset; // from the query point
    float square;
    std::uint32_t feature;
};

inline Closest closest_on(Vec point, const Triangle &t) {
    const Vec a = t.a - point, b = t.b - point, c = t.c - point;
    const Vec low = min3(min3(a, b), c), high = max3(max3(a, b), c);
    const auto candidate = [&](Vec offset, std::uint32_t feature) -> Closest {
        const Vec inside = max3(min3(offset, high), low);
        return {inside, dot(inside, inside), feature};
    };
    const auto edge = [&](Vec from, Vec to, std::uint32_t on, std::uint32_t at_from, std::uint32_t at_to) {
        const Vec along = to - from;
        const float reach = -dot(from, along), length = dot(along, along);
        if (!(reach > 0.0f && length > 0.0f)) return candidate(from, at_from);
        if (reach >= length) return candidate(to, at_to);
        return candidate(from + along * (reach / length), on);
    };
    Closest best = edge(a, b, CAROM_FEATURE_EDGE_AB, CAROM_FEATURE_VERTEX_A, CAROM_FEATURE_VERTEX_B);
    const Closest bc = edge(b, c, CAROM_FEATURE_EDGE_BC, CAROM_FEATURE_VERTEX_B, CAROM_FEATURE_VERTEX_C);
    if (bc.square < best.square) best = bc;
    const Closest ca = edge(c, a, CAROM_FEATURE_EDGE_CA, CAROM_FEATURE_VERTEX_C, CAROM_FEATURE_VERTEX_A);
    if (ca.square < best.square) best = ca;
    const Vec ab = b - a, ac = c - a;
    const float d1 = -dot(ab, a), d2 = -dot(ac, a), d3 = -dot(ab, b);
    const float d4 = -dot(ac, b), d5 = -dot(ab, c), d6 = -dot(ac, c);
    const float va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    const float sum = (va + vb) + vc;
    float v = 0.0f, w = 0.0f;
    bool inside = va > 0.0f && vb > 0.0f && vc > 0.0f;
    if (std::fabs(sum) >= 1e-30f && std::fabs(sum) <= std::numeric_limits<float>::max()) {
        v = vb / sum;
        w = vc / sum;
    } else {
        const double e1 = d1, e2 = d2, e3 = d3, e4 = d4, e5 = d5, e6 = d6;
        const double ea = e3 * e6 - e5 * e4, eb = e5 * e2 - e1 * e6, ec = e1 * e4 - e3 * e2;
        const double area = (ea + eb) + ec;
        inside = ea > 0.0 && eb > 0.0 && ec > 0.0;
        v = static_cast<float>(eb / area);
        w = static_cast<float>(ec / area);
    }
    if (inside) {
        const Closest face = candidate((a + ab * v) + ac * w, CAROM_FEATURE_FACE);
        if (face.square < best.square) best = face;
    }
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
            const Closest found = closest_on(query.point, t);
            const bool first = answer.triangle == CAROM_NONE;
            if (first ? found.square <= limit : found.square < limit) {
                limit = found.square;
                answer = {query.point + found.offset, std::sqrt(found.square), i, found.feature};
            }
        });
        return answer;
    }

    std::vector<std::uint32_t> list_sphere(const CaromSphere &ball, const CaromFilter *filter = nullptr) const {
        std::vector<std::uint32_t> list;
        each(filter, [&](const Triangle &t, std::uint32_t i) {
            if (closest_on(ball.center, t).square <= std::min(ball.radius * ball.radius, std::numeric_limits<float>::max())) list.push_back(i);
        });
        return list;
    }

    std::vector<std::uint32_t> list_aabb(const CaromAabb &box, const CaromFilter *filter = nullptr) const {
        std::vector<std::uint32_t> list;
        each(filter, [&](const Triangle &t, std::uint32_t i) {
            if (touches(box, box_of(t))) list.push_back(i);
        });
        return list;
    }

private:
    template <class Visit> void each(const CaromFilter *filter, Visit visit) const {
        for (std::uint32_t i = 0; i < triangles_.size(); ++i) {
            if (filter && ((attributes_[i] & filter->require) != filter->require || (attributes_[i] & filter->exclude))) {
                continue;
            }
            visit(triangles_[i], i);
        }
    }

    std::vector<Triangle> triangles_;
    std::vector<std::uint16_t> attributes_;
};

} // namespace reference
