/* SPDX-License-Identifier: MIT */
/* Sending private messages. */
#include "social/messages.h"

#include <stdio.h>
#include <string.h>

#include "accounts/account_row.h"
#include "accounts/blocks.h"
#include "accounts/mutes.h"
#include "accounts/names.h"
#include "accounts/presence.h"
#include "accounts/relations.h"
#include "accounts/user_text.h"
#include "base/buffer.h"
#include "base/utf8.h"
#include "core/pending.h"
#include "social/account_settings.h"
#include "social/message_pair.h"
#include "social/notifications.h"
#include "wire/message.h"

enum {
    LINK_COST = 2,    /* tokens for a message with a link; others cost one */
    PUSHED_MAX = 2000 /* bytes of a text that is sent over WebSockets */
};

struct send_request {
    struct pending_request pending;
    struct identity from, to;
    bool kid; /* the sender */
    int64_t id;
    bool continues; /* the conversation */
    message_callback *callback;
    void *context;
    char text[MESSAGE_TEXT_SIZE];
};

static void finish_send(struct send_request *request, const struct message_result *result)
{
    request->callback(request->context, result);
    pending_destroy(&request->pending);
}

static void refuse_send(struct send_request *request, enum refusal refusal, const char *why)
{
    finish_send(request, &(struct message_result){.refusal = refusal,
                                                  .why = why ? why : refusal_text(refusal)});
}

// ---- after it is on disk ---------------------------------------------------------------------

/* The size of the part of a text that fits into a WebSocket message. */
static size_t pushed_size(const char *text)
{
    const size_t size = strlen(text);
    size_t used = 0;
    while (used < size) {
        const size_t next = utf8_size(text + used, size - used);
        if (!next || used + next > PUSHED_MAX)
            break;
        used += next;
    }
    return used;
}

static void push_message(const struct send_request *request)
{
    struct server *server = request->pending.server;
    char text[PUSHED_MAX + 1] = "";
    const size_t size = pushed_size(request->text);
    memcpy(text, request->text, size);
    struct buffer json = {0};
    message_write(KIND_OF_message_private_message,
                  &(struct message_private_message){.id = request->id,
                                                    .from = request->from.name,
                                                    .to = request->to.name,
                                                    .text = text,
                                                    .cut = request->text[size] != '\0',
                                                    .date = server_date(server)},
                  &json);
    if (!json.failed) {
        presence_notify_payload(server, request->to.id, NOTICE_PRIVATE_MESSAGE, json.bytes,
                                json.size);
        presence_notify_payload(server, request->from.id, NOTICE_PRIVATE_MESSAGE, json.bytes,
                                json.size);
    }
    buffer_fini(&json);
}

static void notify_recipient(const struct send_request *request)
{
    char text[NOTIFICATION_TEXT_MAX];
    snprintf(text, sizeof text, "%s wrote to you.", request->from.name);
    notification_add(request->pending.server, request->to.id,
                     &(struct notification){
                         .kind = NOTIFICATION_MESSAGE, .text = text, .from = request->from.name});
}

static void on_sent(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct send_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
    } else if (outcome == STORE_DONE) {
        push_message(request);
        notify_recipient(request);
        finish_send(request, &(struct message_result){.refusal = NOT_REFUSED});
    } else {
        refuse_send(request, REFUSED_STORE, NULL);
    }
}

// ---- writing ---------------------------------------------------------------------------------

static void bind_conversation(struct store_job *job, const struct send_request *request,
                              bool is_sender)
{
    store_call(job, STORE_ADD_TO_CONVERSATION);
    store_bind_text(job, is_sender ? request->from.id : request->to.id);
    store_bind_text(job, is_sender ? request->to.id : request->from.id);
    store_bind_integer(job, request->id);
    store_bind_integer(job, !is_sender);
}

static void write_request(struct send_request *request)
{
    struct server *server = request->pending.server;
    char pair[MESSAGE_PAIR_SIZE];
    message_pair(request->from.id, request->to.id, pair);
    struct store_job *job = store_job_create();
    store_call(job, STORE_ADD_MESSAGE);
    store_bind_text(job, pair);
    store_bind_integer(job, request->id);
    store_bind_text(job, request->from.id);
    store_bind_text(job, request->text);
    store_bind_integer(job, server_date(server));
    bind_conversation(job, request, true);
    bind_conversation(job, request, false);
    store_call(job, STORE_TRIM_MESSAGES);
    store_bind_text(job, pair);
    store_bind_integer(job, MESSAGES_MAX);
    store_write(server->store, job, on_sent, request);
}

/* New conversations are limited by the day, replies by the minute. */
static void limit_and_write(struct send_request *request)
{
    const enum limit limit = request->continues ? LIMIT_MESSAGE_REPLY : LIMIT_CONVERSATION;
    const unsigned wait = limits_take(request->pending.server, limit, request->from.id,
                                      user_text_has_link(request->text) ? LINK_COST : 1);
    if (wait)
        finish_send(request, &(struct message_result){.refusal = REFUSED_RATE,
                                                      .why = refusal_text(REFUSED_RATE),
                                                      .limit = limit,
                                                      .wait = wait});
    else
        write_request(request);
}

// ---- checking --------------------------------------------------------------------------------

static bool is_staff(const struct identity *who)
{
    return who->role == ROLE_MODERATOR || who->role == ROLE_ADMIN;
}

static bool prefers_message(const struct account *to, enum relation theirs)
{
    struct account_settings settings;
    account_settings_parse(to->settings, &settings);
    const unsigned preferred = settings.preferences.values[PREFER_MESSAGE];
    account_settings_fini(&settings);
    return preferred == MESSAGE_FROM_ALL ||
           (preferred == MESSAGE_FROM_FRIENDS && theirs == RELATION_FOLLOWS);
}

/* NULL, or why the recipient gets no messages from the sender. */
static const char *recipient_fault(const struct send_request *request, const struct account *to,
                                   enum relation theirs)
{
    if (!strcmp(request->from.id, to->who.id))
        return "you cannot write to yourself";
    if (to->status != ACCOUNT_ACTIVE)
        return "that player's account is closed";
    const char *muted = mute_message(request->pending.server, request->from.id);
    if (is_staff(&request->from))
        return NULL;
    if (muted)
        return muted;
    if (request->kid)
        return "there are no private messages in kid mode";
    if (to->kid || blocks_exist_between(request->pending.server, request->from.id, to->who.id) ||
        !prefers_message(to, theirs))
        return "that player does not accept messages from you";
    return NULL;
}

/* The rows: the account, both relations, and the sender's side of the conversation. */
static void on_recipient_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct send_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome != STORE_DONE || !store_next_row(job)) {
        refuse_send(request, outcome == STORE_DONE ? REFUSED_NOT_FOUND : REFUSED_BUSY,
                    outcome == STORE_DONE ? "no such user" : NULL);
        return;
    }
    const struct account to = account_from_row(job);
    enum relation theirs = RELATION_NONE;
    request->to = to.who;
    while (store_next_row(job))
        if (!strcmp(store_get_text(job, 0), "conversation"))
            request->continues = true;
        else if (!strcmp(store_get_text(job, 0), to.who.id))
            theirs = (enum relation)store_get_integer(job, 1);
    const char *fault = recipient_fault(request, &to, theirs);
    if (fault)
        refuse_send(request, REFUSED_NOT_NOW, fault);
    else
        limit_and_write(request);
}

static void read_recipient(struct send_request *request, const char *id)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, id);
    store_call(job, STORE_RELATIONS);
    store_bind_text(job, request->from.id);
    store_bind_text(job, id);
    store_call(job, STORE_HAS_CONVERSATION);
    store_bind_text(job, request->from.id);
    store_bind_text(job, id);
    store_read(request->pending.server->store, job, on_recipient_read, request);
}

/* Cleans each line of the text; false if nothing is left. */
static bool copy_text(const char *text, char out[MESSAGE_TEXT_SIZE])
{
    size_t used = 0;
    bool any = false;
    for (const char *line = text; *line;) {
        char clean[MESSAGE_TEXT_SIZE], raw[MESSAGE_TEXT_SIZE];
        const size_t size = strcspn(line, "\n");
        memcpy(raw, line, size);
        raw[size] = '\0';
        const size_t length = user_text_sanitize(raw, MESSAGE_CHARACTERS, clean, sizeof clean);
        memcpy(out + used, clean, length);
        used += length;
        any = any || length;
        line += size;
        if (*line == '\n') {
            out[used++] = '\n';
            line++;
        }
    }
    while (used && out[used - 1] == '\n')
        used--;
    out[used] = '\0';
    return any;
}

void message_send(struct server *server, const struct caller *from, const char *to,
                  const char *text, message_callback *callback, void *context)
{
    struct send_request *request = pending_create(&server->pending, sizeof *request);
    char id[IDENTITY_ID_MAX + 1];
    if (!request) {
        callback(context, &(struct message_result){.refusal = REFUSED_BUSY,
                                                   .why = refusal_text(REFUSED_BUSY)});
        return;
    }
    request->from = from->who;
    request->kid = from->kid;
    request->id = server_next_number(server);
    request->callback = callback;
    request->context = context;
    if (!name_to_id(to, id))
        refuse_send(request, REFUSED_NOT_FOUND, "no such user");
    else if (user_text_count(text) > MESSAGE_CHARACTERS || strlen(text) >= MESSAGE_TEXT_SIZE)
        refuse_send(request, REFUSED_SYNTAX, "a message must have at most 8000 characters");
    else if (!copy_text(text, request->text))
        refuse_send(request, REFUSED_SYNTAX, "the message is empty");
    else
        read_recipient(request, id);
}
