// CGAL: the AABB tree of the first mesh, asked with each triangle of the second one as it stands, with exact
// predicates. Triangles without area are left out, as it demands.
#include "pairs.hpp"
#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangle = Kernel::Triangle_3;
using Iterator = std::vector<Triangle>::const_iterator;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Iterator>>>;

struct Triangles {
  std::vector<Triangle> triangles;
  std::vector<uint32_t> ids;
  uint32_t count = 0;

  Triangles() = default;
  explicit Triangles(const PeerMesh &m) : count(m.triangle_count) {
    auto place = [&](uint32_t i, int corner) {
      const float *p = peer_corner(&m, i, corner);
      return Kernel::Point_3(p[0], p[1], p[2]);
    };
    for (uint32_t i = 0; i < count; i++) {
      const Triangle t(place(i, 0), place(i, 1), place(i, 2));
      if (t.is_degenerate()) continue;
      triangles.push_back(t);
      ids.push_back(i);
    }
  }
};

struct CgalPairs : PairBase {
  Triangles a, b;
  Tree tree;
  std::vector<Iterator> found;
  std::vector<uint64_t> keys;

  CgalPairs(const PeerMesh &first, const PeerMesh &) : a(first), tree(a.triangles.cbegin(), a.triangles.cend()) {
    tree.build();
  }

  void place(const PeerPose &p) { b = Triangles(*p.baked); }

  size_t all() {
    keys.clear();
    for (size_t j = 0; j < b.triangles.size(); j++) {
      found.clear();
      tree.all_intersected_primitives(b.triangles[j], std::back_inserter(found));
      for (Iterator it : found) keys.push_back(pair_key(a.ids[size_t(it - a.triangles.cbegin())], b.ids[j]));
    }
    return sorted(keys);
  }

  bool first() {
    return std::any_of(b.triangles.begin(), b.triangles.end(), [&](const Triangle &t) { return tree.do_intersect(t); });
  }

  void left_out(bool second, uint8_t *flags) const {
    const Triangles &of = second ? b : a;
    std::fill(flags, flags + of.count, 1);
    for (uint32_t id : of.ids) flags[id] = 0;
  }
};

} // namespace

extern "C" const PairTable cgal_pair_table = pair_table<CgalPairs>();
