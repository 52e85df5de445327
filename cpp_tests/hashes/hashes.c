/* What all groups share: names, hashes, numbers. */

#include "hashes.h"

uint64_t room[ROOM_BYTES / 8];
uint64_t offsets[COUNT + 1];
size_t written, total;

static char name_of_group[128];
static size_t prefix_length;

static void append(const char *text) {
  size_t at = prefix_length;
  if (*text == '\0')
    return;
  if (at > 0)
    name_of_group[at++] = '.';
  while (*text != '\0' && at + 1 < sizeof name_of_group)
    name_of_group[at++] = *text++;
  name_of_group[at] = '\0';
  prefix_length = at;
}

void begin(const char *a, const char *b, const char *c) {
  prefix_length = 0;
  append(a);
  append(b);
  append(c);
}

/* The prefix and a name; the next call ends the use of it. */
static const char *group(const char *name) {
  const size_t before = prefix_length;
  append(name);
  prefix_length = before;
  return name_of_group;
}

void must(CaromStatus status, const char *what) {
  if (status != CAROM_OK)
    hashes_fail(group(what), carom_status_name(status),
                carom_last_error_message());
}

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const void *memory, size_t size) {
  const unsigned char *at = memory;
  for (size_t i = 0; i < size; ++i)
    hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}
#define HASH_BASIS 0xcbf29ce484222325u

void bytes(const char *name, const void *memory, size_t size) {
  hashes_report(group(name), hash_bytes(HASH_BASIS, memory, size));
}

void answers(const char *name, size_t size) { bytes(name, room, size); }

void lists(const char *name, size_t count, size_t entry) {
  uint64_t hash = HASH_BASIS;
  if (count > 0)
    hash = hash_bytes(hash, offsets, (count + 1) * sizeof offsets[0]);
  hashes_report(group(name), hash_bytes(hash, room, written * entry));
}

uint64_t random_bits(Random *random) {
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

int32_t random_between(Random *random, int32_t low, int32_t high) {
  const uint64_t span = (uint64_t)((int64_t)high - low + 1);
  return (int32_t)(low + (int64_t)((random_bits(random) >> 32) % span));
}

/* Exact: a power of two. */
float real(int32_t number) { return (float)number * (1.0f / ONE); }

CaromVec3 vector(Point point) {
  const CaromVec3 made = {real(point.x), real(point.y), real(point.z)};
  return made;
}

Point random_point(Random *random, int32_t size) {
  Point point;
  point.x = random_between(random, -size, size);
  point.y = random_between(random, -size, size);
  point.z = random_between(random, -size, size);
  return point;
}

void random_rotation(Random *random, float rotation[4]) {
  /* Whole numbers whose squares add up to the last one's: only a division is
   * rounded. */
  static const int8_t turns[8][5] = {
      {0, 0, 0, 1, 1}, {1, 1, 1, 1, 2}, {1, 2, 2, 4, 5},   {2, 4, 5, 6, 9},
      {1, 1, 3, 5, 6}, {2, 2, 4, 5, 7}, {4, -4, 2, 8, 10}, {0, 2, -3, 6, 7}};
  const int8_t *turn = turns[random_between(random, 0, 7)];
  for (int i = 0; i < 4; ++i)
    rotation[i] = (float)turn[i] / (float)turn[4];
}

void hash_everything(void) {
  make_surfaces();
  hash_meshes();
  hash_pairs();
  hash_hulls();
  hash_bsps();
  hash_sdfs();
  hash_worlds();
}
