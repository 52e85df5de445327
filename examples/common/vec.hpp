// What carom.hpp lacks of arithmetic with CaromVec3.

#ifndef VEC_HPP
#define VEC_HPP

#include <carom.hpp>

#include <cmath>

using vec = CaromVec3;

inline float dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline vec cross(vec a, vec b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
inline float length(vec a) { return std::sqrt(dot(a, a)); }

// A unit vector; zero stays zero.
inline vec normalized(vec a) {
    const float size = length(a);
    return size > 0.0f ? a * (1.0f / size) : a;
}

#endif // VEC_HPP
