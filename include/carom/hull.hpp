// Convex hulls.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_HULL_HPP
#define CAROM_HULL_HPP

#include "input.hpp"
#include "owner.hpp"

CAROM_NAMESPACE_BEGIN

/// The convex hull of points, owned. Can be moved, not copied. Queries on meshes take it in a pose, and may do so on all
/// threads at once.
class hull : public detail::owner<hull, CaromHull> {
    outcome<CaromHullPose> at_outcome(outcome<CaromPose> made) const {
        return detail::then(std::move(made), [&](const CaromPose &pose) -> outcome<CaromHullPose> { return at(pose); });
    }

public:
    using owner::build;
    using owner::owner;

    /// The convex hull of points, exactly: 255 vertices at most.
    static outcome<hull> build(const positions &points) {
        if (points.rest() != 0) return detail::not_whole<hull>("points", points);
        if (const auto wide = detail::too_wide({{points.size(), "point_count"}, {points.stride(), "point_stride"}})) {
            return detail::exceeds<hull>(*wide);
        }
        CaromHullDesc desc{}; // zeros are the defaults
        desc.struct_size = sizeof desc;
        desc.points = points.data();
        desc.point_count = static_cast<std::uint32_t>(points.size());
        desc.point_stride = static_cast<std::uint32_t>(points.stride());
        return build(desc);
    }

    /// The hull in a pose, or moved, for queries. Borrows the hull, so not of a temporary.
    CaromHullPose at(const pose_or_translation &pose) const &noexcept { return {get(), pose}; }
    CaromHullPose at(const pose_or_translation &pose) const && = delete;

    /// The hull in a pose: first the scale, then the rotation, four floats x, y, z, w or nullptr for none, then the
    /// translation. Borrows the hull, so not of a temporary.
    outcome<CaromHullPose> at(const float *rotation, const vec3 &translation, float scale = 1.0f) const & {
        return at_outcome(pose(rotation, translation, scale));
    }
    outcome<CaromHullPose> at(const quaternion &rotation, const vec3 &translation, float scale = 1.0f) const & {
        return at_outcome(pose(rotation, translation, scale));
    }
    outcome<CaromHullPose> at(std::nullptr_t, const vec3 &translation, float scale = 1.0f) const & {
        return at_outcome(pose(nullptr, translation, scale));
    }
    outcome<CaromHullPose> at(const float *, const vec3 &, float = 1.0f) const && = delete;
    outcome<CaromHullPose> at(const quaternion &, const vec3 &, float = 1.0f) const && = delete;
    outcome<CaromHullPose> at(std::nullptr_t, const vec3 &, float = 1.0f) const && = delete;

    /// The box around it.
    outcome<CaromAabb> bounds() const { return figure(&CaromHullStats::bounds); }
    /// Number of vertices.
    outcome<std::uint32_t> vertex_count() const { return figure(&CaromHullStats::vertex_count); }

    /// The vertices, in the order of their coordinates.
    outcome<std::vector<CaromVec3>> vertices() const {
        return detail::filled(std::vector<CaromVec3>(), [&](std::vector<CaromVec3> &all) {
            return detail::fill_list(all, 64, [&](auto... out) { return carom_hull_vertices(get(), out...); });
        });
    }

    /// The faces: lists of vertices, counter-clockwise seen from outside.
    outcome<lists<std::uint32_t>> faces() const {
        return detail::then(stats(), [&](const CaromHullStats &known) {
            return detail::filled(lists<std::uint32_t>(), [&](lists<std::uint32_t> &all) {
                return detail::fill_lists(all, known.face_count, 2 * std::size_t(known.edge_count),
                                          [&](auto... out) { return carom_hull_faces(get(), out...); });
            });
        });
    }
};

CAROM_NAMESPACE_END

#endif // CAROM_HULL_HPP
