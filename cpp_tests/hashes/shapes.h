/* Surfaces, and questions about them. */

#ifndef CAROM_HASHES_SHAPES_H
#define CAROM_HASHES_SHAPES_H

#include "groups.h"
#include "numbers.h"

#define MOST_VERTICES 3000
#define MOST_TRIANGLES 4000

/* A triangle mesh. */
typedef struct Surface {
  Point points[MOST_VERTICES];
  CaromVec3 positions[MOST_VERTICES];
  uint32_t indices[3 * MOST_TRIANGLES];
  uint16_t attributes[MOST_TRIANGLES];
  uint32_t vertex_count;
  uint32_t triangle_count;
} Surface;

enum { TERRAIN, BUMPS, SOUP, SURFACES };
extern const char *const surface_names[SURFACES];
extern Surface surfaces[SURFACES];
/* Long slanted triangles among small ones, for a tree of pieces. */
extern Surface needles;

/* Questions about a surface, and some that only concern places. */
typedef struct Questions {
  CaromRay rays[COUNT];
  /* Sixteen rows of a picture from one point. */
  CaromRay coherent[COUNT];
  CaromVec3 points[COUNT];
  CaromPointQuery nearest[COUNT];
  CaromAabb aabbs[COUNT];
  CaromSphere spheres[COUNT];
  CaromCapsule capsules[COUNT];
  CaromBox boxes[COUNT];
  CaromBoxAxes axes[COUNT];
  CaromHullPose hulls[COUNT];
  CaromSphereCast sphere_casts[COUNT];
  CaromCapsuleCast capsule_casts[COUNT];
  CaromBoxCast box_casts[COUNT];
  CaromHullCast hull_casts[COUNT];
  CaromSdfTriangle triangles[COUNT];
  CaromPose poses[COUNT];
} Questions;
extern Questions questions;

void make_surfaces(void);
/* Questions at a surface, with a hull. */
void ask_about(const Surface *surface, const CaromHull *hull);
void describe_surface(CaromMeshDesc *desc, const Surface *surface);
CaromMesh *cook(const Surface *surface, uint32_t layout, uint32_t preset);
CaromHull *cook_hull(uint64_t seed);

#endif
