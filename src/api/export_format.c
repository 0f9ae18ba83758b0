/* SPDX-License-Identifier: MIT */
#include "api/export_format.h"

#include <string.h>

#include "rounds/rounds.h"

static const char pgn_type[] = "application/x-chess-pgn", json_type[] = "application/json",
                  ndjson_type[] = "application/x-ndjson";

static bool accepts_json(const struct request *request)
{
    return strstr(request->accept, ndjson_type) ||
           !strncmp(request->accept, json_type, sizeof json_type - 1);
}

struct export_format export_format_of(const struct exchange *exchange, bool details,
                                      struct buffer *out)
{
    const struct form *form = exchange->form;
    return (struct export_format){.server = exchange->server,
                                  .flags = {.moves = form_bool(form, "moves", true),
                                            .tags = form_bool(form, "tags", true),
                                            .clocks = form_bool(form, "clocks", details),
                                            .opening = form_bool(form, "opening", details),
                                            .evaluations = form_bool(form, "evals", details),
                                            .accuracy = form_bool(form, "accuracy", false),
                                            .literate = form_bool(form, "literate", false),
                                            .pgn_in_json = form_bool(form, "pgnInJson", false),
                                            .last_fen = form_bool(form, "lastFen", false),
                                            .exact_clocks = form_bool(form, "exact", false)},
                                  .as_json = accepts_json(&exchange->request),
                                  .out = out};
}

void export_format_write(void *context, const struct exported_game *exported)
{
    const struct export_format *format = context;
    if (format->as_json)
        export_json(format->server, exported, &format->flags, format->out);
    else
        export_pgn(format->server, exported, &format->flags, format->out);
}

const char *export_format_type(const struct export_format *format)
{
    return format->as_json ? ndjson_type : pgn_type;
}

void export_format_respond(struct exchange *exchange, bool found)
{
    if (!found)
        exchange_refuse(exchange, REFUSED_NOT_FOUND, ROUND_NOT_FOUND);
    else if (exchange->body.failed)
        exchange_refuse(exchange, REFUSED_BUSY, NULL);
    else if (accepts_json(&exchange->request))
        exchange_json(exchange, 200);
    else
        exchange_respond(exchange, 200, pgn_type, exchange->body.bytes, exchange->body.size);
}
