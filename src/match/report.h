/* SPDX-License-Identifier: MIT */
/* How a match stands, in words and figures for people. */
#ifndef MATCH_REPORT_H
#define MATCH_REPORT_H

#include "base/buffer.h"
#include "match/runner.h"

struct report_subject {
    const struct standings *standings;
    const struct contestant *contestants;
    const struct sprt *sprt; /* NULL: none */
};

/* "+12.3 +- 45.6", "-inf". Room for REPORT_ELO_MAX. */
enum { REPORT_ELO_MAX = 40 };
void report_elo(struct elo elo, char *out);

/* Some lines: the score of two, or a table of more; and the test. */
void report_standings(const struct report_subject *subject, struct buffer *out);

/* One line about a game that has ended. */
void report_game(const struct report_subject *subject, const struct runner_game *game,
                 struct buffer *out);

#endif
