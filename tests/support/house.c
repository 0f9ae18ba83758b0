/* SPDX-License-Identifier: MIT */
#include "support/house.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "accounts/accounts.h"
#include "lobby/rematches.h"
#include "lobby/sparring.h"
#include "store/job.h"
#include "support/board.h"

// ---- a store that can fail -------------------------------------------------------------------

static struct house *house_of(struct store *store)
{
    return (struct house *)((char *)store - offsetof(struct house, store));
}

static void submit(struct store *store, struct store_job *taken, bool writes)
{
    struct house *house = house_of(store);
    if (house->disk_full && writes)
        list_add(&house->failed, &taken->node);
    else
        house->memory->ops->submit(house->memory, taken, writes);
}

static void poll_store(struct store *store)
{
    struct house *house = house_of(store);
    if (house->is_slow)
        return;
    while (!list_is_empty(&house->failed)) {
        struct store_job *job = LIST_OWNER(house->failed.next, struct store_job, node);
        list_remove(&job->node);
        job_complete(job, STORE_FAILED);
        job_deliver(job);
    }
    store_poll(house->memory);
}

static const struct store_ops faulty = {.submit = submit, .poll = poll_store};

// ---- life ------------------------------------------------------------------------------------

static void draw(void *context, void *out, size_t size)
{
    struct house *house = context;
    struct chance chance = {house->chance};
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)chance_word(&chance);
    house->chance = chance.state;
}

static bool refuse_work(void *context, struct work *work)
{
    (void)context;
    (void)work;
    return false;
}

static void begin_server(struct house *house, int64_t now)
{
    struct server *server = &house->server;
    *server = (struct server){.store = &house->store, .bus = house->bus, .now = now};
    server->config = (struct server_config){.public_url = "http://house",
                                            .registration = true,
                                            .guests = true,
                                            .first_move_ms = {15000, 20000, 25000, 30000, 35000},
                                            .restart_grace_ms = 10000,
                                            .draw_at_fifty = true,
                                            .plies_max = 600,
                                            .hash_ops = 1,
                                            .hash_mib = 1};
    server->host = (struct server_host){.context = house, .random = draw, .work = refuse_work};
    timers_init(&server->timers);
    assert_int_equal(limits_create(server), RK_OK);
    assert_int_equal(presence_create(server), RK_OK);
    assert_int_equal(accounts_create(server), RK_OK);
    assert_int_equal(rounds_create(server), RK_OK);
    assert_int_equal(seeks_create(server), RK_OK);
    assert_int_equal(challenges_create(server), RK_OK);
    assert_int_equal(sparrings_create(server), RK_OK);
    assert_int_equal(rematches_create(server), RK_OK);
    house_settle(house);
}

static void end_server(struct house *house)
{
    struct server *server = &house->server;
    rematches_destroy(server);
    sparrings_destroy(server);
    challenges_destroy(server);
    seeks_destroy(server);
    rounds_destroy(server);
    accounts_destroy(server);
    presence_destroy(server);
    limits_destroy(server);
    timers_fini(&server->timers);
}

void house_open(struct house *house)
{
    char why[200] = "";
    const struct store_options options = {.url = "memory:", .inline_jobs = true};
    *house = (struct house){.store.ops = &faulty, .chance = 4};
    list_init(&house->failed);
    if (store_open(&options, &house->memory, why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(bus_open_local(&house->bus), RK_OK);
    begin_server(house, 1700000000000);
    assert_true(rounds_ready(&house->server));
    assert_true(challenges_ready(&house->server));
}

void house_close(struct house *house)
{
    end_server(house);
    house->is_slow = false;
    poll_store(&house->store);
    store_close(house->memory);
    bus_close(house->bus);
}

void house_restart(struct house *house)
{
    end_server(house);
    poll_store(&house->store);
    begin_server(house, house->server.now + 1000);
}

void house_settle(struct house *house)
{
    for (int i = 0; i < 12; i++)
        store_poll(&house->store);
}

void house_pass(struct house *house, int64_t ms)
{
    struct server *server = &house->server;
    const int64_t until = server->now + ms;
    house_settle(house);
    while (timers_next(&server->timers) <= until) {
        server_set_now(server, timers_next(&server->timers));
        timers_run(&server->timers, server->now);
        house_settle(house);
    }
    server_set_now(server, until);
}

// ---- people ----------------------------------------------------------------------------------

static struct identity identity_of(const char *name, enum role role)
{
    struct identity who = {.role = role};
    snprintf(who.name, sizeof who.name, "%s", name);
    for (size_t i = 0; name[i]; i++)
        who.id[i] = (char)tolower((unsigned char)name[i]);
    return who;
}

struct identity house_add(struct house *house, const char *name, enum role role)
{
    const struct identity who = identity_of(name, role);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_ACCOUNT);
    store_bind_text(job, who.id);
    store_bind_text(job, who.name);
    store_bind_text(job, "-");
    store_bind_null(job);
    store_bind_integer(job, ACCOUNT_ACTIVE);
    store_bind_integer(job, role);
    store_bind_integer(job, house->server.now);
    store_write(house->memory, job, NULL, NULL);
    house_settle(house);
    return who;
}

struct identity house_guest(struct house *house, const char *name)
{
    (void)house;
    return identity_of(name, ROLE_GUEST);
}

void house_tamper(struct house *house, enum statement statement, const char *id, int64_t number)
{
    struct store_job *job = store_job_create();
    store_call(job, statement);
    store_bind_text(job, id);
    store_bind_integer(job, number);
    store_write(house->memory, job, NULL, NULL);
    store_poll(house->memory);
}

struct game_settings house_terms(const char *clock)
{
    const struct game_settings_request wanted = {
        .clock = clock, .limit = -1, .increment = -1, .days = -1};
    struct game_settings settings;
    char why[200];
    const char *where;
    if (!game_settings_make(&wanted, 0, &settings, why, sizeof why, &where))
        fail_msg("%s: %s", where, why);
    return settings;
}

// ---- games -----------------------------------------------------------------------------------

/* Both sides move once, so that nobody can abort; then one gives up. */
void house_resign(struct house *house, const char *game, unsigned side)
{
    struct round *round = round_find(&house->server, game);
    assert_non_null(round);
    const struct {
        enum verb verb;
        const char *move;
        unsigned side;
    } steps[] = {
        {VERB_MOVE, "a2a3", RK_WHITE}, {VERB_MOVE, "a7a6", RK_BLACK}, {VERB_RESIGN, "", side}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct told told = {0};
        struct command command = {
            .verb = steps[i].verb, .by = round_info(round)->players[steps[i].side], .version = -1};
        snprintf(command.move, sizeof command.move, "%s", steps[i].move);
        round_command(round, &command, told_reply, &told);
        house_settle(house);
        if (told.count != 1 || told.reply.refusal)
            fail_msg("%s: %s", verb_name(steps[i].verb), told.why);
    }
    assert_true(round_is_over(round));
}

// ---- who hears -------------------------------------------------------------------------------

static void hear(struct listener *listener, const struct notice *notice)
{
    struct ear *ear = LIST_OWNER(listener, struct ear, listener);
    if (ear->count < sizeof ear->heard / sizeof *ear->heard)
        ear->heard[ear->count++] = *notice;
}

void ear_open(struct ear *ear, struct house *house, const struct identity *who)
{
    *ear = (struct ear){.listener.hear = hear, .house = house};
    memcpy(ear->who, who->id, sizeof ear->who);
    presence_join(&house->server, ear->who, &ear->listener);
}

void ear_close(struct ear *ear)
{
    presence_leave(&ear->house->server, ear->who, &ear->listener);
}

size_t ear_heard(const struct ear *ear, enum notice_kind kind, const char *subject)
{
    size_t count = 0;
    for (size_t i = 0; i < ear->count; i++)
        count +=
            ear->heard[i].kind == kind && (!subject || !strcmp(ear->heard[i].subject, subject));
    return count;
}

// ---- answers ---------------------------------------------------------------------------------

void told_reply(void *context, const struct reply *reply)
{
    struct told *told = context;
    told->count++;
    told->reply = *reply;
    snprintf(told->why, sizeof told->why, "%s", reply->why ? reply->why : "");
    told->reply.why = told->why;
}

void told_seek(void *context, const struct reply *reply, const char *id)
{
    struct told *told = context;
    told_reply(told, reply);
    snprintf(told->id, sizeof told->id, "%s", id ? id : "");
}

void told_challenge(void *context, const struct reply *reply, const struct challenge *challenge)
{
    struct told *told = context;
    told_seek(told, reply, challenge ? challenge->id : NULL);
    if (challenge)
        told->challenge = *challenge;
}
