/* Meshes against meshes, in poses. */

#include "hashes.h"
#include "shapes.h"

#define POSES 12

static void hash_pair(const CaromMesh *a, const CaromMesh *b) {
  const CaromPose *poses = questions.poses;
  const float near = real(ONE / 2);
  EACH("overlap_mesh", uint8_t, POSES,
       carom_mesh_overlap_mesh(a, b, NULL, poses, POSES, NULL, NULL, out));
  EACH("distance", CaromMeshDistance, POSES,
       carom_mesh_distance(a, b, NULL, poses, POSES, real(SIZE), NULL, NULL,
                           out));
  EACH("inside", uint8_t, POSES,
       carom_mesh_inside(a, b, NULL, poses, POSES, out));
  LISTS("overlap_mesh_all", CaromTrianglePair, POSES,
        carom_mesh_overlap_mesh_all(a, b, NULL, poses, POSES, NULL, NULL,
                                    OUT_LISTS));
  LISTS(
      "within", CaromPairDistance, POSES,
      carom_mesh_within(a, b, NULL, poses, POSES, near, NULL, NULL, OUT_LISTS));
  LISTS("intersections", CaromPairIntersection, POSES,
        carom_mesh_intersections(a, b, NULL, poses, POSES, NULL, NULL,
                                 OUT_LISTS));
}

static void hash_poses(void) {
  static CaromFarPose far[2][POSES];
  static CaromPose near[POSES];
  static double origins[3 * POSES];
  for (int i = 0; i < POSES; ++i) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 4; ++column) {
        const double number = (double)questions.poses[i].rows[row][column];
        far[0][i].rows[row][column] = number;
        far[1][i].rows[row][column] = column < 3 ? number : number + 0.5;
      }
      far[0][i].rows[row][3] += 1048576.0;
      far[1][i].rows[row][3] += 1048576.0;
    }
  }
  bytes("from_quaternion", questions.poses, sizeof questions.poses);
  EACH("about_common_origin", CaromPose, POSES,
       carom_poses_about_common_origin(far[0], far[1], POSES, out, near,
                                       origins));
}

void hash_pairs(void) {
  static const uint32_t layouts[4][2] = {
      {CAROM_LAYOUT_COMPACT, CAROM_LAYOUT_COMPACT},
      {CAROM_LAYOUT_DELTA, CAROM_LAYOUT_DELTA},
      {CAROM_LAYOUT_WIDE, CAROM_LAYOUT_WIDE},
      {CAROM_LAYOUT_WIDE, CAROM_LAYOUT_COMPACT}};
  static const char *const names[4] = {"compact", "delta", "wide",
                                       "wide_compact"};
  static const int with[2] = {BUMPS, SOUP};
  CaromHull *hull = cook_hull(5);
  ask_about(&surfaces[BUMPS], hull);
  begin("pairs", "poses", "");
  hash_poses();
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 4; ++k) {
      CaromMesh *a =
          cook(&surfaces[BUMPS], layouts[k][0], CAROM_PRESET_DEFAULT);
      CaromMesh *b =
          cook(&surfaces[with[i]], layouts[k][1], CAROM_PRESET_DEFAULT);
      begin("pairs", surface_names[with[i]], names[k]);
      hash_pair(a, b);
      carom_mesh_destroy(a);
      carom_mesh_destroy(b);
    }
  }
  carom_hull_destroy(hull);
}
