/* SPDX-License-Identifier: MIT */
/* Reading, read marks and deletion of private conversations. */
#include <stdio.h>
#include <string.h>

#include "accounts/names.h"
#include "base/buffer.h"
#include "base/json.h"
#include "core/pending.h"
#include "social/message_pair.h"
#include "social/messages.h"

struct inbox_request {
    struct pending_request pending;
    inbox_callback *callback; /* one of these two is set */
    account_callback *done;
    void *context;
};

// ---- reading ---------------------------------------------------------------------------------

static void finish_read(struct inbox_request *request, enum store_outcome outcome,
                        struct buffer *json)
{
    const bool ok = outcome == STORE_DONE && !json->failed;
    if (request->pending.server)
        request->callback(request->context, ok ? NOT_REFUSED : REFUSED_BUSY,
                          refusal_text(ok ? NOT_REFUSED : REFUSED_BUSY), json->bytes, json->size);
    buffer_fini(json);
    pending_destroy(&request->pending);
}

static struct inbox_request *begin_read(struct server *server, inbox_callback *callback,
                                        void *context)
{
    struct inbox_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY), NULL, 0);
        return NULL;
    }
    request->callback = callback;
    request->context = context;
    return request;
}

static void write_conversation(const struct store_job *job, struct json *json)
{
    json_begin_object(json);
    json_put_text(json, "id", store_get_text(job, 0));
    json_put_text(json, "name", store_get_text(job, store_is_null(job, 1) ? 0 : 1));
    json_put_integer(json, "unread", store_get_integer(job, 2));
    json_put_object(json, "last");
    json_put_text(json, "from", store_get_text(job, 3));
    json_put_text(json, "text", store_get_text(job, 4));
    json_put_integer(json, "date", store_get_integer(job, 5));
    json_end_object(json);
    json_end_object(json);
}

static void send_conversations(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    json_begin_object(&json);
    json_put_array(&json, "conversations");
    while (outcome == STORE_DONE && store_next_row(job))
        write_conversation(job, &json);
    json_end_array(&json);
    json_end_object(&json);
    finish_read(context, outcome, &out);
}

void conversations_list(struct server *server, const char *account, inbox_callback *callback,
                        void *context)
{
    struct inbox_request *request = begin_read(server, callback, context);
    if (!request)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_CONVERSATIONS);
    store_bind_text(job, account);
    store_bind_integer(job, CONVERSATIONS_PAGE);
    store_read(server->store, job, send_conversations, request);
}

static void write_message(const struct store_job *job, struct json *json)
{
    json_begin_object(json);
    json_put_integer(json, "id", store_get_integer(job, 0));
    json_put_text(json, "from", store_get_text(job, 1));
    json_put_text(json, "text", store_get_text(job, 2));
    json_put_integer(json, "date", store_get_integer(job, 3));
    json_end_object(json);
}

/* One more than a page was requested, to know whether there are more. */
static void send_messages(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    size_t count = 0;
    json_begin_object(&json);
    json_put_array(&json, "messages");
    while (outcome == STORE_DONE && store_next_row(job) && count++ < MESSAGES_PAGE)
        write_message(job, &json);
    json_end_array(&json);
    json_put_bool(&json, "more", count > MESSAGES_PAGE);
    json_end_object(&json);
    finish_read(context, outcome, &out);
}

void conversation_read(struct server *server, const char *account, const char *other,
                       int64_t before, inbox_callback *callback, void *context)
{
    char id[IDENTITY_ID_MAX + 1], pair[MESSAGE_PAIR_SIZE];
    if (!name_to_id(other, id)) {
        callback(context, REFUSED_NOT_FOUND, "no such user", NULL, 0);
        return;
    }
    struct inbox_request *request = begin_read(server, callback, context);
    if (!request)
        return;
    message_pair(account, id, pair);
    struct store_job *job = store_job_create();
    store_call(job, STORE_MESSAGES);
    store_bind_text(job, pair);
    store_bind_text(job, account);
    store_bind_text(job, id);
    store_bind_integer(job, before ? before : INT64_MAX);
    store_bind_integer(job, MESSAGES_PAGE + 1);
    store_read(server->store, job, send_messages, request);
}

// ---- read marks and deletion -----------------------------------------------------------------

static void finish_change(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct inbox_request *request = context;
    const enum refusal refusal = outcome == STORE_DONE      ? NOT_REFUSED
                                 : outcome == STORE_REFUSED ? REFUSED_NOT_FOUND
                                                            : REFUSED_STORE;
    if (request->pending.server)
        request->done(request->context, refusal,
                      refusal == REFUSED_NOT_FOUND ? "no such conversation"
                                                   : refusal_text(refusal));
    pending_destroy(&request->pending);
}

/* NULL: the callback was called. */
static struct inbox_request *begin_change(struct server *server, const char *other,
                                          char id[IDENTITY_ID_MAX + 1], account_callback *callback,
                                          void *context)
{
    if (!name_to_id(other, id)) {
        callback(context, REFUSED_NOT_FOUND, "no such user");
        return NULL;
    }
    struct inbox_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return NULL;
    }
    request->done = callback;
    request->context = context;
    return request;
}

void conversation_mark_read(struct server *server, const char *account, const char *other,
                            account_callback *callback, void *context)
{
    char id[IDENTITY_ID_MAX + 1];
    struct inbox_request *request = begin_change(server, other, id, callback, context);
    if (!request)
        return;
    struct store_job *job = store_job_create();
    static const enum statement marks[] = {STORE_READ_CONVERSATION,
                                           STORE_READ_MESSAGE_NOTIFICATION};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        store_call(job, marks[i]);
        store_bind_text(job, account);
        store_bind_text(job, id);
    }
    store_write(server->store, job, finish_change, request);
}

/* What both have deleted is deleted for good. */
void conversation_delete(struct server *server, const char *account, const char *other,
                         account_callback *callback, void *context)
{
    char id[IDENTITY_ID_MAX + 1], pair[MESSAGE_PAIR_SIZE];
    struct inbox_request *request = begin_change(server, other, id, callback, context);
    if (!request)
        return;
    message_pair(account, id, pair);
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_CONVERSATION);
    store_bind_text(job, account);
    store_bind_text(job, id);
    store_call(job, STORE_DELETE_DELETED_MESSAGES);
    store_bind_text(job, pair);
    store_bind_text(job, account);
    store_bind_text(job, id);
    store_write(server->store, job, finish_change, request);
}
