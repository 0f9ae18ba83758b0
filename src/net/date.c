/* SPDX-License-Identifier: MIT */
#include "net/date.h"

#include <stdio.h>
#include <time.h>

/* Not with strftime(), which depends on the locale. */
void date_write(int64_t seconds, const char *zone, char out[DATE_TEXT_SIZE])
{
    static const char days[][4] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const char months[][4] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const time_t time = (time_t)seconds;
    struct tm utc;
    out[0] = '\0';
    if (gmtime_r(&time, &utc))
        snprintf(out, DATE_TEXT_SIZE, "%s, %02d %s %d %02d:%02d:%02d %s", days[utc.tm_wday],
                 utc.tm_mday, months[utc.tm_mon], 1900 + utc.tm_year, utc.tm_hour, utc.tm_min,
                 utc.tm_sec, zone);
}
