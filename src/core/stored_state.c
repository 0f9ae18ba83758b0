/* SPDX-License-Identifier: MIT */
#include "core/stored_state.h"

#include "base/milliseconds.h"
#include "core/pending.h"

struct stored_state_request {
    struct pending_request pending;
    struct stored_state *state;
};

static void reload(void *context)
{
    struct stored_state *state = context;
    stored_state_load(state->server, state);
}

static void retry_later(struct server *server, struct stored_state *state)
{
    log_line(server->log, LOG_ERROR, "cannot read the %s; trying again", state->what);
    (void)timer_set(&server->timers, &state->retry, server->now + SECOND_MS, reload, state);
}

static void finish_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct stored_state_request *request = context;
    struct server *server = request->pending.server;
    struct stored_state *state = request->state;
    pending_destroy(&request->pending);
    if (!server)
        return;
    state->running = false;
    if (outcome != STORE_DONE) {
        retry_later(server, state);
        return;
    }
    state->apply(server, job);
    state->done = true;
    if (state->reload_pending)
        stored_state_load(server, state);
}

void stored_state_load(struct server *server, struct stored_state *state)
{
    state->server = server;
    if (state->running) { // what it reads may be older than the change
        state->reload_pending = true;
        return;
    }
    struct stored_state_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        retry_later(server, state);
        return;
    }
    state->running = true;
    state->reload_pending = false;
    request->state = state;
    struct store_job *job = store_job_create();
    store_call(job, state->statement);
    if (state->bind)
        state->bind(server, job);
    store_read(server->store, job, finish_read, request);
}

void stored_state_stop(struct server *server, struct stored_state *state)
{
    timer_stop(&server->timers, &state->retry);
}

void stored_state_bind_date(struct server *server, struct store_job *job)
{
    store_bind_integer(job, server_date(server));
}
