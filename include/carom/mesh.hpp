// Meshes. Their queries of one mesh with another are in mesh_pairs.hpp.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_MESH_HPP
#define CAROM_MESH_HPP

#include "hull.hpp"
#include "mesh_pairs.hpp"
#include "verbs.hpp"

CAROM_NAMESPACE_BEGIN

/// A cooked mesh, owned. Can be moved, not copied. Queries are const and may run on all threads at once; an
/// empty one (default-made or moved from) makes them fail with CAROM_ERROR_NULL_ARGUMENT.
///
/// A query fills an array of yours, which has as many elements as there are questions, and then allocates nothing; or it
/// returns a vector; or it asks one question. Lists are sorted, and may be put into lists of yours, whose memory is used
/// again. Without a filter, everything is asked.
class CAROM_EMPTY_BASES mesh
    : public detail::owner<mesh, CaromMesh>,
      public detail::has_boxes<mesh>,
      public detail::overlaps<mesh, CaromSphere, CaromCapsule, CaromBox, CaromHullPose>,
      public detail::overlaps_all<mesh, CaromSphere, CaromCapsule, CaromBox, CaromHullPose>,
      public detail::has_contacts<mesh, CaromSphere, CaromCapsule, CaromBoxAxes, CaromHullPose>,
      public detail::casts<mesh, CaromSphereCast, CaromCapsuleCast, CaromBoxCast, CaromHullCast>,
      public detail::casts_all<mesh, CaromSphereCast, CaromCapsuleCast, CaromBoxCast, CaromHullCast>,
      public detail::has_pairs<mesh> {
    auto nearest(filter_ref filter) const noexcept {
        return [of = get(), filter](const CaromRay *rays, std::size_t count, CaromRayHit *out) {
            return carom_mesh_raycast(of, rays, count, filter, out, nullptr);
        };
    }

    auto seeing(const CaromVec3 *to, filter_ref filter) const noexcept {
        return [of = get(), to, filter](const CaromVec3 *from, std::size_t count, std::uint8_t *out) {
            return carom_mesh_line_of_sight(of, from, to, count, filter, out);
        };
    }

    auto windings() const {
        return [this](auto... asked) { return carom_mesh_winding_numbers(get(), asked...); };
    }

public:
    using has_pairs::overlap;
    using has_pairs::overlap_all;
    using overlaps::overlap;
    using overlaps_all::overlap_all;
    using owner::build;
    using owner::owner;

#ifndef CAROM_NO_EXCEPTIONS
    /// Cooks a mesh, as build() does.
    mesh(const positions &at, const indices &corners, span<const std::uint16_t> attributes = {},
         const cook_options &options = {})
        : mesh(build(at, corners, attributes, options)) {}
#endif

    /// Cooks a mesh.
    static outcome<mesh> build(const positions &at, const indices &corners, span<const std::uint16_t> attributes = {},
                               const cook_options &options = {}) {
        return detail::then(detail::describe(at, corners, attributes), [&](CaromMeshDesc desc) {
            options.apply_to(desc);
            return build(desc);
        });
    }
    static outcome<mesh> build(const positions &at, const indices &corners, const cook_options &options) {
        return build(at, corners, {}, options);
    }

    /// The box around all triangles.
    outcome<CaromAabb> bounds() const { return figure(&CaromMeshStats::bounds); }
    /// Number of triangles.
    outcome<std::uint32_t> triangle_count() const { return figure(&CaromMeshStats::triangle_count); }
    /// Number of vertices that it was cooked from.
    outcome<std::uint32_t> vertex_count() const { return figure(&CaromMeshStats::source_vertex_count); }

    /// One triangle as it was cooked. Takes a search through the mesh without CAROM_BUILD_TRIANGLE_TABLE; for many
    /// triangles see triangles(), and for the surface where rays hit, raycast_surface().
    outcome<CaromTriangle> triangle(std::uint32_t index) const {
        CaromTriangle found;
        return detail::finish(carom_mesh_triangle(get(), index, &found), found);
    }

    /// Triangles `first` and following, as many as there is room for.
    outcome<void> triangles(std::uint32_t first, span<CaromTriangle> out) const {
        return detail::finish(carom_mesh_triangles(get(), nullptr, first, out.size(), out.data()));
    }

    /// The triangles of a list, in its order; `out` has room for as many.
    outcome<void> triangles(span<const std::uint32_t> list, span<CaromTriangle> out) const {
        if (out.size() != list.size()) return detail::wrong_room<void>("out", out.size(), list.size(), "triangles");
        // An empty list need not have an address, and without one `first` would count.
        if (list.empty()) return detail::done();
        return detail::finish(carom_mesh_triangles(get(), list.data(), 0, list.size(), out.data()));
    }

    /// All triangles as they were cooked.
    outcome<std::vector<CaromTriangle>> triangles() const {
        return detail::then(triangle_count(), [&](std::uint32_t count) -> outcome<std::vector<CaromTriangle>> {
            std::vector<CaromTriangle> all(count);
            return detail::finish(carom_mesh_triangles(get(), nullptr, 0, all.size(), all.data()), all);
        });
    }

    /// The nearest hit of each ray.
    outcome<void> raycast(span<const CaromRay> rays, span<CaromRayHit> out, filter_ref filter = {}) const {
        return detail::ask(rays, out, nearest(filter));
    }
    outcome<std::vector<CaromRayHit>> raycast(span<const CaromRay> rays, filter_ref filter = {}) const {
        return detail::ask<CaromRayHit>(rays, nearest(filter));
    }
    /// The nearest hit of one ray, with the surface there: its point, normal and attributes.
    outcome<hit> raycast(const CaromRay &ray, filter_ref filter = {}) const {
        CaromRayHit found;
        CaromSurfacePoint surface;
        const CaromStatus status = carom_mesh_raycast(get(), &ray, 1, filter, &found, &surface);
        if (status < 0) return detail::fail<hit>(status, detail::last_message(status));
        return hit(found, surface);
    }
    outcome<hit> raycast(const vec3 &origin, const vec3 &direction, float t_max = infinity,
                         filter_ref filter = {}) const {
        return raycast(ray(origin, direction, t_max), filter);
    }
    outcome<hit> raycast(const vec3 &origin, const vec3 &direction, filter_ref filter) const {
        return raycast(ray(origin, direction), filter);
    }

    /// The nearest hit of each ray, and the surface there: its point, normal and attributes.
    outcome<void> raycast_surface(span<const CaromRay> rays, span<CaromRayHit> out, span<CaromSurfacePoint> surface,
                                  filter_ref filter = {}) const {
        if (out.size() != rays.size()) return detail::wrong_room<void>("out", out.size(), rays.size(), "queries");
        if (surface.size() != rays.size())
            return detail::wrong_room<void>("surface", surface.size(), rays.size(), "queries");
        return detail::finish(carom_mesh_raycast(get(), rays.data(), rays.size(), filter, out.data(), surface.data()));
    }
    outcome<std::vector<hit>> raycast_surface(span<const CaromRay> rays, filter_ref filter = {}) const {
        std::vector<CaromRayHit> found(rays.size());
        std::vector<CaromSurfacePoint> surface(rays.size());
        const CaromStatus status =
            carom_mesh_raycast(get(), rays.data(), rays.size(), filter, found.data(), surface.data());
        std::vector<hit> hits;
        if (status >= 0) {
            hits.reserve(rays.size());
            for (std::size_t i = 0; i < rays.size(); ++i) hits.emplace_back(found[i], surface[i]);
        }
        return detail::finish(status, hits);
    }
    outcome<hit> raycast_surface(const CaromRay &ray, filter_ref filter = {}) const { return raycast(ray, filter); }

    /// Tells whether each ray hits anything: 1 or 0.
    outcome<void> occluded(span<const CaromRay> rays, span<std::uint8_t> out, filter_ref filter = {}) const {
        return detail::ask(rays, out, with_filter(carom_mesh_occluded, filter));
    }
    outcome<std::vector<std::uint8_t>> occluded(span<const CaromRay> rays, filter_ref filter = {}) const {
        return detail::ask<std::uint8_t>(rays, with_filter(carom_mesh_occluded, filter));
    }
    /// Tells whether one ray hits anything.
    outcome<bool> occluded(const CaromRay &ray, filter_ref filter = {}) const {
        return detail::tell(ray, with_filter(carom_mesh_occluded, filter));
    }

    /// Tells whether nothing is between each two points, nor at one of them: 1 or 0. A point sees itself. As many points in
    /// `to` as in `from`.
    outcome<void> line_of_sight(const points &from, const points &to, span<std::uint8_t> out,
                                filter_ref filter = {}) const {
        if (to.size() != from.size()) return detail::unequal<void>("to", to.size(), from.size(), "points in from");
        return detail::ask(span<const CaromVec3>(from), out, seeing(to.data(), filter));
    }
    outcome<std::vector<std::uint8_t>> line_of_sight(const points &from, const points &to,
                                                     filter_ref filter = {}) const {
        if (to.size() != from.size())
            return detail::unequal<std::vector<std::uint8_t>>("to", to.size(), from.size(), "points in from");
        return detail::ask<std::uint8_t>(span<const CaromVec3>(from), seeing(to.data(), filter));
    }
    /// Tells whether nothing is between two points, nor at one of them. A point sees itself.
    outcome<bool> line_of_sight(const vec3 &from, const vec3 &to, filter_ref filter = {}) const {
        return detail::tell(static_cast<const CaromVec3 &>(from), seeing(&to, filter));
    }

    /// Tells whether anything is between two points, or at one of them, which must differ: they give a ray. See
    /// line_of_sight().
    outcome<bool> occluded(const vec3 &from, const vec3 &to, filter_ref filter = {}) const {
        return occluded(ray(from, {to.x - from.x, to.y - from.y, to.z - from.z}, 1.0f), filter);
    }

    /// Every hit of each ray.
    outcome<lists<CaromRayHit>> raycast_all(span<const CaromRay> rays, filter_ref filter = {}) const {
        return detail::list<CaromRayHit>(rays, with_filter(carom_mesh_raycast_all, filter));
    }
    outcome<void> raycast_all(span<const CaromRay> rays, lists<CaromRayHit> &out, filter_ref filter = {}) const {
        return detail::list(rays, out, with_filter(carom_mesh_raycast_all, filter));
    }
    outcome<std::vector<CaromRayHit>> raycast_all(const CaromRay &ray, filter_ref filter = {}) const {
        return detail::list_one<CaromRayHit>(ray, with_filter(carom_mesh_raycast_all, filter));
    }
    outcome<void> raycast_all(const CaromRay &ray, std::vector<CaromRayHit> &out, filter_ref filter = {}) const {
        return detail::list_one(ray, out, with_filter(carom_mesh_raycast_all, filter));
    }

    /// The places where each ray crosses the surface, in and out by turns.
    outcome<lists<CaromCrossing>> crossings(span<const CaromRay> rays, filter_ref filter = {}) const {
        return detail::list<CaromCrossing>(rays, with_filter(carom_mesh_crossings, filter));
    }
    outcome<void> crossings(span<const CaromRay> rays, lists<CaromCrossing> &out, filter_ref filter = {}) const {
        return detail::list(rays, out, with_filter(carom_mesh_crossings, filter));
    }
    outcome<std::vector<CaromCrossing>> crossings(const CaromRay &ray, filter_ref filter = {}) const {
        return detail::list_one<CaromCrossing>(ray, with_filter(carom_mesh_crossings, filter));
    }
    outcome<void> crossings(const CaromRay &ray, std::vector<CaromCrossing> &out, filter_ref filter = {}) const {
        return detail::list_one(ray, out, with_filter(carom_mesh_crossings, filter));
    }

    /// True if each edge runs as often in one direction as in the other. The first call looks at all triangles.
    outcome<bool> is_closed() const {
        std::uint8_t closed = 0;
        const CaromStatus status = carom_mesh_is_closed(get(), &closed);
        bool answer = closed != 0;
        return detail::finish(status, answer);
    }

    /// How often a closed surface surrounds each point. Exact.
    outcome<void> winding_number(const points &at, span<std::int32_t> out) const {
        return detail::ask(span<const CaromVec3>(at), out, windings());
    }
    outcome<std::vector<std::int32_t>> winding_number(const points &at) const {
        return detail::ask<std::int32_t>(span<const CaromVec3>(at), windings());
    }
    outcome<std::int32_t> winding_number(const vec3 &point) const {
        return detail::ask_one<std::int32_t>(static_cast<const CaromVec3 &>(point), windings());
    }
    /// Whether each point is inside of a closed surface: 1 or 0. Exact. winding_number() fills an array of yours.
    outcome<std::vector<std::uint8_t>> contains(const points &at) const {
        return detail::then(winding_number(at), [](const auto &numbers) -> outcome<std::vector<std::uint8_t>> {
            std::vector<std::uint8_t> inside;
            inside.reserve(numbers.size());
            for (const std::int32_t number : numbers) inside.push_back(number > 0 ? 1 : 0);
            return inside;
        });
    }
    /// Whether a point is inside of a closed surface. Exact.
    outcome<bool> contains(const vec3 &point) const {
        return detail::then(winding_number(point), [](std::int32_t number) -> outcome<bool> { return number > 0; });
    }

    /// The closest point of the surface to each point.
    outcome<void> closest_point(span<const CaromPointQuery> points, span<CaromClosestPoint> out,
                                filter_ref filter = {}) const {
        return detail::ask(points, out, with_filter(carom_mesh_closest_point, filter));
    }
    outcome<std::vector<CaromClosestPoint>> closest_point(span<const CaromPointQuery> points,
                                                          filter_ref filter = {}) const {
        return detail::ask<CaromClosestPoint>(points, with_filter(carom_mesh_closest_point, filter));
    }
    template <class Point, std::enable_if_t<std::is_same<Point, CaromPointQuery>::value, int> = 0>
    outcome<CaromClosestPoint> closest_point(const Point &point, filter_ref filter = {}) const {
        return detail::ask_one<CaromClosestPoint>(point, with_filter(carom_mesh_closest_point, filter));
    }
    /// The same for vectors of any kind, with one distance for all of them.
    template <class Points, std::enable_if_t<std::is_constructible<points, const Points &>::value, int> = 0>
    outcome<std::vector<CaromClosestPoint>> closest_point(const Points &at, float max_distance = infinity,
                                                          filter_ref filter = {}) const {
        const points known = at;
        std::vector<CaromPointQuery> queries;
        queries.reserve(known.size());
        for (const CaromVec3 &point : span<const CaromVec3>(known)) queries.push_back({point, max_distance});
        return closest_point(queries, filter);
    }
    outcome<CaromClosestPoint> closest_point(const vec3 &point, float max_distance = infinity,
                                             filter_ref filter = {}) const {
        return closest_point(point_query(point, max_distance), filter);
    }

    /// The triangles whose bounding boxes touch each box: more than touch it themselves.
    outcome<lists<std::uint32_t>> candidates(span<const CaromAabb> boxes, filter_ref filter = {}) const {
        return detail::list<std::uint32_t>(boxes, with_filter(carom_mesh_candidates_aabb, filter));
    }
    outcome<void> candidates(span<const CaromAabb> boxes, lists<std::uint32_t> &out, filter_ref filter = {}) const {
        return detail::list(boxes, out, with_filter(carom_mesh_candidates_aabb, filter));
    }
    outcome<std::vector<std::uint32_t>> candidates(const CaromAabb &box, filter_ref filter = {}) const {
        return detail::list_one<std::uint32_t>(box, with_filter(carom_mesh_candidates_aabb, filter));
    }
    outcome<void> candidates(const CaromAabb &box, std::vector<std::uint32_t> &out, filter_ref filter = {}) const {
        return detail::list_one(box, out, with_filter(carom_mesh_candidates_aabb, filter));
    }
};

CAROM_NAMESPACE_END

#endif // CAROM_MESH_HPP
