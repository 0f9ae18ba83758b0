/* SPDX-License-Identifier: MIT */
/* The result of a match as a JSON object, for programs. docs/man/rookery-match.1 describes it. */
#ifndef MATCH_REPORT_JSON_H
#define MATCH_REPORT_JSON_H

#include "match/report.h"

struct report_summary {
    enum match_end end;
    rk_variant variant;
    double seconds; /* of this run */
};

void report_json(const struct report_subject *subject, const struct report_summary *summary,
                 struct buffer *out);

#endif
