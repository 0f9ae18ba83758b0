/* SPDX-License-Identifier: MIT */
#include "review/totals_text.h"

void totals_text_add_accuracy(struct text *out, int accuracy)
{
    const int tenths = (accuracy + CHANCE_ONE / 2000) / (CHANCE_ONE / 1000);
    if (accuracy < 0) {
        text_put(out, '-');
        return;
    }
    text_number(out, (unsigned long)tenths / 10);
    text_put(out, '.');
    text_put(out, (char)('0' + tenths % 10));
}

static void add_count(struct text *out, unsigned count, enum judgement judgement)
{
    static const char *const plurals[JUDGEMENT_COUNT] = {
#define ROW(judgement, name, plural, nag) [judgement] = (plural),
#include "review/judgements.def"
    };
    if (!count)
        return;
    text_add(out, ", ");
    text_number(out, count);
    text_put(out, ' ');
    text_add(out, count == 1 ? judgement_name(judgement) : plurals[judgement]);
}

static void add_side(struct text *out, const char *name, const struct side_review *side)
{
    if (!side->all.moves)
        return;
    if (out->at > out->start)
        text_put(out, ' ');
    text_add(out, name);
    text_add(out, ": accuracy ");
    totals_text_add_accuracy(out, side->all.accuracy);
    text_add(out, " %, average loss ");
    text_number(out, (unsigned long)side->average_loss);
    text_add(out, side->average_loss == 1 ? " centipawn" : " centipawns");
    add_count(out, side->counts[JUDGEMENT_INACCURACY], JUDGEMENT_INACCURACY);
    add_count(out, side->counts[JUDGEMENT_MISTAKE], JUDGEMENT_MISTAKE);
    add_count(out, side->counts[JUDGEMENT_BLUNDER], JUDGEMENT_BLUNDER);
    text_put(out, '.');
}

size_t totals_text_write(const struct review *review, char *out)
{
    struct text text = text_in(out, TOTALS_TEXT_MAX);
    add_side(&text, "White", &review->sides[RK_WHITE]);
    add_side(&text, "Black", &review->sides[RK_BLACK]);
    return text_end(&text);
}
