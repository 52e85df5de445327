/* Groups: their names, the room for their answers, and the hashes of these. */

#ifndef CAROM_HASHES_GROUPS_H
#define CAROM_HASHES_GROUPS_H

#include "carom.h"

/* Queries of each kind. */
#define COUNT 256
/* Queries with hulls, which take longer. */
#define HULLS 64

/* Room for answers and blobs. */
#define ROOM_BYTES ((size_t)1 << 23)
extern uint64_t room[ROOM_BYTES / 8];
extern uint64_t offsets[COUNT + 1];
extern size_t written, total;

/* Names the groups that follow: "<a>.<b>.<c>.<name>", without what is empty. */
void begin(const char *a, const char *b, const char *c);
/* Ends the program unless a call succeeded. */
void must(CaromStatus status, const char *what);
/* Reports the hash of some bytes. */
void bytes(const char *name, const void *memory, size_t size);
/* Reports the hash of the first bytes of the room. */
void answers(const char *name, size_t size);
/* Reports the hash of lists in the room, and of their offsets. */
void lists(const char *name, size_t count, size_t entry);

/* `call` writes one answer of a type for each of `count` questions to `out`. */
#define EACH(name, type, count, call)                                          \
  do {                                                                         \
    type *const out = (type *)(void *)room;                                    \
    must(call, name);                                                          \
    answers(name, (count) * sizeof(type));                                     \
  } while (0)
/* `call` writes a list for each of `count` questions to OUT_LISTS, or a list
 * alone to OUT_LIST. */
#define LISTS(name, type, count, call)                                         \
  do {                                                                         \
    type *const out = (type *)(void *)room;                                    \
    must(call, name);                                                          \
    lists(name, count, sizeof(type));                                          \
  } while (0)
#define OUT_LIST out, ROOM_BYTES / sizeof *out, &written, &total
#define OUT_LISTS offsets, OUT_LIST
/* `call` writes a blob to `out`. */
#define BLOB(name, call)                                                       \
  do {                                                                         \
    void *const out = room;                                                    \
    must(call, name);                                                          \
    answers(name, written);                                                    \
  } while (0)
#define OUT_BLOB out, ROOM_BYTES, &written

#endif
