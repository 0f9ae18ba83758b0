/* SPDX-License-Identifier: MIT */
/* A server as a function, as far as games go: rounds over a store in memory, with a
 * clock and chance of the test's. The store answers when it is polled, fails when it
 * is told to, and loses what was not written when the power goes. */
#ifndef SUPPORT_STAGE_H
#define SUPPORT_STAGE_H

#include "accounts/presence.h"
#include "rounds/round.h"
#include "support/board.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };
#define DAY (INT64_C(24) * HOUR)

/* A store before the real one. */
struct troubled_store {
    struct store info;
    struct store *inner;
    struct list waiting;        /* handed in, not yet written */
    enum store_outcome outcome; /* of writes; STORE_DONE: as the real one says */
    bool unreadable;            /* reads fail */
    size_t written;             /* jobs that were */
};

struct stage {
    struct server server;
    struct troubled_store disk;
    uint64_t chance;
    struct identity white, black, stranger;
    struct round *round;
    struct ear {
        struct listener listener;
        char heard[200]; /* the notices: "start finish" */
    } ears[2];           /* White's and Black's */
};

void stage_begin(struct stage *stage);
void stage_end(struct stage *stage);

/* A row of cmocka's: the test between a stage's beginning and its end. */
#define STAGE_TEST(function, stage) \
    cmocka_unit_test_prestate_setup_teardown(function, stage_set_up, stage_take_down, stage)
int stage_set_up(void **stage);
int stage_take_down(void **stage);

/* The server without its store: ended as by a crash; begun, whether it is ready or not. */
void stage_destroy(struct stage *stage);
void stage_create(struct stage *stage);

/* What settings a test wants; the rest is usual. */
struct game_settings stage_terms(const char *clock);

/* Begins a game between White and Black; it is on disk when this returns. */
void stage_game(struct stage *stage, const struct game_settings *settings, enum game_source source);
void stage_clock_game(struct stage *stage, const char *clock); /* standard, by challenge */
void stage_position_game(struct stage *stage, const char *clock, const char *fen);

/* The store and the timers do what is due now. */
void stage_settle(struct stage *stage);
/* So many milliseconds pass; everything happens at its time. */
void stage_wait(struct stage *stage, int64_t milliseconds);
/* The time passes, but the store does not answer and no timer is looked at. */
void stage_skip(struct stage *stage, int64_t milliseconds);

/* The process ends without a word, with or without its last writes, and begins
 * again after `down`. The round is the same game again. */
void stage_crash(struct stage *stage, bool lose_writes, int64_t down);
/* It is told to stop, and begins again. */
void stage_restart(struct stage *stage, int64_t down);

/* ---- commands ---- */

/* What came of a command. */
struct outcome {
    unsigned count; /* how often it was answered */
    struct reply reply;
    char why[200];
};
reply_callback note_outcome;

struct command stage_command(const struct stage *stage, unsigned side, enum verb verb);
/* Hands it in; the store is not polled. */
void stage_send(struct stage *stage, const struct command *command, struct outcome *out);
/* Hands it in and settles; it must have been answered once. */
struct outcome stage_ask(struct stage *stage, const struct command *command);
struct outcome stage_do(struct stage *stage, unsigned side, enum verb verb);
struct outcome stage_move(struct stage *stage, const char *text); /* by the side to move */
struct outcome stage_say(struct stage *stage, unsigned side, enum chat_room room, const char *text);

/* Moves by their texts, each of which must be done, `each` milliseconds after another. */
void stage_play(struct stage *stage, const char *texts, int64_t each);

void expect_done(struct outcome outcome);
void expect_refused(struct outcome outcome, enum refusal refusal, const char *words);
/* How it ended: the API's word, the winner, and words of the reason. */
void expect_end(const struct stage *stage, const char *key, rk_winner winner, const char *words);
void expect_running(const struct stage *stage);
void expect_left(const struct stage *stage, int64_t white, int64_t black);
const struct event *last_event(const struct stage *stage);

/* ---- watching ---- */

/* Somebody who watches, and keeps all that was sent: a line each. */
struct viewer {
    struct watcher watcher;
    struct buffer text;
    size_t frames;
    bool over;
    bool leaves; /* as soon as something is sent */
};

void viewer_begin(struct viewer *viewer, struct stage *stage, unsigned side, enum watcher_view view,
                  int64_t since);
void viewer_end(struct viewer *viewer, bool on_purpose); /* unwatches, and forgets */
void viewer_forget(struct viewer *viewer);               /* what was sent so far */
bool viewer_saw(struct viewer *viewer, const char *words);
size_t viewer_count(struct viewer *viewer, const char *words);

#endif
