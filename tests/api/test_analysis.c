/* SPDX-License-Identifier: MIT */
/* Evaluations by the engine and by the endgame tables over HTTP, with an engine that the test
 * plays itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/tablebase.h"
#include "support/board.h"
#include "support/fake_connection.h"

enum { HELD_MAX = 4 };

static struct harness harness;
static struct evaluation *held[HELD_MAX];
static size_t held_count;
static bool refuses;

static bool hold_evaluation(void *context, struct evaluation *evaluation)
{
    (void)context;
    if (refuses || held_count == HELD_MAX)
        return false;
    held[held_count++] = evaluation;
    return true;
}

/* Answers the first evaluation with one line. */
static void answer(const char *move_text, int score, bool is_mate)
{
    struct evaluation *evaluation = held[0];
    memmove(held, held + 1, --held_count * sizeof *held);
    evaluation->depth = 12;
    evaluation->nodes = 34567;
    evaluation->line_count = *move_text != '\0';
    if (*move_text)
        evaluation->lines[0] =
            (struct evaluation_line){.score = score,
                                     .is_mate = is_mate,
                                     .move_count = 1,
                                     .moves = {move(&evaluation->position, move_text)}};
    evaluation->done(evaluation);
    harness_settle(&harness);
}

static int set_up(void **state)
{
    (void)state;
    const char *shared = getenv("ROOKERY_SHARED");
    char path[256];
    held_count = 0;
    refuses = false;
    harness_open_store(&harness);
    harness.env.evaluate = hold_evaluation;
    snprintf(path, sizeof path, "%s/data/syzygy", shared ? shared : "../shared");
    const rk_err err = rk_tablebase_open(path, &harness.env.tablebase, NULL);
    assert_true(err == RK_OK || err == RK_CANNOT_OPEN);
    harness_start(&harness);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    rk_tablebase *tablebase = harness.env.tablebase;
    harness_close(&harness);
    while (held_count)
        answer("", 0, false);
    rk_tablebase_close(tablebase);
    return 0;
}

static void ask(struct fake_connection *connection, const char *target)
{
    fake_connection_get(connection, &harness, target, "*/*");
}

static void expect_body(struct fake_connection *connection, unsigned status, const char *body)
{
    assert_int_equal(connection->status, status);
    assert_string_equal(fake_connection_body(connection), body);
    fake_connection_fini(connection);
}

#define BLACK_TO_MOVE "4k3/8/8/8/8/8/4r3/K7_b_-_-_0_1"

static void scores_are_whites_and_mates_count_moves(void **state)
{
    (void)state;
    struct fake_connection got;
    ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    assert_int_equal(got.responses, 0);
    answer("e2e1", 610, false);
    expect_body(&got, 200,
                "{\"fen\":\"4k3/8/8/8/8/8/4r3/K7 b - - 0 1\",\"knodes\":34,\"depth\":12,"
                "\"pvs\":[{\"moves\":\"e2e1\",\"cp\":-610}]}");
    ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE "&multiPv=2");
    answer("e2e1", 3, true);
    assert_true(fake_connection_saw(&got, "\"mate\":-3"));
    fake_connection_fini(&got);
}

static void everybody_who_waits_for_a_position_gets_its_one_search(void **state)
{
    (void)state;
    struct fake_connection first;
    ask(&first, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    struct fake_connection second;
    ask(&second, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    assert_int_equal(held_count, 1);
    answer("e2e1", 610, false);
    assert_int_equal(first.status, 200);
    assert_int_equal(second.status, 200);
    struct fake_connection later;
    ask(&later, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    assert_int_equal(later.status, 200);
    assert_int_equal(held_count, 0);
    fake_connection_fini(&first);
    fake_connection_fini(&second);
    fake_connection_fini(&later);
}

/* The engine writes its lines to the evaluation while it searches. */
static void a_search_that_goes_on_is_not_known_yet(void **state)
{
    (void)state;
    struct fake_connection first, second;
    ask(&first, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    held[0]->line_count = 1;
    ask(&second, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    assert_int_equal(second.responses, 0);
    answer("e2e1", 610, false);
    assert_int_equal(first.status, 200);
    assert_int_equal(second.status, 200);
    fake_connection_fini(&first);
    fake_connection_fini(&second);
}

static void a_failed_or_refused_search_is_not_found(void **state)
{
    (void)state;
    struct fake_connection got;
    ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    answer("", 0, false);
    expect_body(&got, 404,
                "{\"error\":\"no evaluation of this position is available "
                "now\",\"code\":\"evaluation-none\"}");
    refuses = true;
    ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    expect_body(&got, 404,
                "{\"error\":\"no evaluation of this position is available "
                "now\",\"code\":\"evaluation-none\"}");
}

static void a_search_may_outlive_the_server(void **state)
{
    (void)state;
    struct fake_connection got;
    ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    assert_int_equal(held_count, 1);
    harness_destroy(&harness);
    struct evaluation *evaluation = held[--held_count];
    evaluation->line_count = 1;
    evaluation->done(evaluation);
    harness_start(&harness);
    fake_connection_fini(&got);
}

static void bad_parameters_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *query, *body;
    } rows[] = {
        {"", "{\"error\":{\"fen\":[\"missing\"]},\"code\":\"field-missing\"}"},
        {"?fen=8/8",
         "{\"error\":{\"fen\":[\"there are fewer than eight ranks\"]},\"code\":\"ranks-few\"}"},
        {"?fen=" BLACK_TO_MOVE "&multiPv=6",
         "{\"error\":{\"multiPv\":[\"must be a number from 1 to "
         "5\"]},\"code\":\"field-number\",\"parameters\":{\"min\":\"1\",\"max\":\"5\"}}"},
        {"?fen=" BLACK_TO_MOVE "&variant=shogi",
         "{\"error\":{\"variant\":[\"unknown variant\"]},\"code\":\"variant-unknown\"}"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char target[200];
        snprintf(target, sizeof target, "/api/cloud-eval%s", rows[i].query);
        struct fake_connection got;
        ask(&got, target);
        expect_body(&got, 400, rows[i].body);
    }
    struct fake_connection over;
    ask(&over, "/api/cloud-eval?fen=7k/6Q1/6K1/8/8/8/8/8_b");
    expect_body(&over, 404,
                "{\"error\":\"the game is over in this position\",\"code\":\"position-over\"}");
}

static void known_positions_do_not_count_for_the_rate(void **state)
{
    (void)state;
    struct fake_connection got;
    ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
    answer("e2e1", 1, false);
    fake_connection_fini(&got);
    for (int i = 0; i < 50; i++) {
        ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE);
        assert_int_equal(got.status, 200);
        fake_connection_fini(&got);
    }
    refuses = true;
    unsigned status = 0;
    for (int i = 0; i < 50 && status != 429; i++) {
        ask(&got, "/api/cloud-eval?fen=" BLACK_TO_MOVE "&multiPv=3");
        status = got.status;
        fake_connection_fini(&got);
    }
    assert_int_equal(status, 429);
}

static void skip_without_tables(void)
{
    if (!harness.env.tablebase)
        skip();
}

static void the_tables_list_the_best_move_first(void **state)
{
    (void)state;
    skip_without_tables();
    struct fake_connection got;
    ask(&got, "/api/tablebase/standard?fen=7k/8/5K2/6Q1/8/8/8/8_w_-_-_0_1");
    assert_int_equal(got.status, 200);
    assert_true(fake_connection_saw(&got, "\"category\":\"win\",\"moves\":[{\"uci\":\"g5g7\","
                                          "\"san\":\"Qg7#\",\"zeroing\":false,\"checkmate\":true"));
    assert_true(fake_connection_saw(&got, "\"category\":\"loss\""));
    assert_true(fake_connection_saw(&got, "\"stalemate\":true"));
    fake_connection_fini(&got);
    ask(&got, "/standard?fen=7k/8/5K2/6Q1/8/8/8/8_w_-_-_0_1");
    assert_int_equal(got.status, 200);
    fake_connection_fini(&got);
}

static void the_fifty_move_rule_counts(void **state)
{
    (void)state;
    skip_without_tables();
    struct fake_connection got;
    ask(&got, "/standard?fen=4k3/8/8/8/8/8/8/4KQ2_w_-_-_90_80");
    assert_true(fake_connection_saw(&got, "\"category\":\"cursed-win\",\"moves\""));
    fake_connection_fini(&got);
}

static void what_is_not_in_the_tables_is_not_found(void **state)
{
    (void)state;
    skip_without_tables();
    struct fake_connection got;
    ask(&got, "/api/tablebase/standard?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq");
    expect_body(
        &got, 404,
        "{\"error\":\"this position is not in the endgame tables\",\"code\":\"endgame-none\"}");
    ask(&got, "/api/tablebase/atomic?fen=4k3/8/8/8/8/8/8/4KQ2_w");
    expect_body(&got, 404,
                "{\"error\":\"there are endgame tables for standard chess "
                "only\",\"code\":\"endgame-standard\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(scores_are_whites_and_mates_count_moves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(everybody_who_waits_for_a_position_gets_its_one_search,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_search_that_goes_on_is_not_known_yet, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_failed_or_refused_search_is_not_found, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_search_may_outlive_the_server, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_parameters_are_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(known_positions_do_not_count_for_the_rate, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_tables_list_the_best_move_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_fifty_move_rule_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_in_the_tables_is_not_found, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
