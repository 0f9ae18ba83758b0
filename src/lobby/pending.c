/* SPDX-License-Identifier: MIT */
#include "lobby/pending.h"

#include <stdlib.h>
#include <string.h>

enum {
    OFFLINE_AFTER_MS = 20 * 1000,
    LOOK_EVERY_MS = 2 * 1000, /* whether the challenger is still there */
    LINGER_MS = 5 * 1000      /* how long it can be found after its end */
};

// ---- those who wait --------------------------------------------------------------------------

struct errand *errand_create(struct server *server, struct pending *pending, challenge_then *then,
                             void *context)
{
    struct errand *errand = calloc(1, sizeof *errand);
    if (!errand) {
        const struct reply reply = reply_of(REFUSED_BUSY, NULL);
        then(context, &reply, NULL);
        return NULL;
    }
    errand->server = server;
    errand->pending = pending;
    errand->then = then;
    errand->context = context;
    list_add(&server->challenges->errands, &errand->node);
    return errand;
}

void errand_end(struct errand *errand)
{
    list_remove(&errand->node);
    free(errand);
}

/* Answers and ends it. */
static void answer(struct errand *errand, const struct reply *reply,
                   const struct challenge *challenge)
{
    challenge_then *then = errand->then;
    void *context = errand->context;
    errand_end(errand);
    then(context, reply, challenge);
}

void errand_reply(struct errand *errand, const struct reply *reply)
{
    answer(errand, reply, NULL);
}

void errand_refuse(struct errand *errand, enum refusal refusal, const char *why)
{
    const struct reply reply = reply_of(refusal, why);
    errand_reply(errand, &reply);
}

void errand_agree(struct errand *errand)
{
    const struct reply reply = reply_of(NOT_REFUSED, NULL);
    answer(errand, &reply, &errand->pending->challenge);
}

// ---- what they wait for ----------------------------------------------------------------------

static bool is_seen(const struct pending *pending)
{
    return !list_is_empty(&pending->node);
}

struct pending *pending_find(struct server *server, const char *id)
{
    struct pending *pending = map_get(&server->challenges->by_id, id);
    return pending && is_seen(pending) ? pending : NULL;
}

void pending_forget(struct pending *pending)
{
    struct server *server = pending->server;
    timer_stop(&server->timers, &pending->timer);
    list_remove(&pending->node);
    map_remove(&server->challenges->by_id, pending->challenge.id);
    free(pending);
}

void pending_tell(struct pending *pending, enum notice_kind kind)
{
    const struct challenge *challenge = &pending->challenge;
    const char *whom[] = {challenge->from.id, challenge->to.id, challenge->allowed[0].id,
                          challenge->allowed[1].id, challenge->maker};
    for (size_t i = 0; i < sizeof whom / sizeof *whom; i++) {
        bool told = false;
        for (size_t j = 0; j < i; j++)
            told |= !strcmp(whom[i], whom[j]);
        if (!told)
            presence_tell(pending->server, whom[i], kind, challenge->id);
    }
}

static void look(void *context);

void pending_end(struct pending *pending, enum challenge_status status)
{
    struct server *server = pending->server;
    pending->challenge.status = status;
    pending->busy = false;
    (void)timer_set(&server->timers, &pending->timer, server->now + LINGER_MS, look, pending);
    if (server->challenges->ended)
        server->challenges->ended(server, &pending->challenge);
    if (status == CHALLENGE_CANCELED)
        pending_tell(pending, NOTICE_CHALLENGE_CANCELED);
    else if (status == CHALLENGE_DECLINED)
        pending_tell(pending, NOTICE_CHALLENGE_DECLINED);
}

void pending_end_row(struct store_job *job, const struct challenge *challenge)
{
    store_call(job, STORE_END_CHALLENGE);
    store_bind_text(job, challenge->id);
}

void pending_add_row(struct store_job *job, const struct challenge *challenge)
{
    struct buffer body = {0};
    challenge_keep(challenge, &body);
    store_call(job, STORE_ADD_CHALLENGE);
    store_bind_text(job, challenge->id);
    store_bind_text(job, buffer_end(&body));
    store_bind_integer(job, challenge->expires_at);
    buffer_fini(&body);
}

void pending_unstore(struct pending *pending)
{
    if (!pending->stored)
        return;
    struct store_job *job = store_job_create();
    pending_end_row(job, &pending->challenge);
    store_write(pending->server->store, job, NULL, NULL);
    pending->stored = false;
}

static bool is_clocked(const struct challenge *challenge)
{
    return game_settings_speed(&challenge->settings) != SPEED_CORRESPONDENCE;
}

// Whoever wants to play at once and has gone is shown so, and again when he is back.
static void look_at_challenger(struct pending *pending)
{
    struct challenge *challenge = &pending->challenge;
    const struct server *server = pending->server;
    const int64_t seen = presence_last_seen(server, challenge->from.id);
    const int64_t last = seen > pending->since ? seen : pending->since;
    const bool away = server->now - last >= OFFLINE_AFTER_MS;
    const enum challenge_status status = away ? CHALLENGE_OFFLINE : CHALLENGE_CREATED;
    if (!*challenge->from.id || *challenge->rematch_of || status == challenge->status)
        return;
    challenge->status = status;
    pending_tell(pending, NOTICE_CHALLENGE);
}

static int64_t next_look(const struct pending *pending)
{
    const int64_t soon = pending->server->now + LOOK_EVERY_MS;
    const int64_t expires_at = pending->challenge.expires_at;
    const bool may_wait = !pending->busy && !is_clocked(&pending->challenge);
    return may_wait || (expires_at < soon && !pending->busy) ? expires_at : soon;
}

static void look(void *context)
{
    struct pending *pending = context;
    struct server *server = pending->server;
    if (!challenge_stands(&pending->challenge)) {
        pending_forget(pending);
        return;
    }
    // Set first: whoever hears of it may end it.
    (void)timer_set(&server->timers, &pending->timer, next_look(pending), look, pending);
    if (pending->busy || !is_seen(pending))
        return;
    if (server->now >= pending->challenge.expires_at) {
        pending_unstore(pending);
        pending_end(pending, CHALLENGE_CANCELED);
    } else if (is_clocked(&pending->challenge))
        look_at_challenger(pending);
}

struct pending *pending_reserve(struct server *server, const struct challenge *challenge)
{
    struct pending *pending = calloc(1, sizeof *pending);
    if (!pending)
        return NULL;
    pending->challenge = *challenge;
    pending->server = server;
    pending->since = server->now;
    list_init(&pending->node);
    if (!map_put(&server->challenges->by_id, challenge->id, pending)) {
        free(pending);
        return NULL;
    }
    pending->busy = true;
    if (!timer_set(&server->timers, &pending->timer, next_look(pending), look, pending)) {
        pending_forget(pending);
        return NULL;
    }
    return pending;
}

void pending_show(struct pending *pending)
{
    struct server *server = pending->server;
    pending->busy = false;
    list_add(&server->challenges->seen, &pending->node);
    (void)timer_set(&server->timers, &pending->timer, next_look(pending), look, pending);
}

void pending_make_id(struct server *server, char out[GAME_ID_SIZE + 1])
{
    do
        server_make_id(server, out);
    while (map_get(&server->challenges->by_id, out) || round_find(server, out));
}

bool is_too_fast_for(const struct identity *who, const struct game_settings *settings)
{
    return who->role == ROLE_BOT && game_settings_speed(settings) == SPEED_ULTRABULLET;
}

static bool are_bots(const struct identity *own, const struct identity *other)
{
    return own->role == ROLE_BOT && other->role == ROLE_BOT;
}

bool bots_may_play(struct server *server, const struct identity *own, const struct identity *other,
                   struct reply *reply)
{
    if (!are_bots(own, other))
        return true;
    const unsigned wait = limits_ask(server, LIMIT_BOT_GAME, own->id, 1);
    const unsigned other_waits = limits_ask(server, LIMIT_BOT_GAME, other->id, 1);
    *reply = reply_limited(LIMIT_BOT_GAME, wait ? wait : other_waits);
    if (wait) {
        reply->why = "you have played the games of a day against other bots";
    } else {
        reply->refusal = REFUSED_NOT_NOW;
        reply->why = "that bot has played the games of a day against other bots";
    }
    return !wait && !other_waits;
}

void bots_play(struct server *server, const struct identity *own, const struct identity *other)
{
    if (are_bots(own, other)) {
        limits_take(server, LIMIT_BOT_GAME, own->id, 1);
        limits_take(server, LIMIT_BOT_GAME, other->id, 1);
    }
}

bool is_guest_or_nobody(const struct identity *who)
{
    return !*who->id || who->role == ROLE_GUEST;
}
