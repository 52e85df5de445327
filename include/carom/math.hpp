// Vectors, shapes, poses, filters: the structs of carom.h, made so that none of them misses silently.
// SPDX: MIT OR Apache-2.0

#ifndef CAROM_MATH_HPP
#define CAROM_MATH_HPP

#include "poses.hpp"
#include "shapes.hpp"
#include "vectors.hpp"

#endif // CAROM_MATH_HPP
