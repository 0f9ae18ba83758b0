/* SPDX-License-Identifier: MIT */
/* Shows the progress of a long job on standard error: a bar with the percentage, the rate and the
 * time left where the size of the job is known, otherwise the count, the rate and the time taken.
 *
 *     match   37 % [##############------------------------] 37/100 games, 12.4/min, 5:05 left
 *
 * Nothing is shown if standard error is not a terminal, or for jobs shorter than half a second. A
 * progress belongs to one thread at a time. */
#ifndef PLATFORM_PROGRESS_H
#define PLATFORM_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Texts are borrowed until progress_end(). */
struct progress_options {
    const char *label; /* what runs; NULL: none */
    const char *unit;  /* what is counted, such as "games"; NULL: bytes */
    uint64_t total;    /* 0: unknown */
    uint64_t done;     /* before the start, as in a job that is resumed: not part of the rate */
    bool quiet;        /* show nothing */
};

/* All zeros shows nothing. */
struct progress {
    struct progress_options options;
    bool is_enabled, is_drawn;
    double started_at, next_draw; /* seconds */
};

void progress_start(struct progress *progress, const struct progress_options *options);

/* Call it as often as you like: it draws a few times per second. */
void progress_update(struct progress *progress, uint64_t done);

/* Erases the line. Call it before you write anything else to the terminal. */
void progress_clear(struct progress *progress);
void progress_end(struct progress *progress); /* erases the line; later updates show nothing */

/* A moment of a job, and where it is shown. */
struct progress_view {
    const char *label, *unit;
    uint64_t total, first, done; /* `first`: done before the start */
    double elapsed;              /* seconds */
    unsigned columns;
    bool utf8;
};

/* Writes the line, at most `columns` wide, to `out`, which has room for PROGRESS_LINE_MAX bytes.
 * What does not fit is left out: first the rate, then the count, the time and the label. */
enum { PROGRESS_LINE_MAX = 512 };
void progress_format(const struct progress_view *view, char *out);

#endif
