/* SPDX-License-Identifier: MIT */
/* The parts of an opening database that queries on worker threads read while newer ones are built.
 * They are shared, and closed when nobody uses them any more. References are counted on the
 * server's thread alone. */
#ifndef ARCHIVE_ARCHIVE_PARTS_H
#define ARCHIVE_ARCHIVE_PARTS_H

#include "explorer/database.h"

enum { ARCHIVE_PARTS_MAX = 2 * RK_VARIANT_COUNT };

struct shared_database {
    unsigned references;
    struct database database;
};

/* Takes over an open database. NULL, after closing it, if out of memory. */
struct shared_database *shared_database_create(struct database *database);
struct shared_database *shared_database_hold(struct shared_database *shared); /* NULL is allowed */
void shared_database_release(struct shared_database *shared);                 /* NULL is allowed */

/* A value: those that use it hold its databases. */
struct archive_parts {
    struct shared_database *shared[ARCHIVE_PARTS_MAX];
    const struct database *databases[ARCHIVE_PARTS_MAX];
    size_t count;
};

/* Adds a part and holds it; does nothing for NULL. */
void archive_parts_add(struct archive_parts *parts, struct shared_database *shared);
struct archive_parts archive_parts_hold(const struct archive_parts *parts);
void archive_parts_release(struct archive_parts *parts);

uint64_t archive_parts_games(const struct archive_parts *parts);

#endif
