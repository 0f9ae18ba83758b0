/* SPDX-License-Identifier: MIT */
#include "core/load.h"

#include "base/milliseconds.h"
#include "core/pending.h"

struct load_request {
    struct pending_request pending;
    struct load *load;
};

static void read_again(void *context)
{
    struct load *load = context;
    load_start(load->server, load);
}

static void retry_later(struct server *server, struct load *load)
{
    log_line(server->log, LOG_ERROR, "cannot read the %s; trying again", load->what);
    (void)timer_set(&server->timers, &load->retry, server->now + SECOND_MS, read_again, load);
}

static void finish_read(void *context, struct store_job *job, enum store_outcome outcome)
{
    struct load_request *request = context;
    struct server *server = request->pending.server;
    struct load *load = request->load;
    pending_destroy(&request->pending);
    if (!server)
        return;
    load->running = false;
    if (outcome != STORE_DONE) {
        retry_later(server, load);
        return;
    }
    load->apply(server, job);
    load->done = true;
    if (load->again)
        load_start(server, load);
}

void load_start(struct server *server, struct load *load)
{
    load->server = server;
    if (load->running) { // what it reads may be older than the change
        load->again = true;
        return;
    }
    struct load_request *request = pending_create(&server->pending, sizeof *request);
    if (!request) {
        retry_later(server, load);
        return;
    }
    load->running = true;
    load->again = false;
    request->load = load;
    struct store_job *job = store_job_create();
    store_call(job, load->statement);
    if (load->bind)
        load->bind(server, job);
    store_read(server->store, job, finish_read, request);
}

void load_stop(struct server *server, struct load *load)
{
    timer_stop(&server->timers, &load->retry);
}

void load_bind_date(struct server *server, struct store_job *job)
{
    store_bind_integer(job, server_date(server));
}
