/* Names groups and hashes what is in the room. */

#include "groups.h"
#include "report.h"

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
