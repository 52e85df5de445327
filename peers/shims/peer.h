/* The common part of all shims: the mesh and the questions as plain arrays, and the triangle tests that a
   library asks its user for. */
#pragma once
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An indexed mesh; the arrays outlive the library's own object. */
typedef struct {
  const float *positions; /* 3 each, followed by at least one float more */
  const uint32_t *indices; /* 3 a triangle */
  uint32_t vertex_count, triangle_count;
} PeerMesh;

/* The corners of one convex hull after the other; `ends` says where the next one begins. */
typedef struct {
  const float *corners; /* 3 each */
  const uint32_t *ends;
  uint32_t hull_count;
} PeerHulls;

/* origin, t_min, direction, t_max */
typedef struct { float origin[3], t_min, direction[3], t_max; } PeerRay;
typedef struct { float center[3], radius; } PeerSphere;
typedef struct { float min[3], max[3]; } PeerBox;
/* The sphere's centre moves from origin to origin + displacement. */
typedef struct { float origin[3], radius, displacement[3], unused; } PeerCast;

static inline float peer_dot(const float *a, const float *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Squared distance from a point to a triangle: Ericson, Real-Time Collision Detection, 5.1.5. */
static inline float peer_distance_squared(const float *p, const float *a, const float *b, const float *c) {
  float ab[3], ac[3], ap[3], bp[3], cp[3], v, w;
  for (int k = 0; k < 3; k++) {
    ab[k] = b[k] - a[k];
    ac[k] = c[k] - a[k];
    ap[k] = p[k] - a[k];
    bp[k] = p[k] - b[k];
    cp[k] = p[k] - c[k];
  }
  const float d1 = peer_dot(ab, ap), d2 = peer_dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return peer_dot(ap, ap);
  const float d3 = peer_dot(ab, bp), d4 = peer_dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return peer_dot(bp, bp);
  const float d5 = peer_dot(ab, cp), d6 = peer_dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return peer_dot(cp, cp);
  const float vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    v = d1 / (d1 - d3);
    w = 0;
  } else if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    v = 0;
    w = d2 / (d2 - d6);
  } else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    v = 1 - w;
  } else {
    const float scale = 1 / (va + vb + vc);
    v = vb * scale;
    w = vc * scale;
  }
  float q[3];
  for (int k = 0; k < 3; k++) q[k] = ap[k] - ab[k] * v - ac[k] * w;
  return peer_dot(q, q);
}

static inline const float *peer_corner(const PeerMesh *mesh, uint32_t triangle, int corner) {
  return mesh->positions + 3 * (size_t)mesh->indices[3 * (size_t)triangle + corner];
}

static inline float peer_triangle_distance_squared(const PeerMesh *mesh, uint32_t triangle, const float *p) {
  return peer_distance_squared(p, peer_corner(mesh, triangle, 0), peer_corner(mesh, triangle, 1),
                               peer_corner(mesh, triangle, 2));
}

/* Returns true if a box touches the box of a triangle. */
static inline bool peer_boxes_touch(const PeerBox *box, const float *a, const float *b, const float *c) {
  for (int k = 0; k < 3; k++) {
    const float low = fminf(fminf(a[k], b[k]), c[k]), high = fmaxf(fmaxf(a[k], b[k]), c[k]);
    if (low > box->max[k] || high < box->min[k]) return false;
  }
  return true;
}
