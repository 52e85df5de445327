// Objects of worlds, the filters of questions, and the objects that shapes touch.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_OBJECTS_HPP
#define CAROM_OBJECTS_HPP

#include "verbs.hpp"

CAROM_NAMESPACE_BEGIN

/// A box as a volume.
constexpr CaromVolume volume(const CaromAabb &box) noexcept { return {CAROM_VOLUME_BOX, 0.0f, box.min, box.max}; }
/// A sphere as a volume.
constexpr CaromVolume volume(const CaromSphere &sphere) noexcept {
    return {CAROM_VOLUME_SPHERE, sphere.radius, sphere.center, CaromVec3{0.0f, 0.0f, 0.0f}};
}

/// An object in the first group, which sees all.
constexpr CaromWorldObject object(const CaromVolume &volume, std::uint64_t user = 0, bool is_static = false) noexcept {
    return {user, volume, CaromGroupFilter{1, 0xffffffffu}, is_static ? 1u : 0u, 0};
}
constexpr CaromWorldObject object(const CaromAabb &box, std::uint64_t user = 0, bool is_static = false) noexcept {
    return object(volume(box), user, is_static);
}
constexpr CaromWorldObject object(const CaromSphere &sphere, std::uint64_t user = 0, bool is_static = false) noexcept {
    return object(volume(sphere), user, is_static);
}

/// A filter of a query that sees all objects but one, and those that see nothing.
constexpr CaromWorldFilter ignoring(std::uint64_t id) noexcept {
    return {CaromGroupFilter{0xffffffffu, 0xffffffffu}, id};
}
/// A filter of a query that sees the objects that see each other with it, but for one.
constexpr CaromWorldFilter seeing(std::uint32_t group, std::uint32_t mask,
                                  std::uint64_t ignored = CAROM_NO_OBJECT) noexcept {
    return {CaromGroupFilter{group, mask}, ignored};
}

/// Filters of queries of worlds: one for each query, or one for all; without any, all objects are seen but those that see
/// nothing.
class world_filters : public span<const CaromWorldFilter> {
public:
    using span::span;
    constexpr world_filters() noexcept = default;
    constexpr world_filters(const CaromWorldFilter &one) noexcept : span(&one, 1) {}
};

namespace detail {

inline CaromStatus overlap_all(const CaromWorld *of, const CaromAabb *boxes, std::size_t count, world_filters filters,
                               std::uint64_t *offsets, std::uint64_t *ids, std::size_t capacity, std::size_t *written,
                               std::size_t *total) {
    return carom_world_overlap_aabb_all(of, boxes, count, filters.data(), filters.size(), offsets, ids, capacity,
                                        written, total);
}
inline CaromStatus overlap_all(const CaromWorld *of, const CaromSphere *spheres, std::size_t count,
                               world_filters filters, std::uint64_t *offsets, std::uint64_t *ids, std::size_t capacity,
                               std::size_t *written, std::size_t *total) {
    return carom_world_overlap_sphere_all(of, spheres, count, filters.data(), filters.size(), offsets, ids, capacity,
                                          written, total);
}
inline CaromStatus overlap_all(const CaromWorld *of, const CaromFrustum *views, std::size_t count,
                               world_filters filters, std::uint64_t *offsets, std::uint64_t *ids, std::size_t capacity,
                               std::size_t *written, std::size_t *total) {
    return carom_world_overlap_frustum_all(of, views, count, filters.data(), filters.size(), offsets, ids, capacity,
                                           written, total);
}

/// The objects that one kind of shape touches: a mixin (CRTP) as those of verbs.hpp.
template <class Self, class Shape> class lists_objects_one {
public:
    /// The objects that touch each box or sphere, or are in each view.
    outcome<lists<std::uint64_t>> overlap_all(span<const Shape> shapes, world_filters filters = {}) const {
        return list<std::uint64_t>(shapes, asking(filters));
    }
    outcome<void> overlap_all(span<const Shape> shapes, lists<std::uint64_t> &out, world_filters filters = {}) const {
        return list(shapes, out, asking(filters));
    }
    outcome<std::vector<std::uint64_t>> overlap_all(const Shape &one, world_filters filters = {}) const {
        return list_one<std::uint64_t>(one, asking(filters));
    }
    outcome<void> overlap_all(const Shape &one, std::vector<std::uint64_t> &out, world_filters filters = {}) const {
        return list_one(one, out, asking(filters));
    }

private:
    auto asking(world_filters filters) const noexcept {
        return [of = static_cast<const Self *>(this)->get(), filters](const Shape *shapes, std::size_t count,
                                                                      auto... out) {
            return detail::overlap_all(of, shapes, count, filters, out...);
        };
    }
};
template <class Self, class... Shapes> class CAROM_EMPTY_BASES lists_objects
    : public lists_objects_one<Self, Shapes>... {
public:
    using lists_objects_one<Self, Shapes>::overlap_all...;
};

/// The element of an array of volumes: boxes, spheres or CaromVolume.
template <class Container> using object_of = decltype(carom::object(*std::declval<const Container &>().data()));

} // namespace detail
CAROM_NAMESPACE_END

#endif // CAROM_OBJECTS_HPP
