/* SPDX-License-Identifier: MIT */
#include "explorer/walk.h"

#include <stdlib.h>

#include "base/minmax.h"
#include "rookery/moves.h"

/* A position on the path of the current game. */
struct node {
    rk_position pos;
    uint64_t first;   /* the first game that has it */
    bool is_repeated; /* it occurred before on the path */
};

struct walk {
    const struct database *database;
    walk_visit *visit;
    void *context;
    bool check;
    struct database_game last; /* the game before */
    struct node *nodes;        /* the position after 0, 1, ... plies */
    uint32_t node_count;
};

/* Visits the positions after `depth` and more plies, which end with the game before `game`. */
static void close_nodes(struct walk *walk, uint32_t depth, uint64_t game)
{
    while (walk->node_count > depth) {
        const struct node *node = &walk->nodes[--walk->node_count];
        const struct game_range range = {(uint32_t)node->first, (uint32_t)(game - node->first),
                                         walk->node_count};
        if (!node->is_repeated && range.count)
            walk->visit(walk->context, &node->pos, &range);
    }
}

/* Only positions since the last capture or pawn move can be the same, except in crazyhouse, where
 * captured pieces return. */
static bool has_occurred(const struct walk *walk, const rk_position *pos)
{
    const bool pieces_return = rk_variant_rules((rk_variant)pos->variant) & RK_CAPTURES_DROP;
    const uint32_t plies = pieces_return ? walk->node_count : pos->halfmove_clock;
    const uint32_t reversible = min_uint32(plies, walk->node_count);
    for (uint32_t back = 2; back <= reversible; back += 2)
        if (walk->nodes[walk->node_count - back].pos.key == pos->key)
            return true;
    return false;
}

static void push_node(struct walk *walk, const rk_position *pos, uint64_t game)
{
    const bool is_repeated = has_occurred(walk, pos);
    walk->nodes[walk->node_count++] = (struct node){*pos, game, is_repeated};
}

/* The number of nodes that the game shares with the one before. */
static uint32_t count_shared(const struct walk *walk, const struct database_game *game)
{
    const uint32_t limit =
        min_uint32(min_uint32(game->plies, walk->last.plies), walk->node_count - 1);
    uint32_t shared = 0;
    if (game->start != walk->last.start)
        return 0;
    while (shared < limit && database_move(game, shared) == database_move(&walk->last, shared))
        shared++;
    return shared + 1;
}

static void walk_game(struct walk *walk, uint64_t number)
{
    struct database_game game;
    rk_position pos;
    rk_undo undo;
    database_game(walk->database, number, &game);
    close_nodes(walk, walk->node_count ? count_shared(walk, &game) : 0, number);
    if (!walk->node_count) {
        if (!database_start(walk->database, game.start, &pos))
            return;
        push_node(walk, &pos, number);
    }
    pos = walk->nodes[walk->node_count - 1].pos;
    const uint32_t plies = min_uint32(game.plies, walk->database->header.ply_limit);
    while (walk->node_count <= plies) {
        const rk_move move = database_move(&game, walk->node_count - 1);
        if (walk->check && !rk_moves_legal(&pos, move))
            break;
        rk_position_apply(&pos, move, &undo);
        push_node(walk, &pos, number);
    }
    walk->last = game;
}

bool walk_games(const struct database *database, uint64_t begin, uint64_t end, bool check,
                walk_visit *visit, void *context)
{
    struct walk walk = {.database = database, .visit = visit, .context = context, .check = check};
    walk.nodes = malloc(((size_t)database->header.ply_limit + 1) * sizeof *walk.nodes);
    if (!walk.nodes)
        return false;
    for (uint64_t game = begin; game < end; game++)
        walk_game(&walk, game);
    close_nodes(&walk, 0, end);
    free(walk.nodes);
    return true;
}
