/* SPDX-License-Identifier: MIT */
/* Things found by a short text. The keys are copied; what they stand for belongs
 * to the caller. The hash is seeded, so that names cannot be chosen to collide. */
#ifndef BASE_MAP_H
#define BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAP_KEY_MAX = 63 };

struct map_slot;
struct map {
    struct map_slot *slots;
    size_t count, used, capacity;
    uint64_t seed;
};

void map_init(struct map *map, uint64_t seed);
void map_fini(struct map *map);

/* Keys are NUL-terminated, at most MAP_KEY_MAX bytes; a longer one is never found. */
void *map_get(const struct map *map, const char *key);

/* Puts or replaces; false, and nothing changed, when memory has run out or the
 * key is too long. The value is not NULL. */
bool map_put(struct map *map, const char *key, void *value);
void *map_remove(struct map *map, const char *key); /* what was there, or NULL */

/* Walks over all values: start with *at = 0; NULL at the end. The one just given
 * may be removed, nothing may be put. */
void *map_next(const struct map *map, size_t *at);

#endif
