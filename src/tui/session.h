/* SPDX-License-Identifier: MIT */
/* Two people, or one and an engine, and a game: a line of text in, an answer in text out. Knows no
 * terminal and asks no clock, so that a script, a screen reader and a window
 * are served alike. */
#ifndef TUI_SESSION_H
#define TUI_SESSION_H

#include "base/chance.h"
#include "rookery/game.h"
#include "rookery/moves.h"
#include "rookery/san.h"
#include "tui/analysis.h"
#include "tui/game_file.h"

/* Who says what it would do in place of the side to move, which takes a moment. */
struct session_hints {
    void *context;
    bool (*judge)(void *context, const rk_game *game, struct analysis *out); /* false: it cannot */
};

/* Who plays one side in place of a person, and thinks while others do what they like. */
struct session_opponent {
    void *context;
    rk_side side;
    int descriptor; /* can be read once a thought is at its end */
    /* Begins to think about its move; `now` is in the game's time. The game may then change. */
    void (*begin)(void *context, const rk_game *game, int64_t now);
    /* What it thinks, and at the end, for which it is true, its move: RK_NO_MOVE, it gives up. */
    bool (*look)(void *context, struct analysis *out, rk_move *move);
    void (*stop)(void *context); /* every thought begun is stopped, whether at its end or not */
    bool (*agrees)(void *context, const rk_game *game); /* to a draw; takes a moment */
};

struct session {
    rk_game *game;
    const struct session_opponent *opponent; /* NULL: two people */
    const struct session_hints *adviser;     /* NULL: nobody can be asked */
    bool thinking;                           /* the opponent does */
    bool thoughts;                           /* what it thinks is shown */
    rk_game_setup setup;                     /* what `new` starts again */
    bool draws;                              /* but from another of the 960 starts, */
    struct chance chance;                    /* by this */
    struct game_file_stamp when;             /* the date is the owner's to set */
    int64_t shift; /* the game's time less the owner's: time taken back is given back */
    bool flipped;
    bool brief;     /* the status is seen anyway: do not say with a move how the game ended */
    bool resumed;   /* it is the one that was kept unfinished */
    char file[256]; /* where it was saved last */
};

enum session_result {
    SESSION_OK,      /* done; the answer says what */
    SESSION_REFUSED, /* nothing has changed; the answer says why */
    SESSION_QUIT
};

/* Times are the owner's, in milliseconds. */
RK_MUST_USE rk_err session_init(struct session *session, const rk_game_setup *setup, int64_t now);
void session_fini(struct session *session);

/* Begins the game of Chess960 it was made with from one of the 960 starts, by chance; `new` then
 * does so too, until another game is loaded. */
RK_MUST_USE rk_err session_random_start(struct session *session, uint64_t chance, int64_t now);

/* Does what a line says: a move or a command. */
enum session_result session_run_line(struct session *session, const char *line, int64_t now,
                                     FILE *out);
enum session_result session_play_move(struct session *session, rk_move move, int64_t now,
                                      FILE *out);

/* It is the opponent's turn. It begins to think if it does not yet; once it has come to an end
 * it is heard, which is true: its move is played and printed. */
bool session_opponent_to_move(const struct session *session);
void session_start_opponent(struct session *session, int64_t now);
bool session_poll_opponent(struct session *session, int64_t now, FILE *out);

/* How the game stands, and that the opponent thinks, in one line without an end. */
void session_print_status(const struct session *session, FILE *out);

/* Lets time pass; true if a flag fell, about which `out` then speaks. */
bool session_tick(struct session *session, int64_t now, FILE *out);

/* Goes on with a game read from a file, which is taken; or with the one kept
 * unfinished, if it can be read. */
void session_replace_game(struct session *session, const struct loaded_game *taken, int64_t now);
bool session_resume(struct session *session, const char *path, int64_t now, FILE *complaint);

/* There is something to lose: moves, and no end yet. */
bool session_is_unfinished(const struct session *session);

/* Everything that could be typed now: legal moves in SAN, then commands. */
enum { SESSION_COMPLETIONS_MAX = RK_MOVES_MAX + 32 };
struct session_completions {
    size_t count;
    char words[SESSION_COMPLETIONS_MAX][RK_SAN_MAX];
};
void session_list_completions(const struct session *session, struct session_completions *out);

#endif
