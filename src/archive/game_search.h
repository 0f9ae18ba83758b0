/* SPDX-License-Identifier: MIT */
/* Finds games in the parts of an opening database, the newest first, and writes a page of them. */
#ifndef ARCHIVE_GAME_SEARCH_H
#define ARCHIVE_GAME_SEARCH_H

#include "archive/archive_parts.h"
#include "base/buffer.h"
#include "pgntools/filter.h"

/* Members of a game of this server in JSON: `id`, `speed`, `mode` and, with `with_time`,
 * `lastMoveAt`. */
struct json;
void game_search_put_own(struct json *json, const struct database *database,
                         const struct database_game *game, bool with_time);

struct game_search {
    const struct archive_parts *parts; /* borrowed */
    const struct filter *filter;
    const char *opponent; /* part of the name of the other player than filter->player; NULL: any */
    bool is_own;          /* games of this server */
    size_t page, page_size; /* the first page is 1 */
};

/* Appends {"games":[...],"total":N,"page":N,"pages":N}. False if memory runs out. */
bool game_search_write(const struct game_search *search, struct buffer *out);

#endif
