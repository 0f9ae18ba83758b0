/* SPDX-License-Identifier: MIT */
/* Statistics of a position: the moves played, with their results and ratings, and the top games. */
#ifndef EXPLORER_STATISTICS_H
#define EXPLORER_STATISTICS_H

#include "base/buffer.h"
#include "explorer/database.h"

/* Neighbouring games that reach a position after the same number of plies. */
struct game_range {
    uint32_t first, count;
    uint32_t ply;
};

/* Which games count. 0 means no limit. */
struct statistics_filter {
    uint32_t since, until;           /* dates such as 20180128, both included */
    unsigned min_rating, max_rating; /* of the players' average */
    /* A further condition; NULL: none. */
    bool (*accepts)(const void *context, const struct database *database,
                    const struct database_game *game);
    const void *context;
};

/* Results and ratings. The sums are of the games in which both players have a rating. */
struct results {
    uint64_t white, draws, black;
    uint64_t rated;     /* number of those games */
    uint64_t mover_sum; /* ratings of the side that moved */
    uint64_t opponent_sum;
    uint64_t points; /* of the side that moved: 2 for a win, 1 for a draw */
};

/* A game, and the plies before the position in it. */
struct game_reference {
    uint32_t game, ply;
    uint32_t source; /* index of its database, where there are several; not stored */
};

struct move_statistics {
    rk_move move;
    struct results results;
    struct game_reference game; /* the one with the highest ratings */
};

enum { STATISTICS_MOVES_MAX = 256, STATISTICS_GAMES_MAX = 8 };

struct statistics {
    struct results results; /* of all games, also of those that ended in the position */
    struct move_statistics moves[STATISTICS_MOVES_MAX]; /* the most frequent first */
    size_t move_count;
    struct game_reference top[STATISTICS_GAMES_MAX], recent[STATISTICS_GAMES_MAX];
    size_t top_count, recent_count;
};

/* Results by year, and by the average rating of the players in bands of BAND_SIZE points. */
enum { YEARS_MAX = 4096, BAND_SIZE = 200, BANDS_MAX = RATING_MAX / BAND_SIZE + 1 };
struct breakdown {
    struct results years[YEARS_MAX]; /* [0]: unknown */
    struct results bands[BANDS_MAX]; /* [0]: less than BAND_SIZE, or unknown */
};

/* Counting: begin, add games, end. `turn` is the side to move in the position. */
struct statistics_counter {
    const struct database *database;
    const struct statistics_filter *filter; /* NULL: all games count */
    uint8_t turn;
    struct statistics *out;
    struct breakdown *breakdown; /* added to; NULL: none */
    size_t last_move;            /* index of the move that was counted last */
    /* How good the games in `out` are, by their dates and ratings. */
    uint64_t move_ranks[STATISTICS_MOVES_MAX];
    uint64_t top_ranks[STATISTICS_GAMES_MAX], recent_ranks[STATISTICS_GAMES_MAX];
};

void statistics_begin(struct statistics_counter *counter);
void statistics_add(struct statistics_counter *counter, const struct game_range *range);
void statistics_end(struct statistics_counter *counter);

/* The number of games that count: those with a result. */
uint64_t results_games(const struct results *results);

/* The average rating of the side that moved; 0 if no game has ratings. */
unsigned results_average(const struct results *results);

/* The same of the other side. */
unsigned results_opponent_average(const struct results *results);

/* The rating at which the side that moved would score as it did: the average of its opponents,
 * plus the rating difference at which that score is expected, at most 800. 0 if no game has
 * ratings. */
unsigned results_performance(const struct results *results);

bool statistics_filter_matches(const struct statistics_filter *filter,
                               const struct database *database, const struct database_game *game);

/* Adds the statistics of the same position in another database, which becomes number `source` of
 * `databases`; the references in `into` are to those before it. */
void statistics_merge(struct statistics *into, const struct statistics *from,
                      const struct database *const databases[], uint32_t source);

// ---- stored statistics -----------------------------------------------------------------------

void statistics_encode(const struct statistics *statistics, struct buffer *out);

/* Returns false if the bytes are malformed. */
bool statistics_decode(const uint8_t *bytes, const uint8_t *end, struct statistics *out);

#endif
