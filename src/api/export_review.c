/* SPDX-License-Identifier: MIT */
#include "api/export_review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rookery/san.h"
#include "wire/stored_review.h"

enum { EVAL_MAX = 48 };

/* The judgements that exports show. */
static const struct judgement_row {
    const char *name, *shown; /* in the review and in JSON; NULL: it is no error */
    unsigned nag;
} judgement_rows[] = {{"inaccuracy", "Inaccuracy", 6},
                      {"mistake", "Mistake", 2},
                      {"blunder", "Blunder", 4},
                      {"brilliant", NULL, 3}};

static const struct judgement_row *find_row(const struct reviewed_move *move)
{
    for (size_t i = 0; i < sizeof judgement_rows / sizeof *judgement_rows; i++)
        if (move->judgement && !strcmp(judgement_rows[i].name, move->judgement))
            return &judgement_rows[i];
    return NULL;
}

/* The game is over by mate: there is nothing to evaluate. */
static bool is_mated(const struct reviewed_move *move)
{
    return move->is_mate && !move->score;
}

// ---- JSON ------------------------------------------------------------------------------------

static void put_best(const rk_position *before, const char *san, struct json *json)
{
    char uci[RK_UCI_MAX];
    rk_move move;
    if (!san || rk_san_parse(before, san, strlen(san), RK_NOTATION_PLAIN, &move, NULL))
        return;
    rk_uci_write(before, move, uci);
    json_put_text(json, "best", uci);
}

static void put_variation(const struct stored_review *review, size_t ply, size_t size,
                          struct json *json)
{
    struct buffer line = {0};
    for (size_t i = 0; i < size; i++) {
        if (i)
            buffer_put(&line, ' ');
        buffer_text(&line, stored_review_line(review, ply, i));
    }
    json_put_text(json, "variation", buffer_cstr(&line));
    buffer_fini(&line);
}

static void put_move(const struct stored_review *review, size_t ply, const rk_position *before,
                     struct json *json)
{
    const struct reviewed_move move = stored_review_move(review, ply);
    const struct judgement_row *row = find_row(&move);
    if (is_mated(&move))
        return;
    json_begin_object(json);
    json_put_integer(json, move.is_mate ? "mate" : "eval", move.score);
    if (row && row->shown) {
        put_best(before, move.best, json);
        put_variation(review, ply, move.line_size, json);
        json_put_object(json, "judgment");
        json_put_text(json, "name", row->shown);
        json_put_text(json, "comment", move.comment);
        json_end_object(json);
    }
    json_end_object(json);
}

void export_review_json(const struct exported_game *exported, struct json *json)
{
    struct export_walk walk = {.exported = exported};
    struct exported_ply ply;
    if (!exported->review)
        return;
    json_put_array(json, "analysis");
    for (size_t i = 0; export_next_ply(&walk, &ply); i++)
        put_move(exported->review, i, ply.before, json);
    json_end_array(json);
}

void export_review_player(const struct exported_game *exported, rk_side side, bool with_accuracy,
                          struct json *json)
{
    if (!exported->review)
        return;
    const struct reviewed_side found = stored_review_side(exported->review, side == RK_WHITE);
    json_put_object(json, "analysis");
    json_put_integer(json, "inaccuracy", found.inaccuracies);
    json_put_integer(json, "mistake", found.mistakes);
    json_put_integer(json, "blunder", found.blunders);
    json_put_integer(json, "acpl", found.acpl);
    if (with_accuracy && found.accuracy >= 0)
        json_put_decimal(json, "accuracy", found.accuracy, 0);
    json_end_object(json);
}

// ---- PGN -------------------------------------------------------------------------------------

void export_review_eval(const struct exported_game *exported, size_t ply, struct text *comment)
{
    char eval[EVAL_MAX];
    if (!exported->review)
        return;
    const struct reviewed_move move = stored_review_move(exported->review, ply);
    const long long score = move.score, size = llabs(score);
    if (is_mated(&move))
        return;
    if (move.is_mate)
        snprintf(eval, sizeof eval, "[%%eval #%lld]", score);
    else
        snprintf(eval, sizeof eval, "[%%eval %s%lld.%02lld]", score < 0 ? "-" : "", size / 100,
                 size % 100);
    text_add(comment, eval);
}

void export_review_sentence(const struct exported_game *exported, size_t ply, struct text *comment)
{
    const char *sentence =
        exported->review ? stored_review_move(exported->review, ply).comment : NULL;
    if (!sentence)
        return;
    if (comment->at != comment->start)
        text_put(comment, ' ');
    text_add(comment, sentence);
}

unsigned export_review_nag(const struct exported_game *exported, size_t ply)
{
    if (!exported->review)
        return 0;
    const struct reviewed_move move = stored_review_move(exported->review, ply);
    const struct judgement_row *row = find_row(&move);
    return row ? row->nag : 0;
}
