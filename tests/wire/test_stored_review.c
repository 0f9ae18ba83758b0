/* SPDX-License-Identifier: MIT */
/* Stored reviews: what is read, and that anything else is refused with the reason. */
#include "wire/stored_review.h"

#include <stdio.h>
#include <string.h>

#include "support/board.h"

#define SIDE \
    "{\"accuracy\":91.5,\"acpl\":20,\"counts\":{\"inaccuracy\":1,\"mistake\":2,\"blunder\":3}}"
#define IDLE \
    "{\"accuracy\":null,\"acpl\":0,\"counts\":{\"inaccuracy\":0,\"mistake\":0,\"blunder\":0}}"
#define WITH_MOVES(moves) "{\"white\":" SIDE ",\"black\":" IDLE ",\"moves\":" moves "}"

static rk_err parse(const char *json, size_t plies, struct stored_review **out, rk_fault *fault)
{
    return stored_review_parse(json, strlen(json), plies, out, fault);
}

static void moves_and_totals_are_read(void **state)
{
    (void)state;
    struct stored_review *review;
    assert_int_equal(parse(WITH_MOVES("[{\"cp\":-12,\"best\":\"e4\",\"judgement\":\"mistake\","
                                      "\"comment\":\"why\",\"line\":[\"e4\",\"e5\"],\"more\":{}},"
                                      "{\"mate\":3,\"best\":null,\"judgement\":null}]"),
                           2, &review, NULL),
                     RK_OK);
    const struct reviewed_move first = stored_review_move(review, 0);
    assert_true(first.score == -12 && !first.is_mate && first.line_size == 2);
    assert_string_equal(first.best, "e4");
    assert_string_equal(first.judgement, "mistake");
    assert_string_equal(first.comment, "why");
    assert_string_equal(stored_review_line(review, 0, 1), "e5");
    const struct reviewed_move second = stored_review_move(review, 1);
    assert_true(second.score == 3 && second.is_mate && second.line_size == 0);
    assert_true(!second.best && !second.judgement && !second.comment);
    const struct reviewed_side white = stored_review_side(review, true);
    assert_true(white.inaccuracies == 1 && white.mistakes == 2 && white.blunders == 3);
    assert_true(white.acpl == 20 && white.accuracy == 91.5);
    assert_true(stored_review_side(review, false).accuracy < 0);
    stored_review_destroy(review);
    stored_review_destroy(NULL);
}

static void what_is_no_review_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "null",
        "{\"white\":1",
        "{}",
        "{\"white\":" SIDE ",\"moves\":[{\"cp\":1}]}",
        WITH_MOVES("{}"),
        WITH_MOVES("[]"),
        WITH_MOVES("[1]"),
        WITH_MOVES("[{}]"),
        WITH_MOVES("[{\"cp\":1,\"mate\":1}]"),
        WITH_MOVES("[{\"cp\":1.5}]"),
        WITH_MOVES("[{\"cp\":9000000000}]"),
        WITH_MOVES("[{\"cp\":1,\"best\":7}]"),
        WITH_MOVES("[{\"cp\":1,\"judgement\":[]}]"),
        WITH_MOVES("[{\"cp\":1,\"line\":\"e4\"}]"),
        WITH_MOVES("[{\"cp\":1,\"line\":[4]}]"),
        WITH_MOVES("[{\"cp\":1},{\"cp\":1}]"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct stored_review *review = NULL;
        rk_fault fault = {.text = ""};
        assert_int_equal(parse(texts[i], 1, &review, &fault), RK_BAD_RECORD);
        assert_null(review);
        assert_int_equal(fault.err, RK_BAD_RECORD);
        assert_true(*fault.text);
        assert_int_equal(parse(texts[i], 1, &review, NULL), RK_BAD_RECORD);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_and_totals_are_read),
        cmocka_unit_test(what_is_no_review_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
