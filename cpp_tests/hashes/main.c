/* Writes "<group> <hash>", a line a group. With the file of expected lines,
 * compares with it instead, on every instruction set that the machine has, and
 * names the groups that differ.
 *
 *     carom_hashes [expected.txt] */

#include "hashes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 2000, MOST_CHARS = 160 };
static char expected[MOST_LINES][MOST_CHARS];
static int expected_count = -1;
static int seen, differing;

void hashes_report(const char *group, uint64_t hash) {
  char line[MOST_CHARS];
  snprintf(line, sizeof line, "%s %08lx%08lx", group,
           (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffffu));
  if (expected_count < 0) {
    puts(line);
  } else if (seen >= expected_count || strcmp(line, expected[seen]) != 0) {
    printf("differs: %s, expected %s\n", line,
           seen < expected_count ? expected[seen] : "no more groups");
    ++differing;
  }
  ++seen;
}

void hashes_fail(const char *group, const char *what, const char *message) {
  printf("failed: %s: %s: %s\n", group, what, message);
  exit(1);
}

static int read_expected(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL)
    return 0;
  expected_count = 0;
  while (expected_count < MOST_LINES &&
         fgets(expected[expected_count], MOST_CHARS, file) != NULL) {
    expected[expected_count][strcspn(expected[expected_count], "\r\n")] = '\0';
    ++expected_count;
  }
  fclose(file);
  return 1;
}

int main(int argc, char **argv) {
  static const char *const levels[] = {"", "portable", "avx2", "avx512",
                                       "neon"};
  int failed = 0;
  if (argc < 2) {
    hash_everything();
    return 0;
  }
  if (!read_expected(argv[1])) {
    printf("%s: cannot be read\n", argv[1]);
    return 2;
  }
  for (uint32_t level = CAROM_SIMD_PORTABLE;
       level < sizeof levels / sizeof levels[0]; ++level) {
    /* Where there is NEON, it is what every processor has. */
    if (level == CAROM_SIMD_PORTABLE &&
        carom_set_simd_level(CAROM_SIMD_NEON) == CAROM_OK)
      continue;
    if (carom_set_simd_level(level) != CAROM_OK)
      continue;
    seen = differing = 0;
    hash_everything();
    if (seen < expected_count)
      printf("missing: %s and what follows\n", expected[seen]);
    printf("%s: %d of %d groups equal\n", levels[level], seen - differing,
           expected_count);
    failed |= differing > 0 || seen != expected_count;
  }
  return failed;
}
