/* SPDX-License-Identifier: MIT */
#include "review/move_text.h"

#include <stdlib.h>

#include "rookery/san.h"

static void add_number(struct text *out, const rk_position *pos)
{
    text_number(out, pos->move_number);
    text_add(out, rk_position_turn(pos) == RK_WHITE ? ". " : "... ");
}

static void add_san(struct text *out, const rk_position *pos, rk_move move)
{
    char san[RK_SAN_MAX];
    rk_san_write(pos, move, san);
    text_add(out, san);
}

void move_text_add(struct text *out, const rk_position *pos, rk_move move)
{
    add_number(out, pos);
    add_san(out, pos, move);
}

void move_text_add_line(struct text *out, const rk_position *pos, const rk_move *moves,
                        size_t count)
{
    rk_position at = *pos;
    rk_undo undo;
    for (size_t i = 0; i < count; i++) {
        if (i)
            text_put(out, ' ');
        if (!i || rk_position_turn(&at) == RK_WHITE)
            add_number(out, &at);
        add_san(out, &at, moves[i]);
        rk_position_apply(&at, moves[i], &undo);
    }
}

static void add_two_digits(struct text *out, int number)
{
    text_put(out, (char)('0' + number / 10));
    text_put(out, (char)('0' + number % 10));
}

void move_text_add_score(struct text *out, int score)
{
    if (score_is_mate(score)) {
        text_add(out, score < 0 ? "#-" : "#");
        if (score_mate(score))
            text_number(out, (unsigned long)abs(score_mate(score)));
        return;
    }
    text_put(out, score < 0 ? '-' : '+');
    text_number(out, (unsigned long)abs(score) / 100);
    text_put(out, '.');
    add_two_digits(out, abs(score) % 100);
}

void move_text_add_evaluation(struct text *out, const struct evaluation *evaluation)
{
    if (score_is_table_win(evaluation->score))
        text_add(out, evaluation->score > 0 ? "White wins (tables)" : "Black wins (tables)");
    else if (evaluation->in_tables && !evaluation->table_result)
        text_add(out, "draw (tables)");
    else
        move_text_add_score(out, evaluation->score);
}
