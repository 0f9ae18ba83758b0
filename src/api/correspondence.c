/* SPDX-License-Identifier: MIT */
/* Conditional moves and vacations. */
#include <string.h>

#include "api/api.h"
#include "api/handlers.h"
#include "base/milliseconds.h"
#include "rookery/san.h"
#include "rounds/conditional_moves.h"
#include "rounds/vacations.h"

// ---- conditional moves -----------------------------------------------------------------------

static void write_lines(struct json *json, const char *lines)
{
    json_begin_object(json);
    json_put_array(json, "lines");
    while (*lines) {
        char line[CONDITIONAL_PLIES_MAX * RK_UCI_MAX];
        const size_t size = strcspn(lines, ",");
        if (size < sizeof line) {
            memcpy(line, lines, size);
            line[size] = '\0';
            json_text(json, line);
        }
        lines += size + (lines[size] == ',');
    }
    json_end_array(json);
    json_end_object(json);
}

static void send_lines(void *context, struct round *round, const char *why)
{
    struct exchange *exchange = context;
    rk_side side;
    if (!round)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, why);
    else if (api_check_player(exchange, round, &side)) {
        struct buffer lines = {0};
        struct json json = json_in(&exchange->body);
        conditional_moves_write(round, side, &lines);
        write_lines(&json, buffer_cstr(&lines));
        buffer_fini(&lines);
        exchange_json(exchange, 200);
    }
}

void api_conditional_handler(struct exchange *exchange)
{
    if (api_check_family(exchange))
        rounds_open(exchange->server, exchange->params[1], send_lines, exchange);
}

static void on_lines_set(void *context, const struct reply *reply)
{
    api_reply(context, reply);
}

static void set_lines(void *context, struct round *round, const char *why)
{
    struct exchange *exchange = context;
    const char *lines = form_text(exchange->form, "lines");
    rk_side side;
    if (!round)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, why);
    else if (!api_check_player(exchange, round, &side))
        return;
    else if (!lines)
        exchange_refuse_field(exchange, "lines", "missing: try e7e5 g1f3,c7c5 g1f3");
    else
        conditional_moves_set(round, &exchange->caller.who, lines, on_lines_set, exchange);
}

void api_set_conditional_handler(struct exchange *exchange)
{
    if (api_check_family(exchange))
        rounds_open(exchange->server, exchange->params[1], set_lines, exchange);
}

// ---- vacations -------------------------------------------------------------------------------

static void send_vacation(void *context, enum refusal refusal, const char *why,
                          const struct vacation_state *state)
{
    struct exchange *exchange = context;
    if (refusal) {
        exchange_refuse(exchange, refusal, why);
        return;
    }
    struct json json = json_in(&exchange->body);
    json_begin_object(&json);
    json_put_bool(&json, "on", state->on);
    if (state->on) {
        json_put_integer(&json, "since", state->since);
        json_put_integer(&json, "until", state->until);
    }
    json_put_integer(&json, "daysLeft", state->left_ms / DAY_MS);
    json_put_integer(&json, "daysPerYear", exchange->server->config.vacation_days);
    json_end_object(&json);
    exchange_json(exchange, 200);
}

void api_vacation_handler(struct exchange *exchange)
{
    vacation_find(exchange->server, exchange->caller.who.id, send_vacation, exchange);
}

void api_set_vacation_handler(struct exchange *exchange)
{
    if (!form_text(exchange->form, "on"))
        exchange_refuse_field(exchange, "on", "missing: true or false");
    else
        vacation_set(exchange->server, &exchange->caller.who,
                     form_bool(exchange->form, "on", false), send_vacation, exchange);
}
