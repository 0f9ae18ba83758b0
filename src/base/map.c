/* SPDX-License-Identifier: MIT */
/* Open addressing with linear probing. A removed slot stays marked until the map
 * grows. */
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

struct map_slot {
    void *value; /* NULL: free or removed */
    uint32_t hash;
    char key[MAP_KEY_MAX + 1];
    bool removed;
};

void map_init(struct map *map, uint64_t seed)
{
    *map = (struct map){.seed = seed};
}

void map_fini(struct map *map)
{
    free(map->slots);
    map_init(map, map->seed);
}

static uint32_t hash_key(const struct map *map, const char *key)
{
    uint64_t hash = map->seed ^ 0x9e3779b97f4a7c15u;
    for (; *key; key++) {
        hash = (hash ^ (unsigned char)*key) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 32;
    }
    return (uint32_t)(hash ^ hash >> 29);
}

static struct map_slot *find_slot(const struct map *map, const char *key, uint32_t hash)
{
    for (size_t i = hash; map->capacity; i++) {
        struct map_slot *slot = &map->slots[i & (map->capacity - 1)];
        if (!slot->value && !slot->removed)
            return NULL;
        if (slot->value && slot->hash == hash && !strcmp(slot->key, key))
            return slot;
    }
    return NULL;
}

static void insert_slot(struct map *map, const char *key, uint32_t hash, void *value)
{
    size_t i = hash & (map->capacity - 1);
    while (map->slots[i].value)
        i = (i + 1) & (map->capacity - 1);
    struct map_slot *slot = &map->slots[i];
    map->used += !slot->removed;
    map->count++;
    slot->value = value;
    slot->hash = hash;
    slot->removed = false;
    memcpy(slot->key, key, strlen(key) + 1);
}

static bool grow_map(struct map *map)
{
    size_t capacity = 16;
    while (capacity < 2 * (map->count + 1))
        capacity *= 2;
    struct map_slot *slots = calloc(capacity, sizeof *slots);
    if (!slots)
        return false;
    const struct map old = *map;
    *map = (struct map){.slots = slots, .capacity = capacity, .seed = old.seed};
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].value)
            insert_slot(map, old.slots[i].key, old.slots[i].hash, old.slots[i].value);
    free(old.slots);
    return true;
}

void *map_get(const struct map *map, const char *key)
{
    const struct map_slot *slot = find_slot(map, key, hash_key(map, key));
    return slot ? slot->value : NULL;
}

bool map_put(struct map *map, const char *key, void *value)
{
    if (strlen(key) > MAP_KEY_MAX)
        return false;
    const uint32_t hash = hash_key(map, key);
    struct map_slot *slot = find_slot(map, key, hash);
    if (slot) {
        slot->value = value;
        return true;
    }
    if (4 * (map->used + 1) > 3 * map->capacity && !grow_map(map))
        return false;
    insert_slot(map, key, hash, value);
    return true;
}

void *map_remove(struct map *map, const char *key)
{
    struct map_slot *slot = find_slot(map, key, hash_key(map, key));
    if (!slot)
        return NULL;
    void *value = slot->value;
    slot->value = NULL;
    slot->removed = true;
    map->count--;
    return value;
}

void *map_next(const struct map *map, size_t *at)
{
    while (*at < map->capacity) {
        void *value = map->slots[(*at)++].value;
        if (value)
            return value;
    }
    return NULL;
}

const char *map_next_key(const struct map *map, size_t *at)
{
    while (*at < map->capacity) {
        const struct map_slot *slot = &map->slots[(*at)++];
        if (slot->value)
            return slot->key;
    }
    return NULL;
}
