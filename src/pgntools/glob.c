/* SPDX-License-Identifier: MIT */
#include "pgntools/glob.h"

#include "base/casefold.h"
#include "base/utf8.h"

// After a mismatch only the last `*` has to try a longer text, so the time is bounded by the
// product of the sizes.
bool glob_matches(const char *pattern, size_t pattern_size, const char *text, size_t size)
{
    const char *const end = size ? text + size : text;
    const char *const pattern_end = pattern_size ? pattern + pattern_size : pattern;
    const char *retry_pattern = NULL, *retry_text = NULL;
    while (text < end || pattern < pattern_end) {
        if (pattern < pattern_end && *pattern == '*') {
            retry_pattern = ++pattern;
            retry_text = text;
            continue;
        }
        if (text < end && pattern < pattern_end) {
            const char *next = pattern, *next_text = text;
            const uint32_t wanted = utf8_next(&next, pattern_end);
            const uint32_t found = utf8_next(&next_text, end);
            if (wanted == '?' || casefold_character(wanted) == casefold_character(found)) {
                pattern = next;
                text = next_text;
                continue;
            }
        }
        if (!retry_pattern || retry_text == end)
            return false;
        utf8_next(&retry_text, end);
        pattern = retry_pattern;
        text = retry_text;
    }
    return true;
}
