/* Numbers that are the same on every platform: whole ones, and floats made of
 * them. */

#ifndef CAROM_HASHES_NUMBERS_H
#define CAROM_HASHES_NUMBERS_H

#include "carom.h"

/* Random numbers (SplitMix64). */
typedef struct Random {
  uint64_t state;
} Random;
uint64_t random_bits(Random *random);
/* From low to high, both included. */
int32_t random_between(Random *random, int32_t low, int32_t high);

/* One, in whole numbers. */
#define ONE 1024
/* Half the side of the cube around everything. */
#define SIZE (16 * ONE)

/* A point in whole numbers, and as the library takes it. */
typedef struct Point {
  int32_t x, y, z;
} Point;
float real(int32_t number);
CaromVec3 vector(Point point);
Point random_point(Random *random, int32_t size);
/* A unit quaternion. */
void random_rotation(Random *random, float rotation[4]);

#endif
