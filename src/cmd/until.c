/* SPDX-License-Identifier: MIT */
#include "cmd/until.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"

enum { DAYS_MAX = 3660 };

static bool parse_duration(const char *text, int64_t *out)
{
    static const char units[] = "mhdw";
    const int64_t sizes[] = {MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS};
    const size_t digits = strspn(text, "0123456789");
    const char *unit = digits && digits <= 9 && text[digits] && !text[digits + 1]
                           ? strchr(units, text[digits])
                           : NULL;
    if (!unit)
        return false;
    *out = strtoll(text, NULL, 10) * sizes[unit - units];
    return true;
}

/* Reads exactly that many digits, and the character after them. */
static bool read_digits(const char **at, int digits, char end, int *out)
{
    *out = 0;
    for (int i = 0; i < digits; i++, (*at)++) {
        if (**at < '0' || **at > '9')
            return false;
        *out = *out * 10 + (**at - '0');
    }
    if (**at != end)
        return false;
    *at += end != '\0';
    return true;
}

static int days_in_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return days[month - 1] + (month == 2 && is_leap);
}

/* Days since 1970 in the Gregorian calendar, counted from March, so that leap days come last. */
static int64_t count_days(int year, int month, int day)
{
    const int64_t y = month > 2 ? year : year - 1, era = y / 400, of_era = y - era * 400;
    const int64_t of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

/* 2026-12-24 or 2026-12-24T18:00 */
static bool parse_date(const char *text, int64_t *out)
{
    int year, month, day, hour = 0, minute = 0;
    const bool has_time = strchr(text, 'T');
    if (!read_digits(&text, 4, '-', &year) || !read_digits(&text, 2, '-', &month) ||
        !read_digits(&text, 2, has_time ? 'T' : '\0', &day) ||
        (has_time && (!read_digits(&text, 2, ':', &hour) || !read_digits(&text, 2, '\0', &minute))))
        return false;
    if (year < 1970 || month < 1 || month > 12 || day < 1 || day > days_in_month(year, month) ||
        hour > 23 || minute > 59)
        return false;
    *out = count_days(year, month, day) * DAY_MS + (int64_t)hour * HOUR_MS +
           (int64_t)minute * MINUTE_MS;
    return true;
}

const char *until_parse(const char *text, int64_t now, int64_t *out)
{
    int64_t duration, until;
    if (parse_duration(text, &duration))
        until = now + duration;
    else if (!parse_date(text, &until))
        return "expected a duration such as 7d or a date such as 2026-12-24";
    if (until <= now)
        return "this is in the past";
    if (until > now + DAYS_MAX * DAY_MS)
        return "this is more than ten years ahead; without it there is no end";
    *out = until;
    return NULL;
}
