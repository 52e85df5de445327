/* Writes "<group> <hash>", a line a group. With the file of expected lines,
 * compares with it instead, on every instruction set that the machine has, and
 * names the groups that differ.
 *
 *     carom_hashes [expected.txt] */

#include "carom.h"
#include "hashes.h"
#include "report.h"

#include <stdio.h>

int main(int argc, char **argv) {
  static const char *const levels[] = {"", "portable", "avx2", "avx512",
                                       "neon"};
  int failed = 0;
  if (argc < 2) {
    hash_everything();
    return 0;
  }
  if (!report_expect(argv[1])) {
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
    hash_everything();
    failed |= !report_end(levels[level]);
  }
  return failed;
}
