/* SPDX-License-Identifier: MIT */
#include "wire/stored_review.h"

#include <stdlib.h>
#include <string.h>

#include "wire/json_parse.h"

enum { SCORE_MAX = 100000 };

struct stored_review {
    json_t *tree;
    const json_t *moves; /* in it */
};

// ---- checking --------------------------------------------------------------------------------

static bool is_text_or_null(const json_t *value)
{
    return !value || json_is_null(value) || json_is_string(value);
}

static bool is_in_range(const json_t *value)
{
    const json_int_t number = json_integer_value(value);
    return json_is_integer(value) && number >= -SCORE_MAX && number <= SCORE_MAX;
}

static bool is_count(const json_t *value)
{
    return is_in_range(value) && json_integer_value(value) >= 0;
}

static bool is_line(const json_t *line)
{
    size_t index;
    json_t *move;
    if (!line)
        return true;
    json_array_foreach(line, index, move)
    {
        if (!json_is_string(move))
            return false;
    }
    return json_is_array(line);
}

/* Exactly one of both. */
static bool has_score(const json_t *move)
{
    const json_t *cp = json_object_get(move, "cp"), *mate = json_object_get(move, "mate");
    return !cp != !mate && is_in_range(cp ? cp : mate);
}

static bool is_move(const json_t *move)
{
    return json_is_object(move) && has_score(move) &&
           is_text_or_null(json_object_get(move, "judgement")) &&
           is_text_or_null(json_object_get(move, "best")) &&
           is_text_or_null(json_object_get(move, "comment")) &&
           is_line(json_object_get(move, "line"));
}

static bool is_side(const json_t *side)
{
    const json_t *counts = json_object_get(side, "counts");
    const json_t *accuracy = json_object_get(side, "accuracy");
    return is_count(json_object_get(side, "acpl")) &&
           is_count(json_object_get(counts, "inaccuracy")) &&
           is_count(json_object_get(counts, "mistake")) &&
           is_count(json_object_get(counts, "blunder")) &&
           (json_is_number(accuracy) || json_is_null(accuracy));
}

/* NULL: nothing is wrong. */
static const char *find_fault(const json_t *tree, size_t plies)
{
    const json_t *moves = json_object_get(tree, "moves");
    if (!is_side(json_object_get(tree, "white")) || !is_side(json_object_get(tree, "black")))
        return "the totals of a player are not as expected";
    if (!json_is_array(moves) || json_array_size(moves) != plies)
        return "its moves are not those of the game";
    for (size_t ply = 0; ply < plies; ply++)
        if (!is_move(json_array_get(moves, ply)))
            return "a move is not as expected";
    return NULL;
}

// ---- reading ---------------------------------------------------------------------------------

static rk_err read_tree(json_t *taken_tree, size_t plies, struct stored_review **out,
                        rk_fault *fault)
{
    const char *what = find_fault(taken_tree, plies);
    struct stored_review *review = what ? NULL : malloc(sizeof *review);
    if (!review) {
        json_decref(taken_tree);
        if (!what)
            return RK_NO_MEMORY;
        json_parse_fail(fault, 0, what, NULL);
        return RK_BAD_RECORD;
    }
    *review =
        (struct stored_review){.tree = taken_tree, .moves = json_object_get(taken_tree, "moves")};
    *out = review;
    return RK_OK;
}

rk_err stored_review_parse(const char *bytes, size_t size, size_t plies, struct stored_review **out,
                           rk_fault *fault)
{
    json_t *tree;
    rk_err err = json_parse_object(bytes, size, &tree, fault);
    if (!err)
        err = read_tree(tree, plies, out, fault);
    if (!err || err == RK_NO_MEMORY)
        return err;
    if (fault)
        fault->err = RK_BAD_RECORD;
    return RK_BAD_RECORD;
}

void stored_review_destroy(struct stored_review *review)
{
    if (!review)
        return;
    json_decref(review->tree);
    free(review);
}

struct reviewed_move stored_review_move(const struct stored_review *review, size_t ply)
{
    const json_t *move = json_array_get(review->moves, ply);
    const json_t *mate = json_object_get(move, "mate");
    return (struct reviewed_move){
        .score = json_integer_value(mate ? mate : json_object_get(move, "cp")),
        .is_mate = mate != NULL,
        .judgement = json_string_value(json_object_get(move, "judgement")),
        .best = json_string_value(json_object_get(move, "best")),
        .comment = json_string_value(json_object_get(move, "comment")),
        .line_size = json_array_size(json_object_get(move, "line"))};
}

const char *stored_review_line(const struct stored_review *review, size_t ply, size_t index)
{
    const json_t *move = json_array_get(review->moves, ply);
    return json_string_value(json_array_get(json_object_get(move, "line"), index));
}

struct reviewed_side stored_review_side(const struct stored_review *review, bool white)
{
    const json_t *side = json_object_get(review->tree, white ? "white" : "black");
    const json_t *counts = json_object_get(side, "counts");
    const json_t *accuracy = json_object_get(side, "accuracy");
    return (struct reviewed_side){
        .inaccuracies = json_integer_value(json_object_get(counts, "inaccuracy")),
        .mistakes = json_integer_value(json_object_get(counts, "mistake")),
        .blunders = json_integer_value(json_object_get(counts, "blunder")),
        .acpl = json_integer_value(json_object_get(side, "acpl")),
        .accuracy = json_is_number(accuracy) ? json_number_value(accuracy) : -1};
}
