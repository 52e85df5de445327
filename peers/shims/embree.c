/* Embree 3: rays one by one and in packets of 16; point queries with the test in a callback, as its
   interface wants it, for spheres, closest points and boxes. */
#include "embree.h"
#include <embree3/rtcore.h>
#include <stdlib.h>

typedef struct {
  RTCDevice device;
  RTCScene scene;
  PeerMesh mesh;
  int64_t bytes;
} Embree;

static bool count_bytes(void *embree, ssize_t bytes, bool post) {
  (void)post;
  ((Embree *)embree)->bytes += bytes;
  return true;
}

static void *embree_new(const PeerMesh *mesh, const char *device, uint32_t scene_flags) {
  Embree *e = calloc(1, sizeof *e);
  if (!e) return NULL;
  e->mesh = *mesh;
  e->device = rtcNewDevice(device);
  if (!e->device) {
    free(e);
    return NULL;
  }
  rtcSetDeviceMemoryMonitorFunction(e->device, count_bytes, e);
  e->scene = rtcNewScene(e->device);
  rtcSetSceneFlags(e->scene, (enum RTCSceneFlags)scene_flags);
  RTCGeometry geometry = rtcNewGeometry(e->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, mesh->positions, 0, 12,
                             mesh->vertex_count);
  rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, mesh->indices, 0, 12,
                             mesh->triangle_count);
  rtcCommitGeometry(geometry);
  rtcAttachGeometry(e->scene, geometry);
  rtcReleaseGeometry(geometry);
  rtcCommitScene(e->scene);
  return e;
}

static void embree_free(void *scene) {
  Embree *e = scene;
  rtcReleaseScene(e->scene);
  rtcReleaseDevice(e->device);
  free(e);
}

static int64_t embree_bytes(const void *scene) { return ((const Embree *)scene)->bytes; }

static struct RTCIntersectContext context_for(bool coherent) {
  struct RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  if (coherent) context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  return context;
}

static inline void fill_ray(struct RTCRay *out, const PeerRay *ray) {
  out->org_x = ray->origin[0];
  out->org_y = ray->origin[1];
  out->org_z = ray->origin[2];
  out->tnear = ray->t_min;
  out->dir_x = ray->direction[0];
  out->dir_y = ray->direction[1];
  out->dir_z = ray->direction[2];
  out->time = 0;
  out->tfar = ray->t_max;
  out->mask = -1;
  out->id = 0;
  out->flags = 0;
}

static void embree_closest(const void *scene, const PeerRay *rays, size_t count, bool coherent, float *t,
                           uint32_t *ids) {
  const Embree *e = scene;
  struct RTCIntersectContext context = context_for(coherent);
  for (size_t i = 0; i < count; i++) {
    struct RTCRayHit hit;
    fill_ray(&hit.ray, &rays[i]);
    hit.hit.geomID = hit.hit.primID = hit.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
    rtcIntersect1(e->scene, &context, &hit);
    t[i] = hit.hit.geomID == RTC_INVALID_GEOMETRY_ID ? INFINITY : hit.ray.tfar;
    ids[i] = hit.hit.primID;
  }
}

static void embree_closest_16(const void *scene, const PeerRay *rays, size_t count, float *t, uint32_t *ids) {
  const Embree *e = scene;
  struct RTCIntersectContext context = context_for(true);
  for (size_t first = 0; first < count; first += 16) {
    _Alignas(64) int valid[16];
    struct RTCRayHit16 hits;
    for (size_t k = 0; k < 16; k++) {
      const size_t i = first + k < count ? first + k : first;
      valid[k] = first + k < count ? -1 : 0;
      hits.ray.org_x[k] = rays[i].origin[0];
      hits.ray.org_y[k] = rays[i].origin[1];
      hits.ray.org_z[k] = rays[i].origin[2];
      hits.ray.tnear[k] = rays[i].t_min;
      hits.ray.dir_x[k] = rays[i].direction[0];
      hits.ray.dir_y[k] = rays[i].direction[1];
      hits.ray.dir_z[k] = rays[i].direction[2];
      hits.ray.time[k] = 0;
      hits.ray.tfar[k] = rays[i].t_max;
      hits.ray.mask[k] = -1;
      hits.ray.id[k] = 0;
      hits.ray.flags[k] = 0;
      hits.hit.geomID[k] = hits.hit.primID[k] = hits.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
    }
    rtcIntersect16(valid, e->scene, &context, &hits);
    for (size_t k = 0; k < 16 && first + k < count; k++) {
      t[first + k] = hits.hit.geomID[k] == RTC_INVALID_GEOMETRY_ID ? INFINITY : hits.ray.tfar[k];
      ids[first + k] = hits.hit.primID[k];
    }
  }
}

static void embree_any(const void *scene, const PeerRay *rays, size_t count, float *found) {
  const Embree *e = scene;
  struct RTCIntersectContext context = context_for(false);
  for (size_t i = 0; i < count; i++) {
    struct RTCRay ray;
    fill_ray(&ray, &rays[i]);
    rtcOccluded1(e->scene, &context, &ray);
    found[i] = ray.tfar < 0;
  }
}

static struct RTCPointQuery around(const float *point, float radius) {
  return (struct RTCPointQuery){.x = point[0], .y = point[1], .z = point[2], .time = 0, .radius = radius};
}

static inline float distance_squared_of(const PeerMesh *mesh, const struct RTCPointQueryFunctionArguments *a) {
  const float p[3] = {a->query->x, a->query->y, a->query->z};
  return peer_triangle_distance_squared(mesh, a->primID, p);
}

typedef struct {
  const PeerMesh *mesh;
  float limit;
  bool found;
} Sphere;

static bool sphere_callback(struct RTCPointQueryFunctionArguments *a) {
  Sphere *s = a->userPtr;
  if (s->found || !(distance_squared_of(s->mesh, a) <= s->limit)) return false;
  s->found = true;
  a->query->radius = 0; /* the nearest thing to an early out */
  return true;
}

void embree_spheres(const Embree *e, const PeerSphere *spheres, size_t count, float *found) {
  for (size_t i = 0; i < count; i++) {
    struct RTCPointQuery query = around(spheres[i].center, spheres[i].radius);
    struct RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    Sphere s = {&e->mesh, spheres[i].radius * spheres[i].radius, false};
    rtcPointQuery(e->scene, &query, &context, sphere_callback, &s);
    found[i] = s.found;
  }
}

typedef struct {
  const PeerMesh *mesh;
  float distance_squared;
  uint32_t id;
} Nearest;

static bool nearest_callback(struct RTCPointQueryFunctionArguments *a) {
  Nearest *n = a->userPtr;
  const float found = distance_squared_of(n->mesh, a);
  if (!(found < n->distance_squared)) return false;
  n->distance_squared = found;
  n->id = a->primID;
  a->query->radius = sqrtf(found);
  return true;
}

void embree_points(const Embree *e, const float *points, size_t count, float *distances, uint32_t *ids) {
  for (size_t i = 0; i < count; i++) {
    struct RTCPointQuery query = around(points + 3 * i, INFINITY);
    struct RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    Nearest n = {&e->mesh, INFINITY, RTC_INVALID_GEOMETRY_ID};
    rtcPointQuery(e->scene, &query, &context, nearest_callback, &n);
    distances[i] = sqrtf(n.distance_squared);
    ids[i] = n.id;
  }
}

typedef struct {
  const PeerMesh *mesh;
  const PeerBox *box;
  uint32_t *ids, count, capacity;
} List;

static bool list_callback(struct RTCPointQueryFunctionArguments *a) {
  List *list = a->userPtr;
  const PeerMesh *mesh = list->mesh;
  const uint32_t id = a->primID;
  if (peer_boxes_touch(list->box, peer_corner(mesh, id, 0), peer_corner(mesh, id, 1), peer_corner(mesh, id, 2))) {
    if (list->count < list->capacity) list->ids[list->count] = id;
    list->count++;
  }
  return false;
}

/* Embree has no box query for one box: the ball around the box, and the box test in the callback. */
void embree_boxes(const Embree *e, const PeerBox *boxes, size_t count, uint32_t *ids, uint32_t capacity,
                  float *counts) {
  for (size_t i = 0; i < count; i++) {
    float center[3], half[3];
    for (int k = 0; k < 3; k++) {
      center[k] = 0.5f * (boxes[i].min[k] + boxes[i].max[k]);
      half[k] = 0.5f * (boxes[i].max[k] - boxes[i].min[k]);
    }
    struct RTCPointQuery query = around(center, sqrtf(peer_dot(half, half)) * 1.0001f);
    struct RTCPointQueryContext context;
    rtcInitPointQueryContext(&context);
    List list = {&e->mesh, &boxes[i], ids, 0, capacity};
    rtcPointQuery(e->scene, &query, &context, list_callback, &list);
    counts[i] = (float)list.count;
  }
}

const EmbreeTable embree_table = {
    embree_new, embree_free, embree_bytes, embree_closest, embree_closest_16, embree_any,
};
