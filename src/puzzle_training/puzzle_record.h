/* SPDX-License-Identifier: MIT */
/* A puzzle as the server stores it: validated texts, and its rating from attempts. */
#ifndef PUZZLE_TRAINING_PUZZLE_RECORD_H
#define PUZZLE_TRAINING_PUZZLE_RECORD_H

#include "core/state.h"
#include "ratings/glicko2.h"
#include "rookery/err.h"
#include "rookery/fen.h"
#include "rookery/san.h"

struct puzzle;

enum {
    RECORD_ID_MAX = 16,
    RECORD_PLIES_MAX = 40, /* the error and the solution */
    RECORD_MOVES_SIZE = RECORD_PLIES_MAX * RK_UCI_MAX,
    RECORD_THEMES_MAX = 20,
    RECORD_THEME_MAX = 31,
    RECORD_THEMES_SIZE = RECORD_THEMES_MAX * (RECORD_THEME_MAX + 1) + 2,
    RECORD_RATING_MAX = 3500,
    RECORD_DEVIATION_MAX = 150, /* a rating estimated from the moves */
    RECORD_SITE_SIZE = 256,
    RECORD_NAME_SIZE = 128
};

struct puzzle_record {
    char id[RECORD_ID_MAX + 1];      /* letters and digits */
    rk_variant variant;              /* standard or Chess960 */
    char fen[RK_FEN_MAX];            /* before the error */
    char moves[RECORD_MOVES_SIZE];   /* the error and the solution: "e2e4 d7d5", in UCI notation */
    char themes[RECORD_THEMES_SIZE]; /* with a blank before and after each: " fork short " */
    struct glicko2 glicko;
    int64_t plays;               /* rated attempts */
    char game[GAME_ID_SIZE + 1]; /* of this server; "": it was imported */
    int64_t ply;                 /* of the error in that game, from 1 */
    const char *pgn; /* borrowed: the moves of that game up to the error, in SAN; NULL: not known */
    /* Of an imported one; "": not known. */
    char site[RECORD_SITE_SIZE]; /* a web address */
    char white[RECORD_NAME_SIZE], black[RECORD_NAME_SIZE];
};

/* The record of a puzzle that was found here, without its game. */
void puzzle_record_make(const struct puzzle *puzzle, struct puzzle_record *out);

/* Sets the rating, with the deviation kept low: a single attempt then changes the puzzle's rating
 * little and the solver's rating more. */
void puzzle_record_set_rating(struct puzzle_record *record, double rating, double deviation);

bool puzzle_id_is_valid(const char *id);
bool puzzle_theme_is_valid(const char *theme);
/* Adds a theme that it does not have yet; false if it is not valid, or one too many. */
bool puzzle_record_add_theme(struct puzzle_record *record, const char *theme);

/* ---- moves ---- */

/* The line of a puzzle on the board. */
struct puzzle_line {
    rk_position positions[RECORD_PLIES_MAX + 1]; /* before the error, after it, and so on */
    rk_move moves[RECORD_PLIES_MAX];
    size_t count;
};

/* Replays the moves. Every record in the store can be replayed; another one is refused with the
 * reason: an illegal position or move, no solution, or one that ends with the opponent's move. */
RK_MUST_USE rk_err puzzle_record_replay(const struct puzzle_record *record, struct puzzle_line *out,
                                        rk_fault *fault);

enum attempt_verdict {
    ATTEMPT_SOLVED,
    ATTEMPT_WRONG,  /* a move is not the solution's, or moves are missing */
    ATTEMPT_ILLEGAL /* a move is not possible */
};

/* Judges the moves of the solver: in UCI notation, with blanks between. Any mate is accepted in
 * place of the solution's move. */
enum attempt_verdict puzzle_line_judge(const struct puzzle_line *line, const char *moves);

#endif
