/* SPDX-License-Identifier: MIT */
#include "social/notifications.h"

#include <stdio.h>
#include <string.h>

#include "accounts/presence.h"
#include "accounts/user_text.h"
#include "base/buffer.h"
#include "core/pending.h"
#include "wire/message.h"
#include "wire/text_codes.h"

enum repetition { ADDS, REPLACES };

static const struct {
    const char *name;
    enum repetition repetition;
} kinds[NOTIFICATION_KIND_COUNT] = {
#define ROW(kind, name, repetition) {name, repetition},
#include "social/notifications.def"
};

// ---- adding ----------------------------------------------------------------------------------

struct add_request {
    struct pending_request pending;
    enum notification_kind kind;
    int64_t id;
    char account[IDENTITY_ID_MAX + 1];
    char from[IDENTITY_NAME_MAX + 1];
    char game[IDENTITY_ID_MAX + 1];
    char text[NOTIFICATION_TEXT_MAX + 1];
};

static const char *null_if_empty(const char *text)
{
    return text[0] ? text : NULL;
}

static void push_notification(const struct add_request *request, int64_t unread)
{
    struct buffer json = {0};
    char form[TEXT_CODE_FORM_SIZE];
    const struct text_code code = text_code_find(request->text);
    const bool coded = text_code_write_form(&code, form);
    message_write(KIND_OF_message_notification,
                  &(struct message_notification){.id = request->id,
                                                 .type = kinds[request->kind].name,
                                                 .text = request->text,
                                                 .code = coded ? code.code : NULL,
                                                 .parameters = coded && code.count ? form : NULL,
                                                 .from = null_if_empty(request->from),
                                                 .game = null_if_empty(request->game),
                                                 .date = server_date(request->pending.server),
                                                 .unread = unread},
                  &json);
    if (!json.failed)
        presence_notify_payload(request->pending.server, request->account, NOTICE_NOTIFICATION,
                                json.bytes, json.size);
    buffer_fini(&json);
}

static void finish_add(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct add_request *request = context;
    if (request->pending.server && outcome == STORE_DONE && store_next_row(job))
        push_notification(request, store_get_integer(job, 0));
    pending_destroy(&request->pending);
}

static void bind_replaced(struct store_job *job, const struct add_request *request)
{
    if (kinds[request->kind].repetition != REPLACES)
        return;
    store_call(job, STORE_REPLACE_NOTIFICATION);
    store_bind_text(job, request->account);
    store_bind_text(job, kinds[request->kind].name);
    store_bind_text(job, request->from);
    store_bind_text(job, request->game);
}

static void write_notification(struct add_request *request)
{
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    bind_replaced(job, request);
    store_call(job, STORE_ADD_NOTIFICATION);
    store_bind_text(job, request->account);
    store_bind_integer(job, request->id);
    store_bind_text(job, kinds[request->kind].name);
    store_bind_text(job, request->from);
    store_bind_text(job, request->game);
    store_bind_text(job, request->text);
    store_bind_integer(job, server_date(server));
    store_call(job, STORE_TRIM_NOTIFICATIONS);
    store_bind_text(job, request->account);
    store_bind_integer(job, NOTIFICATIONS_MAX);
    store_call(job, STORE_COUNT_UNREAD);
    store_bind_text(job, request->account);
    store_write(server->store, job, finish_add, request);
}

void notification_add(struct server *server, const char *account,
                      const struct notification *notification)
{
    const bool has_account = account[0] && account[0] != '~' && account[0] != '!';
    struct add_request *request =
        has_account ? pending_create(&server->pending, sizeof *request) : NULL;
    if (!request)
        return;
    request->kind = notification->kind;
    request->id = notification->number ? notification->number : server_next_number(server);
    snprintf(request->account, sizeof request->account, "%s", account);
    snprintf(request->from, sizeof request->from, "%s",
             notification->from ? notification->from : "");
    snprintf(request->game, sizeof request->game, "%s",
             notification->game ? notification->game : "");
    user_text_sanitize(notification->text, NOTIFICATION_TEXT_MAX, request->text,
                       sizeof request->text);
    write_notification(request);
}

// ---- reading ---------------------------------------------------------------------------------

struct read_request {
    struct pending_request pending;
    notifications_callback *callback; /* one of these three is set */
    unread_callback *counted;
    account_callback *done;
    void *context;
};

static void finish_json(struct read_request *request, enum store_outcome outcome,
                        struct buffer *out)
{
    const bool ok = outcome == STORE_DONE && !out->failed;
    if (request->pending.server)
        request->callback(request->context, ok ? NOT_REFUSED : REFUSED_BUSY, out->bytes, out->size);
    buffer_fini(out);
    pending_destroy(&request->pending);
}

void notification_write_row(const struct store_job *job, struct json *json)
{
    json_begin_object(json);
    json_put_integer(json, "id", store_get_integer(job, 0));
    json_put_text(json, "type", store_get_text(job, 1));
    json_put_text(json, "text", store_get_text(job, 4));
    const struct text_code code = text_code_find(store_get_text(job, 4));
    text_code_put_json(&code, json);
    if (store_get_text(job, 2)[0])
        json_put_text(json, "from", store_get_text(job, 2));
    if (store_get_text(job, 3)[0])
        json_put_text(json, "game", store_get_text(job, 3));
    json_put_integer(json, "date", store_get_integer(job, 5));
    json_put_bool(json, "read", store_get_integer(job, 6) != 0);
    json_end_object(json);
}

static void send_list(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct buffer out = {0};
    struct json json = json_in(&out);
    int64_t unread = 0;
    json_begin_object(&json);
    json_put_array(&json, "notifications");
    while (outcome == STORE_DONE && store_next_row(job)) {
        unread += !store_get_integer(job, 6);
        notification_write_row(job, &json);
    }
    json_end_array(&json);
    json_put_integer(&json, "unread", unread);
    json_end_object(&json);
    finish_json(context, outcome, &out);
}

void notifications_list(struct server *server, const char *account,
                        notifications_callback *callback, void *context)
{
    struct read_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, NULL, 0);
        return;
    }
    request->callback = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_NOTIFICATIONS);
    store_bind_text(job, account);
    store_read(server->store, job, send_list, request);
}

static void finish_count(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct read_request *request = context;
    const bool found = outcome == STORE_DONE && store_next_row(job);
    if (request->pending.server)
        request->counted(request->context, found ? NOT_REFUSED : REFUSED_BUSY,
                         found ? store_get_integer(job, 0) : 0,
                         found ? store_get_integer(job, 1) : 0);
    pending_destroy(&request->pending);
}

void notifications_count_unread(struct server *server, const char *account,
                                unread_callback *callback, void *context)
{
    struct read_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, 0, 0);
        return;
    }
    request->counted = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, STORE_COUNT_UNREAD);
    store_bind_text(job, account);
    store_read(server->store, job, finish_count, request);
}

// ---- read marks ------------------------------------------------------------------------------

static void finish_mark(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct read_request *request = context;
    const enum refusal refusal = outcome == STORE_DONE      ? NOT_REFUSED
                                 : outcome == STORE_REFUSED ? REFUSED_NOT_FOUND
                                                            : REFUSED_STORE;
    if (request->pending.server)
        request->done(request->context, refusal,
                      refusal == REFUSED_NOT_FOUND ? "no such notification"
                                                   : refusal_text(refusal));
    pending_destroy(&request->pending);
}

void notifications_mark_read(struct server *server, const char *account, int64_t id,
                             account_callback *callback, void *context)
{
    struct read_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY));
        return;
    }
    request->done = callback;
    request->context = context;
    struct store_job *job = store_job_create();
    store_call(job, id ? STORE_READ_NOTIFICATION : STORE_READ_NOTIFICATIONS);
    store_bind_text(job, account);
    if (id)
        store_bind_integer(job, id);
    store_write(server->store, job, finish_mark, request);
}

void notifications_mark_answered(struct server *server, const char *account,
                                 enum notification_kind kind, const char *game)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_READ_NOTIFICATIONS_ABOUT);
    store_bind_text(job, account);
    store_bind_text(job, kinds[kind].name);
    store_bind_text(job, game);
    store_write(server->store, job, NULL, NULL);
}
