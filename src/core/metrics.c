/* SPDX-License-Identifier: MIT */
#include "core/metrics.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/state.h"
#include "wire/refusals.h"

enum metric_kind { COUNTER, GAUGE, HISTOGRAM };
enum metric_unit { ONE = 1, MILLI = 1000, MICRO = 1000000 };
enum { LABELS_MAX = 256, LABEL_SIZE = 64 };

/* Writes the value with that number; "" if it has no series. False after the last one. */
typedef bool label_values(unsigned index, char out[LABEL_SIZE]);

// ---- the values of labels --------------------------------------------------------------------

static bool list_words(const char *const *words, unsigned count, unsigned index,
                       char out[LABEL_SIZE])
{
    if (index < count)
        snprintf(out, LABEL_SIZE, "%s", words[index]);
    return index < count;
}

#define WORDS(function, ...)                                                \
    static bool function(unsigned index, char out[LABEL_SIZE])              \
    {                                                                       \
        static const char *const words[] = {__VA_ARGS__};                   \
        return list_words(words, sizeof words / sizeof *words, index, out); \
    }
WORDS(illegal_states, "log", "replay")
WORDS(connections, "all", "websocket", "stream")
WORDS(refused_connections, "full", "address")
WORDS(queues, "store_writes", "store_reads", "work", "engine", "reviews")
WORDS(think_outcomes, "replied", "busy", "timeout", "no-worker", "invalid")
WORDS(session_kinds, "account", "guest")
WORDS(status_classes, "1xx", "2xx", "3xx", "4xx", "5xx")
WORDS(build_versions, ROOKERY_VERSION)
#undef WORDS

/* RK_WON_BY_CHECKMATE is "won_by_checkmate". Only statuses that accept no action end a game. */
static bool end_statuses(unsigned index, char out[LABEL_SIZE])
{
    static const struct {
        const char *name, *accepts;
    } statuses[] = {
#define ROW(status, accepts, termination, text) {#status, #accepts},
#include "rookery/statuses.def"
    };
    if (index >= sizeof statuses / sizeof *statuses)
        return false;
    const char *name = statuses[index].name + strlen("RK_");
    size_t size = 0;
    if (!strcmp(statuses[index].accepts, "0"))
        for (; name[size]; size++)
            out[size] = (char)tolower((unsigned char)name[size]);
    out[size] = '\0';
    return true;
}

static bool refusals(unsigned index, char out[LABEL_SIZE])
{
    static const char *const words[] = {
#define ROW(refusal, word, status, text) word,
#include "wire/refusals.def"
    };
    return list_words(words, sizeof words / sizeof *words, index, out) &&
           (index != NOT_REFUSED || !(*out = '\0'));
}

static bool limit_keys(unsigned index, char out[LABEL_SIZE])
{
    static const char *const keys[] = {
#define ROW(limit, key, burst, refill, seconds, scope, reach) key,
#include "core/limits.def"
    };
    return list_words(keys, sizeof keys / sizeof *keys, index, out);
}

// ---- the table -------------------------------------------------------------------------------

static const struct description {
    enum metric_kind kind;
    const char *name, *label;
    label_values *values;
    enum metric_unit unit;
    const char *help;
} descriptions[] = {
#define ROW(metric, kind, name, label, values, unit, help) {kind, name, label, values, unit, help},
#include "core/metrics.def"
};

struct metrics {
    size_t first[METRIC_COUNT + 1]; /* the series of each metric; one for a histogram as well */
    const struct histogram *shared[METRIC_COUNT];
    struct histogram own[METRIC_COUNT]; /* used by histograms only */
    atomic_int_least64_t series[];
};

static size_t count_series(const struct description *description)
{
    char value[LABEL_SIZE];
    unsigned count = 0;
    while (description->values && count < LABELS_MAX && description->values(count, value))
        count++;
    return description->values ? count : 1;
}

rk_err metrics_create(struct server *server)
{
    size_t count = 0;
    for (size_t i = 0; i < METRIC_COUNT; i++)
        count += count_series(&descriptions[i]);
    struct metrics *metrics = calloc(1, sizeof *metrics + count * sizeof *metrics->series);
    if (!metrics)
        return RK_NO_MEMORY;
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        metrics->first[i + 1] = metrics->first[i] + count_series(&descriptions[i]);
        metrics->shared[i] = &metrics->own[i];
    }
    metrics_set_label(metrics, METRIC_BUILD, 0, 1);
    server->metrics = metrics;
    return RK_OK;
}

void metrics_destroy(struct server *server)
{
    free(server->metrics);
    server->metrics = NULL;
}

// ---- counting --------------------------------------------------------------------------------

/* NULL: there is no such series. */
static atomic_int_least64_t *find_series(struct metrics *metrics, enum metric metric,
                                         unsigned label)
{
    if (!metrics || label >= metrics->first[metric + 1] - metrics->first[metric])
        return NULL;
    return &metrics->series[metrics->first[metric] + label];
}

void metrics_adjust_label(struct metrics *metrics, enum metric metric, unsigned label, int by)
{
    atomic_int_least64_t *series = find_series(metrics, metric, label);
    if (series)
        atomic_fetch_add_explicit(series, by, memory_order_relaxed);
}

void metrics_count_label(struct metrics *metrics, enum metric metric, unsigned label)
{
    metrics_adjust_label(metrics, metric, label, 1);
}

void metrics_count(struct metrics *metrics, enum metric metric)
{
    metrics_adjust_label(metrics, metric, 0, 1);
}

void metrics_set_label(struct metrics *metrics, enum metric metric, unsigned label, int64_t value)
{
    atomic_int_least64_t *series = find_series(metrics, metric, label);
    if (series)
        atomic_store_explicit(series, value, memory_order_relaxed);
}

void metrics_set(struct metrics *metrics, enum metric metric, int64_t value)
{
    metrics_set_label(metrics, metric, 0, value);
}

int64_t metrics_get(const struct metrics *metrics, enum metric metric, unsigned label)
{
    const atomic_int_least64_t *series = find_series((struct metrics *)metrics, metric, label);
    return series ? atomic_load_explicit(series, memory_order_relaxed) : 0;
}

void metrics_observe(struct metrics *metrics, enum metric metric, int64_t us)
{
    if (metrics)
        histogram_add(&metrics->own[metric], us);
}

void metrics_share_histogram(struct metrics *metrics, enum metric metric,
                             const struct histogram *histogram)
{
    if (metrics)
        metrics->shared[metric] = histogram;
}

int64_t metrics_clock_us(const struct server *server)
{
    return server->env.clock_us ? server->env.clock_us(server->env.context) : server->now * MILLI;
}

// ---- writing ---------------------------------------------------------------------------------

/* A number of units as a decimal fraction: 1500 MILLI is 1.5. */
static void write_number(struct buffer *out, int64_t value, enum metric_unit unit)
{
    char text[48];
    const char *sign = value < 0 ? "-" : "";
    const uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    const int digits = unit == MILLI ? 3 : unit == MICRO ? 6 : 0;
    int length =
        snprintf(text, sizeof text, "%s%llu.%0*llu", sign, (unsigned long long)(size / unit),
                 digits ? digits : 1, (unsigned long long)(size % unit));
    while (text[length - 1] == '0')
        length--;
    if (text[length - 1] == '.')
        length--;
    buffer_add(out, text, (size_t)length);
}

static void write_sample(struct buffer *out, const char *name, const char *label, const char *value)
{
    buffer_text(out, name);
    if (label) {
        buffer_text(out, "{");
        buffer_text(out, label);
        buffer_text(out, "=\"");
        buffer_text(out, value); // no value of a table holds a quote, a backslash or a newline
        buffer_text(out, "\"}");
    }
    buffer_put(out, ' ');
}

static void write_series(const struct metrics *metrics, size_t index, struct buffer *out)
{
    const struct description *description = &descriptions[index];
    const size_t count = metrics->first[index + 1] - metrics->first[index];
    for (unsigned i = 0; i < count; i++) {
        char value[LABEL_SIZE] = "";
        if (description->values && (!description->values(i, value) || !*value))
            continue;
        write_sample(out, description->name, description->label, value);
        write_number(out, metrics_get(metrics, (enum metric)index, i), description->unit);
        buffer_put(out, '\n');
    }
}

const struct histogram *metrics_histogram(const struct metrics *metrics, enum metric metric)
{
    return metrics ? metrics->shared[metric] : NULL;
}

static void write_histogram(const struct histogram *histogram, const char *name, struct buffer *out)
{
    char sample[128];
    uint64_t total = 0;
    snprintf(sample, sizeof sample, "%s_bucket", name);
    for (size_t i = 0; i < HISTOGRAM_BUCKETS; i++) {
        struct buffer bound = {0};
        total += histogram_count(histogram, i);
        if (histogram_bound(i) == INT64_MAX)
            buffer_text(&bound, "+Inf");
        else
            write_number(&bound, histogram_bound(i), MICRO);
        write_sample(out, sample, "le", buffer_cstr(&bound));
        buffer_integer(out, (int64_t)total);
        buffer_put(out, '\n');
        buffer_fini(&bound);
    }
    buffer_text(out, name);
    buffer_text(out, "_sum ");
    write_number(out, (int64_t)histogram_sum(histogram), MICRO);
    buffer_put(out, '\n');
    buffer_text(out, name);
    buffer_text(out, "_count ");
    buffer_integer(out, (int64_t)total);
    buffer_put(out, '\n');
}

static void write_head(const struct description *description, struct buffer *out)
{
    static const char *const kinds[] = {"counter", "gauge", "histogram"};
    buffer_text(out, "# HELP ");
    buffer_text(out, description->name);
    buffer_put(out, ' ');
    buffer_text(out, description->help);
    buffer_text(out, "\n# TYPE ");
    buffer_text(out, description->name);
    buffer_put(out, ' ');
    buffer_text(out, kinds[description->kind]);
    buffer_put(out, '\n');
}

void metrics_write(const struct metrics *metrics, struct buffer *out)
{
    for (size_t i = 0; i < METRIC_COUNT; i++) {
        write_head(&descriptions[i], out);
        if (descriptions[i].kind == HISTOGRAM)
            write_histogram(metrics->shared[i], descriptions[i].name, out);
        else
            write_series(metrics, i, out);
    }
}
