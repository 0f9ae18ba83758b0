/* SPDX-License-Identifier: MIT */
/* Private notes of a user about a game. */
#include <string.h>

#include "accounts/user_text.h"
#include "api/api.h"
#include "api/handlers.h"
#include "api/id_list.h"
#include "http/exchange_query.h"

enum { NOTE_CHARACTERS = 2000, NOTES_MAX = 10000 /* of one account */ };

static void send_note(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct exchange *exchange = exchange_read_finish(context, outcome);
    if (!exchange)
        return;
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "text", store_next_row(job) ? store_get_text(job, 0) : "");
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_note_handler(struct exchange *exchange)
{
    char game[GAME_ID_SIZE + 1] = "";
    game_id_read(exchange->params[0], strlen(exchange->params[0]), game);
    struct store_job *job = store_job_create();
    store_call(job, STORE_NOTE);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_text(job, game);
    exchange_read(exchange, job, send_note);
}

static void send_result(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct exchange *exchange = exchange_query_finish(context);
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
    struct store_job *job = store_job_create();
    store_call(job, *text ? STORE_SET_NOTE : STORE_DELETE_NOTE);
    store_bind_text(job, exchange->caller.who.id);
    store_bind_text(job, game);
    if (*text) {
        store_bind_text(job, text);
        store_bind_integer(job, server_date(exchange->server));
        store_bind_integer(job, NOTES_MAX);
    }
    exchange_write(exchange, job, send_result);
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
