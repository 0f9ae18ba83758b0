/* SPDX-License-Identifier: MIT */
#include "rookery/san.h"

#include <string.h>

#include "base/text.h"
#include "notation/move_spec.h"
#include "notation/nag_symbols.h"
#include "notation/reader.h"
#include "notation/square_text.h"
#include "notation/typography.h"
#include "rookery/moves.h"
#include "rookery/outcome.h"
#include "rules/attacks.h"
#include "rules/bits.h"
#include "rules/mode.h"

// ---- reading ---------------------------------------------------------------------------------

static bool is_file(char c)
{
    return c >= 'a' && c <= 'h';
}

static bool is_rank(char c)
{
    return c >= '1' && c <= '8';
}

static bool is_mark(char c)
{
    return c == '+' || c == '#' || c == '!' || c == '?' || c == '=' || c == ',' || c == ';' ||
           c == ':' || c == ' ';
}

/* Returns the size of a suffix such as "mate" or "e.p.", or 0. */
static size_t suffix_size(const char *start, const char *end)
{
    static const char *const suffixes[] = {"e.p.", "ep.",  "e.p", "ep",  "(e.p.)",
                                           "(ep)", "mate", "ch",  "dbl", "dis"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        const size_t size = strlen(suffixes[i]);
        if ((size_t)(end - start) >= size + 2 && !memcmp(end - size, suffixes[i], size))
            return size;
    }
    return 0;
}

// Strips a NAG such as $1.
static const char *without_nag(const char *start, const char *end)
{
    const char *at = end;
    while (at > start && at[-1] >= '0' && at[-1] <= '9')
        at--;
    return at < end && at > start && at[-1] == '$' ? at - 1 : end;
}

// Strips the annotations after the move.
static const char *without_marks(const char *start, const char *end)
{
    const char *before;
    unsigned nag;
    do {
        before = end;
        end = without_nag(start, end);
        if (end > start && is_rank(end[-1]))
            break;
        end -= nag_symbol_at_end(start, (size_t)(end - start), &nag);
        while (end > start && is_mark(end[-1]))
            end--;
        end -= suffix_size(start, end);
    } while (end < before);
    return end;
}

/* Skips the number of the move: 1. or 12... */
static void skip_number(struct reader *in)
{
    const char *at = in->at;
    while (at < in->end && *at >= '0' && *at <= '9')
        at++;
    if (at == in->end || *at != '.')
        return;
    while (at < in->end && (*at == '.' || *at == ' '))
        at++;
    in->at = at;
}

// O-O, 0-0-0, o-o, OO
static bool read_castling(struct reader *in, struct move_spec *spec)
{
    const char *at = in->at;
    int letters = 0;
    for (; at < in->end; at++) {
        if (*at == 'O' || *at == '0' || *at == 'o')
            letters++;
        else if (*at != '-')
            return false;
    }
    if (letters != 2 && letters != 3)
        return false;
    spec->form = SPEC_CASTLING;
    spec->kind = RK_KING;
    spec->kingside = letters == 2;
    in->at = at;
    return true;
}

/* The file and rank letters of a move, without the characters between them. */
struct coordinates {
    char letters[4];
    int count;
};

static bool is_filler(char c)
{
    return c == 'x' || c == '-' || c == ':' || c == 'X';
}

static struct coordinates read_coordinates(struct reader *in)
{
    struct coordinates found = {.count = 0};
    for (; in->at < in->end && found.count < 4; in->at++) {
        if (is_file(*in->at) || is_rank(*in->at))
            found.letters[found.count++] = *in->at;
        else if (!is_filler(*in->at))
            break;
    }
    return found;
}

static uint64_t file_of(char c)
{
    return FILE_A << (c - 'a');
}

static uint64_t rank_of(char c)
{
    return FIRST_RANK << 8 * (c - '1');
}

/* The last two letters are the target, those before it describe the origin. */
static bool apply_coordinates(const struct coordinates *c, struct move_spec *spec)
{
    const char *letters = c->letters;
    if (c->count == 2 && is_file(letters[0]) && is_file(letters[1]) && spec->kind == RK_PAWN) {
        spec->movers = file_of(letters[0]);
        spec->targets = file_of(letters[1]); // "ed": the rank is found from the pawns
        return letters[0] != letters[1];
    }
    if (c->count < 2 || !is_file(letters[c->count - 2]) || !is_rank(letters[c->count - 1]))
        return false;
    spec->targets = file_of(letters[c->count - 2]) & rank_of(letters[c->count - 1]);
    spec->movers = ALL_SQUARES;
    for (int i = 0; i < c->count - 2; i++) {
        if (i == 1 && !(is_file(letters[0]) && is_rank(letters[1])))
            return false;
        spec->movers &= is_file(letters[i]) ? file_of(letters[i]) : rank_of(letters[i]);
    }
    return true;
}

// =Q, Q, q, (Q), /Q
static bool read_promotion(struct reader *in, struct move_spec *spec)
{
    const bool parenthesis = skip_char(in, '(');
    if (!parenthesis && !skip_char(in, '='))
        skip_char(in, '/');
    rk_piece piece;
    if (in->at == in->end)
        return !parenthesis;
    if (!rk_piece_from_letter(*in->at++, &piece))
        return false;
    spec->promotion = piece.kind;
    return !parenthesis || skip_char(in, ')');
}

// A lower-case b is a file; other lower-case letters can only be pieces.
static rk_kind read_kind(struct reader *in)
{
    rk_piece piece;
    const char c = peek(in);
    if (is_file(c) || !rk_piece_from_letter(c, &piece))
        return RK_NO_KIND;
    in->at++;
    return piece.kind;
}

static rk_err read_move(struct reader *in, const rk_position *pos, struct move_spec *spec)
{
    const rk_kind named = read_kind(in);
    spec->kind = named == RK_NO_KIND ? RK_PAWN : named;
    const struct coordinates coordinates = read_coordinates(in);
    if (!apply_coordinates(&coordinates, spec))
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "this is not a move");
    if (named == RK_NO_KIND && coordinates.count == 4) // e2e4, and g1f3 too
        spec->kind = RK_NO_KIND;
    if (named == RK_NO_KIND && coordinates.count == 2 && is_rank(coordinates.letters[1]))
        spec->movers = file_of(coordinates.letters[0]); // a pawn move: e4
    if (!read_promotion(in, spec) || in->at != in->end)
        return reader_fail(in, in->at, RK_BAD_SYNTAX, "unexpected text after the move");
    if (coordinates.count == 2 && !is_rank(coordinates.letters[1]))
        spec->targets &= pos->by[!pos->turn] | (pos->en_passant < 64 ? bit(pos->en_passant) : 0);
    return RK_OK;
}

static rk_err parse_plain(const rk_position *pos, const char *text, size_t size,
                          rk_notation_option option, rk_move *out, rk_fault *fault)
{
    struct reader in = reader_of(text, size, fault);
    skip_blanks(&in);
    skip_number(&in);
    in.end = without_marks(in.at, in.end);
    struct move_spec spec = {.movers = ALL_SQUARES, .promotion = RK_NO_KIND};
    spec.offset = (size_t)(in.at - text);
    if (read_castling(&in, &spec) ||
        (option & RK_NOTATION_NULL_MOVES && move_spec_read_null(&in, &spec)))
        return move_spec_resolve(&in, pos, &spec, out);
    if (memchr(in.at, '@', (size_t)(in.end - in.at))) {
        if (!move_spec_read_drop(&in, &spec) || in.at != in.end)
            return reader_fail(&in, in.at, RK_BAD_SYNTAX, "a drop is written as N@f3");
        return move_spec_resolve(&in, pos, &spec, out);
    }
    const rk_err err = read_move(&in, pos, &spec);
    if (err)
        return err;
    move_spec_find_castling(pos, &spec);
    if (!spec.targets)
        return reader_fail(&in, text + spec.offset, RK_NO_SUCH_PIECE,
                           "no pawn on this file can capture on that file");
    return move_spec_resolve(&in, pos, &spec, out);
}

/* Parses a text with figurines and the like. */
static rk_err parse_typographic(const rk_position *pos, const char *text, size_t size,
                                rk_notation_option option, rk_move *out, rk_fault *fault)
{
    struct plain_text plain;
    const struct reader in = reader_of(text, size, fault);
    if (!typography_replace(text, size, &plain))
        return reader_fail(&in, in.at, RK_BAD_SYNTAX, "this is not a move");
    const rk_err err = parse_plain(pos, plain.text, plain.size, option, out, fault);
    if (err && fault)
        fault->offset = plain.offsets[fault->offset];
    return err;
}

rk_err rk_san_parse(const rk_position *pos, const char *text, size_t size,
                    rk_notation_option option, rk_move *out, rk_fault *fault)
{
    for (size_t i = 0; i < size; i++)
        if (!is_ascii(text[i]))
            return parse_typographic(pos, text, size, option, out, fault);
    return parse_plain(pos, text, size, option, out, fault);
}

// ---- writing ---------------------------------------------------------------------------------

/* Writes the file or rank, or both, if another piece of this kind could move there. */
static void write_disambiguation(struct text *text, const rk_position *pos, rk_move move,
                                 rk_kind kind)
{
    const int from = rk_move_from(move);
    const uint64_t others = pos->of[kind] & pos->by[pos->turn] & ~bit(from);
    if (!(attacks(kind, rk_move_to(move), occupied(pos)) & others))
        return;
    rk_move moves[RK_MOVES_MAX];
    const size_t count = rk_moves_select(pos, others, bit(rk_move_to(move)), moves);
    bool ambiguous = false, same_file = false, same_rank = false;
    for (size_t i = 0; i < count; i++) {
        if (rk_move_type(moves[i]) != RK_PLAIN)
            continue;
        ambiguous = true;
        same_file |= (rk_move_from(moves[i]) & 7) == (from & 7);
        same_rank |= rk_move_from(moves[i]) >> 3 == from >> 3;
    }
    if (ambiguous && (!same_file || same_rank))
        text_put(text, (char)('a' + (from & 7)));
    if (ambiguous && same_file)
        text_put(text, (char)('1' + (from >> 3)));
}

static void write_check(struct text *text, const rk_position *pos, rk_move move)
{
    const bool check = rk_move_gives_check(pos, move);
    if (!check && !rk_variant_rules((rk_variant)pos->variant))
        return;
    rk_position after = *pos;
    rk_undo undo;
    rk_position_apply(&after, move, &undo);
    const bool won = check ? !rk_moves_any(&after) : false;
    if (won || (rk_variant_rules((rk_variant)pos->variant) &&
                rk_position_outcome(&after).winner != RK_NOBODY_WINS))
        text_put(text, '#');
    else if (check)
        text_put(text, '+');
}

static char piece_letter(rk_kind kind)
{
    return rk_piece_letter((rk_piece){kind, RK_WHITE});
}

static void write_drop(struct text *text, rk_move move)
{
    text_put(text, piece_letter(rk_move_dropped(move)));
    text_put(text, '@');
    square_text_write(text, rk_move_to(move));
}

static void write_target(struct text *text, rk_move move)
{
    square_text_write(text, rk_move_to(move));
    if (rk_move_promotion(move) != RK_NO_KIND) {
        text_put(text, '=');
        text_put(text, piece_letter(rk_move_promotion(move)));
    }
}

/* Writes SAN, or long algebraic notation with the whole origin square and a hyphen. */
static size_t write_move(const rk_position *pos, rk_move move, bool whole_origin, char *out)
{
    struct text text = text_in(out, RK_SAN_MAX);
    const rk_kind kind = rk_position_at(pos, rk_move_from(move)).kind;
    if (move == RK_NO_MOVE) {
        text_add(&text, "--");
        return text_end(&text);
    }
    if (rk_move_type(move) == RK_CASTLING) {
        text_add(&text, rk_move_to(move) > rk_move_from(move) ? "O-O" : "O-O-O");
    } else if (rk_move_type(move) == RK_DROP) {
        write_drop(&text, move);
    } else {
        const bool takes = rk_move_is_capture(pos, move);
        if (kind != RK_PAWN)
            text_put(&text, piece_letter(kind));
        if (whole_origin)
            square_text_write(&text, rk_move_from(move));
        else if (kind != RK_PAWN)
            write_disambiguation(&text, pos, move, kind);
        else if (takes)
            text_put(&text, (char)('a' + (rk_move_from(move) & 7)));
        text_add(&text, takes ? "x" : whole_origin ? "-" : "");
        write_target(&text, move);
    }
    write_check(&text, pos, move);
    return text_end(&text);
}

size_t rk_san_write(const rk_position *pos, rk_move move, char *out)
{
    return write_move(pos, move, false, out);
}

size_t rk_lan_write(const rk_position *pos, rk_move move, char *out)
{
    return write_move(pos, move, true, out);
}
