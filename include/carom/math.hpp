// Vectors, shapes, poses, filters: the structs of carom.h, made so that none of them misses silently.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_MATH_HPP
#define CAROM_MATH_HPP

#include "numbers.hpp"
#include "views.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

// What named functions and operators share. The same whether errors are thrown or returned, as the operators are.
namespace carom {
namespace arithmetic {

inline CaromVec3 apply(const CaromPose &pose, const CaromVec3 &point) noexcept {
    const auto at = [&](const float(&r)[4]) { return ((r[0] * point.x + r[1] * point.y) + r[2] * point.z) + r[3]; };
    return {at(pose.rows[0]), at(pose.rows[1]), at(pose.rows[2])};
}

inline CaromPose compose(const CaromPose &first, const CaromPose &second) noexcept {
    CaromPose made{};
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 4; ++c) {
            double sum = c == 3 ? double(first.rows[r][3]) : 0.0;
            for (std::size_t k = 0; k < 3; ++k) sum += double(first.rows[r][k]) * double(second.rows[k][c]);
            made.rows[r][c] = static_cast<float>(sum);
        }
    }
    return made;
}

} // namespace arithmetic
} // namespace carom

// Operators of the vectors and poses of carom.h, unless yours are to be taken.
#ifndef CAROM_NO_VECTOR_OPERATORS
constexpr CaromVec3 operator+(const CaromVec3 &a, const CaromVec3 &b) noexcept {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
constexpr CaromVec3 operator-(const CaromVec3 &a, const CaromVec3 &b) noexcept {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
constexpr CaromVec3 operator-(const CaromVec3 &a) noexcept { return {-a.x, -a.y, -a.z}; }
constexpr CaromVec3 operator*(const CaromVec3 &a, float s) noexcept { return {a.x * s, a.y * s, a.z * s}; }
constexpr CaromVec3 operator*(float s, const CaromVec3 &a) noexcept { return a * s; }
constexpr CaromVec3 operator/(const CaromVec3 &a, float s) noexcept { return {a.x / s, a.y / s, a.z / s}; }
constexpr CaromVec3 &operator+=(CaromVec3 &a, const CaromVec3 &b) noexcept { return a = a + b; }
constexpr CaromVec3 &operator-=(CaromVec3 &a, const CaromVec3 &b) noexcept { return a = a - b; }
constexpr CaromVec3 &operator*=(CaromVec3 &a, float s) noexcept { return a = a * s; }
constexpr CaromVec3 &operator/=(CaromVec3 &a, float s) noexcept { return a = a / s; }
constexpr bool operator==(const CaromVec3 &a, const CaromVec3 &b) noexcept {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
constexpr bool operator!=(const CaromVec3 &a, const CaromVec3 &b) noexcept { return !(a == b); }

/// Where a pose takes a point; see carom::apply.
inline CaromVec3 operator*(const CaromPose &pose, const CaromVec3 &point) noexcept {
    return carom::arithmetic::apply(pose, point);
}
/// First the second pose, then the first; see carom::compose.
inline CaromPose operator*(const CaromPose &first, const CaromPose &second) noexcept {
    return carom::arithmetic::compose(first, second);
}
#endif

CAROM_NAMESPACE_BEGIN

namespace detail {

template <class T> using bare = std::remove_cv_t<std::remove_reference_t<T>>;

/// True for vectors with members x, y and z that are floats, as those of glm.
template <class T, class = void> struct has_xyz : std::false_type {};
template <class T> struct has_xyz<
    T, std::void_t<decltype(std::declval<T &>().x), decltype(std::declval<T &>().y), decltype(std::declval<T &>().z)>>
    : std::bool_constant<std::is_same<bare<decltype(std::declval<T &>().x)>, float>::value &&
                         std::is_same<bare<decltype(std::declval<T &>().y)>, float>::value &&
                         std::is_same<bare<decltype(std::declval<T &>().z)>, float>::value> {};

/// True for what has the size of `Count` elements, and these by index: arrays, and vectors as those of Eigen.
template <class T, class Element, std::size_t Count, class = void> struct has_elements : std::false_type {};
template <class T, class Element, std::size_t Count>
struct has_elements<T, Element, Count, std::void_t<decltype(std::declval<T &>()[0])>>
    : std::bool_constant<std::is_same<bare<decltype(std::declval<T &>()[0])>, Element>::value &&
                         !std::is_pointer<bare<T>>::value && sizeof(T) == Count * sizeof(Element)> {};

/// True for three doubles, which are refused by name.
template <class T, class = void> struct has_double_xyz : std::false_type {};
template <class T> struct has_double_xyz<
    T, std::void_t<decltype(std::declval<T &>().x), decltype(std::declval<T &>().y), decltype(std::declval<T &>().z)>>
    : std::is_same<bare<decltype(std::declval<T &>().x)>, double> {};
template <class T> constexpr bool is_double_vec3 = has_double_xyz<T>::value || has_elements<T, double, 3>::value;

/// False, but not before a template is made.
template <class> constexpr bool never = false;

/// True for whatever is three floats.
template <class T> constexpr bool is_vec3 = has_xyz<T>::value || has_elements<T, float, 3>::value;

/// The first of its floats.
template <class T> constexpr const float *first_float(const T &of) noexcept {
    if constexpr (has_xyz<const T>::value) {
        return &of.x;
    } else {
        return &of[0];
    }
}

} // namespace detail

/// Three floats: a CaromVec3 that is made of any other vector, as those of glm and Eigen, float[3], std::array.
struct vec3 : CaromVec3 {
    constexpr vec3() noexcept : CaromVec3{0.0f, 0.0f, 0.0f} {}
    constexpr vec3(float x_, float y_, float z_) noexcept : CaromVec3{x_, y_, z_} {}
    template <class T, std::enable_if_t<detail::is_vec3<const T>, int> = 0> constexpr vec3(const T &of) noexcept
        : vec3() {
        if constexpr (detail::has_xyz<const T>::value) {
            x = of.x;
            y = of.y;
            z = of.z;
        } else {
            x = of[0];
            y = of[1];
            z = of[2];
        }
    }
    template <class T, std::enable_if_t<detail::is_double_vec3<const T>, int> = 0> constexpr vec3(const T &) noexcept {
        static_assert(detail::never<T>, "carom: a vector is three floats, and this one is of doubles: convert it");
    }
};

constexpr float dot(const vec3 &a, const vec3 &b) noexcept { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr CaromVec3 cross(const vec3 &a, const vec3 &b) noexcept {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(const vec3 &a) noexcept { return std::sqrt(dot(a, a)); }
inline float distance(const vec3 &a, const vec3 &b) noexcept { return length({a.x - b.x, a.y - b.y, a.z - b.z}); }
/// The vector by its length; not finite for one that has none.
inline CaromVec3 normalize(const vec3 &a) noexcept {
    const float long_as = length(a);
    return {a.x / long_as, a.y / long_as, a.z / long_as};
}

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

namespace detail {

/// True for quaternions with members x, y, z and w that are floats, in any order.
template <class T, class = void> struct has_xyzw : std::false_type {};
template <class T> struct has_xyzw<T, std::void_t<decltype(std::declval<T &>().w)>>
    : std::bool_constant<has_xyz<T>::value && std::is_same<bare<decltype(std::declval<T &>().w)>, float>::value> {};

/// True for what has four floats x, y, z, w by index or, as Eigen's quaternions, in what coeffs() gives.
template <class T, class = void> struct has_coefficients : std::false_type {};
template <class T> struct has_coefficients<T, std::void_t<decltype(std::declval<T &>().coeffs()[0])>>
    : std::is_same<bare<decltype(std::declval<T &>().coeffs()[0])>, float> {};

template <class T> constexpr bool is_quaternion =
    has_xyzw<const T>::value || has_elements<const T, float, 4>::value || has_coefficients<const T>::value;

} // namespace detail

/// A rotation as a unit quaternion x, y, z, w, made of those of glm and Eigen, float[4], std::array; none by default.
struct quaternion {
    float x = 0.0f, y = 0.0f, z = 0.0f, w = 1.0f;

    constexpr quaternion() noexcept = default;
    constexpr quaternion(float x_, float y_, float z_, float w_) noexcept : x(x_), y(y_), z(z_), w(w_) {}
    template <class T, std::enable_if_t<detail::is_quaternion<T>, int> = 0> constexpr quaternion(const T &of) noexcept {
        if constexpr (detail::has_xyzw<const T>::value) {
            *this = {of.x, of.y, of.z, of.w};
        } else if constexpr (detail::has_elements<const T, float, 4>::value) {
            *this = {of[0], of[1], of[2], of[3]};
        } else {
            *this = {of.coeffs()[0], of.coeffs()[1], of.coeffs()[2], of.coeffs()[3]};
        }
    }
};

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
};

// Poses: first the scale, then the rotation, then the translation.

/// Stays where it is.
constexpr CaromPose pose() noexcept { return {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}; }

/// Is only moved.
constexpr CaromPose pose(const vec3 &translation) noexcept {
    return {{{1, 0, 0, translation.x}, {0, 1, 0, translation.y}, {0, 0, 1, translation.z}}};
}

/// A rotation of four floats x, y, z, w or nullptr for none.
inline outcome<CaromPose> pose(const float *rotation, const vec3 &translation, float scale = 1.0f) {
    CaromPose made;
    return detail::finish(carom_pose_from_quaternion(rotation, &translation, scale, &made), made);
}
inline outcome<CaromPose> pose(const quaternion &rotation, const vec3 &translation, float scale = 1.0f) {
    const float xyzw[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    return pose(xyzw, translation, scale);
}
inline outcome<CaromPose> pose(std::nullptr_t, const vec3 &translation, float scale = 1.0f) {
    return pose(static_cast<const float *>(nullptr), translation, scale);
}

namespace detail {

/// A pose of 12 or 16 floats; the element of row r and column c is number r * row_step + c * column_step.
inline outcome<CaromPose> pose_of(span<const float> matrix, std::size_t row_step, std::size_t column_step) {
    CaromPose made{};
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 4; ++c) made.rows[r][c] = matrix[r * row_step + c * column_step];
    }
    if (matrix.size() == 16) {
        for (std::size_t c = 0; c < 4; ++c) {
            const float wanted = c == 3 ? 1.0f : 0.0f;
            const std::size_t at = 3 * row_step + c * column_step;
            if (!(matrix[at] == wanted)) {
                return fail<CaromPose>(CAROM_ERROR_INVALID_ARGUMENT, "matrix[" + std::to_string(at) +
                                                                         "]: " + std::to_string(matrix[at]) +
                                                                         " in the last row, which must be 0, 0, 0, 1");
            }
        }
    }
    return made;
}
/// True for matrices of 12 or 16 floats with two indices.
template <class Matrix, class = void> struct is_matrix : std::false_type {};
template <class Matrix> struct is_matrix<Matrix, std::void_t<decltype(std::declval<const Matrix &>()[0][0])>>
    : std::bool_constant<std::is_same<bare<decltype(std::declval<const Matrix &>()[0][0])>, float>::value &&
                         (sizeof(Matrix) == 12 * sizeof(float) || sizeof(Matrix) == 16 * sizeof(float))>{};

inline outcome<CaromPose> wrong_matrix(std::size_t size) {
    return fail<CaromPose>(CAROM_ERROR_INVALID_ARGUMENT,
                           "matrix: " + std::to_string(size) + " floats are neither 12 nor 16");
}

} // namespace detail

/// A pose of a 3 x 4 or 4 x 4 matrix whose rows stand one after another, for points that are columns.
inline outcome<CaromPose> pose_from_rows(span<const float> matrix) {
    if (matrix.size() != 12 && matrix.size() != 16) return detail::wrong_matrix(matrix.size());
    return detail::pose_of(matrix, 4, 1);
}
inline CaromPose pose_from_rows(const float (&matrix)[3][4]) noexcept {
    CaromPose made{};
    for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 4; ++c) made.rows[r][c] = matrix[r][c];
    }
    return made;
}

/// A pose of a matrix whose columns stand one after another, as OpenGL, glm and Eigen have them: 4 columns of 4 or of 3.
inline outcome<CaromPose> pose_from_columns(span<const float> matrix) {
    if (matrix.size() != 12 && matrix.size() != 16) return detail::wrong_matrix(matrix.size());
    return detail::pose_of(matrix, 1, matrix.size() / 4);
}
/// The same of 16 floats.
inline outcome<CaromPose> pose_from_columns(const float *matrix) {
    return pose_from_columns(span<const float>(matrix, 16));
}
/// The same of a matrix of columns, such as glm::mat4 and glm::mat4x3.
template <class Matrix, std::enable_if_t<detail::is_matrix<Matrix>::value, int> = 0>
outcome<CaromPose> pose_from_columns(const Matrix &matrix) {
    return pose_from_columns(span<const float>(&matrix[0][0], sizeof(Matrix) / sizeof(float)));
}

/// Where a pose takes a point: as queries of posed meshes have it, to the last bit. The same as pose * point.
inline CaromVec3 apply(const CaromPose &pose, const vec3 &point) noexcept { return arithmetic::apply(pose, point); }

/// Where a pose takes a direction: without the translation.
inline CaromVec3 apply_direction(const CaromPose &pose, const vec3 &direction) noexcept {
    CaromPose turn = pose;
    for (auto &row : turn.rows) row[3] = 0.0f;
    return apply(turn, direction);
}

/// First `second`, then `first`, as matrices are multiplied.
inline CaromPose compose(const CaromPose &first, const CaromPose &second) noexcept {
    return arithmetic::compose(first, second);
}

/// The way back. Not finite, and so refused by whoever gets it, for a scale of 0.
inline CaromPose inverse(const CaromPose &pose) noexcept {
    const auto at = [&](std::size_t r, std::size_t c) { return double(pose.rows[r % 3][c % 3]); };
    const auto cofactor = [&](std::size_t r, std::size_t c) {
        return at(r + 1, c + 1) * at(r + 2, c + 2) - at(r + 1, c + 2) * at(r + 2, c + 1);
    };
    const double determinant = at(0, 0) * cofactor(0, 0) + at(0, 1) * cofactor(0, 1) + at(0, 2) * cofactor(0, 2);
    CaromPose made{};
    for (std::size_t r = 0; r < 3; ++r) {
        double moved = 0.0;
        for (std::size_t c = 0; c < 3; ++c) {
            const double factor = cofactor(c, r) / determinant;
            made.rows[r][c] = static_cast<float>(factor);
            moved -= factor * double(pose.rows[c][3]);
        }
        made.rows[r][3] = static_cast<float>(moved);
    }
    return made;
}

/// Two poses about an origin that is near both; a point of theirs, plus the origin, is where the poses in double have it.
struct near_poses {
    CaromPose a, b;
    std::array<double, 3> origin;
};

/// For meshes far from the origin: poses that stand to each other as two in double do; carom_poses_about_common_origin().
inline outcome<near_poses> about_common_origin(const CaromFarPose &a, const CaromFarPose &b) {
    near_poses made;
    return detail::finish(carom_poses_about_common_origin(&a, &b, 1, &made.a, &made.b, made.origin.data()), made);
}

/// The poses of two meshes in each element of a batch. Borrows arrays, which therefore must have a name; keeps a
/// single pose.
class poses {
public:
    /// One element: both stay where they are.
    poses() noexcept = default;
    /// The second mesh has these poses, the first stays where it is.
    template <class Container,
              std::enable_if_t<std::is_constructible<borrowed<const CaromPose>, Container>::value, int> = 0>
    poses(Container &&b) noexcept
        : b_(span<const CaromPose>(b).data()), a_count_(span<const CaromPose>(b).size()), count_(a_count_) {}
    /// The second mesh has this pose, the first stays where it is.
    poses(const CaromPose &b) noexcept : single_(b), is_single_(true) {}
    /// Both have poses, and must have as many: the query fails otherwise.
    poses(borrowed<const CaromPose> a, borrowed<const CaromPose> b) noexcept
        : a_(a.data()), b_(b.data()), a_count_(a.size()), count_(b.size()) {}
    /// The first mesh has these poses, the second stays where it is.
    static poses of_first(borrowed<const CaromPose> a) noexcept {
        poses made;
        made.a_ = a.data();
        made.a_count_ = made.count_ = a.size();
        return made;
    }

    /// As the C functions take them: nullptr where a mesh stays. Valid as long as this and the arrays.
    const CaromPose *a() const noexcept { return a_; }
    const CaromPose *b() const noexcept { return is_single_ ? &single_ : b_; }
    std::size_t size() const noexcept { return count_; }
    /// How many there are for the first mesh: as many, or the query fails.
    std::size_t a_size() const noexcept { return a_count_; }

private:
    const CaromPose *a_ = nullptr;
    const CaromPose *b_ = nullptr;
    std::size_t a_count_ = 1;
    std::size_t count_ = 1;
    CaromPose single_{};
    bool is_single_ = false;
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

#endif // CAROM_MATH_HPP
