/* Embree 4: rays one by one and in packets of 16. Only the library is here, from Python's wheel, and no header: so this
   declares what it needs of the interface, as its manual describes it, and looks the functions up. They have the names
   of Embree 3's, which is in the same program. */
#define _GNU_SOURCE
#include "embree.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

enum { TRIANGLES = 0, INDEX = 0, VERTEX = 1, UINT3 = 0x5003, FLOAT3 = 0x9003, COHERENT = 1 << 16 };
#define NONE ((unsigned)-1)

typedef struct {
  _Alignas(16) float org_x;
  float org_y, org_z, tnear, dir_x, dir_y, dir_z, time, tfar;
  unsigned mask, id, flags;
} Ray1;

typedef struct {
  Ray1 ray;
  _Alignas(16) float normal[3];
  float u, v;
  unsigned prim_id, geom_id, inst_id, inst_prim_id;
} RayHit1;

typedef struct {
  _Alignas(64) float org_x[16];
  float org_y[16], org_z[16], tnear[16], dir_x[16], dir_y[16], dir_z[16], time[16], tfar[16];
  unsigned mask[16], id[16], flags[16];
  float normal[3][16], u[16], v[16];
  unsigned prim_id[16], geom_id[16], inst_id[16], inst_prim_id[16];
} RayHit16;

typedef struct {
  int flags;
  unsigned features;
  void *context, *filter, *intersect;
  float unused[4];
} Arguments;

typedef bool (*Monitor)(void *, ssize_t, bool);

/* The functions, in the order of their names below. */
typedef struct {
  void *(*new_device)(const char *);
  void (*set_monitor)(void *device, Monitor, void *);
  void *(*new_scene)(void *device);
  void (*set_scene_flags)(void *scene, int);
  void *(*new_geometry)(void *device, int type);
  void (*set_buffer)(void *geometry, int type, unsigned slot, int format, const void *, size_t offset, size_t stride,
                     size_t count);
  void (*commit_geometry)(void *geometry);
  unsigned (*attach)(void *scene, void *geometry);
  void (*release_geometry)(void *geometry);
  void (*commit_scene)(void *scene);
  void (*release_scene)(void *scene);
  void (*release_device)(void *device);
  void (*intersect1)(void *scene, RayHit1 *, Arguments *);
  void (*occluded1)(void *scene, Ray1 *, Arguments *);
  void (*intersect16)(const int *valid, void *scene, RayHit16 *, Arguments *);
} Functions;

static const char *const NAMES[] = {
    "rtcNewDevice",     "rtcSetDeviceMemoryMonitorFunction",
    "rtcNewScene",      "rtcSetSceneFlags",
    "rtcNewGeometry",   "rtcSetSharedGeometryBuffer",
    "rtcCommitGeometry", "rtcAttachGeometry",
    "rtcReleaseGeometry", "rtcCommitScene",
    "rtcReleaseScene",  "rtcReleaseDevice",
    "rtcIntersect1",    "rtcOccluded1",
    "rtcIntersect16",
};

static union {
  Functions f;
  void *all[sizeof NAMES / sizeof *NAMES];
} table;

/* Loads the library; NULL, or what it says if that fails. */
const char *embree4_load(const char *path) {
  if (table.all[0]) return NULL;
  /* Its own functions call one another, not Embree 3's of the same names. */
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  if (!library) return dlerror();
  for (size_t i = sizeof NAMES / sizeof *NAMES; i-- > 0;) {
    table.all[i] = dlsym(library, NAMES[i]);
    if (!table.all[i]) return NAMES[i];
  }
  return NULL;
}

typedef struct {
  void *device, *scene;
  int64_t bytes;
} Embree4;

static bool count_bytes(void *embree, ssize_t bytes, bool post) {
  (void)post;
  ((Embree4 *)embree)->bytes += bytes;
  return true;
}

static void *embree4_new(const PeerMesh *mesh, const char *device, uint32_t scene_flags) {
  const Functions *f = &table.f;
  Embree4 *e = calloc(1, sizeof *e);
  if (!e) return NULL;
  e->device = f->new_device(device);
  if (!e->device) {
    free(e);
    return NULL;
  }
  f->set_monitor(e->device, count_bytes, e);
  e->scene = f->new_scene(e->device);
  f->set_scene_flags(e->scene, (int)scene_flags);
  void *geometry = f->new_geometry(e->device, TRIANGLES);
  f->set_buffer(geometry, VERTEX, 0, FLOAT3, mesh->positions, 0, 12, mesh->vertex_count);
  f->set_buffer(geometry, INDEX, 0, UINT3, mesh->indices, 0, 12, mesh->triangle_count);
  f->commit_geometry(geometry);
  f->attach(e->scene, geometry);
  f->release_geometry(geometry);
  f->commit_scene(e->scene);
  return e;
}

static void embree4_free(void *scene) {
  Embree4 *e = scene;
  table.f.release_scene(e->scene);
  table.f.release_device(e->device);
  free(e);
}

static int64_t embree4_bytes(const void *scene) { return ((const Embree4 *)scene)->bytes; }

static Arguments arguments_for(bool coherent) {
  return (Arguments){.flags = coherent ? COHERENT : 0, .features = (unsigned)-1};
}

static inline Ray1 ray_of(const PeerRay *ray) {
  return (Ray1){
      .org_x = ray->origin[0],
      .org_y = ray->origin[1],
      .org_z = ray->origin[2],
      .tnear = ray->t_min,
      .dir_x = ray->direction[0],
      .dir_y = ray->direction[1],
      .dir_z = ray->direction[2],
      .time = 0,
      .tfar = ray->t_max,
      .mask = (unsigned)-1,
  };
}

static void embree4_closest(const void *scene, const PeerRay *rays, size_t count, bool coherent, float *t,
                            uint32_t *ids) {
  const Embree4 *e = scene;
  Arguments arguments = arguments_for(coherent);
  for (size_t i = 0; i < count; i++) {
    RayHit1 hit;
    hit.ray = ray_of(&rays[i]);
    hit.geom_id = hit.prim_id = hit.inst_id = hit.inst_prim_id = NONE;
    table.f.intersect1(e->scene, &hit, &arguments);
    t[i] = hit.geom_id == NONE ? INFINITY : hit.ray.tfar;
    ids[i] = hit.prim_id;
  }
}

static void embree4_closest_16(const void *scene, const PeerRay *rays, size_t count, float *t, uint32_t *ids) {
  const Embree4 *e = scene;
  Arguments arguments = arguments_for(true);
  for (size_t first = 0; first < count; first += 16) {
    _Alignas(64) int valid[16];
    RayHit16 hits;
    for (size_t k = 0; k < 16; k++) {
      const size_t i = first + k < count ? first + k : first;
      valid[k] = first + k < count ? -1 : 0;
      hits.org_x[k] = rays[i].origin[0];
      hits.org_y[k] = rays[i].origin[1];
      hits.org_z[k] = rays[i].origin[2];
      hits.tnear[k] = rays[i].t_min;
      hits.dir_x[k] = rays[i].direction[0];
      hits.dir_y[k] = rays[i].direction[1];
      hits.dir_z[k] = rays[i].direction[2];
      hits.time[k] = 0;
      hits.tfar[k] = rays[i].t_max;
      hits.mask[k] = (unsigned)-1;
      hits.id[k] = hits.flags[k] = 0;
      hits.geom_id[k] = hits.prim_id[k] = hits.inst_id[k] = hits.inst_prim_id[k] = NONE;
    }
    table.f.intersect16(valid, e->scene, &hits, &arguments);
    for (size_t k = 0; k < 16 && first + k < count; k++) {
      t[first + k] = hits.geom_id[k] == NONE ? INFINITY : hits.tfar[k];
      ids[first + k] = hits.prim_id[k];
    }
  }
}

static void embree4_any(const void *scene, const PeerRay *rays, size_t count, float *found) {
  const Embree4 *e = scene;
  Arguments arguments = arguments_for(false);
  for (size_t i = 0; i < count; i++) {
    Ray1 ray = ray_of(&rays[i]);
    table.f.occluded1(e->scene, &ray, &arguments);
    found[i] = ray.tfar < 0;
  }
}

const EmbreeTable embree4_table = {
    embree4_new, embree4_free, embree4_bytes, embree4_closest, embree4_closest_16, embree4_any,
};
