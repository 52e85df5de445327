/* Meshes in every layout and preset: blobs, and the answers of every query. */

#include "hashes.h"
#include "shapes.h"

typedef struct Variant {
  const char *name;
  uint32_t layout, preset;
} Variant;

static const Variant variants[] = {
    {"compact", CAROM_LAYOUT_COMPACT, CAROM_PRESET_DEFAULT},
    {"delta", CAROM_LAYOUT_DELTA, CAROM_PRESET_DEFAULT},
    {"wide", CAROM_LAYOUT_WIDE, CAROM_PRESET_DEFAULT},
    {"wide_small", CAROM_LAYOUT_WIDE, CAROM_PRESET_SMALL},
    {"wide_fast", CAROM_LAYOUT_WIDE, CAROM_PRESET_FAST},
    {"wide_rays", CAROM_LAYOUT_WIDE, CAROM_PRESET_RAYS},
};

static void hash_rays(const CaromMesh *mesh) {
  const CaromRay *rays = questions.rays;
  EACH("raycast", CaromRayHit, COUNT,
       carom_mesh_raycast(mesh, rays, COUNT, NULL, out, NULL));
  EACH("occluded", uint8_t, COUNT,
       carom_mesh_occluded(mesh, rays, COUNT, NULL, out));
  EACH("raycast_coherent", CaromRayHit, COUNT,
       carom_mesh_raycast(mesh, questions.coherent, COUNT, NULL, out, NULL));
  EACH("occluded_coherent", uint8_t, COUNT,
       carom_mesh_occluded(mesh, questions.coherent, COUNT, NULL, out));
  LISTS("raycast_all", CaromRayHit, COUNT,
        carom_mesh_raycast_all(mesh, rays, COUNT, NULL, OUT_LISTS));
  LISTS("crossings", CaromCrossing, COUNT,
        carom_mesh_crossings(mesh, rays, COUNT, NULL, OUT_LISTS));
}

/* The points that rays hit, and everything through a filter. */
static void hash_filtered(const CaromMesh *mesh) {
  static CaromRayHit hits[COUNT];
  CaromFilter filter;
  carom_filter_init(&filter);
  filter.any_of = 0x0f35;
  filter.exclude = 0x0010;
  filter.backfaces = CAROM_BACKFACES_CULL;
  EACH("surface", CaromSurfacePoint, COUNT,
       carom_mesh_raycast(mesh, questions.rays, COUNT, &filter, hits, out));
  EACH("filtered_closest_point", CaromClosestPoint, COUNT,
       carom_mesh_closest_point(mesh, questions.nearest, COUNT, &filter, out));
  LISTS("filtered_overlap_box_all", uint32_t, COUNT,
        carom_mesh_overlap_box_all(mesh, questions.boxes, COUNT, &filter,
                                   OUT_LISTS));
}

static void hash_overlaps(const CaromMesh *mesh) {
  const Questions *q = &questions;
  EACH("overlap_sphere", uint8_t, COUNT,
       carom_mesh_overlap_sphere(mesh, q->spheres, COUNT, NULL, out));
  EACH("overlap_capsule", uint8_t, COUNT,
       carom_mesh_overlap_capsule(mesh, q->capsules, COUNT, NULL, out));
  EACH("overlap_box", uint8_t, COUNT,
       carom_mesh_overlap_box(mesh, q->boxes, COUNT, NULL, out));
  EACH("overlap_hull", uint8_t, HULLS,
       carom_mesh_overlap_hull(mesh, q->hulls, HULLS, NULL, out));
  EACH("closest_point", CaromClosestPoint, COUNT,
       carom_mesh_closest_point(mesh, q->nearest, COUNT, NULL, out));
  EACH("winding_numbers", int32_t, COUNT,
       carom_mesh_winding_numbers(mesh, q->points, COUNT, out));
  LISTS("candidates_aabb", uint32_t, COUNT,
        carom_mesh_candidates_aabb(mesh, q->aabbs, COUNT, NULL, OUT_LISTS));
  LISTS(
      "overlap_sphere_all", uint32_t, COUNT,
      carom_mesh_overlap_sphere_all(mesh, q->spheres, COUNT, NULL, OUT_LISTS));
  LISTS("overlap_capsule_all", uint32_t, COUNT,
        carom_mesh_overlap_capsule_all(mesh, q->capsules, COUNT, NULL,
                                       OUT_LISTS));
  LISTS("overlap_box_all", uint32_t, COUNT,
        carom_mesh_overlap_box_all(mesh, q->boxes, COUNT, NULL, OUT_LISTS));
  LISTS("overlap_hull_all", uint32_t, HULLS,
        carom_mesh_overlap_hull_all(mesh, q->hulls, HULLS, NULL, OUT_LISTS));
}

static void hash_contacts(const CaromMesh *mesh) {
  const Questions *q = &questions;
  CaromContactOptions options;
  carom_contact_options_init(&options);
  options.max_distance = real(ONE / 4);
  LISTS("contacts_sphere", CaromContact, COUNT,
        carom_mesh_contacts_sphere(mesh, q->spheres, COUNT, NULL, &options,
                                   OUT_LISTS));
  LISTS("contacts_capsule", CaromContact, COUNT,
        carom_mesh_contacts_capsule(mesh, q->capsules, COUNT, NULL, &options,
                                    OUT_LISTS));
  LISTS(
      "contacts_box", CaromContact, COUNT,
      carom_mesh_contacts_box(mesh, q->axes, COUNT, NULL, &options, OUT_LISTS));
  LISTS("contacts_hull", CaromContact, HULLS,
        carom_mesh_contacts_hull(mesh, q->hulls, HULLS, NULL, &options,
                                 OUT_LISTS));
}

static void hash_casts(const CaromMesh *mesh) {
  const Questions *q = &questions;
  const uint32_t smooth = CAROM_CONTACT_EDGES_SMOOTH,
                 all = CAROM_CONTACT_EDGES_ALL;
  EACH("cast_sphere", CaromShapeHit, COUNT,
       carom_mesh_cast_sphere(mesh, q->sphere_casts, COUNT, NULL, smooth, out));
  EACH("cast_capsule", CaromShapeHit, COUNT,
       carom_mesh_cast_capsule(mesh, q->capsule_casts, COUNT, NULL, smooth,
                               out));
  EACH("cast_box", CaromShapeHit, COUNT,
       carom_mesh_cast_box(mesh, q->box_casts, COUNT, NULL, smooth, out));
  EACH("cast_hull", CaromShapeHit, HULLS,
       carom_mesh_cast_hull(mesh, q->hull_casts, HULLS, NULL, smooth, out));
  LISTS("cast_sphere_all", CaromShapeHit, COUNT,
        carom_mesh_cast_sphere_all(mesh, q->sphere_casts, COUNT, NULL, all,
                                   OUT_LISTS));
  LISTS("cast_capsule_all", CaromShapeHit, COUNT,
        carom_mesh_cast_capsule_all(mesh, q->capsule_casts, COUNT, NULL, all,
                                    OUT_LISTS));
  LISTS(
      "cast_box_all", CaromShapeHit, COUNT,
      carom_mesh_cast_box_all(mesh, q->box_casts, COUNT, NULL, all, OUT_LISTS));
  LISTS("cast_hull_all", CaromShapeHit, HULLS,
        carom_mesh_cast_hull_all(mesh, q->hull_casts, HULLS, NULL, all,
                                 OUT_LISTS));
}

static void hash_mesh(const CaromMesh *mesh, const Surface *surface) {
  BLOB("blob", carom_mesh_save(mesh, OUT_BLOB));
  hash_rays(mesh);
  hash_filtered(mesh);
  hash_overlaps(mesh);
  hash_contacts(mesh);
  hash_casts(mesh);
  EACH("triangles", CaromTriangle, surface->triangle_count,
       carom_mesh_triangles(mesh, NULL, 0, surface->triangle_count, out));
}

/* What is cooked in another way, by its bytes alone. */
static void hash_other_blobs(const Surface *surface) {
  static const char *const names[] = {"quality_fast", "quality_high", "median",
                                      "table", "cooked_order"};
  for (int i = 0; i < 5; ++i) {
    CaromMeshDesc desc;
    CaromMesh *mesh = NULL;
    describe_surface(&desc, surface);
    if (i == 0)
      desc.quality = CAROM_QUALITY_FAST;
    if (i == 1)
      desc.quality = CAROM_QUALITY_HIGH;
    if (i == 2)
      desc.split = CAROM_SPLIT_MEDIAN;
    if (i == 3)
      desc.flags = CAROM_BUILD_TRIANGLE_TABLE;
    if (i == 4)
      desc.flags = CAROM_BUILD_COOKED_ORDER;
    if (i == 2 || i == 4)
      desc.layout = CAROM_LAYOUT_COMPACT;
    must(carom_mesh_build(&desc, &mesh), names[i]);
    BLOB(names[i], carom_mesh_save(mesh, OUT_BLOB));
    carom_mesh_destroy(mesh);
  }
}

/* The tree of pieces, which only rays go through. */
static void hash_pieces(const CaromHull *hull) {
  CaromMesh *mesh = cook(&needles, CAROM_LAYOUT_WIDE, CAROM_PRESET_RAYS);
  ask_about(&needles, hull);
  begin("mesh", "needles", "wide_rays");
  BLOB("blob", carom_mesh_save(mesh, OUT_BLOB));
  hash_rays(mesh);
  hash_filtered(mesh);
  carom_mesh_destroy(mesh);
}

void hash_meshes(void) {
  CaromHull *hull = cook_hull(5);
  for (int i = 0; i < SURFACES; ++i) {
    const Surface *surface = &surfaces[i];
    ask_about(surface, hull);
    for (size_t k = 0; k < sizeof variants / sizeof variants[0]; ++k) {
      CaromMesh *mesh;
      begin("mesh", surface_names[i], variants[k].name);
      mesh = cook(surface, variants[k].layout, variants[k].preset);
      hash_mesh(mesh, surface);
      carom_mesh_destroy(mesh);
    }
    begin("mesh", surface_names[i], "blobs");
    hash_other_blobs(surface);
  }
  hash_pieces(hull);
  carom_hull_destroy(hull);
}
