/* SPDX-License-Identifier: MIT */
#include "base/utc.h"

#include <time.h>

#include "base/milliseconds.h"

const char *utc_write(int64_t time, char out[UTC_SIZE])
{
    const time_t seconds = (time_t)(time / SECOND_MS);
    struct tm utc;
    if (!gmtime_r(&seconds, &utc) || !strftime(out, UTC_SIZE, "%Y-%m-%d %H:%M", &utc))
        out[0] = '\0';
    return out;
}
