/* SPDX-License-Identifier: MIT */
/* Who plays a local game: two people, or a person and the engine with its settings. It is saved
 * with the game, so that a resumed game continues as it was. */
#ifndef TUI_PLAYERS_H
#define TUI_PLAYERS_H

#include <stdbool.h>
#include <stdio.h>

#include "rookery/pgn.h"
#include "rookery/piece.h"

enum { PLAYER_NAME_MAX = 64 }; /* bytes of UTF-8, NUL included */

struct engine_settings {
    unsigned level;    /* 0: not by level */
    unsigned elo;      /* 0: full strength; set by the level too */
    int64_t move_time; /* milliseconds for a move; 0: by the clock, or one second without one */
    uint64_t nodes;    /* per move; 0: no limit */
};

struct players {
    char names[2][PLAYER_NAME_MAX]; /* printable; empty: not known */
    rk_side engine;                 /* the side of the engine; RK_NO_SIDE: two people */
    struct engine_settings settings;
};

/* Two people without names. */
struct players players_unnamed(void);

/* Sets a name: bytes that cannot be printed become "?", and what is too long is cut off. */
void players_set_name(struct players *players, rk_side side, const char *name, size_t size);

/* Names the engine by its strength: "Rookery level 3", "Rookery 1500 Elo" or "Rookery". */
void players_name_engine(struct players *players);

/* The name for the screen: "White" or "Black" if it is not known. */
const char *players_display_name(const struct players *players, rk_side side);

/* "two players", or "you play White against Rookery level 3". */
void players_print(const struct players *players, FILE *out);

/* Writes the tags that describe the engine, none for two people. The names are the tags White and
 * Black, which are written with the game. */
void players_write_tags(const struct players *players, rk_pgn_writer *writer);

/* Takes in one of these tags, or a name; ignores others. False if its value is out of range. */
bool players_read_tag(struct players *players, rk_pgn_text name, rk_pgn_text value);

/* After all tags: resolves the level. */
void players_finish_tags(struct players *players);

#endif
