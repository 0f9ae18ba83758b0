/* SPDX-License-Identifier: MIT */
/* A whole server without sockets, threads or a clock. The store is a fake_store, the randomness is
 * deterministic, and time passes only when the test advances it. */
#ifndef SUPPORT_HARNESS_H
#define SUPPORT_HARNESS_H

#include "accounts/presence.h"
#include "lobby/challenges.h"
#include "rounds/command.h"
#include "rounds/rounds.h"
#include "rounds/watcher.h"
#include "server/server.h"
#include "support/fake_store.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };
#define DAY (INT64_C(24) * HOUR)

enum { SEARCHES_MAX = 16 };

struct harness {
    struct server *server; /* NULL while it is down */
    struct fake_store store;
    struct bus *bus;

    /* How the server starts. A crash or restart takes these over from the server. */
    struct server_config config;
    struct server_env env;
    int64_t now;

    uint64_t random_state;
    struct work *work_queue; /* queued for the worker thread; settling runs them */
    unsigned work_count, work_max;

    /* Requests to the engine. Settling answers each with the first legal move, unless the test
     * answers them itself. */
    struct move_search *searches[SEARCHES_MAX];
    size_t searches_count, searches_total;
    bool holds_searches, refuses_searches;

    bool holds_broadcasts; /* settling sends nothing to spectators */
};

/* Opens the store and starts the server with the default configuration, but cheap passwords. */
void harness_open(struct harness *harness);
void harness_close(struct harness *harness);

/* The same on a bus that connects it with other servers, and which it closes. */
void harness_open_on(struct harness *harness, struct bus *taken_bus);

/* Prepares a node of a cluster on a store that it shares, and such a bus; start it with
 * harness_launch(). */
void harness_open_node(struct harness *harness, const char *name, struct store *database,
                       struct bus *taken_bus);

/* A row of a cmocka table: the test runs on a harness that is opened before and closed after. */
#define HARNESS_TEST(function, harness) \
    cmocka_unit_test_prestate_setup_teardown(function, harness_set_up, harness_tear_down, harness)
int harness_set_up(void **harness);
int harness_tear_down(void **harness);

/* What harness_open() does, in two steps, for tests that change how the server starts. */
void harness_open_store(struct harness *harness);
void harness_start(struct harness *harness); /* and waits until it is ready */

/* Starts the server, whether or not it becomes ready. */
void harness_launch(struct harness *harness);
/* Destroys the server without warning. The store stays, and so do jobs it has not answered. */
void harness_destroy(struct harness *harness);

/* Kills the server and starts it again after `down_ms`. Writes that were queued still happen. */
void harness_crash(struct harness *harness, int64_t down_ms);
/* The same, but the queued writes are lost. */
void harness_lose_power(struct harness *harness, int64_t down_ms);
/* Stops the server in an orderly way and starts it again. */
void harness_restart(struct harness *harness, int64_t down_ms);

/* Does everything that can be done without time passing: store, worker, engine, due timers. */
void harness_settle(struct harness *harness);
/* Lets time pass. Every timer fires at its time. */
void harness_wait(struct harness *harness, int64_t ms);
/* Only moves the clock. */
void harness_skip(struct harness *harness, int64_t ms);

void harness_run_work(struct harness *harness);
struct work *harness_take_work(struct harness *harness); /* the first one, not run */
/* Answers the first request to the engine; the store is not polled. */
void harness_answer_search(struct harness *harness, rk_move best, int score);

/* An identity with the lower-case name as its id. */
struct identity identity_named(const char *name, enum role role);
/* The same with an account in the store, but without a password. */
struct identity harness_add_account(struct harness *harness, const char *name, enum role role);

/* Settings with this time control, such as "5+3", and defaults otherwise. */
struct game_settings settings_for(const char *clock);

/* Draws the id of a game that this server runs, not another node. */
void harness_make_own_id(struct harness *harness, char out[GAME_ID_SIZE + 1]);
/* Starts a game; id, players, settings and source of the info are set. */
struct round *harness_start_game(struct harness *harness, const struct game_info *info);
/* Plays legal moves, separated by blanks; then one side resigns. */
void harness_finish_game(struct harness *harness, struct round *round, const char *moves,
                         rk_side loser);

/* ---- callbacks that record what they are called with ---- */

struct recorded_reply {
    unsigned count; /* number of calls */
    struct reply reply;
    char why[400];
    char id[GAME_ID_SIZE + 1];
    struct challenge challenge;
};
void record_reply(void *context, const struct reply *reply);
void record_id(void *context, const struct reply *reply, const char *id);
void record_challenge(void *context, const struct reply *reply, const struct challenge *challenge);

/* Sends a command to a game, settles, and expects one reply. */
struct recorded_reply harness_command(struct harness *harness, struct round *round,
                                      const struct command *command);

/* Fail the test unless the reply came once, and the request was done, or refused with this text. */
struct recorded_reply expect_done(struct recorded_reply result);
void expect_refused(struct recorded_reply result, enum refusal refusal, const char *substring);

/* A connection that records the notices to one account. */
struct fake_listener {
    struct notice_listener listener;
    struct harness *harness;
    char who[IDENTITY_ID_MAX + 1];
    struct notice notices[256];
    size_t count;
};
void fake_listener_join(struct fake_listener *fake, struct harness *harness, const char *who);
void fake_listener_leave(struct fake_listener *fake);
/* The number of notices of a kind, about `subject` if that is not NULL. */
size_t fake_listener_count(const struct fake_listener *fake, enum notice_kind kind,
                           const char *subject);

#endif
