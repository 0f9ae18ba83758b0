/* SPDX-License-Identifier: MIT */
/* What the reports contain. tests/cli/analyse.txt compares whole reports of famous games. */
#include <stdlib.h>
#include <string.h>

#include "review/format.h"
#include "review/graph.h"
#include "review/judge.h"
#include "review/wrap.h"
#include "rookery/engine.h"
#include "rookery/fen.h"
#include "support/board.h"
#include "support/review.h"

static const char annotated[] =
    "[White \"A\\\\B \\\"x\\\"\"]\n[Black \"<b>\033[31m\"]\n[Result \"0-1\"]\n\n"
    "{Before} 1. f3 {[%eval 0.1] [%clk 0:05:00] weak} e5 $1 2. g4 $2 {a trap} (2. e4 {better} Nc6) "
    "Qh4# 0-1";

/* Frees the review. */
static char *write_review(struct review *review, const char *pgn, struct report_options options)
{
    struct buffer out = {0};
    rk_pgn_game *game = parse_game(pgn);
    options.limits.nodes = 1000;
    report_format_begin(&options, &out);
    assert_int_equal(report_format_game(&options, game, review, &out), RK_OK);
    rk_pgn_game_destroy(game);
    review_fini(review);
    char *text = strdup(buffer_cstr(&out));
    buffer_fini(&out);
    return text;
}

static char *write_report(const char *pgn, struct report_options options)
{
    struct review review = review_pgn(pgn, 1000);
    return write_review(&review, pgn, options);
}

static void formats_are_found_by_name(void **state)
{
    (void)state;
    enum report_format format = REPORT_FORMAT_COUNT;
    for (unsigned i = 0; i < REPORT_FORMAT_COUNT; i++) {
        assert_true(report_format_find(report_format_name(i), &format));
        assert_int_equal(format, i);
    }
    assert_false(report_format_find("xml", &format));
    assert_int_equal(format, REPORT_FORMAT_COUNT - 1);
}

static void annotated_pgn_keeps_what_the_game_had(void **state)
{
    (void)state;
    char *text = write_report(annotated, (struct report_options){.format = FORMAT_PGN});
    rk_pgn_game *game = parse_game(text);
    const rk_tree *tree = rk_pgn_game_tree(game);
    const rk_node f3 = rk_tree_child(tree, RK_ROOT), e5 = rk_tree_child(tree, f3);
    const rk_node g4 = rk_tree_child(tree, e5), mate = rk_tree_child(tree, g4);
    uint8_t nags[RK_NAGS_MAX];
    assert_string_equal(rk_pgn_game_tag(game, "White"), "A\\B \"x\"");
    assert_int_equal(strncmp(rk_tree_comment(tree, RK_ROOT), "Before White: accuracy ", 23), 0);
    const char *weak = rk_tree_comment(tree, f3);
    assert_non_null(strstr(weak, "[%clk 0:05:00] weak"));
    assert_null(strstr(strstr(weak, "[%eval ") + 1, "[%eval "));
    assert_null(strstr(weak, "[%eval 0.1]"));
    // The person who wrote $1 and $2 has the last word.
    assert_int_equal(rk_tree_nags(tree, e5, nags), 1);
    assert_int_equal(nags[0], 1);
    assert_int_equal(rk_tree_nags(tree, g4, nags), 1);
    assert_int_equal(nags[0], 2);
    assert_string_equal(rk_tree_comment(tree, rk_tree_sibling(tree, g4)), "better");
    assert_non_null(strstr(rk_tree_comment(tree, g4), "[%eval #-1] a trap 2. g4 "));
    assert_string_equal(rk_tree_comment(tree, mate), "");
    rk_pgn_game_destroy(game);
    free(text);
}

static void annotated_pgn_reviewed_again_is_the_same(void **state)
{
    (void)state;
    const struct report_options options = {.format = FORMAT_PGN};
    char *once = write_report("1. f3 e5 2. g4 Qh4# 0-1", options);
    char *twice = write_report(once, options);
    assert_non_null(strstr(once, "allows"));
    assert_string_equal(twice, once);
    free(once);
    free(twice);
}

static void put_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static void annotated_pgn_is_read_back_without_loss(void **state)
{
    (void)state;
    char *text = write_report(annotated, (struct report_options){.format = FORMAT_PGN});
    rk_pgn_game *game = parse_game(text);
    struct buffer again = {0};
    rk_pgn_writer writer;
    rk_pgn_writer_init(&writer, put_bytes, &again);
    rk_pgn_game_write(game, &writer);
    assert_string_equal(buffer_cstr(&again), text);
    buffer_fini(&again);
    rk_pgn_game_destroy(game);
    free(text);
}

static void json_has_the_documented_fields(void **state)
{
    (void)state;
    static const char *const fields[] = {"{\"tags\":{\"White\":\"A\\\\B \\\"x\\\"\"",
                                         "\"result\":\"0-1\"",
                                         "\"variant\":\"standard\"",
                                         "\"start\":{\"fen\":",
                                         "\"opening\":",
                                         "\"limits\":{\"nodes\":1000}",
                                         "\"white\":{\"moves\":2,\"accuracy\":",
                                         "\"acpl\":",
                                         "\"counts\":{\"brilliant\":",
                                         "\"phases\":{\"opening\":{\"moves\":2",
                                         "\"turningPoints\":[3]",
                                         "\"ply\":3,\"san\":\"g4\",\"uci\":\"g2g4\",\"best\":\"",
                                         "\"mate\":-1,\"judgement\":\"blunder\"",
                                         "\"clock\":300.0",
                                         "\"turningPoint\":true",
                                         "it allows mate in 1.\"",
                                         "\"line\":[\"",
                                         "\"reply\":[\"Qh4#\"]",
                                         "\"mate\":0,\"judgement\":\"best\""};
    char *text = write_report(annotated, (struct report_options){.format = FORMAT_JSON});
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strstr(text, fields[i]))
            fail_msg("%s is not in %s", fields[i], text);
    assert_string_equal(text + strlen(text) - 3, "]}\n");
    assert_null(strchr(text, '<'));
    free(text);
}

static void results_of_endgame_tables_are_shown(void **state)
{
    (void)state;
    static const char pgn[] = "[FEN \"4k3/8/3K4/8/4P3/8/8/8 w - - 0 1\"]\n\n1. Kd5 *";
    static const struct {
        enum report_format format;
        const char *expected;
    } reports[] = {{FORMAT_TEXT, "1. Kd5??  White wins (tables) to draw (tables)"},
                   {FORMAT_JSON, "\"cp\":0,\"table\":\"draw\",\"judgement\":\"blunder\""},
                   {FORMAT_JSON, "w - - 0 1\",\"cp\":31487,\"table\":\"win\"}"},
                   {FORMAT_PGN, "[%eval 0.00]"}};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        struct review review = review_pgn(pgn, 1000);
        review.evaluations[0].score = RK_TABLE_WIN - 1;
        review.evaluations[0].in_tables = review.evaluations[1].in_tables = true;
        review.evaluations[0].table_result = 1;
        review.evaluations[1].score = 0;
        judge_moves(&review, 0);
        char *text =
            write_review(&review, pgn, (struct report_options){.format = reports[i].format});
        if (!strstr(text, reports[i].expected))
            fail_msg("%s is not in %s", reports[i].expected, text);
        free(text);
    }
}

/* White misses a mate in 3, and stays winning. */
static char *write_missed_mate(enum report_format format)
{
    static const char *const sans[] = {"e4"};
    static const struct scripted_position positions[] = {{RK_MATE - 5, "d2d4 d7d5 c2c4"},
                                                         {2500, "e7e5"}};
    struct review review = script_review(rk_position_start(RK_STANDARD), sans, positions, 1);
    judge_moves(&review, 0);
    return write_review(&review, "1. e4 *", (struct report_options){.format = format});
}

static void every_report_shows_a_missed_mate(void **state)
{
    (void)state;
    static const struct {
        enum report_format format;
        const char *shown;
    } reports[] = {{FORMAT_TEXT, "1. e4  #3 to +25.00, missed mate\n  1. e4 misses mate in 3.\n"
                                 "  Better: 1. d4 d5 2. c4\n"},
                   {FORMAT_PGN, "1. e4 {[%eval 25.00] 1. e4 misses mate in 3.} (1. d4 d5 2. c4) *"},
                   {FORMAT_JSON,
                    "\"missedMate\":true,\"comment\":\"1. e4 misses mate in 3.\",\"line\":[\"d4\","
                    "\"d5\",\"c4\"]"},
                   {FORMAT_HTML, "\"missedMate\":true,\"comment\":\"1. e4 misses mate in 3.\""}};
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        char *text = write_missed_mate(reports[i].format);
        if (!strstr(text, reports[i].shown))
            fail_msg("%s", text);
        free(text);
    }
}

static void text_is_plain_without_a_terminal(void **state)
{
    (void)state;
    char *text = write_report(annotated, (struct report_options){.format = FORMAT_TEXT});
    for (const char *at = text; *at; at++)
        assert_true(*at == '\n' || (*at >= ' ' && *at < 127));
    assert_non_null(strstr(text, "2. g4??  "));
    assert_non_null(strstr(text, " to #-1, turning point\n"));
    free(text);
}

static void text_fits_the_terminal(void **state)
{
    (void)state;
    for (unsigned columns = 40; columns <= 120; columns += 20) {
        char *text = write_report(
            annotated, (struct report_options){.format = FORMAT_TEXT, .columns = columns});
        for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
            assert_true(strcspn(line, "\n") <= columns);
        free(text);
    }
}

static void a_game_without_moves_has_a_report(void **state)
{
    (void)state;
    for (unsigned i = 0; i < REPORT_FORMAT_COUNT; i++) {
        char *text = write_report("[White \"A\"]\n\n*", (struct report_options){.format = i});
        assert_non_null(strstr(text, "A"));
        free(text);
    }
}

static void long_words_are_not_broken(void **state)
{
    (void)state;
    struct buffer out = {0};
    wrap_append(&out, "  one two  threethreethree four", 2, 9);
    assert_string_equal(buffer_cstr(&out), "  one two\n  threethreethree\n  four\n");
    buffer_fini(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_are_found_by_name),
        cmocka_unit_test(annotated_pgn_keeps_what_the_game_had),
        cmocka_unit_test(annotated_pgn_reviewed_again_is_the_same),
        cmocka_unit_test(annotated_pgn_is_read_back_without_loss),
        cmocka_unit_test(json_has_the_documented_fields),
        cmocka_unit_test(results_of_endgame_tables_are_shown),
        cmocka_unit_test(every_report_shows_a_missed_mate),
        cmocka_unit_test(text_is_plain_without_a_terminal),
        cmocka_unit_test(text_fits_the_terminal),
        cmocka_unit_test(a_game_without_moves_has_a_report),
        cmocka_unit_test(long_words_are_not_broken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
