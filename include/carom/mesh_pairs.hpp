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

    // Queries with lists of pairs for answers.
    auto touching_all(const Self &other, const poses &where, filter_ref a_filter, filter_ref b_filter) const noexcept {
        return [of = handle(), &other, &where, a_filter, b_filter](auto... out) {
            return carom_mesh_overlap_mesh_all(of, other.get(), where.a(), where.b(), where.size(), a_filter, b_filter,
                                               out...);
        };
    }
    auto shared(const Self &other, const poses &where, filter_ref a_filter, filter_ref b_filter) const noexcept {
        return [of = handle(), &other, &where, a_filter, b_filter](auto... out) {
            return carom_mesh_intersections(of, other.get(), where.a(), where.b(), where.size(), a_filter, b_filter,
                                            out...);
        };
    }
    auto near(float distance, const Self &other, const poses &where, filter_ref a_filter,
              filter_ref b_filter) const noexcept {
        return [of = handle(), distance, &other, &where, a_filter, b_filter](auto... out) {
            return carom_mesh_within(of, other.get(), where.a(), where.b(), where.size(), distance, a_filter, b_filter,
                                     out...);
        };
    }

    static std::size_t guess(const poses &where) noexcept { return 16 * where.size() + 256; }

    template <class Item, class Call> static outcome<void> pairs(const poses &where, lists<Item> &out, Call call) {
        if (where.a_size() != where.size()) return unequal_poses<void>(where);
        return fill_lists(out, where.size(), guess(where), call);
    }
    template <class Item, class Call> static outcome<lists<Item>> pairs(const poses &where, Call call) {
        return filled(lists<Item>(), [&](lists<Item> &out) { return pairs(where, out, call); });
    }
    template <class Item, class Call>
    static outcome<void> pairs_one(const poses &where, std::vector<Item> &out, Call call) {
        return fill_list(out, guess(where), [&](auto... into) { return call(nullptr, into...); });
    }
    template <class Item, class Call> static outcome<std::vector<Item>> pairs_one(const poses &where, Call call) {
        return filled(std::vector<Item>(), [&](std::vector<Item> &out) { return pairs_one(where, out, call); });
    }

    /// What chooses the form for one pose: of braces too, which give no type.
    template <class Pose> using if_pose =
        std::enable_if_t<std::is_convertible<const Pose &, pose_or_translation>::value, int>;
    using one_pose = pose_or_translation;
    static poses one(const one_pose &pose) noexcept { return poses(static_cast<const CaromPose &>(pose)); }

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
    template <class Pose = one_pose, if_pose<Pose> = 0> outcome<bool>
    overlap(const Self &other, const Pose &pose = Pose(), filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return then(ask_one<std::uint8_t>(touching(other, where, a_filter, b_filter)),
                    [](std::uint8_t told) -> outcome<bool> { return told != 0; });
    }

    /// All pairs of triangles that touch.
    outcome<lists<CaromTrianglePair>> overlap_all(const Self &other, const poses &where, filter_ref a_filter = {},
                                                  filter_ref b_filter = {}) const {
        return pairs<CaromTrianglePair>(where, touching_all(other, where, a_filter, b_filter));
    }
    outcome<void> overlap_all(const Self &other, const poses &where, lists<CaromTrianglePair> &out,
                              filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return pairs(where, out, touching_all(other, where, a_filter, b_filter));
    }
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<std::vector<CaromTrianglePair>> overlap_all(const Self &other, const Pose &pose = Pose(),
                                                        filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return pairs_one<CaromTrianglePair>(where, touching_all(other, where, a_filter, b_filter));
    }
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<void> overlap_all(const Self &other, const Pose &pose, std::vector<CaromTrianglePair> &out,
                              filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return pairs_one(where, out, touching_all(other, where, a_filter, b_filter));
    }

    /// All pairs of triangles that touch, each with what they share.
    outcome<lists<CaromPairIntersection>> intersections(const Self &other, const poses &where, filter_ref a_filter = {},
                                                        filter_ref b_filter = {}) const {
        return pairs<CaromPairIntersection>(where, shared(other, where, a_filter, b_filter));
    }
    outcome<void> intersections(const Self &other, const poses &where, lists<CaromPairIntersection> &out,
                                filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return pairs(where, out, shared(other, where, a_filter, b_filter));
    }
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<std::vector<CaromPairIntersection>> intersections(const Self &other, const Pose &pose = Pose(),
                                                              filter_ref a_filter = {},
                                                              filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return pairs_one<CaromPairIntersection>(where, shared(other, where, a_filter, b_filter));
    }
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<void> intersections(const Self &other, const Pose &pose, std::vector<CaromPairIntersection> &out,
                                filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return pairs_one(where, out, shared(other, where, a_filter, b_filter));
    }

    /// All pairs of triangles that are no farther apart than `distance`, with their distance.
    outcome<lists<CaromPairDistance>> within(float distance, const Self &other, const poses &where,
                                             filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return pairs<CaromPairDistance>(where, near(distance, other, where, a_filter, b_filter));
    }
    outcome<void> within(float distance, const Self &other, const poses &where, lists<CaromPairDistance> &out,
                         filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        return pairs(where, out, near(distance, other, where, a_filter, b_filter));
    }
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<std::vector<CaromPairDistance>> within(float distance, const Self &other, const Pose &pose = Pose(),
                                                   filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return pairs_one<CaromPairDistance>(where, near(distance, other, where, a_filter, b_filter));
    }
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<void> within(float distance, const Self &other, const Pose &pose, std::vector<CaromPairDistance> &out,
                         filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return pairs_one(where, out, near(distance, other, where, a_filter, b_filter));
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
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<CaromMeshDistance> distance(const Self &other, const Pose &pose = Pose(), float max_distance = infinity,
                                        filter_ref a_filter = {}, filter_ref b_filter = {}) const {
        const poses where = one(pose);
        return ask_one<CaromMeshDistance>(apart(other, where, max_distance, a_filter, b_filter));
    }

    /// Tells whether one closed mesh lies inside of the other: the bits of inside_flags.
    outcome<void> inside(const Self &other, const poses &where, span<std::uint8_t> out) const {
        return ask(where, out, enclosed(other, where));
    }
    outcome<std::vector<std::uint8_t>> inside(const Self &other, const poses &where) const {
        return ask<std::uint8_t>(where, enclosed(other, where));
    }
    template <class Pose = one_pose, if_pose<Pose> = 0>
    outcome<inside_flags> inside(const Self &other, const Pose &pose = Pose()) const {
        const poses where = one(pose);
        return then(ask_one<std::uint8_t>(enclosed(other, where)),
                    [](std::uint8_t told) -> outcome<inside_flags> { return static_cast<inside_flags>(told); });
    }
};

} // namespace detail
CAROM_NAMESPACE_END

#endif // CAROM_MESH_PAIRS_HPP
