/* Hashes of what the library cooks and answers, by named groups. They are the
 * same on every platform and every instruction set.
 *
 * All inputs come from integers: a coordinate is a whole number of 1/1024,
 * which a float holds exactly. Nothing here needs a C library, so that the same
 * files run in WebAssembly; main.c and node.mjs are what calls them. */

#ifndef CAROM_HASHES_H
#define CAROM_HASHES_H

#include "carom.h"

/* Provided by the caller: takes the hash of a group. */
void hashes_report(const char *group, uint64_t hash);
/* Provided by the caller: takes what failed and the library's message, and does
 * not return. */
void hashes_fail(const char *group, const char *what, const char *message);

/* Hashes everything with the instruction set in force. */
void hash_everything(void);

/* Queries of each kind. */
#define COUNT 256
/* Queries with hulls, which take longer. */
#define HULLS 64

/* Room for answers and blobs. */
#define ROOM_BYTES ((size_t)1 << 23)
extern uint64_t room[ROOM_BYTES / 8];
extern uint64_t offsets[COUNT + 1];
extern size_t written, total;

/* Names the groups that follow: "<a>.<b>.<c>.<name>", without what is empty. */
void begin(const char *a, const char *b, const char *c);
/* Ends the program unless a call succeeded. */
void must(CaromStatus status, const char *what);
/* Reports the hash of some bytes. */
void bytes(const char *name, const void *memory, size_t size);
/* Reports the hash of the first bytes of the room. */
void answers(const char *name, size_t size);
/* Reports the hash of lists in the room, and of their offsets. */
void lists(const char *name, size_t count, size_t entry);

/* `call` writes one answer of a type for each of `count` questions to `out`. */
#define EACH(name, type, count, call)                                          \
  do {                                                                         \
    type *const out = (type *)(void *)room;                                    \
    must(call, name);                                                          \
    answers(name, (count) * sizeof(type));                                     \
  } while (0)
/* `call` writes a list for each of `count` questions to OUT_LISTS, or a list
 * alone to OUT_LIST. */
#define LISTS(name, type, count, call)                                         \
  do {                                                                         \
    type *const out = (type *)(void *)room;                                    \
    must(call, name);                                                          \
    lists(name, count, sizeof(type));                                          \
  } while (0)
#define OUT_LIST out, ROOM_BYTES / sizeof *out, &written, &total
#define OUT_LISTS offsets, OUT_LIST
/* `call` writes a blob to `out`. */
#define BLOB(name, call)                                                       \
  do {                                                                         \
    void *const out = room;                                                    \
    must(call, name);                                                          \
    answers(name, written);                                                    \
  } while (0)
#define OUT_BLOB out, ROOM_BYTES, &written

/* Random numbers (SplitMix64). */
typedef struct Random {
  uint64_t state;
} Random;
uint64_t random_bits(Random *random);
/* From low to high, both included. */
int32_t random_between(Random *random, int32_t low, int32_t high);

/* One, in whole numbers. */
#define ONE 1024
/* Half the side of the cube around everything. */
#define SIZE (16 * ONE)

/* A point in whole numbers, and as the library takes it. */
typedef struct Point {
  int32_t x, y, z;
} Point;
float real(int32_t number);
CaromVec3 vector(Point point);
Point random_point(Random *random, int32_t size);
/* A unit quaternion. */
void random_rotation(Random *random, float rotation[4]);

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

void hash_meshes(void);
void hash_pairs(void);
void hash_hulls(void);
void hash_bsps(void);
void hash_sdfs(void);
void hash_worlds(void);

#endif
