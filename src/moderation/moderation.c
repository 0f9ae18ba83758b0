/* SPDX-License-Identifier: MIT */
#include "moderation/moderation.h"

#include <stdlib.h>

#include "accounts/mutes.h"
#include "base/milliseconds.h"
#include "moderation/address_blocks.h"
#include "moderation/announcements.h"
#include "moderation/audit.h"
#include "moderation/moderation_state.h"
#include "moderation/restart.h"
#include "moderation/server_settings.h"
#include "moderation/staff_actions.h"

static const int64_t addresses_kept_days = 180;

// ---- bans that end, and what is old ----------------------------------------------------------

static void finish_ended_bans(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct pending_request *pending = context;
    struct server *server = pending->server;
    pending_destroy(pending);
    while (server && outcome == STORE_DONE && store_next_row(job)) {
        const struct staff staff = {.actor = "server", .now = server_date(server)};
        struct staff_action action = staff_action_expire_ban(&staff, store_get_text(job, 0));
        const struct audit_entry entry = staff_action_entry(&action);
        audit_write(server, &entry, action.job, NULL, NULL);
        staff_action_fini(&action);
    }
}

static void end_bans(struct server *server)
{
    struct pending_request *pending = pending_create(&server->pending, sizeof *pending);
    if (!pending)
        return; // the next sweep finds them
    struct store_job *job = store_job_create();
    store_call(job, STORE_ENDED_BANS);
    store_bind_integer(job, server_date(server));
    store_read(server->store, job, finish_ended_bans, pending);
}

static void delete_old(struct server *server)
{
    if (server->clock_set_at)
        return; // the clock may be wrong: they may not be old
    struct store_job *job = store_job_create();
    store_call(job, STORE_DELETE_OLD_MUTES);
    store_bind_integer(job, server_date(server));
    store_call(job, STORE_DELETE_OLD_ADDRESSES);
    store_bind_integer(job, server_date(server) - addresses_kept_days * DAY_MS);
    store_write(server->store, job, NULL, NULL);
}

static void end_expired_bans(void *context)
{
    struct server *server = context;
    end_bans(server);
    if (!timer_set(&server->timers, &server->moderation->sweep, server->now + MINUTE_MS,
                   end_expired_bans, server))
        log_line(server->log, LOG_ERROR, "out of memory: bans end at the next start");
}

// ---- the module ------------------------------------------------------------------------------

rk_err moderation_create(struct server *server)
{
    server->moderation = calloc(1, sizeof *server->moderation);
    if (!server->moderation)
        return RK_NO_MEMORY;
    list_init(&server->moderation->listeners);
    address_blocks_init(server);
    announcements_init(server);
    server_settings_init(server);
    restart_init(server);
    delete_old(server);
    end_expired_bans(server);
    return audit_create(server);
}

bool moderation_ready(const struct server *server)
{
    const struct moderation *moderation = server->moderation;
    return moderation->blocks_state.done && moderation->announcements_state.done &&
           moderation->settings_state.done && moderation->restart_state.done &&
           audit_ready(server) && mutes_ready(server);
}

void moderation_destroy(struct server *server)
{
    audit_destroy(server);
    if (!server->moderation)
        return;
    timer_stop(&server->timers, &server->moderation->sweep);
    restart_fini(server);
    server_settings_fini(server);
    announcements_fini(server);
    address_blocks_fini(server);
    free(server->moderation);
    server->moderation = NULL;
}
