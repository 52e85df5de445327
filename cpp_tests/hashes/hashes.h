/* Hashes of what the library cooks and answers, by named groups. They are the
 * same on every platform and every instruction set.
 *
 * All inputs come from integers: a coordinate is a whole number of 1/1024,
 * which a float holds exactly. Nothing but main.c and report.c needs a C
 * library, so that the same files run in WebAssembly, where node.mjs is what
 * these two are elsewhere. */

#ifndef CAROM_HASHES_H
#define CAROM_HASHES_H

/* Hashes everything with the instruction set in force. */
void hash_everything(void);

/* Parts of it. */
void hash_meshes(void);
void hash_pairs(void);
void hash_hulls(void);
void hash_bsps(void);
void hash_sdfs(void);
void hash_worlds(void);

#endif
