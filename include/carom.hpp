// carom for C++17: owners for meshes, BSP trees, fields and worlds, exceptions for errors, arrays with their lengths.
// SPDX: MIT OR Apache-2.0
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
// A verb means the same for meshes, solids, fields and worlds. The functions of carom.h have the same verbs, with the
// shape behind it where there are several (carom_mesh_overlap_sphere):
//
//     raycast, raycast_surface, occluded   the nearest hit of a ray; the surface there; whether there is one
//     overlap                              whether a shape touches
//     contacts                             where a shape touches a surface, how deep, and the normals
//     cast                                 the first contact of a moving shape
//     closest_point, collide, contains     the closest point of a surface; the contact with a solid; the brush around a point
//     raycast_all, overlap_all, cast_all   all that is hit, touched or met, exactly
//     crossings                            where a ray goes in and out, exactly
//     candidates                           all whose bounding boxes touch a box
//
// Of two meshes, each in many poses:
//
//     overlap, overlap_all                 whether any triangles touch; all pairs that do
//     intersections                        these pairs with the segments and polygons that they share
//     within, distance                     all pairs that are near; how far the meshes are apart
//     inside                               whether one lies inside of the other
//
// Of signed distance fields:
//
//     generate                             the field of a mesh
//     sample                               distances and gradients
//     slice, inside_points                 an image of distances; the grid's nodes inside
//
// Of a world of moving objects:
//
//     insert, update, remove, set_filter   edits, in batches
//     pairs, pair_changes, pairs_of        which objects touch; what has changed of that; who touches one object
//     overlap_all                          the objects that touch a shape, or are in view
//     nearest                              the objects that are nearest to a point
//
// All of it throws carom::error and, where memory is allocated here, std::bad_alloc, or std::length_error for more
// than a vector can hold. Nothing else. Programs built without
// exceptions call carom.h.

#ifndef CAROM_HPP
#define CAROM_HPP

#include "carom.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if __cplusplus >= 202002L || (defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#include <span>
#endif

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

/// Throws if a status is an error; returns it otherwise, positive ones included.
inline CaromStatus check(CaromStatus status) {
    if (status < 0) {
        throw error(status, carom_last_error_message());
    }
    return status;
}

/// A view of consecutive elements: a pointer and a count. Made from anything that has data() and
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

namespace detail {

template <class Container> struct is_view : std::false_type {};
template <class T> struct is_view<span<T>> : std::true_type {};
#if defined(__cpp_lib_span)
template <class T, std::size_t N> struct is_view<std::span<T, N>> : std::true_type {};
#endif

/// True if elements outlive the expression that `Container &&` is an argument in: it has a name, or does not own
/// them.
template <class Container>
constexpr bool outlives =
    std::is_lvalue_reference<Container>::value || is_view<std::remove_cv_t<Container>>::value;

} // namespace detail

/// A span for what keeps it: not of a temporary that owns its elements, which would be freed before they are read.
template <class T> class borrowed : public span<T> {
public:
    constexpr borrowed() noexcept = default;
    constexpr borrowed(T *data, std::size_t size) noexcept : span<T>(data, size) {}
    template <std::size_t N> constexpr borrowed(T (&array)[N]) noexcept : span<T>(array) {}
    template <class Container, std::enable_if_t<std::is_constructible<span<T>, Container>::value &&
                                                detail::outlives<Container>, int> = 0>
    constexpr borrowed(Container &&container) noexcept : span<T>(container) {}
    template <class Container, std::enable_if_t<std::is_constructible<span<T>, Container>::value &&
                                                !detail::outlives<Container>, int> = 0>
    borrowed(Container &&container) = delete;
};

/// The lists that a batch of list queries gives, one after another in one array.
template <class T> struct lists {
    /// List i is items[offsets[i]] up to items[offsets[i + 1]].
    std::vector<std::uint64_t> offsets;
    /// All of them.
    std::vector<T> items;

    /// Number of lists.
    std::size_t size() const noexcept { return offsets.empty() ? 0 : offsets.size() - 1; }

    /// List i, which must be below size(). It borrows the items, so not of a temporary.
    span<const T> operator[](std::size_t i) const & noexcept {
        const auto begin = static_cast<std::size_t>(offsets[i]);
        return {items.data() + begin, static_cast<std::size_t>(offsets[i + 1]) - begin};
    }
    span<const T> operator[](std::size_t i) const && = delete;
};

// The numbers of carom.h, by name. number() gives them to the fields of its structs:
//
//     desc.layout = number(carom::layout::compact);

enum class layout : std::uint32_t {
    automatic = CAROM_LAYOUT_DEFAULT,
    compact = CAROM_LAYOUT_COMPACT,
    delta = CAROM_LAYOUT_DELTA,
    wide = CAROM_LAYOUT_WIDE,
};
enum class preset : std::uint32_t {
    automatic = CAROM_PRESET_DEFAULT,
    small = CAROM_PRESET_SMALL,
    fast = CAROM_PRESET_FAST,
};
enum class quality : std::uint32_t {
    automatic = CAROM_QUALITY_DEFAULT,
    fast = CAROM_QUALITY_FAST,
    medium = CAROM_QUALITY_MEDIUM,
    high = CAROM_QUALITY_HIGH,
};
enum class split : std::uint32_t {
    surface_area = CAROM_SPLIT_SURFACE_AREA,
    median = CAROM_SPLIT_MEDIAN,
};
/// Bits, to be joined by |.
enum class build_flags : std::uint32_t {
    none = 0,
    cooked_order = CAROM_BUILD_COOKED_ORDER,
    triangle_table = CAROM_BUILD_TRIANGLE_TABLE,
};
enum class backfaces : std::uint32_t {
    hit = CAROM_BACKFACES_HIT,
    cull = CAROM_BACKFACES_CULL,
    only = CAROM_BACKFACES_ONLY,
};
/// Which edges and corners of triangles have contacts.
enum class contact_edges : std::uint32_t {
    smooth = CAROM_CONTACT_EDGES_SMOOTH,
    all = CAROM_CONTACT_EDGES_ALL,
};
/// The values of CaromClosestPoint::feature.
enum class feature : std::uint32_t {
    face = CAROM_FEATURE_FACE,
    edge_ab = CAROM_FEATURE_EDGE_AB,
    edge_bc = CAROM_FEATURE_EDGE_BC,
    edge_ca = CAROM_FEATURE_EDGE_CA,
    vertex_a = CAROM_FEATURE_VERTEX_A,
    vertex_b = CAROM_FEATURE_VERTEX_B,
    vertex_c = CAROM_FEATURE_VERTEX_C,
};
enum class simd : std::uint32_t {
    automatic = CAROM_SIMD_DEFAULT,
    portable = CAROM_SIMD_PORTABLE,
    avx2 = CAROM_SIMD_AVX2,
    avx512 = CAROM_SIMD_AVX512,
    neon = CAROM_SIMD_NEON,
};
enum class bsp_input : std::uint32_t {
    brushes = CAROM_BSP_INPUT_BRUSHES,
    surface = CAROM_BSP_INPUT_SURFACE,
};
/// Bits, to be joined by |.
enum class bsp_flags : std::uint32_t {
    none = 0,
    ignore_leaks = CAROM_BSP_IGNORE_LEAKS,
    inverse = CAROM_BSP_INVERSE,
};
/// The rules by which spheres are checked against solids.
enum class bsp_mode : std::uint32_t {
    threshold = CAROM_BSP_THRESHOLD,
    exact = CAROM_BSP_EXACT,
};
/// The values of CaromBspReport::leak.
enum class bsp_leak : std::uint32_t {
    none = CAROM_BSP_LEAK_NONE,
    outside = CAROM_BSP_LEAK_OUTSIDE,
    surface = CAROM_BSP_LEAK_SURFACE,
};

/// The storages of a field.
enum class sdf_storage : std::uint32_t {
    dense = CAROM_SDF_DENSE,
    bricks16 = CAROM_SDF_BRICKS16,
    bricks8 = CAROM_SDF_BRICKS8,
};
/// The methods that tell the inside of a field from the outside.
enum class sdf_sign : std::uint32_t {
    automatic = CAROM_SDF_SIGN_AUTO,
    crossings = CAROM_SDF_SIGN_CROSSINGS,
    winding_number = CAROM_SDF_SIGN_WINDING_NUMBER,
    pseudonormal = CAROM_SDF_SIGN_PSEUDONORMAL,
    parity = CAROM_SDF_SIGN_PARITY,
    unsigned_distance = CAROM_SDF_SIGN_UNSIGNED,
    thickness = CAROM_SDF_SIGN_THICKNESS,
};
/// The interpolants between the nodes of a field.
enum class sdf_interpolation : std::uint32_t {
    linear = CAROM_SDF_LINEAR,
    cubic = CAROM_SDF_CUBIC,
};

/// Bits of what mesh::inside() says.
enum class inside_flags : std::uint32_t {
    none = 0,
    touching = CAROM_INSIDE_TOUCHING,
    a_partly = CAROM_INSIDE_A_PARTLY,
    a_wholly = CAROM_INSIDE_A_WHOLLY,
    b_partly = CAROM_INSIDE_B_PARTLY,
    b_wholly = CAROM_INSIDE_B_WHOLLY,
    overlapping = CAROM_INSIDE_OVERLAPPING,
    only_touching = CAROM_INSIDE_ONLY_TOUCHING,
};

/// The structures by which a world finds its pairs; the answers are the same.
enum class world_structure : std::uint32_t {
    automatic = CAROM_WORLD_AUTO,
    all_pairs = CAROM_WORLD_ALL_PAIRS,
    sphere_tree = CAROM_WORLD_SPHERE_TREE,
    box_tree = CAROM_WORLD_BOX_TREE,
    bsp = CAROM_WORLD_BSP,
    quadtree = CAROM_WORLD_QUADTREE,
    octree = CAROM_WORLD_OCTREE,
    grid = CAROM_WORLD_GRID,
    multi_grid = CAROM_WORLD_MULTI_GRID,
};
enum class hierarchy_build : std::uint32_t {
    insertion = CAROM_HIERARCHY_INSERTION,
    bottom_up = CAROM_HIERARCHY_BOTTOM_UP,
    top_down = CAROM_HIERARCHY_TOP_DOWN,
};
enum class placement : std::uint32_t {
    single = CAROM_PLACEMENT_SINGLE,
    every = CAROM_PLACEMENT_EVERY,
};

constexpr build_flags operator|(build_flags a, build_flags b) noexcept {
    return static_cast<build_flags>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr bsp_flags operator|(bsp_flags a, bsp_flags b) noexcept {
    return static_cast<bsp_flags>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}

/// The number of an enumerator in carom.h.
template <class Enum, class = std::enable_if_t<std::is_enum<Enum>::value>>
constexpr std::uint32_t number(Enum enumerator) noexcept {
    return static_cast<std::uint32_t>(enumerator);
}

/// The instruction set in force, never simd::automatic.
inline simd simd_level() noexcept { return static_cast<simd>(carom_simd_level()); }

/// Chooses the instruction set for the whole process, for tests and measurements; answers do not depend on it.
/// Throws CAROM_ERROR_INVALID_ARGUMENT if the processor does not have it.
inline void set_simd_level(simd level = simd::automatic) { check(carom_set_simd_level(number(level))); }

/// A ray from `origin` along `direction`, whose length is the unit of t, with t_min <= t <= t_max. Without an end unless
/// one is given: a zeroed CaromRay ends where it begins.
constexpr CaromRay ray(CaromVec3 origin, CaromVec3 direction, float t_max = std::numeric_limits<float>::infinity(),
                       float t_min = 0.0f) noexcept {
    return {origin, t_min, direction, t_max};
}

/// A point for closest_point, and the largest distance that counts: any unless one is given, while in a zeroed
/// CaromPointQuery only 0 counts.
constexpr CaromPointQuery point_query(CaromVec3 point,
                                      float max_distance = std::numeric_limits<float>::infinity()) noexcept {
    return {point, max_distance};
}

/// A sphere.
constexpr CaromSphere sphere(CaromVec3 center, float radius) noexcept { return {center, radius}; }

/// A capsule around the segment from `a` to `b`.
constexpr CaromCapsule capsule(CaromVec3 a, CaromVec3 b, float radius) noexcept { return {a, radius, b, 0}; }

/// A box that is not rotated: a zeroed CaromBox has no valid rotation.
constexpr CaromBox box(CaromVec3 center, CaromVec3 half_extents) noexcept {
    return {center, half_extents, {0.0f, 0.0f, 0.0f, 1.0f}};
}

/// A box rotated by a unit quaternion x, y, z, w.
constexpr CaromBox box(CaromVec3 center, CaromVec3 half_extents, const float (&rotation)[4]) noexcept {
    return {center, half_extents, {rotation[0], rotation[1], rotation[2], rotation[3]}};
}

/// A filter with its struct_size: triangles or brushes must have all bits of `require`, none of `exclude` and, unless it
/// is 0, at least one of `any_of`.
inline CaromFilter filter(std::uint32_t require = 0, std::uint32_t exclude = 0, backfaces sides = backfaces::hit,
                          std::uint32_t any_of = 0) noexcept {
    CaromFilter made{};
    made.struct_size = sizeof(CaromFilter);
    made.require = require;
    made.exclude = exclude;
    made.backfaces = number(sides);
    made.any_of = any_of;
    return made;
}

/// Options of contact queries, with their struct_size: gaps up to `max_distance` are reported too; of each manifold at
/// most `max_points`, 1 to 4, or 0 for all; the other values of 0 are carom.h's defaults.
inline CaromContactOptions contact_options(float max_distance = 0, contact_edges edges = contact_edges::smooth,
                                           std::uint32_t max_points = 0, float merge_cos = 0) noexcept {
    CaromContactOptions made{};
    made.struct_size = sizeof(CaromContactOptions);
    made.max_distance = max_distance;
    made.edges = number(edges);
    made.max_points = max_points;
    made.merge_cos = merge_cos;
    return made;
}

/// A pose: first the scale, then the rotation, four floats x, y, z, w or nullptr for none, then the translation.
inline CaromPose pose(const float *rotation, CaromVec3 translation, float scale = 1.0f) {
    CaromPose made;
    check(carom_pose_from_quaternion(rotation, &translation, scale, &made));
    return made;
}

/// A box with its axes, for contacts and casts.
inline CaromBoxAxes axes(const CaromBox &rotated) {
    CaromBoxAxes made;
    check(carom_box_axes_from_box(&rotated, &made));
    return made;
}

/// Two poses about an origin that is near both; a point of theirs, plus the origin, is where the poses in double have it.
struct near_poses {
    CaromPose a, b;
    std::array<double, 3> origin;
};

/// For meshes far from the origin: poses that stand to each other as two in double do; carom_poses_about_common_origin().
inline near_poses about_common_origin(const CaromFarPose &a, const CaromFarPose &b) {
    near_poses made;
    check(carom_poses_about_common_origin(&a, &b, 1, &made.a, &made.b, made.origin.data()));
    return made;
}

/// The poses of two meshes in each element of a batch. Borrows arrays, which therefore must have a name; keeps a
/// single pose.
class poses {
public:
    /// One element: both stay where they are.
    poses() noexcept = default;
    /// The second mesh has these poses, the first stays where it is.
    template <class Container, std::enable_if_t<std::is_constructible<borrowed<const CaromPose>, Container>::value, int> = 0>
    poses(Container &&b) noexcept : b_(span<const CaromPose>(b).data()), count_(span<const CaromPose>(b).size()) {}
    /// The second mesh has this pose, the first stays where it is.
    poses(const CaromPose &b) noexcept : single_(b), is_single_(true) {}
    /// Both have poses, as many.
    poses(borrowed<const CaromPose> a, borrowed<const CaromPose> b) : a_(a.data()), b_(b.data()), count_(b.size()) {
        if (a.size() != b.size()) {
            throw error(CAROM_ERROR_INVALID_ARGUMENT, "a_poses: " + std::to_string(a.size()) + " for " +
                                                          std::to_string(b.size()) + " b_poses");
        }
    }
    /// The first mesh has these poses, the second stays where it is.
    static poses of_first(borrowed<const CaromPose> a) noexcept {
        poses made;
        made.a_ = a.data();
        made.count_ = a.size();
        return made;
    }

    /// As the C functions take them: nullptr where a mesh stays. Valid as long as this and the arrays.
    const CaromPose *a() const noexcept { return a_; }
    const CaromPose *b() const noexcept { return is_single_ ? &single_ : b_; }
    std::size_t size() const noexcept { return count_; }

private:
    const CaromPose *a_ = nullptr;
    const CaromPose *b_ = nullptr;
    std::size_t count_ = 1;
    CaromPose single_{};
    bool is_single_ = false;
};

namespace detail {

/// A count that a descriptor has 32 bits for.
inline std::uint32_t narrow(std::size_t count, const char *name) {
    if (count > (std::numeric_limits<std::uint32_t>::max)()) {
        throw error(CAROM_ERROR_TOO_LARGE, std::string(name) + ": " + std::to_string(count) + " exceeds 32 bits");
    }
    return static_cast<std::uint32_t>(count);
}

/// Checks that an output has as many elements as its input.
inline void check_room(const char *name, std::size_t room, std::size_t count, const char *inputs) {
    if (room != count) {
        throw error(CAROM_ERROR_INVALID_ARGUMENT, std::string(name) + ": room for " + std::to_string(room) +
                                                      " answers to " + std::to_string(count) + " " + inputs);
    }
}

/// The functions of carom.h for a handle.
template <class Handle> struct functions;

template <> struct functions<CaromMesh> {
    using desc = CaromMeshDesc;
    using stats = CaromMeshStats;

    static CaromStatus build(const desc *from, CaromMesh **out) { return carom_mesh_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromMesh **out) {
        return carom_mesh_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromMesh *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_mesh_save(handle, buffer, capacity, size);
    }
    static CaromStatus about(const CaromMesh *handle, stats *out) { return carom_mesh_stats(handle, out); }
    static void destroy(CaromMesh *handle) noexcept { carom_mesh_destroy(handle); }
};

template <> struct functions<CaromBsp> {
    using desc = CaromBspDesc;
    using stats = CaromBspStats;

    static CaromStatus build(const desc *from, CaromBsp **out) { return carom_bsp_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromBsp **out) {
        return carom_bsp_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromBsp *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_bsp_save(handle, buffer, capacity, size);
    }
    static CaromStatus about(const CaromBsp *handle, stats *out) { return carom_bsp_stats(handle, out); }
    static void destroy(CaromBsp *handle) noexcept { carom_bsp_destroy(handle); }
};

template <> struct functions<CaromSdf> {
    using desc = CaromSdfDesc;
    using stats = CaromSdfStats;

    static CaromStatus build(const desc *from, CaromSdf **out) { return carom_sdf_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromSdf **out) {
        return carom_sdf_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromSdf *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_sdf_save(handle, buffer, capacity, size);
    }
    static CaromStatus about(const CaromSdf *handle, stats *out) { return carom_sdf_stats(handle, out); }
    static void destroy(CaromSdf *handle) noexcept { carom_sdf_destroy(handle); }
};

template <> struct functions<CaromHull> {
    using desc = CaromHullDesc;
    using stats = CaromHullStats;

    static CaromStatus build(const desc *from, CaromHull **out) { return carom_hull_build(from, out); }
    static CaromStatus open(const void *blob, std::size_t size, std::uint32_t flags, CaromHull **out) {
        return carom_hull_open(blob, size, flags, out);
    }
    static CaromStatus save(const CaromHull *handle, void *buffer, std::size_t capacity, std::size_t *size) {
        return carom_hull_save(handle, buffer, capacity, size);
    }
    static CaromStatus about(const CaromHull *handle, stats *out) { return carom_hull_stats(handle, out); }
    static void destroy(CaromHull *handle) noexcept { carom_hull_destroy(handle); }
};

/// Calls a list query with room for `guess` items, and once more if that is not enough.
template <class Item, class Call> lists<Item> collect(std::size_t count, std::size_t guess, Call call) {
    lists<Item> found;
    found.offsets.resize(count + 1);
    found.items.resize(guess);
    std::size_t written = 0;
    std::size_t total = 0;
    const auto run = [&] {
        return check(call(found.offsets.data(), found.items.data(), found.items.size(), &written, &total));
    };
    if (run() == CAROM_BUFFER_TOO_SMALL) {
        found.items.resize(total);
        run();
    }
    found.items.resize(written);
    return found;
}

/// Owns a handle. `Owner` is the derived class (CRTP).
template <class Owner, class Handle> class owner {
    using abi = functions<Handle>;

public:
    owner() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit owner(Handle *handle) noexcept : handle_(handle) {}
    owner(owner &&other) noexcept : handle_(other.release()) {}
    owner &operator=(owner &&other) noexcept {
        owner taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    owner(const owner &) = delete;
    owner &operator=(const owner &) = delete;
    ~owner() { abi::destroy(handle_); }

    /// Builds what a descriptor describes.
    static Owner build(const typename abi::desc &desc) {
        Handle *handle = nullptr;
        check(abi::build(&desc, &handle));
        return Owner(handle);
    }

    /// Opens a copy of cooked bytes, which may lie anywhere and be freed afterwards.
    static Owner open_copy(const void *blob, std::size_t size) { return open(blob, size, CAROM_OPEN_COPY); }

    /// Opens cooked bytes where they are, at a multiple of CAROM_BLOB_ALIGNMENT, such as a file mapping.
    /// They must outlive the owner and stay as they are.
    static Owner open_in_place(const void *blob, std::size_t size) { return open(blob, size, CAROM_OPEN_BORROW); }

    /// Number of bytes that save() gives.
    std::size_t saved_size() const {
        std::size_t size = 0;
        check(abi::save(handle_, nullptr, 0, &size));
        return size;
    }

    /// The cooked bytes, to be stored and opened again.
    std::vector<unsigned char> save() const {
        std::vector<unsigned char> bytes(saved_size());
        std::size_t size = 0;
        check(abi::save(handle_, bytes.data(), bytes.size(), &size));
        return bytes;
    }

    /// Its figures.
    typename abi::stats stats() const {
        typename abi::stats known{};
        known.struct_size = sizeof known;
        check(abi::about(handle_, &known));
        return known;
    }

    /// True if it owns a handle.
    explicit operator bool() const noexcept { return handle_ != nullptr; }

    /// The handle, for the C interface; still owned here.
    const Handle *get() const noexcept { return handle_; }

    /// Releases the handle: the caller destroys it.
    Handle *release() noexcept { return std::exchange(handle_, nullptr); }

protected:
    /// Runs a query with one answer each: `function(handle, queries, count, filter, answers)`.
    template <class Function, class Query, class Answer>
    void fill(Function function, span<Query> queries, span<Answer> out, const CaromFilter *filter) const {
        check_room("out", out.size(), queries.size(), "queries");
        check(function(handle_, queries.data(), queries.size(), filter, out.data()));
    }

    /// The same, into a vector.
    template <class Answer, class Function, class Query>
    std::vector<Answer> answers(Function function, span<Query> queries, const CaromFilter *filter) const {
        std::vector<Answer> out(queries.size());
        fill(function, queries, span<Answer>(out), filter);
        return out;
    }

    /// Runs a query with a list for an answer.
    template <class Item, class Function, class Query>
    lists<Item> collect(Function function, span<Query> queries, const CaromFilter *filter) const {
        return detail::collect<Item>(queries.size(), 4 * queries.size(), [&](auto... out) {
            return function(handle_, queries.data(), queries.size(), filter, out...);
        });
    }

private:
    static Owner open(const void *blob, std::size_t size, std::uint32_t flags) {
        Handle *handle = nullptr;
        check(abi::open(blob, size, flags, &handle));
        return Owner(handle);
    }

    Handle *handle_ = nullptr;
};

/// A function whose queries all have the same argument after the filter.
template <class Function, class Argument> auto with_argument(Function function, Argument argument) {
    return [function, argument](const auto *handle, const auto *queries, std::size_t count, const CaromFilter *filter,
                                auto... out) { return function(handle, queries, count, filter, argument, out...); };
}

/// A function of casts, all with the same rule for edges.
template <class Function> auto with_edges(Function function, contact_edges edges) {
    return with_argument(function, number(edges));
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
    CaromMeshDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
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
inline CaromMeshDesc describe(borrowed<const CaromVec3> positions, borrowed<const std::uint32_t> indices,
                              borrowed<const std::uint16_t> attributes = {}) {
    return detail::describe<std::uint32_t>(positions, indices, attributes);
}
inline CaromMeshDesc describe(borrowed<const CaromVec3> positions, borrowed<const std::uint16_t> indices,
                              borrowed<const std::uint16_t> attributes = {}) {
    return detail::describe<std::uint16_t>(positions, indices, attributes);
}

/// Counts what is wrong with a mesh before it is cooked.
inline CaromMeshReport report(const CaromMeshDesc &desc) {
    CaromMeshReport found{};
    found.struct_size = sizeof(CaromMeshReport);
    check(carom_mesh_report(&desc, &found));
    return found;
}

/// The eight corners of a view frustum with its eye at the origin, looking along -z: `right` and `top` are half the size
/// of the near rectangle, at the distance `near_distance`. Their hull, in the camera's pose, lists what may be seen.
inline std::array<CaromVec3, 8> frustum_points(float near_distance, float far_distance, float right, float top) noexcept {
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

/// The convex hull of points, owned. Can be moved, not copied. Queries on meshes take it in a pose, and may do so on all
/// threads at once.
class hull : public detail::owner<hull, CaromHull> {
public:
    using owner::owner;
    using owner::build;

    /// The convex hull of points, exactly: 255 vertices at most.
    static hull build(span<const CaromVec3> points) {
        CaromHullDesc desc{}; // zeros are the defaults
        desc.struct_size = sizeof desc;
        desc.points = points.empty() ? nullptr : &points.data()->x;
        desc.point_count = detail::narrow(points.size(), "point_count");
        return build(desc);
    }

    /// The hull in a pose, for queries. Borrows the hull.
    CaromHullPose at(const CaromPose &pose) const noexcept { return {get(), pose}; }

    /// The hull in a pose: first the scale, then the rotation, four floats x, y, z, w or nullptr for none, then the
    /// translation. Borrows the hull.
    CaromHullPose at(const float *rotation, CaromVec3 translation, float scale = 1.0f) const {
        return at(pose(rotation, translation, scale));
    }

    /// The vertices, in the order of their coordinates.
    std::vector<CaromVec3> vertices() const {
        std::vector<CaromVec3> all(stats().vertex_count);
        std::size_t written = 0;
        std::size_t total = 0;
        check(carom_hull_vertices(get(), all.data(), all.size(), &written, &total));
        return all;
    }

    /// The faces: lists of vertices, counter-clockwise seen from outside.
    lists<std::uint32_t> faces() const {
        const CaromHullStats known = stats();
        return detail::collect<std::uint32_t>(known.face_count, 2 * std::size_t(known.edge_count), [&](auto... out) {
            return carom_hull_faces(get(), out...);
        });
    }
};

/// A cooked mesh, owned. Can be moved, not copied. Queries are const and may run on all threads at once; an
/// empty one (default-made or moved from) makes them throw CAROM_ERROR_NULL_ARGUMENT.
class mesh : public detail::owner<mesh, CaromMesh> {
public:
    using owner::owner;
    using owner::build;

    /// Cooks a mesh with the default options.
    static mesh build(span<const CaromVec3> positions, span<const std::uint32_t> indices,
                      span<const std::uint16_t> attributes = {}) {
        return build(describe(positions, indices, attributes));
    }

    /// One triangle as it was cooked. Takes a search through the mesh without CAROM_BUILD_TRIANGLE_TABLE; for many
    /// triangles see triangles(), and for the surface where rays hit, raycast_surface().
    CaromTriangle triangle(std::uint32_t index) const {
        CaromTriangle found;
        check(carom_mesh_triangle(get(), index, &found));
        return found;
    }

    /// Triangles `first` and following, as many as there is room for.
    void triangles(std::uint32_t first, span<CaromTriangle> out) const {
        check(carom_mesh_triangles(get(), nullptr, first, out.size(), out.data()));
    }

    /// The triangles of a list, in its order; `out` has room for as many.
    void triangles(span<const std::uint32_t> list, span<CaromTriangle> out) const {
        detail::check_room("out", out.size(), list.size(), "triangles");
        // An empty list need not have an address, and without one `first` would count.
        if (!list.empty()) check(carom_mesh_triangles(get(), list.data(), 0, list.size(), out.data()));
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
        check(carom_mesh_raycast(get(), rays.data(), rays.size(), filter, out.data(), surface.data()));
    }

    /// Tells whether each ray hits anything: 1 or 0.
    void occluded(span<const CaromRay> rays, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_occluded, rays, out, filter);
    }
    std::vector<std::uint8_t> occluded(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_occluded, rays, filter);
    }

    /// Tells whether each sphere touches the surface: 1 or 0.
    void overlap(span<const CaromSphere> spheres, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_overlap_sphere, spheres, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromSphere> spheres, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_overlap_sphere, spheres, filter);
    }

    /// Tells whether each capsule touches the surface: 1 or 0.
    void overlap(span<const CaromCapsule> capsules, span<std::uint8_t> out,
                 const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_overlap_capsule, capsules, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromCapsule> capsules, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_overlap_capsule, capsules, filter);
    }

    /// Tells whether each rotated box touches the surface: 1 or 0.
    void overlap(span<const CaromBox> boxes, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_overlap_box, boxes, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromBox> boxes, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_overlap_box, boxes, filter);
    }

    /// Tells whether each hull, in its pose, touches the surface: 1 or 0. Exact.
    void overlap(span<const CaromHullPose> hulls, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_mesh_overlap_hull, hulls, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromHullPose> hulls, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_mesh_overlap_hull, hulls, filter);
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

    /// The first contact of each moving sphere.
    void cast(span<const CaromSphereCast> casts, span<CaromShapeHit> out, const CaromFilter *filter = nullptr,
              contact_edges edges = contact_edges::smooth) const {
        fill(detail::with_edges(carom_mesh_cast_sphere, edges), casts, out, filter);
    }
    std::vector<CaromShapeHit> cast(span<const CaromSphereCast> casts, const CaromFilter *filter = nullptr,
                                    contact_edges edges = contact_edges::smooth) const {
        return answers<CaromShapeHit>(detail::with_edges(carom_mesh_cast_sphere, edges), casts, filter);
    }

    /// The first contact of each moving capsule.
    void cast(span<const CaromCapsuleCast> casts, span<CaromShapeHit> out, const CaromFilter *filter = nullptr,
              contact_edges edges = contact_edges::smooth) const {
        fill(detail::with_edges(carom_mesh_cast_capsule, edges), casts, out, filter);
    }
    std::vector<CaromShapeHit> cast(span<const CaromCapsuleCast> casts, const CaromFilter *filter = nullptr,
                                    contact_edges edges = contact_edges::smooth) const {
        return answers<CaromShapeHit>(detail::with_edges(carom_mesh_cast_capsule, edges), casts, filter);
    }

    /// The first contact of each moving box.
    void cast(span<const CaromBoxCast> casts, span<CaromShapeHit> out, const CaromFilter *filter = nullptr,
              contact_edges edges = contact_edges::smooth) const {
        fill(detail::with_edges(carom_mesh_cast_box, edges), casts, out, filter);
    }
    std::vector<CaromShapeHit> cast(span<const CaromBoxCast> casts, const CaromFilter *filter = nullptr,
                                    contact_edges edges = contact_edges::smooth) const {
        return answers<CaromShapeHit>(detail::with_edges(carom_mesh_cast_box, edges), casts, filter);
    }

    /// The first contact of each moving hull.
    void cast(span<const CaromHullCast> casts, span<CaromShapeHit> out, const CaromFilter *filter = nullptr,
              contact_edges edges = contact_edges::smooth) const {
        fill(detail::with_edges(carom_mesh_cast_hull, edges), casts, out, filter);
    }
    std::vector<CaromShapeHit> cast(span<const CaromHullCast> casts, const CaromFilter *filter = nullptr,
                                    contact_edges edges = contact_edges::smooth) const {
        return answers<CaromShapeHit>(detail::with_edges(carom_mesh_cast_hull, edges), casts, filter);
    }

    // Lists, sorted. To choose the memory, call the C functions with get().

    /// Every hit of each ray.
    lists<CaromRayHit> raycast_all(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return collect<CaromRayHit>(carom_mesh_raycast_all, rays, filter);
    }

    /// The places where each ray crosses the surface, in and out by turns.
    lists<CaromCrossing> crossings(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return collect<CaromCrossing>(carom_mesh_crossings, rays, filter);
    }

    /// The triangles whose bounding boxes touch each box: more than touch it themselves.
    lists<std::uint32_t> candidates(span<const CaromAabb> boxes, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_mesh_candidates_aabb, boxes, filter);
    }

    /// The contact of each moving sphere with every triangle in its way, by time.
    lists<CaromShapeHit> cast_all(span<const CaromSphereCast> casts, const CaromFilter *filter = nullptr,
                                  contact_edges edges = contact_edges::smooth) const {
        return collect<CaromShapeHit>(detail::with_edges(carom_mesh_cast_sphere_all, edges), casts, filter);
    }

    /// The contact of each moving capsule with every triangle in its way, by time.
    lists<CaromShapeHit> cast_all(span<const CaromCapsuleCast> casts, const CaromFilter *filter = nullptr,
                                  contact_edges edges = contact_edges::smooth) const {
        return collect<CaromShapeHit>(detail::with_edges(carom_mesh_cast_capsule_all, edges), casts, filter);
    }

    /// The contact of each moving box with every triangle in its way, by time.
    lists<CaromShapeHit> cast_all(span<const CaromBoxCast> casts, const CaromFilter *filter = nullptr,
                                  contact_edges edges = contact_edges::smooth) const {
        return collect<CaromShapeHit>(detail::with_edges(carom_mesh_cast_box_all, edges), casts, filter);
    }

    /// The contact of each moving hull with every triangle in its way, by time.
    lists<CaromShapeHit> cast_all(span<const CaromHullCast> casts, const CaromFilter *filter = nullptr,
                                  contact_edges edges = contact_edges::smooth) const {
        return collect<CaromShapeHit>(detail::with_edges(carom_mesh_cast_hull_all, edges), casts, filter);
    }

    /// The contacts of each sphere, the deepest first.
    lists<CaromContact> contacts(span<const CaromSphere> spheres, const CaromFilter *filter = nullptr,
                                 const CaromContactOptions *options = nullptr) const {
        return collect<CaromContact>(detail::with_argument(carom_mesh_contacts_sphere, options), spheres, filter);
    }

    /// The contacts of each capsule, the deepest first.
    lists<CaromContact> contacts(span<const CaromCapsule> capsules, const CaromFilter *filter = nullptr,
                                 const CaromContactOptions *options = nullptr) const {
        return collect<CaromContact>(detail::with_argument(carom_mesh_contacts_capsule, options), capsules, filter);
    }

    /// The contacts of each box, the deepest first.
    lists<CaromContact> contacts(span<const CaromBoxAxes> boxes, const CaromFilter *filter = nullptr,
                                 const CaromContactOptions *options = nullptr) const {
        return collect<CaromContact>(detail::with_argument(carom_mesh_contacts_box, options), boxes, filter);
    }

    /// The contacts of each hull in its pose, the deepest first.
    lists<CaromContact> contacts(span<const CaromHullPose> hulls, const CaromFilter *filter = nullptr,
                                 const CaromContactOptions *options = nullptr) const {
        return collect<CaromContact>(detail::with_argument(carom_mesh_contacts_hull, options), hulls, filter);
    }

    /// The triangles that touch each sphere themselves.
    lists<std::uint32_t> overlap_all(span<const CaromSphere> spheres, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_mesh_overlap_sphere_all, spheres, filter);
    }

    /// The triangles that touch each capsule.
    lists<std::uint32_t> overlap_all(span<const CaromCapsule> capsules, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_mesh_overlap_capsule_all, capsules, filter);
    }

    /// The triangles that touch each rotated box.
    lists<std::uint32_t> overlap_all(span<const CaromBox> boxes, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_mesh_overlap_box_all, boxes, filter);
    }

    /// The triangles that touch each hull in its pose.
    lists<std::uint32_t> overlap_all(span<const CaromHullPose> hulls, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_mesh_overlap_hull_all, hulls, filter);
    }

    // This mesh and another, which may be the same, for each element of a batch of poses. Those that fill `out` need as
    // many elements. The filters are this mesh's and the other's; nullptr lets everything through.

    /// Tells whether any triangles touch: 1 or 0.
    void overlap(const mesh &other, const poses &where, span<std::uint8_t> out, const CaromFilter *a_filter = nullptr,
                 const CaromFilter *b_filter = nullptr) const {
        detail::check_room("out", out.size(), where.size(), "poses");
        check(carom_mesh_overlap_mesh(get(), other.get(), where.a(), where.b(), where.size(), a_filter, b_filter, out.data()));
    }
    std::vector<std::uint8_t> overlap(const mesh &other, const poses &where = {}, const CaromFilter *a_filter = nullptr,
                                      const CaromFilter *b_filter = nullptr) const {
        std::vector<std::uint8_t> out(where.size());
        overlap(other, where, span<std::uint8_t>(out), a_filter, b_filter);
        return out;
    }

    /// All pairs of triangles that touch.
    lists<CaromTrianglePair> overlap_all(const mesh &other, const poses &where = {}, const CaromFilter *a_filter = nullptr,
                                         const CaromFilter *b_filter = nullptr) const {
        return pairs<CaromTrianglePair>(carom_mesh_overlap_mesh_all, other, where, a_filter, b_filter);
    }

    /// All pairs of triangles that touch, each with what they share.
    lists<CaromPairIntersection> intersections(const mesh &other, const poses &where = {},
                                               const CaromFilter *a_filter = nullptr,
                                               const CaromFilter *b_filter = nullptr) const {
        return pairs<CaromPairIntersection>(carom_mesh_intersections, other, where, a_filter, b_filter);
    }

    /// All pairs of triangles that are no farther apart than `distance`, with their distance.
    lists<CaromPairDistance> within(float distance, const mesh &other, const poses &where = {},
                                    const CaromFilter *a_filter = nullptr, const CaromFilter *b_filter = nullptr) const {
        return detail::collect<CaromPairDistance>(where.size(), guess(where), [&](auto... out) {
            return carom_mesh_within(get(), other.get(), where.a(), where.b(), where.size(), distance, a_filter,
                                           b_filter, out...);
        });
    }

    /// The distance of the meshes and their nearest points, if no farther than `max_distance`.
    void distance(const mesh &other, const poses &where, span<CaromMeshDistance> out,
                  float max_distance = std::numeric_limits<float>::infinity(), const CaromFilter *a_filter = nullptr,
                  const CaromFilter *b_filter = nullptr) const {
        detail::check_room("out", out.size(), where.size(), "poses");
        check(carom_mesh_distance(get(), other.get(), where.a(), where.b(), where.size(), max_distance, a_filter,
                                  b_filter, out.data()));
    }
    std::vector<CaromMeshDistance> distance(const mesh &other, const poses &where = {},
                                            float max_distance = std::numeric_limits<float>::infinity(),
                                            const CaromFilter *a_filter = nullptr,
                                            const CaromFilter *b_filter = nullptr) const {
        std::vector<CaromMeshDistance> out(where.size());
        distance(other, where, span<CaromMeshDistance>(out), max_distance, a_filter, b_filter);
        return out;
    }

    /// Tells whether one closed mesh lies inside of the other: the bits of inside_flags.
    void inside(const mesh &other, const poses &where, span<std::uint8_t> out) const {
        detail::check_room("out", out.size(), where.size(), "poses");
        check(carom_mesh_inside(get(), other.get(), where.a(), where.b(), where.size(), out.data()));
    }
    std::vector<std::uint8_t> inside(const mesh &other, const poses &where = {}) const {
        std::vector<std::uint8_t> out(where.size());
        inside(other, where, span<std::uint8_t>(out));
        return out;
    }

private:
    /// The number of pairs that is expected.
    static std::size_t guess(const poses &where) noexcept { return 16 * where.size() + 256; }

    /// Runs a query with a list of pairs for an answer.
    template <class Item, class Function>
    lists<Item> pairs(Function function, const mesh &other, const poses &where, const CaromFilter *a_filter,
                      const CaromFilter *b_filter) const {
        return detail::collect<Item>(where.size(), guess(where), [&](auto... out) {
            return function(get(), other.get(), where.a(), where.b(), where.size(), a_filter, b_filter, out...);
        });
    }
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
    CaromBspDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.input = number(bsp_input::surface);
    desc.positions = positions.empty() ? nullptr : &positions.data()->x;
    desc.vertex_count = narrow(positions.size(), "vertex_count");
    desc.indices = indices.data();
    desc.index_size = sizeof(Index);
    desc.index_count = narrow(indices.size(), "index_count");
    desc.corner_counts = corner_counts.empty() ? nullptr : corner_counts.data();
    desc.polygon_count = narrow(corner_counts.size(), "polygon_count");
    return desc;
}

/// carom_bsp_overlap_sphere() in one mode.
struct overlap_sphere {
    std::uint32_t mode;

    CaromStatus operator()(const CaromBsp *handle, const CaromSphere *spheres, std::size_t count,
                           const CaromFilter *filter, std::uint8_t *out) const {
        return carom_bsp_overlap_sphere(handle, spheres, count, mode, filter, out);
    }
};

} // namespace detail

/// A descriptor of convex brushes, everything else at its default. It borrows the arrays: the planes of one brush
/// after the other, how many each has, one attribute a brush or none.
inline CaromBspDesc describe_brushes(borrowed<const plane> planes, borrowed<const std::uint32_t> plane_counts,
                                     borrowed<const std::uint16_t> attributes = {}) {
    if (!attributes.empty() && attributes.size() != plane_counts.size()) {
        throw error(CAROM_ERROR_INVALID_ARGUMENT, "attributes: " + std::to_string(attributes.size()) + " for " +
                                                      std::to_string(plane_counts.size()) + " brushes");
    }
    CaromBspDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.planes = planes.empty() ? nullptr : &planes.data()->normal.x;
    desc.plane_count = detail::narrow(planes.size(), "plane_count");
    desc.plane_counts = plane_counts.data();
    desc.brush_count = detail::narrow(plane_counts.size(), "brush_count");
    desc.attributes = attributes.empty() ? nullptr : attributes.data();
    return desc;
}

/// A descriptor of a closed surface, everything else at its default. It borrows the arrays: corners of polygons, and
/// how many each has, or none for triangles.
inline CaromBspDesc describe_surface(borrowed<const CaromVec3> positions, borrowed<const std::uint32_t> indices,
                                     borrowed<const std::uint32_t> corner_counts = {}) {
    return detail::describe_surface<std::uint32_t>(positions, indices, corner_counts);
}
inline CaromBspDesc describe_surface(borrowed<const CaromVec3> positions, borrowed<const std::uint16_t> indices,
                                     borrowed<const std::uint32_t> corner_counts = {}) {
    return detail::describe_surface<std::uint16_t>(positions, indices, corner_counts);
}

/// A cooked BSP tree of solids, owned, like a mesh. An empty one makes queries throw CAROM_ERROR_NULL_ARGUMENT.
class bsp : public detail::owner<bsp, CaromBsp> {
public:
    using owner::owner;
    using owner::build;

    /// Builds, and reports what the build found.
    static bsp build(CaromBspDesc desc, CaromBspReport &report) {
        report.struct_size = sizeof(CaromBspReport);
        desc.report = &report;
        return build(desc);
    }

    // Queries as those of a mesh.

    /// Tells whether each sphere touches the solid: 1 or 0.
    void overlap(span<const CaromSphere> spheres, span<std::uint8_t> out, const CaromFilter *filter = nullptr,
                 bsp_mode mode = bsp_mode::exact) const {
        fill(detail::overlap_sphere{number(mode)}, spheres, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromSphere> spheres, const CaromFilter *filter = nullptr,
                                      bsp_mode mode = bsp_mode::exact) const {
        return answers<std::uint8_t>(detail::overlap_sphere{number(mode)}, spheres, filter);
    }

    /// The brush that contains each point.
    void contains(span<const CaromVec3> points, span<CaromBspContent> out, const CaromFilter *filter = nullptr) const {
        fill(carom_bsp_contains_point, points, out, filter);
    }
    std::vector<CaromBspContent> contains(span<const CaromVec3> points, const CaromFilter *filter = nullptr) const {
        return answers<CaromBspContent>(carom_bsp_contains_point, points, filter);
    }

    /// The contact of each sphere.
    void collide(span<const CaromSphere> spheres, span<CaromBspContact> out,
                 const CaromFilter *filter = nullptr) const {
        fill(carom_bsp_collide_sphere, spheres, out, filter);
    }
    std::vector<CaromBspContact> collide(span<const CaromSphere> spheres,
                                         const CaromFilter *filter = nullptr) const {
        return answers<CaromBspContact>(carom_bsp_collide_sphere, spheres, filter);
    }

    /// The first contact of each moving sphere.
    void cast(span<const CaromSphereCast> casts, span<CaromBspCastHit> out,
              const CaromFilter *filter = nullptr) const {
        fill(carom_bsp_cast_sphere, casts, out, filter);
    }
    std::vector<CaromBspCastHit> cast(span<const CaromSphereCast> casts, const CaromFilter *filter = nullptr) const {
        return answers<CaromBspCastHit>(carom_bsp_cast_sphere, casts, filter);
    }

    /// The place where each ray is first inside.
    void raycast(span<const CaromRay> rays, span<CaromBspCastHit> out, const CaromFilter *filter = nullptr) const {
        fill(carom_bsp_raycast, rays, out, filter);
    }
    std::vector<CaromBspCastHit> raycast(span<const CaromRay> rays, const CaromFilter *filter = nullptr) const {
        return answers<CaromBspCastHit>(carom_bsp_raycast, rays, filter);
    }

    // Capsules, boxes and contacts as those of a mesh, so that one template asks both; triangles are brushes. The tree must
    // be of brushes.

    /// Tells whether each capsule touches a brush: 1 or 0.
    void overlap(span<const CaromCapsule> capsules, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_bsp_overlap_capsule, capsules, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromCapsule> capsules, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_bsp_overlap_capsule, capsules, filter);
    }

    /// Tells whether each rotated box touches a brush: 1 or 0.
    void overlap(span<const CaromBox> boxes, span<std::uint8_t> out, const CaromFilter *filter = nullptr) const {
        fill(carom_bsp_overlap_box, boxes, out, filter);
    }
    std::vector<std::uint8_t> overlap(span<const CaromBox> boxes, const CaromFilter *filter = nullptr) const {
        return answers<std::uint8_t>(carom_bsp_overlap_box, boxes, filter);
    }

    /// The brushes that touch each capsule.
    lists<std::uint32_t> overlap_all(span<const CaromCapsule> capsules, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_bsp_overlap_capsule_all, capsules, filter);
    }

    /// The brushes that touch each rotated box.
    lists<std::uint32_t> overlap_all(span<const CaromBox> boxes, const CaromFilter *filter = nullptr) const {
        return collect<std::uint32_t>(carom_bsp_overlap_box_all, boxes, filter);
    }

    /// The contacts of each sphere, the deepest first.
    lists<CaromContact> contacts(span<const CaromSphere> spheres, const CaromFilter *filter = nullptr,
                                 const CaromContactOptions *options = nullptr) const {
        return collect<CaromContact>(detail::with_argument(carom_bsp_contacts_sphere, options), spheres, filter);
    }

    /// The contacts of each capsule, the deepest first.
    lists<CaromContact> contacts(span<const CaromCapsule> capsules, const CaromFilter *filter = nullptr,
                                 const CaromContactOptions *options = nullptr) const {
        return collect<CaromContact>(detail::with_argument(carom_bsp_contacts_capsule, options), capsules, filter);
    }

    /// The contacts of each box, the deepest first.
    lists<CaromContact> contacts(span<const CaromBoxAxes> boxes, const CaromFilter *filter = nullptr,
                                 const CaromContactOptions *options = nullptr) const {
        return collect<CaromContact>(detail::with_argument(carom_bsp_contacts_box, options), boxes, filter);
    }

    /// The first contact of each moving capsule with a brush, by the rules of a mesh.
    void cast(span<const CaromCapsuleCast> casts, span<CaromShapeHit> out, const CaromFilter *filter = nullptr,
              contact_edges edges = contact_edges::smooth) const {
        fill(detail::with_edges(carom_bsp_cast_capsule, edges), casts, out, filter);
    }
    std::vector<CaromShapeHit> cast(span<const CaromCapsuleCast> casts, const CaromFilter *filter = nullptr,
                                    contact_edges edges = contact_edges::smooth) const {
        return answers<CaromShapeHit>(detail::with_edges(carom_bsp_cast_capsule, edges), casts, filter);
    }

    /// The first contact of each moving box with a brush, by the rules of a mesh.
    void cast(span<const CaromBoxCast> casts, span<CaromShapeHit> out, const CaromFilter *filter = nullptr,
              contact_edges edges = contact_edges::smooth) const {
        fill(detail::with_edges(carom_bsp_cast_box, edges), casts, out, filter);
    }
    std::vector<CaromShapeHit> cast(span<const CaromBoxCast> casts, const CaromFilter *filter = nullptr,
                                    contact_edges edges = contact_edges::smooth) const {
        return answers<CaromShapeHit>(detail::with_edges(carom_bsp_cast_box, edges), casts, filter);
    }

    /// The contact of each moving capsule with every brush in its way, by time.
    lists<CaromShapeHit> cast_all(span<const CaromCapsuleCast> casts, const CaromFilter *filter = nullptr,
                                  contact_edges edges = contact_edges::smooth) const {
        return collect<CaromShapeHit>(detail::with_edges(carom_bsp_cast_capsule_all, edges), casts, filter);
    }

    /// The contact of each moving box with every brush in its way, by time.
    lists<CaromShapeHit> cast_all(span<const CaromBoxCast> casts, const CaromFilter *filter = nullptr,
                                  contact_edges edges = contact_edges::smooth) const {
        return collect<CaromShapeHit>(detail::with_edges(carom_bsp_cast_box_all, edges), casts, filter);
    }
};

/// A descriptor of a field from values, everything else at its default. It borrows the values, one a node, x fastest.
inline CaromSdfDesc describe_field(CaromVec3 origin, float cell, std::uint32_t nx, std::uint32_t ny, std::uint32_t nz,
                                   borrowed<const float> values, sdf_storage storage = sdf_storage::dense) {
    const std::uint64_t layer = std::uint64_t(nx) * ny;
    if (layer == 0 ? !values.empty() : values.size() % layer != 0 || values.size() / layer != nz) {
        throw error(CAROM_ERROR_INVALID_ARGUMENT, "values: " + std::to_string(values.size()) + " for " + std::to_string(nx) +
                                                      " x " + std::to_string(ny) + " x " + std::to_string(nz) + " nodes");
    }
    CaromSdfDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.storage = number(storage);
    desc.origin = origin;
    desc.cell = cell;
    desc.dims[0] = nx;
    desc.dims[1] = ny;
    desc.dims[2] = nz;
    desc.values = values.data();
    return desc;
}

/// A descriptor of the field of a mesh on a grid around it, everything else at its default: so many cells along the longest
/// side of its box, and more on every side.
inline CaromSdfGenerateDesc describe_field_around(std::uint32_t resolution, std::uint32_t padding = 2,
                                                  sdf_storage storage = sdf_storage::dense,
                                                  sdf_sign sign = sdf_sign::automatic) {
    CaromSdfGenerateDesc desc{}; // zeros are the defaults
    desc.struct_size = sizeof desc;
    desc.resolution = resolution;
    desc.padding = padding;
    desc.storage = number(storage);
    desc.sign = number(sign);
    return desc;
}

/// A cooked signed distance field, owned, like a mesh. An empty one makes queries throw CAROM_ERROR_NULL_ARGUMENT.
class sdf : public detail::owner<sdf, CaromSdf> {
public:
    using owner::owner;

    /// Generates the field of a mesh, which is not needed afterwards. describe_field_around() makes descriptors.
    static sdf generate(const mesh &of, const CaromSdfGenerateDesc &desc) {
        CaromSdf *handle = nullptr;
        check(carom_sdf_generate(of.get(), &desc, &handle));
        return sdf(handle);
    }

    /// Distances and gradients.
    void sample(span<const CaromVec3> points, span<CaromSdfSample> out,
                sdf_interpolation interpolation = sdf_interpolation::linear) const {
        run(carom_sdf_sample, points, out, number(interpolation));
    }
    std::vector<CaromSdfSample> sample(span<const CaromVec3> points,
                                       sdf_interpolation interpolation = sdf_interpolation::linear) const {
        return into_vector<CaromSdfSample>(carom_sdf_sample, points, number(interpolation));
    }

    /// The nearest point of the surface to each point.
    void closest_point(span<const CaromVec3> points, span<CaromSdfClosestPoint> out) const {
        run(carom_sdf_closest_point, points, out);
    }
    std::vector<CaromSdfClosestPoint> closest_point(span<const CaromVec3> points) const {
        return into_vector<CaromSdfClosestPoint>(carom_sdf_closest_point, points);
    }

    // The contact of each shape that is no farther than `margin`.
    void collide(span<const CaromVec3> points, span<CaromSdfContact> out, float margin = 0) const {
        run(carom_sdf_collide_point, points, out, margin);
    }
    std::vector<CaromSdfContact> collide(span<const CaromVec3> points, float margin = 0) const {
        return into_vector<CaromSdfContact>(carom_sdf_collide_point, points, margin);
    }
    void collide(span<const CaromSphere> spheres, span<CaromSdfContact> out, float margin = 0) const {
        run(carom_sdf_collide_sphere, spheres, out, margin);
    }
    std::vector<CaromSdfContact> collide(span<const CaromSphere> spheres, float margin = 0) const {
        return into_vector<CaromSdfContact>(carom_sdf_collide_sphere, spheres, margin);
    }
    void collide(span<const CaromCapsule> capsules, span<CaromSdfContact> out, float margin = 0) const {
        run(carom_sdf_collide_capsule, capsules, out, margin);
    }
    std::vector<CaromSdfContact> collide(span<const CaromCapsule> capsules, float margin = 0) const {
        return into_vector<CaromSdfContact>(carom_sdf_collide_capsule, capsules, margin);
    }
    void collide(span<const CaromSdfTriangle> triangles, span<CaromSdfContact> out, float margin = 0) const {
        run(carom_sdf_collide_triangle, triangles, out, margin);
    }
    std::vector<CaromSdfContact> collide(span<const CaromSdfTriangle> triangles, float margin = 0) const {
        return into_vector<CaromSdfContact>(carom_sdf_collide_triangle, triangles, margin);
    }

    /// The contacts of another field in each pose relative to this one, up to one a block of a field's cells.
    lists<CaromSdfContact> collide(const sdf &other, span<const CaromPose> where, float margin = 0) const {
        return detail::collect<CaromSdfContact>(where.size(), 64 * where.size(), [&](auto... out) {
            return carom_sdf_collide_field(get(), other.get(), where.data(), where.size(), margin, out...);
        });
    }

    /// The place where each ray is first inside.
    void raycast(span<const CaromRay> rays, span<CaromSdfRayHit> out) const { run(carom_sdf_raycast, rays, out); }
    std::vector<CaromSdfRayHit> raycast(span<const CaromRay> rays) const {
        return into_vector<CaromSdfRayHit>(carom_sdf_raycast, rays);
    }

    /// The distances at the pixels of a slice, row by row.
    void slice(const CaromSdfSlice &pixels, span<float> out) const {
        if (out.size() != std::uint64_t(pixels.width) * pixels.height) {
            throw error(CAROM_ERROR_INVALID_ARGUMENT, "out: room for " + std::to_string(out.size()) + " of " +
                                                          std::to_string(pixels.width) + " x " +
                                                          std::to_string(pixels.height) + " pixels");
        }
        check(carom_sdf_slice(get(), &pixels, out.data()));
    }
    std::vector<float> slice(const CaromSdfSlice &pixels) const {
        std::vector<float> out(std::size_t(pixels.width) * pixels.height);
        check(carom_sdf_slice(get(), &pixels, out.data()));
        return out;
    }

    /// The grid's nodes inside the solid.
    std::vector<CaromVec3> inside_points() const {
        std::vector<CaromVec3> points;
        std::size_t written = 0;
        std::size_t total = 0;
        if (check(carom_sdf_inside_points(get(), nullptr, 0, &written, &total)) == CAROM_BUFFER_TOO_SMALL) {
            points.resize(total);
            check(carom_sdf_inside_points(get(), points.data(), points.size(), &written, &total));
        }
        return points;
    }

private:
    /// Runs a query with one answer each: `function(handle, queries, count, more..., answers)`.
    template <class Function, class Query, class Answer, class... More>
    void run(Function function, span<Query> queries, span<Answer> out, More... more) const {
        detail::check_room("out", out.size(), queries.size(), "queries");
        check(function(get(), queries.data(), queries.size(), more..., out.data()));
    }

    /// The same, into a vector.
    template <class Answer, class Function, class Query, class... More>
    std::vector<Answer> into_vector(Function function, span<Query> queries, More... more) const {
        std::vector<Answer> out(queries.size());
        run(function, queries, span<Answer>(out), more...);
        return out;
    }
};

/// A box as a volume.
inline CaromVolume volume(const CaromAabb &box) noexcept { return {CAROM_VOLUME_BOX, 0.0f, box.min, box.max}; }
/// A sphere as a volume.
inline CaromVolume volume(const CaromSphere &sphere) noexcept {
    return {CAROM_VOLUME_SPHERE, sphere.radius, sphere.center, CaromVec3{0.0f, 0.0f, 0.0f}};
}

/// An object in the first group, which sees all.
inline CaromWorldObject object(const CaromVolume &volume, std::uint64_t user = 0, bool is_static = false) noexcept {
    return {user, volume, CaromGroupFilter{1, 0xffffffffu}, is_static ? 1u : 0u, 0};
}

/// A filter of a query that sees all objects but one, and those that see nothing.
inline CaromWorldFilter ignoring(std::uint64_t id) noexcept {
    return {CaromGroupFilter{0xffffffffu, 0xffffffffu}, id};
}
/// A filter of a query that sees the objects that see each other with it.
inline CaromWorldFilter seeing(std::uint32_t group, std::uint32_t mask) noexcept {
    return {CaromGroupFilter{group, mask}, CAROM_NO_OBJECT};
}

/// Moving objects, and which of them touch; owned. An empty one makes calls throw CAROM_ERROR_NULL_ARGUMENT. Any thread
/// may call anything on it at any time; see CaromWorld.
class world {
public:
    world() noexcept = default;
    /// Takes over a handle of the C interface.
    explicit world(CaromWorld *handle) noexcept : handle_(handle) {}
    world(world &&other) noexcept : handle_(other.release()) {}
    world &operator=(world &&other) noexcept {
        world taken(std::move(other));
        std::swap(handle_, taken.handle_);
        return *this;
    }
    world(const world &) = delete;
    world &operator=(const world &) = delete;
    ~world() { carom_world_destroy(handle_); }

    /// An empty world.
    static world create(const CaromWorldDesc &desc) {
        CaromWorld *handle = nullptr;
        check(carom_world_create(&desc, &handle));
        return world(handle);
    }
    static world create(world_structure structure = world_structure::automatic) {
        CaromWorldDesc desc{}; // zeros are the defaults
        desc.struct_size = sizeof desc;
        desc.structure = number(structure);
        return create(desc);
    }

    /// The world that save() gave. The bytes may be freed afterwards.
    static world open_copy(const void *blob, std::size_t size, std::uint32_t thread_count = 0) {
        CaromWorld *handle = nullptr;
        check(carom_world_open(blob, size, thread_count, &handle));
        return world(handle);
    }

    /// All objects with their ids, to be opened again.
    std::vector<unsigned char> save() const {
        std::vector<unsigned char> bytes;
        std::size_t size = 0;
        while (check(carom_world_save(handle_, bytes.data(), bytes.size(), &size)) == CAROM_BUFFER_TOO_SMALL) {
            bytes.resize(size);
        }
        bytes.resize(size);
        return bytes;
    }

    // Edits: each batch is refused whole if an element is bad.

    /// Adds objects; their ids.
    void insert(span<const CaromWorldObject> objects, span<std::uint64_t> ids) {
        detail::check_room("ids", ids.size(), objects.size(), "objects");
        check(carom_world_insert(handle_, objects.data(), objects.size(), ids.data()));
    }
    std::vector<std::uint64_t> insert(span<const CaromWorldObject> objects) {
        std::vector<std::uint64_t> ids(objects.size());
        insert(objects, span<std::uint64_t>(ids));
        return ids;
    }
    std::uint64_t insert(const CaromWorldObject &object) {
        std::uint64_t id = CAROM_NO_OBJECT;
        check(carom_world_insert(handle_, &object, 1, &id));
        return id;
    }
    /// Adds one object of several volumes.
    std::uint64_t insert_compound(const CaromWorldObject &object, span<const CaromVolume> volumes) {
        std::uint64_t id = CAROM_NO_OBJECT;
        check(carom_world_insert_compound(handle_, &object, volumes.data(), volumes.size(), &id));
        return id;
    }
    /// Changes what objects fill.
    void update(span<const std::uint64_t> ids, span<const CaromVolume> volumes) {
        same("volumes", volumes.size(), ids.size());
        check(carom_world_update(handle_, ids.data(), volumes.data(), ids.size()));
    }
    void update_boxes(span<const std::uint64_t> ids, span<const CaromAabb> boxes) {
        same("boxes", boxes.size(), ids.size());
        check(carom_world_update_boxes(handle_, ids.data(), boxes.data(), ids.size()));
    }
    void update_spheres(span<const std::uint64_t> ids, span<const CaromSphere> spheres) {
        same("spheres", spheres.size(), ids.size());
        check(carom_world_update_spheres(handle_, ids.data(), spheres.data(), ids.size()));
    }
    void update_compound(std::uint64_t id, span<const CaromVolume> volumes) {
        check(carom_world_update_compound(handle_, id, volumes.data(), volumes.size()));
    }
    /// Removes objects; their ids are errors from then on.
    void remove(span<const std::uint64_t> ids) { check(carom_world_remove(handle_, ids.data(), ids.size())); }
    /// Forgets most free places of removed objects and gives back memory; ids stay as they are.
    void compact() { check(carom_world_compact(handle_)); }
    /// Changes which objects these see.
    void set_filter(span<const std::uint64_t> ids, span<const CaromGroupFilter> filters) {
        same("filters", filters.size(), ids.size());
        check(carom_world_set_filter(handle_, ids.data(), filters.data(), ids.size()));
    }
    /// Changes whether objects are static: 0 or 1 for each.
    void set_static(span<const std::uint64_t> ids, span<const std::uint8_t> is_static) {
        same("is_static", is_static.size(), ids.size());
        check(carom_world_set_static(handle_, ids.data(), is_static.data(), ids.size()));
    }
    /// Changes the users of objects.
    void set_user(span<const std::uint64_t> ids, span<const std::uint64_t> users) {
        same("users", users.size(), ids.size());
        check(carom_world_set_user(handle_, ids.data(), users.data(), ids.size()));
    }
    /// Removes all objects.
    void clear() { check(carom_world_clear(handle_)); }

    /// An object as it is now.
    CaromWorldObject object(std::uint64_t id) const {
        CaromWorldObject found;
        check(carom_world_object(handle_, id, &found));
        return found;
    }
    /// The ids of all objects, ascending.
    std::vector<std::uint64_t> ids() const { return list_of<std::uint64_t>(carom_world_ids); }

    // Pairs.

    /// All pairs that touch, sorted, in a vector whose memory is used again.
    void pairs(std::vector<CaromWorldPair> &out) const { list_into(carom_world_pairs, out); }
    std::vector<CaromWorldPair> pairs() const { return list_of<CaromWorldPair>(carom_world_pairs); }

    /// The pairs that have begun and that have ended since the last call.
    void pair_changes(std::vector<CaromWorldPair> &begun, std::vector<CaromWorldPair> &ended) {
        begun.resize(begun.capacity());
        ended.resize(ended.capacity());
        std::size_t written[2] = {0, 0};
        std::size_t total[2] = {0, 0};
        while (check(carom_world_pair_changes(handle_, begun.data(), begun.size(), &written[0], &total[0], ended.data(),
                                              ended.size(), &written[1], &total[1])) == CAROM_BUFFER_TOO_SMALL) {
            begun.resize(total[0]);
            ended.resize(total[1]);
        }
        begun.resize(written[0]);
        ended.resize(written[1]);
    }

    /// The objects that each of these is a pair with.
    lists<std::uint64_t> pairs_of(span<const std::uint64_t> ids) const {
        return collect<std::uint64_t>(ids.size(), [&](auto... out) { return carom_world_pairs_of(handle_, ids.data(), ids.size(), out...); });
    }

    // Queries. There is a filter for each query, or one for all; without any, all objects are seen but those that see nothing.

    /// The objects that touch each box or sphere, or are in each view.
    lists<std::uint64_t> overlap_all(span<const CaromAabb> boxes, span<const CaromWorldFilter> filters = {}) const {
        return collect<std::uint64_t>(carom_world_overlap_aabb_all, boxes, filters);
    }
    lists<std::uint64_t> overlap_all(span<const CaromSphere> spheres, span<const CaromWorldFilter> filters = {}) const {
        return collect<std::uint64_t>(carom_world_overlap_sphere_all, spheres, filters);
    }
    lists<std::uint64_t> overlap_all(span<const CaromFrustum> frusta, span<const CaromWorldFilter> filters = {}) const {
        return collect<std::uint64_t>(carom_world_overlap_frustum_all, frusta, filters);
    }
    /// The first object that each ray meets.
    void raycast(span<const CaromRay> rays, span<CaromWorldHit> out, span<const CaromWorldFilter> filters = {}) const {
        detail::check_room("out", out.size(), rays.size(), "queries");
        check(carom_world_raycast(handle_, rays.data(), rays.size(), filters.data(), filters.size(), out.data()));
    }
    std::vector<CaromWorldHit> raycast(span<const CaromRay> rays, span<const CaromWorldFilter> filters = {}) const {
        std::vector<CaromWorldHit> out(rays.size());
        raycast(rays, span<CaromWorldHit>(out), filters);
        return out;
    }
    /// All objects that each ray meets, along it.
    lists<CaromWorldHit> raycast_all(span<const CaromRay> rays, span<const CaromWorldFilter> filters = {}) const {
        return collect<CaromWorldHit>(carom_world_raycast_all, rays, filters);
    }
    /// The first object that each moving box meets.
    void cast(span<const CaromAabbCast> casts, span<CaromWorldHit> out,
               span<const CaromWorldFilter> filters = {}) const {
        detail::check_room("out", out.size(), casts.size(), "queries");
        check(carom_world_cast_aabb(handle_, casts.data(), casts.size(), filters.data(), filters.size(), out.data()));
    }
    std::vector<CaromWorldHit> cast(span<const CaromAabbCast> casts,
                                     span<const CaromWorldFilter> filters = {}) const {
        std::vector<CaromWorldHit> out(casts.size());
        cast(casts, span<CaromWorldHit>(out), filters);
        return out;
    }
    /// All objects that each moving box meets, along its way.
    lists<CaromWorldHit> cast_all(span<const CaromAabbCast> casts, span<const CaromWorldFilter> filters = {}) const {
        return collect<CaromWorldHit>(carom_world_cast_aabb_all, casts, filters);
    }
    /// The nearest objects to each point, `wanted` places for each.
    std::vector<CaromNeighbor> nearest(span<const CaromPointQuery> points, std::size_t wanted,
                                       span<const CaromWorldFilter> filters = {}) const {
        std::vector<CaromNeighbor> out(points.size() * wanted);
        check(carom_world_nearest(handle_, points.data(), points.size(), wanted, filters.data(), filters.size(), out.data()));
        return out;
    }

    /// Its figures.
    CaromWorldStats stats() const {
        CaromWorldStats known{};
        known.struct_size = sizeof known;
        check(carom_world_stats(handle_, &known));
        return known;
    }
    /// The boxes of its structure, for drawing.
    std::vector<CaromWorldBox> boxes() const { return list_of<CaromWorldBox>(carom_world_boxes); }

    /// True if it owns a handle.
    explicit operator bool() const noexcept { return handle_ != nullptr; }
    /// The handle, for the C interface; still owned here.
    const CaromWorld *get() const noexcept { return handle_; }
    CaromWorld *get() noexcept { return handle_; }
    /// Releases the handle: the caller destroys it.
    CaromWorld *release() noexcept { return std::exchange(handle_, nullptr); }

private:
    static void same(const char *name, std::size_t count, std::size_t ids) {
        if (count != ids) {
            throw error(CAROM_ERROR_INVALID_ARGUMENT,
                        std::string(name) + ": " + std::to_string(count) + " for " + std::to_string(ids) + " ids");
        }
    }

    template <class Item, class Function> void list_into(Function function, std::vector<Item> &out) const {
        out.resize(out.capacity());
        std::size_t written = 0;
        std::size_t total = 0;
        while (check(function(handle_, out.data(), out.size(), &written, &total)) == CAROM_BUFFER_TOO_SMALL) {
            out.resize(total);
        }
        out.resize(written);
    }

    template <class Item, class Function> std::vector<Item> list_of(Function function) const {
        std::vector<Item> out;
        list_into(function, out);
        return out;
    }

    /// Until the lists fit: others may edit the world meanwhile.
    template <class Item, class Call> static lists<Item> collect(std::size_t count, Call call) {
        lists<Item> found;
        found.offsets.resize(count + 1);
        found.items.resize(4 * count);
        std::size_t written = 0;
        std::size_t total = 0;
        while (check(call(found.offsets.data(), found.items.data(), found.items.size(), &written, &total)) ==
               CAROM_BUFFER_TOO_SMALL) {
            found.items.resize(total);
        }
        found.items.resize(written);
        return found;
    }

    template <class Item, class Function, class Query>
    lists<Item> collect(Function function, span<Query> queries, span<const CaromWorldFilter> filters) const {
        return collect<Item>(queries.size(), [&](auto... out) {
            return function(handle_, queries.data(), queries.size(), filters.data(), filters.size(), out...);
        });
    }

    CaromWorld *handle_ = nullptr;
};

} // namespace carom

#endif // CAROM_HPP
