// FCL: two triangle models with trees of the boxes that its documentation recommends.
#include "pairs.hpp"
#include <fcl/fcl.h>

namespace {

using Model = fcl::BVHModel<fcl::OBBRSS<float>>;

std::shared_ptr<Model> model_of(const PeerMesh &m) {
  auto model = std::make_shared<Model>();
  std::vector<fcl::Vector3<float>> positions;
  std::vector<fcl::Triangle> triangles;
  for (size_t i = 0; i < m.vertex_count; i++)
    positions.emplace_back(m.positions[3 * i], m.positions[3 * i + 1], m.positions[3 * i + 2]);
  for (size_t i = 0; i < m.triangle_count; i++)
    triangles.emplace_back(m.indices[3 * i], m.indices[3 * i + 1], m.indices[3 * i + 2]);
  model->beginModel(int(m.triangle_count), int(m.vertex_count));
  model->addSubModel(positions, triangles);
  model->endModel();
  return model;
}

struct FclPairs : PairBase {
  std::shared_ptr<Model> a, b;
  fcl::Transform3<float> home = fcl::Transform3<float>::Identity(), pose = home;
  std::vector<uint64_t> keys;

  FclPairs(const PeerMesh &first, const PeerMesh &second)
      : a(model_of(first)), b(first.positions == second.positions ? a : model_of(second)) {}

  void place(const PeerPose &p) {
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) pose.linear()(i, j) = p.rows[3 * i + j];
      pose.translation()[i] = p.translation[i];
    }
  }

  size_t all() {
    const fcl::CollisionRequest<float> request(std::numeric_limits<int>::max(), false);
    fcl::CollisionResult<float> result;
    fcl::collide(a.get(), home, b.get(), pose, request, result);
    keys.clear();
    for (size_t i = 0; i < result.numContacts(); i++) {
      const auto &contact = result.getContact(i);
      keys.push_back(pair_key(uint32_t(contact.b1), uint32_t(contact.b2)));
    }
    return sorted(keys);
  }

  bool first() {
    const fcl::CollisionRequest<float> request(1, false);
    fcl::CollisionResult<float> result;
    return fcl::collide(a.get(), home, b.get(), pose, request, result) > 0;
  }

  float distance() {
    const fcl::DistanceRequest<float> request(true);
    fcl::DistanceResult<float> result;
    return fcl::distance(a.get(), home, b.get(), pose, request, result);
  }
};

} // namespace

extern "C" const PairTable fcl_pair_table = pair_table<FclPairs>();
