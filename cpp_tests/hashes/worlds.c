/* Worlds of objects that move, in every structure: pairs, what changes, and the
 * answers of every query. */

#include "hashes.h"
#include "shapes.h"

#define OBJECTS 300
#define STEPS 3

typedef struct Structure {
  const char *name;
  uint32_t structure, build, placement;
} Structure;

static const Structure structures[] = {
    {"auto", CAROM_WORLD_AUTO, 0, 0},
    {"all_pairs", CAROM_WORLD_ALL_PAIRS, 0, 0},
    {"sphere_tree", CAROM_WORLD_SPHERE_TREE, CAROM_HIERARCHY_INSERTION, 0},
    {"box_tree", CAROM_WORLD_BOX_TREE, CAROM_HIERARCHY_TOP_DOWN, 0},
    {"bsp", CAROM_WORLD_BSP, 0, CAROM_PLACEMENT_EVERY},
    {"quadtree", CAROM_WORLD_QUADTREE, 0, CAROM_PLACEMENT_SINGLE},
    {"octree", CAROM_WORLD_OCTREE, 0, CAROM_PLACEMENT_EVERY},
    {"grid", CAROM_WORLD_GRID, 0, CAROM_PLACEMENT_SINGLE},
    {"multi_grid", CAROM_WORLD_MULTI_GRID, 0, 0},
};

static uint64_t ids[OBJECTS];
static CaromWorldObject objects[OBJECTS];
static CaromVolume volumes[OBJECTS];
static CaromAabbCast casts[COUNT];
static CaromFrustum frusta[COUNT];

static CaromVolume random_volume(Random *random) {
  CaromVolume volume = {CAROM_VOLUME_BOX, 0, {0, 0, 0}, {0, 0, 0}};
  const Point at = random_point(random, SIZE / 2);
  const Point far = {at.x + random_between(random, 0, 2 * ONE),
                     at.y + random_between(random, 0, 2 * ONE),
                     at.z + random_between(random, 0, 2 * ONE)};
  volume.min = vector(at);
  volume.max = vector(far);
  if (random_bits(random) % 3 == 0) {
    volume.shape = CAROM_VOLUME_SPHERE;
    volume.radius = real(random_between(random, 1, ONE));
    volume.max = volume.min;
    volume.max.x = volume.max.y = volume.max.z = 0;
  }
  return volume;
}

static void fill(CaromWorld *world) {
  Random random = {17};
  for (uint32_t i = 0; i < OBJECTS; ++i) {
    carom_world_object_init(&objects[i]);
    objects[i].user = 1000 + i;
    objects[i].volume = random_volume(&random);
    objects[i].filter.group = 1u << i % 3;
    objects[i].filter.mask = i % 5 == 0 ? 3u : 0xffffffffu;
    objects[i].is_static = i % 7 == 0;
  }
  must(carom_world_insert(world, objects, OBJECTS, ids), "carom_world_insert");
}

static void hash_changes(CaromWorld *world, const char *name) {
  CaromWorldPair *out = (CaromWorldPair *)(void *)room;
  const size_t half = ROOM_BYTES / sizeof *out / 2;
  size_t begun, ended;
  must(carom_world_pair_changes(world, out, half, &begun, &total, out + half,
                                half, &ended, &total),
       name);
  for (size_t i = 0; i < ended; ++i)
    out[begun + i] = out[half + i];
  answers(name, (begun + ended) * sizeof *out);
}

/* The objects move, and some leave. */
static void move(CaromWorld *world) {
  static const char *const names[STEPS] = {"changes_1", "changes_2",
                                           "changes_3"};
  Random random = {19};
  hash_changes(world, "changes_0");
  for (int step = 0; step < STEPS; ++step) {
    const uint32_t first = (uint32_t)step * 50;
    for (uint32_t i = 0; i < 150; ++i)
      volumes[i] = random_volume(&random);
    must(carom_world_update(world, ids + first, volumes, 150),
         "carom_world_update");
    hash_changes(world, names[step]);
  }
  must(carom_world_remove(world, ids + OBJECTS - 40, 40), "carom_world_remove");
  must(carom_world_insert_compound(world, &objects[1], volumes, 5,
                                   ids + OBJECTS - 40),
       "carom_world_insert_compound");
  hash_changes(world, "changes_4");
}

static void make_world_questions(void) {
  static const int8_t normals[6][3] = {{1, 0, 3},  {-1, 0, 3}, {0, 1, 3},
                                       {0, -1, 3}, {0, 0, 1},  {0, 0, -1}};
  for (uint32_t i = 0; i < COUNT; ++i) {
    casts[i].bounds = questions.aabbs[i];
    casts[i].displacement = questions.sphere_casts[i].displacement;
    for (int k = 0; k < 6; ++k) {
      frusta[i].planes[k].normal.x = (float)normals[k][0];
      frusta[i].planes[k].normal.y = (float)normals[k][1];
      frusta[i].planes[k].normal.z = (float)normals[k][2];
      frusta[i].planes[k].offset = (float)(i % 16);
    }
  }
}

static void hash_queries(const CaromWorld *world) {
  const Questions *q = &questions;
  CaromWorldFilter filter;
  carom_world_filter_init(&filter);
  filter.groups.mask = 5;
  filter.ignore = ids[2];
  LISTS("pairs", CaromWorldPair, 0, carom_world_pairs(world, OUT_LIST));
  LISTS("pairs_of", uint64_t, 100,
        carom_world_pairs_of(world, ids, 100, OUT_LISTS));
  LISTS(
      "overlap_aabb_all", uint64_t, COUNT,
      carom_world_overlap_aabb_all(world, q->aabbs, COUNT, NULL, 0, OUT_LISTS));
  LISTS("overlap_sphere_all", uint64_t, COUNT,
        carom_world_overlap_sphere_all(world, q->spheres, COUNT, &filter, 1,
                                       OUT_LISTS));
  LISTS("overlap_frustum_all", uint64_t, COUNT,
        carom_world_overlap_frustum_all(world, frusta, COUNT, NULL, 0,
                                        OUT_LISTS));
  EACH("raycast", CaromWorldHit, COUNT,
       carom_world_raycast(world, q->rays, COUNT, &filter, 1, out));
  EACH("cast_aabb", CaromWorldHit, COUNT,
       carom_world_cast_aabb(world, casts, COUNT, NULL, 0, out));
  LISTS("raycast_all", CaromWorldHit, COUNT,
        carom_world_raycast_all(world, q->rays, COUNT, NULL, 0, OUT_LISTS));
  LISTS("cast_aabb_all", CaromWorldHit, COUNT,
        carom_world_cast_aabb_all(world, casts, COUNT, NULL, 0, OUT_LISTS));
  EACH("nearest", CaromNeighbor, COUNT * 4,
       carom_world_nearest(world, q->nearest, COUNT, 4, NULL, 0, out));
}

void hash_worlds(void) {
  CaromHull *hull = cook_hull(5);
  ask_about(&surfaces[TERRAIN], hull);
  make_world_questions();
  for (size_t i = 0; i < sizeof structures / sizeof structures[0]; ++i) {
    CaromWorldDesc desc;
    CaromWorld *world = NULL;
    begin("world", structures[i].name, "");
    must(carom_world_desc_init(&desc), "carom_world_desc_init");
    desc.structure = structures[i].structure;
    desc.build = structures[i].build;
    desc.placement = structures[i].placement;
    desc.tag = 1;
    must(carom_world_create(&desc, &world), "carom_world_create");
    fill(world);
    move(world);
    hash_queries(world);
    BLOB("blob", carom_world_save(world, OUT_BLOB));
    LISTS("boxes", CaromWorldBox, 0, carom_world_boxes(world, OUT_LIST));
    carom_world_destroy(world);
  }
  carom_hull_destroy(hull);
}
