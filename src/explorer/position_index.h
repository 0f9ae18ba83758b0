/* SPDX-License-Identifier: MIT */
/* The index of positions in a database: which games have a position. An entry is
 *
 *     check           CHECK_SIZE bytes: the bits of the key after those that choose the bucket
 *     size            varint: twice the size of the rest, plus 1 if it has statistics
 *     statistics      their size (varint) and the statistics
 *     ranges          varints: first game, less that of the range before; games; plies before */
#ifndef EXPLORER_POSITION_INDEX_H
#define EXPLORER_POSITION_INDEX_H

#include "explorer/statistics.h"

/* Appends an entry. `statistics` may be NULL; `ranges` is an array of game_range. `scratch` is
 * reused. */
void position_index_append(struct buffer *out, struct buffer *scratch, uint64_t key,
                           uint32_t bucket_bits, const struct statistics *statistics,
                           const struct buffer *ranges);

static inline uint64_t position_index_bucket(uint64_t key, uint32_t bucket_bits)
{
    return bucket_bits ? key >> (64 - bucket_bits) : 0;
}

/* An entry that was found; its ranges are read one after the other. */
struct position_entry {
    const uint8_t *statistics, *statistics_end; /* NULL: none are stored */
    const uint8_t *at, *end;                    /* the ranges left */
    uint32_t last_first;
    uint64_t games_left; /* a game has a position once, so ranges cannot have more games */
};

/* Reads all entries: set the database and the rest to 0. */
struct position_scan {
    const struct database *database;
    uint64_t next_bucket;
    const uint8_t *at, *end; /* what is left of the bucket before */
};

/* The next entry; false at the end. Leaves out what is malformed. */
bool position_scan_next(struct position_scan *scan, struct position_entry *out);

/* Finds a position. Its first game is replayed to rule out a key collision. */
bool position_index_find(const struct database *database, const rk_position *pos,
                         struct position_entry *out);

/* The next range; false at the end, or if the entry is malformed. */
bool position_entry_next(const struct database *database, struct position_entry *entry,
                         struct game_range *out);

/* Plays the first plies of a game. Returns false if it is shorter, or a move is illegal. */
bool position_index_replay(const struct database *database, uint32_t game, uint32_t plies,
                           rk_position *out);

#endif
