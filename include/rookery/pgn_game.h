/* SPDX-License-Identifier: MIT */
/* Whole PGN games in memory: tags, a tree of moves with comments, NAGs and variations, and the
 * result. To process games without keeping them, use the reader and writer of pgn.h. */
#ifndef ROOKERY_PGN_GAME_H
#define ROOKERY_PGN_GAME_H

#include "rookery/pgn.h"
#include "rookery/tree.h"

RK_BEGIN_C

/* A game. Create it with rk_pgn_game_create() or one of the functions that read games. It belongs
 * to one thread at a time. */
typedef struct rk_pgn_game rk_pgn_game;

/* Limits of a game that is read. A game that exceeds them has an error. */
enum {
    RK_PGN_NODES_MAX = 1 << 20,           /* moves of all variations */
    RK_PGN_COMMENT_MAX = RK_PGN_TOKEN_MAX /* bytes of the comments at one place */
};

/* Creates a game without moves, with the tags Variant, SetUp and FEN where the start position
 * needs them. Returns RK_BAD_POSITION if the start cannot be played and RK_NO_MEMORY. The caller
 * owns *out and destroys it with rk_pgn_game_destroy(). */
RK_MUST_USE rk_err rk_pgn_game_create(const rk_position *start, rk_pgn_game **out);

/* Destroys a game with its tree. NULL is allowed. */
void rk_pgn_game_destroy(rk_pgn_game *game);

/* Returns the moves. Borrowed until the game is destroyed; change it with the functions of tree.h.
 * The comment of the root is the comment before the first move. */
rk_tree *rk_pgn_game_tree(const rk_pgn_game *game);

/* Sets a tag, replacing one of the same name, or adds it after the others. Neither text is escaped;
 * a name has letters, digits and underscores only. Returns RK_BAD_SYNTAX for another name,
 * RK_NOT_NOW for Variant, SetUp and FEN, which belong to the start position, and RK_NO_MEMORY, also
 * if all tags together, with room for a Result tag, exceed RK_PGN_TAGS_MAX bytes. */
RK_MUST_USE rk_err rk_pgn_game_set_tag(rk_pgn_game *game, const char *name, const char *value);

/* Returns the value of a tag, NUL-terminated and not escaped; NULL if the game does not have it.
 * The last value of a repeated tag counts. Borrowed until a tag is set. */
const char *rk_pgn_game_tag(const rk_pgn_game *game, const char *name);

/* Returns the number of tags. */
size_t rk_pgn_game_tag_count(const rk_pgn_game *game);

/* Returns the name and the value of a tag; `index` is less than rk_pgn_game_tag_count(). Both are
 * NUL-terminated and borrowed until a tag is set. */
const char *rk_pgn_game_tag_name(const rk_pgn_game *game, size_t index);
const char *rk_pgn_game_tag_value(const rk_pgn_game *game, size_t index);

/* Sets the result, "1-0", "0-1", "1/2-1/2" or "*", and the tag Result. Returns RK_BAD_SYNTAX for
 * any other text, and RK_NO_MEMORY. */
RK_MUST_USE rk_err rk_pgn_game_set_result(rk_pgn_game *game, const char *result);

/* Returns the result after the moves: one of the four above. If a game that was read has none
 * there, it is that of its tag Result, or "*". Static storage. */
const char *rk_pgn_game_result(const rk_pgn_game *game);

/* ---- reading ---- */

/* Receives a game, which the callee owns from now on: destroy it with rk_pgn_game_destroy(). If it
 * could not be read to its end, *error says what is wrong and in which line, and the game has what
 * comes before that; otherwise `error` is NULL. It is borrowed for the call. RK_PGN_STOP ends the
 * reading; the other values continue with the next game. */
typedef rk_pgn_next rk_pgn_game_callback(void *data, rk_pgn_game *taken, const rk_pgn_error *error);

/* Reads all games from a source (see rk_pgn_read()) and passes each to the callback. Memory for
 * one game is needed at a time. Several comments at one place are joined with a space, and runs of
 * blanks in them become one; equal variations are merged; a repeated tag has its last value.
 * Variations without a move, comments between the tags, and NAGs of a move beyond RK_NAGS_MAX are
 * dropped. Returns RK_CANNOT_READ if the source fails and RK_NO_MEMORY; the game that was being
 * read is then lost. */
RK_MUST_USE rk_err rk_pgn_games_read(rk_pgn_source *source, void *source_data,
                                     rk_pgn_game_callback *callback, void *data);

/* Like rk_pgn_games_read(), but reads a text. */
RK_MUST_USE rk_err rk_pgn_games_read_text(const char *text, size_t size,
                                          rk_pgn_game_callback *callback, void *data);

/* Reads the first game of a text. Returns the error of the game, with its place in *error unless
 * that is NULL, and RK_BAD_SYNTAX if there is no game; *out is then unchanged. The token of *error
 * is empty: `place.offset` is where it starts. */
RK_MUST_USE rk_err rk_pgn_game_parse(const char *text, size_t size, rk_pgn_game **out,
                                     rk_pgn_error *error);

/* ---- writing ---- */

/* Writes a game in export format: tags, with a missing Result, moves and result. A game that was
 * read, written and read again is the same, and written once more it gives the same bytes. */
void rk_pgn_game_write(const rk_pgn_game *game, rk_pgn_writer *writer);

/* Writes the moves of a tree with comments, NAGs and variations, but no tags and no result. */
void rk_tree_write_moves(const rk_tree *tree, rk_pgn_writer *writer);

RK_END_C

#endif
