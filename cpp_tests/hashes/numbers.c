/* Random numbers, and points of whole numbers. */

#include "numbers.h"

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
