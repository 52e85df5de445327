// What carom.hpp refuses to compile, by a message of its own: one line at a time, chosen by REFUSED; 0 for none.

#include <carom.hpp>

#include <array>
#include <cstddef>
#include <vector>

struct double_point {
    double x, y, z;
};
struct reversed_corners {
    std::uint32_t z, y, x;
};
struct vertex {
    double_point position;
};

int main() {
    const std::vector<CaromVec3> points(3);
    const std::vector<std::uint32_t> corners = {0, 1, 2};
#if REFUSED == 0
    const carom::positions at = points;
    const carom::indices of = corners;
    return at.size() == of.size() ? 0 : 1;
#elif REFUSED == 1
    const std::vector<double> doubles(9);
    (void)carom::mesh::build(doubles, corners);
#elif REFUSED == 2
    const std::vector<double_point> doubles(3);
    (void)carom::mesh::build(doubles, corners);
#elif REFUSED == 3
    const double doubles[9] = {};
    (void)carom::mesh::build({doubles, 3}, corners);
#elif REFUSED == 4
    const std::vector<vertex> vertices(3);
    (void)carom::mesh::build(carom::positions_of(vertices, &vertex::position), corners);
#elif REFUSED == 5
    (void)carom::mesh::build(points, std::vector<std::size_t>(3));
#elif REFUSED == 6
    (void)carom::mesh::build(points, std::vector<std::array<std::size_t, 3>>(1));
#elif REFUSED == 7
    (void)carom::mesh::build(points, std::vector<float>(3));
#elif REFUSED == 8
    (void)carom::mesh::build(points, points);
#elif REFUSED == 9
    (void)carom::mesh::build(corners, corners);
#elif REFUSED == 10
    (void)carom::mesh::build(points, corners).raycast(double_point{0, 0, 1}, {0, 0, -1});
#elif REFUSED == 11
    (void)carom::mesh::build(points, std::vector<reversed_corners>(1));
#endif
}
