/* SPDX-License-Identifier: MIT */
/* Sorts records of games with a limited amount of memory: collects them, writes sorted runs to the
 * disk when memory is full, and merges the runs with each other and with other databases, which
 * are sorted already. */
#ifndef EXPLORER_GAME_SORTER_H
#define EXPLORER_GAME_SORTER_H

#include "base/buffer.h"
#include "explorer/record.h"

struct game_sorter;

/* `path` is the file that is built; runs are stored beside it. Returns NULL if memory runs out. */
struct game_sorter *game_sorter_create(const char *path, size_t memory);
void game_sorter_destroy(struct game_sorter *sorter); /* NULL is allowed */

/* Adds a record, or all games of a database, which is borrowed. `indexes` are those of all its
 * names; they are freed by the sorter in any case. Return false if memory or the disk fails: see
 * game_sorter_error(). */
bool game_sorter_add(struct game_sorter *sorter, const uint8_t *record, size_t size,
                     const struct record_names *names);
bool game_sorter_add_database(struct game_sorter *sorter, const struct database *database,
                              uint32_t *taken_indexes);

/* Ends adding. */
bool game_sorter_finish(struct game_sorter *sorter);

/* The next record in order, valid until the next call; NULL at the end or after an error. */
const uint8_t *game_sorter_next(struct game_sorter *sorter, size_t *size,
                                struct record_names *names);

/* The error message, or NULL. */
const char *game_sorter_error(const struct game_sorter *sorter);

#endif
