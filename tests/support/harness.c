/* SPDX-License-Identifier: MIT */
#include "support/harness.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "accounts/accounts.h"
#include "cluster/shards.h"
#include "support/board.h"

enum { START_TIME_S = 1700000000, SETTLE_MAX = 1000 };

// ---- the environment -------------------------------------------------------------------------

static void fill_random(void *context, void *out, size_t size)
{
    struct harness *harness = context;
    struct prng prng = {harness->random_state};
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)prng_next(&prng);
    harness->random_state = prng.state;
}

static bool queue_work(void *context, struct work *work)
{
    struct harness *harness = context;
    struct work **last = &harness->work_queue;
    if (harness->work_count == harness->work_max)
        return false;
    while (*last)
        last = &(*last)->private.next;
    *last = work;
    work->private.next = NULL;
    harness->work_count++;
    return true;
}

struct work *harness_take_work(struct harness *harness)
{
    struct work *work = harness->work_queue;
    if (work) {
        harness->work_queue = work->private.next;
        harness->work_count--;
    }
    return work;
}

void harness_run_work(struct harness *harness)
{
    for (struct work *work; (work = harness_take_work(harness));) {
        work->run(work);
        work->done(work);
    }
}

static bool queue_search(void *context, struct move_search *search)
{
    struct harness *harness = context;
    harness->searches_total++;
    if (harness->refuses_searches)
        return false;
    assert_true(harness->searches_count < SEARCHES_MAX);
    harness->searches[harness->searches_count++] = search;
    return true;
}

void harness_answer_search(struct harness *harness, rk_move best, int score)
{
    assert_true(harness->searches_count > 0);
    struct move_search *search = harness->searches[0];
    harness->searches_count--;
    memmove(harness->searches, harness->searches + 1,
            harness->searches_count * sizeof *harness->searches);
    search->best = best;
    search->score = score;
    search->done(search);
}

static void answer_with_first_move(struct harness *harness)
{
    rk_move moves[RK_MOVES_MAX];
    const struct move_search *search = harness->searches[0];
    const size_t count = rk_moves_list(&search->positions[search->count - 1], moves);
    harness_answer_search(harness, count ? moves[0] : RK_NO_MOVE, 0);
}

// ---- time ------------------------------------------------------------------------------------

// Returns when to call it again.
static int64_t advance(struct harness *harness)
{
    struct server *server = harness->server;
    if (!harness->holds_broadcasts)
        return server_advance(server, server->now);
    store_poll(server->store);
    bus_poll(server->bus, server->now);
    timers_run(&server->timers, server->now);
    return timers_next(&server->timers);
}

void harness_settle(struct harness *harness)
{
    for (int i = 0; i < SETTLE_MAX; i++) {
        const int64_t next = advance(harness);
        const bool thinks = harness->searches_count > 0 && !harness->holds_searches;
        if (next > harness->server->now && !harness->work_queue && !thinks &&
            !fake_store_has_answers(&harness->store))
            return;
        harness_run_work(harness);
        if (thinks)
            answer_with_first_move(harness);
    }
}

void harness_wait(struct harness *harness, int64_t ms)
{
    struct server *server = harness->server;
    const int64_t until = server->now + ms;
    harness_settle(harness);
    for (int64_t next; (next = timers_next(&server->timers)) <= until;) {
        server_set_now(server, next > server->now ? next : server->now + 1);
        harness_settle(harness);
    }
    server_set_now(server, until);
    harness_settle(harness);
}

void harness_skip(struct harness *harness, int64_t ms)
{
    harness->server->now += ms;
}

// ---- start and end ---------------------------------------------------------------------------

static void init_harness(struct harness *harness)
{
    *harness = (struct harness){.config = server_config_default(),
                                .now = INT64_C(1000) * START_TIME_S,
                                .random_state = 4,
                                .work_max = 100};
    harness->config.public_url = "http://chess.example";
    harness->config.hash_ops = 1;
    harness->config.hash_mib = 1;
    harness->config.poll_ms = 15 * SECOND; // tests may wait for days
    harness->env = (struct server_env){.context = harness,
                                       .random = fill_random,
                                       .queue_work = queue_work,
                                       .queue_background = queue_work,
                                       .search_move = queue_search};
}

void harness_open_store(struct harness *harness)
{
    char why[64];
    init_harness(harness);
    fake_store_open(&harness->store);
    assert_int_equal(bus_open(&(struct bus_options){0}, &harness->bus, why, sizeof why), RK_OK);
}

void harness_open_node(struct harness *harness, const char *name, struct store *database,
                       struct bus *taken_bus)
{
    init_harness(harness);
    for (const char *c = name; *c; c++) // ids and numbers differ from those of other nodes
        harness->random_state = harness->random_state * 31 + (unsigned char)*c;
    harness->config.node_name = name;
    harness->config.node_place = name;
    harness->config.shares_store = true;
    fake_store_open_on(&harness->store, database);
    harness->bus = taken_bus;
}

void harness_launch(struct harness *harness)
{
    assert_int_equal(server_create(&harness->config, &harness->env, &harness->store.store,
                                   harness->bus, harness->now, &harness->server),
                     RK_OK);
    harness_settle(harness);
}

void harness_start(struct harness *harness)
{
    harness_launch(harness);
    assert_true(server_ready(harness->server));
}

void harness_open(struct harness *harness)
{
    harness_open_store(harness);
    harness_start(harness);
}

void harness_open_on(struct harness *harness, struct bus *taken_bus)
{
    harness_open_store(harness);
    bus_close(harness->bus);
    harness->bus = taken_bus;
    harness_start(harness);
}

void harness_destroy(struct harness *harness)
{
    const struct server_config before = harness->config;
    harness->config = harness->server->config;
    harness->config.server_name = before.server_name; // the server's may be a stored setting
    harness->config.motd = before.motd;
    harness->env = harness->server->env;
    harness->env.log = harness->server->log;
    harness->now = harness->server->now;
    server_destroy(harness->server);
    harness->server = NULL;
}

void harness_close(struct harness *harness)
{
    harness_destroy(harness);
    fake_store_close(&harness->store);
    harness_run_work(harness);
    while (harness->searches_count)
        harness_answer_search(harness, RK_NO_MOVE, 0);
    bus_close(harness->bus);
}

int harness_set_up(void **harness)
{
    harness_open(*harness);
    return 0;
}

int harness_tear_down(void **harness)
{
    harness_close(*harness);
    return 0;
}

void harness_crash(struct harness *harness, int64_t down_ms)
{
    harness_destroy(harness);
    harness->now += down_ms;
    harness_start(harness);
}

void harness_lose_power(struct harness *harness, int64_t down_ms)
{
    fake_store_lose_queue(&harness->store);
    harness_crash(harness, down_ms);
}

void harness_restart(struct harness *harness, int64_t down_ms)
{
    server_stop(harness->server, harness->server->now);
    harness_settle(harness);
    assert_true(server_stopped(harness->server));
    harness_crash(harness, down_ms);
}

// ---- accounts and games ----------------------------------------------------------------------

struct identity identity_named(const char *name, enum role role)
{
    struct identity who = {.role = role};
    snprintf(who.name, sizeof who.name, "%s", name);
    for (size_t i = 0; who.name[i]; i++)
        who.id[i] = (char)tolower((unsigned char)name[i]);
    return who;
}

struct identity harness_add_account(struct harness *harness, const char *name, enum role role)
{
    const struct identity who = identity_named(name, role);
    struct store_job *job = store_job_create();
    account_add_row(job, &who, "-", "", harness->server ? harness->server->now : harness->now);
    assert_int_equal(fake_store_run(&harness->store, job), STORE_DONE);
    return who;
}

struct game_settings settings_for(const char *clock)
{
    const struct game_settings_request request = {
        .clock = clock, .limit = -1, .increment = -1, .days = -1};
    struct game_settings settings;
    char why[200];
    const char *where;
    if (!game_settings_make(&request, 7, &settings, why, sizeof why, &where))
        fail_msg("%s: %s", clock, why);
    return settings;
}

static void record_round(void *context, struct round *round, const char *why)
{
    if (!round)
        fail_msg("%s", why);
    *(struct round **)context = round;
}

void harness_make_own_id(struct harness *harness, char out[GAME_ID_SIZE + 1])
{
    do
        server_make_id(harness->server, out);
    while (!shard_of_game_is_ours(harness->server, out));
}

struct round *harness_start_game(struct harness *harness, const struct game_info *info)
{
    struct round *round = NULL;
    rounds_start(harness->server, info, record_round, &round);
    assert_null(round); // not before it is on disk
    harness_settle(harness);
    assert_non_null(round);
    return round;
}

struct recorded_reply harness_command(struct harness *harness, struct round *round,
                                      const struct command *command)
{
    struct recorded_reply result = {0};
    round_command(round, command, record_reply, &result);
    harness_settle(harness);
    assert_int_equal(result.count, 1);
    return result;
}

static void do_command(struct harness *harness, struct round *round, rk_side side, enum verb verb,
                       const char *move)
{
    struct command command = {.verb = verb, .by = round_info(round)->players[side], .version = -1};
    snprintf(command.move, sizeof command.move, "%s", move);
    const struct recorded_reply result = harness_command(harness, round, &command);
    if (result.reply.refusal)
        fail_msg("%s %s: %s", verb_name(verb), move, result.why);
}

void harness_finish_game(struct harness *harness, struct round *round, const char *moves,
                         rk_side loser)
{
    char copy[200];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *rest = copy, *move; (move = strtok_r(rest, " ", &rest));) {
        const rk_side side = rk_position_turn(rk_game_position(round_game(round)));
        do_command(harness, round, side, VERB_MOVE, move);
    }
    do_command(harness, round, loser, VERB_RESIGN, "");
    assert_true(round_is_over(round));
}

// ---- callbacks -------------------------------------------------------------------------------

void record_reply(void *context, const struct reply *reply)
{
    struct recorded_reply *record = context;
    record->count++;
    record->reply = *reply;
    snprintf(record->why, sizeof record->why, "%s", reply->why ? reply->why : "");
    record->reply.why = NULL; // was borrowed
}

void record_id(void *context, const struct reply *reply, const char *id)
{
    struct recorded_reply *record = context;
    record_reply(record, reply);
    snprintf(record->id, sizeof record->id, "%s", id ? id : "");
}

void record_challenge(void *context, const struct reply *reply, const struct challenge *challenge)
{
    struct recorded_reply *record = context;
    record_id(record, reply, challenge ? challenge->id : NULL);
    if (challenge)
        record->challenge = *challenge;
}

struct recorded_reply expect_done(struct recorded_reply result)
{
    if (result.count != 1 || result.reply.refusal)
        fail_msg("answered %u times, refused as %s: %s", result.count,
                 refusal_word(result.reply.refusal), result.why);
    return result;
}

void expect_refused(struct recorded_reply result, enum refusal refusal, const char *substring)
{
    assert_int_equal(result.count, 1);
    if (result.reply.refusal != refusal || !strstr(result.why, substring))
        fail_msg("refused as %s: %s", refusal_word(result.reply.refusal), result.why);
    assert_string_equal(result.id, "");
}

static void record_notice(struct notice_listener *listener, const struct notice *notice)
{
    struct fake_listener *fake = LIST_OWNER(listener, struct fake_listener, listener);
    assert_true(fake->count < sizeof fake->notices / sizeof *fake->notices);
    fake->notices[fake->count++] = *notice;
}

void fake_listener_join(struct fake_listener *fake, struct harness *harness, const char *who)
{
    *fake = (struct fake_listener){.listener.on_notice = record_notice, .harness = harness};
    snprintf(fake->who, sizeof fake->who, "%s", who);
    const struct identity identity = identity_named(who, ROLE_PLAYER);
    presence_join(harness->server, &identity, &fake->listener);
}

void fake_listener_leave(struct fake_listener *fake)
{
    presence_leave(fake->harness->server, fake->who, &fake->listener);
}

size_t fake_listener_count(const struct fake_listener *fake, enum notice_kind kind,
                           const char *subject)
{
    size_t count = 0;
    for (size_t i = 0; i < fake->count; i++)
        count += fake->notices[i].kind == kind &&
                 (!subject || !strcmp(fake->notices[i].subject, subject));
    return count;
}
