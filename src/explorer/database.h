/* SPDX-License-Identifier: MIT */
/* An opening database in memory or mapped from its file: games in order, and the positions that
 * at least two of them have in common. Nothing in the file is trusted: every access is checked
 * against the bounds of its section. Reading is thread-safe. */
#ifndef EXPLORER_DATABASE_H
#define EXPLORER_DATABASE_H

#include <stddef.h>

#include "explorer/format.h"
#include "rookery/pgn.h"

struct database {
    struct format_header header;
    const uint8_t *section[SECTION_COUNT];
    struct mapped_file *file;          /* NULL: the bytes are borrowed */
    struct block_checksums *checksums; /* NULL: what is read is not verified */
};

/* Maps a file. Checks the header, the buckets and the checksums of the blocks, not the whole file:
 * blocks are verified when they are read. Fills in `fault` on failure. The caller closes it. */
RK_MUST_USE rk_err explorer_open(const char *path, struct database *out, rk_fault *fault);

/* The same with bytes in memory, which are borrowed, and not verified when they are read. */
RK_MUST_USE rk_err database_from_bytes(const uint8_t *bytes, size_t size, struct database *out,
                                       rk_fault *fault);
void database_close(struct database *database);

/* Whether damaged data was read, or the file was changed since it was opened. Damaged data is read
 * as if it were empty, so results cannot be trusted then. Fills in `fault` if so. */
RK_MUST_USE rk_err database_damage(const struct database *database, rk_fault *fault);

/* Whether a new database may be written to this path: there is no file, an empty one, or a
 * database. */
bool database_may_replace(const char *path);

/* Checks all checksums, and that names and games are within their sections. */
RK_MUST_USE rk_err database_verify(const struct database *database, rk_fault *fault);

/* The name with this number; empty if the number is out of range. */
rk_pgn_text database_name(const struct database *database, uint32_t number);

enum database_result { DATABASE_WHITE, DATABASE_BLACK, DATABASE_DRAW, DATABASE_UNKNOWN };
static const uint32_t NO_NAME = UINT32_MAX;

/* A game as it is stored. */
struct database_game {
    uint32_t white, black, event;        /* numbers of names */
    uint32_t start;                      /* the number of a name, or NO_NAME: the ordinary start */
    uint16_t white_rating, black_rating; /* 0: unknown */
    uint16_t year;                       /* 0: unknown */
    uint8_t month, day;                  /* 0: unknown */
    uint8_t result;                      /* an enum database_result */
    uint16_t eco;                        /* 0: unknown; 1 + 100 * (letter - 'A') + number */
    uint32_t material;                   /* at the end; see material.h */
    const uint8_t *moves;
    uint32_t plies;
};

/* Whether bytes of a section are undamaged; if not, database_damage() reports it. */
bool database_verify_bytes(const struct database *database, const uint8_t *at, uint64_t size);

/* Reads a game. A number beyond the last game, or a game that is damaged or lies about its place,
 * is empty. */
void database_game(const struct database *database, uint64_t number, struct database_game *out);

/* Writes the fields of `game`, except its moves and names, into a row of the section of games. */
void database_row_store(const struct database_game *game, uint8_t row[GAME_SIZE]);

/* Completes a row: the moves start at `offset` in the section of moves, with the number of the
 * start before them if the game has one. */
void database_row_complete(const struct database_game *game, uint64_t offset,
                           uint8_t row[GAME_SIZE]);

static inline rk_move database_move(const struct database_game *game, uint32_t ply)
{
    const uint8_t *bytes = game->moves + (size_t)ply * MOVE_SIZE;
    return (rk_move)(bytes[0] | bytes[1] << 8);
}

/* The start position of a game, by its text; see record.h. Returns false if the text is no
 * position of the database's variant. */
bool database_start(const struct database *database, uint32_t start, rk_position *out);

/* 20180128; 0 for an unknown year, 00 for an unknown month or day. */
uint32_t database_game_date(const struct database_game *game);

/* The average rating of both players, or of the one who has a rating; 0: none has. */
unsigned database_game_rating(const struct database_game *game);

#endif
