/* SPDX-License-Identifier: MIT */
#include "explorer/book_export.h"

#include <stdlib.h>

#include "base/buffer.h"
#include "explorer/query.h"
#include "rookery/book.h"
#include "rookery/fen.h"

enum { KEYS_FIRST = 1 << 12 };

/* A position whose moves are to be added. */
struct book_position {
    rk_position pos;
    uint32_t ply;
};

struct book_walk {
    const struct database *database;
    const struct book_options *options;
    rk_book_maker *maker;
    struct buffer queue; /* struct book_position: breadth first, so that each is reached soonest */
    uint64_t *keys;      /* a hash table of the positions in the queue; 0: an empty slot */
    size_t key_count, key_capacity;
    struct statistics statistics;
};

// ---- positions -------------------------------------------------------------------------------

/* Adds a key that is not 0; returns false if it is there already. */
static bool insert_key(uint64_t *keys, size_t capacity, uint64_t key)
{
    size_t at = (size_t)(key >> 20) & (capacity - 1);
    for (; keys[at]; at = (at + 1) & (capacity - 1))
        if (keys[at] == key)
            return false;
    keys[at] = key;
    return true;
}

static bool grow_keys(struct book_walk *walk)
{
    const size_t capacity = walk->key_capacity ? 2 * walk->key_capacity : KEYS_FIRST;
    uint64_t *keys = calloc(capacity, sizeof *keys);
    if (!keys)
        return false;
    for (size_t i = 0; i < walk->key_capacity; i++)
        if (walk->keys[i])
            insert_key(keys, capacity, walk->keys[i]);
    free(walk->keys);
    walk->keys = keys;
    walk->key_capacity = capacity;
    return true;
}

static bool push_position(struct book_walk *walk, const rk_position *pos, uint32_t ply)
{
    const struct book_position position = {*pos, ply};
    if (2 * walk->key_count >= walk->key_capacity && !grow_keys(walk))
        return false;
    if (!insert_key(walk->keys, walk->key_capacity, pos->key ? pos->key : 1))
        return true;
    walk->key_count++;
    buffer_add(&walk->queue, &position, sizeof position);
    return !walk->queue.failed;
}

// ---- moves -----------------------------------------------------------------------------------

/* Points of the side that moved, two for a win. */
static uint64_t points_of(const struct results *results, uint8_t turn)
{
    return 2 * (turn == RK_WHITE ? results->white : results->black) + results->draws;
}

/* A move that is played often is followed even if its score is too low for the book: the answers
 * to it belong there. */
static rk_err add_move(struct book_walk *walk, const struct book_position *position,
                       const struct move_statistics *move)
{
    const struct book_options *options = walk->options;
    const uint64_t games = results_games(&move->results);
    const uint64_t points = points_of(&move->results, position->pos.turn);
    rk_position next = position->pos;
    rk_undo undo;
    if (games < options->min_games || games > UINT32_MAX)
        return RK_OK;
    if ((double)points >= 2 * options->min_score * (double)games) {
        const rk_err err = rk_book_maker_add_games(walk->maker, &position->pos, move->move,
                                                   (uint32_t)games, points);
        if (err)
            return err;
    }
    rk_position_apply(&next, move->move, &undo);
    return position->ply + 1 >= options->ply_limit || push_position(walk, &next, position->ply + 1)
               ? RK_OK
               : RK_NO_MEMORY;
}

static rk_err add_position(struct book_walk *walk, const struct book_position *position)
{
    rk_err err = RK_OK;
    query_position(walk->database, &position->pos, NULL, &walk->statistics);
    for (size_t i = 0; i < walk->statistics.move_count && !err; i++)
        err = add_move(walk, position, &walk->statistics.moves[i]);
    return err;
}

static rk_err add_all(struct book_walk *walk)
{
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_err err = push_position(walk, &start, 0) ? RK_OK : RK_NO_MEMORY;
    for (size_t at = 0; !err && at < walk->queue.size; at += sizeof(struct book_position)) {
        const struct book_position position =
            *(const struct book_position *)(const void *)(walk->queue.bytes + at);
        err = add_position(walk, &position);
    }
    return err;
}

rk_err book_export(const struct database *database, const struct book_options *options,
                   unsigned char **out, size_t *out_size)
{
    if (database->header.variant != RK_STANDARD)
        return RK_AGAINST_VARIANT;
    struct book_walk *walk = calloc(1, sizeof *walk);
    if (!walk || rk_book_maker_create(&walk->maker)) {
        free(walk);
        return RK_NO_MEMORY;
    }
    walk->database = database;
    walk->options = options;
    rk_err err = add_all(walk);
    if (!err)
        err = rk_book_maker_write(walk->maker, 1, out, out_size);
    rk_book_maker_destroy(walk->maker);
    buffer_fini(&walk->queue);
    free(walk->keys);
    free(walk);
    return err;
}
