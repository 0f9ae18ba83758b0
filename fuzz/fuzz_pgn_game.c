/* SPDX-License-Identifier: MIT */
/* Games in memory: a game that was read is written, read and written again with the same result. */
#include "rookery/pgn_game.h"

#include "base/buffer.h"
#include "fuzz.h"

static void append(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static void write_game(const rk_pgn_game *game, struct buffer *out)
{
    static rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, append, out);
    rk_pgn_game_write(game, &writer);
    CHECK(!out->failed);
}

/* Checks links, counts and annotations of a tree. */
static void check_tree(const rk_tree *tree)
{
    size_t nodes = 0;
    for (rk_node node = RK_ROOT; node != RK_NO_NODE; node = rk_tree_next(tree, node)) {
        uint8_t nags[RK_NAGS_MAX];
        CHECK(rk_tree_nags(tree, node, nags) <= RK_NAGS_MAX);
        CHECK(strlen(rk_tree_comment(tree, node)) <= RK_PGN_COMMENT_MAX);
        CHECK(!strchr(rk_tree_comment(tree, node), '}'));
        nodes++;
    }
    CHECK(nodes == rk_tree_count(tree) && nodes <= RK_PGN_NODES_MAX);
}

static rk_pgn_next check_game(void *data, rk_pgn_game *taken, const rk_pgn_error *error)
{
    unsigned *games = data;
    check_tree(rk_pgn_game_tree(taken));
    ++*games;
    CHECK(!error || (*error->fault.text && error->place.line));
    struct buffer once = {0}, twice = {0};
    rk_pgn_game *again = NULL;
    rk_pgn_error second;
    write_game(taken, &once);
    // A game with an error may have lost its start position, but not the tags that describe it.
    const rk_err err = rk_pgn_game_parse(once.bytes, once.size, &again, &second);
    CHECK(!err || error);
    if (!err && !error) {
        write_game(again, &twice);
        CHECK(once.size == twice.size && !memcmp(once.bytes, twice.bytes, once.size));
    }
    buffer_fini(&once);
    buffer_fini(&twice);
    rk_pgn_game_destroy(again);
    rk_pgn_game_destroy(taken);
    return RK_PGN_CONTINUE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    unsigned games = 0;
    CHECK(!rk_pgn_games_read_text((const char *)data, size, check_game, &games));
    return 0;
}
