// Reads binary STL files.

#ifndef STL_HPP
#define STL_HPP

#include <carom.h>

#include <cstdint>
#include <string>
#include <vector>

// A mesh as carom takes it: three indices a triangle.
struct indexed_triangles {
    std::vector<CaromVec3> positions;
    std::vector<std::uint32_t> indices;
};

// Equal positions become one vertex. Throws std::runtime_error.
indexed_triangles read_stl(const std::string &path);

#endif // STL_HPP
