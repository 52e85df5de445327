/* All groups, in their order. */

#include "hashes.h"
#include "shapes.h"

void hash_everything(void) {
  make_surfaces();
  hash_meshes();
  hash_pairs();
  hash_hulls();
  hash_bsps();
  hash_sdfs();
  hash_worlds();
}
