/* SPDX-License-Identifier: MIT */
/* How a request wants games to be written: PGN or JSON by its Accept header, and its flags. */
#ifndef API_EXPORT_FORMAT_H
#define API_EXPORT_FORMAT_H

#include "api/export.h"
#include "http/exchange.h"

struct export_format {
    const struct server *server;
    struct export_flags flags;
    bool as_json;
    struct buffer *out;
};

/* Writes to `out`. `details` is whether clocks and the opening are shown if the
 * request does not say. */
struct export_format export_format_of(const struct exchange *exchange, bool details,
                                      struct buffer *out);

/* Appends one game; `context` is a struct export_format. JSON has no newline. */
void export_format_write(void *context, const struct exported_game *exported);

const char *export_format_type(const struct export_format *format); /* of many games */

/* Responds with the one game that was written to the body of the exchange, or 404. */
void export_format_respond(struct exchange *exchange, bool found);

#endif
