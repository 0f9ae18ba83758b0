/* SPDX-License-Identifier: MIT */
#include "explorer/search.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/casefold.h"
#include "explorer/mailbox.h"
#include "explorer/material.h"
#include "explorer/threads.h"
#include "rookery/fen.h"
#include "rookery/moves.h"

enum { BLOCK = 8192 };

/* Which conditions on players a name meets: bits of a set. */
enum { NAME_PLAYER = 1, NAME_OPPONENT = 2, NAME_WHITE = 4, NAME_BLACK = 8 };

struct search {
    const struct database *database;
    const struct filter *filter;
    uint8_t *names; /* of each name, which conditions it meets; NULL: there are none */
    struct mailbox_goal goal;
    struct mailbox start; /* the board at the ordinary start */
    bool uses_mailbox;
    struct buffer *blocks; /* the games found in each block */
    uint64_t next_block, block_count;
    pthread_mutex_t lock;
};

// ---- players ---------------------------------------------------------------------------------

static unsigned bit_if(rk_pgn_text name, const char *part, unsigned bit)
{
    return !part || casefold_contains(name.at, name.size, part, strlen(part)) ? bit : 0;
}

static bool match_names(struct search *search, const char *opponent)
{
    const struct filter *filter = search->filter;
    const uint32_t count = (uint32_t)search->database->header.name_count;
    if (!filter->player && !filter->white && !filter->black && !opponent)
        return true;
    search->names = malloc((size_t)count + 1);
    if (!search->names)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const rk_pgn_text name = database_name(search->database, i);
        search->names[i] = (uint8_t)(bit_if(name, filter->player, NAME_PLAYER) |
                                     bit_if(name, opponent, NAME_OPPONENT) |
                                     bit_if(name, filter->white, NAME_WHITE) |
                                     bit_if(name, filter->black, NAME_BLACK));
    }
    return true;
}

static bool has_players(const struct search *search, const struct database_game *game)
{
    const uint64_t count = search->database->header.name_count;
    if (!search->names)
        return true;
    if (game->white >= count || game->black >= count)
        return false;
    const unsigned white = search->names[game->white], black = search->names[game->black];
    return white & NAME_WHITE && black & NAME_BLACK &&
           ((white & NAME_PLAYER && black & NAME_OPPONENT) ||
            (black & NAME_PLAYER && white & NAME_OPPONENT));
}

// ---- the other tags --------------------------------------------------------------------------

static bool in_range(const struct filter_range *range, unsigned long number)
{
    return !range->is_set || (number >= range->min && number <= range->max);
}

static bool has_ratings(const struct filter *filter, const struct database_game *game)
{
    const unsigned white = game->white_rating, black = game->black_rating;
    return (!filter->elo.is_set ||
            (white && black && in_range(&filter->elo, white) && in_range(&filter->elo, black))) &&
           (!filter->any_elo.is_set || (white && in_range(&filter->any_elo, white)) ||
            (black && in_range(&filter->any_elo, black)));
}

// A date with an unknown day or month matches if some day in it does.
static bool has_date(const struct filter_range *range, const struct database_game *game)
{
    const unsigned long month = game->month ? game->month : 99, day = game->day ? game->day : 99;
    return !range->is_set ||
           (game->year && game->year * 10000UL + month * 100 + day >= range->min &&
            database_game_date(game) <= range->max);
}

static bool has_result(const struct filter *filter, const struct database_game *game)
{
    static const enum game_result results[] = {[DATABASE_WHITE] = WHITE_WON,
                                               [DATABASE_BLACK] = BLACK_WON,
                                               [DATABASE_DRAW] = DRAWN,
                                               [DATABASE_UNKNOWN] = UNDECIDED};
    return !filter->has_result || filter->result == results[game->result];
}

static bool has_tags(const struct search *search, const struct database_game *game)
{
    const struct filter *filter = search->filter;
    return has_players(search, game) && has_ratings(filter, game) &&
           has_date(&filter->date, game) && has_result(filter, game) &&
           (!game->eco || in_range(&filter->eco, game->eco - 1UL));
}

// ---- moves -----------------------------------------------------------------------------------

/* Whether the final material allows the material or position wanted at some time before. */
static bool can_have_material(const struct search *search, const struct database_game *game)
{
    const struct filter *filter = search->filter;
    const unsigned all = (1U << RK_KIND_COUNT) - 1;
    const unsigned rules = rk_variant_rules((rk_variant)search->database->header.variant);
    if (!filter->has_material || filter->material_kinds != all || rules & RK_CAPTURES_DROP)
        return true;
    uint8_t swapped[2][RK_KIND_COUNT];
    memcpy(swapped[0], filter->material[1], RK_KIND_COUNT);
    memcpy(swapped[1], filter->material[0], RK_KIND_COUNT);
    return material_can_precede(game->material, filter->material) ||
           material_can_precede(game->material, (const uint8_t(*)[RK_KIND_COUNT])swapped);
}

/* Whether the fast board reaches the goal; if it does, the moves are played with all rules. */
static bool may_reach(const struct search *search, const struct database_game *game)
{
    struct mailbox board;
    rk_position start;
    if (!search->uses_mailbox)
        return true;
    if (game->start == NO_NAME)
        board = search->start;
    else if (database_start(search->database, game->start, &start))
        mailbox_init(&board, &search->goal, &start);
    else
        return false;
    return mailbox_play(&board, game->moves, game->plies);
}

static bool has_moves(const struct search *search, const struct database_game *game)
{
    const struct filter *filter = search->filter;
    struct filter_progress progress = filter_begin(filter, game->eco);
    rk_position pos;
    rk_undo undo;
    if (!filter_needs_moves(filter))
        return true;
    if (!can_have_material(search, game) || !may_reach(search, game) ||
        !database_start(search->database, game->start, &pos))
        return false;
    filter_visit_position(filter, &pos, &progress);
    for (uint32_t ply = 0; ply < game->plies; ply++) {
        const rk_move move = database_move(game, ply);
        if (filter_is_decided(filter, &progress))
            break;
        if (!rk_moves_legal(&pos, move))
            return false;
        filter_visit_move(filter, &pos, move, &progress);
        rk_position_apply(&pos, move, &undo);
        filter_visit_position(filter, &pos, &progress);
    }
    filter_visit_end(filter, &pos, &progress);
    return filter_matches_moves(filter, &progress);
}

// ---- all games -------------------------------------------------------------------------------

static void search_block(struct search *search, uint64_t block)
{
    const uint64_t count = search->database->header.game_count;
    const uint64_t end = (block + 1) * BLOCK < count ? (block + 1) * BLOCK : count;
    for (uint64_t i = block * BLOCK; i < end; i++) {
        struct database_game game;
        const uint32_t number = (uint32_t)i;
        database_game(search->database, i, &game);
        if (has_tags(search, &game) && has_moves(search, &game))
            buffer_add(&search->blocks[block], &number, sizeof number);
    }
}

static void *run_search(void *data)
{
    struct search *search = data;
    for (;;) {
        pthread_mutex_lock(&search->lock);
        const uint64_t block = search->next_block++;
        pthread_mutex_unlock(&search->lock);
        if (block >= search->block_count)
            return NULL;
        search_block(search, block);
    }
}

static bool collect_blocks(struct search *search, struct buffer *out)
{
    bool complete = true;
    for (uint64_t i = 0; i < search->block_count; i++) {
        buffer_add(out, search->blocks[i].bytes, search->blocks[i].size);
        complete = complete && !search->blocks[i].failed;
        buffer_fini(&search->blocks[i]);
    }
    return complete && !out->failed;
}

/* No more threads than there are blocks: a small database is searched on this one. */
static void run_threads(struct search *search, unsigned wanted)
{
    const unsigned useful = search->block_count < wanted ? (unsigned)search->block_count : wanted;
    pthread_mutex_init(&search->lock, NULL);
    threads_run(useful, run_search, search);
    pthread_mutex_destroy(&search->lock);
}

static void prepare_board(struct search *search)
{
    const struct filter *filter = search->filter;
    const rk_position start = rk_position_start((rk_variant)search->database->header.variant);
    mailbox_goal_init(&search->goal, filter);
    search->uses_mailbox = search->database->header.variant == RK_STANDARD &&
                           (filter->has_position || filter->has_pattern || filter->has_material);
    mailbox_init(&search->start, &search->goal, &start);
}

bool search_games(const struct database *database, const struct search_options *options,
                  struct buffer *out)
{
    struct search search = {.database = database, .filter = options->filter};
    bool complete = false;
    search.block_count = (database->header.game_count + BLOCK - 1) / BLOCK;
    search.blocks = calloc((size_t)search.block_count + 1, sizeof *search.blocks);
    prepare_board(&search);
    if (search.blocks && match_names(&search, options->opponent)) {
        run_threads(&search, options->threads);
        complete = collect_blocks(&search, out);
    }
    free(search.names);
    free(search.blocks);
    return complete;
}
