/* SPDX-License-Identifier: MIT */
#include "review/format.h"

#include <string.h>

#include "review/report_html.h"
#include "review/report_json.h"
#include "review/report_pgn.h"
#include "review/report_text.h"

typedef rk_err report_function(const struct report_options *options, rk_pgn_game *game,
                               const struct review *review, struct buffer *out);

static const struct format {
    const char *name;
    report_function *write_game;
} formats[REPORT_FORMAT_COUNT] = {
#define ROW(format, name, function) [format] = {name, function},
#include "review/formats.def"
};

const char *report_format_name(enum report_format format)
{
    return formats[format].name;
}

bool report_format_find(const char *name, enum report_format *out)
{
    for (unsigned i = 0; i < REPORT_FORMAT_COUNT; i++)
        if (!strcmp(name, formats[i].name)) {
            *out = i;
            return true;
        }
    return false;
}

void report_format_begin(const struct report_options *options, struct buffer *out)
{
    if (options->format == FORMAT_HTML)
        report_html_begin(out);
}

rk_err report_format_game(const struct report_options *options, rk_pgn_game *game,
                          const struct review *review, struct buffer *out)
{
    return formats[options->format].write_game(options, game, review, out);
}
