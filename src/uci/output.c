/* SPDX-License-Identifier: MIT */
#include "uci/output.h"

#include <inttypes.h>
#include <stdio.h>

#include "rookery/fen.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rookery/san.h"
#include "uci/score.h"

static void add_square(struct buffer *out, rk_square square)
{
    buffer_put(out, (char)('a' + rk_square_file(square)));
    buffer_put(out, (char)('1' + rk_square_rank(square)));
}

void output_move(struct buffer *out, const rk_position *pos, rk_move move,
                 struct output_format format)
{
    if (format.chess960 && rk_move_type(move) == RK_CASTLING) {
        add_square(out, rk_move_from(move));
        add_square(out, rk_move_to(move));
        return;
    }
    char text[RK_UCI_MAX];
    buffer_add(out, text, rk_uci_write(pos, move, text));
}

// ---- search results --------------------------------------------------------------------------

static void add_number(struct buffer *out, const char *name, uint64_t number)
{
    buffer_put(out, ' ');
    buffer_text(out, name);
    buffer_put(out, ' ');
    buffer_integer(out, (int64_t)number);
}

static void add_score(struct buffer *out, int score, rk_bound bound)
{
    buffer_text(out, " score ");
    score_write(out, score, bound);
}

static void add_pv(struct buffer *out, rk_position pos, const rk_search_line *line,
                   struct output_format format)
{
    rk_undo undo;
    buffer_text(out, " pv");
    for (size_t i = 0; i < line->move_count; i++) {
        buffer_put(out, ' ');
        output_move(out, &pos, line->moves[i], format);
        rk_position_apply(&pos, line->moves[i], &undo);
    }
}

static void add_current_move(struct buffer *out, const rk_position *pos, const rk_search_line *line,
                             struct output_format format)
{
    buffer_text(out, "info");
    add_number(out, "depth", line->depth);
    buffer_text(out, " currmove ");
    output_move(out, pos, line->current, format);
    add_number(out, "currmovenumber", line->current_number);
}

void output_info(struct buffer *out, const rk_position *pos, const rk_search_line *line,
                 struct output_format format)
{
    if (!line->move_count) {
        add_current_move(out, pos, line, format);
        return;
    }
    const uint64_t time = line->time > 0 ? (uint64_t)line->time : 0;
    buffer_text(out, "info");
    add_number(out, "depth", line->depth);
    add_number(out, "seldepth", line->selective_depth);
    add_number(out, "multipv", line->number);
    add_score(out, line->score, line->bound);
    if (format.wdl) {
        add_number(out, "wdl", line->win);
        buffer_put(out, ' ');
        buffer_integer(out, line->draw);
        buffer_put(out, ' ');
        buffer_integer(out, line->loss);
    }
    add_number(out, "nodes", line->nodes);
    add_number(out, "nps", line->nodes * 1000 / (time ? time : 1));
    add_number(out, "hashfull", line->hashfull);
    add_number(out, "tbhits", line->table_hits);
    add_number(out, "time", time);
    add_pv(out, *pos, line, format);
}

/* The side to move can have won already in antichess and racing kings. */
void output_game_over(struct buffer *out, const rk_position *pos)
{
    const rk_outcome outcome = rk_position_outcome(pos);
    const bool is_draw = outcome.winner == RK_NOBODY_WINS || outcome.end == RK_NOT_OVER;
    const bool has_won = !is_draw && (rk_side)outcome.winner == rk_position_turn(pos);
    buffer_text(out, "info depth 0");
    add_score(out, is_draw ? 0 : has_won ? RK_MATE - 1 : -RK_MATE, RK_EXACT);
}

void output_bestmove(struct buffer *out, const rk_position *pos, const rk_search_result *result,
                     struct output_format format)
{
    buffer_text(out, "bestmove ");
    if (result->best == RK_NO_MOVE) {
        buffer_text(out, "0000");
        return;
    }
    output_move(out, pos, result->best, format);
    if (result->ponder == RK_NO_MOVE)
        return;
    rk_position next = *pos;
    rk_undo undo;
    rk_position_apply(&next, result->best, &undo);
    buffer_text(out, " ponder ");
    output_move(out, &next, result->ponder, format);
}

// ---- for people ------------------------------------------------------------------------------

static void add_rank(struct buffer *out, const rk_position *pos, int rank)
{
    buffer_put(out, (char)('1' + rank));
    buffer_put(out, ' ');
    for (int file = 0; file < 8; file++) {
        const rk_piece piece = rk_position_at(pos, rk_square_at(file, rank));
        buffer_put(out, ' ');
        buffer_put(out, piece.kind == RK_NO_KIND ? '.' : rk_piece_letter(piece));
    }
}

static void add_checkers(struct buffer *out, const rk_position *pos)
{
    const uint64_t checkers = rk_position_checkers(pos);
    buffer_text(out, "checkers:");
    for (int square = 0; square < RK_SQUARE_COUNT; square++)
        if (checkers >> square & 1) {
            buffer_put(out, ' ');
            add_square(out, (rk_square)square);
        }
}

bool output_board_row(struct buffer *out, const rk_position *pos, int row)
{
    char text[RK_FEN_MAX];
    if (row < 8) {
        add_rank(out, pos, 7 - row);
    } else if (row == 8) {
        buffer_text(out, "   a b c d e f g h");
    } else if (row == 9) {
        rk_fen_write(pos, RK_FEN_PLAIN, text);
        buffer_text(out, "fen: ");
        buffer_text(out, text);
    } else if (row == 10) {
        snprintf(text, sizeof text, "key: %016" PRIX64, pos->key);
        buffer_text(out, text);
    } else if (row == 11) {
        add_checkers(out, pos);
    }
    return row < 12;
}

void output_evaluation(struct buffer *out, rk_engine *engine, const rk_position *pos)
{
    char text[64];
    const rk_outcome outcome = rk_position_outcome(pos);
    if (outcome.end != RK_NOT_OVER) {
        buffer_text(out, "evaluation: none (game over: ");
        buffer_text(out, rk_end_text(outcome.end));
        buffer_put(out, ')');
        return;
    }
    if (rk_position_in_check(pos)) {
        buffer_text(out, "evaluation: none (in check)");
        return;
    }
    const int own = rk_engine_evaluate(engine, pos);
    const int score = rk_position_turn(pos) == RK_WHITE ? own : -own;
    snprintf(text, sizeof text, "evaluation: %+.2f (White's point of view)", score / 100.0);
    buffer_text(out, text);
}
