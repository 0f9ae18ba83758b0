/* SPDX-License-Identifier: MIT */
#include "rounds/vacations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/milliseconds.h"
#include "cluster/invalidation.h"
#include "core/stored_state.h"
#include "rounds/round_internal.h"

enum { YEAR_DAYS = 365, RETRY_MS = 60000 };

/* A vacation that is on. */
struct vacation {
    struct server *server;
    char account[IDENTITY_ID_MAX + 1];
    struct timer end; /* when the days are used up */
    bool is_found;    /* while all are read again: it is still on */
};

struct vacations {
    struct map current; /* struct vacation, by account */
    vacation_listener *on_changed;
    struct pending_list pending;
    struct invalidation_listener invalidations;
    struct stored_state stored;
};

bool vacation_is_on(const struct server *server, const char *account)
{
    return map_get(&server->vacations->current, account) != NULL;
}

bool vacation_stops_clock(const struct round *round)
{
    return round->info.settings.clock.kind == RK_CLOCK_DAYS && !round_is_over(round) &&
           vacation_is_on(round->server, round->info.players[round_turn(round)].id);
}

const char *round_vacation(const struct round *round)
{
    const struct game_info *info = &round->info;
    if (info->settings.clock.kind != RK_CLOCK_DAYS || round_is_over(round))
        return NULL;
    const bool white = vacation_is_on(round->server, info->players[RK_WHITE].id);
    const bool black = vacation_is_on(round->server, info->players[RK_BLACK].id);
    return white && black ? "both" : white ? "white" : black ? "black" : NULL;
}

// ---- the days of a year ----------------------------------------------------------------------

/* What a vacation costs: its length, but at least a day. */
static int64_t vacation_cost(int64_t since, int64_t until)
{
    const int64_t length = until - since;
    return length > DAY_MS ? length : DAY_MS;
}

/* Reads the rows of STORE_VACATIONS. */
static struct vacation_state read_state(const struct server *server, struct store_job *job)
{
    enum { STARTED_AT, ENDED_AT };
    const int64_t now = server->now, year_ago = now - YEAR_DAYS * DAY_MS;
    struct vacation_state state = {.left_ms = server->config.vacation_days * DAY_MS};
    while (store_next_row(job)) {
        const int64_t start = store_get_integer(job, STARTED_AT);
        const bool on = store_is_null(job, ENDED_AT);
        const int64_t end = on ? now : store_get_integer(job, ENDED_AT);
        if (on) {
            state.on = true;
            state.since = start;
        } else
            state.left_ms -= vacation_cost(start > year_ago ? start : year_ago, end);
    }
    if (state.left_ms < 0)
        state.left_ms = 0;
    if (state.on) {
        state.until = state.since + state.left_ms;
        const int64_t used = vacation_cost(state.since, now);
        state.left_ms = state.left_ms > used ? state.left_ms - used : 0;
    }
    return state;
}

// ---- those that are on ------------------------------------------------------------------------

static void on_days_used_up(void *context);

static void report_change(struct server *server, const char *account, bool on)
{
    if (server->vacations->on_changed)
        server->vacations->on_changed(server, account, on);
}

static void begin_vacation(struct server *server, const char *account, int64_t until)
{
    struct vacation *vacation = calloc(1, sizeof *vacation);
    if (!vacation || !map_put(&server->vacations->current, account, vacation)) {
        free(vacation);
        log_line(server->log, LOG_ERROR, "out of memory: the vacation of %s is not in effect",
                 account);
        return;
    }
    vacation->server = server;
    snprintf(vacation->account, sizeof vacation->account, "%s", account);
    (void)timer_set(&server->timers, &vacation->end, until, on_days_used_up, vacation);
}

static void end_vacation(struct server *server, const char *account)
{
    struct vacation *vacation = map_remove(&server->vacations->current, account);
    if (!vacation)
        return;
    timer_stop(&server->timers, &vacation->end);
    free(vacation);
}

/* Sets the end of a vacation; 0: it is over. Does nothing if that is already known, because the
 * change was made on this node. */
static void take_state(struct server *server, const char *account, int64_t until)
{
    const bool was_on = vacation_is_on(server, account);
    if (until && !was_on)
        begin_vacation(server, account, until);
    else if (!until && was_on)
        end_vacation(server, account);
    else
        return;
    report_change(server, account, until != 0);
}

// ---- reading and changing --------------------------------------------------------------------

struct vacation_request {
    struct pending_request pending;
    char account[IDENTITY_ID_MAX + 1];
    bool changes, on; /* sets it, to `on` */
    struct vacation_state state;
    vacation_callback *callback;
    void *context;
};

static void finish_request(struct vacation_request *request, enum refusal refusal, const char *why)
{
    request->callback(request->context, refusal, why ? why : refusal_text(refusal),
                      &request->state);
    pending_destroy(&request->pending);
}

static void apply_change(struct vacation_request *request)
{
    struct server *server = request->pending.server;
    struct vacation_state *state = &request->state;
    if (request->on) {
        state->since = server->now;
        state->until = server->now + state->left_ms;
        begin_vacation(server, request->account, state->until);
    } else
        end_vacation(server, request->account);
    state->on = request->on;
    report_change(server, request->account, request->on);
    invalidation_publish(server, INVALIDATE_VACATION, request->account);
}

static void on_change_written(void *context, struct store_job *job, enum store_outcome outcome)
{
    (void)job;
    struct vacation_request *request = context;
    if (!request->pending.server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome == STORE_DONE)
        apply_change(request);
    else if (outcome == STORE_UNKNOWN)
        invalidation_publish(request->pending.server, INVALIDATE_VACATION, request->account);
    finish_request(request,
                   outcome == STORE_DONE      ? NOT_REFUSED
                   : outcome == STORE_REFUSED ? REFUSED_TAKEN
                                              : REFUSED_STORE,
                   NULL);
}

static void write_change(struct vacation_request *request)
{
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    store_call(job, request->on ? STORE_START_VACATION : STORE_END_VACATION);
    store_bind_text(job, request->account);
    store_bind_integer(job, server->now);
    store_write(server->store, job, on_change_written, request);
}

static void on_state_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct vacation_request *request = context;
    struct server *server = request->pending.server;
    if (!server) {
        pending_destroy(&request->pending);
        return;
    }
    if (outcome == STORE_DONE)
        request->state = read_state(server, job);
    if (outcome != STORE_DONE)
        finish_request(request, REFUSED_STORE, NULL);
    else if (!request->changes)
        finish_request(request, NOT_REFUSED, NULL);
    else if (request->on && request->state.on)
        finish_request(request, REFUSED_NOT_NOW, "you are already on vacation");
    else if (!request->on && !request->state.on)
        finish_request(request, REFUSED_NOT_NOW, "you are not on vacation");
    else if (request->on && request->state.left_ms < DAY_MS)
        finish_request(request, REFUSED_NOT_NOW, "you have no vacation days left this year");
    else
        write_change(request);
}

/* NULL: out of memory. */
static struct vacation_request *begin_request(struct server *server, const char *account)
{
    struct vacation_request *request = pending_create(&server->vacations->pending, sizeof *request);
    if (request)
        snprintf(request->account, sizeof request->account, "%s", account);
    return request;
}

static void read_vacations(struct vacation_request *request, store_done *done)
{
    struct server *server = request->pending.server;
    struct store_job *job = store_job_create();
    store_call(job, STORE_VACATIONS);
    store_bind_text(job, request->account);
    store_bind_integer(job, server->now - YEAR_DAYS * DAY_MS);
    store_read(server->store, job, done, request);
}

static void read_account(struct server *server, const char *account, bool changes, bool on,
                         vacation_callback *callback, void *context)
{
    struct vacation_request *request = begin_request(server, account);
    if (!request) {
        callback(context, REFUSED_BUSY, refusal_text(REFUSED_BUSY), &(struct vacation_state){0});
        return;
    }
    request->changes = changes;
    request->on = on;
    request->callback = callback;
    request->context = context;
    read_vacations(request, on_state_read);
}

void vacation_find(struct server *server, const char *account, vacation_callback *callback,
                   void *context)
{
    read_account(server, account, false, false, callback, context);
}

void vacation_set(struct server *server, const struct identity *who, bool on,
                  vacation_callback *callback, void *context)
{
    if (who->role == ROLE_GUEST || who->role == ROLE_BOT || !*who->id)
        callback(context, REFUSED_FORBIDDEN, "guests and bots have no vacation",
                 &(struct vacation_state){0});
    else
        read_account(server, who->id, true, on, callback, context);
}

/* If the store failed, those that should be over are tried again. */
static void on_vacation_ended(void *context, enum refusal refusal, const char *why,
                              const struct vacation_state *state)
{
    (void)why, (void)state;
    struct server *server = context;
    if (refusal != REFUSED_STORE && refusal != REFUSED_BUSY)
        return;
    size_t at = 0;
    for (struct vacation *vacation; (vacation = map_next(&server->vacations->current, &at));)
        if (!timer_is_set(&vacation->end))
            (void)timer_set(&server->timers, &vacation->end, server->now + RETRY_MS,
                            on_days_used_up, vacation);
}

static void on_days_used_up(void *context)
{
    struct vacation *vacation = context;
    read_account(vacation->server, vacation->account, true, false, on_vacation_ended,
                 vacation->server);
}

// ---- changes on other nodes, and those that may have been written ----------------------------

static void on_state_synced(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct vacation_request *request = context;
    struct server *server = request->pending.server;
    if (server && outcome == STORE_DONE) {
        const struct vacation_state state = read_state(server, job);
        take_state(server, request->account, state.on ? state.until : 0);
    } else if (server) {
        stored_state_load(server, &server->vacations->stored); // which retries until it succeeds
    }
    pending_destroy(&request->pending);
}

static void on_vacation_invalid(struct invalidation_listener *listener, const char *account)
{
    struct server *server = listener->server;
    struct vacation_request *request = begin_request(server, account);
    if (request)
        read_vacations(request, on_state_synced);
    else
        stored_state_load(server, &server->vacations->stored);
}

void vacations_listen(struct server *server, vacation_listener *on_changed)
{
    server->vacations->on_changed = on_changed;
}

// ---- the module ------------------------------------------------------------------------------

/* Those that are on and were not found have been ended by another node. */
static void end_missing(struct server *server)
{
    size_t at = 0;
    for (struct vacation *vacation; (vacation = map_next(&server->vacations->current, &at));) {
        char account[IDENTITY_ID_MAX + 1];
        memcpy(account, vacation->account, sizeof account);
        if (!vacation->is_found)
            take_state(server, account, 0);
        else
            vacation->is_found = false;
    }
}

static void take_current(struct server *server, const char *account, int64_t until)
{
    take_state(server, account, until);
    struct vacation *vacation = map_get(&server->vacations->current, account);
    if (vacation)
        vacation->is_found = true;
}

/* Reads the rows of STORE_CURRENT_VACATIONS: the earlier vacations of an account come before the
 * one that is on. */
static void read_current(struct server *server, struct store_job *job)
{
    enum { ACCOUNT, STARTED_AT, ENDED_AT };
    const int64_t year_ago = server->now - YEAR_DAYS * DAY_MS;
    char account[IDENTITY_ID_MAX + 1] = "";
    int64_t left = 0;
    while (store_next_row(job)) {
        const int64_t start = store_get_integer(job, STARTED_AT);
        if (strcmp(account, store_get_text(job, ACCOUNT)) != 0)
            left = server->config.vacation_days * DAY_MS;
        snprintf(account, sizeof account, "%s", store_get_text(job, ACCOUNT));
        if (store_is_null(job, ENDED_AT))
            take_current(server, account, start + (left > 0 ? left : 0));
        else
            left -= vacation_cost(start > year_ago ? start : year_ago,
                                  store_get_integer(job, ENDED_AT));
    }
    end_missing(server);
}

static void bind_last_year(struct server *server, struct store_job *job)
{
    store_bind_integer(job, server->now - YEAR_DAYS * DAY_MS);
}

static void on_all_vacations_invalid(struct invalidation_listener *listener)
{
    stored_state_load(listener->server, &listener->server->vacations->stored);
}

rk_err vacations_create(struct server *server)
{
    struct vacations *vacations = calloc(1, sizeof *vacations);
    if (!vacations)
        return RK_NO_MEMORY;
    map_init(&vacations->current, server_random(server));
    pending_list_init(&vacations->pending, server);
    server->vacations = vacations;
    vacations->invalidations =
        (struct invalidation_listener){.kind = INVALIDATE_VACATION,
                                       .on_invalid = on_vacation_invalid,
                                       .on_all_invalid = on_all_vacations_invalid};
    invalidation_listen(server, &vacations->invalidations);
    vacations->stored = (struct stored_state){.what = "vacations",
                                              .statement = STORE_CURRENT_VACATIONS,
                                              .bind = bind_last_year,
                                              .apply = read_current};
    stored_state_load(server, &vacations->stored);
    return RK_OK;
}

bool vacations_ready(const struct server *server)
{
    return server->vacations->stored.done;
}

void vacations_destroy(struct server *server)
{
    struct vacations *vacations = server->vacations;
    if (!vacations)
        return;
    pending_cancel_all(&vacations->pending);
    stored_state_stop(server, &vacations->stored);
    list_remove(&vacations->invalidations.node);
    size_t at = 0;
    for (struct vacation *vacation; (vacation = map_next(&vacations->current, &at));)
        end_vacation(server, vacation->account);
    map_fini(&vacations->current);
    free(vacations);
    server->vacations = NULL;
}
