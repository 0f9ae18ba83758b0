/* SPDX-License-Identifier: MIT */
/* Formats the standings of a match for people. */
#ifndef MATCH_REPORT_H
#define MATCH_REPORT_H

#include "base/buffer.h"
#include "match/runner.h"

struct report_subject {
    const struct standings *standings;
    const struct engine_config *engines;
    const struct sprt *sprt; /* NULL: none */
};

/* Writes "+12.3 +- 45.6" or "at least +140.2" to `out`, which has room for REPORT_ELO_MAX. */
enum { REPORT_ELO_MAX = 40 };
void report_elo(struct elo elo, char *out);

/* What to do about repeated games. */
extern const char report_repeated_advice[];

/* The score of two engines or a table of more, and the SPRT. */
void report_standings(const struct report_subject *subject, struct buffer *out);

/* One line about a finished game. */
void report_game(const struct report_subject *subject, const struct runner_game *game,
                 struct buffer *out);

#endif
