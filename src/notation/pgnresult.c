/* SPDX-License-Identifier: MIT */
#include "notation/pgnresult.h"

#include <string.h>

#include "base/utf8.h"
#include "notation/pgnscan.h"
#include "notation/typography.h"

enum { HALF = 0xbd }; // ½

/* Reads one side's half points: 0, 1 or 1/2. Returns -1 if there are none. */
static int read_score(const char **at, const char *end)
{
    const char *next = *at;
    if (end - next >= 3 && !memcmp(next, "1/2", 3)) {
        *at += 3;
        return 1;
    }
    if (next == end)
        return -1;
    const uint32_t character = utf8_next(&next, end);
    if (character != '0' && character != '1' && character != HALF)
        return -1;
    *at = next;
    return character == HALF ? 1 : character == '1' ? 2 : 0;
}

/* Reads the dash or colon between the scores, with spaces around it. */
static bool read_separator(const char **at, const char *end)
{
    char ascii = '\0';
    const char *next = past_spaces(*at, end);
    if (next == end)
        return false;
    const size_t size = typography_read(next, end, &ascii);
    if (!size)
        ascii = *next;
    if (ascii != '-' && ascii != ':')
        return false;
    *at = past_spaces(next + (size ? size : 1), end);
    return true;
}

static bool is_word_end(const char *at, const char *end)
{
    return at == end || class_of(*at) & (PGN_END | PGN_BLANK);
}

const char *pgnresult_read(const char *at, const char *end, const char **after)
{
    static const char *const results[] = {"0-1", "1/2-1/2", "1-0"}; // by White's half points
    const int white = read_score(&at, end);
    if (white < 0)
        return NULL;
    *after = at;
    if (read_separator(&at, end)) {
        if (read_score(&at, end) != 2 - white || !is_word_end(at, end))
            return NULL;
        *after = at;
        return results[white];
    }
    return white == 1 && is_word_end(at, end) ? results[white] : NULL;
}
