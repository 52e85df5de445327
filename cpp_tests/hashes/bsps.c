/* BSP trees of brushes and of a surface: blobs, and the answers of every query.
 */

#include "hashes.h"
#include "shapes.h"

#define BRUSHES 60
#define PLANES 8

static float planes[BRUSHES * PLANES][4];
static uint32_t plane_counts[BRUSHES];
static uint16_t brush_attributes[BRUSHES];

static void set_plane(float plane[4], int32_t a, int32_t b, int32_t c,
                      int32_t d) {
  plane[0] = (float)a;
  plane[1] = (float)b;
  plane[2] = (float)c;
  plane[3] = real(d);
}

/* Boxes, two corners of each cut off. */
static void make_brushes(void) {
  Random random = {11};
  for (int i = 0; i < BRUSHES; ++i) {
    const Point at = random_point(&random, SIZE / 2);
    const Point half = {random_between(&random, ONE / 2, 3 * ONE),
                        random_between(&random, ONE / 2, 3 * ONE),
                        random_between(&random, ONE / 2, 3 * ONE)};
    float(*plane)[4] = planes + i * PLANES;
    set_plane(plane[0], 1, 0, 0, at.x + half.x);
    set_plane(plane[1], -1, 0, 0, half.x - at.x);
    set_plane(plane[2], 0, 1, 0, at.y + half.y);
    set_plane(plane[3], 0, -1, 0, half.y - at.y);
    set_plane(plane[4], 0, 0, 1, at.z + half.z);
    set_plane(plane[5], 0, 0, -1, half.z - at.z);
    for (int k = 6; k < PLANES; ++k) {
      const int32_t sign = k == 6 ? 1 : -1;
      const int32_t a = sign * random_between(&random, 1, 4),
                    b = sign * random_between(&random, 1, 4);
      const int32_t c = sign * random_between(&random, 1, 4);
      const int32_t reach = sign * (a * half.x + b * half.y + c * half.z);
      set_plane(plane[k], a, b, c,
                a * at.x + b * at.y + c * at.z + reach / 8 * 5);
    }
    plane_counts[i] = PLANES;
    brush_attributes[i] = (uint16_t)(1u << i % 16);
  }
}

static void hash_bsp(const CaromBsp *bsp) {
  const Questions *q = &questions;
  BLOB("blob", carom_bsp_save(bsp, OUT_BLOB));
  EACH("overlap_sphere", uint8_t, COUNT,
       carom_bsp_overlap_sphere(bsp, q->spheres, COUNT, CAROM_BSP_EXACT, NULL,
                                out));
  EACH("overlap_sphere_threshold", uint8_t, COUNT,
       carom_bsp_overlap_sphere(bsp, q->spheres, COUNT, CAROM_BSP_THRESHOLD,
                                NULL, out));
  EACH("contains_point", CaromBspContent, COUNT,
       carom_bsp_contains_point(bsp, q->points, COUNT, NULL, out));
  EACH("collide_sphere", CaromBspContact, COUNT,
       carom_bsp_collide_sphere(bsp, q->spheres, COUNT, NULL, out));
  EACH("cast_sphere", CaromBspCastHit, COUNT,
       carom_bsp_cast_sphere(bsp, q->sphere_casts, COUNT, NULL, out));
  EACH("raycast", CaromBspCastHit, COUNT,
       carom_bsp_raycast(bsp, q->rays, COUNT, NULL, out));
}

/* What only brushes answer. */
static void hash_shapes(const CaromBsp *bsp) {
  const Questions *q = &questions;
  const uint32_t smooth = CAROM_CONTACT_EDGES_SMOOTH,
                 all = CAROM_CONTACT_EDGES_ALL;
  CaromFilter filter;
  CaromContactOptions options;
  carom_filter_init(&filter);
  filter.any_of = 0x0f35;
  carom_contact_options_init(&options);
  options.max_distance = real(ONE / 4);
  EACH("filtered_collide_sphere", CaromBspContact, COUNT,
       carom_bsp_collide_sphere(bsp, q->spheres, COUNT, &filter, out));
  EACH("overlap_capsule", uint8_t, COUNT,
       carom_bsp_overlap_capsule(bsp, q->capsules, COUNT, NULL, out));
  EACH("overlap_box", uint8_t, COUNT,
       carom_bsp_overlap_box(bsp, q->boxes, COUNT, NULL, out));
  LISTS(
      "overlap_capsule_all", uint32_t, COUNT,
      carom_bsp_overlap_capsule_all(bsp, q->capsules, COUNT, NULL, OUT_LISTS));
  LISTS("overlap_box_all", uint32_t, COUNT,
        carom_bsp_overlap_box_all(bsp, q->boxes, COUNT, NULL, OUT_LISTS));
  LISTS("contacts_sphere", CaromContact, COUNT,
        carom_bsp_contacts_sphere(bsp, q->spheres, COUNT, NULL, &options,
                                  OUT_LISTS));
  LISTS("contacts_capsule", CaromContact, COUNT,
        carom_bsp_contacts_capsule(bsp, q->capsules, COUNT, NULL, &options,
                                   OUT_LISTS));
  LISTS("contacts_box", CaromContact, COUNT,
        carom_bsp_contacts_box(bsp, q->axes, COUNT, NULL, &options, OUT_LISTS));
  EACH("cast_capsule", CaromShapeHit, COUNT,
       carom_bsp_cast_capsule(bsp, q->capsule_casts, COUNT, NULL, smooth, out));
  EACH("cast_box", CaromShapeHit, COUNT,
       carom_bsp_cast_box(bsp, q->box_casts, COUNT, NULL, smooth, out));
  LISTS("cast_capsule_all", CaromShapeHit, COUNT,
        carom_bsp_cast_capsule_all(bsp, q->capsule_casts, COUNT, NULL, all,
                                   OUT_LISTS));
  LISTS("cast_box_all", CaromShapeHit, COUNT,
        carom_bsp_cast_box_all(bsp, q->box_casts, COUNT, NULL, all, OUT_LISTS));
}

static void describe_brushes(CaromBspDesc *desc) {
  must(carom_bsp_desc_init(desc), "carom_bsp_desc_init");
  desc->input = CAROM_BSP_INPUT_BRUSHES;
  desc->planes = &planes[0][0];
  desc->plane_count = BRUSHES * PLANES;
  desc->plane_counts = plane_counts;
  desc->brush_count = BRUSHES;
  desc->attributes = brush_attributes;
}

static void describe_bumps(CaromBspDesc *desc) {
  const Surface *surface = &surfaces[BUMPS];
  must(carom_bsp_desc_init(desc), "carom_bsp_desc_init");
  desc->input = CAROM_BSP_INPUT_SURFACE;
  desc->positions = &surface->positions[0].x;
  desc->vertex_count = surface->vertex_count;
  desc->indices = surface->indices;
  desc->index_count = 3 * surface->triangle_count;
}

void hash_bsps(void) {
  CaromHull *hull = cook_hull(5);
  CaromBspDesc desc;
  make_brushes();
  ask_about(&surfaces[BUMPS], hull);
  for (int i = 0; i < 4; ++i) {
    static const char *const names[4] = {"brushes", "bevels", "surface",
                                         "inverse"};
    CaromBsp *bsp = NULL;
    begin("bsp", names[i], "");
    if (i < 2) {
      describe_brushes(&desc);
      desc.bevels = i == 1 ? 2 : 0;
    } else {
      describe_bumps(&desc);
      desc.flags = i == 3 ? CAROM_BSP_INVERSE : 0;
    }
    must(carom_bsp_build(&desc, &bsp), "carom_bsp_build");
    hash_bsp(bsp);
    if (i == 0)
      hash_shapes(bsp);
    carom_bsp_destroy(bsp);
  }
  carom_hull_destroy(hull);
}
