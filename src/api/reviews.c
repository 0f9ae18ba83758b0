/* SPDX-License-Identifier: MIT */
/* Reviews of finished games by the server's engine: asking for one, and reading it. */
#include <stdio.h>
#include <string.h>

#include "analysis/review_queue.h"
#include "api/export.h"
#include "api/handlers.h"
#include "api/id_list.h"
#include "api/visible_games.h"
#include "http/exchange.h"
#include "record/game_moves.h"
#include "rookery/pgn.h"

enum { PLIES_MIN = 2, PLIES_MAX = 600, TAG_NAME_SIZE = 64 };

static const char unavailable[] = "this server does not review games";

/* The game of a request, while the store's row is there. */
struct reviewed_game {
    struct exchange *exchange;
    struct store_job *row;
    void (*respond)(struct reviewed_game *game, const struct exported_game *exported);
};

// ---- the progress of a review ------------------------------------------------------------------

static void send_status(struct exchange *exchange, unsigned http_status,
                        const struct review_status *status)
{
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_text(&json, "state", review_state_name(status->state));
    if (status->place)
        json_put_integer(&json, "place", (int64_t)status->place);
    if (status->plies) {
        json_put_integer(&json, "done", (int64_t)status->done);
        json_put_integer(&json, "total", (int64_t)status->plies);
    }
    json_end_object(&json);
    exchange_json(exchange, http_status);
}

/* False: it neither waits nor runs. */
static bool send_progress(struct exchange *exchange, const char *game)
{
    const struct review_status status = review_queue_find(exchange->server, game);
    if (status.state == REVIEW_NONE)
        return false;
    send_status(exchange, 202, &status);
    return true;
}

// ---- finding the game --------------------------------------------------------------------------

static void on_visible(void *context, const struct exported_game *exported)
{
    struct reviewed_game *game = context;
    game->respond(game, exported);
}

static void answer_row(struct exchange *exchange, struct store_job *row, enum store_outcome outcome,
                       void (*respond)(struct reviewed_game *game,
                                       const struct exported_game *exported))
{
    struct reviewed_game game = {.exchange = exchange, .row = row, .respond = respond};
    if (outcome != STORE_DONE)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (!row || !visible_game_from_row(exchange->server, row, exchange->caller.who.id,
                                            on_visible, &game))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, ROUND_NOT_FOUND);
}

static void find_game(struct exchange *exchange, stored_game_found *then)
{
    char id[GAME_ID_SIZE + 1];
    if (game_id_read(exchange->params[0], strlen(exchange->params[0]), id))
        stored_game_find(exchange->server, id, then, exchange);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "invalid game id");
}

// ---- reading -----------------------------------------------------------------------------------

static rk_pgn_next put_tag(void *data, rk_pgn_text name, rk_pgn_text value)
{
    char key[TAG_NAME_SIZE];
    struct buffer text = {0};
    snprintf(key, sizeof key, "%.*s", (int)name.size, name.at);
    if (buffer_reserve(&text, value.size + 1))
        text.size = rk_pgn_unescape(value, text.bytes, value.size);
    json_key(data, key);
    json_text_bytes(data, text.bytes, text.size);
    buffer_fini(&text);
    return RK_PGN_CONTINUE;
}

/* The tags of the game as it is now: the names of players change, and are erased with an account,
 * so the stored report does not have them. */
static void put_tags(const struct server *server, const struct exported_game *exported,
                     struct json *json)
{
    const struct export_flags flags = {.tags = true, .opening = true};
    const rk_pgn_visitor visitor = {.data = json, .tag = put_tag};
    struct buffer pgn = {0};
    export_pgn(server, exported, &flags, &pgn);
    json_put_object(json, "tags");
    rk_pgn_read_text(buffer_cstr(&pgn), pgn.size, (rk_pgn_place){0}, &visitor);
    json_end_object(json);
    buffer_fini(&pgn);
}

/* The members of a report after its own tags, which come first. It has been parsed, so it is JSON
 * without blanks. */
static const char *skip_tags(const char *report, const char *end)
{
    static const char begin[] = "{\"tags\":{";
    const size_t size = sizeof begin - 1;
    bool in_text = false;
    if ((size_t)(end - report) < size || memcmp(report, begin, size) != 0)
        return report + 1;
    for (report += size; report < end && (in_text || *report != '}'); report++) {
        if (*report == '"')
            in_text = !in_text;
        report += in_text && *report == '\\';
    }
    return end - report > 2 ? report + 2 : end;
}

static void send_report(struct exchange *exchange, const struct exported_game *exported,
                        const char *report, size_t size)
{
    const char *end = report + size, *members = skip_tags(report, end);
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    put_tags(exchange->server, exported, &json);
    buffer_put(&exchange->body, ',');
    buffer_add(&exchange->body, members, (size_t)(end - members));
    exchange_json(exchange, 200);
}

static void send_review(struct reviewed_game *game, const struct exported_game *exported)
{
    struct exchange *exchange = game->exchange;
    size_t size;
    const char *report = visible_game_review(game->row, &size);
    if (exported->review)
        send_report(exchange, exported, report, size);
    else if (!send_progress(exchange, exported->info->id))
        exchange_refuse(exchange, REFUSED_NOT_FOUND,
                        report ? "the stored review of this game is damaged; request it again"
                               : "this game has not been reviewed");
}

static void on_game_to_show(void *context, struct store_job *row, enum store_outcome outcome)
{
    answer_row(context, row, outcome, send_review);
}

void api_review_handler(struct exchange *exchange)
{
    find_game(exchange, on_game_to_show);
}

// ---- asking ------------------------------------------------------------------------------------

static void on_request_stored(void *context, bool is_stored)
{
    static const struct review_status none;
    struct exchange *exchange = context;
    char id[GAME_ID_SIZE + 1];
    if (!is_stored || !game_id_read(exchange->params[0], strlen(exchange->params[0]), id))
        exchange_refuse(exchange, REFUSED_STORE, NULL);
    else if (!send_progress(exchange, id))
        send_status(exchange, 202, &none); // it has failed already
}

static void queue_game(struct exchange *exchange, const struct exported_game *exported,
                       size_t plies)
{
    const struct review_request request = {.game = exported->info->id,
                                           .account = exchange->caller.who.id,
                                           .plies = plies,
                                           .then = on_request_stored,
                                           .context = exchange};
    struct buffer pgn = {0};
    export_pgn_for_review(exported, &pgn);
    switch (review_queue_add(exchange->server, &request, &pgn)) {
    case REVIEW_ACCEPTED:
        return;
    case REVIEW_QUEUE_FULL:
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return;
    case REVIEW_UNAVAILABLE:
        exchange_refuse(exchange, REFUSED_NOT_FOUND, unavailable);
        return;
    }
}

static void request_review(struct reviewed_game *game, const struct exported_game *exported)
{
    struct exchange *exchange = game->exchange;
    struct server *server = exchange->server;
    const size_t plies = game_plies(exported->game);
    if (exported->review)
        send_status(exchange, 200, &(struct review_status){.state = REVIEW_DONE});
    else if (!rk_status_is_over(rk_game_status(exported->game)))
        exchange_refuse(exchange, REFUSED_NOT_NOW, "the game is still running");
    else if (send_progress(exchange, exported->info->id))
        ;
    else if (!review_queue_is_open(server))
        exchange_refuse(exchange, REFUSED_NOT_FOUND, unavailable);
    else if (plies < PLIES_MIN || plies > PLIES_MAX)
        exchange_refuse(exchange, REFUSED_NOT_NOW,
                        plies < PLIES_MIN ? "the game is too short for a review"
                                          : "the game is too long for a review");
    else if (review_queue_is_full(server))
        exchange_refuse(exchange, REFUSED_BUSY,
                        "too many games are waiting for a review; try again later");
    else if (!server->config.unlimited &&
             review_queue_share_is_used(server, exchange->caller.who.id))
        exchange_refuse_rate_key(exchange, 429, "review.account.waiting",
                                 "3 of your games are waiting for a review; wait until one is done",
                                 30);
    else if (exchange_check_rate(exchange, LIMIT_REVIEW))
        queue_game(exchange, exported, plies);
}

static void on_game_to_review(void *context, struct store_job *row, enum store_outcome outcome)
{
    answer_row(context, row, outcome, request_review);
}

void api_request_review_handler(struct exchange *exchange)
{
    find_game(exchange, on_game_to_review);
}
