/* SPDX-License-Identifier: MIT */
/* The formats of reports, and how a report is written. */
#ifndef REVIEW_REPORT_H
#define REVIEW_REPORT_H

#include "review/review.h"

enum report_format {
#define ROW(format, name, function) format,
#include "review/formats.def"
    REPORT_FORMAT_COUNT
};

/* How a report is written. */
struct report_options {
    enum report_format format;
    struct review_limits limits; /* with which the games were reviewed */
    unsigned columns;            /* of a text report */
    bool utf8, colour;           /* what the terminal can show; text reports only */
};

#endif
