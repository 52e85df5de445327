// Poses, and the poses of two meshes in a batch.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_POSES_HPP
#define CAROM_POSES_HPP

#include "vectors.hpp"
#include "views.hpp"

#include <array>
#include <cstddef>
#include <string>
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

// Operators of the poses of carom.h, unless yours are to be taken.
#ifndef CAROM_NO_VECTOR_OPERATORS
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

// Poses: first the scale, then the rotation, then the translation.

/// Stays where it is.
constexpr CaromPose pose() noexcept { return {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}; }

/// Is only moved.
constexpr CaromPose pose(const vec3 &translation) noexcept {
    return {{{1, 0, 0, translation.x}, {0, 1, 0, translation.y}, {0, 0, 1, translation.z}}};
}

/// A rotation of four floats x, y, z, w or nullptr for none, and a translation, in any order.
inline outcome<CaromPose> pose(const float *rotation, const vec3 &translation, float scale = 1.0f) {
    CaromPose made;
    return detail::finish(carom_pose_from_quaternion(rotation, &translation, scale, &made), made);
}
inline outcome<CaromPose> pose(const quaternion &rotation, const vec3 &translation, float scale = 1.0f) {
    const float xyzw[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    return pose(xyzw, translation, scale);
}
inline outcome<CaromPose> pose(const vec3 &translation, const quaternion &rotation, float scale = 1.0f) {
    return pose(rotation, translation, scale);
}
/// Is only rotated.
inline outcome<CaromPose> pose(const quaternion &rotation) { return pose(rotation, vec3()); }
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
/// The number of floats in m[0] of matrices of 12 or 16 floats with two indices; 0 for all else.
template <class Matrix, class = void> struct inner_size : std::integral_constant<std::size_t, 0> {};
template <class Matrix> struct inner_size<Matrix, std::void_t<decltype(std::declval<const Matrix &>()[0][0])>>
    : std::integral_constant<std::size_t,
                             std::is_same<bare<decltype(std::declval<const Matrix &>()[0][0])>, float>::value &&
                                     (sizeof(Matrix) == 12 * sizeof(float) || sizeof(Matrix) == 16 * sizeof(float))
                                 ? sizeof(bare<decltype(std::declval<const Matrix &>()[0])>) / sizeof(float)
                                 : 0>{};
template <class Matrix> constexpr bool is_rows = inner_size<Matrix>::value == 4;
template <class Matrix> constexpr bool is_columns = inner_size<Matrix>::value != 0 &&
                                                    sizeof(Matrix) == 4 * sizeof(float) * inner_size<Matrix>::value;

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
/// The same of a matrix of rows, such as float[4][4].
template <class Matrix, std::enable_if_t<detail::is_rows<Matrix>, int> = 0>
outcome<CaromPose> pose_from_rows(const Matrix &matrix) {
    return pose_from_rows(span<const float>(&matrix[0][0], sizeof(Matrix) / sizeof(float)));
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
template <class Matrix, std::enable_if_t<detail::is_columns<Matrix>, int> = 0>
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

/// A pose as an argument: also a translation alone, by three floats in braces or any vector. Braces around other numbers do
/// not compile: they would be the first row of a CaromPose.
class pose_or_translation {
public:
    /// Stays where it is.
    constexpr pose_or_translation() noexcept : pose_(carom::pose()) {}
    constexpr pose_or_translation(float x, float y, float z) noexcept : pose_(carom::pose({x, y, z})) {}
    template <class T, std::enable_if_t<detail::is_vec3<const T>, int> = 0>
    constexpr pose_or_translation(const T &translation) noexcept : pose_(carom::pose(vec3(translation))) {}
    template <class T, std::enable_if_t<!detail::is_vec3<const T> && std::is_convertible<const T &, CaromPose>::value &&
                                            !std::is_same<T, pose_or_translation>::value,
                                        int> = 0>
    constexpr pose_or_translation(const T &pose) noexcept : pose_(pose) {}

    constexpr operator const CaromPose &() const noexcept { return pose_; }

private:
    CaromPose pose_;
};

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
    /// The second mesh has this pose, the first stays where it is. Not of braces, which would be a row of the pose.
    template <class Pose, std::enable_if_t<std::is_convertible<const Pose &, const CaromPose &>::value, int> = 0>
    poses(const Pose &b) noexcept : single_(b), is_single_(true) {}
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

CAROM_NAMESPACE_END

#endif // CAROM_POSES_HPP
