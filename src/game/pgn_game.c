/* SPDX-License-Identifier: MIT */
#include "rookery/pgn_game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "game/pgn_game.h"
#include "game/start_tags.h"
#include "notation/pgnresult.h"

enum {
    TAG_OVERHEAD = 4, /* what the writer stores for a tag besides its name and value */
    RESULT_TAG_SIZE = TAG_OVERHEAD + (sizeof "Result" - 1) + (sizeof "1/2-1/2" - 1)
};

/* A tag: two texts in one allocation. */
struct tag {
    char *name; /* owned; the value follows its NUL */
    const char *value;
};

struct rk_pgn_game {
    rk_tree *tree; /* owned */
    struct tag *tags;
    size_t tag_count, tag_capacity, tags_size;
    const char *result; /* static */
};

// ---- life ------------------------------------------------------------------------------------

rk_pgn_game *pgn_game_create_empty(void)
{
    rk_pgn_game *game = calloc(1, sizeof *game);
    if (game)
        game->result = "*";
    return game;
}

rk_err pgn_game_set_start(rk_pgn_game *game, const rk_position *start)
{
    assert(!game->tree);
    return rk_tree_create(start, &game->tree);
}

static rk_err add_start_tags(rk_pgn_game *game, const rk_position *start)
{
    const struct start_tags tags = start_tags_of(start);
    rk_err err = RK_OK;
    if (*tags.variant)
        err = pgn_game_set_tag(game, "Variant", 7, tags.variant, strlen(tags.variant));
    if (!err && *tags.fen)
        err = pgn_game_set_tag(game, "SetUp", 5, "1", 1);
    if (!err && *tags.fen)
        err = pgn_game_set_tag(game, "FEN", 3, tags.fen, strlen(tags.fen));
    return err;
}

rk_err rk_pgn_game_create(const rk_position *start, rk_pgn_game **out)
{
    rk_pgn_game *game = pgn_game_create_empty();
    if (!game)
        return RK_NO_MEMORY;
    rk_err err = pgn_game_set_start(game, start);
    if (!err)
        err = add_start_tags(game, start);
    if (err) {
        rk_pgn_game_destroy(game);
        return err;
    }
    *out = game;
    return RK_OK;
}

void rk_pgn_game_destroy(rk_pgn_game *game)
{
    if (!game)
        return;
    for (size_t i = 0; i < game->tag_count; i++)
        free(game->tags[i].name);
    free(game->tags);
    rk_tree_destroy(game->tree);
    free(game);
}

rk_tree *rk_pgn_game_tree(const rk_pgn_game *game)
{
    return game->tree;
}

// ---- tags ------------------------------------------------------------------------------------

static bool make_tag(const char *name, size_t name_size, const char *value, size_t value_size,
                     struct tag *out)
{
    char *text = malloc(name_size + value_size + 2);
    if (!text)
        return false;
    memcpy(text, name, name_size);
    text[name_size] = '\0';
    if (value_size)
        memcpy(text + name_size + 1, value, value_size);
    text[name_size + 1 + value_size] = '\0';
    *out = (struct tag){text, text + name_size + 1};
    return true;
}

static bool reserve_tag(rk_pgn_game *game)
{
    if (game->tag_count < game->tag_capacity)
        return true;
    const size_t capacity = game->tag_capacity ? 2 * game->tag_capacity : 16;
    struct tag *tags = realloc(game->tags, capacity * sizeof *tags);
    if (!tags)
        return false;
    game->tags = tags;
    game->tag_capacity = capacity;
    return true;
}

static struct tag *find_tag(const rk_pgn_game *game, const char *name, size_t size)
{
    for (size_t i = 0; i < game->tag_count; i++)
        if (strlen(game->tags[i].name) == size && !memcmp(game->tags[i].name, name, size))
            return &game->tags[i];
    return NULL;
}

static size_t stored_size(const struct tag *tag)
{
    return strlen(tag->name) + strlen(tag->value) + TAG_OVERHEAD;
}

/* How much all tags may take once this one is set. A game is written with a Result tag even if it
 * has none, so there is always room for that. */
static size_t max_tags_size(const rk_pgn_game *game, const char *name, size_t name_size)
{
    const bool has_result = (name_size == strlen("Result") && !memcmp(name, "Result", name_size)) ||
                            rk_pgn_game_tag(game, "Result");
    return has_result ? RK_PGN_TAGS_MAX : RK_PGN_TAGS_MAX - RESULT_TAG_SIZE;
}

rk_err pgn_game_set_tag(rk_pgn_game *game, const char *name, size_t name_size, const char *value,
                        size_t value_size)
{
    struct tag *tag = find_tag(game, name, name_size), made;
    const size_t size = name_size + value_size + TAG_OVERHEAD;
    const size_t others_size = game->tags_size - (tag ? stored_size(tag) : 0);
    if (size > max_tags_size(game, name, name_size) - others_size || (!tag && !reserve_tag(game)) ||
        !make_tag(name, name_size, value, value_size, &made))
        return RK_NO_MEMORY;
    if (tag)
        free(tag->name);
    else
        tag = &game->tags[game->tag_count++];
    *tag = made;
    game->tags_size = others_size + size;
    return RK_OK;
}

static bool is_tag_name(const char *name)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return *name && !name[strspn(name, allowed)];
}

static bool is_start_tag(const char *name)
{
    return !strcmp(name, "Variant") || !strcmp(name, "SetUp") || !strcmp(name, "FEN");
}

rk_err rk_pgn_game_set_tag(rk_pgn_game *game, const char *name, const char *value)
{
    if (!is_tag_name(name))
        return RK_BAD_SYNTAX;
    if (is_start_tag(name))
        return RK_NOT_NOW;
    return pgn_game_set_tag(game, name, strlen(name), value, strlen(value));
}

const char *rk_pgn_game_tag(const rk_pgn_game *game, const char *name)
{
    const struct tag *tag = find_tag(game, name, strlen(name));
    return tag ? tag->value : NULL;
}

size_t rk_pgn_game_tag_count(const rk_pgn_game *game)
{
    return game->tag_count;
}

const char *rk_pgn_game_tag_name(const rk_pgn_game *game, size_t index)
{
    assert(index < game->tag_count);
    return game->tags[index].name;
}

const char *rk_pgn_game_tag_value(const rk_pgn_game *game, size_t index)
{
    assert(index < game->tag_count);
    return game->tags[index].value;
}

// ---- the result ------------------------------------------------------------------------------

static const char *find_result(const char *text, size_t size)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (strlen(results[i]) == size && !memcmp(results[i], text, size))
            return results[i];
    return NULL;
}

/* Returns the result of the Result tag, in whatever spelling; "*" if it has none. */
static const char *result_of_tag(const rk_pgn_game *game)
{
    const char *tag = rk_pgn_game_tag(game, "Result"), *after;
    const char *result = tag ? pgnresult_read(tag, tag + strlen(tag), &after) : NULL;
    return result && !*after ? result : "*";
}

void pgn_game_end(rk_pgn_game *game, const char *result, size_t size)
{
    const char *found = find_result(result, size);
    game->result = found ? found : result_of_tag(game);
}

rk_err rk_pgn_game_set_result(rk_pgn_game *game, const char *result)
{
    const char *found = find_result(result, strlen(result));
    if (!found)
        return RK_BAD_SYNTAX;
    const rk_err err = rk_pgn_game_set_tag(game, "Result", found);
    if (!err)
        game->result = found;
    return err;
}

const char *rk_pgn_game_result(const rk_pgn_game *game)
{
    return game->result;
}

// ---- writing ---------------------------------------------------------------------------------

static rk_pgn_text pgn_text(const char *string)
{
    return (rk_pgn_text){string, strlen(string)};
}

static void write_comment(const char *comment, rk_pgn_writer *writer)
{
    if (*comment)
        rk_pgn_write_comment(writer, pgn_text(comment));
}

static void write_node(const rk_tree *tree, rk_node node, rk_pgn_writer *writer)
{
    uint8_t nags[RK_NAGS_MAX];
    const size_t nag_count = rk_tree_nags(tree, node, nags);
    write_comment(rk_tree_comment_before(tree, node), writer);
    rk_pgn_write_move(writer, rk_tree_position(tree, rk_tree_parent(tree, node)),
                      rk_tree_move(tree, node));
    for (size_t i = 0; i < nag_count; i++)
        rk_pgn_write_nag(writer, nags[i]);
    write_comment(rk_tree_comment(tree, node), writer);
}

static void write_variation(const rk_tree *tree, rk_node node, rk_pgn_writer *writer)
{
    rk_pgn_write_begin_variation(writer);
    write_node(tree, node, writer);
}

/* Returns the node at which the line that ends with `node` starts: the first move of a variation,
 * or the root. */
static rk_node start_of_line(const rk_tree *tree, rk_node node)
{
    while (node != RK_ROOT && rk_tree_child(tree, rk_tree_parent(tree, node)) == node)
        node = rk_tree_parent(tree, node);
    return node;
}

/* Ends the variation that starts with `node` and begins the next one, or returns to the move that
 * they replace. Returns the node whose children come next. */
static rk_node leave_variation(const rk_tree *tree, rk_node node, rk_pgn_writer *writer)
{
    const rk_node next = rk_tree_sibling(tree, node);
    rk_pgn_write_end_variation(writer);
    if (next == RK_NO_NODE)
        return rk_tree_child(tree, rk_tree_parent(tree, node));
    write_variation(tree, next, writer);
    return next;
}

/* A move, then the variations that replace it, then what follows it. Needs no stack at any depth:
 * the way back is in the tree. */
void rk_tree_write_moves(const rk_tree *tree, rk_pgn_writer *writer)
{
    rk_node at = RK_ROOT; // written, with its variations
    write_comment(rk_tree_comment(tree, RK_ROOT), writer);
    for (;;) {
        const rk_node child = rk_tree_child(tree, at);
        if (child == RK_NO_NODE) {
            const rk_node start = start_of_line(tree, at);
            if (start == RK_ROOT)
                return;
            at = leave_variation(tree, start, writer);
            continue;
        }
        write_node(tree, child, writer);
        at = rk_tree_sibling(tree, child);
        if (at == RK_NO_NODE)
            at = child;
        else
            write_variation(tree, at, writer);
    }
}

void rk_pgn_game_write(const rk_pgn_game *game, rk_pgn_writer *writer)
{
    for (size_t i = 0; i < game->tag_count; i++)
        rk_pgn_write_tag(writer, pgn_text(game->tags[i].name), pgn_text(game->tags[i].value));
    if (!rk_pgn_game_tag(game, "Result"))
        rk_pgn_write_tag(writer, pgn_text("Result"), pgn_text(game->result));
    rk_tree_write_moves(game->tree, writer);
    rk_pgn_write_end(writer, pgn_text(game->result));
}
