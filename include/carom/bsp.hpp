// BSP trees of solids.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_BSP_HPP
#define CAROM_BSP_HPP

#include "input.hpp"
#include "verbs.hpp"

CAROM_NAMESPACE_BEGIN

/// A half-space, as brushes are given by them: the points p with dot(normal, p) <= d.
struct plane {
    CaromVec3 normal;
    float d;
};
static_assert(sizeof(plane) == 4 * sizeof(float), "planes are four floats");

/// The six planes of an axis-aligned box, a brush.
constexpr std::array<plane, 6> box_brush(const vec3 &min, const vec3 &max) noexcept {
    return {{{{1, 0, 0}, max.x},
             {{-1, 0, 0}, -min.x},
             {{0, 1, 0}, max.y},
             {{0, -1, 0}, -min.y},
             {{0, 0, 1}, max.z},
             {{0, 0, -1}, -min.z}}};
}
constexpr std::array<plane, 6> box_brush(const CaromAabb &box) noexcept { return box_brush(box.min, box.max); }

namespace detail {

inline outcome<CaromBspDesc> describe_brushes(span<const plane> planes, span<const std::uint32_t> plane_counts,
                                              span<const std::uint16_t> attributes) {
    if (!attributes.empty() && attributes.size() != plane_counts.size()) {
        return unequal<CaromBspDesc>("attributes", attributes.size(), plane_counts.size(), "brushes");
    }
    if (const auto wide = too_wide({{planes.size(), "plane_count"}, {plane_counts.size(), "brush_count"}})) {
        return exceeds<CaromBspDesc>(*wide);
    }
    CaromBspDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.planes = planes.empty() ? nullptr : &planes.data()->normal.x;
    desc.plane_count = static_cast<std::uint32_t>(planes.size());
    desc.plane_counts = plane_counts.data();
    desc.brush_count = static_cast<std::uint32_t>(plane_counts.size());
    desc.attributes = attributes.empty() ? nullptr : attributes.data();
    return desc;
}

inline outcome<CaromBspDesc> describe_surface(const positions &at, const indices &corners,
                                              span<const std::uint32_t> corner_counts) {
    if (at.rest() != 0) return not_whole<CaromBspDesc>("positions", at);
    if (const auto wide = too_wide({{at.size(), "vertex_count"},
                                    {at.stride(), "position_stride"},
                                    {corners.size(), "index_count"},
                                    {corner_counts.size(), "polygon_count"}})) {
        return exceeds<CaromBspDesc>(*wide);
    }
    CaromBspDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.input = number(bsp_input::surface);
    desc.positions = at.data();
    desc.vertex_count = static_cast<std::uint32_t>(at.size());
    desc.position_stride = static_cast<std::uint32_t>(at.stride());
    desc.indices = corners.data();
    desc.index_size = static_cast<std::uint32_t>(corners.index_size());
    desc.index_count = static_cast<std::uint32_t>(corners.size());
    desc.corner_counts = corner_counts.empty() ? nullptr : corner_counts.data();
    desc.polygon_count = static_cast<std::uint32_t>(corner_counts.size());
    return desc;
}

} // namespace detail

/// A descriptor of convex brushes, everything else at its default. It borrows the arrays: the planes of one brush
/// after the other, how many each has, one attribute a brush or none.
inline outcome<CaromBspDesc> describe_brushes(borrowed<const plane> planes, borrowed<const std::uint32_t> plane_counts,
                                              borrowed<const std::uint16_t> attributes = {}) {
    return detail::describe_brushes(planes, plane_counts, attributes);
}

/// A descriptor of a closed surface, everything else at its default. It borrows the arrays, so they must have a name:
/// corners of polygons, and how many each has, or none for triangles.
template <class Positions, class Indices,
          std::enable_if_t<std::is_constructible<positions, Positions>::value &&
                               std::is_constructible<indices, Indices>::value && detail::outlives<Positions> &&
                               detail::outlives<Indices>,
                           int> = 0>
outcome<CaromBspDesc> describe_surface(Positions &&at, Indices &&corners,
                                       borrowed<const std::uint32_t> corner_counts = {}) {
    const positions &points = at;
    if (detail::is_gone<Positions>(points)) return detail::gone<CaromBspDesc>();
    return detail::describe_surface(points, corners, corner_counts);
}

/// Brushes, collected one by one.
class brushes {
public:
    /// Adds a convex brush, the points that are behind all of its planes, and gives its number.
    std::uint32_t add(span<const plane> planes, std::uint16_t attributes = 0) {
        planes_.insert(planes_.end(), planes.begin(), planes.end());
        counts_.push_back(static_cast<std::uint32_t>(planes.size()));
        attributes_.push_back(attributes);
        return static_cast<std::uint32_t>(counts_.size() - 1);
    }
    /// Adds a box.
    std::uint32_t add_box(const vec3 &min, const vec3 &max, std::uint16_t attributes = 0) {
        return add(box_brush(min, max), attributes);
    }
    std::uint32_t add_box(const CaromAabb &box, std::uint16_t attributes = 0) {
        return add(box_brush(box), attributes);
    }

    /// Number of brushes.
    std::size_t size() const noexcept { return counts_.size(); }

    /// A descriptor of them, which must outlive it.
    outcome<CaromBspDesc> describe() const & { return describe_brushes(planes_, counts_, attributes_); }
    outcome<CaromBspDesc> describe() const && = delete;

private:
    std::vector<plane> planes_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint16_t> attributes_;
};

/// A cooked BSP tree of solids, owned, like a mesh, whose forms of queries it has. An empty one makes queries fail with
/// CAROM_ERROR_NULL_ARGUMENT. Capsules, boxes and contacts ask brushes as triangles are asked: the tree must be of brushes.
class CAROM_EMPTY_BASES bsp : public detail::owner<bsp, CaromBsp>,
                              public detail::has_boxes<bsp>,
                              public detail::overlaps<bsp, CaromCapsule, CaromBox>,
                              public detail::overlaps_all<bsp, CaromCapsule, CaromBox>,
                              public detail::has_contacts<bsp, CaromSphere, CaromCapsule, CaromBoxAxes>,
                              public detail::casts<bsp, CaromCapsuleCast, CaromBoxCast>,
                              public detail::casts_all<bsp, CaromCapsuleCast, CaromBoxCast> {
    auto touching(filter_ref filter, bsp_mode mode) const noexcept {
        return [of = get(), filter, mode](const CaromSphere *spheres, std::size_t count, std::uint8_t *out) {
            return carom_bsp_overlap_sphere(of, spheres, count, number(mode), filter, out);
        };
    }

public:
    using casts::cast;
    using overlaps::overlap;
    using owner::build;
    using owner::owner;

    /// Builds a tree of brushes.
    static outcome<bsp> build(const brushes &solids) {
        return detail::then(solids.describe(), [](const CaromBspDesc &desc) { return build(desc); });
    }

    /// Builds a tree of axis-aligned boxes, each a brush.
    static outcome<bsp> build(span<const CaromAabb> boxes) {
        brushes solids;
        for (const CaromAabb &box : boxes) solids.add_box(box);
        return build(solids);
    }

    /// Builds, and reports what the build found.
    static outcome<bsp> build(CaromBspDesc desc, CaromBspReport &report) {
        report.struct_size = sizeof(CaromBspReport);
        desc.report = &report;
        return build(desc);
    }

    /// Builds a tree of the inside of a closed surface of triangles.
    static outcome<bsp> build_surface(const positions &at, const indices &corners) {
        return detail::then(detail::describe_surface(at, corners, {}),
                            [](const CaromBspDesc &desc) { return build(desc); });
    }

    /// The box around the solid.
    outcome<CaromAabb> bounds() const { return figure(&CaromBspStats::bounds); }
    /// Number of brushes.
    outcome<std::uint32_t> brush_count() const { return figure(&CaromBspStats::brush_count); }

    /// Tells whether each sphere touches the solid: 1 or 0.
    outcome<void> overlap(span<const CaromSphere> spheres, span<std::uint8_t> out, filter_ref filter = {},
                          bsp_mode mode = bsp_mode::exact) const {
        return detail::ask(spheres, out, touching(filter, mode));
    }
    outcome<std::vector<std::uint8_t>> overlap(span<const CaromSphere> spheres, filter_ref filter = {},
                                               bsp_mode mode = bsp_mode::exact) const {
        return detail::ask<std::uint8_t>(spheres, touching(filter, mode));
    }
    outcome<bool> overlap(const CaromSphere &sphere, filter_ref filter = {}, bsp_mode mode = bsp_mode::exact) const {
        return detail::tell(sphere, touching(filter, mode));
    }
    // Without a filter.
    outcome<void> overlap(span<const CaromSphere> spheres, span<std::uint8_t> out, bsp_mode mode) const {
        return detail::ask(spheres, out, touching({}, mode));
    }
    outcome<std::vector<std::uint8_t>> overlap(span<const CaromSphere> spheres, bsp_mode mode) const {
        return detail::ask<std::uint8_t>(spheres, touching({}, mode));
    }
    outcome<bool> overlap(const CaromSphere &sphere, bsp_mode mode) const {
        return detail::tell(sphere, touching({}, mode));
    }

    /// The brush that contains each point.
    outcome<void> contains(const points &at, span<CaromBspContent> out, filter_ref filter = {}) const {
        return detail::ask(span<const CaromVec3>(at), out, with_filter(carom_bsp_contains_point, filter));
    }
    outcome<std::vector<CaromBspContent>> contains(const points &at, filter_ref filter = {}) const {
        return detail::ask<CaromBspContent>(span<const CaromVec3>(at), with_filter(carom_bsp_contains_point, filter));
    }
    outcome<CaromBspContent> contains(const vec3 &point, filter_ref filter = {}) const {
        return detail::ask_one<CaromBspContent>(static_cast<const CaromVec3 &>(point),
                                                with_filter(carom_bsp_contains_point, filter));
    }

    /// The contact of each sphere.
    outcome<void> collide(span<const CaromSphere> spheres, span<CaromBspContact> out, filter_ref filter = {}) const {
        return detail::ask(spheres, out, with_filter(carom_bsp_collide_sphere, filter));
    }
    outcome<std::vector<CaromBspContact>> collide(span<const CaromSphere> spheres, filter_ref filter = {}) const {
        return detail::ask<CaromBspContact>(spheres, with_filter(carom_bsp_collide_sphere, filter));
    }
    outcome<CaromBspContact> collide(const CaromSphere &sphere, filter_ref filter = {}) const {
        return detail::ask_one<CaromBspContact>(sphere, with_filter(carom_bsp_collide_sphere, filter));
    }

    /// The first contact of each moving sphere.
    outcome<void> cast(span<const CaromSphereCast> moving, span<CaromBspCastHit> out, filter_ref filter = {}) const {
        return detail::ask(moving, out, with_filter(carom_bsp_cast_sphere, filter));
    }
    outcome<std::vector<CaromBspCastHit>> cast(span<const CaromSphereCast> moving, filter_ref filter = {}) const {
        return detail::ask<CaromBspCastHit>(moving, with_filter(carom_bsp_cast_sphere, filter));
    }
    outcome<CaromBspCastHit> cast(const CaromSphereCast &moving, filter_ref filter = {}) const {
        return detail::ask_one<CaromBspCastHit>(moving, with_filter(carom_bsp_cast_sphere, filter));
    }

    /// The place where each ray is first inside.
    outcome<void> raycast(span<const CaromRay> rays, span<CaromBspCastHit> out, filter_ref filter = {}) const {
        return detail::ask(rays, out, with_filter(carom_bsp_raycast, filter));
    }
    outcome<std::vector<CaromBspCastHit>> raycast(span<const CaromRay> rays, filter_ref filter = {}) const {
        return detail::ask<CaromBspCastHit>(rays, with_filter(carom_bsp_raycast, filter));
    }
    /// The place where one ray is first inside, as the hit of a mesh.
    outcome<hit> raycast(const CaromRay &ray, filter_ref filter = {}) const {
        return detail::then(detail::ask_one<CaromBspCastHit>(ray, with_filter(carom_bsp_raycast, filter)),
                            [](const CaromBspCastHit &found) -> outcome<hit> { return hit(found); });
    }
    outcome<hit> raycast(const vec3 &origin, const vec3 &direction, float t_max = infinity,
                         filter_ref filter = {}) const {
        return raycast(ray(origin, direction, t_max), filter);
    }
    outcome<hit> raycast(const vec3 &origin, const vec3 &direction, filter_ref filter) const {
        return raycast(ray(origin, direction), filter);
    }
};

CAROM_NAMESPACE_END

#endif // CAROM_BSP_HPP
