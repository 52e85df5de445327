// A valley with hills around it.

#ifndef TERRAIN_HPP
#define TERRAIN_HPP

#include "../common/stl.hpp"

#include <vector>

// Its side, in metres; the middle is at 0, 0, and nothing is below z = 0.
constexpr float valley_side = 56.0f;

// The valley as so many by so many meshes, each of so many by so many squares.
std::vector<indexed_triangles> valley(int tiles, int squares);

#endif // TERRAIN_HPP
