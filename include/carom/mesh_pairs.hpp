// One mesh and another.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_MESH_PAIRS_HPP
#define CAROM_MESH_PAIRS_HPP

#include "poses.hpp"
#include "shapes.hpp"
#include "views.hpp"

#include <cstdint>
#include <utility>
#include <vector>

CAROM_NAMESPACE_BEGIN
namespace detail {

/// The queries of a mesh with another, which may be the same, for each element of a batch of poses, or for one pose of the
/// other: a mixin (CRTP) as those of verbs.hpp. Those that fill `out` need as many elements. The filters are this mesh's and
/// the other's.
template <class Self> class has_pairs {
    static constexpr CaromPose stay = pose();

    const CaromMesh *handle() const noexcept { return static_cast<const Self *>(this)->get(); }

    auto touching(const Self &other, const poses &where, filter_ref a_filter, filter_ref b_filter) const noexcept {
        return [of = handle(), &other, &where, a_filter, b_filter](std::uint8_t *out) {
            return carom_mesh_overlap_mesh(of, other.get(), where.a(), where.b(), where.size(), a_filter, b_filter,
                                           out);
        };
    }
    auto apart(const Self &other, const poses &where, float max_distance, filter_ref a_filter,
               filter_ref b_filter) const noexcept {
        return [of = handle(), &other, &where, max_distance, a_filter, b_filter](CaromMeshDistance *out) {
            return carom_mesh_distance(of, other.get(), where.a(), where.b(), where.size(), max_distance, a_filter,
                                       b_filter, out);
        };
    }
    auto enclosed(const Self &other, const poses &where) const noexcept {
        return [of = handle(), &other, &where](std::uint8_t *out) {
            return carom_mesh_inside(of, other.get(), where.a(), where.b(), where.size(), out);
        };
    }

    template <class Made> static outcome<Made> unequal_poses(const poses &where) {
        return unequal<Made>("a_poses", where.a_size(), where.size(), "b_poses");
    }

    /// Runs a query with an answer for each pair of poses.
    template <class Answer, class Call> static outcome<void> ask(const poses &where, span<Answer> out, Call call) {
        if (where.a_size() != where.size()) return unequal_poses<void>(where);
        if (out.size() != where.size()) return wrong_room<void>("out", out.size(), where.size(), "poses");
        return finish(call(out.data()));
    }
    template <class Answer, class Call> static outcome<std::vector<Answer>> ask(const poses &where, Call call) {
        if (where.a_size() != where.size()) return unequal_poses<std::vector<Answer>>(where);
        std::vector<Answer> out(where.size());
        return finish(call(out.data()), out);
    }

    template <class Answer, class Call> static outcome<Answer> ask_one(Call call) {
        Answer out{};
        return finish(call(&out), out);
    }

    /// Runs a query with a list of pairs for an answer.
    template <class Item, class Call> static outcome<lists<Item>> pairs(const poses &where, Call call) {
        if (where.a_size() != where.size()) return unequal_poses<lists<Item>>(where);
        return filled(lists<Item>(), [&](lists<Item> &found) {
            return fill_lists(found, where.size(), 16 * where.size() + 256, call);
        });
    }

public:
    /// Tells whether any triangles touch: 1 or 0.
    outcome<void> overlap(const Self &other, const poses &where, span<std::uint8_t> out, filter_ref a_filter = {},
                          filter_ref b_filter = {}) const {
        return ask(where, out, touching(other, where, a_filter, b_filter));
    }
    outcome<std::vector<std::uint8_t>> overlap(const Self &other, const poses &where, filter_ref a_filter = {},
                                               filter_ref b_filter = {}) const {
        return ask<std::uint8_t>(where, touching(other, where, a_filter, b_filter));
    }
    outcome<bool> overlap(const Self &other, const CaromPose &pose = stay, filter_ref a_filter = {},
                          filter_ref b_filter = {}) const {
        const poses where(pose);
        return then(ask_one<std::uint8_t>(touching(other, where, a_filter, b_filter)),
                    [](std::uint8_t told) -> outcome<bool> { return told != 0; });
    }

    /// All pairs of triangles that touch.
    outcome<lists<CaromTrianglePair>> overlap_all(const Self &other, const poses &where, filter_ref a_filter = {},
                                                  filter_ref b_filter = {}) const {
        return pairs<CaromTrianglePair>(where, [&](auto... out) {
            return carom_mesh_overlap_mesh_all(handle(), other.get(), where.a(), where.b(), where.size(), a_filter,
                                               b_filter, out...);
        });
    }
    outcome<std::vector<CaromTrianglePair>> overlap_all(const Self &other, const CaromPose &pose = stay,
                                                        filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return then(overlap_all(other, poses(pose), a_filter, b_filter),
                    [](lists<CaromTrianglePair> found) -> outcome<std::vector<CaromTrianglePair>> {
                        return std::move(found.items);
                    });
    }

    /// All pairs of triangles that touch, each with what they share.
    outcome<lists<CaromPairIntersection>> intersections(const Self &other, const poses &where, filter_ref a_filter = {},
                                                        filter_ref b_filter = {}) const {
        return pairs<CaromPairIntersection>(where, [&](auto... out) {
            return carom_mesh_intersections(handle(), other.get(), where.a(), where.b(), where.size(), a_filter,
                                            b_filter, out...);
        });
    }
    outcome<std::vector<CaromPairIntersection>> intersections(const Self &other, const CaromPose &pose = stay,
                                                              filter_ref a_filter = {},
                                                              filter_ref b_filter = {}) const {
        return then(intersections(other, poses(pose), a_filter, b_filter),
                    [](lists<CaromPairIntersection> found) -> outcome<std::vector<CaromPairIntersection>> {
                        return std::move(found.items);
                    });
    }

    /// All pairs of triangles that are no farther apart than `distance`, with their distance.
    outcome<lists<CaromPairDistance>> within(float distance, const Self &other, const poses &where,
                                             filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return pairs<CaromPairDistance>(where, [&](auto... out) {
            return carom_mesh_within(handle(), other.get(), where.a(), where.b(), where.size(), distance, a_filter,
                                     b_filter, out...);
        });
    }
    outcome<std::vector<CaromPairDistance>> within(float distance, const Self &other, const CaromPose &pose = stay,
                                                   filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return then(within(distance, other, poses(pose), a_filter, b_filter),
                    [](lists<CaromPairDistance> found) -> outcome<std::vector<CaromPairDistance>> {
                        return std::move(found.items);
                    });
    }

    /// The distance of the meshes and their nearest points, if no farther than `max_distance`.
    outcome<void> distance(const Self &other, const poses &where, span<CaromMeshDistance> out,
                           float max_distance = infinity, filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return ask(where, out, apart(other, where, max_distance, a_filter, b_filter));
    }
    outcome<std::vector<CaromMeshDistance>> distance(const Self &other, const poses &where,
                                                     float max_distance = infinity, filter_ref a_filter = {},
                                                     filter_ref b_filter = {}) const {
        return ask<CaromMeshDistance>(where, apart(other, where, max_distance, a_filter, b_filter));
    }
    outcome<CaromMeshDistance> distance(const Self &other, const CaromPose &pose = stay, float max_distance = infinity,
                                        filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where(pose);
        return ask_one<CaromMeshDistance>(apart(other, where, max_distance, a_filter, b_filter));
    }

    /// Tells whether one closed mesh lies inside of the other: the bits of inside_flags.
    outcome<void> inside(const Self &other, const poses &where, span<std::uint8_t> out) const {
        return ask(where, out, enclosed(other, where));
    }
    outcome<std::vector<std::uint8_t>> inside(const Self &other, const poses &where) const {
        return ask<std::uint8_t>(where, enclosed(other, where));
    }
    outcome<inside_flags> inside(const Self &other, const CaromPose &pose = stay) const {
        const poses where(pose);
        return then(ask_one<std::uint8_t>(enclosed(other, where)),
                    [](std::uint8_t told) -> outcome<inside_flags> { return static_cast<inside_flags>(told); });
    }
};

} // namespace detail
CAROM_NAMESPACE_END

#endif // CAROM_MESH_PAIRS_HPP
