/* SPDX-License-Identifier: MIT */
#include "cmd/admin_staff.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "accounts/user_text.h"
#include "cmd/until.h"
#include "moderation/audit.h"

enum { MESSAGE_SIZE = 1200 };

struct staff admin_staff(const struct admin *admin)
{
    return (struct staff){.actor = admin->actor, .now = admin->now};
}

static enum store_outcome write_action(const struct admin *admin, struct staff_action *action,
                                       size_t *out_changes)
{
    const struct audit_entry entry = staff_action_entry(action);
    const enum store_outcome outcome =
        audit_write_inline(admin->store, &entry, action->job, admin->now, out_changes);
    staff_action_fini(action);
    return outcome;
}

int admin_try_action(const struct admin *admin, struct staff_action *action, bool *out_changed)
{
    const enum store_outcome outcome = write_action(admin, action, NULL);
    *out_changed = outcome == STORE_DONE;
    return store_has_failed(outcome)
               ? admin_fail(EXIT_SYSTEM_ERROR, "cannot write to %s", admin->name)
               : EXIT_OK;
}

int admin_write_action(const struct admin *admin, struct staff_action *action, const char *refused,
                       size_t *out_changes)
{
    const enum store_outcome outcome = write_action(admin, action, out_changes);
    if (outcome == STORE_REFUSED)
        return admin_fail(EXIT_DATA_ERROR, "%s", refused);
    if (store_has_failed(outcome))
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot write to %s", admin->name);
    return EXIT_OK;
}

static void print_json(const char *message, const char *key, const char *value)
{
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_bool(&json, "ok", true);
    json_put_text(&json, "message", message);
    if (key)
        json_put_text(&json, key, value);
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
}

int admin_print_done(const struct admin *admin, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (admin->options.json)
        print_json(message, NULL, NULL);
    else
        puts(message);
    return EXIT_OK;
}

int admin_print_secret(const struct admin *admin, const char *key, const char *value,
                       const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (admin->options.json) {
        print_json(message, key, value);
        return EXIT_OK;
    }
    fprintf(stderr, "%s\n", message);
    puts(value);
    return EXIT_OK;
}

// ---- times and reasons -----------------------------------------------------------------------

int admin_parse_until(const struct admin *admin, int64_t fallback, int64_t *out)
{
    const char *text = admin->options.until;
    const char *why = text ? until_parse(text, admin->now, out) : NULL;
    if (!text)
        *out = fallback;
    return why ? admin_fail(EXIT_USAGE, "--until %s: %s", text, why) : EXIT_OK;
}

/* Asks on the terminal. */
static int ask_reason(const char *who, char *out, size_t size)
{
    if (!isatty(STDIN_FILENO))
        return admin_fail(EXIT_USAGE, "--reason is required; it is shown to %s", who);
    fprintf(stderr, "Reason (shown to %s): ", who);
    if (!fgets(out, (int)size, stdin)) {
        fputc('\n', stderr);
        out[0] = '\0';
    }
    return EXIT_OK;
}

int admin_read_reason(const struct admin *admin, const char *who, char out[REASON_SIZE])
{
    char typed[REASON_SIZE] = "";
    const char *reason = admin->options.reason ? admin->options.reason : typed;
    const int status = admin->options.reason ? EXIT_OK : ask_reason(who, typed, sizeof typed);
    if (status)
        return status;
    if (user_text_count(reason) <= REASON_CHARACTERS &&
        user_text_sanitize(reason, REASON_CHARACTERS, out, REASON_SIZE))
        return EXIT_OK;
    return admin_fail(EXIT_DATA_ERROR, "a reason must have 1 to %d characters", REASON_CHARACTERS);
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
