/* SPDX-License-Identifier: MIT */
#include "puzzle_training/puzzle_record.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/fault.h"
#include "base/minmax.h"
#include "puzzles/puzzle_format.h"
#include "ratings/rating.h"
#include "rookery/outcome.h"

// ---- texts -----------------------------------------------------------------------------------

static bool is_word(const char *text, size_t max)
{
    size_t size = 0;
    while (ascii_is_alnum(text[size]))
        size++;
    return size && size <= max && !text[size];
}

bool puzzle_id_is_valid(const char *id)
{
    return is_word(id, RECORD_ID_MAX);
}

bool puzzle_theme_is_valid(const char *theme)
{
    return is_word(theme, RECORD_THEME_MAX);
}

static size_t count_blanks(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

static bool has_theme(const struct puzzle_record *record, const char *theme)
{
    char whole[RECORD_THEME_MAX + 3];
    snprintf(whole, sizeof whole, " %.*s ", RECORD_THEME_MAX, theme);
    return strstr(record->themes, whole);
}

bool puzzle_record_add_theme(struct puzzle_record *record, const char *theme)
{
    const size_t size = strlen(record->themes);
    if (!puzzle_theme_is_valid(theme))
        return false;
    if (has_theme(record, theme))
        return true;
    if (count_blanks(record->themes) > RECORD_THEMES_MAX)
        return false;
    snprintf(record->themes + size, sizeof record->themes - size, size ? "%s " : " %s ", theme);
    return true;
}

void puzzle_record_set_rating(struct puzzle_record *record, double rating, double deviation)
{
    record->glicko = rating_start(false).glicko;
    record->glicko.rating = clamp_double(rating, RATING_FLOOR, RECORD_RATING_MAX);
    record->glicko.deviation = clamp_double(deviation, RATING_DEVIATION_MIN, RECORD_DEVIATION_MAX);
}

// ---- a puzzle that was found -----------------------------------------------------------------

static void add_theme(void *context, const char *theme)
{
    (void)puzzle_record_add_theme(context, theme); // ours are valid and few
}

static void write_moves(const struct puzzle *puzzle, char out[RECORD_MOVES_SIZE])
{
    size_t size = rk_uci_write(&puzzle->before, puzzle->error, out);
    for (size_t i = 0; i < puzzle->move_count; i++) {
        out[size++] = ' ';
        size += rk_uci_write(&puzzle->positions[i], puzzle->moves[i], out + size);
    }
}

void puzzle_record_make(const struct puzzle *puzzle, struct puzzle_record *out)
{
    *out = (struct puzzle_record){.variant = (rk_variant)puzzle->before.variant,
                                  .ply = (int64_t)puzzle->game_ply};
    puzzle_write_id(puzzle, out->id);
    rk_fen_write(&puzzle->before, RK_FEN_PLAIN, out->fen);
    write_moves(puzzle, out->moves);
    puzzle_for_each_theme(puzzle, add_theme, out);
    puzzle_record_set_rating(out, puzzle->rating, RECORD_DEVIATION_MAX);
}

// ---- the line --------------------------------------------------------------------------------

static void play_line_move(struct puzzle_line *line, rk_move move)
{
    rk_undo undo;
    line->moves[line->count] = move;
    line->positions[line->count + 1] = line->positions[line->count];
    rk_position_apply(&line->positions[++line->count], move, &undo);
}

/* Adds what is wrong with the move to the reason why. */
static rk_err refuse_move(const char *move, size_t size, rk_err err, rk_fault *fault)
{
    char text[RK_FAULT_TEXT_MAX];
    snprintf(text, sizeof text, "move %.*s: %.120s", (int)(size < 12 ? size : 12), move,
             fault->text);
    return fault_set(fault, err, 0, text);
}

rk_err puzzle_record_replay(const struct puzzle_record *record, struct puzzle_line *out,
                            rk_fault *fault)
{
    rk_fault own;
    if (!fault)
        fault = &own;
    out->count = 0;
    rk_err err = rk_fen_parse(record->fen, strlen(record->fen), record->variant, RK_FEN_PLAIN,
                              &out->positions[0], fault);
    for (const char *at = record->moves; !err && *at;) {
        const size_t size = strcspn(at, " ");
        rk_move move;
        if (out->count == RECORD_PLIES_MAX)
            return fault_set(fault, RK_BAD_SYNTAX, 0, "the solution is too long");
        err = rk_uci_parse(&out->positions[out->count], at, size, RK_NOTATION_PLAIN, &move, fault);
        if (err)
            return refuse_move(at, size, err, fault);
        play_line_move(out, move);
        at += size;
        at += *at == ' ';
    }
    if (!err && (out->count < 2 || out->count % 2))
        return fault_set(fault, RK_BAD_SYNTAX, 0,
                         "expected the error and a solution that ends with the solver's move");
    return err;
}

// ---- attempts --------------------------------------------------------------------------------

static bool is_mate(const rk_position *before, rk_move move)
{
    rk_position pos = *before;
    rk_undo undo;
    rk_position_apply(&pos, move, &undo);
    return rk_position_outcome(&pos).end == RK_CHECKMATE;
}

enum attempt_verdict puzzle_line_judge(const struct puzzle_line *line, const char *moves)
{
    const char *at = moves;
    for (size_t ply = 1; ply < line->count; ply += 2) {
        const size_t size = strcspn(at, " ");
        rk_move move;
        if (!size)
            return ATTEMPT_WRONG;
        if (rk_uci_parse(&line->positions[ply], at, size, RK_NOTATION_PLAIN, &move, NULL))
            return ATTEMPT_ILLEGAL;
        if (move != line->moves[ply])
            return is_mate(&line->positions[ply], move) ? ATTEMPT_SOLVED : ATTEMPT_WRONG;
        at += size;
        at += *at == ' ';
    }
    return *at ? ATTEMPT_ILLEGAL : ATTEMPT_SOLVED;
}
