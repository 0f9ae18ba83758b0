/* SPDX-License-Identifier: MIT */
/* Importing games. The PGN is read on a worker thread; then the games are written in one job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/handlers.h"
#include "core/pending.h"
#include "http/exchange.h"
#include "record/game_import.h"
#include "record/game_settings.h"

enum { URL_SIZE = 512 };

struct import_request {
    struct pending_request pending;
    struct work work;
    struct exchange *exchange;
    int64_t now;
    char *text; /* owned */
    size_t size;
    struct import_result result;
};

static void release_import(struct pending_request *request)
{
    struct import_request *import = (struct import_request *)request;
    free(import->text);
    import_result_fini(&import->result);
}

// ---- the response ----------------------------------------------------------------------------

static void write_made(const struct server *server, const struct imported_game *game,
                       struct json *json)
{
    char url[URL_SIZE];
    snprintf(url, sizeof url, "%s/%s", server->config.public_url, game->info.id);
    json_put_text(json, "id", game->info.id);
    json_put_text(json, "url", url);
    if (*game->warning)
        json_put_text(json, "warning", game->warning);
}

/* Of many games, a line for each: {"game":1,"id","url"}, perhaps with "warning", or
 * {"game":2,"error"}. */
static void send_lines(struct exchange *exchange, const struct import_result *result)
{
    for (size_t i = 0; i < result->count; i++) {
        const struct imported_game *game = &result->games[i];
        struct json json = json_in(&exchange->body);
        json_begin_object(&json);
        json_put_integer(&json, "game", (int64_t)i + 1);
        if (*game->why)
            json_put_text(&json, "error", game->why);
        else
            write_made(exchange->server, game, &json);
        json_end_object(&json);
        buffer_put(&exchange->body, '\n');
    }
    if (exchange->body.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else
        exchange_respond(exchange, 200, "application/x-ndjson", exchange->body.bytes,
                         exchange->body.size);
}

static void send_result(struct exchange *exchange, const struct import_result *result)
{
    const struct imported_game *game = &result->games[0];
    if (result->count > 1) {
        send_lines(exchange, result);
        return;
    }
    if (*game->why) {
        exchange_refuse_field(exchange, "pgn", game->why);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    write_made(exchange->server, game, &json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

// ---- writing ---------------------------------------------------------------------------------

static void on_imports_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct import_request *import = context;
    if (import->pending.server) {
        if (outcome == STORE_DONE)
            send_result(import->exchange, &import->result);
        else
            exchange_refuse(import->exchange, REFUSED_STORE, NULL);
    }
    pending_destroy(&import->pending);
}

static void add_game(struct store_job *job, const struct imported_game *game, const char *by)
{
    struct buffer head = {0};
    imported_game_write_head(game, &head);
    store_call(job, STORE_ADD_IMPORTED_GAME);
    store_bind_text(job, game->info.id);
    store_bind_text(job, buffer_cstr(&head));
    store_bind_text(job, game_settings_perf_key(&game->info.settings));
    store_bind_integer(job, game->info.created_at);
    store_bind_integer(job, game->status);
    store_bind_integer(job, game->winner);
    store_bind_integer(job, (int64_t)game->plies);
    store_bind_bytes(job, game->log.bytes, game->log.size);
    store_call(job, STORE_ADD_IMPORT);
    store_bind_text(job, by);
    store_bind_integer(job, game->info.created_at);
    store_bind_text(job, game->info.id);
    buffer_fini(&head);
}

static void write_games(struct import_request *import)
{
    struct server *server = import->pending.server;
    struct store_job *job = store_job_create();
    size_t count = 0;
    for (size_t i = 0; i < import->result.count; i++) {
        struct imported_game *game = &import->result.games[i];
        if (*game->why)
            continue;
        server_make_id(server, game->info.id);
        memcpy(game->info.keys, (char[2][5]){"0000", "0000"}, sizeof game->info.keys);
        game->info.created_at = import->now;
        add_game(job, game, import->exchange->caller.who.id);
        count++;
    }
    if (count) {
        store_write(server->store, job, on_imports_written, import);
        return;
    }
    store_job_destroy(job);
    send_result(import->exchange, &import->result);
    pending_destroy(&import->pending);
}

// ---- reading ---------------------------------------------------------------------------------

/* On the worker thread. */
static void read_games(struct work *work)
{
    struct import_request *import = LIST_OWNER(work, struct import_request, work);
    games_import(import->text, import->size, import->now, &import->result);
}

static void on_pgn_read(struct work *work)
{
    struct import_request *import = LIST_OWNER(work, struct import_request, work);
    const struct import_result *result = &import->result;
    struct exchange *exchange = import->exchange;
    if (import->pending.server && result->count) {
        write_games(import);
        return;
    }
    if (!import->pending.server)
        ; // the server is gone
    else if (result->no_memory)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (result->too_many)
        exchange_refuse_field(exchange, "pgn", "too many games: at most 100 in one request");
    else
        exchange_refuse_field(exchange, "pgn", "there is no game in this text");
    pending_destroy(&import->pending);
}

static void start_import(struct exchange *exchange, const char *text, size_t size)
{
    struct server *server = exchange->server;
    struct import_request *import = pending_create(&server->pending, sizeof *import);
    if (!import) {
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    }
    import->pending.release = release_import;
    import->work = (struct work){.run = read_games, .done = on_pgn_read};
    import->exchange = exchange;
    import->now = server_date(server);
    import->text = malloc(size);
    import->size = size;
    if (import->text)
        memcpy(import->text, text, size);
    if (import->text && server->env.queue_work(server->env.context, &import->work))
        return;
    pending_destroy(&import->pending);
    exchange_refuse(exchange, REFUSED_BUSY, NULL);
}

/* The PGN is the field `pgn` or, without a content type, the body. */
void api_import_handler(struct exchange *exchange)
{
    const struct request *request = &exchange->request;
    const char *pgn = form_text(exchange->form, "pgn");
    const bool is_raw = !pgn && !*request->content_type;
    const char *text = is_raw ? request->body : pgn;
    const size_t size = is_raw ? request->body_size : pgn ? strlen(pgn) : 0;
    if (!text || !size)
        exchange_refuse_field(exchange, "pgn", "send one or more games as PGN");
    else if (exchange_check_rate(exchange, LIMIT_IMPORT) &&
             exchange_check_rate(exchange, LIMIT_IMPORT_HOUR))
        start_import(exchange, text, size);
}
