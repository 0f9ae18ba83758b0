/* SPDX-License-Identifier: MIT */
/* What several subcommands want to know of a game: some of its tags, and where
 * it stands in its piece. */
#ifndef CMD_PGNGAME_H
#define CMD_PGNGAME_H

#include "cmd/pgnharvest.h"
#include "cmd/stream.h"

enum game_tag {
    TAG_WHITE,
    TAG_BLACK,
    TAG_WHITE_ELO,
    TAG_BLACK_ELO,
    TAG_DATE,
    TAG_ECO,
    TAG_RESULT,
    TAG_VARIANT,
    TAG_COUNT
};

/* Empty where a game has none. */
struct game_tags {
    rk_pgn_text of[TAG_COUNT];
};

void game_tags_note(struct game_tags *tags, rk_pgn_text name, rk_pgn_text value);

/* The variant the tags name: standard if they name none or one unknown. */
rk_variant game_tags_variant(const struct game_tags *tags);

/* A number as long as there are digits, 0 if there is none: "2500". */
unsigned long text_number_of(rk_pgn_text text);

enum game_result { WHITE_WON, BLACK_WON, DRAWN, UNDECIDED, RESULT_COUNT };
enum game_result game_result_of(rk_pgn_text result);

// ---- games as they stand ---------------------------------------------------------------------

/* A game's text in its piece, without the blank lines around it. */
struct span {
    size_t begin, size;
    uint64_t key[2]; /* for those who compare games */
};

/* A harvest of games to be copied. */
struct spans {
    struct harvest harvest;
    struct buffer list; /* struct span */
    const struct piece *piece;
    struct span now;
    bool open, wanted; /* there is a game at hand; it is to be copied */
};

void spans_begin(struct spans *spans, const struct piece *piece);

/* Ends the game before, and begins one that is wanted until somebody objects. */
rk_pgn_next spans_begin_game(void *data, rk_pgn_place place);
void spans_end(struct spans *spans);
void spans_free(void *spans);

/* Writes games with a blank line before each but the first. */
struct copier {
    struct output *output;
    uint64_t games, bytes; /* written */
};

void copier_write(struct copier *copier, const struct piece *piece, const struct span *span);

#endif
