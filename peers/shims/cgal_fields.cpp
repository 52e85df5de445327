// CGAL: the AABB tree in double precision, with its point tree for distances. Triangles without area are left
// out, as it demands.
#include "fields.hpp"
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Triangle = Kernel::Triangle_3;
using Iterator = std::vector<Triangle>::const_iterator;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Iterator>>>;

Kernel::Point_3 place(const float *p) { return {p[0], p[1], p[2]}; }

struct CgalFields {
  std::vector<Triangle> triangles;
  std::unique_ptr<Tree> tree;

  CgalFields(const PeerMesh &m, uint32_t) {
    for (uint32_t i = 0; i < m.triangle_count; i++) {
      const Triangle t(place(peer_corner(&m, i, 0)), place(peer_corner(&m, i, 1)), place(peer_corner(&m, i, 2)));
      if (!t.is_degenerate()) triangles.push_back(t);
    }
    tree = std::make_unique<Tree>(triangles.cbegin(), triangles.cend());
    tree->build();
    tree->accelerate_distance_queries();
  }

  void distances(const float *points, size_t count, size_t, float *values) {
    for (size_t i = 0; i < count; i++)
      values[i] = float(std::sqrt(tree->squared_distance(place(points + 3 * i))));
  }
};

} // namespace

extern "C" const FieldTable cgal_field_table = field_table<CgalFields>();
