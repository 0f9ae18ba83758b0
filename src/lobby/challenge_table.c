/* SPDX-License-Identifier: MIT */
#include "lobby/challenge_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"

enum {
    OFFLINE_AFTER_MS = 20 * SECOND_MS,
    LOOK_EVERY_MS = 2 * SECOND_MS, /* whether the challenger is still there */
    LINGER_MS = 5 * SECOND_MS      /* how long it can be found after its end */
};

// ---- requests --------------------------------------------------------------------------------

struct challenge_request *challenge_request_create(struct server *server,
                                                   struct challenge_entry *entry,
                                                   challenge_callback *callback, void *context)
{
    struct challenge_request *request =
        pending_create(&server->challenges->pending, sizeof *request);
    if (!request) {
        const struct reply reply = reply_make(REFUSED_BUSY, NULL);
        callback(context, &reply, NULL);
        return NULL;
    }
    request->pending.internal = true;
    request->entry = entry;
    request->callback = callback;
    request->context = context;
    return request;
}

static void answer(struct challenge_request *request, const struct reply *reply,
                   const struct challenge *challenge)
{
    challenge_callback *callback = request->callback;
    void *context = request->context;
    pending_destroy(&request->pending);
    callback(context, reply, challenge);
}

void challenge_request_reply(struct challenge_request *request, const struct reply *reply)
{
    answer(request, reply, NULL);
}

void challenge_request_refuse(struct challenge_request *request, enum refusal refusal,
                              const char *why)
{
    const struct reply reply = reply_make(refusal, why);
    challenge_request_reply(request, &reply);
}

void challenge_request_complete(struct challenge_request *request)
{
    const struct reply reply = reply_make(NOT_REFUSED, NULL);
    answer(request, &reply, &request->entry->challenge);
}

// ---- challenges ------------------------------------------------------------------------------

static bool is_seen(const struct challenge_entry *entry)
{
    return !list_is_empty(&entry->node);
}

struct challenge_entry *challenge_entry_find(struct server *server, const char *id)
{
    struct challenge_entry *entry = map_get(&server->challenges->by_id, id);
    return entry && is_seen(entry) ? entry : NULL;
}

void challenge_entry_forget(struct challenge_entry *entry)
{
    struct server *server = entry->server;
    timer_stop(&server->timers, &entry->timer);
    list_remove(&entry->node);
    map_remove(&server->challenges->by_id, entry->challenge.id);
    free(entry);
}

void challenge_entry_tell(struct challenge_entry *entry, enum notice_kind kind)
{
    const struct challenge *challenge = &entry->challenge;
    const char *whom[] = {challenge->from.id, challenge->to.id, challenge->allowed[0].id,
                          challenge->allowed[1].id, challenge->maker};
    for (size_t i = 0; i < sizeof whom / sizeof *whom; i++) {
        bool told = false;
        for (size_t j = 0; j < i; j++)
            told |= !strcmp(whom[i], whom[j]);
        if (!told)
            presence_notify(entry->server, whom[i], kind, challenge->id);
    }
}

static void look(void *context);

void challenge_entry_end(struct challenge_entry *entry, enum challenge_status status)
{
    struct server *server = entry->server;
    entry->challenge.status = status;
    entry->busy = false;
    (void)timer_set(&server->timers, &entry->timer, server->now + LINGER_MS, look, entry);
    if (server->challenges->ended)
        server->challenges->ended(server, &entry->challenge);
    if (status == CHALLENGE_CANCELED)
        challenge_entry_tell(entry, NOTICE_CHALLENGE_CANCELED);
    else if (status == CHALLENGE_DECLINED)
        challenge_entry_tell(entry, NOTICE_CHALLENGE_DECLINED);
}

void challenge_entry_end_row(struct store_job *job, const struct challenge *challenge)
{
    store_call(job, STORE_END_CHALLENGE);
    store_bind_text(job, challenge->id);
}

void challenge_entry_add_row(struct store_job *job, const struct challenge *challenge)
{
    struct buffer body = {0};
    challenge_serialize(challenge, &body);
    store_call(job, STORE_ADD_CHALLENGE);
    store_bind_text(job, challenge->id);
    store_bind_text(job, buffer_cstr(&body));
    store_bind_integer(job, challenge->expires_at);
    buffer_fini(&body);
}

void challenge_entry_unstore(struct challenge_entry *entry)
{
    if (!entry->stored)
        return;
    struct store_job *job = store_job_create();
    challenge_entry_end_row(job, &entry->challenge);
    store_write(entry->server->store, job, NULL, NULL);
    entry->stored = false;
}

static bool is_clocked(const struct challenge *challenge)
{
    return game_settings_speed(&challenge->settings) != SPEED_CORRESPONDENCE;
}

// Whoever wants to play at once and has gone is shown so, and again when he is back.
static void look_at_challenger(struct challenge_entry *entry)
{
    struct challenge *challenge = &entry->challenge;
    const struct server *server = entry->server;
    const int64_t seen = presence_last_seen(server, challenge->from.id);
    const int64_t last = seen > entry->since ? seen : entry->since;
    const bool away = server->now - last >= OFFLINE_AFTER_MS;
    const enum challenge_status status = away ? CHALLENGE_OFFLINE : CHALLENGE_CREATED;
    if (!*challenge->from.id || *challenge->rematch_of || status == challenge->status)
        return;
    challenge->status = status;
    challenge_entry_tell(entry, NOTICE_CHALLENGE);
}

static int64_t next_look(const struct challenge_entry *entry)
{
    const int64_t soon = entry->server->now + LOOK_EVERY_MS;
    const int64_t expires_at = entry->challenge.expires_at;
    const bool may_wait = !entry->busy && !is_clocked(&entry->challenge);
    return may_wait || (expires_at < soon && !entry->busy) ? expires_at : soon;
}

static void look(void *context)
{
    struct challenge_entry *entry = context;
    struct server *server = entry->server;
    if (!challenge_is_active(&entry->challenge)) {
        challenge_entry_forget(entry);
        return;
    }
    // Set first: whoever hears of it may end it.
    (void)timer_set(&server->timers, &entry->timer, next_look(entry), look, entry);
    if (entry->busy || !is_seen(entry))
        return;
    if (server->now >= entry->challenge.expires_at) {
        challenge_entry_unstore(entry);
        challenge_entry_end(entry, CHALLENGE_CANCELED);
    } else if (is_clocked(&entry->challenge))
        look_at_challenger(entry);
}

struct challenge_entry *challenge_entry_reserve(struct server *server,
                                                const struct challenge *challenge)
{
    struct challenge_entry *entry = calloc(1, sizeof *entry);
    if (!entry)
        return NULL;
    entry->challenge = *challenge;
    entry->server = server;
    entry->since = server->now;
    list_init(&entry->node);
    if (!map_put(&server->challenges->by_id, challenge->id, entry)) {
        free(entry);
        return NULL;
    }
    entry->busy = true;
    if (!timer_set(&server->timers, &entry->timer, next_look(entry), look, entry)) {
        challenge_entry_forget(entry);
        return NULL;
    }
    return entry;
}

void challenge_entry_show(struct challenge_entry *entry)
{
    struct server *server = entry->server;
    entry->busy = false;
    list_add(&server->challenges->seen, &entry->node);
    (void)timer_set(&server->timers, &entry->timer, next_look(entry), look, entry);
}

void challenge_entry_make_id(struct server *server, char out[GAME_ID_SIZE + 1])
{
    do
        server_make_id(server, out);
    while (map_get(&server->challenges->by_id, out) || rounds_find(server, out));
}

bool is_too_fast_for_bot(const struct identity *who, const struct game_settings *settings)
{
    return who->role == ROLE_BOT && game_settings_speed(settings) == SPEED_ULTRABULLET;
}

static bool are_bots(const struct identity *own, const struct identity *other)
{
    return own->role == ROLE_BOT && other->role == ROLE_BOT;
}

bool bot_game_is_allowed(struct server *server, const struct identity *own,
                         const struct identity *other, struct reply *reply)
{
    if (!are_bots(own, other))
        return true;
    const unsigned wait = limits_check(server, LIMIT_BOT_GAME, own->id, 1);
    const unsigned other_waits = limits_check(server, LIMIT_BOT_GAME, other->id, 1);
    *reply = reply_rate_limited(LIMIT_BOT_GAME, wait ? wait : other_waits);
    if (wait) {
        reply->why = "you have played the games of a day against other bots";
    } else {
        reply->refusal = REFUSED_NOT_NOW;
        reply->why = "that bot has played the games of a day against other bots";
    }
    return !wait && !other_waits;
}

void bot_game_count(struct server *server, const struct identity *own, const struct identity *other)
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
