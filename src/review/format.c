/* SPDX-License-Identifier: MIT */
#include "review/format.h"

#include <string.h>

#include "review/report_json.h"

static const char *const format_names[FORMAT_COUNT] = {
#define ROW(format, name, summary) [format] = (name),
#include "review/formats.def"
};

const char *format_name(enum report_format format)
{
    return format_names[format];
}

bool format_find(const char *name, enum report_format *out)
{
    for (unsigned i = 0; i < FORMAT_COUNT; i++)
        if (!strcmp(name, format_names[i])) {
            *out = i;
            return true;
        }
    return false;
}

void format_begin(const struct report_options *options, struct buffer *out)
{
    (void)options;
    (void)out;
}

rk_err format_game(const struct report_options *options, rk_pgn_game *game,
                   const struct review *review, struct buffer *out)
{
    return report_json(options, game, review, out);
}
