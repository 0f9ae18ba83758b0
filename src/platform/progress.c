/* SPDX-License-Identifier: MIT */
#include "platform/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/monotonic.h"
#include "base/text.h"
#include "platform/tty.h"

enum { BAR_STEP = 10, BAR_MAX = 40, PART_MAX = 96, MINUTE = 60, HOUR = 60 * MINUTE };

static const double first_delay = 0.5, draw_interval = 0.2; // seconds
static const double longest_estimate = 100.0 * 24 * HOUR;

// ---- the parts of a line ----------------------------------------------------------------------

static void format_bytes(double bytes, char *out)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
    size_t unit = 0;
    while (bytes >= 1000 && unit + 1 < sizeof units / sizeof *units) {
        bytes /= 1000;
        unit++;
    }
    snprintf(out, PART_MAX, unit ? "%.1f %s" : "%.0f %s", bytes, units[unit]);
}

static void format_count(const struct progress_view *view, char *out)
{
    char done[PART_MAX], total[PART_MAX];
    if (view->unit && view->total)
        snprintf(out, PART_MAX, "%" PRIu64 "/%" PRIu64 " %.32s", view->done, view->total,
                 view->unit);
    else if (view->unit)
        snprintf(out, PART_MAX, "%" PRIu64 " %.32s", view->done, view->unit);
    else if (view->total) {
        format_bytes((double)view->done, done);
        format_bytes((double)view->total, total);
        snprintf(out, PART_MAX, "%.32s/%.32s", done, total);
    } else {
        format_bytes((double)view->done, out);
    }
}

/* Per second since the start; 0 if nothing was done yet. */
static double view_rate(const struct progress_view *view)
{
    if (view->elapsed <= 0 || view->done <= view->first)
        return 0;
    return (double)(view->done - view->first) / view->elapsed;
}

static void format_rate(const struct progress_view *view, char *out)
{
    const double rate = view_rate(view);
    char bytes[PART_MAX];
    if (!view->unit) {
        format_bytes(rate, bytes);
        snprintf(out, PART_MAX, "%.32s/s", bytes);
    } else if (rate < 1) {
        snprintf(out, PART_MAX, "%.1f/min", rate * MINUTE);
    } else {
        snprintf(out, PART_MAX, rate < 100 ? "%.1f/s" : "%.0f/s", rate);
    }
}

static void format_duration(double seconds, char *out)
{
    const unsigned long whole = (unsigned long)(seconds + 0.5);
    const unsigned long minutes = whole / MINUTE;
    if (whole < HOUR)
        snprintf(out, PART_MAX, "%lu:%02lu", minutes, whole % MINUTE);
    else
        snprintf(out, PART_MAX, "%lu:%02lu:%02lu", whole / HOUR, minutes % MINUTE, whole % MINUTE);
}

/* The time left, or the time taken if the size is unknown; "" if nothing can be said yet. */
static void format_time(const struct progress_view *view, char *out)
{
    const double rate = view_rate(view);
    char duration[PART_MAX];
    *out = '\0';
    if (!view->total) {
        format_duration(view->elapsed, out);
    } else if (rate > 0) {
        const double left =
            view->done < view->total ? (double)(view->total - view->done) / rate : 0;
        format_duration(left, duration);
        if (left < longest_estimate)
            snprintf(out, PART_MAX, "%.32s left", duration);
    }
}

// ---- a line -----------------------------------------------------------------------------------

/* The text beside the bar, from the longest form to the shortest. */
enum { SHOW_RATE = 1, SHOW_COUNT = 2, SHOW_TIME = 4, SHOW_LABEL = 8 };
static const unsigned forms[] = {SHOW_RATE | SHOW_COUNT | SHOW_TIME | SHOW_LABEL,
                                 SHOW_COUNT | SHOW_TIME | SHOW_LABEL, SHOW_TIME | SHOW_LABEL,
                                 SHOW_LABEL, 0};

static void add_part(struct text *line, const char *part)
{
    if (!*part)
        return;
    if (line->at > line->start)
        text_add(line, ", ");
    text_add(line, part);
}

static void format_details(const struct progress_view *view, unsigned form, char *out)
{
    char part[PART_MAX];
    struct text line = text_in(out, PROGRESS_LINE_MAX);
    if (form & SHOW_COUNT) {
        format_count(view, part);
        add_part(&line, part);
    }
    if (form & SHOW_RATE && view_rate(view) > 0) {
        format_rate(view, part);
        add_part(&line, part);
    }
    if (form & SHOW_TIME) {
        format_time(view, part);
        add_part(&line, part);
    }
    text_end(&line);
}

static void format_head(const struct progress_view *view, unsigned form, char *out)
{
    struct text line = text_in(out, PROGRESS_LINE_MAX);
    char percent[PART_MAX];
    const uint64_t done = view->done < view->total ? view->done : view->total;
    if (form & SHOW_LABEL && view->label) {
        text_add(&line, view->label);
        text_add(&line, view->total ? " " : ": ");
    }
    if (view->total) {
        snprintf(percent, sizeof percent, "%3d %%",
                 (int)(100 * (double)done / (double)view->total));
        text_add(&line, percent);
    }
    text_end(&line);
}

static void add_bar(struct text *line, const struct progress_view *view, size_t width)
{
    const double share = (double)view->done / (double)view->total;
    const size_t full = share < 1 ? (size_t)(share * (double)width) : width;
    text_add(line, view->utf8 ? " " : " [");
    for (size_t i = 0; i < width; i++)
        if (view->utf8)
            text_add(line, i < full ? "\u2588" : "\u2591");
        else
            text_put(line, i < full ? '#' : '-');
    text_add(line, view->utf8 ? " " : "] ");
}

/* The width of the bar, in coarse steps, so that it does not change with every digit beside it. */
static size_t bar_width(const struct progress_view *view, size_t used)
{
    const size_t frame = view->utf8 ? 2 : 4;
    const size_t room = view->columns > used + frame ? view->columns - used - frame : 0;
    return room < BAR_MAX ? room / BAR_STEP * BAR_STEP : BAR_MAX;
}

void progress_format(const struct progress_view *view, char *out)
{
    char head[PROGRESS_LINE_MAX], details[PROGRESS_LINE_MAX];
    struct text line = text_in(out, PROGRESS_LINE_MAX);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        format_head(view, forms[i], head);
        format_details(view, forms[i], details);
        const size_t used = strlen(head) + strlen(details);
        const size_t bar = view->total ? bar_width(view, used) : 0;
        if (!bar && (view->total || used > view->columns))
            continue;
        text_add(&line, head);
        if (bar)
            add_bar(&line, view, bar);
        text_add(&line, details);
        break;
    }
    // Without room for a bar the percentage is still worth showing.
    if (line.at == line.start && strlen(head) <= view->columns)
        text_add(&line, head);
    text_end(&line);
}

// ---- drawing ----------------------------------------------------------------------------------

void progress_start(struct progress *progress, const struct progress_options *options)
{
    const double now = monotonic_seconds();
    *progress = (struct progress){.options = *options,
                                  .is_enabled = !options->quiet && tty_can_draw(STDERR_FILENO),
                                  .started_at = now,
                                  .next_draw = now + first_delay};
}

static void draw_line(struct progress *progress, uint64_t done, double now)
{
    char line[PROGRESS_LINE_MAX];
    const struct progress_options *options = &progress->options;
    // The last column stays free: a terminal may wrap after it.
    const struct progress_view view = {.label = options->label,
                                       .unit = options->unit,
                                       .total = options->total,
                                       .first = options->done,
                                       .done = done,
                                       .elapsed = now - progress->started_at,
                                       .columns = tty_columns(STDERR_FILENO) - 1,
                                       .utf8 = tty_is_utf8()};
    progress_format(&view, line);
    fflush(stdout); // what was printed before must not appear after the line
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    progress->is_drawn = true;
}

void progress_update(struct progress *progress, uint64_t done)
{
    if (!progress->is_enabled)
        return;
    const double now = monotonic_seconds();
    if (now < progress->next_draw)
        return;
    progress->next_draw = now + draw_interval;
    draw_line(progress, done, now);
}

void progress_clear(struct progress *progress)
{
    if (!progress->is_drawn)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->is_drawn = false;
}

void progress_end(struct progress *progress)
{
    progress_clear(progress);
    progress->is_enabled = false;
}
