/* SPDX-License-Identifier: MIT */
#include "uci/score.h"

void score_write(struct buffer *out, int score, rk_bound bound)
{
    const bool mates = score >= RK_MATE_IN_MAX, is_mated = score <= -RK_MATE_IN_MAX;
    buffer_text(out, mates || is_mated ? "mate " : "cp ");
    if (mates)
        buffer_integer(out, (RK_MATE - score + 1) / 2);
    else if (is_mated)
        buffer_integer(out, -((RK_MATE + score + 1) / 2));
    else
        buffer_integer(out, score);
    if (bound != RK_EXACT)
        buffer_text(out, bound == RK_AT_LEAST ? " lowerbound" : " upperbound");
}

static int clamp(int64_t number, int max)
{
    return number > max ? max : number < -max ? -max : (int)number;
}

/* Some engines write a plus sign. */
static bool parse_signed(struct token token, int64_t *out)
{
    if (token.size > 1 && *token.text == '+' && token.text[1] != '-') {
        token.text++;
        token.size--;
    }
    return token_number(token, out);
}

bool score_parse(struct tokens *tokens, int *out)
{
    struct token unit, number;
    int64_t value;
    if (!token_next(tokens, &unit) || !token_next(tokens, &number) || !parse_signed(number, &value))
        return false;
    if (token_is(unit, "cp")) {
        *out = clamp(value, RK_TABLE_WIN);
        return true;
    }
    const int moves = clamp(value, (RK_MATE - RK_MATE_IN_MAX) / 2);
    *out = moves > 0 ? RK_MATE - 2 * moves + 1 : -RK_MATE - 2 * moves;
    return token_is(unit, "mate");
}
