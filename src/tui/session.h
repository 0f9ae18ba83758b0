/* SPDX-License-Identifier: MIT */
/* A game in the terminal between two people, or a person and an engine. A line of text goes in, the
 * answer comes out as text. It is independent of the terminal and the clock, so that scripts,
 * screen readers and the full screen can all use it. */
#ifndef TUI_SESSION_H
#define TUI_SESSION_H

#include "base/prng.h"
#include "rookery/game.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "tui/analysis.h"
#include "tui/file_name.h"
#include "tui/game_file.h"
#include "tui/theme.h"

/* Finds the best move for the side to move. */
struct session_hints {
    void *context;
    /* Takes a moment; false if it cannot. */
    bool (*analyse)(void *context, const rk_game *game, struct analysis *out);
};

/* Plays one side. It searches in the background. */
struct session_opponent {
    void *context;
    rk_side side;
    int descriptor; /* becomes readable when a search has ended */
    /* Starts a search for its move; `now` is on the game's clock. The game may change after this.
     */
    void (*start)(void *context, const rk_game *game, int64_t now);
    /* Returns whether the search has ended, with its move; RK_NO_MOVE: it resigns. */
    bool (*poll)(void *context, struct analysis *out, rk_move *move);
    void (*stop)(void *context); /* called once for each search, also if it has ended */
    bool (*accepts_draw)(void *context, const rk_game *game); /* takes a moment */
};

/* Creates opponents with given settings, for a game that is loaded or resumed. */
struct session_engines {
    void *context;
    /* Replaces the opponent created before, which is not searching; NULL if it cannot. */
    const struct session_opponent *(*select)(void *context, const struct players *players);
};

struct session;

/* Called after each change of the game, so that it can be saved. What it prints becomes part of the
 * answer. */
struct session_observer {
    void *context;
    void (*changed)(void *context, const struct session *session, FILE *out);
};

struct session {
    rk_game *game;
    struct players players;
    const struct session_opponent *opponent; /* NULL: two people */
    const struct session_hints *hints;       /* NULL: there are none */
    const struct session_engines *engines;   /* NULL: opponents cannot be replaced */
    const struct session_observer *observer; /* NULL: none */
    bool thinking;                           /* the opponent is searching */
    bool show_analysis;                      /* of the opponent */
    rk_game_setup setup;                     /* for the command `new` */
    bool random_start;                       /* `new` picks one of the 960 starts, */
    struct prng prng;                        /* with this */
    struct game_file_stamp stamp;
    char today[16];      /* as a PGN date */
    int64_t time_offset; /* game time minus the owner's time; undo gives time back */
    bool flipped;
    bool blindfold;            /* the board is shown without pieces */
    const struct theme *theme; /* of the board; NULL: the default */
    bool brief;                /* the status is on the screen: a move does not print the result */
    bool resumed;              /* the game was continued from the unfinished one */
    bool asks;                 /* a person types, who can be asked instead of refusing a line */
    bool changed;              /* the observer has not been called yet */
    char file[FILE_NAME_MAX];  /* where it was saved last */
    /* The pawn of a typed move without the piece to promote to; RK_NO_SQUARE: none. The next line
     * names the piece, or is another line. */
    rk_square promotion_from, promotion_to;
};

enum session_result {
    SESSION_OK,      /* the answer says what was done */
    SESSION_REFUSED, /* nothing has changed; the answer says why */
    SESSION_ASKS,    /* the answer asks for the piece to promote to, see above */
    SESSION_QUIT
};

/* All times below are the owner's, in milliseconds. */
RK_MUST_USE rk_err session_init(struct session *session, const rk_game_setup *setup, int64_t now);
void session_fini(struct session *session);

/* The date of games that are started from now on, and of the current one. */
void session_set_date(struct session *session, const char *date);

/* Restarts a game of Chess960 from a random start. The command `new` then does the same, until
 * another game is loaded. */
RK_MUST_USE rk_err session_random_start(struct session *session, uint64_t seed, int64_t now);

/* Runs a line: a move or a command. */
enum session_result session_run_line(struct session *session, const char *line, int64_t now,
                                     FILE *out);
enum session_result session_play_move(struct session *session, rk_move move, int64_t now,
                                      FILE *out);

/* Whether the opponent is to move. It has to be started; while it searches, poll it. Polling
 * returns true when its move was played and printed. */
bool session_opponent_to_move(const struct session *session);
void session_start_opponent(struct session *session, int64_t now);
bool session_poll_opponent(struct session *session, int64_t now, FILE *out);

/* Prints the status of the game and of the opponent's search, without a newline. */
void session_print_status(const struct session *session, FILE *out);

/* Checks the clocks; true if a flag fell, which is then printed. */
bool session_tick(struct session *session, int64_t now, FILE *out);

/* Continues with a loaded game, which is taken. If it was saved with an engine, that engine becomes
 * the opponent. False, and nothing is taken, if the engine cannot be created. */
bool session_replace_game(struct session *session, const struct loaded_game *taken, int64_t now);

/* Loads the unfinished game; false if it cannot be read. */
bool session_resume(struct session *session, const char *path, int64_t now, FILE *errors);

/* Plays against an engine with these settings from now on, or without one. False if it cannot be
 * created. */
bool session_set_players(struct session *session, const struct players *players);

/* Whether the game has moves and is not over. */
bool session_is_unfinished(const struct session *session);

/* Whether a line would discard an unfinished game. A person should be asked before it is run. */
bool session_line_discards_game(const struct session *session, const char *line);

/* The game with all that is saved; borrowed until the session changes. */
struct game_file_content session_content(const struct session *session);

#endif
