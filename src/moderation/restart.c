/* SPDX-License-Identifier: MIT */
#include "moderation/restart.h"

#include "base/milliseconds.h"
#include "moderation/broadcasts.h"
#include "moderation/moderation_state.h"

enum { DRAIN_MS = MINUTE_MS }; // no game starts in the last minute

/* The remaining times at which countdown messages are sent. */
static const int steps[] = {HOUR_MS,        30 * MINUTE_MS, 10 * MINUTE_MS,
                            5 * MINUTE_MS,  2 * MINUTE_MS,  MINUTE_MS,
                            30 * SECOND_MS, 10 * SECOND_MS, 0};

static void count_down(void *context);

/* The next date at which something happens. */
static int64_t next_step(const struct server *server)
{
    const int64_t at = server->moderation->restart_at, now = server_date(server);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (at - steps[i] > now)
            return at - steps[i];
    return at;
}

static void set_countdown(struct server *server)
{
    struct moderation *moderation = server->moderation;
    moderation->next_step = next_step(server);
    if (!server_set_date_timer(server, &moderation->countdown, moderation->next_step, count_down,
                               server))
        log_line(server->log, LOG_ERROR, "out of memory: the server does not restart as planned");
}

static void count_down(void *context)
{
    struct server *server = context;
    struct moderation *moderation = server->moderation;
    const int64_t now = server_date(server);
    server->draining = now >= moderation->restart_at - DRAIN_MS;
    moderation->restart_due = now >= moderation->restart_at;
    if (moderation->restart_due) {
        log_line(server->log, LOG_INFO, "restarting as planned");
        return;
    }
    if (now >= moderation->next_step)
        broadcast_restart(server);
    set_countdown(server);
}

/* A plan from before the start has been executed, or a crash came first. A plan that is read late,
 * after its time, is still valid. */
static void apply_plan(struct server *server, struct store_job *job)
{
    struct moderation *moderation = server->moderation;
    const int64_t before = moderation->restart_at;
    const int64_t at = store_next_row(job) ? store_get_integer(job, 0) : 0;
    if (!moderation->restart_state.done)
        return;
    moderation->restart_at = at > moderation->started_at || at > server_date(server) ? at : 0;
    moderation->next_step = 0;
    timer_stop(&server->timers, &moderation->countdown);
    server->draining = false;
    if (moderation->restart_at)
        count_down(server);
    else if (before)
        broadcast_restart(server);
}

void restart_init(struct server *server)
{
    server->moderation->started_at = server_date(server);
    server->moderation->restart_state = (struct stored_state){
        .what = "planned restart", .statement = STORE_PLANNED_RESTART, .apply = apply_plan};
    restart_reload(server);
}

void restart_fini(struct server *server)
{
    stored_state_stop(server, &server->moderation->restart_state);
    timer_stop(&server->timers, &server->moderation->countdown);
}

void restart_reload(struct server *server)
{
    stored_state_load(server, &server->moderation->restart_state);
}

int64_t restart_planned_at(const struct server *server)
{
    return server->moderation->restart_at;
}

bool restart_is_due(const struct server *server)
{
    return server->moderation->restart_due;
}
