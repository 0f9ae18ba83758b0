/* SPDX-License-Identifier: MIT */
#include "moderation/effects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accounts/ban_message.h"
#include "accounts/deactivation.h"
#include "accounts/mutes.h"
#include "accounts/sessions.h"
#include "accounts/setup.h"
#include "core/pending.h"
#include "moderation/action_names.h"
#include "moderation/address_blocks.h"
#include "moderation/announcements.h"
#include "moderation/restart.h"
#include "moderation/server_settings.h"
#include "ratings/ratings.h"
#include "social/kid.h"
#include "social/notifications.h"
#include "wire/fields.h"

/* `details` is NULL if out of memory. */
typedef void effect(struct server *server, const char *target, const struct fields *details);

// ---- accounts --------------------------------------------------------------------------------

static const char *reason_of(const struct fields *details, const char *fallback)
{
    const char *reason = details ? fields_text(details, "reason", "") : "";
    return *reason ? reason : fallback;
}

static void end_banned_account(struct server *server, const char *id, const struct fields *details)
{
    char message[BAN_MESSAGE_SIZE];
    ban_message(details ? fields_integer(details, "until", 0) : 0, reason_of(details, ""), message);
    sessions_kick(server, id, "banned", message);
    deactivation_report(server, id);
}

static void end_closed_account(struct server *server, const char *id, const struct fields *details)
{
    (void)details;
    sessions_kick(server, id, "closed", "closed");
    deactivation_report(server, id);
}

static void end_sessions(struct server *server, const char *id, const struct fields *details)
{
    char message[BAN_MESSAGE_SIZE];
    snprintf(message, sizeof message, "all your sessions were ended: %s",
             reason_of(details, "by the staff"));
    sessions_kick(server, id, "kicked", message);
}

/* Connections keep the role and the name they were made with. */
static void reconnect_account(struct server *server, const char *id, const struct fields *details)
{
    (void)details;
    sessions_kick(server, id, "changed", "your account was changed: reconnect");
}

static void rename_account(struct server *server, const char *id, const struct fields *details)
{
    const char *name = details ? fields_text(details, "to", "") : "";
    if (*name)
        ratings_set_name(server, id, name);
    reconnect_account(server, id, details);
}

static void change_role(struct server *server, const char *id, const struct fields *details)
{
    reconnect_account(server, id, details);
    setup_check(server);
}

static void check_admins(struct server *server, const char *id, const struct fields *details)
{
    (void)id;
    (void)details;
    setup_check(server);
}

static void show_in_leaderboards(struct server *server, const char *id,
                                 const struct fields *details)
{
    (void)details;
    ratings_exclude(server, id, false);
}

static void apply_kid(struct server *server, const char *id, const struct fields *details)
{
    kid_apply(server, id, details && fields_bool(details, "on", true));
}

static void reload_mute(struct server *server, const char *id, const struct fields *details)
{
    (void)details;
    mute_reload(server, id);
}

// ---- reports ---------------------------------------------------------------------------------

static void send_outcome(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *pending = context;
    struct server *server = pending->server;
    pending_destroy(pending);
    if (!server || outcome != STORE_DONE || !store_next_row(job))
        return;
    char text[2 * NOTIFICATION_TEXT_MAX]; // cut at a whole character by notification_add()
    snprintf(text, sizeof text, "Your report about %s was reviewed: %s", store_get_text(job, 1),
             store_get_text(job, 2));
    // Every node runs this. The number makes it a single notification.
    notification_add(server, store_get_text(job, 0),
                     &(struct notification){.kind = NOTIFICATION_REPORT,
                                            .text = text,
                                            .number = store_get_integer(job, 3)});
}

/* `target` is "report 17". */
static void notify_reporter(struct server *server, const char *target, const struct fields *details)
{
    (void)details;
    const char *number = strchr(target, ' ');
    struct pending_request *pending =
        number ? pending_create(&server->pending, sizeof *pending) : NULL;
    if (!pending)
        return; // the report is closed anyway
    struct store_job *job = store_job_create();
    store_call(job, STORE_REPORT);
    store_bind_integer(job, strtoll(number, NULL, 10));
    store_read(server->store, job, send_outcome, pending);
}

// ---- the server ------------------------------------------------------------------------------

#define RELOAD_EFFECT(name, module)                                      \
    static void reload_##name(struct server *server, const char *target, \
                              const struct fields *details)              \
    {                                                                    \
        (void)target;                                                    \
        (void)details;                                                   \
        module##_reload(server);                                         \
    }
RELOAD_EFFECT(blocks, address_blocks)
RELOAD_EFFECT(announcements, announcements)
RELOAD_EFFECT(settings, server_settings)
RELOAD_EFFECT(restart, restart)

// ---- the table -------------------------------------------------------------------------------

static const struct {
    const char *name;
    effect *effect;
} actions[] = {
#define ROW(action, name, effect) [action] = {name, effect},
#include "moderation/staff_actions.def"
};

void effects_apply(struct server *server, const struct audit_entry *entry)
{
    struct fields *details = NULL;
    if (fields_parse(entry->details, strlen(entry->details), &details, NULL))
        details = NULL;
    for (size_t i = 0; i < ACTION_COUNT; i++)
        if (!strcmp(actions[i].name, entry->action) && actions[i].effect)
            actions[i].effect(server, entry->target, details);
    fields_destroy(details);
}
