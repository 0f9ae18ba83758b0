/* SPDX-License-Identifier: MIT */
#include "tui/typed_move.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/fault.h"

enum { TYPED_MAX = 32 }; /* bytes; longer texts are no moves */

static const char blanks[] = " \t";

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static char to_upper(char c)
{
    return (char)(is_lower(c) ? c - 'a' + 'A' : c);
}

const char *typed_move_skip_number(const char *text)
{
    const char *at = text + strspn(text, "0123456789");
    const size_t dots = strspn(at, ".");
    return dots ? at + dots + strspn(at + dots, blanks) : text;
}

// ---- letters in any case ---------------------------------------------------------------------

/* A letter that is a file and, as a capital, a piece: b for the bishop, a for the amazon. */
static bool is_file_or_piece(const rk_position *pos, char c)
{
    rk_piece piece;
    c = ascii_lower(c);
    return c >= 'a' && c <= 'h' && rk_piece_from_letter(c, &piece) &&
           rk_variant_kinds((rk_variant)pos->variant) >> piece.kind & 1;
}

static bool is_upper_case(const char *text)
{
    while (*text && !is_lower(*text))
        text++;
    return !*text;
}

/* The text with a first letter in the given case, and the rest in lower case. */
static void respell_move(const char *text, bool capital, char out[TYPED_MAX])
{
    size_t i = 0;
    for (; text[i]; i++)
        out[i] = ascii_lower(text[i]);
    out[i] = '\0';
    if (capital)
        out[0] = to_upper(out[0]);
}

struct reading {
    rk_err err;
    rk_move move;
    rk_fault fault;
};

static struct reading read_as(const rk_position *pos, const char *text)
{
    struct reading reading = {.err = RK_OK};
    reading.err =
        rk_san_parse(pos, text, strlen(text), RK_NOTATION_PLAIN, &reading.move, &reading.fault);
    return reading;
}

static struct reading read_respelled(const rk_position *pos, const char *text, bool capital)
{
    char respelled[TYPED_MAX];
    respell_move(text, capital, respelled);
    return read_as(pos, respelled);
}

/* Of two that fail, the one that has a move to complain about. */
static struct reading better_reading(struct reading a, struct reading b)
{
    return !a.err || (b.err && rk_err_class_of(a.err) != RK_SYNTAX) ? a : b;
}

/* In capitals a pawn and a piece look the same: "BXC4". */
static struct reading read_upper_case(const rk_position *pos, const char *text)
{
    const struct reading lower = read_respelled(pos, text, false);
    const struct reading capital = read_respelled(pos, text, true);
    if (lower.err || capital.err || lower.move == capital.move)
        return better_reading(lower, capital);
    struct reading reading = lower;
    char pawn[RK_SAN_MAX], piece[RK_SAN_MAX];
    rk_san_write(pos, lower.move, pawn);
    rk_san_write(pos, capital.move, piece);
    snprintf(reading.fault.text, sizeof reading.fault.text,
             "this can be %s or %s: write it in lower case or with one capital", pawn, piece);
    reading.err = RK_AMBIGUOUS_MOVE;
    return reading;
}

static struct reading read_any_case(const rk_position *pos, const char *text)
{
    const struct reading exact = read_as(pos, text);
    if (!exact.err || !*text || strlen(text) >= TYPED_MAX)
        return exact;
    if (is_upper_case(text))
        return better_reading(exact, read_upper_case(pos, text));
    if (is_upper(*text) && !is_file_or_piece(pos, *text))
        return better_reading(exact, read_upper_case(pos, text));
    const struct reading same = better_reading(exact, read_respelled(pos, text, is_upper(*text)));
    if (is_lower(*text) && is_file_or_piece(pos, *text))
        return better_reading(same, read_respelled(pos, text, true));
    return same;
}

// ---- the whole text --------------------------------------------------------------------------

static void without_blanks(const char *text, char out[TYPED_MAX])
{
    size_t size = 0;
    for (; *text && size + 1 < TYPED_MAX; text++)
        if (!strchr(blanks, *text))
            out[size++] = *text;
    out[size] = '\0';
}

static struct reading read_text(const rk_position *pos, const char *text)
{
    char joined[TYPED_MAX];
    text = typed_move_skip_number(text);
    const struct reading reading = read_any_case(pos, text);
    if (!reading.err || !text[strcspn(text, blanks)] || strlen(text) >= TYPED_MAX)
        return reading;
    without_blanks(text, joined);
    return better_reading(reading, read_any_case(pos, joined));
}

rk_err typed_move_parse(const rk_position *pos, const char *text, rk_move *out, rk_fault *fault)
{
    const struct reading reading = read_text(pos, text);
    if (!reading.err)
        *out = reading.move;
    else if (fault)
        *fault = reading.fault;
    return reading.err;
}

bool typed_move_lacks_promotion(const rk_position *pos, const char *text, rk_move *out)
{
    const unsigned kinds = rk_variant_promotions((rk_variant)pos->variant);
    char with_kind[TYPED_MAX];
    size_t size = strlen(text);
    while (size && strchr("+#!?= \t", text[size - 1]))
        size--;
    if (size + 3 > TYPED_MAX || read_text(pos, text).err != RK_BAD_PROMOTION)
        return false;
    for (unsigned kind = 0; kind < RK_KIND_COUNT; kind++) {
        if (!(kinds >> kind & 1))
            continue;
        const char letter = rk_piece_letter((rk_piece){(rk_kind)kind, RK_WHITE});
        snprintf(with_kind, sizeof with_kind, "%.*s=%c", (int)size, text, letter);
        const struct reading reading = read_text(pos, with_kind);
        if (!reading.err && rk_move_promotion(reading.move) != RK_NO_KIND) {
            *out = reading.move;
            return true;
        }
    }
    return false;
}
