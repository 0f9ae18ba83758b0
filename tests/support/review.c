/* SPDX-License-Identifier: MIT */
#include "support/review.h"

#include <stdlib.h>
#include <string.h>

#include "base/monotonic.h"
#include "rookery/san.h"
#include "support/board.h"

rk_pgn_game *parse_game(const char *pgn)
{
    rk_pgn_game *game = NULL;
    rk_pgn_error error;
    assert_int_equal(rk_pgn_game_parse(pgn, strlen(pgn), &game, &error), RK_OK);
    return game;
}

struct review review_pgn(const char *pgn, uint64_t nodes)
{
    return review_pgn_with_tables(pgn, nodes, NULL);
}

struct review review_pgn_with_tables(const char *pgn, uint64_t nodes, rk_tablebase *tables)
{
    const struct reviewer_options options = {
        .limits = {.nodes = nodes}, .tablebase = tables, .now = monotonic_callback};
    struct reviewer *reviewer;
    struct review review;
    rk_pgn_game *game = parse_game(pgn);
    assert_int_equal(reviewer_create(&options, &reviewer), RK_OK);
    assert_int_equal(reviewer_review(reviewer, game, &review), RK_OK);
    reviewer_destroy(reviewer);
    rk_pgn_game_destroy(game);
    return review;
}

static void script_line(struct evaluation *evaluation, rk_position pos, const char *line)
{
    while (line && *line) {
        const size_t size = strcspn(line, " ");
        rk_undo undo;
        rk_move *next = &evaluation->line[evaluation->line_size++];
        assert_int_equal(rk_uci_parse(&pos, line, size, RK_NOTATION_PLAIN, next, NULL), RK_OK);
        rk_position_apply(&pos, *next, &undo);
        line += size + strspn(line + size, " ");
    }
}

struct review script_review(rk_position start, const char *const *sans,
                            const struct scripted_position *positions, size_t ply_count)
{
    struct review review = {.ply_count = ply_count};
    review.positions = calloc(ply_count + 1, sizeof *review.positions);
    review.evaluations = calloc(ply_count + 1, sizeof *review.evaluations);
    review.moves = calloc(ply_count + 1, sizeof *review.moves);
    assert_true(review.positions && review.evaluations && review.moves);
    for (size_t ply = 0; ply <= ply_count; ply++) {
        review.positions[ply] = start;
        review.evaluations[ply] = (struct evaluation){.score = positions[ply].score, .depth = 1};
        script_line(&review.evaluations[ply], start, positions[ply].line);
        if (ply == ply_count)
            break;
        struct move_review *move = &review.moves[ply];
        rk_undo undo;
        assert_int_equal(rk_san_parse(&start, sans[ply], strlen(sans[ply]), RK_NOTATION_PLAIN,
                                      &move->move, NULL),
                         RK_OK);
        move->side = rk_position_turn(&start);
        move->clock_ms = -1;
        rk_position_apply(&start, move->move, &undo);
    }
    return review;
}
