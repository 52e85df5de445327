// What carom.hpp lacks of arithmetic with CaromVec3.

#ifndef VEC_HPP
#define VEC_HPP

#include <carom.hpp>

using vec = CaromVec3;

using carom::cross;
using carom::dot;
using carom::length;

// A unit vector; zero stays zero.
inline vec normalized(vec a) {
    const float size = length(a);
    return size > 0.0f ? a * (1.0f / size) : a;
}

#endif // VEC_HPP
