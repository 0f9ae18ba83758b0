/* SPDX-License-Identifier: MIT */
/* What was played in a position, from the opening databases, in the shape of Lichess's explorer.
 * Databases are read on a worker thread: they may be large, and not in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/explorer_databases.h"
#include "api/handlers.h"
#include "api/id_list.h"
#include "api/position_param.h"
#include "archive/game_conditions.h"
#include "archive/game_search.h"
#include "explorer/game_export.h"
#include "explorer/query.h"
#include "rookery/fen.h"

/* In databases of at most that many games, a position that the index does not have is looked for in
 * all of them. */
enum { SCAN_GAMES_MAX = 200000 };
enum { MOVES_DEFAULT = 12 };

struct explorer_request {
    struct pending_request pending;
    struct work work;
    struct exchange *exchange;
    struct explorer_source source;
    rk_position pos;
    struct game_conditions conditions;
    bool of_player; /* the games of one player with one colour */
    int64_t moves, top_games, recent_games;
    int64_t game; /* to export, from 1; 0: a position is asked for */
    struct buffer out;
    bool complete;
    struct statistics statistics;
};

static void release_request(struct pending_request *request)
{
    struct explorer_request *query = (struct explorer_request *)request;
    explorer_source_release(&query->source);
    buffer_fini(&query->out);
}

// ---- on the worker thread --------------------------------------------------------------------

static void write_own_id(struct json *json, const struct database *database, uint32_t number)
{
    struct database_game game;
    database_game(database, number, &game);
    game_search_put_own(json, database, &game, false);
}

static void run_query(struct work *work)
{
    struct explorer_request *query = LIST_OWNER(work, struct explorer_request, work);
    const struct archive_parts *parts = &query->source.parts;
    query->complete = query_databases(parts->databases, parts->count, &query->pos,
                                      game_conditions_filter(&query->conditions), SCAN_GAMES_MAX,
                                      &query->statistics);
    const struct query_answer answer = {.databases = parts->databases,
                                        .pos = &query->pos,
                                        .statistics = &query->statistics,
                                        .moves_max = (size_t)query->moves,
                                        .top_max = (size_t)query->top_games,
                                        .recent_max = (size_t)query->recent_games,
                                        .of_player = query->of_player,
                                        .player_side = query->conditions.side,
                                        .write_id = query->source.is_own ? write_own_id : NULL};
    query_write_answer(&answer, &query->out);
}

static void run_game_export(struct work *work)
{
    struct explorer_request *query = LIST_OWNER(work, struct explorer_request, work);
    game_export_pgn(query->source.parts.databases[0], (uint32_t)(query->game - 1), &query->out);
    query->complete = true;
}

// ---- on the server's thread ------------------------------------------------------------------

/* Lichess's explorer streams what it knows about a player while it still reads the games; clients
 * read lines. */
static void send_statistics(struct exchange *exchange, struct explorer_request *query)
{
    if (query->of_player) {
        buffer_text(&query->out, "\n");
        exchange_respond(exchange, 200, "application/x-ndjson", query->out.bytes, query->out.size);
        return;
    }
    buffer_add(&exchange->body, query->out.bytes, query->out.size);
    exchange_json(exchange, 200);
}

static void send_answer(struct explorer_request *query)
{
    struct exchange *exchange = query->exchange;
    if (explorer_source_is_damaged(exchange->server, &query->source))
        exchange_refuse(exchange, REFUSED_BUSY, "the opening database of this server is damaged");
    else if (!query->complete || query->out.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (query->game)
        exchange_respond(exchange, 200, "application/x-chess-pgn", query->out.bytes,
                         query->out.size);
    else
        send_statistics(exchange, query);
}

static void finish_query(struct work *work)
{
    struct explorer_request *query = LIST_OWNER(work, struct explorer_request, work);
    if (query->pending.server)
        send_answer(query);
    pending_destroy(&query->pending);
}

/* Reads one condition, if it is there. False: it has responded. */
static bool read_condition(struct exchange *exchange, const char *field,
                           bool (*set)(struct game_conditions *conditions, const char *text),
                           struct game_conditions *out, const char *why)
{
    const char *text = form_text(exchange->form, field);
    if (!text || !*text || set(out, text))
        return true;
    exchange_refuse_field(exchange, field, why);
    return false;
}

static bool read_count(struct exchange *exchange, const char *field, int64_t max, int64_t *out)
{
    if (form_integer(exchange->form, field, 0, INT32_MAX, out)) {
        *out = *out < max ? *out : max;
        return true;
    }
    exchange_refuse_field(exchange, field, "must be a number from 0");
    return false;
}

/* Only the server's own games have a speed and are rated or casual. */
static bool check_speed_filter(struct exchange *exchange, const struct explorer_source *source)
{
    static const char *const fields[] = {"speeds", "modes"};
    for (size_t i = 0; !source->is_own && i < sizeof fields / sizeof *fields; i++)
        if (*form_text_or_empty(exchange->form, fields[i])) {
            exchange_refuse_field(exchange, fields[i], "this database does not record speeds");
            return false;
        }
    return true;
}

static bool dates_are_ordered(struct exchange *exchange, const struct game_conditions *conditions)
{
    if (game_conditions_dates_are_ordered(conditions))
        return true;
    exchange_refuse_field(exchange, "until", "the last date is before the first one");
    return false;
}

static bool read_conditions(struct exchange *exchange, struct explorer_request *query)
{
    struct game_conditions *out = &query->conditions;
    return check_speed_filter(exchange, &query->source) &&
           read_condition(exchange, "speeds", game_conditions_set_speeds, out, "unknown speed") &&
           read_condition(exchange, "modes", game_conditions_set_modes, out,
                          "must be casual, rated or both") &&
           read_condition(exchange, "ratings", game_conditions_set_ratings, out,
                          "must be of 0, 1000, 1200, 1400, 1600, 1800, 2000, 2200 and 2500") &&
           read_condition(exchange, "since", game_conditions_set_since, out,
                          "must be a year or a month: 2018 or 2018-03") &&
           read_condition(exchange, "until", game_conditions_set_until, out,
                          "must be a year or a month: 2018 or 2018-03") &&
           dates_are_ordered(exchange, out);
}

static bool read_query(struct exchange *exchange, struct explorer_request *query)
{
    query->moves = MOVES_DEFAULT;
    query->top_games = query->recent_games = STATISTICS_GAMES_MAX;
    if (!form_text(exchange->form, "fen"))
        query->pos = rk_position_start(query->source.variant);
    else if (!position_param_read(exchange, rk_variant_name(query->source.variant), &query->pos))
        return false;
    return position_param_play(exchange, &query->pos) && read_conditions(exchange, query) &&
           read_count(exchange, "moves", STATISTICS_MOVES_MAX, &query->moves) &&
           read_count(exchange, "topGames", STATISTICS_GAMES_MAX, &query->top_games) &&
           read_count(exchange, "recentGames", STATISTICS_GAMES_MAX, &query->recent_games);
}

/* Starts the work of a request; refuses it if there is too much. */
static void submit_query(struct explorer_request *query, void (*run)(struct work *work))
{
    struct exchange *exchange = query->exchange;
    const struct server_env *env = &exchange->server->env;
    query->work = (struct work){.run = run, .done = finish_query};
    if (env->queue_background(env->context, &query->work))
        return;
    pending_destroy(&query->pending);
    exchange_refuse(exchange, REFUSED_BUSY, NULL);
}

/* NULL: it has responded. */
static struct explorer_request *create_request(struct exchange *exchange,
                                               enum explorer_default fallback)
{
    struct explorer_source source;
    if (!explorer_source_find(exchange, fallback, &source))
        return NULL;
    struct explorer_request *query = pending_create(&exchange->server->pending, sizeof *query);
    if (!query) {
        explorer_source_release(&source);
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
        return NULL;
    }
    query->pending.release = release_request;
    query->exchange = exchange;
    query->source = source;
    return query;
}

/* Takes the request. */
static void start_query(struct explorer_request *query)
{
    struct exchange *exchange = query->exchange;
    if (read_query(exchange, query) && exchange_check_rate(exchange, LIMIT_EXPLORER))
        submit_query(query, run_query);
    else
        pending_destroy(&query->pending);
}

static void find_position(struct exchange *exchange, enum explorer_default fallback)
{
    struct explorer_request *query = create_request(exchange, fallback);
    if (query)
        start_query(query);
}

void api_explorer_handler(struct exchange *exchange)
{
    find_position(exchange, EXPLORER_ANY);
}

void explorer_masters_handler(struct exchange *exchange)
{
    find_position(exchange, EXPLORER_FILE);
}

void explorer_lichess_handler(struct exchange *exchange)
{
    find_position(exchange, EXPLORER_OWN);
}

/* The games of one player with one colour. */
void explorer_player_handler(struct exchange *exchange)
{
    const char *player = form_text_or_empty(exchange->form, "player");
    const char *color = form_text_or_empty(exchange->form, "color");
    const bool is_white = !strcmp(color, "white");
    if (!*player || strlen(player) > CONDITION_PLAYER_MAX) {
        exchange_refuse_field(exchange, "player",
                              *player ? "a name or message is missing or too long" : "missing");
        return;
    }
    if (!is_white && strcmp(color, "black") != 0) {
        exchange_refuse_field(exchange, "color", "must be white or black");
        return;
    }
    struct explorer_request *query = create_request(exchange, EXPLORER_OWN);
    if (!query)
        return;
    snprintf(query->conditions.player, sizeof query->conditions.player, "%s", player);
    query->conditions.side = is_white ? RK_WHITE : RK_BLACK;
    query->of_player = true;
    start_query(query);
}

// ---- a game of a file ------------------------------------------------------------------------

/* The number of a game, from 1; 0 if it is not a number. */
static uint64_t parse_number(const char *id)
{
    enum { DIGITS_MAX = 10 };
    const size_t size = strspn(id, "0123456789");
    return size && size <= DIGITS_MAX && !id[size] ? strtoull(id, NULL, 10) : 0;
}

/* The PGN of the server's games is made from the store. */
static void refuse_own_game(struct exchange *exchange, const char *id)
{
    char why[80] = "no such game", game[GAME_ID_SIZE + 1];
    if (game_id_read(id, strlen(id), game))
        snprintf(why, sizeof why, "a game of this server is at /game/export/%s", game);
    exchange_refuse(exchange, REFUSED_NOT_FOUND, why);
}

static void export_game(struct exchange *exchange, const char *id)
{
    struct explorer_request *query = create_request(exchange, EXPLORER_FILE);
    if (!query)
        return;
    const uint64_t number = parse_number(id);
    if (query->source.is_own) {
        pending_destroy(&query->pending);
        refuse_own_game(exchange, id);
        return;
    }
    const bool found = number && number <= query->source.parts.databases[0]->header.game_count;
    if (!found || !exchange_check_rate(exchange, LIMIT_EXPLORER)) {
        pending_destroy(&query->pending);
        if (!found)
            exchange_refuse(exchange, REFUSED_NOT_FOUND, "no such game");
        return;
    }
    query->game = (int64_t)number;
    submit_query(query, run_game_export);
}

void api_explorer_game_handler(struct exchange *exchange)
{
    export_game(exchange, form_text_or_empty(exchange->form, "id"));
}

void explorer_masters_game_handler(struct exchange *exchange)
{
    export_game(exchange, exchange->params[0]);
}
