/* SPDX-License-Identifier: MIT */
/* Private notes: what somebody writes down about a game, for nobody else. */
#include <stdio.h>

#include "accounts/user_text.h"
#include "api/api.h"
#include "api/handlers.h"
#include "core/pending.h"

enum { NOTE_CHARACTERS = 2000, NOTES_MAX = 10000 /* of one account */ };

struct note_query {
    struct pending_request pending;
    struct exchange *exchange;
};

/* Returns NULL when out of memory, after responding with 503. */
static struct note_query *create_query(struct exchange *exchange)
{
    struct note_query *query = pending_create(&exchange->server->pending, sizeof *query);
    if (query)
        query->exchange = exchange;
    else
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    return query;
}

/* Returns the request; NULL if it has been destroyed. */
static struct exchange *finish_query(struct note_query *query)
{
    struct exchange *exchange = query->pending.server ? query->exchange : NULL;
    pending_destroy(&query->pending);
    return exchange;
}

static void send_note(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = finish_query(context);
    if (!exchange)
        return;
    if (outcome != STORE_DONE) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "text", store_next_row(job) ? store_get_text(job, 0) : "");
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_note_handler(struct exchange *exchange)
{
    struct note_query *query = create_query(exchange);
    if (!query)
        return;
    struct store_job *job = store_job_create();
    store_call(job, STORE_NOTE);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_text(job, exchange->params[0]);
    store_read(exchange->server->store, job, send_note, query);
}

static void send_result(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct exchange *exchange = finish_query(context);
    if (!exchange)
        return;
    if (outcome == STORE_DONE)
        exchange_ok(exchange);
    else if (outcome == STORE_REFUSED)
        exchange_refuse(exchange, REFUSED_NOT_NOW, "you already have 10000 notes");
    else
        exchange_refuse(exchange, REFUSED_STORE, NULL);
}

/* An empty note is deleted. */
static void write_note(struct exchange *exchange, const char *game, const char *text)
{
    struct note_query *query = create_query(exchange);
    if (!query)
        return;
    struct store_job *job = store_job_create();
    store_call(job, *text ? STORE_SET_NOTE : STORE_DELETE_NOTE);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_text(job, game);
    if (*text) {
        store_bind_text(job, text);
        store_bind_integer(job, server_date(exchange->server));
        store_bind_integer(job, NOTES_MAX);
    }
    store_write(exchange->server->store, job, send_result, query);
}

static void on_game(void *context, struct round *round, const char *why)
{
    struct exchange *exchange = context;
    const char *text = form_text(exchange->form, "text");
    char clean[4 * NOTE_CHARACTERS + 1];
    if (!round || !round_may_watch(round, exchange->caller.who.id)) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, round ? ROUND_NOT_FOUND : why);
        return;
    }
    user_text_sanitize(text, NOTE_CHARACTERS, clean, sizeof clean);
    write_note(exchange, round_info(round)->id, clean);
}

void api_set_note_handler(struct exchange *exchange)
{
    const char *text = form_text(exchange->form, "text");
    if (!text || user_text_count(text) > NOTE_CHARACTERS)
        exchange_refuse_field(exchange, "text", "must have at most 2000 characters");
    else if (exchange_check_rate(exchange, LIMIT_SETTINGS))
        rounds_open(exchange->server, exchange->params[0], on_game, exchange);
}
