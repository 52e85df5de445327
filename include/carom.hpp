// carom for C++17: owners for meshes and BSP trees, exceptions for errors, arrays with their lengths. SPDX: MIT OR Apache-2.0
//
// A thin layer over carom.h, header only; whatever carom.h says holds here too. The structs are those of
// carom.h. Queries with one answer each come in two forms: one fills an array of yours and allocates nothing, one
// returns a vector. Lists come as vectors; to have them in arrays of yours, call the C functions with get().
//
//     std::vector<CaromVec3> positions = ...;
//     std::vector<std::uint32_t> indices = ...;
//     carom::mesh mesh = carom::mesh::build(positions, indices);
//     std::vector<CaromRayHit> hits = mesh.raycast(rays);
//
// All of it throws carom::error and, where memory is allocated here, std::bad_alloc. Nothing else.

#ifndef CAROM_HPP
#define CAROM_HPP

#include "carom.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace carom {

/// A call that failed: its status, and in what() the message of carom_last_error_message().
class error : public std::runtime_error {
public:
    error(CaromStatus status, const std::string &message) : std::runtime_error(message), status_(status) {}

    /// Why it failed; always negative.
    CaromStatus status() const noexcept { return status_; }

private:
    CaromStatus status_;
};

/// Throws if a status is an error; hands it through otherwise, remarks included.
inline CaromStatus check(CaromStatus status) {
    if (status < 0) {
        throw error(status, carom_last_error_message());
    }
    return status;
}

/// Consecutive elements that someone else owns: a pointer and a count. Made from anything that has data() and
/// size(), such as std::vector, std::array and std::span, and from plain arrays.
template <class T> class span {
public:
    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class Container, class = std::enable_if_t<std::is_convertible<
        std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[], T (*)[]>::value>>
    constexpr span(Container &&container) noexcept : data_(container.data()), size_(container.size()) {}

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T &operator[](std::size_t i) const noexcept { return data_[i]; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }

private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/// The lists that a batch of list queries gives, one after another in one array.
template <class T> struct lists {
    /// List i is items[offsets[i]] up to items[offsets[i + 1]].
    std::vector<std::uint64_t> offsets;
    /// All of them.
    std::vector<T> items;

    /// How many lists there are.
    std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }

    /// List i, which must be below size().
    span<const T> operator[](std::size_t i) const noexcept {
        const auto begin = static_cast<std::size_t>(offsets[i]);
        return {items.data() + begin, static_cast<std::size_t>(offsets[i + 1]) - begin};
    }
};

/// The instruction set in force, CAROM_SIMD_PORTABLE or above.
inline std::uint32_t simd_level() noexcept { return carom_simd_level(); }

/// Chooses the instruction set for the whole process, for tests and measurements; answers do not depend on it.
/// Throws CAROM_ERROR_INVALID_ARGUMENT if the processor does not have it.
inline void set_simd_level(std::uint32_t level = CAROM_SIMD_DEFAULT) { check(carom_set_simd_level(level)); }

/// A filter with its struct_size: triangles or brushes must have all bits of `require`, none of `exclude` and, unless it
/// is 0, at least one of `any_of`.
inline CaromFilter filter(std::uint32_t require = 0, std::uint32_t exclude = 0,
                          std::uint32_t backfaces = CAROM_BACKFACES_HIT, std::uint32_t any_of = 0) noexcept {
    CaromFilter made{};
    made.struct_size = sizeof(CaromFilter);
    made.require = require;
    made.exclude = exclude;
    made.backfaces = backfaces;
    made.any_of = any_of;
    return made;
}

namespace detail {

/// A count that a descriptor has 32 bits for.
inline std::uint32_t narrow(std::size_t count, const char *name) {
    if (count > (std::numeric_limits<std::uint32_t>::max)()) {
        throw error(CAROM_ERROR_TOO_LARGE, std::string(name) + ": " + std::to_string(count) + " exceeds 32 bits");
    }
    return static_cast<std::uint32_t>(count);
}

/// Makes sure that there is room for as many answers as there are questions.
inline void check_room(const char *name, std::size_t room, std::size_t count, const char *questions) {
    if (room != count) {
        throw error(CAROM_ERROR_INVALID_ARGUMENT, std::string(name) + ": room for " + std::to_string(room) +
                                                      " answers to " + std::to_string(count) + " " + questions);
    }
}

/// Runs a query with one answer each: `function(handle, queries, count, filter, answers)`.
template <class Function, class Handle, class Query, class Answer>
void fill(Function function, const Handle *handle, span<Query> queries, span<Answer> out,
          const CaromFilter *filter) {
    check_room("out", out.size(), queries.size(), "queries");
    check(function(handle, queries.data(), queries.size(), filter, out.data()));
}

/// The same, into a vector.
template <class Answer, class Function, class Handle, class Query>
std::vector<Answer> answers(Function function, const Handle *handle, span<Query> queries,
                            const CaromFilter *filter) {
    std::vector<Answer> out(queries.size());
    fill(function, handle, queries, span<Answer>(out), filter);
    return out;
}

/// carom_mesh_raycast() without the surface.
inline CaromStatus raycast(const CaromMesh *handle, const CaromRay *rays, std::size_t count, const CaromFilter *filter,
                           CaromRayHit *out) {
    return carom_mesh_raycast(handle, rays, count, filter, out, nullptr);
}

template <class Index>
CaromMeshDesc describe(span<const CaromVec3> positions, span<const Index> indices,
                       span<const std::uint16_t> attributes) {
    const std::size_t triangles = indices.size() / 3;
    if (indices.size() % 3 != 0) {
        throw error(CAROM_ERROR_INVALID_ARGUMENT,
                    "indices: " + std::to_string(indices.size()) + " is not a multiple of 3");
    }
    if (!attributes.empty() && attributes.size() != triangles) {
        throw error(CAROM_ERROR_INVALID_ARGUMENT, "attributes: " + std::to_string(attributes.size()) + " for " +
                                                      std::to_string(triangles) + " triangles");
    }
    CaromMeshDesc desc;
    check(carom_mesh_desc_init(&desc));
    desc.positions = positions.empty() ? nullptr : &positions.data()->x;
    desc.vertex_count = narrow(positions.size(), "vertex_count");
    desc.indices = indices.data();
    desc.index_size = sizeof(Index);
    desc.triangle_count = narrow(triangles, "triangle_count");
    desc.attributes = attributes.empty() ? nullptr : attributes.data();
    return desc;
}

} // namespace detail

/// A descriptor of these arrays, everything else at its default. It borrows them. Three indices a triangle, one
/// attribute a triangle or none.
inline CaromMeshDesc describe(span<const CaromVec3> positions, span<const std::uint32_t> indices,
                              span<const std::uint16_t> attributes = {}) {
    return detail::describe(positions, indices, attributes);
}
inline CaromMeshDesc describe(span<const CaromVec3> positions, span<const std::uint16_t> indices,
                              span<const std::uint16_t> attributes = {}) {
    return detail::describe(positions, indices, attributes);
}

/// Counts what is wrong with a mesh before it is cooked.
inline CaromMeshReport report(const CaromMeshDesc &desc) {
    CaromMeshReport found{};
    found.struct_size = sizeof(CaromMeshReport);
    check(carom_mesh_report(&desc, &found));
    return found;
}

/// A cooked mesh, owned. Can be moved, not copied. Queries are const and may run on all threads at once; an
/// empty one (default-made or moved from) makes them throw CAROM_ERROR_NULL_ARGUMENT.
class mesh {
public:
    mesh() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit mesh(CaromMesh *handle) noexcept : handle_(handle) {}
    mesh(mesh &&other) noexcept : handle_(other.release()) {}
    mesh &operator=(mesh &&other) noexcept {
        mesh taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    mesh(const mesh &) = delete;
    mesh &operator=(const mesh &) = delete;
    ~mesh() { carom_mesh_destroy(handle_); }

    /// Cooks what a descriptor describes.
    static mesh build(const CaromMeshDesc &desc) {
        CaromMesh *handle = nullptr;
        check(carom_mesh_build(&desc, &handle));
        return mesh(handle);
    }

    /// Cooks a mesh with the default options.
    static mesh build(span<const CaromVec3> positions, span<const std::uint32_t> indices,
                      span<const std::uint16_t> attributes = {}) {
        return build(describe(positions, indices, attributes));
    }

    /// Opens a copy of cooked bytes, which may lie anywhere and be freed afterwards.
    static mesh open_copy(const void *blob, std::size_t size) { return open(blob, size, CAROM_OPEN_COPY); }

    /// Opens cooked bytes where they are, at a multiple of CAROM_BLOB_ALIGNMENT, such as a file mapping.
    /// They must outlive the mesh and stay as they are.
    static mesh open_in_place(const void *blob, std::size_t size) { return open(blob, size, CAROM_OPEN_BORROW); }

    /// How many bytes save() gives.
    std::size_t saved_size() const {
        std::size_t size = 0;
        check(carom_mesh_save(handle_, nullptr, 0, &size));
        return size;
    }

    /// The cooked bytes, to be stored and opened again.
    std::vector<unsigned char> save() const {
        std::vector<unsigned char> bytes(saved_size());
        std::size_t size = 0;
        check(carom_mesh_save(handle_, bytes.data(), bytes.size(), &size));
        return bytes;
    }

    /// What is known about the mesh.
    CaromMeshStats stats() const {
        CaromMeshStats known{};
        known.struct_size = sizeof(CaromMeshStats);
        check(carom_mesh_stats(handle_, &known));
        return known;
    }

    /// One triangle as it was cooked. Takes a search without CAROM_BUILD_TRIANGLE_TABLE; for many of them see
    /// triangles(), and for the surface where rays hit, raycast_surface().
    CaromTriangle triangle(std::uint32_t index) const {
        CaromTriangle found;
        check(carom_mesh_triangle(handle_, index, &found));
        return found;
    }

    /// Triangles `first` and following, as many as there is room for.
    void triangles(std::uint32_t first, span<CaromTriangle> out) const {
        check(carom_mesh_triangles(handle_, nullptr, first, out.size(), out.data()));
    }

    /// The triangles of a list, in its order; `out` has room for as many.
    void triangles(span<const std::uint32_t> list, span<CaromTriangle> out) const {
        detail::check_room("out", out.size(), list.size(), "triangles");
        // An empty list need not have an address, and without one `first` would count.
        if (!list.empty()) check(carom_mesh_triangles(handle_, list.data(), 0, list.size(), out.data()));
    }

    /// All triangles as they were cooked.
    std::vector<CaromTriangle> triangles() const {
        std::vector<CaromTriangle> all(stats().triangle_count);
        triangles(0, all);
        return all;
    }

    // Each query fills `out`, which has as many elements as there are queries, or returns such a vector.
    // A filter of nullptr lets everything through.

    /// The nearest hit of each ray.
    void raycast(span<const CaromRay> rays, span<CaromRayHit> out, const CaromFilter *filter = nullptr) const {
        fill(detail::raycast, rays, out, filter);
    }
    std::vector<CaromRayHit> raycast(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return answers<CaromRayHit>(detail::raycast, rays, filter);
    }

    /// The nearest hit of each ray, and the surface there: its point, normal and attributes.
    void raycast_surface(span<const CaromRay> rays, span<CaromRayHit> out, span<CaromSurfacePoint> surface,
                         const CaromFilter *filter = nullptr) const {
        detail::check_room("out", out.size(), rays.size(), "queries");
        detail::check_room("surface", surface.size(), rays.size(), "queries");
        check(carom_mesh_raycast(handle_, rays.data(), rays.size(), filter, out.data(), surface.data()));
    }

    /// Whether each ray hits anything: 1 or 0.
    void occluded(span<const CaromRay> rays, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_occluded, rays, out, filter);
    }
    std::vector<std::uint8_t> occluded(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_occluded, rays, filter);
    }

    /// Whether each ball touches the surface: 1 or 0.
    void overlap(span<const CaromSphere> balls, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_overlap_sphere, balls, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromSphere> balls, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_overlap_sphere, balls, filter);
    }

    /// Whether each capsule touches the surface: 1 or 0.
    void overlap(span<const CaromCapsule> capsules, span<std::uint8_t> out,
                 const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_overlap_capsule, capsules, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromCapsule> capsules, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_overlap_capsule, capsules, filter);
    }

    /// Whether each rotated box touches the surface: 1 or 0.
    void overlap(span<const CaromBox> boxes, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_overlap_box, boxes, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromBox> boxes, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_overlap_box, boxes, filter);
    }

    /// The closest point of the surface to each point.
    void closest_point(span<const CaromPointQuery> queries, span<CaromClosestPoint> out,
                       const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_closest_point, queries, out, filter);
    }
    std::vector<CaromClosestPoint> closest_point(span<const CaromPointQuery> queries,
                                                 const CaromFilter *filter = nullptr) const {
        return answers<CaromClosestPoint>(carom_mesh_closest_point, queries, filter);
    }

    /// The first contact of each moving ball.
    void cast(span<const CaromSphereCast> casts, span<CaromCastHit> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_cast_sphere, casts, out, filter);
    }
    std::vector<CaromCastHit> cast(span<const CaromSphereCast> casts, const CaromFilter *filter = nullptr) const {
        return answers<CaromCastHit>(carom_mesh_cast_sphere, casts, filter);
    }

    // Lists, sorted. To choose the memory, call the C functions with get().

    /// Every hit of each ray.
    lists<CaromRayHit> raycast_all(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return collect<CaromRayHit>(carom_mesh_raycast_all, rays, filter);
    }

    /// The triangles whose bounding boxes touch each box.
    lists<std::uint32_t> list(span<const CaromAabb> boxes, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_mesh_list_aabb, boxes, filter);
    }

    /// The triangles that touch each ball.
    lists<std::uint32_t> list(span<const CaromSphere> balls, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_mesh_list_sphere, balls, filter);
    }

    /// Whether there is a mesh.
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /// The handle, for the C interface; still owned here.
    const CaromMesh *get() const noexcept { return handle_; }

    /// Gives the handle away: the caller destroys it.
    CaromMesh *release() noexcept { return std::exchange(handle_, nullptr); }

private:
    static mesh open(const void *blob, std::size_t size, std::uint32_t flags) {
        CaromMesh *handle = nullptr;
        check(carom_mesh_open(blob, size, flags, &handle));
        return mesh(handle);
    }

    template <class Function, class Query, class Answer>
    void fill(Function function, span<Query> queries, span<Answer> out, const CaromFilter *filter) const {
        detail::fill(function, handle_, queries, out, filter);
    }

    template <class Answer, class Function, class Query>
    std::vector<Answer> answers(Function function, span<Query> queries, const CaromFilter *filter) const {
        return detail::answers<Answer>(function, handle_, queries, filter);
    }

    template <class Item, class Function, class Query>
    lists<Item> collect(Function function, span<Query> queries, const CaromFilter *filter) const {
        lists<Item> found;
        found.offsets.resize(queries.size() + 1);
        found.items.resize(4 * queries.size());
        std::size_t written = 0;
        std::size_t total = 0;
        const auto call = [&] {
            return check(function(handle_, queries.data(), queries.size(), filter, found.offsets.data(),
                                  found.items.data(), found.items.size(), &written, &total));
        };
        if (call() == CAROM_BUFFER_TOO_SMALL) {
            found.items.resize(total);
            call();
        }
        found.items.resize(written);
        return found;
    }

    CaromMesh *handle_ = nullptr;
};

/// A half-space, as brushes are given by them: the points p with dot(normal, p) <= d.
struct plane {
    CaromVec3 normal;
    float d;
};
static_assert(sizeof(plane) == 4 * sizeof(float), "planes are four floats");

namespace detail {

template <class Index>
CaromBspDesc describe_surface(span<const CaromVec3> positions, span<const Index> indices,
                              span<const std::uint32_t> corner_counts) {
    CaromBspDesc desc;
    check(carom_bsp_desc_init(&desc));
    desc.input = CAROM_BSP_INPUT_SURFACE;
    desc.positions = positions.empty() ? nullptr : &positions.data()->x;
    desc.vertex_count = narrow(positions.size(), "vertex_count");
    desc.indices = indices.data();
    desc.index_size = sizeof(Index);
    desc.index_count = narrow(indices.size(), "index_count");
    desc.corner_counts = corner_counts.empty() ? nullptr : corner_counts.data();
    desc.polygon_count = narrow(corner_counts.size(), "polygon_count");
    return desc;
}

/// carom_bsp_check_sphere() in one mode.
struct check_sphere {
    std::uint32_t mode;

    CaromStatus operator()(const CaromBsp *handle, const CaromSphere *balls, std::size_t count,
                           const CaromFilter *filter, std::uint8_t *out) const {
        return carom_bsp_check_sphere(handle, balls, count, mode, filter, out);
    }
};

} // namespace detail

/// A descriptor of convex brushes, everything else at its default. It borrows the arrays: the planes of one brush
/// after the other, how many each has, one attribute a brush or none.
inline CaromBspDesc describe_brushes(span<const plane> planes, span<const std::uint32_t> plane_counts,
                                     span<const std::uint16_t> attributes = {}) {
    if (!attributes.empty() && attributes.size() != plane_counts.size()) {
        throw error(CAROM_ERROR_INVALID_ARGUMENT, "attributes: " + std::to_string(attributes.size()) + " for " +
                                                      std::to_string(plane_counts.size()) + " brushes");
    }
    CaromBspDesc desc;
    check(carom_bsp_desc_init(&desc));
    desc.planes = planes.empty() ? nullptr : &planes.data()->normal.x;
    desc.plane_count = detail::narrow(planes.size(), "plane_count");
    desc.plane_counts = plane_counts.data();
    desc.brush_count = detail::narrow(plane_counts.size(), "brush_count");
    desc.attributes = attributes.empty() ? nullptr : attributes.data();
    return desc;
}

/// A descriptor of a closed surface, everything else at its default. It borrows the arrays: corners of polygons, and
/// how many each has, or none for triangles.
inline CaromBspDesc describe_surface(span<const CaromVec3> positions, span<const std::uint32_t> indices,
                                     span<const std::uint32_t> corner_counts = {}) {
    return detail::describe_surface(positions, indices, corner_counts);
}
inline CaromBspDesc describe_surface(span<const CaromVec3> positions, span<const std::uint16_t> indices,
                                     span<const std::uint32_t> corner_counts = {}) {
    return detail::describe_surface(positions, indices, corner_counts);
}

/// A cooked BSP tree of solids, owned, like a mesh. An empty one makes queries throw CAROM_ERROR_NULL_ARGUMENT.
class bsp {
public:
    bsp() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit bsp(CaromBsp *handle) noexcept : handle_(handle) {}
    bsp(bsp &&other) noexcept : handle_(other.release()) {}
    bsp &operator=(bsp &&other) noexcept {
        bsp taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    bsp(const bsp &) = delete;
    bsp &operator=(const bsp &) = delete;
    ~bsp() { carom_bsp_destroy(handle_); }

    /// Builds what a descriptor describes.
    static bsp build(const CaromBspDesc &desc) {
        CaromBsp *handle = nullptr;
        check(carom_bsp_build(&desc, &handle));
        return bsp(handle);
    }

    /// Builds, and tells what the build met with.
    static bsp build(CaromBspDesc desc, CaromBspReport &report) {
        report.struct_size = sizeof(CaromBspReport);
        desc.report = &report;
        return build(desc);
    }

    /// Opens a copy of cooked bytes, which may lie anywhere and be freed afterwards.
    static bsp open_copy(const void *blob, std::size_t size) { return open(blob, size, CAROM_OPEN_COPY); }

    /// Opens cooked bytes where they are, at a multiple of CAROM_BLOB_ALIGNMENT, such as a file mapping.
    /// They must outlive the tree and stay as they are.
    static bsp open_in_place(const void *blob, std::size_t size) { return open(blob, size, CAROM_OPEN_BORROW); }

    /// How many bytes save() gives.
    std::size_t saved_size() const {
        std::size_t size = 0;
        check(carom_bsp_save(handle_, nullptr, 0, &size));
        return size;
    }

    /// The cooked bytes, to be stored and opened again.
    std::vector<unsigned char> save() const {
        std::vector<unsigned char> bytes(saved_size());
        std::size_t size = 0;
        check(carom_bsp_save(handle_, bytes.data(), bytes.size(), &size));
        return bytes;
    }

    /// What is known about the tree.
    CaromBspStats stats() const {
        CaromBspStats known{};
        known.struct_size = sizeof(CaromBspStats);
        check(carom_bsp_stats(handle_, &known));
        return known;
    }

    // Queries as those of a mesh.

    /// Whether each ball touches the solid: 1 or 0.
    void check_sphere(span<const CaromSphere> balls, span<std::uint8_t> out, const CaromFilter *filter = nullptr,
                      std::uint32_t mode = CAROM_BSP_EXACT) const {
        detail::fill(detail::check_sphere{mode}, handle_, balls, out, filter);
    }
    std::vector<std::uint8_t> check_sphere(span<const CaromSphere> balls, const CaromFilter *filter = nullptr,
                                           std::uint32_t mode = CAROM_BSP_EXACT) const {
        return detail::answers<std::uint8_t>(detail::check_sphere{mode}, handle_, balls, filter);
    }

    /// What each point is inside of.
    void contains_point(span<const CaromVec3> points, span<CaromBspContent> out,
                        const CaromFilter *filter = nullptr) const {
        detail::fill(carom_bsp_contains_point, handle_, points, out, filter);
    }
    std::vector<CaromBspContent> contains_point(span<const CaromVec3> points,
                                                const CaromFilter *filter = nullptr) const {
        return detail::answers<CaromBspContent>(carom_bsp_contains_point, handle_, points, filter);
    }

    /// The contact of each ball.
    void collide_sphere(span<const CaromSphere> balls, span<CaromBspContact> out,
                        const CaromFilter *filter = nullptr) const {
        detail::fill(carom_bsp_collide_sphere, handle_, balls, out, filter);
    }
    std::vector<CaromBspContact> collide_sphere(span<const CaromSphere> balls,
                                                const CaromFilter *filter = nullptr) const {
        return detail::answers<CaromBspContact>(carom_bsp_collide_sphere, handle_, balls, filter);
    }

    /// The first contact of each moving ball.
    void cast(span<const CaromSphereCast> casts, span<CaromBspCastHit> out,
              const CaromFilter *filter = nullptr) const {
        detail::fill(carom_bsp_cast_sphere, handle_, casts, out, filter);
    }
    std::vector<CaromBspCastHit> cast(span<const CaromSphereCast> casts, const CaromFilter *filter = nullptr) const {
        return detail::answers<CaromBspCastHit>(carom_bsp_cast_sphere, handle_, casts, filter);
    }

    /// Where each ray is first inside.
    void raycast(span<const CaromRay> rays, span<CaromBspCastHit> out, const CaromFilter *filter = nullptr) const {
        detail::fill(carom_bsp_raycast, handle_, rays, out, filter);
    }
    std::vector<CaromBspCastHit> raycast(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return detail::answers<CaromBspCastHit>(carom_bsp_raycast, handle_, rays, filter);
    }

    /// Whether there is a tree.
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /// The handle, for the C interface; still owned here.
    const CaromBsp *get() const noexcept { return handle_; }

    /// Gives the handle away: the caller destroys it.
    CaromBsp *release() noexcept { return std::exchange(handle_, nullptr); }

private:
    static bsp open(const void *blob, std::size_t size, std::uint32_t flags) {
        CaromBsp *handle = nullptr;
        check(carom_bsp_open(blob, size, flags, &handle));
        return bsp(handle);
    }

    CaromBsp *handle_ = nullptr;
};

} // namespace carom

#endif // CAROM_HPP
