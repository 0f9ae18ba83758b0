/* SPDX-License-Identifier: MIT */
/* Positions judged by the engine, by the endgame tables and by the games of an opening database. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/endgames.h"
#include "analysis/evaluations.h"
#include "api/handlers.h"
#include "explorer/query.h"
#include "http/exchange.h"
#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "rookery/san.h"
#include "syzygy/endgame_json.h"

/* Reads the parameter `fen`, in which `_` may stand for a blank. Without a variant: standard chess.
 * False: it has responded. */
static bool read_position(struct exchange *exchange, const char *variant_name, rk_position *out)
{
    const char *fen = form_text(exchange->form, "fen");
    char text[RK_FEN_MAX];
    rk_variant variant = RK_STANDARD;
    rk_fault fault;
    if (variant_name && strcmp(variant_name, "fromPosition") != 0 &&
        !rk_variant_from_name(variant_name, &variant)) {
        exchange_refuse_field(exchange, "variant", "unknown variant");
        return false;
    }
    if (!fen || strlen(fen) >= sizeof text) {
        exchange_refuse_field(exchange, "fen", fen ? "this is too long for a FEN" : "missing");
        return false;
    }
    for (size_t i = 0; i <= strlen(fen); i++)
        text[i] = fen[i] == '_' ? ' ' : fen[i];
    if (rk_fen_parse(text, strlen(text), variant, RK_FEN_FORGIVE_CASTLING, out, &fault)) {
        exchange_refuse_field(exchange, "fen", fault.text);
        return false;
    }
    return true;
}

// ---- evaluations by the engine ---------------------------------------------------------------

static void write_line(struct json *json, const rk_position *start,
                       const struct evaluation_line *line)
{
    char text[EVALUATION_MOVES_MAX * RK_UCI_MAX] = "";
    size_t size = 0;
    rk_position pos = *start;
    rk_undo memo;
    for (size_t i = 0; i < line->move_count; i++) {
        if (i)
            text[size++] = ' ';
        size += rk_uci_write(&pos, line->moves[i], text + size);
        rk_position_apply(&pos, line->moves[i], &memo);
    }
    json_begin_object(json);
    json_put_text(json, "moves", text);
    // The API's scores are White's.
    json_put_integer(json, line->is_mate ? "mate" : "cp",
                     start->turn == RK_WHITE ? line->score : -line->score);
    json_end_object(json);
}

static void respond_with_evaluation(void *context, const struct evaluation *evaluation)
{
    struct exchange *exchange = context;
    char fen[RK_FEN_MAX];
    if (!evaluation) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "there is no evaluation of this position now");
        return;
    }
    struct json json = json_in(&exchange->body);
    rk_fen_write(&evaluation->position, RK_FEN_PLAIN, fen);
    json_begin_object(&json);
    json_put_text(&json, "fen", fen);
    json_put_integer(&json, "knodes", (int64_t)(evaluation->nodes / 1000));
    json_put_integer(&json, "depth", evaluation->depth);
    json_put_array(&json, "pvs");
    for (size_t i = 0; i < evaluation->line_count; i++)
        write_line(&json, &evaluation->position, &evaluation->lines[i]);
    json_end_array(&json);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_cloud_eval_handler(struct exchange *exchange)
{
    rk_position pos;
    int64_t lines = 1;
    if (!read_position(exchange, form_text(exchange->form, "variant"), &pos))
        return;
    if (!form_integer(exchange->form, "multiPv", 1, EVALUATION_LINES_MAX, &lines)) {
        exchange_refuse_field(exchange, "multiPv", "must be a number from 1 to 5");
        return;
    }
    if (rk_position_outcome(&pos).end != RK_NOT_OVER)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "the game is over in this position");
    else if (evaluations_know(exchange->server, &pos, (unsigned)lines) ||
             exchange_check_rate(exchange, LIMIT_EVALUATION))
        evaluations_find(exchange->server, &pos, (unsigned)lines, respond_with_evaluation,
                         exchange);
}

// ---- endgame tables --------------------------------------------------------------------------

static void respond_with_endgame(void *context, const struct endgame *endgame)
{
    struct exchange *exchange = context;
    if (!endgame || !endgame->value.known) {
        exchange_refuse(exchange, endgame ? REFUSED_NOT_FOUND : REFUSED_BUSY,
                        endgame ? "this position is not in the endgame tables" : NULL);
        return;
    }
    struct json json = json_in(&exchange->body);
    endgame_json_write(endgame, &json);
    exchange_json(exchange, 200);
}

static void find_endgame(struct exchange *exchange)
{
    rk_position pos;
    if (!exchange->server->env.tablebase)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "this server has no endgame tables");
    else if (read_position(exchange, NULL, &pos) && exchange_check_rate(exchange, LIMIT_ENDGAME))
        endgame_find(exchange->server, &pos, respond_with_endgame, exchange);
}

void api_tablebase_handler(struct exchange *exchange)
{
    if (!strcmp(exchange->params[0], "standard"))
        find_endgame(exchange);
    else
        exchange_refuse(exchange, REFUSED_NOT_FOUND,
                        "there are endgame tables for standard chess only");
}

/* Clients that take the address of a tablebase server ask for this path. */
void tablebase_handler(struct exchange *exchange)
{
    find_endgame(exchange);
}

// ---- opening database ------------------------------------------------------------------------

/* Plays the moves of the parameter `play`, such as "e2e4,e7e5". False: it has responded. */
static bool play_moves(struct exchange *exchange, rk_position *pos)
{
    const char *at = form_text_or_empty(exchange->form, "play");
    while (*at) {
        const size_t size = strcspn(at, ",");
        rk_move move;
        rk_undo undo;
        rk_fault fault;
        if (rk_uci_parse(pos, at, size, RK_NOTATION_PLAIN, &move, &fault)) {
            exchange_refuse_field(exchange, "play", fault.text);
            return false;
        }
        rk_position_apply(pos, move, &undo);
        at += size;
        at += *at == ',';
    }
    return true;
}

/* Only what the index answers: counting games one by one would hold up the server. */
void api_explorer_handler(struct exchange *exchange)
{
    const struct database *database = exchange->server->env.explorer;
    struct statistics statistics;
    rk_position pos;
    if (!database) {
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "this server has no opening database");
        return;
    }
    const rk_variant variant = (rk_variant)database->header.variant;
    if (!form_text(exchange->form, "fen"))
        pos = rk_position_start(variant);
    else if (!read_position(exchange, rk_variant_name(variant), &pos))
        return;
    if (!play_moves(exchange, &pos) || !exchange_check_rate(exchange, LIMIT_EXPLORER))
        return;
    query_position(database, &pos, NULL, &statistics);
    query_write_json(database, &pos, &statistics, NULL, &exchange->body);
    if (database_damage(database, NULL)) {
        buffer_clear(&exchange->body);
        exchange_refuse(exchange, REFUSED_BUSY, "the opening database of this server is damaged");
        return;
    }
    exchange_json(exchange, 200);
}
