/* SPDX-License-Identifier: MIT */
/* Reads PGN into games: a visitor of the streaming reader that builds the trees. */
#include <stdlib.h>
#include <string.h>

#include "base/fault.h"
#include "game/pgn_game.h"
#include "rookery/fen.h"

enum { TOKEN_COPY_MAX = 80 };

/* A line of moves: the main line or an open variation. */
struct line {
    rk_node last; /* the node of the last move; before the first, the node the line starts from */
    bool moved;
};

struct loader {
    rk_pgn_game_callback *callback;
    void *data;
    rk_pgn_game *game; /* being read; owned */
    rk_pgn_place place;
    rk_err err; /* why reading stopped */
    bool failed;
    rk_pgn_error error; /* of this game, if it has failed */
    char token[TOKEN_COPY_MAX];
    unsigned depth;
    struct line lines[RK_PGN_DEPTH_MAX + 1];
    char *before; /* owned: the comment before the next move of a variation; NULL for none */
};

// ---- errors ----------------------------------------------------------------------------------

static rk_pgn_next stop_reading(struct loader *loader, rk_err err)
{
    loader->err = err;
    return RK_PGN_STOP;
}

/* The token is in a window that moves on, so the loader keeps a copy of its start. */
static void keep_error(struct loader *loader, const rk_pgn_error *error)
{
    if (loader->failed)
        return;
    const size_t size = error->token.size < TOKEN_COPY_MAX ? error->token.size : TOKEN_COPY_MAX;
    loader->failed = true;
    loader->error = *error;
    if (size)
        memcpy(loader->token, error->token.at, size);
    loader->error.token = (rk_pgn_text){loader->token, size};
}

/* A limit of the game is exceeded; the place is that of the game. */
static rk_pgn_next exceed_limit(struct loader *loader, const char *message)
{
    rk_pgn_error error = {.place = loader->place};
    (void)fault_set(&error.fault, RK_BAD_SYNTAX, 0, message);
    keep_error(loader, &error);
    return RK_PGN_SKIP;
}

// ---- tags ------------------------------------------------------------------------------------

static rk_pgn_next load_begin_game(void *data, rk_pgn_place place)
{
    struct loader *loader = data;
    loader->place = place;
    loader->failed = false;
    loader->depth = 0;
    loader->lines[0] = (struct line){RK_ROOT, false};
    loader->game = pgn_game_create_empty();
    return loader->game ? RK_PGN_CONTINUE : stop_reading(loader, RK_NO_MEMORY);
}

static rk_pgn_next load_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    struct loader *loader = data;
    char *unescaped = malloc(value.size + 1);
    if (!unescaped)
        return stop_reading(loader, RK_NO_MEMORY);
    const size_t size = rk_pgn_unescape(value, unescaped, value.size);
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)unescaped[i] < ' ') // the writer cannot write them
            unescaped[i] = ' ';
    const rk_err err = pgn_game_set_tag(loader->game, name.at, name.size, unescaped, size);
    free(unescaped);
    return err ? exceed_limit(loader, "the tags of this game are too long") : RK_PGN_CONTINUE;
}

static rk_pgn_next load_begin_moves(void *data, const rk_position *start)
{
    struct loader *loader = data;
    const rk_err err = pgn_game_set_start(loader->game, start);
    return err ? stop_reading(loader, err) : RK_PGN_CONTINUE;
}

// ---- comments --------------------------------------------------------------------------------

/* What the writer treats as a blank. A brace cannot be written in a comment. */
static bool is_blank(char c)
{
    return (unsigned char)c <= ' ' || c == '}';
}

/* Returns `old` and `text` joined by a space, in new memory. The writer rewraps lines, so a run
 * of blanks counts as one space, and a game that was written and read again is the same. */
static char *join_comments(const char *old, rk_pgn_text text)
{
    size_t size = strlen(old);
    char *joined = malloc(size + text.size + 2);
    if (!joined)
        return NULL;
    memcpy(joined, old, size);
    bool gap = size > 0;
    for (size_t i = 0; i < text.size; i++) {
        if (is_blank(text.at[i])) {
            gap = size > 0;
            continue;
        }
        if (gap)
            joined[size++] = ' ';
        gap = false;
        joined[size++] = text.at[i];
    }
    joined[size] = '\0';
    return joined;
}

typedef rk_err comment_setter(rk_tree *tree, rk_node node, const char *text, size_t size);

/* Joins `text` to the comment `old` of a node and stores both with `set`. */
static rk_pgn_next add_comment(struct loader *loader, rk_node node, const char *old,
                               rk_pgn_text text, comment_setter *set)
{
    if (strlen(old) + text.size >= RK_PGN_COMMENT_MAX)
        return exceed_limit(loader, "the comments at one place are too long");
    char *joined = join_comments(old, text);
    const rk_err err =
        joined ? set(rk_pgn_game_tree(loader->game), node, joined, strlen(joined)) : RK_NO_MEMORY;
    free(joined);
    return err ? stop_reading(loader, err) : RK_PGN_CONTINUE;
}

/* Keeps a comment until the first move of the variation gives it a node. */
static rk_pgn_next hold_comment(struct loader *loader, rk_pgn_text text)
{
    const char *old = loader->before ? loader->before : "";
    if (strlen(old) + text.size >= RK_PGN_COMMENT_MAX)
        return exceed_limit(loader, "the comments at one place are too long");
    char *joined = join_comments(old, text);
    if (!joined)
        return stop_reading(loader, RK_NO_MEMORY);
    free(loader->before);
    loader->before = joined;
    return RK_PGN_CONTINUE;
}

/* Attaches the comment that was held to the first move of the variation. If that move continues
 * the line, because nothing else does, the comment comes after the move before it. */
static rk_pgn_next release_comment(struct loader *loader, rk_node node)
{
    const rk_tree *tree = rk_pgn_game_tree(loader->game);
    char *held = loader->before;
    if (!held)
        return RK_PGN_CONTINUE;
    loader->before = NULL;
    const rk_pgn_text text = {held, strlen(held)};
    const rk_node parent = rk_tree_parent(tree, node);
    const rk_pgn_next next =
        rk_tree_child(tree, parent) == node
            ? add_comment(loader, parent, rk_tree_comment(tree, parent), text, rk_tree_set_comment)
            : add_comment(loader, node, rk_tree_comment_before(tree, node), text,
                          rk_tree_set_comment_before);
    free(held);
    return next;
}

static rk_pgn_next load_comment(void *data, rk_pgn_text text)
{
    struct loader *loader = data;
    const rk_tree *tree = rk_pgn_game_tree(loader->game);
    const struct line *line = &loader->lines[loader->depth];
    if (!tree)
        return RK_PGN_CONTINUE;
    if (loader->depth && !line->moved)
        return hold_comment(loader, text);
    return add_comment(loader, line->last, rk_tree_comment(tree, line->last), text,
                       rk_tree_set_comment);
}

// ---- moves -----------------------------------------------------------------------------------

static rk_pgn_next load_move(void *data, const rk_position *before, rk_move move, rk_pgn_text san)
{
    (void)before, (void)san;
    struct loader *loader = data;
    struct line *line = &loader->lines[loader->depth];
    rk_tree *tree = rk_pgn_game_tree(loader->game);
    if (rk_tree_count(tree) >= RK_PGN_NODES_MAX)
        return exceed_limit(loader, "this game has too many moves");
    const rk_err err = rk_tree_add(tree, line->last, move, &line->last, NULL);
    line->moved = true;
    return err ? stop_reading(loader, err) : release_comment(loader, line->last);
}

static rk_pgn_next load_nag(void *data, unsigned nag)
{
    struct loader *loader = data;
    const struct line *line = &loader->lines[loader->depth];
    if (line->moved && nag <= UINT8_MAX) {
        const bool added =
            rk_tree_add_nag(rk_pgn_game_tree(loader->game), line->last, (uint8_t)nag);
        (void)added; // a node has no room for more
    }
    return RK_PGN_CONTINUE;
}

static rk_pgn_next load_begin_variation(void *data)
{
    struct loader *loader = data;
    const struct line *line = &loader->lines[loader->depth];
    const rk_tree *tree = rk_pgn_game_tree(loader->game);
    const rk_node start = line->moved ? rk_tree_parent(tree, line->last) : line->last;
    loader->lines[++loader->depth] = (struct line){start, false};
    return RK_PGN_CONTINUE;
}

static void load_end_variation(void *data)
{
    struct loader *loader = data;
    loader->depth--;
    free(loader->before); // a variation without a move
    loader->before = NULL;
}

// ---- games -----------------------------------------------------------------------------------

/* A game whose start position cannot be read has the standard one, and no moves. */
static rk_err ensure_tree(rk_pgn_game *game)
{
    if (rk_pgn_game_tree(game))
        return RK_OK;
    const rk_position start = rk_position_start(RK_STANDARD);
    return pgn_game_set_start(game, &start);
}

static rk_pgn_next load_end_game(void *data, const rk_position *last, rk_pgn_text result)
{
    (void)last;
    struct loader *loader = data;
    const rk_err err = ensure_tree(loader->game);
    if (err)
        return stop_reading(loader, err);
    rk_pgn_game *game = loader->game;
    loader->game = NULL;
    pgn_game_end(game, result.at, result.size);
    return loader->callback(loader->data, game, loader->failed ? &loader->error : NULL);
}

static rk_pgn_next load_error(void *data, const rk_pgn_error *error)
{
    keep_error(data, error);
    return RK_PGN_CONTINUE;
}

static rk_pgn_visitor visitor_of(struct loader *loader)
{
    return (rk_pgn_visitor){.data = loader,
                            .begin_game = load_begin_game,
                            .tag = load_tag,
                            .begin_moves = load_begin_moves,
                            .move = load_move,
                            .comment = load_comment,
                            .nag = load_nag,
                            .begin_variation = load_begin_variation,
                            .end_variation = load_end_variation,
                            .end_game = load_end_game,
                            .error = load_error};
}

static rk_err finish_loading(struct loader *loader, rk_err err)
{
    rk_pgn_game_destroy(loader->game); // if reading stopped inside it
    free(loader->before);
    return loader->err ? loader->err : err;
}

rk_err rk_pgn_games_read(rk_pgn_source *source, void *source_data, rk_pgn_game_callback *callback,
                         void *data)
{
    struct loader loader = {.callback = callback, .data = data};
    const rk_pgn_visitor visitor = visitor_of(&loader);
    return finish_loading(&loader, rk_pgn_read(source, source_data, &visitor));
}

rk_err rk_pgn_games_read_text(const char *text, size_t size, rk_pgn_game_callback *callback,
                              void *data)
{
    struct loader loader = {.callback = callback, .data = data};
    const rk_pgn_visitor visitor = visitor_of(&loader);
    rk_pgn_read_text(text, size, (rk_pgn_place){0, 0, 0}, &visitor);
    return finish_loading(&loader, RK_OK);
}

// ---- one game --------------------------------------------------------------------------------

struct first_game {
    rk_pgn_game *game;
    bool failed;
    rk_pgn_error error;
};

static rk_pgn_next keep_first(void *data, rk_pgn_game *taken, const rk_pgn_error *error)
{
    struct first_game *first = data;
    first->game = taken;
    first->failed = error != NULL;
    if (error)
        first->error = *error;
    return RK_PGN_STOP;
}

rk_err rk_pgn_game_parse(const char *text, size_t size, rk_pgn_game **out, rk_pgn_error *error)
{
    struct first_game first = {.error = {.place = {1, 1, 0}}};
    rk_err err = rk_pgn_games_read_text(text, size, keep_first, &first);
    if (!err && !first.game)
        err = fault_set(&first.error.fault, RK_BAD_SYNTAX, 0, "there is no game in this text");
    else if (!err && first.failed)
        err = first.error.fault.err;
    if (!err) {
        *out = first.game;
        return RK_OK;
    }
    rk_pgn_game_destroy(first.game);
    first.error.token = (rk_pgn_text){NULL, 0};
    if (error)
        *error = first.error;
    return err;
}
