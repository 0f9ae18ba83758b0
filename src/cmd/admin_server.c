/* SPDX-License-Identifier: MIT */
/* rookery admin: announcements, restarts, blocked addresses, settings. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/user_text.h"
#include "base/milliseconds.h"
#include "base/suggest.h"
#include "base/utc.h"
#include "cmd/admin_staff.h"
#include "cmd/options.h"
#include "moderation/address_blocks.h"
#include "moderation/announcements.h"
#include "moderation/restart.h"
#include "moderation/server_settings.h"

enum { RESTART_DEFAULT_S = 300, SETTINGS_MAX = 64 };

// ---- announcements and restarts --------------------------------------------------------------

int admin_announce(struct admin *admin)
{
    char text[ANNOUNCEMENT_SIZE];
    int64_t until;
    const int status = admin_parse_until(admin, 0, &until);
    if (status)
        return status;
    if (user_text_count(admin->arguments[0]) > ANNOUNCEMENT_CHARACTERS ||
        !user_text_sanitize(admin->arguments[0], ANNOUNCEMENT_CHARACTERS, text, sizeof text))
        return admin_fail(EXIT_DATA_ERROR, "an announcement must have 1 to %d characters",
                          ANNOUNCEMENT_CHARACTERS);
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_announce(&staff, text, until);
    const int written =
        admin_write_action(admin, &action, "there are 20 announcements: withdraw some first", NULL);
    return written ? written : admin_print_done(admin, "announced: %s", text);
}

int admin_withdraw(struct admin *admin)
{
    unsigned long number;
    if (!options_parse_number(admin->arguments[0], 1, 1000000000, &number))
        return admin_fail(EXIT_USAGE, "expected the id of an announcement, not %s",
                          admin->arguments[0]);
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_withdraw_announcement(&staff, (int64_t)number);
    const int status = admin_write_action(admin, &action, "no such announcement", NULL);
    return status ? status : admin_print_done(admin, "withdrew announcement %lu", number);
}

static void keep_plan(void *context, const struct store_job *row)
{
    *(int64_t *)context = store_get_integer(row, 0);
}

static int cancel_restart(const struct admin *admin)
{
    int64_t planned = 0;
    struct store_job *job = store_job_create();
    store_call(job, STORE_PLANNED_RESTART);
    if (admin_read_rows(admin->store, job, keep_plan, &planned) != STORE_DONE)
        return admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    if (planned <= admin->now)
        return admin_print_done(admin, "nothing changed: no restart is planned");
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_schedule_restart(&staff, 0);
    const int status = admin_write_action(admin, &action, "", NULL);
    return status ? status : admin_print_done(admin, "cancelled the planned restart");
}

int admin_restart(struct admin *admin)
{
    unsigned long seconds = RESTART_DEFAULT_S;
    char time[UTC_SIZE];
    if (admin->options.in && admin->options.cancel)
        return admin_fail(EXIT_USAGE, "--in and --cancel exclude each other");
    if (admin->options.cancel)
        return cancel_restart(admin);
    if (admin->options.in &&
        !options_parse_number(admin->options.in, 1, RESTART_SECONDS_MAX, &seconds))
        return admin_fail(EXIT_USAGE, "--in must be a number of seconds from 1 to %d, not %s",
                          RESTART_SECONDS_MAX, admin->options.in);
    const int64_t at = admin->now + (int64_t)seconds * SECOND_MS;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_schedule_restart(&staff, at);
    const int status = admin_write_action(admin, &action, "", NULL);
    return status ? status
                  : admin_print_done(admin, "a running server stops at %s UTC, in %lu s",
                                     utc_write(at, time), seconds);
}

// ---- addresses -------------------------------------------------------------------------------

static int read_network(const char *text, char out[ADDRESS_SIZE])
{
    struct network network;
    if (!network_parse(text, strlen(text), &network))
        return admin_fail(EXIT_USAGE,
                          "%s: expected an IP address or a network such as 192.0.2.0/24", text);
    const char *fault = address_block_fault(&network, NULL);
    if (fault)
        return admin_fail(EXIT_DATA_ERROR, "%s: %s", text, fault);
    network_write(&network, out);
    return EXIT_OK;
}

int admin_block(struct admin *admin)
{
    char network[ADDRESS_SIZE], reason[REASON_SIZE];
    struct sanction block = {.reason = reason};
    int status = read_network(admin->arguments[0], network);
    if (!status)
        status = admin_parse_until(admin, 0, &block.until);
    if (!status)
        status = admin_read_reason(admin, "who is refused", reason);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_block(&staff, network, &block);
    status = admin_write_action(admin, &action, "too many addresses are blocked", NULL);
    return status ? status : admin_print_done(admin, "blocked %s", network);
}

int admin_unblock(struct admin *admin)
{
    char network[ADDRESS_SIZE];
    int status = read_network(admin->arguments[0], network);
    if (status)
        return status;
    const struct staff staff = admin_staff(admin);
    struct staff_action action = staff_action_unblock(&staff, network);
    bool changed;
    status = admin_try_action(admin, &action, &changed);
    if (status)
        return status;
    return changed ? admin_print_done(admin, "unblocked %s", network)
                   : admin_print_done(admin, "nothing changed: %s is not blocked", network);
}

// ---- settings --------------------------------------------------------------------------------

/* The values of one table of the store. */
struct stored_settings {
    char values[SETTINGS_MAX][SETTING_VALUE_SIZE];
    bool stored[SETTINGS_MAX];
};

/* What staff have set, and what the server was configured with when it last started. */
struct all_settings {
    struct stored_settings set, configured;
};

static void keep_setting(void *context, const struct store_job *row)
{
    struct stored_settings *stored = context;
    const struct setting *settings, *found = setting_find(store_get_text(row, 0));
    server_settings_table(&settings);
    if (!found || found - settings >= SETTINGS_MAX)
        return;
    stored->stored[found - settings] = true;
    snprintf(stored->values[found - settings], SETTING_VALUE_SIZE, "%s", store_get_text(row, 1));
}

static bool read_settings(const struct admin *admin, enum statement statement,
                          struct stored_settings *out)
{
    struct store_job *job = store_job_create();
    store_call(job, statement);
    return admin_read_rows(admin->store, job, keep_setting, out) == STORE_DONE;
}

/* NULL: it is not stored. */
static const char *find_value(const struct stored_settings *stored, size_t index)
{
    return stored->stored[index] ? stored->values[index] : NULL;
}

static void print_setting(const struct admin *admin, const struct setting *setting, const char *set,
                          const char *configured)
{
    const char *value = set ? set : configured;
    if (!admin->options.json) {
        printf("%-24s %-12s %s%s\n", setting->name, value ? value : "(unknown)", setting->help,
               set ? " (set here)" : "");
        return;
    }
    struct buffer line = {0};
    struct json json = json_in(&line);
    json_begin_object(&json);
    json_put_text(&json, "name", setting->name);
    json_put_text(&json, "value", value);
    json_put_bool(&json, "overridden", set != NULL);
    json_put_text(&json, "help", setting->help);
    json_end_object(&json);
    puts(buffer_cstr(&line));
    buffer_fini(&line);
}

static int find_setting(const char *name, const struct setting **out)
{
    const char *names[SETTINGS_MAX];
    char hint[SUGGEST_TEXT_MAX];
    const struct setting *settings;
    const size_t count = server_settings_table(&settings);
    *out = setting_find(name);
    for (size_t i = 0; i < count; i++)
        names[i] = settings[i].name;
    return *out ? EXIT_OK
                : admin_fail(EXIT_USAGE, "unknown setting %s%s", name,
                             suggest_text(name, names, count, hint));
}

static int change_setting(struct admin *admin, const struct setting *setting, const char *before)
{
    char value[SETTING_VALUE_SIZE], why[SETTING_FAULT_SIZE];
    const char *given = admin->arguments[1];
    if (given && !setting_normalize(setting, given, value, why))
        return admin_fail(EXIT_DATA_ERROR, "%s %s, not %s", setting->name, why, given);
    const struct staff staff = admin_staff(admin);
    struct staff_action action =
        staff_action_change_setting(&staff, setting->name, given ? value : NULL, before);
    const int status = admin_write_action(admin, &action, "", NULL);
    if (status)
        return status;
    return given ? admin_print_done(admin, "%s = %s", setting->name, value)
                 : admin_print_done(admin, "%s is as configured", setting->name);
}

/* Prints all settings or one, or changes it. */
static int show_or_change(struct admin *admin, const struct setting *only,
                          const struct all_settings *all)
{
    const struct setting *settings;
    const size_t count = server_settings_table(&settings);
    const bool changes = admin->arguments[1] || admin->options.unset;
    for (size_t i = 0; i < count; i++) {
        const char *set = find_value(&all->set, i), *configured = find_value(&all->configured, i);
        if (only == &settings[i] && changes)
            return change_setting(admin, only, set ? set : configured);
        if (!only || only == &settings[i])
            print_setting(admin, &settings[i], set, configured);
    }
    return EXIT_OK;
}

int admin_settings(struct admin *admin)
{
    const struct setting *only = NULL;
    int status = admin->arguments[0] ? find_setting(admin->arguments[0], &only) : EXIT_OK;
    if (!status && admin->options.unset && (!only || admin->arguments[1]))
        status = admin_fail(EXIT_USAGE, "--unset takes the name of a setting and no value");
    if (status)
        return status;
    struct all_settings *all = calloc(1, sizeof *all);
    if (all && read_settings(admin, STORE_LIST_SETTINGS, &all->set) &&
        read_settings(admin, STORE_LIST_CONFIGURED, &all->configured))
        status = show_or_change(admin, only, all);
    else
        status = admin_fail(EXIT_SYSTEM_ERROR, "cannot read %s", admin->name);
    free(all);
    return status;
}
