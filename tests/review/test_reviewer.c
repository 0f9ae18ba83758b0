/* SPDX-License-Identifier: MIT */
/* Games with known turning points, reviewed by the engine. */
#include "review/reviewer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "review/chances.h"
#include "rookery/tablebase.h"
#include "support/board.h"
#include "support/review.h"

enum { NODES = 4000 };

/* Legall's mate: 4... g6 is weak, 5... Bxd1 loses at once. */
static const char legall[] = "1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 "
                             "7. Nd5# 1-0";

static void a_known_blunder_is_the_turning_point(void **state)
{
    (void)state;
    struct review review = review_pgn(legall, NODES);
    assert_int_equal(review.ply_count, 13);
    assert_int_equal(review.moves[9].judgement, JUDGEMENT_BLUNDER);
    assert_int_equal(review.moves[11].judgement, JUDGEMENT_FORCED);
    assert_int_equal(score_mate(review.evaluations[10].score), 2);
    assert_int_equal(review.evaluations[13].score, RK_MATE);
    assert_int_equal(review.sides[RK_WHITE].counts[JUDGEMENT_BLUNDER], 0);
    assert_true(review.sides[RK_WHITE].all.accuracy > review.sides[RK_BLACK].all.accuracy);
    review_fini(&review);
}

static void a_sound_sacrifice_is_brilliant(void **state)
{
    (void)state;
    // Morphy's 13. Rxd7, and the recapture, which anybody would play.
    struct review review = review_pgn("[FEN \"3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k "
                                      "- 3 13\"]\n\n13. Rxd7 Rxd7 14. Rd1 *",
                                      REVIEW_NODES_DEFAULT);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_BRILLIANT);
    assert_int_not_equal(review.moves[1].judgement, JUDGEMENT_BRILLIANT);
    assert_int_not_equal(review.moves[2].judgement, JUDGEMENT_BRILLIANT);
    review_fini(&review);
}

struct last_lines {
    int exact;
    rk_search_line line;
};

static void keep_last_line(void *context, const rk_search_line *line)
{
    struct last_lines *last = context;
    if (!line->move_count)
        return;
    last->line = *line;
    if (line->bound == RK_EXACT)
        last->exact = line->score;
}

static void search_alone(rk_engine *engine, const rk_position *pos, uint64_t nodes,
                         struct last_lines *out)
{
    const rk_search_limits limits = {.nodes = nodes};
    rk_search_result result;
    rk_engine_search(engine, pos, 1, &limits, keep_last_line, out, &result);
}

/* The score that a review with this number of nodes gives the first position. */
static int reviewed_score(const char *pgn, uint64_t nodes)
{
    struct review review = review_pgn(pgn, nodes);
    const int score = review.evaluations[0].score;
    review_fini(&review);
    return score;
}

static void a_search_that_ends_with_a_bound_is_continued(void **state)
{
    (void)state;
    static const char pgn[] =
        "[FEN \"3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13\"]\n\n*";
    const rk_position pos = position("3rkb1r/p2nqppp/5n2/1B2p1B1/4P3/1Q6/PPP2PPP/2KR3R w k - 3 13");
    const rk_engine_options options = {
        .hash_mib = REVIEW_HASH_MIB, .threads = 1, .now = monotonic_callback};
    unsigned continued = 0;
    for (uint64_t nodes = 1000; nodes <= 20000; nodes += 1000) {
        struct last_lines last = {.exact = 0};
        rk_engine *engine;
        assert_int_equal(rk_engine_create(&options, &engine), RK_OK);
        search_alone(engine, &pos, nodes, &last);
        // The score of the last complete depth is wrong.
        if (last.line.bound != RK_EXACT &&
            abs(chance_of_score(last.line.score) - chance_of_score(last.exact)) >=
                LOSS_INACCURACY / 2) {
            continued++;
            assert_int_not_equal(reviewed_score(pgn, nodes), last.exact);
        }
        rk_engine_destroy(engine);
    }
    assert_true(continued > 0);
}

static void a_review_does_not_depend_on_the_games_before_it(void **state)
{
    (void)state;
    const struct reviewer_options options = {.limits = {.nodes = 1000}, .now = monotonic_callback};
    struct reviewer *reviewer;
    struct review first, again;
    rk_pgn_game *game = parse_game(legall);
    rk_pgn_game *other = parse_game("1. d4 d5 2. c4 e6 3. Nc3 Nf6 *");
    assert_int_equal(reviewer_create(&options, &reviewer), RK_OK);
    assert_int_equal(reviewer_review(reviewer, game, &first), RK_OK);
    review_fini(&first);
    assert_int_equal(reviewer_review(reviewer, other, &first), RK_OK);
    review_fini(&first);
    assert_int_equal(reviewer_review(reviewer, game, &again), RK_OK);
    first = review_pgn(legall, 1000);
    assert_memory_equal(first.evaluations, again.evaluations,
                        (first.ply_count + 1) * sizeof *first.evaluations);
    review_fini(&first);
    review_fini(&again);
    reviewer_destroy(reviewer);
    rk_pgn_game_destroy(game);
    rk_pgn_game_destroy(other);
}

static void an_error_is_judged_by_searches_of_equal_length(void **state)
{
    (void)state;
    struct review review = review_pgn(legall, NODES);
    unsigned errors = 0;
    for (size_t ply = 0; ply < review.ply_count; ply++) {
        const struct evaluation *before = &review.evaluations[ply], *after = before + 1;
        if (!judgement_is_error(review.moves[ply].judgement))
            continue;
        errors++;
        assert_true(before->look > 0);
        assert_int_equal(after->look, before->look);
    }
    assert_true(errors > 0);
    review_fini(&review);
}

static void a_longer_search_does_not_depend_on_what_was_played_later(void **state)
{
    (void)state;
    struct review whole = review_pgn(legall, NODES);
    struct review part =
        review_pgn("1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 *", NODES);
    for (size_t position = part.ply_count - 1; position <= part.ply_count; position++) {
        assert_true(part.evaluations[position].look > 0);
        assert_memory_equal(&part.evaluations[position], &whole.evaluations[position],
                            sizeof *part.evaluations);
    }
    review_fini(&whole);
    review_fini(&part);
}

/* NULL if there are no tables beside the repository. */
static rk_tablebase *open_tables(void)
{
    char path[256];
    rk_tablebase *tables = NULL;
    const char *shared = getenv("ROOKERY_SHARED");
    snprintf(path, sizeof path, "%s/data/syzygy", shared ? shared : "../shared");
    if (!rk_tablebase_open(path, &tables, NULL) && rk_tablebase_men(tables) >= 3)
        return tables;
    print_message("no tables in %s\n", path);
    rk_tablebase_close(tables);
    return NULL;
}

static void the_tables_know_who_gives_away_the_win(void **state)
{
    (void)state;
    static const signed char results[] = {1, 0, 0, 0, 1};
    rk_tablebase *tables = open_tables();
    if (!tables)
        skip();
    struct review review = review_pgn_with_tables(
        "[FEN \"4k3/8/3K4/8/4P3/8/8/8 w - - 0 1\"]\n\n1. Kd5 Kd7 2. e5 Ke8 *", 200, tables);
    for (size_t ply = 0; ply <= review.ply_count; ply++) {
        assert_true(review.evaluations[ply].in_tables);
        assert_int_equal(review.evaluations[ply].table_result, results[ply]);
    }
    assert_int_equal(chance_of_score(review.evaluations[0].score), CHANCE_ONE);
    assert_int_equal(review.evaluations[1].score, 0);
    assert_int_equal(review.moves[0].judgement, JUDGEMENT_BLUNDER);
    assert_int_equal(review.moves[0].loss, CHANCE_ONE / 2);
    assert_int_equal(review.moves[3].judgement, JUDGEMENT_BLUNDER);
    review_fini(&review);
    rk_tablebase_close(tables);
}

static void a_win_that_takes_longer_than_the_fifty_move_rule_allows_is_a_draw(void **state)
{
    (void)state;
    static const struct {
        const char *pgn;
        signed char result;
    } games[] = {{"[FEN \"8/8/8/3k4/8/8/8/QK6 w - - 10 60\"]\n\n*", 1},
                 {"[FEN \"8/8/8/3k4/8/8/8/QK6 w - - 98 104\"]\n\n*", 0},
                 {"[FEN \"qk6/8/8/8/3K4/8/8/8 w - - 10 60\"]\n\n*", -1}};
    rk_tablebase *tables = open_tables();
    if (!tables)
        skip();
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct review review = review_pgn_with_tables(games[i].pgn, 200, tables);
        assert_int_equal(review.evaluations[0].table_result, games[i].result);
        review_fini(&review);
    }
    rk_tablebase_close(tables);
}

static void odd_games_are_reviewed(void **state)
{
    (void)state;
    static const char *const games[] = {
        "[Event \"none\"]\n\n*",
        "1. e4 -- 2. d4 *",
        "[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n1/2-1/2",
        "[FEN \"k7/8/8/8/8/8/8/K1N5 w - - 0 1\"]\n\n1. Kb2 Kb7 2. Kc3 1/2-1/2",
        "[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 "
        "1\"]\n\n1. e4 e5 2. O-O O-O *",
        "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 a6 3. Ne6 b6 4. Nxd8# 1-0",
        "[Variant \"Antichess\"]\n\n1. e3 b5 2. Bxb5 *",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@e5 *",
        "[Variant \"Horde\"]\n\n1. e5 e6 *",
        "[Variant \"Racing Kings\"]\n[FEN \"8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1\"]\n\n1. Kh3 "
        "[Event \"none\"]\n\n*",
        "[Variant \"King of the Hill\"]\n\n1. e4 e5 2. Ke2 *",
        "[Variant \"Three-check\"]\n\n1. e4 e5 2. Bc4 *"};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct review review = review_pgn(games[i], 200);
        review_fini(&review);
    }
}

static void a_repetition_does_not_give_up_a_won_game(void **state)
{
    (void)state;
    struct review review = review_pgn("[FEN \"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1\"]\n\n1. Qb1 Ke7 2. "
                                      "Qa1 Ke8 3. Qb1 Ke7 4. Qa1 Ke8 *",
                                      2000);
    for (size_t ply = 0; ply < review.ply_count; ply++)
        assert_true(review.moves[ply].side == RK_BLACK ||
                    !judgement_is_error(review.moves[ply].judgement));
    review_fini(&review);
}

static void stop_review(void *context, size_t done, size_t count)
{
    if (done == 2 && count)
        atomic_store((atomic_bool *)context, true);
}

static void a_review_can_be_stopped(void **state)
{
    (void)state;
    atomic_bool stop = false;
    const struct reviewer_options options = {.limits = {.depth = 2},
                                             .now = monotonic_callback,
                                             .progress = stop_review,
                                             .context = &stop,
                                             .stop = &stop};
    struct reviewer *reviewer;
    struct review review = {.ply_count = 77};
    rk_pgn_game *game = parse_game(legall);
    assert_int_equal(reviewer_create(&options, &reviewer), RK_OK);
    assert_int_equal(reviewer_review(reviewer, game, &review), RK_NOT_NOW);
    assert_int_equal(review.ply_count, 77);
    reviewer_destroy(reviewer);
    rk_pgn_game_destroy(game);
}

static void moves_in_time_trouble_are_marked(void **state)
{
    (void)state;
    struct review review = review_pgn("1. e4 {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Nf3 {[%clk "
                                      "0:00:14]} Nc6 {fine} 3. Bb5 {[%clk 0:00:16]} *",
                                      200);
    assert_int_equal(review.moves[0].clock_ms, 300000);
    assert_false(review.moves[1].in_time_trouble);
    assert_true(review.moves[2].in_time_trouble);
    assert_int_equal(review.moves[3].clock_ms, -1);
    assert_false(review.moves[3].in_time_trouble || review.moves[4].in_time_trouble);
    assert_int_equal(review.sides[RK_WHITE].in_time_trouble, 1);
    review_fini(&review);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_known_blunder_is_the_turning_point),
        cmocka_unit_test(a_sound_sacrifice_is_brilliant),
        cmocka_unit_test(a_search_that_ends_with_a_bound_is_continued),
        cmocka_unit_test(a_review_does_not_depend_on_the_games_before_it),
        cmocka_unit_test(an_error_is_judged_by_searches_of_equal_length),
        cmocka_unit_test(a_longer_search_does_not_depend_on_what_was_played_later),
        cmocka_unit_test(the_tables_know_who_gives_away_the_win),
        cmocka_unit_test(a_win_that_takes_longer_than_the_fifty_move_rule_allows_is_a_draw),
        cmocka_unit_test(odd_games_are_reviewed),
        cmocka_unit_test(a_repetition_does_not_give_up_a_won_game),
        cmocka_unit_test(a_review_can_be_stopped),
        cmocka_unit_test(moves_in_time_trouble_are_marked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
