/* Surfaces, and questions about them. */

#include "shapes.h"

const char *const surface_names[SURFACES] = {"terrain", "bumps", "soup"};
Surface surfaces[SURFACES];
Surface needles;
Questions questions;

static uint32_t add_point(Surface *surface, Point point) {
  surface->points[surface->vertex_count] = point;
  surface->positions[surface->vertex_count] = vector(point);
  return surface->vertex_count++;
}

static void add_triangle(Surface *surface, uint32_t a, uint32_t b, uint32_t c) {
  uint32_t *corners = surface->indices + 3 * surface->triangle_count;
  corners[0] = a;
  corners[1] = b;
  corners[2] = c;
  surface->attributes[surface->triangle_count] =
      (uint16_t)(1u << surface->triangle_count % 16);
  ++surface->triangle_count;
}

static void add_square(Surface *surface, uint32_t a, uint32_t b, uint32_t c,
                       uint32_t d) {
  add_triangle(surface, a, b, c);
  add_triangle(surface, a, c, d);
}

/* Heights over squares. */
static void make_terrain(Surface *surface) {
  enum { SIDE = 40 };
  Random random = {1};
  for (int32_t y = 0; y <= SIDE; ++y) {
    for (int32_t x = 0; x <= SIDE; ++x) {
      Point point;
      point.x = (2 * x - SIDE) * (SIZE / SIDE);
      point.y = (2 * y - SIDE) * (SIZE / SIDE);
      point.z = random_between(&random, -ONE, ONE);
      add_point(surface, point);
    }
  }
  for (uint32_t y = 0; y < SIDE; ++y) {
    for (uint32_t x = 0; x < SIDE; ++x) {
      const uint32_t at = y * (SIDE + 1) + x;
      add_square(surface, at, at + 1, at + SIDE + 2, at + SIDE + 1);
    }
  }
}

enum { CELLS = 12, NODES = CELLS + 1 };
static uint32_t bump_vertices[NODES * NODES * NODES];

/* The vertex at a node of the cube's surface, made when it is first asked for.
 */
static uint32_t bump_vertex(Surface *surface, const int32_t node[3]) {
  const int32_t step = 2 * SIZE / 3 / CELLS, jitter = step / 4;
  const size_t key = (size_t)((node[2] * NODES + node[1]) * NODES + node[0]);
  Random random = {key};
  Point point;
  if (bump_vertices[key] > 0)
    return bump_vertices[key] - 1;
  point.x = (2 * node[0] - CELLS) * step / 2 +
            random_between(&random, -jitter, jitter);
  point.y = (2 * node[1] - CELLS) * step / 2 +
            random_between(&random, -jitter, jitter);
  point.z = (2 * node[2] - CELLS) * step / 2 +
            random_between(&random, -jitter, jitter);
  bump_vertices[key] = add_point(surface, point) + 1;
  return bump_vertices[key] - 1;
}

/* A closed surface: a cube with bumps. */
static void make_bumps(Surface *surface) {
  for (size_t i = 0; i < sizeof bump_vertices / sizeof bump_vertices[0]; ++i)
    bump_vertices[i] = 0;
  for (int axis = 0; axis < 3; ++axis) {
    for (int32_t side = 0; side < 2; ++side) {
      for (int32_t v = 0; v < CELLS; ++v) {
        for (int32_t u = 0; u < CELLS; ++u) {
          uint32_t corners[4];
          for (int32_t k = 0; k < 4; ++k) {
            int32_t node[3];
            node[axis] = side * CELLS;
            node[(axis + 1) % 3] = u + (k == 1 || k == 2);
            node[(axis + 2) % 3] = v + (k >= 2);
            corners[k] = bump_vertex(surface, node);
          }
          if (side == 1) {
            add_square(surface, corners[0], corners[1], corners[2], corners[3]);
          } else {
            add_square(surface, corners[0], corners[3], corners[2], corners[1]);
          }
        }
      }
    }
  }
}

/* A triangle anywhere, with its corners so near to one place. */
static void add_random_triangle(Surface *surface, Random *random, int32_t size,
                                uint32_t corners[3]) {
  const Point at = random_point(random, SIZE / 2);
  for (int k = 0; k < 3; ++k) {
    const Point way = random_point(random, size);
    const Point corner = {at.x + way.x, at.y + way.y, at.z + way.z};
    corners[k] = add_point(surface, corner);
  }
  add_triangle(surface, corners[0], corners[1], corners[2]);
}

/* Triangles anywhere, with duplicates, slivers, segments and points among them.
 */
static void make_soup(Surface *surface) {
  Random random = {3};
  for (uint32_t i = 0; i < 500; ++i) {
    uint32_t corners[3];
    add_random_triangle(surface, &random, i % 50 == 0 ? SIZE / 2 : 2 * ONE,
                        corners);
    if (i % 5 == 0)
      add_triangle(surface, corners[0], corners[1], corners[2]);
    if (i % 9 == 0)
      add_triangle(surface, corners[0], corners[0], corners[1]);
    if (i % 11 == 0)
      add_triangle(surface, corners[2], corners[2], corners[2]);
    if (i % 7 == 0) {
      const Point near = surface->points[corners[0]];
      const Point beside = {near.x + 1, near.y, near.z};
      add_triangle(surface, corners[0], corners[1], add_point(surface, beside));
    }
  }
}

static void make_needles(Surface *surface) {
  Random random = {5};
  for (uint32_t i = 0; i < 700; ++i) {
    uint32_t corners[3];
    add_random_triangle(surface, &random, i % 5 == 0 ? SIZE / 2 : ONE / 2,
                        corners);
  }
}

void make_surfaces(void) {
  for (int i = 0; i < SURFACES; ++i)
    surfaces[i].vertex_count = surfaces[i].triangle_count = 0;
  needles.vertex_count = needles.triangle_count = 0;
  make_terrain(&surfaces[TERRAIN]);
  make_bumps(&surfaces[BUMPS]);
  make_soup(&surfaces[SOUP]);
  make_needles(&needles);
}

/* Ray i of a picture that shows the inner half of everything. Directions have
   the same signs, or the library would not take them for coherent. */
static CaromRay make_coherent_ray(int32_t i) {
  const Point from = {-9 * ONE, -2 * SIZE, -9 * ONE};
  const Point way = {(i % 16 + 1) * ONE, 2 * SIZE, (i / 16 + 1) * ONE};
  CaromRay ray;
  carom_ray_init(&ray);
  ray.origin = vector(from);
  ray.direction = vector(way);
  return ray;
}

/* A ray through a random place, a vertex or the middle of an edge; some along
 * an axis, some with an end. */
static CaromRay make_ray(Random *random, const Surface *surface, uint32_t i) {
  const uint32_t at = 3 * (uint32_t)random_between(
                              random, 0, (int32_t)surface->triangle_count - 1);
  const Point a = surface->points[surface->indices[at]],
              b = surface->points[surface->indices[at + 1]];
  Point from = random_point(random, SIZE), to = random_point(random, SIZE / 2),
        way;
  CaromRay ray;
  if (i % 4 == 0)
    to = a;
  if (i % 4 == 1) {
    to.x = (a.x + b.x) / 2;
    to.y = (a.y + b.y) / 2;
    to.z = (a.z + b.z) / 2;
  }
  if (i % 16 == 4) {
    from = to;
    from.z = -SIZE;
  }
  way.x = to.x - from.x;
  way.y = to.y - from.y;
  way.z = to.z - from.z;
  if (way.x == 0 && way.y == 0 && way.z == 0)
    way.z = 1;
  carom_ray_init(&ray);
  ray.origin = vector(from);
  ray.direction = vector(way);
  if (i % 8 == 3)
    ray.t_max = 1;
  if (i % 8 == 7)
    ray.t_min = 0.5f;
  return ray;
}

void ask_about(const Surface *surface, const CaromHull *hull) {
  Random random = {surface->triangle_count};
  for (uint32_t i = 0; i < COUNT; ++i) {
    Questions *q = &questions;
    const Point at = random_point(&random, SIZE / 2),
                size = random_point(&random, 2 * ONE);
    const CaromVec3 center = vector(at),
                    way = vector(random_point(&random, SIZE / 2));
    /* Zero now and then. */
    const float radius = real(random_between(&random, 0, 15) * ONE / 8);
    const CaromVec3 half = {real(size.x < 0 ? -size.x : size.x),
                            real(size.y < 0 ? -size.y : size.y),
                            real(size.z < 0 ? -size.z : size.z)};
    const Point end = {at.x + size.x, at.y + size.y, at.z + size.z};
    const Point low = {end.x < at.x ? end.x : at.x, end.y < at.y ? end.y : at.y,
                       end.z < at.z ? end.z : at.z};
    const Point high = {end.x > at.x ? end.x : at.x,
                        end.y > at.y ? end.y : at.y,
                        end.z > at.z ? end.z : at.z};
    q->rays[i] = make_ray(&random, surface, i);
    q->coherent[i] = make_coherent_ray((int32_t)i);
    q->points[i] = center;
    carom_point_query_init(&q->nearest[i]);
    q->nearest[i].point = center;
    if (i % 4 == 0)
      q->nearest[i].max_distance = real(2 * ONE);
    q->aabbs[i].min = vector(low);
    q->aabbs[i].max = vector(high);
    q->spheres[i].center = center;
    q->spheres[i].radius = radius;
    q->capsules[i].a = center;
    q->capsules[i].radius = radius;
    q->capsules[i].b = vector(end);
    q->capsules[i].reserved = 0;
    q->boxes[i].center = center;
    q->boxes[i].half_extents = half;
    random_rotation(&random, q->boxes[i].rotation);
    must(carom_box_axes_from_box(&q->boxes[i], &q->axes[i]),
         "carom_box_axes_from_box");
    must(carom_pose_from_quaternion(q->boxes[i].rotation, &center,
                                    i % 3 == 0 ? 1.5f : 1.0f, &q->poses[i]),
         "carom_pose_from_quaternion");
    q->hulls[i].hull = hull;
    q->hulls[i].pose = q->poses[i];
    q->sphere_casts[i].origin = center;
    q->sphere_casts[i].radius = radius;
    q->sphere_casts[i].displacement = way;
    q->sphere_casts[i].reserved = 0;
    q->capsule_casts[i].capsule = q->capsules[i];
    q->capsule_casts[i].displacement = way;
    q->capsule_casts[i].reserved = 0;
    q->box_casts[i].shape = q->axes[i];
    q->box_casts[i].displacement = way;
    q->hull_casts[i].shape = q->hulls[i];
    q->hull_casts[i].displacement = way;
    q->hull_casts[i].reserved = 0;
    q->triangles[i].a = center;
    q->triangles[i].b = vector(end);
    q->triangles[i].c = vector(random_point(&random, SIZE / 2));
  }
}

void describe_surface(CaromMeshDesc *desc, const Surface *surface) {
  must(carom_mesh_desc_init(desc), "carom_mesh_desc_init");
  desc->positions = &surface->positions[0].x;
  desc->vertex_count = surface->vertex_count;
  desc->indices = surface->indices;
  desc->triangle_count = surface->triangle_count;
  desc->attributes = surface->attributes;
}

CaromMesh *cook(const Surface *surface, uint32_t layout, uint32_t preset) {
  CaromMeshDesc desc;
  CaromMesh *mesh = NULL;
  describe_surface(&desc, surface);
  desc.layout = layout;
  desc.preset = preset;
  must(carom_mesh_build(&desc, &mesh), "carom_mesh_build");
  return mesh;
}

CaromHull *cook_hull(uint64_t seed) {
  Random random = {seed};
  CaromVec3 points[20];
  CaromHullDesc desc;
  CaromHull *hull = NULL;
  for (int i = 0; i < 20; ++i)
    points[i] = vector(random_point(&random, 2 * ONE));
  must(carom_hull_desc_init(&desc), "carom_hull_desc_init");
  desc.points = &points[0].x;
  desc.point_count = 20;
  must(carom_hull_build(&desc, &hull), "carom_hull_build");
  return hull;
}
