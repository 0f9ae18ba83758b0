/* SPDX-License-Identifier: MIT */
/* Metrics: counting, and the text format of Prometheus. */
#include "core/metrics.h"

#include <stdio.h>
#include <string.h>

#include "core/limits.h"
#include "core/state.h"
#include "rookery/game.h"
#include "support/board.h"
#include "wire/refusals.h"

static struct server server;
static struct buffer text;

static int set_up(void **state)
{
    (void)state;
    server = (struct server){.now = 1700000000000};
    return (int)metrics_create(&server);
}

static int tear_down(void **state)
{
    (void)state;
    metrics_destroy(&server);
    buffer_fini(&text);
    return 0;
}

static void assert_written(const char *line)
{
    char whole[200];
    buffer_clear(&text);
    buffer_put(&text, '\n');
    metrics_write(server.metrics, &text);
    snprintf(whole, sizeof whole, "\n%s\n", line);
    if (!strstr(buffer_cstr(&text), whole))
        fail_msg("%s is not in %s", line, buffer_cstr(&text));
}

static void a_counter_starts_at_zero_and_counts(void **state)
{
    (void)state;
    assert_written("rookery_moves_total 0");
    metrics_count(server.metrics, METRIC_MOVES);
    metrics_count(server.metrics, METRIC_MOVES);
    assert_written("rookery_moves_total 2");
    assert_written("# TYPE rookery_moves_total counter");
    assert_written("# HELP rookery_moves_total Moves played and written to disk.");
}

static void labels_come_from_the_tables_of_their_subject(void **state)
{
    (void)state;
    metrics_count_label(server.metrics, METRIC_GAMES_FINISHED, RK_WON_BY_CHECKMATE);
    metrics_count_label(server.metrics, METRIC_MOVES_REFUSED, REFUSED_ILLEGAL);
    metrics_count_label(server.metrics, METRIC_RATE_LIMITED, LIMIT_CHAT);
    metrics_count_label(server.metrics, METRIC_REQUESTS, 404 / 100 - 1);
    assert_written("rookery_games_finished_total{reason=\"won_by_checkmate\"} 1");
    assert_written("rookery_games_finished_total{reason=\"drawn_by_stalemate\"} 0");
    assert_written("rookery_moves_refused_total{reason=\"illegal\"} 1");
    assert_written("rookery_rate_limited_total{key=\"chat.account\"} 1");
    assert_written("rookery_http_requests_total{status=\"4xx\"} 1");
    assert_written("rookery_build_info{version=\"" ROOKERY_VERSION "\"} 1");
}

static void a_status_that_does_not_end_a_game_has_no_series(void **state)
{
    (void)state;
    metrics_write(server.metrics, &text);
    assert_null(strstr(buffer_cstr(&text), "reason=\"active\""));
    assert_null(strstr(buffer_cstr(&text), "reason=\"ok\""));
    assert_null(strstr(buffer_cstr(&text), "=\"\""));
}

static void an_unknown_label_counts_nothing(void **state)
{
    (void)state;
    metrics_count_label(server.metrics, METRIC_MOVES, 1);
    metrics_count_label(server.metrics, METRIC_REQUESTS, (unsigned)(0 / 100) - 1);
    assert_written("rookery_moves_total 0");
    assert_written("rookery_moves_refused_total{reason=\"syntax\"} 0");
}

static void units_become_decimal_fractions(void **state)
{
    (void)state;
    metrics_set(server.metrics, METRIC_CPU_SECONDS, 1500000);
    metrics_set(server.metrics, METRIC_CLOCK_OFFSET, -2050);
    metrics_set(server.metrics, METRIC_MEMORY, 1000);
    assert_written("process_cpu_seconds_total 1.5");
    assert_written("rookery_clock_offset_seconds -2.05");
    assert_written("process_resident_memory_bytes 1000");
}

static void the_buckets_of_a_histogram_add_up(void **state)
{
    (void)state;
    metrics_observe(server.metrics, METRIC_MOVE_SECONDS, 100);
    metrics_observe(server.metrics, METRIC_MOVE_SECONDS, 101);
    metrics_observe(server.metrics, METRIC_MOVE_SECONDS, 6000000);
    metrics_observe(server.metrics, METRIC_MOVE_SECONDS, -5);
    assert_written("# TYPE rookery_move_duration_seconds histogram");
    assert_written("rookery_move_duration_seconds_bucket{le=\"0.0001\"} 2");
    assert_written("rookery_move_duration_seconds_bucket{le=\"0.00025\"} 3");
    assert_written("rookery_move_duration_seconds_bucket{le=\"5\"} 3");
    assert_written("rookery_move_duration_seconds_bucket{le=\"+Inf\"} 4");
    assert_written("rookery_move_duration_seconds_sum 6.000201");
    assert_written("rookery_move_duration_seconds_count 4");
}

static void a_server_without_metrics_counts_nothing(void **state)
{
    (void)state;
    metrics_count(NULL, METRIC_MOVES);
    metrics_observe(NULL, METRIC_MOVE_SECONDS, 1);
    metrics_set(NULL, METRIC_MEMORY, 1);
    assert_int_equal(metrics_get(NULL, METRIC_MOVES, 0), 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_counter_starts_at_zero_and_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(labels_come_from_the_tables_of_their_subject, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(a_status_that_does_not_end_a_game_has_no_series, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(an_unknown_label_counts_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(units_become_decimal_fractions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_buckets_of_a_histogram_add_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_server_without_metrics_counts_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
