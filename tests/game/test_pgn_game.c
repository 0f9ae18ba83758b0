/* SPDX-License-Identifier: MIT */
/* Games in memory: what is read is kept, what is written is read again as the same game. */
#include "rookery/pgn_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "rookery/fen.h"
#include "rookery/san.h"
#include "support/board.h"

static void append(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

/* Writes a game; the caller frees the text. */
static char *written(const rk_pgn_game *game)
{
    static rk_pgn_writer writer;
    struct buffer out = {0};
    rk_pgn_writer_init(&writer, append, &out);
    rk_pgn_game_write(game, &writer);
    char *text = strdup(buffer_cstr(&out));
    assert_non_null(text);
    buffer_fini(&out);
    return text;
}

static rk_pgn_game *parsed(const char *text)
{
    rk_pgn_game *game = NULL;
    rk_pgn_error error;
    if (rk_pgn_game_parse(text, strlen(text), &game, &error))
        fail_msg("line %lu: %s", (unsigned long)error.place.line, error.fault.text);
    return game;
}

/* Returns the moves as they are written, without the tags and in one line. The caller frees it. */
static char *moves_of(const rk_pgn_game *game)
{
    char *text = written(game);
    const char *start = strstr(text, "\n\n");
    assert_non_null(start);
    memmove(text, start + 2, strlen(start + 2) + 1);
    for (char *at = text; *at; at++)
        if (*at == '\n')
            *at = at[1] && at[1] != '\n' ? ' ' : '\0';
    return text;
}

/* Reads the moves, and expects them to be written like this. */
static void expect_moves(const char *read, const char *expected)
{
    rk_pgn_game *game = parsed(read);
    char *moves = moves_of(game);
    assert_string_equal(moves, expected);
    free(moves);
    rk_pgn_game_destroy(game);
}

// ---- reading ---------------------------------------------------------------------------------

static void tags_keep_their_order_and_are_unescaped(void **state)
{
    (void)state;
    rk_pgn_game *game =
        parsed("[White \"A \\\"B\\\" C\"]\n[Black \"D\\\\E\"]\n[ECO \"C20\"]\n\n1. e4 *");
    assert_int_equal(rk_pgn_game_tag_count(game), 3);
    assert_string_equal(rk_pgn_game_tag(game, "White"), "A \"B\" C");
    assert_string_equal(rk_pgn_game_tag(game, "Black"), "D\\E");
    assert_null(rk_pgn_game_tag(game, "Event"));
    assert_string_equal(rk_pgn_game_tag_name(game, 2), "ECO");
    assert_string_equal(rk_pgn_game_tag_value(game, 2), "C20");
    rk_pgn_game_destroy(game);
}

static void a_repeated_tag_has_its_last_value(void **state)
{
    (void)state;
    static const char start[] = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    rk_pgn_game *game =
        parsed("[White \"A\"]\n[FEN \"7k/8/8/8/8/8/8/K7 w - - 0 1\"]\n[White \"B\"]\n"
               "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *");
    char *text = written(game);
    assert_int_equal(rk_pgn_game_tag_count(game), 2);
    assert_string_equal(rk_pgn_game_tag(game, "White"), "B");
    assert_string_equal(rk_pgn_game_tag(game, "FEN"), start);
    assert_non_null(strstr(text, "[White \"B\"]\n"));
    assert_null(strstr(text, "7k/8"));
    free(text);
    rk_pgn_game_destroy(game);
}

static void moves_comments_and_nags_become_nodes(void **state)
{
    (void)state;
    rk_pgn_game *game =
        parsed("[White \"a\"]\n\n{start} 1. e4 $1 {best} e5 {a} {b} 2. Nf3 $3 $14 1/2-1/2");
    const rk_tree *tree = rk_pgn_game_tree(game);
    const rk_node e4 = rk_tree_child(tree, RK_ROOT), e5 = rk_tree_child(tree, e4);
    uint8_t nags[RK_NAGS_MAX];
    assert_int_equal(rk_tree_count(tree), 4);
    assert_string_equal(rk_tree_comment(tree, RK_ROOT), "start");
    assert_string_equal(rk_tree_comment(tree, e4), "best");
    assert_string_equal(rk_tree_comment(tree, e5), "a b");
    assert_int_equal(rk_tree_nags(tree, e4, nags), 1);
    assert_int_equal(nags[0], 1);
    assert_int_equal(rk_tree_nags(tree, rk_tree_child(tree, e5), nags), 2);
    assert_int_equal(nags[1], 14);
    assert_string_equal(rk_pgn_game_result(game), "1/2-1/2");
    rk_pgn_game_destroy(game);
}

static void variations_are_siblings_of_the_move_they_replace(void **state)
{
    (void)state;
    rk_pgn_game *game = parsed("1. e4 (1. d4 d5 (1... Nf6)) (1. c4) 1... e5 *");
    const rk_tree *tree = rk_pgn_game_tree(game);
    const rk_node e4 = rk_tree_child(tree, RK_ROOT), d4 = rk_tree_sibling(tree, e4),
                  c4 = rk_tree_sibling(tree, d4);
    assert_int_equal(rk_tree_sibling(tree, c4), RK_NO_NODE);
    assert_int_not_equal(rk_tree_sibling(tree, rk_tree_child(tree, d4)), RK_NO_NODE);
    assert_int_equal(rk_tree_depth(tree, rk_tree_child(tree, e4)), 2);
    rk_pgn_game_destroy(game);
}

static void a_comment_before_a_variation_stays_before_it(void **state)
{
    (void)state;
    rk_pgn_game *game = parsed("1. e4 ({instead} 1. d4 {or} d5) e5 *");
    const rk_tree *tree = rk_pgn_game_tree(game);
    const rk_node d4 = rk_tree_sibling(tree, rk_tree_child(tree, RK_ROOT));
    assert_string_equal(rk_tree_comment_before(tree, d4), "instead");
    assert_string_equal(rk_tree_comment(tree, d4), "or");
    rk_pgn_game_destroy(game);
    expect_moves("1. e4 ({instead} 1. d4 {or} d5) e5 *",
                 "1. e4 ({instead} 1. d4 {or} 1... d5) 1... e5 *");
}

static void null_moves_are_kept(void **state)
{
    (void)state;
    expect_moves("1. e4 -- 2. d4 Z0 3. Nf3 *", "1. e4 -- 2. d4 -- 3. Nf3 *");
}

static void odd_places_of_variations_and_comments_are_read(void **state)
{
    (void)state;
    expect_moves("[White \"a\"]\n\n(1. d4) 1. e4 *", "1. d4 (1. e4) *");
    expect_moves("1. e4 () e5 *", "1. e4 e5 *");
    expect_moves("1. e4 ((1. d4) 1. c4) e5 *", "1. e4 (1. d4) (1. c4) 1... e5 *");
    expect_moves("1. e4 (1. d4) {after} (1. c4) e5 *", "1. e4 {after} (1. d4) (1. c4) 1... e5 *");
    expect_moves("1. e4 (1. e4 c5) e5 *", "1. e4 c5 (1... e5) *");
    expect_moves("1. e4 {a\n  b } ; c } d\ne5 *", "1. e4 {a b c d} 1... e5 *");
    expect_moves("1. e4 {} e5 { } *", "1. e4 e5 *");
    expect_moves("1. e4 += (1. d4 N (1. c4)) e5 *", "1. e4 $14 (1. d4 $146) (1. c4) 1... e5 *");
    // A variation of nothing is the line itself, so its comment comes after the move before.
    expect_moves("[White \"a\"]\n\n{x} ({b} 1. d4) *", "{x b} 1. d4 *");
}

static void a_start_position_comes_from_the_tags(void **state)
{
    (void)state;
    static const char text[] =
        "[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n"
        "[FEN \"4k3/8/8/8/8/8/8/4K3[Q] b - - 3 7\"]\n\n7... Kd8 8. Q@d7# 1-0";
    rk_pgn_game *game = parsed(text);
    const rk_position *start = rk_tree_position(rk_pgn_game_tree(game), RK_ROOT);
    assert_int_equal(start->variant, RK_CRAZYHOUSE);
    assert_int_equal(start->move_number, 7);
    char *out = written(game);
    assert_non_null(strstr(out, "[Variant \"Crazyhouse\"]"));
    assert_non_null(strstr(out, "7... Kd8 8. Q@d7"));
    free(out);
    rk_pgn_game_destroy(game);
}

// ---- errors and limits -----------------------------------------------------------------------

struct seen {
    size_t games, errors, nodes, stop_after;
    uint64_t line, game;
    char message[RK_FAULT_TEXT_MAX], token[32];
};

static rk_pgn_next see(void *data, rk_pgn_game *taken, const rk_pgn_error *error)
{
    struct seen *seen = data;
    seen->games++;
    seen->nodes += rk_tree_count(rk_pgn_game_tree(taken));
    rk_pgn_game_destroy(taken);
    if (error) {
        seen->errors++;
        seen->line = error->place.line;
        seen->game = error->place.game;
        memcpy(seen->message, error->fault.text, sizeof seen->message);
        (void)snprintf(seen->token, sizeof seen->token, "%.*s", (int)error->token.size,
                       error->token.at);
    }
    return seen->games == seen->stop_after ? RK_PGN_STOP : RK_PGN_CONTINUE;
}

static struct seen see_all(const char *text, size_t stop_after)
{
    struct seen seen = {.stop_after = stop_after};
    assert_int_equal(rk_pgn_games_read_text(text, strlen(text), see, &seen), RK_OK);
    return seen;
}

static const char three_games[] = "[White \"a\"]\n\n1. e4 e5 1-0\n\n"
                                  "[White \"b\"]\n\n1. e4 e5\n2. Ke3 Nc6 1-0\n\n"
                                  "[White \"c\"]\n\n1. d4 *\n";

static void a_game_with_an_error_has_what_comes_before_it(void **state)
{
    (void)state;
    const struct seen seen = see_all(three_games, 0);
    assert_int_equal(seen.games, 3);
    assert_int_equal(seen.errors, 1);
    assert_int_equal(seen.line, 8);
    assert_int_equal(seen.game, 2);
    assert_string_equal(seen.token, "Ke3");
    assert_true(seen.message[0]);
    assert_int_equal(seen.nodes, 3 + 3 + 2);
}

static void the_callback_can_stop_reading(void **state)
{
    (void)state;
    assert_int_equal(see_all(three_games, 1).games, 1);
    assert_int_equal(see_all(three_games, 2).games, 2);
    assert_int_equal(see_all("", 0).games, 0);
}

struct slow_source {
    const char *at;
    size_t left;
    bool fails;
};

static size_t read_slowly(void *data, char *buffer, size_t size)
{
    struct slow_source *source = data;
    const size_t now = source->left < 3 ? source->left : 3;
    if (!now && source->fails)
        return SIZE_MAX;
    memcpy(buffer, source->at, now < size ? now : size);
    source->at += now;
    source->left -= now;
    return now;
}

static void games_are_read_from_a_source(void **state)
{
    (void)state;
    struct slow_source source = {three_games, strlen(three_games), false};
    struct seen seen = {0};
    assert_int_equal(rk_pgn_games_read(read_slowly, &source, see, &seen), RK_OK);
    assert_int_equal(seen.games, 3);
    source = (struct slow_source){three_games, 20, true};
    assert_int_equal(rk_pgn_games_read(read_slowly, &source, see, &seen), RK_CANNOT_READ);
}

static void parsing_one_game_reports_its_error_and_place(void **state)
{
    (void)state;
    rk_pgn_game *game = NULL;
    rk_pgn_error error;
    static const char text[] = "[White \"a\"]\n\n1. e4 e5\n2. Nf6 *";
    assert_int_not_equal(rk_pgn_game_parse(text, strlen(text), &game, &error), RK_OK);
    assert_null(game);
    assert_int_equal(error.place.line, 4);
    assert_int_equal(error.place.offset, strstr(text, "Nf6") - text);
    assert_int_equal(rk_pgn_game_parse("", 0, &game, &error), RK_BAD_SYNTAX);
    assert_int_equal(rk_pgn_game_parse("", 0, &game, NULL), RK_BAD_SYNTAX);
    assert_string_equal(error.fault.text, "there is no game in this text");
}

static void comments_that_are_too_long_together_are_an_error(void **state)
{
    (void)state;
    struct buffer text = {0};
    buffer_text(&text, "1. e4 ");
    for (int i = 0; i < RK_PGN_COMMENT_MAX / 4; i++)
        buffer_text(&text, "{abcd}");
    buffer_text(&text, " e5 *");
    const struct seen seen = see_all(buffer_cstr(&text), 0);
    assert_int_equal(seen.games, 1);
    assert_int_equal(seen.errors, 1);
    assert_string_equal(seen.message, "the comments at one place are too long");
    buffer_fini(&text);
}

static void tags_that_are_too_long_together_are_an_error(void **state)
{
    (void)state;
    struct buffer text = {0};
    for (int i = 0; i < RK_PGN_TAGS_MAX / 16; i++) {
        buffer_text(&text, "[Name");
        buffer_integer(&text, i);
        buffer_text(&text, " \"a long value\"]\n");
    }
    buffer_text(&text, "\n1. e4 *\n");
    const struct seen seen = see_all(buffer_cstr(&text), 0);
    assert_int_equal(seen.errors, 1);
    assert_string_equal(seen.message, "the tags of this game are too long");
    buffer_fini(&text);
}

static void the_result_is_written_however_long_the_other_tags_are(void **state)
{
    (void)state;
    static char value[RK_PGN_TAGS_MAX];
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_pgn_game *game = NULL;
    assert_int_equal(rk_pgn_game_create(&start, &game), RK_OK);
    memset(value, 'x', sizeof value - 1);
    for (size_t size = sizeof value - 1; rk_pgn_game_set_tag(game, "Long", value); size--)
        value[size - 1] = '\0';
    assert_int_equal(rk_pgn_game_set_result(game, "1/2-1/2"), RK_OK);
    char *text = written(game);
    assert_non_null(strstr(text, "\n[Result \"1/2-1/2\"]\n"));
    assert_non_null(strstr(text, "\n[Long \"xxx"));
    free(text);
    rk_pgn_game_destroy(game);
}

// ---- making and writing ----------------------------------------------------------------------

static void a_game_is_made_by_hand(void **state)
{
    (void)state;
    const rk_position start = position_of(RK_HORDE, "4k3/8/8/8/8/8/8/PP6 w - - 0 9");
    rk_pgn_game *game = NULL;
    assert_int_equal(rk_pgn_game_create(&start, &game), RK_OK);
    assert_int_equal(rk_pgn_game_set_tag(game, "White", "old"), RK_OK);
    assert_int_equal(rk_pgn_game_set_tag(game, "White", "A \"quoted\" name"), RK_OK);
    assert_int_equal(rk_pgn_game_set_tag(game, "FEN", "x"), RK_NOT_NOW);
    assert_int_equal(rk_pgn_game_set_tag(game, "Bad name", "x"), RK_BAD_SYNTAX);
    assert_int_equal(rk_pgn_game_set_tag(game, "", "x"), RK_BAD_SYNTAX);
    assert_int_equal(rk_pgn_game_set_result(game, "2-0"), RK_BAD_SYNTAX);
    assert_int_equal(rk_pgn_game_set_result(game, "0-1"), RK_OK);
    rk_node node;
    const rk_move a3 = move(&start, "a1a3");
    assert_int_equal(rk_tree_add(rk_pgn_game_tree(game), RK_ROOT, a3, &node, NULL), RK_OK);
    char *text = written(game);
    assert_string_equal(text, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
                              "[White \"A \\\"quoted\\\" name\"]\n[Black \"?\"]\n[Result \"0-1\"]\n"
                              "[Variant \"horde\"]\n[SetUp \"1\"]\n"
                              "[FEN \"4k3/8/8/8/8/8/8/PP6 w - - 0 9\"]\n\n9. a3 0-1\n\n");
    free(text);
    rk_pgn_game_destroy(game);
}

static void expect_results(const char *read, const char *result, const char *tag)
{
    rk_pgn_game *game = parsed(read);
    assert_string_equal(rk_pgn_game_result(game), result);
    char *text = written(game);
    rk_pgn_game *again = parsed(text);
    assert_string_equal(rk_pgn_game_tag(again, "Result"), tag);
    assert_string_equal(rk_pgn_game_result(again), result);
    free(text);
    rk_pgn_game_destroy(again);
    rk_pgn_game_destroy(game);
}

static void the_result_tag_and_the_end_of_the_moves_agree(void **state)
{
    (void)state;
    expect_results("1. e4 e5 0-1", "0-1", "0-1");
    expect_results("1. e4 e5", "*", "*");
    expect_results("[Result \"1-0\"]\n", "1-0", "1-0");
    expect_results("[Result \"1/2\"]\n\n1. e4", "1/2-1/2", "1/2");
    expect_results("[Result \"won\"]\n\n1. e4", "*", "won");
    expect_results("[Result \"1-0\"]\n\n1. e4 *", "*", "1-0"); // a contradiction is kept
}

static void a_standard_start_needs_no_tags(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_pgn_game *game = NULL;
    assert_int_equal(rk_pgn_game_create(&start, &game), RK_OK);
    assert_int_equal(rk_pgn_game_tag_count(game), 0);
    char *moves = moves_of(game);
    assert_string_equal(moves, "*");
    free(moves);
    rk_pgn_game_destroy(game);
    const rk_position empty = rk_position_empty(RK_STANDARD);
    assert_int_equal(rk_pgn_game_create(&empty, &game), RK_BAD_POSITION);
}

/* Reads, writes, reads and writes: both texts are the same. */
static void expect_round_trip(const char *text)
{
    rk_pgn_game *first = parsed(text);
    char *once = written(first);
    rk_pgn_game *second = parsed(once);
    char *twice = written(second);
    assert_string_equal(once, twice);
    assert_int_equal(rk_tree_count(rk_pgn_game_tree(first)),
                     rk_tree_count(rk_pgn_game_tree(second)));
    assert_int_equal(rk_pgn_game_tag_count(first) > rk_pgn_game_tag_count(second), 0);
    free(once);
    free(twice);
    rk_pgn_game_destroy(first);
    rk_pgn_game_destroy(second);
}

static void what_is_written_is_read_as_the_same_game(void **state)
{
    (void)state;
    expect_round_trip(
        "[White \"a\"]\n\n{Before all.} 1. e4 $1 {King's pawn [%clk 0:05:00]} e5 (1... c5 $5 "
        "{Sicilian} "
        "2. Nf3 (2. Nc3 Nc6 (2... e6 {deep} 3. f4) 3. g3) 2... d6) (1... --) "
        "2. Nf3 ({first} 2. f4 exf4 {a long comment that has to be wrapped because it "
        "does not fit on a line of eighty columns at all}) 2... Nc6 3. Bb5 1-0");
    expect_round_trip(
        "[Variant \"chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w "
        "KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. d4 d5 *");
    expect_round_trip("1. e4 e5 2. Nf3");
}

static void deep_and_wide_trees_are_written_without_a_stack(void **state)
{
    (void)state;
    const rk_position start = rk_position_start(RK_STANDARD);
    rk_pgn_game *game = NULL;
    assert_int_equal(rk_pgn_game_create(&start, &game), RK_OK);
    rk_tree *tree = rk_pgn_game_tree(game);
    rk_node node = RK_ROOT;
    static const char *const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    for (int i = 0; i < 20000; i++) {
        rk_node side;
        const rk_position *pos = rk_tree_position(tree, node);
        const rk_move other = move(pos, i % 2 ? "a7a6" : "a2a3"), next = move(pos, moves[i % 4]);
        const rk_node parent = node;
        assert_int_equal(rk_tree_add(tree, parent, next, &node, NULL), RK_OK);
        assert_int_equal(rk_tree_add(tree, parent, other, &side, NULL), RK_OK);
    }
    char *text = written(game);
    rk_pgn_game *back = parsed(text);
    assert_int_equal(rk_tree_count(rk_pgn_game_tree(back)), 40001);
    free(text);
    rk_pgn_game_destroy(back);
    rk_pgn_game_destroy(game);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(tags_keep_their_order_and_are_unescaped),
    cmocka_unit_test(a_repeated_tag_has_its_last_value),
    cmocka_unit_test(moves_comments_and_nags_become_nodes),
    cmocka_unit_test(variations_are_siblings_of_the_move_they_replace),
    cmocka_unit_test(a_comment_before_a_variation_stays_before_it),
    cmocka_unit_test(null_moves_are_kept),
    cmocka_unit_test(odd_places_of_variations_and_comments_are_read),
    cmocka_unit_test(a_start_position_comes_from_the_tags),
    cmocka_unit_test(a_game_with_an_error_has_what_comes_before_it),
    cmocka_unit_test(the_callback_can_stop_reading),
    cmocka_unit_test(games_are_read_from_a_source),
    cmocka_unit_test(parsing_one_game_reports_its_error_and_place),
    cmocka_unit_test(comments_that_are_too_long_together_are_an_error),
    cmocka_unit_test(tags_that_are_too_long_together_are_an_error),
    cmocka_unit_test(the_result_is_written_however_long_the_other_tags_are),
    cmocka_unit_test(a_game_is_made_by_hand),
    cmocka_unit_test(the_result_tag_and_the_end_of_the_moves_agree),
    cmocka_unit_test(a_standard_start_needs_no_tags),
    cmocka_unit_test(what_is_written_is_read_as_the_same_game),
    cmocka_unit_test(deep_and_wide_trees_are_written_without_a_stack),
};

int main(void)
{
    return cmocka_run_group_tests(tests, NULL, NULL);
}
