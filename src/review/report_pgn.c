/* SPDX-License-Identifier: MIT */
#include "review/report_pgn.h"

#include <stdlib.h>
#include <string.h>

#include "review/move_text.h"
#include "review/sentence.h"
#include "review/totals_text.h"

enum { GOOD_MOVE_NAG = 1, DUBIOUS_MOVE_NAG = 6 }; /* ! ? !! ?? !? ?! */

// ---- comments ----------------------------------------------------------------------------------

/* Appends a text to a comment, with a space between them. */
static void append_words(struct buffer *comment, const char *text, size_t size)
{
    if (comment->size && size)
        buffer_put(comment, ' ');
    buffer_add(comment, text, size);
}

/* Appends a text unless the comment has it: an annotated game may be reviewed again. */
static void append_once(struct buffer *comment, const char *text, size_t size)
{
    if (!strstr(buffer_cstr(comment), text))
        append_words(comment, text, size);
}

/* Appends a comment without the [%eval] in it. */
static void append_without_eval(struct buffer *comment, const char *text)
{
    static const char mark[] = "[%eval ";
    for (const char *found; (found = strstr(text, mark));) {
        const char *end = strchr(found, ']');
        if (!end)
            break;
        size_t size = (size_t)(found - text);
        while (size && text[size - 1] == ' ')
            size--;
        append_words(comment, text, size);
        text = end + 1 + strspn(end + 1, " ");
    }
    append_words(comment, text, strlen(text));
}

/* [%eval 0.35] or [%eval #-4]; nothing where the game is over by mate. */
static void append_eval(struct buffer *comment, const struct evaluation *evaluation)
{
    char score[32];
    struct text text = text_in(score, sizeof score);
    if (score_is_mate(evaluation->score) && !score_mate(evaluation->score))
        return;
    move_text_add_score(&text, evaluation->score);
    text_end(&text);
    buffer_text(comment, "[%eval ");
    buffer_text(comment, score + (*score == '+'));
    buffer_put(comment, ']');
}

static rk_err annotate_comment(const struct review *review, size_t ply, rk_tree *tree, rk_node node)
{
    struct buffer comment = {0};
    char sentence[SENTENCE_MAX];
    append_eval(&comment, &review->evaluations[ply + 1]);
    append_without_eval(&comment, rk_tree_comment(tree, node));
    append_once(&comment, sentence, sentence_write(review, ply, sentence));
    const rk_err err = comment.failed
                           ? RK_NO_MEMORY
                           : rk_tree_set_comment(tree, node, comment.bytes, comment.size);
    buffer_fini(&comment);
    return err;
}

/* The accuracy of both players, before the first move. */
static rk_err annotate_start(const struct review *review, rk_tree *tree)
{
    struct buffer comment = {0};
    char totals[TOTALS_TEXT_MAX];
    append_words(&comment, rk_tree_comment(tree, RK_ROOT), strlen(rk_tree_comment(tree, RK_ROOT)));
    append_once(&comment, totals, totals_text_write(review, totals));
    const rk_err err = comment.failed
                           ? RK_NO_MEMORY
                           : rk_tree_set_comment(tree, RK_ROOT, comment.bytes, comment.size);
    buffer_fini(&comment);
    return err;
}

// ---- NAGs and variations -----------------------------------------------------------------------

/* A person's verdict on the move stays the only one. */
static bool has_verdict(const rk_tree *tree, rk_node node)
{
    uint8_t nags[RK_NAGS_MAX];
    const size_t count = rk_tree_nags(tree, node, nags);
    for (size_t i = 0; i < count; i++)
        if (nags[i] >= GOOD_MOVE_NAG && nags[i] <= DUBIOUS_MOVE_NAG)
            return true;
    return false;
}

static void annotate_nag(const struct move_review *move, rk_tree *tree, rk_node node)
{
    const unsigned nag = judgement_nag(move->judgement);
    if (!nag || has_verdict(tree, node) || move->move == RK_NO_MOVE)
        return;
    if (!rk_tree_add_nag(tree, node, (uint8_t)nag))
        return; // it has as many as a node can have, and they stay
}

static rk_err add_better_line(const struct evaluation *evaluation, rk_tree *tree, rk_node parent)
{
    for (unsigned i = 0; i < evaluation->line_size; i++) {
        const rk_err err = rk_tree_add(tree, parent, evaluation->line[i], &parent, NULL);
        if (err)
            return err;
    }
    return RK_OK;
}

static rk_err annotate_move(const struct review *review, size_t ply, rk_tree *tree, rk_node node)
{
    const struct move_review *move = &review->moves[ply];
    rk_err err = annotate_comment(review, ply, tree, node);
    annotate_nag(move, tree, node);
    if (!err && move_review_is_explained(move))
        err = add_better_line(&review->evaluations[ply], tree, rk_tree_parent(tree, node));
    return err;
}

// ---- tags --------------------------------------------------------------------------------------

static rk_err set_missing_tag(rk_pgn_game *game, const char *name, const char *value)
{
    return rk_pgn_game_tag(game, name) ? RK_OK : rk_pgn_game_set_tag(game, name, value);
}

static rk_err annotate_tags(rk_pgn_game *game, const struct review *review)
{
    rk_err err = set_missing_tag(game, "Annotator", "rookery " ROOKERY_VERSION);
    if (!err && review->opening.ply)
        err = set_missing_tag(game, "ECO", review->opening.opening.eco);
    if (!err && review->opening.ply)
        err = set_missing_tag(game, "Opening", review->opening.opening.name);
    return err;
}

// ---- writing -----------------------------------------------------------------------------------

static void put_bytes(void *data, const char *bytes, size_t size)
{
    buffer_add(data, bytes, size);
}

static rk_err write_game(const rk_pgn_game *game, struct buffer *out)
{
    rk_pgn_writer *writer = malloc(sizeof *writer);
    if (!writer)
        return RK_NO_MEMORY;
    rk_pgn_writer_init(writer, put_bytes, out);
    rk_pgn_game_write(game, writer);
    free(writer);
    return out->failed ? RK_NO_MEMORY : RK_OK;
}

rk_err report_pgn(const struct report_options *options, rk_pgn_game *game,
                  const struct review *review, struct buffer *out)
{
    rk_tree *tree = rk_pgn_game_tree(game);
    rk_node node = RK_ROOT;
    rk_err err = annotate_tags(game, review);
    (void)options;
    if (!err)
        err = annotate_start(review, tree);
    for (size_t ply = 0; !err && ply < review->ply_count; ply++) {
        node = rk_tree_child(tree, node);
        err = annotate_move(review, ply, tree, node);
    }
    return err ? err : write_game(game, out);
}
