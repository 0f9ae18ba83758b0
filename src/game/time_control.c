/* SPDX-License-Identifier: MIT */
/* Parses and writes time controls. */
#include "rookery/clock.h"

#include <string.h>

#include "base/milliseconds.h"
#include "base/text.h"
#include "notation/reader.h"

enum {
    MINUTE_DECIMALS = 4, /* 0.0001 minutes are 6 ms: every decimal is a whole number of ms */
    SECOND_DECIMALS = 3,
    NUMBER_MAX = 999999,
    MOVES_MAX = 999,
    DAYS_MAX = 365
};

// ---- reading ---------------------------------------------------------------------------------

static rk_err fail_syntax(const struct reader *in, const char *message)
{
    return reader_fail(in, in->at, RK_BAD_SYNTAX, message);
}

static bool skip_word(struct reader *in, const char *word)
{
    const size_t size = strlen(word);
    if ((size_t)(in->end - in->at) < size || memcmp(in->at, word, size) != 0)
        return false;
    in->at += size;
    return true;
}

/* Reads a decimal number as a fixed-point integer: "1.5" with four decimals is 15000. */
static bool read_decimal(struct reader *in, int decimals, int64_t *out)
{
    unsigned whole;
    if (!reader_number(in, NUMBER_MAX, &whole))
        return false;
    int64_t value = whole;
    const bool point = skip_char(in, '.');
    const char *start = in->at;
    for (int i = 0; i < decimals; i++) {
        const bool digit = point && peek(in) >= '0' && peek(in) <= '9';
        value = value * 10 + (digit ? *in->at++ - '0' : 0);
    }
    *out = value;
    return !point || in->at > start;
}

static rk_err read_seconds(struct reader *in, int64_t *out)
{
    return read_decimal(in, SECOND_DECIMALS, out) ? RK_OK
                                                  : fail_syntax(in, "expected a number of seconds");
}

/* Reads minutes, or seconds if an "s" follows. */
static rk_err read_base(struct reader *in, int64_t *out)
{
    const char *start = in->at;
    if (read_decimal(in, SECOND_DECIMALS, out) && skip_char(in, 's'))
        return RK_OK;
    in->at = start;
    if (!read_decimal(in, MINUTE_DECIMALS, out))
        return fail_syntax(in, "expected a number of minutes");
    *out *= MINUTE_MS / 10000;
    return RK_OK;
}

/* Reads the letter of a kind; RK_CLOCK_NONE if the next character is no such letter. */
static rk_clock_kind read_letter(struct reader *in)
{
    static const struct {
        char letter;
        rk_clock_kind kind;
    } letters[] = {{'+', RK_CLOCK_FISCHER}, {'d', RK_CLOCK_DELAY}, {'b', RK_CLOCK_BRONSTEIN}};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (skip_char(in, letters[i].letter))
            return letters[i].kind;
    return RK_CLOCK_NONE;
}

static bool read_moves(struct reader *in, uint16_t *out)
{
    const char *start = in->at;
    unsigned moves;
    if (reader_number(in, MOVES_MAX, &moves) && skip_char(in, '/') && moves) {
        *out = (uint16_t)moves;
        return true;
    }
    in->at = start;
    return false;
}

/* Reads "40/90+30". All stages must have the same kind. */
static rk_err read_stage(struct reader *in, rk_clock_kind *kind, rk_clock_stage *out)
{
    const char *start = in->at;
    read_moves(in, &out->moves);
    rk_err err = read_base(in, &out->base);
    if (err)
        return err;
    const char *letter_at = in->at;
    const rk_clock_kind letter = read_letter(in);
    if (letter != RK_CLOCK_NONE) {
        if (*kind != RK_CLOCK_NONE && *kind != letter)
            return reader_fail(in, letter_at, RK_BAD_SYNTAX,
                               "all stages must use the same letter: +, d or b");
        *kind = letter;
        err = read_seconds(in, &out->extra);
    }
    const bool waits = *kind == RK_CLOCK_DELAY || *kind == RK_CLOCK_BRONSTEIN;
    if (!err && !out->base && (waits || !out->extra))
        return reader_fail(in, start, RK_BAD_SYNTAX, "this time control leaves no time to play");
    return err;
}

static rk_err read_stages(struct reader *in, int side, rk_time_control *control)
{
    unsigned count = 0;
    do {
        if (count == RK_CLOCK_STAGES_MAX)
            return fail_syntax(in, "a time control has at most four stages");
        if (count && !control->stages[side][count - 1].moves)
            return fail_syntax(in, "only the last stage may omit the number of moves");
        const rk_err err = read_stage(in, &control->kind, &control->stages[side][count]);
        if (err)
            return err;
        count++;
    } while (skip_char(in, ','));
    if (control->stage_count && control->stage_count != count)
        return fail_syntax(in, "both sides need the same number of stages");
    control->stage_count = (uint8_t)count;
    return RK_OK;
}

/* Reads "3 days". Returns false and consumes nothing if the text is something else. */
static bool read_days(struct reader *in, int64_t *out)
{
    const char *start = in->at;
    unsigned days;
    if (reader_number(in, DAYS_MAX, &days) && days) {
        skip_blanks(in);
        if (skip_word(in, "days") || skip_word(in, "day")) {
            *out = days * DAY_MS;
            return true;
        }
    }
    in->at = start;
    return false;
}

static rk_err set_kind(rk_clock_kind kind, const struct reader *in, const char *start,
                       rk_time_control *control)
{
    if (control->stage_count && control->kind != kind)
        return reader_fail(in, start, RK_BAD_SYNTAX, "both sides need the same kind of clock");
    control->kind = kind;
    control->stage_count = 1;
    return RK_OK;
}

static rk_err read_side(struct reader *in, int side, rk_time_control *control)
{
    rk_clock_stage *stage = control->stages[side];
    skip_blanks(in);
    const char *start = in->at;
    if (read_days(in, &stage->base))
        return set_kind(RK_CLOCK_DAYS, in, start, control);
    if (skip_word(in, "hourglass")) {
        const rk_err err = set_kind(RK_CLOCK_HOURGLASS, in, start, control);
        skip_blanks(in);
        if (err)
            return err;
        const rk_err bad = read_base(in, &stage->base);
        return bad || stage->base ? bad
                                  : fail_syntax(in, "this time control leaves no time to play");
    }
    if (control->kind == RK_CLOCK_DAYS || control->kind == RK_CLOCK_HOURGLASS)
        return reader_fail(in, start, RK_BAD_SYNTAX, "both sides need the same kind of clock");
    return read_stages(in, side, control);
}

static rk_err read_control(struct reader *in, rk_time_control *control)
{
    if (in->end - in->at == 1 && skip_char(in, '-'))
        return RK_OK;
    rk_err err = read_side(in, RK_WHITE, control);
    if (err)
        return err;
    skip_blanks(in);
    if (skip_char(in, '/'))
        err = read_side(in, RK_BLACK, control);
    else
        memcpy(control->stages[RK_BLACK], control->stages[RK_WHITE],
               sizeof control->stages[RK_WHITE]);
    if (err)
        return err;
    if (control->kind == RK_CLOCK_NONE)
        control->kind = RK_CLOCK_FISCHER;
    skip_blanks(in);
    return in->at == in->end ? RK_OK : fail_syntax(in, "invalid time control: try 5+3");
}

rk_err rk_time_control_parse(const char *text, size_t size, rk_time_control *out, rk_fault *fault)
{
    struct reader in = reader_of(text, size, fault);
    rk_time_control control;
    memset(&control, 0, sizeof control);
    skip_blanks(&in);
    const rk_err err = read_control(&in, &control);
    if (!err)
        *out = control;
    return err;
}

// ---- writing ---------------------------------------------------------------------------------

static void write_decimal(struct text *text, int64_t value, int decimals)
{
    int64_t unit = 1;
    for (int i = 0; i < decimals; i++)
        unit *= 10;
    text_number(text, (unsigned long)(value / unit));
    int64_t part = value % unit;
    if (part)
        text_put(text, '.');
    while (part) {
        unit /= 10;
        text_put(text, (char)('0' + part / unit));
        part %= unit;
    }
}

static void write_base(struct text *text, int64_t base)
{
    if (base % (MINUTE_MS / 10000) == 0) {
        write_decimal(text, base / (MINUTE_MS / 10000), MINUTE_DECIMALS);
        return;
    }
    write_decimal(text, base, SECOND_DECIMALS);
    text_put(text, 's');
}

static void write_stages(struct text *text, const rk_time_control *control, int side)
{
    const char letter = control->kind == RK_CLOCK_DELAY       ? 'd'
                        : control->kind == RK_CLOCK_BRONSTEIN ? 'b'
                                                              : '+';
    for (unsigned i = 0; i < control->stage_count; i++) {
        const rk_clock_stage *stage = &control->stages[side][i];
        if (i)
            text_put(text, ',');
        if (stage->moves) {
            text_number(text, stage->moves);
            text_put(text, '/');
        }
        write_base(text, stage->base);
        text_put(text, letter);
        write_decimal(text, stage->extra, SECOND_DECIMALS);
    }
}

static void write_side(struct text *text, const rk_time_control *control, int side)
{
    const int64_t base = control->stages[side][0].base;
    switch (control->kind) {
    case RK_CLOCK_NONE:
        text_put(text, '-');
        break;
    case RK_CLOCK_FISCHER:
    case RK_CLOCK_BRONSTEIN:
    case RK_CLOCK_DELAY:
        write_stages(text, control, side);
        break;
    case RK_CLOCK_HOURGLASS:
        text_add(text, "hourglass ");
        write_base(text, base);
        break;
    case RK_CLOCK_DAYS:
        text_number(text, (unsigned long)(base / DAY_MS));
        text_add(text, base == DAY_MS ? " day" : " days");
        break;
    }
}

bool rk_time_control_has_odds(const rk_time_control *control)
{
    for (unsigned i = 0; i < control->stage_count; i++) {
        const rk_clock_stage *white = &control->stages[RK_WHITE][i];
        const rk_clock_stage *black = &control->stages[RK_BLACK][i];
        if (white->moves != black->moves || white->base != black->base ||
            white->extra != black->extra)
            return true;
    }
    return false;
}

size_t rk_time_control_write(const rk_time_control *control, char *out)
{
    struct text text = text_in(out, RK_CLOCK_TEXT_MAX);
    write_side(&text, control, RK_WHITE);
    if (rk_time_control_has_odds(control)) {
        text_add(&text, " / ");
        write_side(&text, control, RK_BLACK);
    }
    return text_end(&text);
}
