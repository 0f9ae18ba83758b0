/* SPDX-License-Identifier: MIT */
#include "review/sentence.h"

#include <limits.h>

#include "base/text.h"
#include "review/line_material.h"
#include "review/move_text.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"

enum {
    CENTIPAWNS_PER_PAWN = 50, /* a pawn must cost at least this much to be called lost */
    LEVEL_CHANCE_MAX = 5600,  /* neither side is better up to this */
    SHORT_MATE_MAX = 5        /* moves; a longer one is no explanation */
};

/* The facts that sentences are made of. */
struct facts {
    const struct review *review;
    size_t ply;
    int before, after;               /* scores for the player */
    int chance_before, chance_after; /* of the player */
    bool counts_material;            /* pieces have their usual value in this variant */
    bool wins_by_mate;               /* a forced win is a mate */
    struct line_material played, best;
};

static bool variant_counts_material(rk_variant variant)
{
    return variant == RK_STANDARD || variant == RK_CHESS960 || variant == RK_AMAZON_CHESS ||
           variant == RK_THREE_CHECK || variant == RK_KING_OF_THE_HILL;
}

static struct facts collect_facts(const struct review *review, size_t ply)
{
    const struct move_review *move = &review->moves[ply];
    const rk_position *pos = &review->positions[ply];
    const rk_variant variant = (rk_variant)pos->variant;
    struct facts facts = {.review = review, .ply = ply};
    facts.before = review_score_before(review, ply);
    facts.after = review_score_after(review, ply);
    facts.chance_before = chance_of_score(facts.before);
    facts.chance_after = chance_of_score(facts.after);
    facts.counts_material = variant_counts_material(variant);
    facts.wins_by_mate =
        variant == RK_STANDARD || variant == RK_CHESS960 || variant == RK_AMAZON_CHESS;
    facts.played = line_material_count(pos, move->move, &review->evaluations[ply + 1], move->side);
    facts.best = line_material_count(pos, RK_NO_MOVE, &review->evaluations[ply], move->side);
    return facts;
}

// ---- causes ------------------------------------------------------------------------------------

static void add_forced_win(struct text *out, const struct facts *facts, int moves)
{
    text_add(out, facts->wins_by_mate ? "mate in " : "a forced win in ");
    text_number(out, (unsigned long)(moves < 0 ? -moves : moves));
}

static bool add_allowed_mate(struct text *out, const struct facts *facts)
{
    const int had = score_mate(facts->before), has = score_mate(facts->after);
    if (has >= 0 || had < 0)
        return false;
    text_add(out, "allows ");
    add_forced_win(out, facts, has);
    return true;
}

static bool add_missed_mate(struct text *out, const struct facts *facts, int moves_max)
{
    const int moves = score_mate(facts->before);
    if (!facts->review->moves[facts->ply].missed_mate || moves > moves_max)
        return false;
    text_add(out, "misses ");
    add_forced_win(out, facts, moves);
    return true;
}

static bool add_stalemate(struct text *out, const struct facts *facts)
{
    const rk_position *after = &facts->review->positions[facts->ply + 1];
    if (rk_position_outcome(after).end != RK_STALEMATE)
        return false;
    text_add(out, "is stalemate");
    return true;
}

/* Lines are long, and what they win may cost something else: the scores must agree. */
static bool scores_agree(const struct facts *facts, int pawns)
{
    return facts->before - facts->after >= pawns * CENTIPAWNS_PER_PAWN;
}

/* What the best line wins must show in the score before the move. */
static bool score_fits_win(const struct facts *facts, int pawns)
{
    const struct move_review *move = &facts->review->moves[facts->ply];
    const rk_position *pos = &facts->review->positions[facts->ply];
    return facts->before >=
           (line_material_of_position(pos, move->side) + pawns) * CENTIPAWNS_PER_PAWN;
}

static bool add_material(struct text *out, const struct facts *facts)
{
    const int played = line_material_balance(&facts->played);
    const int best = line_material_balance(&facts->best);
    if (!facts->counts_material || played >= best || !scores_agree(facts, best - played))
        return false;
    if (played >= 0 && !score_fits_win(facts, best))
        return false;
    if (played < 0) {
        text_add(out, "loses ");
        line_material_describe(&facts->played, out);
        return true;
    }
    const struct line_material missed = line_material_flip(&facts->best);
    text_add(out, "misses the win of ");
    line_material_describe(&missed, out);
    return true;
}

static bool add_underpromotion(struct text *out, const struct facts *facts)
{
    const struct evaluation *before = &facts->review->evaluations[facts->ply];
    const rk_kind played = rk_move_promotion(facts->review->moves[facts->ply].move);
    const rk_kind best = before->line_size ? rk_move_promotion(before->line[0]) : RK_NO_KIND;
    if (played == RK_NO_KIND || best == RK_NO_KIND || played == best)
        return false;
    text_add(out, best == RK_AMAZON ? "misses the promotion to an " : "misses the promotion to a ");
    text_add(out, rk_kind_name(best));
    return true;
}

static bool add_promotion(struct text *out, const struct facts *facts)
{
    if (!facts->played.opponent_promotes || facts->best.opponent_promotes)
        return false;
    text_add(out, "lets a pawn promote");
    return true;
}

static bool add_cause(struct text *out, const struct facts *facts)
{
    return add_allowed_mate(out, facts) || add_missed_mate(out, facts, SHORT_MATE_MAX) ||
           add_stalemate(out, facts) || add_underpromotion(out, facts) ||
           add_missed_mate(out, facts, INT_MAX) || add_promotion(out, facts) ||
           add_material(out, facts);
}

// ---- consequences ------------------------------------------------------------------------------

static bool is_winning(int chance)
{
    return chance >= CHANCE_WINNING;
}

static bool is_losing(int chance)
{
    return chance <= CHANCE_ONE - CHANCE_WINNING;
}

static bool is_better(int chance)
{
    return chance > LEVEL_CHANCE_MAX;
}

static bool is_worse(int chance)
{
    return chance < CHANCE_ONE - LEVEL_CHANCE_MAX;
}

/* What the position was that the player could have kept. */
static const char *turned_into_loss(int chance_before)
{
    if (is_better(chance_before))
        return "turns a better position into a losing one";
    return is_worse(chance_before) ? "turns a difficult position into a losing one"
                                   : "turns a level position into a losing one";
}

/* What becomes of the game; NULL if nothing changes. */
static const char *consequence_of(const struct facts *facts)
{
    if (is_winning(facts->chance_before) && is_losing(facts->chance_after))
        return "turns a winning position into a losing one";
    if (is_winning(facts->chance_before) && !is_winning(facts->chance_after))
        return "throws away a winning position";
    if (!is_losing(facts->chance_before) && is_losing(facts->chance_after))
        return turned_into_loss(facts->chance_before);
    return NULL;
}

static const char *general_fault(const struct facts *facts)
{
    if (is_losing(facts->chance_before))
        return "makes a losing position worse";
    if (is_worse(facts->chance_before))
        return "makes a difficult position worse";
    if (is_worse(facts->chance_after))
        return "gives the opponent the better game";
    if (!is_better(facts->chance_before))
        return "makes a level position a little worse";
    return is_better(facts->chance_after) ? "gives away part of the advantage"
                                          : "gives away the advantage";
}

size_t sentence_write(const struct review *review, size_t ply, char *out)
{
    struct text text = text_in(out, SENTENCE_MAX);
    if (!move_review_is_explained(&review->moves[ply]))
        return text_end(&text);
    const struct facts facts = collect_facts(review, ply);
    const char *consequence = review->moves[ply].is_turning_point ? consequence_of(&facts) : NULL;
    char cause[SENTENCE_MAX / 2];
    struct text cause_text = text_in(cause, sizeof cause);
    const bool has_cause = add_cause(&cause_text, &facts);
    text_end(&cause_text);
    move_text_add(&text, &review->positions[ply], review->moves[ply].move);
    text_put(&text, ' ');
    text_add(&text, consequence ? consequence : has_cause ? cause : general_fault(&facts));
    if (consequence && has_cause) {
        text_add(&text, ": it ");
        text_add(&text, cause);
    }
    text_put(&text, '.');
    return text_end(&text);
}
