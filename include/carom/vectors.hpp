// Vectors and quaternions, made of those that you have.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_VECTORS_HPP
#define CAROM_VECTORS_HPP

#include "error.hpp"

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

// Operators of the vectors of carom.h, unless yours are to be taken.
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

/// True for vectors and quaternions with a member w.
template <class T, class = void> struct has_w : std::false_type {};
template <class T> struct has_w<T, std::void_t<decltype(std::declval<T &>().w)>> : std::true_type {};

/// False, but not before a template is made.
template <class> constexpr bool never = false;

/// True for whatever has three floats, and maybe more.
template <class T> constexpr bool holds_vec3 = has_xyz<T>::value || has_elements<T, float, 3>::value;
/// True for whatever is three floats: not for quaternions, whose x, y and z are no vector.
template <class T> constexpr bool is_vec3 = holds_vec3<T> && !has_w<T>::value;

/// Its three floats.
template <class T> constexpr CaromVec3 xyz(const T &of) noexcept {
    if constexpr (has_xyz<const T>::value) {
        return {of.x, of.y, of.z};
    } else {
        return {of[0], of[1], of[2]};
    }
}

/// The first of its floats, if x, y and z follow one another in memory; else nullptr.
template <class T> const float *first_float(const T &of) noexcept {
    if constexpr (has_xyz<const T>::value) {
        const float *x = &of.x;
        return &of.y == x + 1 && &of.z == x + 2 ? x : nullptr;
    } else if constexpr (std::is_lvalue_reference<decltype(of[0])>::value) {
        const float *x = &of[0];
        return &of[1] == x + 1 && &of[2] == x + 2 ? x : nullptr;
    } else {
        return nullptr;
    }
}

} // namespace detail

/// Three floats: a CaromVec3 that is made of any other vector, as those of glm and Eigen, float[3], std::array. Not of what
/// has a w.
struct vec3 : CaromVec3 {
    constexpr vec3() noexcept : CaromVec3{0.0f, 0.0f, 0.0f} {}
    constexpr vec3(float x_, float y_, float z_) noexcept : CaromVec3{x_, y_, z_} {}
    template <class T, std::enable_if_t<detail::is_vec3<const T>, int> = 0> constexpr vec3(const T &of) noexcept
        : CaromVec3(detail::xyz(of)) {}
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

CAROM_NAMESPACE_END

#endif // CAROM_VECTORS_HPP
