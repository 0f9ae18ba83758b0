/* SPDX-License-Identifier: MIT */
/* Compiled terminfo entries: any bytes. A refused entry changes nothing, and an accepted one
 * gives the same result each time. */
#include "tui/terminfo.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct terminfo info = {.colours = 12345}, again;
    if (!terminfo_parse(data, size, &info)) {
        CHECK(info.colours == 12345 && !info.true_colour && !info.mouse);
        return 0;
    }
    CHECK(terminfo_parse(data, size, &again));
    CHECK(info.colours == again.colours && info.true_colour == again.true_colour &&
          info.mouse == again.mouse);
    return 0;
}
