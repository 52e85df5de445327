// ODE with OPCODE: two triangle meshes. It makes contacts, often more than one for a pair of triangles and at
// most 65,535.
#include "pairs.hpp"
#include <ode/ode.h>
#include <cstdarg>

namespace {

struct OdePairs : PairBase {
  dTriMeshDataID data[2];
  dGeomID geometries[2];
  std::vector<dContactGeom> contacts = std::vector<dContactGeom>(0xffff);
  std::vector<uint64_t> keys;

  OdePairs(const PeerMesh &first, const PeerMesh &second) {
    static const int started = (dInitODE2(0), dAllocateODEDataForThread(dAllocateMaskAll));
    keep(started);
    // It complains about each contact of deep poses.
    dSetMessageHandler([](int, const char *, va_list) {});
    const PeerMesh *meshes[2] = {&first, &second};
    for (int i = 0; i < 2; i++) {
      const PeerMesh &m = *meshes[i];
      data[i] = dGeomTriMeshDataCreate();
      dGeomTriMeshDataBuildSingle(data[i], m.positions, 12, int(m.vertex_count), m.indices,
                                  int(3 * m.triangle_count), 12);
      geometries[i] = dCreateTriMesh(nullptr, data[i], nullptr, nullptr, nullptr);
    }
  }

  ~OdePairs() {
    for (int i = 0; i < 2; i++) {
      dGeomDestroy(geometries[i]);
      dGeomTriMeshDataDestroy(data[i]);
    }
  }

  void place(const PeerPose &p) {
    dMatrix3 rows = {};
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++) rows[4 * i + j] = p.rows[3 * i + j];
    dGeomSetRotation(geometries[1], rows);
    dGeomSetPosition(geometries[1], p.translation[0], p.translation[1], p.translation[2]);
  }

  size_t all() {
    const int count = dCollide(geometries[0], geometries[1], 0xffff, contacts.data(), sizeof(dContactGeom));
    keys.clear();
    for (int i = 0; i < count; i++)
      keys.push_back(pair_key(uint32_t(contacts[i].side1), uint32_t(contacts[i].side2)));
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    keep(keys.data());
    return keys.size();
  }

  bool first() {
    return dCollide(geometries[0], geometries[1], 1 | CONTACTS_UNIMPORTANT, contacts.data(), sizeof(dContactGeom)) > 0;
  }
};

} // namespace

extern "C" const PairTable ode_pair_table = pair_table<OdePairs>();
