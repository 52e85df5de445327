// Worlds of moving objects.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_WORLD_HPP
#define CAROM_WORLD_HPP

#include "objects.hpp"

CAROM_NAMESPACE_BEGIN

namespace detail {

/// How a world is cooked is not how meshes are: it is created, and opened with a number of threads.
template <> struct functions<CaromWorld> {
    using desc = CaromWorldDesc;
    using stats = CaromWorldStats;

    static CaromStatus save_file(const CaromWorld *handle, const char *path) {
        return carom_world_save_file(handle, path);
    }
    static CaromStatus about(const CaromWorld *handle, stats *out) { return carom_world_stats(handle, out); }
    static void destroy(CaromWorld *handle) noexcept { carom_world_destroy(handle); }
};

} // namespace detail

/// Moving objects, and which of them touch; owned. An empty one makes calls fail with CAROM_ERROR_NULL_ARGUMENT. Any thread
/// may call anything on it at any time; see CaromWorld. Batches of edits are refused whole if an element is bad.
class CAROM_EMPTY_BASES world : public detail::handle_owner<world, CaromWorld>,
                                public detail::lists_objects<world, CaromAabb, CaromSphere, CaromFrustum> {
    /// Runs an edit with as many values as ids.
    template <class Call> static outcome<void> edit(const char *name, std::size_t count, std::size_t ids, Call call) {
        if (count != ids) return detail::unequal<void>(name, count, ids, "ids");
        return detail::finish(call());
    }

    /// A function of queries, with filters behind them.
    template <class Function> auto asking(Function function, world_filters filters) const noexcept {
        return [function, of = get(), filters](const auto *queries, std::size_t count, auto... out) {
            return function(of, queries, count, filters.data(), filters.size(), out...);
        };
    }

    template <class Item, class Function> outcome<std::vector<Item>> list_of(Function function) const {
        return detail::filled(std::vector<Item>(), [&](std::vector<Item> &out) { return list_into(function, out); });
    }
    template <class Item, class Function> outcome<void> list_into(Function function, std::vector<Item> &out) const {
        return detail::fill_list(out, 0, [&](auto... into) { return function(get(), into...); });
    }

public:
    using handle_owner::handle_owner;

    /// An empty world.
    static outcome<world> create(const CaromWorldDesc &desc) {
        return made([&](CaromWorld **out) { return carom_world_create(&desc, out); });
    }
    static outcome<world> create(world_structure structure = world_structure::automatic) {
        CaromWorldDesc desc{}; // zeros are the defaults
        desc.struct_size = sizeof desc;
        desc.structure = number(structure);
        return create(desc);
    }

    /// The world that save() gave. The bytes may be freed afterwards.
    static outcome<world> open_copy(const void *blob, std::size_t size, std::uint32_t thread_count = 0) {
        return made([&](CaromWorld **out) { return carom_world_open(blob, size, thread_count, out); });
    }
    template <class Bytes, std::enable_if_t<detail::is_bytes<Bytes>::value, int> = 0>
    static outcome<world> open_copy(const Bytes &blob, std::uint32_t thread_count = 0) {
        return open_copy(blob.data(), blob.size(), thread_count);
    }

    /// All objects with their ids, to be opened again.
    outcome<std::vector<unsigned char>> save() const {
        return detail::filled(std::vector<unsigned char>(), [&](std::vector<unsigned char> &bytes) {
            std::size_t size = 0;
            CaromStatus status;
            while ((status = carom_world_save(get(), bytes.data(), bytes.size(), &size)) == CAROM_BUFFER_TOO_SMALL)
                bytes.resize(size);
            bytes.resize(status < 0 ? 0 : size);
            return detail::finish(status);
        });
    }

    /// The world in a file that save_file() wrote, which is read and closed. The path is UTF-8: characters, std::string,
    /// std::string_view or std::filesystem::path.
    template <class Path, std::enable_if_t<detail::is_path<Path>::value, int> = 0>
    static outcome<world> open_file(const Path &path, std::uint32_t thread_count = 0) {
        return detail::with_path(path, [&](const char *text) {
            return made([&](CaromWorld **out) { return carom_world_open_file(text, thread_count, out); });
        });
    }

    /// The handle, for edits through the C interface; still owned here.
    using handle_owner::get;
    CaromWorld *get() noexcept { return mutable_handle(); }

    /// Adds objects; their ids.
    outcome<void> insert(span<const CaromWorldObject> objects, span<std::uint64_t> ids) {
        if (ids.size() != objects.size()) return detail::wrong_room<void>("ids", ids.size(), objects.size(), "objects");
        return detail::finish(carom_world_insert(get(), objects.data(), objects.size(), ids.data()));
    }
    outcome<std::vector<std::uint64_t>> insert(span<const CaromWorldObject> objects) {
        std::vector<std::uint64_t> ids(objects.size());
        return detail::finish(carom_world_insert(get(), objects.data(), objects.size(), ids.data()), ids);
    }
    outcome<std::uint64_t> insert(const CaromWorldObject &object) {
        std::uint64_t id = CAROM_NO_OBJECT;
        return detail::finish(carom_world_insert(get(), &object, 1, &id), id);
    }
    /// Adds an object in the first group, which sees all: a CaromAabb, a CaromSphere or a CaromVolume.
    template <class Volume, class = decltype(carom::object(std::declval<const Volume &>()))>
    outcome<std::uint64_t> insert(const Volume &volume, std::uint64_t user = 0, bool is_static = false) {
        return insert(carom::object(volume, user, is_static));
    }
    /// Adds an object in the first group, which sees all, for each of these: CaromAabb, CaromSphere or CaromVolume.
    template <class Volumes, class = detail::object_of<Volumes>>
    outcome<std::vector<std::uint64_t>> insert(const Volumes &volumes) {
        std::vector<CaromWorldObject> objects;
        objects.reserve(volumes.size());
        for (const auto &volume : volumes) objects.push_back(carom::object(volume));
        return insert(span<const CaromWorldObject>(objects));
    }
    /// Adds one object of several volumes.
    outcome<std::uint64_t> insert_compound(const CaromWorldObject &object, span<const CaromVolume> volumes) {
        std::uint64_t id = CAROM_NO_OBJECT;
        return detail::finish(carom_world_insert_compound(get(), &object, volumes.data(), volumes.size(), &id), id);
    }

    /// Changes what objects fill.
    outcome<void> update(span<const std::uint64_t> ids, span<const CaromVolume> volumes) {
        return edit("volumes", volumes.size(), ids.size(),
                    [&] { return carom_world_update(get(), ids.data(), volumes.data(), ids.size()); });
    }
    outcome<void> update(std::uint64_t id, const CaromVolume &volume) {
        return detail::finish(carom_world_update(get(), &id, &volume, 1));
    }
    outcome<void> update(std::uint64_t id, const CaromAabb &box) {
        return detail::finish(carom_world_update_boxes(get(), &id, &box, 1));
    }
    outcome<void> update(std::uint64_t id, const CaromSphere &sphere) {
        return detail::finish(carom_world_update_spheres(get(), &id, &sphere, 1));
    }
    outcome<void> update_boxes(span<const std::uint64_t> ids, span<const CaromAabb> boxes) {
        return edit("boxes", boxes.size(), ids.size(),
                    [&] { return carom_world_update_boxes(get(), ids.data(), boxes.data(), ids.size()); });
    }
    outcome<void> update_spheres(span<const std::uint64_t> ids, span<const CaromSphere> spheres) {
        return edit("spheres", spheres.size(), ids.size(),
                    [&] { return carom_world_update_spheres(get(), ids.data(), spheres.data(), ids.size()); });
    }
    outcome<void> update_compound(std::uint64_t id, span<const CaromVolume> volumes) {
        return detail::finish(carom_world_update_compound(get(), id, volumes.data(), volumes.size()));
    }

    /// Removes objects; their ids are errors from then on.
    outcome<void> remove(span<const std::uint64_t> ids) {
        return detail::finish(carom_world_remove(get(), ids.data(), ids.size()));
    }
    outcome<void> remove(std::uint64_t id) { return detail::finish(carom_world_remove(get(), &id, 1)); }
    /// Forgets most free places of removed objects and gives back memory; ids stay as they are.
    outcome<void> compact() { return detail::finish(carom_world_compact(get())); }
    /// Removes all objects.
    outcome<void> clear() { return detail::finish(carom_world_clear(get())); }

    /// Changes which objects these see.
    outcome<void> set_filter(span<const std::uint64_t> ids, span<const CaromGroupFilter> filters) {
        return edit("filters", filters.size(), ids.size(),
                    [&] { return carom_world_set_filter(get(), ids.data(), filters.data(), ids.size()); });
    }
    outcome<void> set_filter(std::uint64_t id, const CaromGroupFilter &filter) {
        return detail::finish(carom_world_set_filter(get(), &id, &filter, 1));
    }
    /// Changes whether objects are static: 0 or 1 for each.
    outcome<void> set_static(span<const std::uint64_t> ids, span<const std::uint8_t> is_static) {
        return edit("is_static", is_static.size(), ids.size(),
                    [&] { return carom_world_set_static(get(), ids.data(), is_static.data(), ids.size()); });
    }
    outcome<void> set_static(std::uint64_t id, bool is_static) {
        const std::uint8_t flag = is_static ? 1 : 0;
        return detail::finish(carom_world_set_static(get(), &id, &flag, 1));
    }
    /// Changes the users of objects.
    outcome<void> set_user(span<const std::uint64_t> ids, span<const std::uint64_t> users) {
        return edit("users", users.size(), ids.size(),
                    [&] { return carom_world_set_user(get(), ids.data(), users.data(), ids.size()); });
    }
    outcome<void> set_user(std::uint64_t id, std::uint64_t user) {
        return detail::finish(carom_world_set_user(get(), &id, &user, 1));
    }

    /// An object as it is now.
    outcome<CaromWorldObject> object(std::uint64_t id) const {
        CaromWorldObject found;
        return detail::finish(carom_world_object(get(), id, &found), found);
    }
    /// The ids of all objects, ascending.
    outcome<std::vector<std::uint64_t>> ids() const { return list_of<std::uint64_t>(carom_world_ids); }
    /// Number of objects.
    outcome<std::uint64_t> size() const { return figure(&CaromWorldStats::object_count); }

    /// All pairs that touch, sorted, in a vector whose memory is used again.
    outcome<void> pairs(std::vector<CaromWorldPair> &out) const { return list_into(carom_world_pairs, out); }
    outcome<std::vector<CaromWorldPair>> pairs() const { return list_of<CaromWorldPair>(carom_world_pairs); }

    /// The pairs that have begun and that have ended since the last call.
    outcome<void> pair_changes(std::vector<CaromWorldPair> &begun, std::vector<CaromWorldPair> &ended) {
        begun.resize(begun.capacity());
        ended.resize(ended.capacity());
        std::size_t written[2] = {0, 0};
        std::size_t total[2] = {0, 0};
        CaromStatus status;
        while ((status = carom_world_pair_changes(get(), begun.data(), begun.size(), &written[0], &total[0],
                                                  ended.data(), ended.size(), &written[1], &total[1])) ==
               CAROM_BUFFER_TOO_SMALL) {
            begun.resize(total[0]);
            ended.resize(total[1]);
        }
        begun.resize(status < 0 ? 0 : written[0]);
        ended.resize(status < 0 ? 0 : written[1]);
        return detail::finish(status);
    }

    /// The objects that each of these is a pair with.
    outcome<lists<std::uint64_t>> pairs_of(span<const std::uint64_t> ids) const {
        return detail::list<std::uint64_t>(ids, [&](auto... more) { return carom_world_pairs_of(get(), more...); });
    }
    outcome<void> pairs_of(span<const std::uint64_t> ids, lists<std::uint64_t> &out) const {
        return detail::list(ids, out, [&](auto... more) { return carom_world_pairs_of(get(), more...); });
    }
    outcome<std::vector<std::uint64_t>> pairs_of(std::uint64_t id) const {
        return detail::list_one<std::uint64_t>(id, [&](auto... more) { return carom_world_pairs_of(get(), more...); });
    }
    outcome<void> pairs_of(std::uint64_t id, std::vector<std::uint64_t> &out) const {
        return detail::list_one(id, out, [&](auto... more) { return carom_world_pairs_of(get(), more...); });
    }

    // Queries.

    /// The first object that each ray meets.
    outcome<void> raycast(span<const CaromRay> rays, span<CaromWorldHit> out, world_filters filters = {}) const {
        return detail::ask(rays, out, asking(carom_world_raycast, filters));
    }
    outcome<std::vector<CaromWorldHit>> raycast(span<const CaromRay> rays, world_filters filters = {}) const {
        return detail::ask<CaromWorldHit>(rays, asking(carom_world_raycast, filters));
    }
    outcome<CaromWorldHit> raycast(const CaromRay &one, world_filters filters = {}) const {
        return detail::ask_one<CaromWorldHit>(one, asking(carom_world_raycast, filters));
    }
    outcome<CaromWorldHit> raycast(const vec3 &origin, const vec3 &direction, float t_max = infinity,
                                   world_filters filters = {}) const {
        return raycast(ray(origin, direction, t_max), filters);
    }
    outcome<CaromWorldHit> raycast(const vec3 &origin, const vec3 &direction, world_filters filters) const {
        return raycast(ray(origin, direction), filters);
    }
    /// All objects that each ray meets, along it.
    outcome<lists<CaromWorldHit>> raycast_all(span<const CaromRay> rays, world_filters filters = {}) const {
        return detail::list<CaromWorldHit>(rays, asking(carom_world_raycast_all, filters));
    }
    outcome<void> raycast_all(span<const CaromRay> rays, lists<CaromWorldHit> &out, world_filters filters = {}) const {
        return detail::list(rays, out, asking(carom_world_raycast_all, filters));
    }
    outcome<std::vector<CaromWorldHit>> raycast_all(const CaromRay &one, world_filters filters = {}) const {
        return detail::list_one<CaromWorldHit>(one, asking(carom_world_raycast_all, filters));
    }
    outcome<void> raycast_all(const CaromRay &one, std::vector<CaromWorldHit> &out, world_filters filters = {}) const {
        return detail::list_one(one, out, asking(carom_world_raycast_all, filters));
    }
    /// The first object that each moving box meets.
    outcome<void> cast(span<const CaromAabbCast> moving, span<CaromWorldHit> out, world_filters filters = {}) const {
        return detail::ask(moving, out, asking(carom_world_cast_aabb, filters));
    }
    outcome<std::vector<CaromWorldHit>> cast(span<const CaromAabbCast> moving, world_filters filters = {}) const {
        return detail::ask<CaromWorldHit>(moving, asking(carom_world_cast_aabb, filters));
    }
    outcome<CaromWorldHit> cast(const CaromAabbCast &one, world_filters filters = {}) const {
        return detail::ask_one<CaromWorldHit>(one, asking(carom_world_cast_aabb, filters));
    }
    outcome<CaromWorldHit> cast(const CaromAabb &box, const vec3 &displacement, world_filters filters = {}) const {
        return cast(carom::cast(box, displacement), filters);
    }
    /// All objects that each moving box meets, along its way.
    outcome<lists<CaromWorldHit>> cast_all(span<const CaromAabbCast> moving, world_filters filters = {}) const {
        return detail::list<CaromWorldHit>(moving, asking(carom_world_cast_aabb_all, filters));
    }
    outcome<void> cast_all(span<const CaromAabbCast> moving, lists<CaromWorldHit> &out,
                           world_filters filters = {}) const {
        return detail::list(moving, out, asking(carom_world_cast_aabb_all, filters));
    }
    outcome<std::vector<CaromWorldHit>> cast_all(const CaromAabbCast &one, world_filters filters = {}) const {
        return detail::list_one<CaromWorldHit>(one, asking(carom_world_cast_aabb_all, filters));
    }
    outcome<void> cast_all(const CaromAabbCast &one, std::vector<CaromWorldHit> &out,
                           world_filters filters = {}) const {
        return detail::list_one(one, out, asking(carom_world_cast_aabb_all, filters));
    }
    /// The nearest objects to each point, `wanted` places for each; `out` has so many a point.
    outcome<void> nearest(span<const CaromPointQuery> points, std::size_t wanted, span<CaromNeighbor> out,
                          world_filters filters = {}) const {
        // No product, which may overflow.
        const bool fits = wanted == 0 ? out.empty() : out.size() % wanted == 0 && out.size() / wanted == points.size();
        if (!fits) {
            return detail::fail<void>(CAROM_ERROR_INVALID_ARGUMENT, "out: room for " + std::to_string(out.size()) +
                                                                        " neighbors of " +
                                                                        std::to_string(points.size()) + " points, " +
                                                                        std::to_string(wanted) + " each");
        }
        return detail::finish(carom_world_nearest(get(), points.data(), points.size(), wanted, filters.data(),
                                                  filters.size(), out.data()));
    }
    outcome<std::vector<CaromNeighbor>> nearest(span<const CaromPointQuery> points, std::size_t wanted,
                                                world_filters filters = {}) const {
        return detail::filled(std::vector<CaromNeighbor>(points.size() * wanted),
                              [&](std::vector<CaromNeighbor> &out) { return nearest(points, wanted, out, filters); });
    }
    /// The nearest objects to one point: as many as there are, `wanted` at most.
    outcome<void> nearest(const vec3 &point, std::size_t wanted, std::vector<CaromNeighbor> &out,
                          world_filters filters = {}) const {
        const CaromPointQuery one = point_query(point);
        out.resize(wanted);
        const CaromStatus status =
            carom_world_nearest(get(), &one, 1, wanted, filters.data(), filters.size(), out.data());
        while (!out.empty() && (status < 0 || out.back().object == CAROM_NO_OBJECT)) out.pop_back();
        return detail::finish(status);
    }
    outcome<std::vector<CaromNeighbor>> nearest(const vec3 &point, std::size_t wanted,
                                                world_filters filters = {}) const {
        return detail::filled(std::vector<CaromNeighbor>(),
                              [&](std::vector<CaromNeighbor> &out) { return nearest(point, wanted, out, filters); });
    }

    /// The boxes of its structure, for drawing.
    outcome<std::vector<CaromWorldBox>> boxes() const { return list_of<CaromWorldBox>(carom_world_boxes); }
};

CAROM_NAMESPACE_END

#endif // CAROM_WORLD_HPP
