/* SPDX-License-Identifier: MIT */
/* Parses the commands that programs put into comments: [%clk 0:09:57] [%eval 0.31]. */
#include <string.h>

#include "base/milliseconds.h"
#include "notation/reader.h"
#include "rookery/pgn.h"

enum { HOURS_MAX = 99999, PAWNS_MAX = 99999, MATE_MAX = 9999 };

// Reads ".5" as 500. Digits after the third are ignored.
static unsigned read_thousandths(struct reader *in)
{
    unsigned value = 0, unit = 100;
    if (!skip_char(in, '.'))
        return 0;
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9'; in->at++, unit /= 10)
        value += (unsigned)(*in->at - '0') * unit;
    return value;
}

// 1:02:03.5, and shorter
static bool read_time(struct reader in, int64_t *out)
{
    int64_t seconds = 0;
    unsigned part;
    for (int i = 0; i < 3; i++) {
        if (!reader_number(&in, HOURS_MAX, &part))
            return false;
        seconds = seconds * 60 + part;
        if (!skip_char(&in, ':'))
            break;
    }
    const unsigned thousandths = read_thousandths(&in);
    skip_blanks(&in);
    if (in.at != in.end)
        return false;
    *out = seconds * SECOND_MS + thousandths;
    return true;
}

static bool read_sign(struct reader *in)
{
    const bool minus = skip_char(in, '-');
    if (!minus)
        skip_char(in, '+');
    return minus;
}

// -0.35, #4, #-4; a depth may follow, as in "0.35,20"
static void read_eval(struct reader in, rk_pgn_annotations *out)
{
    const bool mate = skip_char(&in, '#'), minus = read_sign(&in);
    unsigned number;
    if (!reader_number(&in, mate ? MATE_MAX : PAWNS_MAX, &number))
        return;
    const int thousandths = mate ? 0 : (int)read_thousandths(&in);
    const int value = mate ? (int)number : (int)number * 100 + (thousandths + 5) / 10;
    skip_blanks(&in);
    if (in.at != in.end && *in.at != ',')
        return;
    out->found =
        (out->found & ~(unsigned)(RK_PGN_EVAL | RK_PGN_MATE)) | (mate ? RK_PGN_MATE : RK_PGN_EVAL);
    *(mate ? &out->mate : &out->centipawns) = minus ? -value : value;
}

static void read_command(rk_pgn_text name, struct reader in, rk_pgn_annotations *out)
{
    const rk_pgn_text operand = {in.at, (size_t)(in.end - in.at)};
    if (name.size == 4 && !memcmp(name.at, "eval", 4))
        read_eval(in, out);
    else if (name.size != 3)
        return;
    else if (!memcmp(name.at, "clk", 3) && read_time(in, &out->clock_ms))
        out->found |= RK_PGN_CLOCK;
    else if (!memcmp(name.at, "emt", 3) && read_time(in, &out->elapsed_ms))
        out->found |= RK_PGN_ELAPSED;
    else if (!memcmp(name.at, "cal", 3))
        out->arrows = operand;
    else if (!memcmp(name.at, "csl", 3))
        out->squares = operand;
}

rk_pgn_annotations rk_pgn_annotations_read(rk_pgn_text comment)
{
    rk_pgn_annotations found = {.found = 0};
    struct reader in = reader_of(comment.at, comment.size, NULL);
    while (in.at < in.end) {
        if (!skip_char(&in, '[') || !skip_char(&in, '%')) {
            in.at += in.at < in.end && *in.at != '[';
            continue;
        }
        const char *close = memchr(in.at, ']', (size_t)(in.end - in.at));
        if (!close)
            break;
        rk_pgn_text name = {in.at, 0};
        while (in.at<close && * in.at> ' ')
            in.at++;
        name.size = (size_t)(in.at - name.at);
        while (in.at < close && (unsigned char)*in.at <= ' ')
            in.at++;
        read_command(name, reader_of(in.at, (size_t)(close - in.at), NULL), &found);
        in.at = close + 1;
    }
    return found;
}
