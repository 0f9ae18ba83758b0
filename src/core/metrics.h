/* SPDX-License-Identifier: MIT */
/* Metrics for the operator: counters, gauges and histograms of metrics.def, written in the text
 * format of Prometheus. Any thread may count: the numbers are atomic, without locks. All functions
 * accept NULL, and then do nothing. */
#ifndef CORE_METRICS_H
#define CORE_METRICS_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/histogram.h"
#include "rookery/err.h"

struct metrics;
struct server;

enum metric {
#define ROW(metric, kind, name, label, values, unit, help) metric,
#include "core/metrics.def"
    METRIC_COUNT
};

/* Labels with their own numbers; the others have those of their subject: the rk_status of
 * METRIC_GAMES_FINISHED, the refusal of METRIC_MOVES_REFUSED, the limit of METRIC_RATE_LIMITED, and
 * the hundreds of the HTTP status minus 1 for METRIC_REQUESTS. */
enum metric_illegal_state { ILLEGAL_STATE_LOG, ILLEGAL_STATE_REPLAY };
enum metric_connection { CONNECTIONS_ALL, CONNECTIONS_WEBSOCKET, CONNECTIONS_STREAM };
enum metric_refused_connection { REFUSED_FULL, REFUSED_ADDRESS };
enum metric_queue {
    QUEUE_STORE_WRITES,
    QUEUE_STORE_READS,
    QUEUE_WORK,
    QUEUE_ENGINE,
    QUEUE_REVIEWS
};
enum think_outcome {
    THINK_OUTCOME_REPLIED,
    THINK_OUTCOME_BUSY,
    THINK_OUTCOME_TIMEOUT,
    THINK_OUTCOME_NO_WORKER,
    THINK_OUTCOME_INVALID,
    THINK_OUTCOME_COUNT
};
enum metric_session { SESSION_ACCOUNT, SESSION_GUEST };

RK_MUST_USE rk_err metrics_create(struct server *server);
void metrics_destroy(struct server *server);

/* Counts one. The second one is for metrics with a label; an unknown label counts nothing. */
void metrics_count(struct metrics *metrics, enum metric metric);
void metrics_count_label(struct metrics *metrics, enum metric metric, unsigned label);

/* Sets a gauge, or a counter that is kept elsewhere. The value is in the unit of the row. */
void metrics_set(struct metrics *metrics, enum metric metric, int64_t value);
void metrics_set_label(struct metrics *metrics, enum metric metric, unsigned label, int64_t value);
void metrics_adjust_label(struct metrics *metrics, enum metric metric, unsigned label, int by);

void metrics_observe(struct metrics *metrics, enum metric metric, int64_t us);

int64_t metrics_get(const struct metrics *metrics, enum metric metric, unsigned label);

/* A time for metrics_observe(), in microseconds from any start. */
int64_t metrics_clock_us(const struct server *server);

/* Shows a histogram that is kept elsewhere in place of its own. It must outlive the metrics. */
void metrics_share_histogram(struct metrics *metrics, enum metric metric,
                             const struct histogram *histogram);

/* Borrowed; NULL: there are no metrics. */
const struct histogram *metrics_histogram(const struct metrics *metrics, enum metric metric);

/* Appends all of them: the text exposition format of Prometheus, version 0.0.4. */
void metrics_write(const struct metrics *metrics, struct buffer *out);

#endif
