/* SPDX-License-Identifier: MIT */
#include "explorer/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PERFORMANCE_MAX = 800 };

// ---- results ---------------------------------------------------------------------------------

uint64_t results_games(const struct results *results)
{
    return results->white + results->draws + results->black;
}

unsigned results_average(const struct results *results)
{
    return results->rated ? (unsigned)(results->mover_sum / results->rated) : 0;
}

unsigned results_opponent_average(const struct results *results)
{
    return results->rated ? (unsigned)(results->opponent_sum / results->rated) : 0;
}

unsigned results_performance(const struct results *results)
{
    if (!results->rated)
        return 0;
    const double games = (double)results->rated;
    const double score = (double)results->points / (2 * games);
    double difference = score > 0.5 ? PERFORMANCE_MAX : -PERFORMANCE_MAX;
    if (score > 0 && score < 1)
        difference =
            fmax(-PERFORMANCE_MAX, fmin(PERFORMANCE_MAX, 400 * log10(score / (1 - score))));
    const double rating = (double)results->opponent_sum / games + difference;
    return rating > 0 ? (unsigned)(rating + 0.5) : 0;
}

/* Points of a side: 2, 1 or 0. */
static unsigned points_of(uint8_t result, uint8_t side)
{
    if (result == DATABASE_DRAW)
        return 1;
    return (result == DATABASE_WHITE) == (side == RK_WHITE) ? 2 : 0;
}

static void add_result(struct results *results, const struct database_game *game, uint8_t turn)
{
    results->white += game->result == DATABASE_WHITE;
    results->draws += game->result == DATABASE_DRAW;
    results->black += game->result == DATABASE_BLACK;
    if (!game->white_rating || !game->black_rating)
        return;
    const bool white = turn == RK_WHITE;
    results->rated++;
    results->mover_sum += white ? game->white_rating : game->black_rating;
    results->opponent_sum += white ? game->black_rating : game->white_rating;
    results->points += points_of(game->result, turn);
}

// ---- top games -------------------------------------------------------------------------------

/* Larger is better; of equal games the first in the database wins. */
static uint64_t top_rank(const struct database_game *game)
{
    return (uint64_t)(game->white_rating + game->black_rating) << 32 | database_game_date(game);
}

static uint64_t recent_rank(const struct database_game *game)
{
    return (uint64_t)database_game_date(game) << 32 |
           (uint64_t)(game->white_rating + game->black_rating);
}

typedef uint64_t rank_function(const struct database_game *game);

static uint64_t rank_of(const struct database *const databases[], struct game_reference reference,
                        rank_function *rank)
{
    struct database_game game;
    database_game(databases[reference.source], reference.game, &game);
    return rank(&game);
}

/* Whether a game of the same rank is listed before another. */
static bool wins_tie(struct game_reference a, struct game_reference b)
{
    return a.source != b.source ? a.source < b.source : a.game < b.game;
}

/* Inserts a game into a list of the best ones and their ranks. Most games are not better than the
 * last. */
static void insert_game(struct game_reference new_game, uint64_t rank,
                        struct game_reference list[STATISTICS_GAMES_MAX],
                        uint64_t ranks[STATISTICS_GAMES_MAX], size_t *count)
{
    size_t at = *count;
    while (at &&
           (ranks[at - 1] < rank || (ranks[at - 1] == rank && !wins_tie(list[at - 1], new_game))))
        at--;
    if (at == STATISTICS_GAMES_MAX)
        return;
    if (*count < STATISTICS_GAMES_MAX)
        ++*count;
    memmove(list + at + 1, list + at, (*count - at - 1) * sizeof *list);
    memmove(ranks + at + 1, ranks + at, (*count - at - 1) * sizeof *ranks);
    list[at] = new_game;
    ranks[at] = rank;
}

// ---- counting --------------------------------------------------------------------------------

bool statistics_filter_matches(const struct statistics_filter *filter,
                               const struct database *database, const struct database_game *game)
{
    const uint32_t date = database_game_date(game);
    const unsigned rating = database_game_rating(game);
    if ((filter->since && date < filter->since) ||
        (filter->until && (!date || date > filter->until)))
        return false;
    return (!filter->min_rating || rating >= filter->min_rating) &&
           (!filter->max_rating || (rating && rating <= filter->max_rating)) &&
           (!filter->accepts || filter->accepts(filter->context, database, game));
}

void statistics_begin(struct statistics_counter *counter)
{
    struct statistics *out = counter->out;
    out->results = (struct results){0};
    out->move_count = out->top_count = out->recent_count = 0;
    counter->last_move = 0;
}

/* The games of a range are sorted by their next move, so it is mostly the same as before. */
static struct move_statistics *find_move(struct statistics_counter *counter, rk_move move)
{
    struct statistics *out = counter->out;
    size_t i = counter->last_move;
    if (i >= out->move_count || out->moves[i].move != move)
        for (i = 0; i < out->move_count && out->moves[i].move != move;)
            i++;
    if (i == STATISTICS_MOVES_MAX)
        return NULL;
    if (i == out->move_count)
        out->moves[out->move_count++] =
            (struct move_statistics){.move = move, .game = {.game = NO_NAME}};
    counter->last_move = i;
    return &out->moves[i];
}

static void add_move(struct statistics_counter *counter, const struct database_game *game,
                     struct game_reference played)
{
    struct move_statistics *move = find_move(counter, database_move(game, played.ply));
    if (!move)
        return;
    add_result(&move->results, game, counter->turn);
    const bool is_first = move->game.game == NO_NAME;
    const uint64_t rank = top_rank(game);
    uint64_t *best = &counter->move_ranks[counter->last_move];
    if (is_first || rank > *best || (rank == *best && played.game < move->game.game)) {
        move->game = played;
        *best = rank;
    }
}

static void add_game(struct statistics_counter *counter, struct game_reference played)
{
    const struct database *database = counter->database;
    struct statistics *out = counter->out;
    struct database_game game;
    database_game(database, played.game, &game);
    if (game.result == DATABASE_UNKNOWN ||
        (counter->filter && !statistics_filter_matches(counter->filter, database, &game)))
        return;
    add_result(&out->results, &game, counter->turn);
    if (counter->breakdown) {
        add_result(&counter->breakdown->years[game.year % YEARS_MAX], &game, counter->turn);
        add_result(&counter->breakdown->bands[database_game_rating(&game) / BAND_SIZE % BANDS_MAX],
                   &game, counter->turn);
    }
    if (played.ply < game.plies)
        add_move(counter, &game, played);
    insert_game(played, top_rank(&game), out->top, counter->top_ranks, &out->top_count);
    insert_game(played, recent_rank(&game), out->recent, counter->recent_ranks, &out->recent_count);
}

void statistics_add(struct statistics_counter *counter, const struct game_range *range)
{
    for (uint32_t i = 0; i < range->count; i++)
        add_game(counter, (struct game_reference){.game = range->first + i, .ply = range->ply});
}

static int compare_moves(const void *a, const void *b)
{
    const struct move_statistics *left = a, *right = b;
    const uint64_t left_games = results_games(&left->results),
                   right_games = results_games(&right->results);
    if (left_games != right_games)
        return left_games > right_games ? -1 : 1;
    return (left->move > right->move) - (left->move < right->move);
}

void statistics_end(struct statistics_counter *counter)
{
    struct statistics *out = counter->out;
    qsort(out->moves, out->move_count, sizeof *out->moves, compare_moves);
}

// ---- several databases -----------------------------------------------------------------------

static void add_results(struct results *into, const struct results *from)
{
    into->white += from->white;
    into->draws += from->draws;
    into->black += from->black;
    into->rated += from->rated;
    into->mover_sum += from->mover_sum;
    into->opponent_sum += from->opponent_sum;
    into->points += from->points;
}

static void merge_move(struct statistics *into, const struct move_statistics *from,
                       const struct database *const databases[], uint32_t source)
{
    size_t i = 0;
    while (i < into->move_count && into->moves[i].move != from->move)
        i++;
    if (i == STATISTICS_MOVES_MAX)
        return;
    struct move_statistics *move = &into->moves[i];
    const struct game_reference game = {from->game.game, from->game.ply, source};
    if (i == into->move_count) {
        *move = *from;
        move->game = game;
        into->move_count++;
        return;
    }
    add_results(&move->results, &from->results);
    if (rank_of(databases, game, top_rank) > rank_of(databases, move->game, top_rank))
        move->game = game;
}

/* A list of games to merge: those of the database number `source`, the highest rank first. */
struct merged_games {
    const struct game_reference *list;
    size_t count;
    uint32_t source;
    rank_function *rank;
};

static void merge_games(struct game_reference into[STATISTICS_GAMES_MAX], size_t *into_count,
                        struct merged_games from, const struct database *const databases[])
{
    uint64_t ranks[STATISTICS_GAMES_MAX];
    for (size_t i = 0; i < *into_count; i++)
        ranks[i] = rank_of(databases, into[i], from.rank);
    for (size_t i = 0; i < from.count; i++) {
        const struct game_reference game = {from.list[i].game, from.list[i].ply, from.source};
        insert_game(game, rank_of(databases, game, from.rank), into, ranks, into_count);
    }
}

void statistics_merge(struct statistics *into, const struct statistics *from,
                      const struct database *const databases[], uint32_t source)
{
    add_results(&into->results, &from->results);
    for (size_t i = 0; i < from->move_count; i++)
        merge_move(into, &from->moves[i], databases, source);
    qsort(into->moves, into->move_count, sizeof *into->moves, compare_moves);
    merge_games(into->top, &into->top_count,
                (struct merged_games){from->top, from->top_count, source, top_rank}, databases);
    merge_games(into->recent, &into->recent_count,
                (struct merged_games){from->recent, from->recent_count, source, recent_rank},
                databases);
}

// ---- stored statistics -----------------------------------------------------------------------

static void encode_results(const struct results *results, struct buffer *out)
{
    buffer_varint(out, results->white);
    buffer_varint(out, results->draws);
    buffer_varint(out, results->black);
    buffer_varint(out, results->rated);
    buffer_varint(out, results->mover_sum);
    buffer_varint(out, results->opponent_sum);
    buffer_varint(out, results->points);
}

static void encode_game(struct game_reference game, struct buffer *out)
{
    buffer_varint(out, game.game);
    buffer_varint(out, game.ply);
}

static void encode_games(const struct game_reference *list, size_t count, struct buffer *out)
{
    buffer_varint(out, count);
    for (size_t i = 0; i < count; i++)
        encode_game(list[i], out);
}

void statistics_encode(const struct statistics *statistics, struct buffer *out)
{
    encode_results(&statistics->results, out);
    buffer_varint(out, statistics->move_count);
    for (size_t i = 0; i < statistics->move_count; i++) {
        buffer_varint(out, statistics->moves[i].move);
        encode_results(&statistics->moves[i].results, out);
        encode_game(statistics->moves[i].game, out);
    }
    encode_games(statistics->top, statistics->top_count, out);
    encode_games(statistics->recent, statistics->recent_count, out);
}

static struct results decode_results(const uint8_t **at, const uint8_t *end)
{
    // One after the other: the order in an initialiser would not be certain.
    struct results results;
    results.white = load_varint(at, end);
    results.draws = load_varint(at, end);
    results.black = load_varint(at, end);
    results.rated = load_varint(at, end);
    results.mover_sum = load_varint(at, end);
    results.opponent_sum = load_varint(at, end);
    results.points = load_varint(at, end);
    return results;
}

static struct game_reference decode_game(const uint8_t **at, const uint8_t *end)
{
    struct game_reference game = {.source = 0};
    game.game = (uint32_t)load_varint(at, end);
    game.ply = (uint32_t)load_varint(at, end);
    return game;
}

static void decode_games(const uint8_t **at, const uint8_t *end,
                         struct game_reference list[STATISTICS_GAMES_MAX], size_t *count)
{
    const uint64_t stored = load_varint(at, end);
    *count = stored < STATISTICS_GAMES_MAX ? (size_t)stored : STATISTICS_GAMES_MAX;
    for (size_t i = 0; i < *count; i++)
        list[i] = decode_game(at, end);
}

bool statistics_decode(const uint8_t *bytes, const uint8_t *end, struct statistics *out)
{
    const uint8_t *at = bytes;
    out->results = decode_results(&at, end);
    const uint64_t count = load_varint(&at, end);
    if (!at || count > STATISTICS_MOVES_MAX)
        return false;
    out->move_count = (size_t)count;
    for (size_t i = 0; i < out->move_count; i++) {
        out->moves[i].move = (rk_move)load_varint(&at, end);
        out->moves[i].results = decode_results(&at, end);
        out->moves[i].game = decode_game(&at, end);
    }
    decode_games(&at, end, out->top, &out->top_count);
    decode_games(&at, end, out->recent, &out->recent_count);
    return at;
}
