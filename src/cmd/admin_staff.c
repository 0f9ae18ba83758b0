/* SPDX-License-Identifier: MIT */
#include "cmd/admin_staff.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "moderation/audit.h"

enum { MESSAGE_SIZE = 1200 };

struct staff admin_staff(const struct admin *admin)
{
    return (struct staff){.actor = admin->actor, .now = admin->now};
}

int admin_write_action(const struct admin *admin, struct staff_action *action, const char *refused,
                       size_t *out_changes)
{
    const struct audit_entry entry = staff_action_entry(action);
    const enum store_outcome outcome =
        audit_write_inline(admin->store, &entry, action->job, admin->now, out_changes);
    staff_action_fini(action);
    if (outcome == STORE_REFUSED)
        return admin_fail(EXIT_DATA_ERROR, "%s", refused);
    if (outcome == STORE_FAILED)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot write to %s", admin->data);
    return EXIT_OK;
}

int admin_say(const struct admin *admin, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (!admin->options.json) {
        puts(message);
        return EXIT_OK;
    }
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_bool(&json, "ok", true);
    json_put_text(&json, "message", message);
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
    return EXIT_OK;
}

// ---- times and reasons -----------------------------------------------------------------------

static bool parse_duration(const char *text, int64_t *out)
{
    static const char units[] = "mhdw";
    const int64_t sizes[] = {MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS};
    const size_t digits = strspn(text, "0123456789");
    const char *unit = digits && digits <= 6 && text[digits] && !text[digits + 1]
                           ? strchr(units, text[digits])
                           : NULL;
    if (!unit)
        return false;
    *out = strtoll(text, NULL, 10) * sizes[unit - units];
    return *out > 0;
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
    *out = count_days(year, month, day) * DAY_MS + (int64_t)hour * HOUR_MS +
           (int64_t)minute * MINUTE_MS;
    return year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour <= 23 &&
           minute <= 59;
}

int admin_parse_until(const struct admin *admin, int64_t fallback, int64_t *out)
{
    const char *text = admin->options.until;
    int64_t duration;
    *out = fallback;
    if (!text)
        return EXIT_OK;
    if (parse_duration(text, &duration))
        *out = admin->now + duration;
    else if (!parse_date(text, out))
        return admin_fail(EXIT_USAGE,
                          "--until %s: expected a duration such as 7d or a date such as 2026-12-24",
                          text);
    if (*out <= admin->now)
        return admin_fail(EXIT_USAGE, "--until %s is in the past", text);
    return EXIT_OK;
}

void admin_read_reason(const struct admin *admin, const char *fallback, char *out)
{
    const char *reason = admin->options.reason;
    if (!reason || !user_text_sanitize(reason, REASON_CHARACTERS, out, REASON_SIZE))
        snprintf(out, REASON_SIZE, "%s", fallback);
}

// ---- reading ---------------------------------------------------------------------------------

struct reading {
    bool done;
    enum store_outcome outcome;
    row_visitor *visit;
    void *context;
};

static void finish_reading(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct reading *reading = context;
    reading->done = true;
    reading->outcome = outcome;
    while (outcome == STORE_DONE && store_next_row(job))
        reading->visit(reading->context, job);
}

enum store_outcome admin_read_rows(struct store *store, struct store_job *job, row_visitor *visit,
                                   void *context)
{
    struct reading reading = {.visit = visit, .context = context};
    store_read(store, job, finish_reading, &reading);
    while (!reading.done)
        store_poll(store);
    return reading.outcome;
}
