// CGAL: the AABB tree over triangles in single precision, with its point tree for distances. Degenerate
// triangles are left out, as it demands.
#include "peer.hpp"
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

namespace {

using Kernel = CGAL::Simple_cartesian<float>;
using Triangle = Kernel::Triangle_3;
using Iterator = std::vector<Triangle>::const_iterator;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Iterator>>>;

Kernel::Point_3 place(const float *p) { return {p[0], p[1], p[2]}; }

struct Cgal : PeerBase {
  size_t heap;
  std::vector<Triangle> triangles;
  std::unique_ptr<Tree> tree;

  Cgal(const PeerMesh &m, uint32_t) {
    const size_t before = heap_bytes();
    for (uint32_t i = 0; i < m.triangle_count; i++) {
      const Triangle t(place(peer_corner(&m, i, 0)), place(peer_corner(&m, i, 1)), place(peer_corner(&m, i, 2)));
      if (!t.is_degenerate()) triangles.push_back(t);
    }
    triangles.shrink_to_fit();
    tree = std::make_unique<Tree>(triangles.cbegin(), triangles.cend());
    tree->build();
    tree->accelerate_distance_queries();
    heap = heap_bytes() - before;
  }

  // CGAL keeps no ids of ours; 4 bytes a triangle would be needed where some are degenerate.
  size_t bytes() const { return heap; }

  float closest(const PeerRay &r) {
    const Kernel::Vector_3 direction(r.direction[0], r.direction[1], r.direction[2]);
    const auto found = tree->first_intersected_primitive(Kernel::Ray_3(place(r.origin), direction));
    if (!found) return MISS;
    const auto plane = (*found)->supporting_plane();
    const auto normal = plane.orthogonal_vector();
    return (normal * ((*found)->vertex(0) - place(r.origin))) / (normal * direction);
  }

  float any(const PeerRay &r) {
    float end[3];
    for (int k = 0; k < 3; k++) end[k] = r.origin[k] + r.direction[k] * r.t_max;
    return tree->do_intersect(Kernel::Segment_3(place(r.origin), place(end)));
  }

  float sphere(const PeerSphere &s) {
    return tree->do_intersect(Kernel::Sphere_3(place(s.center), s.radius * s.radius));
  }

  float point(const float *p) { return std::sqrt(tree->squared_distance(place(p))); }
};

} // namespace

extern "C" const PeerTable cgal_table = peer_table<Cgal>();
