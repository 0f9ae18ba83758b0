/* SPDX-License-Identifier: MIT */
/* Requests and replies of engine workers: what is written is read, and nothing else is. */
#include "net/think_message.h"

#include <stdio.h>
#include <string.h>

#include "accounts/identity.h"
#include "rookery/fen.h"
#include "support/board.h"

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

enum { POSITIONS_MAX = 16 };

/* All positions of a game whose moves are separated by spaces; returns their number. */
static size_t list_positions(rk_position first, const char *texts, rk_position out[POSITIONS_MAX])
{
    size_t count = 1;
    out[0] = first;
    for (char text[8]; sscanf(texts, "%7s", text) == 1; count++) {
        out[count] = after(out[count - 1], text);
        texts += strlen(text);
        texts += *texts == ' ';
    }
    return count;
}

static struct think_request move_request(const rk_position *positions, size_t count)
{
    return (struct think_request){.kind = THINK_MOVE,
                                  .level = 3,
                                  .seed = UINT64_C(0x123456789abcdef0),
                                  .max_ms = 400,
                                  .positions = positions,
                                  .count = count};
}

static void assert_survives(const struct think_request *request)
{
    struct buffer bytes = {0};
    struct think_request parsed;
    assert_true(think_request_write(request, &bytes));
    assert_int_equal(think_request_parse(bytes.bytes, bytes.size, &parsed), RK_OK);
    assert_int_equal(parsed.kind, request->kind);
    assert_int_equal(parsed.level, request->level);
    assert_int_equal(parsed.lines, request->lines);
    assert_int_equal(parsed.max_ms, request->max_ms);
    assert_true(parsed.seed == request->seed);
    assert_int_equal(parsed.count, request->count);
    assert_memory_equal(parsed.positions, request->positions,
                        request->count * sizeof *request->positions);
    think_request_fini(&parsed);
    buffer_fini(&bytes);
}

static void a_game_survives_as_a_position_and_moves(void **state)
{
    (void)state;
    rk_position positions[POSITIONS_MAX];
    const size_t count =
        list_positions(position(start), "g1f3 g8f6 f3g1 f6g8 e2e4 c7c5 g1f3 b8c6", positions);
    assert_int_equal(count, 9);
    const struct think_request request = move_request(positions, count);
    assert_survives(&request);
}

static void an_evaluation_survives(void **state)
{
    (void)state;
    const rk_position pos = position("8/8/8/4k3/8/8/4P3/4K3 w - - 12 60");
    const struct think_request request = {
        .kind = THINK_EVALUATION, .lines = 5, .max_ms = 800, .positions = &pos, .count = 1};
    assert_survives(&request);
}

static void every_variant_survives(void **state)
{
    (void)state;
    for (unsigned variant = 0; variant < RK_VARIANT_COUNT; variant++) {
        const rk_position pos = rk_position_start((rk_variant)variant);
        const struct think_request request = move_request(&pos, 1);
        assert_survives(&request);
    }
}

/* Castling where the rook, or the king, stays where it is. */
static void castling_of_chess960_survives(void **state)
{
    static const struct {
        const char *fen, *move;
    } cases[] = {{"4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1"},
                 {"4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1"},
                 {"4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1"},
                 {"4k3/8/8/8/8/8/8/R3K3 w A - 0 1", "e1a1"}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rk_position positions[POSITIONS_MAX];
        const rk_position first = position_of(RK_CHESS960, cases[i].fen);
        const struct think_request request =
            move_request(positions, list_positions(first, cases[i].move, positions));
        assert_survives(&request);
    }
}

static void positions_that_do_not_follow_are_not_sent(void **state)
{
    (void)state;
    const rk_position positions[] = {
        position(start), position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1")};
    const struct think_request request = move_request(positions, 2);
    struct buffer bytes = {0};
    assert_false(think_request_write(&request, &bytes));
    buffer_fini(&bytes);
}

static void truncated_and_extended_requests_are_refused(void **state)
{
    (void)state;
    rk_position positions[POSITIONS_MAX];
    const struct think_request request =
        move_request(positions, list_positions(position(start), "e2e4 e7e5", positions));
    struct buffer bytes = {0};
    struct think_request parsed;
    assert_true(think_request_write(&request, &bytes));
    for (size_t size = 0; size < bytes.size; size++)
        assert_int_equal(think_request_parse(bytes.bytes, size, &parsed), RK_BAD_RECORD);
    buffer_put(&bytes, 0);
    assert_int_equal(think_request_parse(bytes.bytes, bytes.size, &parsed), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

static void other_values_are_refused(void **state)
{
    /* byte, value: version, kind, level 0 and too high, lines of a move, no time, a move */
    static const struct {
        int at;
        unsigned char value;
    } cases[] = {{0, 2}, {1, 2}, {2, 0}, {2, ENGINE_LEVELS + 1}, {3, 1}, {4, 0xff}, {-1, 0xff}};
    (void)state;
    rk_position positions[POSITIONS_MAX];
    const struct think_request request =
        move_request(positions, list_positions(position(start), "e2e4", positions));
    struct buffer bytes = {0};
    struct think_request parsed;
    assert_true(think_request_write(&request, &bytes));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *at = bytes.bytes + (cases[i].at < 0 ? (int)bytes.size : 0) + cases[i].at;
        const char before = *at;
        *at = (char)cases[i].value;
        assert_int_equal(think_request_parse(bytes.bytes, bytes.size, &parsed), RK_BAD_RECORD);
        *at = before;
    }
    assert_int_equal(think_request_parse(bytes.bytes, bytes.size, &parsed), RK_OK);
    think_request_fini(&parsed);
    buffer_fini(&bytes);
}

// ---- replies ---------------------------------------------------------------------------------

static void a_move_survives_and_an_illegal_one_does_not(void **state)
{
    (void)state;
    const rk_position pos = position(start);
    struct move_search found = {.best = move(&pos, "e2e4"), .score = -31};
    struct move_search search = {.positions = &pos, .count = 1};
    struct buffer bytes = {0};
    think_move_write(&found, &bytes);
    assert_int_equal(think_move_parse(bytes.bytes, bytes.size, &search), RK_OK);
    assert_int_equal(search.best, found.best);
    assert_int_equal(search.score, -31);
    for (size_t size = 0; size < bytes.size; size++)
        assert_int_equal(think_move_parse(bytes.bytes, size, &search), RK_BAD_RECORD);
    buffer_clear(&bytes);
    found.best = rk_move_make(4, 60, RK_PLAIN);
    think_move_write(&found, &bytes);
    assert_int_equal(think_move_parse(bytes.bytes, bytes.size, &search), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

static struct evaluation make_evaluation(void)
{
    struct evaluation evaluation = {.position = position(start),
                                    .lines_wanted = 2,
                                    .depth = 12,
                                    .nodes = UINT64_C(5000000000),
                                    .line_count = 2};
    rk_position positions[POSITIONS_MAX];
    list_positions(evaluation.position, "e2e4", positions);
    evaluation.lines[0] = (struct evaluation_line){.score = 30, .move_count = 2};
    evaluation.lines[0].moves[0] = move(&evaluation.position, "e2e4");
    evaluation.lines[0].moves[1] = move(&positions[1], "e7e5");
    evaluation.lines[1] = (struct evaluation_line){.score = -3, .is_mate = true, .move_count = 1};
    evaluation.lines[1].moves[0] = move(&evaluation.position, "g2g4");
    return evaluation;
}

static void lines_survive_and_illegal_ones_do_not(void **state)
{
    (void)state;
    struct evaluation found = make_evaluation();
    struct evaluation parsed = {.position = found.position, .lines_wanted = 2};
    struct buffer bytes = {0};
    think_evaluation_write(&found, &bytes);
    assert_int_equal(think_evaluation_parse(bytes.bytes, bytes.size, &parsed), RK_OK);
    assert_int_equal(parsed.depth, 12);
    assert_true(parsed.nodes == found.nodes);
    assert_int_equal(parsed.line_count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(parsed.lines[i].score, found.lines[i].score);
        assert_int_equal(parsed.lines[i].is_mate, found.lines[i].is_mate);
        assert_memory_equal(parsed.lines[i].moves, found.lines[i].moves,
                            sizeof parsed.lines[i].moves);
    }
    parsed.lines_wanted = 1; // one more than was asked for
    assert_int_equal(think_evaluation_parse(bytes.bytes, bytes.size, &parsed), RK_BAD_RECORD);
    parsed.lines_wanted = 2;
    found.lines[0].moves[1] = found.lines[0].moves[0]; // White again
    buffer_clear(&bytes);
    think_evaluation_write(&found, &bytes);
    assert_int_equal(think_evaluation_parse(bytes.bytes, bytes.size, &parsed), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

static void replies_without_a_result_are_no_results(void **state)
{
    (void)state;
    const rk_position pos = position(start);
    struct move_search search = {.positions = &pos, .count = 1};
    struct evaluation evaluation = {.position = pos, .lines_wanted = 1};
    enum think_status status;
    struct buffer bytes = {0};
    think_status_write(THINK_BUSY, &bytes);
    assert_int_equal(think_status_parse(bytes.bytes, bytes.size, &status), RK_OK);
    assert_int_equal(status, THINK_BUSY);
    assert_int_equal(think_move_parse(bytes.bytes, bytes.size, &search), RK_BAD_RECORD);
    assert_int_equal(think_evaluation_parse(bytes.bytes, bytes.size, &evaluation), RK_BAD_RECORD);
    buffer_put(&bytes, 0);
    assert_int_equal(think_status_parse(bytes.bytes, bytes.size, &status), RK_BAD_RECORD);
    bytes.bytes[0] = 9; // another version
    assert_int_equal(think_status_parse(bytes.bytes, 2, &status), RK_BAD_RECORD);
    buffer_fini(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_survives_as_a_position_and_moves),
        cmocka_unit_test(an_evaluation_survives),
        cmocka_unit_test(every_variant_survives),
        cmocka_unit_test(castling_of_chess960_survives),
        cmocka_unit_test(positions_that_do_not_follow_are_not_sent),
        cmocka_unit_test(truncated_and_extended_requests_are_refused),
        cmocka_unit_test(other_values_are_refused),
        cmocka_unit_test(a_move_survives_and_an_illegal_one_does_not),
        cmocka_unit_test(lines_survive_and_illegal_ones_do_not),
        cmocka_unit_test(replies_without_a_result_are_no_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
