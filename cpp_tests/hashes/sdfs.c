/* Signed distance fields: blobs of every storage, sign and method, and the
 * answers of every query. */

#include "hashes.h"
#include "shapes.h"

static CaromSdf *generate(const CaromMesh *mesh, uint32_t storage,
                          uint32_t sign, uint32_t method) {
  CaromSdfGenerateDesc desc;
  CaromSdf *sdf = NULL;
  must(carom_sdf_generate_desc_init(&desc), "carom_sdf_generate_desc_init");
  desc.resolution = 12;
  desc.padding = 3;
  desc.storage = storage;
  desc.band = 2;
  desc.sign = sign;
  desc.thickness = sign == CAROM_SDF_SIGN_THICKNESS ? real(ONE / 2) : 0;
  desc.method = method;
  desc.flags = CAROM_SDF_KEEP_TRIANGLES;
  must(carom_sdf_generate(mesh, &desc, &sdf), "carom_sdf_generate");
  return sdf;
}

static void hash_sdf(const CaromSdf *sdf, const CaromSdf *other) {
  const Questions *q = &questions;
  const float margin = real(ONE / 4);
  const CaromSdfSlice slice = {{-8, -8, 0.5f},     64, {0.25f, 0, 0}, 64,
                               {0, 0.25f, 0.125f}, 0};
  BLOB("blob", carom_sdf_save(sdf, OUT_BLOB));
  EACH("sample_linear", CaromSdfSample, COUNT,
       carom_sdf_sample(sdf, q->points, COUNT, CAROM_SDF_LINEAR, out));
  EACH("sample_cubic", CaromSdfSample, COUNT,
       carom_sdf_sample(sdf, q->points, COUNT, CAROM_SDF_CUBIC, out));
  EACH("closest_point", CaromSdfClosestPoint, COUNT,
       carom_sdf_closest_point(sdf, q->points, COUNT, out));
  EACH("collide_point", CaromSdfContact, COUNT,
       carom_sdf_collide_point(sdf, q->points, COUNT, margin, out));
  EACH("collide_sphere", CaromSdfContact, COUNT,
       carom_sdf_collide_sphere(sdf, q->spheres, COUNT, margin, out));
  EACH("collide_capsule", CaromSdfContact, COUNT,
       carom_sdf_collide_capsule(sdf, q->capsules, COUNT, margin, out));
  EACH("collide_triangle", CaromSdfContact, COUNT,
       carom_sdf_collide_triangle(sdf, q->triangles, COUNT, margin, out));
  LISTS("collide_field", CaromSdfContact, 24,
        carom_sdf_collide_field(sdf, other, q->poses, 24, margin, OUT_LISTS));
  EACH("raycast", CaromSdfRayHit, COUNT,
       carom_sdf_raycast(sdf, q->rays, COUNT, out));
  EACH("slice", float, 64 * 64, carom_sdf_slice(sdf, &slice, out));
  LISTS("inside_points", CaromVec3, 0, carom_sdf_inside_points(sdf, OUT_LIST));
}

/* What is generated in another way, by its bytes alone. */
static void hash_blob(const CaromMesh *mesh, const char *name, uint32_t sign,
                      uint32_t method) {
  CaromSdf *sdf = generate(mesh, CAROM_SDF_DENSE, sign, method);
  BLOB(name, carom_sdf_save(sdf, OUT_BLOB));
  carom_sdf_destroy(sdf);
}

void hash_sdfs(void) {
  static const char *const storages[3] = {"dense", "bricks16", "bricks8"};
  static const char *const signs[7] = {
      "auto",   "crossings", "winding_number", "pseudonormal",
      "parity", "unsigned",  "thickness"};
  static const char *const methods[3] = {"blocks", "kd_tree", "face_by_face"};
  CaromHull *hull = cook_hull(5);
  CaromMesh *mesh =
      cook(&surfaces[BUMPS], CAROM_LAYOUT_WIDE, CAROM_PRESET_DEFAULT);
  CaromSdf *other;
  ask_about(&surfaces[BUMPS], hull);
  begin("sdf", "other", "");
  other = generate(mesh, CAROM_SDF_BRICKS16, CAROM_SDF_SIGN_AUTO,
                   CAROM_SDF_METHOD_BLOCKS);
  for (uint32_t i = 0; i < 3; ++i) {
    CaromSdf *sdf;
    begin("sdf", storages[i], "");
    sdf = generate(mesh, i, CAROM_SDF_SIGN_AUTO, CAROM_SDF_METHOD_BLOCKS);
    hash_sdf(sdf, other);
    carom_sdf_destroy(sdf);
  }
  begin("sdf", "signs", "");
  for (uint32_t i = 0; i < 7; ++i)
    hash_blob(mesh, signs[i], i, CAROM_SDF_METHOD_BLOCKS);
  begin("sdf", "methods", "");
  for (uint32_t i = 0; i < 3; ++i)
    hash_blob(mesh, methods[i], CAROM_SDF_SIGN_AUTO, i);
  carom_sdf_destroy(other);
  carom_mesh_destroy(mesh);
  carom_hull_destroy(hull);
}
