// The oracle for two meshes: plain loops over all pairs of triangles, decided in integers where coordinates
// are integers. Knows nothing of how the library decides.

#pragma once

#include "support.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace test {

/// The position of a vertex, as carom.h defines it. Compiled without fused multiply-add.
inline CaromVec3 posed(const CaromPose &pose, CaromVec3 v) {
    const auto at = [&](const float (&r)[4]) { return ((r[0] * v.x + r[1] * v.y) + r[2] * v.z) + r[3]; };
    return {at(pose.rows[0]), at(pose.rows[1]), at(pose.rows[2])};
}

/// A mesh with posed vertices.
inline Soup posed(const CaromPose &pose, Soup soup) {
    for (CaromVec3 &v : soup.positions) v = posed(pose, v);
    return soup;
}

/// A vector of integers; those of the tests are so small that nothing overflows.
struct Whole {
    std::int64_t x, y, z;
};
inline Whole whole(CaromVec3 v) { return {std::llround(v.x), std::llround(v.y), std::llround(v.z)}; }
inline Whole operator-(Whole a, Whole b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Whole cross(Whole a, Whole b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline std::int64_t dot(Whole a, Whole b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

using WholeTriangle = std::array<Whole, 3>;
inline WholeTriangle whole_triangle(const Soup &soup, std::size_t t) {
    return {whole(soup.corner(t, 0)), whole(soup.corner(t, 1)), whole(soup.corner(t, 2))};
}

/// Returns true if all of one triangle lies beyond all of the other along an axis.
inline bool separated(const WholeTriangle &a, const WholeTriangle &b, Whole axis) {
    const auto range = [&](const WholeTriangle &t) {
        return std::minmax({dot(axis, t[0]), dot(axis, t[1]), dot(axis, t[2])});
    };
    const auto p = range(a), q = range(b);
    return p.second < q.first || q.second < p.first;
}

/// Returns true if two closed triangles share a point, degenerate ones included. They do unless an axis
/// separates them. The differences of their points are a polytope, and a point outside of it is beyond one of
/// its sides. In space, sides are spanned by two edges. In a plane, they stand upright on it beside an edge.
/// On a line, they are its ends, and a point off the line is separated by a plane upright on it. Two points
/// are separated by their difference.
inline bool touch(const WholeTriangle &a, const WholeTriangle &b) {
    const Whole edges[6] = {a[1] - a[0], a[2] - a[1], a[0] - a[2], b[1] - b[0], b[2] - b[1], b[0] - b[2]};
    const Whole between = b[0] - a[0];
    const auto apart = [&](Whole axis) { return separated(a, b, axis); };
    if (apart({1, 0, 0}) || apart({0, 1, 0}) || apart({0, 0, 1}) || apart(between)) return false;
    for (int i = 0; i < 6; ++i) {
        if (apart(edges[i]) || apart(cross(cross(edges[i], between), edges[i]))) return false;
        for (int j = 0; j < i; ++j) {
            const Whole normal = cross(edges[i], edges[j]);
            if (apart(normal)) return false;
            for (const Whole &edge : edges) {
                if (apart(cross(normal, edge))) return false;
            }
        }
    }
    return true;
}

/// Returns true if a filter lets a triangle through.
inline bool passes(const CaromFilter *filter, std::uint32_t attributes) {
    return !filter || ((attributes & filter->require) == filter->require && (attributes & filter->exclude) == 0 &&
                       (filter->any_of == 0 || (attributes & filter->any_of) != 0));
}

/// All pairs that touch, of meshes whose coordinates are integers.
inline std::vector<CaromTrianglePair> all_pairs(const Soup &a, const Soup &b, const CaromFilter *a_filter = nullptr,
                                                const CaromFilter *b_filter = nullptr) {
    std::vector<CaromTrianglePair> pairs;
    for (std::uint32_t i = 0; i < a.triangle_count(); ++i) {
        if (!passes(a_filter, a.attribute(i))) continue;
        for (std::uint32_t j = 0; j < b.triangle_count(); ++j) {
            if (passes(b_filter, b.attribute(j)) && touch(whole_triangle(a, i), whole_triangle(b, j))) pairs.push_back({i, j});
        }
    }
    return pairs;
}

// Distances, in double precision -----------------------------------------------------------------------------

struct Wide {
    double x, y, z;
};
inline Wide wide(CaromVec3 v) { return {double(v.x), double(v.y), double(v.z)}; }
inline Wide operator-(Wide a, Wide b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Wide along(Wide a, Wide d, double t) { return {a.x + d.x * t, a.y + d.y * t, a.z + d.z * t}; }
inline double dot(Wide a, Wide b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Wide cross(Wide a, Wide b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline double length(Wide a) { return std::sqrt(dot(a, a)); }

using WideTriangle = std::array<Wide, 3>;
inline WideTriangle wide_triangle(const Soup &soup, std::size_t t) {
    return {wide(soup.corner(t, 0)), wide(soup.corner(t, 1)), wide(soup.corner(t, 2))};
}

inline double point_to_segment(Wide p, Wide a, Wide b) {
    const Wide d = b - a;
    const double square = dot(d, d);
    const double t = square > 0 ? std::min(1.0, std::max(0.0, dot(p - a, d) / square)) : 0.0;
    return length(p - along(a, d, t));
}

/// The distance to the plane if the foot is within the edges; else infinity.
inline double point_to_face(Wide p, const WideTriangle &t) {
    const Wide n = cross(t[1] - t[0], t[2] - t[0]);
    const double size = length(n);
    if (size == 0) return INFINITY;
    for (int k = 0; k < 3; ++k) {
        if (dot(cross(n, t[(k + 1) % 3] - t[k]), p - t[k]) < 0) return INFINITY;
    }
    return std::fabs(dot(n, p - t[0])) / size;
}

/// The distance of the lines, if their nearest points are on both segments; else infinity. The ends are
/// looked at elsewhere.
inline double between_segments(Wide a, Wide b, Wide c, Wide d) {
    const Wide u = b - a, v = d - c, w = a - c;
    const double uu = dot(u, u), uv = dot(u, v), vv = dot(v, v), uw = dot(u, w), vw = dot(v, w);
    const double all = uu * vv - uv * uv;
    if (all <= 0) return INFINITY;
    const double s = (uv * vw - vv * uw) / all, t = (uu * vw - uv * uw) / all;
    if (s < 0 || s > 1 || t < 0 || t > 1) return INFINITY;
    return length(along(a, u, s) - along(c, v, t));
}

/// The distance of triangles that do not touch: from corners to faces and edges, and from edges to edges.
inline double distance(const WideTriangle &a, const WideTriangle &b) {
    double least = INFINITY;
    const auto take = [&](double d) { least = std::min(least, d); };
    for (int i = 0; i < 3; ++i) {
        take(point_to_face(a[i], b));
        take(point_to_face(b[i], a));
        for (int j = 0; j < 3; ++j) {
            take(point_to_segment(a[i], b[j], b[(j + 1) % 3]));
            take(point_to_segment(b[i], a[j], a[(j + 1) % 3]));
            take(between_segments(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]));
        }
    }
    return least;
}

/// The distance of a point from a triangle.
inline double distance(Wide p, const WideTriangle &t) {
    double least = point_to_face(p, t);
    for (int k = 0; k < 3; ++k) least = std::min(least, point_to_segment(p, t[k], t[(k + 1) % 3]));
    return least;
}

} // namespace test
