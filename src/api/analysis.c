/* SPDX-License-Identifier: MIT */
/* Positions judged by the engine and by the endgame tables. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/endgames.h"
#include "analysis/evaluations.h"
#include "api/handlers.h"
#include "api/position_param.h"
#include "http/exchange.h"
#include "rookery/fen.h"
#include "rookery/outcome.h"
#include "rookery/san.h"
#include "syzygy/endgame_json.h"

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
        exchange_refuse(exchange, REFUSED_NOT_FOUND,
                        "no evaluation of this position is available now");
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
    if (!position_param_read(exchange, form_text(exchange->form, "variant"), &pos))
        return;
    if (!form_integer(exchange->form, "multiPv", 1, EVALUATION_LINES_MAX, &lines)) {
        exchange_refuse_field(exchange, "multiPv", "must be a number from 1 to 5");
        return;
    }
    if (rk_position_outcome(&pos).end != RK_NOT_OVER)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, "the game is over in this position");
    else if (evaluations_has(exchange->server, &pos, (unsigned)lines) ||
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
    else if (position_param_read(exchange, NULL, &pos) &&
             exchange_check_rate(exchange, LIMIT_ENDGAME))
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
