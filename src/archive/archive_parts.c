/* SPDX-License-Identifier: MIT */
#include "archive/archive_parts.h"

#include <stdlib.h>

struct shared_database *shared_database_create(struct database *database)
{
    struct shared_database *shared = malloc(sizeof *shared);
    if (!shared) {
        database_close(database);
        return NULL;
    }
    *shared = (struct shared_database){.references = 1, .database = *database};
    return shared;
}

struct shared_database *shared_database_hold(struct shared_database *shared)
{
    if (shared)
        shared->references++;
    return shared;
}

void shared_database_release(struct shared_database *shared)
{
    if (!shared || --shared->references)
        return;
    database_close(&shared->database);
    free(shared);
}

void archive_parts_add(struct archive_parts *parts, struct shared_database *shared)
{
    if (!shared)
        return;
    parts->shared[parts->count] = shared_database_hold(shared);
    parts->databases[parts->count++] = &shared->database;
}

struct archive_parts archive_parts_hold(const struct archive_parts *parts)
{
    struct archive_parts held = {.count = 0};
    for (size_t i = 0; i < parts->count; i++)
        archive_parts_add(&held, parts->shared[i]);
    return held;
}

void archive_parts_release(struct archive_parts *parts)
{
    for (size_t i = 0; i < parts->count; i++)
        shared_database_release(parts->shared[i]);
    parts->count = 0;
}

uint64_t archive_parts_games(const struct archive_parts *parts)
{
    uint64_t games = 0;
    for (size_t i = 0; i < parts->count; i++)
        games += parts->databases[i]->header.game_count;
    return games;
}
