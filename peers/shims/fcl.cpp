// FCL: a triangle model with a tree of boxes that are each a pair of an oriented box and swept spheres,
// the kind that its documentation recommends, or of plain boxes; spheres against it.
#include "peer.hpp"
#include <fcl/fcl.h>

namespace {

template <class BV> struct Fcl : PeerBase {
  size_t heap;
  std::shared_ptr<fcl::BVHModel<BV>> model = std::make_shared<fcl::BVHModel<BV>>();

  Fcl(const PeerMesh &m, uint32_t) {
    const size_t before = heap_bytes();
    {
      std::vector<fcl::Vector3<float>> positions;
      std::vector<fcl::Triangle> triangles;
      for (size_t i = 0; i < m.vertex_count; i++)
        positions.emplace_back(m.positions[3 * i], m.positions[3 * i + 1], m.positions[3 * i + 2]);
      for (size_t i = 0; i < m.triangle_count; i++)
        triangles.emplace_back(m.indices[3 * i], m.indices[3 * i + 1], m.indices[3 * i + 2]);
      model->beginModel(int(m.triangle_count), int(m.vertex_count));
      model->addSubModel(positions, triangles);
      model->endModel();
    }
    heap = heap_bytes() - before;
  }

  size_t bytes() const { return heap; }

  float sphere(const PeerSphere &s) {
    const fcl::Sphere<float> ball(s.radius);
    fcl::Transform3<float> place = fcl::Transform3<float>::Identity();
    place.translation() = fcl::Vector3<float>(s.center[0], s.center[1], s.center[2]);
    const fcl::CollisionRequest<float> request(1, false);
    fcl::CollisionResult<float> result;
    return fcl::collide(model.get(), fcl::Transform3<float>::Identity(), &ball, place, request, result) > 0;
  }
};

} // namespace

extern "C" const PeerTable fcl_obbrss_table = peer_table<Fcl<fcl::OBBRSS<float>>>();
extern "C" const PeerTable fcl_aabb_table = peer_table<Fcl<fcl::AABB<float>>>();
