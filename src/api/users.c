/* SPDX-License-Identifier: MIT */
/* Lists of users: by id, bots that are online, and names that start with a text. */
#include <string.h>

#include "accounts/account_row.h"
#include "accounts/names.h"
#include "accounts/presence.h"
#include "api/handlers.h"
#include "api/id_list.h"
#include "api/user_json.h"
#include "http/exchange.h"
#include "http/exchange_query.h"

enum {
    USERS_MAX = 300, /* in one request */
    BOTS_MAX = 512,  /* in a list of online bots; also the default */
    TERM_MIN = 3,    /* letters of a name to complete */
    SUGGESTIONS_MAX = 10
};

// ---- users by id -----------------------------------------------------------------------------

static void write_user(struct exchange *exchange, const struct store_job *job, struct json *json)
{
    const struct account account = account_from_row(job);
    json_begin_object(json);
    user_json_write(exchange->server, &account, NULL, json);
    json_end_object(json);
}

static void write_lines(struct exchange *exchange, struct store_job *job)
{
    while (store_next_row(job)) {
        struct json json = json_in(&exchange->body);
        write_user(exchange, job, &json);
        buffer_put(&exchange->body, '\n');
    }
}

static void write_array(struct exchange *exchange, struct store_job *job)
{
    struct json json = json_in(&exchange->body);
    json_begin_array(&json);
    while (store_next_row(job))
        write_user(exchange, job, &json);
    json_end_array(&json);
}

static void send_user_array(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    write_array(exchange, job);
    if (exchange->body.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        exchange_json(exchange, 200);
}

static void send_user_lines(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    write_lines(exchange, job);
    if (exchange->body.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        exchange_respond(exchange, 200, "application/x-ndjson", buffer_cstr(&exchange->body),
                         exchange->body.size);
}

static void add_user(struct store_job *job, const char *id)
{
    store_call(job, STORE_ACCOUNT);
    store_bind_text(job, id);
}

void api_users_handler(struct exchange *exchange)
{
    char id[IDENTITY_ID_MAX + 1];
    size_t count = 0;
    struct id_list list = id_list_of(exchange->request.body, exchange->request.body_size);
    struct store_job *job = store_job_create();
    while (count <= USERS_MAX && id_list_next_account(&list, id)) {
        add_user(job, id);
        count++;
    }
    if (count && count <= USERS_MAX) {
        exchange_read(exchange, job, send_user_array);
        return;
    }
    store_job_destroy(job);
    if (count) {
        exchange_refuse(exchange, REFUSED_SYNTAX, "too many users: at most 300 in one request");
        return;
    }
    buffer_text(&exchange->body, "[]");
    exchange_json(exchange, 200);
}

// ---- bots that are online --------------------------------------------------------------------

static void on_bots_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    int64_t max = BOTS_MAX, count = 0;
    if (!exchange)
        return;
    if (!form_integer(exchange->form, "nb", 1, BOTS_MAX, &max)) {
        exchange_refuse_field(exchange, "nb", "must be 1 to 512");
        return;
    }
    struct store_job *users = store_job_create();
    while (count < max && store_next_row(job)) {
        const char *id = store_get_text(job, 0);
        if (!presence_is_online(exchange->server, id))
            continue;
        add_user(users, id);
        count++;
    }
    if (count) {
        exchange_read(exchange, users, send_user_lines);
        return;
    }
    store_job_destroy(users);
    exchange_respond(exchange, 200, "application/x-ndjson", "", 0);
}

void api_online_bots_handler(struct exchange *exchange)
{
    struct store_job *job = store_job_create();
    store_call(job, STORE_BOTS);
    exchange_read(exchange, job, on_bots_read);
}

// ---- completing names ------------------------------------------------------------------------

static void write_suggestion(struct exchange *exchange, const struct store_job *job, bool as_object,
                             struct json *json)
{
    const char *id = store_get_text(job, 0);
    const struct identity who = {.role = (enum role)store_get_integer(job, 2)};
    if (!as_object) {
        json_text(json, id);
        return;
    }
    json_begin_object(json);
    json_put_text(json, "id", id);
    json_put_text(json, "name", store_get_text(job, 1));
    if (identity_title(&who))
        json_put_text(json, "title", identity_title(&who));
    if (presence_is_online(exchange->server, id))
        json_put_bool(json, "online", true);
    json_end_object(json);
}

static void send_suggestions(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    const bool as_object = form_bool(exchange->form, "object", false);
    struct json json = json_in(&exchange->body);
    if (as_object) {
        json_begin_object(&json);
        json_put_array(&json, "result");
    } else {
        json_begin_array(&json);
    }
    while (store_next_row(job))
        write_suggestion(exchange, job, as_object, &json);
    json_end_array(&json);
    if (as_object)
        json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_autocomplete_handler(struct exchange *exchange)
{
    const char *term = form_text(exchange->form, "term");
    char id[IDENTITY_ID_MAX + 1];
    if (!term || strlen(term) < TERM_MIN || !name_to_id(term, id)) {
        exchange_refuse_field(exchange, "term", "must have 3 to 31 letters of a name");
        return;
    }
    const bool friends = form_bool(exchange->form, "friend", false);
    if (friends && !*exchange->caller.who.id) {
        exchange_refuse(exchange, REFUSED_UNAUTHENTICATED, NULL);
        return;
    }
    struct store_job *job = store_job_create();
    store_call(job, friends ? STORE_COMPLETE_FRIENDS : STORE_COMPLETE_NAMES);
    store_bind_text(job, id);
    store_bind_integer(job, SUGGESTIONS_MAX);
    if (friends)
        store_bind_text(job, exchange->caller.who.id);
    exchange_read(exchange, job, send_suggestions);
}

/* There are no streamers. */
void api_streamers_handler(struct exchange *exchange)
{
    buffer_text(&exchange->body, "[]");
    exchange_json(exchange, 200);
}
