/* SPDX-License-Identifier: MIT */
/* A game on a harness: two players and a stranger, commands to the game, and expectations. */
#ifndef SUPPORT_FIXTURE_H
#define SUPPORT_FIXTURE_H

#include "support/board.h"
#include "support/harness.h"

struct fixture {
    struct harness harness;
    struct identity white, black, stranger;
    struct round *round;               /* the game that was started last */
    struct fake_listener listeners[2]; /* Anna's, who has White, and Bob's */
};

void fixture_open(struct fixture *fixture);
void fixture_close(struct fixture *fixture);

/* A row of a cmocka table: the test runs on a fixture that is opened before and closed after. */
#define FIXTURE_TEST(function, fixture) \
    cmocka_unit_test_prestate_setup_teardown(function, fixture_set_up, fixture_tear_down, fixture)
int fixture_set_up(void **fixture);
int fixture_tear_down(void **fixture);

/* Starts a game between White and Black. */
void fixture_start(struct fixture *fixture, const char *clock);
void fixture_start_from(struct fixture *fixture, const char *clock, const char *fen);
void fixture_start_with(struct fixture *fixture, const struct game_settings *settings,
                        enum game_source source);

/* Like the functions of harness.h. The players are connected again; the round is the same game in
 * the new server, or NULL if that game is over. */
void fixture_crash(struct fixture *fixture, int64_t down_ms);
void fixture_lose_power(struct fixture *fixture, int64_t down_ms);
void fixture_restart(struct fixture *fixture, int64_t down_ms);

/* ---- commands; RK_NO_SIDE is the stranger ---- */

struct command fixture_command(const struct fixture *fixture, rk_side side, enum verb verb);

/* Sends a command. The store is not polled. */
void fixture_send(struct fixture *fixture, const struct command *command,
                  struct recorded_reply *out);

/* Sends a command, settles, and expects one reply. */
struct recorded_reply fixture_run(struct fixture *fixture, const struct command *command);
struct recorded_reply fixture_do(struct fixture *fixture, rk_side side, enum verb verb);
struct recorded_reply fixture_move(struct fixture *fixture, const char *move); /* side to move */
struct recorded_reply fixture_chat(struct fixture *fixture, rk_side side, enum chat_room room,
                                   const char *text);

/* Plays legal moves, separated by blanks, each `ms` after the one before. */
void fixture_play(struct fixture *fixture, const char *moves, int64_t ms);

/* ---- expectations ---- */

/* The game is over with this status of the API, and the reason contains the text. */
void expect_end(const struct fixture *fixture, const char *status, rk_winner winner,
                const char *substring);
void expect_running(const struct fixture *fixture);
void expect_left(const struct fixture *fixture, int64_t white_ms, int64_t black_ms);
const struct event *last_event(const struct fixture *fixture);

/* ---- watching ---- */

/* A watcher that records what it is sent, one message per line. */
struct fake_watcher {
    struct watcher watcher;
    struct buffer text;
    size_t frames;
    bool over;   /* the end of the game was sent */
    bool leaves; /* unwatches as soon as it is sent something */
};

void fake_watcher_join(struct fake_watcher *fake, struct fixture *fixture, rk_side side,
                       enum watcher_view view, int64_t since);
/* Joins as a spectator that is not counted. */
void fake_watcher_preview(struct fake_watcher *fake, struct fixture *fixture);
void fake_watcher_leave(struct fake_watcher *fake, bool on_purpose);
void fake_watcher_clear(struct fake_watcher *fake); /* forgets what it was sent so far */
bool fake_watcher_saw(struct fake_watcher *fake, const char *substring);
size_t fake_watcher_count(struct fake_watcher *fake, const char *substring);

#endif
