/* Convex hulls: blobs, vertices, faces. */

#include "hashes.h"
#include "shapes.h"

void hash_hulls(void) {
  static const char *const names[3] = {"a", "b", "c"};
  for (uint64_t i = 0; i < 3; ++i) {
    CaromHull *hull = cook_hull(7 + i), *opened = NULL;
    CaromHullStats stats;
    begin("hull", names[i], "");
    stats.struct_size = sizeof stats;
    must(carom_hull_stats(hull, &stats), "carom_hull_stats");
    bytes("volume", &stats.volume, sizeof stats.volume);
    LISTS("vertices", CaromVec3, 0, carom_hull_vertices(hull, OUT_LIST));
    LISTS("faces", uint32_t, stats.face_count,
          carom_hull_faces(hull, OUT_LISTS));
    BLOB("blob", carom_hull_save(hull, OUT_BLOB));
    must(carom_hull_open(room, written, CAROM_OPEN_COPY, &opened),
         "carom_hull_open");
    BLOB("blob_again", carom_hull_save(opened, OUT_BLOB));
    carom_hull_destroy(opened);
    carom_hull_destroy(hull);
  }
}
