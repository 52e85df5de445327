// ODE with OPCODE: rays with the closest hit or the first contact, spheres with one contact.
#include "peer.hpp"
#include <ode/ode.h>

namespace {

struct Ode : PeerBase {
  PeerMesh mesh;
  size_t heap;
  dTriMeshDataID data;
  dGeomID geometry, ray, short_ray, ball;

  Ode(const PeerMesh &m, uint32_t) : mesh(m) {
    static const int started = (dInitODE2(0), dAllocateODEDataForThread(dAllocateMaskAll));
    keep(started);
    const size_t before = heap_bytes();
    data = dGeomTriMeshDataCreate();
    dGeomTriMeshDataBuildSingle(data, m.positions, 12, int(m.vertex_count), m.indices,
                                int(3 * m.triangle_count), 12);
    geometry = dCreateTriMesh(nullptr, data, nullptr, nullptr, nullptr);
    heap = heap_bytes() - before;
    ray = dCreateRay(nullptr, 4 * diagonal(m));
    dGeomRaySetFirstContact(ray, 0);
    dGeomRaySetBackfaceCull(ray, 0);
    dGeomRaySetClosestHit(ray, 1);
    short_ray = dCreateRay(nullptr, 1);
    dGeomRaySetFirstContact(short_ray, 1);
    dGeomRaySetBackfaceCull(short_ray, 0);
    dGeomRaySetClosestHit(short_ray, 0);
    ball = dCreateSphere(nullptr, 1);
  }

  ~Ode() {
    for (dGeomID each : {ball, short_ray, ray, geometry}) dGeomDestroy(each);
    dGeomTriMeshDataDestroy(data);
  }

  size_t bytes() const { return heap + mesh_bytes(mesh); }

  static void place(dGeomID ray, const PeerRay &r) {
    dGeomRaySet(ray, r.origin[0], r.origin[1], r.origin[2], r.direction[0], r.direction[1], r.direction[2]);
  }

  float closest(const PeerRay &r) {
    dContactGeom contact;
    place(ray, r);
    return dCollide(geometry, ray, 1, &contact, sizeof contact) ? float(contact.depth) : MISS;
  }

  float any(const PeerRay &r) {
    dContactGeom contact;
    dGeomRaySetLength(short_ray, r.t_max);
    place(short_ray, r);
    return dCollide(geometry, short_ray, 1, &contact, sizeof contact) > 0;
  }

  float sphere(const PeerSphere &s) {
    dContactGeom contact;
    dGeomSphereSetRadius(ball, s.radius);
    dGeomSetPosition(ball, s.center[0], s.center[1], s.center[2]);
    return dCollide(geometry, ball, 1, &contact, sizeof contact) > 0;
  }
};

} // namespace

extern "C" const PeerTable ode_table = peer_table<Ode>();
