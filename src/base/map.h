/* SPDX-License-Identifier: MIT */
/* A hash map from short strings to pointers. Keys are copied; the caller owns the
 * values. The hash is seeded, so that clients cannot choose names that collide. */
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

/* Returns the value, or NULL if the key is not in the map. Keys are NUL-terminated and at most
 * MAP_KEY_MAX bytes long; a longer one is never found. */
void *map_get(const struct map *map, const char *key);

/* Inserts or replaces; `value` is not NULL. Returns false and changes nothing if
 * memory runs out or the key is too long. */
bool map_put(struct map *map, const char *key, void *value);
void *map_remove(struct map *map, const char *key); /* returns the old value, or NULL */

/* Iterates over the values: start with *at = 0; returns NULL at the end. During the
 * iteration you may remove the value just returned, but not insert. */
void *map_next(const struct map *map, size_t *at);
/* The same for the keys. */
const char *map_next_key(const struct map *map, size_t *at);

#endif
