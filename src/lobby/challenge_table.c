/* SPDX-License-Identifier: MIT */
#include "lobby/challenge_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "lobby/challenge_notice.h"
#include "lobby/game_ids.h"
#include "social/notifications.h"

enum {
    OFFLINE_AFTER_MS = 20 * SECOND_MS,
    CHECK_EVERY_MS = 2 * SECOND_MS, /* whether the challenger is still online */
    LINGER_MS = 5 * SECOND_MS       /* how long it can be found after its end */
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

static void finish_request(struct challenge_request *request, const struct reply *reply,
                           const struct challenge *challenge)
{
    challenge_callback *callback = request->callback;
    void *context = request->context;
    pending_destroy(&request->pending);
    callback(context, reply, challenge);
}

void challenge_request_reply(struct challenge_request *request, const struct reply *reply)
{
    finish_request(request, reply, NULL);
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
    finish_request(request, &reply, &request->entry->challenge);
}

// ---- challenges ------------------------------------------------------------------------------

static bool is_visible(const struct challenge_entry *entry)
{
    return !list_is_empty(&entry->node);
}

struct challenge_entry *challenge_entry_find(struct server *server, const char *id)
{
    struct challenge_entry *entry = map_get(&server->challenges->by_id, id);
    return entry && is_visible(entry) ? entry : NULL;
}

void challenge_entry_free(struct challenge_entry *entry)
{
    struct server *server = entry->server;
    timer_stop(&server->timers, &entry->timer);
    list_remove(&entry->node);
    map_remove(&server->challenges->by_id, entry->challenge.id);
    free(entry);
}

static void check_entry(void *context);

void challenge_entry_end(struct challenge_entry *entry, enum challenge_status status)
{
    struct server *server = entry->server;
    entry->challenge.status = status;
    entry->busy = false;
    (void)timer_set(&server->timers, &entry->timer, server->now + LINGER_MS, check_entry, entry);
    if (server->challenges->on_end)
        server->challenges->on_end(server, &entry->challenge);
    if (status == CHALLENGE_CANCELED)
        challenge_notice_send(entry->server, &entry->challenge, NOTICE_CHALLENGE_CANCELED);
    else if (status == CHALLENGE_DECLINED)
        challenge_notice_send(entry->server, &entry->challenge, NOTICE_CHALLENGE_DECLINED);
    else if (status == CHALLENGE_ACCEPTED)
        challenge_notice_send(entry->server, &entry->challenge, NOTICE_CHALLENGE_ACCEPTED);
    if (entry->notified && (status == CHALLENGE_ACCEPTED || status == CHALLENGE_DECLINED))
        notifications_mark_answered(server, entry->challenge.to.id, NOTIFICATION_CHALLENGE,
                                    entry->challenge.id);
}

void challenge_delete_row(struct store_job *job, const struct challenge *challenge)
{
    store_call(job, STORE_DELETE_CHALLENGE);
    store_bind_text(job, challenge->id);
}

void challenge_add_row(struct store_job *job, const struct challenge *challenge)
{
    struct buffer body = {0};
    challenge_serialize(challenge, &body);
    store_call(job, STORE_ADD_CHALLENGE);
    store_bind_text(job, challenge->id);
    store_bind_text(job, buffer_cstr(&body));
    store_bind_integer(job, challenge->expires_at);
    buffer_fini(&body);
}

void challenge_entry_delete_row(struct challenge_entry *entry)
{
    if (!entry->stored)
        return;
    struct store_job *job = store_job_create();
    challenge_delete_row(job, &entry->challenge);
    store_write(entry->server->store, job, NULL, NULL);
    entry->stored = false;
}

// A live challenge is marked when its challenger goes offline, and again when they are back.
static void check_challenger(struct challenge_entry *entry)
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
    challenge_notice_send(entry->server, &entry->challenge, NOTICE_CHALLENGE);
}

/* The expiry date is checked each time, because the system's clock may be set. */
static int64_t next_check(const struct challenge_entry *entry)
{
    const struct server *server = entry->server;
    const int64_t left = entry->challenge.expires_at - server_date(server);
    return server->now + (entry->busy ? CHECK_EVERY_MS : min_ms(left, CHECK_EVERY_MS));
}

static void check_entry(void *context)
{
    struct challenge_entry *entry = context;
    struct server *server = entry->server;
    const bool is_ours = shard_is_ours(server, SHARD_LOBBY);
    if (!challenge_is_active(&entry->challenge) || (!is_ours && !entry->busy)) {
        challenge_entry_free(entry);
        return;
    }
    // Set the timer first: a listener of the notices may end the challenge.
    (void)timer_set(&server->timers, &entry->timer, next_check(entry), check_entry, entry);
    if (entry->busy || !is_visible(entry))
        return;
    if (server_date(server) >= entry->challenge.expires_at) {
        challenge_entry_delete_row(entry);
        challenge_entry_end(entry, CHALLENGE_CANCELED);
    } else if (game_settings_has_clock(&entry->challenge.settings))
        check_challenger(entry);
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
    if (!timer_set(&server->timers, &entry->timer, next_check(entry), check_entry, entry)) {
        challenge_entry_free(entry);
        return NULL;
    }
    return entry;
}

void challenge_entry_publish(struct challenge_entry *entry)
{
    struct server *server = entry->server;
    entry->busy = false;
    list_add(&server->challenges->visible, &entry->node);
    (void)timer_set(&server->timers, &entry->timer, next_check(entry), check_entry, entry);
}

void challenge_generate_id(struct server *server, const char *from, char out[GAME_ID_SIZE + 1])
{
    do
        game_id_generate(server, from, out);
    while (map_get(&server->challenges->by_id, out) || rounds_find(server, out));
}

bool challenge_is_too_fast_for_bot(const struct identity *who, const struct game_settings *settings)
{
    return who->role == ROLE_BOT && !game_settings_allow_bot(settings);
}
