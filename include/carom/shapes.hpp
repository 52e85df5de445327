// Shapes and questions, filters and hits: the structs of carom.h, made so that none of them misses silently.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_SHAPES_HPP
#define CAROM_SHAPES_HPP

#include "numbers.hpp"
#include "vectors.hpp"
#include "views.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// Operators of the hits of carom.h, unless yours are to be taken. A miss, whose t is infinite, equals a miss.
#ifndef CAROM_NO_VECTOR_OPERATORS
constexpr bool operator==(const CaromRayHit &a, const CaromRayHit &b) noexcept {
    return a.t == b.t && a.u == b.u && a.v == b.v && a.triangle == b.triangle;
}
constexpr bool operator==(const CaromShapeHit &a, const CaromShapeHit &b) noexcept {
    return a.t == b.t && a.depth == b.depth && a.point == b.point && a.normal == b.normal && a.triangle == b.triangle &&
           a.feature == b.feature && a.attributes == b.attributes;
}
constexpr bool operator==(const CaromBspCastHit &a, const CaromBspCastHit &b) noexcept {
    return a.t == b.t && a.point == b.point && a.normal == b.normal && a.brush == b.brush;
}
constexpr bool operator==(const CaromSdfRayHit &a, const CaromSdfRayHit &b) noexcept {
    return a.t == b.t && a.point == b.point && a.normal == b.normal && a.triangle == b.triangle;
}
constexpr bool operator==(const CaromWorldHit &a, const CaromWorldHit &b) noexcept {
    return a.object == b.object && a.user == b.user && a.t == b.t;
}
constexpr bool operator!=(const CaromRayHit &a, const CaromRayHit &b) noexcept { return !(a == b); }
constexpr bool operator!=(const CaromShapeHit &a, const CaromShapeHit &b) noexcept { return !(a == b); }
constexpr bool operator!=(const CaromBspCastHit &a, const CaromBspCastHit &b) noexcept { return !(a == b); }
constexpr bool operator!=(const CaromSdfRayHit &a, const CaromSdfRayHit &b) noexcept { return !(a == b); }
constexpr bool operator!=(const CaromWorldHit &a, const CaromWorldHit &b) noexcept { return !(a == b); }
#endif

CAROM_NAMESPACE_BEGIN

// Shapes and questions. Beware of zeroed ones: their rays end where they begin, and their boxes have no valid rotation.

constexpr float infinity = std::numeric_limits<float>::infinity();

/// A ray from `origin` along `direction`, whose length is the unit of t, with t_min <= t <= t_max. Without an end unless
/// one is given.
constexpr CaromRay ray(const vec3 &origin, const vec3 &direction, float t_max = infinity, float t_min = 0.0f) noexcept {
    return {origin, t_min, direction, t_max};
}

/// The point of a ray at t.
constexpr CaromVec3 point_at(const CaromRay &ray, float t) noexcept {
    return {ray.origin.x + t * ray.direction.x, ray.origin.y + t * ray.direction.y, ray.origin.z + t * ray.direction.z};
}

/// A point for closest_point, and the largest distance that counts: any unless one is given.
constexpr CaromPointQuery point_query(const vec3 &point, float max_distance = infinity) noexcept {
    return {point, max_distance};
}

/// A sphere.
constexpr CaromSphere sphere(const vec3 &center, float radius) noexcept { return {center, radius}; }

/// A capsule around the segment from `a` to `b`.
constexpr CaromCapsule capsule(const vec3 &a, const vec3 &b, float radius) noexcept { return {a, radius, b, 0}; }

/// An axis-aligned box.
constexpr CaromAabb aabb(const vec3 &min, const vec3 &max) noexcept { return {min, max}; }
constexpr CaromVec3 center(const CaromAabb &box) noexcept {
    return {0.5f * box.min.x + 0.5f * box.max.x, 0.5f * box.min.y + 0.5f * box.max.y,
            0.5f * box.min.z + 0.5f * box.max.z};
}
constexpr CaromVec3 half_extents(const CaromAabb &box) noexcept {
    return {0.5f * box.max.x - 0.5f * box.min.x, 0.5f * box.max.y - 0.5f * box.min.y,
            0.5f * box.max.z - 0.5f * box.min.z};
}

/// A box, not rotated unless a rotation is given.
constexpr CaromBox box(const vec3 &center, const vec3 &half_extents, const quaternion &rotation = {}) noexcept {
    return {center, half_extents, {rotation.x, rotation.y, rotation.z, rotation.w}};
}
/// The same box as an oriented one.
constexpr CaromBox box(const CaromAabb &bounds) noexcept { return box(center(bounds), half_extents(bounds)); }

/// A box with its axes, for contacts and casts.
inline outcome<CaromBoxAxes> axes(const CaromBox &rotated) {
    CaromBoxAxes made;
    return detail::finish(carom_box_axes_from_box(&rotated, &made), made);
}

namespace detail {

/// The axes of each box.
inline outcome<std::vector<CaromBoxAxes>> axes_of_each(span<const CaromBox> boxes) {
    using made = std::vector<CaromBoxAxes>;
    made all(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const CaromStatus status = carom_box_axes_from_box(&boxes[i], &all[i]);
        if (status >= 0) continue;
        constexpr std::size_t argument = sizeof "rotated" - 1;
        return fail<made>(status, "boxes[" + std::to_string(i) + "]" + last_message(status).substr(argument));
    }
    return all;
}

} // namespace detail

// Shapes that move along `displacement`, from t = 0 to t = 1.

constexpr CaromSphereCast cast(const CaromSphere &sphere, const vec3 &displacement) noexcept {
    return {sphere.center, sphere.radius, displacement, 0};
}
constexpr CaromCapsuleCast cast(const CaromCapsule &capsule, const vec3 &displacement) noexcept {
    return {capsule, displacement, 0};
}
constexpr CaromBoxCast cast(const CaromBoxAxes &box, const vec3 &displacement) noexcept { return {box, displacement}; }
constexpr CaromHullCast cast(const CaromHullPose &hull, const vec3 &displacement) noexcept {
    return {hull, displacement, 0};
}
constexpr CaromAabbCast cast(const CaromAabb &box, const vec3 &displacement) noexcept { return {box, displacement}; }
inline outcome<CaromBoxCast> cast(const CaromBox &box, const vec3 &displacement) {
    return detail::then(axes(box),
                        [&](const CaromBoxAxes &made) -> outcome<CaromBoxCast> { return cast(made, displacement); });
}

/// A filter with its struct_size: triangles or brushes must have all bits of `require`, none of `exclude` and, unless it
/// is 0, at least one of `any_of`.
constexpr CaromFilter filter(std::uint32_t require = 0, std::uint32_t exclude = 0, backfaces sides = backfaces::hit,
                             std::uint32_t any_of = 0) noexcept {
    return {sizeof(CaromFilter), require, exclude, number(sides), any_of};
}

/// Options of contact queries, with their struct_size: gaps up to `max_distance` are reported too; of each manifold at
/// most `max_points`, 1 to 4, or 0 for all; the other values of 0 are carom.h's defaults.
constexpr CaromContactOptions contact_options(float max_distance = 0, contact_edges edges = contact_edges::smooth,
                                              std::uint32_t max_points = 0, float merge_cos = 0) noexcept {
    return {sizeof(CaromContactOptions), max_distance, number(edges), max_points, merge_cos};
}

/// The hit of a ray or of a moving shape, of a mesh, a solid or a field alike: `if (hit)` tells whether there is one.
struct hit {
    /// The ray's parameter, or the part of the way; infinite for a miss.
    float t = infinity;
    /// Barycentric coordinates of corners b and c; 0 but for rays and meshes.
    float u = 0.0f, v = 0.0f;
    /// The triangle or brush; of fields, the triangle if they have triangles.
    std::uint32_t triangle = CAROM_NONE;
    /// Where, and the unit normal of the surface there.
    CaromVec3 point{0.0f, 0.0f, 0.0f}, normal{0.0f, 0.0f, 0.0f};
    /// The triangle's; 0 but for meshes.
    std::uint32_t attributes = 0;

    hit() = default;
    hit(const CaromRayHit &of, const CaromSurfacePoint &at) noexcept
        : t(of.t), u(of.u), v(of.v), triangle(of.triangle), point(at.point), normal(at.normal),
          attributes(at.attributes) {}
    hit(const CaromShapeHit &of) noexcept
        : t(of.t), triangle(of.triangle), point(of.point), normal(of.normal), attributes(of.attributes) {}
    hit(const CaromBspCastHit &of) noexcept : t(of.t), triangle(of.brush), point(of.point), normal(of.normal) {}
    hit(const CaromSdfRayHit &of) noexcept : t(of.t), triangle(of.triangle), point(of.point), normal(of.normal) {}

    explicit operator bool() const noexcept { return t < infinity; }
    /// Without the surface, as rays in batches have it.
    operator CaromRayHit() const noexcept { return {t, u, v, triangle}; }

    friend bool operator==(const hit &a, const hit &b) noexcept {
        const auto same = [](const CaromVec3 &p, const CaromVec3 &q) { return p.x == q.x && p.y == q.y && p.z == q.z; };
        return a.t == b.t && a.u == b.u && a.v == b.v && a.triangle == b.triangle && same(a.point, b.point) &&
               same(a.normal, b.normal) && a.attributes == b.attributes;
    }
    friend bool operator!=(const hit &a, const hit &b) noexcept { return !(a == b); }
};

/// The eight corners of a view frustum with its eye at the origin, looking along -z: `right` and `top` are half the size
/// of the near rectangle, at the distance `near_distance`. Their hull, in the camera's pose, lists what may be seen.
inline std::array<CaromVec3, 8> frustum_points(float near_distance, float far_distance, float right,
                                               float top) noexcept {
    const float wide = right * (far_distance / near_distance);
    const float high = top * (far_distance / near_distance);
    return {{{-right, -top, -near_distance},
             {right, -top, -near_distance},
             {-right, top, -near_distance},
             {right, top, -near_distance},
             {-wide, -high, -far_distance},
             {wide, -high, -far_distance},
             {-wide, high, -far_distance},
             {wide, high, -far_distance}}};
}

CAROM_NAMESPACE_END

#endif // CAROM_SHAPES_HPP
