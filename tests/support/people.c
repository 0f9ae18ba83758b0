/* SPDX-License-Identifier: MIT */
#include "support/people.h"

#include <stdio.h>
#include <string.h>

#include "accounts/presence.h"
#include "store/job.h"
#include "support/board.h"

static void draw(void *context, void *out, size_t size)
{
    struct people *people = context;
    struct chance chance = {people->chance};
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = (uint8_t)chance_word(&chance);
    people->chance = chance.state;
}

static bool take_work(void *context, struct work *work)
{
    struct people *people = context;
    if (people->waiting_count == people->waiting_max)
        return false;
    work->next = people->waiting;
    people->waiting = work;
    people->waiting_count++;
    return true;
}

// ---- a store that may fail -------------------------------------------------------------------

static struct people *people_of(struct store *door)
{
    return LIST_OWNER(door, struct people, door);
}

static void submit(struct store *door, struct store_job *taken, bool writes)
{
    struct people *people = people_of(door);
    if (people->store_fails) {
        job_complete(taken, STORE_FAILED);
        list_add(&people->failing, &taken->node);
    } else {
        people->store->ops->submit(people->store, taken, writes);
    }
}

static void poll_store(struct store *door)
{
    struct people *people = people_of(door);
    while (!list_is_empty(&people->failing)) {
        struct store_job *job = LIST_OWNER(people->failing.next, struct store_job, node);
        list_remove(&job->node);
        job_deliver(job);
    }
    store_poll(people->store);
}

static const struct store_ops door_ops = {.submit = submit, .poll = poll_store};

// ---- life ------------------------------------------------------------------------------------

void people_begin(struct people *people)
{
    char why[200] = "";
    *people = (struct people){.waiting_max = 100};
    const struct store_options options = {.url = "memory:", .inline_jobs = true};
    if (store_open(&options, &people->store, why, sizeof why))
        fail_msg("%s", why);
    assert_int_equal(bus_open_local(&people->bus), RK_OK);
    struct server *server = &people->server;
    server->config = (struct server_config){
        .public_url = "", .registration = true, .guests = true, .hash_ops = 1, .hash_mib = 1};
    server->env = (struct server_env){.context = people, .random = draw, .queue_work = take_work};
    people->door.ops = &door_ops;
    list_init(&people->failing);
    server->store = &people->door;
    server->bus = people->bus;
    server->now = 1700000000000;
    timers_init(&server->timers);
    assert_int_equal(presence_create(server), RK_OK);
    assert_int_equal(accounts_create(server), RK_OK);
}

void people_end(struct people *people)
{
    accounts_destroy(&people->server);
    presence_destroy(&people->server);
    timers_fini(&people->server.timers);
    people_poll(people);
    store_close(people->store);
    people_work(people);
    bus_close(people->bus);
}

void people_poll(struct people *people)
{
    store_poll(&people->door);
}

void people_work(struct people *people)
{
    while (people->waiting) {
        struct work *work = people->waiting;
        people->waiting = work->next;
        people->waiting_count--;
        work->run(work);
        work->done(work);
    }
}

void people_settle(struct people *people)
{
    for (int i = 0; i < 6; i++) {
        people_poll(people);
        people_work(people);
    }
}

// ---- answers ---------------------------------------------------------------------------------

void answered_secret(void *context, enum refusal refusal, const char *why, const char *secret)
{
    struct answered *reply = context;
    reply->count++;
    reply->refusal = refusal;
    snprintf(reply->why, sizeof reply->why, "%s", why);
    snprintf(reply->secret, sizeof reply->secret, "%s", secret);
}

void answered_done(void *context, enum refusal refusal, const char *why)
{
    answered_secret(context, refusal, why, "");
}

void answered_caller(void *context, const struct caller *caller)
{
    struct answered *reply = context;
    reply->count++;
    reply->caller = *caller;
}

void answered_found(void *context, const struct account *account)
{
    struct answered *reply = context;
    reply->count++;
    reply->found = account;
    if (!account)
        return;
    reply->account = *account;
    snprintf(reply->email, sizeof reply->email, "%s", account->email);
    reply->account.email = reply->account.settings = NULL; /* were borrowed */
}

static struct login_form login_form(const char *name, const char *password)
{
    return (struct login_form){.name = name,
                               .password = password,
                               .email = "",
                               .agent = "Test/1.0",
                               .address = "10.0.0.1"};
}

struct answered people_register(struct people *people, const char *name, const char *password)
{
    struct answered reply = {0};
    const struct login_form who = login_form(name, password);
    account_register(&people->server, &who, answered_secret, &reply);
    people_settle(people);
    assert_int_equal(reply.count, 1);
    return reply;
}

struct answered people_login(struct people *people, const char *name, const char *password)
{
    struct answered reply = {0};
    const struct login_form who = login_form(name, password);
    account_login(&people->server, &who, answered_secret, &reply);
    people_settle(people);
    assert_int_equal(reply.count, 1);
    return reply;
}

struct answered people_guest(struct people *people)
{
    struct answered reply = {0};
    account_make_guest(&people->server, "Test/1.0", "10.0.0.1", answered_secret, &reply);
    people_settle(people);
    assert_int_equal(reply.count, 1);
    return reply;
}

struct answered people_by_cookie(struct people *people, const char *secret)
{
    struct answered reply = {0};
    char cookie[200];
    snprintf(cookie, sizeof cookie, "theme=dark; rookery=%s; x=y", secret);
    accounts_authenticate(&people->server, "", cookie, answered_caller, &reply);
    people_settle(people);
    assert_int_equal(reply.count, 1);
    return reply;
}

struct answered people_by_token(struct people *people, const char *token)
{
    struct answered reply = {0};
    char authorization[200];
    snprintf(authorization, sizeof authorization, "Bearer %s", token);
    accounts_authenticate(&people->server, authorization, "", answered_caller, &reply);
    people_settle(people);
    assert_int_equal(reply.count, 1);
    return reply;
}

struct answered people_find(struct people *people, const char *name)
{
    struct answered reply = {0};
    account_find(&people->server, name, answered_found, &reply);
    people_settle(people);
    assert_int_equal(reply.count, 1);
    return reply;
}

void people_tamper(struct people *people, enum statement statement, const char *id, int64_t number)
{
    struct store_job *job = store_job_create();
    store_call(job, statement);
    store_bind_text(job, id);
    if (statement != STORE_END_SESSIONS)
        store_bind_integer(job, number);
    store_write(people->store, job, NULL, NULL);
    people_poll(people);
}
