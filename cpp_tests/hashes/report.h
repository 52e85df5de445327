/* Where the hashes of the groups go: report.c, or node.mjs in WebAssembly. */

#ifndef CAROM_HASHES_REPORT_H
#define CAROM_HASHES_REPORT_H

#include <stdint.h>

/* Takes the hash of a group. */
void hashes_report(const char *group, uint64_t hash);
/* Takes what failed and the library's message, and does not return. */
void hashes_fail(const char *group, const char *what, const char *message);

/* Compares with the lines of a file from now on, and prints none that is
 * equal. False if it can't be read. Only in report.c, as is the next. */
int report_expect(const char *path);
/* Prints how many groups were equal since the last call, and begins anew. True
 * if all were, and none was missing. */
int report_end(const char *level);

#endif
