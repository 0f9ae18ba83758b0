/* SPDX-License-Identifier: MIT */
/* Imports games: converts PGN into the stored form of finished games. Independent of the server, so
 * it can run on a worker thread. */
#ifndef RECORD_GAME_IMPORT_H
#define RECORD_GAME_IMPORT_H

#include "base/buffer.h"
#include "record/game_info.h"
#include "rookery/game.h"

enum {
    IMPORT_GAMES_MAX = 100,     /* in one text */
    IMPORT_PLIES_MAX = 1000,    /* of one game */
    IMPORT_TAGS_MAX = 24,       /* kept of one game; further ones are dropped */
    IMPORT_TAG_NAME_MAX = 40,   /* letters, digits and _; other tags are dropped */
    IMPORT_TAG_VALUE_MAX = 200, /* bytes; longer values are cut */
    IMPORT_WHY_SIZE = 256
};

/* A tag that the export writes again; NUL-terminated UTF-8. */
struct import_tag {
    char name[IMPORT_TAG_NAME_MAX + 1], value[IMPORT_TAG_VALUE_MAX + 1];
};

struct imported_game {
    char why[IMPORT_WHY_SIZE]; /* why it cannot be imported, with the line and the move; "": it can
                                */
    char warning[IMPORT_WHY_SIZE]; /* its results contradict each other, with the line; "": none */
    struct game_info info;         /* without id, keys and time */
    struct import_tag tags[IMPORT_TAGS_MAX];
    size_t tag_count;
    struct buffer log; /* the events, encoded */
    unsigned status;   /* the API's number */
    rk_winner winner;
    size_t plies;
};

struct import_result {
    struct imported_game *games; /* owned */
    size_t count;
    bool too_many;  /* there are more than IMPORT_GAMES_MAX; `games` has none */
    bool no_memory; /* the same */
};

/* Reads the main lines with their clocks; other comments and variations are dropped. `now` is the
 * time of all events. A text without a game gives none. The caller frees *out. */
void games_import(const char *text, size_t size, int64_t now, struct import_result *out);
void import_result_fini(struct import_result *result);

/* The head of the game's row: the info, and the tags as the fields "tags.NAME". */
void imported_game_write_head(const struct imported_game *game, struct buffer *out);

/* Iterates over the tags in the fields of a head: start with *at = 0; false after the last one. The
 * name and the value are borrowed from the fields. */
bool import_tags_next(const struct fields *head, size_t *at, const char **name, const char **value);

#endif
