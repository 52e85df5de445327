/* Writes "<group> <hash>", a line a group, or compares with expected lines. */

#include "report.h"

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

int report_expect(const char *path) {
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

int report_end(const char *level) {
  const int equal = differing == 0 && seen == expected_count;
  if (seen < expected_count)
    printf("missing: %s and what follows\n", expected[seen]);
  printf("%s: %d of %d groups equal\n", level, seen - differing,
         expected_count);
  seen = differing = 0;
  return equal;
}
